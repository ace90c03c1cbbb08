//! The graph of one color in which old runs may be kept whole, cut down to what a best play can use.
//!
//! The worth that a best play must reach is known. So of all transitions only those remain that lie on some path which
//! reaches it together with the best of the other colors; on crowded tables these are few.

use std::ops::Range;

use super::old_melds::OldRuns;
use super::transitions::{KeptCache, KeptLayer, START};
use crate::solver::budget::{BoundRows, BudgetBounds};
use crate::solver::color_input::ColorInput;
use crate::solver::instance::{TileSupply, VALUES};
use crate::solver::interrupt::{StopCheck, Unprepared};

/// A transition that remains.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// The node it leads to, by its index among those after the value.
    pub(super) to: u16,
    /// What it adds to bounds without its share, at the prices now.
    pub(super) gain: i16,
    /// The slots of the old runs that start to be kept.
    pub(super) starts: u8,
    /// Tiles to groups.
    pub(super) groups: u8,
    /// Jokers in runs.
    pub(super) jokers: u8,
    /// Hand tiles played beyond the required ones.
    pub(super) played: u8,
}

impl Step {
    /// How many old runs start to be kept.
    pub(super) const fn count(&self) -> u8 {
        self.starts.count_ones() as u8
    }
}

/// The graph of one color, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct KeptGraph {
    layers: [KeptLayer; VALUES],
    /// For each value the first state after it.
    firsts: [u32; VALUES],
    /// For each state, the most worth that can follow, by budget.
    rows: BoundRows,
    /// The most worth so far of each node, by budget.
    before: BoundRows,
    /// For each state its node, plus one.
    nodes: Vec<u32>,
    /// For each value the first node after it.
    first: [u32; VALUES],
    /// For each node its state.
    states: Vec<u32>,
    /// For each node the end of its steps.
    ends: Vec<u32>,
    steps: Vec<Step>,
    /// For each value, bit `n` is set if a step gives `n` tiles to groups.
    pub(super) gives: [u8; VALUES],
}

/// The most states of all graphs of a search.
const MAX_STATES: usize = 1 << 19;

/// The most steps of a graph; a hundred times as many as on a crowded table. Bounds on more would take too long.
const MAX_STEPS: usize = 1 << 16;

impl KeptGraph {
    /// Finds all states and the most worth that can follow each.
    pub(super) fn build<B: BudgetBounds>(
        &mut self,
        input: &ColorInput<'_>,
        runs: &OldRuns,
        cache: &mut KeptCache,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        let capacity = input.capacity();
        let context = input.context(&capacity);
        let mut layer = START;
        (self.firsts[0], self.firsts[1]) = (0, 1);
        for value in 1..=input.values {
            let (found, next) = cache.find(layer, value, input, &context, runs, check)?;
            self.layers[value] = found;
            self.firsts[value + 1] = self.firsts[value] + found.states;
            layer = next;
            if self.firsts[value + 1] as usize > MAX_STATES / 8 {
                return Err(Unprepared::TooLarge);
            }
        }
        let rows = B::rows_mut(&mut self.rows);
        rows.clear();
        rows.resize(self.firsts[input.values] as usize, B::NEVER);
        rows.resize(self.firsts[input.values + 1] as usize, B::NOTHING);
        for value in (1..=input.values).rev() {
            let worth = input.supply[value].worth;
            let (ends, transitions) = cache.transitions(self.layers[value]);
            if check.count(transitions.len() as u32) {
                return Err(Unprepared::Interrupted);
            }
            let (before, after) = rows.split_at_mut(self.firsts[value] as usize);
            let mut begin = 0;
            for (row, &end) in before[self.firsts[value - 1] as usize..].iter_mut().zip(ends) {
                *row = B::max_over(transitions[begin..end as usize].iter().map(|transition| {
                    let gain = i64::from(transition.played) * worth;
                    (&after[transition.to as usize], transition.units as usize, gain)
                }));
                begin = end as usize;
            }
        }
        Ok(())
    }

    /// The most worth that can follow the start, by budget.
    pub(super) fn root<B: BudgetBounds>(&self) -> &B::Row {
        &B::rows(&self.rows)[0]
    }

