//! Reading tiles: a tile is written `r6`, a color letter and a number, and a joker `J`. Other spellings are read, too.

use std::fmt;
use std::str::FromStr;

use super::deck::{Color, Deck, Tile};
use super::spelling::read_item;
use crate::wording::{Wording, quoted, worded_errors, wording};

/// The length limit for texts, in bytes: ten times what all tiles of the largest deck take.
pub const MAX_TEXT: usize = 65_536;

/// Why a text is not a tile, a hand, a meld or a table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationError {
    /// The text is not a tile.
    NotATile(String),
    /// The first letter is not a color of the deck.
    UnknownColor {
        /// The letter.
        letter: char,
        /// The tile as written.
        text: String,
        /// The colors of the deck.
        known: String,
    },
    /// The number is not in the deck.
    NumberOutOfRange {
        /// The tile as written.
        text: String,
        /// The highest number of the deck.
        most: u8,
    },
    /// The name of the color is misspelled.
    Misspelled {
        /// The tile as written.
        text: String,
        /// What was meant, it seems.
        tile: Tile,
    },
    /// The number is not in the deck, and a digit of it seems to be there twice.
    DigitTwice {
        /// The tile as written.
        text: String,
        /// The highest number of the deck.
        most: u8,
        /// What was meant, it seems.
        tile: Tile,
    },
    /// A joker with a number.
    NumberedJoker(String),
    /// A range such as `r6-3` that does not rise.
    NotRising(String),
    /// `J=` outside a meld, where a joker stands for nothing.
    JokerNamedInHand(String),
    /// `J=` is not followed by a tile.
    JokerNamesNoTile(String),
    /// More of a tile than any deck has.
    TooManyOfTile {
        /// The tile.
        tile: Tile,
        /// How many there are.
        found: usize,
    },
    /// The text is longer than [`MAX_TEXT`].
    TooLong(usize),
    /// There is a `|` where a single meld or a hand was expected.
    UnexpectedBar(String),
}

impl NotationError {
    /// Whether the number of a tile is not in the deck.
    pub(super) const fn is_about_a_number(&self) -> bool {
        matches!(self, Self::NumberOutOfRange { .. } | Self::DigitTwice { .. })
    }

    /// Returns the message, which names the text and what is wrong with it.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::NotATile(text) => wording!(
                "\"{text}\" is not a tile: expected a color letter and a number such as \"r6\", or \"J\"",
                text = quoted(text)
            ),
            Self::UnknownColor { letter, text, known } => wording!(
                "unknown color '{letter}' in \"{text}\": this deck has {known}",
                letter = quoted(&letter.to_string()),
                text = quoted(text),
                known
            ),
            Self::NumberOutOfRange { text, most } => {
                wording!("number out of range in \"{text}\": this deck has 1 to {most}", text = quoted(text), most)
            }
            Self::Misspelled { text, tile } => {
                wording!("\"{text}\" is not a tile: did you mean \"{tile}\"?", text = quoted(text), tile)
            }
            Self::DigitTwice { text, most, tile } => wording!(
                "number out of range in \"{text}\": this deck has 1 to {most}; did you mean \"{tile}\"?",
                text = quoted(text),
                most,
                tile
            ),
            Self::NumberedJoker(text) => {
                wording!("\"{text}\": a joker has no number, so write \"J\"", text = quoted(text))
            }
            Self::NotRising(text) => {
                wording!("\"{text}\" does not rise: write the lower number first, as in \"r3-6\"", text = quoted(text))
            }
            Self::JokerNamedInHand(text) => {
                wording!("\"{text}\": a joker stands for a tile only in a meld, so write \"J\"", text = quoted(text))
            }
            Self::JokerNamesNoTile(text) => {
                wording!("\"{text}\": write a tile after \"J=\", as in \"J=r7\"", text = quoted(text))
            }
            Self::TooManyOfTile { tile, found } => wording!(
                "{found} of {tile}: no deck has more than {most} (rule 1)",
                found,
                tile,
                most = Deck::LARGEST.count(*tile)
            ),
            Self::TooLong(bytes) => {
                wording!("the text has {bytes} bytes, more than the limit of {most}", bytes, most = MAX_TEXT)
            }
            Self::UnexpectedBar(text) => {
                wording!(
                    "\"{text}\": \"|\" separates the melds of a table and cannot be used here",
                    text = quoted(text)
                )
            }
        }
    }
}

worded_errors!(NotationError);

/// The first characters of a text, so that messages stay short.
#[must_use]
pub(crate) fn excerpt(text: &str) -> String {
    let mut shown: String = text.chars().take(24).collect();
    if text.chars().nth(24).is_some() {
        shown.push('…');
    }
    shown
}

