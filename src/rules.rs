//! The rules of a game: every number and choice, and the presets.
//!
//! [`Options`] holds the options as given, [`Rules`] options that were validated. Each option and each preset is
//! declared once, in `rules/declaration.rs`; everything else that lists them is derived from there.

mod choices;
mod declaration;
mod error;
mod option;

use std::ops::Deref;

pub use choices::{ExchangeFrom, FreedJoker, LockedMeld, MatchWinner, OpeningTable, Stalemate, Starter, Timeout};
pub(crate) use declaration::with_declaration;
pub use declaration::{OPTIONS, Options, PRESETS};
pub use error::InvalidRulesError;
#[cfg(feature = "python")]
pub(crate) use error::not_among;
#[cfg(any(feature = "protocol", feature = "python"))]
pub(crate) use option::COLORS_PATTERN;
pub use option::{OptionKind, OptionValue, RuleOption};

impl Options {
    /// Validates every option.
    ///
    /// # Errors
    /// If a number is out of range, or no meld is possible.
    pub fn validate(self) -> Result<Rules, InvalidRulesError> {
        for option in &OPTIONS {
            option.check(&self)?;
        }
        if self.players.0 > self.players.1 {
            return Err(InvalidRulesError::PlayersReversed { least: self.players.0, most: self.players.1 });
        }
        let (shortest, values, colors) = (self.shortest_meld, self.deck.values, self.deck.colors.count());
        if shortest > values && shortest > colors {
            return Err(InvalidRulesError::NoMeldPossible { shortest, values, colors });
        }
        Ok(Rules(self))
    }
}

/// The rules of a game: validated [`Options`], to which they dereference.
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
    /// The options, to change and validate again.
    #[must_use]
    pub const fn options(&self) -> Options {
        self.0
    }
}

/// Defines a constructor for each preset.
macro_rules! constructors {
    (
        deck { $($_deck:tt)+ }
        options { $($_options:tt)+ }
        presets {$(
            #[doc = $help:literal]
            $preset:ident from $base:ident $changes:tt
        )+}
    ) => {
        impl Rules {$(
            #[doc = concat!($help, ".")]
            #[must_use]
            pub const fn $preset() -> Self {
                Self(Options::$preset())
            }
        )+}
    };
}

with_declaration!(constructors);
