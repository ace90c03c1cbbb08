//! Branch and bound for a best play that keeps the most old melds.
//!
//! It is the search for a best play once more, but the worth is known, so only paths that reach it remain, and among
//! those the one that keeps the most old melds is wanted. [Bounds](bounds) on that direct the search.

mod bounds;
mod graph;
mod group_table;
mod old_melds;
mod transitions;

use rustc_hash::FxHashMap;

use self::bounds::{COUNTS, HalfSums, KeptBounds, Reach};
use self::graph::{KeptGraph, Step};
use self::group_table::{GroupOption, IMPOSSIBLE, JOKER_BITS, TableCache, UNIT, ValueGroups, in_bounds};
use self::old_melds::{OldGroup, OldMelds};
use self::transitions::KeptCache;
use crate::solver::budget::{BudgetBounds, with_bounds};
use crate::solver::color_input::ColorInput;
use crate::solver::groups::ColorCounts;
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
    pub(in crate::solver) old: OldMelds,
    cache: KeptCache,
    graphs: Vec<KeptGraph>,
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
}

/// The most old melds for which bounds stay in range.
const MAX_MELDS: usize = 200;

/// The most nodes of which something is remembered.
const MAX_SHOWN: usize = 1 << 18;

/// The most children of all nodes on the path.
const MAX_CHILDREN: usize = 1 << 17;

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
    /// Finds the most old melds that a solution worth at least `worth` keeps, if that is at least `wanted`; gives up
    /// after many nodes.
    ///
    /// The subproblem must be set up, but needs no graphs.
    pub(in crate::solver) fn run(
        &mut self,
        subproblem: &Subproblem,
        worth: i64,
        wanted: u32,
        check: &mut StopCheck<'_>,
    ) -> Result<Option<u32>, Unprepared> {
        self.cache.clear_if_full();
        self.tables.clear_if_full();
        if self.old.len() > MAX_MELDS {
            return Err(Unprepared::TooLarge);
        }
        let worth = worth - subproblem.base_worth;
        let found = with_bounds!(subproblem.kind, B => self.search::<B>(subproblem, worth, wanted, check));
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
        self.graphs.iter_mut().for_each(KeptGraph::trim);
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
        self.wanted = wanted;
        self.has_found = false;
        self.children.clear();
        self.shown.clear();
        let question = Question { subproblem, worth, is_exact: most == worth && budget == 0 };
        let jokers = subproblem.jokers;
        self.bounds.begin(&mut self.graphs, &self.old, subproblem, !question.is_exact);
        for sweep in 0.. {
            let Self { graphs, groups, tables, bounds, bare, wanted, .. } = &mut *self;
            if sweep > 0 {
                bounds.adjust_prices(graphs, subproblem, worth, (UNIT / 2) >> sweep);
                bounds.ascend_forwards(graphs, groups, tables, values);
            }
            let bound = bounds.ascend_backwards::<false>(graphs, groups, tables, values, jokers, worth);
            if bound < in_bounds(*wanted) {
                break;
            }
            // The second sweep is likely to do more than a search.
            if sweep == 1 {
                continue;
            }
            if jokers > 0 {
                bare.without_jokers(bounds, graphs, groups, tables, values);
            }
            if sweep >= SWEEPS {
                return Err(Unprepared::TooLarge);
            }
            let limit = DIVE << sweep;
            let root = Reached { nodes: [0; MAX_COLORS], value: 0, jokers, worth: 0 };
            self.max_nodes = self.nodes.saturating_add(limit);
            self.children.clear();
            self.shown.clear();
            let ended = self.visit::<B>(&question, root, 0, check);
            match ended {
                Ok(_) => break,
                Err(Aborted::Unprepared(unprepared)) => return Err(unprepared),
                Err(Aborted::NodeLimit) => {}
            }
            if bound < in_bounds(self.wanted) {
                break;
            }
            if bound - in_bounds(self.wanted) < UNIT * 3 / 2 {
                self.cut(values, bound, colors);
            }
        }
        Ok(self.has_found)
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
        self.expand::<B>(question, &node, kept, check)?;
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

    /// Pushes the children of a node that may keep enough melds.
    fn expand<B: BudgetBounds>(
        &mut self,
        question: &Question<'_>,
        node: &Reached,
        kept: u32,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        let Self { graphs, tables, groups, children, wanted, sums, .. } = self;
        let has_bare = question.subproblem.jokers > 0;
        let bounds = if has_bare && node.jokers == 0 { &self.bare } else { &self.bounds };
        let value = node.value as usize + 1;
        let colors = graphs.len();
        let mut expansion = Expansion {
            question,
            node,
            value,
            graphs,
            bounds,
            at_last: if has_bare { &self.bare } else { &self.bounds },
            children,
            reach: [[IMPOSSIBLE << JOKER_BITS; COUNTS]; MAX_COLORS],
            tiles: ColorCounts::default(),
            options: &[],
            child: Child::default(),
            kept: in_bounds(kept),
            least: in_bounds(*wanted),
            check,
        };
        let mut steps = 0;
        for (color, graph) in graphs.iter().enumerate() {
            let from = graph.steps_from(u32::from(node.nodes[color])).1;
            steps += from.len() as u32;
            for step in from.iter().filter(|step| step.jokers <= node.jokers) {
                let through = expansion.through(color, step) << JOKER_BITS;
                let most = &mut expansion.reach[color][step.groups as usize % COUNTS];
                *most = (*most).max(through);
            }
        }
        let groups = &groups[value];
        if expansion.check.count(steps + groups.vectors.len() as u32) {
            return Err(Unprepared::Interrupted);
        }
        let table = tables.table(groups);
        sums.add_up(table, &expansion.reach, colors);
        let all = expansion.kept + bounds.constant(node.jokers, question.worth - node.worth);
        for vector in &groups.vectors {
            let bound = all + ((sums.of(vector) + table.best(vector, bounds.price, node.jokers)) >> JOKER_BITS);
            if bound >= expansion.least {
                expansion.tiles = table.tiles(vector, colors);
                expansion.options = table.options(vector);
                expansion.combine::<B>(0, bound, Partial::default())?;
            }
        }
        Ok(())
    }
}

