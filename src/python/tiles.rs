//! `Tile` and `Hand`.

use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple, PyType};

use super::args::{self, HandArg};
use super::draw;
use super::errors::refuse;
use super::home::{Home, home_of};
use crate::table::{InvalidTableError, TableFault};
use crate::tile::{Deck, Tile, Tiles};

/// One tile: a color and a number, or a joker.
#[pyclass(name = "Tile", module = "rummy_fast", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyTile(pub(super) Tile);

#[pymethods]
impl PyTile {
    #[new]
    #[pyo3(signature = (tile, rules=None))]
    fn new(tile: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        args::tile("tile", tile, args::rules(rules)?.deck).map(Self)
    }

    /// Reads a tile of the deck of these rules.
    #[staticmethod]
    #[pyo3(signature = (text, rules=None))]
    fn parse(text: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        args::tile("text", text, args::rules(rules)?.deck).map(Self)
    }

    /// The letter of its color; None for a joker.
    #[getter]
    fn color(&self) -> Option<char> {
        self.0.color().map(crate::tile::Color::letter)
    }

    /// Its number; None for a joker.
    #[getter]
    fn value(&self) -> Option<u8> {
        self.0.value()
    }

    /// Whether it is a joker.
    #[getter]
    fn is_joker(&self) -> bool {
        self.0.is_joker()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.home().repr(py, "Tile", &self.0.to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        Ok((slf.get_type(), this.home().arguments(slf.py(), this.0.to_string())?))
    }
}

impl PyTile {
    fn home(&self) -> Home {
        home_of(&Tiles::from_iter([self.0]), &[])
    }
}

/// A tuple of `Tile` objects.
pub(super) fn tuple_of(py: Python<'_>, tiles: impl Iterator<Item = Tile>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, tiles.map(PyTile).collect::<Vec<_>>())
}

/// Tiles as a multiset, in order: color, then number, jokers last.
#[pyclass(name = "Hand", module = "rummy_fast", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyHand(pub(super) Tiles);

impl PyHand {
    fn read(argument: &str, tiles: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let deck = args::rules(rules)?.deck;
        let hand = HandArg::new(argument, tiles, deck)?.get().clone();
        check(&hand, deck)?;
        Ok(Self(hand))
    }

    fn home(&self) -> Home {
        home_of(&self.0, &[])
    }
}

/// No deck deals more of a tile than it has.
fn check(hand: &Tiles, deck: Deck) -> PyResult<()> {
    let faults: Vec<TableFault> = hand
        .kinds()
        .filter(|&(tile, found)| found > deck.count(tile))
        .map(|(tile, found)| TableFault::TooManyInHand { tile, found, most: deck.count(tile) })
        .collect();
    if faults.is_empty() { Ok(()) } else { Err(refuse(InvalidTableError { faults })) }
}

#[pymethods]
impl PyHand {
    #[new]
    #[pyo3(signature = (tiles, rules=None))]
    fn new(tiles: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::read("tiles", tiles, rules)
    }

    /// Reads tiles parted by blanks or commas.
    #[staticmethod]
    #[pyo3(signature = (text, rules=None))]
    fn parse(text: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::read("text", text, rules)
    }

    /// The tiles in order.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.0.iter())
    }

    /// How many of this tile.
    fn count(&self, tile: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.0.count(args::tile("tile", tile, Deck::LARGEST)?))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tiles(py)?.try_iter()
    }

    /// The hand as a picture, which notebooks show.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        draw::picture(slf.as_any(), "hand")
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.home().repr(py, "Hand", &self.0.to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        Ok((slf.get_type(), this.home().arguments(slf.py(), this.0.to_string())?))
    }
}
