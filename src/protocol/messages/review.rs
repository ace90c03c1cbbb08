//! The messages about reviews.

use schemars::JsonSchema;
use serde::Serialize;

use super::round::Turn;
use crate::protocol::fields::{Seconds, Whole};
use crate::protocol::message::{Maybe, messages};

messages! {
    /// A match to review.
    closed struct ReviewParams {
        /// The text of its record.
        record: String,
        /// Whether to drop an incomplete last line, which a crash may leave; false by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        salvage: Maybe<bool>,
        /// The samples on which turns are compared, 10 to 10,000; 200 by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        samples: Maybe<Whole>,
        /// The seed of the samples, 0 to 2**64 - 1; 0 by default. The same seed gives the same review.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        seed: Maybe<Whole>,
        /// Whether to use the tiles of all hands, which the seats could not see; false by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        hidden: Maybe<bool>,
        /// The number of the first turn to review, from 1, which is the default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        from: Maybe<Whole>,
        /// The seconds after which the review ends with the turns it has come to; none by default.
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<Seconds>,
        /// Whether progress notifications are wanted; false by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        progress: Maybe<bool>,
    }
}

/// A turn and what it was worth.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct TurnReview {
    /// The number of the turn in the match, from 1.
    pub turn: usize,
    /// The number of the round, from 1.
    pub round: usize,
    /// The seat, from 0.
    pub seat: usize,
    /// "play", "draw", "pass", "timeout" or "forfeit".
    pub kind: &'static str,
    /// The table before the turn.
    pub table: Vec<String>,
    /// The hand before the turn.
    pub hand: String,
    /// Whether the seat had opened (rule 11).
    pub opened: bool,
    /// The tiles played.
    pub tiles: Vec<String>,
    /// The chance to win the round before the turn, 0 to 1: that of the best turn found.
    pub before: f64,
    /// The chance to win the round after the turn.
    pub after: f64,
    /// The standard error of the difference.
    pub error: f64,
    /// How many turns were compared; 1 if the seat had no choice.
    pub choices: usize,
    /// "inaccuracy", "mistake" or "blunder" if the turn gave away significantly much; null if not.
    pub label: Option<&'static str>,
    /// The better turn; null if none was found.
    pub better: Option<Turn>,
}

/// The review of a match.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ReviewResult {
    /// The names of the seats.
    pub names: Vec<String>,
    /// How much of its chances each seat kept when it had a choice, 0 to 1; null if it never had one.
    pub accuracy: Vec<Option<f64>>,
    /// Whether all turns from the first one were reviewed. If not, ask again from the next one.
    pub complete: bool,
    /// The turns.
    pub turns: Vec<TurnReview>,
}
