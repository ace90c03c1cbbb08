//! What the jokers that stay on the table demand of the final melds (rule 15).
//!
//! A joker that stays keeps what it stands for and enough tiles of its old meld beside it. So each final meld that
//! holds one is *constrained*: the old meld's tiles that join it are counted until there are enough.

use crate::tile::MAX_JOKERS;

/// An old run with jokers that stay.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunConstraint {
    pub(super) color: u8,
    /// Bit `v` is set when a joker that stays stands for value `v`.
    pub(super) locked: u32,
    /// Bit `v` is set when the old run has a natural tile `v`, or a tile replaced its joker there.
    pub(super) claimable: u32,
    /// How many of its tiles must be in the final meld of each joker, the jokers that stay included.
    pub(super) needed: u8,
    /// How many of those a natural tile counts for.
    pub(super) natural_counts: u8,
}

/// An old group with jokers that stay.
#[derive(Debug, Clone, Copy)]
pub(super) struct GroupConstraint {
    pub(super) value: u8,
    /// How many of its jokers stay.
    pub(super) locked: u8,
    /// Colors of its natural tiles.
    pub(super) colors: u8,
    /// For each freed joker, the colors of the tiles that may have replaced it.
    pub(super) replaced: [u8; MAX_JOKERS],
    pub(super) replaced_len: usize,
    /// Colors that the jokers that stay may stand for.
    pub(super) identities: u8,
    /// As for a [run](RunConstraint::needed).
    pub(super) needed: u8,
    /// As for a [run](RunConstraint::natural_counts).
    pub(super) natural_counts: u8,
}

/// The constraints of all old melds with jokers that stay, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct JokerConstraints {
    pub(super) runs: Vec<RunConstraint>,
    pub(super) groups: Vec<GroupConstraint>,
}
