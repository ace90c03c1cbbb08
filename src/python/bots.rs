//! The built-in bots that take no arguments.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::cancel::Cancel;
use super::convert::type_error;
use super::errors::refuse;
use super::numbers;
use super::signals::Signals;
use super::turn::PyTurn;
use super::view::PyView;
use crate::bots::{BotError, careful, greedy, tidy::tidied};
use crate::clock::Deadline;
use crate::round::{Turn, View};
use crate::solver::{Solver, with_solver};

/// Reads the arguments of a bot and runs it with the GIL released.
pub(super) fn decide(
    py: Python<'_>,
    view: &Bound<'_, PyAny>,
    limit: Option<&Bound<'_, PyAny>>,
    cancel: Option<&Cancel>,
    choose: impl FnOnce(&View, Option<Duration>, &mut dyn FnMut() -> bool) -> Result<Turn, BotError> + Send,
) -> PyResult<PyTurn> {
    let view = view.cast::<PyView>().map_err(|_| type_error("view", "a View", view))?;
    let (view, limit) = (&view.get().0, numbers::limit(limit)?);
    let mut signals = Signals::new(cancel);
    let turn = py.detach(|| choose(view, limit, &mut || signals.interrupted()));
    match signals.error {
        Some(error) => Err(error),
        None => turn.map(PyTurn).map_err(refuse),
    }
}

/// Decides with this thread's solver.
fn with(
    choose: impl FnOnce(&mut Solver, &View, Option<Duration>, &mut dyn FnMut() -> bool) -> Result<Turn, BotError>,
) -> impl FnOnce(&View, Option<Duration>, &mut dyn FnMut() -> bool) -> Result<Turn, BotError> {
    move |view, limit, interrupt| with_solver(|solver| choose(solver, view, limit, interrupt))
}

/// A bot that makes the best play every turn: the most tiles, then the most points.
///
/// If there is nothing to play it draws, and if the pool is empty it passes.
#[pyclass(name = "Greedy", module = "rummy_fast", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyGreedy;

#[pymethods]
#[expect(clippy::unused_self, reason = "Python calls them on an instance")]
impl PyGreedy {
    #[new]
    const fn new() -> Self {
        Self
    }

    /// The name, `"greedy"`.
    #[getter]
    fn name(&self) -> &'static str {
        "greedy"
    }

    /// Choose a turn. Ctrl-C stops a running search.
    ///
    /// Args:
    ///     view: The view of the seat whose turn it is.
    ///     limit: The seconds that the search may take, more than 0 and at most a year; None means
    ///         no limit.
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
        decide(py, view, limit, cancel.as_ref(), with(greedy::choose))
    }

    fn __repr__(&self) -> &'static str {
        "Greedy()"
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, Bound<'py, PyTuple>) {
        (slf.get_type(), PyTuple::empty(slf.py()))
    }
}

/// A bot that does not play tiles that help the others more than itself.
///
/// It looks one turn ahead: it weighs the tiles that it plays against the tiles that its play is
/// expected to let the others play, given every tile that it has not seen. It is deterministic.
#[pyclass(name = "Careful", module = "rummy_fast", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyCareful;

#[pymethods]
#[expect(clippy::unused_self, reason = "Python calls them on an instance")]
impl PyCareful {
    #[new]
    const fn new() -> Self {
        Self
    }

    /// The name, `"careful"`.
    #[getter]
    fn name(&self) -> &'static str {
        "careful"
    }

    /// Choose a turn. Ctrl-C stops a running search.
    ///
    /// Args:
    ///     view: The view of the seat whose turn it is.
    ///     limit: The seconds that the search may take, more than 0 and at most a year; None means
    ///         no limit.
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
        decide(py, view, limit, cancel.as_ref(), with(careful::choose))
    }

    fn __repr__(&self) -> &'static str {
        "Careful()"
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, Bound<'py, PyTuple>) {
        (slf.get_type(), PyTuple::empty(slf.py()))
    }
}

/// Touch as few melds as the tiles of a turn allow.
#[pyfunction]
#[pyo3(name = "_tidy_turn", signature = (view, turn, limit=None, *, cancel=None))]
pub(crate) fn tidy_turn(
    py: Python<'_>,
    view: &Bound<'_, PyAny>,
    turn: &Bound<'_, PyTurn>,
    limit: Option<&Bound<'_, PyAny>>,
    cancel: Option<Cancel>,
) -> PyResult<PyTurn> {
    let turn = turn.get().0.clone();
    decide(
        py,
        view,
        limit,
        cancel.as_ref(),
        with(move |solver, view, limit, interrupt| {
            let deadline = Deadline::after(limit);
            Ok(tidied(solver, view, turn, &mut || deadline.has_passed() || interrupt()))
        }),
    )
}
