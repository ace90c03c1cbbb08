//! Nodes that can do no more than others already shown.
//!
//! Of two nodes after the same number one can do all that the other can if, in each colour, its runs can take
//! the place of the other's: each of them needs as few more cards or fewer to be a meld, and what it has
//! beyond them could end here. Then what was shown of the first holds of the second.

use super::case::Case;
use super::layers::Layers;
use super::memo::Key;
use super::position::NUMBERS;
use crate::tile::MAX_COLORS;

/// Bits of a count and one to guard it.
const FIELD: u32 = 5;
/// So many colours share a word: there are up to six counts a colour.
const IN_WORD: usize = 2;
const WORDS: usize = MAX_COLORS / IN_WORD;

/// What a node can be compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Profile {
    /// For each colour, how many runs need at least so many more cards, and how many runs there are not: the
    /// less of each, the better.
    counts: [u64; WORDS],
    /// The states that only their likes can stand in for; 0 for others.
    alike: [u32; MAX_COLORS],
    jokers: u8,
    elsewhere: u8,
    need: u32,
}

impl Profile {
    /// Of a node after a number.
    pub(super) fn of(case: &Case, layers: &Layers, value: usize, key: &Key) -> Self {
        let mut counts = [0; WORDS];
        let mut alike = [0; MAX_COLORS];
        for (color, lane) in case.lanes.iter().enumerate() {
            let state = lane.state(layers, value, key.ids[color]);
            let word = &mut counts[color / IN_WORD];
            if state.is_bound() || state.has_joker_runs() {
                alike[color] = key.ids[color] + 1;
            }
            *word = *word << (6 * FIELD) | state.profile(case.shortest, FIELD);
        }
        Self { counts, alike, jokers: key.jokers, elsewhere: key.elsewhere, need: key.need }
    }

    /// Whether this node can do all that the other can.
    #[inline]
    fn can_all_of(&self, other: &Self, parking: bool) -> bool {
        /// The guard bit of every field.
        const GUARDS: u64 = 0x0842_1084_2108_4210;
        let counts = self.counts.iter().zip(&other.counts);
        counts.fold(GUARDS, |kept, (own, theirs)| kept & (theirs | GUARDS).wrapping_sub(*own)) & GUARDS == GUARDS
            && if parking { self.jokers >= other.jokers } else { self.jokers == other.jokers }
            && self.alike == other.alike
            && self.elsewhere <= other.elsewhere
            && self.need <= other.need
    }
}

/// What was shown of the nodes after each number, to be looked through.
#[derive(Debug, Default)]
pub(super) struct Shown {
    after: [Vec<(Profile, i64)>; NUMBERS],
}

/// So many nodes of a number are looked through; more would take longer than they save.
const MOST: usize = 1 << 10;

impl Shown {
    pub(super) fn forget(&mut self) {
        self.after.iter_mut().for_each(Vec::clear);
    }

    /// A bound of at most `enough` that also holds of this node, if one was shown.
    pub(super) fn find(&mut self, value: usize, profile: &Profile, enough: i64, parking: bool) -> Option<i64> {
        let after = &mut self.after[value];
        let holds = |(other, bound): &(Profile, i64)| *bound <= enough && other.can_all_of(profile, parking);
        let place = after.iter().position(holds)?;
        // What was of use comes nearer to the front, where it is met sooner.
        after.swap(place, place / 2);
        after.get(place / 2).map(|&(_, bound)| bound)
    }

    pub(super) fn add(&mut self, value: usize, profile: Profile, bound: i64) {
        if self.after[value].len() < MOST {
            self.after[value].push((profile, bound));
        }
    }
}
