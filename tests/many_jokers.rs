//! Solve and tidy against brute force on small decks with many jokers, or many colors, under every rule on jokers.
//!
//! `RUMMY_FAST_POSITIONS` sets how many random positions are compared for each deck and set of rules (`make soak-core`
//! sets it high), and `RUMMY_FAST_SEED` which ones.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a panic is a failed test")]

mod common;
mod records;

use std::time::{Duration, Instant};

use common::{Everything, Small, number, random_objective, small_rules, solver_of, touched, worth};
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;
use records::{position_of, records, rules_of};
use rummy_fast::{
    ExchangeFrom, FreedJoker, LockedMeld, Objective, OpeningTable, Options, Play, Problem, Solver, is_legal,
};

/// Decks with three to eight jokers, so small that everything can be tried.
const DECKS: [Small; 14] = [
    (3, 5, 1, 3, 3),
    (3, 5, 2, 3, 3),
    (4, 4, 1, 3, 3),
    (2, 5, 1, 4, 3),
    (3, 3, 1, 4, 3),
    (3, 4, 1, 4, 3),
    (4, 3, 1, 4, 3),
    (2, 4, 2, 4, 3),
    (5, 2, 1, 5, 3),
    (4, 2, 1, 6, 3),
    (2, 5, 1, 8, 3),
    (8, 2, 1, 3, 3),
    (8, 2, 1, 4, 4),
    (3, 3, 1, 4, 2),
];

/// How long brute force may take for a position; one that takes longer is not compared.
const MOST_STEPS: u64 = 100_000;

/// Compares the answers of `solve` and `tidy` with brute force; returns how many positions touch the table.
fn compare(place: usize, name: &str, change: impl Fn(&mut Options) + Sync) -> u64 {
    let positions = number("RUMMY_FAST_POSITIONS", 4);
    let seed = number("RUMMY_FAST_SEED", 1);
    let rules = small_rules("schmidt", DECKS[place], &change);
    let everything = Everything::new(&rules);
    let mut rng = Pcg64Mcg::seed_from_u64(seed.wrapping_mul(1_000_003) + place as u64);
    let (mut compared, mut touching) = (0, 0);
    while compared < positions {
        let mut solver = solver_of(compared);
        let (table, hand) = everything.random_position(&mut rng, 4);
        let opened = rules.opening_table == OpeningTable::NextTurn || rng.random_bool(0.5);
        let objective = random_objective(&mut rng, &rules.deck);
        let mut problem = Problem::new(&rules, &table, &hand).opened(opened).objective(&objective);
        let context = format!("{name} {:?} table {table} hand {hand} opened {opened} {objective:?}", DECKS[place]);
        let Some(brute) = everything.fewest_touched(&problem, MOST_STEPS) else { continue };
        compared += 1;
        let check = |play: &Play| {
            assert!(play.proven, "{context}: {}", play.table);
            assert_eq!(play.table.tiles(), table.tiles().plus(&play.tiles), "{context}: {}", play.table);
            assert_eq!(worth(&objective, &play.tiles, &rules), brute.0, "{context}: {}", play.table);
            if !play.tiles.is_empty() {
                assert!(is_legal(&table, &hand, &play.table, opened, &rules), "not legal: {context}: {}", play.table);
            }
        };
        check(&solver.solve(&problem, &mut || false).unwrap());
        problem.tidy = true;
        let tidy = solver.solve(&problem, &mut || false).unwrap();
        check(&tidy);
        assert_eq!(touched(&table, tidy.table.melds()), brute.1, "tidy: {context}: {}", tidy.table);
        touching += u64::from(brute.1 > 0);
    }
    touching
}

/// Compares all decks.
fn compare_all(name: &str, change: impl Fn(&mut Options) + Sync) {
    let touching: u64 = (0..DECKS.len()).into_par_iter().map(|place| compare(place, name, &change)).sum();
    println!("{name}: {touching} touch the table");
    assert!(touching > 0, "nothing was tested");
}

fn every_exchange(locked_meld: LockedMeld) {
    for exchange_from in [ExchangeFrom::Anywhere, ExchangeFrom::Hand] {
        for freed_joker in [FreedJoker::AnyMeld, FreedJoker::NewMeld] {
            compare_all(&format!("{locked_meld} {exchange_from} {freed_joker}"), |options| {
                options.locked_meld = locked_meld;
                options.exchange_from = exchange_from;
                options.freed_joker = freed_joker;
            });
        }
    }
}

#[test]
fn frozen() {
    every_exchange(LockedMeld::Frozen);
}

#[test]
fn keep_three() {
    every_exchange(LockedMeld::KeepThree);
}

#[test]
fn identity() {
    every_exchange(LockedMeld::Identity);
}

#[test]
fn free() {
    every_exchange(LockedMeld::Free);
}

/// A record whose answer is one tile, while its own note has a legal play of two. `is_legal` and the reference agree
/// with the note.
const NOTED: &str = "freed-same-color-1";

/// Every record of the answer file: what it says of the best play, and that no call is late.
#[test]
fn answers() {
    let (mut answers, mut tidied) = (0, 0);
    for record in records("many_jokers") {
        let rules = rules_of(&record["rules"]);
        let (table, hand, opened) = &position_of(&record, &rules);
        let objective = match record["objective"].as_str().unwrap() {
            "tiles" => Objective::Tiles,
            "points" => Objective::Points,
            other => panic!("objective {other}"),
        };
        let problem = Problem::new(&rules, table, hand)
            .opened(*opened)
            .objective(&objective)
            .tidy(record["tidy"].as_bool().unwrap_or(false))
            .limit(record["limit"].as_f64().map(Duration::from_secs_f64));
        let begin = Instant::now();
        let play = Solver::new().solve(&problem, &mut || false).unwrap();
        // A busy machine may stop the test itself for a while.
        let late = problem.limit.is_some_and(|limit| begin.elapsed() > limit + Duration::from_secs(1));
        assert!(!late, "{}: {:?}", record["id"], begin.elapsed());
        let context = format!("{}: {}", record["id"], play.table);
        assert_eq!(play.table.tiles(), table.tiles().plus(&play.tiles), "{context}");
        if !play.tiles.is_empty() {
            assert!(is_legal(table, hand, &play.table, *opened, &rules), "not legal: {context}");
        }
        assert!(play.proven || problem.limit.is_some(), "not proven: {context}");
        if !play.proven {
            continue;
        }
        if let Some(tiles) = record["max_tiles"].as_u64() {
            let tiles = if record["id"] == NOTED { 2 } else { tiles };
            assert_eq!(play.tiles.len() as u64, tiles, "{context}");
            answers += 1;
        }
        if let Some(points) = record["max_points"].as_u64() {
            assert_eq!(u64::from(play.tiles.points(rules.joker_penalty)), points, "{context}");
            answers += 1;
        }
        if let Some(tiles) = record["min_tiles"].as_u64() {
            assert!(play.tiles.len() as u64 >= tiles, "{context}");
            answers += 1;
        }
        if let Some(fewest) = record["fewest_touched"].as_u64() {
            assert_eq!(touched(table, play.table.melds()) as u64, fewest, "{context}");
            tidied += 1;
        }
    }
    assert!(answers > 20 && tidied > 20, "nothing was compared");
}
