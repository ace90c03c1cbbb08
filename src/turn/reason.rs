//! The reasons why a turn is illegal.

use crate::meld::InvalidMeldError;
use crate::rules::{ExchangeFrom, LockedMeld};
use crate::table::{in_meld, too_many};
use crate::tile::{Deck, MAX_TEXT, Tile};
use crate::wording::{Filling, Wording, plural, worded_errors, wording};

/// A reason why a turn is illegal. Its text names the tile or meld and the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The text is longer than any table.
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// There are more tiles than any deck has.
    TooManyTiles {
        /// How many there are.
        tiles: usize,
    },
    /// A meld is invalid (rules 4 to 6).
    InvalidMeld {
        /// Its index in the new table, from 0.
        index: usize,
        /// The meld as written.
        meld: String,
        /// What is wrong with it.
        error: InvalidMeldError,
    },
    /// A tile is gone from the table (rule 10).
    TableTileMissing {
        /// The tile.
        tile: Tile,
        /// How many of it are missing.
        count: u8,
    },
    /// A joker is gone from the table (rule 14).
    JokerKept {
        /// How many are missing.
        count: u8,
    },
    /// A tile was played that was not in the hand (rule 10).
    TileNotInHand {
        /// The tile.
        tile: Tile,
        /// How many of it were not in the hand.
        count: u32,
        /// How many of it were.
        held: u8,
    },
    /// More of a tile than the deck has (rule 1).
    TooManyOfTile {
        /// The tile.
        tile: Tile,
        /// How many are on the table.
        found: u32,
        /// How many the deck has.
        most: u8,
    },
    /// No tile was played from the hand (rule 10).
    NothingPlayed,
    /// The opening melds are worth too little (rule 11).
    OpeningNotReached {
        /// What they are worth.
        reached: u32,
        /// `opening_min`.
        needed: u32,
    },
    /// A player who has not opened changed a meld of the table (rule 11).
    TableBeforeOpening {
        /// Its index in the old table, from 0.
        index: usize,
        /// The meld as it was.
        meld: String,
    },
    /// A joker left its place and no tile replaced it (rules 14 and 15).
    JokerMoved {
        /// The index of its meld in the old table, from 0.
        index: usize,
        /// The meld as it was.
        meld: String,
        /// The tiles that would free the joker.
        freed_by: Vec<Tile>,
        /// Where such a tile may come from.
        from: ExchangeFrom,
    },
    /// A joker stayed, but too few tiles of its meld stayed with it (rules 12 and 15).
    LockedMeldBroken {
        /// The index of its meld in the old table, from 0.
        index: usize,
        /// The meld as it was.
        meld: String,
        /// Number of its tiles.
        size: usize,
        /// What the rules ask of it.
        policy: LockedMeld,
    },
    /// A freed joker is in a meld that contains a whole old one (rule 14, option `freed_joker`).
    FreedJokerInOldMeld {
        /// The new meld.
        meld: String,
        /// The index in the old table, from 0, of the meld it contains.
        index: usize,
        /// The old meld it contains, apart from exchanged jokers.
        old: String,
    },
    /// Each joker could be accounted for alone, but not all of them together (rules 14 and 15).
    JokersInConflict {
        /// The melds as they were.
        melds: Vec<String>,
    },
}

impl Reason {
    /// Returns a name for programs, the same in every version.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLong { .. } | Self::TooManyTiles { .. } => "too_long",
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

    /// Returns the tile or meld in question, if there is one. Several melds are separated by `|`.
    #[must_use]
    pub fn subject(&self) -> Option<String> {
        match self {
            Self::TooLong { .. } | Self::TooManyTiles { .. } | Self::NothingPlayed | Self::OpeningNotReached { .. } => {
                None
            }
            Self::JokerKept { .. } => Some(Tile::JOKER.to_string()),
            Self::TableTileMissing { tile, .. }
            | Self::TileNotInHand { tile, .. }
            | Self::TooManyOfTile { tile, .. } => Some(tile.to_string()),
            Self::InvalidMeld { meld, .. }
            | Self::TableBeforeOpening { meld, .. }
            | Self::JokerMoved { meld, .. }
            | Self::LockedMeldBroken { meld, .. }
            | Self::FreedJokerInOldMeld { meld, .. } => Some(meld.clone()),
            Self::JokersInConflict { melds } => Some(melds.join(" | ")),
        }
    }

    /// Returns the index of the meld in question, if there is one: in the new table as written for
    /// [`InvalidMeld`](Self::InvalidMeld), and in the old table for the others.
    #[must_use]
    pub const fn meld(&self) -> Option<usize> {
        match self {
            Self::InvalidMeld { index, .. }
            | Self::TableBeforeOpening { index, .. }
            | Self::JokerMoved { index, .. }
            | Self::LockedMeldBroken { index, .. }
            | Self::FreedJokerInOldMeld { index, .. } => Some(*index),
            _ => None,
        }
    }

