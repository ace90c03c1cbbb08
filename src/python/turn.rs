//! `Turn`: the decision of a seat.

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::exceptions::RummyError;
use super::melds::{PyTable, TableArg};
use super::roundtrip::roundtrip_rules;
use super::rules::rules_of;
use super::wording::text;
use crate::round::Turn;
use crate::table::Table;
use crate::tile::excerpt;

/// A seat's decision: play tiles, draw a tile, or pass (rule 9).
///
/// Args:
///     kind: `"play"`, `"draw"` or `"pass"`.
///     table: The table after the turn, for a play only.
///     rules: The rules that give the deck and the length of the shortest meld; None means
///         `schmidt`.
///
/// Raises:
///     NotationError: If the only faults of the table are words that are not tiles.
///     InvalidTableError: If a meld is invalid, or there are more copies of a tile than the deck
///         has.
///     RummyError: If the kind is unknown, a play has no table, or another turn has one.
///     TypeError: If an argument has the wrong type.
#[pyclass(name = "Turn", module = "rummy_fast", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyTurn(pub(super) Turn);

impl PyTurn {
    const fn after(&self) -> Option<&Table> {
        match &self.0 {
            Turn::Play(table) => Some(table),
            Turn::Draw | Turn::Pass => None,
        }
    }
}

#[pymethods]
impl PyTurn {
    #[new]
    #[pyo3(signature = (kind, table=None, rules=None))]
    fn new(
        kind: &Bound<'_, PyAny>,
        table: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let kind = text("kind", kind)?;
        match (kind, table) {
            ("play", Some(table)) => Self::play(table, rules),
            ("play", None) => Err(RummyError::new_err("a play needs the table after the turn")),
            ("draw", None) => Ok(Self::draw()),
            ("pass", None) => Ok(Self::pass()),
            ("draw" | "pass", Some(_)) => Err(RummyError::new_err(format!("a {kind} has no table"))),
            _ => {
                let shown = excerpt(kind);
                Err(RummyError::new_err(format!(
                    "unknown kind of turn {shown:?}: must be \"play\", \"draw\" or \"pass\""
                )))
            }
        }
    }

    /// Play tiles.
    ///
    /// Args:
    ///     table: The whole table after the turn, including the melds that are not touched. To
    ///         submit a table that may contain invalid melds, call `Round.play` instead; its error
    ///         lists every reason.
    ///     rules: The rules that give the deck and the length of the shortest meld; None means
    ///         `schmidt`.
    ///
    /// Returns:
    ///     The turn.
    ///
    /// Raises:
    ///     NotationError: If the only faults of the table are words that are not tiles.
    ///     InvalidTableError: If a meld is invalid, or there are more copies of a tile than the
    ///         deck has.
    ///     TypeError: If an argument has the wrong type.
    #[staticmethod]
    #[pyo3(signature = (table, rules=None))]
    fn play(table: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let table = TableArg::new("table", table, &rules_of(rules)?)?;
        Ok(Self(Turn::Play(table.get().clone())))
    }

    /// Draw a tile (rule 9).
    #[staticmethod]
    fn draw() -> Self {
        Self(Turn::Draw)
    }

    /// Pass: neither play nor draw. Legal only when the pool is empty (rule 18).
    #[staticmethod]
    #[pyo3(name = "pass_")]
    fn pass() -> Self {
        Self(Turn::Pass)
    }

    /// `"play"`, `"draw"` or `"pass"`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// The table after a play; None for a draw or a pass.
    #[getter]
    fn table(&self) -> Option<PyTable> {
        self.after().cloned().map(PyTable)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match &self.0 {
            Turn::Play(table) => {
                roundtrip_rules(&table.tiles(), table.melds()).repr(py, "Turn.play", &table.to_string())
            }
            Turn::Draw => Ok("Turn.draw()".to_owned()),
            Turn::Pass => Ok("Turn.pass_()".to_owned()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        Ok((slf.get_type(), (this.kind(), this.table()).into_pyobject(slf.py())?))
    }
}
