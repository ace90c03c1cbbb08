//! One colour on its own: every state its runs can be in, how they follow from each other, and a bound.
//!
//! A colour moves on its own once it is known how many of its cards go to sets. So for each colour the
//! reachable states are listed number by number (a [`Lane`]), and a backward pass gives from each state the
//! most that can still be laid, as if the colour had the sets and jokers to itself. The sum over the colours
//! bounds the search from above.

use super::position::{Cell, IMPOSSIBLE, NUMBERS};
use super::runs::{Dealing, State, Sweep};
use super::split::RunLock;

/// Bounds are kept for budgets of 0 to 8 units of joker.
pub(super) const LEVELS: usize = 9;

/// A bound for each budget.
pub(super) type Levels = [i64; LEVELS];

/// What is known of one colour before it is swept.
#[derive(Debug, Clone)]
pub(super) struct Colour<'a> {
    pub(super) values: usize,
    pub(super) shortest: u8,
    pub(super) copies: u8,
    /// Jokers that may lie anywhere.
    pub(super) jokers: u8,
    /// How many units of budget a joker is.
    pub(super) units: u8,
    /// Highest budget, in units.
    pub(super) top: usize,
    pub(super) parking: bool,
    pub(super) cells: &'a [Cell; NUMBERS],
    pub(super) sets: &'a [SetShare; NUMBERS],
    pub(super) locks: &'a [RunLock],
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
    pub(super) to: u16,
    /// Cards to sets.
    pub(super) sets: u8,
    /// Cards to runs.
    pub(super) runs: u8,
    /// Jokers in runs.
    pub(super) jokers: u8,
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
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    bounds: Vec<Levels>,
    /// For each node the most opening points that can still be laid, jokers in sets left aside.
    points: Vec<u32>,
    /// Where the states after each number begin.
    layers: [u32; NUMBERS + 1],
}

impl Lane {
    pub(super) fn edges(&self, node: u16) -> &[Edge] {
        let Node { first, end } = self.nodes[node as usize];
        &self.edges[first as usize..end as usize]
    }

    pub(super) fn bound(&self, node: u16) -> &Levels {
        &self.bounds[node as usize]
    }

    pub(super) fn points(&self, node: u16) -> u32 {
        self.points[node as usize]
    }

    pub(super) fn state(&self, node: u16) -> &State {
        &self.states[node as usize]
    }

    /// Lists the states and their bounds; node 0 is the start.
    pub(super) fn build(&mut self, colour: &Colour<'_>) {
        self.states.clear();
        self.nodes.clear();
        self.edges.clear();
        let (reach, room) = colour.lookahead();
        let sweep = colour.sweep(&reach, &room);
        self.states.push(State::default());
        let mut layer = 0..1;
        for value in 1..=colour.values {
            let end = self.states.len();
            self.layers[value] = end as u32;
            for node in layer {
                let state = self.states[node];
                let first = self.edges.len() as u32;
                self.expand(state, value, end, colour, &sweep);
                self.nodes.push(Node { first, end: self.edges.len() as u32 });
            }
            layer = end..self.states.len();
        }
        self.bound_backwards(layer, colour);
    }

