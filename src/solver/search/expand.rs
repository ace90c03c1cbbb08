//! The ways on from a node: one number dealt with color by color.

use super::{Child, Search, Step};
use crate::solver::budget::Budget;
use crate::solver::case::Case;
use crate::solver::lanes::Edge;
use crate::solver::layers::Layers;
use crate::solver::memo::Key;
use crate::solver::position::IMPOSSIBLE;
use crate::tile::MAX_COLORS;

/// Which ways on from a node are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Every one that may be better than the best.
    All,
    /// One that keeps to this bound.
    One(i64),
}

/// One number of a node being expanded, color by color.
struct Expansion {
    value: usize,
    /// Worth so far, and of the jokers that may still be played.
    gain: i64,
    jokers_left: u8,
    /// The same in units of budget.
    budget: usize,
    elsewhere: u8,
    need: u32,
    /// Ways with no higher bound are left out.
    floor: i64,
    /// Whether one way is enough, and whether it was found.
    enough: bool,
    done: bool,
    /// Whether the last color can be dealt with at once.
    plain: bool,
    /// The highest bound among the ways left out.
    cut: i64,
    /// How many more colors may be dealt with; what is beyond is not looked at.
    left: u32,
}

/// No node of a deck of four or five colors has nearly so many ways on. With eight colors and hundreds of
/// tiles in the hand there can be billions.
const MOST_WAYS: u32 = 100_000;

/// The ways on of one color.
#[derive(Clone, Copy)]
struct Fork<'l, B: Budget> {
    color: usize,
    edges: &'l [Edge],
    /// Place of the first.
    first: u32,
    /// The first node they can lead to.
    nodes: u32,
    /// The bounds of those.
    after: &'l [B::Row],
    /// What playing a tile is worth.
    worth: i64,
    /// What the groups still lack when the colors that come later give all they can, at least, by how many groups
    /// there are at least.
    lacking: [i8; 5],
    /// The best of the colors that come later, [turned](Budget::turned).
    rest: B::Row,
}

impl<B: Budget> Fork<'_, B> {
    const NONE: Self =
        Self { color: 0, edges: &[], first: 0, nodes: 0, after: &[], worth: 0, lacking: [0; 5], rest: B::NOTHING };
}

/// The colors dealt with so far.
struct Partial<B: Budget> {
    bound: B::Row,
    gain: i64,
    jokers: u8,
    /// Of those, how many lie in runs that are new.
    fresh: u8,
    units: usize,
    /// Tiles for groups, and the most of one color.
    tiles: u8,
    most: u8,
    points: u32,
}

impl Search {
    /// Puts on the stack every way to deal with one number that may be above the best; returns the highest
    /// bound among those left out.
    pub(super) fn expand<B: Budget>(
        &mut self,
        case: &Case,
        layers: &Layers,
        value: usize,
        node: &Key,
        gain: i64,
        wanted: Wanted,
    ) -> i64 {
        let colors = case.lanes.len();
        let mut forks = [Fork::<B>::NONE; MAX_COLORS];
        let forks = &mut forks[..colors];
        for (color, fork) in forks.iter_mut().enumerate() {
            let lane = &case.lanes[color];
            let (first, edges) = lane.edges(layers, value, node.ids[color]);
            let worth = case.cells[color][value].worth;
            let (nodes, after) = (lane.first(value), lane.bounds_after::<B>(value));
            let lacking = *case.lacking(value, color);
            *fork = Fork { color, edges, first, nodes, after, worth, lacking, ..Fork::NONE };
        }
        if wanted == Wanted::All {
            // The fewest ways first, for all the others are gone through for each of them.
            forks.sort_unstable_by_key(|fork| fork.edges.len());
            let mut order = [0; MAX_COLORS];
            order.iter_mut().zip(forks.iter().rev()).for_each(|(color, fork)| *color = fork.color);
            let lacking = case.lacking_in(value, order[..colors].iter().copied());
            forks.iter_mut().rev().zip(lacking).for_each(|(fork, lacking)| fork.lacking = lacking);
        }
        let mut rest = B::NOTHING;
        for (place, fork) in forks.iter_mut().enumerate().rev() {
            fork.rest = B::turned(&rest);
            if place > 0 {
                rest = B::share(&rest, case.lanes[fork.color].bound::<B>(node.ids[fork.color]));
            }
        }
        let mut expansion = Expansion {
            value,
            gain: gain + case.later_joker_worth(),
            jokers_left: node.jokers,
            budget: node.jokers as usize * case.units as usize,
            elsewhere: node.elsewhere,
            need: node.need,
            floor: match wanted {
                Wanted::All => self.best,
                Wanted::One(total) => total - 1,
            },
            enough: wanted != Wanted::All,
            done: false,
            plain: case.parking && !case.has_held(value),
            cut: IMPOSSIBLE,
            left: MOST_WAYS,
        };
        let start = Partial { bound: B::NOTHING, gain: 0, jokers: 0, fresh: 0, units: 0, tiles: 0, most: 0, points: 0 };
        self.extend::<B>(case, forks, &mut expansion, &start);
        expansion.cut
    }

