//! Successor generation: every transition of the runs of one color at a value.
//!
//! Three generators cover the same rules, from special and fast to general: runs that are interchangeable except for
//! their lengths, runs among which some consist of jokers only, and constrained runs.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::color_input::ColorInput;
use super::runs::{ConstrainedRunTable, Distributor, PlainState, RunContext, RunState};
use super::transition::Transition;

/// The transitions from every state before a value, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Successors {
    /// The states they lead to.
    pub(super) states: Vec<RunState>,
    /// For each state before, the end of its transitions.
    pub(super) ends: Vec<u32>,
    pub(super) transitions: Vec<Transition>,
    /// The indices of the states, once there are many.
    indices: FxHashMap<RunState, usize>,
    distributions: Distributions,
}

impl Successors {
    /// Generates the transitions at a value.
    pub(super) fn generate(
        &mut self,
        before: &[RunState],
        value: usize,
        input: &ColorInput<'_>,
        context: &RunContext<'_>,
        constrained_runs: &mut ConstrainedRunTable,
    ) {
        self.states.clear();
        self.ends.clear();
        self.transitions.clear();
        if !self.indices.is_empty() {
            self.indices.clear();
        }
        let constrained_values =
            input.constraints.iter().fold(0, |mask, constraint| mask | constraint.locked | constraint.claimable);
        let mut generator = Generator { found: self, constrained_runs, value, input, context };
        for state in before {
            if input.new_meld.is_some() || state.is_constrained() || constrained_values >> value & 1 == 1 {
                generator.constrained(state);
            } else if !input.defer_jokers || state.has_joker_runs() {
                generator.unconstrained(state);
            } else {
                generator.plain(state);
            }
            generator.found.ends.push(generator.found.transitions.len() as u32);
        }
    }
}

/// Generates the transitions at one value.
struct Generator<'a, 'c> {
    found: &'a mut Successors,
    constrained_runs: &'a mut ConstrainedRunTable,
    value: usize,
    input: &'a ColorInput<'c>,
    context: &'a RunContext<'c>,
}

impl Generator<'_, '_> {
    #[inline]
    fn add(&mut self, groups: u8, runs: u8, jokers: u8, new_jokers: u8, next: RunState) {
        let ColorInput { values, supply, group_shares, units_per_joker, .. } = *self.input;
        if self.value == values && !next.is_final() {
            return;
        }
        let to = self.index_of(next);
        self.found.transitions.push(Transition {
            to: to as u32,
            groups,
            runs,
            jokers,
            new_jokers,
            units: jokers * units_per_joker + group_shares[self.value].units[groups as usize],
            played: groups + runs - supply[self.value].required,
        });
    }

    /// The index of a state after this value, which may be a new one.
    #[inline]
    fn index_of(&mut self, state: RunState) -> usize {
        /// Up to this many states, a linear search is faster than a hash table.
        const FEW: usize = 24;
        let Successors { states, indices, .. } = &mut *self.found;
        let known = if states.len() <= FEW {
            states.iter().position(|known| *known == state)
        } else {
            if indices.is_empty() {
                indices.extend(states.iter().enumerate().map(|(index, &state)| (state, index)));
            }
            indices.get(&state).copied()
        };
        known.unwrap_or_else(|| {
            let index = states.len();
            states.push(state);
            if !indices.is_empty() {
                indices.insert(state, index);
            }
            index
        })
    }

