//! What a seat decides.

use crate::table::Table;

/// What a seat decides: play tiles, or draw one, never both (rule 9).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Play tiles; this is the table after.
    Play(Table),
    /// Draw a tile.
    Draw,
    /// Do neither; only when the pool is empty (rule 18).
    Pass,
}

impl Turn {
    /// The name in Python and JSON.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Play(_) => "play",
            Self::Draw => "draw",
            Self::Pass => "pass",
        }
    }
}
