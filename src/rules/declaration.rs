//! The one declaration of every option and every preset.
//!
//! To add an option or a preset, edit [`with_declaration`]: `Options`, the constructors of `Rules`, validation,
//! Python's properties and dicts, the tables of the rule book and the fuzz targets follow from it.

use super::choices::{ExchangeFrom, FreedJoker, LockedMeld, MatchWinner, OpeningTable, Stalemate, Starter, Timeout};
use super::error::InvalidRulesError;
use super::option::{OptionType, RuleOption, plain};
use crate::tile::{Deck, MAX_COLORS, MAX_JOKERS, MAX_VALUES, Palette, excerpt};

/// Passes the declaration to another macro.
///
/// An option: what it means; then its name, type, range, default and rules. Those of `deck` are fields of
/// [`Deck`]. A preset: what it is; then its name, the preset it builds on, and the options in which they differ.
macro_rules! with_declaration {
    ($receiver:ident) => {
        $receiver! {
            deck {
                /// The colors of the deck: a number, or letters such as `krbo`
                colors: Palette [2 to 8] = Palette::first(4), rule 1;
                /// The highest number
                values: u8 [2 to 26] = 13, rule 1;
                /// How many copies of each tile the deck has
                copies: u8 [1 to 4] = 2, rule 1;
                /// How many jokers the deck has
                jokers: u8 [0 to 8] = 2, rule 1;
            }
            options {
                /// Fewest tiles of a meld
                shortest_meld: u8 [2 to 6] = 3, rule 4, rule 5;
                /// Fewest and most players, as a pair, a number or `"2-4"`
                players: (u8, u8) [1 to 8] = (2, 4), rule 2;
                /// Tiles dealt to each player
                hand_size: u8 [1 to 100] = 14, rule 2;
                /// Who begins a round
                starter: Starter = Starter::Random, rule 3;
                /// Points that an opening must be worth
                opening_min: u16 [0 to 1000] = 30, rule 11;
                /// When a player who opens may first use the table
                opening_table: OpeningTable = OpeningTable::NextTurn, rule 11;
                /// Whether a whole hand played at once needs no opening and counts double
                closing_hand: bool = false, rule 17;
                /// What must stay with a joker that was not exchanged, from strict to loose
                locked_meld: LockedMeld = LockedMeld::KeepThree, rule 15;
                /// Where the tile that replaces a joker may come from
                exchange_from: ExchangeFrom = ExchangeFrom::Anywhere, rule 14;
                /// Where a freed joker may be played
                freed_joker: FreedJoker = FreedJoker::AnyMeld, rule 14;
                /// Points of a joker in the final count
                joker_penalty: u16 [0 to 1000] = 25, rule 8;
                /// Seconds a turn may take, or None without a clock
                turn_seconds: Option<u32> [1 to 4_294_967_295] = Some(120), rule 13;
                /// What happens to an unfinished turn at the timeout
                timeout: Timeout = Timeout::KeepLastLegal, rule 13;
                /// Tiles drawn at the timeout if nothing was kept
                timeout_draw: u8 [0 to 255] = 1, rule 13;
                /// How a round ends that nobody can finish
                stalemate: Stalemate = Stalemate::Differences, rule 18;
                /// Who wins a match
                match_winner: MatchWinner = MatchWinner::Total, rule 16;
            }
            presets {
                /// The game of the booklet (Schmidt Spiele 51508), the default
                schmidt from defaults {}
                /// Rummikub as sold in the US
                rummikub from schmidt {
                    deck.colors = Palette::RUMMIKUB,
                    locked_meld = LockedMeld::Identity,
                    freed_joker = FreedJoker::NewMeld,
                    joker_penalty = 30,
                    turn_seconds = Some(60),
                    timeout = Timeout::Undo,
                    timeout_draw = 3,
                    match_winner = MatchWinner::RoundsThenTotal,
                }
                /// Rummikub as sold in Europe
                rummikub_eu from rummikub {
                    locked_meld = LockedMeld::Free,
                    freed_joker = FreedJoker::AnyMeld,
                    match_winner = MatchWinner::Total,
                }
                /// Sabra: jokers are exchanged from the hand only, and their melds stay as they are
                sabra from rummikub_eu {
                    deck.colors = Palette::first(4),
                    opening_table = OpeningTable::SameTurn,
                    locked_meld = LockedMeld::Frozen,
                    exchange_from = ExchangeFrom::Hand,
                    turn_seconds = Some(120),
                }
                /// Rummikub XP: three copies, four jokers, up to six players
                rummikub_xp from rummikub {
                    deck.copies = 3,
                    deck.jokers = 4,
                    players = (2, 6),
                    match_winner = MatchWinner::Rounds,
                }
                /// Jokers on the table are loose tiles, as in the papers and in other solvers
                free_jokers from schmidt {
                    locked_meld = LockedMeld::Free,
                    joker_penalty = 30,
                    turn_seconds = None,
                }
            }
        }
    };
}