    /// The most worth that can follow a node, by budget.
    #[inline]
    pub(super) fn row<B: BudgetBounds>(&self, node: u32) -> &B::Row {
        &B::rows(&self.rows)[self.states[node as usize] as usize]
    }

    /// The steps from a node, with the index of the first.
    #[inline]
    pub(super) fn steps_from(&self, node: u32) -> (u32, &[Step]) {
        let begin = (node as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        (begin, &self.steps[begin as usize..self.ends[node as usize] as usize])
    }

    /// The node that a step at a value leads to.
    #[inline]
    pub(super) fn target(&self, value: usize, step: &Step) -> u32 {
        self.first[value] + u32::from(step.to)
    }

    /// The nodes after a value.
    #[inline]
    pub(super) fn nodes_after(&self, value: usize) -> Range<usize> {
        self.first[value] as usize..self.first[value + 1] as usize
    }

    /// The steps at a value of each node before it, in order.
    #[inline]
    pub(super) fn steps_at(&self, value: usize) -> impl Iterator<Item = &[Step]> {
        let nodes = self.nodes_after(value - 1);
        let begin = nodes.start.checked_sub(1).map_or(0, |before| self.ends[before]) as usize;
        let ends = &self.ends[nodes];
        let end = ends.last().map_or(begin, |&end| end as usize);
        let mut rest = &self.steps[begin..end];
        let mut before = begin;
        ends.iter().map(move |&end| {
            let (own, others) = rest.split_at(end as usize - before);
            (rest, before) = (others, end as usize);
            own
        })
    }

    /// Keeps only steps through which at least `least` can be reached, and renumbers the nodes; `ahead` says what can
    /// follow each node, and `go_on` what has been reached after a step.
    pub(super) fn retain(
        &mut self,
        values: usize,
        ahead: &mut Vec<i32>,
        behind: &mut Vec<i32>,
        go_on: impl Fn(usize, &Step, i32) -> i32,
        least: i32,
    ) {
        let Self { nodes, first, states, ends, steps, gives, .. } = self;
        let old_first = *first;
        // The new node of each old one, plus one.
        nodes.clear();
        nodes.resize(states.len(), 0);
        behind.fill(i32::MIN / 2);
        behind[0] = 0;
        nodes[0] = 1;
        // Writes never overtake reads: there are only fewer nodes and steps than before.
        let (mut new_nodes, mut new_steps) = (1, 0);
        let mut begin = 0;
        for value in 1..=values {
            gives[value] = 0;
            let old_begin = old_first[value] as usize;
            let new_begin = new_nodes;
            // The nodes after a value are renumbered in the order in which they are reached.
            for node in old_first[value - 1] as usize..old_first[value] as usize {
                let end = ends[node] as usize;
                let new = nodes[node] as usize;
                if new > 0 {
                    for index in begin..end {
                        let step = steps[index];
                        let to = old_begin + step.to as usize;
                        let reached = go_on(value, &step, behind[node]);
                        if reached + ahead[to] >= least {
                            behind[to] = behind[to].max(reached);
                            gives[value] |= 1 << step.groups;
                            steps[new_steps] = step;
                            new_steps += 1;
                            nodes[to] = 1;
                        }
                    }
                }
                begin = end;
                ends[node] = new_steps as u32;
            }
            for node in nodes[old_begin..old_first[value + 1] as usize].iter_mut().filter(|node| **node > 0) {
                new_nodes += 1;
                *node = new_nodes as u32;
            }
            first[value] = new_begin as u32;
        }
        first[values + 1] = new_nodes as u32;
        let mut begin = 0;
        let mut at = 0;
        for value in 1..=values {
            for node in old_first[value - 1] as usize..old_first[value] as usize {
                let end = ends[node] as usize;
                if nodes[node] == 0 {
                    continue;
                }
                for step in &mut steps[begin..end] {
                    step.to = (nodes[old_first[value] as usize + step.to as usize] - 1 - first[value]) as u16;
                }
                begin = end;
                ends[at] = end as u32;
                at += 1;
            }
        }
        for (old, &new) in nodes.iter().enumerate().filter(|&(_, &new)| new > 0) {
            let new = new as usize - 1;
            states[new] = states[old];
            ahead[new] = ahead[old];
            behind[new] = behind[old];
        }
        states.truncate(new_nodes);
        ahead.truncate(new_nodes);
        behind.truncate(new_nodes);
        ends.truncate(at);
        steps.truncate(new_steps);
    }

    /// Cuts the graph down to paths that reach `worth` within `budget` if the other colors add the most, `others`.
    #[expect(clippy::too_many_arguments, reason = "what decides which paths remain")]
    pub(super) fn cut<B: BudgetBounds>(
        &mut self,
        supply: &[TileSupply; VALUES],
        values: usize,
        cache: &KeptCache,
        others: &B::Row,
        budget: usize,
        worth: i64,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        let Self { layers, firsts, rows, before, nodes, first, states, ends, steps, gives } = self;
        let (rows, before) = (B::rows(rows), B::rows_mut(before));
        nodes.clear();
        nodes.resize(firsts[values + 1] as usize, 0);
        before.clear();
        before.push(B::NOTHING);
        states.clear();
        states.push(0);
        ends.clear();
        steps.clear();
        (first[0], first[1]) = (0, 1);
        for value in 1..=values {
            gives[value] = 0;
            let each = supply[value].worth;
            let (all_ends, transitions) = cache.transitions(layers[value]);
            for node in first[value - 1]..first[value] {
                let index = (states[node as usize] - firsts[value - 1]) as usize;
                let begin = index.checked_sub(1).map_or(0, |before| all_ends[before]) as usize;
                let own = before[node as usize];
                let rest = B::reversed(&B::convolve(&own, others));
                let transitions = &transitions[begin..all_ends[index] as usize];
                if check.count(transitions.len() as u32) {
                    return Err(Unprepared::Interrupted);
                }
                for transition in transitions {
                    let gain = i64::from(transition.played) * each;
                    let state = firsts[value] + transition.to;
                    let units = transition.units as usize;
                    if units > budget || B::best_sum(&rows[state as usize], &rest, budget - units) + gain < worth {
                        continue;
                    }
                    let known = &mut nodes[state as usize];
                    if *known == 0 {
                        states.push(state);
                        before.push(B::NEVER);
                        *known = states.len() as u32;
                    }
                    let to = *known - 1;
                    let begin = first[value];
                    let so_far = before[to as usize];
                    before[to as usize] = B::max_over([(&so_far, 0, 0), (&own, units, gain)].into_iter());
                    gives[value] |= 1 << transition.groups;
                    steps.push(Step {
                        to: (to - begin) as u16,
                        gain: 0,
                        starts: transition.starts,
                        groups: transition.groups,
                        jokers: transition.jokers,
                        played: transition.played,
                    });
                }
                ends.push(steps.len() as u32);
                if steps.len() > MAX_STEPS {
                    return Err(Unprepared::TooLarge);
                }
            }
            first[value + 1] = states.len() as u32;
        }
        Ok(())
    }

    /// A step by its index.
    #[inline]
    pub(super) fn step(&self, index: u32) -> &Step {
        &self.steps[index as usize]
    }

    /// Copies the nodes and steps of a graph of the same color, if it was cut down from the same states.
    pub(super) fn copy_steps(&mut self, from: &Self) {
        self.first = from.first;
        self.states.clone_from(&from.states);
        self.ends.clone_from(&from.ends);
        self.steps.clone_from(&from.steps);
        self.gives = from.gives;
    }

    /// Sets what each step adds to bounds.
    pub(super) fn set_gains(&mut self, values: usize, gain: impl Fn(usize, &Step) -> i16) {
        let mut begin = 0;
        for value in 1..=values {
            let end = self.ends[self.first[value] as usize - 1] as usize;
            for step in &mut self.steps[begin..end] {
                step.gain = gain(value, step);
            }
            begin = end;
        }
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The number of steps.
    pub(super) fn count_steps(&self) -> usize {
        self.steps.len()
    }

    /// Gives back the memory of a large graph.
    pub(super) fn trim(&mut self) {
        const MAX_KEPT: usize = 1 << 14;
        if self.nodes.capacity() > MAX_KEPT || self.steps.capacity() > 8 * MAX_KEPT {
            *self = Self::default();
        }
    }
}
