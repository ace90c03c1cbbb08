//! Why a turn is refused.

use crate::meld::InvalidMeldError;
use crate::rules::{ExchangeFrom, LockedMeld};
use crate::table::{in_meld, too_many};
use crate::tile::{MAX_TEXT, Tile};
use crate::wording::{Filling, Wording, plural, worded_errors, wording};

/// One reason why a turn is refused. The sentence names the tile or meld and the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The result is longer than any table.
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// A meld of the result is none (rules 4 to 6).
    InvalidMeld {
        /// Its place in the result, from 0.
        index: usize,
        /// The meld as written.
        meld: String,
        /// What is wrong with it.
        error: InvalidMeldError,
    },
    /// A tile that lay on the table is not in the result (rule 10).
    TableTileMissing {
        /// The tile.
        tile: Tile,
        /// How many of it are missing.
        count: u8,
    },
    /// A joker that lay on the table is not in the result (rule 14).
    JokerKept {
        /// How many are missing.
        count: u8,
    },
    /// A tile of the result lay neither on the table nor in the hand (rule 10).
    TileNotInHand {
        /// The tile.
        tile: Tile,
        /// How many of it are too many.
        count: u8,
    },
    /// More of a tile than the deck has (rule 1).
    TooManyOfTile {
        /// The tile.
        tile: Tile,
        /// How many lie in the result.
        found: u8,
        /// How many the deck has.
        most: u8,
    },
    /// No tile was played from the hand (rule 10).
    NothingPlayed,
    /// The first tiles played are worth too little (rule 11).
    OpeningNotReached {
        /// What they are worth.
        reached: u32,
        /// `opening_min`.
        needed: u32,
    },
    /// A meld of the table was changed by a player who has not opened (rule 11).
    TableBeforeOpening {
        /// The meld as it lay.
        meld: String,
    },
    /// A joker does not stand where it stood and no tile has taken its place (rules 14 and 15).
    JokerMoved {
        /// The meld as it lay.
        meld: String,
        /// The tiles that would free the joker.
        freed_by: Vec<Tile>,
        /// Where such a tile may come from.
        from: ExchangeFrom,
    },
    /// A joker stayed, but too few tiles of its meld stayed with it (rules 12 and 15).
    LockedMeldBroken {
        /// The meld as it lay.
        meld: String,
        /// Number of its tiles.
        size: usize,
        /// What the rules ask of it.
        policy: LockedMeld,
    },
    /// A freed joker lies in a meld that holds a whole old one (rule 14, option `freed_joker`).
    FreedJokerInOldMeld {
        /// The meld of the result.
        meld: String,
        /// The old meld it contains, exchanged tiles in their places.
        old: String,
    },
    /// Each joker could be accounted for alone, but not all of them together (rules 14 and 15).
    JokersInConflict {
        /// The melds as they lay.
        melds: Vec<String>,
    },
}

