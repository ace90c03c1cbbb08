//! The one word for "the caller asked to stop".

/// The caller's limit or interrupt ended a search before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interrupted;
