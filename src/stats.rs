//! Statistics of the game from many deals and rounds, on all cores.
//!
//! Each deal or round has its own seed, one after the other, so any of them can be repeated.

use std::ops::Range;

use crate::bots::{BotError, greedy};
use crate::round::{Ending, EventKind, Round, RoundError, TurnError};
use crate::rules::Rules;
use crate::solver::{Problem, Solver, with_solver};
use crate::table::Table;
use crate::threads;
use crate::tile::Tile;
use crate::wording::{Wording, worded_errors};

/// Why statistics cannot be computed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StatsError {
    /// A round cannot begin.
    Round(RoundError),
    /// A bot has no turn to choose; in a round it always has.
    Bot(BotError),
    /// A turn is refused; turns of the built-in bots never are.
    Turn(TurnError),
}

impl StatsError {
    /// Returns the message of the inner error.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Round(error) => error.wording(),
            Self::Bot(error) => error.wording(),
            Self::Turn(error) => error.wording(),
        }
    }
}

impl From<RoundError> for StatsError {
    fn from(error: RoundError) -> Self {
        Self::Round(error)
    }
}

impl From<BotError> for StatsError {
    fn from(error: BotError) -> Self {
        Self::Bot(error)
    }
}

impl From<TurnError> for StatsError {
    fn from(error: TurnError) -> Self {
        Self::Turn(error)
    }
}

worded_errors!(StatsError);

/// The figures of one round in which every seat made the best play every turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct RoundFigures {
    /// The turns of all seats together.
    pub turns: u32,
    /// The turns of seats that had opened.
    pub opened: u32,
    /// The turns of seats that had opened with nothing to play.
    pub forced: u32,
    /// The turns in which tiles were played.
    pub plays: u32,
    /// The tiles played.
    pub tiles: u32,
    /// The turns of seats that had opened with a joker on the table at the start.
    pub joker: u32,
    /// Whether the round ended because no seat could play any more (rule 18).
    pub stalemate: bool,
}

/// The deals or rounds that are shared out among the threads at once: enough to keep all of them busy, and few enough
/// to end soon after an interrupt.
const DEALS_AT_ONCE: u64 = 1 << 16;
const ROUNDS_AT_ONCE: u64 = 1 << 12;
/// The most of them that a thread takes at once.
const SEEDS_AT_ONCE: usize = 16;

/// Splits a range into ranges of at most this length.
fn chunks(mut seeds: Range<u64>, length: u64) -> impl Iterator<Item = Range<u64>> {
    std::iter::from_fn(move || {
        let chunk = seeds.start..seeds.end.min(seeds.start.saturating_add(length));
        seeds.start = chunk.end;
        (!chunk.is_empty()).then_some(chunk)
    })
}

/// The results for each seed of a chunk.
fn on_threads<T: Send>(
    threads: Option<usize>,
    seeds: Range<u64>,
    each: impl Fn(&mut Solver, u64) -> T + Sync,
) -> Vec<T> {
    let count = (seeds.end - seeds.start) as usize;
    threads::map(threads, count, SEEDS_AT_ONCE, |index| with_solver(|solver| each(solver, seeds.start + index as u64)))
}

/// Counts the deals in which the first seat can open at once (rule 11).
///
/// Polls `interrupt`; once that returns true, it stops and the count is meaningless.
///
/// # Errors
/// If the deck is too small to deal.
pub fn count_openings(
    rules: &Rules,
    seeds: Range<u64>,
    threads: Option<usize>,
    interrupt: &(dyn Fn() -> bool + Sync),
) -> Result<u64, StatsError> {
    let seats = rules.players.0.into();
    let table = Table::default();
    let opens = |solver: &mut Solver, seed| -> Result<u64, StatsError> {
        if interrupt() {
            return Ok(0);
        }
        let round = Round::deal(rules, seats, seed, Some(0))?;
        let Some(hand) = round.hands().first() else { return Ok(0) };
        let problem = Problem::new(rules, &table, hand).opened(false);
        let play = solver.solve(&problem, &mut || interrupt()).map_err(BotError::from)?;
        Ok(u64::from(!play.tiles.is_empty()))
    };
    let mut count = 0;
    for seeds in chunks(seeds, DEALS_AT_ONCE).take_while(|_| !interrupt()) {
        for opens in on_threads(threads, seeds, opens) {
            count += opens?;
        }
    }
    Ok(count)
}

