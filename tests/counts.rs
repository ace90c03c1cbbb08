//! Counts of melds and arrangements: known counts, and brute force.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its data has failed")]

mod common;
mod records;

use common::{Everything, whole_deck};
use proptest::prelude::*;
use records::{records, rules_of};
use rummy_fast::{Deck, Meld, Palette, Rules, Tile, Tiles, count_arrangements, count_melds};

/// Every meld that can be made of these tiles.
fn melds_of(tiles: &Tiles, everything: &Everything) -> Vec<Meld> {
    everything.melds.iter().copied().filter(|meld| tiles.contains(&meld.tiles().collect())).collect()
}

/// Counts arrangements by enumeration, with melds in increasing order.
fn enumerate(tiles: &Tiles, melds: &[(Meld, Tiles)]) -> u128 {
    if tiles.is_empty() {
        return 1;
    }
    let fits = melds.iter().enumerate().filter(|(_, (_, needed))| tiles.contains(needed));
    fits.map(|(place, (_, needed))| enumerate(&tiles.minus(needed), &melds[place..])).sum()
}

fn brute(tiles: &Tiles, everything: &Everything) -> u128 {
    let melds: Vec<(Meld, Tiles)> =
        melds_of(tiles, everything).into_iter().map(|meld| (meld, meld.tiles().collect())).collect();
    enumerate(tiles, &melds)
}

#[test]
fn known_counts() {
    let (mut melds, mut arrangements) = (0, 0);
    for record in records("counts") {
        let rules = rules_of(&record["rules"]);
        let expected: u128 = record["count"].to_string().parse().unwrap();
        match record["kind"].as_str().unwrap() {
            "melds" => {
                let jokers = u8::try_from(record["jokers"].as_u64().unwrap()).unwrap();
                let longest = record["longest_run"].as_u64().map(|longest| u8::try_from(longest).unwrap());
                assert_eq!(u128::from(count_melds(&rules, jokers, longest)), expected, "{record}");
                melds += 1;
            }
            "arrangements" => {
                let tiles = Tiles::parse(record["tiles"].as_str().unwrap(), &rules.deck).unwrap();
                assert_eq!(count_arrangements(&tiles, &rules), expected, "{record}");
                if tiles.len() <= 20 {
                    assert_eq!(brute(&tiles, &Everything::new(&rules)), expected, "{record}");
                }
                arrangements += 1;
            }
            other => panic!("unknown kind {other}"),
        }
    }
    assert!(melds >= 4 && arrangements >= 10, "{melds} {arrangements}");
}

/// Four copies, short melds and many numbers: a large count in a short time.
#[test]
fn large_decks_finish() {
    let mut options = Rules::schmidt().options();
    options.deck = Deck { colors: Palette::first(3), values: 26, copies: 4, jokers: 0 };
    options.shortest_meld = 2;
    let rules = options.validate().unwrap();
    let count = count_arrangements(&whole_deck(rules.deck), &rules);
    assert!(count > 1 << 60, "{count}");
}

/// More copies than the deck has cannot be arranged, whatever melds they would make.
#[test]
fn tiles_beyond_the_deck() {
    let rules = Rules::schmidt();
    assert_eq!(count_arrangements(&"r1 r1 r1 r2 r2 r2 r3 r3 r3".parse().unwrap(), &rules), 0);
    assert_eq!(count_arrangements(&"k1 k2 k3".parse().unwrap(), &rules), 0);
    assert_eq!(count_arrangements(&Tiles::new(), &rules), 1);
    assert_eq!(count_arrangements(&"J".parse().unwrap(), &rules), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// The tiles of some melds, so that there is something to count, and sometimes one more tile.
    #[test]
    fn agrees_with_brute_force(
        (colors, values, copies, jokers, shortest) in (2u8..=4, 3u8..=6, 1u8..=3, 0u8..=4, 2u8..=3),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 1..5),
        spare in prop::option::weighted(0.2, any::<prop::sample::Index>()),
    ) {
        let mut options = Rules::schmidt().options();
        options.deck = Deck { colors: Palette::first(colors), values, copies, jokers };
        options.shortest_meld = shortest;
        let rules = options.validate().unwrap();
        let everything = Everything::new(&rules);
        let mut left = whole_deck(rules.deck);
        let mut tiles = Tiles::new();
        for pick in picks {
            let melds = melds_of(&left, &everything);
            if melds.is_empty() {
                break;
            }
            let meld: Tiles = pick.get(&melds).tiles().collect();
            left = left.minus(&meld);
            tiles = tiles.plus(&meld);
        }
        if let Some(pick) = spare {
            let spares: Vec<Tile> = left.iter().collect();
            if !spares.is_empty() {
                tiles.add(*pick.get(&spares));
            }
        }
        prop_assume!(tiles.len() <= 14);
        let count = count_arrangements(&tiles, &rules);
        prop_assert_eq!(count, brute(&tiles, &everything), "{}", tiles);
    }
}
