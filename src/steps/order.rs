//! Moves in an order in which the table looks like melds as far as that goes.
//!
//! A final meld lies where a pile lay that gives it a large part; that part is never moved. As long as other
//! cards lie there too, those that arrive may be put aside, so that piles do not become a muddle.

use std::cmp::Reverse;

use super::Step;
use super::desk::{Card, Desk, Origin, Role};
use crate::rules::{ExchangeFrom, FreedJoker};
use crate::tile::Tile;

/// What a muddle is measured against when cards are put aside: that costs one more move.
const ASIDE: u32 = 2;

/// A move that is still to be made.
#[derive(Debug, Clone)]
enum Move {
    /// Jokers of a pile take other places in it.
    Shift { pile: usize, goal: usize },
    /// A part of a pile goes to a final meld.
    Part { pile: usize, goal: usize, cards: Vec<usize> },
    /// Cards of the hand and freed jokers go to a final meld.
    Lay { goal: usize, cards: Vec<usize> },
    /// Cards put aside go to where their meld lies.
    Gather { goal: usize },
}

struct Order<'a> {
    desk: Desk<'a>,
    /// Where each final meld lies.
    base: Vec<Option<usize>>,
    aside: Vec<Option<usize>>,
}

/// The steps of a desk whose cards all know where they go.
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

/// Which pile each final meld lies at: those where a joker stays first, then the largest parts, and as many
/// as can be.
fn places(desk: &Desk<'_>, goals: usize) -> Vec<Option<usize>> {
    let mut parts = Vec::new();
    for (pile, ids) in desk.piles.iter().enumerate() {
        for goal in 0..goals {
            let part: Vec<&Card> =
                ids.iter().map(|&id| &desk.cards[id]).filter(|card| card.goal == Some(goal)).collect();
            let as_it_lies = part.iter().filter(|card| card.role == card.last_role).count();
            // A joker that has to stand for something else may as well be moved.
            if as_it_lies > 0 {
                parts.push((part.iter().any(|card| card.locked), as_it_lies, part.len(), Reverse((pile, goal))));
            }
        }
    }
    parts.sort_unstable_by(|one, other| other.cmp(one));
    let mut base = vec![None; goals];
    let mut kept = vec![None; desk.piles.len()];
    let mut firm = vec![false; goals];
    for &(locked, _, _, Reverse((pile, goal))) in &parts {
        if base[goal].is_none() && kept[pile].is_none() {
            (base[goal], kept[pile], firm[goal]) = (Some(pile), Some(goal), locked);
        }
    }
    for goal in 0..goals {
        if base[goal].is_none() {
            let mut asked = vec![false; desk.piles.len()];
            let edges: Vec<(usize, usize)> = parts.iter().map(|&(.., Reverse(edge))| edge).collect();
            rearrange(goal, &edges, &firm, &mut base, &mut kept, &mut asked);
        }
    }
    base
}

/// Finds a pile for a final meld, if need be by sending another one elsewhere.
fn rearrange(
    goal: usize,
    edges: &[(usize, usize)],
    firm: &[bool],
    base: &mut [Option<usize>],
    kept: &mut [Option<usize>],
    asked: &mut [bool],
) -> bool {
    for &(pile, _) in edges.iter().filter(|&&(_, other)| other == goal) {
        if std::mem::replace(&mut asked[pile], true) {
            continue;
        }
        let free = match kept[pile] {
            None => true,
            Some(other) => !firm[other] && rearrange(other, edges, firm, base, kept, asked),
        };
        if free {
            (base[goal], kept[pile]) = (Some(pile), Some(goal));
            return true;
        }
    }
    false
}

