//! `Meld` and `Table`, and the readers for melds, tables and drafts.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString, PyTuple, PyType};

use super::convert::{items, iterator, type_error};
use super::draw;
use super::errors::refuse;
use super::roundtrip::{RoundtripRules, roundtrip_rules};
use super::rules::rules_of;
use super::tiles::{PyHand, PyTile, tile_of, tuple_of};
use super::wording::text_of;
use crate::meld::Meld;
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::{Color, Deck, MAX_TEXT, Tile, Tiles};
use crate::turn::Draft;

const MELD: &str = "text such as \"r3 J r5\", a Meld, or a list of tiles";
const TABLE: &str = "text such as \"r3 r4 r5 | r8 y8 g8\", a Table, or an iterable of melds";

/// A valid run (rule 5) or group (rule 4).
///
/// `len(meld)`, iteration and `in` refer to the tiles.
///
/// Args:
///     tiles: Text such as `"r3 J r5"`, a `Meld`, or a list of tiles such as `["r3", "J", "r5"]`.
///         Without jokers, the tiles may come in any
///         order. With jokers, a run must rise, and the place of a joker says which tile it stands
///         for (rule 7).
///     rules: The rules that give the deck and the length of the shortest meld; None means
///         `schmidt`.
///
/// Raises:
///     NotationError: If a word is not a tile of the deck.
///     InvalidMeldError: If the tiles do not form a meld, or form more than one (rule 6).
///     TypeError: If `tiles` has another type.
#[pyclass(name = "Meld", module = "rummy_fast", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyMeld(pub(super) Meld);

/// Reads a meld.
fn meld_of(argument: &str, value: &Bound<'_, PyAny>, rules: &Rules) -> PyResult<Meld> {
    if let Ok(meld) = value.cast::<PyMeld>() {
        Ok(meld.get().0)
    } else if let Ok(text) = value.cast::<PyString>() {
        Meld::parse(text_of(text)?, rules).map_err(refuse)
    } else {
        Meld::parse(&tiles_text(argument, value)?, rules).map_err(refuse)
    }
}

/// The text of a list of tiles. Its items are read with the meld, so that errors show all of it.
fn tiles_text(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    // These have tiles, but are no meld.
    if value.is_instance_of::<PyHand>() || value.is_instance_of::<PyTable>() {
        return Err(type_error(argument, MELD, value));
    }
    let mut words = Vec::new();
    for item in items(argument, MELD, value)? {
        words.push(if let Ok(tile) = item.cast::<PyTile>() {
            tile.get().0.to_string()
        } else if let Ok(text) = item.cast::<PyString>() {
            text_of(text)?.to_owned()
        } else {
            return Err(type_error(argument, "each tile to be text such as \"r6\" or a Tile", &item));
        });
    }
    Ok(words.join(" "))
}

impl PyMeld {
    fn roundtrip_rules(&self) -> RoundtripRules {
        roundtrip_rules(&self.0.tiles().collect::<Tiles>(), &[self.0])
    }

    /// The tiles that each tile may stand for.
    fn identities(&self, rules: &Rules) -> Vec<Vec<Tile>> {
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
        meld_of("tiles", tiles, &rules_of(rules)?).map(Self)
    }

    /// Read a meld; the same as `Meld(text, rules)`.
    #[staticmethod]
    #[pyo3(signature = (text, rules=None))]
    fn parse(text: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        meld_of("text", text, &rules_of(rules)?).map(Self)
    }

    /// `"run"` or `"group"`.
    #[getter]
    fn kind(&self) -> &'static str {
        if self.0.is_run() { "run" } else { "group" }
    }

    /// The tiles: of a run in rising order, of a group in palette order with jokers last.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.0.tiles())
    }

    /// The points of the meld; a joker counts as the tile it stands for (rule 8).
    #[getter]
    fn value(&self) -> u32 {
        self.0.value()
    }

    /// List the tiles that each tile of the meld may stand for (rule 7).
    ///
    /// Args:
    ///     rules: The rules that give the colors for a joker of a group; None means `schmidt`.
    ///
    /// Returns:
    ///     One tuple of tiles for each entry of `tiles`. A natural tile stands for itself, a joker
    ///     of a run for one tile, and a joker of a group for the group's number in any color that
    ///     the group lacks. In a group with every color that tuple is empty.
    #[pyo3(signature = (rules=None))]
    fn stands_for<'py>(&self, py: Python<'py>, rules: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyTuple>> {
        let rules = rules_of(rules)?;
        let tuples: PyResult<Vec<_>> =
            self.identities(&rules).into_iter().map(|tiles| tuple_of(py, tiles.into_iter())).collect();
        PyTuple::new(py, tuples?)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tiles(py)?.try_iter()
    }

    /// Whether the meld has the tile: text or a `Tile`.
    fn __contains__(&self, tile: &Bound<'_, PyAny>) -> PyResult<bool> {
        let wanted = tile_of("tile", tile, Deck::LARGEST)?;
        Ok(self.0.tiles().any(|tile| tile == wanted))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.roundtrip_rules().repr(py, "Meld", &self.0.to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        Ok((slf.get_type(), this.roundtrip_rules().arguments(slf.py(), this.0.to_string())?))
    }
}

