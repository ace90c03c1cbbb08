//! Stops running searches: on Ctrl-C, and when a `Cancellation` says so.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use super::cancel::Cancel;
use super::exceptions::RummyError;

/// How often a running search checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Polls the cancellation at every call, and Python's signals every [`POLL_INTERVAL`].
pub(super) struct Signals<'a> {
    next: Instant,
    cancel: Option<&'a Cancel>,
    pub(super) error: Option<PyErr>,
}

impl<'a> Signals<'a> {
    pub(super) fn new(cancel: Option<&'a Cancel>) -> Self {
        Self { next: Instant::now() + POLL_INTERVAL, cancel, error: None }
    }

    /// Whether the search must stop; `error` then has the reason.
    pub(super) fn interrupted(&mut self) -> bool {
        if self.error.is_none() {
            self.error = self.cancel.and_then(Cancel::raised);
        }
        if self.error.is_none() && Instant::now() >= self.next {
            self.error = Python::attach(|py| py.check_signals().err());
            self.next = Instant::now() + POLL_INTERVAL;
        }
        self.error.is_some()
    }
}

/// How long work may keep the GIL.
const MAX_HELD: Duration = Duration::from_millis(2);

/// Polls the clock at every 16th call: true once work has kept the GIL for [`MAX_HELD`].
pub(super) fn held_too_long() -> impl FnMut() -> bool + Send {
    let (end, mut calls) = (Instant::now() + MAX_HELD, 0_u32);
    move || {
        calls = calls.wrapping_add(1);
        calls.is_multiple_of(16) && Instant::now() >= end
    }
}

/// Runs work that is nearly always brief. If it is not, it starts again without the GIL and obeys signals and
/// `cancel`.
///
/// The work must poll its argument and return `None` when it is true.
pub(super) fn brief<T: Send>(
    py: Python<'_>,
    cancel: Option<&Cancel>,
    mut work: impl FnMut(&mut dyn FnMut() -> bool) -> Option<T> + Send,
) -> PyResult<T> {
    match work(&mut held_too_long()) {
        Some(result) => Ok(result),
        None => unheld(py, cancel, work),
    }
}

/// Runs work without the GIL that obeys signals and `cancel`.
///
/// The work must poll its argument and return `None` when it is true.
pub(super) fn unheld<T: Send>(
    py: Python<'_>,
    cancel: Option<&Cancel>,
    mut work: impl FnMut(&mut dyn FnMut() -> bool) -> Option<T> + Send,
) -> PyResult<T> {
    let mut signals = Signals::new(cancel);
    let result = py.detach(|| work(&mut || signals.interrupted()));
    match (signals.error, result) {
        (Some(error), _) => Err(error),
        (None, Some(result)) => Ok(result),
        (None, None) => Err(RummyError::new_err("the work stopped without an answer")),
    }
}

/// Runs work on another thread while this one polls for signals, which only the main thread receives.
///
/// The work must poll its argument and return when it is true; its result is then dropped.
pub(super) fn interruptible<T: Send>(
    mut signals: Signals<'_>,
    work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        let stop = &stop;
        scope.spawn(move || {
            let result = work(&|| stop.load(Ordering::Relaxed));
            // The receiver is gone only after an interrupt, when nobody wants the result.
            let _ = sender.send(result);
        });
        loop {
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(RummyError::new_err("the solver stopped without an answer"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    signals.interrupted();
                    if let Some(error) = signals.error.take() {
                        stop.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
            }
        }
    })
}
