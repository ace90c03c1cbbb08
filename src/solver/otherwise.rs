//! Another way to play the same tiles: every table that can be made of given tiles, one after the other.
//!
//! Under `opening_table = same_turn` melds beside an untouched table must be worth enough as they lie, while a
//! changed table asks only that the tiles played hold an opening (rule 11). Where the search, which knows
//! nothing of this, comes back with the former, this looks for the latter. Such positions are rare, so it is a
//! plain search with an end: it gives up after so many melds.

use rustc_hash::FxHashSet;

use crate::meld::{Group, Meld, Run};
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::{Tile, Tiles};

/// Looks for a table that is good.
pub(super) struct Otherwise<'a> {
    pub(super) rules: &'a Rules,
    pub(super) good: &'a dyn Fn(&Table) -> bool,
    /// How many more melds may be tried; at zero the search has given up.
    pub(super) patience: u32,
}

/// The search under way.
struct Trial<'a, 'b> {
    asked: &'b mut Otherwise<'a>,
    left: Tiles,
    melds: Vec<Meld>,
    /// How many tables were made, good or not.
    tables: u32,
    /// Tiles of which no table can be made.
    dead: FxHashSet<Tiles>,
}

impl Otherwise<'_> {
    /// A good table of exactly these tiles. None: there is none, or patience has run out.
    pub(super) fn find(&mut self, tiles: Tiles) -> Option<Table> {
        Trial { asked: self, left: tiles, melds: Vec::new(), tables: 0, dead: FxHashSet::default() }.go_on()
    }
}

impl Trial<'_, '_> {
    fn go_on(&mut self) -> Option<Table> {
        let Some(first) = self.left.kinds().next().map(|(tile, _)| tile) else {
            self.tables += 1;
            return Some(Table::new(self.melds.clone())).filter(self.asked.good);
        };
        // What is left has no natural tile, and so makes no meld.
        let (color, value) = first.natural()?;
        if self.dead.contains(&self.left) {
            return None;
        }
        let before = self.tables;
        let found = self.runs(color.index() as u8, value).or_else(|| self.groups(color.index() as u8, value));
        if found.is_none() && self.tables == before && self.asked.patience > 0 {
            self.dead.insert(self.left.clone());
        }
        found
    }

    /// Plays a meld that the tiles left have, and goes on.
    fn try_meld(&mut self, meld: Meld) -> Option<Table> {
        self.asked.patience = self.asked.patience.checked_sub(1)?;
        let tiles: Tiles = meld.tiles().collect();
        let rest = self.left.minus(&tiles);
        let left = std::mem::replace(&mut self.left, rest);
        self.melds.push(meld);
        let found = self.go_on();
        self.melds.pop();
        self.left = left;
        found
    }

    /// Tries every run whose first natural tile is this one.
    fn runs(&mut self, color: u8, value: u8) -> Option<Table> {
        let jokers = self.left.jokers();
        (0..=jokers.min(value - 1)).find_map(|leading| {
            let run = Run { color, first: value - leading, len: leading + 1, jokers: (1 << leading) - 1 };
            self.longer(run, jokers - leading)
        })
    }

    fn longer(&mut self, run: Run, jokers: u8) -> Option<Table> {
        if run.len >= self.asked.rules.shortest_meld
            && let Some(found) = self.try_meld(Meld::Run(run))
        {
            return Some(found);
        }
        let next = run.last() + 1;
        if next > self.asked.rules.deck.values {
            return None;
        }
        let tile = self.left.count(Tile::at(run.color, next)) > 0;
        let natural = tile.then(|| self.longer(Run { len: run.len + 1, ..run }, jokers)).flatten();
        if natural.is_some() || jokers == 0 {
            return natural;
        }
        self.longer(Run { len: run.len + 1, jokers: run.jokers | 1 << run.len, ..run }, jokers - 1)
    }

    /// Tries every group whose first color is this one.
    fn groups(&mut self, color: u8, value: u8) -> Option<Table> {
        let rules = self.asked.rules;
        let others = (color + 1..rules.deck.colors)
            .filter(|&other| self.left.count(Tile::at(other, value)) > 0)
            .fold(0u8, |mask, other| mask | 1 << other);
        let mut chosen = others;
        loop {
            let colors = chosen | 1 << color;
            let naturals = colors.count_ones() as u8;
            let fewest = rules.shortest_meld.saturating_sub(naturals);
            for jokers in fewest..=self.left.jokers().min(rules.deck.colors - naturals) {
                if let Some(found) = self.try_meld(Meld::Group(Group { value, colors, jokers })) {
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
