//! The graphs of colors: the reachable states of their runs, the transitions, and an upper bound for each node.
//!
//! Once it is known how many of its tiles go to groups, a color is independent of the others. A backward pass over its
//! graph gives from each state the most that can still be played, as if the color had all groups and jokers to itself.
//! This relaxation only adds freedom, so the sum over the colors is an upper bound for the whole.
//!
//! Most colors of a position were in the one before, or in another scenario, so graphs are kept: each is known by a
//! [key](ColorInput::write_key) of all that it depends on.

use super::budget::{BoundRows, BoundsKind, BudgetBounds};
use super::color_input::ColorInput;
use super::color_profile::ColorProfile;
use super::instance::VALUES;
use super::interner::Interner;
use super::interrupt::{StopCheck, Unprepared};
use super::runs::RunContext;
use super::successors::Successors;
use super::transition::Transition;
use super::transition_cache::{CacheKey, LayerId, LayerTransitions, TransitionCache};
use crate::tile::MAX_COLORS;

/// A node of a graph: a state of the runs after a value.
#[derive(Debug, Clone, Copy)]
pub(super) struct GraphNode {
    /// The range of its transitions in the [`TransitionCache`].
    begin: u32,
    end: u32,
    /// The first node after the next value: where transitions count from.
    pub(super) first_after: u32,
    /// The number of its state in the cache.
    pub(super) state: u32,
    pub(super) profile: ColorProfile,
}

impl GraphNode {
    /// The transitions from this node, with the number of the first.
    #[inline]
    pub(super) fn transitions<'c>(&self, cache: &'c TransitionCache) -> (u32, &'c [Transition]) {
        (self.begin, cache.transitions_between(self.begin, self.end))
    }

    /// The number of its only transition, if there is only one.
    #[inline]
    pub(super) fn only_transition(&self) -> Option<u32> {
        (self.end - self.begin == 1).then_some(self.begin)
    }
}

/// The graphs of colors, one after the other, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct ColorGraphs {
    nodes: Vec<GraphNode>,
    /// For each node its upper bounds by budget; only rows of the size that the node's subproblem uses are valid.
    upper_bounds: BoundRows,
    /// The keys of the graphs that are kept.
    keys: Interner<u64>,
    /// For each key the first node of its graph.
    roots: Vec<u32>,
    /// The number of nodes of the graphs that are kept.
    kept: usize,
    /// How often the cache had been cleared when the graphs were built.
    cleared: u64,
    /// The most opening points that can still be played from each node from `points_from` on, without jokers in
    /// groups.
    points: Vec<u32>,
    points_from: usize,
    /// Working memory.
    key: Vec<u64>,
    successors: Successors,
}

/// The most nodes of all graphs of a subproblem.
const MAX_NODES: usize = 3 << 18;

/// The most nodes that are kept from one subproblem to the next, at most ten megabytes. The decisions of a dozen games
/// have forty thousand.
const MAX_KEPT_NODES: usize = 1 << 16;

/// The most graphs that are kept.
const MAX_KEPT_GRAPHS: usize = 1 << 12;

impl ColorGraphs {
    /// Prepares for a new subproblem: graphs of earlier ones are no longer valid, unless they are asked for again.
    pub(super) fn begin(&mut self, cache: &TransitionCache) {
        let is_full = self.nodes.len() > MAX_KEPT_NODES || self.roots.len() > MAX_KEPT_GRAPHS;
        if is_full || self.cleared != cache.cleared() {
            self.clear();
            self.cleared = cache.cleared();
        }
        self.nodes.truncate(self.kept);
        self.points.clear();
        self.points_from = self.kept;
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.roots.clear();
        self.nodes.clear();
        self.upper_bounds.clear();
        self.kept = 0;
    }

    /// Gives back the memory of large graphs.
    pub(super) fn trim(&mut self) {
        if self.nodes.len() > MAX_KEPT_NODES {
            self.clear();
        }
        self.nodes.shrink_to(2 * MAX_KEPT_NODES);
        self.upper_bounds.trim(2 * MAX_KEPT_NODES);
        self.successors.trim(MAX_KEPT_NODES / 4);
        self.points.shrink_to(MAX_KEPT_NODES / 4);
    }

    #[inline]
    pub(super) fn node(&self, node: u32) -> &GraphNode {
        &self.nodes[node as usize]
    }

    /// The upper bounds of all nodes, by budget.
    #[inline]
    pub(super) fn upper_bounds<B: BudgetBounds>(&self) -> &[B::Row] {
        B::rows(&self.upper_bounds)
    }

    /// The most opening points that can still be played from a node.
    pub(super) fn points(&self, node: u32) -> u32 {
        self.points[node as usize - self.points_from]
    }

    /// The first node of the graph of a color, which is built if it is not known.
    pub(super) fn find_or_build<B: BudgetBounds>(
        &mut self,
        kind: BoundsKind,
        input: &ColorInput<'_>,
        cache: &mut TransitionCache,
        check: &mut StopCheck<'_>,
    ) -> Result<u32, Unprepared> {
        if input.new_meld.is_some() || input.counts_points {
            // What these depend on takes long to write down, and they are rare.
            return self.build::<B>(input, cache, check);
        }
        self.key.clear();
        input.write_key(kind, &mut self.key);
        if let Some(number) = self.keys.find(&self.key) {
            return Ok(self.roots[number as usize]);
        }
        let root = self.build::<B>(input, cache, check)?;
        self.keys.intern(&self.key);
        self.roots.push(root);
        self.kept = self.nodes.len();
        Ok(root)
    }

