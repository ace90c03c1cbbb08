//! `Outcome`: how a round ended, and its scores.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::convert::list;
use super::exceptions::RummyError;
use super::fields::Fields;
use super::numbers::{counts, whole};
use super::wording::text;
use crate::round::{Ending, Outcome};
use crate::tile::excerpt;

/// How a round ended, and its scores (rules 16 to 18).
///
/// Args:
///     ending: How the round ended.
///     winners: The seats that won.
///     scores: The score of each seat, in points.
///     left: The points left in each seat's hand.
///
/// Raises:
///     RummyError: If the ending is unknown, `"out"` or `"closed"` does not have exactly one
///         winner, or a number is out of range.
///     TypeError: If an argument has the wrong type.
#[pyclass(name = "Outcome", module = "rummy_fast", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome(pub(super) Outcome);

const FIELDS: [&str; 4] = ["ending", "winners", "scores", "left"];

fn ending_of(name: &str, winners: &[usize]) -> PyResult<Ending> {
    match (name, winners) {
        ("out", &[seat]) => Ok(Ending::Out { seat }),
        ("closed", &[seat]) => Ok(Ending::Closed { seat }),
        ("out" | "closed", _) => {
            Err(RummyError::new_err(format!("winners: the ending {name:?} needs exactly one winner")))
        }
        ("stalemate", _) => Ok(Ending::Stalemate),
        ("void", _) => Ok(Ending::Void),
        _ => {
            let shown = excerpt(name);
            let known = "\"out\", \"closed\", \"stalemate\" or \"void\"";
            Err(RummyError::new_err(format!("unknown ending {shown:?}: must be {known}")))
        }
    }
}

fn scores_of(value: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let score = |item: &Bound<'_, PyAny>| whole("scores", item, i64::MIN, i64::MAX);
    list("scores", "a list of whole numbers", value)?.iter().map(score).collect()
}

/// Reads an outcome or its dict.
pub(super) fn read(value: &Bound<'_, PyAny>) -> PyResult<Outcome> {
    if let Ok(outcome) = value.cast::<PyOutcome>() {
        return Ok(outcome.get().0.clone());
    }
    let fields = Fields::new("outcome", value, &FIELDS)?;
    outcome_of(&fields.get("ending")?, &fields.get("winners")?, &fields.get("scores")?, &fields.get("left")?)
}

fn outcome_of(
    ending: &Bound<'_, PyAny>,
    winners: &Bound<'_, PyAny>,
    scores: &Bound<'_, PyAny>,
    left: &Bound<'_, PyAny>,
) -> PyResult<Outcome> {
    let winners = counts("winners", winners)?;
    let ending = ending_of(text("ending", ending)?, &winners)?;
    let left = counts("left", left)?.into_iter().map(|points| points as u32).collect();
    Ok(Outcome { ending, winners, scores: scores_of(scores)?, left })
}

#[pymethods]
impl PyOutcome {
    #[new]
    fn new(
        ending: &Bound<'_, PyAny>,
        winners: &Bound<'_, PyAny>,
        scores: &Bound<'_, PyAny>,
        left: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        outcome_of(ending, winners, scores, left).map(Self)
    }

    /// Read a dict as `to_dict` returns it.
    ///
    /// Args:
    ///     fields: Every field by name.
    ///
    /// Returns:
    ///     The outcome.
    ///
    /// Raises:
    ///     RummyError: If a field is missing, unknown or invalid.
    ///     TypeError: If a field has the wrong type.
    #[staticmethod]
    fn from_dict(fields: &Bound<'_, PyAny>) -> PyResult<Self> {
        read(fields).map(Self)
    }

    /// Return every field by name, ready for JSON.
    pub(super) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Outcome { ending, winners, scores, left } = &self.0;
        let dict = PyDict::new(py);
        dict.set_item("ending", ending.name())?;
        dict.set_item("winners", winners)?;
        dict.set_item("scores", scores)?;
        dict.set_item("left", left)?;
        Ok(dict)
    }

    /// How the round ended.
    ///
    /// - `"out"`: the winner played the last tile (rule 16).
    /// - `"closed"`: the winner played the whole hand in one turn without having opened before, so
    ///   everything counts double (rule 17).
    /// - `"stalemate"`: the pool was empty and every seat passed in a row. The lowest hand wins the
    ///   differences; of equally low hands, the one with the fewest tiles (rule 18).
    /// - `"void"`: the same, under rules by which such a round does not count.
    #[getter]
    fn ending(&self) -> &'static str {
        self.0.ending.name()
    }

    /// The seats that won. Several may share a stalemate; nobody wins a void round.
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.winners)
    }

    /// The score of each seat, in points. The scores sum to 0.
    ///
    /// If the winners of a stalemate cannot share the points evenly, the first of them in playing
    /// order get one point more each.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.scores)
    }

    /// The points left in each seat's hand. A joker counts `joker_penalty`.
    #[getter]
    fn left<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.left)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (_, arguments) = Self::__reduce__(slf)?;
        Ok(format!("Outcome{}", arguments.repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (this, py) = (slf.get(), slf.py());
        let arguments = (this.ending(), this.winners(py)?, this.scores(py)?, this.left(py)?);
        Ok((slf.get_type(), arguments.into_pyobject(py)?))
    }
}
