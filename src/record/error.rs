//! Errors in a record: the line and the reason.

use super::text::quote;
use crate::wording::{Filling, Wording, worded_errors, wording};

/// A record is damaged or was edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: Wording,
}

impl RecordError {
    pub(crate) const fn new(line: usize, reason: Wording) -> Self {
        Self { line, reason }
    }

    /// Returns the text, which names the line and the reason.
    #[must_use]
    pub fn wording(&self) -> Wording {
        wording!("line {line}: {reason}", line = self.line, reason = self.reason.clone())
    }
}

worded_errors!(RecordError);

/// The part of a line that an error quotes.
pub(crate) fn quoted(line: &str) -> Filling {
    Filling::Text(quote(line))
}
