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

/// What is known of a node's children after its expansion.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expanded {
    /// Whether all children that may beat the best solution were pushed.
    pub(super) complete: bool,
    /// The highest upper bound of the others, if so.
    pub(super) pruned: i64,
}

/// With no more combinations than this, all children are pushed even if one would do at first.
const FEW_COMBINATIONS: usize = 64;

/// Expands nodes, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Expander {
    /// A stack with the children of every node on the path.
    pub(super) children: Vec<Child>,
    /// The child under construction.
    decision: Decision,
    /// The transitions of each color that may lead to children, by index.
    kept: Vec<u32>,
    group_tiles: ColorCounts,
    /// Whether some node had more children than were looked at.
    truncated: bool,
}

/// The expansion of one node at one value.
struct Expansion<'a> {
    value: usize,
    cache: &'a TransitionCache,
    graph_nodes: &'a GraphNodes,
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
    /// The number of the first.
    first: u32,
    /// Those that are not pruned, by their place in [`Expander::kept`].
    kept: (usize, usize),
    /// The upper bounds of the nodes they can lead to.
    ahead: &'c [B::Row],
    /// What it is worth to play a tile.
    worth: i64,
    /// The upper bound of the colors to come, [reversed](BudgetBounds::reversed).
    rest: B::Row,
}

