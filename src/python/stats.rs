//! `count_openings` and `play_rounds`: statistics of the game.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::cancel::Cancel;
use super::errors::refuse;
use super::exceptions::RummyError;
use super::numbers;
use super::rules::rules_of;
use super::signals::{Signals, interruptible};
use super::wording::worded;
use crate::stats::{self, RoundFigures, StatsError};
use crate::wording::wording;

/// Consecutive seeds, one for each thing counted.
fn seeds(first: Option<&Bound<'_, PyAny>>, name: &str, count: &Bound<'_, PyAny>) -> PyResult<Range<u64>> {
    let first = first.map_or(Ok(0), numbers::seed)?;
    let count = numbers::count(name, count)? as u64;
    match first.checked_add(count) {
        Some(end) => Ok(first..end),
        None => Err(worded::<RummyError>(wording!(
            "seed = {first}: the last seed of {count} {name} would exceed 2**64 - 1",
            first,
            count,
            name
        ))),
    }
}

fn refused(error: StatsError) -> PyErr {
    match error {
        StatsError::Round(error) => refuse(error),
        StatsError::Bot(error) => refuse(error),
        StatsError::Turn(error) => worded::<RummyError>(error.wording()),
    }
}

/// Count the deals in which a hand can open at once (rule 11), on all cores.
///
/// The hands are `Round.deal(seed=s, rules=rules).hands[0]` for `deals` consecutive seeds `s`. The
/// GIL is released, and Ctrl-C stops the count.
///
/// Args:
///     deals: The number of deals.
///     seed: The first seed.
///     rules: The rules that give the deck, the hand size and the points of an opening; None means
///         `schmidt`.
///     threads: The number of threads, from 1 to 1024; None means all cores.
///     cancel: A `Cancellation` that stops the count from another thread; None means none.
///
/// Returns:
///     The number of deals in which the hand can open.
///
/// Raises:
///     RummyError: If a number is out of range, or the deck is too small for the deal.
///     SearchCancelledError: If a `Cancellation` stopped the count.
///     TypeError: If an argument has the wrong type.
#[pyfunction]
#[pyo3(signature = (deals, *, seed=None, rules=None, threads=None, cancel=None), text_signature = "(deals, *, seed=0, rules=None, threads=None, cancel=None)")]
pub(crate) fn count_openings(
    py: Python<'_>,
    deals: &Bound<'_, PyAny>,
    seed: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    cancel: Option<Cancel>,
) -> PyResult<u64> {
    let (seeds, rules, threads) = (seeds(seed, "deals", deals)?, rules_of(rules)?, numbers::threads(threads)?);
    py.detach(|| {
        interruptible(Signals::new(cancel.as_ref()), |stop| stats::count_openings(&rules, seeds, threads, stop))
    })?
    .map_err(refused)
}

/// Play rounds in which every seat makes the best play every turn, on all cores.
///
/// The rounds are `Round.deal(seats, seed=s, rules=rules)` for `rounds` consecutive seeds `s`,
/// played by `Greedy`. The GIL is released, and Ctrl-C stops them. The result has these lists:
///
/// - `"turns"`: the turns of all seats together.
/// - `"opened"`: of these, the turns of a seat that had opened.
/// - `"forced"`: of these in turn, the turns with nothing to play.
/// - `"plays"`: the turns in which tiles were played.
/// - `"tiles"`: the tiles played in them.
/// - `"joker"`: the turns of a seat that had opened with a joker on the table.
/// - `"stalemate"`: 1 if the round ended because nobody could play (rule 18), else 0.
///
/// Args:
///     rounds: The number of rounds.
///     seats: The number of seats.
///     seed: The first seed.
///     rules: The rules; None means `schmidt`.
///     threads: The number of threads, from 1 to 1024; None means all cores.
///     cancel: A `Cancellation` that stops the rounds from another thread; None means none.
///
/// Returns:
///     A dict with a list for each name above, which has one number for each round.
///
/// Raises:
///     RummyError: If the rules do not allow this number of players, the deck is too small for the
///         deal, or a number is out of range.
///     SearchCancelledError: If a `Cancellation` stopped the rounds.
///     TypeError: If an argument has the wrong type.
#[pyfunction]
#[pyo3(signature = (rounds, *, seats=None, seed=None, rules=None, threads=None, cancel=None), text_signature = "(rounds, *, seats=2, seed=0, rules=None, threads=None, cancel=None)")]
pub(crate) fn play_rounds<'py>(
    py: Python<'py>,
    rounds: &Bound<'py, PyAny>,
    seats: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
    rules: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    cancel: Option<Cancel>,
) -> PyResult<Bound<'py, PyDict>> {
    let (seeds, rules, threads) = (seeds(seed, "rounds", rounds)?, rules_of(rules)?, numbers::threads(threads)?);
    let seats = seats.map_or(Ok(2), |seats| numbers::count("seats", seats))?;
    let figures = py
        .detach(|| {
            interruptible(Signals::new(cancel.as_ref()), |stop| stats::play_rounds(&rules, seats, seeds, threads, stop))
        })?
        .map_err(refused)?;
    let dict = PyDict::new(py);
    let column =
        |name: &str, of: fn(&RoundFigures) -> u32| dict.set_item(name, figures.iter().map(of).collect::<Vec<_>>());
    column("turns", |one| one.turns)?;
    column("opened", |one| one.opened)?;
    column("forced", |one| one.forced)?;
    column("plays", |one| one.plays)?;
    column("tiles", |one| one.tiles)?;
    column("joker", |one| one.joker)?;
    column("stalemate", |one| one.stalemate.into())?;
    Ok(dict)
}
