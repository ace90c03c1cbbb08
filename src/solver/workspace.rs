//! The reusable memory of a solver.

use super::branch_and_bound::BranchAndBound;
use super::instance::Instance;
use super::joker_constraint::JokerConstraints;
use super::kept_melds::KeptMelds;
use super::kept_search::KeptSearch;
use super::objective::ObjectiveScale;
use super::restart::NodeLimit;
use super::scenarios::Scenarios;
use super::subproblem::Subproblem;
use super::transition_cache::TransitionCache;
use crate::meld::Meld;

/// The solver, with its working memory: keep one per thread and reuse it.
#[derive(Debug, Default)]
pub struct Solver {
    pub(super) instance: Instance,
    /// The same in the other direction.
    pub(super) mirrored: Instance,
    pub(super) scale: ObjectiveScale,
    pub(super) scenarios: Scenarios,
    pub(super) kept_melds: KeptMelds,
    pub(super) constraints: JokerConstraints,
    pub(super) cache: TransitionCache,
    pub(super) subproblem: Subproblem,
    pub(super) search: BranchAndBound,
    /// Of tidying.
    pub(super) kept_search: KeptSearch,
    /// Of the first search of each subproblem.
    pub(super) node_limit: NodeLimit,
    /// The melds of the best play so far.
    pub(super) melds: Vec<Meld>,
}

impl Solver {
    /// Creates a solver.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a solver that restarts a search from the other end of the values after this many nodes, at least one.
    ///
    /// The limit doubles with each restart. It does not change the value of an answer, only the time it takes and
    /// which of several equal plays is returned.
    #[must_use]
    pub fn restarting_after(nodes: u64) -> Self {
        Self { node_limit: NodeLimit(nodes.max(1)), ..Self::default() }
    }

    /// Gives back the memory of an extreme search.
    pub(super) fn trim(&mut self) {
        self.cache.clear_if_full();
        self.subproblem.trim();
        self.kept_melds.trim();
        self.search.trim();
        self.kept_search.trim();
    }

    /// The number of nodes visited since the solver was created: a measure of work that does not depend on the
    /// machine.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.search.nodes + self.kept_search.nodes
    }
}
