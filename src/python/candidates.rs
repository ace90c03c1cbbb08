//! `candidates` and its answer, `Candidates`.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyIterator, PyTuple, PyType};

use super::args::{self, type_error};
use super::errors::{RummyError, refuse};
use super::solve::{ObjectiveArg, Prepared, PyPlay, Signals};
use crate::solver::with_solver;

/// The longest list.
const MOST: usize = 10_000;

/// Different plays, best first.
#[pyclass(name = "Candidates", module = "rummy_fast", frozen)]
pub(crate) struct PyCandidates {
    plays: Py<PyTuple>,
    complete: bool,
    proven: bool,
}

#[pymethods]
impl PyCandidates {
    #[new]
    #[pyo3(signature = (plays, complete, proven=true))]
    fn new(plays: &Bound<'_, PyAny>, complete: bool, proven: bool) -> PyResult<Self> {
        const EXPECTED: &str = "an iterable of plays";
        let mut found = Vec::new();
        for play in plays.try_iter().map_err(|_| type_error("plays", EXPECTED, plays))? {
            let play = play?;
            found.push(play.cast::<PyPlay>().map_err(|_| type_error("plays", EXPECTED, &play))?.clone());
        }
        Ok(Self { plays: PyTuple::new(plays.py(), found)?.unbind(), complete, proven })
    }

    /// Whether these are all the plays there are.
    #[getter]
    fn complete(&self) -> bool {
        self.complete
    }

    /// Whether the search came to its end.
    #[getter]
    fn proven(&self) -> bool {
        self.proven
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.plays.bind(py).len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.plays.bind(index.py()).as_any().get_item(index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.plays.bind(py).try_iter()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let (py, other) = (other.py(), other.get());
        Ok((self.complete, self.proven) == (other.complete, other.proven)
            && self.plays.bind(py).eq(other.plays.bind(py))?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.plays.bind(py).hash()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let word = |yes| if yes { "True" } else { "False" };
        let count = self.__len__(py);
        format!("<Candidates: {count} plays, complete={}, proven={}>", word(self.complete), word(self.proven))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Bound<'py, PyTuple>, bool, bool)) {
        let this = slf.get();
        (slf.get_type(), (this.plays.bind(slf.py()).clone(), this.complete, this.proven))
    }
}

/// How long the list may be.
fn length(value: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let Some(value) = value else { return Ok(64) };
    if value.is_instance_of::<PyBool>() || !value.is_instance_of::<PyInt>() {
        return Err(type_error("most", "a whole number", value));
    }
    match value.extract::<usize>() {
        Ok(most @ 1..=MOST) => Ok(most),
        _ => Err(RummyError::new_err(format!("most = {value}: must be a whole number from 1 to {MOST}"))),
    }
}

/// The best different plays in a position.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
#[expect(clippy::too_many_arguments, reason = "they are what the design says")]
#[pyo3(
    signature = (
        table, hand, *, most=None, rules=None, opened=true, objective=ObjectiveArg::Default, limit=None
    ),
    text_signature =
        "(table, hand, *, most=64, rules=None, opened=True, objective='tiles', limit=None)"
)]
pub(crate) fn candidates<'py>(
    py: Python<'py>,
    table: &Bound<'py, PyAny>,
    hand: &Bound<'py, PyAny>,
    most: Option<&Bound<'py, PyAny>>,
    rules: Option<&Bound<'py, PyAny>>,
    opened: bool,
    objective: ObjectiveArg<'py>,
    limit: Option<&Bound<'py, PyAny>>,
) -> PyResult<PyCandidates> {
    let most = length(most)?;
    let prepared = Prepared::new(table, hand, opened, args::rules(rules)?, &objective, false, args::limit(limit)?)?;
    let problem = prepared.problem();
    let mut signals = Signals::new();
    let answer = py.detach(|| with_solver(|solver| solver.candidates(&problem, most, &mut || signals.interrupted())));
    if let Some(error) = signals.error {
        return Err(error);
    }
    let found = answer.map_err(refuse)?;
    let plays = found.plays.into_iter().map(|play| Bound::new(py, PyPlay::new(play, &prepared.problem())));
    let plays = PyTuple::new(py, plays.collect::<PyResult<Vec<_>>>()?)?.unbind();
    Ok(PyCandidates { plays, complete: found.complete, proven: found.proven })
}
