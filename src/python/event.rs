//! `Event`: what everyone at the table saw of a turn.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::args::{self, HandArg, TableArg};
use super::errors::RummyError;
use super::fields::Fields;
use super::home::home_of;
use super::melds::PyTable;
use super::tiles::tuple_of;
use crate::meld::Meld;
use crate::round::{Event, EventKind};
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::{Tile, Tiles};

/// What everyone at the table saw of a turn.
#[pyclass(name = "Event", module = "rummy_fast", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyEvent(pub(super) Arc<Event>);

const FIELDS: [&str; 7] = ["seat", "kind", "tiles", "table", "drawn", "hand_size", "pool_size"];

fn kind_of(name: &str) -> PyResult<EventKind> {
    EventKind::from_name(name).ok_or_else(|| {
        let shown: String = name.chars().take(24).collect();
        let known = EventKind::ALL.map(EventKind::name).join(", ");
        RummyError::new_err(format!("unknown kind of event {shown:?}: must be one of {known}"))
    })
}

fn tiles_of(value: &Bound<'_, PyAny>, rules: &Rules) -> PyResult<Vec<Tile>> {
    Ok(HandArg::new("tiles", value, rules.deck)?.get().iter().collect())
}

/// The melds of a table, ready for JSON.
pub(super) fn texts_of(table: &Table) -> Vec<String> {
    table.melds().iter().map(Meld::to_string).collect()
}

/// A tuple of events.
pub(super) fn events_of<'py>(py: Python<'py>, events: &[Arc<Event>]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, events.iter().map(|event| PyEvent(Arc::clone(event))))
}

/// A list of dicts.
pub(super) fn dicts_of<'py>(py: Python<'py>, events: &[Arc<Event>]) -> PyResult<Vec<Bound<'py, PyDict>>> {
    events.iter().map(|event| PyEvent(Arc::clone(event)).to_dict(py)).collect()
}

/// An event, or a dict that tells of one.
pub(super) fn read(value: &Bound<'_, PyAny>, rules: &Rules) -> PyResult<Arc<Event>> {
    if let Ok(event) = value.cast::<PyEvent>() {
        return Ok(Arc::clone(&event.get().0));
    }
    let fields = Fields::new("event", value, &FIELDS)?;
    Ok(Arc::new(Event {
        seat: fields.number("seat")?,
        kind: kind_of(&fields.text("kind")?)?,
        tiles: tiles_of(&fields.get("tiles")?, rules)?,
        table: Arc::new(TableArg::new("table", &fields.get("table")?, rules)?.get().clone()),
        drawn: fields.number("drawn")?,
        hand_size: fields.number("hand_size")?,
        pool_size: fields.number("pool_size")?,
    }))
}

#[pymethods]
impl PyEvent {
    #[new]
    #[pyo3(signature = (seat, kind, tiles, table, drawn, hand_size, pool_size, rules=None))]
    #[expect(clippy::too_many_arguments, reason = "one for each thing everyone saw")]
    fn new(
        seat: &Bound<'_, PyAny>,
        kind: &str,
        tiles: &Bound<'_, PyAny>,
        table: &Bound<'_, PyAny>,
        drawn: &Bound<'_, PyAny>,
        hand_size: &Bound<'_, PyAny>,
        pool_size: &Bound<'_, PyAny>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rules = args::rules(rules)?;
        Ok(Self(Arc::new(Event {
            seat: args::number("seat", seat)?,
            kind: kind_of(kind)?,
            tiles: tiles_of(tiles, &rules)?,
            table: Arc::new(TableArg::new("table", table, &rules)?.get().clone()),
            drawn: args::number("drawn", drawn)?,
            hand_size: args::number("hand_size", hand_size)?,
            pool_size: args::number("pool_size", pool_size)?,
        })))
    }

    /// Reads what `to_dict` tells.
    #[staticmethod]
    #[pyo3(signature = (fields, rules=None))]
    fn from_dict(fields: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        read(fields, &args::rules(rules)?).map(Self)
    }

    /// Tells everything by name, ready for JSON.
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

    /// Whose turn it was.
    #[getter]
    fn seat(&self) -> usize {
        self.0.seat
    }

    /// "play", "draw", "pass", "timeout" or "forfeit".
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

    /// How many tiles were drawn.
    #[getter]
    fn drawn(&self) -> usize {
        self.0.drawn
    }

    /// How many tiles the seat holds after the turn.
    #[getter]
    fn hand_size(&self) -> usize {
        self.0.hand_size
    }

    /// How many tiles the pool has after the turn.
    #[getter]
    fn pool_size(&self) -> usize {
        self.0.pool_size
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Event { seat, kind, tiles, table, drawn, hand_size, pool_size } = &*self.0;
        let tiles: Tiles = tiles.iter().copied().collect();
        let rules = home_of(&table.tiles().plus(&tiles), table.melds()).argument(py)?;
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
