//! Reading a meld: which run or set do these cards make, and what do the jokers stand for?

use super::Meld;
use crate::rules::Rules;
use crate::tile::{Color, NotationError, Tile, Written, excerpt, read_cards};
use crate::wording::{Wording, quoted, worded_errors, wording};

/// Why some cards are not a meld.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvalidMeldError {
    /// A word is not a card.
    Notation(NotationError),
    /// No cards.
    Empty,
    /// Fewer cards than a meld has.
    TooShort {
        /// The meld as written.
        meld: String,
        /// Its cards.
        len: usize,
        /// `shortest_meld`.
        least: u8,
    },
    /// More cards than there are colours.
    SetTooLong {
        /// The meld as written.
        meld: String,
        /// Its cards.
        len: usize,
        /// Colours of the deck.
        most: u8,
    },
    /// Nothing but jokers.
    JokersOnly(String),
    /// One natural card, and jokers that do not say what they stand for.
    Ambiguous(String),
    /// One number, but a colour twice.
    RepeatedColor {
        /// The meld as written.
        meld: String,
        /// The card that is there twice.
        card: Tile,
    },
    /// One colour, but a number twice.
    RepeatedNumber {
        /// The meld as written.
        meld: String,
        /// The card that is there twice.
        card: Tile,
    },
    /// Neither one number nor one colour.
    NeitherRunNorSet(String),
    /// One colour, but a number is missing.
    Gap {
        /// The meld as written.
        meld: String,
        /// The first missing card.
        missing: Tile,
    },
    /// A run with jokers whose cards are not where their numbers want them.
    OutOfOrder {
        /// The meld as written.
        meld: String,
        /// The first card out of place.
        card: Tile,
    },
    /// A meld read under other rules that is none under these.
    NotOfTheseRules(String),
    /// A joker before the 1 or after the highest number.
    BeyondTheEnd {
        /// The meld as written.
        meld: String,
        /// The highest number.
        most: u8,
    },
}

impl InvalidMeldError {
    /// The sentence that names the meld and the rule.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Notation(error) => error.wording(),
            Self::Empty => wording!("an empty meld"),
            Self::TooShort { meld, len, least } => wording!(
                "\"{meld}\" has {len} cards: a meld has at least {least} (rules 4 and 5)",
                meld = quoted(meld),
                len,
                least
            ),
            Self::SetTooLong { meld, len, most } => wording!(
                "\"{meld}\" has {len} cards: a set has at most one of each of the {most} colors (rule 4)",
                meld = quoted(meld),
                len,
                most
            ),
            Self::JokersOnly(meld) => wording!(
                "\"{meld}\" has no natural card: at least one card of a meld is not a joker (rule 6)",
                meld = quoted(meld)
            ),
            Self::Ambiguous(meld) => wording!(
                "\"{meld}\" is ambiguous: with one natural card the jokers must say what they stand for, \
                 as in \"r5 J=r6 J=r7\" (rule 6)",
                meld = quoted(meld)
            ),
            Self::RepeatedColor { meld, card } => wording!(
                "\"{meld}\" has {card} twice: all cards of a set are of different colors (rule 4)",
                meld = quoted(meld),
                card
            ),
            Self::RepeatedNumber { meld, card } => wording!(
                "\"{meld}\" has {card} twice: the numbers of a run rise by one (rule 5)",
                meld = quoted(meld),
                card
            ),
            Self::NeitherRunNorSet(meld) => wording!(
                "\"{meld}\" is neither a set (one number) nor a run (one color) (rules 4 and 5)",
                meld = quoted(meld)
            ),
            Self::Gap { meld, missing } => {
                wording!("\"{meld}\" has a gap: no card for {missing} (rule 5)", meld = quoted(meld), missing)
            }
            Self::OutOfOrder { meld, card } => wording!(
                "\"{meld}\" is not in order: {card} does not stand where its number belongs (rule 5)",
                meld = quoted(meld),
                card
            ),
            Self::NotOfTheseRules(meld) => wording!(
                "\"{meld}\" is no meld under these rules: it needs other colors, numbers or lengths \
                 (rules 4 and 5)",
                meld = quoted(meld)
            ),
            Self::BeyondTheEnd { meld, most } => wording!(
                "\"{meld}\" goes beyond the numbers 1 to {most}: there is no card a joker could stand for there \
                 (rule 5)",
                meld = quoted(meld),
                most
            ),
        }
    }
}

worded_errors!(InvalidMeldError);

impl From<NotationError> for InvalidMeldError {
    fn from(error: NotationError) -> Self {
        Self::Notation(error)
    }
}