impl Order<'_> {
    /// Where nothing binds a joker it may just be taken; but where another card comes in its place, that is an
    /// exchange. Unless that would forbid the joker its place (option `freed_joker`).
    fn exchange_loose(&mut self) {
        if self.desk.rules.freed_joker == FreedJoker::NewMeld {
            return;
        }
        for goal in 0..self.base.len() {
            let Some(pile) = self.base[goal] else { continue };
            for joker in self.desk.piles[pile].clone() {
                let card = self.desk.cards[joker];
                let leaves = card.goal != Some(goal) || card.role != card.last_role;
                if !card.tile.is_joker() || !leaves {
                    continue;
                }
                let to_lay = |at: Option<usize>| {
                    let there = move |card: &Card| card.goal == at && !matches!(card.origin, Origin::Pile(_));
                    self.desk.cards.iter().filter(move |&card| there(card)).count()
                };
                let fits = |other: &Card| match card.role {
                    Role::Card(stands_for) => other.tile == stands_for,
                    Role::InSet(value) => other.tile.value() == Some(value),
                    Role::Nowhere => false,
                };
                // Not if the joker and the other cards of the hand then had to be laid on their own, nor if the
                // card would be torn from others that go the same way.
                let alone = |other: &Card| match other.origin {
                    Origin::Hand => to_lay(card.goal) > 0 || to_lay(Some(goal)) == 1,
                    Origin::Pile(from) if self.desk.rules.exchange_from == ExchangeFrom::Anywhere => {
                        let part = self.desk.piles[from].iter().filter(|&&id| self.desk.cards[id].goal == Some(goal));
                        from != pile && part.count() == 1
                    }
                    Origin::Pile(_) | Origin::Freed => false,
                };
                let comes = |other: &Card| other.goal == Some(goal) && fits(other) && alone(other);
                let found = self.desk.cards.iter().position(comes);
                if let Some(found) = found {
                    self.desk.replace(joker, found, pile);
                }
            }
        }
    }

    fn moves(&self, goals: usize) -> Vec<Move> {
        let desk = &self.desk;
        let mut moves = Vec::new();
        for (pile, ids) in desk.piles.iter().enumerate() {
            for goal in 0..goals {
                let part: Vec<usize> = ids.iter().copied().filter(|&id| desk.cards[id].goal == Some(goal)).collect();
                if self.base[goal] == Some(pile) {
                    if part.iter().any(|&id| desk.cards[id].role != desk.cards[id].last_role) {
                        moves.push(Move::Shift { pile, goal });
                    }
                } else if !part.is_empty() {
                    moves.push(Move::Part { pile, goal, cards: part });
                }
            }
        }
        for goal in 0..goals {
            let laid = |card: &Card| card.goal == Some(goal) && !matches!(card.origin, Origin::Pile(_));
            let cards: Vec<usize> = (0..desk.cards.len()).filter(|&id| laid(&desk.cards[id])).collect();
            if !cards.is_empty() {
                moves.push(Move::Lay { goal, cards });
            }
        }
        moves
    }

    /// Whether all cards that lie where this meld lies belong to it.
    fn is_clean(&self, goal: usize) -> bool {
        self.base[goal]
            .is_some_and(|pile| self.desk.piles[pile].iter().all(|&id| self.desk.cards[id].goal == Some(goal)))
    }

    fn may_gather(&self, goal: usize) -> bool {
        self.aside[goal].is_some() && self.is_clean(goal)
    }

    /// The cards as they count in their final meld.
    fn settled(&self, ids: &[usize], goal: Option<usize>) -> Desk<'_> {
        let mut cards = self.desk.cards.clone();
        for &id in ids {
            let card = &mut cards[id];
            if goal.is_none() || card.goal == goal {
                card.role = card.last_role;
            }
        }
        Desk { rules: self.desk.rules, cards, piles: Vec::new(), wholes: Vec::new(), steps: Vec::new() }
    }

    /// Where cards for a final meld are put: a pile, or a new one; and what that adds to the muddle.
    fn target(&self, goal: usize, cards: &[usize]) -> (Option<usize>, u32) {
        let mut added = cards.to_vec();
        let settled = self.settled(cards, None);
        let together = |pile: usize| {
            let all: Vec<usize> = self.desk.piles[pile].iter().chain(cards).copied().collect();
            settled.muddle(&all)
        };
        if let Some(pile) = self.aside[goal] {
            return (Some(pile), together(pile).saturating_add(ASIDE));
        }
        if let Some(pile) = self.base[goal] {
            let muddle = together(pile);
            if muddle <= 2 || self.is_clean(goal) {
                return (Some(pile), muddle);
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
        let muddle = |pile: Option<usize>| pile.map_or(0, |pile| i64::from(desk.muddle(&desk.piles[pile])));
        match one {
            Move::Shift { pile, goal } => {
                let after = self.settled(&desk.piles[*pile], Some(*goal)).muddle(&desk.piles[*pile]);
                (i64::from(after) - muddle(Some(*pile)), Reverse(0), false)
            }
            Move::Part { pile, goal, cards } => {
                let left: Vec<usize> = desk.piles[*pile].iter().copied().filter(|id| !cards.contains(id)).collect();
                let (target, after) = self.target(*goal, cards);
                let worse = i64::from(desk.muddle(&left)) + i64::from(after) - muddle(Some(*pile)) - muddle(target);
                (worse, Reverse(cards.len()), false)
            }
            Move::Lay { goal, cards } => {
                let (target, after) = self.target(*goal, cards);
                (i64::from(after) - muddle(target), Reverse(cards.len()), true)
            }
            Move::Gather { .. } => (-i64::from(ASIDE), Reverse(usize::MAX), false),
        }
    }

    fn make(&mut self, one: &Move) {
        match one {
            Move::Shift { pile, goal } => {
                let from = self.desk.pile(&self.desk.piles[*pile]);
                for &id in &self.desk.piles[*pile] {
                    let card = &mut self.desk.cards[id];
                    if card.goal == Some(*goal) {
                        card.role = card.last_role;
                    }
                }
                let made = self.desk.pile(&self.desk.piles[*pile]);
                // Two cards may make no meld whatever the joker stands for.
                if from != made {
                    self.desk.steps.push(Step::Shift { from, made });
                }
            }
            Move::Part { pile, goal, cards } => self.make_part(*pile, *goal, cards),
            Move::Lay { goal, cards } => {
                let (onto, made) = self.arrive(*goal, cards);
                let (freed, hand): (Vec<usize>, Vec<usize>) =
                    cards.iter().partition(|&&id| self.desk.cards[id].origin == Origin::Freed);
                let cards = hand.iter().map(|&id| self.desk.cards[id].tile).collect();
                self.desk.steps.push(Step::Lay { cards, freed: freed.len() as u8, onto, made });
            }
            Move::Gather { goal } => {
                let (Some(from), Some(base)) = (self.aside[*goal].take(), self.base[*goal]) else { return };
                let cards = std::mem::take(&mut self.desk.piles[from]);
                let (pile, onto) = (self.desk.pile(&cards), self.desk.pile(&self.desk.piles[base]));
                self.desk.piles[base].extend(cards);
                let made = self.desk.pile(&self.desk.piles[base]);
                self.desk.steps.push(Step::Join { pile, onto, made });
            }
        }
    }

    /// Puts cards to their final meld; what lay there before, if anything, and what lies there now.
    fn arrive(&mut self, goal: usize, cards: &[usize]) -> (Option<super::Pile>, super::Pile) {
        let (target, _) = self.target(goal, cards);
        let onto = target.map(|pile| self.desk.pile(&self.desk.piles[pile]));
        for &id in cards {
            self.desk.cards[id].role = self.desk.cards[id].last_role;
        }
        let pile = target.unwrap_or_else(|| {
            self.desk.piles.push(Vec::new());
            let pile = self.desk.piles.len() - 1;
            let slot = if self.base[goal].is_some() { &mut self.aside[goal] } else { &mut self.base[goal] };
            *slot = Some(pile);
            pile
        });
        self.desk.piles[pile].extend(cards);
        (onto, self.desk.pile(&self.desk.piles[pile]))
    }

    fn make_part(&mut self, pile: usize, goal: usize, cards: &[usize]) {
        let from = self.desk.pile(&self.desk.piles[pile]);
        let tiles = self.desk.pile(cards).tiles().to_vec();
        let turned = cards.iter().any(|&id| self.desk.cards[id].role != self.desk.cards[id].last_role);
        self.desk.piles[pile].retain(|id| !cards.contains(id));
        let left = self.desk.pile(&self.desk.piles[pile]);
        let (onto, made) = self.arrive(goal, cards);
        let whole = left.tiles().is_empty();
        let step = match onto {
            Some(onto) if whole => Step::Join { pile: from, onto, made },
            // A pile that goes nowhere else stays where it is.
            None if whole && !turned => return,
            None if whole => Step::Shift { from, made },
            None if cards.len() > 1 && !turned => match self.cut(pile, cards) {
                Some(true) => Step::Split { from, parts: [made, left] },
                Some(false) => Step::Split { from, parts: [left, made] },
                None => Step::Take { cards: tiles, from, left, onto: None, made },
            },
            onto => Step::Take { cards: tiles, from, left, onto, made },
        };
        self.desk.steps.push(step);
    }

    /// Whether cards taken out of a run were its lower end (true) or its upper (false).
    fn cut(&self, pile: usize, cards: &[usize]) -> Option<bool> {
        let run = |ids: &[usize]| -> Option<(Tile, Tile)> {
            let tiles: Option<Vec<Tile>> = ids
                .iter()
                .map(|&id| if let Role::Card(tile) = self.desk.cards[id].role { Some(tile) } else { None })
                .collect();
            let tiles = tiles?;
            let (low, high) = (*tiles.iter().min()?, *tiles.iter().max()?);
            let even = low.color() == high.color() && usize::from(high.code() - low.code()) + 1 == tiles.len();
            even.then_some((low, high))
        };
        let (gone, left) = (run(cards)?, run(&self.desk.piles[pile])?);
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