/// Valid melds in canonical order.
///
/// `len(table)`, iteration and `in` refer to the melds.
///
/// Args:
///     melds: Text such as `"r3 r4 r5 | r8 y8 g8"`, a `Table`, or an iterable of melds: of texts,
///         `Meld` objects, or lists of tiles.
///     rules: The rules that give the deck and the length of the shortest meld; None means
///         `schmidt`.
///
/// Raises:
///     NotationError: If the only faults are words that are not tiles of the deck.
///     InvalidTableError: If a meld is invalid, or there are more copies of a tile than the deck
///         has (rule 1). The message lists every fault.
///     TypeError: If `melds` has another type.
#[pyclass(name = "Table", module = "rummy_fast", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyTable(pub(super) Table);

/// The texts of an iterable of melds. Parsed melds become text again, so that one place finds every fault of a
/// table.
fn meld_texts(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    items(argument, TABLE, value)?.iter().map(|item| meld_text(argument, item)).collect()
}

fn meld_text(argument: &str, item: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = item.cast::<PyString>() {
        Ok(text_of(text)?.to_owned())
    } else if let Ok(meld) = item.cast::<PyMeld>() {
        Ok(meld.get().0.to_string())
    } else if item.try_iter().is_ok() {
        tiles_text(argument, item)
    } else {
        Err(type_error(argument, &format!("each item to be {MELD}"), item))
    }
}

/// Reads a table that may contain invalid melds.
pub(super) fn draft_of(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<Draft> {
    if let Ok(table) = value.cast::<PyTable>() {
        return Ok(Draft::from(&table.get().0));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Draft::parse(text_of(text)?));
    }
    let melds = iterator(argument, TABLE, value)?;
    let (mut texts, mut bytes) = (Vec::new(), 0);
    for meld in melds {
        texts.push(meld_text(argument, &meld?)?);
        bytes += texts.last().map_or(0, String::len) + 1;
        // The draft is too long, which is a reason against it. There is no need to read on, perhaps without end.
        if bytes > MAX_TEXT {
            break;
        }
    }
    Ok(Draft::new(texts))
}

/// A table that the caller holds, or one read from what the caller wrote.
pub(super) enum TableArg<'py> {
    Held(Bound<'py, PyTable>),
    Shared(Arc<Table>),
    Read(Table),
}

impl<'py> TableArg<'py> {
    /// Reads a table.
    pub(super) fn new(argument: &str, value: &Bound<'py, PyAny>, rules: &Rules) -> PyResult<Self> {
        if let Ok(held) = value.cast::<PyTable>() {
            return Ok(Self::Held(held.clone()));
        }
        if let Ok(text) = value.cast::<PyString>() {
            return Table::parse(text_of(text)?, rules).map(Self::Read).map_err(refuse);
        }
        let texts = meld_texts(argument, value)?;
        Table::parse_melds(texts.iter().map(String::as_str), rules).map(Self::Read).map_err(refuse)
    }

    pub(super) fn get(&self) -> &Table {
        match self {
            Self::Held(table) => &table.get().0,
            Self::Shared(table) => table,
            Self::Read(table) => table,
        }
    }
}

/// A tuple of `Meld` objects.
pub(super) fn tuple_of_melds(py: Python<'_>, melds: Vec<Meld>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, melds.into_iter().map(PyMeld))
}

/// The melds of a table as JSON has them.
pub(super) fn texts_of(table: &Table) -> Vec<String> {
    table.melds().iter().map(Meld::to_string).collect()
}

impl PyTable {
    fn read(argument: &str, melds: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let rules = rules_of(rules)?;
        TableArg::new(argument, melds, &rules).map(|table| Self(table.get().clone()))
    }

    fn roundtrip_rules(&self) -> RoundtripRules {
        roundtrip_rules(&self.0.tiles(), self.0.melds())
    }
}

#[pymethods]
impl PyTable {
    #[new]
    #[pyo3(signature = (melds, rules=None))]
    fn new(melds: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::read("melds", melds, rules)
    }

    /// Read a table; the same as `Table(text, rules)`.
    #[staticmethod]
    #[pyo3(signature = (text, rules=None))]
    fn parse(text: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::read("text", text, rules)
    }

    /// The melds in canonical order.
    #[getter]
    fn melds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of_melds(py, self.0.melds().to_vec())
    }

    /// Every tile on the table, sorted.
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

    /// Whether the table has the meld: text or a `Meld`.
    fn __contains__(&self, meld: &Bound<'_, PyAny>) -> PyResult<bool> {
        let wanted = meld_of("meld", meld, &self.roundtrip_rules().with_largest_deck())?;
        Ok(self.0.melds().contains(&wanted))
    }

    /// Draw the table for a notebook; see `rummy_fast.draw.table`.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        draw::picture(slf.as_any(), "table")
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.roundtrip_rules().repr(py, "Table", &self.0.to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        Ok((slf.get_type(), this.roundtrip_rules().arguments(slf.py(), this.0.to_string())?))
    }
}
