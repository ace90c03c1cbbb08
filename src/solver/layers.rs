//! What follows a number, kept for the next time.
//!
//! How the runs of a color go on at a number depends on little: the states they can be in, how many tiles
//! there are and must be used, what groups and jokers may take, and what comes next. The same few things come up
//! again and again, in every color and every position, so each is worked out once and kept.

use rustc_hash::FxHashMap;

use super::lanes::{Edge, GroupShare};
use super::profile::Share;
use super::runs::{Bound, Bounds, State, Sweep};
use super::slices::Slices;
use super::ways::Listing;

/// States in order, by number.
pub(super) type Front = u32;

/// All that what follows depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    front: Front,
    /// What runs are or may be bound to, by number; 0 for nothing.
    ties: u32,
    /// Tiles of the number: `must`, `may`; of those, what groups may take and their share of jokers.
    tiles: u32,
    shares: u32,
    /// Jokers and their units, what is worth keeping open, what can be extended, whether runs may begin.
    ahead: u64,
}

/// What runs are or may be bound to, as seen from a number, in words; false if there is nothing.
fn read_ties(words: &mut Vec<u32>, value: usize, sweep: &Sweep<'_>) -> bool {
    words.clear();
    let mut any = sweep.olds.is_some();
    // For each old run whose jokers stay: its places from here on that are locked and that can be claimed, and
    // what each of its jokers needs.
    words.push(sweep.locks.len() as u32);
    for lock in sweep.locks {
        match (lock.locked >> value, lock.claimable >> value) {
            (0, 0) => words.extend([0, 0, 0]),
            (locked, claimable) => {
                any = true;
                words.extend([locked, claimable, u32::from(lock.needed) << 8 | u32::from(lock.natural_counts)]);
            }
        }
    }
    // If it is followed which runs are new: how many jokers were freed; and for each old run that a new one must
    // not contain how far it has come, its length, its lock and its jokers.
    if let Some(olds) = sweep.olds {
        words.push(sweep.freed.into());
        for old in olds.runs.iter().filter(|old| old.color == sweep.color) {
            match value.checked_sub(old.first as usize) {
                Some(come) if come < old.len as usize => {
                    let lock = old.lock.map_or(0, |lock| lock + 1);
                    words.extend([u32::from_be_bytes([come as u8, old.len, lock, 1]), old.jokers]);
                }
                _ => words.extend([0, 0]),
            }
        }
    }
    any
}

/// What a [`Key`] is made of, beside the states.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number {
    pub(super) must: u8,
    pub(super) may: u8,
    pub(super) share: GroupShare,
    pub(super) jokers: u8,
    pub(super) units: u8,
    pub(super) parking: bool,
    pub(super) shortest: u8,
    pub(super) most_runs: u8,
    pub(super) room: u8,
    /// How many numbers come after this one, up to the shortest meld.
    pub(super) after: u8,
}

impl Number {
    #[inline]
    fn with(&self, front: Front, ties: u32) -> Key {
        let GroupShare { least, most, share, swaps } = self.share;
        let word = |bytes: [u8; 4]| u32::from_le_bytes(bytes);
        Key {
            front,
            ties,
            tiles: word([self.must, self.may, least, most]),
            shares: word([share[1], share[2], share[3], share[4]]),
            ahead: u64::from_le_bytes([
                self.jokers,
                self.units << 4 | self.shortest,
                self.most_runs,
                self.room,
                self.after,
                u8::from(self.parking),
                u8::from(swaps),
                0,
            ]),
        }
    }
}

/// What follows the states of a front at a number: where it stands in what is kept of all of them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Layer {
    ends: (u32, u32),
    edges: (u32, u32),
    shares: u32,
    next: Front,
}

