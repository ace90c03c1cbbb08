//! Rollouts: all seats play greedily from a sampled state, for a limited number of turns.
//!
//! See G. Tesauro and G. Galperin, *On-line Policy Improvement using Monte-Carlo Search*, NIPS 9 (1996).

use std::sync::Arc;

use crate::round::GameState;
use crate::rules::{OpeningTable, Rules};
use crate::solver::{Objective, Problem, Solver};
use crate::tile::{Tile, Tiles};

/// How a rollout ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RolloutEnd {
    /// The round is over.
    RoundOver,
    /// All turns were played.
    TurnLimit,
    /// It was interrupted.
    Interrupted,
}

/// Plays at most `turns` turns. Returns how the rollout ended and how many positions were solved.
pub(super) fn rollout(
    state: &mut GameState,
    solver: &mut Solver,
    turns: usize,
    stop: &mut dyn FnMut() -> bool,
) -> (RolloutEnd, u64) {
    let mut spent = 0;
    let mut on_table = state.table.tiles();
    let mut plays = 0;
    // For each seat that could not play on its last turn: the number of plays before that turn, and the tile drawn.
    let mut blocked: Vec<Option<(usize, Option<Tile>)>> = vec![None; state.seats()];
    for _ in 0..turns {
        if state.outcome.is_some() {
            return (RolloutEnd::RoundOver, spent);
        }
        if stop() {
            return (RolloutEnd::Interrupted, spent);
        }
        let (seat, rules) = (state.to_move, state.rules);
        let opened = state.opened[seat];
        let hand_only = !opened && rules.opening_table == OpeningTable::NextTurn;
        let hand = &state.hands[seat];
        let available = if hand_only { hand.clone() } else { on_table.plus(hand) };
        let cannot_play = match blocked[seat] {
            // On the same table, only a play with the tile drawn since is possible.
            Some((then, drawn)) if hand_only || then == plays => {
                drawn.is_none_or(|tile| !can_meld(tile, &available, &rules))
            }
            _ => hand.kinds().all(|(tile, _)| !can_meld(tile, &available, &rules)),
        };
        if !cannot_play {
            let objective = &Objective::Tiles;
            let table = &state.table;
            let play =
                solver.best(&Problem { rules: &rules, table, hand, opened, objective, tidy: false, limit: None }, stop);
            spent += 1;
            if !play.tiles.is_empty() {
                plays += 1;
                blocked[seat] = None;
                on_table = on_table.plus(&play.tiles);
                state.play(&play.tiles, Arc::new(play.table));
                continue;
            }
        }
        blocked[seat] = Some((plays, state.pool().first().copied()));
        state.draw(1);
    }
    (if state.outcome.is_some() { RolloutEnd::RoundOver } else { RolloutEnd::TurnLimit }, spent)
}

/// Whether a tile can be part of a meld of these tiles.
pub(super) fn can_meld(tile: Tile, tiles: &Tiles, rules: &Rules) -> bool {
    let Some((color, value)) = tile.natural() else { return true };
    let (deck, shortest) = (&rules.deck, usize::from(rules.shortest_meld));
    let jokers = usize::from(tiles.jokers());
    let color = color.index() as u8;
    let same = deck.colors.iter().filter(|other| tiles.count(Tile::at(other.index() as u8, value)) > 0).count();
    if deck.colors.len() >= shortest && same + jokers >= shortest {
        return true;
    }
    let first = value.saturating_sub(rules.shortest_meld - 1).max(1);
    (first..=value).take_while(|first| first + rules.shortest_meld <= deck.values + 1).any(|first| {
        let there = (first..first + rules.shortest_meld).filter(|&at| tiles.count(Tile::at(color, at)) > 0).count();
        there + jokers >= shortest
    })
}
