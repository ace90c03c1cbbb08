//! How many melds and arrangements there are: known counts, and every arrangement laid out one by one.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its data has failed")]

use proptest::prelude::*;
use rummy_fast::{Color, Deck, Hand, Meld, Options, Rules, Tile, count_arrangements, count_melds};
use serde_json::Value;

fn rules_of(value: &Value) -> Rules {
    let Value::Object(map) = value else {
        return Options::preset(value.as_str().unwrap()).unwrap().validate().unwrap();
    };
    let mut options = Options::preset(map["preset"].as_str().unwrap()).unwrap();
    for (name, value) in map.iter().filter(|(name, _)| *name != "preset") {
        let small = u8::try_from(value.as_u64().unwrap()).unwrap();
        match name.as_str() {
            "colors" => options.deck.colors = small,
            "values" => options.deck.values = small,
            "copies" => options.deck.copies = small,
            "jokers" => options.deck.jokers = small,
            "shortest_meld" => options.shortest_meld = small,
            other => panic!("unknown option {other}"),
        }
    }
    options.validate().unwrap()
}

/// Every meld that can be made of these cards.
fn melds_of(cards: &Hand, rules: &Rules) -> Vec<Meld> {
    let Deck { colors, values, .. } = rules.deck;
    let mut melds = Vec::new();
    for color in (0..colors as usize).filter_map(Color::new) {
        for first in 1..=values {
            for len in rules.shortest_meld..=values {
                melds.extend((0u32..1 << len).filter_map(|jokers| Meld::run(color, first, len, jokers, rules)));
            }
        }
    }
    for value in 1..=values {
        for mask in 1..(1u16 << colors) as u8 {
            melds.extend((0..=cards.jokers()).filter_map(|jokers| Meld::set(value, mask, jokers, rules)));
        }
    }
    melds.retain(|meld| cards.contains(&meld.tiles().collect()));
    melds
}

/// Lays the melds one by one, none before the one laid last.
fn one_by_one(cards: &Hand, melds: &[(Meld, Hand)]) -> u128 {
    if cards.is_empty() {
        return 1;
    }
    let fits = melds.iter().enumerate().filter(|(_, (_, needed))| cards.contains(needed));
    fits.map(|(place, (_, needed))| one_by_one(&cards.minus(needed), &melds[place..])).sum()
}

fn brute(cards: &Hand, rules: &Rules) -> u128 {
    let melds: Vec<(Meld, Hand)> =
        melds_of(cards, rules).into_iter().map(|meld| (meld, meld.tiles().collect())).collect();
    one_by_one(cards, &melds)
}

#[test]
fn known_counts() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/counts.jsonl");
    let (mut melds, mut arrangements) = (0, 0);
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let rules = rules_of(&record["rules"]);
        let expected: u128 = record["count"].to_string().parse().unwrap();
        match record["kind"].as_str().unwrap() {
            "melds" => {
                let jokers = u8::try_from(record["jokers"].as_u64().unwrap()).unwrap();
                let longest = record["longest_run"].as_u64().map(|longest| u8::try_from(longest).unwrap());
                assert_eq!(u128::from(count_melds(&rules, jokers, longest)), expected, "{line}");
                melds += 1;
            }
            "arrangements" => {
                let cards = Hand::parse(record["cards"].as_str().unwrap(), &rules.deck).unwrap();
                assert_eq!(count_arrangements(&cards, &rules), expected, "{line}");
                if cards.len() <= 20 {
                    assert_eq!(brute(&cards, &rules), expected, "{line}");
                }
                arrangements += 1;
            }
            other => panic!("unknown kind {other}"),
        }
    }
    assert!(melds >= 4 && arrangements >= 10, "{melds} {arrangements}");
}

/// The cards of a deck but its jokers.
fn naturals(deck: Deck) -> Hand {
    let kinds = deck.kinds().filter(|tile| !tile.is_joker());
    kinds.flat_map(|tile| std::iter::repeat_n(tile, deck.count(tile) as usize)).collect()
}

/// Four copies, short melds and many numbers: long counts, not long waits.
#[test]
fn large_decks_come_to_an_end() {
    let mut options = Rules::schmidt().options();
    options.deck = Deck { colors: 3, values: 26, copies: 4, jokers: 0 };
    options.shortest_meld = 2;
    let rules = options.validate().unwrap();
    let count = count_arrangements(&naturals(rules.deck), &rules);
    assert!(count > 1 << 60, "{count}");
}

/// More copies than the deck has cannot be parted, whatever melds they would make.
#[test]
fn cards_beyond_the_deck() {
    let rules = Rules::schmidt();
    assert_eq!(count_arrangements(&"r1 r1 r1 r2 r2 r2 r3 r3 r3".parse().unwrap(), &rules), 0);
    assert_eq!(count_arrangements(&"k1 k2 k3".parse().unwrap(), &rules), 0);
    assert_eq!(count_arrangements(&Hand::new(), &rules), 1);
    assert_eq!(count_arrangements(&"J".parse().unwrap(), &rules), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Cards that make up melds, so that there is something to count, and often one more card.
    #[test]
    fn agrees_with_laying_them_out(
        (colors, values, copies, jokers, shortest) in (2u8..=4, 3u8..=6, 1u8..=3, 0u8..=4, 2u8..=3),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 1..5),
        spare in prop::option::weighted(0.2, any::<prop::sample::Index>()),
    ) {
        let mut options = Rules::schmidt().options();
        options.deck = Deck { colors, values, copies, jokers };
        options.shortest_meld = shortest;
        let rules = options.validate().unwrap();
        let deck = rules.deck;
        let mut left: Hand =
            deck.kinds().flat_map(|tile| std::iter::repeat_n(tile, deck.count(tile) as usize)).collect();
        let mut cards = Hand::new();
        for pick in picks {
            let melds = melds_of(&left, &rules);
            if melds.is_empty() {
                break;
            }
            let meld: Hand = pick.get(&melds).tiles().collect();
            left = left.minus(&meld);
            cards = cards.plus(&meld);
        }
        if let Some(pick) = spare {
            let tiles: Vec<Tile> = left.iter().collect();
            if !tiles.is_empty() {
                cards.add(*pick.get(&tiles));
            }
        }
        prop_assume!(cards.len() <= 14);
        let count = count_arrangements(&cards, &rules);
        prop_assert_eq!(count, brute(&cards, &rules), "{}", cards);
    }
}
