//! Branch and bound over the values: depth first, best upper bound first.
//!
//! A [`Node`] says what the open runs of each color look like after a value, and how many jokers are left. Its upper
//! bound is the best sum of what each color could still play on its own, over every way to share the jokers. A node is
//! left out if its bound cannot beat the best solution so far, or if a node that [dominates](super::dominance) it could
//! not either.
//!
//! While every node so far had a child whose bound equals that of the root, the search only looks for one such child: a
//! solution at the end of that descent is optimal, and nothing else need be expanded.

use super::budget::{BudgetBounds, with_bounds};
use super::deferred_jokers;
use super::dominance::{DominanceStore, NodeProfile};
use super::expander::{Expander, Wanted};
use super::instance::{IMPOSSIBLE, VALUES};
use super::interrupt::StopCheck;
use super::meld_builder::MeldBuilder;
use super::node::{Decision, Node, Path};
use super::restart::NodeLimit;
use super::subproblem::Subproblem;
use super::transition_cache::TransitionCache;
use crate::meld::Meld;
use crate::tile::MAX_COLORS;

/// Why a search ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aborted {
    /// The caller asked to stop, or a node had too many children to look at.
    Interrupted,
    /// The best solution has no room for the deferred jokers.
    NoRoomForJokers,
    /// It visited more nodes than its limit allows.
    NodeLimit,
}

/// The [steps](StopCheck) that a node takes besides its expansion.
const STEPS_PER_NODE: u32 = 32;

/// A node as it was reached: the worth so far, and an upper bound on any solution through it.
#[derive(Debug, Clone, Copy)]
struct Reached {
    node: Node,
    gain: i64,
    upper_bound: i64,
}

/// The search, in reusable memory, and what it found.
#[derive(Debug)]
pub(super) struct BranchAndBound {
    dominance: DominanceStore,
    expander: Expander,
    path: Box<Path>,
    best_path: Box<Path>,
    builder: MeldBuilder,
    /// The worth to exceed.
    best: i64,
    has_found: bool,
    /// Whether every node so far had a child with the bound of the root.
    first_descent: bool,
    /// The number of nodes visited since this memory was created.
    pub(super) nodes: u64,
    /// The highest number that `nodes` may reach.
    max_nodes: u64,
}

impl Default for BranchAndBound {
    fn default() -> Self {
        Self {
            dominance: DominanceStore::default(),
            expander: Expander::default(),
            path: Box::new([Decision::default(); VALUES]),
            best_path: Box::new([Decision::default(); VALUES]),
            builder: MeldBuilder::default(),
            best: 0,
            has_found: false,
            first_descent: false,
            nodes: 0,
            max_nodes: 0,
        }
    }
}

impl BranchAndBound {
    /// Gives back the memory of a long search.
    pub(super) fn trim(&mut self) {
        self.expander.trim();
        self.dominance.trim();
    }

    /// Finds the best solution of a subproblem that is worth more than `above`; returns its worth, and whether the
    /// search finished. [`melds`](Self::melds) has the solution.
    ///
    /// Visits at most `node_limit` nodes, and asks now and then whether to stop. If there is no solution and no error,
    /// nothing is worth more than `above`.
    pub(super) fn run(
        &mut self,
        subproblem: &Subproblem,
        cache: &TransitionCache,
        above: i64,
        node_limit: NodeLimit,
        check: &mut StopCheck<'_>,
    ) -> (Option<i64>, Result<(), Aborted>) {
        self.max_nodes = self.nodes.saturating_add(node_limit.0);
        let above = above - subproblem.base_worth;
        let ended = with_bounds!(subproblem.kind, B => self.search::<B>(subproblem, cache, above, check));
        let found = self.has_found.then_some(self.best + subproblem.base_worth);
        (found, ended)
    }

    /// The melds of the best solution, without deferred jokers.
    pub(super) fn melds(&mut self, subproblem: &Subproblem, cache: &TransitionCache) -> &mut Vec<Meld> {
        self.builder.build(subproblem, cache, &self.best_path)
    }

