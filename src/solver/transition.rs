//! How the runs of a color continue at one value.

/// What one color may give to the groups of a value, and its share of the jokers they need; packed into a word, since
/// it is part of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct GroupShare(u64);

/// The positions in a [`GroupShare`]; the units of one tile are in the lowest byte.
const LEAST_SHIFT: u32 = 32;
const MOST_SHIFT: u32 = 36;
const SWAPS_SHIFT: u32 = 40;

impl GroupShare {
    /// Between so many tiles, at no cost.
    pub(super) const fn of_constrained(least: u8, most: u8) -> Self {
        Self((least as u64) << LEAST_SHIFT | (most as u64) << MOST_SHIFT)
    }

    /// Allows one tile more, so many in all, for these units of joker.
    pub(super) const fn allow(&mut self, tiles: u8, units: u8, swaps_jokers: bool) {
        let units_so_far = self.0 & u32::MAX as u64 | (units as u64) << (8 * (tiles as u32 - 1));
        self.0 = units_so_far | (tiles as u64) << MOST_SHIFT | (swaps_jokers as u64) << SWAPS_SHIFT;
    }

    /// The fewest tiles.
    pub(super) const fn least(self) -> u8 {
        (self.0 >> LEAST_SHIFT) as u8 & 15
    }

    /// The most tiles.
    pub(super) const fn most(self) -> u8 {
        (self.0 >> MOST_SHIFT) as u8 & 15
    }

    /// Units of joker for a number of tiles.
    pub(super) const fn units(self, tiles: u8) -> u8 {
        if tiles == 0 { 0 } else { (self.0 >> (8 * (tiles as u32 - 1))) as u8 }
    }

    /// Whether a tile in a group and a joker in a run can always trade places, so that a run takes jokers only where
    /// no tile goes to groups.
    pub(super) const fn swaps_jokers(self) -> bool {
        self.0 >> SWAPS_SHIFT & 1 == 1
    }

    /// Tiles in groups and jokers in runs cannot trade places after all.
    pub(super) const fn forbid_swaps(&mut self) {
        self.0 &= !(1 << SWAPS_SHIFT);
    }

    /// All of that, in 48 bits.
    pub(super) const fn word(self) -> u64 {
        self.0
    }
}

/// A transition from a state before a value to one after it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Transition {
    /// The state it leads to, by its index among the states after the value.
    pub(super) to: u32,
    /// Tiles to groups.
    pub(super) groups: u8,
    /// Tiles to runs.
    pub(super) runs: u8,
    /// Jokers in runs.
    pub(super) jokers: u8,
    /// How many of those are in new melds.
    pub(super) new_jokers: u8,
    /// Budget used: the jokers, and the share of those in groups.
    pub(super) units: u8,
    /// Hand tiles played beyond the required ones.
    pub(super) played: u8,
}
