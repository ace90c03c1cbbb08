//! Exact cover: every table that can be made of given tiles, one after the other.
//!
//! Each tile must be in exactly one meld, which is the exact cover problem, here with multisets. As in Knuth's
//! Algorithm X, the search covers one tile at a time with every meld that holds it; multisets of tiles that cannot be
//! covered are remembered.
//!
//! It is only needed for openings under `opening_table = same_turn`. There, melds beside an untouched table must be
//! worth enough points as they are, while a changed table only requires that the tiles played contain an opening (rule
//! 11). The search does not know this difference. Where it returns a play whose melds beside the table are worth too
//! little, this looks for another arrangement of the same tiles. Such positions are rare, so it is simple, and gives up
//! after a number of melds.

use rustc_hash::FxHashSet;

use crate::meld::{Group, Meld, Run};
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::{Tile, Tiles};

/// The search for a table that is accepted.
pub(super) struct ExactCover<'a> {
    pub(super) rules: &'a Rules,
    pub(super) accepts: &'a dyn Fn(&Table) -> bool,
    /// How many more melds may be tried; at zero the search gives up.
    pub(super) max_melds: u32,
}

/// The state of the search.
struct Cover<'a, 'b> {
    question: &'b mut ExactCover<'a>,
    left: Tiles,
    melds: Vec<Meld>,
    /// The number of tables made, accepted or not.
    tables: u32,
    /// Multisets of tiles that cannot be covered.
    impossible: FxHashSet<Tiles>,
}

impl ExactCover<'_> {
    /// An accepted table of exactly these tiles; `None` if there is none, or if the search gave up.
    pub(super) fn find(&mut self, tiles: Tiles) -> Option<Table> {
        Cover { question: self, left: tiles, melds: Vec::new(), tables: 0, impossible: FxHashSet::default() }
            .cover_rest()
    }
}

impl Cover<'_, '_> {
    fn cover_rest(&mut self) -> Option<Table> {
        let Some(first) = self.left.kinds().next().map(|(tile, _)| tile) else {
            self.tables += 1;
            return Some(Table::new(self.melds.clone())).filter(self.question.accepts);
        };
        // Jokers alone make no meld.
        let (color, value) = first.natural()?;
        if self.impossible.contains(&self.left) {
            return None;
        }
        let before = self.tables;
        let found = self.runs(color.index() as u8, value).or_else(|| self.groups(color.index() as u8, value));
        if found.is_none() && self.tables == before && self.question.max_melds > 0 {
            self.impossible.insert(self.left.clone());
        }
        found
    }

    /// Covers tiles with a meld, then the rest.
    fn cover_with(&mut self, meld: Meld) -> Option<Table> {
        self.question.max_melds = self.question.max_melds.checked_sub(1)?;
        let tiles: Tiles = meld.tiles().collect();
        let rest = self.left.minus(&tiles);
        let left = std::mem::replace(&mut self.left, rest);
        self.melds.push(meld);
        let found = self.cover_rest();
        self.melds.pop();
        self.left = left;
        found
    }

    /// Covers a tile with every run in which it is the first natural tile.
    fn runs(&mut self, color: u8, value: u8) -> Option<Table> {
        let jokers = self.left.jokers();
        (0..=jokers.min(value - 1)).find_map(|leading| {
            let run = Run { color, first: value - leading, len: leading + 1, jokers: (1 << leading) - 1 };
            self.extend(run, jokers - leading)
        })
    }

    fn extend(&mut self, run: Run, jokers: u8) -> Option<Table> {
        if run.len >= self.question.rules.shortest_meld
            && let Some(found) = self.cover_with(Meld::Run(run))
        {
            return Some(found);
        }
        let next = run.last() + 1;
        if next > self.question.rules.deck.values {
            return None;
        }
        let tile = self.left.count(Tile::at(run.color, next)) > 0;
        let natural = tile.then(|| self.extend(Run { len: run.len + 1, ..run }, jokers)).flatten();
        if natural.is_some() || jokers == 0 {
            return natural;
        }
        self.extend(Run { len: run.len + 1, jokers: run.jokers | 1 << run.len, ..run }, jokers - 1)
    }

    /// Covers a tile with every group in which it has the first color.
    fn groups(&mut self, color: u8, value: u8) -> Option<Table> {
        let rules = self.question.rules;
        let others = (color + 1..rules.deck.colors.count())
            .filter(|&other| self.left.count(Tile::at(other, value)) > 0)
            .fold(0u8, |mask, other| mask | 1 << other);
        let mut chosen = others;
        loop {
            let colors = chosen | 1 << color;
            let naturals = colors.count_ones() as u8;
            let fewest = rules.shortest_meld.saturating_sub(naturals);
            for jokers in fewest..=self.left.jokers().min(rules.deck.colors.count() - naturals) {
                if let Some(found) = self.cover_with(Meld::Group(Group { value, colors, jokers, named: 0 })) {
                    return Some(found);
                }
            }
            if chosen == 0 {
                return None;
            }
            chosen = (chosen - 1) & others;
        }
    }
}