    /// Deals with one color after the other.
    fn extend<B: Budget>(&mut self, case: &Case, forks: &[Fork<B>], expansion: &mut Expansion, partial: &Partial<B>) {
        let Some((fork, forks)) = forks.split_first() else {
            self.finish::<B>(case, expansion, partial);
            return;
        };
        if forks.is_empty() && expansion.plain {
            self.last::<B>(case, fork, expansion, partial);
            return;
        }
        // With all the budget: a bound that is quick to find.
        let most = expansion.gain + partial.gain + B::most(&partial.bound) + B::most_turned(&fork.rest);
        let filling = (partial.tiles + expansion.jokers_left - partial.jokers).cast_signed();
        for (place, edge) in fork.edges.iter().enumerate() {
            // The other colors and the jokers must be able to fill the groups up.
            let groups = partial.most.max(edge.groups);
            if fork.lacking[groups as usize] > filling + edge.groups.cast_signed() - edge.jokers.cast_signed() {
                continue;
            }
            let ahead = &fork.after[edge.to as usize];
            let gain = i64::from(edge.played) * fork.worth;
            let quick = most + gain + B::most(ahead);
            if quick <= expansion.floor {
                expansion.cut = expansion.cut.max(quick);
                continue;
            }
            let jokers = partial.jokers + edge.jokers;
            let units = partial.units + edge.units as usize;
            if jokers > expansion.jokers_left || units > expansion.budget {
                continue;
            }
            if expansion.left == 0 {
                self.incomplete = true;
                break;
            }
            expansion.left -= 1;
            let bound = B::share(&partial.bound, ahead);
            let gain = partial.gain + gain;
            let reachable = B::within(&bound, &fork.rest, expansion.budget - units);
            let total = expansion.gain + gain + reachable;
            if reachable < 0 {
                continue;
            }
            if total <= expansion.floor {
                expansion.cut = expansion.cut.max(total);
                continue;
            }
            self.ids[fork.color] = fork.nodes + edge.to;
            self.step.edges[fork.color] = fork.first + place as u32;
            self.tiles[fork.color] = edge.groups;
            let points = u32::from(edge.groups + edge.runs + edge.jokers) * expansion.value as u32;
            let next = Partial {
                bound,
                gain,
                jokers,
                fresh: partial.fresh + edge.fresh,
                units,
                tiles: partial.tiles + edge.groups,
                most: groups,
                points: partial.points + points,
            };
            self.extend::<B>(case, forks, expansion, &next);
            if expansion.done {
                break;
            }
        }
    }

    /// The last color, where jokers are parked and no group holds a joker that stays: how many jokers the groups
    /// take is known at once, and with it the only budget that matters.
    fn last<B: Budget>(&mut self, case: &Case, fork: &Fork<B>, expansion: &mut Expansion, partial: &Partial<B>) {
        let before = B::turned(&partial.bound);
        for (place, edge) in fork.edges.iter().enumerate() {
            let groups = partial.most.max(edge.groups);
            let group_jokers = (groups * case.shortest).saturating_sub(partial.tiles + edge.groups);
            let Some(jokers) = expansion.jokers_left.checked_sub(partial.jokers + edge.jokers + group_jokers) else {
                continue;
            };
            let follows = B::within(&fork.after[edge.to as usize], &before, jokers as usize * case.units as usize);
            if follows < 0 {
                continue;
            }
            let gain = partial.gain + i64::from(edge.played) * fork.worth;
            let total = expansion.gain + gain + follows;
            if total <= expansion.floor {
                expansion.cut = expansion.cut.max(total);
                continue;
            }
            if expansion.left == 0 {
                self.incomplete = true;
                break;
            }
            expansion.left -= 1;
            self.ids[fork.color] = fork.nodes + edge.to;
            self.step.edges[fork.color] = fork.first + place as u32;
            let step = Step { group_jokers, ..self.step };
            let key = Key { ids: self.ids, jokers, elsewhere: 0, need: 0 };
            self.stack.push(Child { key, step, gain, total });
            if expansion.enough {
                expansion.done = true;
                break;
            }
        }
    }

    /// All colors are dealt with: can their tiles make groups, and what is the bound now?
    fn finish<B: Budget>(&mut self, case: &Case, expansion: &mut Expansion, partial: &Partial<B>) {
        let left = expansion.jokers_left - partial.jokers;
        let tiles = &self.tiles[..case.lanes.len()];
        let fewest = if case.has_held(expansion.value) {
            let Some(fewest) = case.group_jokers(expansion.value, tiles) else { return };
            fewest
        } else {
            (partial.most * case.shortest).saturating_sub(partial.tiles)
        };
        let most = if case.parking { fewest.min(left) } else { left };
        for group_jokers in fewest..=most {
            let mut elsewhere = 0;
            if case.olds.is_some() {
                let Some((new, ..)) = case.most_new(expansion.value, tiles, group_jokers) else { continue };
                elsewhere = expansion.elsewhere + partial.jokers - partial.fresh + group_jokers - new;
                if elsewhere > case.jokers - case.freed {
                    continue;
                }
            } else if !case.parking && !case.groups_fit(expansion.value, tiles, group_jokers) {
                continue;
            }
            let jokers = left - group_jokers;
            let follows = B::at(&partial.bound, (jokers as usize * case.units as usize).min(B::LEVELS - 1));
            if follows < 0 {
                continue;
            }
            let total = expansion.gain + partial.gain + follows;
            if total <= expansion.floor {
                expansion.cut = expansion.cut.max(total);
                continue;
            }
            let mut need = 0;
            if expansion.need > 0 {
                need = expansion.need.saturating_sub(partial.points + u32::from(group_jokers) * expansion.value as u32);
                let reach: u32 = case.lanes.iter().zip(&self.ids).map(|(lane, &id)| lane.points(id)).sum::<u32>()
                    + u32::from(jokers) * case.values as u32;
                if reach < need {
                    continue;
                }
            }
            let step = Step { group_jokers, ..self.step };
            let key = Key { ids: self.ids, jokers, elsewhere, need };
            self.stack.push(Child { key, step, gain: partial.gain, total });
            if expansion.enough {
                expansion.done = true;
                break;
            }
        }
    }
}
