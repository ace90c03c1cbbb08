//! Reading a meld: which run or group do these tiles make, and what do the jokers stand for?

use super::Meld;
use crate::rules::Rules;
use crate::tile::{Color, NotationError, Tile, Written, excerpt, read_tiles};
use crate::wording::{Wording, quoted, worded_errors, wording};

/// Why some tiles are not a meld.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvalidMeldError {
    /// A word is not a tile.
    Notation(NotationError),
    /// No tiles.
    Empty,
    /// Fewer tiles than a meld has.
    TooShort {
        /// The meld as written.
        meld: String,
        /// Its tiles.
        len: usize,
        /// `shortest_meld`.
        least: u8,
    },
    /// More tiles than there are colors.
    GroupTooLong {
        /// The meld as written.
        meld: String,
        /// Its tiles.
        len: usize,
        /// Colors of the deck.
        most: u8,
    },
    /// Nothing but jokers.
    JokersOnly(String),
    /// One natural tile, and jokers that do not say what they stand for.
    Ambiguous(String),
    /// One number, but a color twice.
    RepeatedColor {
        /// The meld as written.
        meld: String,
        /// The tile that is there twice.
        tile: Tile,
    },
    /// One color, but a number twice.
    RepeatedNumber {
        /// The meld as written.
        meld: String,
        /// The tile that is there twice.
        tile: Tile,
    },
    /// Neither one number nor one color.
    NeitherRunNorGroup(String),
    /// One color, but a number is missing.
    Gap {
        /// The meld as written.
        meld: String,
        /// The first missing tile.
        missing: Tile,
    },
    /// A run with jokers whose tiles are not where their numbers want them.
    OutOfOrder {
        /// The meld as written.
        meld: String,
        /// The first tile out of place.
        tile: Tile,
    },
    /// A meld read under other rules that is none under these.
    NotOfTheseRules(String),
    /// A joker before the 1 or after the highest number.
    BeyondTheEnd {
        /// The meld as written.
        meld: String,
        /// The highest number.
        most: u8,
    },
}

impl InvalidMeldError {
    /// The sentence that names the meld and the rule.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Notation(error) => error.wording(),
            Self::Empty => wording!("an empty meld"),
            Self::TooShort { meld, len, least } => wording!(
                "\"{meld}\" has {len} tiles: a meld has at least {least} (rules 4 and 5)",
                meld = quoted(meld),
                len,
                least
            ),
            Self::GroupTooLong { meld, len, most } => wording!(
                "\"{meld}\" has {len} tiles: a group has at most one of each of the {most} colors (rule 4)",
                meld = quoted(meld),
                len,
                most
            ),
            Self::JokersOnly(meld) => wording!(
                "\"{meld}\" has no natural tile: at least one tile of a meld is not a joker (rule 6)",
                meld = quoted(meld)
            ),
            Self::Ambiguous(meld) => wording!(
                "\"{meld}\" is ambiguous: with one natural tile the jokers must say what they stand for, \
                 as in \"r5 J=r6 J=r7\" (rule 6)",
                meld = quoted(meld)
            ),
            Self::RepeatedColor { meld, tile } => wording!(
                "\"{meld}\" has {tile} twice: all tiles of a group are of different colors (rule 4)",
                meld = quoted(meld),
                tile
            ),
            Self::RepeatedNumber { meld, tile } => wording!(
                "\"{meld}\" has {tile} twice: the numbers of a run rise by one (rule 5)",
                meld = quoted(meld),
                tile
            ),
            Self::NeitherRunNorGroup(meld) => wording!(
                "\"{meld}\" is neither a group (one number) nor a run (one color) (rules 4 and 5)",
                meld = quoted(meld)
            ),
            Self::Gap { meld, missing } => {
                wording!("\"{meld}\" has a gap: no tile for {missing} (rule 5)", meld = quoted(meld), missing)
            }
            Self::OutOfOrder { meld, tile } => wording!(
                "\"{meld}\" is not in order: {tile} does not stand where its number belongs (rule 5)",
                meld = quoted(meld),
                tile
            ),
            Self::NotOfTheseRules(meld) => wording!(
                "\"{meld}\" is no meld under these rules: it needs other colors, numbers or lengths \
                 (rules 4 and 5)",
                meld = quoted(meld)
            ),
            Self::BeyondTheEnd { meld, most } => wording!(
                "\"{meld}\" goes beyond the numbers 1 to {most}: there is no tile a joker could stand for there \
                 (rule 5)",
                meld = quoted(meld),
                most
            ),
        }
    }
}

worded_errors!(InvalidMeldError);

impl From<NotationError> for InvalidMeldError {
    fn from(error: NotationError) -> Self {
        Self::Notation(error)
    }
}

