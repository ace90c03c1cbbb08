//! Matches: several rounds with one score (rules 3, 13 and 16), without threads, clocks or input and output.
//!
//! A [`Match`] deals its rounds, keeps the score and writes its [record](Record). Whoever runs it passes the time in
//! and carries out each [`Attempt`], which may take long, on any thread.

mod attempt;
mod error;
mod record;
mod seeds;
mod state;

pub use attempt::{Attempt, Attempted};
pub use error::{MatchError, MatchTurnError};
pub use record::{Record, RecordStopped};
pub use seeds::derive_seed;
pub use state::{Match, Waiting};
