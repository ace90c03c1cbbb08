//! Why a turn is refused.

use std::fmt;

use crate::meld::InvalidMeldError;
use crate::rules::{ExchangeFrom, LockedMeld};
use crate::tile::{MAX_TEXT, Tile};

/// One reason why a turn is refused. The sentence names the card or meld and the rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The result is longer than any table.
    #[error("the result has {bytes} bytes; the longest that is read has {MAX_TEXT}")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// A meld of the result is none (rules 4 to 6).
    #[error("meld {place}: {error}", place = index + 1)]
    InvalidMeld {
        /// Its place in the result, from 0.
        index: usize,
        /// The meld as written.
        meld: String,
        /// What is wrong with it.
        error: InvalidMeldError,
    },
    /// A card that lay on the table is not in the result (rule 10).
    #[error("{} gone from the table: no card goes from the table to a hand (rule 10)", times(*card, *count, "is", "are"))]
    TableCardMissing {
        /// The card.
        card: Tile,
        /// How many of it are missing.
        count: u8,
    },
    /// A joker that lay on the table is not in the result (rule 14).
    #[error(
        "{} gone from the table: an exchanged joker is laid again in the same turn (rule 14)",
        times(Tile::JOKER, *count, "is", "are")
    )]
    JokerKept {
        /// How many are missing.
        count: u8,
    },
    /// A card of the result lay neither on the table nor in the hand (rule 10).
    #[error("{} laid but not in the hand (rule 10)", times(*card, *count, "is", "are"))]
    CardNotInHand {
        /// The card.
        card: Tile,
        /// How many of it are too many.
        count: u8,
    },
    /// More of a card than the deck has (rule 1).
    #[error("{found} of {card} on the table: the deck has {most} (rule 1)")]
    TooManyOfCard {
        /// The card.
        card: Tile,
        /// How many lie in the result.
        found: u8,
        /// How many the deck has.
        most: u8,
    },
    /// No card was laid from the hand (rule 10).
    #[error("no card was laid: a play lays at least one card from the hand (rule 10)")]
    NothingLaid,
    /// The first cards laid are worth too little (rule 11).
    #[error("the melds made of your own cards are worth {reached}: the first ones must be worth {needed} (rule 11)")]
    OpeningNotReached {
        /// What they are worth.
        reached: u32,
        /// `opening_min`.
        needed: u32,
    },
    /// A meld of the table was changed by a player who has not opened (rule 11).
    #[error("{meld} was changed: the table is for players who have opened (rule 11)")]
    TableBeforeOpening {
        /// The meld as it lay.
        meld: String,
    },
    /// A joker does not stand where it stood and no card has taken its place (rules 14 and 15).
    #[error(
        "the joker of {meld} stands for {}: it stays until such a card{} takes its place (rules 14 and 15)",
        any_of(freed_by),
        match from { ExchangeFrom::Hand => " from the hand", ExchangeFrom::Anywhere => "" }
    )]
    JokerMoved {
        /// The meld as it lay.
        meld: String,
        /// The cards that would free the joker.
        freed_by: Vec<Tile>,
        /// Where such a card may come from.
        from: ExchangeFrom,
    },
    /// A joker stayed, but too few cards of its meld stayed with it (rules 12 and 15).
    #[error("{meld} was taken apart: {} (rules 12 and 15)", stay(*policy, *size))]
    LockedMeldBroken {
        /// The meld as it lay.
        meld: String,
        /// Number of its cards.
        size: usize,
        /// What the rules ask of it.
        policy: LockedMeld,
    },
    /// A freed joker lies in a meld that holds a whole old one (rule 14, option `freed_joker`).
    #[error("{meld} holds a freed joker and the whole of {old}: a freed joker goes into a new meld (rule 14)")]
    FreedJokerInOldMeld {
        /// The meld of the result.
        meld: String,
        /// The old meld it contains, exchanged cards in their places.
        old: String,
    },
    /// Each joker could be accounted for alone, but not all of them together (rules 14 and 15).
    #[error(
        "the jokers of {} cannot all be exchanged or left in their places: each one needs a card that frees it, \
         or its place and cards of its own meld (rules 14 and 15)",
        melds.join(" and ")
    )]
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
            Self::TableCardMissing { .. } => "table_card_missing",
            Self::JokerKept { .. } => "joker_kept",
            Self::CardNotInHand { .. } => "card_not_in_hand",
            Self::TooManyOfCard { .. } => "too_many_of_card",
            Self::NothingLaid => "nothing_laid",
            Self::OpeningNotReached { .. } => "opening_not_reached",
            Self::TableBeforeOpening { .. } => "table_before_opening",
            Self::JokerMoved { .. } => "joker_moved",
            Self::LockedMeldBroken { .. } => "locked_meld_broken",
            Self::FreedJokerInOldMeld { .. } => "freed_joker_in_old_meld",
            Self::JokersInConflict { .. } => "jokers_in_conflict",
        }
    }

    /// The card or meld that is meant, if it is one; several melds are parted by `|`.
    #[must_use]
    pub fn subject(&self) -> Option<String> {
        match self {
            Self::TooLong { .. } | Self::NothingLaid | Self::OpeningNotReached { .. } => None,
            Self::JokerKept { .. } => Some(Tile::JOKER.to_string()),
            Self::TableCardMissing { card, .. }
            | Self::CardNotInHand { card, .. }
            | Self::TooManyOfCard { card, .. } => Some(card.to_string()),
            Self::InvalidMeld { meld, .. }
            | Self::TableBeforeOpening { meld }
            | Self::JokerMoved { meld, .. }
            | Self::LockedMeldBroken { meld, .. }
            | Self::FreedJokerInOldMeld { meld, .. } => Some(meld.clone()),
            Self::JokersInConflict { melds } => Some(melds.join(" | ")),
        }
    }
}

/// `r6 is`, `2 of r6 are`.
fn times(card: Tile, count: u8, one: &str, more: &str) -> String {
    match count {
        1 if card.is_joker() => format!("a joker {one}"),
        1 => format!("{card} {one}"),
        _ if card.is_joker() => format!("{count} jokers {more}"),
        _ => format!("{count} of {card} {more}"),
    }
}

/// `y8`, `y8 or g8`, `y8, g8 or b8`.
fn any_of(cards: &[Tile]) -> String {
    let names: Vec<String> = cards.iter().map(Tile::to_string).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// What a joker that stays asks of its meld.
fn stay(policy: LockedMeld, size: usize) -> String {
    match policy {
        LockedMeld::Frozen => "its joker was not exchanged, so all its cards stay together".to_owned(),
        LockedMeld::KeepThree => {
            format!("its joker was not exchanged, so {} of its cards stay together with it", size.min(3))
        }
        LockedMeld::Identity => "its joker was not exchanged, so another of its cards stays with it".to_owned(),
        LockedMeld::Free => "its joker was not exchanged".to_owned(),
    }
}

/// A turn that the rules refuse.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct IllegalTurnError {
    /// All the reasons; never empty.
    pub reasons: Vec<Reason>,
}

impl fmt::Display for IllegalTurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, reason) in self.reasons.iter().enumerate() {
            if place > 0 {
                write!(f, "; ")?;
            }
            write!(f, "{reason}")?;
        }
        Ok(())
    }
}
