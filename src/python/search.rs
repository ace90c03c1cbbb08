//! `Search`: the strongest built-in bot.

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyType;

use super::bots::decide;
use super::cancel::Cancel;
use super::convert::Argument;
use super::numbers::{self, whole};
use super::turn::PyTurn;
use crate::bots::{Level, Search};
use crate::threads::cores;

/// The most positions that can be asked for.
const MAX_POSITIONS: u64 = 1_000_000_000_000;

/// The strongest built-in bot: it samples the hidden tiles and evaluates each turn by rollouts.
///
/// A sample agrees with what the seat has seen: the hand sizes and, as far as possible, what the
/// others did not play. The choice depends only on the view and the seed, so one bot can serve
/// several seats and threads at once. If only `positions` limits it, which is the default, the same
/// seed and view give the same turn on every machine and with any number of threads.
///
/// Args:
///     seed: The seed of the random samples, from 0 to 2**64 - 1.
///     positions: The number of positions to solve for each turn, from 1 to 10**12.
///     seconds: The seconds to think about each turn, more than 0 and at most a year. The limit
///         that is reached first ends the search. With neither limit it solves as many positions as
///         take about 60 ms.
///     threads: The number of threads, from 1 to 1024; None means all cores.
///
/// Raises:
///     RummyError: If a number is out of range.
///     TypeError: If an argument has the wrong type.
#[pyclass(name = "Search", module = "rummy_fast", frozen, eq, hash)]
pub(crate) struct PySearch {
    seed: u64,
    level: Level,
    threads: usize,
    search: Search,
}

impl PartialEq for PySearch {
    fn eq(&self, other: &Self) -> bool {
        (self.seed, self.level, self.threads) == (other.seed, other.level, other.threads)
    }
}

impl Eq for PySearch {}

impl Hash for PySearch {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.seed, self.level, self.threads).hash(state);
    }
}

#[pymethods]
impl PySearch {
    #[new]
    #[pyo3(
        signature = (seed=None, positions=None, seconds=None, threads=Argument::Default),
        text_signature = "(seed=0, positions=None, seconds=None, threads=1)"
    )]
    fn new(
        seed: Option<&Bound<'_, PyAny>>,
        positions: Option<&Bound<'_, PyAny>>,
        seconds: Option<&Bound<'_, PyAny>>,
        threads: Argument<'_>,
    ) -> PyResult<Self> {
        let seed = seed.map_or(Ok(0), numbers::seed)?;
        let positions = positions.map(|value| whole("positions", value, 1, MAX_POSITIONS)).transpose()?;
        let time = numbers::seconds("seconds", seconds)?;
        let level = if positions.is_none() && time.is_none() { Level::default() } else { Level { positions, time } };
        let threads = match threads {
            Argument::Default => 1,
            Argument::Given(threads) => {
                let threads = numbers::threads(if threads.is_none() { None } else { Some(&threads) })?;
                threads.unwrap_or_else(cores)
            }
        };
        Ok(Self { seed, level, threads, search: Search::new(seed, level).on_threads(threads) })
    }

    /// The name, `"search"`.
    #[getter]
    fn name(&self) -> &'static str {
        let _ = self;
        "search"
    }

    /// The seed of the random samples.
    #[getter]
    const fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of positions to solve for each turn; None if only time limits the search.
    #[getter]
    const fn positions(&self) -> Option<u64> {
        self.level.positions
    }

    /// The seconds to think about each turn; None if only positions limit the search.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.level.time.map(|time| time.as_secs_f64())
    }

    /// The number of threads.
    #[getter]
    const fn threads(&self) -> usize {
        self.threads
    }

    /// Choose a turn. Ctrl-C stops a running search.
    ///
    /// If only one turn is possible, or a turn ends the round, the choice takes no search.
    ///
    /// Args:
    ///     view: The view of the seat whose turn it is.
    ///     limit: The seconds that the search may take, more than 0 and at most a year, in addition
    ///         to the bot's own limits; None means no additional limit.
    ///     cancel: A `Cancellation` that stops the search from another thread; None means none.
    ///
    /// Returns:
    ///     The turn.
    ///
    /// Raises:
    ///     RummyError: If it is not the turn of this seat, or the limit is invalid.
    ///     SearchCancelledError: If a `Cancellation` stopped the search.
    ///     TypeError: If an argument has the wrong type.
    #[pyo3(signature = (view, limit=None, *, cancel=None))]
    fn choose(
        &self,
        py: Python<'_>,
        view: &Bound<'_, PyAny>,
        limit: Option<&Bound<'_, PyAny>>,
        cancel: Option<Cancel>,
    ) -> PyResult<PyTurn> {
        decide(py, view, limit, cancel.as_ref(), |view, limit, interrupt| self.search.think(view, limit, interrupt))
    }

    fn __repr__(&self) -> String {
        let mut text = format!("Search({}", self.seed);
        // Writing to a String cannot fail.
        if let Some(positions) = self.level.positions {
            let _ = write!(text, ", positions={positions}");
        }
        if let Some(time) = self.level.time {
            let _ = write!(text, ", seconds={:?}", time.as_secs_f64());
        }
        if self.threads > 1 {
            let _ = write!(text, ", threads={}", self.threads);
        }
        text + ")"
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, Arguments) {
        let bot = slf.get();
        (slf.get_type(), (bot.seed, bot.level.positions, bot.seconds(), bot.threads))
    }
}

/// The constructor arguments.
type Arguments = (u64, Option<u64>, Option<f64>, usize);
