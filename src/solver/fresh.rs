//! Where a freed joker may be played: in a meld that does not contain a whole old one (`freed_joker = new_meld`).
//!
//! The search first pays no heed to this; only when the play it finds is not legal for it does it begin
//! again, following which runs and groups hold freed jokers.

use super::groups::{Vector, fits};
use crate::meld::Meld;
use crate::tile::MAX_COLORS;

/// An old run with the tiles put in for its freed jokers; bit `i` of `jokers` for a joker that stays at place `i`,
/// and the place of its lock among those of its color, if any stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OldRun {
    pub(super) color: u8,
    pub(super) first: u8,
    pub(super) len: u8,
    pub(super) jokers: u32,
    pub(super) lock: Option<u8>,
}

/// An old group with the tiles put in for its freed jokers, how many jokers stay, and the place of its lock among
/// those of its number, if any stays.
#[derive(Debug, Clone, Copy)]
pub(super) struct OldGroup {
    pub(super) value: u8,
    pub(super) colors: u8,
    pub(super) jokers: u8,
    pub(super) lock: Option<u8>,
}

/// The old melds of a table under a split.
#[derive(Debug, Clone, Default)]
pub(super) struct Olds {
    pub(super) runs: Vec<OldRun>,
    pub(super) groups: Vec<OldGroup>,
}

impl Olds {
    /// Whether a group of these colors holds a whole old group; bit `l` of `locks` is set when all jokers that stay of
    /// the old group of lock `l` are in it.
    pub(super) fn in_group(&self, value: usize, colors: u8, locks: u8) -> bool {
        self.groups.iter().any(|old| {
            let jokers = || old.lock.is_none_or(|lock| locks >> lock & 1 == 1);
            old.value as usize == value && old.colors & !colors == 0 && jokers()
        })
    }

    /// Whether a meld may hold a whole old one, whichever its jokers are.
    pub(super) fn in_meld(&self, meld: &Meld) -> bool {
        match meld {
            Meld::Run(run) => self.runs.iter().any(|old| {
                let inside = old.first >= run.first && old.first + old.len <= run.first + run.len;
                let same = || run.jokers >> (old.first - run.first) & ((1 << old.len) - 1) == old.jokers;
                old.color == run.color && inside && same()
            }),
            Meld::Group(group) => self
                .groups
                .iter()
                .any(|old| old.value == group.value && old.colors & !group.colors == 0 && old.jokers <= group.jokers),
        }
    }

    /// Of `jokers` jokers in the groups of a number, the most that can lie in new ones, with those groups; or
    /// nothing if the tiles and jokers cannot make groups.
    pub(super) fn most_new(&self, value: usize, tiles: &[u8], jokers: u8, shortest: u8) -> Option<(u8, Parting)> {
        if !fits(tiles, jokers, shortest) {
            return None;
        }
        let mut parter =
            Parter { olds: self, value, shortest, colors: tiles.len(), now: Parting::default(), best: None };
        let mut left = [0; MAX_COLORS];
        left[..tiles.len()].copy_from_slice(tiles);
        parter.part(&mut left, jokers, 0);
        parter.best
    }
}

/// The groups of a number: natural colors and jokers of each.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Parting {
    pub(super) groups: [(u8, u8); 32],
    pub(super) len: usize,
}

/// Tries every way to part tiles and jokers into groups.
struct Parter<'a> {
    olds: &'a Olds,
    value: usize,
    shortest: u8,
    colors: usize,
    now: Parting,
    best: Option<(u8, Parting)>,
}

impl Parter<'_> {
    fn part(&mut self, left: &mut Vector, jokers: u8, new: u8) {
        let Some(first) = left.iter().position(|&count| count > 0) else {
            if jokers == 0 && self.best.is_none_or(|(most, _)| new > most) {
                self.best = Some((new, self.now));
            }
            return;
        };
        if self.best.is_some_and(|(most, _)| new + jokers <= most) || self.now.len == self.now.groups.len() {
            return;
        }
        // The group of the first tile that is left.
        for mask in (1u16..1 << self.colors).map(|mask| mask as u8) {
            let here = |c: usize| mask >> c & 1;
            if here(first) == 0 || (0..self.colors).any(|c| here(c) > left[c]) {
                continue;
            }
            let size = mask.count_ones() as u8;
            for spare in 0..=jokers.min(self.colors as u8 - size) {
                if size + spare < self.shortest {
                    continue;
                }
                for (c, left) in left.iter_mut().enumerate() {
                    *left -= here(c);
                }
                self.now.groups[self.now.len] = (mask, spare);
                self.now.len += 1;
                // No joker that stays lies in these groups.
                let gained = if self.olds.in_group(self.value, mask, 0) { 0 } else { spare };
                self.part(left, jokers - spare, new + gained);
                self.now.len -= 1;
                for (c, left) in left.iter_mut().enumerate() {
                    *left += here(c);
                }
            }
        }
    }
}
