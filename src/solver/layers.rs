//! What follows a number, kept for the next time.
//!
//! How the runs of a colour go on at a number depends on little: the states they can be in, how many cards
//! there are and must be used, what sets and jokers may take, and what comes next. The same few things come up
//! again and again, in every colour and every position, so each is worked out once and kept.

use rustc_hash::FxHashMap;

use super::lanes::{Edge, SetShare};
use super::profile::Share;
use super::runs::{Bound, Bounds, State, Sweep};
use super::ways::Listing;

/// States in order, by number.
pub(super) type Front = u32;

/// What follows some states at a number, by number.
pub(super) type LayerId = u32;

/// All that what follows depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    front: Front,
    /// What runs are or may be bound to, by number; 0 for nothing.
    ties: u32,
    /// Cards of the number: `must`, `may`; of those, what sets may take and their share of jokers.
    cards: u32,
    shares: u32,
    /// Jokers and their units, what is worth keeping open, what can be extended, whether runs may begin.
    ahead: u64,
}

/// What runs are or may be bound to, as seen from a number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Ties {
    /// For each old run whose jokers stay: its places from here on that are locked and that can be claimed, and
    /// what each of its jokers needs.
    locks: Vec<(u32, u32, u8, u8)>,
    /// For each old run that a new one must not contain: how far it has come, its length, its jokers and their
    /// lock.
    olds: Vec<(u8, u8, u32, Option<u8>)>,
    /// How many jokers were freed, if it is followed which runs are new.
    freed: Option<u8>,
}

impl Ties {
    fn clear(&mut self) {
        self.locks.clear();
        self.olds.clear();
        self.freed = None;
    }

    /// Reads them; false if there are none.
    fn read(&mut self, value: usize, sweep: &Sweep<'_>) -> bool {
        self.clear();
        self.locks.extend(sweep.locks.iter().map(|lock| match (lock.locked >> value, lock.claimable >> value) {
            (0, 0) => (0, 0, 0, 0),
            (locked, claimable) => (locked, claimable, lock.needed, lock.natural_counts),
        }));
        if let Some(olds) = sweep.olds {
            self.freed = Some(sweep.freed);
            let own = olds.runs.iter().filter(|old| old.color == sweep.color);
            self.olds.extend(own.map(|old| match value.checked_sub(old.first as usize) {
                Some(come) if come < old.len as usize => (come as u8, old.len, old.jokers, old.lock),
                _ => (0, 0, 0, None),
            }));
        }
        self.freed.is_some() || self.locks.iter().any(|&lock| lock != (0, 0, 0, 0))
    }
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
    fn with(&self, front: Front, ties: u32) -> Key {
        let SetShare { least, most, share, swaps } = self.share;
        let word = |bytes: [u8; 4]| u32::from_le_bytes(bytes);
        Key {
            front,
            ties,
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
    /// How the states of `next` compare.
    shares: Box<[Share]>,
}

/// All that was worked out so far.
#[derive(Debug)]
pub(super) struct Layers {
    fronts: Vec<Box<[State]>>,
    front_of: FxHashMap<Box<[State]>, Front>,
    known: Vec<Layer>,
    layer_of: FxHashMap<Key, LayerId>,
    ties_of: FxHashMap<Ties, u32>,
    ties: Ties,
    bounds: Bounds,
    /// States and ways kept in all.
    size: usize,
}

impl Default for Layers {
    fn default() -> Self {
        let mut layers = Self {
            fronts: Vec::new(),
            front_of: FxHashMap::default(),
            known: Vec::new(),
            layer_of: FxHashMap::default(),
            ties_of: FxHashMap::default(),
            ties: Ties::default(),
            bounds: Bounds::default(),
            size: 0,
        };
        layers.front(&[State::default()]);
        layers
    }
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

    /// What there is before the first number.
    pub(super) fn start(&self) -> (Front, &[State]) {
        (0, &self.fronts[0])
    }

    /// The number of some states.
    fn front(&mut self, states: &[State]) -> Front {
        if let Some(&front) = self.front_of.get(states) {
            return front;
        }
        let front = self.fronts.len() as Front;
        self.size += states.len();
        self.fronts.push(states.into());
        self.front_of.insert(states.into(), front);
        front
    }

    /// The key to what follows a front at a number.
    #[inline]
    pub(super) fn key(&mut self, front: Front, number: &Number, value: usize, sweep: &Sweep<'_>) -> Key {
        let bare = sweep.locks.is_empty() && sweep.olds.is_none();
        let ties = if bare { 0 } else { self.tie(front, value, sweep) };
        number.with(front, ties)
    }

    fn tie(&mut self, front: Front, value: usize, sweep: &Sweep<'_>) -> u32 {
        let here = sweep.locks.iter().any(|lock| (lock.locked | lock.claimable) >> value & 1 == 1);
        let bound = || self.fronts[front as usize].iter().any(State::is_bound);
        if !here && sweep.olds.is_none() && !bound() || !self.ties.read(value, sweep) {
            return 0;
        }
        let next = self.ties_of.len() as u32 + 1;
        if let Some(&ties) = self.ties_of.get(&self.ties) {
            return ties;
        }
        self.size += 1;
        self.ties_of.insert(self.ties.clone(), next);
        next
    }

    /// The states of a front, and what runs are bound to.
    pub(super) fn going_on(&mut self, front: Front) -> (&[State], &mut Bounds) {
        (&self.fronts[front as usize], &mut self.bounds)
    }

    /// The runs of a state that are bound to something.
    pub(super) fn bound_runs(&self, state: &State) -> Bound {
        self.bounds.of(state)
    }

    /// What is known to follow.
    #[inline]
    pub(super) fn find(&self, key: &Key) -> Option<LayerId> {
        self.layer_of.get(key).copied()
    }

    /// Where the ways of each state before end, and all the ways.
    #[inline]
    pub(super) fn ways(&self, layer: LayerId) -> (&[u32], &[Edge]) {
        let Layer { ends, edges, .. } = &self.known[layer as usize];
        (ends, edges)
    }

    /// The states that follow.
    #[inline]
    pub(super) fn after(&self, layer: LayerId) -> &[State] {
        &self.fronts[self.front_after(layer) as usize]
    }

    #[inline]
    pub(super) fn front_after(&self, layer: LayerId) -> Front {
        self.known[layer as usize].next
    }

    /// How a state that follows compares, by its place.
    #[inline]
    pub(super) fn share(&self, layer: LayerId, place: usize) -> Share {
        self.known[layer as usize].shares[place]
    }

    /// Keeps what was worked out for melds of at least so many cards.
    pub(super) fn keep(&mut self, key: Key, listing: &Listing, shortest: u8) -> LayerId {
        let next = self.front(&listing.states);
        let layer = self.known.len() as LayerId;
        self.size += listing.edges.len() + listing.ends.len() + listing.states.len();
        self.known.push(Layer {
            ends: listing.ends.as_slice().into(),
            edges: listing.edges.as_slice().into(),
            next,
            shares: listing.states.iter().map(|state| Share::of(state, shortest)).collect(),
        });
        self.layer_of.insert(key, layer);
        layer
    }
}
