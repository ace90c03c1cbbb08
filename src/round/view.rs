//! What one seat may see, and nothing else.

use std::sync::Arc;

use super::event::{Event, EventKind};
use super::outcome::{Ending, Outcome};
use crate::rules::{Rules, Stalemate};
use crate::table::{InvalidTableError, Table};
use crate::tile::Hand;

/// What one seat may see: its own hand and what lies open. No other card is in here, nor the seed.
///
/// Of two rounds that differ only in what is hidden from a seat, its views are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct View {
    /// The seat that sees this, from 0.
    pub seat: usize,
    /// The rules.
    pub rules: Rules,
    /// Its hand.
    pub hand: Hand,
    /// What lies on the table.
    pub table: Arc<Table>,
    /// Whether each seat has opened (rule 11).
    pub opened: Vec<bool>,
    /// How many cards each seat holds.
    pub hand_sizes: Vec<usize>,
    /// How many cards the pile has.
    pub pile_size: usize,
    /// Whose turn it is; at the end, whose the last turn was.
    pub to_move: usize,
    /// The seat that began.
    pub starter: usize,
    /// What everyone saw so far. It may begin in the middle of a round.
    pub history: Arc<Vec<Arc<Event>>>,
    /// How the round ended, if it did.
    pub outcome: Option<Outcome>,
}

