//! `View`: what one seat may see.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::args::{self, HandArg, TableArg};
use super::errors::refuse;
use super::event::{self, dicts_of, events_of, texts_of};
use super::fields::Fields;
use super::melds::PyTable;
use super::outcome::{self, PyOutcome};
use super::rules::PyRules;
use super::tiles::PyHand;
use crate::round::View;
use crate::table::Table;

/// What one seat may see, and nothing else.
#[pyclass(name = "View", module = "rummy_fast", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyView(pub(super) View);

const FIELDS: [&str; 11] =
    ["seat", "rules", "hand", "table", "opened", "hand_sizes", "pool_size", "to_move", "starter", "history", "outcome"];

#[pymethods]
impl PyView {
    #[new]
    fn new(fields: &Bound<'_, PyAny>) -> PyResult<Self> {
        let fields = Fields::new("view", fields, &FIELDS)?;
        let rules = args::rules(fields.maybe("rules")?.as_ref())?;
        let history: PyResult<Vec<_>> = fields.list("history")?.iter().map(|item| event::read(item, &rules)).collect();
        let view = View {
            seat: fields.number("seat")?,
            rules,
            hand: HandArg::new("hand", &fields.get("hand")?, rules.deck)?.get().clone(),
            table: Arc::new(TableArg::new("table", &fields.get("table")?, &rules)?.get().clone()),
            opened: fields.flags("opened")?,
            hand_sizes: fields.numbers("hand_sizes")?,
            pool_size: fields.number("pool_size")?,
            to_move: fields.number("to_move")?,
            starter: fields.number("starter")?,
            history: Arc::new(history?),
            outcome: fields.maybe("outcome")?.map(|outcome| outcome::read(&outcome)).transpose()?,
        };
        view.check().map_err(refuse)?;
        Ok(Self(view))
    }

    /// Reads what `to_dict` tells.
    #[staticmethod]
    fn from_dict(fields: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::new(fields)
    }

    /// Tells everything by name, ready for JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let view = &self.0;
        let dict = PyDict::new(py);
        dict.set_item("seat", view.seat)?;
        dict.set_item("rules", self.rules().to_dict(py)?)?;
        dict.set_item("hand", view.hand.to_string())?;
        dict.set_item("table", texts_of(&view.table))?;
        dict.set_item("opened", &view.opened)?;
        dict.set_item("hand_sizes", &view.hand_sizes)?;
        dict.set_item("pool_size", view.pool_size)?;
        dict.set_item("to_move", view.to_move)?;
        dict.set_item("starter", view.starter)?;
        dict.set_item("history", dicts_of(py, &view.history)?)?;
        dict.set_item("outcome", self.outcome().map(|outcome| outcome.to_dict(py)).transpose()?)?;
        Ok(dict)
    }

    /// The seat that sees this.
    #[getter]
    fn seat(&self) -> usize {
        self.0.seat
    }

    /// Number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.0.seats()
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.0.rules)
    }

    /// Its hand.
    #[getter]
    fn hand(&self) -> PyHand {
        PyHand(self.0.hand.clone())
    }

    /// What lies on the table.
    #[getter]
    fn table(&self) -> PyTable {
        PyTable(Table::clone(&self.0.table))
    }

    /// Whether each seat has opened.
    #[getter]
    fn opened<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.opened)
    }

    /// How many tiles each seat holds.
    #[getter]
    fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.hand_sizes)
    }

    /// How many tiles the pool has.
    #[getter]
    fn pool_size(&self) -> usize {
        self.0.pool_size
    }

    /// Whose turn it is; at the end, whose the last turn was.
    #[getter]
    fn to_move(&self) -> usize {
        self.0.to_move
    }

    /// The seat that began.
    #[getter]
    fn starter(&self) -> usize {
        self.0.starter
    }

    /// What everyone saw so far.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        events_of(py, &self.0.history)
    }

    /// How the round ended; None if it did not.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.0.outcome.clone().map(PyOutcome)
    }

    fn __repr__(&self) -> String {
        let view = &self.0;
        let state = if view.outcome.is_some() { "over".to_owned() } else { format!("seat {} to move", view.to_move) };
        let (seat, seats, turns) = (view.seat, view.seats(), view.history.len());
        format!("<View: seat {seat} of {seats}, hand '{}', table '{}', {turns} turns, {state}>", view.hand, view.table)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyDict>,))> {
        Ok((slf.get_type(), (slf.get().to_dict(slf.py())?,)))
    }
}
