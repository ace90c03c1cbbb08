//! Steps as text.

use std::fmt;

use super::heap::{Heap, words};
use super::step::{Borrowed, Step};
use crate::tile::Tile;
use crate::wording::{Filling, Wording, plural, wording};

impl Step {
    /// Returns the text, which names the tiles and heaps.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Play { tiles, freed, onto, made } => {
                let what = played(tiles, *freed);
                match onto {
                    Some(onto) => wording!("Add {what} to {onto}: {made}", what, onto, made),
                    None if made.meld().is_some() => wording!("Play {what} as a new meld: {made}", what, made),
                    None => wording!("Play {what} to start a new meld", what),
                }
            }
            Self::Take { tiles, from, left, onto, made } => take(tiles, from, left, onto.as_ref(), made),
            Self::Split { from, parts: [low, high] } => {
                wording!("Split {from} into {low} and {high}", from, low, high)
            }
            Self::Join { heap, onto, made } => wording!("Join {heap} and {onto}: {made}", heap, onto, made),
            Self::Exchange { tile, borrowed: None, meld, made } => {
                wording!("Exchange the joker of {meld} for {tile} from the hand: {made}", meld, tile, made)
            }
            Self::Exchange { tile, borrowed: Some(borrowed), meld, made } => exchange(*tile, borrowed, meld, made),
            Self::Shift { from, made } if from.tiles() == made.tiles() => {
                wording!("Change what the jokers of {from} stand for: {made}", from, made)
            }
            Self::Shift { from, made } => wording!("Move the jokers of {from}: {made}", from, made),
        }
    }
}

/// The tiles that are played: from the hand, freed jokers, or both.
fn played(tiles: &[Tile], freed: u8) -> Filling {
    let from_hand = words(tiles);
    match (tiles.is_empty(), freed) {
        (false, 0) => wording!("{tiles} from the hand", tiles = from_hand),
        (false, _) => plural!(
            "{tiles} from the hand and the freed joker",
            "{tiles} from the hand and {count} freed jokers",
            count = freed,
            tiles = from_hand
        ),
        (true, _) => plural!("the freed joker", "{count} freed jokers", count = freed),
    }
    .into()
}

fn take(tiles: &[Tile], from: &Heap, left: &Heap, onto: Option<&Heap>, made: &Heap) -> Wording {
    let (count, tiles) = (tiles.len(), words(tiles));
    match onto {
        Some(onto) => plural!(
            "Take {tiles} from {from}, leaving {left}, and add it to {onto}: {made}",
            "Take {tiles} from {from}, leaving {left}, and add them to {onto}: {made}",
            count,
            tiles,
            from,
            left,
            onto,
            made
        ),
        None if made.meld().is_some() => plural!(
            "Take {tiles} from {from}, leaving {left}, and form a new meld with it: {made}",
            "Take {tiles} from {from}, leaving {left}, and form a new meld with them: {made}",
            count,
            tiles,
            from,
            left,
            made
        ),
        None => plural!(
            "Take {tiles} from {from}, leaving {left}, and start a new meld with it",
            "Take {tiles} from {from}, leaving {left}, and start a new meld with them",
            count,
            tiles,
            from,
            left
        ),
    }
}

fn exchange(tile: Tile, borrowed: &Borrowed, meld: &Heap, made: &Heap) -> Wording {
    match &borrowed.left {
        Some(left) => wording!(
            "Exchange the joker of {meld} for {tile} borrowed from {from}, leaving {left}: {made}",
            meld,
            tile,
            from = &borrowed.from,
            left,
            made
        ),
        None if borrowed.within(meld) => {
            wording!("Exchange the joker of {meld} for {tile} of the same meld: {made}", meld, tile, made)
        }
        None => wording!("Exchange the joker of {meld} for {tile}, the last tile of a meld: {made}", meld, tile, made),
    }
}

impl From<&Heap> for Filling {
    fn from(heap: &Heap) -> Self {
        Self::Text(heap.to_string())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.wording())
    }
}
