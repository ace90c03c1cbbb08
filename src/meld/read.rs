//! Reading melds: which run or group the tiles make, and what the jokers stand for.

use super::model::Meld;
use crate::rules::Rules;
use crate::tile::{Color, NotationError, Tile, Written, excerpt, read_tiles};
use crate::wording::{Wording, plural, quoted, worded_errors, wording};

/// Why tiles are not a meld.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvalidMeldError {
    /// A word is not a tile of the deck.
    Notation(NotationError),
    /// There are no tiles.
    Empty,
    /// There are fewer tiles than `shortest_meld`.
    TooShort {
        /// The meld as written.
        meld: String,
        /// The number of its tiles.
        len: usize,
        /// `shortest_meld`.
        least: u8,
    },
    /// There are more tiles than colors.
    GroupTooLong {
        /// The meld as written.
        meld: String,
        /// The number of its tiles.
        len: usize,
        /// The number of colors.
        most: u8,
    },
    /// There are only jokers.
    JokersOnly(String),
    /// There is one natural tile, and jokers that do not name the tile they stand for.
    Ambiguous(String),
    /// The tiles have one number, but a color occurs twice.
    RepeatedColor {
        /// The meld as written.
        meld: String,
        /// The tile that occurs twice.
        tile: Tile,
    },
    /// The tiles have one color, but a number occurs twice.
    RepeatedNumber {
        /// The meld as written.
        meld: String,
        /// The tile that occurs twice.
        tile: Tile,
    },
    /// The tiles have neither one number nor one color.
    NeitherRunNorGroup(String),
    /// The tiles have one color, but a number is missing.
    Gap {
        /// The meld as written.
        meld: String,
        /// The first missing tile.
        missing: Tile,
    },
    /// The tiles of a run with jokers are not in order.
    OutOfOrder {
        /// The meld as written.
        meld: String,
        /// The first tile out of place.
        tile: Tile,
    },
    /// The meld was read under other rules and is not valid under these.
    NotOfTheseRules(String),
    /// A joker is before the 1 or after the highest number.
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
            Self::TooShort { meld, len, least } => plural!(
                "\"{meld}\" has {count} tile: a meld has at least {least} (rules 4 and 5)",
                "\"{meld}\" has {count} tiles: a meld has at least {least} (rules 4 and 5)",
                count = len,
                meld = quoted(meld),
                least
            ),
            Self::GroupTooLong { meld, len, most } => wording!(
                "\"{meld}\" has {len} tiles: a group has at most one of each of the {most} colors (rule 4)",
                meld = quoted(meld),
                len,
                most
            ),
            Self::JokersOnly(meld) => wording!(
                "\"{meld}\" has only jokers: a meld needs at least one other tile (rule 6)",
                meld = quoted(meld)
            ),
            Self::Ambiguous(meld) => wording!(
                "\"{meld}\" is ambiguous: with one natural tile, write what the jokers stand for, as in \
                 \"r5 J=r6 J=r7\" (rule 6)",
                meld = quoted(meld)
            ),
            Self::RepeatedColor { meld, tile } => wording!(
                "\"{meld}\" has {tile} twice: the tiles of a group have different colors (rule 4)",
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
            Self::OutOfOrder { meld, tile } => {
                wording!("\"{meld}\" is not in order: {tile} is in the wrong place (rule 5)", meld = quoted(meld), tile)
            }
            Self::NotOfTheseRules(meld) => wording!(
                "\"{meld}\" is not a meld under these rules: its colors, numbers or length do not fit them \
                 (rules 4 and 5)",
                meld = quoted(meld)
            ),
            Self::BeyondTheEnd { meld, most } => wording!(
                "\"{meld}\" goes beyond the numbers 1 to {most}: a joker would stand for a tile that does not exist \
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

/// The tiles of a meld as written.
struct WrittenMeld<'a> {
    text: &'a str,
    tiles: &'a [Written],
    rules: &'a Rules,
}

impl Meld {
    /// Reads a meld: `r3 r4 r5`, `r3-5`, `r3 J r5`, `r8 b8 J`, `r5 J=r6 J=r7`.
    ///
    /// Without jokers the order of the tiles does not matter. With jokers a run must be in order, and each joker stands
    /// for the number of its place unless it names another tile.
    ///
    /// # Errors
    /// If the tiles are not of the deck, are not a meld, or are ambiguous.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, InvalidMeldError> {
        let tiles = read_tiles(text, &rules.deck)?;
        WrittenMeld { text: text.trim(), tiles: &tiles, rules }.read()
    }
}

impl WrittenMeld<'_> {
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
        // If every tile is known, the order does not matter.
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
