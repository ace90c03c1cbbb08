//! What follows a number, kept for the next time.
//!
//! How the runs of a colour go on at a number depends on little: the states they can be in, how many cards
//! there are and must be used, what sets and jokers may take, and what comes next. The same few things come up
//! again and again, in every colour and every position, so each is worked out once and copied from then on.
//! Only where a run is bound to something is it worked out afresh.

use rustc_hash::FxHashMap;

use super::lanes::{Edge, SetShare};
use super::runs::State;
use super::ways::Listing;

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

/// What follows the states of a front at a number.
#[derive(Debug)]
struct Layer {
    /// For each state where its ways end.
    ends: Box<[u32]>,
    edges: Box<[Edge]>,
    next: Front,
}

/// All that was worked out so far.
#[derive(Debug, Default)]
pub(super) struct Layers {
    fronts: Vec<Box<[State]>>,
    front_of: FxHashMap<Box<[State]>, Front>,
    known: Vec<Layer>,
    layer_of: FxHashMap<Key, u32>,
    /// States and ways kept in all.
    size: usize,
}

/// So many states and ways are kept, some ten megabytes; positions of one deck need far fewer.
const MOST: usize = 1 << 20;

impl Layers {
    /// Forgets everything when it has become too much. Lanes built before are not valid any more.
    pub(super) fn tidy_up(&mut self) {
        if self.size > MOST {
            *self = Self::default();
        }
    }

    /// The number of some states.
    pub(super) fn front(&mut self, states: &[State]) -> Front {
        if let Some(&front) = self.front_of.get(states) {
            return front;
        }
        let front = self.fronts.len() as Front;
        self.size += states.len();
        self.fronts.push(states.into());
        self.front_of.insert(states.into(), front);
        front
    }

    /// What is known to follow.
    #[inline]
    pub(super) fn find(&self, key: &Key) -> Option<u32> {
        self.layer_of.get(key).copied()
    }

    /// Where the ways of each state before end, and all the ways.
    #[inline]
    pub(super) fn ways(&self, layer: u32) -> (&[u32], &[Edge]) {
        let Layer { ends, edges, .. } = &self.known[layer as usize];
        (ends, edges)
    }

    /// The states that follow.
    #[inline]
    pub(super) fn after(&self, layer: u32) -> &[State] {
        &self.fronts[self.front_after(layer) as usize]
    }

    #[inline]
    pub(super) fn front_after(&self, layer: u32) -> Front {
        self.known[layer as usize].next
    }

    /// Keeps what was worked out.
    pub(super) fn keep(&mut self, key: Key, listing: &Listing) -> u32 {
        let next = self.front(&listing.states);
        let layer = self.known.len() as u32;
        self.size += listing.edges.len() + listing.ends.len();
        self.known.push(Layer { ends: listing.ends.as_slice().into(), edges: listing.edges.as_slice().into(), next });
        self.layer_of.insert(key, layer);
        layer
    }
}
