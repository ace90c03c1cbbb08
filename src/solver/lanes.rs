//! One colour on its own: every state its runs can be in, how they follow from each other, and a bound.
//!
//! A colour moves on its own once it is known how many of its cards go to sets. So for each colour the
//! reachable states are listed number by number (a [`Lane`]), and a backward pass gives from each state the
//! most that can still be laid, as if the colour had the sets and jokers to itself. The sum over the colours
//! bounds the search from above.

use super::budget::{Budget, Rows};
use super::fresh::Olds;
use super::layers::{Layers, Number};
use super::position::{Cell, NUMBERS};
use super::runs::{Bound, Bounds, State, Sweep};
use super::split::RunLock;
use super::ways::Listing;

/// What is known of one colour before it is swept.
#[derive(Debug, Clone)]
pub(super) struct LaneInput<'a> {
    pub(super) values: usize,
    pub(super) shortest: u8,
    pub(super) copies: u8,
    /// Jokers that may lie anywhere.
    pub(super) jokers: u8,
    /// How many units of budget a joker is.
    pub(super) units: u8,
    pub(super) parking: bool,
    /// Whether opening points matter.
    pub(super) counts_points: bool,
    pub(super) cells: &'a [Cell; NUMBERS],
    pub(super) sets: &'a [SetShare; NUMBERS],
    pub(super) locks: &'a [RunLock],
    /// The old melds that a new one must not contain, if freed jokers may lie only in new ones.
    pub(super) olds: Option<&'a Olds>,
    pub(super) color: u8,
    /// How many freed jokers there are.
    pub(super) freed: u8,
}

/// What one colour may give to the sets of a number, and its share of the jokers they need.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SetShare {
    pub(super) least: u8,
    pub(super) most: u8,
    /// Units of joker, by how many cards are given.
    pub(super) share: [u8; 5],
    /// Whether a card of a run may be swapped for a joker of a set, so that jokers go to runs only when
    /// no card goes to sets.
    pub(super) swaps: bool,
}

/// A way on from a state.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Edge {
    /// The state it leads to, by place among the states that follow.
    pub(super) to: u32,
    /// Cards to sets.
    pub(super) sets: u8,
    /// Cards to runs.
    pub(super) runs: u8,
    /// Jokers in runs.
    pub(super) jokers: u8,
    /// Of those, how many lie in runs that are new.
    pub(super) fresh: u8,
    /// Budget used: the jokers, and the share of those in sets.
    pub(super) units: u8,
    /// Hand cards laid beyond those that must be.
    pub(super) laid: u8,
}

/// The states of one colour, in reusable memory.
///
/// A node is a state after some number. What follows the states of a number is kept in [`Layers`] if no run
/// is bound there, else here.
#[derive(Debug, Default)]
pub(super) struct Lane {
    /// For each number the place of the first node after it.
    first: [u32; NUMBERS],
    /// For each number the states after it, and the ways at it that lead there.
    sources: [Source; NUMBERS],
    bound_runs: Bounds,
    own: Own,
    listing: Listing,
    /// For each node a bound for each budget.
    rows: Rows,
    /// For each node the most opening points that can still be laid, jokers in sets left aside.
    points: Vec<u32>,
    reach: [u8; NUMBERS],
    room: [u8; NUMBERS],
}

/// Where the ways at a number and the states after it are.
#[derive(Debug, Clone, Copy)]
enum Source {
    Kept(u32),
    /// The places of the first state, of the first end and of the first edge, and how many states there are.
    Own {
        states: u32,
        len: u32,
        ends: u32,
        edges: u32,
    },
}

impl Default for Source {
    fn default() -> Self {
        Self::Own { states: 0, len: 0, ends: 0, edges: 0 }
    }
}

/// What follows where a run is bound.
#[derive(Debug, Default)]
struct Own {
    states: Vec<State>,
    ends: Vec<u32>,
    edges: Vec<Edge>,
}

