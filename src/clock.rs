//! The clock that limits are held against: the only file that reads the time.

use std::sync::OnceLock;
use std::time::Duration;

/// A clock: the time since some moment, which never decreases.
pub type Clock = fn() -> Duration;

static CLOCK: OnceLock<Clock> = OnceLock::new();

/// Sets the clock of this process; returns false if it was set before.
///
/// On most platforms the clock of the system is used and nothing need be set. WebAssembly without an operating system
/// (`wasm32-unknown-unknown`) has none: there, limits have no effect until a clock is set, such as `performance.now`.
///
/// ```
/// use std::time::Duration;
/// fn browser_clock() -> Duration {
///     Duration::from_millis(5) // in a browser: the milliseconds of `performance.now()`
/// }
/// assert!(rummy_fast::set_clock(browser_clock));
/// ```
pub fn set_clock(clock: Clock) -> bool {
    CLOCK.set(clock).is_ok()
}

/// The clock of the system, if it has one.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
const SYSTEM: Option<Clock> = Some(|| {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
});
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
const SYSTEM: Option<Clock> = None;

fn now() -> Option<Duration> {
    CLOCK.get().copied().or(SYSTEM).map(|clock| clock())
}

/// When a limit ends, if there is one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline(Option<Duration>);

impl Deadline {
    /// The deadline of a limit that begins now.
    pub(crate) fn after(limit: Option<Duration>) -> Self {
        Self(limit.and_then(|limit| now()?.checked_add(limit)))
    }

    /// Whether there is a deadline, and it has passed.
    pub(crate) fn has_passed(self) -> bool {
        self.0.is_some_and(|deadline| now().is_some_and(|now| now >= deadline))
    }
}
