//! A round that several Python threads use at once.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;

use super::cancel::Cancel;
use super::signals::{brief, held_too_long, unheld};
use crate::round::{Event, RepeatError, Round, TurnError};

/// A round behind a lock, which is held only while the core works: never while Python runs or without the GIL.
pub(super) struct SharedRound(Mutex<Round>);

impl SharedRound {
    pub(super) const fn new(round: Round) -> Self {
        Self(Mutex::new(round))
    }

    /// Nothing panics under the lock, so it is never poisoned.
    pub(super) fn lock(&self) -> MutexGuard<'_, Round> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a turn.
    pub(super) fn make_turn(
        &self,
        py: Python<'_>,
        cancel: Option<&Cancel>,
        turn: impl Fn(&mut Round, &mut dyn FnMut() -> bool) -> Result<Arc<Event>, TurnError> + Sync,
    ) -> PyResult<Result<Arc<Event>, TurnError>> {
        self.change(py, cancel, |round, stop| match turn(round, stop) {
            Err(TurnError::Stopped) => None,
            made => Some(made),
        })
    }

    /// Repeats the turn of an event.
    pub(super) fn repeat(
        &self,
        py: Python<'_>,
        cancel: Option<&Cancel>,
        event: &Event,
    ) -> PyResult<Result<Arc<Event>, RepeatError>> {
        self.change(py, cancel, |round, stop| repeat_until(round, event, stop))
    }

    /// Changes the round, unless `change` returns `None` because it was stopped.
    ///
    /// That is nearly always brief. If it is not, the work starts again on a copy, without the lock and the GIL, so
    /// that other threads can read the round.
    fn change<T: Send>(
        &self,
        py: Python<'_>,
        cancel: Option<&Cancel>,
        change: impl Fn(&mut Round, &mut dyn FnMut() -> bool) -> Option<T> + Sync,
    ) -> PyResult<T> {
        if let Some(result) = change(&mut self.lock(), &mut held_too_long()) {
            return Ok(result);
        }
        loop {
            let mut copy = self.lock().clone();
            let turns = copy.events().len();
            let result = unheld(py, cancel, |stop| change(&mut copy, stop))?;
            let mut round = self.lock();
            if round.events().len() == turns {
                *round = copy;
                return Ok(result);
            }
            // Another thread has made a turn meanwhile, so this one must be judged again.
        }
    }
}

/// Repeats the turn of an event in a round that no other thread has.
pub(super) fn repeat(
    py: Python<'_>,
    cancel: Option<&Cancel>,
    round: &mut Round,
    event: &Event,
) -> PyResult<Result<Arc<Event>, RepeatError>> {
    brief(py, cancel, |stop| repeat_until(round, event, stop))
}

/// Repeats the turn of an event; `None` if it was stopped.
fn repeat_until(
    round: &mut Round,
    event: &Event,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Result<Arc<Event>, RepeatError>> {
    match round.repeat_until(event, stop) {
        Err(RepeatError::Turn(TurnError::Stopped)) => None,
        repeated => Some(repeated),
    }
}
