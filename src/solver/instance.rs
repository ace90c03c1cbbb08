//! A problem in numbers: how many copies of each tile must be used, and how many may be.

use super::direction::SweepDirection;
use super::objective::ObjectiveScale;
use super::problem::Problem;
use super::scope::Scope;
use crate::tile::{MAX_COLORS, MAX_VALUES, Tile, Tiles};

/// The length of arrays indexed by value. Values start at 1, and the value after the last is in range too.
pub(super) const VALUES: usize = MAX_VALUES + 2;

/// The worth of what is impossible; the sum of a few of them stays far below zero.
pub(super) const IMPOSSIBLE: i64 = i64::MIN / 4;

/// The copies of one natural tile.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TileSupply {
    /// Copies that must be in a meld.
    pub(super) required: u8,
    /// Copies that may be in a meld, the required ones included.
    pub(super) available: u8,
    /// What it is worth to play a copy from the hand.
    pub(super) worth: i64,
}

/// What all scenarios of a problem have in common.
#[derive(Debug, Clone)]
pub(super) struct Instance {
    pub(super) direction: SweepDirection,
    pub(super) colors: usize,
    pub(super) values: usize,
    pub(super) copies: u8,
    pub(super) shortest: u8,
    pub(super) supply: [[TileSupply; VALUES]; MAX_COLORS],
    pub(super) hand_jokers: u8,
    /// What it is worth to play a joker from the hand.
    pub(super) joker_worth: i64,
    /// What it is worth to play the whole hand.
    pub(super) hand_worth: i64,
}

impl Default for Instance {
    fn default() -> Self {
        Self {
            direction: SweepDirection::Ascending,
            colors: 0,
            values: 0,
            copies: 0,
            shortest: 0,
            supply: [[TileSupply::default(); VALUES]; MAX_COLORS],
            hand_jokers: 0,
            joker_worth: 0,
            hand_worth: 0,
        }
    }
}

impl Instance {
    /// Reads a problem into this memory. The caller has checked that its position can exist.
    ///
    /// Melds outside `scope` are left aside.
    pub(super) fn read(
        &mut self,
        problem: &Problem<'_>,
        scope: Scope<'_>,
        scale: ObjectiveScale,
        direction: SweepDirection,
    ) {
        let Problem { rules, table, hand, objective, .. } = *problem;
        self.direction = direction;
        self.colors = rules.deck.colors.len();
        self.values = rules.deck.values as usize;
        self.copies = rules.deck.copies;
        self.shortest = rules.shortest_meld;
        self.hand_jokers = hand.jokers();
        self.joker_worth = scale.worth(objective, Tile::JOKER, rules.joker_penalty);
        self.hand_worth = self.joker_worth * i64::from(self.hand_jokers);
        for supply in &mut self.supply[..self.colors] {
            supply[..self.values + 2].fill(TileSupply::default());
        }
        for (tile, held) in hand.kinds() {
            if let Some((color, value)) = tile.natural() {
                let worth = scale.worth(objective, tile, rules.joker_penalty);
                self.hand_worth += worth * i64::from(held);
                let value = direction.value(value, rules.deck.values);
                self.supply[color.index()][value as usize] = TileSupply { required: 0, available: held, worth };
            }
        }
        for meld in scope.melds(table) {
            meld.for_each_tile(|tile| {
                if let Some((color, value)) = tile.natural() {
                    let value = direction.value(value, rules.deck.values);
                    let supply = &mut self.supply[color.index()][value as usize];
                    supply.required += 1;
                    supply.available += 1;
                }
            });
        }
    }

    /// What it is worth to play these tiles.
    pub(super) fn worth_of(&self, played: &Tiles) -> i64 {
        played
            .kinds()
            .map(|(tile, count)| {
                let each = tile.natural().map_or(self.joker_worth, |(color, value)| {
                    self.supply[color.index()][self.direction.value(value, self.values as u8) as usize].worth
                });
                each * i64::from(count)
            })
            .sum()
    }
}
