//! The graph of one color: the reachable states of its runs, their transitions, and an upper bound for each.
//!
//! Once it is known how many of its tiles go to groups, a color is independent of the others. A backward pass over its
//! graph gives from each state the most that can still be played, as if the color had all groups and jokers to itself.
//! This relaxation only adds freedom, so the sum over the colors is an upper bound for the whole.

use super::budget::{BoundRows, BudgetBounds};
use super::color_input::ColorInput;
use super::color_profile::ColorProfile;
use super::instance::VALUES;
use super::interrupt::{StopCheck, Unprepared};
use super::runs::{RunContext, RunState};
use super::successors::Successors;
use super::transition::Transition;
use super::transition_cache::{CacheKey, LayerId, LayerTransitions, TransitionCache};
use crate::tile::MAX_COLORS;

/// The graph of one color, in reusable memory.
///
/// Its nodes are the states after each value; the transitions are in the [`TransitionCache`].
#[derive(Debug, Default)]
pub(super) struct ColorGraph {
    /// For each value the first node after it.
    first: [u32; VALUES],
    /// For each value the transitions at it.
    layers: [LayerTransitions; VALUES],
    successors: Successors,
    /// For each node its upper bounds by budget.
    upper_bounds: BoundRows,
    /// For each node the most opening points that can still be played, without jokers in groups.
    points: Vec<u32>,
    capacity: [u8; VALUES],
}

/// The most nodes of all graphs of a subproblem.
const MAX_NODES: usize = 1 << 20;

/// The most nodes of a graph whose memory is kept.
const MAX_KEPT_NODES: usize = 1 << 14;

impl ColorGraph {
    /// The transitions from a node at a value, with the index of the first.
    #[inline]
    pub(super) fn transitions_from<'c>(
        &self,
        cache: &'c TransitionCache,
        value: usize,
        node: u32,
    ) -> (u32, &'c [Transition]) {
        let index = (node - self.first[value - 1]) as usize;
        let (ends, transitions) = cache.transitions(self.layers[value]);
        let begin = index.checked_sub(1).map_or(0, |before| ends[before]);
        (begin, &transitions[begin as usize..ends[index] as usize])
    }

    /// A transition at a value, by its index.
    pub(super) fn transition(&self, cache: &TransitionCache, value: usize, index: u32) -> Transition {
        cache.transitions(self.layers[value]).1[index as usize]
    }

    /// The node that a transition at a value leads to.
    #[inline]
    pub(super) fn target(&self, value: usize, transition: &Transition) -> u32 {
        self.first_after(value) + transition.to
    }

    /// The first node after a value.
    #[inline]
    pub(super) fn first_after(&self, value: usize) -> u32 {
        self.first[value]
    }

    /// The upper bounds of the nodes after a value, and all that follow.
    #[inline]
    pub(super) fn upper_bounds_after<B: BudgetBounds>(&self, value: usize) -> &[B::Row] {
        &B::rows(&self.upper_bounds)[self.first[value] as usize..]
    }

    /// The upper bounds of a node by budget.
    #[inline]
    pub(super) fn upper_bound<B: BudgetBounds>(&self, node: u32) -> &B::Row {
        &B::rows(&self.upper_bounds)[node as usize]
    }

    /// The most opening points that can still be played from a node.
    pub(super) fn points(&self, node: u32) -> u32 {
        self.points[node as usize]
    }

    /// The state of a node after a value.
    pub(super) fn state<'c>(&self, cache: &'c TransitionCache, value: usize, node: u32) -> &'c RunState {
        let states = if value == 0 { cache.start().1 } else { cache.states_after(self.layers[value]) };
        &states[(node - self.first[value]) as usize]
    }

    /// The profile of a node after a value.
    #[inline]
    pub(super) fn profile(&self, cache: &TransitionCache, value: usize, node: u32) -> ColorProfile {
        cache.profile(self.layers[value], (node - self.first[value]) as usize)
    }

    /// What is the same at all values.
    pub(super) fn context<'a>(&'a self, input: &ColorInput<'a>) -> RunContext<'a> {
        input.context(&self.capacity)
    }

    /// Builds the graph; node 0 is the start.
    pub(super) fn build<B: BudgetBounds>(
        &mut self,
        input: &ColorInput<'_>,
        cache: &mut TransitionCache,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        let capacity = input.capacity();
        let context = input.context(&capacity);
        (self.first[0], self.first[1]) = (0, 1);
        let mut layer = cache.start().0;
        for value in 1..=input.values {
            let key = cache.key(layer, &input.value_input(value, &context), value, &context);
            let transitions = match cache.find(&key) {
                Some(transitions) => transitions,
                None => self.generate(key, layer, value, input, &context, cache, check)?,
            };
            self.layers[value] = transitions;
            layer = transitions.next_layer();
            self.first[value + 1] = self.first[value] + cache.states_after(transitions).len() as u32;
            if self.first[value + 1] as usize > MAX_NODES / MAX_COLORS {
                return Err(Unprepared::TooLarge);
            }
        }
        self.capacity = capacity;
        if !self.compute_upper_bounds::<B>(input, cache, check) {
            return Err(Unprepared::Interrupted);
        }
        if input.counts_points {
            self.compute_points(input.values, cache);
        }
        Ok(())
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

    /// The number of nodes.
    pub(super) const fn len(&self, values: usize) -> usize {
        self.first[values + 1] as usize
    }

    /// Gives back the memory of a large graph.
    pub(super) fn trim(&mut self) {
        self.successors.trim(MAX_KEPT_NODES);
        self.upper_bounds.trim(MAX_KEPT_NODES);
        self.points.clear();
        self.points.shrink_to(MAX_KEPT_NODES);
    }

    /// Returns false if it was stopped.
    fn compute_upper_bounds<B: BudgetBounds>(
        &mut self,
        input: &ColorInput<'_>,
        cache: &TransitionCache,
        check: &mut StopCheck<'_>,
    ) -> bool {
        let Self { first, upper_bounds, .. } = self;
        let rows = B::rows_mut(upper_bounds);
        rows.clear();
        rows.resize(first[input.values] as usize, B::NEVER);
        rows.resize(first[input.values + 1] as usize, B::NOTHING);
        for value in (1..=input.values).rev() {
            let worth = input.supply[value].worth;
            let (ends, transitions) = cache.transitions(self.layers[value]);
            if check.count(transitions.len() as u32) {
                return false;
            }
            let (before, after) = rows.split_at_mut(first[value] as usize);
            let mut begin = 0;
            for (row, &end) in before[first[value - 1] as usize..].iter_mut().zip(ends) {
                *row = B::max_over(transitions[begin..end as usize].iter().map(|transition| {
                    let gain = i64::from(transition.played) * worth;
                    (&after[transition.to as usize], transition.units as usize, gain)
                }));
                begin = end as usize;
            }
        }
        true
    }

    fn compute_points(&mut self, values: usize, cache: &TransitionCache) {
        let Self { first, points, .. } = self;
        points.clear();
        points.resize(first[values + 1] as usize, 0);
        for value in (1..=values).rev() {
            let (ends, transitions) = cache.transitions(self.layers[value]);
            let (before, after) = points.split_at_mut(first[value] as usize);
            let mut begin = 0;
            for (most, &end) in before[first[value - 1] as usize..].iter_mut().zip(ends) {
                for transition in &transitions[begin..end as usize] {
                    let tiles = transition.groups + transition.runs + transition.jokers;
                    *most = (*most).max(after[transition.to as usize] + u32::from(tiles) * value as u32);
                }
                begin = end as usize;
            }
        }
    }
}
