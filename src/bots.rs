//! Players. They see a [`View`] and nothing else, so hidden cards cannot leak to them.

pub(crate) mod careful;
mod choices;
pub(crate) mod greedy;
mod search;

use std::time::Duration;

pub use careful::Careful;
pub use greedy::Greedy;
pub use search::{Ideas, Level, Search};

use crate::round::{InvalidViewError, Turn, View};
use crate::table::InvalidTableError;

/// Why a bot has no turn to make.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BotError {
    /// It is not its turn.
    #[error("seat {seat} is not to move: it is the turn of seat {to_move} (rule 3)")]
    NotItsTurn {
        /// The bot's seat.
        seat: usize,
        /// The seat to move.
        to_move: usize,
    },
    /// The round is over (rule 16).
    #[error("the round is over (rule 16)")]
    Over,
    /// The view cannot be; views from a round always can.
    #[error(transparent)]
    Table(#[from] InvalidTableError),
    /// The view cannot be, in another way.
    #[error(transparent)]
    View(#[from] InvalidViewError),
}

/// A player.
pub trait Bot {
    /// What it is called.
    fn name(&self) -> &str;

    /// Decides a turn. With a limit it answers in about that time; `interrupt` is asked now and then, and when
    /// it says true the bot answers at once with the best it knows.
    ///
    /// # Errors
    /// If there is no turn to make.
    fn choose(
        &mut self,
        view: &View,
        limit: Option<Duration>,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Turn, BotError>;
}

/// Whether the seat of a view has a turn to make.
fn expect_turn(view: &View) -> Result<(), BotError> {
    if view.outcome.is_some() {
        return Err(BotError::Over);
    }
    let View { seat, to_move, .. } = *view;
    if seat == to_move { Ok(()) } else { Err(BotError::NotItsTurn { seat, to_move }) }
}

/// Laying nothing: draw, or pass when there is nothing to draw.
fn wait(view: &View) -> Turn {
    if view.pile_size > 0 { Turn::Draw } else { Turn::Pass }
}

/// A count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "counts of cards, seats and guesses are small")]
const fn real(count: usize) -> f64 {
    count as f64
}
