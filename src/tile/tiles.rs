//! Multisets of tiles.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::deck::{Deck, NATURALS, Tile};
use super::notation::{NotationError, read_in_order};

/// The number of counts that are tested at once.
const TOGETHER: usize = 8;
/// Room for every kind, rounded up to a multiple of eight.
const ROOM: usize = (NATURALS + 1).next_multiple_of(TOGETHER);

/// A multiset of tiles, such as a player's hand or the tiles of a table.
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

/// An iterator over the kinds of tile. Most counts are zero, so eight are skipped at once.
struct Kinds<'h> {
    counts: &'h [u8; ROOM],
    /// The counts before `next` that are still to come, one byte each.
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
    /// Makes an empty multiset.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of tiles.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether there are no tiles.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns how many of this tile there are.
    #[must_use]
    pub const fn count(&self, tile: Tile) -> u8 {
        self.counts[tile.0 as usize]
    }

    /// Returns the number of jokers.
    #[must_use]
    pub const fn jokers(&self) -> u8 {
        self.counts[NATURALS]
    }

    /// Adds a tile. Counts stop at 255, far beyond any deck.
    pub const fn add(&mut self, tile: Tile) {
        if self.counts[tile.0 as usize] < u8::MAX {
            self.counts[tile.0 as usize] += 1;
            self.len += 1;
        }
    }

    /// Removes a tile. Returns false if there was none.
    pub const fn remove(&mut self, tile: Tile) -> bool {
        if self.counts[tile.0 as usize] == 0 {
            return false;
        }
        self.counts[tile.0 as usize] -= 1;
        self.len -= 1;
        true
    }

    /// Iterates over the tiles in order, each as often as it occurs.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        self.kinds().flat_map(|(tile, count)| std::iter::repeat_n(tile, count as usize))
    }

    /// Iterates over the kinds of tile in order, with the count of each.
    pub fn kinds(&self) -> impl Iterator<Item = (Tile, u8)> + '_ {
        Kinds { counts: &self.counts, eight: 0, next: 0 }
    }

    /// Returns the multiset difference: these tiles without the others.
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

    /// Returns the multiset sum: all tiles of both.
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

    /// Returns whether the other is a sub-multiset of this.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        // Without an early exit the compiler compares many counts at once.
        self.counts.iter().zip(&other.counts).fold(0, |missing, (ours, theirs)| missing | theirs.saturating_sub(*ours))
            == 0
    }

    /// The greatest count of a tile that is not a joker.
    pub(crate) fn most_copies(&self) -> u8 {
        self.counts[..NATURALS].iter().fold(0, |most, &count| most.max(count))
    }

    /// Returns the points of the tiles at the end of a round: their numbers, and `joker_penalty` for each joker
    /// (rule 16).
    #[must_use]
    pub fn points(&self, joker_penalty: u16) -> u32 {
        self.kinds()
            .map(|(tile, count)| u32::from(count) * tile.value().map_or(u32::from(joker_penalty), u32::from))
            .sum()
    }

    /// Returns the first tile of which there are more than the deck has, with its count.
    #[must_use]
    pub fn excess(&self, deck: &Deck) -> Option<(Tile, u8)> {
        self.kinds().find(|&(tile, count)| count > deck.count(tile))
    }

    /// Reads tiles separated by spaces or commas.
    ///
    /// # Errors
    /// If a word is not a tile of the deck.
    pub fn parse(text: &str, deck: &Deck) -> Result<Self, NotationError> {
        Self::counted(&read_in_order(text, deck)?)
    }

    /// The multiset of these tiles.
    ///
    /// # Errors
    /// If there are more of a tile than can be counted.
    pub(crate) fn counted(tiles: &[Tile]) -> Result<Self, NotationError> {
        let all: Self = tiles.iter().copied().collect();
        let too_many = all.kinds().find(|&(_, count)| count == u8::MAX);
        match too_many {
            None => Ok(all),
            Some((tile, _)) => {
                let found = tiles.iter().filter(|&&other| other == tile).count();
                Err(NotationError::TooManyOfTile { tile, found })
            }
        }
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut all = Self::new();
        for tile in tiles {
            all.add(tile);
        }
        all
    }
}

/// Inclusion: `a <= b` if `b` has every tile of `a`. To sort multisets, compare their [`iter`](Tiles::iter).
impl PartialOrd for Tiles {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (other.contains(self), self.contains(other)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
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
