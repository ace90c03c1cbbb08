//! Restarts: how many nodes a search may visit before it starts again from the other end.
//!
//! The time of a depth-first search varies greatly with its order of choices, and it is not known in advance which
//! order is bad. Restarting with another order and a growing limit cuts the slow cases off at a constant factor of the
//! best order's time (Gomes, Selman & Kautz 1998; Luby, Sinclair & Zuckerman 1993). There are only two orders
//! here, the two [directions](super::direction), so the limit simply doubles.

/// How many nodes a search may visit before it is restarted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeLimit(pub(super) u64);

impl NodeLimit {
    /// No restarts.
    pub(super) const UNLIMITED: Self = Self(u64::MAX);

    /// The limit of the next restart.
    pub(super) const fn doubled(self) -> Self {
        Self(self.0.saturating_mul(2))
    }
}

impl Default for NodeLimit {
    /// With a lower limit many positions from games would be searched twice; with a higher one the slowest
    /// positions take longer.
    fn default() -> Self {
        Self(96)
    }
}
