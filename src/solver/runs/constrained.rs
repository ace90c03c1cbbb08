//! Constrained runs: those that must hold enough of an old meld for a joker that stays, or must be new.

use rustc_hash::FxHashMap;

use super::context::RunContext;
use super::state::RunState;
use crate::tile::MAX_JOKERS;

/// The constrained runs of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(in crate::solver) struct ConstrainedRuns {
    /// Sixteen bits for each old run whose joker a final run must hold.
    pub(super) marks: u128,
    /// A word for each run that must be new.
    pub(super) new_runs: [u64; MAX_NEW_RUNS],
}

impl ConstrainedRuns {
    /// The fewest jokers that must follow to make these runs and the others of a state after a value valid.
    pub(in crate::solver) fn jokers_needed(&self, others: &RunState, value: usize, context: &RunContext<'_>) -> u8 {
        let mut needed = 0u8;
        for ahead in 1..context.shortest {
            let later = value + ahead as usize;
            let tiles = if later > context.values { 0 } else { context.capacity[later] - context.jokers };
            // The runs that are too short to end before that value.
            let longest = context.shortest - ahead;
            let short: u8 = (1..=longest).map(|len| others.natural(len) + others.jokers(len)).sum();
            let short = short + self.new_runs_up_to(longest);
            if short > 0 && later > context.values {
                return u8::MAX;
            }
            needed += short.saturating_sub(tiles);
        }
        needed.max(self.new_runs_without_joker())
    }

    /// How many runs that must be new have at most `len` tiles.
    fn new_runs_up_to(&self, len: u8) -> u8 {
        self.new_runs.iter().filter(|&&word| word != 0 && (word >> 60 & 7) as u8 <= len).count() as u8
    }

    /// How many runs that must be new have no joker yet that could be the freed one.
    fn new_runs_without_joker(&self) -> u8 {
        self.new_runs.iter().filter(|&&word| word != 0 && word >> 58 & 1 == 0).count() as u8
    }
}

/// The most runs that must be new and are open side by side in one color: one for each freed joker.
pub(super) const MAX_NEW_RUNS: usize = MAX_JOKERS;

/// Every combination of constrained runs seen so far, so that a state need only hold its id.
#[derive(Debug, Default)]
pub(in crate::solver) struct ConstrainedRunTable {
    all: Vec<ConstrainedRuns>,
    ids: FxHashMap<ConstrainedRuns, u32>,
}

impl ConstrainedRunTable {
    /// The memory in use.
    pub(in crate::solver) fn bytes(&self) -> usize {
        self.all.len() * 3 * size_of::<ConstrainedRuns>()
    }

    /// The state with these runs.
    pub(in crate::solver) fn state(&mut self, plain: u64, constrained: ConstrainedRuns) -> RunState {
        if constrained == ConstrainedRuns::default() {
            return RunState::new(plain, 0);
        }
        let all = &mut self.all;
        let id = *self.ids.entry(constrained).or_insert_with(|| {
            all.push(constrained);
            all.len() as u32
        });
        RunState::new(plain, id)
    }

    /// The constrained runs of a state.
    pub(in crate::solver) fn of(&self, state: &RunState) -> ConstrainedRuns {
        let index = (state.constrained_id() as usize).checked_sub(1);
        index.map_or_else(ConstrainedRuns::default, |index| self.all[index])
    }
}
