//! `View`: everything that a seat may see.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::convert::counted;
use super::errors::refuse;
use super::event::{self, dicts_of, events_of};
use super::fields::Fields;
use super::melds::{PyTable, TableArg, texts_of};
use super::outcome::{self, PyOutcome};
use super::rules::{PyRules, rules_of};
use super::tiles::{HandArg, PyHand};
use crate::round::View;
use crate::table::Table;

/// Everything that a seat may see: its own hand and what is public.
///
/// A view contains neither hidden tiles nor the seed: if two rounds differ only in what is hidden
/// from a seat, its views are equal. `Round.view` creates views; to create one from other data, use
/// `from_dict`.
///
/// Args:
///     fields: A dict as `to_dict` returns it; see `from_dict`.
///
/// Raises:
///     InvalidTableError: If the table and the hand cannot exist together under the rules (rule 1).
///     RummyError: If a field is missing, unknown or invalid, or fields contradict each other.
///     TypeError: If a field has the wrong type.
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
        let rules = rules_of(fields.maybe("rules")?.as_ref())?;
        let history: PyResult<Vec<_>> = fields.list("history")?.iter().map(|item| event::read(item, &rules)).collect();
        let view = View {
            seat: fields.count("seat")?,
            rules,
            hand: HandArg::new("hand", &fields.get("hand")?, rules.deck)?.get().clone(),
            table: Arc::new(TableArg::new("table", &fields.get("table")?, &rules)?.get().clone()),
            opened: fields.flags("opened")?,
            hand_sizes: fields.counts("hand_sizes")?,
            pool_size: fields.count("pool_size")?,
            to_move: fields.count("to_move")?,
            starter: fields.count("starter")?,
            history: Arc::new(history?),
            outcome: fields.maybe("outcome")?.map(|outcome| outcome::read(&outcome)).transpose()?,
        };
        view.check().map_err(refuse)?;
        Ok(Self(view))
    }

    /// Read a dict as `to_dict` returns it, and check that such a view can exist.
    ///
    /// Args:
    ///     fields: Every field by name. `rules` may be the name of a preset; if absent, it is
    ///         `schmidt`. `history` and `outcome` may be absent. The history need not start at the
    ///         first turn.
    ///
    /// Returns:
    ///     The view.
    ///
    /// Raises:
    ///     InvalidTableError: If the table and the hand cannot exist together under the rules
    ///         (rule 1).
    ///     RummyError: If a field is missing, unknown or invalid, or fields contradict each other.
    ///     TypeError: If a field has the wrong type.
    #[staticmethod]
    fn from_dict(fields: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::new(fields)
    }

    /// Return every field by name, ready for JSON.
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

    /// The seat whose view this is, from 0.
    #[getter]
    fn seat(&self) -> usize {
        self.0.seat
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.0.seats()
    }

    /// The rules of the round.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.0.rules)
    }

    /// The hand of the seat.
    #[getter]
    fn hand(&self) -> PyHand {
        PyHand(self.0.hand.clone())
    }

    /// The table.
    #[getter]
    fn table(&self) -> PyTable {
        PyTable(Table::clone(&self.0.table))
    }

    /// For each seat, whether it has opened (rule 11).
    #[getter]
    fn opened<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.opened)
    }

    /// The number of tiles in each seat's hand.
    #[getter]
    fn hand_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.hand_sizes)
    }

    /// The number of tiles in the pool.
    #[getter]
    fn pool_size(&self) -> usize {
        self.0.pool_size
    }

    /// The seat whose turn it is; once the round is over, the seat that made the last turn.
    #[getter]
    fn to_move(&self) -> usize {
        self.0.to_move
    }

    /// The seat that had the first turn.
    #[getter]
    fn starter(&self) -> usize {
        self.0.starter
    }

    /// The turns so far, oldest first.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        events_of(py, &self.0.history)
    }

    /// How the round ended; None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.0.outcome.clone().map(PyOutcome)
    }

    fn __repr__(&self) -> String {
        let view = &self.0;
        let state = if view.outcome.is_some() { "over".to_owned() } else { format!("seat {} to move", view.to_move) };
        let (seat, seats, turns) = (view.seat, view.seats(), counted(view.history.len(), "turn"));
        format!("<View: seat {seat} of {seats}, hand '{}', table '{}', {turns}, {state}>", view.hand, view.table)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyDict>,))> {
        Ok((slf.get_type(), (slf.get().to_dict(slf.py())?,)))
    }
}
