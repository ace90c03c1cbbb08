//! `Turn`: what a seat decides.

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::args::{self, TableArg};
use super::errors::RummyError;
use super::home::home_of;
use super::melds::PyTable;
use crate::round::Turn;
use crate::table::Table;

/// What a seat decides: play tiles, draw one, or pass.
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
    fn new(kind: &str, table: Option<&Bound<'_, PyAny>>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        match (kind, table) {
            ("play", Some(table)) => Self::play(table, rules),
            ("play", None) => Err(RummyError::new_err("a play has a table: what lies there after the turn")),
            ("draw", None) => Ok(Self::draw()),
            ("pass", None) => Ok(Self::pass()),
            ("draw" | "pass", Some(_)) => Err(RummyError::new_err(format!("a {kind} has no table"))),
            _ => {
                let shown: String = kind.chars().take(24).collect();
                Err(RummyError::new_err(format!(
                    "unknown kind of turn {shown:?}: must be \"play\", \"draw\" or \"pass\""
                )))
            }
        }
    }

    /// Play tiles; `table` is what lies there after the turn.
    #[staticmethod]
    #[pyo3(signature = (table, rules=None))]
    fn play(table: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let table = TableArg::new("table", table, &args::rules(rules)?)?;
        Ok(Self(Turn::Play(table.get().clone())))
    }

    /// Draw a tile.
    #[staticmethod]
    fn draw() -> Self {
        Self(Turn::Draw)
    }

    /// Neither lay nor draw.
    #[staticmethod]
    #[pyo3(name = "pass_")]
    fn pass() -> Self {
        Self(Turn::Pass)
    }

    /// "play", "draw" or "pass".
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// For a play, the table after; None otherwise.
    #[getter]
    fn table(&self) -> Option<PyTable> {
        self.after().cloned().map(PyTable)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match &self.0 {
            Turn::Play(table) => home_of(&table.tiles(), table.melds()).repr(py, "Turn.play", &table.to_string()),
            Turn::Draw => Ok("Turn.draw()".to_owned()),
            Turn::Pass => Ok("Turn.pass_()".to_owned()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        Ok((slf.get_type(), (this.kind(), this.table()).into_pyobject(slf.py())?))
    }
}
