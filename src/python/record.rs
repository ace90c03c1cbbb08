//! The text of records, for `rummy_fast.record` and `rummy_fast.match`, and the names of built-in bots. Nothing here
//! is public.

use std::cell::Cell;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::cancel::Cancel;
use super::event::PyEvent;
use super::exceptions::{RecordError, RummyError};
use super::melds::PyTable;
use super::outcome::PyOutcome;
use super::rules::PyRules;
use super::signals::unheld;
use super::tiles::{PyHand, PyTile};
use super::wording::worded;
use crate::bots::{BUILT_IN, BotName, LevelNumber, LevelRange};
use crate::matches::{Record, RecordStopped, derive_seed};
use crate::protocol::write_review;
use crate::record::{
    self, Failure, FailureCode, Happening, Header, MatchEnd, RecordedTurn, RoundResult, RoundStart, TurnTaken,
};
use crate::review::{Review, ReviewOptions};

/// The exception for a damaged record.
fn damaged(py: Python<'_>, error: &record::RecordError) -> PyErr {
    let raised = worded::<RecordError>(error.wording());
    raised.value(py).setattr("line", error.line).map_or_else(|failure| failure, |()| raised)
}

fn lines(happening: &Happening) -> Vec<String> {
    happening.to_string().lines().map(str::to_owned).collect()
}

/// Write the settings of a match as lines.
#[pyfunction]
#[pyo3(name = "_header_lines")]
pub(crate) fn header_lines(
    rules: &Bound<'_, PyRules>,
    seed: u64,
    rounds: u32,
    limit: Option<f64>,
    bots: Vec<Option<String>>,
    names: Vec<Option<String>>,
) -> Vec<String> {
    Header { rules: rules.get().0, seed, rounds, limit, bots, names }.lines()
}

/// Write a deal as lines.
#[pyfunction]
#[pyo3(name = "_deal_lines")]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 makes the list")]
pub(crate) fn deal_lines(number: usize, seed: u64, starter: usize, hands: Vec<Bound<'_, PyHand>>) -> Vec<String> {
    let hands = hands.iter().map(|hand| hand.get().0.clone()).collect();
    lines(&Happening::RoundStart(RoundStart { number, seed, starter, hands }))
}

/// Write a turn as a line.
#[pyfunction]
#[pyo3(name = "_turn_line")]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 makes the list")]
pub(crate) fn turn_line(
    number: usize,
    event: &Bound<'_, PyEvent>,
    drew: Vec<Bound<'_, PyTile>>,
    fault: Option<(String, String)>,
) -> PyResult<Vec<String>> {
    let failure = |(code, message): (String, String)| {
        let code = FailureCode::from_name(&code).ok_or_else(|| RummyError::new_err(format!("unknown fault {code:?}")));
        Ok::<_, PyErr>(Failure::new(code?, &message))
    };
    let failure = fault.map(failure).transpose()?;
    let drew = drew.iter().map(|tile| tile.get().0).collect();
    Ok(lines(&Happening::Turn(TurnTaken { round: 0, number, event: event.get().0.clone(), drew, failure })))
}

/// Write the end of a round as a line.
#[pyfunction]
#[pyo3(name = "_end_line")]
pub(crate) fn end_line(number: usize, outcome: &Bound<'_, PyOutcome>, totals: Vec<i64>) -> Vec<String> {
    let outcome = outcome.get().0.clone();
    lines(&Happening::RoundEnd(RoundResult { number, seed: 0, starter: 0, turns: 0, outcome, totals }))
}

/// Write the result of a match as a line.
#[pyfunction]
#[pyo3(name = "_result_line")]
pub(crate) fn result_line(winners: Vec<usize>, totals: Vec<i64>, won: Vec<usize>) -> Vec<String> {
    lines(&Happening::MatchEnd(MatchEnd { winners, totals, won }))
}

/// Tell whether text is a valid name of a seat or a bot.
#[pyfunction]
#[pyo3(name = "_is_name")]
pub(crate) fn is_name(text: &str) -> bool {
    record::is_name(text)
}

/// Derive a seed from another one.
#[pyfunction]
#[pyo3(name = "_derive_seed")]
pub(crate) fn derived_seed(seed: u64, what: &str, number: u64) -> u64 {
    derive_seed(seed, what, number)
}

/// A record that was verified by repeating every turn.
#[pyclass(name = "_VerifiedRecord", module = "rummy_fast", frozen)]
pub(crate) struct PyVerifiedRecord(Record);

#[pymethods]
impl PyVerifiedRecord {
    #[new]
    #[pyo3(signature = (text, cancel=None))]
    fn new(py: Python<'_>, text: &[u8], cancel: Option<Cancel>) -> PyResult<Self> {
        let read = unheld(py, cancel.as_ref(), |stop| match Record::parse_until(text, stop) {
            Err(RecordStopped::Stopped) => None,
            Err(RecordStopped::Damaged(error)) => Some(Err(error)),
            Ok(record) => Some(Ok(record)),
        })?;
        read.map(Self).map_err(|error| damaged(py, &error))
    }

