//! Playing on from a guess: every seat lays what it can.

use std::sync::Arc;

use crate::round::position::Position;
use crate::rules::{OpeningTable, Rules};
use crate::solver::{Objective, Problem, Solver};
use crate::tile::{Hand, Tile};

/// How a round went on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// To its end.
    Over,
    /// So far as was asked.
    Cut,
    /// It was told to stop.
    Stopped,
}

/// Plays on for at most so many turns; how it went, and how many positions were solved.
pub(super) fn play_on(
    position: &mut Position,
    solver: &mut Solver,
    turns: usize,
    stop: &mut dyn FnMut() -> bool,
) -> (End, u64) {
    let mut solved = 0;
    // For each seat, the number of the table on which it could lay nothing, and the cards drawn since.
    let mut stuck: Vec<Option<usize>> = vec![None; position.seats()];
    let mut tables = 0;
    let mut lying = position.table.cards();
    for _ in 0..turns {
        if position.outcome.is_some() {
            return (End::Over, solved);
        }
        if stop() {
            return (End::Stopped, solved);
        }
        let seat = position.to_move;
        let rules = position.rules;
        let hand = &position.hands[seat];
        let opened = position.opened[seat];
        let own_only = !opened && rules.opening_table == OpeningTable::NextTurn;
        let drawn = position.stock.get(position.drawn.wrapping_sub(1)).copied();
        let _ = drawn;
        let hopeless =
            if own_only { none_melds(hand, hand, &rules) } else { none_melds(hand, &lying.plus(hand), &rules) };
        if hopeless {
            position.draw(1);
            continue;
        }
        let problem = Problem {
            rules: &rules,
            table: &position.table,
            hand,
            opened,
            objective: &Objective::Tiles,
            tidy: false,
            limit: None,
        };
        let play = solver.best(&problem, stop);
        solved += 1;
        if play.laid.is_empty() {
            stuck[seat] = Some(tables);
            position.draw(1);
        } else {
            tables += 1;
            lying = lying.plus(&play.laid);
            position.lay(&play.laid, Arc::new(play.table));
        }
    }
    (if position.outcome.is_some() { End::Over } else { End::Cut }, solved)
}

/// Whether no card of the hand can be in a meld of these cards.
fn none_melds(hand: &Hand, cards: &Hand, rules: &Rules) -> bool {
    hand.kinds().all(|(tile, _)| !melds(tile, cards, rules))
}

/// Whether a card can be in a meld of these cards.
pub(super) fn melds(tile: Tile, cards: &Hand, rules: &Rules) -> bool {
    let Some((color, value)) = tile.natural() else { return true };
    let (deck, shortest) = (&rules.deck, usize::from(rules.shortest_meld));
    let jokers = usize::from(cards.jokers());
    let color = color.index() as u8;
    let same = (0..deck.colors).filter(|&other| cards.count(Tile::at(other, value)) > 0).count();
    if usize::from(deck.colors) >= shortest && same + jokers >= shortest {
        return true;
    }
    let first = value.saturating_sub(rules.shortest_meld - 1).max(1);
    (first..=value).take_while(|first| first + rules.shortest_meld <= deck.values + 1).any(|first| {
        let there = (first..first + rules.shortest_meld).filter(|&at| cards.count(Tile::at(color, at)) > 0).count();
        there + jokers >= shortest
    })
}
