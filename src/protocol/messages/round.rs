//! The messages about rounds and bots.

use schemars::JsonSchema;
use serde::Serialize;

use crate::protocol::fields::{RulesField, Seconds, TextOrList, Texts, Token, Whole};
use crate::protocol::message::{List, Maybe, messages};

/// Most seats of a list, far more than a round has.
const MAX_SEATS: usize = 100;

/// Most events of a history; a round has a few hundred.
const MAX_EVENTS: usize = 10_000;

/// Most snapshots of a turn.
const MAX_SNAPSHOTS: usize = 200;

messages! {
    /// What all seats see of a turn.
    closed struct Event {
        /// The seat whose turn it was, from 0.
        seat: Whole,
        /// "play", "draw", "pass", "timeout" or "forfeit".
        kind: String,
        /// The tiles played from the hand.
        tiles: Texts,
        /// The table after the turn.
        table: Texts,
        /// How many tiles were drawn.
        drawn: Whole,
        /// How many tiles the seat holds after the turn.
        hand_size: Whole,
        /// How many tiles the pool has after the turn.
        pool_size: Whole,
    }

    /// How a round ended (rules 16 to 18).
    closed struct Outcome {
        /// "out", "closed", "stalemate" or "void".
        ending: String,
        /// The seats that won.
        winners: List<Whole, MAX_SEATS>,
        /// The score of each seat.
        scores: List<Whole, MAX_SEATS>,
        /// The points left in each hand.
        left: List<Whole, MAX_SEATS>,
    }

    /// What one seat may see: its own hand and everything public.
    closed struct View {
        /// The seat that sees this, from 0.
        seat: Whole,
        /// The name of a preset, or options by name; schmidt by default.
        #[serde(skip_serializing_if = "Option::is_none")]
        rules: Option<RulesField>,
        /// The hand of the seat.
        hand: TextOrList,
        /// The table.
        table: TextOrList,
        /// Whether each seat has opened (rule 11).
        opened: List<bool, MAX_SEATS>,
        /// How many tiles each seat holds.
        hand_sizes: List<Whole, MAX_SEATS>,
        /// How many tiles the pool has.
        pool_size: Whole,
        /// The seat to move; after the end, the seat that moved last.
        to_move: Whole,
        /// The seat that began the round.
        starter: Whole,
        /// The turns so far. They may begin in the middle of a round.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        history: Maybe<List<Event, MAX_EVENTS>>,
        /// How the round ended; null while it goes on.
        outcome: Option<Outcome>,
    }

    /// The level of `search`. It stops at whichever bound it reaches first.
    closed struct Level {
        /// The most positions to solve for a turn.
        #[serde(skip_serializing_if = "Option::is_none")]
        positions: Option<Whole>,
        /// The most seconds for a turn.
        #[serde(skip_serializing_if = "Option::is_none")]
        seconds: Option<Seconds>,
    }

    /// Ask a bot for its turn.
    closed struct ChooseParams {
        /// What the bot sees.
        view: View,
        /// The name of the bot. A level may follow, as in "search:positions=20000".
        bot: String,
        /// The seed of the bot, 0 to 2**64 - 1; 0 by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        seed: Maybe<Whole>,
        /// The level of `search`; its default if absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        level: Option<Level>,
        /// The seconds the bot may take; no limit by default.
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<Seconds>,
        /// Whether to send progress notifications; false by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        progress: Maybe<bool>,
    }

    /// A round to deal (rules 1 to 3).
    closed struct NewRoundParams {
        /// How many seats; 2 by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        seats: Maybe<Whole>,
        /// The name of a preset, or options by name; schmidt by default.
        #[serde(skip_serializing_if = "Option::is_none")]
        rules: Option<RulesField>,
        /// 0 to 2**64 - 1; it reveals all tiles. Random by default.
        #[serde(skip_serializing_if = "Option::is_none")]
        seed: Option<Whole>,
        /// The seat that plays first; random by default.
        #[serde(skip_serializing_if = "Option::is_none")]
        starter: Option<Whole>,
    }

    /// A seat of a round.
    closed struct SeatParams {
        /// The token of the seat.
        token: Token,
    }

    /// Play tiles.
    closed struct PlayParams {
        /// The token of the seat.
        token: Token,
        /// The whole table after the turn.
        table: TextOrList,
    }

    /// Time out the turn of the seat to move (rule 13).
    closed struct TimeoutParams {
        /// The token of the seat.
        token: Token,
        /// The table at each moment of the turn, in order; any drafts are allowed.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        snapshots: Maybe<List<TextOrList, MAX_SNAPSHOTS>>,
    }

    /// The host of a round.
    closed struct HostParams {
        /// The token of the host.
        host: Token,
    }
}

/// A turn; a play has the table after it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Turn {
    /// "play", "draw" or "pass".
    pub kind: String,
    /// The table after a play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Texts>,
}

/// The turn of the bot.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ChooseResult {
    /// The turn.
    pub turn: Turn,
}

/// The tokens of a round, the only way to reach it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct NewRoundResult {
    /// Forfeits the turn of a seat that has left, and closes the round.
    pub host: Token,
    /// The token of each seat, for its player only.
    pub tokens: Vec<Token>,
    /// The seat to move.
    pub to_move: usize,
}

/// A turn was taken.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct TurnResult {
    /// What all seats see of it.
    pub event: Event,
    /// The seat's own hand after the turn.
    pub hand: String,
    /// The seat to move.
    pub to_move: usize,
    /// How the round ended; null while it goes on.
    pub outcome: Option<Outcome>,
}

/// The turn of the seat to move was lost.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ForfeitResult {
    /// What all seats see of it.
    pub event: Event,
    /// The seat to move.
    pub to_move: usize,
    /// How the round ended; null while it goes on.
    pub outcome: Option<Outcome>,
}
