//! An option as declared, and access to its value without knowing its Rust type.

use super::choices::{ExchangeFrom, FreedJoker, LockedMeld, MatchWinner, OpeningTable, Stalemate, Starter, Timeout};
use super::error::InvalidRulesError;
use crate::tile::{Palette, excerpt};

/// An option of the rules, as declared.
#[derive(Debug)]
pub struct RuleOption<T: 'static> {
    /// The name in Python and JSON.
    pub name: &'static str,
    /// What the option means, in one line.
    pub help: &'static str,
    /// The rules of the rule book that it belongs to.
    pub rules: &'static [u8],
    /// What values it takes.
    pub kind: OptionKind,
    /// The least and the greatest number it takes, if it takes numbers.
    pub range: Option<(u64, u64)>,
    pub(super) get: fn(&T) -> OptionValue,
    pub(super) set: fn(&mut T, OptionValue) -> bool,
}

/// What the letters of colors look like, as a regular expression.
#[cfg(any(feature = "protocol", feature = "python"))]
pub(crate) const COLORS_PATTERN: &str = "^[rygbkopw]{2,8}$";

/// What values an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number.
    Number,
    /// A whole number, or nothing.
    OptionalNumber,
    /// Colors: how many of them, or their letters.
    Colors,
    /// A least and a greatest whole number.
    Span,
    /// Yes or no.
    Flag,
    /// One of these names.
    Choice(&'static [&'static str]),
}

/// The value of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionValue {
    /// A number; of an [`OptionKind::OptionalNumber`] possibly none.
    Number(Option<u64>),
    /// The letters of colors that are not the first so many.
    Letters(Palette),
    /// A least and a greatest number.
    Span(u64, u64),
    /// Yes or no.
    Flag(bool),
    /// The name of a choice.
    Choice(&'static str),
}

impl OptionValue {
    /// Reads text such as `krbo` as colors.
    #[cfg(any(feature = "matches", feature = "python", feature = "serde"))]
    pub(crate) fn letters(text: &str) -> Option<Self> {
        Palette::from_letters(text).filter(|palette| palette.len() >= 2).map(OptionType::value)
    }

    /// Reads text such as `2-4` as a least and a greatest number.
    #[cfg(any(feature = "matches", feature = "python", feature = "serde"))]
    pub(crate) fn span(text: &str) -> Option<Self> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let read = |part: &str| part.trim().parse::<u8>().map(u64::from).ok();
        Some(Self::Span(read(least)?, read(most)?))
    }
}

impl<T> RuleOption<T> {
    /// Reads the value.
    #[must_use]
    pub fn get(&self, options: &T) -> OptionValue {
        (self.get)(options)
    }

    /// Writes the value.
    ///
    /// # Errors
    /// If the value is of the wrong type or out of range.
    pub fn set(&self, options: &mut T, value: OptionValue) -> Result<(), InvalidRulesError> {
        self.in_range(value)?;
        if (self.set)(options, value) { Ok(()) } else { Err(self.unknown(format!("{value:?}"))) }
    }

    /// Finds a choice by name; case does not matter, and spaces and dashes count as underscores.
    ///
    /// # Errors
    /// If the option has no such choice.
    pub fn choice(&self, name: &str) -> Result<OptionValue, InvalidRulesError> {
        let plain = plain(name);
        let OptionKind::Choice(names) = self.kind else { return Err(self.unknown(excerpt(name))) };
        let found = names.iter().find(|&&known| known == plain);
        found.map(|known| OptionValue::Choice(known)).ok_or_else(|| self.unknown(excerpt(name)))
    }

    /// The error for a value that is not a whole number in the range of the option; `value` as written.
    #[cfg(any(feature = "matches", feature = "python", feature = "serde"))]
    pub(crate) fn not_a_number(&self, value: String) -> InvalidRulesError {
        let (least, most) = self.range.unwrap_or((0, u64::MAX));
        if self.kind == OptionKind::Colors {
            return InvalidRulesError::NotColors { option: self.name, value, least, most };
        }
        InvalidRulesError::NotANumber { option: self.name, value, least, most }
    }