impl Lane {
    /// The ways on at a number from a node, with the place of the first.
    #[inline]
    pub(super) fn edges<'l>(&'l self, layers: &'l Layers, value: usize, node: u32) -> (u32, &'l [Edge]) {
        let place = (node - self.first[value - 1]) as usize;
        let (ends, edges) = self.ways(layers, value);
        let begin = if place == 0 { 0 } else { ends[place - 1] };
        (begin, &edges[begin as usize..ends[place] as usize])
    }

    /// The end of the ways of each state before a number, and all of them.
    #[inline]
    fn ways<'l>(&'l self, layers: &'l Layers, value: usize) -> (&'l [u32], &'l [Edge]) {
        match self.sources[value] {
            Source::Kept(layer) => layers.ways(layer),
            Source::Own { ends, edges, .. } => (&self.own.ends[ends as usize..], &self.own.edges[edges as usize..]),
        }
    }

    pub(super) fn edge(&self, layers: &Layers, value: usize, place: u32) -> Edge {
        self.ways(layers, value).1[place as usize]
    }

    /// The node a way at a number leads to.
    #[inline]
    pub(super) fn after(&self, value: usize, edge: &Edge) -> u32 {
        self.first(value) + edge.to
    }

    /// The first node after a number.
    #[inline]
    pub(super) fn first(&self, value: usize) -> u32 {
        self.first[value]
    }

    /// The bounds of the nodes after a number, and all that follow.
    #[inline]
    pub(super) fn bounds_after<B: Budget>(&self, value: usize) -> &[B::Row] {
        &B::rows(&self.rows)[self.first[value] as usize..]
    }

    /// The bounds of a node for each budget.
    #[inline]
    pub(super) fn bound<B: Budget>(&self, node: u32) -> &B::Row {
        &B::rows(&self.rows)[node as usize]
    }

    pub(super) fn points(&self, node: u32) -> u32 {
        self.points[node as usize]
    }

    /// The states after a number.
    fn states<'l>(&'l self, layers: &'l Layers, value: usize) -> &'l [State] {
        self.own.states_of(self.sources[value], layers)
    }

    /// The state of a node after a number.
    pub(super) fn state<'l>(&'l self, layers: &'l Layers, value: usize, node: u32) -> &'l State {
        &self.states(layers, value)[(node - self.first[value]) as usize]
    }

    /// The runs of a state that are bound to something.
    pub(super) fn bound_runs(&self, state: &State) -> Bound {
        self.bound_runs.of(state)
    }

    /// What stays the same while this colour is swept.
    pub(super) fn sweep<'a>(&'a self, input: &LaneInput<'a>) -> Sweep<'a> {
        input.sweep(&self.reach, &self.room)
    }

    /// Lists the states and their bounds; node 0 is the start.
    pub(super) fn build<B: Budget>(&mut self, input: &LaneInput<'_>, layers: &mut Layers) {
        self.bound_runs.clear();
        self.own.start();
        let (reach, room) = input.lookahead();
        let sweep = input.sweep(&reach, &room);
        let bound_at = input.locks.iter().fold(0, |mask, lock| mask | lock.locked | lock.claimable);
        self.sources[0] = Source::Own { states: 0, len: 1, ends: 0, edges: 0 };
        (self.first[0], self.first[1]) = (0, 1);
        // The states after the number before, if no run of theirs is bound.
        let mut front = Some(layers.front(&self.own.states[..1]));
        for value in 1..=input.values {
            let key = front
                .filter(|_| input.olds.is_none() && bound_at >> value & 1 == 0)
                .map(|front| input.number(value, &sweep).with(front));
            let known = key.as_ref().and_then(|key| layers.find(key));
            let work_out = || {
                let Self { sources, own, listing, bound_runs, .. } = &mut *self;
                listing.list(own.states_of(sources[value - 1], layers), value, input, &sweep, bound_runs);
                match key {
                    Some(key) => Source::Kept(layers.keep(key, listing)),
                    None => own.add(listing),
                }
            };
            let source = known.map_or_else(work_out, Source::Kept);
            self.sources[value] = source;
            front = match source {
                Source::Kept(layer) => Some(layers.front_after(layer)),
                Source::Own { .. } => {
                    let states = &self.listing.states;
                    (!states.iter().any(State::is_bound)).then(|| layers.front(states))
                }
            };
            self.first[value + 1] = self.first[value] + self.states(layers, value).len() as u32;
        }
        (self.reach, self.room) = (reach, room);
        self.bound_backwards::<B>(input, layers);
        if input.counts_points {
            self.points_backwards(input.values, layers);
        }
    }

    fn bound_backwards<B: Budget>(&mut self, input: &LaneInput<'_>, layers: &Layers) {
        let mut rows = std::mem::take(&mut self.rows);
        let list = B::rows_mut(&mut rows);
        list.clear();
        list.resize(self.first[input.values] as usize, B::NEVER);
        list.resize(self.first[input.values + 1] as usize, B::NOTHING);
        for value in (1..=input.values).rev() {
            let worth = input.cells[value].worth;
            let (ends, edges) = self.ways(layers, value);
            let (before, after) = list.split_at_mut(self.first[value] as usize);
            let mut begin = 0;
            for (row, &end) in before[self.first[value - 1] as usize..].iter_mut().zip(ends) {
                *row = B::best(
                    edges[begin..end as usize]
                        .iter()
                        .map(|edge| (&after[edge.to as usize], edge.units as usize, i64::from(edge.laid) * worth)),
                );
                begin = end as usize;
            }
        }
        self.rows = rows;
    }

    fn points_backwards(&mut self, values: usize, layers: &Layers) {
        let mut points = std::mem::take(&mut self.points);
        points.clear();
        points.resize(self.first[values + 1] as usize, 0);
        for value in (1..=values).rev() {
            let (ends, edges) = self.ways(layers, value);
            let (before, after) = points.split_at_mut(self.first[value] as usize);
            let mut begin = 0;
            for (most, &end) in before[self.first[value - 1] as usize..].iter_mut().zip(ends) {
                for edge in &edges[begin..end as usize] {
                    let laid = u32::from(edge.sets + edge.runs + edge.jokers) * value as u32;
                    *most = (*most).max(after[edge.to as usize] + laid);
                }
                begin = end as usize;
            }
        }
        self.points = points;
    }
}

