//! `Meld`, `Table`, and counting.

use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple, PyType};

use super::args::{self, HandArg, TableArg};
use super::draw;
use super::home::{Home, home_of};
use super::tiles::{PyTile, tuple_of};
use crate::meld::{self, Meld};
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::{Color, Tile, Tiles};

/// A run or a group; valid by construction.
#[pyclass(name = "Meld", module = "rummy_fast", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyMeld(pub(super) Meld);

impl PyMeld {
    fn home(&self) -> Home {
        home_of(&self.0.tiles().collect::<Tiles>(), &[self.0])
    }

    /// For each tile, the tiles it may stand for.
    fn readings(&self, rules: &Rules) -> Vec<Vec<Tile>> {
        let mut place = 0;
        self.0
            .tiles()
            .map(|tile| {
                place += 1;
                match self.0 {
                    _ if !tile.is_joker() => vec![tile],
                    Meld::Run(run) => Tile::new(run.color(), run.first() + place - 1).into_iter().collect(),
                    Meld::Group(group) => (0..8)
                        .filter(|color| group.missing(&rules.deck) >> color & 1 == 1)
                        .filter_map(|color| Tile::new(Color::new(color)?, group.value()))
                        .collect(),
                }
            })
            .collect()
    }
}

#[pymethods]
impl PyMeld {
    #[new]
    #[pyo3(signature = (tiles, rules=None))]
    fn new(tiles: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        args::meld("tiles", tiles, &args::rules(rules)?).map(Self)
    }

    /// Reads a run or a group.
    #[staticmethod]
    #[pyo3(signature = (text, rules=None))]
    fn parse(text: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        args::meld("text", text, &args::rules(rules)?).map(Self)
    }

    /// "run" or "group".
    #[getter]
    fn kind(&self) -> &'static str {
        if self.0.is_run() { "run" } else { "group" }
    }

    /// Its tiles: a run rises, a group is in palette order with jokers last.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.0.tiles())
    }

    /// Points when played: a joker counts as the tile it stands for (rule 8).
    #[getter]
    fn value(&self) -> u32 {
        self.0.value()
    }

    /// For each tile, the tiles it may stand for: itself, or what a joker replaces (rule 7).
    #[pyo3(signature = (rules=None))]
    fn stands_for<'py>(&self, py: Python<'py>, rules: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyTuple>> {
        let rules = args::rules(rules)?;
        let tuples: PyResult<Vec<_>> =
            self.readings(&rules).into_iter().map(|tiles| tuple_of(py, tiles.into_iter())).collect();
        PyTuple::new(py, tuples?)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tiles(py)?.try_iter()
    }

    fn __contains__(&self, tile: &Bound<'_, PyAny>) -> bool {
        tile.cast::<PyTile>().is_ok_and(|wanted| self.0.tiles().any(|tile| tile == wanted.get().0))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.home().repr(py, "Meld", &self.0.to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        Ok((slf.get_type(), this.home().arguments(slf.py(), this.0.to_string())?))
    }
}

/// Valid melds in canonical order.
#[pyclass(name = "Table", module = "rummy_fast", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyTable(pub(super) Table);

impl PyTable {
    fn read(argument: &str, melds: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let rules = args::rules(rules)?;
        TableArg::new(argument, melds, &rules).map(|table| Self(table.get().clone()))
    }

    fn home(&self) -> Home {
        home_of(&self.0.tiles(), self.0.melds())
    }
}

#[pymethods]
impl PyTable {
    #[new]
    #[pyo3(signature = (melds, rules=None))]
    fn new(melds: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::read("melds", melds, rules)
    }

    /// Reads melds parted by `|`.
    #[staticmethod]
    #[pyo3(signature = (text, rules=None))]
    fn parse(text: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::read("text", text, rules)
    }

    /// The melds in canonical order.
    #[getter]
    fn melds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.melds().iter().map(|&meld| PyMeld(meld)))
    }

    /// All tiles on the table, sorted.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.0.tiles().iter())
    }

    fn __len__(&self) -> usize {
        self.0.melds().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.melds(py)?.try_iter()
    }

    fn __contains__(&self, meld: &Bound<'_, PyAny>) -> bool {
        meld.cast::<PyMeld>().is_ok_and(|meld| self.0.melds().contains(&meld.get().0))
    }

    /// The table as a picture, which notebooks show.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        draw::picture(slf.as_any(), "table")
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.home().repr(py, "Table", &self.0.to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        Ok((slf.get_type(), this.home().arguments(slf.py(), this.0.to_string())?))
    }
}

/// How many different melds there are with exactly so many jokers.
#[pyfunction]
#[pyo3(signature = (rules=None, *, jokers=0, longest_run=None))]
pub(crate) fn count_melds(rules: Option<&Bound<'_, PyAny>>, jokers: u8, longest_run: Option<u8>) -> PyResult<u64> {
    Ok(meld::count_melds(&args::rules(rules)?, jokers, longest_run))
}

/// In how many ways these tiles can be parted wholly into melds.
#[pyfunction]
#[pyo3(signature = (tiles, *, rules=None))]
pub(crate) fn count_arrangements(
    py: Python<'_>,
    tiles: &Bound<'_, PyAny>,
    rules: Option<&Bound<'_, PyAny>>,
) -> PyResult<u128> {
    let rules = args::rules(rules)?;
    let tiles = HandArg::new("tiles", tiles, rules.deck)?;
    let hand = tiles.get();
    Ok(py.detach(|| meld::count_arrangements(hand, &rules)))
}
