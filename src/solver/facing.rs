//! Which way the numbers are gone through: from 1 up, or from the highest down.
//!
//! Melds are melds from either side, so a position turned round has the same answer. How many nodes it takes
//! to find it may differ greatly, though, and which way takes more is not known beforehand.

use crate::meld::{Group, Meld, Run};

/// From which end the numbers are gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Facing {
    /// From 1 up.
    #[default]
    Up,
    /// From the highest number down: it takes the place of the 1.
    Down,
}

/// How many nodes a search may meet from one end before it is begun from the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Patience(pub(super) u64);

impl Patience {
    /// As many as it takes.
    pub(super) const ENDLESS: Self = Self(u64::MAX);

    /// What the next search has, so that in all no more than a few times what is needed is met.
    pub(super) const fn twice(self) -> Self {
        Self(self.0.saturating_mul(2))
    }
}

impl Default for Patience {
    /// With fewer, many a position from a game would be begun twice; with more, the slowest take longer.
    fn default() -> Self {
        Self(96)
    }
}

impl Facing {
    #[must_use]
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }

    /// The place of one of so many numbers, and the number at a place.
    #[inline]
    pub(super) const fn number(self, number: u8, numbers: u8) -> u8 {
        match self {
            Self::Up => number,
            Self::Down => numbers + 1 - number,
        }
    }

    /// The places of some of so many numbers, bit `v` for number `v`.
    pub(super) const fn numbers(self, mask: u32, numbers: u8) -> u32 {
        match self {
            Self::Up => mask,
            Self::Down => mask.reverse_bits() >> (30 - numbers),
        }
    }

    /// A run as it looks from this end.
    pub(super) const fn run(self, run: Run, numbers: u8) -> Run {
        match self {
            Self::Up => run,
            Self::Down => Run {
                first: self.number(run.last(), numbers),
                jokers: run.jokers.reverse_bits() >> (32 - run.len),
                ..run
            },
        }
    }

    /// A meld as it looks from this end.
    pub(super) const fn meld(self, meld: Meld, numbers: u8) -> Meld {
        match meld {
            Meld::Run(run) => Meld::Run(self.run(run, numbers)),
            Meld::Group(group) => Meld::Group(Group { value: self.number(group.value, numbers), ..group }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_turned_twice_is_as_before() {
        for numbers in [3, 13, 26] {
            for (first, len) in [(1, 3), (2, 2), (1, numbers)] {
                for jokers in [0, 1, 1 << (len - 1), 0b11] {
                    let run = Run { color: 2, first, len, jokers };
                    let turned = Facing::Down.run(run, numbers);
                    assert_eq!(Facing::Down.run(turned, numbers), run);
                    for number in 1..=numbers {
                        let place = Facing::Down.number(number, numbers);
                        assert_eq!(turned.joker_at(place), run.joker_at(number));
                        assert_eq!(turned.natural_at(place), run.natural_at(number));
                        assert_eq!(Facing::Down.numbers(1 << number, numbers), 1 << place);
                    }
                }
            }
        }
    }
}