    /// The error for a value that the option does not take.
    fn unknown(&self, value: String) -> InvalidRulesError {
        let choices = match (self.kind, self.range) {
            (OptionKind::Choice(names), _) => names.join(", "),
            (_, Some((least, most))) => format!("{least} to {most}"),
            _ => "true, false".to_owned(),
        };
        InvalidRulesError::UnknownChoice { option: self.name, value, choices }
    }

    /// Checks that the value the options hold is in range.
    pub(super) fn check(&self, options: &T) -> Result<(), InvalidRulesError> {
        self.in_range(self.get(options))
    }

    fn in_range(&self, value: OptionValue) -> Result<(), InvalidRulesError> {
        let Some((least, most)) = self.range else { return Ok(()) };
        let numbers = match value {
            OptionValue::Number(Some(number)) => [number, number],
            OptionValue::Span(least, most) => [least, most],
            _ => return Ok(()),
        };
        numbers
            .into_iter()
            .find(|number| !(least..=most).contains(number))
            .map_or(Ok(()), |value| Err(InvalidRulesError::OutOfRange { option: self.name, value, least, most }))
    }
}

/// A name as it is compared: lower case, with underscores for spaces and dashes.
pub(super) fn plain(name: &str) -> String {
    name.trim().to_ascii_lowercase().replace([' ', '-'], "_")
}

/// A Rust type that an option can have.
pub(super) trait OptionType: Copy {
    /// What values it takes.
    const KIND: OptionKind;

    /// The value without its type.
    fn value(self) -> OptionValue;

    /// The value with its type, if it fits.
    fn from_value(value: OptionValue) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty),+) => {$(
        impl OptionType for $number {
            const KIND: OptionKind = OptionKind::Number;

            fn value(self) -> OptionValue {
                OptionValue::Number(Some(self.into()))
            }

            fn from_value(value: OptionValue) -> Option<Self> {
                if let OptionValue::Number(Some(number)) = value { number.try_into().ok() } else { None }
            }
        }
    )+};
}

numbers!(u8, u16);

impl OptionType for Palette {
    const KIND: OptionKind = OptionKind::Colors;

    fn value(self) -> OptionValue {
        if self.is_standard() { OptionValue::Number(Some(self.count().into())) } else { OptionValue::Letters(self) }
    }

    fn from_value(value: OptionValue) -> Option<Self> {
        match value {
            OptionValue::Number(Some(count)) => count.try_into().ok().map(Self::first),
            OptionValue::Letters(palette) => Some(palette),
            _ => None,
        }
    }
}

impl OptionType for Option<u32> {
    const KIND: OptionKind = OptionKind::OptionalNumber;

    fn value(self) -> OptionValue {
        OptionValue::Number(self.map(u64::from))
    }

    fn from_value(value: OptionValue) -> Option<Self> {
        match value {
            OptionValue::Number(None) => Some(None),
            OptionValue::Number(Some(number)) => number.try_into().ok().map(Some),
            _ => None,
        }
    }
}

impl OptionType for (u8, u8) {
    const KIND: OptionKind = OptionKind::Span;

    fn value(self) -> OptionValue {
        OptionValue::Span(self.0.into(), self.1.into())
    }

    fn from_value(value: OptionValue) -> Option<Self> {
        let OptionValue::Span(least, most) = value else { return None };
        Some((least.try_into().ok()?, most.try_into().ok()?))
    }
}

impl OptionType for bool {
    const KIND: OptionKind = OptionKind::Flag;

    fn value(self) -> OptionValue {
        OptionValue::Flag(self)
    }

    fn from_value(value: OptionValue) -> Option<Self> {
        if let OptionValue::Flag(flag) = value { Some(flag) } else { None }
    }
}

macro_rules! choice_types {
    ($($choice:ty),+ $(,)?) => {$(
        impl OptionType for $choice {
            const KIND: OptionKind = OptionKind::Choice(Self::NAMES);

            fn value(self) -> OptionValue {
                OptionValue::Choice(self.name())
            }

            fn from_value(value: OptionValue) -> Option<Self> {
                let OptionValue::Choice(name) = value else { return None };
                Self::ALL.iter().copied().find(|choice| choice.name() == name)
            }
        }
    )+};
}

choice_types!(Starter, OpeningTable, LockedMeld, ExchangeFrom, FreedJoker, Timeout, Stalemate, MatchWinner);