impl Tile {
    /// Reads a tile of a deck, such as `r6`, `6 red` or `J`.
    ///
    /// # Errors
    /// If the text is not a tile, or the deck lacks its color or number.
    pub fn parse(text: &str, deck: &Deck) -> Result<Self, NotationError> {
        let text = text.trim();
        if let Some((tile, len)) = plain_tile(text.as_bytes(), deck)
            && len == text.len()
        {
            return Ok(tile.map_or(Self::JOKER, |(color, value)| Self::at(color, value)));
        }
        let mut tiles = Vec::new();
        if !text.is_empty()
            && read_item(text, deck, &mut tiles)?.is_empty()
            && let [Written { tile, stands_for: None }] = *tiles
        {
            return Ok(tile);
        }
        Err(NotationError::NotATile(excerpt(text)))
    }
}

impl FromStr for Tile {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text, &Deck::LARGEST)
    }
}

/// A tile as written in a meld, where a joker may name the tile it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) tile: Tile,
    /// The tile after the `=` of `J=r7`.
    pub(crate) stands_for: Option<Tile>,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stands_for {
            Some(tile) => write!(f, "J={tile}"),
            None => write!(f, "{}", self.tile),
        }
    }
}

/// Reads tiles that are not in a meld, in the order in which they are written.
pub(crate) fn read_in_order(text: &str, deck: &Deck) -> Result<Vec<Tile>, NotationError> {
    let plain = |tile: Written| match tile.stands_for {
        Some(stands_for) => Err(NotationError::JokerNamedInHand(format!("J={stands_for}"))),
        None => Ok(tile.tile),
    };
    let mut tiles = Vec::new();
    read_tiles(text, deck, &mut tiles)?;
    tiles.into_iter().map(plain).collect()
}

/// The tiles of a text that can be read; skips words that are not tiles.
pub(crate) fn read_readable(text: &str, deck: &Deck) -> Vec<Tile> {
    let mut tiles = Vec::new();
    let mut rest = text.trim_start_matches(is_separator);
    while !rest.is_empty() {
        let skipped = rest.find(is_separator).unwrap_or(rest.len());
        rest = read_item(rest, deck, &mut tiles).unwrap_or(&rest[skipped..]).trim_start_matches(is_separator);
    }
    tiles.into_iter().map(|tile| tile.tile).collect()
}

pub(super) fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// A first word that is a single tile in canonical notation, as almost every word is: its color index and number, or
/// `None` for a joker, and its length. It is a tile on its own unless a dash or an equals sign follows it, so nothing
/// that [`read_item`] would refuse or read in another way gets here.
#[inline]
pub(crate) fn plain_tile(text: &[u8], deck: &Deck) -> Option<(Option<(u8, u8)>, usize)> {
    let digit = |at: usize| text.get(at).filter(|byte| byte.is_ascii_digit()).map(|byte| byte - b'0');
    let letter = *text.first()?;
    let (tile, len) = if letter == b'J' {
        (None, 1)
    } else {
        let color = Color::from_byte(letter).filter(|&color| deck.colors.contains(color))?;
        let first = digit(1)?;
        let (value, len) = digit(2).map_or((first, 2), |second| (first * 10 + second, 3));
        if !(1..=deck.values).contains(&value) {
            return None;
        }
        (Some((color.0, value)), len)
    };
    matches!(text.get(len), None | Some(b' ' | b',')).then_some((tile, len))
}

/// Reads the tiles of a hand or a meld and appends them to `tiles`. Spaces or commas separate them, and `r3-6` is
/// short for `r3 r4 r5 r6`. [`spelling`](super::spelling) has the other ways to write them.
pub(crate) fn read_tiles(text: &str, deck: &Deck, tiles: &mut Vec<Written>) -> Result<(), NotationError> {
    if text.len() > MAX_TEXT {
        return Err(NotationError::TooLong(text.len()));
    }
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(is_separator);
        // What follows a space may belong to the tile: `r3 - 6`.
        if let Some((tile, len)) = plain_tile(rest.as_bytes(), deck)
            && rest.as_bytes().get(len + 1).is_none_or(u8::is_ascii_alphanumeric)
        {
            let tile = tile.map_or(Tile::JOKER, |(color, value)| Tile::at(color, value));
            tiles.push(Written { tile, stands_for: None });
            rest = &rest[len..];
            continue;
        }
        if rest.is_empty() {
            return Ok(());
        }
        rest = read_item(rest, deck, tiles)?;
    }
}
