//! The one place where an error of the core becomes a Python exception.

use pyo3::prelude::*;

use super::exceptions::{
    IllegalTurnError, InvalidMeldError, InvalidRulesError, InvalidTableError, NotationError, RummyError,
};
use super::wording::worded;
use crate::bots::BotError;
use crate::meld::InvalidMeldError as MeldError;
use crate::round::{InvalidViewError, RoundError};
use crate::rules::InvalidRulesError as RulesError;
use crate::solver::InvalidWeightError;
use crate::table::{InvalidTableError as TableError, TableFault};
use crate::tile::NotationError as ReadError;
use crate::turn::IllegalTurnError as TurnError;

/// Every error of the core.
pub(super) enum CoreError {
    Notation(ReadError),
    Meld(MeldError),
    Table(TableError),
    Turn(TurnError),
    Rules(RulesError),
    Weight(InvalidWeightError),
    Round(RoundError),
    View(InvalidViewError),
    Bot(BotError),
}

/// Whether a fault is in the text rather than in the tiles.
fn is_notation(fault: &TableFault) -> bool {
    matches!(fault, TableFault::Notation(_) | TableFault::Meld { error: MeldError::Notation(_), .. })
}

impl From<CoreError> for PyErr {
    fn from(error: CoreError) -> Self {
        match error {
            CoreError::Notation(error) | CoreError::Meld(MeldError::Notation(error)) => {
                worded::<NotationError>(error.wording())
            }
            CoreError::Meld(error) => worded::<InvalidMeldError>(error.wording()),
            CoreError::Table(error) if error.faults.iter().all(is_notation) => worded::<NotationError>(error.wording()),
            CoreError::Table(error) => worded::<InvalidTableError>(error.wording()),
            CoreError::Turn(error) => worded::<IllegalTurnError>(error.wording()),
            CoreError::Rules(error) => worded::<InvalidRulesError>(error.wording()),
            CoreError::Weight(error) => RummyError::new_err(error.to_string()),
            CoreError::Round(RoundError::Table(error))
            | CoreError::View(InvalidViewError::Table(error))
            | CoreError::Bot(BotError::Table(error) | BotError::View(InvalidViewError::Table(error))) => {
                CoreError::Table(error).into()
            }
            CoreError::Round(error @ RoundError::TooManyOfTile { .. }) => worded::<InvalidTableError>(error.wording()),
            CoreError::Round(error) => worded::<RummyError>(error.wording()),
            CoreError::View(error) => worded::<RummyError>(error.wording()),
            CoreError::Bot(error) => worded::<RummyError>(error.wording()),
        }
    }
}

/// The Python exception for an error of the core.
pub(super) fn refuse<E>(error: E) -> PyErr
where
    CoreError: From<E>,
{
    CoreError::from(error).into()
}

macro_rules! core_errors {
    ($($error:ty => $variant:ident,)+) => {$(
        impl From<$error> for CoreError {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        }
    )+};
}

core_errors! {
    ReadError => Notation,
    MeldError => Meld,
    TableError => Table,
    TurnError => Turn,
    RulesError => Rules,
    InvalidWeightError => Weight,
    RoundError => Round,
    InvalidViewError => View,
    BotError => Bot,
}
