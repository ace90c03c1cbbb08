//! `Tile` and `Hand`, and the readers for tiles and hands.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString, PyTuple, PyType};

use super::convert::{items, type_error};
use super::draw;
use super::errors::refuse;
use super::exceptions::RummyError;
use super::numbers::integer;
use super::roundtrip::{RoundtripRules, roundtrip_rules};
use super::rules::rules_of;
use super::wording::text_of;
use crate::table::{InvalidTableError, TableFault};
use crate::tile::{Deck, NotationError, Tile, Tiles, excerpt, read_in_order};

const TILE: &str = "text such as \"r6\" or a Tile";
const COLOR: &str = "the letter or the name of a color";
const HAND: &str = "text such as \"r6 y2 J\", a Hand, or an iterable of tiles";
const TILES: &str = "text such as \"r6 y2 J\" or an iterable of tiles";

/// A tile: a color and a number, or a joker.
///
/// Tiles sort by color in palette order (`r y g b k o p w`), then by number. Jokers come last.
///
/// Args:
///     tile: Text such as `"r6"` or `"J"`, or a `Tile`; before a number, the letter or the name of
///         a color.
///     value: The number, if `tile` is a color. The rules may take its place: `Tile("k9", rules)`.
///     rules: The rules whose deck has the tile: a `Rules` object, the name of a preset or a dict
///         of options. None means `schmidt`.
///
/// Raises:
///     NotationError: If the text is not a tile of the deck.
///     TypeError: If `tile` is neither text nor a `Tile`.
#[pyclass(name = "Tile", module = "rummy_fast", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyTile(pub(super) Tile);

/// Reads a tile.
pub(super) fn tile_of(argument: &str, value: &Bound<'_, PyAny>, deck: Deck) -> PyResult<Tile> {
    if let Ok(tile) = value.cast::<PyTile>() {
        Ok(tile.get().0)
    } else if let Ok(text) = value.cast::<PyString>() {
        Tile::parse(text_of(text)?, &deck).map_err(refuse)
    } else {
        Err(type_error(argument, TILE, value))
    }
}

/// Reads tiles and keeps their order.
pub(super) fn tiles_in_order(argument: &str, value: &Bound<'_, PyAny>, deck: Deck) -> PyResult<Vec<Tile>> {
    if let Ok(text) = value.cast::<PyString>() {
        return read_in_order(text_of(text)?, &deck).map_err(refuse);
    }
    items(argument, TILES, value)?.iter().map(|item| tile_of(argument, item, deck)).collect()
}

/// A tuple of `Tile` objects.
pub(super) fn tuple_of(py: Python<'_>, tiles: impl Iterator<Item = Tile>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, tiles.map(PyTile).collect::<Vec<_>>())
}

impl PyTile {
    fn roundtrip_rules(&self) -> RoundtripRules {
        roundtrip_rules(&Tiles::from_iter([self.0]), &[])
    }
}

#[pymethods]
impl PyTile {
    #[new]
    #[pyo3(signature = (tile, value=None, rules=None))]
    fn new(
        tile: &Bound<'_, PyAny>,
        value: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        match value {
            Some(value) if integer(value).is_some() => {
                let color = tile.cast::<PyString>().map_err(|_| type_error("tile", COLOR, tile))?;
                let text = format!("{}{value}", text_of(color)?.trim());
                if integer(value).is_some_and(|value| value < 0) {
                    return Err(refuse(NotationError::NotATile(excerpt(&text))));
                }
                Tile::parse(&text, &rules_of(rules)?.deck).map(Self).map_err(refuse)
            }
            Some(value) if rules.is_some() => Err(type_error("value", "a whole number", value)),
            // The rules may be the second argument.
            value => tile_of("tile", tile, rules_of(rules.or(value))?.deck).map(Self),
        }
    }

    /// Read a tile; the same as `Tile(text, rules)`.
    #[staticmethod]
    #[pyo3(signature = (text, rules=None))]
    fn parse(text: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        tile_of("text", text, rules_of(rules)?.deck).map(Self)
    }

    /// The letter of the color, one of `r y g b k o p w`; None for a joker.
    #[getter]
    fn color(&self) -> Option<char> {
        self.0.color().map(crate::tile::Color::letter)
    }

    /// The number, from 1; None for a joker.
    #[getter]
    fn value(&self) -> Option<u8> {
        self.0.value()
    }