    fn build<B: BudgetBounds>(
        &mut self,
        input: &ColorInput<'_>,
        cache: &mut TransitionCache,
        check: &mut StopCheck<'_>,
    ) -> Result<u32, Unprepared> {
        let capacity = input.capacity();
        let context = input.context(&capacity);
        let constrained_values = input.constrained_values();
        let root = self.nodes.len();
        let mut layers = [LayerTransitions::default(); VALUES];
        // For each value the first node after it.
        let mut first = [root as u32; VALUES];
        let mut layer = cache.start();
        self.push_nodes(cache.idle(), cache);
        for value in 1..=input.values {
            // Where nothing is, nothing happens.
            let is_idle = layer == cache.start()
                && input.supply[value].available == 0
                && input.jokers == 0
                && input.new_meld.is_none()
                && constrained_values >> value & 1 == 0;
            let transitions = if is_idle {
                cache.idle()
            } else {
                let key = cache.key(layer, &input.value_input(value, &context), value, &context);
                match cache.find(&key) {
                    Some(transitions) => transitions,
                    None => self.generate(key, layer, value, input, &context, cache, check)?,
                }
            };
            let after = self.nodes.len();
            first[value] = after as u32;
            let (ends, numbers) = cache.ends(transitions);
            let mut begin = numbers.start;
            for (node, &end) in self.nodes[first[value - 1] as usize..].iter_mut().zip(ends) {
                (node.begin, node.end, node.first_after) = (begin, numbers.start + end, after as u32);
                begin = node.end;
            }
            layers[value] = transitions;
            layer = transitions.next_layer();
            self.push_nodes(transitions, cache);
            if self.nodes.len() - root > MAX_NODES / MAX_COLORS {
                return Err(Unprepared::TooLarge);
            }
        }
        if !self.compute_upper_bounds::<B>(input, &first, cache, check) {
            return Err(Unprepared::Interrupted);
        }
        if input.counts_points {
            self.compute_points(input.values, &first, cache);
        }
        Ok(root as u32)
    }

    /// Adds a node for each state that follows.
    fn push_nodes(&mut self, transitions: LayerTransitions, cache: &TransitionCache) {
        let (profiles, first) = cache.profiles_after(transitions);
        let numbered = profiles.iter().zip(first..);
        self.nodes.extend(numbered.map(|(&profile, state)| GraphNode {
            begin: 0,
            end: 0,
            first_after: 0,
            state,
            profile,
        }));
    }

    /// Generates and caches the transitions of a key.
    #[expect(clippy::too_many_arguments, reason = "what transitions depend on")]
    fn generate(
        &mut self,
        key: CacheKey,
        layer: LayerId,
        value: usize,
        input: &ColorInput<'_>,
        context: &RunContext<'_>,
        cache: &mut TransitionCache,
        check: &mut StopCheck<'_>,
    ) -> Result<LayerTransitions, Unprepared> {
        let max_bytes = cache.bytes_left();
        let (before, constrained_runs) = cache.states_of(layer);
        self.successors.generate(before, value, input, context, constrained_runs, max_bytes, check)?;
        Ok(cache.insert(key, &self.successors, input.shortest))
    }

    /// Returns false if it was stopped.
    fn compute_upper_bounds<B: BudgetBounds>(
        &mut self,
        input: &ColorInput<'_>,
        first: &[u32; VALUES],
        cache: &TransitionCache,
        check: &mut StopCheck<'_>,
    ) -> bool {
        let Self { nodes, upper_bounds, .. } = self;
        let rows = B::rows_mut(upper_bounds);
        rows.resize(nodes.len(), B::NEVER);
        rows[first[input.values] as usize..].fill(B::NOTHING);
        for value in (1..=input.values).rev() {
            let worth = input.supply[value].worth;
            let (begin, end) = (first[value - 1] as usize, first[value] as usize);
            let (before, after) = rows.split_at_mut(end);
            let mut steps = 0;
            for (row, node) in before[begin..].iter_mut().zip(&nodes[begin..end]) {
                let transitions = cache.transitions_between(node.begin, node.end);
                steps += transitions.len() as u32;
                *row = B::max_over(transitions.iter().map(|transition| {
                    let gain = i64::from(transition.played) * worth;
                    (&after[transition.to as usize], transition.units as usize, gain)
                }));
            }
            if check.count(steps) {
                return false;
            }
        }
        true
    }

    fn compute_points(&mut self, values: usize, first: &[u32; VALUES], cache: &TransitionCache) {
        let Self { nodes, points, points_from, .. } = self;
        points.resize(nodes.len() - *points_from, 0);
        for value in (1..=values).rev() {
            let (begin, end) = (first[value - 1] as usize - *points_from, first[value] as usize - *points_from);
            let (before, after) = points.split_at_mut(end);
            for (most, node) in before[begin..].iter_mut().zip(&nodes[first[value - 1] as usize..]) {
                for transition in cache.transitions_between(node.begin, node.end) {
                    let tiles = transition.groups + transition.runs + transition.jokers;
                    *most = (*most).max(after[transition.to as usize] + u32::from(tiles) * value as u32);
                }
            }
        }
    }
}
