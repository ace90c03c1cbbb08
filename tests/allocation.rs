//! Once its memory has grown, a solver allocates nothing but the table of its answer, and a check of a table allocates
//! nothing.

#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

mod records;

use records::{position_of, preset, records};
use rummy_fast::{LockedMeld, Problem, Rules, Solver, Table, Tiles, is_legal};
use serde_json::Value;

/// The self-play positions of players who have opened.
fn positions(rules: &Rules) -> Vec<(String, Table, Tiles)> {
    let read = |record: Value| {
        let (table, hand, _) = position_of(&record, rules);
        (record["id"].as_str().unwrap().to_owned(), table, hand)
    };
    let all: Vec<_> = records("selfplay").into_iter().filter(|record| record["opened"] == true).map(read).collect();
    assert!(all.len() > 400, "too few positions to test anything");
    all
}

fn allocates_the_answer_only(asked: &str) {
    let rules = preset(asked);
    let positions = positions(&rules);
    let mut solver = Solver::new();
    let mut solve = |table: &Table, hand: &Tiles| {
        let problem = Problem::new(&rules, table, hand);
        let mut play = None;
        let count = allocation_counter::measure(|| play = Some(solver.solve(&problem, &mut || false).unwrap()));
        (count, play.unwrap())
    };
    for (_, table, hand) in &positions {
        solve(table, hand);
    }
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for (name, table, hand) in &positions {
        let (count, play) = solve(table, hand);
        // Where jokers move, the check needs memory to find out how.
        let mut with_jokers = table.melds().iter().filter(|meld| meld.jokers() > 0);
        if rules.locked_meld == LockedMeld::Free || with_jokers.all(|meld| play.table.melds().contains(meld)) {
            let mut legal = false;
            let check = allocation_counter::measure(|| legal = is_legal(table, hand, &play.table, true, &rules));
            assert_eq!((check.count_total, legal), (0, !play.tiles.is_empty()), "{name}");
            checked += usize::from(legal);
        }
        // One block holds the table of the answer; an empty table needs none. `Tiles` need no block.
        let blocks = u64::from(!play.table.is_empty());
        let bytes = size_of_val(play.table.melds()) as u64;
        if (count.count_total, count.bytes_total) != (blocks, bytes) {
            wrong.push(format!("{name}: {} blocks, {} bytes for {bytes}", count.count_total, count.bytes_total));
        }
    }
    assert!(checked > 50, "only {checked} checks");
    assert!(wrong.is_empty(), "{asked}: {} of {}\n{}", wrong.len(), positions.len(), wrong.join("\n"));
}

#[test]
fn schmidt() {
    allocates_the_answer_only("schmidt");
}

#[test]
fn free_jokers() {
    allocates_the_answer_only("free_jokers");
}
