//! Moves in an order in which the table looks like melds as far as that goes.
//!
//! A final meld lies where a heap lay that gives it a large part; that part is never moved. As long as other
//! tiles lie there too, those that arrive may be put aside, so that heaps do not become a muddle.

use std::cmp::Reverse;

use super::Step;
use super::desk::{Desk, Origin, Piece, Role};
use crate::rules::{ExchangeFrom, FreedJoker};
use crate::tile::Tile;

/// What a muddle is measured against when tiles are put aside: that costs one more move.
const ASIDE: u32 = 2;

/// A move that is still to be made.
#[derive(Debug, Clone)]
enum Move {
    /// Jokers of a heap take other places in it.
    Shift { heap: usize, goal: usize },
    /// A part of a heap goes to a final meld.
    Part { heap: usize, goal: usize, pieces: Vec<usize> },
    /// Tiles of the hand and freed jokers go to a final meld.
    Play { goal: usize, pieces: Vec<usize> },
    /// Tiles put aside go to where their meld lies.
    Gather { goal: usize },
}

struct Order<'a> {
    desk: Desk<'a>,
    /// Where each final meld lies.
    base: Vec<Option<usize>>,
    aside: Vec<Option<usize>>,
}

/// The steps of a desk whose tiles all know where they go.
pub(super) fn carry_out(desk: Desk<'_>, goals: usize) -> Vec<Step> {
    let base = places(&desk, goals);
    let mut order = Order { desk, base, aside: vec![None; goals] };
    order.exchange_loose();
    let mut moves = order.moves(goals);
    while let Some(next) = order.choose(&moves) {
        let next = moves.remove(next);
        order.make(&next);
        let gathers = (0..goals).filter(|&goal| order.may_gather(goal)).map(|goal| Move::Gather { goal });
        moves.retain(|other| !matches!(other, Move::Gather { .. }));
        moves.extend(gathers);
    }
    order.desk.steps
}

/// Which heap each final meld lies at: those where a joker stays first, then the largest parts, and as many
/// as can be.
fn places(desk: &Desk<'_>, goals: usize) -> Vec<Option<usize>> {
    let mut parts = Vec::new();
    for (heap, ids) in desk.heaps.iter().enumerate() {
        for goal in 0..goals {
            let part: Vec<&Piece> =
                ids.iter().map(|&id| &desk.pieces[id]).filter(|piece| piece.goal == Some(goal)).collect();
            let as_it_lies = part.iter().filter(|piece| piece.role == piece.last_role).count();
            // A joker that has to stand for something else may as well be moved.
            if as_it_lies > 0 {
                parts.push((part.iter().any(|piece| piece.locked), as_it_lies, part.len(), Reverse((heap, goal))));
            }
        }
    }
    parts.sort_unstable_by(|one, other| other.cmp(one));
    let mut base = vec![None; goals];
    let mut kept = vec![None; desk.heaps.len()];
    let mut firm = vec![false; goals];
    for &(locked, _, _, Reverse((heap, goal))) in &parts {
        if base[goal].is_none() && kept[heap].is_none() {
            (base[goal], kept[heap], firm[goal]) = (Some(heap), Some(goal), locked);
        }
    }
    for goal in 0..goals {
        if base[goal].is_none() {
            let mut asked = vec![false; desk.heaps.len()];
            let edges: Vec<(usize, usize)> = parts.iter().map(|&(.., Reverse(edge))| edge).collect();
            rearrange(goal, &edges, &firm, &mut base, &mut kept, &mut asked);
        }
    }
    base
}

/// Finds a heap for a final meld, if need be by sending another one elsewhere.
fn rearrange(
    goal: usize,
    edges: &[(usize, usize)],
    firm: &[bool],
    base: &mut [Option<usize>],
    kept: &mut [Option<usize>],
    asked: &mut [bool],
) -> bool {
    for &(heap, _) in edges.iter().filter(|&&(_, other)| other == goal) {
        if std::mem::replace(&mut asked[heap], true) {
            continue;
        }
        let free = match kept[heap] {
            None => true,
            Some(other) => !firm[other] && rearrange(other, edges, firm, base, kept, asked),
        };
        if free {
            (base[goal], kept[heap]) = (Some(heap), Some(goal));
            return true;
        }
    }
    false
}

