//! `count_openings` and `play_rounds`: what the game is like.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::args;
use super::errors::{RummyError, refuse, worded};
use super::round::seed_of;
use super::solve::interruptible;
use crate::stats::{self, RoundFigures, StatsError};
use crate::wording::wording;

/// So many seeds one after the other.
fn seeds(first: Option<&Bound<'_, PyAny>>, name: &str, count: &Bound<'_, PyAny>) -> PyResult<Range<u64>> {
    let first = first.map_or(Ok(0), seed_of)?;
    let count = args::number(name, count)? as u64;
    match first.checked_add(count) {
        Some(end) => Ok(first..end),
        None => Err(worded::<RummyError>(wording!(
            "seed = {first}: the seeds of {count} {name} go beyond 2**64 - 1",
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

/// Counts the deals in which a hand can open at once.
#[pyfunction]
#[pyo3(signature = (deals, *, seed=None, rules=None, threads=None), text_signature = "(deals, *, seed=0, rules=None, threads=None)")]
pub(crate) fn count_openings(
    py: Python<'_>,
    deals: &Bound<'_, PyAny>,
    seed: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<u64> {
    let (seeds, rules, threads) = (seeds(seed, "deals", deals)?, args::rules(rules)?, args::threads(threads)?);
    py.detach(|| interruptible(|stop| stats::count_openings(&rules, seeds, threads, stop)))?.map_err(refused)
}

/// Plays rounds in which all seats make the best play every turn.
#[pyfunction]
#[pyo3(signature = (rounds, *, seats=None, seed=None, rules=None, threads=None), text_signature = "(rounds, *, seats=2, seed=0, rules=None, threads=None)")]
pub(crate) fn play_rounds<'py>(
    py: Python<'py>,
    rounds: &Bound<'py, PyAny>,
    seats: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
    rules: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (seeds, rules, threads) = (seeds(seed, "rounds", rounds)?, args::rules(rules)?, args::threads(threads)?);
    let seats = seats.map_or(Ok(2), |seats| args::number("seats", seats))?;
    let figures = py
        .detach(|| interruptible(|stop| stats::play_rounds(&rules, seats, seeds, threads, stop)))?
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
