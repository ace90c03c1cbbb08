//! Replaying steps.

use super::heap::Heap;
use super::step::Step;
use crate::meld::Meld;
use crate::table::Table;
use crate::tile::{Tile, Tiles};

/// Why steps cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A heap that a step changes does not exist.
    #[error("step {number}: there is no {heap} on the table", number = step + 1)]
    NoSuchHeap {
        /// The index of the step, from 0.
        step: usize,
        /// The heap.
        heap: Heap,
    },
    /// A step adds or loses tiles.
    #[error("step {number}: the heaps after it do not have the right tiles", number = step + 1)]
    TilesDiffer {
        /// The index of the step, from 0.
        step: usize,
    },
    /// A freed joker is played before one was exchanged, or is left at the end (rule 14).
    #[error("step {number}: a freed joker must be played after its exchange, in the same turn (rule 14)", number = step + 1)]
    FreedJoker {
        /// The index of the step, from 0; the number of steps if a joker is left at the end.
        step: usize,
    },
    /// A heap at the end is not a meld.
    #[error("{heap} is left on the table but is not a meld (rule 10)")]
    NotAMeld {
        /// The heap.
        heap: Heap,
    },
}

/// Carries steps out on a table and returns the table after them.
///
/// # Errors
/// If a step changes a heap that does not exist, adds or loses tiles, or plays a freed joker that was not exchanged,
/// or if the heaps at the end are not all melds.
pub fn replay(before: &Table, steps: &[Step]) -> Result<Table, ReplayError> {
    let mut heaps: Vec<Heap> = before.melds().iter().map(|&meld| meld.into()).collect();
    let mut free = 0u8;
    for (number, step) in steps.iter().enumerate() {
        let mut tiles: Tiles = step.from_hand().iter().copied().collect();
        for heap in step.before() {
            let place = heaps.iter().position(|other| other == heap);
            let place = place.ok_or_else(|| ReplayError::NoSuchHeap { step: number, heap: heap.clone() })?;
            tiles = tiles.plus(&heaps.swap_remove(place).tiles().iter().copied().collect());
        }
        match *step {
            Step::Play { freed, .. } => {
                free = free.checked_sub(freed).ok_or(ReplayError::FreedJoker { step: number })?;
                (0..freed).for_each(|_| tiles.add(Tile::JOKER));
            }
            Step::Exchange { .. } if tiles.remove(Tile::JOKER) => free = free.saturating_add(1),
            Step::Exchange { .. } => return Err(ReplayError::TilesDiffer { step: number }),
            _ => {}
        }
        let after: Tiles = step.after().into_iter().flat_map(Heap::tiles).copied().collect();
        if after != tiles || !names_its_tiles(step) {
            return Err(ReplayError::TilesDiffer { step: number });
        }
        heaps.extend(step.after().into_iter().cloned());
    }
    if free > 0 {
        return Err(ReplayError::FreedJoker { step: steps.len() });
    }
    let melds = heaps.into_iter().map(|heap| heap.meld().ok_or(ReplayError::NotAMeld { heap }));
    Ok(Table::new(melds.collect::<Result<Vec<Meld>, _>>()?))
}

/// Whether the tiles that a step names are the ones that leave the heap it takes them from.
fn names_its_tiles(step: &Step) -> bool {
    let gone = |from: &Heap, left: &Heap| {
        let from: Tiles = from.tiles().iter().copied().collect();
        let left: Tiles = left.tiles().iter().copied().collect();
        from.contains(&left).then(|| from.minus(&left))
    };
    match step {
        Step::Take { tiles, from, left, .. } => gone(from, left) == Some(tiles.iter().copied().collect()),
        Step::Exchange { tile, borrowed: Some(borrowed), .. } => match &borrowed.left {
            Some(left) => gone(&borrowed.from, left) == Some([*tile].into_iter().collect()),
            None => borrowed.from.tiles().contains(tile),
        },
        _ => true,
    }
}