/// Which cards are known, with their places.
struct Draft<'a> {
    text: &'a str,
    cards: &'a [Written],
    rules: &'a Rules,
}

pub(super) fn parse(text: &str, rules: &Rules) -> Result<Meld, InvalidMeldError> {
    let cards = read_cards(text, &rules.deck)?;
    Draft { text: text.trim(), cards: &cards, rules }.read()
}

impl Draft<'_> {
    fn shown(&self) -> String {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let joined = words.join(" ");
        if joined.chars().count() > 120 { excerpt(&joined) } else { joined }
    }

    fn read(&self) -> Result<Meld, InvalidMeldError> {
        if self.cards.is_empty() {
            return Err(InvalidMeldError::Empty);
        }
        if self.cards.iter().all(|card| card.tile.is_joker()) {
            return Err(InvalidMeldError::JokersOnly(self.shown()));
        }
        let least = self.rules.shortest_meld;
        if self.cards.len() < least as usize {
            return Err(InvalidMeldError::TooShort { meld: self.shown(), len: self.cards.len(), least });
        }
        let known: Vec<(usize, Color, u8)> = self
            .cards
            .iter()
            .enumerate()
            .filter_map(|(place, card)| {
                let (color, value) = card.stands_for.unwrap_or(card.tile).natural()?;
                Some((place, color, value))
            })
            .collect();
        if known.len() == 1 {
            return Err(InvalidMeldError::Ambiguous(self.shown()));
        }
        if known.iter().all(|&(_, _, value)| value == known[0].2) {
            self.read_set(&known)
        } else if known.iter().all(|&(_, color, _)| color == known[0].1) {
            self.read_run(&known)
        } else {
            Err(InvalidMeldError::NeitherRunNorSet(self.shown()))
        }
    }

    fn read_set(&self, known: &[(usize, Color, u8)]) -> Result<Meld, InvalidMeldError> {
        let mut seen = 0u8;
        for &(_, color, value) in known {
            let bit = 1u8 << color.index();
            if seen & bit != 0 {
                let card = Tile::at(color.index() as u8, value);
                return Err(InvalidMeldError::RepeatedColor { meld: self.shown(), card });
            }
            seen |= bit;
        }
        let most = self.rules.deck.colors;
        if self.cards.len() > most as usize {
            return Err(InvalidMeldError::SetTooLong { meld: self.shown(), len: self.cards.len(), most });
        }
        let colors =
            self.cards.iter().filter_map(|card| card.tile.color()).fold(0u8, |mask, color| mask | 1 << color.index());
        let jokers = (self.cards.len() - colors.count_ones() as usize) as u8;
        Meld::set(known[0].2, colors, jokers, self.rules)
            .ok_or_else(|| InvalidMeldError::NeitherRunNorSet(self.shown()))
    }

    fn read_run(&self, known: &[(usize, Color, u8)]) -> Result<Meld, InvalidMeldError> {
        let color = known[0].1;
        let len = self.cards.len();
        let most = self.rules.deck.values;
        let mut sorted: Vec<u8> = known.iter().map(|&(_, _, value)| value).collect();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let card = Tile::at(color.index() as u8, twice[0]);
            return Err(InvalidMeldError::RepeatedNumber { meld: self.shown(), card });
        }
        let beyond = || InvalidMeldError::BeyondTheEnd { meld: self.shown(), most };
        // When every card is known the order it was written in does not matter.
        let first = if known.len() == len {
            if let Some(pair) = sorted.windows(2).find(|pair| pair[1] != pair[0] + 1) {
                let missing = Tile::at(color.index() as u8, pair[0] + 1);
                return Err(InvalidMeldError::Gap { meld: self.shown(), missing });
            }
            usize::from(sorted[0])
        } else {
            let (place, _, value) = known[0];
            let first = usize::from(value).checked_sub(place).filter(|&first| first > 0).ok_or_else(beyond)?;
            if let Some(&(_, _, value)) = known.iter().find(|&&(place, _, value)| usize::from(value) != first + place) {
                let card = Tile::at(color.index() as u8, value);
                return Err(InvalidMeldError::OutOfOrder { meld: self.shown(), card });
            }
            first
        };
        if first + len - 1 > usize::from(most) {
            return Err(beyond());
        }
        let jokers =
            self.cards.iter().enumerate().filter(|(_, card)| card.tile.is_joker()).fold(0u32, |mask, (place, card)| {
                let at = card.stands_for.and_then(Tile::value).map_or(place, |value| usize::from(value) - first);
                mask | 1 << at
            });
        Meld::run(color, first as u8, len as u8, jokers, self.rules)
            .ok_or_else(|| InvalidMeldError::NeitherRunNorSet(self.shown()))
    }
}
