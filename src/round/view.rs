//! Views: what one seat may see, and nothing else.

use std::sync::Arc;

use super::event::{Event, EventKind};
use super::outcome::{Ending, Outcome};
use crate::rules::{Rules, Stalemate};
use crate::table::{InvalidTableError, Table};
use crate::tile::Tiles;
use crate::wording::{Wording, worded_errors, wording};

/// What one seat may see: its hand and everything that is public, but no hidden tile and no seed.
///
/// Two rounds that differ only in what is hidden from a seat give it equal views.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct View {
    /// The seat that sees this, from 0.
    pub seat: usize,
    /// The rules.
    pub rules: Rules,
    /// The hand of the seat.
    pub hand: Tiles,
    /// The table.
    pub table: Arc<Table>,
    /// Whether each seat has opened (rule 11).
    pub opened: Vec<bool>,
    /// How many tiles each seat holds.
    pub hand_sizes: Vec<usize>,
    /// How many tiles the pool has.
    pub pool_size: usize,
    /// The seat to move; after the end, the seat that moved last.
    pub to_move: usize,
    /// The seat that began the round.
    pub starter: usize,
    /// The events so far. They may begin in the middle of a round.
    pub history: Arc<Vec<Arc<Event>>>,
    /// How the round ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
}

/// Why a view is impossible. Fields have their names in Python and JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidViewError {
    /// More or fewer seats than the rules allow (rule 2).
    Seats {
        /// The number of seats.
        seats: usize,
        /// The fewest players.
        least: u8,
        /// The most players.
        most: u8,
    },
    /// A seat that does not exist.
    NoSuchSeat {
        /// The field.
        field: &'static str,
        /// The seat.
        seat: usize,
        /// The number of seats.
        seats: usize,
    },
    /// `hand_sizes` does not have one entry for each seat.
    HandSizes {
        /// The number of entries.
        found: usize,
        /// The number of seats.
        seats: usize,
    },
    /// The table or hand is impossible.
    Table(InvalidTableError),
    /// The hand does not have the size that `hand_sizes` gives.
    OwnHand {
        /// The seat.
        seat: usize,
        /// The size of the hand.
        held: usize,
        /// The size that `hand_sizes` gives.
        expected: usize,
    },
    /// More tiles than the deck has (rule 1).
    TooManyTiles {
        /// How many there were.
        found: usize,
        /// How many the deck has.
        deck: usize,
    },
    /// A seat has no tiles left, but the round is not over (rule 16).
    NotOver {
        /// The seat.
        seat: usize,
    },
    /// An event does not fit what comes before or after it.
    History {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        fault: Wording,
    },
    /// The outcome does not follow from the tiles (rules 16 to 18).
    Outcome(Wording),
}

impl InvalidViewError {
    /// Returns the text, which names the field and the rule.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Seats { seats, least, most } => wording!(
                "opened needs {least} to {most} entries, one for each seat, got {seats} (rule 2)",
                least,
                most,
                seats
            ),
            Self::NoSuchSeat { field, seat, seats } => wording!(
                "{field} = {seat}: there are seats 0 to {last}",
                field = *field,
                seat,
                last = seats.saturating_sub(1)
            ),
            Self::HandSizes { found, seats } => {
                wording!("hand_sizes needs one entry for each of the {seats} seats, got {found}", seats, found)
            }
            Self::Table(error) => error.wording(),
            Self::OwnHand { seat, held, expected } => wording!(
                "hand_sizes says {expected} for seat {seat}, but the size of hand is {held}",
                expected,
                seat,
                held
            ),
            Self::TooManyTiles { found, deck } => wording!(
                "{found} tiles in the hands, on the table and in the pool: the deck has {deck} (rule 1)",
                found,
                deck
            ),
            Self::NotOver { seat } => {
                wording!("seat {seat} has no tiles, so outcome must say that it won (rule 16)", seat)
            }
            Self::History { number, fault } => {
                wording!("history: event {number}: {fault}", number, fault = fault.clone())
            }
            Self::Outcome(fault) => wording!("outcome: {fault}", fault = fault.clone()),
        }
    }
}

