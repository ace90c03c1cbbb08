//! Nodes that can do no more than others already shown.
//!
//! Of two nodes after the same number one can do all that the other can if, in each color, its runs can take
//! the place of the other's: each of them needs as few more tiles or fewer to be a meld, and what it has
//! beyond them could end here. Then what was shown of the first holds of the second.

use super::case::Case;
use super::layers::Layers;
use super::memo::Key;
use super::position::NUMBERS;
use super::runs::State;
use crate::tile::MAX_COLORS;

/// Bits of a count and one to guard it.
const FIELD: usize = 5;
/// So many counts share a word: all of four colors where a meld has three tiles.
const IN_WORD: usize = 12;
/// There are up to six counts a color.
const WORDS: usize = MAX_COLORS * 6 / IN_WORD;
/// The guard bit of every field.
const GUARDS: u64 = 0x8842_1084_2108_4210;
/// Where the jokers used stand in the first word, in four bits.
const JOKERS: usize = IN_WORD * FIELD;

/// What a node can be compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Profile {
    /// For each color, how many runs need at least so many more tiles, and how many runs there are not; then
    /// how many of seven jokers are not left: the less of each, the better.
    counts: [u64; WORDS],
    /// What only the same can stand in for; 0 for nothing.
    alike: [u32; MAX_COLORS],
    jokers: u8,
    elsewhere: u8,
    need: u32,
}

/// What one color adds to a [`Profile`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    counts: u32,
    /// Group where the runs of jokers make it that only the same state can stand in.
    has_joker_runs: bool,
    /// The bound runs, by number: only the same ones can stand in.
    bound: u32,
}

impl Share {
    pub(super) fn of(state: &State, shortest: u8) -> Self {
        Self {
            counts: state.profile(shortest, FIELD as u32) as u32,
            has_joker_runs: state.has_joker_runs(),
            bound: state.bound_number(),
        }
    }

    /// What the same color of another node must have, too, at this node of the lane; 0 for nothing.
    fn alike(&self, id: u32, follows_new: bool) -> u32 {
        /// Sets the numbers of bound runs apart from those of nodes.
        const BOUND: u32 = 1 << 31;
        match self.bound {
            _ if self.has_joker_runs => id + 1,
            0 => 0,
            _ if follows_new => id + 1,
            bound => BOUND | bound,
        }
    }
}

impl Profile {
    /// Of a node after a number.
    pub(super) fn of(case: &Case, layers: &Layers, value: usize, key: &Key) -> Self {
        let mut counts = [0; WORDS];
        let mut alike = [0; MAX_COLORS];
        let shortest = case.shortest as usize;
        let (mut word, mut at) = (0, 0);
        for (color, lane) in case.lanes.iter().enumerate() {
            if at + shortest > IN_WORD {
                (word, at) = (word + 1, 0);
            }
            let id = key.ids[color];
            let share = lane.share(layers, value, id);
            alike[color] = share.alike(id, case.olds.is_some());
            counts[word] |= u64::from(share.counts) << (at * FIELD);
            at += shortest;
        }
        counts[0] |= u64::from(7 - key.jokers.min(7)) << JOKERS;
        Self { counts, alike, jokers: key.jokers, elsewhere: key.elsewhere, need: key.need }
    }

    /// Where it is kept: what differs in this can not stand in for each other.
    fn kind(&self) -> usize {
        let mixed = self.alike.iter().fold(0u32, |mixed, &id| mixed.wrapping_mul(31) ^ id);
        if mixed == 0 { 0 } else { 1 + mixed as usize % (KINDS - 1) }
    }

    /// Whether this node can do all that the other can.
    fn can_all_of(&self, other: &Self, parking: bool) -> bool {
        let counts = self.counts.iter().zip(&other.counts);
        counts.fold(GUARDS, |kept, (own, theirs)| kept & (theirs | GUARDS).wrapping_sub(*own)) & GUARDS == GUARDS
            && if parking { self.jokers >= other.jokers } else { self.jokers == other.jokers }
            && self.alike == other.alike
            && self.elsewhere <= other.elsewhere
            && self.need <= other.need
    }
}

/// What was shown of some nodes after one number.
#[derive(Debug, Default)]
struct Nodes {
    /// The first word of each, in blocks to be looked at together: nearly all are told apart by it.
    firsts: Vec<[u64; TOGETHER]>,
    all: Vec<(Profile, i64)>,
}

/// So many are looked at together.
const TOGETHER: usize = 8;

/// A first word that can do nothing.
const NOTHING: u64 = !GUARDS;

/// What was shown of the nodes after each number, to be looked through.
///
/// Nodes are kept apart by the states that only their likes can stand in for.
#[derive(Debug, Default)]
pub(super) struct Shown {
    after: [[Nodes; KINDS]; NUMBERS],
    /// How many are kept after each number.
    counts: [usize; NUMBERS],
    replaced: usize,
}

/// So many places for nodes that have such states, and one for those that have none.
const KINDS: usize = 8;

/// So many nodes of a number are looked through; more would take longer than they save.
const MOST: usize = 1 << 10;

impl Shown {
    pub(super) fn forget(&mut self) {
        for (after, count) in self.after.iter_mut().zip(&mut self.counts) {
            if *count > 0 {
                *count = 0;
                for nodes in after {
                    nodes.firsts.clear();
                    nodes.all.clear();
                }
            }
        }
    }

    /// Whether nothing was shown of any node after a number.
    pub(super) fn is_empty(&self, value: usize) -> bool {
        self.counts[value] == 0
    }

    /// A bound of at most `enough` that also holds of this node, if one was shown.
    pub(super) fn find(&mut self, value: usize, profile: &Profile, enough: i64, parking: bool) -> Option<i64> {
        let Nodes { firsts, all } = &mut self.after[value][profile.kind()];
        let theirs = profile.counts[0] | GUARDS;
        let may = |own: u64| theirs.wrapping_sub(own) & GUARDS == GUARDS;
        for block in 0..firsts.len() {
            let some = &firsts[block];
            if !some.iter().fold(false, |any, &own| any | may(own)) {
                continue;
            }
            let begin = block * TOGETHER;
            let found = some.iter().zip(&all[begin..]).position(|(&first, (other, bound))| {
                may(first) && *bound <= enough && other.can_all_of(profile, parking)
            });
            let Some(within) = found else { continue };
            // What was of use comes nearer to the front, where it is met sooner.
            let place = begin + within;
            let nearer = place / 2;
            let (own, other) = (firsts[block][within], firsts[nearer / TOGETHER][nearer % TOGETHER]);
            firsts[block][within] = other;
            firsts[nearer / TOGETHER][nearer % TOGETHER] = own;
            all.swap(place, nearer);
            return Some(all[nearer].1);
        }
        None
    }

    pub(super) fn add(&mut self, value: usize, profile: Profile, bound: i64) {
        let Nodes { firsts, all } = &mut self.after[value][profile.kind()];
        if self.counts[value] >= MOST {
            // Replaces one of those that were of no use lately, in turns.
            let half = all.len().div_ceil(2);
            if half > 0 {
                self.replaced += 1;
                let place = all.len() - 1 - self.replaced % half;
                firsts[place / TOGETHER][place % TOGETHER] = profile.counts[0];
                all[place] = (profile, bound);
            }
            return;
        }
        let within = all.len() % TOGETHER;
        if within == 0 {
            firsts.push([NOTHING; TOGETHER]);
        }
        if let Some(last) = firsts.last_mut() {
            last[within] = profile.counts[0];
        }
        all.push((profile, bound));
        self.counts[value] += 1;
    }
}
