//! Branch and bound over the values: depth first, best upper bound first.
//!
//! A [`Node`] says what the open runs of each color look like after a value, and how many jokers are left. Its upper
//! bound is the best sum of what each color could still play on its own, over every way to share the jokers. A node is
//! left out if its bound cannot beat the best solution so far, or if a node that [dominates](super::dominance) it could
//! not either.
//!
//! Where no color has a choice, the only child is taken without further ado.
//!
//! Where a node has many children, the search first looks for one that keeps the bound, and searches below it before it
//! looks at the others: what it finds prunes most of them. If every node down to the end has such a child, the solution
//! is optimal, and nothing else need be expanded.

use super::budget::{BudgetBounds, with_bounds};
use super::deferred_jokers;
use super::dominance::{DominanceStore, NodeProfile};
use super::expander::{Expanded, Expander};
use super::instance::{IMPOSSIBLE, VALUES};
use super::interrupt::StopCheck;
use super::meld_builder::MeldBuilder;
use super::node::{Decision, Node, Path};
use super::restart::NodeLimit;
use super::subproblem::Subproblem;
use super::transition_cache::TransitionCache;
use crate::meld::Meld;

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

/// So many children are sorted, instead of looking for the best one each time.
const MANY: usize = 32;

/// A node as it was reached: the worth so far, and an upper bound on any solution through it.
#[derive(Debug, Clone, Copy)]
struct Reached {
    node: Node,
    gain: i64,
    upper_bound: i64,
}

