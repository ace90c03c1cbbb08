//! The record of a match: the text that holds all of it, one line for each thing that happened.
//!
//! ```text
//! rummy_fast match 1
//! rules schmidt joker_penalty=30
//! seed 7
//! rounds 2
//! limit none
//! seat 0 bot greedy
//! seat 1 guest
//! name 1 Anna
//! round 1 seed 12345 starter 1
//! deal 0 r1 r4 ...
//! deal 1 ...
//! turn 1 seat 1 draws b7
//! turn 2 seat 0 plays r10 y10 b10: r10 y10 b10
//! turn 3 seat 1 timeout keeps r9 r11 r12: r9 r10 r11 r12 | ...
//! turn 4 seat 0 forfeits draws b2 -- raised: ValueError: no idea
//! turn 5 seat 1 passes
//! end 1 out winners 0 left 0 23 scores 23 -23 totals 23 -23
//! result winners 0 totals 23 -23 won 1 0
//! ```
//!
//! Every match has exactly one text. To verify a record, each line is written again and compared (`matches`).

mod error;
mod happening;
mod header;
mod lines;
mod text;

pub use error::RecordError;
pub(crate) use error::quoted;
pub use happening::{Failure, FailureCode, Fault, Happening, MatchEnd, RoundResult, RoundStart, TurnTaken};
pub use header::{GUEST, Header, HeaderError};
pub(crate) use lines::{RecordedTurn, compare};
#[cfg(feature = "python")]
pub(crate) use text::is_name;
