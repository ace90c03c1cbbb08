//! The direction of the dynamic program: from 1 up, or from the highest value down.
//!
//! A position mirrored in its values has the same answer, but the number of nodes it takes to find it can differ
//! greatly. So a long search is [restarted](super::restart) in the other direction.

use crate::meld::{Group, Meld, Run};

/// From which end the values are processed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum SweepDirection {
    /// From 1 up.
    #[default]
    Ascending,
    /// From the highest value down: the instance is mirrored, so that the highest value becomes 1.
    Descending,
}

impl SweepDirection {
    #[must_use]
    pub(super) const fn reversed(self) -> Self {
        match self {
            Self::Ascending => Self::Descending,
            Self::Descending => Self::Ascending,
        }
    }

    /// The mirror image of a value among `values`; its own inverse.
    #[inline]
    pub(super) const fn value(self, value: u8, values: u8) -> u8 {
        match self {
            Self::Ascending => value,
            Self::Descending => values + 1 - value,
        }
    }

    /// The mirror image of a set of values, bit `v` for value `v`.
    pub(super) const fn mask(self, mask: u32, values: u8) -> u32 {
        match self {
            Self::Ascending => mask,
            Self::Descending => mask.reverse_bits() >> (30 - values),
        }
    }

    /// The mirror image of a run.
    pub(super) const fn run(self, run: Run, values: u8) -> Run {
        match self {
            Self::Ascending => run,
            Self::Descending => Run {
                first: self.value(run.last(), values),
                jokers: run.jokers.reverse_bits() >> (32 - run.len),
                ..run
            },
        }
    }

    /// The mirror image of a meld.
    pub(super) const fn meld(self, meld: Meld, values: u8) -> Meld {
        match meld {
            Meld::Run(run) => Meld::Run(self.run(run, values)),
            Meld::Group(group) => Meld::Group(Group { value: self.value(group.value, values), ..group }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirroring_twice_changes_nothing() {
        for values in [3, 13, 26] {
            for (first, len) in [(1, 3), (2, 2), (1, values)] {
                for jokers in [0, 1, 1 << (len - 1), 0b11] {
                    let run = Run { color: 2, first, len, jokers };
                    let mirrored = SweepDirection::Descending.run(run, values);
                    assert_eq!(SweepDirection::Descending.run(mirrored, values), run);
                    for value in 1..=values {
                        let image = SweepDirection::Descending.value(value, values);
                        assert_eq!(mirrored.joker_at(image), run.joker_at(value));
                        assert_eq!(mirrored.natural_at(image), run.natural_at(value));
                        assert_eq!(SweepDirection::Descending.mask(1 << value, values), 1 << image);
                    }
                }
            }
        }
    }
}
