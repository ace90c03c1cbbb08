//! Colors, tiles, and the deck they come from.

use std::fmt;

use super::palette::Palette;
use crate::wording::Filling;

/// All colors, in the order in which tiles sort: red, yellow, green, blue, black, orange, purple, white.
pub const PALETTE: [char; 8] = ['r', 'y', 'g', 'b', 'k', 'o', 'p', 'w'];

/// The largest number of colors in a deck.
pub const MAX_COLORS: usize = PALETTE.len();
/// The largest number on a tile.
pub const MAX_VALUES: usize = 26;
/// The largest number of jokers in a deck.
pub const MAX_JOKERS: usize = 8;

pub(super) const NATURALS: usize = MAX_COLORS * MAX_VALUES;

/// The index of the color of each letter; 255 for other bytes.
const BY_LETTER: [u8; 256] = {
    let mut colors = [u8::MAX; 256];
    let mut color = 0;
    while color < MAX_COLORS {
        colors[PALETTE[color] as usize] = color as u8;
        color += 1;
    }
    colors
};

/// A color, by its index in [`PALETTE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(pub(super) u8);

impl Color {
    /// Returns the color at this index of the palette, if there is one.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_COLORS { Some(Self(index as u8)) } else { None }
    }

    /// Returns the index in the palette, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the letter of the color.
    #[must_use]
    pub const fn letter(self) -> char {
        PALETTE[self.0 as usize]
    }

    /// Returns the color with this letter, in upper or lower case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        u8::try_from(letter.to_ascii_lowercase()).ok().and_then(Self::from_byte)
    }

    /// The color with this lower-case letter.
    #[inline]
    pub(crate) const fn from_byte(letter: u8) -> Option<Self> {
        let color = BY_LETTER[letter as usize];
        if color < MAX_COLORS as u8 { Some(Self(color)) } else { None }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The tiles of a game (rule 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deck {
    /// The colors, 2 to 8 of them.
    pub colors: Palette,
    /// The highest number, 2 to 26.
    pub values: u8,
    /// The number of copies of each tile, 1 to 4.
    pub copies: u8,
    /// The number of jokers, 0 to 8.
    pub jokers: u8,
}

impl Deck {
    /// Every tile that the notation can write, for use without rules.
    pub const LARGEST: Self = Self { colors: Palette::first(8), values: 26, copies: 4, jokers: 8 };

    /// Returns the number of tiles, including jokers.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.colors.len() * self.values as usize * self.copies as usize + self.jokers as usize
    }

    /// Returns how many of this tile the deck has.
    #[must_use]
    pub const fn count(&self, tile: Tile) -> u8 {
        match tile.natural() {
            None => self.jokers,
            Some((color, value)) => {
                if self.colors.contains(color) && value <= self.values {
                    self.copies
                } else {
                    0
                }
            }
        }
    }

    /// Iterates over the kinds of tile, in the order of the colors, jokers last.
    pub fn kinds(&self) -> impl Iterator<Item = Tile> + use<> {
        let deck = *self;
        deck.colors
            .iter()
            .flat_map(move |color| (1..=deck.values).map(move |value| Tile::at(color.0, value)))
            .chain((deck.jokers > 0).then_some(Tile::JOKER))
    }

    pub(crate) fn letters(&self) -> String {
        self.colors.iter().map(|color| color.to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// A tile in one byte: a color and a number, or a joker.
///
/// Tiles sort by color, then number; jokers come last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(pub(super) u8);

impl Tile {
    /// The joker.
    pub const JOKER: Self = Self(NATURALS as u8);

    /// Returns the tile of this color and number, if the notation can write it.
    #[must_use]
    pub const fn new(color: Color, value: u8) -> Option<Self> {
        if value >= 1 && value as usize <= MAX_VALUES { Some(Self::at(color.0, value)) } else { None }
    }

    /// The tile of this color index and number, which the caller knows to be valid.
    pub(crate) const fn at(color: u8, value: u8) -> Self {
        Self(color * MAX_VALUES as u8 + value - 1)
    }

    /// Returns whether this is a joker.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 == Self::JOKER.0
    }

    /// Returns the color and number, or `None` for a joker.
    #[must_use]
    pub const fn natural(self) -> Option<(Color, u8)> {
        if self.is_joker() { None } else { Some((Color(self.0 / MAX_VALUES as u8), self.0 % MAX_VALUES as u8 + 1)) }
    }

    /// Returns the color, or `None` for a joker.
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        match self.natural() {
            Some((color, _)) => Some(color),
            None => None,
        }
    }

    /// Returns the number, or `None` for a joker.
    #[must_use]
    pub const fn value(self) -> Option<u8> {
        match self.natural() {
            Some((_, value)) => Some(value),
            None => None,
        }
    }

    /// The tile with the color at the index of its own; a joker is left as it is.
    pub(crate) fn recolored(self, colors: &[u8; MAX_COLORS]) -> Self {
        self.natural().map_or(self, |(color, value)| Self::at(colors[color.index()], value))
    }

    /// Returns a number below 209 that is different for every tile.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Returns the tile with this [`code`](Self::code), if there is one.
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        if code as usize <= NATURALS { Some(Self(code)) } else { None }
    }
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
