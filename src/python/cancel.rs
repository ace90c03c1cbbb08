//! `Cancellation`: stops searches from another thread. Ctrl-C reaches the main thread only.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;

use super::convert::type_error;
use super::exceptions::{RummyError, SearchCancelledError};

type Flag = Arc<AtomicBool>;

thread_local! {
    /// The cancellations whose `with` blocks this thread is in, innermost last.
    static ENTERED: RefCell<Vec<Flag>> = const { RefCell::new(Vec::new()) };
}

/// The flags that may stop a search of this thread.
pub(super) struct Flags(Vec<Flag>);

impl Flags {
    /// The flags of the `with` blocks that this thread is in.
    pub(super) fn here() -> Self {
        Self(ENTERED.with_borrow(Clone::clone))
    }

    /// Adds the flag of a `cancel` argument.
    pub(super) fn obey(&mut self, cancel: &Bound<'_, PyAny>) -> PyResult<()> {
        let cancellation =
            cancel.cast::<PyCancellation>().map_err(|_| type_error("cancel", "a Cancellation or None", cancel))?;
        self.0.push(Arc::clone(&cancellation.get().0));
        Ok(())
    }

    /// The exception to raise if a flag is set.
    pub(super) fn raised(&self) -> Option<PyErr> {
        let raised = self.0.iter().any(|flag| flag.load(Ordering::Relaxed));
        raised.then(|| SearchCancelledError::new_err("the search was cancelled"))
    }
}

/// A switch that stops searches from another thread.
///
/// Pass it as `cancel` to `solve`, `solve_many`, `candidates` or the `choose` method of a built-in
/// bot. The search raises `SearchCancelledError` within milliseconds of `cancel`, in whichever
/// thread it runs.
///
/// As a context manager, it stops all searches that the current thread starts within the `with`
/// block, such as those of a bot that you call. That includes `count_openings`, `play_rounds`, and
/// long checks by `check_turn`, `Round` or `Play.steps`. It has no effect on what the block hands
/// to another thread. Blocks can be nested; each of them stops the search.
///
/// Example:
///     ```python
///     async def best_play(table: str, hand: str) -> rf.Play:
///         stop = rf.Cancellation()
///         asyncio.get_running_loop().call_later(1, stop.cancel)
///         return await asyncio.to_thread(rf.solve, table, hand, cancel=stop)
///     ```
#[pyclass(name = "Cancellation", module = "rummy_fast", frozen)]
pub(crate) struct PyCancellation(Flag);

#[pymethods]
impl PyCancellation {
    #[new]
    fn new() -> Self {
        Self(Flag::default())
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

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        ENTERED.with_borrow_mut(|entered| entered.push(Arc::clone(&slf.get().0)));
        slf
    }

    /// Leave the `with` block.
    ///
    /// Raises:
    ///     RummyError: If this thread has not entered it.
    #[pyo3(signature = (*_raised))]
    fn __exit__(&self, _raised: &Bound<'_, PyAny>) -> PyResult<()> {
        ENTERED.with_borrow_mut(|entered| match entered.iter().rposition(|flag| Arc::ptr_eq(flag, &self.0)) {
            Some(place) => {
                entered.remove(place);
                Ok(())
            }
            None => Err(RummyError::new_err("this thread has not entered this cancellation")),
        })
    }

    fn __repr__(&self) -> &'static str {
        if self.cancelled() { "<Cancellation: cancelled>" } else { "<Cancellation>" }
    }
}
