//! A position as the search sees it: how many of each tile must be used, and how many may be.

use crate::meld::Meld;
use crate::table::Table;
use crate::tile::{MAX_COLORS, MAX_VALUES, Tile, Tiles};

use super::facing::Facing;
use super::{Objective, Problem};

/// Numbers run from 1; one more place keeps "the number after the last" in range.
pub(super) const NUMBERS: usize = MAX_VALUES + 2;

/// Any value below this means "impossible".
pub(super) const IMPOSSIBLE: i64 = i64::MIN / 4;

/// One kind of natural tile.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cell {
    /// Copies that must end up in a meld.
    pub(super) must: u8,
    /// Copies that may, the former included.
    pub(super) may: u8,
    /// What playing one from the hand is worth.
    pub(super) worth: i64,
}

/// Which part of the table a search may touch.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Scope<'a> {
    /// For each meld of the table, whether it may change; without this all may.
    pub(super) touchable: Option<&'a [bool]>,
}

impl Scope<'_> {
    pub(super) fn holds(&self, place: usize) -> bool {
        self.touchable.is_none_or(|touchable| touchable.get(place).copied().unwrap_or(false))
    }

    /// The melds that may change.
    pub(super) fn melds<'t>(&self, table: &'t Table) -> impl Iterator<Item = &'t Meld> {
        table.melds().iter().enumerate().filter(|&(place, _)| self.holds(place)).map(|(_, meld)| meld)
    }

    /// The melds that stay.
    pub(super) fn rest<'t>(&self, table: &'t Table) -> impl Iterator<Item = &'t Meld> {
        table.melds().iter().enumerate().filter(|&(place, _)| !self.holds(place)).map(|(_, meld)| meld)
    }
}

/// What every split of the table's jokers has in common.
#[derive(Debug, Clone)]
pub(super) struct Position {
    pub(super) facing: Facing,
    pub(super) colors: usize,
    pub(super) values: usize,
    pub(super) copies: u8,
    pub(super) shortest: u8,
    pub(super) cells: [[Cell; NUMBERS]; MAX_COLORS],
    pub(super) hand_jokers: u8,
    pub(super) table_jokers: u8,
    /// What playing a joker from the hand is worth.
    pub(super) joker_worth: i64,
    /// What playing the whole hand is worth.
    pub(super) whole: i64,
}

impl Default for Position {
    fn default() -> Self {
        Self {
            facing: Facing::Up,
            colors: 0,
            values: 0,
            copies: 0,
            shortest: 0,
            cells: [[Cell::default(); NUMBERS]; MAX_COLORS],
            hand_jokers: 0,
            table_jokers: 0,
            joker_worth: 0,
            whole: 0,
        }
    }
}

/// How much more the first criterion of an objective counts than the second: just enough for the hand, so that
/// bounds stay small numbers.
///
/// It belongs to the hand a question is about; searches with fewer of its tiles use the same one, for what
/// they find is compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale(i64);

impl Default for Scale {
    fn default() -> Self {
        Self(1)
    }
}

impl Scale {
    pub(super) fn of(objective: &Objective, hand: &Tiles, penalty: u16) -> Self {
        let tiles = hand.len().cast_signed() as i64;
        Self(match objective {
            Objective::Tiles => 1 + i64::from(hand.points(penalty)),
            Objective::Points | Objective::Weights(_) => 1 + tiles,
        })
    }

    /// An objective as one number a tile: the first criterion above the second.
    fn worth(self, objective: &Objective, tile: Tile, penalty: u16) -> i64 {
        let points = i64::from(tile.value().map_or(penalty, u16::from));
        match objective {
            Objective::Tiles => self.0 + points,
            Objective::Points => points * self.0 + 1,
            Objective::Weights(weights) => weights.of(tile).cast_signed() * self.0 + 1,
        }
    }
}

impl Position {
    /// Reads a position into this working memory. The caller has checked that it can exist.
    ///
    /// Only the melds of `scope` take part; the others stay as they are.
    pub(super) fn read(&mut self, problem: &Problem<'_>, scope: Scope<'_>, scale: Scale, facing: Facing) {
        let Problem { rules, table, hand, objective, .. } = *problem;
        let numbers = rules.deck.values;
        self.facing = facing;
        self.colors = rules.deck.colors as usize;
        self.values = rules.deck.values as usize;
        self.copies = rules.deck.copies;
        self.shortest = rules.shortest_meld;
        self.hand_jokers = hand.jokers();
        self.table_jokers = 0;
        self.joker_worth = scale.worth(objective, Tile::JOKER, rules.joker_penalty);
        self.whole = self.joker_worth * i64::from(self.hand_jokers);
        for color in 0..self.colors {
            for value in 1..=self.values {
                let tile = Tile::at(color as u8, facing.number(value as u8, numbers));
                let held = hand.count(tile);
                let worth = if held == 0 { 0 } else { scale.worth(objective, tile, rules.joker_penalty) };
                self.whole += worth * i64::from(held);
                self.cells[color][value] = Cell { must: 0, may: held, worth };
            }
            self.cells[color][0] = Cell::default();
            self.cells[color][self.values + 1] = Cell::default();
        }
        for meld in scope.melds(table) {
            meld.for_each_tile(|tile| match tile.natural() {
                None => self.table_jokers += 1,
                Some((color, value)) => {
                    let cell = &mut self.cells[color.index()][facing.number(value, numbers) as usize];
                    cell.must += 1;
                    cell.may += 1;
                }
            });
        }
    }

    /// What a play is worth: the sum over the tiles played.
    pub(super) fn worth_of(&self, played: &Tiles) -> i64 {
        played
            .kinds()
            .map(|(tile, count)| {
                let each = tile.natural().map_or(self.joker_worth, |(color, value)| {
                    self.cells[color.index()][self.facing.number(value, self.values as u8) as usize].worth
                });
                each * i64::from(count)
            })
            .sum()
    }
}
