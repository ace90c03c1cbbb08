//! Errors of options, each with its sentence.

use crate::tile::PALETTE;
use crate::wording::{Wording, quoted, worded_errors, wording};

/// Why options do not make a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidRulesError {
    /// A number outside the range of its option.
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
    /// The deck allows neither a run nor a group.
    NoMeldPossible {
        /// `shortest_meld`.
        shortest: u8,
        /// `values`.
        values: u8,
        /// `colors`.
        colors: u8,
    },
    /// The fewest players are more than the most.
    PlayersReversed {
        /// Fewest.
        least: u8,
        /// Most.
        most: u8,
    },
    /// A value that is not among the choices of an option, or of another type than the option.
    UnknownChoice {
        /// The option's name.
        option: &'static str,
        /// The value given.
        value: String,
        /// The values allowed.
        choices: String,
    },
    /// A value that is not a whole number in the range of its option.
    NotANumber {
        /// The option's name.
        option: &'static str,
        /// The value given.
        value: String,
        /// The least value allowed.
        least: u64,
        /// The greatest value allowed.
        most: u64,
    },
    /// A value that is neither a number of colors nor their letters.
    NotColors {
        /// The option's name.
        option: &'static str,
        /// The value given.
        value: String,
        /// The fewest colors allowed.
        least: u64,
        /// The most colors allowed.
        most: u64,
    },
    /// A value that is not a least and a greatest number.
    NotASpan {
        /// The option's name.
        option: &'static str,
        /// The value given.
        value: String,
    },
    /// A value that is not true or false.
    NotAFlag {
        /// The option's name.
        option: &'static str,
        /// The value given.
        value: String,
    },
    /// A name that is not an option.
    UnknownOption {
        /// The name given.
        name: String,
        /// The names of the options.
        options: String,
    },
    /// A name that is not a preset.
    UnknownPreset {
        /// The name given.
        name: String,
        /// The names of the presets.
        presets: String,
    },
}

impl InvalidRulesError {
    /// The sentence for people: it names the option and the values allowed.
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
            Self::NotANumber { option, value, least, most } => wording!(
                "{option} = {value}: must be a whole number from {least} to {most}",
                option = *option,
                value,
                least,
                most
            ),
            Self::NotColors { option, value, least, most } => wording!(
                "{option} = {value}: must be a whole number from {least} to {most}, or so many different letters out \
                 of {letters}, as in \"krbo\"",
                option = *option,
                value,
                least,
                most,
                letters = PALETTE.map(String::from).join(" ")
            ),
            Self::NotASpan { option, value } => wording!(
                "{option} = {value}: must be a number, a pair such as (2, 4), or a text such as \"2-4\"",
                option = *option,
                value
            ),
            Self::NotAFlag { option, value } => {
                wording!("{option} = {value}: must be True or False", option = *option, value)
            }
            Self::UnknownOption { name, options } => {
                wording!("unknown option \"{name}\": the options are {options}", name = quoted(name), options)
            }
            Self::UnknownPreset { name, presets } => {
                wording!("unknown preset \"{name}\": the presets are {presets}", name = quoted(name), presets)
            }
        }
    }
}

worded_errors!(InvalidRulesError);

/// The sentence for a value that is not among the choices of its option.
pub(crate) fn not_among(option: &str, value: &str, choices: &str) -> Wording {
    wording!("{option} = {value}: must be one of {choices}", option, value, choices)
}
