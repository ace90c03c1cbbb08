//! Errors of matches.

use crate::bots::BotNameError;
use crate::record::HeaderError;
use crate::round::{RoundError, TurnError};
use crate::wording::{Wording, not_whole, worded_errors, wording};

/// Why a match or its next round cannot begin.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum MatchError {
    /// A setting is invalid.
    Header(HeaderError),
    /// The rules or the deck do not allow so many players, or a seat does not exist.
    Round(RoundError),
    /// There is no such built-in bot.
    Bot {
        /// The seat.
        seat: usize,
        /// What is wrong with the name.
        error: BotNameError,
    },
    /// All rounds have been played (rule 16).
    Over,
    /// The current round is not over.
    RoundNotOver {
        /// The number of the round.
        number: usize,
    },
    /// A record has fewer turns.
    Turns {
        /// The number asked for.
        asked: usize,
        /// The number of turns of the record.
        most: usize,
    },
    /// There is not one player for each seat.
    Players {
        /// The number of players.
        found: usize,
        /// The number of seats.
        seats: usize,
    },
}

impl MatchError {
    /// Returns the text, which names the setting or the seat.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Header(error) => error.wording(),
            Self::Round(error) => error.wording(),
            Self::Bot { seat, error } => wording!("seat {seat}: {reason}", seat, reason = error.wording()),
            Self::Over => over(),
            Self::RoundNotOver { number } => wording!("round {number} is not over", number),
            Self::Turns { asked, most } => not_whole("turns", &asked.to_string(), 0, *most as u64),
            Self::Players { found, seats } => {
                wording!("{argument} has {found} entries for {seats} seats", argument = "bots", found, seats)
            }
        }
    }
}

impl From<HeaderError> for MatchError {
    fn from(error: HeaderError) -> Self {
        Self::Header(error)
    }
}

impl From<RoundError> for MatchError {
    fn from(error: RoundError) -> Self {
        Self::Round(error)
    }
}

/// Why a turn is refused. The match is unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatchTurnError {
    /// All rounds have been played (rule 16).
    Over,
    /// The round is over, and the next has not begun (rule 16).
    RoundOver {
        /// The number of the round.
        number: usize,
    },
    /// It is the turn of a bot.
    BotsTurn {
        /// The seat.
        seat: usize,
        /// The name of the seat.
        bot: String,
    },
    /// It is the turn of a guest.
    GuestsTurn {
        /// The seat.
        seat: usize,
    },
    /// The rules have no clock (rule 13).
    NoClock,
    /// The round refuses the turn.
    Turn(TurnError),
}

impl MatchTurnError {
    /// Returns the text, which names the seat, or the tiles and melds, and the rule.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Over => over(),
            Self::RoundOver { number } => wording!("round {number} is over (rule 16)", number),
            Self::BotsTurn { seat, bot } => {
                wording!("it is the turn of seat {seat}, and {bot} takes it", seat, bot)
            }
            Self::GuestsTurn { seat } => {
                wording!("seat {seat} belongs to a guest: pass its turn to `take`", seat)
            }
            Self::NoClock => wording!("these rules have no clock: no turn times out (rule 13)"),
            Self::Turn(error) => error.wording(),
        }
    }
}

impl From<TurnError> for MatchTurnError {
    fn from(error: TurnError) -> Self {
        Self::Turn(error)
    }
}

worded_errors!(MatchError, MatchTurnError);

fn over() -> Wording {
    wording!("the match is over (rule 16)")
}