/// The expansion of a node.
struct Expansion<'a, 's> {
    question: &'a Question<'a>,
    node: &'a Reached,
    value: usize,
    graphs: &'a [KeptGraph],
    bounds: &'a KeptBounds,
    /// The bounds when no joker is left.
    at_last: &'a KeptBounds,
    children: &'a mut Vec<Child>,
    /// The most that each color can reach with each number of tiles to groups.
    reach: Reach,
    /// The tiles that go to groups, and what groups they can make.
    tiles: ColorCounts,
    options: &'a [GroupOption],
    /// The child under construction, without groups.
    child: Child,
    /// What is kept before, in bounds.
    kept: i32,
    /// The least bound that is wanted.
    least: i32,
    check: &'a mut StopCheck<'s>,
}

/// The sums over the colors that are combined.
#[derive(Clone, Copy, Default)]
struct Partial {
    count: u8,
    jokers: u8,
    worth: i64,
}

impl Expansion<'_, '_> {
    /// What can be reached through a step of a color.
    #[inline]
    fn through(&self, color: usize, step: &Step) -> i32 {
        let to = self.graphs[color].target(self.value, step);
        i32::from(step.gain) + self.bounds.colors[color].ahead[to as usize]
    }

    /// Combines the steps of the colors from this one on; `bound` is that of the best ones.
    fn combine<B: BudgetBounds>(&mut self, color: usize, bound: i32, partial: Partial) -> Result<(), Unprepared> {
        if color == self.graphs.len() {
            return self.finish::<B>(partial);
        }
        let tiles = self.tiles[color];
        let rest = bound - (self.reach[color][tiles as usize % COUNTS] >> JOKER_BITS);
        let graph = &self.graphs[color];
        let (first, steps) = graph.steps_from(u32::from(self.node.nodes[color]));
        if self.check.count(steps.len() as u32) {
            return Err(Unprepared::Interrupted);
        }
        for (index, step) in steps.iter().enumerate().filter(|(_, step)| step.groups == tiles) {
            let bound = rest + self.through(color, step);
            let jokers = partial.jokers + step.jokers;
            if bound < self.least || jokers > self.node.jokers {
                continue;
            }
            self.child.nodes[color] = graph.target(self.value, step) as u16;
            self.child.steps[color] = first + index as u32;
            let worth = i64::from(step.played) * self.question.subproblem.supply[color][self.value].worth;
            let partial = Partial { jokers, count: partial.count + step.count(), worth: partial.worth + worth };
            self.combine::<B>(color + 1, bound, partial)?;
        }
        Ok(())
    }

    /// Completes a combination with every choice of groups.
    fn finish<B: BudgetBounds>(&mut self, partial: Partial) -> Result<(), Unprepared> {
        let Self { question, node, graphs, bounds, .. } = *self;
        let kept = self.kept + i32::from(partial.count) * UNIT;
        for option in self.options {
            let Some(jokers) = node.jokers.checked_sub(partial.jokers + option.jokers) else { continue };
            let bounds = if jokers == 0 { self.at_last } else { bounds };
            let ahead = bounds.colors.iter().zip(&self.child.nodes[..graphs.len()]);
            let ahead: i32 = ahead.map(|(own, &to)| own.ahead[to as usize]).sum();
            let constant = bounds.constant(jokers, question.worth - node.worth - partial.worth);
            let bound = kept + ahead + i32::from(option.count) * UNIT + constant;
            if bound < self.least {
                continue;
            }
            if !question.is_exact {
                let mut all = B::NOTHING;
                for (graph, &to) in graphs.iter().zip(&self.child.nodes) {
                    all = B::convolve(&all, graph.row::<B>(u32::from(to)));
                }
                let budget = (jokers * question.subproblem.units_per_joker) as usize;
                if node.worth + partial.worth + B::at(&all, budget.min(B::BUDGETS - 1)) < question.worth {
                    continue;
                }
            }
            if self.children.len() > MAX_CHILDREN {
                return Err(Unprepared::TooLarge);
            }
            let (groups, count, worth) = (option.kept, partial.count + option.count, partial.worth);
            self.children.push(Child { groups, jokers, count, worth, bound, ..self.child });
        }
        Ok(())
    }
}

/// The most nodes of the first search, which looks for a good solution; the next ones may take twice as many each.
const DIVE: u64 = 40;
/// After so many sweeps, some ten thousand nodes, the search gives up: the hitting set method is faster then.
const SWEEPS: usize = 8;

/// The groups of a value.
fn groups_at(groups: &[OldGroup], value: usize) -> &[OldGroup] {
    let begin = groups.partition_point(|group| (group.value as usize) < value);
    let end = groups.partition_point(|group| group.value as usize <= value);
    &groups[begin..end]
}
