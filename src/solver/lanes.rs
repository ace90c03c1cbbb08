//! One color on its own: every state its runs can be in, how they follow from each other, and a bound.
//!
//! A color moves on its own once it is known how many of its tiles go to groups. So for each color the
//! reachable states are listed number by number (a [`Lane`]), and a backward pass gives from each state the
//! most that can still be played, as if the color had the groups and jokers to itself. The sum over the colors
//! bounds the search from above.

use super::budget::{Budget, Rows};
use super::fresh::Olds;
use super::layers::{Layer, Layers, Number};
use super::position::{Cell, NUMBERS};
use super::profile::Share;
use super::runs::{State, Sweep};
use super::split::RunLock;
use super::ways::Listing;

/// What is known of one color before it is swept.
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
    pub(super) groups: &'a [GroupShare; NUMBERS],
    pub(super) locks: &'a [RunLock],
    /// The old melds that a new one must not contain, if freed jokers may lie only in new ones.
    pub(super) olds: Option<&'a Olds>,
    pub(super) color: u8,
    /// How many freed jokers there are.
    pub(super) freed: u8,
}

/// What one color may give to the groups of a number, and its share of the jokers they need.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct GroupShare {
    pub(super) least: u8,
    pub(super) most: u8,
    /// Units of joker, by how many tiles are given.
    pub(super) share: [u8; 5],
    /// Whether a tile of a run may be swapped for a joker of a group, so that jokers go to runs only when
    /// no tile goes to groups.
    pub(super) swaps: bool,
}

/// A way on from a state.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Edge {
    /// The state it leads to, by place among the states that follow.
    pub(super) to: u32,
    /// Tiles to groups.
    pub(super) groups: u8,
    /// Tiles to runs.
    pub(super) runs: u8,
    /// Jokers in runs.
    pub(super) jokers: u8,
    /// Of those, how many lie in runs that are new.
    pub(super) fresh: u8,
    /// Budget used: the jokers, and the share of those in groups.
    pub(super) units: u8,
    /// Hand tiles played beyond those that must be.
    pub(super) played: u8,
}

/// The states of one color, in reusable memory.
///
/// A node is a state after some number. What follows the states of a number is kept in [`Layers`].
#[derive(Debug, Default)]
pub(super) struct Lane {
    /// For each number the place of the first node after it.
    first: [u32; NUMBERS],
    /// For each number the ways at it, and the states they lead to.
    layers: [Layer; NUMBERS],
    listing: Listing,
    /// For each node a bound for each budget.
    rows: Rows,
    /// For each node the most opening points that can still be played, jokers in groups left aside.
    points: Vec<u32>,
    room: [u8; NUMBERS],
}