    /// Whether the tile is a joker.
    #[getter]
    fn is_joker(&self) -> bool {
        self.0.is_joker()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.roundtrip_rules().repr(py, "Tile", &self.0.to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        Ok((slf.get_type(), this.roundtrip_rules().arguments(slf.py(), this.0.to_string())?))
    }
}

/// A multiset of tiles, sorted by color, then number, with jokers last.
///
/// `len(hand)` and iteration count each copy of a tile. `a <= b` means that `b` has every tile of
/// `a`, as with sets; to sort hands, use `key=lambda hand: hand.tiles`. `a + b` and `a - b` add and
/// remove tiles; `b` may be whatever `Hand` reads. `-` refuses tiles that are not in the hand.
///
/// Args:
///     tiles: Text such as `"r6 y2 J"`, a `Hand`, or an iterable of tiles.
///     rules: The rules whose deck has the tiles; None means `schmidt`.
///
/// Raises:
///     NotationError: If a word is not a tile of the deck.
///     InvalidTableError: If there are more copies of a tile than the deck has (rule 1).
///     TypeError: If `tiles` has another type.
#[pyclass(name = "Hand", module = "rummy_fast", frozen)]
pub(crate) struct PyHand(pub(super) Tiles);

/// A hand that the caller holds, or one read from what the caller wrote.
pub(super) enum HandArg<'py> {
    Held(Bound<'py, PyHand>),
    Read(Box<Tiles>),
}

impl<'py> HandArg<'py> {
    /// Reads a hand. It may have more copies of a tile than the deck.
    pub(super) fn new(argument: &str, value: &Bound<'py, PyAny>, deck: Deck) -> PyResult<Self> {
        if let Ok(held) = value.cast::<PyHand>() {
            return Ok(Self::Held(held.clone()));
        }
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Self::Read(Box::new(Tiles::parse(text_of(text)?, &deck).map_err(refuse)?)));
        }
        let mut tiles = Vec::new();
        for item in items(argument, HAND, value)? {
            tiles.push(tile_of(argument, &item, deck)?);
        }
        Ok(Self::Read(Box::new(Tiles::counted(&tiles).map_err(refuse)?)))
    }

    pub(super) fn get(&self) -> &Tiles {
        match self {
            Self::Held(hand) => &hand.get().0,
            Self::Read(hand) => hand,
        }
    }
}

impl PyHand {
    fn read(argument: &str, tiles: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let deck = rules_of(rules)?.deck;
        let hand = HandArg::new(argument, tiles, deck)?.get().clone();
        check_counts(&hand, deck)?;
        Ok(Self(hand))
    }

    fn roundtrip_rules(&self) -> RoundtripRules {
        roundtrip_rules(&self.0, &[])
    }

    /// Reads the right side of `+` or `-`; None if it is nothing that has tiles.
    fn operand(tiles: &Bound<'_, PyAny>) -> PyResult<Option<Tiles>> {
        match HandArg::new("tiles", tiles, Deck::LARGEST) {
            Ok(tiles) => Ok(Some(tiles.get().clone())),
            Err(error) if error.is_instance_of::<PyTypeError>(tiles.py()) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Refuses a hand with more copies of a tile than the deck has.
fn check_counts(hand: &Tiles, deck: Deck) -> PyResult<()> {
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

    /// Read a hand; the same as `Hand(text, rules)`.
    #[staticmethod]
    #[pyo3(signature = (text, rules=None))]
    fn parse(text: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::read("text", text, rules)
    }

    /// The sorted tiles; a tile appears once for each copy.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.0.iter())
    }

    /// Count the copies of a tile.
    ///
    /// Args:
    ///     tile: The tile, as text or a `Tile`.
    ///
    /// Returns:
    ///     The number of copies, 0 if there are none.
    ///
    /// Raises:
    ///     NotationError: If the text is not a tile.
    fn count(&self, tile: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.0.count(tile_of("tile", tile, Deck::LARGEST)?))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tiles(py)?.try_iter()
    }

    /// Whether the hand has the tile: text or a `Tile`.
    fn __contains__(&self, tile: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.count(tile).map(|count| count > 0)
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        self.0 == other.get().0
    }

    fn __lt__(&self, other: &Bound<'_, Self>) -> bool {
        self.0 < other.get().0
    }

    fn __le__(&self, other: &Bound<'_, Self>) -> bool {
        self.0 <= other.get().0
    }

    fn __gt__(&self, other: &Bound<'_, Self>) -> bool {
        self.0 > other.get().0
    }

    fn __ge__(&self, other: &Bound<'_, Self>) -> bool {
        self.0 >= other.get().0
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    /// Add tiles.
    ///
    /// Raises:
    ///     NotationError: If a word is not a tile.
    ///     InvalidTableError: If no deck has so many copies of a tile.
    fn __add__<'py>(&self, tiles: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = tiles.py();
        let Some(tiles) = Self::operand(tiles)? else { return Ok(py.NotImplemented().into_bound(py)) };
        let sum = self.0.plus(&tiles);
        check_counts(&sum, Deck::LARGEST)?;
        Self(sum).into_bound_py_any(py)
    }

    /// Remove tiles.
    ///
    /// Raises:
    ///     NotationError: If a word is not a tile.
    ///     RummyError: If a tile is not in the hand.
    fn __sub__<'py>(&self, tiles: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = tiles.py();
        let Some(tiles) = Self::operand(tiles)? else { return Ok(py.NotImplemented().into_bound(py)) };
        if tiles <= self.0 {
            return Self(self.0.minus(&tiles)).into_bound_py_any(py);
        }
        let (held, missing) = (&self.0, tiles.minus(&self.0));
        let held = if held.is_empty() { "is empty" } else { &format!("has {held}") };
        Err(RummyError::new_err(format!("the hand {held}: cannot remove {missing}")))
    }

    /// Draw the hand for a notebook; see `rummy_fast.draw.hand`.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        draw::picture(slf.as_any(), "hand")
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.roundtrip_rules().repr(py, "Hand", &self.0.to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        Ok((slf.get_type(), this.roundtrip_rules().arguments(slf.py(), this.0.to_string())?))
    }
}
