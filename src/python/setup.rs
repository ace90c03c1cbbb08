//! Reads what a round starts from, and turns the referee's refusals into exceptions.

use pyo3::prelude::*;
use pyo3::types::PyBool;

use super::convert::{flags, list};
use super::errors::refuse;
use super::exceptions::RummyError;
use super::melds::TableArg;
use super::numbers::count;
use super::tiles::{HandArg, tiles_in_order};
use super::verdict::{PyReason, illegal};
use super::wording::worded;
use crate::round::{RepeatError, Round, Setup, TurnError};
use crate::rules::Rules;
use crate::turn::Reason;
use crate::wording::{Wording, wording};

/// A position, from arguments or from the fields of a dict.
pub(super) struct SetupArgs<'a, 'py> {
    pub(super) hands: &'a Bound<'py, PyAny>,
    pub(super) table: Option<&'a Bound<'py, PyAny>>,
    pub(super) pool: Option<&'a Bound<'py, PyAny>>,
    pub(super) opened: Option<&'a Bound<'py, PyAny>>,
    pub(super) to_move: Option<&'a Bound<'py, PyAny>>,
    pub(super) starter: Option<&'a Bound<'py, PyAny>>,
}

impl SetupArgs<'_, '_> {
    pub(super) fn read(&self, rules: &Rules) -> PyResult<Round> {
        let hands = list("hands", "a list of hands, one for each seat", self.hands)?;
        let hand = |hand| Ok(HandArg::new("hands", hand, rules.deck)?.get().clone());
        let hands = hands.iter().map(hand).collect::<PyResult<Vec<_>>>()?;
        let table = self.table.map(|table| TableArg::new("table", table, rules)).transpose()?;
        let pool = self.pool.map(|pool| tiles_in_order("pool", pool, rules.deck)).transpose()?;
        let opened = match self.opened {
            None => vec![true; hands.len()],
            Some(value) => match value.cast::<PyBool>() {
                Ok(all) => vec![all.is_true(); hands.len()],
                Err(_) => flags("opened", "a bool or a list of bools", value)?,
            },
        };
        let to_move = self.to_move.map_or(Ok(0), |seat| count("to_move", seat))?;
        let setup = Setup {
            hands,
            table: table.map(|table| table.get().clone()).unwrap_or_default(),
            pool: pool.unwrap_or_default(),
            opened,
            to_move,
            starter: self.starter.map_or(Ok(to_move), |seat| count("starter", seat))?,
        };
        Round::set_up(rules, setup).map_err(refuse)
    }
}

/// A reason that names the event at fault, if there are several.
fn of_event(index: Option<usize>, reason: Wording) -> Wording {
    match index {
        Some(index) => wording!("event {number}: {reason}", number = index + 1, reason),
        None => reason,
    }
}

/// The exception for a refused turn; each reason names the event.
pub(super) fn refused_turn(py: Python<'_>, error: &TurnError, event: Option<usize>) -> PyErr {
    let named = |reason: &Reason| PyReason::with_message(reason, of_event(event, reason.wording()));
    let reasons = match error {
        TurnError::Illegal(error) => error.reasons.iter().map(named).collect(),
        _ => vec![PyReason::plain(error.code(), of_event(event, error.wording()))],
    };
    illegal(py, reasons)
}

/// The exception for an event that cannot be repeated.
pub(super) fn refused_event(py: Python<'_>, error: &RepeatError, event: Option<usize>) -> PyErr {
    match error {
        RepeatError::Turn(error) => refused_turn(py, error, event),
        RepeatError::Differs { .. } => worded::<RummyError>(of_event(event, error.wording())),
    }
}