impl Own {
    /// Forgets all but the state at the start.
    fn start(&mut self) {
        self.states.clear();
        self.states.push(State::default());
        self.ends.clear();
        self.edges.clear();
    }

    fn states_of<'l>(&'l self, source: Source, layers: &'l Layers) -> &'l [State] {
        match source {
            Source::Kept(layer) => layers.after(layer),
            Source::Own { states, len, .. } => &self.states[states as usize..(states + len) as usize],
        }
    }

    fn add(&mut self, listing: &Listing) -> Source {
        let source = Source::Own {
            states: self.states.len() as u32,
            len: listing.states.len() as u32,
            ends: self.ends.len() as u32,
            edges: self.edges.len() as u32,
        };
        self.states.extend_from_slice(&listing.states);
        self.ends.extend_from_slice(&listing.ends);
        self.edges.extend_from_slice(&listing.edges);
        source
    }
}

impl<'a> LaneInput<'a> {
    /// How many long runs are worth keeping, and how many runs can be extended, after each number.
    fn lookahead(&self) -> ([u8; NUMBERS], [u8; NUMBERS]) {
        let at = |value: usize| {
            let locked = self.locks.iter().filter(|lock| lock.locked >> value & 1 == 1).count() as u8;
            self.cells[value].may + locked
        };
        let mut reach = [0; NUMBERS];
        let mut room = [0; NUMBERS];
        for value in 0..=self.values {
            if value < self.values {
                room[value + 1] = at(value + 1) + self.jokers;
                let ahead = (value + 1 + self.jokers as usize).min(self.values);
                let bridges = !self.parking || (value + 2..=ahead).any(|value| at(value) > 0);
                reach[value] = at(value + 1) + if bridges { self.jokers } else { 0 };
            }
        }
        (reach, room)
    }

    /// What a number looks like to runs that are not bound.
    fn number(&self, value: usize, sweep: &Sweep<'_>) -> Number {
        let cell = self.cells[value];
        Number {
            must: cell.must,
            may: cell.may,
            share: self.sets[value],
            jokers: self.jokers,
            units: self.units,
            parking: self.parking,
            shortest: self.shortest,
            most_runs: sweep.most_runs,
            reach: sweep.reach[value],
            room: sweep.room[value + 1],
            after: (self.values - value).min(self.shortest as usize) as u8,
        }
    }

    fn sweep(&self, reach: &'a [u8; NUMBERS], room: &'a [u8; NUMBERS]) -> Sweep<'a> {
        Sweep {
            values: self.values,
            shortest: self.shortest,
            most_runs: self.copies + if self.parking { 0 } else { self.jokers },
            color: self.color,
            parking: self.parking,
            locks: self.locks,
            olds: self.olds,
            freed: self.freed,
            reach,
            room,
        }
    }
}
