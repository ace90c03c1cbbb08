//! What a round refuses.

use crate::table::InvalidTableError;
use crate::tile::Tile;
use crate::turn::IllegalTurnError;
use crate::wording::{Wording, plural, worded_errors, wording};

use super::Event;

/// Why a round cannot begin.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RoundError {
    /// More or fewer seats than the rules allow (rule 2).
    Seats {
        /// How many there were.
        seats: usize,
        /// Fewest players.
        least: u8,
        /// Most players.
        most: u8,
    },
    /// The deck does not go round (rule 2).
    DeckTooSmall {
        /// How many seats there were.
        seats: usize,
        /// Tiles of each.
        hand_size: usize,
        /// Tiles of the deck.
        deck: usize,
    },
    /// A seat that does not exist.
    NoSuchSeat {
        /// What was to be this seat.
        field: &'static str,
        /// The seat.
        seat: usize,
        /// How many there are.
        seats: usize,
    },
    /// Not one word for each seat about whether it has opened.
    Opened {
        /// How many there were.
        found: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// A hand without tiles: the round would be over (rule 16).
    EmptyHand {
        /// The seat.
        seat: usize,
    },
    /// More of a tile than the deck has (rule 1).
    TooManyOfTile {
        /// The tile.
        tile: Tile,
        /// How many there were.
        found: u8,
        /// How many the deck has.
        most: u8,
    },
    /// A table that is none.
    Table(InvalidTableError),
}

impl RoundError {
    /// The sentence that names the field, seat or tile and the rule.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Seats { seats, least, most } => {
                wording!("{seats} seats: these rules are for {least} to {most} players (rule 2)", seats, least, most)
            }
            Self::DeckTooSmall { seats, hand_size, deck } => wording!(
                "{seats} seats with {hand_size} tiles each need {needed}: the deck has {deck} (rules 1 and 2)",
                seats,
                hand_size,
                needed = seats.saturating_mul(*hand_size),
                deck
            ),
            Self::NoSuchSeat { field, seat, seats } => wording!(
                "{field} = {seat}: this round has seats 0 to {last}",
                field = *field,
                seat,
                last = seats.saturating_sub(1)
            ),
            Self::Opened { found, seats } => wording!("opened has {found} entries for {seats} seats", found, seats),
            Self::EmptyHand { seat } => {
                wording!("seat {seat} holds no tile: the round would be over (rule 16)", seat)
            }
            Self::TooManyOfTile { tile, found, most } => wording!(
                "{found} of {tile} in the hands, on the table and in the pool together: the deck has {most} (rule 1)",
                found,
                tile,
                most
            ),
            Self::Table(error) => error.wording(),
        }
    }
}

impl From<InvalidTableError> for RoundError {
    fn from(error: InvalidTableError) -> Self {
        Self::Table(error)
    }
}

/// Why a turn is refused. The round is as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TurnError {
    /// Nobody plays any more (rule 16).
    Over,
    /// A seat that does not exist.
    NoSuchSeat {
        /// The seat.
        seat: usize,
        /// How many there are.
        seats: usize,
    },
    /// Another seat is to move (rule 3).
    WrongSeat {
        /// The seat that wanted to.
        seat: usize,
        /// The seat that may.
        to_move: usize,
    },
    /// Tiles may not be played like this (rules 10 to 15).
    Illegal(IllegalTurnError),
    /// The table and the hand cannot be; a round keeps them from getting so.
    Table(InvalidTableError),
    /// The pool is empty (rule 18).
    NothingToDraw,
    /// There is a pool, so who plays nothing draws (rule 9).
    CannotPass {
        /// Tiles of the pool.
        pool: usize,
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

    /// The sentence that names the seat, or the tiles and melds, and the rule.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Over => over(),
            Self::NoSuchSeat { seat, seats } => no_such_seat(&seat.to_string(), *seats),
            Self::WrongSeat { seat, to_move } => not_to_move(*seat, *to_move),
            Self::Illegal(error) => error.wording(),
            Self::Table(error) => error.wording(),
            Self::NothingToDraw => wording!("the pool is empty: there is nothing to draw (rule 18)"),
            Self::CannotPass { pool } => plural!(
                "the pool has {count} tile: who plays nothing draws (rule 9)",
                "the pool has {count} tiles: who plays nothing draws (rule 9)",
                count = pool
            ),
        }
    }
}

impl From<IllegalTurnError> for TurnError {
    fn from(error: IllegalTurnError) -> Self {
        Self::Illegal(error)
    }
}

impl From<InvalidTableError> for TurnError {
    fn from(error: InvalidTableError) -> Self {
        Self::Table(error)
    }
}

/// Nobody plays any more.
pub(crate) fn over() -> Wording {
    wording!("the round is over (rule 16)")
}

/// A seat, as it was written, that this round does not have.
pub(crate) fn no_such_seat(seat: &str, seats: usize) -> Wording {
    wording!("seat {seat}: this round has seats 0 to {last}", seat, last = seats.saturating_sub(1))
}

/// A seat whose turn it is not.
pub(crate) fn not_to_move(seat: usize, to_move: usize) -> Wording {
    wording!("seat {seat} is not to move: it is the turn of seat {to_move} (rule 3)", seat, to_move)
}

/// Why an event cannot be repeated. The round is as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RepeatError {
    /// The turn is refused.
    Turn(TurnError),
    /// It comes out otherwise.
    Differs {
        /// The first field that differs.
        field: &'static str,
        /// What comes of the turn.
        found: Box<Event>,
    },
}

impl RepeatError {
    /// The sentence that names the field, or why the turn is refused.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Turn(error) => error.wording(),
            Self::Differs { field, .. } => {
                wording!("the {field} of this event is not what comes of the turn", field = *field)
            }
        }
    }
}

impl From<TurnError> for RepeatError {
    fn from(error: TurnError) -> Self {
        Self::Turn(error)
    }
}

worded_errors!(RoundError, TurnError, RepeatError);
