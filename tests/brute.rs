//! The solver against brute force on small decks: every way to play any part of the hand is tried, and `is_legal`
//! decides which of them are turns.
//!
//! `RUMMY_FAST_POSITIONS` sets how many random positions are compared for each set of rules (`make soak` sets it high),
//! and `RUMMY_FAST_SEED` which ones.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a panic is a failed test")]

mod common;

use common::{Everything, number, small_rules, solver_of, worth};
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;
use rummy_fast::{ExchangeFrom, FreedJoker, LockedMeld, Objective, OpeningTable, Options, Problem, is_legal};

fn compare(name: &str, change: impl Fn(&mut Options) + Sync) {
    // Colors, values, copies, jokers, shortest meld, and a factor for the number of positions.
    let decks = [
        (3, 5, 2, 1, 3, 1),
        (3, 5, 2, 2, 3, 1),
        (3, 5, 2, 3, 3, 1),
        (4, 4, 2, 2, 3, 1),
        (5, 4, 1, 2, 3, 1),
        (4, 4, 1, 3, 2, 1),
        (4, 6, 1, 2, 3, 1),
        (5, 5, 1, 2, 4, 1),
        (2, 6, 2, 2, 3, 1),
        (5, 3, 1, 2, 4, 1),
        // These are so small that a position takes microseconds.
        (2, 5, 1, 2, 3, 200),
        (3, 4, 1, 2, 3, 200),
        (3, 3, 2, 2, 3, 200),
        (2, 4, 2, 2, 3, 200),
    ];
    let positions = number("RUMMY_FAST_POSITIONS", 8);
    let seed = number("RUMMY_FAST_SEED", 1);
    let jobs: Vec<(usize, u64)> = (0..decks.len()).flat_map(|deck| (0..8).map(move |part| (deck, part))).collect();
    let compared: u64 = jobs
        .into_par_iter()
        .map(|(place, part)| {
            let (colors, values, copies, jokers, shortest, times) = decks[place];
            let rules = small_rules("schmidt", (colors, values, copies, jokers, shortest), &change);
            let everything = Everything::new(&rules);
            let mut rng = Pcg64Mcg::seed_from_u64(seed.wrapping_mul(1_000_003) + place as u64 * 64 + part);
            let mut solver = solver_of(part);
            let count = times * positions.div_ceil(8);
            for _ in 0..count {
                let (table, hand) = everything.random_position(&mut rng, 3);
                let opened = rng.random_bool(if rules.opening_table == OpeningTable::SameTurn { 0.1 } else { 0.85 });
                let objective = if rng.random_bool(0.5) { Objective::Tiles } else { Objective::Points };
                let problem = Problem::new(&rules, &table, &hand).opened(opened).objective(&objective);
                let play = solver.solve(&problem, &mut || false).unwrap();
                let context = format!(
                    "{name} {:?} shortest {shortest}: table {table} hand {hand} opened {opened} {objective:?}: {}",
                    rules.deck, play.table
                );
                assert!(play.proven, "{context}");
                assert_eq!(play.table.tiles(), table.tiles().plus(&play.tiles), "{context}");
                if !play.tiles.is_empty() {
                    assert!(is_legal(&table, &hand, &play.table, opened, &rules), "not legal: {context}");
                }
                assert_eq!(worth(&objective, &play.tiles, &rules), everything.best(&problem), "{context}");
            }
            count
        })
        .sum();
    assert!(compared >= positions);
    println!("{name}: {compared} positions");
}

#[test]
fn free() {
    compare("free", |options| options.locked_meld = LockedMeld::Free);
}

#[test]
fn keep_three() {
    compare("keep_three", |options| options.locked_meld = LockedMeld::KeepThree);
}

#[test]
fn identity() {
    compare("identity", |options| options.locked_meld = LockedMeld::Identity);
}

#[test]
fn frozen() {
    compare("frozen", |options| options.locked_meld = LockedMeld::Frozen);
}

#[test]
fn keep_three_from_hand() {
    compare("keep_three from hand", |options| options.exchange_from = ExchangeFrom::Hand);
}

#[test]
fn identity_from_hand() {
    compare("identity from hand", |options| {
        options.locked_meld = LockedMeld::Identity;
        options.exchange_from = ExchangeFrom::Hand;
    });
}

#[test]
fn frozen_from_hand() {
    compare("frozen from hand", |options| {
        options.locked_meld = LockedMeld::Frozen;
        options.exchange_from = ExchangeFrom::Hand;
        options.freed_joker = FreedJoker::AnyMeld;
    });
}

#[test]
fn new_meld() {
    for locked_meld in [LockedMeld::Identity, LockedMeld::KeepThree, LockedMeld::Frozen] {
        for exchange_from in [ExchangeFrom::Anywhere, ExchangeFrom::Hand] {
            compare(&format!("new meld, {locked_meld}, from {exchange_from}"), |options| {
                options.freed_joker = FreedJoker::NewMeld;
                options.locked_meld = locked_meld;
                options.exchange_from = exchange_from;
            });
        }
    }
}

#[test]
fn opening_in_the_same_turn() {
    compare("opening in the same turn", |options| options.opening_table = OpeningTable::SameTurn);
    compare("opening in the same turn, frozen, from hand", |options| {
        options.opening_table = OpeningTable::SameTurn;
        options.locked_meld = LockedMeld::Frozen;
        options.exchange_from = ExchangeFrom::Hand;
    });
}

#[test]
fn closing_hand() {
    compare("closing hand", |options| options.closing_hand = true);
}
