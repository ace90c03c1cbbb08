//! Every way the runs of one color can go on at a number.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::lanes::{Edge, LaneInput};
use super::runs::{Bounds, Dealing, PlainState, State, Sweep};

/// The ways on from every state before a number, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// The states they lead to.
    pub(super) states: Vec<State>,
    /// For each state before where its ways end.
    pub(super) ends: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    /// The places of the states, once they are many.
    places: FxHashMap<State, usize>,
    deals: Deals,
}

impl Listing {
    /// Lists them.
    pub(super) fn list(
        &mut self,
        before: &[State],
        value: usize,
        input: &LaneInput<'_>,
        sweep: &Sweep<'_>,
        bound_runs: &mut Bounds,
    ) {
        self.states.clear();
        self.ends.clear();
        self.edges.clear();
        if !self.places.is_empty() {
            self.places.clear();
        }
        let bound_at = input.locks.iter().fold(0, |mask, lock| mask | lock.locked | lock.claimable);
        let mut ways = Ways { list: self, bound_runs, value, input, sweep };
        for state in before {
            if input.olds.is_some() || state.is_bound() || bound_at >> value & 1 == 1 {
                ways.bound(state);
            } else if !input.parking || state.has_joker_runs() {
                ways.any(state);
            } else {
                ways.plain(state);
            }
            ways.list.ends.push(ways.list.edges.len() as u32);
        }
    }
}

/// One number.
struct Ways<'a, 'c> {
    list: &'a mut Listing,
    bound_runs: &'a mut Bounds,
    value: usize,
    input: &'a LaneInput<'c>,
    sweep: &'a Sweep<'c>,
}

impl Ways<'_, '_> {
    #[inline]
    fn add(&mut self, groups: u8, runs: u8, jokers: u8, fresh: u8, next: State) {
        let LaneInput { values, cells, groups: shares, units, .. } = *self.input;
        if self.value == values && !next.is_final() {
            return;
        }
        let to = self.place(next);
        self.list.edges.push(Edge {
            to: to as u32,
            groups,
            runs,
            jokers,
            fresh,
            units: jokers * units + shares[self.value].share[groups as usize],
            played: groups + runs - cells[self.value].must,
        });
    }

    /// The place of a state after this number, which may be a new one.
    #[inline]
    fn place(&mut self, state: State) -> usize {
        /// Up to so many states, looking through them is quicker than a hash.
        const FEW: usize = 24;
        let Listing { states, places, .. } = &mut *self.list;
        let known = if states.len() <= FEW {
            states.iter().position(|known| *known == state)
        } else {
            if places.is_empty() {
                places.extend(states.iter().enumerate().map(|(place, &state)| (state, place)));
            }
            places.get(&state).copied()
        };
        known.unwrap_or_else(|| {
            let place = states.len();
            states.push(state);
            if !places.is_empty() {
                places.insert(state, place);
            }
            place
        })
    }

    /// No run is bound, none is of jokers only, and jokers that are not needed are parked.
    #[inline]
    fn plain(&mut self, state: &State) {
        let (value, input, sweep) = (self.value, self.input, self.sweep);
        let (cell, share) = (input.cells[value], input.groups[value]);
        let from = PlainState::of(state, value, sweep);
        let open = from.short + from.long;
        // There may be fewer numbers than a meld has tiles: then no run begins.
        let last_start = (input.values + 1).saturating_sub(input.shortest as usize);
        for groups in share.least..=share.most.min(cell.may) {
            let left = cell.may - groups;
            // A tile that extends a run never hurts.
            let fewest = cell.must.saturating_sub(groups).max(left.min(open)).max(from.short);
            let most = if value > last_start { left.min(open) } else { left };
            for runs in fewest..=most {
                if let Some(next) = from.step(runs) {
                    self.add(groups, runs, 0, 0, next);
                }
            }
            if input.jokers == 0 || share.swaps && groups > 0 {
                continue;
            }
            // A joker goes where no tile is left to go, and never beside one that is left out.
            let fewest = from.short.saturating_sub(left).max(1);
            for jokers in fewest..=open.saturating_sub(left).min(input.jokers) {
                if let Some(next) = from.step(left + jokers) {
                    self.add(groups, left, jokers, 0, next);
                }
            }
            if value == last_start {
                // Only here may a run begin with a joker.
                for jokers in (open + 1).saturating_sub(left).max(1)..=input.jokers {
                    state.step(value, left, jokers, sweep, &mut |next| self.add(groups, left, jokers, 0, next));
                }
            }
        }
    }

    /// No run is bound; jokers may lie anywhere.
    fn any(&mut self, state: &State) {
        let (cell, share) = (self.input.cells[self.value], self.input.groups[self.value]);
        let sweep = self.sweep;
        for groups in share.least..=share.most.min(cell.may) {
            let left = cell.may - groups;
            for runs in cell.must.saturating_sub(groups)..=left {
                for jokers in 0..=self.input.jokers {
                    state.step(self.value, runs, jokers, sweep, &mut |next| self.add(groups, runs, jokers, 0, next));
                }
            }
        }
    }

    /// Some run is bound, or may become so.
    fn bound(&mut self, state: &State) {
        let (cell, share, most) = (self.input.cells[self.value], self.input.groups[self.value], self.input.jokers);
        let bound = self.bound_runs.of(state);
        let mut dealing = Dealing::new(state, &bound, self.value, self.sweep);
        let mut deals = std::mem::take(&mut self.list.deals);
        deals.clear(cell.may, most);
        for groups in share.least..=share.most.min(cell.may) {
            let left = cell.may - groups;
            for runs in cell.must.saturating_sub(groups)..=left {
                for jokers in 0..=most {
                    for place in deals.of(runs, jokers, &mut dealing, self.bound_runs) {
                        let (fresh, next) = deals.all[place];
                        self.add(groups, runs, jokers, fresh, next);
                    }
                }
            }
        }
        self.list.deals = deals;
    }
}

/// The ways to deal tiles and jokers to the runs of one state: the same whatever goes to groups.
#[derive(Debug, Default)]
struct Deals {
    /// Jokers in runs that are new, and the state that follows.
    all: Vec<(u8, State)>,
    /// Where those of so many tiles and jokers stand, once they are asked for.
    known: Vec<Option<Range<usize>>>,
    jokers: u8,
}

impl Deals {
    /// Begins anew, for at most so many tiles and jokers.
    fn clear(&mut self, tiles: u8, jokers: u8) {
        self.jokers = jokers;
        self.all.clear();
        self.known.clear();
        self.known.resize((tiles as usize + 1) * (jokers as usize + 1), None);
    }

    /// Where the different ways to deal so many stand.
    fn of(&mut self, tiles: u8, jokers: u8, dealing: &mut Dealing<'_, '_>, bounds: &mut Bounds) -> Range<usize> {
        let Self { all, known, .. } = self;
        let place = tiles as usize * (self.jokers as usize + 1) + jokers as usize;
        let range = known[place].get_or_insert_with(|| {
            let first = all.len();
            dealing.deal(tiles, jokers, &mut |dealt, _, plain, bound| {
                let way = (dealt.fresh, bounds.state(plain, bound));
                if !all[first..].contains(&way) {
                    all.push(way);
                }
                false
            });
            first..all.len()
        });
        range.clone()
    }
}
