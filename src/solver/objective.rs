//! What a play is judged by.

use crate::tile::{Deck, MAX_COLORS, Tile, Tiles};

/// What a play is judged by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Objective {
    /// Most tiles, ties by points.
    #[default]
    Tiles,
    /// Most points, ties by tiles.
    Points,
    /// Most weight, ties by tiles.
    Weights(Weights),
}

impl Objective {
    /// Returns what a play of these tiles reaches by the first criterion: their number, their points with this many
    /// for a joker, or their weight in millionths.
    #[must_use]
    pub fn value(&self, tiles: &Tiles, joker_penalty: u16) -> u64 {
        match self {
            Self::Tiles => tiles.len() as u64,
            Self::Points => tiles.points(joker_penalty).into(),
            Self::Weights(weights) => {
                tiles.kinds().map(|(tile, count)| weights.of(tile).saturating_mul(count.into())).sum()
            }
        }
    }
}

/// The error for a weight that is out of range.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("weight of {tile} = {weight}: a weight is a number from 0 to {most}", most = Weights::MAX)]
#[non_exhaustive]
pub struct InvalidWeightError {
    /// The tile.
    pub tile: Tile,
    /// Its weight.
    pub weight: f64,
}

/// A weight for each kind of tile; tiles that are not named weigh nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// By tile code, in millionths.
    millionths: Box<[u64; 209]>,
}

impl Weights {
    /// The highest weight.
    pub const MAX: f64 = 1e6;

    /// Sets the weights of the given tiles, rounded to a millionth.
    ///
    /// # Errors
    /// If a weight is negative, not a number, or above [`MAX`](Self::MAX).
    pub fn new(pairs: impl IntoIterator<Item = (Tile, f64)>) -> Result<Self, InvalidWeightError> {
        let mut millionths = Box::new([0; 209]);
        for (tile, weight) in pairs {
            if !(0.0..=Self::MAX).contains(&weight) {
                return Err(InvalidWeightError { tile, weight });
            }
            #[expect(clippy::cast_sign_loss, reason = "the range was checked above")]
            let rounded = (weight * 1e6).round() as u64;
            millionths[tile.code() as usize] = rounded;
        }
        Ok(Self { millionths })
    }

    /// The tiles with a weight, and their weights.
    pub fn iter(&self) -> impl Iterator<Item = (Tile, f64)> {
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let weight = |millionths: u64| millionths as f64 / 1e6;
        let tile = |(code, &weight): (usize, &u64)| Some((Tile::from_code(code as u8)?, weight));
        self.millionths
            .iter()
            .enumerate()
            .filter_map(tile)
            .filter(|pair| pair.1 > 0)
            .map(move |(tile, millionths)| (tile, weight(millionths)))
    }

    /// The weights of the tiles of a deck, for these tiles in other colors.
    pub(super) fn recolored(&self, colors: &[u8; MAX_COLORS], deck: &Deck) -> Self {
        let mut millionths = Box::new([0; 209]);
        for tile in deck.kinds() {
            millionths[tile.recolored(colors).code() as usize] = self.of(tile);
        }
        Self { millionths }
    }

    fn of(&self, tile: Tile) -> u64 {
        self.millionths[tile.code() as usize]
    }
}

/// The factor that combines the two criteria of an objective into one number, the first above the second.
///
/// It is the same for most hands, so that what is known of a color holds for the next hand, too; and low enough that
/// upper bounds stay small numbers. All searches for one problem share it, even those with a part of the hand, because
/// their results are compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct ObjectiveScale(i64);

impl Default for ObjectiveScale {
    fn default() -> Self {
        Self(1)
    }
}

impl ObjectiveScale {
    /// The factor for a hand, which is above all that the second criterion can add up to.
    pub(super) fn of(objective: &Objective, hand: &Tiles, penalty: u16) -> Self {
        /// Above the points of a usual hand, and above its number of tiles.
        const USUAL: (i64, i64) = (256, 32);
        let tiles = hand.len().cast_signed() as i64;
        Self(match objective {
            Objective::Tiles => USUAL.0.max(1 + i64::from(hand.points(penalty))),
            Objective::Points | Objective::Weights(_) => USUAL.1.max(1 + tiles),
        })
    }

    /// The first criterion in what a play is worth.
    pub(super) fn first_criterion(self, worth: u64) -> u64 {
        worth / self.0.unsigned_abs()
    }

    /// What playing a tile is worth.
    pub(super) fn worth(self, objective: &Objective, tile: Tile, penalty: u16) -> i64 {
        let points = i64::from(tile.value().map_or(penalty, u16::from));
        match objective {
            Objective::Tiles => self.0 + points,
            Objective::Points => points * self.0 + 1,
            Objective::Weights(weights) => weights.of(tile).cast_signed() * self.0 + 1,
        }
    }
}