    fn search<B: BudgetBounds>(
        &mut self,
        subproblem: &Subproblem,
        cache: &TransitionCache,
        above: i64,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Aborted> {
        self.dominance.clear();
        self.expander.clear();
        self.has_found = false;
        self.first_descent = true;
        self.best = above;
        let upper_bound = subproblem.root_bound::<B>();
        if upper_bound > above {
            let (jokers, points_needed) = (subproblem.jokers, subproblem.points_needed);
            let node = Node { graph_nodes: [0; MAX_COLORS], jokers, jokers_in_old: 0, points_needed };
            let root = Reached { node, gain: 0, upper_bound };
            match self.visit::<B>(subproblem, cache, 1, root, check) {
                Err(Aborted::Interrupted) if !self.has_found => {
                    self.dive::<B>(subproblem, cache, root, above);
                    return Err(Aborted::Interrupted);
                }
                ended => ended?,
            };
        }
        // A solution that reaches the root's bound is optimal, even if something was not looked at.
        let is_optimal = self.has_found && self.best >= upper_bound;
        if self.expander.is_truncated() && !is_optimal { Err(Aborted::Interrupted) } else { Ok(()) }
    }

    /// Looks for any solution in a little extra time: an unproven play is better than none.
    fn dive<B: BudgetBounds>(&mut self, subproblem: &Subproblem, cache: &TransitionCache, root: Reached, above: i64) {
        /// A few milliseconds.
        const MAX_CHECKS: u32 = 12;
        self.best = above;
        self.max_nodes = NodeLimit::UNLIMITED.0;
        self.expander.children.clear();
        let mut checks = 0;
        let mut stop = || {
            checks += 1;
            checks > MAX_CHECKS
        };
        // However it ends, what it found is kept.
        let _ = self.visit::<B>(subproblem, cache, 1, root, &mut StopCheck::new(&mut stop));
    }

    /// Searches below a node; returns an upper bound on what can follow it.
    fn visit<B: BudgetBounds>(
        &mut self,
        subproblem: &Subproblem,
        cache: &TransitionCache,
        value: usize,
        Reached { node, gain, upper_bound }: Reached,
        check: &mut StopCheck<'_>,
    ) -> Result<i64, Aborted> {
        self.nodes += 1;
        if check.count(STEPS_PER_NODE) {
            return Err(Aborted::Interrupted);
        }
        if self.nodes > self.max_nodes {
            return Err(Aborted::NodeLimit);
        }
        if value > subproblem.values {
            return self.finish(subproblem, cache, gain, &node);
        }
        let begin = self.expander.children.len();
        let mut bound = IMPOSSIBLE;
        let mut wanted = if self.first_descent { Wanted::One(upper_bound) } else { Wanted::All };
        loop {
            let pruned = self.expander.expand::<B>(subproblem, cache, value, &node, gain, self.best, wanted, check);
            if check.has_stopped() {
                return Err(Aborted::Interrupted);
            }
            let end = self.expander.children.len();
            if end - begin > 1 {
                let children = &mut self.expander.children[begin..end];
                children.sort_unstable_by_key(|child| std::cmp::Reverse(child.upper_bound));
            }
            for index in begin..end {
                let child = self.expander.children[index];
                if child.upper_bound <= self.best {
                    bound = bound.max(child.upper_bound - gain);
                    break;
                }
                let enough = self.best - gain - child.gain;
                let profile_of = || NodeProfile::of(subproblem, cache, value, &child.node);
                let profile = (!self.dominance.is_empty(value)).then(profile_of);
                if let Some(profile) = &profile
                    && let Some(shown) = self.dominance.find(value, profile, enough, subproblem.defer_jokers)
                {
                    bound = bound.max(child.gain + shown);
                    continue;
                }
                self.path[value] = child.decision;
                let next = Reached { node: child.node, gain: gain + child.gain, upper_bound: child.upper_bound };
                let below = self.visit::<B>(subproblem, cache, value + 1, next, check)?;
                if self.first_descent && self.best >= upper_bound {
                    // The solution is optimal: no other node will be compared with this one.
                    break;
                }
                self.dominance.insert(value, profile.unwrap_or_else(profile_of), below);
                bound = bound.max(child.gain + below);
            }
            self.expander.children.truncate(begin);
            if wanted == Wanted::All {
                return Ok(bound.max(pruned - gain));
            }
            if self.best >= upper_bound {
                return Ok(upper_bound - gain);
            }
            // The child that was tried is expanded again, but now it is in the dominance store.
            self.first_descent = false;
            wanted = Wanted::All;
        }
    }

    /// Compares the solution at the end of a path with the best one; returns what is still added to its worth.
    fn finish(
        &mut self,
        subproblem: &Subproblem,
        cache: &TransitionCache,
        gain: i64,
        node: &Node,
    ) -> Result<i64, Aborted> {
        if node.points_needed > 0 {
            return Ok(IMPOSSIBLE);
        }
        let added = if subproblem.defer_jokers {
            if node.jokers > 0 && gain > self.best {
                let melds = self.builder.build(subproblem, cache, &self.path);
                if !deferred_jokers::place(subproblem, melds, node.jokers, None) {
                    return Err(Aborted::NoRoomForJokers);
                }
            }
            0
        } else {
            let played = subproblem.jokers - node.jokers;
            if played < subproblem.required_jokers || played - node.jokers_in_old < subproblem.freed {
                return Ok(IMPOSSIBLE);
            }
            i64::from(played - subproblem.required_jokers) * subproblem.joker_worth
        };
        if gain + added > self.best {
            self.best = gain + added;
            self.has_found = true;
            self.best_path[..=subproblem.values].copy_from_slice(&self.path[..=subproblem.values]);
        }
        Ok(added)
    }
}
