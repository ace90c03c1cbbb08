//! What follows a number, kept for the next time.
//!
//! How the runs of a colour go on at a number depends on little: the states they can be in, how many cards
//! there are and must be used, what sets and jokers may take, and what comes next. The same few things come up
//! again and again, in every colour and every position, so each is worked out once and copied from then on.
//! Only where a run is bound to something is it worked out afresh.

use rustc_hash::FxHashMap;

use super::lanes::{Edge, SetShare};
use super::runs::State;

/// States in order, by number.
pub(super) type Front = u32;

/// All that what follows depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    front: Front,
    /// Cards of the number: `must`, `may`; of those, what sets may take and their share of jokers.
    cards: u32,
    shares: u32,
    /// Jokers and their units, what is worth keeping open, what can be extended, whether runs may begin.
    ahead: u64,
}

/// What a [`Key`] is made of, beside the states.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number {
    pub(super) must: u8,
    pub(super) may: u8,
    pub(super) share: SetShare,
    pub(super) jokers: u8,
    pub(super) units: u8,
    pub(super) parking: bool,
    pub(super) shortest: u8,
    pub(super) most_runs: u8,
    pub(super) reach: u8,
    pub(super) room: u8,
    /// How many numbers come after this one, up to the shortest meld.
    pub(super) after: u8,
}

impl Number {
    #[inline]
    pub(super) fn with(&self, front: Front) -> Key {
        let SetShare { least, most, share, swaps } = self.share;
        let word = |bytes: [u8; 4]| u32::from_le_bytes(bytes);
        Key {
            front,
            cards: word([self.must, self.may, least, most]),
            shares: word([share[1], share[2], share[3], share[4]]),
            ahead: u64::from_le_bytes([
                self.jokers,
                self.units << 4 | self.shortest,
                self.most_runs,
                self.reach,
                self.room,
                self.after,
                u8::from(self.parking),
                u8::from(swaps),
            ]),
        }
    }
}

/// A way on, apart from the number it is at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// Place among the states that follow.
    to: u16,
    sets: u8,
    runs: u8,
    jokers: u8,
    units: u8,
    /// Hand cards laid.
    laid: u8,
}

impl Way {
    fn of(edge: &Edge, first: u32, must: u8) -> Option<Self> {
        let Edge { to, sets, runs, jokers, units, .. } = *edge;
        Some(Self { to: u16::try_from(to - first).ok()?, sets, runs, jokers, units, laid: sets + runs - must })
    }

    #[inline]
    pub(super) fn edge(&self, first: u32, worth: i64) -> Edge {
        let Self { to, sets, runs, jokers, units, laid } = *self;
        Edge { to: first + u32::from(to), sets, runs, jokers, fresh: 0, units, gain: i64::from(laid) * worth }
    }
}

/// What follows the states of a front at a number.
#[derive(Debug)]
pub(super) struct Layer {
    /// For each state where its ways end.
    pub(super) ends: Vec<u16>,
    pub(super) ways: Vec<Way>,
    pub(super) next: Front,
}

/// All that was worked out so far.
#[derive(Debug, Default)]
pub(super) struct Layers {
    fronts: Vec<Box<[State]>>,
    front_of: FxHashMap<Box<[State]>, Front>,
    layers: Vec<Layer>,
    layer_of: FxHashMap<Key, u32>,
    /// Ways kept in all.
    ways: usize,
}

/// So many ways are kept, some ten megabytes; positions of one deck need far fewer.
const MOST_WAYS: usize = 1 << 20;

impl Layers {
    /// Forgets everything when it has become too much. Fronts known before are not valid any more.
    pub(super) fn tidy_up(&mut self) {
        if self.ways > MOST_WAYS {
            *self = Self::default();
        }
    }

    /// The number of some states.
    pub(super) fn front(&mut self, states: &[State]) -> Front {
        if let Some(&front) = self.front_of.get(states) {
            return front;
        }
        let front = self.fronts.len() as Front;
        self.fronts.push(states.into());
        self.front_of.insert(states.into(), front);
        front
    }

    #[inline]
    pub(super) fn states(&self, front: Front) -> &[State] {
        &self.fronts[front as usize]
    }

    #[inline]
    pub(super) fn get(&self, key: &Key) -> Option<&Layer> {
        self.layer_of.get(key).map(|&place| &self.layers[place as usize])
    }

    /// Keeps what was worked out: the ways of each state, and the states they lead to, of which the first is
    /// `first`.
    pub(super) fn put<'e>(
        &mut self,
        key: Key,
        ways: impl Iterator<Item = &'e [Edge]>,
        next: &[State],
        first: u32,
        must: u8,
    ) -> Front {
        let front = self.front(next);
        let mut layer = Layer { ends: Vec::new(), ways: Vec::new(), next: front };
        for edges in ways {
            for edge in edges {
                let Some(way) = Way::of(edge, first, must) else { return front };
                layer.ways.push(way);
            }
            let Ok(end) = u16::try_from(layer.ways.len()) else { return front };
            layer.ends.push(end);
        }
        self.ways += layer.ways.len() + next.len();
        self.layer_of.insert(key, self.layers.len() as u32);
        self.layers.push(layer);
        front
    }
}
