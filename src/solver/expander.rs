//! The children of a node: the transitions of all colors at one value, combined color by color.
//!
//! After each color the partial combination is pruned by an upper bound: the convolution of the rows of the colors done
//! so far and those to come.

use super::budget::BudgetBounds;
use super::groups::ColorCounts;
use super::instance::IMPOSSIBLE;
use super::interrupt::StopCheck;
use super::node::{Child, Decision, GraphNodes, Node};
use super::subproblem::Subproblem;
use super::transition::Transition;
use super::transition_cache::TransitionCache;
use crate::tile::MAX_COLORS;

/// Which children of a node are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All that may beat the best solution.
    All,
    /// One with this upper bound.
    One(i64),
}

/// Expands nodes, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Expander {
    /// A stack with the children of every node on the path.
    pub(super) children: Vec<Child>,
    /// The child under construction.
    graph_nodes: GraphNodes,
    decision: Decision,
    group_tiles: ColorCounts,
    /// Whether some node had more children than were looked at.
    truncated: bool,
}

/// The expansion of one node at one value.
struct Expansion {
    value: usize,
    /// The worth so far, and that of the jokers that may still be played.
    gain: i64,
    jokers_left: u8,
    /// The same in units of budget.
    budget: usize,
    jokers_in_old: u8,
    points_needed: u32,
    /// Children with no higher upper bound are pruned.
    floor: i64,
    wants_one: bool,
    done: bool,
    /// Whether the last color has a shortcut.
    is_plain: bool,
    /// The highest upper bound of the pruned children.
    pruned: i64,
    /// How many more combinations may be looked at.
    left: u32,
}

/// No node of a deck with four or five colors has nearly as many combinations. With eight colors and hundreds of tiles
/// in the hand there can be billions.
const MAX_COMBINATIONS: u32 = 100_000;

/// The most children of all nodes on the path, some twenty megabytes.
const MAX_CHILDREN: usize = 1 << 17;

/// The transitions of one color.
#[derive(Clone, Copy)]
struct ColorTransitions<'c, B: BudgetBounds> {
    color: usize,
    transitions: &'c [Transition],
    /// The index of the first.
    first: u32,
    /// The first node they can lead to.
    first_node: u32,
    /// The upper bounds of those nodes.
    upper_bounds: &'c [B::Row],
    /// What it is worth to play a tile.
    worth: i64,
    /// The upper bound of the colors to come, [reversed](BudgetBounds::reversed).
    rest: B::Row,
}

impl<B: BudgetBounds> ColorTransitions<'_, B> {
    const NONE: Self =
        Self { color: 0, transitions: &[], first: 0, first_node: 0, upper_bounds: &[], worth: 0, rest: B::NOTHING };
}

/// The colors combined so far.
struct Partial<B: BudgetBounds> {
    bound: B::Row,
    gain: i64,
    jokers: u8,
    /// How many of those are in new runs.
    new_jokers: u8,
    units: usize,
    /// Tiles for groups, and the most of one color.
    group_tiles: u8,
    most_of_color: u8,
    points: u32,
}

impl<B: BudgetBounds> Partial<B> {
    const START: Self = Self {
        bound: B::NOTHING,
        gain: 0,
        jokers: 0,
        new_jokers: 0,
        units: 0,
        group_tiles: 0,
        most_of_color: 0,
        points: 0,
    };
}

impl Expander {
    pub(super) fn clear(&mut self) {
        self.children.clear();
        self.truncated = false;
    }

    /// Gives back the memory of a long search.
    pub(super) fn trim(&mut self) {
        self.children.clear();
        self.children.shrink_to(MAX_CHILDREN / 32);
    }

