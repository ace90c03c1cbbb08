//! The methods of the protocol, each declared once: its name, how it runs, its handler, its params and its result.
//!
//! `initialize`, the JSON Schema and the dispatcher follow from it.

use super::handlers::{matches, positions, referee, review, session};
use super::messages as m;
use super::method::{Method, MethodSchema, has_required, start_search, start_short, start_turn};

/// Declares the methods.
///
/// - `short`: the handler gets the [`Context`](super::method::Context), and answers at once.
/// - `search`: the handler gets its params and [`Work`](super::method::Work), and runs as a job.
/// - `turn`: the handler gets the context, and answers at once or asks for a job.
macro_rules! methods {
    ($($name:literal: $kind:ident $handler:path, $params:ty => $result:ty;)+) => {
        /// Every method.
        pub(crate) static METHODS: &[Method] = &[$(Method {
            name: $name,
            is_pure: methods!(@is_pure $kind),
            start: |_context, params, faults| methods!(@start $kind $handler, $params, $result, _context, params, faults),
        }),+];

        /// The schemas of every method.
        pub(crate) static SCHEMAS: &[MethodSchema] = &[$(MethodSchema {
            name: $name,
            params: |generator| generator.subschema_for::<$params>(),
            needs_params: has_required::<$params>,
            result: |generator| generator.subschema_for::<$result>(),
        }),+];
    };
    (@is_pure search) => { true };
    (@is_pure $kind:ident) => { false };
    (@start search $handler:path, $params:ty, $result:ty, $context:ident, $json:ident, $faults:ident) => {
        start_search::<$params, $result>($json, $faults, $handler)
    };
    (@start short $handler:path, $params:ty, $result:ty, $context:ident, $json:ident, $faults:ident) => {
        start_short::<$params, $result>($context, $json, $faults, $handler)
    };
    (@start turn $handler:path, $params:ty, $result:ty, $context:ident, $json:ident, $faults:ident) => {
        start_turn::<$params, $result>($context, $json, $faults, $handler)
    };
}

methods! {
    "initialize": short session::initialize, m::InitializeParams => m::InitializeResult;
    "solve": search positions::solve, m::SolveParams => m::SolveResult;
    "candidates": search positions::candidates, m::CandidatesParams => m::CandidatesResult;
    "check": search positions::check, m::CheckParams => m::CheckResult;
    "steps": search positions::steps, m::StepsParams => m::StepsResult;
    "choose": search referee::choose, m::ChooseParams => m::ChooseResult;
    "round/new": short referee::new, m::NewRoundParams => m::NewRoundResult;
    "round/view": short referee::view, m::SeatParams => m::View;
    "round/play": turn referee::play, m::PlayParams => m::TurnResult;
    "round/draw": short referee::draw, m::SeatParams => m::TurnResult;
    "round/pass": short referee::pass, m::SeatParams => m::TurnResult;
    "round/timeout": turn referee::timeout, m::TimeoutParams => m::TurnResult;
    "round/forfeit": short referee::forfeit, m::HostParams => m::ForfeitResult;
    "round/close": short referee::close, m::HostParams => m::Nothing;
    "match/new": short matches::new, m::NewMatchParams => m::NewMatchResult;
    "match/view": short matches::view, m::MatchTokenParams => m::MatchView;
    "match/turn": turn matches::turn, m::MatchTurnParams => m::MatchTurnResult;
    "match/draft": short matches::draft, m::MatchDraftParams => m::Nothing;
    "match/events": short matches::events, m::MatchEventsParams => m::MatchEventsResult;
    "match/resume": turn matches::resume, m::ResumeMatchParams => m::NewMatchResult;
    "match/record": short matches::record, m::MatchHostParams => m::MatchRecordResult;
    "match/review": search review::review, m::ReviewParams => m::ReviewResult;
    "match/close": short matches::close, m::MatchHostParams => m::Nothing;
    "cancel": short session::cancel, m::CancelParams => m::CancelResult;
    "shutdown": short session::shutdown, m::Nothing => m::Nothing;
}
