//! The state of a round without its history: small and quick to copy.
//!
//! The caller makes sure that each turn is legal. [`Round`](crate::Round) checks it; rollouts take their plays from
//! the solver.

use std::sync::Arc;

use super::outcome::{Ending, Outcome};
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::{Tile, Tiles};

/// The state of a round without its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GameState {
    pub(crate) rules: Rules,
    pub(crate) hands: Vec<Tiles>,
    pub(crate) table: Arc<Table>,
    /// The pool at the start of the round, in drawing order.
    pub(crate) full_pool: Arc<[Tile]>,
    /// How many of its tiles have been drawn.
    pub(crate) drawn: usize,
    pub(crate) opened: Vec<bool>,
    pub(crate) starter: usize,
    /// The seat to move; after the end, the seat that moved last.
    pub(crate) to_move: usize,
    /// Turns in a row in which no tile was played or drawn.
    pub(crate) idle: usize,
    pub(crate) outcome: Option<Outcome>,
}

impl GameState {
    /// The tiles left in the pool, in drawing order.
    pub(crate) fn pool(&self) -> &[Tile] {
        self.full_pool.get(self.drawn..).unwrap_or_default()
    }

    pub(crate) const fn seats(&self) -> usize {
        self.hands.len()
    }

    /// Plays these tiles from the hand, which makes this table.
    pub(crate) fn play(&mut self, played: &Tiles, after: Arc<Table>) {
        let seat = self.to_move;
        let hand = self.hands[seat].minus(played);
        // Rule 17: the whole hand at once, as the first play, without changing the table.
        let closes =
            self.rules.closing_hand && !self.opened[seat] && hand.is_empty() && is_unchanged_in(&self.table, &after);
        let out = hand.is_empty();
        self.hands[seat] = hand;
        self.opened[seat] = true;
        self.table = after;
        self.idle = 0;
        match (out, closes) {
            (false, _) => self.advance(),
            (true, false) => self.end(Ending::Out { seat }),
            (true, true) => self.end(Ending::Closed { seat }),
        }
    }

    /// Draws up to `most` tiles and returns how many. Drawing none is a pass.
    pub(crate) fn draw(&mut self, most: usize) -> usize {
        let pool = self.full_pool.get(self.drawn..).unwrap_or_default();
        let tiles = &pool[..most.min(pool.len())];
        for &tile in tiles {
            self.hands[self.to_move].add(tile);
        }
        let count = tiles.len();
        self.drawn += count;
        self.idle = if count == 0 { self.idle + 1 } else { 0 };
        if self.idle >= self.seats() {
            self.end(Ending::when_all_pass(&self.rules));
        } else {
            self.advance();
        }
        count
    }

    fn advance(&mut self) {
        self.to_move = (self.to_move + 1) % self.seats();
    }

    fn end(&mut self, ending: Ending) {
        let left = self.hands.iter().map(|hand| hand.points(self.rules.joker_penalty)).collect();
        let sizes: Vec<usize> = self.hands.iter().map(Tiles::len).collect();
        self.outcome = Some(Outcome::count(ending, left, &sizes, self.starter));
    }
}

/// Whether every meld of a table is unchanged in another table.
fn is_unchanged_in(table: &Table, after: &Table) -> bool {
    // Both tables are in canonical order.
    let mut rest = after.melds().iter();
    table.melds().iter().all(|meld| rest.any(|other| other == meld))
}
