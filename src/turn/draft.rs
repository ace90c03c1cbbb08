//! Drafts: what a player put on the table, valid or not.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::reason::Reason;
use crate::meld::MeldReader;
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::{MAX_TEXT, Tile, Tiles, excerpt, read_tiles};

/// The table at the end of a turn as the player wrote it, valid or not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    /// The texts of all melds without anything between them.
    text: String,
    /// Where the text of each meld ends.
    ends: Vec<usize>,
}

/// The parts of a draft that can be read.
pub(super) struct Reading {
    /// The melds that are valid.
    pub(super) table: Table,
    /// All tiles that can be read, including those of invalid melds, but at most 255 of each.
    pub(super) tiles: Tiles,
    /// How many more there are of a tile.
    pub(super) beyond: BTreeMap<Tile, u32>,
    /// One reason for each invalid meld.
    pub(super) faults: Vec<Reason>,
}

impl Draft {
    /// Makes a draft of these melds.
    #[must_use]
    pub fn new<T: AsRef<str>>(melds: impl IntoIterator<Item = T>) -> Self {
        Self::default().with(melds)
    }

    fn with<T: AsRef<str>>(mut self, melds: impl IntoIterator<Item = T>) -> Self {
        for meld in melds {
            self.text.push_str(meld.as_ref());
            self.ends.push(self.text.len());
        }
        self
    }

    /// Splits a text into melds at each `|`. An empty text is an empty table.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        if text.trim().is_empty() {
            return Self::default();
        }
        let room = Self { text: String::with_capacity(text.len()), ends: Vec::with_capacity(text.len() / 8) };
        room.with(text.split('|'))
    }

    /// Iterates over the melds as written.
    pub fn melds(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.text[std::mem::replace(&mut start, end)..end])
    }

    /// Returns the table that is left when invalid melds are taken away.
    #[must_use]
    pub fn sound(&self, rules: &Rules) -> Table {
        self.read(rules).table
    }

    pub(super) fn read(&self, rules: &Rules) -> Reading {
        let mut reading =
            Reading { table: Table::default(), tiles: Tiles::new(), beyond: BTreeMap::new(), faults: Vec::new() };
        // Each meld counts a separator.
        let bytes = self.text.len() + self.ends.len();
        if bytes > MAX_TEXT {
            reading.faults.push(Reason::TooLong { bytes });
            return reading;
        }
        let mut melds = Vec::with_capacity(self.ends.len());
        let mut reader = MeldReader::new(rules);
        for (index, text) in self.melds().enumerate() {
            match reader.read(text) {
                Ok(meld) => {
                    meld.for_each_tile(|tile| reading.add(tile));
                    melds.push(meld);
                }
                Err(error) => {
                    for tile in readable(text, rules) {
                        reading.add(tile);
                    }
                    reading.faults.push(Reason::InvalidMeld { index, meld: shown(text), error });
                }
            }
        }
        reading.table = Table::new(melds);
        reading
    }
}

impl Reading {
    fn add(&mut self, tile: Tile) {
        if self.tiles.count(tile) == u8::MAX {
            *self.beyond.entry(tile).or_default() += 1;
        } else {
            self.tiles.add(tile);
        }
    }
}

/// The tiles of an invalid meld. Skips words that are not tiles: the meld has a reason of its own, and its other
/// tiles should not be called missing.
fn readable(text: &str, rules: &Rules) -> impl Iterator<Item = Tile> {
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter_map(|word| {
            let mut tiles = Vec::new();
            read_tiles(word, &rules.deck, &mut tiles).ok()?;
            Some(tiles)
        })
        .flatten()
        .map(|tile| tile.tile)
}

fn shown(text: &str) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if joined.chars().count() > 120 { excerpt(&joined) } else { joined }
}

impl From<&Table> for Draft {
    fn from(table: &Table) -> Self {
        let mut draft = Self::default();
        for meld in table.melds() {
            let _ = write!(draft.text, "{meld}"); // writing to a String cannot fail
            draft.ends.push(draft.text.len());
        }
        draft
    }
}

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, meld) in self.melds().enumerate() {
            f.write_str(if place > 0 { " | " } else { "" })?;
            f.write_str(meld)?;
        }
        Ok(())
    }
}
