//! What a round refuses.

use crate::table::InvalidTableError;
use crate::tile::Tile;
use crate::turn::IllegalTurnError;

use super::Event;

/// Why a round cannot begin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RoundError {
    /// More or fewer seats than the rules allow (rule 2).
    #[error("{seats} seats: these rules are for {least} to {most} players (rule 2)")]
    Seats {
        /// How many there were.
        seats: usize,
        /// Fewest players.
        least: u8,
        /// Most players.
        most: u8,
    },
    /// The deck does not go round (rule 2).
    #[error("{seats} seats with {hand_size} cards each need {}: the deck has {deck} (rules 1 and 2)", seats * hand_size)]
    DeckTooSmall {
        /// How many seats there were.
        seats: usize,
        /// Cards of each.
        hand_size: usize,
        /// Cards of the deck.
        deck: usize,
    },
    /// A seat that does not exist.
    #[error("{field} = {seat}: this round has seats 0 to {}", seats.saturating_sub(1))]
    NoSuchSeat {
        /// What was to be this seat.
        field: &'static str,
        /// The seat.
        seat: usize,
        /// How many there are.
        seats: usize,
    },
    /// Not one word for each seat about whether it has opened.
    #[error("opened has {found} entries for {seats} seats")]
    Opened {
        /// How many there were.
        found: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// A hand without cards: the round would be over (rule 16).
    #[error("seat {seat} holds no card: the round would be over (rule 16)")]
    EmptyHand {
        /// The seat.
        seat: usize,
    },
    /// More of a card than the deck has (rule 1).
    #[error("{found} of {card} in the hands, on the table and in the pile together: the deck has {most} (rule 1)")]
    TooManyOfCard {
        /// The card.
        card: Tile,
        /// How many there were.
        found: u8,
        /// How many the deck has.
        most: u8,
    },
    /// A table that is none.
    #[error(transparent)]
    Table(#[from] InvalidTableError),
}

/// Why a turn is refused. The round is as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TurnError {
    /// Nobody plays any more (rule 16).
    #[error("the round is over (rule 16)")]
    Over,
    /// A seat that does not exist.
    #[error("seat {seat}: this round has seats 0 to {}", seats.saturating_sub(1))]
    NoSuchSeat {
        /// The seat.
        seat: usize,
        /// How many there are.
        seats: usize,
    },
    /// Another seat is to move (rule 3).
    #[error("seat {seat} is not to move: it is the turn of seat {to_move} (rule 3)")]
    WrongSeat {
        /// The seat that wanted to.
        seat: usize,
        /// The seat that may.
        to_move: usize,
    },
    /// Cards may not be laid like this (rules 10 to 15).
    #[error(transparent)]
    Illegal(#[from] IllegalTurnError),
    /// The table and the hand cannot be; a round keeps them from getting so.
    #[error(transparent)]
    Table(#[from] InvalidTableError),
    /// The pile is empty (rule 18).
    #[error("the pile is empty: there is nothing to draw (rule 18)")]
    NothingToDraw,
    /// There is a pile, so who lays nothing draws (rule 9).
    #[error("the pile has {pile} card{s}: who lays nothing draws (rule 9)", s = if *pile == 1 { "" } else { "s" })]
    CannotPass {
        /// Cards of the pile.
        pile: usize,
    },
}

impl TurnError {
    /// A name for programs, the same in every version. An illegal play has reasons with names of their own.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Over => "round_over",
            Self::NoSuchSeat { .. } => "no_such_seat",
            Self::WrongSeat { .. } => "wrong_seat",
            Self::Illegal(_) => "illegal_play",
            Self::Table(_) => "invalid_table",
            Self::NothingToDraw => "nothing_to_draw",
            Self::CannotPass { .. } => "cannot_pass",
        }
    }
}

/// Why an event cannot be repeated. The round is as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RepeatError {
    /// The turn is refused.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// It comes out otherwise.
    #[error("the {field} of this event is not what comes of the turn")]
    Differs {
        /// The first field that differs.
        field: &'static str,
        /// What comes of the turn.
        found: Box<Event>,
    },
}
