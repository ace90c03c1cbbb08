//! Unusual decks and hands: nothing hangs or panics, and the table is always kept.

#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

mod common;

use std::time::{Duration, Instant};

use common::whole_deck;
use rummy_fast::{
    Deck, FreedJoker, LockedMeld, Objective, Options, Palette, Play, Problem, Rules, Solver, Table, Tiles, is_legal,
};

fn rules(deck: Deck, locked_meld: LockedMeld, freed_joker: FreedJoker) -> Rules {
    let mut options = Options::preset("schmidt").unwrap();
    options.deck = deck;
    options.locked_meld = locked_meld;
    options.freed_joker = freed_joker;
    options.validate().unwrap()
}

fn solve(table: &str, hand: &str, opened: bool, rules: &Rules, limit: Duration) -> Play {
    let table = Table::parse(table, rules).unwrap();
    let hand = Tiles::parse(hand, &rules.deck).unwrap();
    let objective = &Objective::Tiles;
    let limit = Some(limit);
    let problem = Problem::new(rules, &table, &hand).opened(opened).objective(objective).limit(limit);
    let began = Instant::now();
    let play = Solver::new().solve(&problem, &mut || false).unwrap();
    // Far more than a busy machine needs for the limits of a few seconds given here.
    assert!(began.elapsed() < Duration::from_secs(30), "{table} || {hand}");
    assert_eq!(play.table.tiles(), table.tiles().plus(&play.tiles));
    if !play.tiles.is_empty() {
        assert!(is_legal(&table, &hand, &play.table, opened, rules), "{table} || {hand}: {}", play.table);
    }
    play
}

/// Eight jokers on the table, and several hand tiles that could free each of them.
#[test]
fn eight_jokers_on_the_table() {
    let deck = Deck { colors: Palette::first(8), values: 13, copies: 2, jokers: 8 };
    let table = "r1 y1 J | r2 y2 J | r3 y3 J | r4 y4 J | r5 y5 J | r6 y6 J | r7 y7 J | r8 y8 J";
    let hand = "g1-8 b1-8 k1-8 o1-8";
    for locked_meld in LockedMeld::ALL {
        for freed_joker in FreedJoker::ALL {
            let play = solve(table, hand, true, &rules(deck, *locked_meld, *freed_joker), Duration::from_secs(1));
            // Where a freed joker may go anywhere, the tile that frees it can always be played.
            let least = if *freed_joker == FreedJoker::AnyMeld { 8 } else { 0 };
            assert!(play.tiles.len() >= least, "{locked_meld} {freed_joker}: {}", play.tiles.len());
        }
    }
}

/// Every tile of a large deck in one hand.
#[test]
fn a_whole_deck_in_the_hand() {
    let deck = Deck { colors: Palette::first(8), values: 26, copies: 4, jokers: 8 };
    let whole = whole_deck(deck);
    let rules = rules(deck, LockedMeld::KeepThree, FreedJoker::AnyMeld);
    let play = solve("", &whole.to_string(), true, &rules, Duration::from_secs(2));
    assert!(!play.proven || play.tiles.len() == deck.size());
}

/// Hands of jokers only, and of jokers and one tile.
#[test]
fn hands_of_jokers() {
    let deck = Deck { colors: Palette::first(4), values: 13, copies: 2, jokers: 8 };
    let rules = rules(deck, LockedMeld::KeepThree, FreedJoker::AnyMeld);
    let second = Duration::from_secs(1);
    assert!(solve("", "J J J J J J J J", true, &rules, second).tiles.is_empty());
    assert!(solve("", "J J J J J J J J", false, &rules, second).tiles.is_empty());
    assert_eq!(solve("", "r7 J J J J J J J J", true, &rules, second).tiles.len(), 9);
    // There is no room for one joker; two make two groups of three.
    assert_eq!(solve("r7 y7 g7 b7", "J", true, &rules, second).tiles.len(), 0);
    assert_eq!(solve("r7 y7 g7 b7", "J J", true, &rules, second).tiles.len(), 2);
    assert_eq!(solve("r7 y7 g7", "J J", true, &rules, second).tiles.len(), 1);
    assert_eq!(solve("", "r13 J J J J J J J J", false, &rules, second).tiles.len(), 9);
}

/// The tiles of the best play open with the joker as a six, but beside the untouched table the melds with all of them
/// are worth one point too little.
#[test]
fn an_opening_worth_too_little_beside_the_table() {
    let hand = "g12 b2 g5 r6 b3 r1 b12 r4 g13 r5 r8 b8 g4 b10 g2 J";
    let play = solve("y2 y3 y4 J y6-11", hand, false, &Rules::sabra(), Duration::from_secs(20));
    assert!(play.proven);
    assert_eq!(play.tiles.len(), 6, "{}", play.table);
}

/// With four values and melds of six tiles there are no runs, but groups of six colors.
#[test]
fn fewer_values_than_a_meld_has_tiles() {
    let mut options = Options::preset("free_jokers").unwrap();
    options.deck = Deck { colors: Palette::first(6), values: 4, copies: 2, jokers: 2 };
    options.shortest_meld = 6;
    let rules = options.validate().unwrap();
    let limit = Duration::from_secs(5);
    assert_eq!(solve("", "r1 r2 r3 r4 J J", true, &rules, limit).tiles.len(), 0);
    assert_eq!(solve("", "r3 y3 g3 b3 k3 J r4", true, &rules, limit).tiles.to_string(), "r3 y3 g3 b3 k3 J");
}
