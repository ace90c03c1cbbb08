//! What has been shown of the nodes of a search that are too many to be compared (`profile`).

use crate::tile::MAX_COLORS;

/// A state for each color.
pub(super) type Ids = [u32; MAX_COLORS];

/// A node of the search, as the memo knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Key {
    pub(super) ids: Ids,
    pub(super) jokers: u8,
    /// Jokers played in melds that are not new, where that matters.
    pub(super) elsewhere: u8,
    pub(super) need: u32,
}