    /// Whether some node had more children than were looked at.
    pub(super) const fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// Pushes the children of a node that may beat `best`; returns the highest upper bound of the others.
    ///
    /// If the caller asks to stop, some children are missing.
    #[expect(clippy::too_many_arguments, reason = "what the search knows of a node")]
    pub(super) fn expand<B: BudgetBounds>(
        &mut self,
        subproblem: &Subproblem,
        cache: &TransitionCache,
        value: usize,
        node: &Node,
        gain: i64,
        best: i64,
        wanted: Wanted,
        check: &mut StopCheck<'_>,
    ) -> i64 {
        let colors = subproblem.graphs.len();
        let mut choices = [ColorTransitions::<B>::NONE; MAX_COLORS];
        let choices = &mut choices[..colors];
        for (color, choices) in choices.iter_mut().enumerate() {
            let graph = &subproblem.graphs[color];
            let (first, transitions) = graph.transitions_from(cache, value, node.graph_nodes[color]);
            *choices = ColorTransitions {
                color,
                transitions,
                first,
                first_node: graph.first_after(value),
                upper_bounds: graph.upper_bounds_after::<B>(value),
                worth: subproblem.supply[color][value].worth,
                rest: B::NOTHING,
            };
        }
        if wanted == Wanted::All {
            // The color with the fewest transitions first, since the others are repeated for each of them.
            choices.sort_unstable_by_key(|choices| choices.transitions.len());
        }
        let mut rest = B::NOTHING;
        for (index, choices) in choices.iter_mut().enumerate().rev() {
            choices.rest = B::reversed(&rest);
            if index > 0 {
                let graph = &subproblem.graphs[choices.color];
                rest = B::convolve(&rest, graph.upper_bound::<B>(node.graph_nodes[choices.color]));
            }
        }
        let mut expansion = Expansion {
            value,
            gain: gain + subproblem.optional_joker_worth(),
            jokers_left: node.jokers,
            budget: node.jokers as usize * subproblem.units_per_joker as usize,
            jokers_in_old: node.jokers_in_old,
            points_needed: node.points_needed,
            floor: match wanted {
                Wanted::All => best,
                Wanted::One(upper_bound) => upper_bound - 1,
            },
            wants_one: wanted != Wanted::All,
            done: false,
            is_plain: subproblem.defer_jokers && node.points_needed == 0 && !subproblem.has_constrained_groups(value),
            pruned: IMPOSSIBLE,
            left: MAX_COMBINATIONS,
        };
        self.combine::<B>(subproblem, choices, &mut expansion, &Partial::START, check);
        expansion.pruned
    }

    /// Combines a partial combination with every transition of the next color.
    fn combine<B: BudgetBounds>(
        &mut self,
        subproblem: &Subproblem,
        choices: &[ColorTransitions<B>],
        expansion: &mut Expansion,
        partial: &Partial<B>,
        check: &mut StopCheck<'_>,
    ) {
        let Some((next, choices)) = choices.split_first() else {
            if check.count(subproblem.group_choices(expansion.value).map_or(8, <[_]>::len) as u32) {
                expansion.done = true;
                return;
            }
            self.finish::<B>(subproblem, expansion, partial, check);
            return;
        };
        if check.count(next.transitions.len() as u32) {
            expansion.done = true;
            return;
        }
        if choices.is_empty() && expansion.is_plain {
            self.combine_last::<B>(subproblem, next, expansion, partial);
            return;
        }
        // A bound that is quick to compute: every part has the whole budget.
        let most = expansion.gain + partial.gain + B::most(&partial.bound) + B::most_reversed(&next.rest);
        for (index, transition) in next.transitions.iter().enumerate() {
            let ahead = &next.upper_bounds[transition.to as usize];
            let gain = i64::from(transition.played) * next.worth;
            let quick = most + gain + B::most(ahead);
            if quick <= expansion.floor {
                expansion.pruned = expansion.pruned.max(quick);
                continue;
            }
            let jokers = partial.jokers + transition.jokers;
            let units = partial.units + transition.units as usize;
            if jokers > expansion.jokers_left || units > expansion.budget {
                continue;
            }
            if expansion.left == 0 || self.children.len() > MAX_CHILDREN {
                self.truncated = true;
                break;
            }
            expansion.left -= 1;
            let bound = B::convolve(&partial.bound, ahead);
            let gain = partial.gain + gain;
            let reachable = B::best_sum(&bound, &next.rest, expansion.budget - units);
            let upper_bound = expansion.gain + gain + reachable;
            if reachable < 0 {
                continue;
            }
            if upper_bound <= expansion.floor {
                expansion.pruned = expansion.pruned.max(upper_bound);
                continue;
            }
            self.graph_nodes[next.color] = next.first_node + transition.to;
            self.decision.transitions[next.color] = next.first + index as u32;
            self.group_tiles[next.color] = transition.groups;
            let tiles = transition.groups + transition.runs + transition.jokers;
            let extended = Partial {
                bound,
                gain,
                jokers,
                new_jokers: partial.new_jokers + transition.new_jokers,
                units,
                group_tiles: partial.group_tiles + transition.groups,
                most_of_color: partial.most_of_color.max(transition.groups),
                points: partial.points + u32::from(tiles) * expansion.value as u32,
            };
            self.combine::<B>(subproblem, choices, expansion, &extended, check);
            if expansion.done {
                break;
            }
        }
    }

