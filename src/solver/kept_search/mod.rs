//! Branch and bound for a best play that keeps the most old melds.
//!
//! It is the search for a best play once more, but the worth is known, so only paths that reach it remain, and among
//! those the one that keeps the most old melds is wanted. [Bounds](bounds) on that direct the search.

mod bounds;
mod expansion;
mod graph;
mod group_table;
mod old_melds;
mod transitions;

use rustc_hash::FxHashMap;

use self::bounds::{HalfSums, KeptBounds};
use self::graph::KeptGraph;
use self::group_table::{TableCache, UNIT, ValueGroups, in_bounds};
use self::old_melds::{OldGroup, OldMelds};
use self::transitions::KeptCache;
use crate::meld::Meld;
use crate::solver::budget::{BudgetBounds, with_bounds};
use crate::solver::color_input::ColorInput;
use crate::solver::instance::VALUES;
use crate::solver::interrupt::{StopCheck, Unprepared};
use crate::solver::subproblem::Subproblem;
use crate::tile::MAX_COLORS;

/// For each color the node of its graph.
type GraphNodes = [u16; MAX_COLORS];

/// For each color a step of its graph, by its index.
type GraphSteps = [u32; MAX_COLORS];

/// A node that follows another.
#[derive(Debug, Clone, Copy, Default)]
struct Child {
    nodes: GraphNodes,
    steps: GraphSteps,
    /// The old groups that are kept, by bit.
    groups: u16,
    jokers: u8,
    /// How many old melds are kept by the decision.
    count: u8,
    /// The worth of the decision.
    worth: i64,
    bound: i32,
}

/// The choices at one value.
#[derive(Debug, Clone, Copy, Default)]
struct Decision {
    steps: GraphSteps,
    groups: u16,
}

/// A node as it was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Reached {
    nodes: GraphNodes,
    value: u8,
    jokers: u8,
    /// The worth so far, if not every path has the same in the end.
    worth: i64,
}

/// The search, in reusable memory.
#[derive(Debug, Default)]
pub(in crate::solver) struct KeptSearch {
    old: OldMelds,
    cache: KeptCache,
    graphs: Vec<KeptGraph>,
    /// The graphs before something that keeps too few melds was cut off, with their bounds.
    saved_graphs: Vec<KeptGraph>,
    saved_bounds: KeptBounds,
    tables: TableCache,
    groups: Vec<ValueGroups>,
    bounds: KeptBounds,
    /// The bounds when no joker is left, if there are any at the start.
    bare: KeptBounds,
    sums: HalfSums,
    children: Vec<Child>,
    /// What was shown of nodes: the most old melds that can be kept after them.
    shown: FxHashMap<Reached, u32>,
    path: [Decision; VALUES],
    /// The kind of each old meld that the last solution keeps.
    pub(in crate::solver) kept: Vec<u16>,
    /// How many melds must be kept at least.
    wanted: u32,
    has_found: bool,
    /// The number of nodes visited.
    pub(in crate::solver) nodes: u64,
    /// The highest number that `nodes` may reach.
    max_nodes: u64,
    /// The number of nodes after which there is no other search.
    give_up_at: u64,
}

/// The most old melds for which bounds stay in range.
const MAX_MELDS: usize = 200;

/// The most nodes of which something is remembered.
const MAX_SHOWN: usize = 1 << 18;

/// The most children of all nodes on the path.
const MAX_CHILDREN: usize = 1 << 17;

/// The most sweeps before the first search: what they do would take a search longer.
const FIRST_SWEEPS: u32 = 3;

/// If the bound is so close to what is wanted, there is a search at once.
const CLOSE: i32 = 2 * UNIT;

/// A search takes twice as many nodes as the one before, with a sweep in between.
const DIVE: u64 = 20;

/// After so many nodes it is better to give up: the hitting set method is faster then.
pub(in crate::solver) const MAX_NODES: u64 = 10_000;

/// Why a search ended early.
enum Aborted {
    Unprepared(Unprepared),
    NodeLimit,
}

impl From<Unprepared> for Aborted {
    fn from(unprepared: Unprepared) -> Self {
        Self::Unprepared(unprepared)
    }
}

