#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "bots"), allow(dead_code, unused_imports, reason = "some helpers are for bots only"))]

#[cfg(feature = "bots")]
mod bots;
mod clock;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "matches")]
mod matches;
mod meld;
#[cfg(feature = "protocol")]
pub mod protocol;
#[cfg(feature = "python")]
mod python;
#[cfg(feature = "matches")]
mod record;
#[cfg(feature = "matches")]
mod review;
mod round;
mod rules;
#[cfg(feature = "serde")]
mod serialization;
mod solver;
#[cfg(feature = "bots")]
mod stats;
mod steps;
mod table;
mod threads;
mod tile;
mod turn;
mod wording;

#[cfg(feature = "bots")]
pub use bots::{
    BUILT_IN, Bot, BotError, BotName, BotNameError, BuiltIn, Careful, Greedy, Level, LevelNumber, LevelRange, Search,
    SearchParams,
};
pub use clock::{Clock, set_clock};
#[cfg(feature = "matches")]
pub use matches::{Attempt, Attempted, Match, MatchError, MatchTurnError, Record, RecordStopped, Waiting, derive_seed};
pub use meld::{Group, InvalidMeldError, Meld, Run, count_arrangements, count_melds};
#[cfg(feature = "matches")]
pub use record::{
    Failure, FailureCode, Fault, GUEST, Happening, Header, HeaderError, MatchEnd, RecordError, RoundResult, RoundStart,
    TurnTaken,
};
#[cfg(feature = "matches")]
pub use review::{Lapse, Review, ReviewOptions, TurnReview};
pub use round::{
    Ending, Event, EventKind, InvalidViewError, Outcome, RepeatError, Round, RoundError, Setup, Turn, TurnError, View,
};
pub use rules::{
    ExchangeFrom, FreedJoker, InvalidRulesError, LockedMeld, MatchWinner, OPTIONS, OpeningTable, OptionKind,
    OptionValue, Options, PRESETS, RuleOption, Rules, Stalemate, Starter, Timeout,
};
pub use solver::{
    Candidates, InvalidWeightError, Objective, Play, Problem, Solver, Weights, solve_many, solve_many_as,
};
#[cfg(feature = "bots")]
pub use stats::{RoundFigures, StatsError, count_openings, play_rounds};
pub use steps::{Borrowed, Heap, ReplayError, Step, StepsError, replay, steps, steps_until};
pub use table::{InvalidTableError, Table, TableFault};
pub use tile::{Color, Deck, MAX_COLORS, MAX_JOKERS, MAX_TEXT, MAX_VALUES, NotationError, PALETTE, Tile, Tiles};
pub use turn::{
    CheckError, Draft, Fate, IllegalTurnError, Reason, Source, TableJoker, Verdict, check_turn, check_turn_until,
    is_legal,
};
pub use wording::{COUNT, Filling, MAX_DEPTH, Wording};