/// Which tiles are known, with their places.
struct Draft<'a> {
    text: &'a str,
    tiles: &'a [Written],
    rules: &'a Rules,
}

pub(super) fn parse(text: &str, rules: &Rules) -> Result<Meld, InvalidMeldError> {
    let tiles = read_tiles(text, &rules.deck)?;
    Draft { text: text.trim(), tiles: &tiles, rules }.read()
}

impl Draft<'_> {
    fn shown(&self) -> String {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let joined = words.join(" ");
        if joined.chars().count() > 120 { excerpt(&joined) } else { joined }
    }

    fn read(&self) -> Result<Meld, InvalidMeldError> {
        if self.tiles.is_empty() {
            return Err(InvalidMeldError::Empty);
        }
        if self.tiles.iter().all(|tile| tile.tile.is_joker()) {
            return Err(InvalidMeldError::JokersOnly(self.shown()));
        }
        let least = self.rules.shortest_meld;
        if self.tiles.len() < least as usize {
            return Err(InvalidMeldError::TooShort { meld: self.shown(), len: self.tiles.len(), least });
        }
        let known: Vec<(usize, Color, u8)> = self
            .tiles
            .iter()
            .enumerate()
            .filter_map(|(place, tile)| {
                let (color, value) = tile.stands_for.unwrap_or(tile.tile).natural()?;
                Some((place, color, value))
            })
            .collect();
        if known.len() == 1 {
            return Err(InvalidMeldError::Ambiguous(self.shown()));
        }
        if known.iter().all(|&(_, _, value)| value == known[0].2) {
            self.read_group(&known)
        } else if known.iter().all(|&(_, color, _)| color == known[0].1) {
            self.read_run(&known)
        } else {
            Err(InvalidMeldError::NeitherRunNorGroup(self.shown()))
        }
    }

    fn read_group(&self, known: &[(usize, Color, u8)]) -> Result<Meld, InvalidMeldError> {
        let mut seen = 0u8;
        for &(_, color, value) in known {
            let bit = 1u8 << color.index();
            if seen & bit != 0 {
                let tile = Tile::at(color.index() as u8, value);
                return Err(InvalidMeldError::RepeatedColor { meld: self.shown(), tile });
            }
            seen |= bit;
        }
        let most = self.rules.deck.colors;
        if self.tiles.len() > most as usize {
            return Err(InvalidMeldError::GroupTooLong { meld: self.shown(), len: self.tiles.len(), most });
        }
        let colors =
            self.tiles.iter().filter_map(|tile| tile.tile.color()).fold(0u8, |mask, color| mask | 1 << color.index());
        let jokers = (self.tiles.len() - colors.count_ones() as usize) as u8;
        Meld::group(known[0].2, colors, jokers, self.rules)
            .ok_or_else(|| InvalidMeldError::NeitherRunNorGroup(self.shown()))
    }

    fn read_run(&self, known: &[(usize, Color, u8)]) -> Result<Meld, InvalidMeldError> {
        let color = known[0].1;
        let len = self.tiles.len();
        let most = self.rules.deck.values;
        let mut sorted: Vec<u8> = known.iter().map(|&(_, _, value)| value).collect();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let tile = Tile::at(color.index() as u8, twice[0]);
            return Err(InvalidMeldError::RepeatedNumber { meld: self.shown(), tile });
        }
        let beyond = || InvalidMeldError::BeyondTheEnd { meld: self.shown(), most };
        // When every tile is known the order it was written in does not matter.
        let first = if known.len() == len {
            if let Some(pair) = sorted.windows(2).find(|pair| pair[1] != pair[0] + 1) {
                let missing = Tile::at(color.index() as u8, pair[0] + 1);
                return Err(InvalidMeldError::Gap { meld: self.shown(), missing });
            }
            usize::from(sorted[0])
        } else {
            let (place, _, value) = known[0];
            let first = usize::from(value).checked_sub(place).filter(|&first| first > 0).ok_or_else(beyond)?;
            if let Some(&(_, _, value)) = known.iter().find(|&&(place, _, value)| usize::from(value) != first + place) {
                let tile = Tile::at(color.index() as u8, value);
                return Err(InvalidMeldError::OutOfOrder { meld: self.shown(), tile });
            }
            first
        };
        if first + len - 1 > usize::from(most) {
            return Err(beyond());
        }
        let jokers =
            self.tiles.iter().enumerate().filter(|(_, tile)| tile.tile.is_joker()).fold(0u32, |mask, (place, tile)| {
                let at = tile.stands_for.and_then(Tile::value).map_or(place, |value| usize::from(value) - first);
                mask | 1 << at
            });
        Meld::run(color, first as u8, len as u8, jokers, self.rules)
            .ok_or_else(|| InvalidMeldError::NeitherRunNorGroup(self.shown()))
    }
}
