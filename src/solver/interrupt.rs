//! How searches end early: the caller asks to stop, or they would take too much memory.

/// The caller's limit or interrupt ended a search early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interrupted;

/// Why a subproblem could not be prepared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unprepared {
    /// The caller asked to stop.
    Interrupted,
    /// Its color graphs would take too much memory.
    TooLarge,
}

/// Asks the caller whether to stop, once in a number of steps.
pub(super) struct StopCheck<'a> {
    stop: &'a mut dyn FnMut() -> bool,
    steps_left: u32,
    stopped: bool,
}

/// The steps from one question to the next. A step takes some ten nanoseconds, so this is well below a millisecond.
const STEPS: u32 = 1 << 14;

impl<'a> StopCheck<'a> {
    pub(super) fn new(stop: &'a mut dyn FnMut() -> bool) -> Self {
        Self { stop, steps_left: STEPS, stopped: false }
    }

    /// Counts some steps; returns whether to stop.
    #[inline]
    pub(super) fn count(&mut self, steps: u32) -> bool {
        if let Some(left) = self.steps_left.checked_sub(steps) {
            self.steps_left = left;
            return self.stopped;
        }
        self.ask()
    }

    /// Whether the caller has asked to stop.
    pub(super) const fn has_stopped(&self) -> bool {
        self.stopped
    }

    #[cold]
    fn ask(&mut self) -> bool {
        self.steps_left = STEPS;
        self.stopped = self.stopped || (self.stop)();
        self.stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_asks_once_in_a_number_of_steps_and_never_again_after_yes() {
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            asked == 3
        };
        let mut check = StopCheck::new(&mut stop);
        let before = (0..10 * STEPS).take_while(|_| !check.count(1)).count() as u32;
        assert!((3 * STEPS..4 * STEPS).contains(&before));
        assert!((0..10 * STEPS).all(|_| check.count(1)));
        assert_eq!(asked, 3);
    }
}
