//! A meld as bits, so that "these tiles of that meld" is one `and`.

use crate::meld::{Meld, palette_mask};
use crate::rules::Rules;
use crate::tile::Tile;

/// A line of places. Two melds can have a tile in the same place only if they are on one track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Track {
    /// Runs of this color; bit `n` is the number `n`.
    Run(u8),
    /// Groups of this number; bit `c` is the color `c`.
    Group(u8),
}

impl Track {
    pub(super) const fn tile(self, bit: u32) -> Tile {
        match self {
            Self::Run(color) => Tile::at(color, bit as u8),
            Self::Group(value) => Tile::at(bit as u8, value),
        }
    }

    /// The tiles that the bits stand for.
    pub(super) fn tiles(self, bits: u32) -> impl Iterator<Item = Tile> {
        each(bits).map(move |bit| self.tile(bit))
    }
}

/// The positions of the bits that are set, from the lowest.
pub(super) fn each(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        lowest
    })
}

/// The tiles of a meld.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) track: Track,
    pub(super) naturals: u32,
    /// What the jokers may stand for: in a run exactly the places they fill, in a group every missing color.
    pub(super) stands_for: u32,
    pub(super) jokers: u32,
}

impl Shape {
    pub(super) fn of(meld: &Meld, rules: &Rules) -> Self {
        match *meld {
            Meld::Run(run) => {
                let places = ((1u32 << run.len) - 1) << run.first;
                let jokers = run.jokers << run.first;
                Self {
                    track: Track::Run(run.color),
                    naturals: places & !jokers,
                    stands_for: jokers,
                    jokers: jokers.count_ones(),
                }
            }
            Meld::Group(group) => Self {
                track: Track::Group(group.value),
                naturals: group.colors.into(),
                stands_for: (!group.colors & palette_mask(&rules.deck)).into(),
                jokers: group.jokers.into(),
            },
        }
    }

    pub(super) const fn is_run(&self) -> bool {
        matches!(self.track, Track::Run(_))
    }

    /// Whether another meld has all these tiles, the jokers of a run in the same places.
    pub(super) fn is_part_of(&self, other: &Self) -> bool {
        let jokers = if self.is_run() { self.stands_for & !other.stands_for == 0 } else { self.jokers <= other.jokers };
        self.track == other.track && self.naturals & !other.naturals == 0 && jokers
    }

    pub(super) const fn size(&self) -> u32 {
        self.naturals.count_ones() + self.jokers
    }

    pub(super) fn has_natural(&self, tile: Tile) -> bool {
        let Some((color, value)) = tile.natural() else { return false };
        let bit = match self.track {
            Track::Run(own) if own as usize == color.index() => u32::from(value),
            Track::Group(own) if own == value => color.index() as u32,
            _ => return false,
        };
        self.naturals >> bit & 1 == 1
    }
}
