//! `Outcome`: how a round ended, and what it counts.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyTuple, PyType};

use super::args::{self, type_error};
use super::errors::RummyError;
use super::fields::Fields;
use crate::round::{Ending, Outcome};

/// How a round ended, and what it counts.
#[pyclass(name = "Outcome", module = "rummy_fast", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome(pub(super) Outcome);

const FIELDS: [&str; 4] = ["ending", "winners", "scores", "left"];

fn ending_of(name: &str, winners: &[usize]) -> PyResult<Ending> {
    match (name, winners) {
        ("out", &[seat]) => Ok(Ending::Out { seat }),
        ("closed", &[seat]) => Ok(Ending::Closed { seat }),
        ("out" | "closed", _) => Err(RummyError::new_err(format!("winners: ending {name:?} has one winner"))),
        ("stalemate", _) => Ok(Ending::Stalemate),
        ("void", _) => Ok(Ending::Void),
        _ => {
            let shown: String = name.chars().take(24).collect();
            let known = "\"out\", \"closed\", \"stalemate\" or \"void\"";
            Err(RummyError::new_err(format!("unknown ending {shown:?}: must be {known}")))
        }
    }
}

fn numbers(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    let items = args::list(argument, "a list of whole numbers", value)?;
    items.iter().map(|item| args::number(argument, item)).collect()
}

fn scores_of(value: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    const EXPECTED: &str = "a list of whole numbers";
    let score = |item: &Bound<'_, PyAny>| {
        if item.is_instance_of::<PyBool>() || !item.is_instance_of::<PyInt>() {
            return Err(type_error("scores", EXPECTED, item));
        }
        item.extract::<i64>().map_err(|_| RummyError::new_err(format!("scores: {item} is out of range")))
    };
    args::list("scores", EXPECTED, value)?.iter().map(score).collect()
}

/// An outcome, or a dict that tells one.
pub(super) fn read(value: &Bound<'_, PyAny>) -> PyResult<Outcome> {
    if let Ok(outcome) = value.cast::<PyOutcome>() {
        return Ok(outcome.get().0.clone());
    }
    let fields = Fields::new("outcome", value, &FIELDS)?;
    let ending = fields.text("ending")?;
    PyOutcome::new(&ending, &fields.get("winners")?, &fields.get("scores")?, &fields.get("left")?)
        .map(|outcome| outcome.0)
}

#[pymethods]
impl PyOutcome {
    #[new]
    fn new(
        ending: &str,
        winners: &Bound<'_, PyAny>,
        scores: &Bound<'_, PyAny>,
        left: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let winners = numbers("winners", winners)?;
        let ending = ending_of(ending, &winners)?;
        let left = numbers("left", left)?.into_iter().map(|points| points as u32).collect();
        Ok(Self(Outcome { ending, winners, scores: scores_of(scores)?, left }))
    }

    /// Reads what `to_dict` tells.
    #[staticmethod]
    fn from_dict(fields: &Bound<'_, PyAny>) -> PyResult<Self> {
        read(fields).map(Self)
    }

    /// Tells everything by name, ready for JSON.
    pub(super) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Outcome { ending, winners, scores, left } = &self.0;
        let dict = PyDict::new(py);
        dict.set_item("ending", ending.name())?;
        dict.set_item("winners", winners)?;
        dict.set_item("scores", scores)?;
        dict.set_item("left", left)?;
        Ok(dict)
    }

    /// "out", "closed", "stalemate" or "void".
    #[getter]
    fn ending(&self) -> &'static str {
        self.0.ending.name()
    }

    /// The seats that won.
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.winners)
    }

    /// What each seat scores.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.scores)
    }

    /// What each seat's hand counts.
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
