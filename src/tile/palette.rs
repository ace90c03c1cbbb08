//! The colors of a deck.

use std::fmt;

use super::deck::{Color, MAX_COLORS, PALETTE};

/// The colors of a deck, out of [`PALETTE`], in the order in which they were given.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Palette {
    /// How many there are; of invalid options possibly more than [`MAX_COLORS`].
    len: u8,
    /// Bit `c` for color `c`.
    mask: u8,
    /// The index of each color; zero beyond the last.
    order: [u8; MAX_COLORS],
}

impl Palette {
    /// The colors of Rummikub: black, red, blue and orange.
    pub const RUMMIKUB: Self = Self::of(b"krbo");

    /// The first so many colors of [`PALETTE`].
    #[must_use]
    pub const fn first(count: u8) -> Self {
        let mut palette = Self { len: 0, mask: 0, order: [0; MAX_COLORS] };
        let mut color = 0;
        while color < count && (color as usize) < MAX_COLORS {
            palette.push(color);
            color += 1;
        }
        palette.len = count;
        palette
    }

    /// The colors of letters that are known to be different colors.
    const fn of(letters: &[u8]) -> Self {
        let mut palette = Self { len: 0, mask: 0, order: [0; MAX_COLORS] };
        let mut place = 0;
        while place < letters.len() {
            if let Some(color) = Color::from_byte(letters[place]) {
                palette.push(color.0);
            }
            place += 1;
        }
        palette
    }

    const fn push(&mut self, color: u8) {
        self.order[self.len as usize] = color;
        self.mask |= 1 << color;
        self.len += 1;
    }

    /// Returns the colors of these letters, in upper or lower case and possibly apart; `None` if one of them is no
    /// color or occurs twice.
    #[must_use]
    pub fn from_letters(letters: &str) -> Option<Self> {
        let mut palette = Self::first(0);
        for letter in letters.chars().filter(|letter| !letter.is_whitespace() && *letter != ',') {
            let color = Color::from_letter(letter).filter(|&color| !palette.contains(color))?;
            palette.push(color.0);
        }
        Some(palette)
    }

    /// Returns the number of colors.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether there are no colors.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of colors, as a small number.
    pub(crate) const fn count(&self) -> u8 {
        self.len
    }

    /// Bit `c` for every color `c`.
    pub(crate) const fn mask(&self) -> u8 {
        self.mask
    }

    /// Returns whether the color is one of them.
    #[must_use]
    pub const fn contains(&self, color: Color) -> bool {
        self.mask >> color.0 & 1 == 1
    }

    /// Returns whether these are the first colors of [`PALETTE`], in its order.
    #[must_use]
    pub const fn is_standard(&self) -> bool {
        let mut place = 0;
        while place < self.len() && place < MAX_COLORS {
            if self.order[place] as usize != place {
                return false;
            }
            place += 1;
        }
        true
    }

    /// The color at a place, which the caller knows to be below [`len`](Self::len).
    pub(crate) const fn at(&self, place: usize) -> Color {
        Color(self.order[place])
    }

    /// Iterates over the colors in order.
    pub fn iter(&self) -> impl Iterator<Item = Color> + use<> {
        let palette = *self;
        (0..palette.len().min(MAX_COLORS)).map(move |place| palette.at(place))
    }

    /// The place of each color, by its index; zero for those that are not there.
    pub(crate) fn places(&self) -> [u8; MAX_COLORS] {
        let mut places = [0; MAX_COLORS];
        for (place, color) in self.iter().enumerate() {
            places[color.index()] = place as u8;
        }
        places
    }
}

/// The letters, such as `krbo`.
impl fmt::Display for Palette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|color| write!(f, "{color}"))
    }
}

impl fmt::Debug for Palette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Palette({self})")
    }
}

const _: () = assert!(PALETTE.len() == 8, "the mask has a bit for each color");
