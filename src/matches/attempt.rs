//! Turns on a copy of the round, so that the match can be read, and a search stopped, meanwhile.

use std::sync::Arc;
use std::time::Duration;

use crate::bots::BotName;
use crate::record::{Failure, FailureCode, RecordedTurn};
use crate::round::{Event, EventKind, Round, TurnError};
use crate::table::Table;
use crate::turn::Draft;

/// A turn to be made. Carrying it out may take long; it can be done on any thread.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// The number of the turn in the match.
    pub(super) number: usize,
    pub(super) seat: usize,
    pub(super) round: Round,
    pub(super) kind: Kind,
    /// The fault that a record gives.
    pub(super) failure: Option<Failure>,
}

/// How the turn is made.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// The table after the turn, as written.
    Play(Draft),
    /// The table after the turn.
    PlayTable(Table),
    Draw,
    Pass,
    /// The tables of the turn that timed out.
    Timeout(Vec<Draft>),
    Lose(Failure),
    Ask {
        bot: BotName,
        seed: u64,
        limit: Option<Duration>,
    },
}

impl Kind {
    /// A turn of a record, and its fault.
    pub(super) fn recorded(recorded: RecordedTurn) -> (Self, Option<Failure>) {
        let RecordedTurn { kind, table, failure, .. } = recorded;
        let made = match (kind, table) {
            (EventKind::Draw, _) => Self::Draw,
            (EventKind::Pass, _) => Self::Pass,
            (EventKind::Timeout, table) => Self::Timeout(table.iter().map(Draft::from).collect()),
            (EventKind::Forfeit, _) => {
                Self::Lose(failure.clone().unwrap_or_else(|| Failure::new(FailureCode::Gone, "")))
            }
            (EventKind::Play, table) => Self::PlayTable(table.unwrap_or_default()),
        };
        (made, failure)
    }
}

/// A turn that was made on a copy of the round: [`Match::accept`](super::Match::accept) takes it.
#[derive(Debug)]
pub struct Attempted {
    pub(super) number: usize,
    pub(super) round: Round,
    pub(super) event: Arc<Event>,
    pub(super) failure: Option<Failure>,
}

impl Attempt {
    /// Returns the number of the turn in the match, from 1.
    #[must_use]
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Returns the seat.
    #[must_use]
    pub const fn seat(&self) -> usize {
        self.seat
    }

    /// Gives a bot at most so much time, whatever the match allows it.
    #[must_use]
    pub fn within(mut self, most: Option<Duration>) -> Self {
        if let Kind::Ask { limit, .. } = &mut self.kind {
            *limit = [*limit, most].into_iter().flatten().min();
        }
        self
    }

    /// Carries the turn out. `stop` is called often; once it returns true, the turn is not made.
    ///
    /// A bot that fails to make a turn loses it.
    ///
    /// # Errors
    /// If the turn of a guest is illegal, or it was stopped.
    pub fn run(self, stop: &mut dyn FnMut() -> bool) -> Result<Attempted, TurnError> {
        let Self { number, seat, mut round, kind, mut failure } = self;
        let event = match kind {
            Kind::Play(after) => round.play_draft_until(seat, &after, stop),
            Kind::PlayTable(after) => round.play_until(seat, &after, stop),
            Kind::Draw => round.draw(seat),
            Kind::Pass => round.pass(seat),
            Kind::Timeout(snapshots) => round.timeout_until(seat, &snapshots, stop),
            Kind::Lose(lost) => {
                failure = Some(lost);
                round.forfeit(seat)
            }
            Kind::Ask { bot, seed, limit } => {
                let (event, lost) = ask(&mut round, seat, &bot, seed, limit, stop)?;
                failure = lost;
                Ok(event)
            }
        }?;
        Ok(Attempted { number, round, event, failure })
    }
}

/// Asks a bot for its turn and makes it.
fn ask(
    round: &mut Round,
    seat: usize,
    bot: &BotName,
    seed: u64,
    limit: Option<Duration>,
    stop: &mut dyn FnMut() -> bool,
) -> Result<(Arc<Event>, Option<Failure>), TurnError> {
    let Ok(view) = round.view(seat) else { return Err(TurnError::NoSuchSeat { seat, seats: round.seats() }) };
    let mut stopped = false;
    let turn = bot.choose(seed, &view, limit, &mut || {
        stopped |= stop();
        stopped
    });
    // Else the round would copy its history.
    drop(view);
    if stopped {
        return Err(TurnError::Stopped);
    }
    let failure = match turn {
        Ok(turn) => match round.take_until(seat, &turn, stop) {
            Ok(event) => return Ok((event, None)),
            Err(TurnError::Stopped) => return Err(TurnError::Stopped),
            Err(error) => Failure::new(FailureCode::Illegal, &error.to_string()),
        },
        Err(error) => Failure::new(FailureCode::Raised, &error.to_string()),
    };
    Ok((round.forfeit(seat)?, Some(failure)))
}
