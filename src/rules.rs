//! Every number and choice of the game, and the presets.
//!
//! [`Options`] is what a caller or a file says; [`Rules`] can only be had by validating it.
//! The meaning of each option is given with the rule it belongs to in the rule book.

use std::fmt;
use std::ops::Deref;

use crate::tile::{Deck, MAX_COLORS, MAX_JOKERS, MAX_VALUES};
use crate::wording::{Wording, quoted, worded_errors, wording};

/// Why a set of options is not a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvalidRulesError {
    /// A number outside the range its option allows.
    OutOfRange {
        /// The option's name.
        option: &'static str,
        /// The value given.
        value: u64,
        /// The least value allowed.
        least: u64,
        /// The greatest value allowed.
        most: u64,
    },
    /// No run and no group can be made of this deck.
    NoMeldPossible {
        /// `shortest_meld`.
        shortest: u8,
        /// `values`.
        values: u8,
        /// `colors`.
        colors: u8,
    },
    /// Fewest players above most players.
    PlayersReversed {
        /// Fewest.
        least: u8,
        /// Most.
        most: u8,
    },
    /// A name that is not among the choices of an option.
    UnknownChoice {
        /// The option's name.
        option: &'static str,
        /// The name given.
        value: String,
        /// The names allowed.
        choices: String,
    },
    /// A name that is no preset.
    UnknownPreset(String),
}

impl InvalidRulesError {
    /// The sentence that names the option and what it may be.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::OutOfRange { option, value, least, most } => {
                wording!("{option} = {value}: must be {least} to {most}", option = *option, value, least, most)
            }
            Self::NoMeldPossible { shortest, values, colors } => wording!(
                "no meld is possible: shortest_meld = {shortest} is more than the {values} numbers a run can have \
                 and the {colors} colors a group can have",
                shortest,
                values,
                colors
            ),
            Self::PlayersReversed { least, most } => {
                wording!("players = {least}-{most}: the first number must not be above the second", least, most)
            }
            Self::UnknownChoice { option, value, choices } => not_among(option, &format!("{value:?}"), choices),
            Self::UnknownPreset(name) => wording!(
                "unknown preset \"{name}\": the presets are {presets}",
                name = quoted(name),
                presets = PRESETS.join(", ")
            ),
        }
    }
}

worded_errors!(InvalidRulesError);

/// The value of an option is none of its choices.
pub(crate) fn not_among(option: &str, value: &str, choices: &str) -> Wording {
    wording!("{option} = {value}: must be one of {choices}", option, value, choices)
}

