//! What does not change from value to value.

use crate::solver::instance::VALUES;
use crate::solver::joker_constraint::RunConstraint;
use crate::solver::new_meld::NewMeldConstraint;

/// What is the same for the runs of one color at all values.
#[derive(Debug, Clone, Copy)]
pub(in crate::solver) struct RunContext<'a> {
    pub(in crate::solver) color: u8,
    pub(in crate::solver) values: usize,
    pub(in crate::solver) shortest: u8,
    /// The most runs that are worth having side by side.
    pub(in crate::solver) most_runs: u8,
    /// Whether runs take jokers only where they would fail without one.
    pub(in crate::solver) defer_jokers: bool,
    pub(in crate::solver) constraints: &'a [RunConstraint],
    pub(in crate::solver) new_meld: Option<&'a NewMeldConstraint>,
    /// The number of freed jokers.
    pub(in crate::solver) freed: u8,
    /// Whether jokers that do not stay may also be in runs that are not new.
    pub(in crate::solver) old_melds_take_jokers: bool,
    /// The most tiles and jokers that there can be at each value.
    pub(in crate::solver) capacity: &'a [u8; VALUES],
    /// Jokers that do not stay; they are part of the capacity.
    pub(in crate::solver) jokers: u8,
}

impl RunContext<'_> {
    /// Whether a run may start with a joker at a value.
    ///
    /// A leading joker could move to the other end of its run, unless that is the last value. So the run must reach
    /// that. With deferred jokers it has just enough tiles then. Otherwise, a run that can be cut in two melds need not
    /// start with a joker: the first part ends before the last value. It cannot be cut if a part would have no natural
    /// tile, or if it must meet constraints.
    pub(in crate::solver) fn may_start_with_joker(&self, value: usize) -> bool {
        let (len, shortest) = (self.values + 1 - value, self.shortest as usize);
        if self.defer_jokers {
            return len == shortest;
        }
        let longest = (2 * shortest - 1).max(self.jokers as usize + shortest);
        if len > longest && self.constraints.is_empty() {
            return false;
        }
        let empty = (value + 1..=self.values).filter(|&later| self.capacity[later] == self.jokers).count();
        empty < self.jokers as usize
    }
}
