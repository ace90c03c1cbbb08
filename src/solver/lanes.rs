//! One colour on its own: every state its runs can be in, how they follow from each other, and a bound.
//!
//! A colour moves on its own once it is known how many of its cards go to sets. So for each colour the
//! reachable states are listed number by number (a [`Lane`]), and a backward pass gives from each state the
//! most that can still be laid, as if the colour had the sets and jokers to itself. The sum over the colours
//! bounds the search from above.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::budget::{Budget, Rows};
use super::fresh::Olds;
use super::layers::{Layers, Number};
use super::position::{Cell, NUMBERS};
use super::runs::{Bound, Bounds, Dealing, PlainState, State, Sweep};
use super::split::RunLock;

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
    /// The state it leads to, by place in the lane.
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
    /// Worth of the hand cards laid.
    pub(super) gain: i64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Node {
    first: u32,
    end: u32,
}

/// The states of one colour, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Lane {
    states: Vec<State>,
    bound_runs: Bounds,
    /// The states after the number at hand, once they are many.
    places: FxHashMap<State, usize>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// For each node a bound for each budget.
    rows: Rows,
    /// For each node the most opening points that can still be laid, jokers in sets left aside.
    points: Vec<u32>,
    /// Where the states after each number begin.
    layers: [u32; NUMBERS + 1],
    reach: [u8; NUMBERS],
    room: [u8; NUMBERS],
}

impl Lane {
    /// The ways on from a node, with the place of the first.
    pub(super) fn edges(&self, node: u32) -> (u32, &[Edge]) {
        let Node { first, end } = self.nodes[node as usize];
        (first, &self.edges[first as usize..end as usize])
    }

    pub(super) fn edge(&self, place: u32) -> Edge {
        self.edges[place as usize]
    }

    /// The bounds of a node for each budget.
    #[inline]
    pub(super) fn bound<B: Budget>(&self, node: u32) -> &B::Row {
        &B::rows(&self.rows)[node as usize]
    }

    pub(super) fn points(&self, node: u32) -> u32 {
        self.points[node as usize]
    }

    pub(super) fn state(&self, node: u32) -> &State {
        &self.states[node as usize]
    }

    /// The runs of a node that are bound to something.
    pub(super) fn bound_runs(&self, node: u32) -> Bound {
        self.bound_runs.of(self.state(node))
    }

    /// What stays the same while this colour is swept.
    pub(super) fn sweep<'a>(&'a self, input: &LaneInput<'a>) -> Sweep<'a> {
        input.sweep(&self.reach, &self.room)
    }

    /// Lists the states and their bounds; node 0 is the start.
    pub(super) fn build<B: Budget>(&mut self, input: &LaneInput<'_>, layers: &mut Layers) {
        self.states.clear();
        self.bound_runs.clear();
        self.nodes.clear();
        self.edges.clear();
        let (reach, room) = input.lookahead();
        let sweep = input.sweep(&reach, &room);
        let bound_at = input.locks.iter().fold(0, |mask, lock| mask | lock.locked | lock.claimable);
        self.states.push(State::default());
        layers.tidy_up();
        let mut layer = 0..1;
        let mut front = None;
        for value in 1..=input.values {
            let end = self.states.len();
            self.layers[value] = end as u32;
            let free = input.olds.is_none()
                && bound_at >> value & 1 == 0
                && (front.is_some() || !self.states[layer.clone()].iter().any(State::is_bound));
            if free {
                let here = front.unwrap_or_else(|| layers.front(&self.states[layer.clone()]));
                let number = input.number(value, &sweep);
                let key = number.with(here);
                front = Some(if let Some(known) = layers.get(&key) {
                    let worth = input.cells[value].worth;
                    let first = self.edges.len() as u32;
                    self.edges.extend(known.ways.iter().map(|way| way.edge(end as u32, worth)));
                    let mut begin = first;
                    self.nodes.extend(known.ends.iter().map(|&way_end| {
                        let node = Node { first: begin, end: first + u32::from(way_end) };
                        begin = node.end;
                        node
                    }));
                    self.states.extend_from_slice(layers.states(known.next));
                    known.next
                } else {
                    self.work_out(layer.clone(), value, input, &sweep);
                    let Self { states, nodes, edges, .. } = &*self;
                    let ways = nodes[layer.clone()].iter().map(|node| &edges[node.first as usize..node.end as usize]);
                    layers.put(key, ways, &states[end..], end as u32, number.must)
                });
            } else {
                front = None;
                self.work_out(layer, value, input, &sweep);
            }
            layer = end..self.states.len();
        }
        (self.reach, self.room) = (reach, room);
        self.bound_backwards::<B>(input.values);
        if input.counts_points {
            self.points_backwards(input.values);
        }
    }