impl Reason {
    /// A name for programs, the same in every version.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLong { .. } => "too_long",
            Self::InvalidMeld { .. } => "invalid_meld",
            Self::TableTileMissing { .. } => "table_tile_missing",
            Self::JokerKept { .. } => "joker_kept",
            Self::TileNotInHand { .. } => "tile_not_in_hand",
            Self::TooManyOfTile { .. } => "too_many_of_tile",
            Self::NothingPlayed => "nothing_played",
            Self::OpeningNotReached { .. } => "opening_not_reached",
            Self::TableBeforeOpening { .. } => "table_before_opening",
            Self::JokerMoved { .. } => "joker_moved",
            Self::LockedMeldBroken { .. } => "locked_meld_broken",
            Self::FreedJokerInOldMeld { .. } => "freed_joker_in_old_meld",
            Self::JokersInConflict { .. } => "jokers_in_conflict",
        }
    }

    /// The tile or meld that is meant, if it is one; several melds are parted by `|`.
    #[must_use]
    pub fn subject(&self) -> Option<String> {
        match self {
            Self::TooLong { .. } | Self::NothingPlayed | Self::OpeningNotReached { .. } => None,
            Self::JokerKept { .. } => Some(Tile::JOKER.to_string()),
            Self::TableTileMissing { tile, .. }
            | Self::TileNotInHand { tile, .. }
            | Self::TooManyOfTile { tile, .. } => Some(tile.to_string()),
            Self::InvalidMeld { meld, .. }
            | Self::TableBeforeOpening { meld }
            | Self::JokerMoved { meld, .. }
            | Self::LockedMeldBroken { meld, .. }
            | Self::FreedJokerInOldMeld { meld, .. } => Some(meld.clone()),
            Self::JokersInConflict { melds } => Some(melds.join(" | ")),
        }
    }
    /// The sentence that names the tile or meld and the rule.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::TooLong { bytes } => {
                wording!("the result has {bytes} bytes; the longest that is read has {most}", bytes, most = MAX_TEXT)
            }
            Self::InvalidMeld { index, error, .. } => in_meld(*index, error),
            Self::TableTileMissing { tile, count } => plural!(
                "{tile} is gone from the table: no tile goes from the table to a hand (rule 10)",
                "{count} of {tile} are gone from the table: no tile goes from the table to a hand (rule 10)",
                count,
                tile
            ),
            Self::JokerKept { count } => plural!(
                "a joker is gone from the table: an exchanged joker is played again in the same turn (rule 14)",
                "{count} jokers are gone from the table: an exchanged joker is played again in the same turn (rule 14)",
                count
            ),
            Self::TileNotInHand { tile, count } if tile.is_joker() => plural!(
                "a joker is played but not in the hand (rule 10)",
                "{count} jokers are played but not in the hand (rule 10)",
                count
            ),
            Self::TileNotInHand { tile, count } => plural!(
                "{tile} is played but not in the hand (rule 10)",
                "{count} of {tile} are played but not in the hand (rule 10)",
                count,
                tile
            ),
            Self::TooManyOfTile { tile, found, most } => too_many(*tile, *found, *most),
            Self::NothingPlayed => {
                wording!("no tile was played: a play plays at least one tile from the hand (rule 10)")
            }
            Self::OpeningNotReached { reached, needed } => wording!(
                "the melds made of your own tiles are worth {reached}: the first ones must be worth {needed} (rule 11)",
                reached,
                needed
            ),
            Self::TableBeforeOpening { meld } => {
                wording!("{meld} was changed: the table is for players who have opened (rule 11)", meld)
            }
            Self::JokerMoved { meld, freed_by, from: ExchangeFrom::Anywhere } => wording!(
                "the joker of {meld} stands for {tiles}: it stays until such a tile takes its place \
                 (rules 14 and 15)",
                meld,
                tiles = any_of(freed_by)
            ),
            Self::JokerMoved { meld, freed_by, from: ExchangeFrom::Hand } => wording!(
                "the joker of {meld} stands for {tiles}: it stays until such a tile from the hand takes its place \
                 (rules 14 and 15)",
                meld,
                tiles = any_of(freed_by)
            ),
            Self::LockedMeldBroken { meld, size, policy } => broken(meld, *size, *policy),
            Self::FreedJokerInOldMeld { meld, old } => wording!(
                "{meld} holds a freed joker and the whole of {old}: a freed joker goes into a new meld (rule 14)",
                meld,
                old
            ),
            Self::JokersInConflict { melds } => wording!(
                "the jokers of {melds} cannot all be exchanged or left in their places: each one needs a tile that \
                 frees it, or its place and tiles of its own meld (rules 14 and 15)",
                melds = all_of(melds)
            ),
        }
    }
}

/// `y8`, `y8 or g8`, `y8, g8 or b8`.
fn any_of(tiles: &[Tile]) -> Filling {
    let names: Vec<String> = tiles.iter().map(Tile::to_string).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => wording!("{tiles} or {last}", tiles = rest.join(", "), last).into(),
        _ => names.concat().into(),
    }
}

/// `r3 J r5`, `r3 J r5 and y3 J y5`, and so on.
fn all_of(melds: &[String]) -> Filling {
    let names = melds.iter().map(Filling::from);
    names.reduce(|melds, last| wording!("{melds} and {last}", melds, last).into()).unwrap_or_else(|| "".into())
}

/// What a joker that stays asks of its meld.
fn broken(meld: &str, size: usize, policy: LockedMeld) -> Wording {
    match policy {
        LockedMeld::Frozen => wording!(
            "{meld} was taken apart: its joker was not exchanged, so all its tiles stay together (rules 12 and 15)",
            meld
        ),
        LockedMeld::KeepThree => wording!(
            "{meld} was taken apart: its joker was not exchanged, so {least} of its tiles stay together with it \
             (rules 12 and 15)",
            meld,
            least = size.min(3)
        ),
        LockedMeld::Identity => wording!(
            "{meld} was taken apart: its joker was not exchanged, so another of its tiles stays with it \
             (rules 12 and 15)",
            meld
        ),
        LockedMeld::Free => {
            wording!("{meld} was taken apart: its joker was not exchanged (rules 12 and 15)", meld)
        }
    }
}

/// A turn that the rules refuse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalTurnError {
    /// All the reasons; never empty.
    pub reasons: Vec<Reason>,
}

impl IllegalTurnError {
    /// All the reasons as one sentence.
    #[must_use]
    pub fn wording(&self) -> Wording {
        Wording::all(self.reasons.iter().map(Reason::wording))
    }
}

worded_errors!(Reason, IllegalTurnError);
