//! `Event`: the public record of a turn.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::exceptions::RummyError;
use super::fields::Fields;
use super::melds::{PyTable, TableArg, texts_of};
use super::numbers::count;
use super::roundtrip::roundtrip_rules;
use super::rules::rules_of;
use super::tiles::{HandArg, tuple_of};
use super::wording::text;
use crate::round::{Event, EventKind};
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::{Tile, Tiles, excerpt};

/// The public record of a turn: what every seat sees of it.
///
/// Drawn tiles are counted, not named.
///
/// Args:
///     seat: The seat whose turn it was, from 0.
///     kind: What happened.
///     tiles: The tiles played from the hand.
///     table: The table after the turn.
///     drawn: The number of tiles drawn.
///     hand_size: The number of tiles in the seat's hand after the turn.
///     pool_size: The number of tiles in the pool after the turn.
///     rules: The rules that give the deck and the length of the shortest meld; None means
///         `schmidt`.
///
/// Raises:
///     RummyError: If the kind is unknown, a number is out of range, or the tiles cannot be read.
///     TypeError: If an argument has the wrong type.
#[pyclass(name = "Event", module = "rummy_fast", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyEvent(pub(super) Arc<Event>);

const FIELDS: [&str; 7] = ["seat", "kind", "tiles", "table", "drawn", "hand_size", "pool_size"];

fn kind_of(name: &str) -> PyResult<EventKind> {
    EventKind::from_name(name).ok_or_else(|| {
        let shown = excerpt(name);
        let known = EventKind::ALL.map(EventKind::name).join(", ");
        RummyError::new_err(format!("unknown kind of event {shown:?}: must be one of {known}"))
    })
}

fn tiles_of(value: &Bound<'_, PyAny>, rules: &Rules) -> PyResult<Vec<Tile>> {
    Ok(HandArg::new("tiles", value, rules.deck)?.get().iter().collect())
}

/// A tuple of events.
pub(super) fn events_of<'py>(py: Python<'py>, events: &[Arc<Event>]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, events.iter().map(|event| PyEvent(Arc::clone(event))))
}

/// A list of events as dicts.
pub(super) fn dicts_of<'py>(py: Python<'py>, events: &[Arc<Event>]) -> PyResult<Vec<Bound<'py, PyDict>>> {
    events.iter().map(|event| PyEvent(Arc::clone(event)).to_dict(py)).collect()
}

/// Reads an event or its dict.
pub(super) fn read(value: &Bound<'_, PyAny>, rules: &Rules) -> PyResult<Arc<Event>> {
    if let Ok(event) = value.cast::<PyEvent>() {
        return Ok(Arc::clone(&event.get().0));
    }
    let fields = Fields::new("event", value, &FIELDS)?;
    Ok(Arc::new(Event {
        seat: fields.count("seat")?,
        kind: kind_of(&fields.text("kind")?)?,
        tiles: tiles_of(&fields.get("tiles")?, rules)?,
        table: Arc::new(TableArg::new("table", &fields.get("table")?, rules)?.get().clone()),
        drawn: fields.count("drawn")?,
        hand_size: fields.count("hand_size")?,
        pool_size: fields.count("pool_size")?,
    }))
}

#[pymethods]
impl PyEvent {
    #[new]
    #[pyo3(signature = (seat, kind, tiles, table, drawn, hand_size, pool_size, rules=None))]
    #[expect(clippy::too_many_arguments, reason = "one for each field")]
    fn new(
        seat: &Bound<'_, PyAny>,
        kind: &Bound<'_, PyAny>,
        tiles: &Bound<'_, PyAny>,
        table: &Bound<'_, PyAny>,
        drawn: &Bound<'_, PyAny>,
        hand_size: &Bound<'_, PyAny>,
        pool_size: &Bound<'_, PyAny>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rules = rules_of(rules)?;
        Ok(Self(Arc::new(Event {
            seat: count("seat", seat)?,
            kind: kind_of(text("kind", kind)?)?,
            tiles: tiles_of(tiles, &rules)?,
            table: Arc::new(TableArg::new("table", table, &rules)?.get().clone()),
            drawn: count("drawn", drawn)?,
            hand_size: count("hand_size", hand_size)?,
            pool_size: count("pool_size", pool_size)?,
        })))
    }

    /// Read a dict as `to_dict` returns it.
    ///
    /// Args:
    ///     fields: Every field by name.
    ///     rules: The rules that give the deck and the length of the shortest meld; None means
    ///         `schmidt`.
    ///
    /// Returns:
    ///     The event.
    ///
    /// Raises:
    ///     RummyError: If a field is missing, unknown or invalid.
    ///     TypeError: If a field has the wrong type.
    #[staticmethod]
    #[pyo3(signature = (fields, rules=None))]
    fn from_dict(fields: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        read(fields, &rules_of(rules)?).map(Self)
    }

    /// Return every field by name, ready for JSON.
    pub(super) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Event { seat, kind, tiles, table, drawn, hand_size, pool_size } = &*self.0;
        let dict = PyDict::new(py);
        dict.set_item("seat", seat)?;
        dict.set_item("kind", kind.name())?;
        dict.set_item("tiles", tiles.iter().map(Tile::to_string).collect::<Vec<_>>())?;
        dict.set_item("table", texts_of(table))?;
        dict.set_item("drawn", drawn)?;
        dict.set_item("hand_size", hand_size)?;
        dict.set_item("pool_size", pool_size)?;
        Ok(dict)
    }

    /// The seat whose turn it was, from 0.
    #[getter]
    fn seat(&self) -> usize {
        self.0.seat
    }

    /// What happened.
    ///
    /// - `"play"`: the seat played tiles.
    /// - `"draw"`: the seat drew a tile (rule 9).
    /// - `"pass"`: the seat passed, with an empty pool (rule 18).
    /// - `"timeout"`: the turn timed out (rule 13). If `tiles` is not empty, the last legal table
    ///   of the turn stands; otherwise the turn was undone.
    /// - `"forfeit"`: the seat made no valid turn, which was undone as at a timeout.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// The tiles played from the hand, sorted.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.0.tiles.iter().copied())
    }

    /// The table after the turn.
    #[getter]
    fn table(&self) -> PyTable {
        PyTable(Table::clone(&self.0.table))
    }

    /// The number of tiles drawn.
    #[getter]
    fn drawn(&self) -> usize {
        self.0.drawn
    }

    /// The number of tiles in the seat's hand after the turn.
    #[getter]
    fn hand_size(&self) -> usize {
        self.0.hand_size
    }

    /// The number of tiles in the pool after the turn.
    #[getter]
    fn pool_size(&self) -> usize {
        self.0.pool_size
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Event { seat, kind, tiles, table, drawn, hand_size, pool_size } = &*self.0;
        let tiles: Tiles = tiles.iter().copied().collect();
        let rules = roundtrip_rules(&table.tiles().plus(&tiles), table.melds()).argument(py)?;
        let kind = kind.name();
        Ok(format!("Event({seat}, '{kind}', '{tiles}', '{table}', {drawn}, {hand_size}, {pool_size}{rules})"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (this, py) = (slf.get(), slf.py());
        let Event { seat, drawn, hand_size, pool_size, .. } = *this.0;
        let arguments = (seat, this.kind(), this.tiles(py)?, this.table(), drawn, hand_size, pool_size);
        Ok((slf.get_type(), arguments.into_pyobject(py)?))
    }
}
