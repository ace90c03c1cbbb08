//! Constrained runs: those that must hold enough of an old meld for a joker that stays, or must be new.

use rustc_hash::FxHashMap;

use super::state::RunState;

/// The constrained runs of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(in crate::solver) struct ConstrainedRuns {
    /// Sixteen bits for each old run whose joker a final run must hold.
    pub(super) marks: u128,
    /// A word for each run that must be new.
    pub(super) new_runs: [u64; MAX_NEW_RUNS],
}

/// The most runs that must be new and are open side by side in one color.
pub(super) const MAX_NEW_RUNS: usize = 4;

/// Every combination of constrained runs seen so far, so that a state need only hold its id.
#[derive(Debug, Default)]
pub(in crate::solver) struct ConstrainedRunTable {
    all: Vec<ConstrainedRuns>,
    ids: FxHashMap<ConstrainedRuns, u32>,
}

impl ConstrainedRunTable {
    pub(in crate::solver) fn clear(&mut self) {
        self.all.clear();
        self.ids.clear();
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
