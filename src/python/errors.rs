//! The exception tree, and the one place where an error of the core becomes one of them.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;

use super::wording::PyWording;

use crate::bots::BotError;
use crate::meld::InvalidMeldError as MeldError;
use crate::round::{InvalidViewError, RoundError};
use crate::rules::InvalidRulesError as RulesError;
use crate::solver::InvalidWeightError;
use crate::table::{InvalidTableError as TableError, TableFault};
use crate::tile::NotationError as ReadError;
use crate::turn::IllegalTurnError as TurnError;
use crate::wording::Wording;

create_exception!(rummy_fast, RummyError, PyValueError, "Whatever rummy_fast refuses; the base of its other errors.");
create_exception!(rummy_fast, NotationError, RummyError, "A text that is not a tile, a hand, a meld or a table.");
create_exception!(rummy_fast, InvalidMeldError, RummyError, "Tiles that are no meld, or leave open which one.");
create_exception!(
    rummy_fast,
    InvalidTableError,
    RummyError,
    "A table or hand that cannot exist: a meld that is none, or too many of a tile."
);
create_exception!(rummy_fast, InvalidRulesError, RummyError, "Options that are no game; the message names the option.");
create_exception!(rummy_fast, IllegalTurnError, RummyError, "A turn that the rules do not allow.");
create_exception!(rummy_fast, SearchCancelledError, RummyError, "A search that another thread stopped.");

/// Every way in which the core refuses.
pub(super) enum Refusal {
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

/// Whether a fault is one of spelling, not of the tiles.
fn is_notation(fault: &TableFault) -> bool {
    matches!(fault, TableFault::Notation(_) | TableFault::Meld { error: MeldError::Notation(_), .. })
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Notation(error) | Refusal::Meld(MeldError::Notation(error)) => {
                worded::<NotationError>(error.wording())
            }
            Refusal::Meld(error) => worded::<InvalidMeldError>(error.wording()),
            Refusal::Table(error) if error.faults.iter().all(is_notation) => worded::<NotationError>(error.wording()),
            Refusal::Table(error) => worded::<InvalidTableError>(error.wording()),
            Refusal::Turn(error) => worded::<IllegalTurnError>(error.wording()),
            Refusal::Rules(error) => worded::<InvalidRulesError>(error.wording()),
            Refusal::Weight(error) => RummyError::new_err(error.to_string()),
            Refusal::Round(RoundError::Table(error))
            | Refusal::View(InvalidViewError::Table(error))
            | Refusal::Bot(BotError::Table(error) | BotError::View(InvalidViewError::Table(error))) => {
                Refusal::Table(error).into()
            }
            Refusal::Round(error @ RoundError::TooManyOfTile { .. }) => worded::<InvalidTableError>(error.wording()),
            Refusal::Round(error) => worded::<RummyError>(error.wording()),
            Refusal::View(error) => worded::<RummyError>(error.wording()),
            Refusal::Bot(error) => worded::<RummyError>(error.wording()),
        }
    }
}

/// An exception that carries its wording, so that it can be told in another language.
pub(super) fn worded<E: PyTypeInfo>(wording: Wording) -> PyErr {
    Python::attach(|py| {
        let error = PyErr::new::<E, _>(wording.to_string());
        error.value(py).setattr(WORDING, PyWording(wording)).map_or_else(|failure| failure, |()| error)
    })
}

/// Gives the exceptions that carry no wording one that is None.
pub(super) fn without_wording(py: Python<'_>) -> PyResult<()> {
    RummyError::type_object(py).setattr(WORDING, py.None())
}

const WORDING: &str = "wording";

/// The Python exception for an error of the core.
pub(super) fn refuse<E>(error: E) -> PyErr
where
    Refusal: From<E>,
{
    Refusal::from(error).into()
}

macro_rules! refusals {
    ($($error:ty => $variant:ident,)+) => {$(
        impl From<$error> for Refusal {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        }
    )+};
}

refusals! {
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
