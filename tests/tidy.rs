//! Tidy plays: among the best plays, one that touches the fewest melds of the table.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a panic is a failed test")]

mod common;
mod records;

use std::time::{Duration, Instant};

use common::{DECKS, Everything, number, small_rules, solver_of, touched, worth};
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;
use records::{position_of, records};
use rummy_fast::{
    LockedMeld, Meld, Objective, OpeningTable, Options, Play, Problem, Rules, Solver, Table, Tiles, is_legal,
};
use serde_json::Value;

struct Position {
    rules: Rules,
    table: Table,
    hand: Tiles,
    opened: bool,
    objective: Objective,
}

impl Position {
    fn new(preset: &str, table: &str, hand: &str) -> Self {
        let rules = records::preset(preset);
        let table = Table::parse(table, &rules).unwrap();
        let hand = hand.parse().unwrap();
        Self { rules, table, hand, opened: true, objective: Objective::Tiles }
    }

    fn problem(&self, tidy: bool) -> Problem<'_> {
        let problem = Problem::new(&self.rules, &self.table, &self.hand);
        problem.opened(self.opened).objective(&self.objective).tidy(tidy)
    }

    fn worth(&self, play: &Play) -> (u64, u64) {
        worth(&self.objective, &play.tiles, &self.rules)
    }

    /// Solves without and with `tidy`, and checks what must hold for any two such answers.
    fn solve(&self, solver: &mut Solver) -> (Play, Play) {
        let plain = solver.solve(&self.problem(false), &mut || false).unwrap();
        let tidy = solver.solve(&self.problem(true), &mut || false).unwrap();
        let context = self.context(&tidy);
        assert!(tidy.proven, "{context}");
        assert_eq!(self.worth(&tidy), self.worth(&plain), "{context}");
        assert_eq!(tidy.table.tiles(), self.table.tiles().plus(&tidy.tiles), "{context}");
        assert!(self.touched(&tidy) <= self.touched(&plain), "{context}");
        if tidy.tiles.is_empty() {
            assert_eq!(tidy.table, self.table, "{context}");
        } else {
            let legal = is_legal(&self.table, &self.hand, &tidy.table, self.opened, &self.rules);
            assert!(legal, "not legal: {context}");
        }
        (plain, tidy)
    }

    fn touched(&self, play: &Play) -> usize {
        touched(&self.table, play.table.melds())
    }

    fn context(&self, play: &Play) -> String {
        format!(
            "{:?}: table {} hand {} opened {} {:?}: {}",
            self.rules, self.table, self.hand, self.opened, self.objective, play.table
        )
    }
}

fn compare(name: &str, preset: &str, change: impl Fn(&mut Options) + Sync) {
    let positions = number("RUMMY_FAST_POSITIONS", 40);
    let seed = number("RUMMY_FAST_SEED", 1);
    let jobs: Vec<(usize, u64)> = (0..DECKS.len()).flat_map(|deck| (0..8).map(move |part| (deck, part))).collect();
    let counted: Vec<[u64; 3]> = jobs
        .into_par_iter()
        .map(|(place, part)| {
            let rules = small_rules(preset, DECKS[place], &change);
            let everything = Everything::new(&rules);
            let mut rng = Pcg64Mcg::seed_from_u64(seed.wrapping_mul(1_000_003) + place as u64 * 64 + part);
            let mut solver = solver_of(part);
            let mut counted = [0; 3];
            for _ in 0..positions.div_ceil(8) {
                let (table, hand) = everything.random_position(&mut rng, 4);
                let opened = rng.random_bool(if rules.opening_table == OpeningTable::SameTurn { 0.5 } else { 0.95 });
                let objective = if rng.random_bool(0.5) { Objective::Tiles } else { Objective::Points };
                let position = Position { rules, table, hand, opened, objective };
                let (plain, tidy) = position.solve(&mut solver);
                let brute = everything.fewest_touched(&position.problem(true), u64::MAX).unwrap();
                assert_eq!((position.worth(&tidy), position.touched(&tidy)), brute, "{}", position.context(&tidy));
                counted[0] += 1;
                counted[1] += u64::from(brute.1 > 0);
                counted[2] += u64::from(position.touched(&plain) > brute.1);
            }
            counted
        })
        .collect();
    let sum = |place: usize| counted.iter().map(|counted| counted[place]).sum::<u64>();
    println!("{name}: {} positions, {} touch the table, {} were untidy", sum(0), sum(1), sum(2));
    assert!(sum(1) > 0 && sum(2) > 0, "nothing was tested");
}

