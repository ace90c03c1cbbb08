//! Drafts: what a player put on the table, valid or not.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::reason::Reason;
use crate::meld::MeldReader;
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::{Deck, MAX_TEXT, Tile, Tiles, excerpt, is_blank, read_readable, split_melds};

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

    /// Splits a text into melds at each `|`, `/`, `;` and line break. Empty melds are skipped.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let room = Self { text: String::with_capacity(text.len()), ends: Vec::with_capacity(text.len() / 8) };
        room.with(split_melds(text))
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
        for (index, text) in self.melds().enumerate().filter(|(_, text)| !is_blank(text)) {
            match reader.read(text) {
                Ok(meld) => {
                    meld.for_each_tile(|tile| reading.add(tile));
                    melds.push(meld);
                }
                Err(error) => {
                    // The meld has a reason of its own, and its other tiles should not be called missing.
                    for tile in read_readable(text, &rules.deck) {
                        reading.add(tile);
                    }
                    reading.faults.push(Reason::InvalidMeld { index, meld: shown(text), error });
                }
            }
        }
        let tiles = reading.tiles.len() + reading.beyond.values().sum::<u32>() as usize;
        if tiles > Deck::LARGEST.size() {
            reading.faults.insert(0, Reason::TooManyTiles { tiles });
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
