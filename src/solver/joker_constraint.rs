//! What the jokers that stay on the table demand of the final melds (rule 15).
//!
//! A joker that stays keeps what it stands for and enough tiles of its old meld beside it. So each final meld that
//! holds one is *constrained*: the old meld's tiles that join it are counted until there are enough.

use super::direction::SweepDirection;
use super::old_jokers::OldJokers;
use super::scenarios::Scenario;
use crate::meld::Meld;
use crate::rules::{LockedMeld, Rules};
use crate::table::Table;
use crate::tile::MAX_JOKERS;

/// An old run with jokers that stay.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunConstraint {
    pub(super) color: u8,
    /// Bit `v` is set when a joker that stays stands for value `v`.
    pub(super) locked: u32,
    /// Bit `v` is set when the old run has a natural tile `v`, or a tile replaced its joker there.
    pub(super) claimable: u32,
    /// How many of its tiles must be in the final meld of each joker, the jokers that stay included.
    pub(super) needed: u8,
    /// How many of those a natural tile counts for.
    pub(super) natural_counts: u8,
}

/// An old group with jokers that stay.
#[derive(Debug, Clone, Copy)]
pub(super) struct GroupConstraint {
    pub(super) value: u8,
    /// How many of its jokers stay.
    pub(super) locked: u8,
    /// Colors of its natural tiles.
    pub(super) colors: u8,
    /// For each freed joker, the colors of the tiles that may have replaced it.
    pub(super) replaced: [u8; MAX_JOKERS],
    pub(super) replaced_len: usize,
    /// Colors that the jokers that stay may stand for.
    pub(super) identities: u8,
    /// As for a [run](RunConstraint::needed).
    pub(super) needed: u8,
    /// As for a [run](RunConstraint::natural_counts).
    pub(super) natural_counts: u8,
}

/// The constraints of all old melds with jokers that stay, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct JokerConstraints {
    pub(super) runs: Vec<RunConstraint>,
    pub(super) groups: Vec<GroupConstraint>,
}

impl JokerConstraints {
    /// Finds the constraints of the jokers that stay in a scenario and are not in kept melds.
    pub(super) fn find(
        &mut self,
        old: &OldJokers,
        scenario: &Scenario,
        rules: &Rules,
        table: &Table,
        direction: SweepDirection,
    ) {
        self.runs.clear();
        self.groups.clear();
        let mut next = 0;
        while next < old.len() {
            let first = next;
            let index = old.jokers[first].meld;
            let all = old.of_meld(index);
            next = first + all.count_ones() as usize;
            let staying = all & !scenario.freed;
            let here = staying & !scenario.kept.jokers;
            if here == 0 {
                continue;
            }
            let meld = &table.melds()[index];
            let frozen = rules.locked_meld == LockedMeld::Frozen;
            let needed = if frozen { meld.len() as u8 } else { meld.len().min(3) as u8 };
            // Under `identity` one natural tile is enough, or as many jokers as `keep_three` needs tiles.
            let natural_counts = if rules.locked_meld == LockedMeld::Identity { needed } else { 1 };
            let claimed = scenario.kept.claimed[first];
            match meld {
                Meld::Run(run) => {
                    let places = |jokers: u8| {
                        let each = (first..next).filter(|&j| jokers >> j & 1 == 1);
                        each.fold(0u32, |mask, j| mask | 1 << old.jokers[j].value)
                    };
                    let all = ((1u32 << run.len) - 1) << run.first;
                    self.runs.push(RunConstraint {
                        color: run.color,
                        locked: direction.mask(places(here), rules.deck.values),
                        claimable: direction.mask(all & !places(staying) & !claimed, rules.deck.values),
                        needed,
                        natural_counts,
                    });
                }
                Meld::Group(group) => {
                    let mut constraint = GroupConstraint {
                        value: direction.value(group.value, rules.deck.values),
                        locked: here.count_ones() as u8,
                        colors: group.colors & !(claimed as u8),
                        replaced: [0; MAX_JOKERS],
                        replaced_len: 0,
                        identities: group.missing(&rules.deck),
                        needed,
                        natural_counts,
                    };
                    let (least, colors) = scenario.replacements(all & scenario.freed);
                    if frozen {
                        // All tiles of the old group are needed, but one color may have replaced several jokers.
                        constraint.needed = constraint.locked + group.colors.count_ones() as u8 + least;
                        if least < colors.count_ones() as u8 {
                            constraint.replace_by(colors);
                        }
                    }
                    if constraint.replaced_len == 0 {
                        let counts = all & scenario.freed & !scenario.kept.claimed_replacements;
                        for j in (first..next).filter(|&j| counts >> j & 1 == 1) {
                            constraint.replace_by(scenario.replaced_by[j] & !(claimed as u8));
                        }
                    }
                    self.groups.push(constraint);
                }
            }
        }
    }
}

impl GroupConstraint {
    fn replace_by(&mut self, colors: u8) {
        self.replaced[self.replaced_len] = colors;
        self.replaced_len += 1;
    }
}
