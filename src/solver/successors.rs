//! Successor generation: every transition of the runs of one color at a value.
//!
//! Three generators cover the same rules, from special and fast to general: runs that are interchangeable except for
//! their lengths, runs among which some consist of jokers only, and constrained runs.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::color_input::ColorInput;
use super::interrupt::{StopCheck, Unprepared};
use super::runs::{ConstrainedRunTable, ConstrainedRuns, Distributor, PlainState, RunContext, RunState};
use super::transition::Transition;

/// The transitions from every state before a value, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Successors {
    /// The states they lead to.
    pub(super) states: Vec<RunState>,
    /// For each state before, the end of its transitions.
    pub(super) ends: Vec<u32>,
    pub(super) transitions: Vec<Transition>,
    /// For each state the fewest jokers that it takes to get there, if jokers are placed explicitly.
    spent: Vec<u8>,
    /// The indices of the states, once there are many.
    indices: FxHashMap<RunState, usize>,
    distributions: Distributions,
}

impl Successors {
    /// Generates the transitions at a value, in at most `max_bytes` of memory.
    #[expect(clippy::too_many_arguments, reason = "what transitions depend on, and two limits")]
    pub(super) fn generate(
        &mut self,
        before: &[RunState],
        value: usize,
        input: &ColorInput<'_>,
        context: &RunContext<'_>,
        constrained_runs: &mut ConstrainedRunTable,
        max_bytes: usize,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        self.states.clear();
        self.ends.clear();
        self.transitions.clear();
        self.spent.clear();
        if !self.indices.is_empty() {
            self.indices.clear();
        }
        let constrained_values = input.constrained_values();
        let mut generator = Generator { found: self, constrained_runs, value, input, context, check };
        for state in before {
            if input.new_meld.is_some() || state.is_constrained() || constrained_values >> value & 1 == 1 {
                generator.constrained(state);
            } else if !input.defer_jokers || state.has_joker_runs() {
                generator.unconstrained(state);
            } else {
                generator.plain(state);
            }
            let Successors { states, ends, transitions, .. } = &mut *generator.found;
            let new = transitions.len() as u32 - ends.last().copied().unwrap_or(0);
            ends.push(transitions.len() as u32);
            let bytes = transitions.len() * size_of::<Transition>() + states.len() * BYTES_PER_STATE;
            if generator.check.count(new + 1) {
                return Err(Unprepared::Interrupted);
            }
            if bytes + generator.constrained_runs.bytes() > max_bytes {
                return Err(Unprepared::TooLarge);
            }
        }
        if !input.defer_jokers {
            for (state, &spent) in self.states.iter_mut().zip(&self.spent) {
                *state = state.with_spent(spent);
            }
        }
        Ok(())
    }

    /// Gives back the memory of more than this many states.
    pub(super) fn trim(&mut self, states: usize) {
        if self.states.capacity() > states || self.transitions.capacity() > 8 * states {
            *self = Self::default();
        }
    }

    /// Adds a transition at a value from a state that takes `spent` jokers.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the parts of a transition")]
    fn add(
        &mut self,
        value: usize,
        input: &ColorInput<'_>,
        groups: u8,
        runs: u8,
        jokers: u8,
        new_jokers: u8,
        spent: u8,
        next: RunState,
    ) {
        let ColorInput { values, supply, group_shares, units_per_joker, .. } = *input;
        if value == values && !next.is_final() {
            return;
        }
        let to = self.index_of(next);
        if !input.defer_jokers {
            let spent = spent + jokers;
            match self.spent.get_mut(to) {
                Some(fewest) => *fewest = (*fewest).min(spent),
                None => self.spent.push(spent),
            }
        }
        self.transitions.push(Transition {
            to: to as u32,
            groups,
            runs,
            jokers,
            new_jokers,
            units: jokers * units_per_joker + group_shares[value].units(groups),
            played: groups + runs - supply[value].required,
        });
    }

