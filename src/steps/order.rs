//! The order of the moves: the table should look like melds as far as possible.
//!
//! Each new meld is built on the heap that gives it a large part, which is never moved. As long as other tiles are in
//! that heap, arriving tiles may be put aside so that they do not mix.

use std::cmp::Reverse;

use super::heap::Heap;
use super::step::Step;
use super::workspace::{Origin, Piece, Role, Workspace};
use crate::rules::{ExchangeFrom, FreedJoker};
use crate::tile::Tile;

/// The disorder that putting tiles aside counts as, since it takes one more move.
const ASIDE_COST: u32 = 2;

/// A move that is still to be made.
#[derive(Debug, Clone)]
enum Move {
    /// Jokers change places within a heap.
    Shift { heap: usize, goal: usize },
    /// A part of a heap goes to a new meld.
    Part { heap: usize, goal: usize, pieces: Vec<usize> },
    /// Tiles of the hand and freed jokers go to a new meld.
    Play { goal: usize, pieces: Vec<usize> },
    /// Tiles that were put aside go to their meld.
    Gather { goal: usize },
}

struct MoveOrder<'a> {
    workspace: Workspace<'a>,
    /// The heap that each new meld is built on.
    base: Vec<Option<usize>>,
    /// The heap of tiles that were put aside for each new meld.
    aside: Vec<Option<usize>>,
}

/// Returns the steps, given a workspace in which every tile is assigned to a new meld.
pub(super) fn carry_out(workspace: Workspace<'_>, goals: usize) -> Vec<Step> {
    let base = base_heaps(&workspace, goals);
    let mut order = MoveOrder { workspace, base, aside: vec![None; goals] };
    order.exchange_loose();
    let mut moves = order.moves(goals);
    while let Some(next) = order.choose(&moves) {
        let next = moves.remove(next);
        order.make(&next);
        let gathers = (0..goals).filter(|&goal| order.may_gather(goal)).map(|goal| Move::Gather { goal });
        moves.retain(|other| !matches!(other, Move::Gather { .. }));
        moves.extend(gathers);
    }
    order.workspace.steps
}

/// Chooses the heap that each new meld is built on: first where a joker stays, then by the largest part. Augmenting
/// paths then give as many melds a heap as possible.
fn base_heaps(workspace: &Workspace<'_>, goals: usize) -> Vec<Option<usize>> {
    let mut parts = Vec::new();
    for (heap, ids) in workspace.heaps.iter().enumerate() {
        for goal in 0..goals {
            let part: Vec<&Piece> =
                ids.iter().map(|&id| &workspace.pieces[id]).filter(|piece| piece.goal == Some(goal)).collect();
            let unchanged = part.iter().filter(|piece| piece.role == piece.goal_role).count();
            // A part that is only a joker with another role is not worth keeping in place.
            if unchanged > 0 {
                parts.push((part.iter().any(|piece| piece.locked), unchanged, part.len(), Reverse((heap, goal))));
            }
        }
    }
    parts.sort_unstable_by(|one, other| other.cmp(one));
    let mut base = vec![None; goals];
    let mut kept = vec![None; workspace.heaps.len()];
    let mut firm = vec![false; goals];
    for &(locked, _, _, Reverse((heap, goal))) in &parts {
        if base[goal].is_none() && kept[heap].is_none() {
            (base[goal], kept[heap], firm[goal]) = (Some(heap), Some(goal), locked);
        }
    }
    for goal in 0..goals {
        if base[goal].is_none() {
            let mut visited = vec![false; workspace.heaps.len()];
            let edges: Vec<(usize, usize)> = parts.iter().map(|&(.., Reverse(edge))| edge).collect();
            augment(goal, &edges, &firm, &mut base, &mut kept, &mut visited);
        }
    }
    base
}