#[test]
fn schmidt() {
    compare("schmidt", "schmidt", |_| ());
}

#[test]
fn free_jokers() {
    compare("free_jokers", "free_jokers", |_| ());
}

#[test]
fn rummikub_eu() {
    compare("rummikub_eu", "rummikub_eu", |_| ());
}

#[test]
fn sabra() {
    compare("sabra", "sabra", |_| ());
}

#[test]
fn opening_in_the_same_turn() {
    compare("opening in the same turn", "schmidt", |options| options.opening_table = OpeningTable::SameTurn);
}

#[test]
fn identity() {
    compare("identity", "schmidt", |options| options.locked_meld = LockedMeld::Identity);
}

fn position(record: &Value, preset: &str) -> Position {
    let mut options = records::preset(preset).options();
    if let Some(penalty) = record["rules"]["joker_penalty"].as_u64() {
        options.joker_penalty = u16::try_from(penalty).unwrap();
    }
    let rules = options.validate().unwrap();
    let (table, hand, opened) = position_of(record, &rules);
    Position { rules, table, hand, opened, objective: Objective::Tiles }
}

/// Whether some best play touches only `fewer` melds, where jokers are free: the others are simply removed.
fn can_touch(position: &Position, solver: &mut Solver, best: (u64, u64), fewer: usize) -> bool {
    fn choose(
        position: &Position,
        solver: &mut Solver,
        best: (u64, u64),
        picked: &mut Vec<Meld>,
        from: usize,
        more: usize,
    ) -> bool {
        if more == 0 {
            let table = Table::new(picked.clone());
            let mut problem = position.problem(false);
            problem.table = &table;
            return position.worth(&solver.solve(&problem, &mut || false).unwrap()) == best;
        }
        (from..position.table.melds().len()).any(|place| {
            picked.push(position.table.melds()[place]);
            let found = choose(position, solver, best, picked, place + 1, more - 1);
            picked.pop();
            found
        })
    }
    choose(position, solver, best, &mut Vec::new(), 0, fewer)
}

#[test]
fn whole_tables() {
    let mut solver = Solver::new();
    let (mut touching, mut untidy) = (0, 0);
    for (file, presets) in [
        ("selfplay", ["schmidt", "free_jokers", "rummikub_eu", "sabra"].as_slice()),
        ("free_jokers", &["free_jokers"]),
        ("schmidt", &["schmidt"]),
        ("sabra", &["sabra"]),
    ] {
        for record in records(file) {
            for &preset in presets {
                let position = position(&record, preset);
                // The most crowded random positions take long without optimization.
                if file != "selfplay" && position.table.melds().len() > 16 {
                    continue;
                }
                let (plain, tidy) = position.solve(&mut solver);
                let (all, few) = (position.touched(&plain), position.touched(&tidy));
                touching += u64::from(few > 0);
                untidy += u64::from(all > few);
                // With fewer melds there must be none; checked where there are not too many choices.
                if preset == "free_jokers" && few > 0 && few <= 3 {
                    let fewer = can_touch(&position, &mut solver, position.worth(&tidy), few - 1);
                    assert!(!fewer, "{}", position.context(&tidy));
                }
            }
        }
    }
    println!("{touching} touch the table, {untidy} were untidy");
    assert!(touching > 100 && untidy > 50, "nothing was tested");
}

