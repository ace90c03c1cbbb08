//! A hand of tiles.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::{Deck, NATURALS, NotationError, Tile, read_in_order};

/// Kinds looked at together.
const TOGETHER: usize = 8;
/// Room for every kind, in whole eights.
const ROOM: usize = (NATURALS + 1).next_multiple_of(TOGETHER);

/// A counted multiset of tiles: a player's hand, or the tiles of a table.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Tiles {
    counts: [u8; ROOM],
    len: u16,
}

impl Default for Tiles {
    fn default() -> Self {
        Self { counts: [0; ROOM], len: 0 }
    }
}

/// The kinds of tile held: most are not, so eight are passed over at once.
struct Kinds<'h> {
    counts: &'h [u8; ROOM],
    /// Those of the eight before `next` that are still to come, a byte each.
    eight: u64,
    next: usize,
}

impl Iterator for Kinds<'_> {
    type Item = (Tile, u8);

    #[inline]
    fn next(&mut self) -> Option<(Tile, u8)> {
        while self.eight == 0 {
            let eight = self.counts.get(self.next..)?.first_chunk::<TOGETHER>()?;
            self.eight = u64::from_le_bytes(*eight);
            self.next += TOGETHER;
        }
        let shift = self.eight.trailing_zeros() & !7;
        let count = (self.eight >> shift) as u8;
        self.eight &= !(0xFF << shift);
        Some((Tile((self.next - TOGETHER) as u8 + (shift / 8) as u8), count))
    }
}

impl Tiles {
    /// No tiles.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of tiles.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are no tiles.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many of this tile.
    #[must_use]
    pub const fn count(&self, tile: Tile) -> u8 {
        self.counts[tile.0 as usize]
    }

    /// How many jokers.
    #[must_use]
    pub const fn jokers(&self) -> u8 {
        self.counts[NATURALS]
    }

    /// Adds a tile. More than 255 of one tile are counted as 255, far beyond what any deck holds.
    pub const fn add(&mut self, tile: Tile) {
        if self.counts[tile.0 as usize] < u8::MAX {
            self.counts[tile.0 as usize] += 1;
            self.len += 1;
        }
    }

    /// Takes a tile out; false if it was not there.
    pub const fn remove(&mut self, tile: Tile) -> bool {
        if self.counts[tile.0 as usize] == 0 {
            return false;
        }
        self.counts[tile.0 as usize] -= 1;
        self.len -= 1;
        true
    }

    /// The tiles in order, each as often as it occurs.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        self.kinds().flat_map(|(tile, count)| std::iter::repeat_n(tile, count as usize))
    }

    /// The kinds of tile held, in order, with how many of each.
    pub fn kinds(&self) -> impl Iterator<Item = (Tile, u8)> + '_ {
        Kinds { counts: &self.counts, eight: 0, next: 0 }
    }

    /// The tiles of this hand that are not in the other, as multisets.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let mut rest = Self::new();
        for (code, (&ours, &theirs)) in self.counts.iter().zip(&other.counts).enumerate() {
            let left = ours.saturating_sub(theirs);
            rest.counts[code] = left;
            rest.len += u16::from(left);
        }
        rest
    }

    /// Both hands together.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut both = Self::new();
        for (code, (&ours, &theirs)) in self.counts.iter().zip(&other.counts).enumerate() {
            let count = ours.saturating_add(theirs);
            both.counts[code] = count;
            both.len += u16::from(count);
        }
        both
    }

    /// Whether every tile of the other is here, as multisets.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        self.counts.iter().zip(&other.counts).all(|(ours, theirs)| ours >= theirs)
    }

    /// What the tiles count at the end of a round: their numbers, and so much for a joker (rule 16).
    #[must_use]
    pub fn points(&self, joker_penalty: u16) -> u32 {
        self.kinds()
            .map(|(tile, count)| u32::from(count) * tile.value().map_or(u32::from(joker_penalty), u32::from))
            .sum()
    }

    /// The first tile of which there are more than the deck has.
    #[must_use]
    pub fn excess(&self, deck: &Deck) -> Option<(Tile, u8)> {
        self.kinds().find(|&(tile, count)| count > deck.count(tile))
    }

    /// Reads tiles parted by blanks or commas.
    ///
    /// # Errors
    /// If a word is not a tile of the deck.
    pub fn parse(text: &str, deck: &Deck) -> Result<Self, NotationError> {
        read_in_order(text, deck).map(Self::from_iter)
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut hand = Self::new();
        for tile in tiles {
            hand.add(tile);
        }
        hand
    }
}

impl PartialOrd for Tiles {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Tiles {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, tile) in self.iter().enumerate() {
            if place > 0 {
                write!(f, " ")?;
            }
            write!(f, "{tile}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tiles({:?})", self.to_string())
    }
}

impl FromStr for Tiles {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text, &Deck::LARGEST)
    }
}
