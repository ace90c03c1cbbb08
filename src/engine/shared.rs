//! What the threads of the engine share: the dispatcher, and who waits for what.

use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::protocol::{ClientId, Dispatcher};

/// The state under the lock.
pub(super) struct State {
    pub(super) dispatcher: Dispatcher,
    pub(super) client: ClientId,
    /// Whether no more lines come.
    pub(super) is_read: bool,
    /// Whether nothing more will be written.
    pub(super) is_closed: bool,
    /// Whether a line is being written.
    pub(super) is_writing: bool,
    /// Why writing has failed.
    pub(super) failure: Option<io::Error>,
    /// The number of jobs that have ended.
    pub(super) finished: u64,
}

impl State {
    /// Whether lines wait to be written.
    pub(super) fn has_lines(&self) -> bool {
        self.dispatcher.has_lines(self.client)
    }
}

/// The state and those who wait for it to change.
pub(super) struct Shared {
    state: Mutex<State>,
    /// There may be a job.
    pub(super) jobs: Condvar,
    /// There may be a line to write.
    pub(super) lines: Condvar,
    /// There may be room for more lines.
    pub(super) room: Condvar,
    /// The engine may have to end, or to tick.
    pub(super) end: Condvar,
}

impl Shared {
    pub(super) const fn new(state: State) -> Self {
        let [jobs, lines, room, end] = [const { Condvar::new() }; 4];
        Self { state: Mutex::new(state), jobs, lines, room, end }
    }

    /// Locks the state. A thread that panicked has been answered for, and left it whole.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes whoever may have something to do after the dispatcher was used.
    pub(super) fn wake(&self) {
        self.jobs.notify_all();
        self.lines.notify_one();
        self.end.notify_one();
    }
}

/// Waits for a change.
pub(super) fn wait<'a, T>(change: &Condvar, state: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    change.wait(state).unwrap_or_else(PoisonError::into_inner)
}

/// Waits for a change, or until some time has passed.
pub(super) fn wait_for<'a, T>(change: &Condvar, state: MutexGuard<'a, T>, time: Option<Duration>) -> MutexGuard<'a, T> {
    match time {
        None => wait(change, state),
        Some(time) => change.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0,
    }
}
