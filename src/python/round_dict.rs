//! A round as a dict: how it began, and its events.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::cancel::Cancel;
use super::errors::refuse;
use super::event::{self, dicts_of};
use super::fields::Fields;
use super::melds::texts_of;
use super::numbers::{self, count};
use super::rules::{PyRules, rules_of};
use super::setup::{SetupArgs, refused_event};
use super::shared_round::repeat;
use crate::round::Round;
use crate::tile::Tile;

const DEALT: [&str; 5] = ["rules", "seats", "seed", "starter", "events"];
const SET_UP: [&str; 8] = ["rules", "hands", "table", "pool", "opened", "to_move", "starter", "events"];

/// Reads a round, and repeats its turns.
pub(super) fn read(fields: &Bound<'_, PyAny>, cancel: Option<&Cancel>) -> PyResult<Round> {
    let py = fields.py();
    let dealt = fields.cast::<PyDict>().is_ok_and(|dict| dict.contains("seed").unwrap_or(false));
    let fields = Fields::new("round", fields, if dealt { &DEALT } else { &SET_UP })?;
    let rules = rules_of(fields.maybe("rules")?.as_ref())?;
    let starter = fields.maybe("starter")?;
    let mut round = if dealt {
        let starter = starter.map(|seat| count("starter", &seat)).transpose()?;
        let (seats, seed) = (fields.count("seats")?, numbers::seed(&fields.get("seed")?)?);
        Round::deal(&rules, seats, seed, starter).map_err(refuse)?
    } else {
        SetupArgs {
            hands: &fields.get("hands")?,
            table: fields.maybe("table")?.as_ref(),
            pool: fields.maybe("pool")?.as_ref(),
            opened: fields.maybe("opened")?.as_ref(),
            to_move: fields.maybe("to_move")?.as_ref(),
            starter: starter.as_ref(),
        }
        .read(&rules)?
    };
    for (index, event) in fields.list("events")?.iter().enumerate() {
        let event = event::read(event, &rules)?;
        let repeated = repeat(py, cancel, &mut round, &event)?;
        repeated.map_err(|error| refused_event(py, &error, Some(index)))?;
    }
    Ok(round)
}

/// Writes a round.
pub(super) fn write<'py>(py: Python<'py>, round: &Round) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("rules", PyRules(*round.rules()).to_dict(py)?)?;
    if let Some(seed) = round.seed() {
        dict.set_item("seats", round.seats())?;
        dict.set_item("seed", seed)?;
    }
    if let Some(setup) = round.setup() {
        dict.set_item("hands", setup.hands.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        dict.set_item("table", texts_of(&setup.table))?;
        dict.set_item("pool", setup.pool.iter().map(Tile::to_string).collect::<Vec<_>>())?;
        dict.set_item("opened", &setup.opened)?;
        dict.set_item("to_move", setup.to_move)?;
    }
    dict.set_item("starter", round.starter())?;
    dict.set_item("events", dicts_of(py, round.events())?)?;
    Ok(dict)
}