    /// The index of a state, which may be a new one.
    #[inline]
    fn index_of(&mut self, state: RunState) -> usize {
        /// Up to this many states, a linear search is faster than a hash table.
        const FEW: usize = 24;
        let Self { states, indices, .. } = self;
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
}

/// The memory that a state takes at most: as a node of a graph, and in the cache.
const BYTES_PER_STATE: usize = 192;

/// Generates the transitions at one value.
struct Generator<'a, 'c, 's> {
    found: &'a mut Successors,
    constrained_runs: &'a mut ConstrainedRunTable,
    value: usize,
    input: &'a ColorInput<'c>,
    context: &'a RunContext<'c>,
    check: &'a mut StopCheck<'s>,
}

impl Generator<'_, '_, '_> {
    #[inline]
    fn add(&mut self, groups: u8, runs: u8, jokers: u8, spent: u8, next: RunState) {
        self.found.add(self.value, self.input, groups, runs, jokers, 0, spent, next);
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
        for groups in share.least()..=share.most().min(supply.available) {
            let left = supply.available - groups;
            // It never hurts to extend a run by a tile.
            let fewest = supply.required.saturating_sub(groups).max(left.min(open)).max(from.short);
            let most = if value > last_start { left.min(open) } else { left };
            for runs in fewest..=most {
                if let Some(next) = from.successor(runs) {
                    self.add(groups, runs, 0, 0, next);
                }
            }
            if input.jokers == 0 || share.swaps_jokers() && groups > 0 {
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
        for groups in share.least()..=share.most().min(supply.available) {
            let left = supply.available - groups;
            for runs in supply.required.saturating_sub(groups)..=left {
                for jokers in 0..=self.input.jokers - state.spent() {
                    let left = self.input.jokers - state.spent() - jokers;
                    let mut add = |next: RunState| {
                        let needed = || ConstrainedRuns::default().jokers_needed(&next, value, context);
                        if self.input.defer_jokers || needed() <= left {
                            self.add(groups, runs, jokers, state.spent(), next);
                        }
                    };
                    state.successors(value, runs, jokers, context, &mut add);
                }
            }
        }
    }

    /// Some run is constrained, or may become so.
    fn constrained(&mut self, state: &RunState) {
        let (supply, share) = (self.input.supply[self.value], self.input.group_shares[self.value]);
        let most = self.input.jokers - state.spent();
        let constrained = self.constrained_runs.of(state);
        let mut distributions = std::mem::take(&mut self.found.distributions);
        let Self { found, constrained_runs, value, input, context, check } = self;
        let mut pause = |steps| check.count(steps);
        let mut distributor = Distributor::new(state, &constrained, *value, context, &mut pause);
        distributions.clear(supply.available, most);
        for groups in share.least()..=share.most().min(supply.available) {
            let left = supply.available - groups;
            for runs in supply.required.saturating_sub(groups)..=left {
                for jokers in 0..=most {
                    for index in distributions.of(runs, jokers, &mut distributor, constrained_runs) {
                        let (new_jokers, next) = distributions.all[index];
                        found.add(*value, input, groups, runs, jokers, new_jokers, state.spent(), next);
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
        distributor: &mut Distributor<'_, '_, '_>,
        constrained_runs: &mut ConstrainedRunTable,
    ) -> Range<usize> {
        let Self { all, ranges, .. } = self;
        let index = tiles as usize * (self.jokers as usize + 1) + jokers as usize;
        let range = ranges[index].get_or_insert_with(|| {
            let first = all.len();
            let (value, context, left) = (distributor.value, distributor.context, self.jokers - jokers);
            distributor.distribute(tiles, jokers, &mut |distribution, _, plain, constrained| {
                let needed = || constrained.jokers_needed(&RunState::of_plain(plain), value, context);
                if !context.defer_jokers && needed() > left {
                    return false;
                }
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
