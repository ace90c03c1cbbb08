//! The time and the random numbers of the operating system.

use std::time::{Duration, Instant};

use crate::protocol::{Host, NoRandomness};

/// A clock that starts when it is made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock(Instant);

impl Clock {
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }
}

impl Host for Clock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn fill_random(&mut self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        getrandom::fill(bytes).map_err(|_| NoRandomness)
    }
}