/// Plays rounds in which every seat makes the best play every turn, as [`Greedy`](crate::Greedy) does.
///
/// Polls `interrupt`; once that returns true, it stops and the figures are meaningless.
///
/// # Errors
/// If the rules do not allow this number of seats, or the deck is too small to deal.
pub fn play_rounds(
    rules: &Rules,
    seats: usize,
    seeds: Range<u64>,
    threads: Option<usize>,
    interrupt: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<RoundFigures>, StatsError> {
    let play = |solver: &mut Solver, seed| -> Result<RoundFigures, StatsError> {
        if interrupt() {
            return Ok(RoundFigures::default());
        }
        play_round(solver, Round::deal(rules, seats, seed, None)?, interrupt)
    };
    let mut figures = Vec::new();
    for seeds in chunks(seeds, ROUNDS_AT_ONCE).take_while(|_| !interrupt()) {
        for played in on_threads(threads, seeds, play) {
            figures.push(played?);
        }
    }
    Ok(figures)
}

fn play_round(
    solver: &mut Solver,
    mut round: Round,
    interrupt: &(dyn Fn() -> bool + Sync),
) -> Result<RoundFigures, StatsError> {
    let mut figures = RoundFigures::default();
    let mut joker = false;
    while round.outcome().is_none() && !interrupt() {
        let seat = round.to_move();
        let opened = round.opened().get(seat).copied().unwrap_or(false);
        let turn = greedy::choose(solver, &round.view(seat)?, None, &mut || interrupt())?;
        let event = round.take(seat, &turn)?;
        let plays = event.kind == EventKind::Play;
        figures.turns += 1;
        figures.opened += u32::from(opened);
        figures.forced += u32::from(opened && !plays);
        figures.plays += u32::from(plays);
        figures.tiles += event.tiles.len() as u32;
        figures.joker += u32::from(opened && joker);
        // A joker on the table stays on the table (rule 10).
        joker |= event.tiles.contains(&Tile::JOKER);
    }
    figures.stalemate =
        round.outcome().is_some_and(|outcome| matches!(outcome.ending, Ending::Stalemate | Ending::Void));
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    const NEVER: &(dyn Fn() -> bool + Sync) = &|| false;

    #[test]
    fn the_count_does_not_depend_on_threads_or_parts() {
        let rules = Rules::schmidt();
        let count = |seeds, threads| count_openings(&rules, seeds, threads, NEVER).unwrap();
        let whole = count(0..2_000, Some(1));
        assert_eq!(whole, count(0..700, Some(3)) + count(700..2_000, None));
        // About half of all hands, give or take five standard deviations.
        assert!(whole.abs_diff(1_002) < 112, "{whole}");
    }

    #[test]
    fn each_round_depends_on_its_seed_only() {
        let rules = Rules::schmidt();
        let figures = play_rounds(&rules, 3, 10..30, None, NEVER).unwrap();
        assert_eq!(figures.len(), 20);
        assert_eq!(figures[7..9], play_rounds(&rules, 3, 17..19, Some(1), NEVER).unwrap());
        for one in figures {
            assert!(one.turns >= one.opened && one.opened >= one.forced.max(one.joker), "{one:?}");
            assert!(one.tiles >= one.plays && one.plays > 0, "{one:?}");
            assert!(one.turns - one.opened >= 1 && one.opened - one.forced < one.plays, "{one:?}");
        }
    }

    #[test]
    fn invalid_deals_are_refused() {
        assert!(matches!(
            play_rounds(&Rules::schmidt(), 5, 0..1, None, NEVER),
            Err(StatsError::Round(RoundError::Seats { seats: 5, .. }))
        ));
    }

    #[test]
    fn an_interrupt_stops_the_work() {
        let rules = Rules::schmidt();
        assert_eq!(count_openings(&rules, 0..u64::MAX, None, &|| true), Ok(0));
        assert_eq!(play_rounds(&rules, 2, 0..100_000_000, None, &|| true), Ok(Vec::new()));
    }

    #[test]
    fn an_interrupt_ends_it_within_a_chunk() {
        let (rules, calls) = (Rules::schmidt(), AtomicU64::new(0));
        let stop = || calls.fetch_add(1, Ordering::Relaxed) >= 100;
        play_rounds(&rules, 2, 0..u64::MAX, None, &stop).unwrap();
        assert!(calls.load(Ordering::Relaxed) <= 2 * ROUNDS_AT_ONCE, "{calls:?}");
    }

    #[test]
    fn chunks_cover_the_seeds() {
        let end = u64::MAX;
        for seeds in [0..0, 5..6, 3..10, 3..11, end - 9..end] {
            let parts: Vec<Range<u64>> = chunks(seeds.clone(), 4).collect();
            assert!(parts.iter().all(|part| (1..=4).contains(&(part.end - part.start))), "{parts:?}");
            assert!(parts.into_iter().flatten().eq(seeds));
        }
    }
}
