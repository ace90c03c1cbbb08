//! The built-in bots that need no level.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::args::{self, type_error};
use super::errors::refuse;
use super::solve::Signals;
use super::turn::PyTurn;
use super::view::PyView;
use crate::bots::{BotError, careful, greedy};
use crate::round::{Turn, View};
use crate::solver::{Solver, with_solver};

/// A bot that decides with this thread's solver.
type Choose = fn(&mut Solver, &View, Option<Duration>, &mut dyn FnMut() -> bool) -> Result<Turn, BotError>;

/// Reads what a bot is asked, and asks it while others may run.
pub(super) fn decide(
    py: Python<'_>,
    view: &Bound<'_, PyAny>,
    limit: Option<&Bound<'_, PyAny>>,
    choose: impl FnOnce(&View, Option<Duration>, &mut dyn FnMut() -> bool) -> Result<Turn, BotError> + Send,
) -> PyResult<PyTurn> {
    let view = view.cast::<PyView>().map_err(|_| type_error("view", "a View", view))?;
    let (view, limit) = (&view.get().0, args::limit(limit)?);
    let mut signals = Signals::new();
    let turn = py.detach(|| choose(view, limit, &mut || signals.interrupted()));
    match signals.error {
        Some(error) => Err(error),
        None => turn.map(PyTurn).map_err(refuse),
    }
}

fn with(choose: Choose) -> impl FnOnce(&View, Option<Duration>, &mut dyn FnMut() -> bool) -> Result<Turn, BotError> {
    move |view, limit, interrupt| with_solver(|solver| choose(solver, view, limit, interrupt))
}

/// The best play, every turn.
#[pyclass(name = "Greedy", module = "rummy_fast", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyGreedy;

#[pymethods]
#[expect(clippy::unused_self, reason = "Python calls them on an object")]
impl PyGreedy {
    #[new]
    const fn new() -> Self {
        Self
    }

    /// "greedy".
    #[getter]
    fn name(&self) -> &'static str {
        "greedy"
    }

    /// Decides a turn.
    #[pyo3(signature = (view, limit=None))]
    fn choose(&self, py: Python<'_>, view: &Bound<'_, PyAny>, limit: Option<&Bound<'_, PyAny>>) -> PyResult<PyTurn> {
        decide(py, view, limit, with(greedy::choose))
    }

    fn __repr__(&self) -> &'static str {
        "Greedy()"
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, Bound<'py, PyTuple>) {
        (slf.get_type(), PyTuple::empty(slf.py()))
    }
}

/// Holds back what helps the others more than itself.
#[pyclass(name = "Careful", module = "rummy_fast", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyCareful;

#[pymethods]
#[expect(clippy::unused_self, reason = "Python calls them on an object")]
impl PyCareful {
    #[new]
    const fn new() -> Self {
        Self
    }

    /// "careful".
    #[getter]
    fn name(&self) -> &'static str {
        "careful"
    }

    /// Decides a turn.
    #[pyo3(signature = (view, limit=None))]
    fn choose(&self, py: Python<'_>, view: &Bound<'_, PyAny>, limit: Option<&Bound<'_, PyAny>>) -> PyResult<PyTurn> {
        decide(py, view, limit, with(careful::choose))
    }

    fn __repr__(&self) -> &'static str {
        "Careful()"
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, Bound<'py, PyTuple>) {
        (slf.get_type(), PyTuple::empty(slf.py()))
    }
}
