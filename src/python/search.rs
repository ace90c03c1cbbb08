//! The bot that searches.

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyType};

use super::args::{self, type_error};
use super::bots::decide;
use super::errors::RummyError;
use super::turn::PyTurn;
use crate::bots::{Level, Search};

/// The most positions a level can have.
const MOST_POSITIONS: u64 = 1_000_000_000_000;

/// Guesses what is hidden, plays on, and takes what does best.
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
        signature = (seed=None, positions=None, seconds=None, threads=Threads::Given(1)),
        text_signature = "(seed=0, positions=None, seconds=None, threads=1)"
    )]
    fn new(
        seed: Option<&Bound<'_, PyAny>>,
        positions: Option<&Bound<'_, PyAny>>,
        seconds: Option<&Bound<'_, PyAny>>,
        threads: Threads,
    ) -> PyResult<Self> {
        let seed = seed.map_or(Ok(0), |seed| whole("seed", seed, 0, u64::MAX))?;
        let positions = positions.map(|value| whole("positions", value, 1, MOST_POSITIONS)).transpose()?;
        let time = args::thinking_time("seconds", seconds)?;
        let level = if positions.is_none() && time.is_none() { Level::default() } else { Level { positions, time } };
        let threads = match threads {
            Threads::Given(threads) => threads,
            Threads::All => std::thread::available_parallelism().map_or(1, usize::from),
        };
        Ok(Self { seed, level, threads, search: Search::new(seed, level).on_threads(threads) })
    }

    /// "search".
    #[getter]
    fn name(&self) -> &'static str {
        let _ = self;
        "search"
    }

    /// Where it draws its chance from.
    #[getter]
    const fn seed(&self) -> u64 {
        self.seed
    }

    /// How many positions it may solve for a turn; None if time is all that counts.
    #[getter]
    const fn positions(&self) -> Option<u64> {
        self.level.positions
    }

    /// Seconds it may think about a turn; None if positions are all that counts.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.level.time.map(|time| time.as_secs_f64())
    }

    /// How many threads it thinks on.
    #[getter]
    const fn threads(&self) -> usize {
        self.threads
    }

    /// Decides a turn.
    #[pyo3(signature = (view, limit=None))]
    fn choose(&self, py: Python<'_>, view: &Bound<'_, PyAny>, limit: Option<&Bound<'_, PyAny>>) -> PyResult<PyTurn> {
        decide(py, view, limit, |view, limit, interrupt| self.search.think(view, limit, interrupt))
    }

    fn __repr__(&self) -> String {
        let mut text = format!("Search({}", self.seed);
        // Writing to a string does not fail.
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

/// What makes a bot again.
type Arguments = (u64, Option<u64>, Option<f64>, usize);

/// How many threads a caller asks for.
#[derive(Clone, Copy)]
enum Threads {
    Given(usize),
    All,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Threads {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let given = if value.is_none() { None } else { args::threads(Some(&value))? };
        Ok(given.map_or(Self::All, Self::Given))
    }
}

/// A whole number in a range.
fn whole(name: &str, value: &Bound<'_, PyAny>, least: u64, most: u64) -> PyResult<u64> {
    if value.is_instance_of::<PyBool>() || !value.is_instance_of::<PyInt>() {
        return Err(type_error(name, &format!("a whole number from {least} to {most}"), value));
    }
    match value.extract::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(RummyError::new_err(format!("{name} = {value}: must be a whole number from {least} to {most}"))),
    }
}
