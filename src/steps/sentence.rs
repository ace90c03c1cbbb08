//! What a step says: the move, and the pile it makes.

use std::fmt;

use super::{Borrowed, Pile, Step, words};
use crate::tile::Tile;
use crate::wording::{Filling, Wording, plural, wording};

impl Step {
    /// The sentence that names the cards and piles.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Lay { cards, freed, onto, made } => {
                let what = laid(cards, *freed);
                match onto {
                    Some(onto) => wording!("Lay {what} at {onto}: {made}", what, onto, made),
                    None if made.meld().is_some() => wording!("Lay {what} as a new meld: {made}", what, made),
                    None => wording!("Lay {what} as the start of a new meld", what),
                }
            }
            Self::Take { cards, from, left, onto, made } => take(cards, from, left, onto.as_ref(), made),
            Self::Split { from, parts: [low, high] } => {
                wording!("Split {from} into {low} and {high}", from, low, high)
            }
            Self::Join { pile, onto, made } => wording!("Join {pile} and {onto}: {made}", pile, onto, made),
            Self::Exchange { card, borrowed: None, meld, made } => {
                wording!("Exchange the joker of {meld} for {card} from the hand: {made}", meld, card, made)
            }
            Self::Exchange { card, borrowed: Some(borrowed), meld, made } => exchange(*card, borrowed, meld, made),
            Self::Shift { from, made } if from.tiles() == made.tiles() => {
                wording!("Let the jokers of {from} stand for other cards: {made}", from, made)
            }
            Self::Shift { from, made } => wording!("Move the jokers of {from}: {made}", from, made),
        }
    }
}

/// Cards from the hand, freed jokers, or both: what is laid.
fn laid(cards: &[Tile], freed: u8) -> Filling {
    let from_hand = words(cards);
    match (cards.is_empty(), freed) {
        (false, 0) => wording!("{cards} from the hand", cards = from_hand),
        (false, _) => plural!(
            "{cards} from the hand and the freed joker",
            "{cards} from the hand and {count} freed jokers",
            count = freed,
            cards = from_hand
        ),
        (true, _) => plural!("the freed joker", "{count} freed jokers", count = freed),
    }
    .into()
}

fn take(cards: &[Tile], from: &Pile, left: &Pile, onto: Option<&Pile>, made: &Pile) -> Wording {
    let (count, cards) = (cards.len(), words(cards));
    match onto {
        Some(onto) => plural!(
            "Take {cards} from {from}, which leaves {left}, and lay it at {onto}: {made}",
            "Take {cards} from {from}, which leaves {left}, and lay them at {onto}: {made}",
            count,
            cards,
            from,
            left,
            onto,
            made
        ),
        None if made.meld().is_some() => plural!(
            "Take {cards} from {from}, which leaves {left}, and lay it as a new meld: {made}",
            "Take {cards} from {from}, which leaves {left}, and lay them as a new meld: {made}",
            count,
            cards,
            from,
            left,
            made
        ),
        None => plural!(
            "Take {cards} from {from}, which leaves {left}, and lay it as the start of a new meld",
            "Take {cards} from {from}, which leaves {left}, and lay them as the start of a new meld",
            count,
            cards,
            from,
            left
        ),
    }
}

fn exchange(card: Tile, borrowed: &Borrowed, meld: &Pile, made: &Pile) -> Wording {
    match &borrowed.left {
        Some(left) => wording!(
            "Exchange the joker of {meld} for {card} borrowed from {from}, which leaves {left}: {made}",
            meld,
            card,
            from = &borrowed.from,
            left,
            made
        ),
        None if borrowed.within(meld) => {
            wording!("Exchange the joker of {meld} for {card} of the same meld: {made}", meld, card, made)
        }
        None => wording!("Exchange the joker of {meld} for {card}, the last card of a meld: {made}", meld, card, made),
    }
}

impl From<&Pile> for Filling {
    fn from(pile: &Pile) -> Self {
        Self::Text(pile.to_string())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.wording())
    }
}