/// What stays the same during a search.
struct Question<'a> {
    subproblem: &'a Subproblem,
    /// The worth that a solution must reach.
    worth: i64,
    /// Whether every path that remains reaches it.
    is_exact: bool,
}

impl KeptSearch {
    /// Reads the melds that may be kept among the different melds of a table, given with their numbers: all, or only
    /// those without jokers. Returns whether all of them can be kept at once.
    pub(in crate::solver) fn read(&mut self, kinds: &[(Meld, u8)], with_jokers: bool) -> bool {
        self.old.read(kinds, with_jokers);
        self.old.is_complete
    }

    /// Forgets the last position.
    pub(in crate::solver) fn forget(&mut self) {
        self.bounds.forget();
    }

    /// Finds the most old melds that a solution worth at least `worth` keeps, if that is at least `wanted`; gives up
    /// after about `max_nodes`.
    ///
    /// The subproblem must be set up, but needs no graphs.
    pub(in crate::solver) fn run(
        &mut self,
        subproblem: &Subproblem,
        worth: i64,
        wanted: u32,
        max_nodes: u64,
        check: &mut StopCheck<'_>,
    ) -> Result<Option<u32>, Unprepared> {
        self.cache.clear_if_full();
        self.tables.clear_if_full();
        if self.old.len() > MAX_MELDS {
            return Err(Unprepared::TooLarge);
        }
        let worth = worth - subproblem.base_worth;
        let found = with_bounds!(subproblem.kind, B => self.search::<B>(subproblem, worth, wanted, max_nodes, check));
        found.map(|found| found.then(|| self.wanted - 1))
    }

    /// Lists what the solution keeps.
    fn list_kept(&mut self, values: usize) {
        self.kept.clear();
        for (value, decision) in self.path.iter().enumerate().take(values + 1).skip(1) {
            for ((graph, runs), &step) in self.graphs.iter().zip(&self.old.runs).zip(&decision.steps) {
                let starts = graph.step(step).starts;
                self.kept.extend(runs.kinds(value, starts));
            }
            let groups = groups_at(&self.old.groups, value);
            let kept = groups.iter().enumerate().filter(|(index, _)| decision.groups >> index & 1 == 1);
            self.kept.extend(kept.map(|(_, group)| group.kind));
        }
    }

    /// Gives back the memory of a long search.
    pub(in crate::solver) fn trim(&mut self) {
        self.cache.clear_if_full();
        self.graphs.iter_mut().chain(&mut self.saved_graphs).for_each(KeptGraph::trim);
        self.children.clear();
        self.children.shrink_to(MAX_CHILDREN / 32);
        self.shown.clear();
        self.shown.shrink_to(MAX_SHOWN / 32);
    }