    /// No run is constrained or consists of jokers only, and jokers are deferred.
    #[inline]
    fn plain(&mut self, state: &RunState) {
        let (value, input, context) = (self.value, self.input, self.context);
        let (supply, share) = (input.supply[value], input.group_shares[value]);
        let from = PlainState::of(state, value, context);
        let open = from.short + from.long;
        // If there are fewer values than a meld has tiles, no run starts.
        let last_start = (input.values + 1).saturating_sub(input.shortest as usize);
        for groups in share.least..=share.most.min(supply.available) {
            let left = supply.available - groups;
            // It never hurts to extend a run by a tile.
            let fewest = supply.required.saturating_sub(groups).max(left.min(open)).max(from.short);
            let most = if value > last_start { left.min(open) } else { left };
            for runs in fewest..=most {
                if let Some(next) = from.successor(runs) {
                    self.add(groups, runs, 0, 0, next);
                }
            }
            if input.jokers == 0 || share.swaps_jokers && groups > 0 {
                continue;
            }
            // A joker is needed only where no tile is left, and never beside one that stays in the hand.
            let fewest = from.short.saturating_sub(left).max(1);
            for jokers in fewest..=open.saturating_sub(left).min(input.jokers) {
                if let Some(next) = from.successor(left + jokers) {
                    self.add(groups, left, jokers, 0, next);
                }
            }
            if value == last_start {
                // Only here may a run start with a joker: anywhere else it could be at the other end.
                for jokers in (open + 1).saturating_sub(left).max(1)..=input.jokers {
                    let mut add = |next| self.add(groups, left, jokers, 0, next);
                    state.successors(value, left, jokers, context, &mut add);
                }
            }
        }
    }

    /// No run is constrained; jokers may be anywhere.
    fn unconstrained(&mut self, state: &RunState) {
        let (value, context) = (self.value, self.context);
        let (supply, share) = (self.input.supply[value], self.input.group_shares[value]);
        for groups in share.least..=share.most.min(supply.available) {
            let left = supply.available - groups;
            for runs in supply.required.saturating_sub(groups)..=left {
                for jokers in 0..=self.input.jokers {
                    let mut add = |next| self.add(groups, runs, jokers, 0, next);
                    state.successors(value, runs, jokers, context, &mut add);
                }
            }
        }
    }

    /// Some run is constrained, or may become so.
    fn constrained(&mut self, state: &RunState) {
        let (supply, share) = (self.input.supply[self.value], self.input.group_shares[self.value]);
        let most = self.input.jokers;
        let constrained = self.constrained_runs.of(state);
        let mut distributor = Distributor::new(state, &constrained, self.value, self.context);
        let mut distributions = std::mem::take(&mut self.found.distributions);
        distributions.clear(supply.available, most);
        for groups in share.least..=share.most.min(supply.available) {
            let left = supply.available - groups;
            for runs in supply.required.saturating_sub(groups)..=left {
                for jokers in 0..=most {
                    for index in distributions.of(runs, jokers, &mut distributor, self.constrained_runs) {
                        let (new_jokers, next) = distributions.all[index];
                        self.add(groups, runs, jokers, new_jokers, next);
                    }
                }
            }
        }
        self.found.distributions = distributions;
    }
}

/// The distributions of tiles and jokers among the runs of one state: they do not depend on what goes to groups.
#[derive(Debug, Default)]
struct Distributions {
    /// Jokers in new melds, and the state that follows.
    all: Vec<(u8, RunState)>,
    /// By number of tiles and jokers the range of their distributions, once it was asked for.
    ranges: Vec<Option<Range<usize>>>,
    jokers: u8,
}

impl Distributions {
    /// Prepares for at most this many tiles and jokers.
    fn clear(&mut self, tiles: u8, jokers: u8) {
        self.jokers = jokers;
        self.all.clear();
        self.ranges.clear();
        self.ranges.resize((tiles as usize + 1) * (jokers as usize + 1), None);
    }

    /// The range of the distributions of these tiles and jokers.
    fn of(
        &mut self,
        tiles: u8,
        jokers: u8,
        distributor: &mut Distributor<'_, '_>,
        constrained_runs: &mut ConstrainedRunTable,
    ) -> Range<usize> {
        let Self { all, ranges, .. } = self;
        let index = tiles as usize * (self.jokers as usize + 1) + jokers as usize;
        let range = ranges[index].get_or_insert_with(|| {
            let first = all.len();
            distributor.distribute(tiles, jokers, &mut |distribution, _, plain, constrained| {
                let found = (distribution.new_jokers, constrained_runs.state(plain, constrained));
                if !all[first..].contains(&found) {
                    all.push(found);
                }
                false
            });
            first..all.len()
        });
        range.clone()
    }
}