/// All that was worked out so far.
///
/// It lies in a few long pieces, so that to forget it takes no time.
#[derive(Debug)]
pub(super) struct Layers {
    fronts: Slices<State>,
    /// For each layer, for each state before it where its ways end.
    ends: Vec<u32>,
    /// For each layer its ways.
    edges: Vec<Edge>,
    /// For each layer, how the states that follow compare.
    shares: Vec<Share>,
    layer_of: FxHashMap<Key, Layer>,
    ties: Slices<u32>,
    /// Working memory for ties.
    words: Vec<u32>,
    bounds: Bounds,
}

impl Default for Layers {
    fn default() -> Self {
        let mut layers = Self {
            fronts: Slices::default(),
            ends: Vec::new(),
            edges: Vec::new(),
            shares: Vec::new(),
            layer_of: FxHashMap::default(),
            ties: Slices::default(),
            words: Vec::new(),
            bounds: Bounds::default(),
        };
        layers.fronts.number(&[State::default()]);
        layers
    }
}

/// So many states and ways are kept, some ten megabytes; positions of one deck need far fewer.
const MOST: usize = 1 << 20;

impl Layer {
    /// The states that follow, by number.
    pub(super) const fn front(self) -> Front {
        self.next
    }
}

impl Layers {
    /// Forgets everything when it has become too much. Lanes built before are not valid any more.
    pub(super) fn tidy_up(&mut self) {
        let size = self.fronts.len() + self.ends.len() + self.edges.len() + self.shares.len() + self.ties.len();
        if size > MOST {
            self.fronts.clear();
            self.fronts.number(&[State::default()]);
            self.ends.clear();
            self.edges.clear();
            self.shares.clear();
            self.layer_of.clear();
            self.ties.clear();
            self.bounds.clear();
        }
    }

    /// What there is before the first number.
    pub(super) fn start(&self) -> (Front, &[State]) {
        (0, self.fronts.get(0))
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
        let bound = || self.fronts.get(front).iter().any(State::is_bound);
        if !here && sweep.olds.is_none() && !bound() || !read_ties(&mut self.words, value, sweep) {
            return 0;
        }
        self.ties.number(&self.words) + 1
    }

    /// The states of a front, and what runs are bound to.
    pub(super) fn going_on(&mut self, front: Front) -> (&[State], &mut Bounds) {
        (self.fronts.get(front), &mut self.bounds)
    }

    /// The runs of a state that are bound to something.
    pub(super) fn bound_runs(&self, state: &State) -> Bound {
        self.bounds.of(state)
    }

    /// What is known to follow.
    #[inline]
    pub(super) fn find(&self, key: &Key) -> Option<Layer> {
        self.layer_of.get(key).copied()
    }

    /// Where the ways of each state before end, and all the ways.
    #[inline]
    pub(super) fn ways(&self, layer: Layer) -> (&[u32], &[Edge]) {
        let Layer { ends, edges, .. } = layer;
        (&self.ends[ends.0 as usize..ends.1 as usize], &self.edges[edges.0 as usize..edges.1 as usize])
    }

    /// The states that follow.
    #[inline]
    pub(super) fn after(&self, layer: Layer) -> &[State] {
        self.fronts.get(layer.next)
    }

    /// How a state that follows compares, by its place.
    #[inline]
    pub(super) fn share(&self, layer: Layer, place: usize) -> Share {
        self.shares[layer.shares as usize + place]
    }

    /// Keeps what was worked out for melds of at least so many tiles.
    pub(super) fn keep(&mut self, key: Key, listing: &Listing, shortest: u8) -> Layer {
        let next = self.fronts.number(&listing.states);
        let (ends, edges, shares) = (self.ends.len() as u32, self.edges.len() as u32, self.shares.len() as u32);
        self.ends.extend_from_slice(&listing.ends);
        self.edges.extend_from_slice(&listing.edges);
        self.shares.extend(listing.states.iter().map(|state| Share::of(state, shortest)));
        let layer =
            Layer { ends: (ends, self.ends.len() as u32), edges: (edges, self.edges.len() as u32), shares, next };
        self.layer_of.insert(key, layer);
        layer
    }
}