    fn search<B: BudgetBounds>(
        &mut self,
        subproblem: &Subproblem,
        worth: i64,
        wanted: u32,
        max_nodes: u64,
        check: &mut StopCheck<'_>,
    ) -> Result<bool, Unprepared> {
        let colors = subproblem.supply.len();
        let values = subproblem.values;
        self.graphs.resize_with(colors, KeptGraph::default);
        for color in 0..colors {
            let input = subproblem.color_input(color);
            // A tile of a group that is kept cannot trade places with a joker.
            let mut group_shares = *input.group_shares;
            for group in &self.old.groups {
                group_shares[group.value as usize].forbid_swaps();
            }
            let input = ColorInput { group_shares: &group_shares, ..input };
            self.graphs[color].build::<B>(&input, &self.old.runs[color], &mut self.cache, check)?;
        }
        let budget = (subproblem.jokers * subproblem.units_per_joker) as usize;
        // For each color, what the others can add at most.
        let mut others = [B::NOTHING; MAX_COLORS];
        let mut all = B::NOTHING;
        for (graph, others) in self.graphs.iter().zip(&mut others) {
            *others = all;
            all = B::convolve(&all, graph.root::<B>());
        }
        let most = B::at(&all, budget.min(B::BUDGETS - 1));
        if most < worth {
            return Ok(false);
        }
        let mut after = B::NOTHING;
        for (graph, others) in self.graphs.iter().zip(&mut others).rev() {
            *others = B::convolve(others, &after);
            after = B::convolve(&after, graph.root::<B>());
        }
        for ((graph, others), supply) in self.graphs.iter_mut().zip(&others).zip(&subproblem.supply) {
            graph.cut::<B>(supply, values, &self.cache, others, budget, worth, check)?;
        }
        self.groups.resize_with(values + 1, ValueGroups::default);
        for value in 1..=values {
            let mut gives = [0; MAX_COLORS];
            gives.iter_mut().zip(&self.graphs).for_each(|(gives, graph)| *gives = graph.gives[value]);
            let old = groups_at(&self.old.groups, value);
            self.tables.find(&mut self.groups[value], subproblem, value, gives, old, check)?;
        }
        self.has_found = false;
        let question = Question { subproblem, worth, is_exact: most == worth && budget == 0 };
        self.bounds.begin(&mut self.graphs, &self.old, subproblem, !question.is_exact);
        let (mut bound, mut sweep) = (i32::MAX, 0);
        while sweep < FIRST_SWEEPS && bound >= in_bounds(wanted) + CLOSE {
            bound = self.sweep(&question, sweep, check)?;
            sweep += 1;
        }
        if bound < in_bounds(wanted) {
            return Ok(false);
        }
        self.give_up_at = self.nodes.saturating_add(max_nodes);
        let mut target = wanted.max((bound / UNIT).cast_unsigned());
        if target > wanted {
            self.save();
        }
        let mut less = 1;
        loop {
            self.wanted = target;
            let before = sweep;
            if self.reach_target::<B>(&question, bound, &mut sweep, check)? {
                return Ok(true);
            }
            if target == wanted {
                return Ok(false);
            }
            self.restore(values);
            if sweep > before {
                // What it takes to show that a target is too high grows from one to the next.
                less *= 2;
                self.bounds.set_gains(&mut self.graphs, subproblem);
                bound = self.sweep(&question, sweep, check)?;
                self.save();
            }
            target = wanted.max(target.saturating_sub(less));
        }
    }

    /// Improves the bounds; returns that of the whole.
    fn sweep(&mut self, question: &Question<'_>, sweep: u32, check: &mut StopCheck<'_>) -> Result<i32, Unprepared> {
        let steps: usize = self.graphs.iter().map(KeptGraph::count_steps).sum();
        if check.count(2 * steps as u32) {
            return Err(Unprepared::Interrupted);
        }
        let Question { subproblem, worth, .. } = *question;
        let Self { graphs, groups, tables, bounds, .. } = self;
        if sweep > 0 {
            bounds.adjust_prices(graphs, subproblem, worth, sweep);
            bounds.ascend_forwards(graphs, groups, tables, subproblem.values);
        }
        Ok(bounds.ascend_backwards::<false>(graphs, groups, tables, subproblem.values, subproblem.jokers, worth))
    }

    /// Finds the most old melds that can be kept, if they are at least `wanted`: cuts off what cannot keep so many by
    /// the bound, and searches the rest, with better bounds each time.
    fn reach_target<B: BudgetBounds>(
        &mut self,
        question: &Question<'_>,
        mut bound: i32,
        sweep: &mut u32,
        check: &mut StopCheck<'_>,
    ) -> Result<bool, Unprepared> {
        let Subproblem { values, jokers, .. } = *question.subproblem;
        loop {
            self.cut(values, bound, question.subproblem.supply.len());
            let Self { graphs, groups, tables, bounds, bare, .. } = &mut *self;
            if jokers > 0 {
                bare.without_jokers(bounds, graphs, groups, tables, values);
            }
            if self.nodes >= self.give_up_at {
                return Err(Unprepared::TooLarge);
            }
            let root = Reached { nodes: [0; MAX_COLORS], value: 0, jokers, worth: 0 };
            self.max_nodes = self.nodes.saturating_add(DIVE << *sweep);
            self.children.clear();
            self.shown.clear();
            match self.visit::<B>(question, root, 0, check) {
                Ok(_) => break,
                Err(Aborted::Unprepared(unprepared)) => return Err(unprepared),
                Err(Aborted::NodeLimit) => {}
            }
            bound = self.sweep(question, *sweep, check)?;
            *sweep += 1;
            if bound < in_bounds(self.wanted) {
                break;
            }
        }
        Ok(self.has_found)
    }

