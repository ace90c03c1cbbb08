//! One move of a turn.

use super::heap::Heap;
use crate::tile::Tile;

/// The source of an exchange tile that comes from the table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Borrowed {
    /// The heap it was taken from.
    pub from: Heap,
    /// The rest of that heap. `None` if it was the only tile, or was in the same heap as the joker it replaced,
    /// where it had replaced another joker before.
    pub left: Option<Heap>,
}

/// One move of a turn. It names the heaps it changes, as they are before and after.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Step {
    /// Tiles from the hand, freed jokers, or both are played.
    Play {
        /// The tiles from the hand, including jokers of the hand.
        tiles: Vec<Tile>,
        /// The number of freed jokers played with them (rule 14).
        freed: u8,
        /// The heap they are added to; `None` if they start a new one.
        onto: Option<Heap>,
        /// The heap they are part of now.
        made: Heap,
    },
    /// Some tiles of a heap are moved.
    Take {
        /// The tiles.
        tiles: Vec<Tile>,
        /// The heap they are taken from.
        from: Heap,
        /// The rest of that heap.
        left: Heap,
        /// The heap they are added to; `None` if they start a new one.
        onto: Option<Heap>,
        /// The heap they are part of now.
        made: Heap,
    },
    /// A run is cut in two.
    Split {
        /// The run.
        from: Heap,
        /// Its lower and upper part.
        parts: [Heap; 2],
    },
    /// A whole heap is moved to another.
    Join {
        /// The heap that is moved.
        heap: Heap,
        /// The heap it is added to.
        onto: Heap,
        /// The joined heap.
        made: Heap,
    },
    /// A tile replaces a joker, which is then free (rule 14).
    Exchange {
        /// The tile.
        tile: Tile,
        /// Where the tile comes from on the table; `None` if it comes from the hand.
        borrowed: Option<Borrowed>,
        /// The heap with the joker.
        meld: Heap,
        /// The heap with the tile in place of the joker.
        made: Heap,
    },
    /// Jokers move within a heap, or stand for other tiles (only under `locked_meld = free`).
    Shift {
        /// The heap before.
        from: Heap,
        /// The heap after.
        made: Heap,
    },
}

impl Step {
    /// Returns a name for programs: `play`, `take`, `split`, `join`, `exchange` or `shift`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Play { .. } => "play",
            Self::Take { .. } => "take",
            Self::Split { .. } => "split",
            Self::Join { .. } => "join",
            Self::Exchange { .. } => "exchange",
            Self::Shift { .. } => "shift",
        }
    }

    /// Returns the tiles that move, freed jokers included.
    #[must_use]
    pub fn moved(&self) -> Vec<Tile> {
        match self {
            Self::Play { tiles, freed, .. } => {
                tiles.iter().copied().chain(std::iter::repeat_n(Tile::JOKER, *freed as usize)).collect()
            }
            Self::Take { tiles, .. } => tiles.clone(),
            Self::Split { parts, .. } => parts[1].tiles().to_vec(),
            Self::Join { heap, .. } => heap.tiles().to_vec(),
            Self::Exchange { tile, .. } => vec![*tile],
            Self::Shift { from, .. } => from.tiles().iter().copied().filter(|tile| tile.is_joker()).collect(),
        }
    }

    /// Returns where the tile of an exchange comes from, if not from the hand.
    #[must_use]
    pub const fn borrowed(&self) -> Option<&Borrowed> {
        match self {
            Self::Exchange { borrowed, .. } => borrowed.as_ref(),
            _ => None,
        }
    }

    /// Returns the tiles that leave the hand in this step.
    #[must_use]
    pub fn from_hand(&self) -> &[Tile] {
        match self {
            Self::Play { tiles, .. } => tiles,
            Self::Exchange { tile, borrowed: None, .. } => std::slice::from_ref(tile),
            _ => &[],
        }
    }

    /// Returns the heaps that this step changes, as they are before it.
    #[must_use]
    pub fn before(&self) -> Vec<&Heap> {
        match self {
            Self::Play { onto, .. } => onto.iter().collect(),
            Self::Take { from, onto, .. } => std::iter::once(from).chain(onto).collect(),
            Self::Split { from, .. } | Self::Shift { from, .. } => vec![from],
            Self::Join { heap, onto, .. } => vec![heap, onto],
            Self::Exchange { borrowed, meld, .. } => {
                let lender = borrowed.as_ref().filter(|borrowed| !borrowed.within(meld));
                lender.map(|borrowed| &borrowed.from).into_iter().chain([meld]).collect()
            }
        }
    }

    /// Returns the heaps that this step changes, as they are after it.
    #[must_use]
    pub fn after(&self) -> Vec<&Heap> {
        match self {
            Self::Play { made, .. } | Self::Join { made, .. } | Self::Shift { made, .. } => vec![made],
            Self::Take { left, made, .. } => vec![left, made],
            Self::Split { parts, .. } => parts.iter().collect(),
            Self::Exchange { borrowed, made, .. } => {
                let left = borrowed.as_ref().and_then(|borrowed| borrowed.left.as_ref());
                left.into_iter().chain([made]).collect()
            }
        }
    }
}

impl Borrowed {
    /// Whether the tile was in the same heap as the joker.
    pub(super) fn within(&self, meld: &Heap) -> bool {
        self.left.is_none() && self.from == *meld
    }
}
