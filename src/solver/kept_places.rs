//! Which jokers fill the places of jokers in melds that are kept whole.

use crate::tile::MAX_JOKERS;

/// The jokers in the melds that a search keeps whole.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct KeptPlaces {
    /// The jokers of the table that stay and are in a kept meld, not necessarily their own.
    pub(super) jokers: u8,
    /// How many places jokers fill that are free: freed ones, or jokers of the hand.
    pub(super) filled: u8,
    /// How many of those only a joker of the hand may fill, since the meld is not new.
    pub(super) filled_from_hand: u8,
    /// For the first joker of each meld, the tiles of this old meld that count for its jokers in kept melds, so that
    /// they no longer count elsewhere. Only given if other jokers of the meld stay elsewhere.
    pub(super) claimed: [u32; MAX_JOKERS],
    /// The freed jokers of groups whose replacing tiles count likewise.
    pub(super) claimed_replacements: u8,
}
