//! What a position is worth to a seat.

use super::Ideas;
use crate::round::position::Position;

/// What a position is worth to a seat: a mixture of the chance to win and the score.
pub(super) fn of(position: &Position, seat: usize, ideas: &Ideas) -> f64 {
    let Some(outcome) = &position.outcome else { return 0.0 };
    let won = if outcome.winners.contains(&seat) { 1.0 / outcome.winners.len() as f64 } else { 0.0 };
    let score = outcome.scores.get(seat).copied().unwrap_or(0) as f64;
    ideas.win * won + ideas.score * score
}
