//! The question and the answer.

use std::time::Duration;

use super::objective::Objective;
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::Tiles;

/// A position and what is asked about it.
///
/// ```
/// use rummy_fast::{Problem, Rules, Solver, Table};
/// let rules = Rules::schmidt();
/// let table = Table::parse("g2 g3 g4 g5", &rules)?;
/// let hand = "g6 y2 b2".parse()?;
/// let play = Solver::new().solve(&Problem::new(&rules, &table, &hand).tidy(true), &mut || false)?;
/// assert_eq!(play.tiles.to_string(), "y2 g6 b2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
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
    /// Whether to choose, among the best plays, one that touches the fewest melds of the table; among the plays of the
    /// same tiles if [`candidates`](super::Solver::candidates) are listed.
    pub tidy: bool,
    /// How long the search may take.
    pub limit: Option<Duration>,
}

impl<'a> Problem<'a> {
    /// Asks a player who has opened for the play with the most tiles, without a limit.
    #[must_use]
    pub const fn new(rules: &'a Rules, table: &'a Table, hand: &'a Tiles) -> Self {
        let objective = &Objective::Tiles;
        Self { rules, table, hand, opened: true, objective, tidy: false, limit: None }
    }

    /// Sets whether the player has opened (rule 11).
    #[must_use]
    pub const fn opened(self, opened: bool) -> Self {
        Self { opened, ..self }
    }

    /// Sets what a play is judged by.
    #[must_use]
    pub const fn objective(self, objective: &'a Objective) -> Self {
        Self { objective, ..self }
    }

    /// Sets whether to choose, among the best plays, one that touches the fewest melds of the table.
    #[must_use]
    pub const fn tidy(self, tidy: bool) -> Self {
        Self { tidy, ..self }
    }

    /// Sets how long the search may take.
    #[must_use]
    pub const fn limit(self, limit: Option<Duration>) -> Self {
        Self { limit, ..self }
    }

    /// What a play of these tiles reaches by the first criterion of the objective.
    pub(super) fn value(&self, tiles: &Tiles) -> u64 {
        self.objective.value(tiles, self.rules.joker_penalty)
    }
}

/// The answer: what to play, and the table after the turn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Play {
    /// The tiles played from the hand; empty when nothing can be played.
    pub tiles: Tiles,
    /// The table after the turn.
    pub table: Table,
    /// Whether the play is proven to be the best; false only if the search stopped early.
    pub proven: bool,
    /// The most that any play can reach, by [`Objective::value`]: what this play reaches if it is known that nothing
    /// reaches more. Only [`Solver::solve`](super::Solver::solve) sets it.
    pub upper_bound: u64,
    /// The number of nodes that [`Solver::solve`](super::Solver::solve) visited: a measure of its work that does not
    /// depend on the machine.
    pub nodes: u64,
}

impl Play {
    /// The play without tiles.
    pub(super) fn nothing(table: &Table) -> Self {
        Self { table: table.clone(), proven: true, ..Self::default() }
    }

    /// The play that leads from one table to another.
    pub(super) fn between(before: &Table, after: Table) -> Self {
        let mut played = after.tiles();
        for meld in before.melds() {
            meld.for_each_tile(|tile| {
                played.remove(tile);
            });
        }
        Self { tiles: played, table: after, proven: true, ..Self::default() }
    }
}
