//! Whole rounds between greedy players, and the share of the referee: `cargo bench --bench round`.
//!
//! Each bench asserts its answer: repeating the turns must lead to the same round.

#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints its results")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rummy_fast::{Bot, Greedy, PRESETS, Round, Rules, Turn};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The rounds of one measurement.
const ROUNDS: u64 = 50;

fn preset(name: &str) -> Rules {
    rummy_fast::Options::preset(name).unwrap().validate().unwrap()
}

fn finish(mut round: Round, greedy: &mut Greedy) -> Round {
    while round.outcome().is_none() {
        let seat = round.to_move();
        let turn = greedy.choose(&round.view(seat).unwrap(), None, &mut || false).unwrap();
        round.take(seat, &turn).unwrap();
    }
    round
}

fn deal(rules: &Rules, seats: usize, seed: u64) -> Round {
    Round::deal(rules, seats, seed, None).unwrap()
}

/// Finished rounds with their turns.
fn played(rules: &Rules, seats: usize) -> Vec<(Round, Vec<Turn>)> {
    let mut greedy = Greedy::new();
    let turns = |round: &Round| {
        let turn = |event: &rummy_fast::Event| match event.kind.name() {
            "play" => Turn::Play(event.table.as_ref().clone()),
            "draw" => Turn::Draw,
            _ => Turn::Pass,
        };
        round.events().iter().map(|event| turn(event)).collect()
    };
    (0..ROUNDS)
        .map(|seed| {
            let round = finish(deal(rules, seats, seed), &mut greedy);
            let turns = turns(&round);
            (round, turns)
        })
        .collect()
}

/// Where the time of a round goes, in wall-clock time.
fn shares(name: &str, seats: usize) {
    let rules = preset(name);
    let mut greedy = Greedy::new();
    let (mut choosing, mut viewing, mut turning) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let (mut rounds, mut turns) = (0u32, 0usize);
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(300) {
        let mut round = deal(&rules, seats, rounds.into());
        while round.outcome().is_none() {
            let seat = round.to_move();
            let began = Instant::now();
            let view = round.view(seat).unwrap();
            let seen = Instant::now();
            let turn = greedy.choose(&view, None, &mut || false).unwrap();
            let chosen = Instant::now();
            drop(view);
            round.take(seat, &turn).unwrap();
            viewing += seen - began;
            choosing += chosen - seen;
            turning += chosen.elapsed();
        }
        turns += round.events().len();
        rounds += 1;
    }
    let whole = start.elapsed().as_secs_f64();
    let percent = |part: Duration| 100.0 * part.as_secs_f64() / whole;
    println!(
        "{name:12} {seats} seats: {:6.0} rounds/s, {:3} turns a round; solver {:4.1} %, turns {:4.1} %, views {:4.1} %",
        f64::from(rounds) / whole,
        turns / rounds as usize,
        percent(choosing),
        percent(turning),
        percent(viewing),
    );
}

fn rounds(criterion: &mut Criterion) {
    for name in PRESETS {
        for seats in 2..=4 {
            shares(name, seats);
        }
    }
    let rules = Rules::schmidt();
    let mut group = criterion.benchmark_group("round");
    group.throughput(Throughput::Elements(ROUNDS));
    for seats in 2..=4 {
        let games = played(&rules, seats);
        let mut greedy = Greedy::new();
        group.bench_function(format!("greedy/{seats}"), |bench| {
            bench.iter(|| {
                for (seed, (end, _)) in games.iter().enumerate() {
                    let round = finish(deal(&rules, seats, seed as u64), &mut greedy);
                    assert_eq!(round.outcome(), end.outcome());
                }
            });
        });
        // The same turns without the players.
        group.bench_function(format!("turns/{seats}"), |bench| {
            bench.iter(|| {
                for (seed, (end, turns)) in games.iter().enumerate() {
                    let mut round = deal(&rules, seats, seed as u64);
                    for turn in turns {
                        round.take(round.to_move(), turn).unwrap();
                    }
                    assert_eq!(round.outcome(), end.outcome());
                }
            });
        });
    }
    group.finish();
}

fn parts(criterion: &mut Criterion) {
    let rules = Rules::schmidt();
    let mut seed = 0;
    criterion.bench_function("deal", |bench| {
        bench.iter(|| {
            seed += 1;
            black_box(deal(&rules, 4, seed))
        });
    });
    let games = played(&rules, 2);
    let (end, _) = games.first().unwrap();
    assert!(end.events().len() > 20);
    criterion.bench_function("view", |bench| bench.iter(|| black_box(end.view(0).unwrap())));
    criterion
        .bench_function("copy", |bench| bench.iter_batched(|| (), |()| black_box(end.clone()), BatchSize::SmallInput));
}

criterion_group!(benches, rounds, parts);
criterion_main!(benches);
