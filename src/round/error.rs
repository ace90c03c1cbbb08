//! Errors of rounds.

use super::event::Event;
use crate::table::InvalidTableError;
use crate::tile::Tile;
use crate::turn::{CheckError, IllegalTurnError, Stopped};
use crate::wording::{Wording, plural, worded_errors, wording};

/// Why a round cannot begin.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RoundError {
    /// More or fewer seats than the rules allow (rule 2).
    Seats {
        /// The number of seats.
        seats: usize,
        /// The fewest players.
        least: u8,
        /// The most players.
        most: u8,
    },
    /// The deck has too few tiles for the hands (rule 2).
    DeckTooSmall {
        /// The number of seats.
        seats: usize,
        /// The tiles of each hand.
        hand_size: usize,
        /// The tiles of the deck.
        deck: usize,
    },
    /// A seat that does not exist.
    NoSuchSeat {
        /// The field that names the seat.
        field: &'static str,
        /// The seat.
        seat: usize,
        /// The number of seats.
        seats: usize,
    },
    /// `opened` does not have one entry for each seat.
    Opened {
        /// The number of entries.
        found: usize,
        /// The number of seats.
        seats: usize,
    },
    /// A hand is empty: the round would be over (rule 16).
    EmptyHand {
        /// The seat.
        seat: usize,
    },
    /// There are more of a tile than the deck has (rule 1).
    TooManyOfTile {
        /// The tile.
        tile: Tile,
        /// How many there were.
        found: u8,
        /// How many the deck has.
        most: u8,
    },
    /// The table is invalid.
    Table(InvalidTableError),
}

impl RoundError {
    /// Returns the text, which names the field, seat or tile and the rule.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Seats { seats, least, most } => {
                wording!("seats = {seats}: these rules are for {least} to {most} players (rule 2)", seats, least, most)
            }
            Self::DeckTooSmall { seats, hand_size, deck } => wording!(
                "dealing {hand_size} to each of {seats} seats takes {needed} tiles: the deck has {deck} (rules 1 and 2)",
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
            Self::Opened { found, seats } => {
                wording!("opened needs one entry for each of the {seats} seats, got {found}", seats, found)
            }
            Self::EmptyHand { seat } => {
                wording!("seat {seat} has no tiles: the round would be over (rule 16)", seat)
            }
            Self::TooManyOfTile { tile, found, most } => wording!(
                "{found} of {tile} in the hands, on the table and in the pool: the deck has {most} (rule 1)",
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

/// Why a turn is refused. The round is unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TurnError {
    /// The round is over (rule 16).
    Over,
    /// A seat that does not exist.
    NoSuchSeat {
        /// The seat.
        seat: usize,
        /// The number of seats.
        seats: usize,
    },
    /// Another seat is to move (rule 3).
    WrongSeat {
        /// The seat that tried to move.
        seat: usize,
        /// The seat to move.
        to_move: usize,
    },
    /// The play is illegal (rules 10 to 15).
    Illegal(IllegalTurnError),
    /// The table or the hand is impossible; in a round they never are.
    Table(InvalidTableError),
    /// The pool is empty (rule 18).
    NothingToDraw,
    /// The pool is not empty, so a player who plays nothing must draw (rule 9).
    CannotPass {
        /// The tiles of the pool.
        pool: usize,
    },
    /// The caller stopped the check of the turn.
    Stopped,
}

impl TurnError {
    /// Returns a name for programs, the same in every version. The reasons of an illegal play have names of their own.
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
            Self::Stopped => "stopped",
        }
    }

    /// Returns the text, which names the seat, or the tiles and melds, and the rule.
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
                "you cannot pass: the pool has {count} tile, so play or draw (rule 9)",
                "you cannot pass: the pool has {count} tiles, so play or draw (rule 9)",
                count = pool
            ),
            // Not translated: whoever stops a check knows that it was stopped.
            Self::Stopped => Wording::new("the check was stopped", None, Vec::new()),
        }
    }
}

impl From<CheckError> for TurnError {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Table(error) => Self::Table(error),
            CheckError::Stopped => Self::Stopped,
        }
    }
}

impl From<Stopped> for TurnError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
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

/// The text of a round that is over.
pub(crate) fn over() -> Wording {
    wording!("the round is over (rule 16)")
}

/// The text for a seat that does not exist, as the caller wrote it.
pub(crate) fn no_such_seat(seat: &str, seats: usize) -> Wording {
    wording!("seat {seat}: this round has seats 0 to {last}", seat, last = seats.saturating_sub(1))
}

/// The text for a seat that is not to move.
pub(crate) fn not_to_move(seat: usize, to_move: usize) -> Wording {
    wording!("it is the turn of seat {to_move}, not of seat {seat} (rule 3)", seat, to_move)
}

/// Why an event cannot be repeated. The round is unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RepeatError {
    /// The turn is refused.
    Turn(TurnError),
    /// The turn leads to another event.
    Differs {
        /// The first field that differs.
        field: &'static str,
        /// The event that the turn leads to.
        found: Box<Event>,
    },
}

impl RepeatError {
    /// Returns the text, which names the field or says why the turn is refused.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Turn(error) => error.wording(),
            Self::Differs { field, .. } => {
                wording!("this event does not match its turn in {field}", field = *field)
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