    /// Adds the ways on from one state; new states go behind `layer_end`.
    fn expand(&mut self, state: State, value: usize, layer_end: usize, colour: &Colour<'_>, sweep: &Sweep<'_>) {
        let cell = colour.cells[value];
        let share = &colour.sets[value];
        let bound = state.is_bound() || colour.locks.iter().any(|lock| (lock.locked | lock.claimable) >> value & 1 == 1);
        let (short, long) = (state.short(sweep), state.long(sweep));
        let Self { states, edges, .. } = self;
        for sets in share.least..=share.most.min(cell.may) {
            let left = cell.may - sets;
            let least = cell.must.saturating_sub(sets);
            let mut add = |runs: u8, jokers: u8, next: State| {
                if value == colour.values && !next.is_final() {
                    return;
                }
                let to = match states[layer_end..].iter().position(|known| *known == next) {
                    Some(place) => layer_end + place,
                    None => {
                        states.push(next);
                        states.len() - 1
                    }
                };
                let laid = sets + runs - cell.must;
                let edge = Edge {
                    to: to as u16,
                    sets,
                    runs,
                    jokers,
                    units: jokers * colour.units + share.share[sets as usize],
                    gain: i64::from(laid) * cell.worth,
                };
                edges.push(edge);
            };
            for jokers in 0..=colour.jokers {
                if colour.parking && jokers > 0 && !bound {
                    // A joker goes where no card is left to go, and never beside one that is left out.
                    if (share.swaps && sets > 0) || left + jokers > short + long && !colour.may_begin_with_joker(value) {
                        break;
                    }
                }
                let fewest = if !colour.parking || bound {
                    least
                } else if jokers > 0 {
                    left
                } else {
                    // A card that extends a run never hurts.
                    least.max(left.min(short + long))
                };
                for runs in fewest..=left {
                    if bound {
                        let mut seen: [State; 32] = [State::default(); 32];
                        let mut count = 0;
                        Dealing::new(&state, value, sweep).deal(runs, jokers, &mut |_, _, next| {
                            if !seen[..count].contains(&next) {
                                if count < seen.len() {
                                    seen[count] = next;
                                    count += 1;
                                }
                                add(runs, jokers, next);
                            }
                            false
                        });
                    } else {
                        state.step(value, runs, jokers, sweep, &mut |next| add(runs, jokers, next));
                    }
                }
            }
        }
    }

    fn bound_backwards(&mut self, last: std::ops::Range<usize>, colour: &Colour<'_>) {
        let mut nothing = [IMPOSSIBLE; LEVELS];
        nothing[..=colour.top].fill(0);
        self.bounds.clear();
        self.bounds.resize(self.states.len(), nothing);
        self.points.clear();
        self.points.resize(self.states.len(), 0);
        debug_assert_eq!(last.start, self.nodes.len());
        let mut value = colour.values;
        for node in (0..self.nodes.len()).rev() {
            while value > 1 && node < self.layers[value - 1] as usize {
                value -= 1;
            }
            let mut bound = [IMPOSSIBLE; LEVELS];
            let mut points = 0;
            let Node { first, end } = self.nodes[node];
            let mut kept = first;
            for at in first..end {
                let edge = self.edges[at as usize];
                let next = &self.bounds[edge.to as usize];
                let units = edge.units as usize;
                if units > colour.top || next[colour.top - units] <= IMPOSSIBLE {
                    continue;
                }
                for level in units..=colour.top {
                    bound[level] = bound[level].max(next[level - units].max(IMPOSSIBLE) + edge.gain);
                }
                let laid = u32::from(edge.sets + edge.runs + edge.jokers) * value as u32;
                points = points.max(self.points[edge.to as usize] + laid);
                self.edges[kept as usize] = edge;
                kept += 1;
            }
            self.nodes[node].end = kept;
            for level in &mut bound {
                if *level < 0 {
                    *level = IMPOSSIBLE;
                }
            }
            self.bounds[node] = bound;
            self.points[node] = points;
        }
        // The last layer has no way on.
        self.nodes.resize(self.states.len(), Node::default());
    }
}

impl<'a> Colour<'a> {
    /// How many long runs are worth keeping, and how many runs can be extended, after each number.
    pub(super) fn lookahead(&self) -> ([u8; NUMBERS], [u8; NUMBERS]) {
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

    pub(super) fn sweep(&self, reach: &'a [u8; NUMBERS], room: &'a [u8; NUMBERS]) -> Sweep<'a> {
        Sweep {
            values: self.values,
            shortest: self.shortest,
            most_runs: self.copies + if self.parking { 0 } else { self.jokers },
            parking: self.parking,
            locks: self.locks,
            reach,
            room,
        }
    }

    fn may_begin_with_joker(&self, value: usize) -> bool {
        value + self.shortest as usize == self.values + 1
    }
}
