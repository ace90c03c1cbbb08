//! Errors of the protocol: a number for JSON-RPC, a code for programs, a message for people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::json::Faults;
use super::sentence::Sentence;
use crate::bots::BotError;
use crate::matches::{MatchError, MatchTurnError, RecordStopped};
use crate::meld::InvalidMeldError;
use crate::round::{InvalidViewError, RoundError, TurnError};
use crate::rules::InvalidRulesError;
use crate::solver::InvalidWeightError;
use crate::table::{InvalidTableError, TableFault};
use crate::tile::NotationError;
use crate::turn::{self, CheckError, IllegalTurnError};
use crate::wording::{Wording, wording};

macro_rules! error_codes {
    ($($(#[doc = $help:literal])+ $code:ident = $name:literal, $number:literal;)+) => {
        /// The error codes, the same in the JSON lines and the engine.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum ErrorCode {$($(#[doc = $help])+ $code,)+}

        impl ErrorCode {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$code),+];

            /// Returns the code itself, the same in every version.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {$(Self::$code => $name,)+}
            }

            /// Returns the number that JSON-RPC gives it.
            #[must_use]
            pub const fn number(self) -> i32 {
                match self {$(Self::$code => $number,)+}
            }
        }
    };
}

error_codes! {
    /// The line is not JSON.
    InvalidJson = "invalid_json", -32700;
    /// The message is not a request.
    InvalidRequest = "invalid_request", -32600;
    /// There is no such method.
    UnknownMethod = "unknown_method", -32601;
    /// A param is missing, unknown or of the wrong type.
    InvalidParams = "invalid_params", -32602;
    /// A bug.
    InternalError = "internal_error", -32603;
    /// A number is out of range, fields contradict each other, or there is no such bot.
    InvalidProblem = "invalid_problem", -32000;
    /// A text is not a tile of the deck.
    InvalidNotation = "invalid_notation", -32001;
    /// Tiles do not form a meld.
    InvalidMeld = "invalid_meld", -32002;
    /// The table cannot exist.
    InvalidTable = "invalid_table", -32003;
    /// The options do not make a game.
    InvalidRules = "invalid_rules", -32004;
    /// The turn is not legal.
    IllegalTurn = "illegal_turn", -32005;
    /// The request was cancelled.
    Cancelled = "cancelled", -32006;
    /// The token is not valid.
    UnknownToken = "unknown_token", -32007;
    /// The limit of open rounds is reached.
    TooManyRounds = "too_many_rounds", -32008;
    /// Too much is waiting.
    Busy = "busy", -32009;
    /// A long call came after `shutdown`.
    ShuttingDown = "shutting_down", -32010;
}

/// Why a turn is illegal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// A name for programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// The tile or meld in question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The same sentence as template and values, for clients that asked for it in `initialize`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wording: Option<Sentence>,
}

impl From<&turn::Reason> for Reason {
    fn from(reason: &turn::Reason) -> Self {
        let wording = reason.wording();
        Self {
            code: reason.code().to_owned(),
            message: wording.to_string(),
            subject: reason.subject(),
            wording: Some((&wording).into()),
        }
    }
}

impl Reason {
    /// The reason for a client that wants wordings or does not.
    pub(crate) fn with_wording(self, wanted: bool) -> Self {
        Self { wording: self.wording.filter(|_| wanted), ..self }
    }
}

/// The details of an error, for programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ErrorData {
    /// The same code as in the JSON lines, where they have it.
    pub code: String,
    /// All reasons why a turn is illegal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
    /// The message as template and values, for clients that asked for it in `initialize`, if it is translated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wording: Option<Sentence>,
}

/// Why there is no result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Error {
    /// The number.
    pub code: i32,
    /// A sentence for people, which names the field, tile, meld or seat, and the rule.
    pub message: String,
    /// The details.
    pub data: ErrorData,
}

/// A call has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: ErrorCode,
    number: i32,
    pub(crate) message: String,
    wording: Option<Box<Sentence>>,
    reasons: Vec<Reason>,
}

/// Why a call has no result: in English, and as template and values if it is translated.
pub(crate) struct Why {
    message: String,
    wording: Option<Box<Sentence>>,
}

impl From<Wording> for Why {
    fn from(wording: Wording) -> Self {
        Self { message: wording.to_string(), wording: Some(Box::new((&wording).into())) }
    }
}

impl From<String> for Why {
    fn from(message: String) -> Self {
        Self { message, wording: None }
    }
}

impl From<&str> for Why {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

impl Refusal {
    pub(crate) fn new(code: ErrorCode, why: impl Into<Why>) -> Self {
        let Why { message, wording } = why.into();
        Self { code, number: code.number(), message, wording, reasons: Vec::new() }
    }

    /// A number is out of range, or fields contradict each other.
    pub(crate) fn problem(why: impl Into<Why>) -> Self {
        Self::new(ErrorCode::InvalidProblem, why)
    }

    /// Params with faults.
    pub(crate) fn of_params(faults: &Faults) -> Self {
        let code = if faults.are_all_in("rules") { ErrorCode::InvalidRules } else { ErrorCode::InvalidProblem };
        Self { number: ErrorCode::InvalidParams.number(), ..Self::new(code, faults.to_string()) }
    }

    pub(crate) fn cancelled() -> Self {
        Self::new(ErrorCode::Cancelled, "the request was cancelled")
    }

    /// The answer after a bug; the panic was reported where panics are.
    pub(crate) fn internal() -> Self {
        Self::new(ErrorCode::InternalError, "the engine failed: see its standard error")
    }

