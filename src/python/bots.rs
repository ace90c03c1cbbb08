//! The house bots.

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::args::{self, type_error};
use super::errors::refuse;
use super::solve::{Signals, with_solver};
use super::turn::PyTurn;
use super::view::PyView;
use crate::bots::greedy;

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
        let view = view.cast::<PyView>().map_err(|_| type_error("view", "a View", view))?;
        let (view, limit) = (&view.get().0, args::limit(limit)?);
        let mut signals = Signals::new();
        let turn =
            py.detach(|| with_solver(|solver| greedy::choose(solver, view, limit, &mut || signals.interrupted())));
        if let Some(error) = signals.error {
            return Err(error);
        }
        turn.map(PyTurn).map_err(refuse)
    }

    fn __repr__(&self) -> &'static str {
        "Greedy()"
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, Bound<'py, PyTuple>) {
        (slf.get_type(), PyTuple::empty(slf.py()))
    }
}
