//! How the runs of a color continue at one value.

/// What one color may give to the groups of a value, and its share of the jokers they need.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct GroupShare {
    /// The fewest tiles.
    pub(super) least: u8,
    /// The most tiles.
    pub(super) most: u8,
    /// Units of joker, by the number of tiles.
    pub(super) units: [u8; 5],
    /// Whether a tile in a group and a joker in a run can always trade places, so that a run takes jokers only where
    /// no tile goes to groups.
    pub(super) swaps_jokers: bool,
}

impl GroupShare {
    /// All of it in one number.
    pub(super) const fn packed(self) -> u64 {
        let [_, a, b, c, d] = self.units;
        u64::from_le_bytes([self.least, self.most, a, b, c, d, self.swaps_jokers as u8, 0])
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
