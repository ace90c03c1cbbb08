//! Reading tiles: a tile is written `r6`, a color letter and a number. A joker is written `J`. Case does not matter.

use std::str::FromStr;

use super::deck::{Color, Deck, PALETTE, Tile};
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
    /// A range such as `r6-3` that does not rise.
    NotRising(String),
    /// `J=` outside a meld, where a joker stands for nothing.
    JokerNamedInHand(String),
    /// `J=` is not followed by a tile.
    JokerNamesNoTile(String),
    /// The text is longer than [`MAX_TEXT`].
    TooLong(usize),
    /// There is a `|` where a single meld or a hand was expected.
    UnexpectedBar(String),
}

impl NotationError {
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
            Self::NotRising(text) => {
                wording!("\"{text}\" does not rise: write the lower number first, as in \"r3-6\"", text = quoted(text))
            }
            Self::JokerNamedInHand(text) => {
                wording!("\"{text}\": a joker stands for a tile only in a meld, so write \"J\"", text = quoted(text))
            }
            Self::JokerNamesNoTile(text) => {
                wording!("\"{text}\": write a tile after \"J=\", as in \"J=r7\"", text = quoted(text))
            }
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
    /// Reads a tile of a deck.
    ///
    /// # Errors
    /// If the text is not a tile, or the deck lacks its color or number.
    pub fn parse(text: &str, deck: &Deck) -> Result<Self, NotationError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("j") {
            return Ok(Self::JOKER);
        }
        let (letter, number) = split_letter(text)?;
        let color = color_in(letter, text, deck)?;
        Ok(Self::at(color.0, number_in(number, text, deck)?))
    }
}

fn split_letter(text: &str) -> Result<(char, &str), NotationError> {
    let not_a_tile = || NotationError::NotATile(excerpt(text));
    let letter = text.chars().next().ok_or_else(not_a_tile)?;
    let rest = &text[letter.len_utf8()..];
    if !letter.is_alphabetic() || rest.is_empty() || !rest.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
        return Err(not_a_tile());
    }
    Ok((letter, rest))
}

fn color_in(letter: char, text: &str, deck: &Deck) -> Result<Color, NotationError> {
    Color::from_letter(letter).filter(|color| color.0 < deck.colors).ok_or_else(|| NotationError::UnknownColor {
        letter,
        text: excerpt(text),
        known: deck.letters(),
    })
}

fn number_in(digits: &str, text: &str, deck: &Deck) -> Result<u8, NotationError> {
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NotationError::NotATile(excerpt(text)));
    }
    digits
        .parse::<u8>()
        .ok()
        .filter(|value| (1..=deck.values).contains(value))
        .ok_or_else(|| NotationError::NumberOutOfRange { text: excerpt(text), most: deck.values })
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

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// The index of the color that each byte is the letter of.
const COLORS: [u8; 256] = {
    let mut colors = [u8::MAX; 256];
    let mut index = 0;
    while index < PALETTE.len() {
        colors[PALETTE[index] as usize] = index as u8;
        index += 1;
    }
    colors
};

/// A first word that is a single tile in canonical notation, as almost every word is: its color index and number, or
/// `None` for a joker, and its length. It is a tile on its own, so nothing that [`read_word`] would refuse or read in
/// another way gets here.
#[inline]
pub(crate) fn plain_tile(text: &[u8], deck: &Deck) -> Option<(Option<(u8, u8)>, usize)> {
    let digit = |at: usize| text.get(at).filter(|byte| byte.is_ascii_digit()).map(|byte| byte - b'0');
    let letter = *text.first()?;
    let (tile, len) = if letter == b'J' {
        (None, 1)
    } else {
        let color = COLORS[letter as usize];
        let first = digit(1)?;
        let (value, len) = digit(2).map_or((first, 2), |second| (first * 10 + second, 3));
        if color >= deck.colors || value < 1 || value > deck.values {
            return None;
        }
        (Some((color, value)), len)
    };
    matches!(text.get(len), None | Some(b' ' | b',')).then_some((tile, len))
}

/// Reads the tiles of a hand or a meld and appends them to `tiles`. Spaces or commas separate them, and `r3-6` is
/// short for `r3 r4 r5 r6`.
pub(crate) fn read_tiles(text: &str, deck: &Deck, tiles: &mut Vec<Written>) -> Result<(), NotationError> {
    if text.len() > MAX_TEXT {
        return Err(NotationError::TooLong(text.len()));
    }
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(is_separator);
        if let Some((tile, len)) = plain_tile(rest.as_bytes(), deck) {
            let tile = tile.map_or(Tile::JOKER, |(color, value)| Tile::at(color, value));
            tiles.push(Written { tile, stands_for: None });
            rest = &rest[len..];
            continue;
        }
        let (word, after) = rest.split_at(rest.find(is_separator).unwrap_or(rest.len()));
        if word.is_empty() {
            return Ok(());
        }
        read_word(word, deck, tiles)?;
        rest = after;
    }
}

fn read_word(word: &str, deck: &Deck, tiles: &mut Vec<Written>) -> Result<(), NotationError> {
    if word.contains('|') {
        return Err(NotationError::UnexpectedBar(excerpt(word)));
    }
    if let Some((joker, tile)) = word.split_once('=') {
        if !joker.eq_ignore_ascii_case("j") {
            return Err(NotationError::NotATile(excerpt(word)));
        }
        let stands_for = Tile::parse(tile, deck)?;
        if stands_for.is_joker() {
            return Err(NotationError::JokerNamesNoTile(excerpt(word)));
        }
        tiles.push(Written { tile: Tile::JOKER, stands_for: Some(stands_for) });
    } else if let Some((from, to)) = word.split_once('-') {
        let first = Tile::parse(from, deck)?;
        let Some((color, low)) = first.natural() else {
            return Err(NotationError::NotATile(excerpt(word)));
        };
        // The letter may be repeated after the dash: r3-r6.
        let digits = match to.chars().next() {
            Some(letter) if Color::from_letter(letter) == Some(color) => &to[letter.len_utf8()..],
            _ => to,
        };
        let high = number_in(digits, word, deck)?;
        if high < low {
            return Err(NotationError::NotRising(excerpt(word)));
        }
        tiles.extend((low..=high).map(|value| Written { tile: Tile::at(color.0, value), stands_for: None }));
    } else {
        tiles.push(Written { tile: Tile::parse(word, deck)?, stands_for: None });
    }
    Ok(())
}