impl<B: BudgetBounds> ColorTransitions<'_, B> {
    const NONE: Self =
        Self { color: 0, transitions: &[], first: 0, kept: (0, 0), ahead: &[], worth: 0, rest: B::NOTHING };
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

    /// The same with a transition of one more color, and the upper bounds of the node it leads to.
    #[inline]
    fn with(&self, transition: &Transition, ahead: &B::Row, worth: i64, value: usize) -> Self {
        let tiles = transition.groups + transition.runs + transition.jokers;
        Self {
            bound: B::convolve(&self.bound, ahead),
            gain: self.gain + i64::from(transition.played) * worth,
            jokers: self.jokers + transition.jokers,
            new_jokers: self.new_jokers + transition.new_jokers,
            units: self.units + transition.units as usize,
            group_tiles: self.group_tiles + transition.groups,
            most_of_color: self.most_of_color.max(transition.groups),
            points: self.points + u32::from(tiles) * value as u32,
        }
    }
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
        self.kept.clear();
        self.kept.shrink_to(MAX_CHILDREN / 32);
    }

    /// Whether some node had more children than were looked at.
    pub(super) const fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// Moves the child with the highest upper bound of those from `index` on to this place, and returns it.
    ///
    /// Mostly few children are looked at. Where there are many, they are put in order at the first one.
    #[inline]
    pub(super) fn next_child(&mut self, index: usize, is_first: bool, many: bool) -> Child {
        let rest = &mut self.children[index..];
        if !many {
            if let Some(best) = (0..rest.len()).rev().max_by_key(|&place| rest[place].upper_bound) {
                rest.swap(0, best);
            }
        } else if is_first {
            rest.sort_unstable_by_key(|child| std::cmp::Reverse(child.upper_bound));
        }
        rest[0]
    }

    /// Pushes the children of a node that may beat `best`; or only one, with the upper bound `one`, if that is given and
    /// there are many.
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
        one: Option<i64>,
        check: &mut StopCheck<'_>,
    ) -> Expanded {
        let upper_bounds = subproblem.graphs.upper_bounds::<B>();
        let gain = gain + subproblem.optional_joker_worth();
        let graph_nodes = &node.graph_nodes[..subproblem.colors()];
        // A bound that is quick to compute: every color has the whole budget.
        let most = graph_nodes.iter().fold(gain, |most, &node| most + B::most(&upper_bounds[node as usize]));
        let mut expansion = Expansion {
            value,
            cache,
            graph_nodes: &node.graph_nodes,
            gain,
            jokers_left: node.jokers,
            budget: node.jokers as usize * subproblem.units_per_joker as usize,
            jokers_in_old: node.jokers_in_old,
            points_needed: node.points_needed,
            floor: best,
            wants_one: false,
            done: false,
            is_plain: subproblem.defer_jokers && node.points_needed == 0 && !subproblem.has_constrained_groups(value),
            pruned: IMPOSSIBLE,
            left: MAX_COMBINATIONS,
        };
        self.kept.clear();
        let mut choices = [ColorTransitions::<B>::NONE; MAX_COLORS];
        let (mut open, mut combinations) = (0, 1usize);
        let all = |expansion: &Expansion<'_>| Expanded { complete: true, pruned: expansion.pruned };
        let mut partial = Partial::<B>::START;
        for (color, &number) in graph_nodes.iter().enumerate() {
            let graph_node = subproblem.graphs.node(number);
            let (first, transitions) = graph_node.transitions(cache);
            let worth = subproblem.supply[color][value].worth;
            let ahead = &upper_bounds[graph_node.first_after as usize..];
            let mut only = 0;
            if transitions.len() > 1 {
                if check.count(transitions.len() as u32) {
                    return Expanded { complete: false, pruned: IMPOSSIBLE };
                }
                let others = most - B::most(&upper_bounds[number as usize]);
                let begin = self.kept.len();
                for (index, transition) in transitions.iter().enumerate() {
                    let quick = others + i64::from(transition.played) * worth + B::most(&ahead[transition.to as usize]);
                    if quick > best {
                        self.kept.push(index as u32);
                    } else {
                        expansion.pruned = expansion.pruned.max(quick);
                    }
                }
                let end = self.kept.len();
                if end - begin > 1 {
                    let kept = (begin, end);
                    choices[open] =
                        ColorTransitions { color, transitions, kept, first, ahead, worth, rest: B::NOTHING };
                    open += 1;
                    combinations = combinations.saturating_mul(end - begin);
                    continue;
                }
                let Some(index) = self.kept.pop() else { return all(&expansion) };
                only = index as usize;
            }
            // There is no choice.
            let Some(transition) = transitions.get(only) else { return all(&expansion) };
            partial = partial.with(transition, &ahead[transition.to as usize], worth, value);
            self.decision.transitions[color] = first + only as u32;
            self.group_tiles[color] = transition.groups;
        }
        if partial.jokers > expansion.jokers_left || partial.units > expansion.budget {
            return all(&expansion);
        }
        let choices = &mut choices[..open];
        if open == 0 {
            self.finish::<B>(subproblem, &mut expansion, &partial, check);
            return all(&expansion);
        }
        if let Some(upper_bound) = one
            && combinations > FEW_COMBINATIONS
        {
            expansion.floor = upper_bound - 1;
            expansion.wants_one = true;
        }
        if open > 1 {
            // The color with the fewest transitions first, since the others are repeated for each of them.
            choices.sort_unstable_by_key(|choices| choices.kept.1 - choices.kept.0);
            let mut rest = B::NOTHING;
            for index in (0..open - 1).rev() {
                let later = graph_nodes[choices[index + 1].color];
                rest = B::convolve(&rest, &upper_bounds[later as usize]);
                choices[index].rest = B::reversed(&rest);
            }
        }
        choices[open - 1].rest = B::reversed(&B::NOTHING);
        self.combine::<B>(subproblem, choices, &mut expansion, &partial, check);
        Expanded { complete: !expansion.wants_one, pruned: expansion.pruned }
    }

    /// Combines a partial combination with every transition of the next color.
    fn combine<B: BudgetBounds>(
        &mut self,
        subproblem: &Subproblem,
        choices: &[ColorTransitions<B>],
        expansion: &mut Expansion<'_>,
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
        let (begin, end) = next.kept;
        if check.count((end - begin) as u32) {
            expansion.done = true;
            return;
        }
        if choices.is_empty() && expansion.is_plain {
            self.combine_last::<B>(subproblem, next, expansion, partial);
            return;
        }
        // A bound that is quick to compute: every part has the whole budget.
        let most = expansion.gain + partial.gain + B::most(&partial.bound) + B::most_reversed(&next.rest);
        for place in begin..end {
            let index = self.kept[place];
            let transition = &next.transitions[index as usize];
            let ahead = &next.ahead[transition.to as usize];
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
            let extended = partial.with(transition, ahead, next.worth, expansion.value);
            let reachable = B::best_sum(&extended.bound, &next.rest, expansion.budget - units);
            let upper_bound = expansion.gain + extended.gain + reachable;
            if reachable < 0 {
                continue;
            }
            if upper_bound <= expansion.floor {
                expansion.pruned = expansion.pruned.max(upper_bound);
                continue;
            }
            self.decision.transitions[next.color] = next.first + index;
            self.group_tiles[next.color] = transition.groups;
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
        expansion: &mut Expansion<'_>,
        partial: &Partial<B>,
    ) {
        let before = B::reversed(&partial.bound);
        for place in last.kept.0..last.kept.1 {
            let index = self.kept[place];
            let transition = &last.transitions[index as usize];
            let groups = partial.most_of_color.max(transition.groups);
            let group_jokers = (groups * subproblem.shortest).saturating_sub(partial.group_tiles + transition.groups);
            let used = partial.jokers + transition.jokers + group_jokers;
            let Some(jokers) = expansion.jokers_left.checked_sub(used) else { continue };
            let ahead = &last.ahead[transition.to as usize];
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
            self.decision.transitions[last.color] = last.first + index;
            let decision = Decision { group_jokers, ..self.decision };
            self.children.push(Child { decision, jokers, jokers_in_old: 0, points_needed: 0, gain, upper_bound });
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
        expansion: &mut Expansion<'_>,
        partial: &Partial<B>,
        check: &mut StopCheck<'_>,
    ) {
        let left = expansion.jokers_left - partial.jokers;
        let tiles = &self.group_tiles[..subproblem.colors()];
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
                let nodes = subproblem.follow(expansion.cache, expansion.graph_nodes, &self.decision);
                let each = nodes[..subproblem.colors()].iter().map(|&node| subproblem.graphs.points(node));
                let reachable = each.sum::<u32>() + u32::from(jokers) * subproblem.values as u32;
                if reachable < points_needed {
                    continue;
                }
            }
            let decision = Decision { group_jokers, ..self.decision };
            let gain = partial.gain;
            self.children.push(Child { decision, jokers, jokers_in_old, points_needed, gain, upper_bound });
            if expansion.wants_one {
                expansion.done = true;
                break;
            }
        }
    }
}
