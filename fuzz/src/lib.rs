//! The fuzz targets. `tests/fuzz.rs` includes this file and runs the corpora through them.

#![allow(clippy::unwrap_used, reason = "a panic is a finding")]

#[path = "../../tests/common/mod.rs"]
mod common;
pub mod drafts;
pub mod notation;
mod position;
pub mod replay;
#[path = "../../tests/round/check.rs"]
mod round;
mod rules;
pub mod solve;
#[path = "../../tests/steps/check.rs"]
mod steps;
mod turn;

/// A target: its name, and the function that takes the bytes.
pub type Target = (&'static str, fn(&[u8]));

/// Every target, by name.
pub const TARGETS: [Target; 4] =
    [("drafts", drafts::run), ("notation", notation::run), ("replay", replay::run), ("solve", solve::run)];
