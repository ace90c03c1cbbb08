//! The question and the answer.

use std::time::Duration;

use super::objective::Objective;
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::Tiles;

/// A position and what is asked about it.
#[derive(Debug, Clone)]
pub struct Problem<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The table before the turn.
    pub table: &'a Table,
    /// The tiles of the player.
    pub hand: &'a Tiles,
    /// Whether the player has opened (rule 11).
    pub opened: bool,
    /// What a play is judged by.
    pub objective: &'a Objective,
    /// Whether to choose, among the best plays, one that touches the fewest melds of the table.
    pub tidy: bool,
    /// How long the search may take.
    pub limit: Option<Duration>,
}

/// The answer: what to play, and the table after the turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    /// The tiles played from the hand; empty when nothing can be played.
    pub tiles: Tiles,
    /// The table after the turn.
    pub table: Table,
    /// Whether the play is proven to be the best; false only if the search stopped early.
    pub proven: bool,
}

impl Play {
    /// The play without tiles.
    pub(super) fn nothing(table: &Table) -> Self {
        Self { tiles: Tiles::new(), table: table.clone(), proven: true }
    }

    /// The play that leads from one table to another.
    pub(super) fn between(before: &Table, after: Table) -> Self {
        let mut played = after.tiles();
        for meld in before.melds() {
            meld.for_each_tile(|tile| {
                played.remove(tile);
            });
        }
        Self { tiles: played, table: after, proven: true }
    }
}
