//! Nodes of the search over the self-play file: `cargo bench --bench phases [-- PRESET]`.
//!
//! Nodes do not depend on the machine. Every play that is found is also checked. `make bench-phases` runs this program
//! under callgrind to count instructions.

#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark prints what it finds")]

use rummy_fast::{
    Draft, Objective, Options, PRESETS, Palette, Problem, Rules, Solver, Table, Tiles, check_turn, is_legal,
};
use serde_json::Value;
use std::hint::black_box;

/// The positions of a file under a preset, with the most tiles that can be played where it is known.
fn positions(file: &str, rules: &Rules, preset: &str) -> Vec<(Table, Tiles, Option<u64>)> {
    let path = format!("{}/tests/data/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let read = |record: Value| {
        let melds = record["table"].as_array().unwrap().iter().map(|meld| meld.as_str().unwrap());
        let hand = Tiles::parse(record["hand"].as_str().unwrap(), &rules.deck).unwrap();
        (Table::parse_melds(melds, rules).unwrap(), hand, record["max_tiles"][preset].as_u64())
    };
    records.filter(|record| record["opened"] == true).map(read).collect()
}

/// A turn to check.
struct Turn<'a> {
    before: &'a Table,
    hand: &'a Tiles,
    after: &'a Table,
    rules: &'a Rules,
}

// Not inlined, so that callgrind sees them.

#[inline(never)]
fn check_table(turn: &Turn<'_>) -> bool {
    is_legal(turn.before, turn.hand, turn.after, true, turn.rules)
}

#[inline(never)]
fn check_text(turn: &Turn<'_>, after: &Draft) -> bool {
    check_turn(turn.before, turn.hand, after, true, turn.rules).unwrap().legal()
}

/// The least that a check could do: count the tiles of both tables and the hand.
#[inline(never)]
fn one_pass(turn: &Turn<'_>) -> usize {
    black_box(turn.before.tiles()).len() + black_box(turn.hand).iter().count() + black_box(turn.after.tiles()).len()
}

/// Solves every position, and checks the plays.
#[expect(clippy::inline_always, reason = "callgrind tells the passes apart by the functions that call this")]
#[inline(always)]
fn solve_all(solver: &mut Solver, rules: &Rules, positions: &[(Table, Tiles, Option<u64>)]) -> (u64, usize) {
    let (mut worst, mut plays) = (0, 0);
    for (table, hand, most) in positions {
        let objective = &Objective::Tiles;
        let problem = Problem::new(rules, table, hand).objective(objective);
        let before = solver.nodes();
        let play = solver.solve(&problem, &mut || false).unwrap();
        assert!(most.is_none_or(|most| play.tiles.len() as u64 == most), "{table} hand {hand}");
        worst = worst.max(solver.nodes() - before);
        if !play.tiles.is_empty() {
            plays += 1;
            let turn = Turn { before: table, hand, after: &play.table, rules };
            assert!(check_table(&turn) && check_text(&turn, &Draft::from(&play.table)), "{table} hand {hand}");
            assert_eq!(one_pass(&turn), table.tile_count() + hand.len() + play.table.tile_count());
        }
    }
    (worst, plays)
}

#[inline(never)]
fn first_pass(solver: &mut Solver, rules: &Rules, positions: &[(Table, Tiles, Option<u64>)]) {
    solve_all(solver, rules, positions);
}

#[inline(never)]
fn warm_pass(solver: &mut Solver, rules: &Rules, positions: &[(Table, Tiles, Option<u64>)]) -> (u64, usize) {
    solve_all(solver, rules, positions)
}

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for preset in PRESETS.into_iter().filter(|&preset| named.is_empty() || named.iter().any(|name| name == preset)) {
        let mut options = Options::preset(preset).unwrap();
        options.deck.colors = Palette::first(4);
        let rules = options.validate().unwrap();
        let mut solver = Solver::new();
        let positions = positions("selfplay", &rules, preset);
        assert!(positions.len() > 400);
        first_pass(&mut solver, &rules, &positions);
        let before = solver.nodes();
        let (worst, plays) = warm_pass(&mut solver, &rules, &positions);
        let nodes = solver.nodes() - before;
        println!("{preset:12} {:4} positions {nodes:8} nodes, at most {worst} for one, {plays} plays", positions.len());
    }
}
