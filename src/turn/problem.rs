//! The joker assignment problem of a turn: what rules 14 and 15 look at, and nothing else.

use super::shape::{Shape, each};
use crate::meld::Meld;
use crate::rules::{FreedJoker, LockedMeld, Rules};
use crate::tile::{Tile, Tiles};

/// Where a tile that replaced a joker came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// From the hand.
    Hand,
    /// From another meld of the table, by its index in the table before the turn.
    Table {
        /// The index.
        meld: usize,
    },
}

/// A joker on the table before the turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Joker {
    /// Its meld, by index.
    pub(super) old: usize,
    /// The tiles it can stand for, as bits of its meld's track (rule 7).
    pub(super) stands_for: u32,
}

/// What became of a joker. The order matters: it breaks symmetries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Freed,
    /// It stayed and is now in this meld.
    Stays(usize),
}

/// A joker to free.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExchangeRequest {
    pub(super) joker: usize,
    /// The tiles that may replace it, as bits of its meld's track.
    pub(super) by: u32,
}

/// A joker that was freed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exchange {
    pub(super) joker: usize,
    pub(super) by: Tile,
    pub(super) from: Source,
}

/// The melds before and after a turn, and the jokers to account for.
///
/// The tiles of the turn are already known to be in order and its melds to be valid.
#[derive(Debug, Clone)]
pub(super) struct JokerProblem<'a> {
    pub(super) rules: &'a Rules,
    pub(super) played: &'a Tiles,
    pub(super) old_melds: Vec<Shape>,
    pub(super) new_melds: Vec<Shape>,
    /// The jokers to account for, by old meld, and in a run from the lowest.
    pub(super) jokers: Vec<Joker>,
    /// How many of those each old meld has.
    pub(super) locked: Vec<u32>,
    pub(super) freed_joker: FreedJoker,
}

impl<'a> JokerProblem<'a> {
    pub(super) fn new(before: &[Meld], after: &[Meld], played: &'a Tiles, rules: &'a Rules) -> Self {
        let mut problem = Self {
            rules,
            played,
            old_melds: before.iter().map(|meld| Shape::of(meld, rules)).collect(),
            new_melds: after.iter().map(|meld| Shape::of(meld, rules)).collect(),
            jokers: Vec::new(),
            locked: Vec::new(),
            freed_joker: rules.freed_joker,
        };
        problem.lock_only(&vec![true; before.len()]);
        problem
    }

    /// Applies rules 14 and 15 to the jokers of these old melds only.
    pub(super) fn lock_only(&mut self, locked: &[bool]) {
        let free = self.rules.locked_meld == LockedMeld::Free;
        self.locked = self
            .old_melds
            .iter()
            .zip(locked)
            .map(|(old, &locked)| if locked && !free { old.jokers } else { 0 })
            .collect();
        self.jokers.clear();
        for (old, shape) in self.old_melds.iter().enumerate().filter(|&(old, _)| self.locked[old] > 0) {
            if shape.is_run() {
                self.jokers.extend(each(shape.stands_for).map(|bit| Joker { old, stands_for: 1 << bit }));
            } else {
                let joker = Joker { old, stands_for: shape.stands_for };
                self.jokers.extend(std::iter::repeat_n(joker, shape.jokers as usize));
            }
        }
    }
}