    /// The rules, the seed, the number of rounds, the limit, the bots and the names.
    #[getter]
    fn header(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        let Header { rules, seed, rounds, limit, bots, names } = self.0.header();
        let bots = PyTuple::new(py, bots)?;
        let names = PyTuple::new(py, names)?;
        Ok((PyRules(*rules), seed, rounds, limit, bots, names).into_pyobject(py)?.unbind())
    }

    /// The number of turns.
    #[getter]
    fn turns(&self) -> usize {
        self.0.turns()
    }

    /// The number of rounds that were begun.
    #[getter]
    fn begun(&self) -> usize {
        self.0.end().round_number()
    }

    /// Whether all rounds were played.
    #[getter]
    fn complete(&self) -> bool {
        self.0.end().is_over()
    }

    /// The finished rounds: number, seed, starter, turns, outcome and totals of each.
    #[getter]
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let fields = |ended: &RoundResult| {
            let RoundResult { number, seed, starter, turns, outcome, totals } = ended;
            (number, seed, starter, turns, PyOutcome(outcome.clone()), PyTuple::new(py, totals)?).into_pyobject(py)
        };
        self.0.end().ended().iter().map(fields).collect()
    }

    /// The turns that players lost: round, turn, seat, code and message of each.
    #[getter]
    fn faults(&self) -> Vec<(usize, usize, usize, &'static str, String)> {
        let fields = |fault: record::Fault| {
            let record::Fault { round, turn, seat, failure } = fault;
            (round, turn, seat, failure.code.name(), failure.message().to_owned())
        };
        self.0.end().faults().map(fields).collect()
    }

    /// Review the match. Returns JSON, as the method `match/review` of the engine does.
    #[pyo3(signature = (samples, seed, threads, *, hidden, progress=None, cancel=None))]
    #[expect(clippy::too_many_arguments, reason = "each is an option, passed by name")]
    fn review(
        &self,
        py: Python<'_>,
        samples: usize,
        seed: u64,
        threads: usize,
        hidden: bool,
        progress: Option<Py<PyAny>>,
        cancel: Option<Cancel>,
    ) -> PyResult<String> {
        let options = ReviewOptions { samples, seed, hidden, first: 1, threads };
        let mut failure = None;
        let review = unheld(py, cancel.as_ref(), |stop| {
            let is_stopped = Cell::new(false);
            let mut told = |turns: usize| {
                let call = |progress: &Py<PyAny>| Python::attach(|py| progress.call1(py, (turns,)).err());
                failure = progress.as_ref().and_then(call);
                is_stopped.set(failure.is_some());
            };
            let review = Review::of(&self.0, options, &mut told, &mut || is_stopped.get() || stop());
            (review.is_complete || is_stopped.get()).then_some(review)
        })?;
        failure.map_or_else(
            || {
                serde_json::to_string(&write_review(&self.0, &review))
                    .map_err(|error| RummyError::new_err(error.to_string()))
            },
            Err,
        )
    }

    /// A turn: kind, seat, table after a play, and code and message of its fault.
    #[expect(clippy::type_complexity, reason = "Python unpacks it at once")]
    fn turn(&self, index: usize) -> PyResult<(&'static str, usize, Option<PyTable>, Option<(&'static str, String)>)> {
        let turn = self.0.recorded(index).ok_or_else(|| RummyError::new_err("there is no such turn"))?;
        let RecordedTurn { kind, seat, table, failure } = turn.clone();
        let failure = failure.map(|failure| (failure.code.name(), failure.message().to_owned()));
        Ok((kind.name(), usize::try_from(seat).unwrap_or(usize::MAX), table.map(PyTable), failure))
    }
}

/// A built-in bot: its name, the numbers of its level with whether each is whole, and whether it keeps time.
type Declared = (&'static str, Vec<(&'static str, bool)>, bool);

/// List the built-in bots: the name, the numbers of the level with whether each is whole, and whether it keeps time.
#[pyfunction]
#[pyo3(name = "_built_in_bots")]
pub(crate) fn built_in_bots() -> Vec<Declared> {
    let is_whole = |&(word, range): &(&'static str, LevelRange)| (word, range != LevelRange::Seconds);
    BUILT_IN.iter().map(|bot| (bot.name, bot.level.iter().map(is_whole).collect(), bot.keeps_time)).collect()
}

/// Read the name of a built-in bot: its kind, whether it is tidy, and the numbers of its level.
#[pyfunction]
#[pyo3(name = "_read_bot")]
pub(crate) fn read_bot<'py>(py: Python<'py>, name: &str) -> PyResult<(&'static str, bool, Bound<'py, PyDict>)> {
    let name = BotName::parse(name).map_err(|error| worded::<RummyError>(error.wording()))?;
    let level = PyDict::new(py);
    for (word, number) in name.level() {
        let number = match number {
            LevelNumber::Whole(whole) => whole.into_bound_py_any(py)?,
            LevelNumber::Seconds(seconds) => seconds.into_bound_py_any(py)?,
        };
        level.set_item(word, number)?;
    }
    Ok((name.built_in().name, name.tidy(), level))
}
