//! One tile, the deck it comes from, and a hand of tiles.
//!
//! A tile is written `r6`: a color letter and a number. A joker is written `J`.
//! Letters are read in either case.

mod tiles;

use std::fmt;
use std::str::FromStr;

pub use tiles::Tiles;

use crate::wording::{Filling, Wording, quoted, worded_errors, wording};

/// Colors in palette order: red, yellow, green, blue, then four for larger decks.
pub const PALETTE: [char; 8] = ['r', 'y', 'g', 'b', 'k', 'o', 'p', 'w'];

/// The most colors a deck can have.
pub const MAX_COLORS: usize = PALETTE.len();
/// The most numbers a color can have.
pub const MAX_VALUES: usize = 26;
/// The most jokers a deck can have.
pub const MAX_JOKERS: usize = 8;
/// The longest text that is read, in bytes. Every tile of the largest deck takes a tenth of it.
pub const MAX_TEXT: usize = 65_536;

const NATURALS: usize = MAX_COLORS * MAX_VALUES;

/// A text that is not a tile, a hand, a meld or a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotationError {
    /// The text is not a tile at all.
    NotATile(String),
    /// The first letter names no color of the deck.
    UnknownColor {
        /// The letter read.
        letter: char,
        /// The tile as written.
        text: String,
        /// The colors there are.
        known: String,
    },
    /// The number is not in the deck.
    NumberOutOfRange {
        /// The tile as written.
        text: String,
        /// The highest number there is.
        most: u8,
    },
    /// A span such as `r6-3` that does not rise.
    NotRising(String),
    /// `J=` in a place where a joker cannot say what it stands for.
    JokerNamedInHand(String),
    /// `J=J`, or `J=` and nothing.
    JokerNamesNoTile(String),
    /// More text than any table needs.
    TooLong(usize),
    /// A `|` where a single meld or a hand was expected.
    UnexpectedBar(String),
}

impl NotationError {
    /// The sentence that names the text and what is wrong with it.
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
            Self::NotRising(text) => wording!(
                "\"{text}\" does not rise: a short form such as \"r3-6\" goes from the lower number up",
                text = quoted(text)
            ),
            Self::JokerNamedInHand(text) => wording!(
                "\"{text}\": a joker can say what it stands for only in a meld on the table",
                text = quoted(text)
            ),
            Self::JokerNamesNoTile(text) => {
                wording!("\"{text}\": a joker stands for a tile, as in \"J=r7\"", text = quoted(text))
            }
            Self::TooLong(bytes) => {
                wording!("the text has {bytes} bytes; the longest that is read has {most}", bytes, most = MAX_TEXT)
            }
            Self::UnexpectedBar(text) => {
                wording!("\"{text}\": \"|\" parts the melds of a table and has no place here", text = quoted(text))
            }
        }
    }
}

worded_errors!(NotationError);

/// Shows at most the first few characters of what a caller wrote, so that messages stay short.
#[must_use]
pub(crate) fn excerpt(text: &str) -> String {
    let mut shown: String = text.chars().take(24).collect();
    if text.chars().nth(24).is_some() {
        shown.push('…');
    }
    shown
}

/// A color, by its place in [`PALETTE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(u8);

impl Color {
    /// The color at a place of the palette, if there is one.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_COLORS { Some(Self(index as u8)) } else { None }
    }

    /// Place in the palette, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter it is written with.
    #[must_use]
    pub const fn letter(self) -> char {
        PALETTE[self.0 as usize]
    }

    /// The color a letter stands for, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let lower = letter.to_ascii_lowercase();
        PALETTE.iter().position(|&known| known == lower).and_then(Self::new)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Which tiles there are: rule 1 of the rule book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deck {
    /// How many colors, 2 to 8.
    pub colors: u8,
    /// The highest number, 2 to 26.
    pub values: u8,
    /// How many times each tile occurs, 1 to 4.
    pub copies: u8,
    /// How many jokers, 0 to 8.
    pub jokers: u8,
}

