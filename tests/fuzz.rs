//! Runs every file of the fuzz corpora through its target.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a panic fails the test")]

#[allow(unreachable_pub, reason = "the fuzz crate uses it")]
#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::path::Path;

use rummy_fast::{FreedJoker, LockedMeld, Objective, Options, Palette, Problem, Solver, Table};

/// Runs a corpus.
fn run_corpus(name: &str) {
    let (_, run) = targets::TARGETS.into_iter().find(|&(known, _)| known == name).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert!((50..=75).contains(&files.len()), "{} files: `make fuzz-corpus` keeps 75", files.len());
    for file in files {
        println!("{}", file.display()); // shown if it fails
        run(&fs::read(file).unwrap());
    }
}

#[test]
fn drafts() {
    run_corpus("drafts");
}

#[test]
fn notation() {
    run_corpus("notation");
}

#[test]
fn replay() {
    run_corpus("replay");
}

#[test]
fn solve() {
    run_corpus("solve");
}

/// Found by `solve`: free jokers were held to `freed_joker = new_meld`, and a worse play was called the best.
#[test]
fn free_jokers_need_no_new_meld() {
    let mut options = Options::preset("rummikub").unwrap();
    options.deck.colors = Palette::first(4);
    options.deck.values = 4;
    (options.locked_meld, options.freed_joker) = (LockedMeld::Free, FreedJoker::NewMeld);
    let rules = &options.validate().unwrap();
    let (table, hand) = (&Table::parse("J r3 r4", rules).unwrap(), &"r1 r2 b2".parse().unwrap());
    let objective = &Objective::Tiles;
    let problem = Problem::new(rules, table, hand).objective(objective);
    let play = Solver::new().solve(&problem, &mut || false).unwrap();
    assert_eq!((play.tiles.to_string().as_str(), play.proven), ("r2", true));
}
