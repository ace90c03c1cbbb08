//! The rule that a freed joker may only be played in a new meld (`freed_joker = new_meld`): one that does not contain a
//! whole old meld.
//!
//! The search first ignores this rule. Only if the play it finds breaks it does the search start again and keep track
//! of the jokers in new melds.

use super::direction::SweepDirection;
use super::groups::{ColorCounts, can_make_groups};
use super::interrupt::StopCheck;
use super::old_jokers::OldJokers;
use super::scenarios::Scenario;
use crate::meld::{Meld, Run};
use crate::table::Table;
use crate::tile::MAX_COLORS;

/// An old run, with the tiles that replace its freed jokers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OldRun {
    pub(super) color: u8,
    pub(super) first: u8,
    pub(super) len: u8,
    /// Bit `i` is set when the joker at place `i` stays.
    pub(super) jokers: u32,
    /// The index of its constraint among those of its color, if a joker stays.
    pub(super) constraint: Option<u8>,
}

/// An old group, with the tiles that replace its freed jokers.
#[derive(Debug, Clone, Copy)]
pub(super) struct OldGroup {
    pub(super) value: u8,
    pub(super) colors: u8,
    /// The number of jokers that stay.
    pub(super) jokers: u8,
    /// The index of its constraint among those of its value, if a joker stays.
    pub(super) constraint: Option<u8>,
}

/// The old melds of a table, which a new meld must not contain.
#[derive(Debug, Clone, Default)]
pub(super) struct NewMeldConstraint {
    pub(super) runs: Vec<OldRun>,
    pub(super) groups: Vec<OldGroup>,
}

impl NewMeldConstraint {
    /// The old melds in a scenario that a meld which is not kept may contain.
    pub(super) fn of(
        old: &OldJokers,
        scenario: &Scenario,
        table: &Table,
        direction: SweepDirection,
        values: u8,
    ) -> Self {
        let mut new_meld = Self::default();
        for (index, meld) in table.melds().iter().enumerate() {
            let all = old.of_meld(index);
            if all & !scenario.freed & scenario.kept.jokers != 0 {
                // One of its jokers stays in a kept meld.
                continue;
            }
            let freed = all & scenario.freed;
            let each_freed = (0..old.len()).filter(|&j| freed >> j & 1 == 1);
            match meld {
                Meld::Run(run) => {
                    let replaced = each_freed.fold(0u32, |mask, j| mask | 1 << (old.jokers[j].value - run.first));
                    let Run { color, first, len, jokers } =
                        direction.run(Run { jokers: run.jokers & !replaced, ..*run }, values);
                    let before = new_meld.runs.iter().filter(|old| old.color == color && old.constraint.is_some());
                    let constraint = (jokers != 0).then(|| before.count() as u8);
                    let old = OldRun { color, first, len, jokers, constraint };
                    if !new_meld.runs.contains(&old) {
                        new_meld.runs.push(old);
                    }
                }
                Meld::Group(group) => {
                    let replaced = each_freed.fold(0, |mask, j| mask | scenario.replaced_by[j]);
                    let jokers = group.jokers - freed.count_ones() as u8;
                    let value = direction.value(group.value, values);
                    let before = new_meld.groups.iter().filter(|old| old.value == value && old.constraint.is_some());
                    let constraint = (jokers != 0).then(|| before.count() as u8);
                    new_meld.groups.push(OldGroup { value, colors: group.colors | replaced, jokers, constraint });
                }
            }
        }
        new_meld
    }

    /// Whether a group of these colors contains a whole old group. Bit `i` of `locked` is set when the group holds all
    /// jokers that stay of constraint `i`.
    pub(super) fn old_in_group(&self, value: usize, colors: u8, locked: u8) -> bool {
        self.groups.iter().any(|old| {
            let jokers = || old.constraint.is_none_or(|constraint| locked >> constraint & 1 == 1);
            old.value as usize == value && old.colors & !colors == 0 && jokers()
        })
    }

    /// Whether a meld may contain a whole old one, wherever its jokers come from.
    pub(super) fn old_in_meld(&self, meld: &Meld) -> bool {
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

    /// The most of `jokers` jokers in the groups of a value that can be in new ones, with those groups; `None` if
    /// these tiles and jokers cannot make groups, or if the caller asks to stop.
    pub(super) fn most_in_new_groups(
        &self,
        value: usize,
        tiles: &[u8],
        jokers: u8,
        shortest: u8,
        check: &mut StopCheck<'_>,
    ) -> Option<(u8, GroupPartition)> {
        if !can_make_groups(tiles, jokers, shortest) {
            return None;
        }
        let colors = tiles.len();
        let current = GroupPartition::default();
        let mut search = PartitionSearch { new_meld: self, value, shortest, colors, current, best: None, check };
        let mut left = [0; MAX_COLORS];
        left[..tiles.len()].copy_from_slice(tiles);
        search.partition(&mut left, jokers, 0);
        search.best.filter(|_| !search.check.has_stopped())
    }
}

/// The groups of a value: natural colors and jokers of each.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct GroupPartition {
    pub(super) groups: [(u8, u8); 32],
    pub(super) len: usize,
}

/// Tries every partition of tiles and jokers into groups.
struct PartitionSearch<'a, 's> {
    new_meld: &'a NewMeldConstraint,
    value: usize,
    shortest: u8,
    colors: usize,
    current: GroupPartition,
    best: Option<(u8, GroupPartition)>,
    check: &'a mut StopCheck<'s>,
}

impl PartitionSearch<'_, '_> {
    fn partition(&mut self, left: &mut ColorCounts, jokers: u8, in_new: u8) {
        let Some(first) = left.iter().position(|&count| count > 0) else {
            if jokers == 0 && self.best.is_none_or(|(most, _)| in_new > most) {
                self.best = Some((in_new, self.current));
            }
            return;
        };
        let is_full = self.current.len == self.current.groups.len();
        if self.best.is_some_and(|(most, _)| in_new + jokers <= most) || is_full {
            return;
        }
        // Chooses the group of the first tile that is left.
        if self.check.count(1 << self.colors) {
            return;
        }
        for mask in (1u16..1 << self.colors).map(|mask| mask as u8) {
            let has = |color: usize| mask >> color & 1;
            if has(first) == 0 || (0..self.colors).any(|color| has(color) > left[color]) {
                continue;
            }
            let size = mask.count_ones() as u8;
            for here in 0..=jokers.min(self.colors as u8 - size) {
                if size + here < self.shortest {
                    continue;
                }
                for (color, left) in left.iter_mut().enumerate() {
                    *left -= has(color);
                }
                self.current.groups[self.current.len] = (mask, here);
                self.current.len += 1;
                // These groups hold no joker that stays.
                let gained = if self.new_meld.old_in_group(self.value, mask, 0) { 0 } else { here };
                self.partition(left, jokers - here, in_new + gained);
                self.current.len -= 1;
                for (color, left) in left.iter_mut().enumerate() {
                    *left += has(color);
                }
            }
        }
    }
}
