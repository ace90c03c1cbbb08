//! The exception tree, and the one place where an error of the core becomes one of them.

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

use crate::bots::BotError;
use crate::meld::InvalidMeldError as MeldError;
use crate::round::{InvalidViewError, RoundError};
use crate::rules::InvalidRulesError as RulesError;
use crate::solver::InvalidWeightError;
use crate::table::{InvalidTableError as TableError, TableFault};
use crate::tile::NotationError as ReadError;

create_exception!(rummy_fast, RummyError, PyValueError, "Whatever rummy_fast refuses; the base of its other errors.");
create_exception!(rummy_fast, NotationError, RummyError, "A text that is not a card, a hand, a meld or a table.");
create_exception!(rummy_fast, InvalidMeldError, RummyError, "Cards that are no meld, or leave open which one.");
create_exception!(
    rummy_fast,
    InvalidTableError,
    RummyError,
    "A table or hand that cannot exist: a meld that is none, or too many of a card."
);
create_exception!(rummy_fast, InvalidRulesError, RummyError, "Options that are no game; the message names the option.");
create_exception!(rummy_fast, IllegalTurnError, RummyError, "A turn that the rules do not allow.");

/// Every way in which the core refuses.
pub(super) enum Refusal {
    Notation(ReadError),
    Meld(MeldError),
    Table(TableError),
    Rules(RulesError),
    Weight(InvalidWeightError),
    Round(RoundError),
    View(InvalidViewError),
    Bot(BotError),
}

/// Whether a fault is one of spelling, not of the cards.
fn is_notation(fault: &TableFault) -> bool {
    matches!(fault, TableFault::Notation(_) | TableFault::Meld { error: MeldError::Notation(_), .. })
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Notation(error) | Refusal::Meld(MeldError::Notation(error)) => {
                NotationError::new_err(error.to_string())
            }
            Refusal::Meld(error) => InvalidMeldError::new_err(error.to_string()),
            Refusal::Table(error) if error.faults.iter().all(is_notation) => NotationError::new_err(error.to_string()),
            Refusal::Table(error) => InvalidTableError::new_err(error.to_string()),
            Refusal::Rules(error) => InvalidRulesError::new_err(error.to_string()),
            Refusal::Weight(error) => RummyError::new_err(error.to_string()),
            Refusal::Round(RoundError::Table(error))
            | Refusal::View(InvalidViewError::Table(error))
            | Refusal::Bot(BotError::Table(error)) => Refusal::Table(error).into(),
            Refusal::Round(error @ RoundError::TooManyOfCard { .. }) => InvalidTableError::new_err(error.to_string()),
            Refusal::Round(error) => RummyError::new_err(error.to_string()),
            Refusal::View(error) => RummyError::new_err(error.to_string()),
            Refusal::Bot(error) => RummyError::new_err(error.to_string()),
        }
    }
}

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
    RulesError => Rules,
    InvalidWeightError => Weight,
    RoundError => Round,
    InvalidViewError => View,
    BotError => Bot,
}
