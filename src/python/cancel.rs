//! `Cancellation`: stops searches from another thread. Ctrl-C reaches the main thread only.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;

use super::convert::type_error;
use super::exceptions::SearchCancelledError;

/// The argument `cancel`. Reading it raises if it was cancelled already, since work may be too short to ever ask.
pub(crate) struct Cancel(Arc<AtomicBool>);

impl FromPyObject<'_, '_> for Cancel {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let Ok(cancellation) = value.cast::<PyCancellation>() else {
            return Err(type_error("cancel", "a Cancellation or None", &value));
        };
        let cancel = Self(Arc::clone(&cancellation.get().0));
        cancel.raised().map_or(Ok(cancel), Err)
    }
}

impl Cancel {
    /// The exception to raise if it was cancelled.
    pub(super) fn raised(&self) -> Option<PyErr> {
        self.0.load(Ordering::Relaxed).then(|| SearchCancelledError::new_err("the search was cancelled"))
    }
}

/// A switch that stops searches from another thread.
///
/// Pass it as `cancel` to whatever may take long: `solve`, `solve_many`, `candidates`,
/// `check_turn`, `Play.steps`, `count_openings`, `play_rounds`, the `choose` method of a built-in
/// bot, and the methods of `Round`, `Match` and `Record` that check turns. They raise
/// `SearchCancelledError` within milliseconds of `cancel`, in whichever thread they run. One
/// cancellation may stop any number of them.
///
/// Example:
///     ```python
///     async def best_play(table: str, hand: str) -> rf.Play:
///         stop = rf.Cancellation()
///         asyncio.get_running_loop().call_later(1, stop.cancel)
///         return await asyncio.to_thread(rf.solve, table, hand, cancel=stop)
///     ```
#[pyclass(name = "Cancellation", module = "rummy_fast", frozen)]
pub(crate) struct PyCancellation(Arc<AtomicBool>);

#[pymethods]
impl PyCancellation {
    #[new]
    fn new() -> Self {
        Self(Arc::default())
    }

    /// Stop the running searches and refuse later ones. Thread-safe.
    fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether `cancel` was called.
    #[getter]
    fn cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn __repr__(&self) -> &'static str {
        if self.cancelled() { "<Cancellation: cancelled>" } else { "<Cancellation>" }
    }
}
