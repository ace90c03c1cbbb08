//! Stopping a check that takes long.

use crate::table::InvalidTableError;

/// The caller ended a check before it had an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Why [`check_turn_until`](super::check_turn_until) has no verdict.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The table before the turn and the hand cannot exist under these rules.
    #[error(transparent)]
    Table(#[from] InvalidTableError),
    /// The caller stopped the check.
    #[error("the check was stopped")]
    Stopped,
}

impl From<Stopped> for CheckError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
