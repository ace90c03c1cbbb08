//! Tables of valid melds, and the faults of invalid ones.

use std::fmt;

use crate::meld::{InvalidMeldError, Meld, MeldReader};
use crate::rules::Rules;
use crate::tile::{MAX_TEXT, NotationError, Tile, Tiles, is_blank, split_melds};
use crate::wording::{Wording, worded_errors, wording};

/// One fault of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableFault {
    /// A meld is invalid.
    Meld {
        /// Its index, from 0.
        index: usize,
        /// What is wrong with it.
        error: InvalidMeldError,
    },
    /// The table has more of a tile than the deck.
    TooMany {
        /// The tile.
        tile: Tile,
        /// How many are on the table.
        found: u32,
        /// How many the deck has.
        most: u8,
    },
    /// The table and the hand together have more of a tile than the deck.
    TooManyWithHand {
        /// The tile.
        tile: Tile,
        /// How many both have.
        found: u8,
        /// How many the deck has.
        most: u8,
    },
    /// The hand has more of a tile than the deck.
    TooManyInHand {
        /// The tile.
        tile: Tile,
        /// How many the hand has.
        found: u8,
        /// How many the deck has.
        most: u8,
    },
    /// The text is too long.
    Notation(NotationError),
}

/// All faults of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidTableError {
    /// The faults, those of melds first; never empty.
    pub faults: Vec<TableFault>,
}

impl TableFault {
    /// Returns the message, which names the meld or tile and the rule.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Meld { index, error } => in_meld(*index, error),
            Self::TooMany { tile, found, most } => too_many(*tile, *found, *most),
            Self::TooManyWithHand { tile, found, most } => wording!(
                "{found} of {tile} on the table and in the hand: the deck has {most} (rule 1)",
                found,
                tile,
                most
            ),
            Self::TooManyInHand { tile, found, most } => {
                wording!("{found} of {tile} in the hand: the deck has {most} (rule 1)", found, tile, most)
            }
            Self::Notation(error) => error.wording(),
        }
    }
}

/// The message about one of several melds, by its index from 0.
pub(crate) fn in_meld(index: usize, error: &InvalidMeldError) -> Wording {
    wording!("meld {place}: {error}", place = index + 1, error = error.wording())
}

/// The message about a tile of which the table has more than the deck.
pub(crate) fn too_many(tile: Tile, found: u32, most: u8) -> Wording {
    wording!("{found} of {tile} on the table: the deck has {most} (rule 1)", found, tile, most)
}

impl InvalidTableError {
    /// Returns all faults as one message.
    #[must_use]
    pub fn wording(&self) -> Wording {
        Wording::all(self.faults.iter().map(TableFault::wording))
    }
}

worded_errors!(TableFault, InvalidTableError);

impl From<NotationError> for TableFault {
    fn from(error: NotationError) -> Self {
        Self::Notation(error)
    }
}

impl From<TableFault> for InvalidTableError {
    fn from(fault: TableFault) -> Self {
        Self { faults: vec![fault] }
    }
}

/// A table: valid melds in canonical order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Table {
    melds: Vec<Meld>,
}

impl Table {
    /// Makes a table of these melds.
    #[must_use]
    pub fn new(mut melds: Vec<Meld>) -> Self {
        melds.sort_unstable();
        Self { melds }
    }

    /// Returns the melds in canonical order.
    #[must_use]
    pub fn melds(&self) -> &[Meld] {
        &self.melds
    }

    /// Returns all tiles on the table.
    #[must_use]
    pub fn tiles(&self) -> Tiles {
        let mut tiles = Tiles::new();
        self.melds.iter().for_each(|meld| meld.for_each_tile(|tile| tiles.add(tile)));
        tiles
    }

