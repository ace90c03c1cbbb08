//! Which tile goes to which final meld?
//!
//! Copies of a tile are interchangeable, so there is a choice, and it decides how many moves there are: one
//! for each part of a heap that goes to a meld other than the one that lies where the heap lay.

use std::cmp::Reverse;

use super::desk::{Desk, Origin, Role, roles};
use crate::meld::Meld;
use crate::rules::{FreedJoker, LockedMeld};
use crate::tile::Tile;
use crate::turn::{Fate, TableJoker};

/// What a broken rule weighs against a move.
const BROKEN: usize = 1000;

/// A place of a final meld that has no tile yet.
type Place = (Tile, Role);

/// Gives every tile its final meld, and every joker its place there.
pub(super) fn assign(desk: &mut Desk<'_>, after: &[Meld], jokers: &[TableJoker]) {
    let open = after.iter().map(|meld| roles(meld).collect()).collect();
    let mut hands = Hands { desk, after, open };
    hands.lock(jokers);
    hands.largest_parts();
    hands.rest();
    hands.improve();
}

struct Hands<'a, 'b> {
    desk: &'a mut Desk<'b>,
    after: &'a [Meld],
    open: Vec<Vec<Place>>,
}

impl Hands<'_, '_> {
    fn give(&mut self, id: usize, goal: usize, place: usize) {
        let (_, role) = self.open[goal].swap_remove(place);
        self.desk.pieces[id].goal = Some(goal);
        self.desk.pieces[id].last_role = role;
    }

    /// The place of a final meld where a tile can lie as it lies now.
    fn place_as_it_lies(&self, id: usize, goal: usize) -> Option<usize> {
        let piece = &self.desk.pieces[id];
        self.open[goal].iter().position(|&(tile, role)| tile == piece.tile && role == piece.role)
    }

    /// Jokers that stay have their places (rule 15).
    fn lock(&mut self, jokers: &[TableJoker]) {
        for joker in jokers {
            let Fate::Stayed { meld: goal } = joker.fate else { continue };
            let found = self.desk.heaps[joker.meld].iter().copied().find(|&id| {
                let piece = &self.desk.pieces[id];
                let here = match piece.role {
                    Role::Tile(stands_for) => joker.stands_for.contains(&stands_for),
                    _ => true,
                };
                piece.tile.is_joker() && !piece.locked && here
            });
            let Some(id) = found else { continue };
            if let Some(place) = self.place_as_it_lies(id, goal) {
                self.give(id, goal, place);
                self.desk.pieces[id].locked = true;
            }
        }
    }

    /// Whether a joker of this heap stays in this final meld.
    fn is_locked(&self, heap: usize, goal: usize) -> bool {
        self.desk.heaps[heap].iter().any(|&id| self.desk.pieces[id].locked && self.desk.pieces[id].goal == Some(goal))
    }

    /// Again and again the largest part of a heap that can go to one final meld goes there.
    fn largest_parts(&mut self) {
        loop {
            let mut best = None;
            for heap in 0..self.desk.heaps.len() {
                for goal in 0..self.after.len() {
                    let part = self.part(heap, goal);
                    if part.is_empty() {
                        continue;
                    }
                    let whole = part.len() == self.desk.heaps[heap].len() && part.len() == self.after[goal].len();
                    let rank = (self.is_locked(heap, goal), whole, part.len(), Reverse((heap, goal)));
                    if best.as_ref().is_none_or(|(other, _)| rank > *other) {
                        best = Some((rank, part));
                    }
                }
            }
            let Some(((.., Reverse((_, goal))), part)) = best else { return };
            for id in part {
                if let Some(place) = self.place_as_it_lies(id, goal) {
                    self.give(id, goal, place);
                }
            }
        }
    }

    /// The tiles of a heap that could go to a final meld as they lie.
    fn part(&self, heap: usize, goal: usize) -> Vec<usize> {
        let mut part: Vec<usize> = Vec::new();
        for &id in &self.desk.heaps[heap] {
            let piece = &self.desk.pieces[id];
            // Jokers in groups are alike: no more of them than there are places.
            let same = |&&other: &&usize| {
                self.desk.pieces[other].tile == piece.tile && self.desk.pieces[other].role == piece.role
            };
            let taken = part.iter().filter(same).count();
            let places = self.open[goal].iter().filter(|&&place| place == (piece.tile, piece.role)).count();
            if piece.goal.is_none() && taken < places {
                part.push(id);
            }
        }
        part
    }

