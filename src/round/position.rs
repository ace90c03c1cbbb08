//! The tiles of a round and whose turn it is, without the history: small, quick to copy, and trusting.
//!
//! Whoever moves here has made sure that the turn is legal. [`Round`](super::Round) does so by asking; a bot
//! that plays on from a guess at the hidden tiles takes its plays from the solver.

use std::sync::Arc;

use super::outcome::{Ending, Outcome};
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::{Tile, Tiles};

/// The tiles of a round and whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) rules: Rules,
    pub(crate) hands: Vec<Tiles>,
    pub(crate) table: Arc<Table>,
    /// All tiles that were in the pool at the start, in the order in which they are drawn.
    pub(crate) stock: Arc<[Tile]>,
    /// How many of them have been drawn.
    pub(crate) drawn: usize,
    pub(crate) opened: Vec<bool>,
    pub(crate) starter: usize,
    /// Whose turn it is; at the end, whose the last turn was.
    pub(crate) to_move: usize,
    /// Turns in a row in which no tile was played and none drawn.
    pub(crate) idle: usize,
    pub(crate) outcome: Option<Outcome>,
}

impl Position {
    /// The tiles left in the pool, in the order in which they are drawn.
    pub(crate) fn pool(&self) -> &[Tile] {
        self.stock.get(self.drawn..).unwrap_or_default()
    }

    pub(crate) const fn seats(&self) -> usize {
        self.hands.len()
    }

    /// Plays these tiles of the hand, which makes this table.
    pub(crate) fn play(&mut self, played: &Tiles, after: Arc<Table>) {
        let seat = self.to_move;
        let hand = self.hands[seat].minus(played);
        // Rule 17: the whole hand at once, nothing before, own tiles only.
        let closes = self.rules.closing_hand && !self.opened[seat] && hand.is_empty() && lies_in(&self.table, &after);
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

    /// Draws so many tiles, or as many as there are, and says how many. Who draws none has passed.
    pub(crate) fn draw(&mut self, most: usize) -> usize {
        let pool = self.stock.get(self.drawn..).unwrap_or_default();
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

/// Whether every meld of a table lies unchanged in another. Both are in canonical order.
fn lies_in(table: &Table, after: &Table) -> bool {
    let mut rest = after.melds().iter();
    table.melds().iter().all(|meld| rest.any(|other| other == meld))
}