impl Order<'_> {
    /// Where nothing binds a joker it may just be taken; but where another tile comes in its place, that is an
    /// exchange. Unless that would forbid the joker its place (option `freed_joker`).
    fn exchange_loose(&mut self) {
        if self.desk.rules.freed_joker == FreedJoker::NewMeld {
            return;
        }
        for goal in 0..self.base.len() {
            let Some(heap) = self.base[goal] else { continue };
            for joker in self.desk.heaps[heap].clone() {
                let piece = self.desk.pieces[joker];
                let leaves = piece.goal != Some(goal) || piece.role != piece.last_role;
                if !piece.tile.is_joker() || !leaves {
                    continue;
                }
                let to_play = |at: Option<usize>| {
                    let there = move |piece: &Piece| piece.goal == at && !matches!(piece.origin, Origin::Heap(_));
                    self.desk.pieces.iter().filter(move |&piece| there(piece)).count()
                };
                let fits = |other: &Piece| match piece.role {
                    Role::Tile(stands_for) => other.tile == stands_for,
                    Role::InGroup(value) => other.tile.value() == Some(value),
                    Role::Nowhere => false,
                };
                // Not if the joker and the other tiles of the hand then had to be played on their own, nor if the
                // tile would be torn from others that go the same way.
                let alone = |other: &Piece| match other.origin {
                    Origin::Hand => to_play(piece.goal) > 0 || to_play(Some(goal)) == 1,
                    Origin::Heap(from) if self.desk.rules.exchange_from == ExchangeFrom::Anywhere => {
                        let part = self.desk.heaps[from].iter().filter(|&&id| self.desk.pieces[id].goal == Some(goal));
                        from != heap && part.count() == 1
                    }
                    Origin::Heap(_) | Origin::Freed => false,
                };
                let comes = |other: &Piece| other.goal == Some(goal) && fits(other) && alone(other);
                let found = self.desk.pieces.iter().position(comes);
                if let Some(found) = found {
                    self.desk.replace(joker, found, heap);
                }
            }
        }
    }

    fn moves(&self, goals: usize) -> Vec<Move> {
        let desk = &self.desk;
        let mut moves = Vec::new();
        for (heap, ids) in desk.heaps.iter().enumerate() {
            for goal in 0..goals {
                let part: Vec<usize> = ids.iter().copied().filter(|&id| desk.pieces[id].goal == Some(goal)).collect();
                if self.base[goal] == Some(heap) {
                    if part.iter().any(|&id| desk.pieces[id].role != desk.pieces[id].last_role) {
                        moves.push(Move::Shift { heap, goal });
                    }
                } else if !part.is_empty() {
                    moves.push(Move::Part { heap, goal, pieces: part });
                }
            }
        }
        for goal in 0..goals {
            let played = |piece: &Piece| piece.goal == Some(goal) && !matches!(piece.origin, Origin::Heap(_));
            let pieces: Vec<usize> = (0..desk.pieces.len()).filter(|&id| played(&desk.pieces[id])).collect();
            if !pieces.is_empty() {
                moves.push(Move::Play { goal, pieces });
            }
        }
        moves
    }

    /// Whether all tiles that lie where this meld lies belong to it.
    fn is_clean(&self, goal: usize) -> bool {
        self.base[goal]
            .is_some_and(|heap| self.desk.heaps[heap].iter().all(|&id| self.desk.pieces[id].goal == Some(goal)))
    }

    fn may_gather(&self, goal: usize) -> bool {
        self.aside[goal].is_some() && self.is_clean(goal)
    }

    /// The tiles as they count in their final meld.
    fn settled(&self, ids: &[usize], goal: Option<usize>) -> Desk<'_> {
        let mut pieces = self.desk.pieces.clone();
        for &id in ids {
            let piece = &mut pieces[id];
            if goal.is_none() || piece.goal == goal {
                piece.role = piece.last_role;
            }
        }
        Desk { rules: self.desk.rules, pieces, heaps: Vec::new(), wholes: Vec::new(), steps: Vec::new() }
    }

    /// Where tiles for a final meld are put: a heap, or a new one; and what that adds to the muddle.
    fn target(&self, goal: usize, pieces: &[usize]) -> (Option<usize>, u32) {
        let mut added = pieces.to_vec();
        let settled = self.settled(pieces, None);
        let together = |heap: usize| {
            let all: Vec<usize> = self.desk.heaps[heap].iter().chain(pieces).copied().collect();
            settled.muddle(&all)
        };
        if let Some(heap) = self.aside[goal] {
            return (Some(heap), together(heap).saturating_add(ASIDE));
        }
        if let Some(heap) = self.base[goal] {
            let muddle = together(heap);
            if muddle <= 2 || self.is_clean(goal) {
                return (Some(heap), muddle);
            }
        }
        added.dedup();
        let aside = if self.base[goal].is_some() { ASIDE } else { 0 };
        (None, settled.muddle(&added) + aside)
    }

    /// The move after which the table looks best.
    fn choose(&self, moves: &[Move]) -> Option<usize> {
        (0..moves.len()).min_by_key(|&number| self.rank(&moves[number]))
    }

    /// How much worse the table looks after a move; then large moves first, and the table before the hand.
    fn rank(&self, one: &Move) -> (i64, Reverse<usize>, bool) {
        let desk = &self.desk;
        let muddle = |heap: Option<usize>| heap.map_or(0, |heap| i64::from(desk.muddle(&desk.heaps[heap])));
        match one {
            Move::Shift { heap, goal } => {
                let after = self.settled(&desk.heaps[*heap], Some(*goal)).muddle(&desk.heaps[*heap]);
                (i64::from(after) - muddle(Some(*heap)), Reverse(0), false)
            }
            Move::Part { heap, goal, pieces } => {
                let left: Vec<usize> = desk.heaps[*heap].iter().copied().filter(|id| !pieces.contains(id)).collect();
                let (target, after) = self.target(*goal, pieces);
                let worse = i64::from(desk.muddle(&left)) + i64::from(after) - muddle(Some(*heap)) - muddle(target);
                (worse, Reverse(pieces.len()), false)
            }
            Move::Play { goal, pieces } => {
                let (target, after) = self.target(*goal, pieces);
                (i64::from(after) - muddle(target), Reverse(pieces.len()), true)
            }
            Move::Gather { .. } => (-i64::from(ASIDE), Reverse(usize::MAX), false),
        }
    }

    fn make(&mut self, one: &Move) {
        match one {
            Move::Shift { heap, goal } => {
                let from = self.desk.heap(&self.desk.heaps[*heap]);
                for &id in &self.desk.heaps[*heap] {
                    let piece = &mut self.desk.pieces[id];
                    if piece.goal == Some(*goal) {
                        piece.role = piece.last_role;
                    }
                }
                let made = self.desk.heap(&self.desk.heaps[*heap]);
                // Two tiles may make no meld whatever the joker stands for.
                if from != made {
                    self.desk.steps.push(Step::Shift { from, made });
                }
            }
            Move::Part { heap, goal, pieces } => self.make_part(*heap, *goal, pieces),
            Move::Play { goal, pieces } => {
                let (onto, made) = self.arrive(*goal, pieces);
                let (freed, hand): (Vec<usize>, Vec<usize>) =
                    pieces.iter().partition(|&&id| self.desk.pieces[id].origin == Origin::Freed);
                let pieces = hand.iter().map(|&id| self.desk.pieces[id].tile).collect();
                self.desk.steps.push(Step::Play { tiles: pieces, freed: freed.len() as u8, onto, made });
            }
            Move::Gather { goal } => {
                let (Some(from), Some(base)) = (self.aside[*goal].take(), self.base[*goal]) else { return };
                let pieces = std::mem::take(&mut self.desk.heaps[from]);
                let (heap, onto) = (self.desk.heap(&pieces), self.desk.heap(&self.desk.heaps[base]));
                self.desk.heaps[base].extend(pieces);
                let made = self.desk.heap(&self.desk.heaps[base]);
                self.desk.steps.push(Step::Join { heap, onto, made });
            }
        }
    }

    /// Puts tiles to their final meld; what lay there before, if anything, and what lies there now.
    fn arrive(&mut self, goal: usize, pieces: &[usize]) -> (Option<super::Heap>, super::Heap) {
        let (target, _) = self.target(goal, pieces);
        let onto = target.map(|heap| self.desk.heap(&self.desk.heaps[heap]));
        for &id in pieces {
            self.desk.pieces[id].role = self.desk.pieces[id].last_role;
        }
        let heap = target.unwrap_or_else(|| {
            self.desk.heaps.push(Vec::new());
            let heap = self.desk.heaps.len() - 1;
            let slot = if self.base[goal].is_some() { &mut self.aside[goal] } else { &mut self.base[goal] };
            *slot = Some(heap);
            heap
        });
        self.desk.heaps[heap].extend(pieces);
        (onto, self.desk.heap(&self.desk.heaps[heap]))
    }

    fn make_part(&mut self, heap: usize, goal: usize, pieces: &[usize]) {
        let from = self.desk.heap(&self.desk.heaps[heap]);
        let tiles = self.desk.heap(pieces).tiles().to_vec();
        let turned = pieces.iter().any(|&id| self.desk.pieces[id].role != self.desk.pieces[id].last_role);
        self.desk.heaps[heap].retain(|id| !pieces.contains(id));
        let left = self.desk.heap(&self.desk.heaps[heap]);
        let (onto, made) = self.arrive(goal, pieces);
        let whole = left.tiles().is_empty();
        let step = match onto {
            Some(onto) if whole => Step::Join { heap: from, onto, made },
            // A heap that goes nowhere else stays where it is.
            None if whole && !turned => return,
            None if whole => Step::Shift { from, made },
            None if pieces.len() > 1 && !turned => match self.cut(heap, pieces) {
                Some(true) => Step::Split { from, parts: [made, left] },
                Some(false) => Step::Split { from, parts: [left, made] },
                None => Step::Take { tiles, from, left, onto: None, made },
            },
            onto => Step::Take { tiles, from, left, onto, made },
        };
        self.desk.steps.push(step);
    }

    /// Whether tiles taken out of a run were its lower end (true) or its upper (false).
    fn cut(&self, heap: usize, pieces: &[usize]) -> Option<bool> {
        let run = |ids: &[usize]| -> Option<(Tile, Tile)> {
            let tiles: Option<Vec<Tile>> = ids
                .iter()
                .map(|&id| if let Role::Tile(tile) = self.desk.pieces[id].role { Some(tile) } else { None })
                .collect();
            let tiles = tiles?;
            let (low, high) = (*tiles.iter().min()?, *tiles.iter().max()?);
            let even = low.color() == high.color() && usize::from(high.code() - low.code()) + 1 == tiles.len();
            even.then_some((low, high))
        };
        let (gone, left) = (run(pieces)?, run(&self.desk.heaps[heap])?);
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