/// What there is to do at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Some color has a choice.
    Choice,
    /// No color has one, and the only child was taken.
    Taken,
    /// No color has one, and there is no child.
    Impossible,
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
    /// The upper bound of the root.
    root_bound: i64,
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
            root_bound: 0,
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
        self.best = above;
        let upper_bound = subproblem.root_bound::<B>();
        self.root_bound = upper_bound;
        if upper_bound > above {
            let (jokers, points_needed) = (subproblem.jokers, subproblem.points_needed);
            let node = Node { graph_nodes: subproblem.roots, jokers, jokers_in_old: 0, points_needed };
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
        mut value: usize,
        mut reached: Reached,
        check: &mut StopCheck<'_>,
    ) -> Result<i64, Aborted> {
        let gain_before = reached.gain;
        let entry = reached.node;
        let first = value;
        let mut entry_profile = None;
        if !self.dominance.is_empty(value) {
            let profile = NodeProfile::of(subproblem, &entry);
            let enough = self.best - reached.gain;
            if let Some(shown) = self.dominance.find(value, &profile, enough, subproblem.defer_jokers) {
                return Ok(shown);
            }
            entry_profile = Some(profile);
        }
        loop {
            self.nodes += 1;
            if check.count(STEPS_PER_NODE) {
                return Err(Aborted::Interrupted);
            }
            if self.nodes > self.max_nodes {
                return Err(Aborted::NodeLimit);
            }
            if value > subproblem.values {
                let Reached { node, gain, .. } = reached;
                return Ok(gain - gain_before + self.finish(subproblem, cache, gain, &node)?);
            }
            match self.step::<B>(subproblem, cache, value, &mut reached) {
                Step::Choice => break,
                Step::Taken if reached.upper_bound > self.best => value += 1,
                Step::Taken => return Ok(reached.upper_bound - gain_before),
                Step::Impossible => return Ok(IMPOSSIBLE),
            }
        }
        let Reached { node, gain, .. } = reached;
        let mut profile = None;
        if value > first && !self.dominance.is_empty(value) {
            let here = NodeProfile::of(subproblem, &node);
            let enough = self.best - gain;
            if let Some(shown) = self.dominance.find(value, &here, enough, subproblem.defer_jokers) {
                return Ok(gain - gain_before + shown);
            }
            profile = Some(here);
        }
        let below = self.branch::<B>(subproblem, cache, value, reached, check)?;
        // If the solution is optimal, no other node will be compared with this one.
        if self.best < self.root_bound {
            let entry = entry_profile.unwrap_or_else(|| NodeProfile::of(subproblem, &entry));
            self.dominance.insert(first, entry, gain - gain_before + below);
            if value > first {
                self.dominance.insert(value, profile.unwrap_or_else(|| NodeProfile::of(subproblem, &node)), below);
            }
        }
        Ok(gain - gain_before + below)
    }

    /// Takes the only transition of every color, if there is no choice.
    #[inline]
    fn step<B: BudgetBounds>(
        &mut self,
        subproblem: &Subproblem,
        cache: &TransitionCache,
        value: usize,
        reached: &mut Reached,
    ) -> Step {
        let Reached { node, gain, upper_bound } = reached;
        let all_jokers_follow = subproblem.defer_jokers || node.jokers == 0;
        if !all_jokers_follow || node.points_needed > 0 || subproblem.has_constrained_groups(value) {
            return Step::Choice;
        }
        let colors = subproblem.colors();
        let decision = &mut self.path[value];
        for (number, &graph_node) in decision.transitions.iter_mut().zip(&node.graph_nodes[..colors]) {
            match subproblem.graphs.node(graph_node).only_transition() {
                Some(only) => *number = only,
                None => return Step::Choice,
            }
        }
        let (mut jokers, mut group_tiles, mut most_of_color) = (0, 0, 0);
        for (color, graph_node) in node.graph_nodes[..colors].iter_mut().enumerate() {
            let transition = cache.transition(decision.transitions[color]);
            *graph_node = subproblem.graphs.node(*graph_node).first_after + transition.to;
            *gain += i64::from(transition.played) * subproblem.supply[color][value].worth;
            jokers += transition.jokers;
            group_tiles += transition.groups;
            most_of_color = most_of_color.max(transition.groups);
        }
        decision.group_jokers = (most_of_color * subproblem.shortest).saturating_sub(group_tiles);
        let used = jokers + decision.group_jokers;
        if used > 0 {
            let Some(left) = node.jokers.checked_sub(used) else { return Step::Impossible };
            node.jokers = left;
            let below = subproblem.upper_bound_after::<B>(node);
            if below < 0 {
                return Step::Impossible;
            }
            if *gain + below < *upper_bound {
                *upper_bound = *gain + below;
            }
        }
        Step::Taken
    }

    /// Searches below each child of a node; returns an upper bound on what can follow it.
    fn branch<B: BudgetBounds>(
        &mut self,
        subproblem: &Subproblem,
        cache: &TransitionCache,
        value: usize,
        Reached { node, gain, upper_bound }: Reached,
        check: &mut StopCheck<'_>,
    ) -> Result<i64, Aborted> {
        let begin = self.expander.children.len();
        let mut bound = IMPOSSIBLE;
        let mut tried = None;
        // Where there are many children, one that keeps the bound comes first: mostly there is one, and what it leads
        // to prunes the others.
        let mut one = Some(upper_bound);
        loop {
            let Expanded { complete, pruned } =
                self.expander.expand::<B>(subproblem, cache, value, &node, gain, self.best, one, check);
            if check.has_stopped() {
                return Err(Aborted::Interrupted);
            }
            let end = self.expander.children.len();
            for index in begin..end {
                let child = self.expander.next_child(index, index == begin, end - begin > MANY);
                if child.upper_bound <= self.best {
                    bound = bound.max(child.upper_bound - gain);
                    break;
                }
                if tried == Some(child.decision) {
                    continue;
                }
                self.path[value] = child.decision;
                let next = Node {
                    graph_nodes: subproblem.follow(cache, &node.graph_nodes, &child.decision),
                    jokers: child.jokers,
                    jokers_in_old: child.jokers_in_old,
                    points_needed: child.points_needed,
                };
                let next = Reached { node: next, gain: gain + child.gain, upper_bound: child.upper_bound };
                let below = self.visit::<B>(subproblem, cache, value + 1, next, check)?;
                bound = bound.max(child.gain + below);
                if !complete {
                    tried = Some(child.decision);
                }
            }
            self.expander.children.truncate(begin);
            if self.best >= upper_bound {
                return Ok(upper_bound - gain);
            }
            if complete {
                return Ok(bound.max(pruned - gain));
            }
            one = None;
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