impl Lane {
    /// The ways on at a number from a node, with the place of the first.
    #[inline]
    pub(super) fn edges<'l>(&self, layers: &'l Layers, value: usize, node: u32) -> (u32, &'l [Edge]) {
        let place = (node - self.first[value - 1]) as usize;
        let (ends, edges) = layers.ways(self.layers[value]);
        let begin = place.checked_sub(1).map_or(0, |before| ends[before]);
        (begin, &edges[begin as usize..ends[place] as usize])
    }

    pub(super) fn edge(&self, layers: &Layers, value: usize, place: u32) -> Edge {
        layers.ways(self.layers[value]).1[place as usize]
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

    /// The state of a node after a number.
    pub(super) fn state<'l>(&self, layers: &'l Layers, value: usize, node: u32) -> &'l State {
        let states = if value == 0 { layers.start().1 } else { layers.after(self.layers[value]) };
        &states[(node - self.first[value]) as usize]
    }

    /// How a node after a number compares.
    #[inline]
    pub(super) fn share(&self, layers: &Layers, value: usize, node: u32) -> Share {
        layers.share(self.layers[value], (node - self.first[value]) as usize)
    }

    /// What stays the same while this color is swept.
    pub(super) fn sweep<'a>(&'a self, input: &LaneInput<'a>) -> Sweep<'a> {
        input.sweep(&self.room)
    }

    /// Lists the states and their bounds; node 0 is the start.
    pub(super) fn build<B: Budget>(&mut self, input: &LaneInput<'_>, layers: &mut Layers) {
        let room = input.room();
        let sweep = input.sweep(&room);
        (self.first[0], self.first[1]) = (0, 1);
        let mut front = layers.start().0;
        for value in 1..=input.values {
            let key = layers.key(front, &input.number(value, &sweep), value, &sweep);
            let layer = layers.find(&key).unwrap_or_else(|| {
                let (before, bounds) = layers.going_on(front);
                self.listing.list(before, value, input, &sweep, bounds);
                layers.keep(key, &self.listing, input.shortest)
            });
            self.layers[value] = layer;
            front = layer.front();
            self.first[value + 1] = self.first[value] + layers.after(layer).len() as u32;
        }
        self.room = room;
        self.bound_backwards::<B>(input, layers);
        if input.counts_points {
            self.points_backwards(input.values, layers);
        }
    }

    fn bound_backwards<B: Budget>(&mut self, input: &LaneInput<'_>, layers: &Layers) {
        let Self { first, rows, .. } = self;
        let rows = B::rows_mut(rows);
        rows.clear();
        rows.resize(first[input.values] as usize, B::NEVER);
        rows.resize(first[input.values + 1] as usize, B::NOTHING);
        for value in (1..=input.values).rev() {
            let worth = input.cells[value].worth;
            let (ends, edges) = layers.ways(self.layers[value]);
            let (before, after) = rows.split_at_mut(first[value] as usize);
            let mut begin = 0;
            for (row, &end) in before[first[value - 1] as usize..].iter_mut().zip(ends) {
                *row = B::best(
                    edges[begin..end as usize]
                        .iter()
                        .map(|edge| (&after[edge.to as usize], edge.units as usize, i64::from(edge.played) * worth)),
                );
                begin = end as usize;
            }
        }
    }

    fn points_backwards(&mut self, values: usize, layers: &Layers) {
        let Self { first, points, .. } = self;
        points.clear();
        points.resize(first[values + 1] as usize, 0);
        for value in (1..=values).rev() {
            let (ends, edges) = layers.ways(self.layers[value]);
            let (before, after) = points.split_at_mut(first[value] as usize);
            let mut begin = 0;
            for (most, &end) in before[first[value - 1] as usize..].iter_mut().zip(ends) {
                for edge in &edges[begin..end as usize] {
                    let played = u32::from(edge.groups + edge.runs + edge.jokers) * value as u32;
                    *most = (*most).max(after[edge.to as usize] + played);
                }
                begin = end as usize;
            }
        }
    }
}

impl<'a> LaneInput<'a> {
    /// How many runs can be extended at each number.
    fn room(&self) -> [u8; NUMBERS] {
        let mut room = [0; NUMBERS];
        for (value, room) in room.iter_mut().enumerate().take(self.values + 1).skip(1) {
            let locked = self.locks.iter().filter(|lock| lock.locked >> value & 1 == 1).count() as u8;
            *room = self.cells[value].may + locked + self.jokers;
        }
        room
    }

    /// What a number looks like to runs that are not bound.
    fn number(&self, value: usize, sweep: &Sweep<'_>) -> Number {
        let cell = self.cells[value];
        Number {
            must: cell.must,
            may: cell.may,
            share: self.groups[value],
            jokers: self.jokers,
            units: self.units,
            parking: self.parking,
            shortest: self.shortest,
            most_runs: sweep.most_runs,
            room: sweep.room[value + 1],
            after: (self.values - value).min(self.shortest as usize) as u8,
        }
    }

    fn sweep(&self, room: &'a [u8; NUMBERS]) -> Sweep<'a> {
        Sweep {
            values: self.values,
            shortest: self.shortest,
            most_runs: self.copies + if self.parking { 0 } else { self.jokers },
            color: self.color,
            parking: self.parking,
            locks: self.locks,
            olds: self.olds,
            freed: self.freed,
            elsewhere: self.olds.is_none() || self.jokers > self.freed,
            room,
        }
    }
}
