//! The messages about positions and turns; the same in the JSON lines.

use schemars::JsonSchema;
use serde::Serialize;

use crate::protocol::fields::{Echo, ObjectiveField, RulesField, Seconds, TextOrList, Whole};
use crate::protocol::message::{Maybe, messages};
use crate::protocol::refusal::Reason;
use crate::protocol::sentence::Sentence;

messages! {
    /// A position to solve (rules 9 to 15). Unknown fields are ignored.
    open struct SolveParams {
        /// Returned in the result if present.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        id: Maybe<Echo>,
        /// Melds as a list, or as text separated by '|'.
        table: TextOrList,
        /// Tiles as text, or as a list.
        hand: TextOrList,
        /// The name of a preset, or options by name; schmidt by default.
        #[serde(skip_serializing_if = "Option::is_none")]
        rules: Option<RulesField>,
        /// Whether the player has opened (rule 11); true by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        opened: Maybe<bool>,
        /// What to maximize: "tiles" (the default), "points", or a weight from 0 to 1,000,000 for each tile.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        objective: Maybe<ObjectiveField>,
        /// Of the best plays, choose one that changes the fewest melds; false by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        tidy: Maybe<bool>,
        /// The seconds the search may take; no limit by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        limit: Maybe<Option<Seconds>>,
        /// Whether to send progress notifications; false by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        progress: Maybe<bool>,
    }

    /// A position whose best distinct plays are wanted. Unknown fields are ignored.
    open struct CandidatesParams {
        /// Returned in the result if present.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        id: Maybe<Echo>,
        /// Melds as a list, or as text separated by '|'.
        table: TextOrList,
        /// Tiles as text, or as a list.
        hand: TextOrList,
        /// The most plays to list, from 1 to 10,000; 64 by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        most: Maybe<Whole>,
        /// The name of a preset, or options by name; schmidt by default.
        #[serde(skip_serializing_if = "Option::is_none")]
        rules: Option<RulesField>,
        /// Whether the player has opened (rule 11); true by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        opened: Maybe<bool>,
        /// What to maximize, as for `solve`.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        objective: Maybe<ObjectiveField>,
        /// Of the plays of the same tiles, choose one that changes the fewest melds; false by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        tidy: Maybe<bool>,
        /// The seconds the search may take; no limit by default.
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<Seconds>,
        /// Whether to send progress notifications; false by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        progress: Maybe<bool>,
    }

    /// A finished turn (rules 9 to 15). Unknown fields are ignored.
    open struct CheckParams {
        /// Returned in the result if present.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        id: Maybe<Echo>,
        /// Melds as a list, or as text separated by '|'.
        table: TextOrList,
        /// Tiles as text, or as a list.
        hand: TextOrList,
        /// The table after the turn; any draft is allowed.
        after: TextOrList,
        /// The name of a preset, or options by name; schmidt by default.
        #[serde(skip_serializing_if = "Option::is_none")]
        rules: Option<RulesField>,
        /// Whether the player has opened (rule 11); true by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        opened: Maybe<bool>,
    }
}

/// A legal turn, to be explained as the moves of a person.
pub type StepsParams = CheckParams;

/// A play and the table after it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Played {
    /// The tiles played from the hand.
    pub tiles: Vec<String>,
    /// The number of tiles played.
    pub count: usize,
    /// The points that leave the hand, as in the final count.
    pub points: u32,
    /// The table after the play.
    pub table: Vec<String>,
    /// False if a limit stopped the search.
    pub proven: bool,
}

/// The best play; without tiles if there is nothing to play.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct SolveResult {
    /// The id of the params, if present.
    #[serde(default, skip_serializing_if = "Maybe::is_absent")]
    pub id: Maybe<Echo>,
    /// The tiles played from the hand.
    pub tiles: Vec<String>,
    /// The number of tiles played.
    pub count: usize,
    /// The points that leave the hand, as in the final count.
    pub points: u32,
    /// The table after the play.
    pub table: Vec<String>,
    /// False if a limit stopped the search.
    pub proven: bool,
}

/// Distinct plays, best first.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CandidatesResult {
    /// The id of the params, if present.
    #[serde(default, skip_serializing_if = "Maybe::is_absent")]
    pub id: Maybe<Echo>,
    /// The plays.
    pub plays: Vec<Played>,
    /// Whether there are no others.
    pub complete: bool,
    /// False if a limit stopped the search.
    pub proven: bool,
}

/// Whether the turn is legal.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CheckResult {
    /// The id of the params, if present.
    #[serde(default, skip_serializing_if = "Maybe::is_absent")]
    pub id: Maybe<Echo>,
    /// Whether there is no reason against it.
    pub legal: bool,
    /// Every reason against it.
    pub reasons: Vec<Reason>,
}

/// One move: it replaces the heaps `before` with the heaps `after`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Step {
    /// What is done.
    pub kind: String,
    /// A sentence for people.
    pub text: String,
    /// The tiles that move.
    pub tiles: Vec<String>,
    /// The heaps before.
    pub before: Vec<String>,
    /// The heaps after.
    pub after: Vec<String>,
    /// The tiles that come from the hand.
    pub from_hand: Vec<String>,
    /// The heap that a tile is borrowed from.
    pub borrowed: Option<String>,
    /// The sentence as template and values, for clients that asked for it in `initialize`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wording: Option<Sentence>,
}

/// The moves in order.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct StepsResult {
    /// The id of the params, if present.
    #[serde(default, skip_serializing_if = "Maybe::is_absent")]
    pub id: Maybe<Echo>,
    /// The moves.
    pub steps: Vec<Step>,
}
