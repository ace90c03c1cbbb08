//! The assignment of tiles to the melds of the new table.
//!
//! Copies of a tile are interchangeable, so there is a choice, and it decides how many moves the turn takes: one for
//! each part of a heap that goes to another meld than the one that stays in place. A greedy assignment is improved by
//! local search: pairs of equal tiles swap as long as that saves moves.

use std::cmp::Reverse;

use super::workspace::{Origin, Role, Workspace, roles};
use crate::meld::Meld;
use crate::rules::{FreedJoker, LockedMeld};
use crate::tile::Tile;
use crate::turn::{Fate, TableJoker};

/// The cost of a violated rule; a move costs 1.
const VIOLATION_COST: usize = 1000;

/// A place of a new meld that has no tile yet.
type OpenPlace = (Tile, Role);

/// Assigns every tile to a new meld, and every joker to its place there.
pub(super) fn assign(workspace: &mut Workspace<'_>, after: &[Meld], jokers: &[TableJoker]) {
    let open = after.iter().map(|meld| roles(meld).collect()).collect();
    let mut assignment = TileAssignment { workspace, after, open };
    assignment.lock(jokers);
    assignment.largest_parts();
    assignment.rest();
    assignment.improve();
}

struct TileAssignment<'a, 'b> {
    workspace: &'a mut Workspace<'b>,
    after: &'a [Meld],
    open: Vec<Vec<OpenPlace>>,
}

impl TileAssignment<'_, '_> {
    fn assign(&mut self, id: usize, goal: usize, place: usize) {
        let (_, role) = self.open[goal].swap_remove(place);
        self.workspace.pieces[id].goal = Some(goal);
        self.workspace.pieces[id].goal_role = role;
    }

    /// A place of a new meld where a tile would count as it does now.
    fn same_role_place(&self, id: usize, goal: usize) -> Option<usize> {
        let piece = &self.workspace.pieces[id];
        self.open[goal].iter().position(|&(tile, role)| tile == piece.tile && role == piece.role)
    }

    /// Assigns the jokers that stay (rule 15).
    fn lock(&mut self, jokers: &[TableJoker]) {
        for joker in jokers {
            let Fate::Stayed { meld: goal } = joker.fate else { continue };
            let found = self.workspace.heaps[joker.meld].iter().copied().find(|&id| {
                let piece = &self.workspace.pieces[id];
                let here = match piece.role {
                    Role::Tile(stands_for) => joker.stands_for.contains(&stands_for),
                    _ => true,
                };
                piece.tile.is_joker() && !piece.locked && here
            });
            let Some(id) = found else { continue };
            if let Some(place) = self.same_role_place(id, goal) {
                self.assign(id, goal, place);
                self.workspace.pieces[id].locked = true;
            }
        }
    }

    /// Whether a joker of this heap stays in this new meld.
    fn is_locked(&self, heap: usize, goal: usize) -> bool {
        self.workspace.heaps[heap]
            .iter()
            .any(|&id| self.workspace.pieces[id].locked && self.workspace.pieces[id].goal == Some(goal))
    }

    /// Repeatedly assigns the largest part of a heap that can go to one new meld.
    fn largest_parts(&mut self) {
        loop {
            let mut best = None;
            for heap in 0..self.workspace.heaps.len() {
                for goal in 0..self.after.len() {
                    let part = self.part(heap, goal);
                    if part.is_empty() {
                        continue;
                    }
                    let whole = part.len() == self.workspace.heaps[heap].len() && part.len() == self.after[goal].len();
                    let rank = (self.is_locked(heap, goal), whole, part.len(), Reverse((heap, goal)));
                    if best.as_ref().is_none_or(|(other, _)| rank > *other) {
                        best = Some((rank, part));
                    }
                }
            }
            let Some(((.., Reverse((_, goal))), part)) = best else { return };
            for id in part {
                if let Some(place) = self.same_role_place(id, goal) {
                    self.assign(id, goal, place);
                }
            }
        }
    }

    /// The tiles of a heap that can go to a new meld without changing what they count as.
    fn part(&self, heap: usize, goal: usize) -> Vec<usize> {
        let mut part: Vec<usize> = Vec::new();
        for &id in &self.workspace.heaps[heap] {
            let piece = &self.workspace.pieces[id];
            // Jokers of a group are interchangeable: take no more than there are places.
            let same = |&&other: &&usize| {
                self.workspace.pieces[other].tile == piece.tile && self.workspace.pieces[other].role == piece.role
            };
            let taken = part.iter().filter(same).count();
            let places = self.open[goal].iter().filter(|&&place| place == (piece.tile, piece.role)).count();
            if piece.goal.is_none() && taken < places {
                part.push(id);
            }
        }
        part
    }

