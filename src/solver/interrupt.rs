//! The error for "the caller asked to stop".

/// The caller's limit or interrupt ended a search early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interrupted;