    /// The tiles of the hand go where they are wanted, freed jokers before others where they may be played.
    fn rest(&mut self) {
        let mut ids: Vec<usize> =
            (0..self.desk.pieces.len()).filter(|&id| self.desk.pieces[id].goal.is_none()).collect();
        ids.sort_by_key(|&id| self.desk.pieces[id].origin != Origin::Freed);
        for id in ids {
            let tile = self.desk.pieces[id].tile;
            let place_in = |open: &[Place]| open.iter().position(|&(wanted, _)| wanted == tile);
            let goals = (0..self.after.len()).filter_map(|goal| Some((goal, place_in(&self.open[goal])?)));
            if let Some((goal, place)) = goals.min_by_key(|&(goal, _)| self.whole_olds(goal)) {
                self.give(id, goal, place);
            }
        }
    }

    /// How many heaps went wholly to this meld.
    fn whole_olds(&self, goal: usize) -> usize {
        let gone =
            |heap: &&Vec<usize>| !heap.is_empty() && heap.iter().all(|&id| self.desk.pieces[id].goal == Some(goal));
        self.desk.heaps.iter().filter(gone).count()
    }

    /// Two copies of a tile, or two jokers, change places as long as that saves moves.
    fn improve(&mut self) {
        let mut kinds: Vec<Vec<usize>> = Vec::new();
        for (id, piece) in self.desk.pieces.iter().enumerate().filter(|(_, piece)| !piece.locked) {
            match kinds.iter_mut().find(|kind| self.desk.pieces[kind[0]].tile == piece.tile) {
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
        let pieces = &mut self.desk.pieces;
        let (first, second) = (pieces[one], pieces[other]);
        (pieces[one].goal, pieces[one].last_role) = (second.goal, second.last_role);
        (pieces[other].goal, pieces[other].last_role) = (first.goal, first.last_role);
    }

    /// How many parts there are and what else makes work, and of two equal ones how scattered they are.
    fn cost(&self) -> (usize, Reverse<usize>) {
        let desk = &self.desk;
        let goals = self.after.len();
        let mut parts = vec![0usize; (desk.heaps.len() + 1) * goals];
        let mut cost = 0;
        for piece in &desk.pieces {
            let Some(goal) = piece.goal else { continue };
            let row = if let Origin::Heap(heap) = piece.origin { heap } else { desk.heaps.len() };
            parts[row * goals + goal] += 1;
            cost += usize::from(row < desk.heaps.len() && piece.role != piece.last_role);
        }
        cost += parts.iter().filter(|&&part| part > 0).count();
        let together = parts[..desk.heaps.len() * goals].iter().map(|part| part * part).sum();
        cost += BROKEN * (self.missing_from_locked() + self.misplaced());
        (cost, Reverse(together))
    }

    /// How many tiles are missing where a joker stays (rule 15).
    fn missing_from_locked(&self) -> usize {
        let mut missing = 0;
        let mut told: Vec<(usize, usize)> = Vec::new();
        for joker in self.desk.pieces.iter().filter(|piece| piece.locked) {
            let (Some(home), Some(goal)) = (joker.home, joker.goal) else { continue };
            if told.contains(&(home, goal)) {
                continue;
            }
            told.push((home, goal));
            let all = self.desk.pieces.iter().filter(|piece| piece.home == Some(home));
            let size = all.clone().count();
            let there = all.filter(|piece| piece.goal == Some(goal));
            let jokers = there.clone().filter(|piece| piece.locked).count();
            let with = there.count() - jokers;
            let three = size.min(3).saturating_sub(jokers);
            let need = match self.desk.rules.locked_meld {
                LockedMeld::Frozen => size - jokers,
                LockedMeld::KeepThree => three,
                LockedMeld::Identity => three.min(1),
                LockedMeld::Free => 0,
            };
            missing += need.saturating_sub(with);
        }
        missing
    }

    /// How many freed jokers are in a meld that holds a whole heap where that is forbidden (rule 14).
    fn misplaced(&self) -> usize {
        if self.desk.rules.freed_joker == FreedJoker::AnyMeld {
            return 0;
        }
        let freed = self.desk.pieces.iter().filter(|piece| piece.origin == Origin::Freed);
        freed.filter_map(|piece| piece.goal).filter(|&goal| self.whole_olds(goal) > 0).count()
    }
}
