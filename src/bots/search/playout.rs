//! Playing on from a guess: every seat plays what it can.

use std::sync::Arc;

use crate::round::position::Position;
use crate::rules::{OpeningTable, Rules};
use crate::solver::{Objective, Problem, Solver};
use crate::tile::{Tile, Tiles};

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
    let mut spent = 0;
    let mut lying = position.table.tiles();
    // How often tiles were played, and for each seat what that was when it last could play nothing, and the tile it
    // then drew.
    let mut tables = 0;
    let mut stuck: Vec<Option<(usize, Option<Tile>)>> = vec![None; position.seats()];
    for _ in 0..turns {
        if position.outcome.is_some() {
            return (End::Over, spent);
        }
        if stop() {
            return (End::Stopped, spent);
        }
        let (seat, rules) = (position.to_move, position.rules);
        let opened = position.opened[seat];
        let own_only = !opened && rules.opening_table == OpeningTable::NextTurn;
        let hand = &position.hands[seat];
        let around = if own_only { hand.clone() } else { lying.plus(hand) };
        let hopeless = match stuck[seat] {
            // What could not be played then can only be played with the tile drawn since.
            Some((table, drawn)) if own_only || table == tables => {
                drawn.is_none_or(|tile| !melds(tile, &around, &rules))
            }
            _ => hand.kinds().all(|(tile, _)| !melds(tile, &around, &rules)),
        };
        if !hopeless {
            let objective = &Objective::Tiles;
            let table = &position.table;
            let play =
                solver.best(&Problem { rules: &rules, table, hand, opened, objective, tidy: false, limit: None }, stop);
            spent += 1;
            if !play.tiles.is_empty() {
                tables += 1;
                stuck[seat] = None;
                lying = lying.plus(&play.tiles);
                position.play(&play.tiles, Arc::new(play.table));
                continue;
            }
        }
        stuck[seat] = Some((tables, position.pool().first().copied()));
        position.draw(1);
    }
    (if position.outcome.is_some() { End::Over } else { End::Cut }, spent)
}

/// Whether a tile can be in a meld of these tiles.
pub(super) fn melds(tile: Tile, tiles: &Tiles, rules: &Rules) -> bool {
    let Some((color, value)) = tile.natural() else { return true };
    let (deck, shortest) = (&rules.deck, usize::from(rules.shortest_meld));
    let jokers = usize::from(tiles.jokers());
    let color = color.index() as u8;
    let same = (0..deck.colors).filter(|&other| tiles.count(Tile::at(other, value)) > 0).count();
    if usize::from(deck.colors) >= shortest && same + jokers >= shortest {
        return true;
    }
    let first = value.saturating_sub(rules.shortest_meld - 1).max(1);
    (first..=value).take_while(|first| first + rules.shortest_meld <= deck.values + 1).any(|first| {
        let there = (first..first + rules.shortest_meld).filter(|&at| tiles.count(Tile::at(color, at)) > 0).count();
        there + jokers >= shortest
    })
}
