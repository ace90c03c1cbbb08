//! A clock that the caller sets. It is the clock of the whole process, so it has a test binary of its own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use rummy_fast::{Deck, Objective, Options, Problem, Rules, Solver, Table, Tile, Tiles, Weights, set_clock};

/// The milliseconds that the clock shows; each look at it adds as many.
static NOW: AtomicU64 = AtomicU64::new(0);
static STEP: AtomicU64 = AtomicU64::new(0);

fn clock() -> Duration {
    Duration::from_millis(NOW.fetch_add(STEP.load(Ordering::Relaxed), Ordering::Relaxed))
}

#[test]
fn limits_are_held_against_the_clock_that_was_set() {
    assert!(set_clock(clock));
    assert!(!set_clock(|| Duration::ZERO));
    let rules = Options { deck: Deck::LARGEST, shortest_meld: 6, ..Rules::schmidt().options() }.validate().unwrap();
    let table = Table::default();
    // A hand that takes seconds: much of the largest deck, with odd weights.
    let all: Vec<Tile> = rules.deck.kinds().flat_map(|tile| std::iter::repeat_n(tile, 4)).collect();
    let hand: Tiles = all.choose_multiple(&mut Pcg64Mcg::new(1), 250).copied().collect();
    let weights = hand.kinds().map(|(tile, _)| (tile, f64::from(u32::from(tile.code()) * 37 % 101)));
    let objective = Objective::Weights(Weights::new(weights).unwrap());
    let problem = Problem::new(&rules, &table, &hand).objective(&objective);
    // The clock stands still: an hour never passes, and neither does a nanosecond. Only `interrupt` stops the search.
    let mut asked = 0;
    let mut interrupt = || {
        asked += 1;
        asked == 10
    };
    let stopped = Solver::new().solve(&problem.clone().limit(Some(Duration::from_nanos(1))), &mut interrupt).unwrap();
    assert!(!stopped.proven && asked == 10, "{asked}");
    // It runs fast: an hour has passed after a few looks.
    STEP.store(1_000_000, Ordering::Relaxed);
    let mut asked = 0;
    let mut interrupt = || {
        asked += 1;
        false
    };
    let late = Solver::new().solve(&problem.limit(Some(Duration::from_secs(3600))), &mut interrupt).unwrap();
    assert!(!late.proven && asked < 10, "{asked}");
    assert!(late.upper_bound >= objective.value(&late.tiles, 0));
}