#[test]
fn examples() {
    let mut solver = Solver::new();
    for (table, hand, expected) in [
        // The examples of the rule book: adding a tile, taking a tile away, cutting a run.
        ("r6 r7 r8", "r5 r9", 1),
        ("r8 y8 g8", "b8", 1),
        ("g2 g3 g4 g5", "g6 y2 b2", 1),
        ("b2 b3 b4 b5 b6", "b4", 1),
        ("r3 J r5", "r4 y9 b9", 1),
        // Nothing can be played.
        ("r5 r6 r7", "y5 b5", 0),
        // Melds from the hand alone.
        ("r1 r2 r3 | g8 g9 g10", "b4 b5 b6", 0),
        // Only one of two equal melds.
        ("r1 r2 r3 | r1 r2 r3", "r4", 1),
        ("r1 r2 r3 | r1 r2 r3", "r4 r4", 2),
        // A tile borrowed from a meld that stays may free the joker.
        ("J r5 r6 r7 | r4 y4 g4 b4 | b10 b11 b12", "y9 b9", 1),
        ("r3 J r5 | r4 y4 g4 b4 | b10 b11 b12", "y9 b9", 2),
        ("r1 r2 r3 | y1 y2 y3 | g1 g2 g3 | b9 b10 b11", "b1", 3),
    ] {
        let position = Position::new("schmidt", table, hand);
        let (_, tidy) = position.solve(&mut solver);
        assert_eq!(position.touched(&tidy), expected, "{}", position.context(&tidy));
    }
}

/// The joker of the meld that stays is exchanged, too; another one takes its place.
#[test]
fn a_joker_takes_the_place_of_another() {
    for (jokers, table, hand) in [(2, "r5 y5 g5 | y1 y2 y3 J y5 | y2 J y4", "r5"), (3, "J g2 g3 | g1 J g3 g4 g5", "y1")]
    {
        let rules = small_rules("schmidt", (3, 5, 2, jokers, 3), |_| ());
        let table = Table::parse(table, &rules).unwrap();
        let hand = hand.parse().unwrap();
        let position = Position { rules, table, hand, opened: true, objective: Objective::Tiles };
        let (_, tidy) = position.solve(&mut Solver::new());
        assert_eq!(position.touched(&tidy), 1, "{}", position.context(&tidy));
    }
}

#[test]
fn a_limit_stops_it() {
    let position = Position::new("schmidt", "r1 r2 r3 | y1 y2 y3 | g1 g2 g3 | b9 b10 b11", "b1");
    let problem = position.problem(true).limit(Some(Duration::from_nanos(1)));
    let play = Solver::new().solve(&problem, &mut || false).unwrap();
    assert!(!play.proven);
    assert_eq!(play.table.tiles(), position.table.tiles().plus(&play.tiles));
}

/// `RUMMY_FAST_TIMES=1 cargo test --release --test tidy -- --nocapture times`
#[test]
fn times() {
    if number("RUMMY_FAST_TIMES", 0) == 0 {
        return;
    }
    let mut solver = Solver::new();
    for (file, preset) in [
        ("selfplay", "schmidt"),
        ("selfplay", "free_jokers"),
        ("free_jokers", "free_jokers"),
        ("free_jokers", "schmidt"),
    ] {
        for least in [0, 12] {
            let mut times = [Vec::new(), Vec::new()];
            let mut worst = (Duration::ZERO, String::new());
            for record in records(file) {
                let position = position(&record, preset);
                if position.table.melds().len() < least {
                    continue;
                }
                for (tidy, times) in times.iter_mut().enumerate() {
                    let once = || {
                        let begin = Instant::now();
                        solver.solve(&position.problem(tidy == 1), &mut || false).unwrap();
                        begin.elapsed()
                    };
                    let time = std::iter::repeat_with(once).take(3).min().unwrap();
                    times.push(time);
                    if time > worst.0 {
                        worst = (time, format!("{} | {}", position.table, position.hand));
                    }
                }
            }
            let context = times.map(|mut times| {
                times.sort_unstable();
                let last = times.len() - 1;
                format!("median {:?} 99% {:?} worst {:?}", times[last / 2], times[last * 99 / 100], times[last])
            });
            println!("{file} {preset}, {least} melds or more: plain {} tidy {}\n  {}", context[0], context[1], worst.1);
        }
    }
}
