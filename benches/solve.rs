//! The Rust core on named positions of `tests/data`: `cargo bench`. Each bench asserts its answer.

#![allow(missing_docs, clippy::unwrap_used, reason = "a panic stops the benchmark")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rummy_fast::{Objective, Options, Palette, Problem, Rules, Solver, Table, Tiles};
use serde_json::Value;
use std::hint::black_box;

/// File, position, preset.
const NAMED: [(&str, &str, &str); 16] = [
    ("rule_cases", "P15", "schmidt"),
    ("rule_cases", "P25", "schmidt"),
    ("rule_cases", "P25", "rummikub"),
    ("rule_cases", "P32", "sabra"),
    ("selfplay", "selfplay-138", "schmidt"),
    ("selfplay", "selfplay-646", "schmidt"),
    ("selfplay", "selfplay-646", "free_jokers"),
    ("schmidt", "schmidt-5", "schmidt"),
    ("schmidt", "schmidt-141", "schmidt"),
    ("schmidt", "schmidt-8", "schmidt"),
    ("free_jokers", "free_jokers-159", "free_jokers"),
    ("free_jokers", "free_jokers-230", "free_jokers"),
    ("sabra", "sabra-5", "sabra"),
    ("openings", "opening-2", "schmidt"),
    ("decks", "deck-0", "free_jokers"),
    ("decks", "deck-1", "free_jokers"),
];

struct Position {
    rules: Rules,
    table: Table,
    hand: Tiles,
    opened: bool,
    max_tiles: u64,
}

fn records(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A record under a preset, with the deck of its own if it names one.
fn position(record: &Value, preset: &str) -> Option<Position> {
    let max_tiles = match &record["max_tiles"] {
        Value::Object(by_preset) => by_preset.get(preset)?.as_u64()?,
        max_tiles => max_tiles.as_u64()?,
    };
    let mut options = Options::preset(preset).unwrap();
    let deck = &mut options.deck;
    deck.colors = Palette::first(record["rules"]["colors"].as_u64().map_or(4, |count| count.try_into().unwrap()));
    for (name, option) in [
        ("values", &mut deck.values),
        ("copies", &mut deck.copies),
        ("jokers", &mut deck.jokers),
        ("shortest_meld", &mut options.shortest_meld),
    ] {
        if let Some(number) = record["rules"].get(name).and_then(Value::as_u64) {
            *option = u8::try_from(number).unwrap();
        }
    }
    let rules = options.validate().unwrap();
    let melds = record["table"].as_array().unwrap().iter().map(|meld| meld.as_str().unwrap());
    Some(Position {
        table: Table::parse_melds(melds, &rules).unwrap(),
        hand: Tiles::parse(record["hand"].as_str().unwrap(), &rules.deck).unwrap(),
        opened: record["opened"].as_bool().unwrap(),
        max_tiles,
        rules,
    })
}

fn solve(solver: &mut Solver, position: &Position) {
    let Position { rules, table, hand, opened, max_tiles } = position;
    let objective = &Objective::Tiles;
    let problem = Problem::new(rules, table, hand).opened(*opened).objective(objective);
    let play = solver.solve(black_box(&problem), &mut || false).unwrap();
    assert_eq!(play.tiles.len() as u64, *max_tiles, "{table} hand {hand}");
}

fn named(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("named");
    for (file, id, preset) in NAMED {
        let record = records(file).into_iter().find(|record| record["id"] == id).unwrap();
        let position = position(&record, preset).unwrap();
        let mut solver = Solver::new();
        group.bench_function(format!("{preset}/{id}"), |bencher| bencher.iter(|| solve(&mut solver, &position)));
    }
    group.finish();
}

/// All positions of a file one after the other.
fn whole_files(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("files");
    group.sample_size(20);
    for (file, preset) in [
        ("selfplay", "schmidt"),
        ("selfplay", "free_jokers"),
        ("schmidt", "schmidt"),
        ("free_jokers", "free_jokers"),
        ("sabra", "sabra"),
        ("openings", "schmidt"),
        ("decks", "free_jokers"),
    ] {
        let positions: Vec<Position> = records(file).iter().filter_map(|record| position(record, preset)).collect();
        assert!(positions.len() >= 90);
        let mut solver = Solver::new();
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(format!("{preset}/{file}"), |bencher| {
            bencher.iter(|| positions.iter().for_each(|position| solve(&mut solver, position)));
        });
    }
    group.finish();
}

criterion_group!(benches, named, whole_files);
criterion_main!(benches);