/// Finds a heap for a new meld, moving others to other heaps if necessary.
fn augment(
    goal: usize,
    edges: &[(usize, usize)],
    firm: &[bool],
    base: &mut [Option<usize>],
    kept: &mut [Option<usize>],
    visited: &mut [bool],
) -> bool {
    for &(heap, _) in edges.iter().filter(|&&(_, other)| other == goal) {
        if std::mem::replace(&mut visited[heap], true) {
            continue;
        }
        let free = match kept[heap] {
            None => true,
            Some(other) => !firm[other] && augment(other, edges, firm, base, kept, visited),
        };
        if free {
            (base[goal], kept[heap]) = (Some(heap), Some(goal));
            return true;
        }
    }
    false
}

impl MoveOrder<'_> {
    /// Turns moves of loose jokers into exchanges where another tile takes their place, unless `freed_joker` would
    /// then forbid where they go.
    fn exchange_loose(&mut self) {
        if self.workspace.rules.freed_joker == FreedJoker::NewMeld {
            return;
        }
        for goal in 0..self.base.len() {
            let Some(heap) = self.base[goal] else { continue };
            for joker in self.workspace.heaps[heap].clone() {
                let piece = self.workspace.pieces[joker];
                let leaves = piece.goal != Some(goal) || piece.role != piece.goal_role;
                if !piece.tile.is_joker() || !leaves {
                    continue;
                }
                let to_play = |at: Option<usize>| {
                    let there = move |piece: &Piece| piece.goal == at && !matches!(piece.origin, Origin::Heap(_));
                    self.workspace.pieces.iter().filter(move |&piece| there(piece)).count()
                };
                let fits = |other: &Piece| match piece.role {
                    Role::Tile(stands_for) => other.tile == stands_for,
                    Role::InGroup(value) => other.tile.value() == Some(value),
                    Role::Nowhere => false,
                };
                // No exchange if the joker and the other tiles of the hand would then have to be played separately,
                // or if the tile would be separated from others that go to the same meld.
                let alone = |other: &Piece| match other.origin {
                    Origin::Hand => to_play(piece.goal) > 0 || to_play(Some(goal)) == 1,
                    Origin::Heap(from) if self.workspace.rules.exchange_from == ExchangeFrom::Anywhere => {
                        let part = self.workspace.heaps[from]
                            .iter()
                            .filter(|&&id| self.workspace.pieces[id].goal == Some(goal));
                        from != heap && part.count() == 1
                    }
                    Origin::Heap(_) | Origin::Freed => false,
                };
                let comes = |other: &Piece| other.goal == Some(goal) && fits(other) && alone(other);
                let found = self.workspace.pieces.iter().position(comes);
                if let Some(found) = found {
                    self.workspace.replace(joker, found, heap);
                }
            }
        }
    }

    fn moves(&self, goals: usize) -> Vec<Move> {
        let workspace = &self.workspace;
        let mut moves = Vec::new();
        for (heap, ids) in workspace.heaps.iter().enumerate() {
            for goal in 0..goals {
                let part: Vec<usize> =
                    ids.iter().copied().filter(|&id| workspace.pieces[id].goal == Some(goal)).collect();
                if self.base[goal] == Some(heap) {
                    if part.iter().any(|&id| workspace.pieces[id].role != workspace.pieces[id].goal_role) {
                        moves.push(Move::Shift { heap, goal });
                    }
                } else if !part.is_empty() {
                    moves.push(Move::Part { heap, goal, pieces: part });
                }
            }
        }
        for goal in 0..goals {
            let played = |piece: &Piece| piece.goal == Some(goal) && !matches!(piece.origin, Origin::Heap(_));
            let pieces: Vec<usize> = (0..workspace.pieces.len()).filter(|&id| played(&workspace.pieces[id])).collect();
            if !pieces.is_empty() {
                moves.push(Move::Play { goal, pieces });
            }
        }
        moves
    }

    /// Whether all tiles of the heap that this meld is built on belong to it.
    fn is_clean(&self, goal: usize) -> bool {
        self.base[goal].is_some_and(|heap| {
            self.workspace.heaps[heap].iter().all(|&id| self.workspace.pieces[id].goal == Some(goal))
        })
    }

    fn may_gather(&self, goal: usize) -> bool {
        self.aside[goal].is_some() && self.is_clean(goal)
    }

    /// The workspace with these tiles counting as they do in their new meld.
    fn settled(&self, ids: &[usize], goal: Option<usize>) -> Workspace<'_> {
        let mut pieces = self.workspace.pieces.clone();
        for &id in ids {
            let piece = &mut pieces[id];
            if goal.is_none() || piece.goal == goal {
                piece.role = piece.goal_role;
            }
        }
        Workspace { rules: self.workspace.rules, pieces, heaps: Vec::new(), old_melds: Vec::new(), steps: Vec::new() }
    }

    /// The heap where tiles for a new meld go, or `None` for a new heap, and the disorder there afterwards.
    fn target(&self, goal: usize, pieces: &[usize]) -> (Option<usize>, u32) {
        let mut added = pieces.to_vec();
        let settled = self.settled(pieces, None);
        let together = |heap: usize| {
            let all: Vec<usize> = self.workspace.heaps[heap].iter().chain(pieces).copied().collect();
            settled.disorder(&all)
        };
        if let Some(heap) = self.aside[goal] {
            return (Some(heap), together(heap).saturating_add(ASIDE_COST));
        }
        if let Some(heap) = self.base[goal] {
            let disorder = together(heap);
            if disorder <= 2 || self.is_clean(goal) {
                return (Some(heap), disorder);
            }
        }
        added.dedup();
        let aside = if self.base[goal].is_some() { ASIDE_COST } else { 0 };
        (None, settled.disorder(&added) + aside)
    }

    /// The move after which the table is most orderly.
    fn choose(&self, moves: &[Move]) -> Option<usize> {
        (0..moves.len()).min_by_key(|&number| self.rank(&moves[number]))
    }

    /// How much disorder a move adds; then large moves first, and moves on the table before plays from the hand.
    fn rank(&self, one: &Move) -> (i64, Reverse<usize>, bool) {
        let workspace = &self.workspace;
        let disorder =
            |heap: Option<usize>| heap.map_or(0, |heap| i64::from(workspace.disorder(&workspace.heaps[heap])));
        match one {
            Move::Shift { heap, goal } => {
                let after = self.settled(&workspace.heaps[*heap], Some(*goal)).disorder(&workspace.heaps[*heap]);
                (i64::from(after) - disorder(Some(*heap)), Reverse(0), false)
            }
            Move::Part { heap, goal, pieces } => {
                let left: Vec<usize> =
                    workspace.heaps[*heap].iter().copied().filter(|id| !pieces.contains(id)).collect();
                let (target, after) = self.target(*goal, pieces);
                let worse =
                    i64::from(workspace.disorder(&left)) + i64::from(after) - disorder(Some(*heap)) - disorder(target);
                (worse, Reverse(pieces.len()), false)
            }
            Move::Play { goal, pieces } => {
                let (target, after) = self.target(*goal, pieces);
                (i64::from(after) - disorder(target), Reverse(pieces.len()), true)
            }
            Move::Gather { .. } => (-i64::from(ASIDE_COST), Reverse(usize::MAX), false),
        }
    }

    fn make(&mut self, one: &Move) {
        match one {
            Move::Shift { heap, goal } => {
                let from = self.workspace.heap(&self.workspace.heaps[*heap]);
                for &id in &self.workspace.heaps[*heap] {
                    let piece = &mut self.workspace.pieces[id];
                    if piece.goal == Some(*goal) {
                        piece.role = piece.goal_role;
                    }
                }
                let made = self.workspace.heap(&self.workspace.heaps[*heap]);
                // Two tiles may look the same whatever the joker stands for.
                if from != made {
                    self.workspace.steps.push(Step::Shift { from, made });
                }
            }
            Move::Part { heap, goal, pieces } => self.make_part(*heap, *goal, pieces),
            Move::Play { goal, pieces } => {
                let (onto, made) = self.arrive(*goal, pieces);
                let (freed, hand): (Vec<usize>, Vec<usize>) =
                    pieces.iter().partition(|&&id| self.workspace.pieces[id].origin == Origin::Freed);
                let pieces = hand.iter().map(|&id| self.workspace.pieces[id].tile).collect();
                self.workspace.steps.push(Step::Play { tiles: pieces, freed: freed.len() as u8, onto, made });
            }
            Move::Gather { goal } => {
                let (Some(from), Some(base)) = (self.aside[*goal].take(), self.base[*goal]) else { return };
                let pieces = std::mem::take(&mut self.workspace.heaps[from]);
                let (heap, onto) = (self.workspace.heap(&pieces), self.workspace.heap(&self.workspace.heaps[base]));
                self.workspace.heaps[base].extend(pieces);
                let made = self.workspace.heap(&self.workspace.heaps[base]);
                self.workspace.steps.push(Step::Join { heap, onto, made });
            }
        }
    }

    /// Moves tiles to their new meld. Returns the heap there before, if any, and after.
    fn arrive(&mut self, goal: usize, pieces: &[usize]) -> (Option<Heap>, Heap) {
        let (target, _) = self.target(goal, pieces);
        let onto = target.map(|heap| self.workspace.heap(&self.workspace.heaps[heap]));
        for &id in pieces {
            self.workspace.pieces[id].role = self.workspace.pieces[id].goal_role;
        }
        let heap = target.unwrap_or_else(|| {
            self.workspace.heaps.push(Vec::new());
            let heap = self.workspace.heaps.len() - 1;
            let slot = if self.base[goal].is_some() { &mut self.aside[goal] } else { &mut self.base[goal] };
            *slot = Some(heap);
            heap
        });
        self.workspace.heaps[heap].extend(pieces);
        (onto, self.workspace.heap(&self.workspace.heaps[heap]))
    }

    fn make_part(&mut self, heap: usize, goal: usize, pieces: &[usize]) {
        let from = self.workspace.heap(&self.workspace.heaps[heap]);
        let tiles = self.workspace.heap(pieces).tiles().to_vec();
        let turned = pieces.iter().any(|&id| self.workspace.pieces[id].role != self.workspace.pieces[id].goal_role);
        self.workspace.heaps[heap].retain(|id| !pieces.contains(id));
        let left = self.workspace.heap(&self.workspace.heaps[heap]);
        let (onto, made) = self.arrive(goal, pieces);
        let whole = left.tiles().is_empty();
        let step = match onto {
            Some(onto) if whole => Step::Join { heap: from, onto, made },
            // A whole heap that joins no other stays where it is.
            None if whole && !turned => return,
            None if whole => Step::Shift { from, made },
            None if pieces.len() > 1 && !turned => match self.cut(heap, pieces) {
                Some(true) => Step::Split { from, parts: [made, left] },
                Some(false) => Step::Split { from, parts: [left, made] },
                None => Step::Take { tiles, from, left, onto: None, made },
            },
            onto => Step::Take { tiles, from, left, onto, made },
        };
        self.workspace.steps.push(step);
    }

    /// Whether the tiles taken from a run were its lower end (true) or its upper end (false).
    fn cut(&self, heap: usize, pieces: &[usize]) -> Option<bool> {
        let run = |ids: &[usize]| -> Option<(Tile, Tile)> {
            let tiles: Option<Vec<Tile>> = ids
                .iter()
                .map(|&id| if let Role::Tile(tile) = self.workspace.pieces[id].role { Some(tile) } else { None })
                .collect();
            let tiles = tiles?;
            let (low, high) = (*tiles.iter().min()?, *tiles.iter().max()?);
            let even = low.color() == high.color() && usize::from(high.code() - low.code()) + 1 == tiles.len();
            even.then_some((low, high))
        };
        let (gone, left) = (run(pieces)?, run(&self.workspace.heaps[heap])?);
        if gone.0.color() != left.0.color() {
            return None;
        }
        if gone.1.code() + 1 == left.0.code() {
            Some(true)
        } else if left.1.code() + 1 == gone.0.code() {
            Some(false)
        } else {
            None
        }
    }
}
