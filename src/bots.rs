//! Players. They see a [`View`] and nothing else, so hidden tiles cannot leak to them.

pub(crate) mod careful;
mod choices;
pub(crate) mod greedy;
mod search;

use std::time::Duration;

pub use careful::Careful;
pub use greedy::Greedy;
pub use search::{Ideas, Level, Search};

use crate::round::{InvalidViewError, Turn, View, not_to_move, over};
use crate::table::InvalidTableError;
use crate::wording::{Wording, worded_errors};

/// Why a bot has no turn to make.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BotError {
    /// It is not its turn.
    NotItsTurn {
        /// The bot's seat.
        seat: usize,
        /// The seat to move.
        to_move: usize,
    },
    /// The round is over (rule 16).
    Over,
    /// The view cannot be; views from a round always can.
    Table(InvalidTableError),
    /// The view cannot be, in another way.
    View(InvalidViewError),
}

impl BotError {
    /// The sentence that names the seat or the tiles and the rule.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::NotItsTurn { seat, to_move } => not_to_move(*seat, *to_move),
            Self::Over => over(),
            Self::Table(error) => error.wording(),
            Self::View(error) => error.wording(),
        }
    }
}

impl From<InvalidTableError> for BotError {
    fn from(error: InvalidTableError) -> Self {
        Self::Table(error)
    }
}

impl From<InvalidViewError> for BotError {
    fn from(error: InvalidViewError) -> Self {
        Self::View(error)
    }
}

worded_errors!(BotError);

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

/// Playing nothing: draw, or pass when there is nothing to draw.
fn wait(view: &View) -> Turn {
    if view.pool_size > 0 { Turn::Draw } else { Turn::Pass }
}

/// A count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "counts of tiles, seats and guesses are small")]
const fn real(count: usize) -> f64 {
    count as f64
}
