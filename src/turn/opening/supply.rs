//! The tiles that opening melds can be made of.

use crate::rules::Rules;
use crate::tile::{Tile, Tiles};

/// Tiles by cell: a cell is one color of one number, ordered by number, then color.
#[derive(Debug, Clone)]
pub(super) struct Supply {
    pub(super) colors: usize,
    pub(super) values: usize,
    pub(super) shortest: usize,
    /// How many tiles are left in each cell.
    pub(super) left: Vec<u8>,
    pub(super) jokers: u32,
}

impl Supply {
    pub(super) fn new(tiles: &Tiles, rules: &Rules) -> Self {
        let palette = rules.deck.colors;
        let (colors, values) = (palette.len(), rules.deck.values as usize);
        let color = |cell: usize| palette.at(cell % colors).index() as u8;
        let left =
            (0..colors * values).map(|cell| tiles.count(Tile::at(color(cell), (cell / colors) as u8 + 1))).collect();
        Self { colors, values, shortest: rules.shortest_meld as usize, left, jokers: tiles.jokers().into() }
    }

    /// The number on the tiles of a cell.
    pub(super) const fn number(&self, cell: usize) -> usize {
        cell / self.colors + 1
    }

    /// The cells of a number, given as its row: one less than the number.
    pub(super) const fn row(&self, row: usize) -> std::ops::Range<usize> {
        row * self.colors..(row + 1) * self.colors
    }

    /// The length of the longest run worth trying. A longer one can be cut in two, unless one part might be all
    /// jokers.
    pub(super) fn longest_run(&self) -> usize {
        if self.jokers as usize >= self.shortest { self.values } else { self.values.min(2 * self.shortest - 1) }
    }

    /// Takes one tile out of each cell, and jokers.
    pub(super) fn take(&mut self, cells: &[usize], jokers: u32) {
        for &cell in cells {
            self.left[cell] -= 1;
        }
        self.jokers -= jokers;
    }

    /// The reverse of [`take`](Self::take).
    pub(super) fn put_back(&mut self, cells: &[usize], jokers: u32) {
        for &cell in cells {
            self.left[cell] += 1;
        }
        self.jokers += jokers;
    }
}