/// Why there can be no such view. Fields go by their names in Python and JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidViewError {
    /// More or fewer seats than the rules allow (rule 2).
    #[error("opened: {seats} seats, but these rules are for {least} to {most} players (rule 2)")]
    Seats {
        /// How many there were.
        seats: usize,
        /// Fewest players.
        least: u8,
        /// Most players.
        most: u8,
    },
    /// A seat that does not exist.
    #[error("{field} = {seat}: there are seats 0 to {}", seats.saturating_sub(1))]
    NoSuchSeat {
        /// The field.
        field: &'static str,
        /// The seat.
        seat: usize,
        /// How many there are.
        seats: usize,
    },
    /// Not one size for each seat.
    #[error("hand_sizes has {found} entries for {seats} seats")]
    HandSizes {
        /// How many there were.
        found: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// A table or hand that cannot be.
    #[error(transparent)]
    Table(#[from] InvalidTableError),
    /// The own hand is of another size than is told.
    #[error("hand has {held} cards, but hand_sizes tells {told} for seat {seat}")]
    OwnHand {
        /// The seat.
        seat: usize,
        /// Cards of the hand.
        held: usize,
        /// What `hand_sizes` tells.
        told: usize,
    },
    /// More cards than the deck has (rule 1).
    #[error("{found} cards in the hands, on the table and in the pile together: the deck has {deck} (rule 1)")]
    TooManyCards {
        /// How many there were.
        found: usize,
        /// How many the deck has.
        deck: usize,
    },
    /// Somebody has no cards left, but the round is not over (rule 16).
    #[error("seat {seat} holds no card, but outcome does not tell that it won (rule 16)")]
    NotOver {
        /// The seat.
        seat: usize,
    },
    /// An event that cannot follow what was before it, or lead to what is after it.
    #[error("history: event {number}: {fault}")]
    History {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// An end that does not follow from the cards (rules 16 to 18).
    #[error("outcome: {0}")]
    Outcome(&'static str),
}

impl View {
    /// Number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.opened.len()
    }

    /// Whether this seat has opened (rule 11).
    #[must_use]
    pub fn has_opened(&self) -> bool {
        self.opened.get(self.seat).copied().unwrap_or(false)
    }

    /// Turns in a row, up to now, in which no card was laid and none drawn. When all seats have had such a turn
    /// the round is over (rule 18).
    #[must_use]
    pub fn idle(&self) -> usize {
        self.history.iter().rev().take_while(|event| event.laid.is_empty() && event.drawn == 0).count()
    }

    /// The cards that lie nowhere in sight: those of the other hands, of the pile, and any out of play.
    pub(crate) fn unseen(&self) -> Hand {
        let seen = self.table.cards().plus(&self.hand);
        let deck = self.rules.deck;
        let left = |tile| usize::from(deck.count(tile).saturating_sub(seen.count(tile)));
        deck.kinds().flat_map(|tile| std::iter::repeat_n(tile, left(tile))).collect()
    }

    /// Whether there can be such a view. One that a round gave is always good; this is for views that were read
    /// from a file or came from elsewhere.
    ///
    /// # Errors
    /// If not, with the first fault.
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
        let (held, told) = (self.hand.len(), self.hand_sizes[self.seat]);
        if held != told {
            return Err(InvalidViewError::OwnHand { seat: self.seat, held, told });
        }
        let hands = self.hand_sizes.iter().fold(0, |sum: usize, &size| sum.saturating_add(size));
        let (found, deck) =
            (hands.saturating_add(self.pile_size).saturating_add(self.table.len()), self.rules.deck.size());
        if found > deck {
            return Err(InvalidViewError::TooManyCards { found, deck });
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
            return wrong("left has not one entry for each seat");
        }
        match outcome.ending {
            Ending::Out { seat } | Ending::Closed { seat } => {
                let empty = self.hand_sizes.iter().filter(|&&size| size == 0).count();
                if out != Some(seat) || empty != 1 {
                    return wrong("the seat that went out is the one that holds no card (rule 16)");
                }
                if seat != self.to_move {
                    return wrong("the seat that went out is not to_move, whose the last turn was");
                }
                if matches!(outcome.ending, Ending::Closed { .. }) && !rules.closing_hand {
                    return wrong("closed, but closing_hand is off (rule 17)");
                }
            }
            Ending::Stalemate | Ending::Void => {
                if let Some(seat) = out {
                    return Err(InvalidViewError::NotOver { seat });
                }
                if self.pile_size > 0 && rules.overtime_draw > 0 {
                    return wrong("all have passed, but there is a pile (rule 18)");
                }
                if (outcome.ending == Ending::Void) != (rules.stalemate == Stalemate::Void) {
                    return wrong("the ending is not what the option stalemate says (rule 18)");
                }
            }
        }
        if outcome.left[self.seat] != self.hand.points(rules.joker_penalty) {
            return wrong("left does not tell what the hand counts (rule 16)");
        }
        let dearest = u64::from(rules.deck.values).max(rules.joker_penalty.into());
        let beyond = |(&left, &size): (&u32, &usize)| u64::from(left) > dearest * size as u64;
        if outcome.left.iter().zip(&self.hand_sizes).any(beyond) {
            return wrong("left tells more points than so many cards can count (rule 16)");
        }
        let counted = Outcome::count(outcome.ending, outcome.left.clone(), &self.hand_sizes, self.starter);
        if *outcome != counted {
            return wrong("winners and scores do not follow from left (rules 16 to 18)");
        }
        Ok(())
    }

    fn check_history(&self) -> Result<(), InvalidViewError> {
        let seats = self.seats();
        // What was known of the cards before an event; at first nothing.
        let mut before: Option<&Event> = None;
        let mut sizes: Vec<Option<usize>> = vec![None; seats];
        for (index, event) in self.history.iter().enumerate() {
            let wrong = |fault| Err(InvalidViewError::History { number: index + 1, fault });
            let Some(size) = sizes.get_mut(event.seat) else { return wrong("there is no such seat") };
            if event.table.check(&Hand::new(), &self.rules).is_err() {
                return wrong("the table cannot be under these rules");
            }
            let penalty = event.drawn <= usize::from(self.rules.overtime_draw);
            let (laid, drawn) = (event.laid.len(), event.drawn);
            let good = match event.kind {
                EventKind::Play => laid > 0 && drawn == 0,
                EventKind::Draw => laid == 0 && drawn == 1,
                EventKind::Pass => laid == 0 && drawn == 0 && event.pile_size == 0,
                EventKind::Overtime => {
                    if laid > 0 {
                        drawn == 0
                    } else {
                        penalty
                    }
                }
                EventKind::Forfeit => laid == 0 && penalty,
            };
            if !good {
                return wrong("the cards laid and drawn do not fit its kind (rules 9, 13 and 18)");
            }
            let cards: Hand = event.laid.iter().copied().collect();
            if !event.table.cards().contains(&cards) {
                return wrong("the cards laid are not on the table after it");
            }
            if size.is_some_and(|size| size.saturating_add(drawn) != event.hand_size.saturating_add(laid)) {
                return wrong("hand_size does not follow from the cards laid and drawn");
            }
            *size = Some(event.hand_size);
            if laid > 0 && !self.opened[event.seat] {
                return wrong("its seat has laid cards, but opened says otherwise (rule 11)");
            }
            if let Some(before) = before {
                if event.seat != (before.seat + 1) % seats {
                    return wrong("it is not this seat's turn (rule 3)");
                }
                let same = laid > 0 || event.table == before.table;
                if !same || event.table.cards() != before.table.cards().plus(&cards) {
                    return wrong("the table is not the one before with the cards laid (rule 10)");
                }
                if before.pile_size != event.pile_size.saturating_add(drawn) {
                    return wrong("pile_size does not follow from the cards drawn");
                }
            }
            before = Some(event);
        }
        let Some(last) = before else { return Ok(()) };
        let wrong = |fault| Err(InvalidViewError::History { number: self.history.len(), fault });
        let next = if self.outcome.is_some() { last.seat } else { (last.seat + 1) % seats };
        if next != self.to_move {
            return wrong("the seat does not lead to to_move (rule 3)");
        }
        if last.table != self.table || last.pile_size != self.pile_size {
            return wrong("the table or the pile is not the one now");
        }
        if sizes.iter().zip(&self.hand_sizes).any(|(size, now)| size.is_some_and(|size| size != *now)) {
            return wrong("hand_size of a seat's last event is not its size in hand_sizes");
        }
        Ok(())
    }
}