    /// Lists what follows each state of a layer at a number.
    fn work_out(&mut self, layer: Range<usize>, value: usize, input: &LaneInput<'_>, sweep: &Sweep<'_>) {
        let end = self.states.len();
        let bound_at = input.locks.iter().fold(0, |mask, lock| mask | lock.locked | lock.claimable);
        if !self.places.is_empty() {
            self.places.clear();
        }
        for node in layer {
            let state = self.states[node];
            let first = self.edges.len() as u32;
            let mut ways = Ways {
                states: &mut self.states,
                bound_runs: &mut self.bound_runs,
                places: &mut self.places,
                edges: &mut self.edges,
                layer: end,
                value,
                input,
                sweep,
            };
            if input.olds.is_some() || state.is_bound() || bound_at >> value & 1 == 1 {
                ways.bound(&state);
            } else if !input.parking || state.has_joker_runs() {
                ways.any(&state);
            } else {
                ways.plain(&state);
            }
            self.nodes.push(Node { first, end: self.edges.len() as u32 });
        }
    }

    fn bound_backwards<B: Budget>(&mut self, values: usize) {
        let first_of_last = self.layers[values] as usize;
        let rows = B::rows_mut(&mut self.rows);
        rows.clear();
        rows.resize(first_of_last, B::NEVER);
        rows.resize(self.states.len(), B::NOTHING);
        for node in (0..first_of_last).rev() {
            let Node { first, end } = self.nodes[node];
            let mut row = B::NEVER;
            let mut kept = first;
            for at in first..end {
                let edge = self.edges[at as usize];
                let next = &rows[edge.to as usize];
                let units = edge.units as usize;
                if units >= B::LEVELS || B::at(next, B::LEVELS - 1 - units) < 0 {
                    continue;
                }
                B::raise(&mut row, next, units, edge.gain);
                self.edges[kept as usize] = edge;
                kept += 1;
            }
            self.nodes[node].end = kept;
            rows[node] = row;
        }
        // The last layer has no way on.
        self.nodes.resize(self.states.len(), Node::default());
    }

    fn points_backwards(&mut self, values: usize) {
        self.points.clear();
        self.points.resize(self.states.len(), 0);
        let mut value = values;
        for node in (0..self.layers[values] as usize).rev() {
            while value > 1 && node < self.layers[value - 1] as usize {
                value -= 1;
            }
            let (_, edges) = self.edges(node as u32);
            let laid = |edge: &Edge| u32::from(edge.sets + edge.runs + edge.jokers) * value as u32;
            self.points[node] = edges.iter().map(|edge| self.points[edge.to as usize] + laid(edge)).max().unwrap_or(0);
        }
    }
}

/// The ways on from a state, as they are listed.
struct Ways<'a, 'c> {
    states: &'a mut Vec<State>,
    bound_runs: &'a mut Bounds,
    places: &'a mut FxHashMap<State, usize>,
    edges: &'a mut Vec<Edge>,
    /// Where the states after this number begin.
    layer: usize,
    value: usize,
    input: &'a LaneInput<'c>,
    sweep: &'a Sweep<'c>,
}

impl Ways<'_, '_> {
    #[inline]
    fn add(&mut self, sets: u8, runs: u8, jokers: u8, fresh: u8, next: State) {
        let LaneInput { values, cells, sets: shares, units, .. } = *self.input;
        if self.value == values && !next.is_final() {
            return;
        }
        let to = self.place(next);
        let cell = &cells[self.value];
        let laid = sets + runs - cell.must;
        self.edges.push(Edge {
            to: to as u32,
            sets,
            runs,
            jokers,
            fresh,
            units: jokers * units + shares[self.value].share[sets as usize],
            gain: i64::from(laid) * cell.worth,
        });
    }

