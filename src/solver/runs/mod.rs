//! The open runs of one color between two values: the states of the dynamic program.
//!
//! A [`RunState`] says how many runs end at a value, and how long they are; lengths from the shortest meld up are
//! alike. It also says which runs consist of jokers only so far, and which are constrained ([`ConstrainedRuns`]).

mod constrained;
mod context;
mod distribution;
mod open_run;
mod state;

pub(super) use constrained::{ConstrainedRunTable, ConstrainedRuns};
pub(super) use context::RunContext;
pub(super) use distribution::{Distributor, Gets};
pub(super) use open_run::{OpenRun, OpenRuns};
pub(super) use state::{PlainState, RunState};