/// Defines `Options`, its list of options, and the presets.
macro_rules! define {
    (
        deck {$(
            #[doc = $deck_help:literal]
            $deck_name:ident: $deck_type:ty [$deck_least:literal to $deck_most:literal] = $deck_default:expr
            $(, rule $deck_rule:literal)+;
        )+}
        options {$(
            #[doc = $help:literal]
            $name:ident: $type:ty $([$least:literal to $most:literal])? = $default:expr $(, rule $rule:literal)+;
        )+}
        presets {$(
            #[doc = $preset_help:literal]
            $preset:ident from $base:ident { $($($field:ident).+ = $value:expr,)* }
        )+}
    ) => {
        /// Every option of the rules, not yet validated.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct Options {
            /// The deck (rule 1): `colors`, `values`, `copies` and `jokers`.
            pub deck: Deck,
            $(
                #[doc = concat!($help, " (", $($least, " to ", $most, "; ",)? define!(@rules $($rule)+), ").")]
                pub $name: $type,
            )+
        }

        impl Options {
            const fn defaults() -> Self {
                Self { deck: Deck { $($deck_name: $deck_default),+ }, $($name: $default),+ }
            }

            $(
                #[allow(unused_mut, clippy::allow_attributes, reason = "a preset may change nothing")]
                pub(super) const fn $preset() -> Self {
                    let mut options = Self::$base();
                    $(options.$($field).+ = $value;)*
                    options
                }
            )+

            /// The options of a preset; case does not matter, and spaces and dashes count as underscores.
            ///
            /// # Errors
            /// If there is no preset of this name.
            pub fn preset(name: &str) -> Result<Self, InvalidRulesError> {
                match plain(name).as_str() {
                    $(stringify!($preset) => Ok(Self::$preset()),)+
                    _ => Err(InvalidRulesError::UnknownPreset { name: excerpt(name), presets: PRESETS.join(", ") }),
                }
            }
        }

        impl RuleOption<Options> {
            /// Finds an option by its exact name.
            ///
            /// # Errors
            /// If there is no option of this name.
            pub fn named(name: &str) -> Result<&'static Self, InvalidRulesError> {
                OPTIONS.iter().find(|option| option.name == name).ok_or_else(|| InvalidRulesError::UnknownOption {
                    name: excerpt(name),
                    options: OPTIONS.each_ref().map(|option| option.name).join(", "),
                })
            }
        }

        /// The names of the presets, the default first.
        pub const PRESETS: [&str; [$(stringify!($preset)),+].len()] = [$(stringify!($preset)),+];

        /// Every option, in the order of the rule book.
        pub const OPTIONS: [RuleOption<Options>; [$(stringify!($deck_name),)+ $(stringify!($name)),+].len()] = [
            $(RuleOption {
                name: stringify!($deck_name),
                help: $deck_help.trim_ascii_start(),
                rules: &[$($deck_rule),+],
                kind: <$deck_type as OptionType>::KIND,
                range: Some(($deck_least, $deck_most)),
                get: |options| options.deck.$deck_name.value(),
                set: |options, value| {
                    OptionType::from_value(value).map(|value| options.deck.$deck_name = value).is_some()
                },
            },)+
            $(RuleOption {
                name: stringify!($name),
                help: $help.trim_ascii_start(),
                rules: &[$($rule),+],
                kind: <$type as OptionType>::KIND,
                range: define!(@range $($least $most)?),
                get: |options| options.$name.value(),
                set: |options, value| OptionType::from_value(value).map(|value| options.$name = value).is_some(),
            },)+
        ];
    };
    (@range) => { None };
    (@range $least:literal $most:literal) => { Some(($least, $most)) };
    (@rules $first:literal $($rule:literal)*) => { concat!("rule ", $first $(, ", rule ", $rule)*) };
}

with_declaration!(define);

const _: () = assert!(MAX_COLORS == 8 && MAX_VALUES == 26 && MAX_JOKERS == 8, "the ranges of the deck");

pub(crate) use with_declaration;
