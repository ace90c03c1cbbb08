//! Carrying steps out.

use super::{Pile, Step};
use crate::meld::Meld;
use crate::table::Table;
use crate::tile::{Hand, Tile};

/// Why steps cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A pile that a step changes does not lie there.
    #[error("step {number}: there is no {pile} on the table", number = step + 1)]
    NoSuchPile {
        /// The step's place, from 0.
        step: usize,
        /// The pile.
        pile: Pile,
    },
    /// A step makes or loses cards.
    #[error("step {number}: the piles after it do not hold the cards they should", number = step + 1)]
    CardsDiffer {
        /// The step's place, from 0.
        step: usize,
    },
    /// A freed joker is laid before one was exchanged, or is still there at the end (rule 14).
    #[error("step {number}: freed jokers are laid after they are exchanged, in the same turn (rule 14)", number = step + 1)]
    FreedJoker {
        /// The step's place, from 0; the number of steps if a joker is left at the end.
        step: usize,
    },
    /// A pile at the end is no meld.
    #[error("{pile} is left on the table and is no meld (rule 10)")]
    NotAMeld {
        /// The pile.
        pile: Pile,
    },
}

/// The table after these steps, carried out one after the other.
///
/// # Errors
/// If a step takes what is not there, does not come out with the cards it started with, or lays a freed joker
/// that was not exchanged; or if what lies there at the end is no table.
pub fn replay(before: &Table, steps: &[Step]) -> Result<Table, ReplayError> {
    let mut piles: Vec<Pile> = before.melds().iter().map(|&meld| meld.into()).collect();
    let mut free = 0u8;
    for (number, step) in steps.iter().enumerate() {
        let mut cards: Hand = step.from_hand().iter().copied().collect();
        for pile in step.before() {
            let place = piles.iter().position(|other| other == pile);
            let place = place.ok_or_else(|| ReplayError::NoSuchPile { step: number, pile: pile.clone() })?;
            cards = cards.plus(&piles.swap_remove(place).tiles().iter().copied().collect());
        }
        match *step {
            Step::Lay { freed, .. } => {
                free = free.checked_sub(freed).ok_or(ReplayError::FreedJoker { step: number })?;
                (0..freed).for_each(|_| cards.add(Tile::JOKER));
            }
            Step::Exchange { .. } if cards.remove(Tile::JOKER) => free = free.saturating_add(1),
            Step::Exchange { .. } => return Err(ReplayError::CardsDiffer { step: number }),
            _ => {}
        }
        let after: Hand = step.after().into_iter().flat_map(Pile::tiles).copied().collect();
        if after != cards || !names_its_cards(step) {
            return Err(ReplayError::CardsDiffer { step: number });
        }
        piles.extend(step.after().into_iter().cloned());
    }
    if free > 0 {
        return Err(ReplayError::FreedJoker { step: steps.len() });
    }
    let melds = piles.into_iter().map(|pile| pile.meld().ok_or(ReplayError::NotAMeld { pile }));
    Ok(Table::new(melds.collect::<Result<Vec<Meld>, _>>()?))
}

/// Whether the cards a step says it takes are those that leave the pile it takes them from.
fn names_its_cards(step: &Step) -> bool {
    let gone = |from: &Pile, left: &Pile| {
        let from: Hand = from.tiles().iter().copied().collect();
        let left: Hand = left.tiles().iter().copied().collect();
        from.contains(&left).then(|| from.minus(&left))
    };
    match step {
        Step::Take { cards, from, left, .. } => gone(from, left) == Some(cards.iter().copied().collect()),
        Step::Exchange { card, borrowed: Some(borrowed), .. } => match &borrowed.left {
            Some(left) => gone(&borrowed.from, left) == Some([*card].into_iter().collect()),
            None => borrowed.from.tiles().contains(card),
        },
        _ => true,
    }
}