    /// Returns the number of melds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.melds.len()
    }

    /// Returns the number of tiles.
    #[must_use]
    pub fn tile_count(&self) -> usize {
        self.melds.iter().map(Meld::len).sum()
    }

    /// Returns the melds that this table has in common with the other: the multiset intersection.
    #[must_use]
    pub fn common(&self, other: &Self) -> Vec<Meld> {
        self.split_by(other).0
    }

    /// Returns the melds that this table has and the other has not: the multiset difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Vec<Meld> {
        self.split_by(other).1
    }

    /// The melds that the other table has too, and the rest.
    fn split_by(&self, other: &Self) -> (Vec<Meld>, Vec<Meld>) {
        let mut rest = other.melds.clone();
        self.melds.iter().partition(|meld| {
            let place = rest.iter().position(|other| other == *meld);
            place.map(|place| rest.swap_remove(place)).is_some()
        })
    }

    /// Returns whether the table is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.melds.is_empty()
    }

    /// Reads a table: melds separated by `|`, `/`, `;` or line breaks. Empty melds are skipped.
    ///
    /// # Errors
    /// If a meld is invalid, or there are more of a tile than the deck has. The error lists all faults.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, InvalidTableError> {
        if text.len() > MAX_TEXT {
            return Err(TableFault::from(NotationError::TooLong(text.len())).into());
        }
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        Self::parse_melds(split_melds(text), rules)
    }

    /// Reads a table from the texts of its melds. Empty ones are skipped.
    ///
    /// # Errors
    /// As for [`parse`](Self::parse).
    pub fn parse_melds<'a>(texts: impl IntoIterator<Item = &'a str>, rules: &Rules) -> Result<Self, InvalidTableError> {
        let (mut melds, mut faults) = (Vec::new(), Vec::new());
        let mut reader = MeldReader::new(rules);
        for (index, text) in texts.into_iter().enumerate().filter(|(_, text)| !is_blank(text)) {
            match reader.read(text) {
                Ok(meld) => melds.push(meld),
                Err(error) => faults.push(TableFault::Meld { index, error }),
            }
        }
        let table = Self::new(melds);
        if let Some((tile, _)) = table.tiles().excess(&rules.deck) {
            // `Tiles` does not count beyond 255.
            let found = table.melds.iter().flat_map(Meld::tiles).filter(|&other| other == tile).count() as u32;
            faults.push(TableFault::TooMany { tile, found, most: rules.deck.count(tile) });
        }
        if faults.is_empty() { Ok(table) } else { Err(InvalidTableError { faults }) }
    }

    /// Checks that this table and hand can exist under these rules: every meld is valid, and there are no more of a
    /// tile than the deck has.
    ///
    /// # Errors
    /// If they cannot. The error lists all faults.
    pub fn check(&self, hand: &Tiles, rules: &Rules) -> Result<(), InvalidTableError> {
        let table = self.tiles();
        if self.is_possible(&table, hand, rules) {
            return Ok(());
        }
        let mut faults: Vec<TableFault> = self
            .melds
            .iter()
            .enumerate()
            .filter(|(_, meld)| !meld.fits(rules))
            .map(|(index, meld)| TableFault::Meld { index, error: InvalidMeldError::NotOfTheseRules(meld.to_string()) })
            .collect();
        for tile in hand.plus(&table).kinds().map(|(tile, _)| tile) {
            let (held, on_table, most) = (hand.count(tile), table.count(tile), rules.deck.count(tile));
            let found = held.saturating_add(on_table);
            if found <= most {
                continue;
            }
            faults.push(if held == 0 {
                TableFault::TooMany { tile, found: found.into(), most }
            } else if on_table == 0 {
                TableFault::TooManyInHand { tile, found, most }
            } else {
                TableFault::TooManyWithHand { tile, found, most }
            });
        }
        if faults.is_empty() { Ok(()) } else { Err(InvalidTableError { faults }) }
    }

    /// Whether [`check`](Self::check) finds no fault, given the [`tiles`](Self::tiles) of the table.
    pub(crate) fn is_possible(&self, tiles: &Tiles, hand: &Tiles, rules: &Rules) -> bool {
        let deck = &rules.deck;
        // The tiles of melds that fit the rules are of the deck.
        self.melds.iter().all(|meld| meld.fits(rules))
            && tiles.most_copies() <= deck.copies
            && tiles.jokers() <= deck.jokers
            && hand.kinds().all(|(tile, held)| held.saturating_add(tiles.count(tile)) <= deck.count(tile))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, meld) in self.melds.iter().enumerate() {
            if place > 0 {
                write!(f, " | ")?;
            }
            write!(f, "{meld}")?;
        }
        Ok(())
    }
}
