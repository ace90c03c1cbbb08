//! Once its working memory has grown, a solver allocates nothing but the table of its answer.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops there")]

use rummy_fast::{Hand, Objective, Options, Problem, Rules, Solver, Table};
use serde_json::Value;

/// The self-play positions of players who have opened.
fn positions(rules: &Rules) -> Vec<(String, Table, Hand)> {
    let path = format!("{}/tests/data/selfplay.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let read = |record: Value| {
        let melds = record["table"].as_array().unwrap().iter().map(|meld| meld.as_str().unwrap());
        let hand = Hand::parse(record["hand"].as_str().unwrap(), &rules.deck).unwrap();
        (record["id"].as_str().unwrap().to_owned(), Table::parse_melds(melds, rules).unwrap(), hand)
    };
    let all: Vec<_> = records.filter(|record| record["opened"] == true).map(read).collect();
    assert!(all.len() > 400, "a test that sees no position tests nothing");
    all
}

fn allocates_the_answer_only(preset: &str) {
    let rules = Options::preset(preset).unwrap().validate().unwrap();
    let positions = positions(&rules);
    let mut solver = Solver::new();
    let mut solve = |table: &Table, hand: &Hand| {
        let problem = Problem {
            rules: &rules,
            table,
            hand,
            opened: true,
            objective: &Objective::Tiles,
            tidy: false,
            limit: None,
        };
        let mut play = None;
        let count = allocation_counter::measure(|| play = Some(solver.solve(&problem, &mut || false).unwrap()));
        (count, play.unwrap())
    };
    for (_, table, hand) in &positions {
        solve(table, hand);
    }
    let mut wrong = Vec::new();
    for (name, table, hand) in &positions {
        let (count, play) = solve(table, hand);
        // One block holds the table of the answer; an empty table needs none. A `Hand` is part of the answer.
        let blocks = u64::from(!play.table.is_empty());
        let bytes = size_of_val(play.table.melds()) as u64;
        if (count.count_total, count.bytes_total) != (blocks, bytes) {
            wrong.push(format!("{name}: {} blocks, {} bytes for {bytes}", count.count_total, count.bytes_total));
        }
    }
    assert!(wrong.is_empty(), "{preset}: {} of {}\n{}", wrong.len(), positions.len(), wrong.join("\n"));
}

#[test]
fn schmidt() {
    allocates_the_answer_only("schmidt");
}

#[test]
fn free_jokers() {
    allocates_the_answer_only("free_jokers");
}