impl From<InvalidTableError> for InvalidViewError {
    fn from(error: InvalidTableError) -> Self {
        Self::Table(error)
    }
}

worded_errors!(InvalidViewError);

impl View {
    /// Returns the number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.opened.len()
    }

    /// Returns whether this seat has opened (rule 11).
    #[must_use]
    pub fn has_opened(&self) -> bool {
        self.opened.get(self.seat).copied().unwrap_or(false)
    }

    /// Returns how many turns in a row, up to now, no tile was played or drawn. The round is over when all seats
    /// have had such a turn (rule 18).
    #[must_use]
    pub fn idle(&self) -> usize {
        self.history.iter().rev().take_while(|event| event.tiles.is_empty() && event.drawn == 0).count()
    }

    /// The unseen tiles: those of the other hands, of the pool, and any out of play.
    pub(crate) fn unseen(&self) -> Tiles {
        let seen = self.table.tiles().plus(&self.hand);
        let deck = self.rules.deck;
        let left = |tile| usize::from(deck.count(tile).saturating_sub(seen.count(tile)));
        deck.kinds().flat_map(|tile| std::iter::repeat_n(tile, left(tile))).collect()
    }

    /// Checks that this view is possible. A view from a round always is; this is for views from a file or from
    /// elsewhere.
    ///
    /// # Errors
    /// If it is impossible, with the first fault.
    pub fn check(&self) -> Result<(), InvalidViewError> {
        let seats = self.seats();
        let (least, most) = self.rules.players;
        if !(usize::from(least)..=usize::from(most)).contains(&seats) {
            return Err(InvalidViewError::Seats { seats, least, most });
        }
        for (field, seat) in [("seat", self.seat), ("to_move", self.to_move), ("starter", self.starter)] {
            if seat >= seats {
                return Err(InvalidViewError::NoSuchSeat { field, seat, seats });
            }
        }
        if self.hand_sizes.len() != seats {
            return Err(InvalidViewError::HandSizes { found: self.hand_sizes.len(), seats });
        }
        self.table.check(&self.hand, &self.rules)?;
        let (held, expected) = (self.hand.len(), self.hand_sizes[self.seat]);
        if held != expected {
            return Err(InvalidViewError::OwnHand { seat: self.seat, held, expected });
        }
        let hands = self.hand_sizes.iter().fold(0, |sum: usize, &size| sum.saturating_add(size));
        let (found, deck) =
            (hands.saturating_add(self.pool_size).saturating_add(self.table.tile_count()), self.rules.deck.size());
        if found > deck {
            return Err(InvalidViewError::TooManyTiles { found, deck });
        }
        self.check_outcome()?;
        self.check_history()
    }

    fn check_outcome(&self) -> Result<(), InvalidViewError> {
        let out = self.hand_sizes.iter().position(|&size| size == 0);
        let Some(outcome) = &self.outcome else {
            return out.map_or(Ok(()), |seat| Err(InvalidViewError::NotOver { seat }));
        };
        let rules = &self.rules;
        let wrong = |fault| Err(InvalidViewError::Outcome(fault));
        if outcome.left.len() != self.seats() {
            return wrong(wording!("left needs one entry for each seat"));
        }
        match outcome.ending {
            Ending::Out { seat } | Ending::Closed { seat } => {
                let empty = self.hand_sizes.iter().filter(|&&size| size == 0).count();
                if out != Some(seat) || empty != 1 {
                    return wrong(wording!("the seat that went out must be the only one without tiles (rule 16)"));
                }
                if seat != self.to_move {
                    return wrong(wording!("the seat that went out must be to_move, the seat that moved last"));
                }
                if matches!(outcome.ending, Ending::Closed { .. }) && !rules.closing_hand {
                    return wrong(wording!("a round cannot end closed while closing_hand is off (rule 17)"));
                }
            }
            Ending::Stalemate | Ending::Void => {
                if let Some(seat) = out {
                    return Err(InvalidViewError::NotOver { seat });
                }
                if self.pool_size > 0 && rules.timeout_draw > 0 {
                    return wrong(wording!("all seats have passed, but the pool is not empty (rule 18)"));
                }
                if (outcome.ending == Ending::Void) != (rules.stalemate == Stalemate::Void) {
                    return wrong(wording!("the ending does not match the option stalemate (rule 18)"));
                }
            }
        }
        if outcome.left[self.seat] != self.hand.points(rules.joker_penalty) {
            return wrong(wording!("left does not match the points of the hand (rule 16)"));
        }
        let dearest = u64::from(rules.deck.values).max(rules.joker_penalty.into());
        let beyond = |(&left, &size): (&u32, &usize)| u64::from(left) > dearest * size as u64;
        if outcome.left.iter().zip(&self.hand_sizes).any(beyond) {
            return wrong(wording!("left has more points than a hand of that size can have (rule 16)"));
        }
        let counted = Outcome::count(outcome.ending, outcome.left.clone(), &self.hand_sizes, self.starter);
        if *outcome != counted {
            return wrong(wording!("winners and scores do not follow from left (rules 16 to 18)"));
        }
        Ok(())
    }

    fn check_history(&self) -> Result<(), InvalidViewError> {
        let seats = self.seats();
        // The event before; `None` at first, since a history may begin in the middle.
        let mut before: Option<&Event> = None;
        let mut sizes: Vec<Option<usize>> = vec![None; seats];
        for (index, event) in self.history.iter().enumerate() {
            let wrong = |fault| Err(InvalidViewError::History { number: index + 1, fault });
            let Some(size) = sizes.get_mut(event.seat) else { return wrong(wording!("its seat does not exist")) };
            if event.table.check(&Tiles::new(), &self.rules).is_err() {
                return wrong(wording!("its table is impossible under these rules"));
            }
            let penalty = event.drawn <= usize::from(self.rules.timeout_draw);
            let (played, drawn) = (event.tiles.len(), event.drawn);
            let good = match event.kind {
                EventKind::Play => played > 0 && drawn == 0,
                EventKind::Draw => played == 0 && drawn == 1,
                EventKind::Pass => played == 0 && drawn == 0 && event.pool_size == 0,
                EventKind::Timeout => {
                    if played > 0 {
                        drawn == 0
                    } else {
                        penalty
                    }
                }
                EventKind::Forfeit => played == 0 && penalty,
            };
            if !good {
                return wrong(wording!("the tiles played and drawn do not match its kind (rules 9, 13 and 18)"));
            }
            let tiles: Tiles = event.tiles.iter().copied().collect();
            if !event.table.tiles().contains(&tiles) {
                return wrong(wording!("the tiles played are not on its table"));
            }
            if size.is_some_and(|size| size.saturating_add(drawn) != event.hand_size.saturating_add(played)) {
                return wrong(wording!("hand_size does not follow from the tiles played and drawn"));
            }
            *size = Some(event.hand_size);
            if played > 0 && !self.opened[event.seat] {
                return wrong(wording!("its seat played tiles, so opened must be true for it (rule 11)"));
            }
            if let Some(before) = before {
                if event.seat != (before.seat + 1) % seats {
                    return wrong(wording!("it is not the turn of its seat (rule 3)"));
                }
                let same = played > 0 || event.table == before.table;
                if !same || event.table.tiles() != before.table.tiles().plus(&tiles) {
                    return wrong(wording!("its table is not the one before plus the tiles played (rule 10)"));
                }
                if before.pool_size != event.pool_size.saturating_add(drawn) {
                    return wrong(wording!("pool_size does not follow from the tiles drawn"));
                }
            }
            before = Some(event);
        }
        let Some(last) = before else { return Ok(()) };
        let wrong = |fault| Err(InvalidViewError::History { number: self.history.len(), fault });
        let next = if self.outcome.is_some() { last.seat } else { (last.seat + 1) % seats };
        if next != self.to_move {
            return wrong(wording!("to_move does not follow from its seat (rule 3)"));
        }
        if last.table != self.table || last.pool_size != self.pool_size {
            return wrong(wording!("its table or pool_size is not the current one"));
        }
        if sizes.iter().zip(&self.hand_sizes).any(|(size, now)| size.is_some_and(|size| size != *now)) {
            return wrong(wording!("hand_size of a seat's last event does not match hand_sizes"));
        }
        Ok(())
    }
}
