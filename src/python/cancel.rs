//! `Cancellation`: stops searches from another thread. Ctrl-C reaches the main thread only.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;

use super::errors::{RummyError, SearchCancelledError};

type Flag = Arc<AtomicBool>;

thread_local! {
    /// What this thread has entered, innermost last.
    static ENTERED: RefCell<Vec<Flag>> = const { RefCell::new(Vec::new()) };
}

/// What may stop a search of this thread; looked at as often as the search likes.
pub(super) struct Flags(Vec<Flag>);

impl Flags {
    /// Those this thread has entered.
    pub(super) fn here() -> Self {
        Self(ENTERED.with_borrow(Clone::clone))
    }

    /// The reason to stop, once there is one.
    pub(super) fn raised(&self) -> Option<PyErr> {
        let raised = self.0.iter().any(|flag| flag.load(Ordering::Relaxed));
        raised.then(|| SearchCancelledError::new_err("the search was cancelled"))
    }
}

/// A switch that stops the searches of a `with` block from another thread.
#[pyclass(name = "Cancellation", module = "rummy_fast", frozen)]
pub(crate) struct PyCancellation(Flag);

#[pymethods]
impl PyCancellation {
    #[new]
    fn new() -> Self {
        Self(Flag::default())
    }

    /// Stops what runs under it, and what is begun under it from now on.
    fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was cancelled.
    #[getter]
    fn cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        ENTERED.with_borrow_mut(|entered| entered.push(Arc::clone(&slf.get().0)));
        slf
    }

    #[pyo3(signature = (*_raised))]
    fn __exit__(&self, _raised: &Bound<'_, PyAny>) -> PyResult<()> {
        ENTERED.with_borrow_mut(|entered| match entered.iter().rposition(|flag| Arc::ptr_eq(flag, &self.0)) {
            Some(place) => {
                entered.remove(place);
                Ok(())
            }
            None => Err(RummyError::new_err("this thread has not entered the cancellation it leaves")),
        })
    }

    fn __repr__(&self) -> &'static str {
        if self.cancelled() { "<Cancellation: cancelled>" } else { "<Cancellation>" }
    }
}
