//! The messages about matches.

use schemars::JsonSchema;
use serde::Serialize;

use super::round::{Event, Outcome, View};
use crate::protocol::fields::{RulesField, Seconds, TextOrList, Token, Whole};
use crate::protocol::message::{List, Maybe, messages};

/// Most seats of a list, far more than a match has.
const MAX_SEATS: usize = 100;

messages! {
    /// A match to play: the seats, and the settings of all its rounds.
    closed struct NewMatchParams {
        /// Who sits in each seat: the name of a built-in bot, with its level if it has one, as in
        /// "search:positions=20000", or null for a guest.
        seats: List<Option<String>, MAX_SEATS>,
        /// The name of each seat; null keeps the name of its bot.
        #[serde(skip_serializing_if = "Option::is_none")]
        names: Option<List<Option<String>, MAX_SEATS>>,
        /// The name of a preset, or options by name; schmidt by default.
        #[serde(skip_serializing_if = "Option::is_none")]
        rules: Option<RulesField>,
        /// How many rounds, 1 to 100; 1 by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        rounds: Maybe<Whole>,
        /// 0 to 2**64 - 1; it reveals all tiles. Random by default.
        #[serde(skip_serializing_if = "Option::is_none")]
        seed: Option<Whole>,
        /// The seconds a bot may take for a turn; by default a little less than the rules allow.
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<Seconds>,
    }

    /// The record of a match to go on with.
    closed struct ResumeMatchParams {
        /// The text of the record.
        record: String,
        /// Whether to drop an incomplete last line, which a crash may leave; false by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        salvage: Maybe<bool>,
        /// Who sits in each seat from here on, as in match/new; by default who sat there.
        #[serde(skip_serializing_if = "Option::is_none")]
        seats: Option<List<Option<String>, MAX_SEATS>>,
    }

    /// A seat of a match, or its host.
    closed struct MatchTokenParams {
        /// The token of the seat, or of the host, who sees no hand.
        token: Token,
    }

    /// The turn of a guest.
    closed struct MatchTurnParams {
        /// The token of the seat. The host may forfeit the turn of a guest who has left.
        token: Token,
        /// The number of the turn in the match, from 1. The same turn sent twice is taken once.
        turn: Whole,
        /// "play", "draw", "pass" or "forfeit".
        kind: String,
        /// The whole table after a play.
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<TextOrList>,
    }

    /// A table on the way to a turn. The last legal one may stand if the turn times out (rule 13).
    closed struct MatchDraftParams {
        /// The token of the seat.
        token: Token,
        /// The number of the turn in the match, from 1.
        turn: Whole,
        /// The whole table as it is now; any draft is allowed.
        table: TextOrList,
    }

    /// Read events, and hear of those to come.
    closed struct MatchEventsParams {
        /// The token of the seat, or of the host, who sees no hand.
        token: Token,
        /// The number of the first event wanted, from 0, which is the default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        from: Maybe<Whole>,
        /// Whether match/event notifications follow, true by default; false ends them.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        follow: Maybe<bool>,
    }

    /// The host of a match.
    closed struct MatchHostParams {
        /// The token of the host.
        host: Token,
    }
}

/// The tokens of a match, the only way to reach it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct NewMatchResult {
    /// The number of the match, which tells its events from others. It is no secret.
    #[serde(rename = "match")]
    pub number: u64,
    /// Reads the record, forfeits the turn of a guest who has left, and closes the match.
    pub host: Token,
    /// The token of each guest, for that player only; null for a bot.
    pub tokens: Vec<Option<Token>>,
    /// The names of the seats.
    pub names: Vec<String>,
}

/// What a match waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WaitingFor {
    /// The turn of a guest.
    Guest,
    /// The turn of a bot.
    Bot,
    /// Nothing: the match is over.
    Nothing,
}

/// A match as one seat sees it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct MatchView {
    /// The number of the match.
    #[serde(rename = "match")]
    pub number: u64,
    /// The seat; null for the host.
    pub seat: Option<usize>,
    /// The names of the seats.
    pub names: Vec<String>,
    /// The bot in each seat; null for a guest.
    pub bots: Vec<Option<String>>,
    /// The number of the round, from 1.
    pub round: usize,
    /// The number of rounds.
    pub rounds: u32,
    /// The number of the next turn in the match, from 1.
    pub turn: usize,
    /// What the match waits for.
    pub waiting: WaitingFor,
    /// The seat to move; null once the match is over.
    pub to_move: Option<usize>,
    /// The seconds until the turn of a guest times out (rule 13); null without a clock, and during the turn of a bot.
    pub remaining: Option<f64>,
    /// The total score of each seat.
    pub totals: Vec<i64>,
    /// The rounds each seat has won.
    pub won: Vec<usize>,
    /// The seats that won the match; null while it goes on.
    pub winners: Option<Vec<usize>>,
    /// How many events there have been.
    pub events: usize,
    /// What the seat sees of the round; null for the host.
    pub view: Option<View>,
}

/// Something that happened in a match, as one seat sees it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct MatchEvent {
    /// The number of the event in the match, from 0.
    pub number: usize,
    /// The number of the round, from 1.
    pub round: usize,
    /// What happened.
    #[serde(flatten)]
    pub what: MatchHappening,
}

/// What happened in a match.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum MatchHappening {
    /// A round was dealt.
    Round {
        /// The seat that plays first.
        starter: usize,
        /// The hand dealt to this seat; null for the host.
        hand: Option<String>,
        /// How many tiles each seat holds.
        hand_sizes: Vec<usize>,
    },
    /// A turn was taken.
    Turn {
        /// The number of the turn in the match, from 1.
        turn: usize,
        /// What all seats see of it.
        event: Event,
        /// The tiles that this seat drew; null for other seats.
        drew: Option<Vec<String>>,
        /// Why a turn was lost: "raised", "illegal" or "gone"; null if it was not.
        fault: Option<&'static str>,
    },
    /// A round ended.
    End {
        /// How it ended.
        outcome: Outcome,
        /// The total score of each seat.
        totals: Vec<i64>,
    },
    /// The match ended.
    Over {
        /// The seats that won.
        winners: Vec<usize>,
        /// The total score of each seat.
        totals: Vec<i64>,
        /// The rounds each seat has won.
        won: Vec<usize>,
    },
}

/// A turn was taken, now or before.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct MatchTurnResult {
    /// The event of the turn.
    pub event: MatchEvent,
}

/// Events of a match.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct MatchEventsResult {
    /// The number of the match.
    #[serde(rename = "match")]
    pub number: u64,
    /// The events, at most 1,000.
    pub events: Vec<MatchEvent>,
    /// The number of the event that comes next: as a notification, or as the next `from`.
    pub next: usize,
}

/// The params of the notification `match/event`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct MatchNotice {
    /// The number of the match.
    #[serde(rename = "match")]
    pub number: u64,
    /// The seat that the event is for; null for the host.
    pub seat: Option<usize>,
    /// The event.
    pub event: MatchEvent,
}

/// The record of a match. It has every hidden tile.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct MatchRecordResult {
    /// The text of the record.
    pub record: String,
    /// Whether all rounds have been played.
    pub complete: bool,
}