    /// Combines with the last color, when jokers are deferred and no group is constrained: then the number of jokers in
    /// groups follows, and with it the only budget that matters.
    fn combine_last<B: BudgetBounds>(
        &mut self,
        subproblem: &Subproblem,
        last: &ColorTransitions<B>,
        expansion: &mut Expansion,
        partial: &Partial<B>,
    ) {
        let before = B::reversed(&partial.bound);
        for (index, transition) in last.transitions.iter().enumerate() {
            let groups = partial.most_of_color.max(transition.groups);
            let group_jokers = (groups * subproblem.shortest).saturating_sub(partial.group_tiles + transition.groups);
            let used = partial.jokers + transition.jokers + group_jokers;
            let Some(jokers) = expansion.jokers_left.checked_sub(used) else { continue };
            let ahead = &last.upper_bounds[transition.to as usize];
            let follows = B::best_sum(ahead, &before, jokers as usize * subproblem.units_per_joker as usize);
            if follows < 0 {
                continue;
            }
            let gain = partial.gain + i64::from(transition.played) * last.worth;
            let upper_bound = expansion.gain + gain + follows;
            if upper_bound <= expansion.floor {
                expansion.pruned = expansion.pruned.max(upper_bound);
                continue;
            }
            if expansion.left == 0 || self.children.len() > MAX_CHILDREN {
                self.truncated = true;
                break;
            }
            expansion.left -= 1;
            self.graph_nodes[last.color] = last.first_node + transition.to;
            self.decision.transitions[last.color] = last.first + index as u32;
            let decision = Decision { group_jokers, ..self.decision };
            let node = Node { graph_nodes: self.graph_nodes, jokers, jokers_in_old: 0, points_needed: 0 };
            self.children.push(Child { node, decision, gain, upper_bound });
            if expansion.wants_one {
                expansion.done = true;
                break;
            }
        }
    }

    /// Completes a combination of all colors, if their tiles can make groups.
    fn finish<B: BudgetBounds>(
        &mut self,
        subproblem: &Subproblem,
        expansion: &mut Expansion,
        partial: &Partial<B>,
        check: &mut StopCheck<'_>,
    ) {
        let left = expansion.jokers_left - partial.jokers;
        let tiles = &self.group_tiles[..subproblem.graphs.len()];
        let fewest = if subproblem.has_constrained_groups(expansion.value) {
            let Some(fewest) = subproblem.group_jokers(expansion.value, tiles) else { return };
            fewest
        } else {
            (partial.most_of_color * subproblem.shortest).saturating_sub(partial.group_tiles)
        };
        let most = if subproblem.defer_jokers { fewest.min(left) } else { left };
        for group_jokers in fewest..=most {
            let mut jokers_in_old = 0;
            if subproblem.new_meld.is_some() {
                let found = subproblem.most_in_new_groups(expansion.value, tiles, group_jokers, check);
                let Some((in_new_groups, ..)) = found else { continue };
                jokers_in_old =
                    expansion.jokers_in_old + partial.jokers - partial.new_jokers + group_jokers - in_new_groups;
                if jokers_in_old > subproblem.jokers - subproblem.freed {
                    continue;
                }
            } else if !subproblem.defer_jokers && !subproblem.can_make_groups(expansion.value, tiles, group_jokers) {
                continue;
            }
            let jokers = left - group_jokers;
            let budget = jokers as usize * subproblem.units_per_joker as usize;
            let follows = B::at(&partial.bound, budget.min(B::BUDGETS - 1));
            if follows < 0 {
                continue;
            }
            let upper_bound = expansion.gain + partial.gain + follows;
            if upper_bound <= expansion.floor {
                expansion.pruned = expansion.pruned.max(upper_bound);
                continue;
            }
            let mut points_needed = 0;
            if expansion.points_needed > 0 {
                let points = partial.points + u32::from(group_jokers) * expansion.value as u32;
                points_needed = expansion.points_needed.saturating_sub(points);
                let graphs = subproblem.graphs.iter().zip(&self.graph_nodes);
                let reachable = graphs.map(|(graph, &node)| graph.points(node)).sum::<u32>()
                    + u32::from(jokers) * subproblem.values as u32;
                if reachable < points_needed {
                    continue;
                }
            }
            let decision = Decision { group_jokers, ..self.decision };
            let node = Node { graph_nodes: self.graph_nodes, jokers, jokers_in_old, points_needed };
            self.children.push(Child { node, decision, gain: partial.gain, upper_bound });
            if expansion.wants_one {
                expansion.done = true;
                break;
            }
        }
    }
}
