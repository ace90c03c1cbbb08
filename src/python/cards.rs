//! `Tile` and `Hand`.

use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple, PyType};

use super::args::{self, HandArg};
use super::draw;
use super::errors::refuse;
use super::home::{Home, home_of};
use crate::table::{InvalidTableError, TableFault};
use crate::tile::{Deck, Hand, Tile};

/// One card: a colour and a number, or a joker.
#[pyclass(name = "Tile", module = "rummy_fast", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyTile(pub(super) Tile);

#[pymethods]
impl PyTile {
    #[new]
    #[pyo3(signature = (card, rules=None))]
    fn new(card: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        args::tile("card", card, args::rules(rules)?.deck).map(Self)
    }

    /// Reads a card of the deck of these rules.
    #[staticmethod]
    #[pyo3(signature = (text, rules=None))]
    fn parse(text: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        args::tile("text", text, args::rules(rules)?.deck).map(Self)
    }

    /// The letter of its colour; None for a joker.
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
        home_of(&Hand::from_iter([self.0]), &[])
    }
}

/// A tuple of `Tile` objects.
pub(super) fn tuple_of(py: Python<'_>, tiles: impl Iterator<Item = Tile>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, tiles.map(PyTile).collect::<Vec<_>>())
}

/// Cards as a multiset, in order: colour, then number, jokers last.
#[pyclass(name = "Hand", module = "rummy_fast", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyHand(pub(super) Hand);

impl PyHand {
    fn read(argument: &str, cards: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let deck = args::rules(rules)?.deck;
        let hand = HandArg::new(argument, cards, deck)?.get().clone();
        check(&hand, deck)?;
        Ok(Self(hand))
    }

    fn home(&self) -> Home {
        home_of(&self.0, &[])
    }
}

/// No deck deals more of a card than it has.
fn check(hand: &Hand, deck: Deck) -> PyResult<()> {
    let faults: Vec<TableFault> = hand
        .kinds()
        .filter(|&(card, found)| found > deck.count(card))
        .map(|(card, found)| TableFault::TooManyInHand { card, found, most: deck.count(card) })
        .collect();
    if faults.is_empty() { Ok(()) } else { Err(refuse(InvalidTableError { faults })) }
}

#[pymethods]
impl PyHand {
    #[new]
    #[pyo3(signature = (cards, rules=None))]
    fn new(cards: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::read("cards", cards, rules)
    }

    /// Reads cards parted by blanks or commas.
    #[staticmethod]
    #[pyo3(signature = (text, rules=None))]
    fn parse(text: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::read("text", text, rules)
    }

    /// The cards in order.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.0.iter())
    }

    /// How many of this card.
    fn count(&self, card: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.0.count(args::tile("card", card, Deck::LARGEST)?))
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