    /// Rules that serde could not read.
    pub(crate) fn invalid_rules(error: &serde_json::Error) -> Self {
        // serde_json adds the place in the text of the rules, which is not the place in the line.
        let message = error.to_string();
        let end = message.rfind(" at line ").unwrap_or(message.len());
        Self::new(ErrorCode::InvalidRules, &message[..end])
    }

    pub(crate) fn not_whole(name: &str, value: i128, least: i128, most: i128) -> Self {
        let most = if most == i128::from(u64::MAX) { "2**64 - 1".to_owned() } else { most.to_string() };
        Self::problem(wording!(
            "{option} = {value}: must be a whole number from {least} to {most}",
            option = name,
            value = value.to_string(),
            least = least.to_string(),
            most
        ))
    }

    pub(crate) fn not_seconds(name: &str, value: f64) -> Self {
        Self::problem(wording!(
            "{option} = {value}: must be more than 0 and at most {most} seconds (a year)",
            option = name,
            value = value.to_string(),
            most = 31_536_000_u32
        ))
    }

    /// A turn that is refused for one reason, which is not in its tiles.
    pub(crate) fn illegal_because(code: &str, why: impl Into<Why>) -> Self {
        let Why { message, wording } = why.into();
        let reason = Reason {
            code: code.to_owned(),
            message: message.clone(),
            subject: None,
            wording: wording.as_deref().cloned(),
        };
        Self::illegal(vec![reason], Why { message, wording })
    }

    fn illegal(reasons: Vec<Reason>, why: impl Into<Why>) -> Self {
        Self { reasons, ..Self::new(ErrorCode::IllegalTurn, why) }
    }

    /// The error as it is sent to a client that wants `wordings` or does not.
    pub(crate) fn error(self, wordings: bool) -> Error {
        let reasons = self.reasons.into_iter().map(|reason| reason.with_wording(wordings)).collect();
        let wording = self.wording.filter(|_| wordings).map(|wording| *wording);
        let data = ErrorData { code: self.code.name().to_owned(), reasons, wording };
        Error { code: self.number, message: self.message, data }
    }
}

/// Whether a fault is in the text rather than in the tiles.
fn is_notation(fault: &TableFault) -> bool {
    matches!(fault, TableFault::Notation(_) | TableFault::Meld { error: InvalidMeldError::Notation(_), .. })
}

impl From<InvalidTableError> for Refusal {
    fn from(error: InvalidTableError) -> Self {
        let notation = error.faults.iter().all(is_notation);
        let code = if notation { ErrorCode::InvalidNotation } else { ErrorCode::InvalidTable };
        Self::new(code, error.wording())
    }
}

impl From<IllegalTurnError> for Refusal {
    fn from(error: IllegalTurnError) -> Self {
        Self::illegal(error.reasons.iter().map(Reason::from).collect(), error.wording())
    }
}

impl From<TurnError> for Refusal {
    fn from(error: TurnError) -> Self {
        match error {
            TurnError::Illegal(error) => error.into(),
            TurnError::Stopped => Self::cancelled(),
            _ => Self::illegal_because(error.code(), error.wording()),
        }
    }
}

impl From<MatchError> for Refusal {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Round(error) => error.into(),
            _ => Self::problem(error.wording()),
        }
    }
}

impl From<MatchTurnError> for Refusal {
    fn from(error: MatchTurnError) -> Self {
        let code = match error {
            MatchTurnError::Turn(error) => return error.into(),
            MatchTurnError::NoClock => return Self::problem(error.wording()),
            MatchTurnError::Over => "match_over",
            MatchTurnError::RoundOver { .. } => "round_over",
            MatchTurnError::BotsTurn { .. } | MatchTurnError::GuestsTurn { .. } => "wrong_seat",
        };
        Self::illegal_because(code, error.wording())
    }
}

impl From<RecordStopped> for Refusal {
    fn from(error: RecordStopped) -> Self {
        match error {
            RecordStopped::Damaged(error) => Self::problem(error.wording()),
            RecordStopped::Stopped => Self::cancelled(),
        }
    }
}

impl From<CheckError> for Refusal {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Table(error) => error.into(),
            CheckError::Stopped => Self::cancelled(),
        }
    }
}

impl From<RoundError> for Refusal {
    fn from(error: RoundError) -> Self {
        match error {
            RoundError::Table(error) => error.into(),
            RoundError::TooManyOfTile { .. } => Self::new(ErrorCode::InvalidTable, error.wording()),
            _ => Self::problem(error.wording()),
        }
    }
}

impl From<InvalidViewError> for Refusal {
    fn from(error: InvalidViewError) -> Self {
        match error {
            InvalidViewError::Table(error) => error.into(),
            _ => Self::problem(error.wording()),
        }
    }
}

impl From<BotError> for Refusal {
    fn from(error: BotError) -> Self {
        match error {
            BotError::Table(error) => error.into(),
            BotError::View(error) => error.into(),
            _ => Self::problem(error.wording()),
        }
    }
}

impl From<NotationError> for Refusal {
    fn from(error: NotationError) -> Self {
        Self::new(ErrorCode::InvalidNotation, error.wording())
    }
}

impl From<InvalidRulesError> for Refusal {
    fn from(error: InvalidRulesError) -> Self {
        Self::new(ErrorCode::InvalidRules, error.wording())
    }
}

impl From<InvalidWeightError> for Refusal {
    fn from(error: InvalidWeightError) -> Self {
        Self::problem(error.to_string())
    }
}