    /// Saves the graphs and their bounds.
    fn save(&mut self) {
        self.saved_graphs.resize_with(self.graphs.len(), KeptGraph::default);
        self.graphs.iter().zip(&mut self.saved_graphs).for_each(|(graph, saved)| saved.copy_steps(graph));
        self.saved_bounds.save(&self.bounds);
    }

    /// Restores the graphs, with the bounds as they are now where there are any.
    fn restore(&mut self, values: usize) {
        self.saved_graphs.iter().zip(&mut self.graphs).for_each(|(saved, graph)| graph.copy_steps(saved));
        self.bounds.restore(&self.saved_bounds);
        self.groups[1..=values].iter_mut().for_each(|groups| groups.restore(&self.tables));
    }

    /// Cuts off what cannot keep enough melds, by its bound.
    fn cut(&mut self, values: usize, bound: i32, colors: usize) {
        self.bounds.cut(&mut self.graphs, values, bound, in_bounds(self.wanted));
        for (value, groups) in self.groups.iter_mut().enumerate().skip(1) {
            let mut gives = [0; MAX_COLORS];
            gives.iter_mut().zip(&self.graphs).for_each(|(gives, graph)| *gives = graph.gives[value]);
            groups.retain(&self.tables, &gives[..colors]);
        }
    }

    /// Searches below a node; returns an upper bound on how many more melds can be kept.
    fn visit<B: BudgetBounds>(
        &mut self,
        question: &Question<'_>,
        node: Reached,
        kept: u32,
        check: &mut StopCheck<'_>,
    ) -> Result<u32, Aborted> {
        self.nodes += 1;
        if check.count(64) {
            return Err(Unprepared::Interrupted.into());
        }
        if self.nodes > self.max_nodes {
            return Err(Aborted::NodeLimit);
        }
        let value = node.value as usize + 1;
        if value > question.subproblem.values {
            if kept >= self.wanted {
                self.wanted = kept + 1;
                self.has_found = true;
                self.list_kept(question.subproblem.values);
            }
            return Ok(0);
        }
        let begin = self.children.len();
        self.expand(question, &node, kept, check)?;
        let end = self.children.len();
        self.children[begin..].sort_unstable_by_key(|child| std::cmp::Reverse(child.bound));
        let mut most = 0;
        for index in begin..end {
            let child = self.children[index];
            if child.bound < in_bounds(self.wanted) {
                break;
            }
            let reached = Reached {
                nodes: child.nodes,
                value: value as u8,
                jokers: child.jokers,
                worth: if question.is_exact { 0 } else { node.worth + child.worth },
            };
            let count = u32::from(child.count);
            let shown = self.shown.get(&reached).copied();
            if let Some(shown) = shown.filter(|shown| kept + count + shown < self.wanted) {
                most = most.max(count + shown);
                continue;
            }
            if !question.is_exact && !self.reaches_worth::<B>(question, &reached) {
                continue;
            }
            self.path[value] = Decision { steps: child.steps, groups: child.groups };
            let below = self.visit::<B>(question, reached, kept + count, check)?;
            if self.shown.len() < MAX_SHOWN {
                self.shown.insert(reached, below);
            }
            most = most.max(count + below);
        }
        self.children.truncate(begin);
        // What was pruned keeps fewer in all than is wanted.
        Ok(most.max(self.wanted.saturating_sub(kept + 1)))
    }

    /// Whether what can follow a node may be worth enough.
    fn reaches_worth<B: BudgetBounds>(&self, question: &Question<'_>, reached: &Reached) -> bool {
        let mut all = B::NOTHING;
        for (graph, &node) in self.graphs.iter().zip(&reached.nodes) {
            all = B::convolve(&all, graph.row::<B>(u32::from(node)));
        }
        let budget = (reached.jokers * question.subproblem.units_per_joker) as usize;
        reached.worth + B::at(&all, budget.min(B::BUDGETS - 1)) >= question.worth
    }
}

/// The groups of a value.
fn groups_at(groups: &[OldGroup], value: usize) -> &[OldGroup] {
    let begin = groups.partition_point(|group| (group.value as usize) < value);
    let end = groups.partition_point(|group| group.value as usize <= value);
    &groups[begin..end]
}