impl Deck {
    /// Every tile the notation can write; used where no rules are at hand.
    pub const LARGEST: Self = Self { colors: 8, values: 26, copies: 4, jokers: 8 };

    /// Number of tiles, jokers included.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.colors as usize * self.values as usize * self.copies as usize + self.jokers as usize
    }

    /// How many of this tile there are.
    #[must_use]
    pub const fn count(&self, tile: Tile) -> u8 {
        match tile.natural() {
            None => self.jokers,
            Some((color, value)) => {
                if color.0 < self.colors && value <= self.values {
                    self.copies
                } else {
                    0
                }
            }
        }
    }

    /// The kinds of tile, jokers last.
    pub fn kinds(&self) -> impl Iterator<Item = Tile> + use<> {
        let deck = *self;
        (0..deck.colors)
            .flat_map(move |color| (1..=deck.values).map(move |value| Tile::at(color, value)))
            .chain((deck.jokers > 0).then_some(Tile::JOKER))
    }

    fn letters(&self) -> String {
        PALETTE[..self.colors as usize].iter().map(char::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// One tile in one byte: a color and a number, or a joker.
///
/// Tiles sort by color, then number; jokers come last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The joker.
    pub const JOKER: Self = Self(NATURALS as u8);

    /// The tile of this color and number, if the notation can write it.
    #[must_use]
    pub const fn new(color: Color, value: u8) -> Option<Self> {
        if value >= 1 && value as usize <= MAX_VALUES { Some(Self::at(color.0, value)) } else { None }
    }

    /// For callers inside the crate that hold a color index and number already known to be good.
    pub(crate) const fn at(color: u8, value: u8) -> Self {
        Self(color * MAX_VALUES as u8 + value - 1)
    }

    /// Whether this is a joker.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 == Self::JOKER.0
    }

    /// Color and number, or nothing for a joker.
    #[must_use]
    pub const fn natural(self) -> Option<(Color, u8)> {
        if self.is_joker() { None } else { Some((Color(self.0 / MAX_VALUES as u8), self.0 % MAX_VALUES as u8 + 1)) }
    }

    /// Color, or nothing for a joker.
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        match self.natural() {
            Some((color, _)) => Some(color),
            None => None,
        }
    }

    /// Number, or nothing for a joker.
    #[must_use]
    pub const fn value(self) -> Option<u8> {
        match self.natural() {
            Some((_, value)) => Some(value),
            None => None,
        }
    }

    /// A number below 209 that is different for every tile.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The tile with this [`code`](Self::code).
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        if code as usize <= NATURALS { Some(Self(code)) } else { None }
    }

    /// Reads a tile of this deck.
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

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.natural() {
            None => write!(f, "J"),
            Some((color, value)) => write!(f, "{color}{value}"),
        }
    }
}

impl From<Tile> for Filling {
    fn from(tile: Tile) -> Self {
        Self::Text(tile.to_string())
    }
}

impl From<&Tile> for Filling {
    fn from(tile: &Tile) -> Self {
        (*tile).into()
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Tile {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text, &Deck::LARGEST)
    }
}

/// A tile as it is written in a meld: a joker may say what it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) tile: Tile,
    /// The tile after the `=` of `J=r7`.
    pub(crate) stands_for: Option<Tile>,
}

/// Reads tiles that lie in no meld, in the order in which they are written.
pub(crate) fn read_in_order(text: &str, deck: &Deck) -> Result<Vec<Tile>, NotationError> {
    let plain = |tile: Written| match tile.stands_for {
        Some(stands_for) => Err(NotationError::JokerNamedInHand(format!("J={stands_for}"))),
        None => Ok(tile.tile),
    };
    read_tiles(text, deck)?.into_iter().map(plain).collect()
}

/// Reads the tiles of a hand or a meld: blanks or commas part them, `r3-6` is short for `r3 r4 r5 r6`.
pub(crate) fn read_tiles(text: &str, deck: &Deck) -> Result<Vec<Written>, NotationError> {
    if text.len() > MAX_TEXT {
        return Err(NotationError::TooLong(text.len()));
    }
    let mut tiles = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
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
    }
    Ok(tiles)
}
