//! Turns.

use crate::table::Table;

/// The decision of a seat: play tiles or draw one, never both (rule 9).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Play tiles; holds the table after the turn.
    Play(Table),
    /// Draw a tile.
    Draw,
    /// Neither play nor draw; allowed only when the pool is empty (rule 18).
    Pass,
}

impl Turn {
    /// Returns the name used in Python and JSON.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Play(_) => "play",
            Self::Draw => "draw",
            Self::Pass => "pass",
        }
    }
}
