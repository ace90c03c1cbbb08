//! What every bot shares: the trait, its errors, and small helpers.

use std::time::Duration;

use crate::round::{InvalidViewError, Turn, View, not_to_move, over};
use crate::table::InvalidTableError;
use crate::wording::{Wording, worded_errors};

/// Why a bot has no turn to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BotError {
    /// It is not the turn of the bot.
    NotItsTurn {
        /// The bot's seat.
        seat: usize,
        /// The seat to move.
        to_move: usize,
    },
    /// The round is over (rule 16).
    Over,
    /// The view has an impossible table or hand. A view from a round never does.
    Table(InvalidTableError),
    /// The view is impossible in another way.
    View(InvalidViewError),
}

impl BotError {
    /// Returns the text, which names the seat or the tiles and the rule.
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
    /// The name of the bot.
    fn name(&self) -> &str;

    /// Chooses a turn.
    ///
    /// With a limit, the bot answers in about that time. It polls `interrupt`; once that returns true, it answers
    /// at once with the best turn it knows.
    ///
    /// # Errors
    /// If the seat is not to move, or the view is impossible.
    fn choose(
        &mut self,
        view: &View,
        limit: Option<Duration>,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Turn, BotError>;
}

/// Checks that the seat of a view is to move.
pub(super) fn check_to_move(view: &View) -> Result<(), BotError> {
    if view.outcome.is_some() {
        return Err(BotError::Over);
    }
    let View { seat, to_move, .. } = *view;
    if seat == to_move { Ok(()) } else { Err(BotError::NotItsTurn { seat, to_move }) }
}

/// The turn that plays nothing: draw, or pass if the pool is empty.
pub(super) fn draw_or_pass(view: &View) -> Turn {
    if view.pool_size > 0 { Turn::Draw } else { Turn::Pass }
}

/// A count as a floating-point number.
#[expect(clippy::cast_precision_loss, reason = "counts of tiles, seats and samples are small")]
pub(super) const fn as_f64(count: usize) -> f64 {
    count as f64
}
