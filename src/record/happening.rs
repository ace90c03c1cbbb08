//! What happens in a match, each with its lines in the record.

use std::fmt::{self, Write};
use std::sync::Arc;

use super::text::{numbers, one_line, tiles};
use crate::round::{Event, EventKind, Outcome};
use crate::tile::{Tile, Tiles};

/// Why a player has not made a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureCode {
    /// A bot raised an error.
    Raised,
    /// A bot returned something that is not a turn.
    Nonsense,
    /// The turn of a bot is against the rules.
    Illegal,
    /// The timeout of a bot came first.
    Overran,
    /// A guest gave up the turn.
    Gone,
}

impl FailureCode {
    /// Every code.
    pub const ALL: [Self; 5] = [Self::Raised, Self::Nonsense, Self::Illegal, Self::Overran, Self::Gone];

    /// Returns the name used in records, Python and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Raised => "raised",
            Self::Nonsense => "nonsense",
            Self::Illegal => "illegal",
            Self::Overran => "overran",
            Self::Gone => "gone",
        }
    }

    /// Returns the code with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.name() == name)
    }

    /// How a turn is lost for this reason.
    pub(crate) const fn kind(self) -> EventKind {
        match self {
            Self::Overran => EventKind::Timeout,
            Self::Raised | Self::Nonsense | Self::Illegal | Self::Gone => EventKind::Forfeit,
        }
    }
}

/// Why a player has not made a turn, and what happened.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Failure {
    /// A name for programs.
    pub code: FailureCode,
    /// What happened, on one line.
    message: String,
}

impl Failure {
    /// Makes one from any text, which may be long, span lines or hold unprintable characters.
    #[must_use]
    pub fn new(code: FailureCode, message: &str) -> Self {
        Self { code, message: one_line(message) }
    }

    /// Returns what happened, on one line. It may name tiles that are hidden from the other seats.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// A turn that a player lost.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The number of the round, from 1.
    pub round: usize,
    /// The number of the turn in the match, from 1.
    pub turn: usize,
    /// The seat, from 0.
    pub seat: usize,
    /// Why.
    pub failure: Failure,
}

/// A round was dealt. Not for players: `hands` are hidden from the other seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundStart {
    /// The number of the round, from 1.
    pub number: usize,
    /// The seed of its deal.
    pub seed: u64,
    /// The seat that plays first.
    pub starter: usize,
    /// The hand dealt to each seat.
    pub hands: Vec<Tiles>,
}

/// A turn was taken. Not for players: `drew` is hidden from the other seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnTaken {
    /// The number of the round, from 1.
    pub round: usize,
    /// The number of the turn in the match, from 1.
    pub number: usize,
    /// What all seats saw.
    pub event: Arc<Event>,
    /// The tiles drawn.
    pub drew: Vec<Tile>,
    /// Why the player lost the turn, if it did.
    pub failure: Option<Failure>,
}

/// The result of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundResult {
    /// The number of the round, from 1.
    pub number: usize,
    /// The seed of its deal.
    pub seed: u64,
    /// The seat that played first.
    pub starter: usize,
    /// The number of turns.
    pub turns: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// The total of each seat after this round.
    pub totals: Vec<i64>,
}

impl RoundResult {
    /// Returns the seat that won, or `None` if several seats share the win or nobody won.
    #[must_use]
    pub const fn winner(&self) -> Option<usize> {
        if let [seat] = *self.outcome.winners.as_slice() { Some(seat) } else { None }
    }
}

/// The end of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchEnd {
    /// The seats that win by the option `match_winner`; several if they tie.
    pub winners: Vec<usize>,
    /// The total score of each seat; they sum to 0.
    pub totals: Vec<i64>,
    /// The rounds each seat has won; a shared win counts for each seat that shares it.
    pub won: Vec<usize>,
}

/// Something that happened in a match. It prints as its lines in the record, each ended by a line break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// A round was dealt.
    RoundStart(RoundStart),
    /// A turn was taken.
    Turn(TurnTaken),
    /// A round ended.
    RoundEnd(RoundResult),
    /// The match ended.
    MatchEnd(MatchEnd),
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoundStart(RoundStart { number, seed, starter, hands }) => {
                writeln!(f, "round {number} seed {seed} starter {starter}")?;
                hands.iter().enumerate().try_for_each(|(seat, hand)| writeln!(f, "deal {seat} {hand}"))
            }
            Self::Turn(taken) => writeln!(f, "{}", turn_line(taken)),
            Self::RoundEnd(RoundResult { number, outcome, totals, .. }) => writeln!(
                f,
                "end {number} {} winners {} left {} scores {} totals {}",
                outcome.ending.name(),
                numbers(&outcome.winners),
                numbers(&outcome.left),
                numbers(&outcome.scores),
                numbers(totals)
            ),
            Self::MatchEnd(MatchEnd { winners, totals, won }) => {
                writeln!(f, "result winners {} totals {} won {}", numbers(winners), numbers(totals), numbers(won))
            }
        }
    }
}

/// Writes a turn as a line.
fn turn_line(taken: &TurnTaken) -> String {
    let event = &taken.event;
    let action = match event.kind {
        EventKind::Play => "plays",
        EventKind::Draw => "draws",
        EventKind::Pass => "passes",
        EventKind::Timeout if event.tiles.is_empty() => "timeout draws",
        EventKind::Timeout => "timeout keeps",
        EventKind::Forfeit => "forfeits draws",
    };
    let mut line = format!("turn {} seat {} {action}", taken.number, event.seat);
    // Writing to a String cannot fail.
    if !event.tiles.is_empty() {
        let _ = write!(line, " {}: {}", tiles(&event.tiles), event.table);
    } else if event.kind != EventKind::Pass {
        let _ = write!(line, " {}", tiles(&taken.drew));
    }
    if let Some(failure) = &taken.failure {
        let _ = write!(line, " -- {}", failure.code.name());
        if !failure.message.is_empty() {
            let _ = write!(line, ": {}", failure.message);
        }
    }
    line
}