    /// Assigns the tiles of the hand, freed jokers first, where they may go.
    fn rest(&mut self) {
        let mut ids: Vec<usize> =
            (0..self.workspace.pieces.len()).filter(|&id| self.workspace.pieces[id].goal.is_none()).collect();
        ids.sort_by_key(|&id| self.workspace.pieces[id].origin != Origin::Freed);
        for id in ids {
            let tile = self.workspace.pieces[id].tile;
            let place_in = |open: &[OpenPlace]| open.iter().position(|&(wanted, _)| wanted == tile);
            let goals = (0..self.after.len()).filter_map(|goal| Some((goal, place_in(&self.open[goal])?)));
            if let Some((goal, place)) = goals.min_by_key(|&(goal, _)| self.whole_heaps(goal)) {
                self.assign(id, goal, place);
            }
        }
    }

    /// The number of heaps that go to this meld as a whole.
    fn whole_heaps(&self, goal: usize) -> usize {
        let gone = |heap: &&Vec<usize>| {
            !heap.is_empty() && heap.iter().all(|&id| self.workspace.pieces[id].goal == Some(goal))
        };
        self.workspace.heaps.iter().filter(gone).count()
    }

    /// Swaps copies of a tile, or jokers, as long as that saves moves.
    fn improve(&mut self) {
        let mut kinds: Vec<Vec<usize>> = Vec::new();
        for (id, piece) in self.workspace.pieces.iter().enumerate().filter(|(_, piece)| !piece.locked) {
            match kinds.iter_mut().find(|kind| self.workspace.pieces[kind[0]].tile == piece.tile) {
                Some(kind) => kind.push(id),
                None => kinds.push(vec![id]),
            }
        }
        kinds.retain(|kind| kind.len() > 1);
        let mut cost = self.cost();
        loop {
            let before = cost;
            for kind in &kinds {
                for (at, &one) in kind.iter().enumerate() {
                    for &other in &kind[at + 1..] {
                        self.swap(one, other);
                        let now = self.cost();
                        if now < cost {
                            cost = now;
                        } else {
                            self.swap(one, other);
                        }
                    }
                }
            }
            if cost == before {
                return;
            }
        }
    }

    fn swap(&mut self, one: usize, other: usize) {
        let pieces = &mut self.workspace.pieces;
        let (first, second) = (pieces[one], pieces[other]);
        (pieces[one].goal, pieces[one].goal_role) = (second.goal, second.goal_role);
        (pieces[other].goal, pieces[other].goal_role) = (first.goal, first.goal_role);
    }

    /// The cost of the assignment: the number of moves it takes, and then how scattered the parts are.
    fn cost(&self) -> (usize, Reverse<usize>) {
        let workspace = &self.workspace;
        let goals = self.after.len();
        let mut parts = vec![0usize; (workspace.heaps.len() + 1) * goals];
        let mut cost = 0;
        for piece in &workspace.pieces {
            let Some(goal) = piece.goal else { continue };
            let row = if let Origin::Heap(heap) = piece.origin { heap } else { workspace.heaps.len() };
            parts[row * goals + goal] += 1;
            cost += usize::from(row < workspace.heaps.len() && piece.role != piece.goal_role);
        }
        cost += parts.iter().filter(|&&part| part > 0).count();
        let together = parts[..workspace.heaps.len() * goals].iter().map(|part| part * part).sum();
        cost += VIOLATION_COST * (self.missing_from_locked() + self.misplaced());
        (cost, Reverse(together))
    }

    /// The number of tiles missing beside jokers that stay (rule 15).
    fn missing_from_locked(&self) -> usize {
        let mut missing = 0;
        let mut seen: Vec<(usize, usize)> = Vec::new();
        for joker in self.workspace.pieces.iter().filter(|piece| piece.locked) {
            let (Some(home), Some(goal)) = (joker.home, joker.goal) else { continue };
            if seen.contains(&(home, goal)) {
                continue;
            }
            seen.push((home, goal));
            let all = self.workspace.pieces.iter().filter(|piece| piece.home == Some(home));
            let size = all.clone().count();
            let there = all.filter(|piece| piece.goal == Some(goal));
            let jokers = there.clone().filter(|piece| piece.locked).count();
            let with = there.count() - jokers;
            let three = size.min(3).saturating_sub(jokers);
            let need = match self.workspace.rules.locked_meld {
                LockedMeld::Frozen => size - jokers,
                LockedMeld::KeepThree => three,
                LockedMeld::Identity => three.min(1),
                LockedMeld::Free => 0,
            };
            missing += need.saturating_sub(with);
        }
        missing
    }

    /// The number of freed jokers that `freed_joker` forbids in their melds, which contain a whole heap (rule 14).
    fn misplaced(&self) -> usize {
        if self.workspace.rules.freed_joker == FreedJoker::AnyMeld {
            return 0;
        }
        let freed = self.workspace.pieces.iter().filter(|piece| piece.origin == Origin::Freed);
        freed.filter_map(|piece| piece.goal).filter(|&goal| self.whole_heaps(goal) > 0).count()
    }
}