    /// Returns the text, which names the tile or meld and the rule.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::TooLong { bytes } => {
                wording!("the table has {bytes} bytes, more than the limit of {most}", bytes, most = MAX_TEXT)
            }
            Self::TooManyTiles { tiles } => wording!(
                "the table has {tiles} tiles, more than the {most} of the largest deck",
                tiles,
                most = Deck::LARGEST.size()
            ),
            Self::InvalidMeld { index, error, .. } => in_meld(*index, error),
            Self::TableTileMissing { tile, count } => plural!(
                "{tile} is gone from the table: tiles on the table stay on the table (rule 10)",
                "{count} of {tile} are gone from the table: tiles on the table stay on the table (rule 10)",
                count,
                tile
            ),
            Self::JokerKept { count } => plural!(
                "a joker is gone from the table: play an exchanged joker again in the same turn (rule 14)",
                "{count} jokers are gone from the table: play exchanged jokers again in the same turn (rule 14)",
                count
            ),
            Self::TileNotInHand { tile, count: 1, held: 1 } if !tile.is_joker() => {
                wording!("{tile} is there twice, the hand has one (rule 10)", tile)
            }
            Self::TileNotInHand { tile, count, .. } if tile.is_joker() => plural!(
                "a joker was played that is not in the hand (rule 10)",
                "{count} jokers were played that are not in the hand (rule 10)",
                count
            ),
            Self::TileNotInHand { tile, count, .. } => plural!(
                "{tile} was played but is not in the hand (rule 10)",
                "{count} of {tile} were played but are not in the hand (rule 10)",
                count,
                tile
            ),
            Self::TooManyOfTile { tile, found, most } => too_many(*tile, *found, *most),
            Self::NothingPlayed => {
                wording!("no tile was played: play at least one tile from the hand, or draw (rule 10)")
            }
            Self::OpeningNotReached { reached, needed } => wording!(
                "the melds from your hand are worth {reached}: the opening needs {needed} (rule 11)",
                reached,
                needed
            ),
            Self::TableBeforeOpening { meld, .. } => {
                wording!("{meld} was changed: you may change the table only after your opening (rule 11)", meld)
            }
            Self::JokerMoved { meld, freed_by, from: ExchangeFrom::Anywhere, .. } => wording!(
                "the joker of {meld} stands for {tiles}: it must stay until such a tile replaces it (rules 14 and 15)",
                meld,
                tiles = any_of(freed_by)
            ),
            Self::JokerMoved { meld, freed_by, from: ExchangeFrom::Hand, .. } => wording!(
                "the joker of {meld} stands for {tiles}: it must stay until such a tile from the hand replaces it \
                 (rules 14 and 15)",
                meld,
                tiles = any_of(freed_by)
            ),
            Self::LockedMeldBroken { meld, size, policy, .. } => broken(meld, *size, *policy),
            Self::FreedJokerInOldMeld { meld, old, .. } => wording!(
                "{meld} contains a freed joker and all of {old}: a freed joker must go to a new meld (rule 14)",
                meld,
                old
            ),
            Self::JokersInConflict { melds } => wording!(
                "the jokers of {melds} cannot all be exchanged or stay in place: each needs a tile that frees it, or its \
                 place and tiles of its own meld (rules 14 and 15)",
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

/// What a joker that stays requires of its meld.
fn broken(meld: &str, size: usize, policy: LockedMeld) -> Wording {
    match policy {
        LockedMeld::Frozen => wording!(
            "{meld} was taken apart: its joker was not exchanged, so all its tiles must stay together (rules 12 and 15)",
            meld
        ),
        LockedMeld::KeepThree => wording!(
            "{meld} was taken apart: its joker was not exchanged, so {least} of its tiles, the joker included, must stay \
             together (rules 12 and 15)",
            meld,
            least = size.min(3)
        ),
        LockedMeld::Identity => wording!(
            "{meld} was taken apart: its joker was not exchanged, so another of its tiles must stay with it \
             (rules 12 and 15)",
            meld
        ),
        LockedMeld::Free => {
            wording!("{meld} was taken apart: its joker was not exchanged (rules 12 and 15)", meld)
        }
    }
}

/// An illegal turn.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalTurnError {
    /// All the reasons; never empty.
    pub reasons: Vec<Reason>,
}

impl IllegalTurnError {
    /// Returns all reasons as one text.
    #[must_use]
    pub fn wording(&self) -> Wording {
        Wording::all(self.reasons.iter().map(Reason::wording))
    }
}

worded_errors!(Reason, IllegalTurnError);
