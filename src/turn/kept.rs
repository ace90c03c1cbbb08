//! Turns that leave the jokers of the table where they are, which most do.

use super::shape::Shape;
use crate::meld::Meld;
use crate::rules::Rules;
use crate::tile::MAX_JOKERS;

/// Old melds with jokers, each with a new meld of its own that has all its tiles, the jokers in the same places.
#[derive(Debug, Default)]
pub(super) struct KeptMelds {
    /// The indices of the old and the new meld.
    pairs: [(usize, usize); MAX_JOKERS],
    len: usize,
}

impl KeptMelds {
    /// Finds the new melds of all old ones with jokers. If that succeeds, every policy of rules 14 and 15 allows the
    /// turn; `None` proves nothing against it.
    pub(super) fn find(before: &[Meld], after: &[Meld], rules: &Rules) -> Option<Self> {
        let mut kept = Self::default();
        for (old, meld) in before.iter().enumerate().filter(|(_, meld)| meld.jokers() > 0) {
            let shape = Shape::of(meld, rules);
            let is_free = |new: usize| kept.pairs[..kept.len].iter().all(|&(_, taken)| taken != new);
            let mut whole = (0..after.len()).filter(|&new| after[new] == *meld);
            let mut grown = (0..after.len()).filter(|&new| {
                after[new].jokers() >= meld.jokers() && shape.is_part_of(&Shape::of(&after[new], rules))
            });
            let new = whole.find(|&new| is_free(new)).or_else(|| grown.find(|&new| is_free(new)))?;
            *kept.pairs.get_mut(kept.len)? = (old, new);
            kept.len += 1;
        }
        Some(kept)
    }

    /// The new meld that keeps the jokers of this old one.
    pub(super) fn meld(&self, old: usize) -> Option<usize> {
        self.pairs[..self.len].iter().find(|pair| pair.0 == old).map(|pair| pair.1)
    }
}
