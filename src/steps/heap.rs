//! Heaps: tiles that are together in the middle of a turn.

use std::fmt;

use crate::meld::Meld;
use crate::tile::Tile;

/// Tiles that are together in the middle of a turn. They need not be a meld.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Heap {
    pub(super) tiles: Vec<Tile>,
    pub(super) meld: Option<Meld>,
}

impl Heap {
    /// Returns the tiles in order.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Returns the meld that the tiles make, if they make one.
    #[must_use]
    pub const fn meld(&self) -> Option<Meld> {
        self.meld
    }
}

impl From<Meld> for Heap {
    fn from(meld: Meld) -> Self {
        Self { tiles: meld.tiles().collect(), meld: Some(meld) }
    }
}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.meld {
            Some(meld) => write!(f, "{meld}"),
            None => f.write_str(&words(&self.tiles)),
        }
    }
}

/// Tiles as text, separated by spaces.
pub(super) fn words(tiles: &[Tile]) -> String {
    tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ")
}
