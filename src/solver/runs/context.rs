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
}