    /// The place of a state after this number, which may be a new one.
    #[inline]
    fn place(&mut self, state: State) -> usize {
        /// Up to so many states, looking through them is quicker than a hash.
        const FEW: usize = 24;
        let here = &self.states[self.layer..];
        let known = if here.len() <= FEW {
            here.iter().position(|known| *known == state).map(|place| self.layer + place)
        } else {
            if self.places.is_empty() {
                self.places.extend(here.iter().enumerate().map(|(place, &state)| (state, self.layer + place)));
            }
            self.places.get(&state).copied()
        };
        known.unwrap_or_else(|| {
            let place = self.states.len();
            self.states.push(state);
            if !self.places.is_empty() {
                self.places.insert(state, place);
            }
            place
        })
    }

    /// No run is bound, none is of jokers only, and jokers that are not needed are parked.
    #[inline]
    fn plain(&mut self, state: &State) {
        let (value, input, sweep) = (self.value, self.input, self.sweep);
        let (cell, share) = (input.cells[value], input.sets[value]);
        let from = PlainState::of(state, value, sweep);
        let open = from.short + from.long;
        let last_start = input.values + 1 - input.shortest as usize;
        for sets in share.least..=share.most.min(cell.may) {
            let left = cell.may - sets;
            // A card that extends a run never hurts.
            let fewest = cell.must.saturating_sub(sets).max(left.min(open)).max(from.short);
            let most = if value > last_start { left.min(open) } else { left };
            for runs in fewest..=most {
                if let Some(next) = from.step(runs) {
                    self.add(sets, runs, 0, 0, next);
                }
            }
            if input.jokers == 0 || share.swaps && sets > 0 {
                continue;
            }
            // A joker goes where no card is left to go, and never beside one that is left out.
            let fewest = from.short.saturating_sub(left).max(1);
            for jokers in fewest..=open.saturating_sub(left).min(input.jokers) {
                if let Some(next) = from.step(left + jokers) {
                    self.add(sets, left, jokers, 0, next);
                }
            }
            if value == last_start {
                // Only here may a run begin with a joker.
                for jokers in (open + 1).saturating_sub(left).max(1)..=input.jokers {
                    state.step(value, left, jokers, sweep, &mut |next| self.add(sets, left, jokers, 0, next));
                }
            }
        }
    }

    /// No run is bound; jokers may lie anywhere.
    fn any(&mut self, state: &State) {
        let (cell, share) = (self.input.cells[self.value], self.input.sets[self.value]);
        let sweep = self.sweep;
        for sets in share.least..=share.most.min(cell.may) {
            let left = cell.may - sets;
            for runs in cell.must.saturating_sub(sets)..=left {
                for jokers in 0..=self.input.jokers {
                    state.step(self.value, runs, jokers, sweep, &mut |next| self.add(sets, runs, jokers, 0, next));
                }
            }
        }
    }

    /// Some run is bound, or may become so.
    fn bound(&mut self, state: &State) {
        let (cell, share) = (self.input.cells[self.value], self.input.sets[self.value]);
        let sweep = self.sweep;
        for sets in share.least..=share.most.min(cell.may) {
            let left = cell.may - sets;
            for runs in cell.must.saturating_sub(sets)..=left {
                for jokers in 0..=self.input.jokers {
                    let first = self.edges.len();
                    let bound = self.bound_runs.of(state);
                    Dealing::new(state, &bound, self.value, sweep).deal(runs, jokers, &mut |dealt, _, plain, bound| {
                        let next = self.bound_runs.state(plain, bound);
                        let known = |edge: &Edge| edge.fresh == dealt.fresh && self.states[edge.to as usize] == next;
                        if !self.edges[first..].iter().any(known) {
                            self.add(sets, runs, jokers, dealt.fresh, next);
                        }
                        false
                    });
                }
            }
        }
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