/// Makes an enum of named choices with their spelling in Python and JSON.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident, $option:literal, { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant,)+ }

        impl $name {
            /// Every choice, in the order of the rule book.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The spelling in Python and JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            /// The choice of this name; blanks and dashes count as underscores.
            ///
            /// # Errors
            /// If there is no such choice.
            pub fn from_name(name: &str) -> Result<Self, InvalidRulesError> {
                let plain = name.trim().to_ascii_lowercase().replace([' ', '-'], "_");
                Self::ALL.iter().copied().find(|choice| choice.name() == plain).ok_or_else(|| {
                    InvalidRulesError::UnknownChoice {
                        option: $option,
                        value: crate::tile::excerpt(name),
                        choices: Self::ALL.iter().map(|c| c.name()).collect::<Vec<_>>().join(", "),
                    }
                })
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

choices! {
    /// Who begins a round: rule 3.
    Starter, "starter", {
        /// By lot, anew every round.
        Random = "random",
        /// Each seat in turn.
        Rotate = "rotate",
        /// Whoever won the round before.
        Winner = "winner",
    }
}
choices! {
    /// When the table may first be used: rule 11.
    OpeningTable, "opening_table", {
        /// From the turn after the opening.
        NextTurn = "next_turn",
        /// As soon as the opening melds lie.
        SameTurn = "same_turn",
    }
}
choices! {
    /// What binds the meld of a joker that was not exchanged: rule 15, from strict to loose.
    LockedMeld, "locked_meld", {
        /// All its tiles stay together.
        Frozen = "frozen",
        /// Three of its tiles stay together.
        KeepThree = "keep_three",
        /// One natural tile stays with it.
        Identity = "identity",
        /// Nothing.
        Free = "free",
    }
}
choices! {
    /// Where the tile that replaces a joker may come from: rule 14.
    ExchangeFrom, "exchange_from", {
        /// From the hand or the table.
        Anywhere = "anywhere",
        /// From the hand only.
        Hand = "hand",
    }
}
choices! {
    /// Where a freed joker may be played: rule 14 and the presets.
    FreedJoker, "freed_joker", {
        /// In any meld.
        AnyMeld = "any_meld",
        /// In a meld that does not contain a whole old meld.
        NewMeld = "new_meld",
    }
}
choices! {
    /// What happens at the timeout: rule 13.
    Timeout, "timeout", {
        /// The last legal state of the turn stands.
        KeepLastLegal = "keep_last_legal",
        /// The whole turn is taken back.
        Undo = "undo",
    }
}
choices! {
    /// How a round with an empty pool is counted: rule 18.
    Stalemate, "stalemate", {
        /// The lowest hand wins the differences.
        Differences = "differences",
        /// The round does not count.
        Void = "void",
    }
}
choices! {
    /// Who wins a match: rule 16 and the presets.
    MatchWinner, "match_winner", {
        /// Highest total.
        Total = "total",
        /// Most rounds won; equal: highest total.
        RoundsThenTotal = "rounds_then_total",
        /// Most rounds won.
        Rounds = "rounds",
    }
}

/// The names of the presets, the default first.
pub const PRESETS: [&str; 6] = ["schmidt", "rummikub", "rummikub_eu", "sabra", "rummikub_xp", "free_jokers"];

/// Every number and choice of the rule book, not yet validated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// Which tiles there are (rule 1): `colors`, `values`, `copies`, `jokers`.
    pub deck: Deck,
    /// Fewest tiles of a meld, 2 to 6 (rules 4 and 5).
    pub shortest_meld: u8,
    /// Fewest and most players (rule 2).
    pub players: (u8, u8),
    /// Tiles dealt to each player (rule 2).
    pub hand_size: u8,
    /// Who begins (rule 3).
    pub starter: Starter,
    /// Points of the first tiles played (rule 11).
    pub opening_min: u16,
    /// When the table may first be used (rule 11).
    pub opening_table: OpeningTable,
    /// Whether a whole hand played at once needs no opening and counts double (rule 17).
    pub closing_hand: bool,
    /// What binds the meld of a joker that stays (rule 15).
    pub locked_meld: LockedMeld,
    /// Where a replacing tile comes from (rule 14).
    pub exchange_from: ExchangeFrom,
    /// Where a freed joker goes (rule 14).
    pub freed_joker: FreedJoker,
    /// What a joker counts in the final count (rule 8).
    pub joker_penalty: u16,
    /// Seconds a turn may take, if there is a clock (rule 13).
    pub turn_seconds: Option<u32>,
    /// What happens at the timeout (rule 13).
    pub timeout: Timeout,
    /// Tiles drawn at the timeout when nothing was kept (rule 13).
    pub timeout_draw: u8,
    /// How a round with an empty pool is counted (rule 18).
    pub stalemate: Stalemate,
    /// Who wins the match (rule 16).
    pub match_winner: MatchWinner,
}

impl Options {
    /// The game of the booklet.
    const SCHMIDT: Self = Self {
        deck: Deck { colors: 4, values: 13, copies: 2, jokers: 2 },
        shortest_meld: 3,
        players: (2, 4),
        hand_size: 14,
        starter: Starter::Random,
        opening_min: 30,
        opening_table: OpeningTable::NextTurn,
        closing_hand: false,
        locked_meld: LockedMeld::KeepThree,
        exchange_from: ExchangeFrom::Anywhere,
        freed_joker: FreedJoker::AnyMeld,
        joker_penalty: 25,
        turn_seconds: Some(120),
        timeout: Timeout::KeepLastLegal,
        timeout_draw: 1,
        stalemate: Stalemate::Differences,
        match_winner: MatchWinner::Total,
    };

    const RUMMIKUB: Self = Self {
        locked_meld: LockedMeld::Identity,
        freed_joker: FreedJoker::NewMeld,
        joker_penalty: 30,
        turn_seconds: Some(60),
        timeout: Timeout::Undo,
        timeout_draw: 3,
        match_winner: MatchWinner::RoundsThenTotal,
        ..Self::SCHMIDT
    };

    const RUMMIKUB_EU: Self = Self {
        locked_meld: LockedMeld::Free,
        freed_joker: FreedJoker::AnyMeld,
        match_winner: MatchWinner::Total,
        ..Self::RUMMIKUB
    };

    const SABRA: Self = Self {
        opening_table: OpeningTable::SameTurn,
        locked_meld: LockedMeld::Frozen,
        exchange_from: ExchangeFrom::Hand,
        turn_seconds: Some(120),
        ..Self::RUMMIKUB_EU
    };

    const RUMMIKUB_XP: Self = Self {
        deck: Deck { colors: 4, values: 13, copies: 3, jokers: 4 },
        players: (2, 6),
        match_winner: MatchWinner::Rounds,
        ..Self::RUMMIKUB
    };

    const FREE_JOKERS: Self =
        Self { locked_meld: LockedMeld::Free, joker_penalty: 30, turn_seconds: None, ..Self::SCHMIDT };

    /// The options of a preset.
    ///
    /// # Errors
    /// If there is no preset of this name.
    pub fn preset(name: &str) -> Result<Self, InvalidRulesError> {
        match name.trim().to_ascii_lowercase().replace([' ', '-'], "_").as_str() {
            "schmidt" => Ok(Self::SCHMIDT),
            "rummikub" => Ok(Self::RUMMIKUB),
            "rummikub_eu" => Ok(Self::RUMMIKUB_EU),
            "sabra" => Ok(Self::SABRA),
            "rummikub_xp" => Ok(Self::RUMMIKUB_XP),
            "free_jokers" => Ok(Self::FREE_JOKERS),
            _ => Err(InvalidRulesError::UnknownPreset(crate::tile::excerpt(name))),
        }
    }

    /// Checks every number once.
    ///
    /// # Errors
    /// If a number is out of range, or no meld could exist.
    pub fn validate(self) -> Result<Rules, InvalidRulesError> {
        let Deck { colors, values, copies, jokers } = self.deck;
        let ranges: [(&'static str, u64, u64, u64); 10] = [
            ("colors", colors.into(), 2, MAX_COLORS as u64),
            ("values", values.into(), 2, MAX_VALUES as u64),
            ("copies", copies.into(), 1, 4),
            ("jokers", jokers.into(), 0, MAX_JOKERS as u64),
            ("shortest_meld", self.shortest_meld.into(), 2, 6),
            ("players", self.players.0.into(), 1, 8),
            ("players", self.players.1.into(), 1, 8),
            ("hand_size", self.hand_size.into(), 1, 100),
            ("opening_min", self.opening_min.into(), 0, 1000),
            ("joker_penalty", self.joker_penalty.into(), 0, 1000),
        ];
        for (option, value, least, most) in ranges {
            if !(least..=most).contains(&value) {
                return Err(InvalidRulesError::OutOfRange { option, value, least, most });
            }
        }
        if let Some(seconds) = self.turn_seconds
            && seconds == 0
        {
            return Err(InvalidRulesError::OutOfRange {
                option: "turn_seconds",
                value: 0,
                least: 1,
                most: u32::MAX.into(),
            });
        }
        if self.players.0 > self.players.1 {
            return Err(InvalidRulesError::PlayersReversed { least: self.players.0, most: self.players.1 });
        }
        if self.shortest_meld > values && self.shortest_meld > colors {
            return Err(InvalidRulesError::NoMeldPossible { shortest: self.shortest_meld, values, colors });
        }
        Ok(Rules(self))
    }
}

/// The rules of a game: options that were found good. Reads as the [`Options`] it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules(Options);

impl Default for Rules {
    fn default() -> Self {
        Self::schmidt()
    }
}

impl Deref for Rules {
    type Target = Options;

    fn deref(&self) -> &Options {
        &self.0
    }
}

impl Rules {
    /// The game of the booklet (Schmidt Spiele 51508), the default.
    #[must_use]
    pub const fn schmidt() -> Self {
        Self(Options::SCHMIDT)
    }

    /// Rummikub as sold in the US.
    #[must_use]
    pub const fn rummikub() -> Self {
        Self(Options::RUMMIKUB)
    }

    /// Rummikub as sold in Europe.
    #[must_use]
    pub const fn rummikub_eu() -> Self {
        Self(Options::RUMMIKUB_EU)
    }

    /// The Sabra game.
    #[must_use]
    pub const fn sabra() -> Self {
        Self(Options::SABRA)
    }

    /// Rummikub XP: three copies, four jokers, up to six players.
    #[must_use]
    pub const fn rummikub_xp() -> Self {
        Self(Options::RUMMIKUB_XP)
    }

    /// Jokers are loose tiles: the model of the papers and of other solvers.
    #[must_use]
    pub const fn free_jokers() -> Self {
        Self(Options::FREE_JOKERS)
    }

    /// The options, to change and validate again.
    #[must_use]
    pub const fn options(&self) -> Options {
        self.0
    }
}
