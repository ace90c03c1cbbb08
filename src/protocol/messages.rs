//! Every message of the protocol, and of the JSON lines.
//!
//! Their comments become the descriptions of the JSON Schema.

mod matches;
mod position;
mod review;
mod round;
mod session;

pub use super::sentence::{Sentence, SentenceValue};
pub use matches::{
    MatchDraftParams, MatchEvent, MatchEventsParams, MatchEventsResult, MatchHappening, MatchHostParams, MatchNotice,
    MatchRecordResult, MatchTokenParams, MatchTurnParams, MatchTurnResult, MatchView, NewMatchParams, NewMatchResult,
    ResumeMatchParams, WaitingFor,
};
pub use position::{
    CandidatesParams, CandidatesResult, CheckParams, CheckResult, Played, SolveParams, SolveResult, Step, StepsParams,
    StepsResult,
};
pub use review::{ReviewParams, ReviewResult, TurnReview};
pub use round::{
    ChooseParams, ChooseResult, Event, ForfeitResult, HostParams, Level, NewRoundParams, NewRoundResult, Outcome,
    PlayParams, SeatParams, TimeoutParams, Turn, TurnResult, View,
};
pub use session::{
    CancelParams, CancelResult, Capabilities, Failure, InitializeParams, InitializeResult, Limits, Nothing,
    OptionSchemas, PROTOCOL, Presets, Progress, ProgressState, Request,
};
