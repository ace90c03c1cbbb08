//! One color of a subproblem: all that its [graph](super::color_graph) is made of.

use super::budget::BoundsKind;
use super::instance::{TileSupply, VALUES};
use super::joker_constraint::RunConstraint;
use super::new_meld::NewMeldConstraint;
use super::runs::RunContext;
use super::transition::GroupShare;

/// One color of a subproblem.
#[derive(Debug, Clone)]
pub(super) struct ColorInput<'a> {
    pub(super) color: u8,
    pub(super) values: usize,
    pub(super) shortest: u8,
    pub(super) copies: u8,
    /// Jokers that do not stay.
    pub(super) jokers: u8,
    /// How many of those were freed.
    pub(super) freed: u8,
    /// Units of budget of a joker.
    pub(super) units_per_joker: u8,
    pub(super) defer_jokers: bool,
    /// Whether opening points matter.
    pub(super) counts_points: bool,
    pub(super) supply: &'a [TileSupply; VALUES],
    pub(super) group_shares: &'a [GroupShare; VALUES],
    pub(super) constraints: &'a [RunConstraint],
    pub(super) new_meld: Option<&'a NewMeldConstraint>,
}

/// What the runs of a color can see of a value; without constraints.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValueInput {
    pub(super) required: u8,
    pub(super) available: u8,
    pub(super) share: GroupShare,
    pub(super) jokers: u8,
    pub(super) units_per_joker: u8,
    pub(super) defer_jokers: bool,
    pub(super) shortest: u8,
    pub(super) most_runs: u8,
    /// The most tiles and jokers at the next value.
    pub(super) next_capacity: u8,
    /// How many values follow, up to the shortest meld.
    pub(super) values_left: u8,
    /// Whether runs may start with a joker; with deferred jokers the number of values says so.
    pub(super) starts_with_joker: bool,
    /// If jokers are placed explicitly: the most tiles at the next values but one, in four bits each.
    pub(super) tiles_ahead: u16,
}

impl ValueInput {
    /// The tiles of the value, and what groups may take.
    pub(super) const fn tiles(&self) -> u64 {
        tiles(self.required, self.available, self.share)
    }
}

const fn tiles(required: u8, available: u8, share: GroupShare) -> u64 {
    share.word() | (required as u64) << 48 | (available as u64) << 56
}

impl<'a> ColorInput<'a> {
    /// The most tiles and jokers that there can be at each value.
    pub(super) fn capacity(&self) -> [u8; VALUES] {
        let mut capacity = [0; VALUES];
        for (value, capacity) in capacity.iter_mut().enumerate().take(self.values + 1).skip(1) {
            let locked = self.constraints.iter().filter(|constraint| constraint.locked >> value & 1 == 1).count() as u8;
            *capacity = self.supply[value].available + locked + self.jokers;
        }
        capacity
    }

    /// The values at which constraints matter.
    pub(super) fn constrained_values(&self) -> u32 {
        self.constraints.iter().fold(0, |mask, constraint| mask | constraint.locked | constraint.claimable)
    }

    /// Writes down all that the graph depends on, unless opening points or new melds matter.
    ///
    /// The color is not part of it, and what a tile is worth only where one can be played.
    pub(super) fn write_key(&self, kind: BoundsKind, key: &mut Vec<u64>) {
        let [values, defer_jokers] = [self.values as u8, u8::from(self.defer_jokers)];
        let bytes =
            [values, self.shortest, self.copies, self.jokers, self.units_per_joker, defer_jokers, kind as u8, 0];
        key.push(u64::from_le_bytes(bytes));
        let at_values = self.supply.iter().zip(self.group_shares).take(self.values + 1).skip(1);
        key.extend(at_values.map(|(supply, share)| tiles(supply.required, supply.available, *share)));
        for supply in &self.supply[1..=self.values] {
            if supply.available > supply.required {
                key.push(supply.worth.cast_unsigned());
            }
        }
        for constraint in self.constraints {
            let needs = u64::from(constraint.needed) << 8 | u64::from(constraint.natural_counts);
            key.extend([u64::from(constraint.locked) << 32 | u64::from(constraint.claimable), needs]);
        }
    }

    /// One value of the color.
    pub(super) fn value_input(&self, value: usize, context: &RunContext<'_>) -> ValueInput {
        let TileSupply { required, available, .. } = self.supply[value];
        ValueInput {
            required,
            available,
            share: self.group_shares[value],
            jokers: self.jokers,
            units_per_joker: self.units_per_joker,
            defer_jokers: self.defer_jokers,
            shortest: self.shortest,
            most_runs: context.most_runs,
            next_capacity: context.capacity[value + 1],
            values_left: (self.values - value).min(self.shortest as usize) as u8,
            starts_with_joker: !self.defer_jokers && context.may_start_with_joker(value),
            tiles_ahead: if self.defer_jokers { 0 } else { self.tiles_ahead(value, context) },
        }
    }

    fn tiles_ahead(&self, value: usize, context: &RunContext<'_>) -> u16 {
        let last = self.values.min(value + self.shortest as usize - 1);
        let tiles = context.capacity[(value + 2).min(last + 1)..=last].iter().map(|capacity| capacity - self.jokers);
        tiles.fold(0, |all, tiles| all << 4 | u16::from(tiles.min(15)))
    }

    /// What stays the same over all values of the color.
    pub(super) fn context(&self, capacity: &'a [u8; VALUES]) -> RunContext<'a> {
        RunContext {
            values: self.values,
            shortest: self.shortest,
            most_runs: self.copies + if self.defer_jokers { 0 } else { self.jokers },
            color: self.color,
            defer_jokers: self.defer_jokers,
            constraints: self.constraints,
            new_meld: self.new_meld,
            freed: self.freed,
            old_melds_take_jokers: self.new_meld.is_none() || self.jokers > self.freed,
            capacity,
            jokers: self.jokers,
        }
    }
}
