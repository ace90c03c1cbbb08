//! What people type, read into the core's types: text or the parsed object, everywhere.

use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyMapping, PyString};

use super::errors::{InvalidTableError, NotationError, RummyError, refuse, worded};
use super::melds::{PyMeld, PyTable};
pub(super) use super::rules::rules;
use super::tiles::{PyHand, PyTile};
use crate::meld::Meld;
use crate::rules::Rules;
use crate::solver::{Objective, Weights};
use crate::table::Table;
use crate::tile::{Deck, Tile, Tiles, read_in_order};
use crate::turn::Draft;
use crate::wording::{Filling, wording};

/// More items than the largest deck has tiles; an iterable is not read beyond this.
const MOST_ITEMS: usize = 1_000;

/// The longest list that is read.
const MOST_ENTRIES: usize = 100_000;

/// The longest limit in seconds: a year.
const LONGEST_LIMIT: f64 = 31_536_000.0;

const TABLE: &str = "text such as \"r3 r4 r5 | r8 y8 g8\", a Table, or an iterable of melds";
const HAND: &str = "text such as \"r6 y2 J\", a Hand, or an iterable of tiles";
const TILES: &str = "text such as \"r6 y2 J\" or an iterable of tiles";
const MELD: &str = "text such as \"r3 J r5\" or a Meld";
const TILE: &str = "text such as \"r6\" or a Tile";
const OBJECTIVE: &str = "\"tiles\", \"points\", or a mapping from tile to weight";

/// A `TypeError` that names the argument, what was expected, and what came.
pub(super) fn type_error(argument: &str, expected: &str, got: &Bound<'_, PyAny>) -> PyErr {
    let kind = got.get_type().name().map_or_else(|_| "another type".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("argument '{argument}': expected {expected}, got {kind}"))
}

/// The characters of a Python text, which may hold half a character.
pub(super) fn text_of<'a>(text: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    text.to_str()
        .map_err(|_| worded::<NotationError>(wording!("the text is not valid Unicode: it has a lone surrogate")))
}

/// Whether iterating over this could not give melds or tiles, though Python would let us.
fn is_no_list(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>() || value.is_instance_of::<PyDict>()
}

/// The items of an iterable, up to [`MOST_ITEMS`].
pub(super) fn items<'py>(
    argument: &str,
    expected: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if is_no_list(value) {
        return Err(type_error(argument, expected, value));
    }
    let Ok(iterator) = value.try_iter() else {
        return Err(type_error(argument, expected, value));
    };
    let mut found = Vec::new();
    for item in iterator {
        if found.len() == MOST_ITEMS {
            return Err(InvalidTableError::new_err(format!(
                "argument '{argument}': more than {MOST_ITEMS} items, which no deck has"
            )));
        }
        found.push(item?);
    }
    Ok(found)
}

/// A tile.
pub(super) fn tile(argument: &str, value: &Bound<'_, PyAny>, deck: Deck) -> PyResult<Tile> {
    if let Ok(held) = value.cast::<PyTile>() {
        Ok(held.get().0)
    } else if let Ok(text) = value.cast::<PyString>() {
        Tile::parse(text_of(text)?, &deck).map_err(refuse)
    } else {
        Err(type_error(argument, TILE, value))
    }
}

/// A meld.
pub(super) fn meld(argument: &str, value: &Bound<'_, PyAny>, rules: &Rules) -> PyResult<Meld> {
    if let Ok(held) = value.cast::<PyMeld>() {
        Ok(held.get().0)
    } else if let Ok(text) = value.cast::<PyString>() {
        Meld::parse(text_of(text)?, rules).map_err(refuse)
    } else {
        Err(type_error(argument, MELD, value))
    }
}

/// The texts of an iterable of melds. Parsed melds are put back into words, so that one place finds everything
/// that is wrong with a table.
fn meld_texts(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let mut texts = Vec::new();
    for item in items(argument, TABLE, value)? {
        if let Ok(text) = item.cast::<PyString>() {
            texts.push(text_of(text)?.to_owned());
        } else if let Ok(meld) = item.cast::<PyMeld>() {
            texts.push(meld.get().0.to_string());
        } else {
            return Err(type_error(argument, &format!("each item to be {MELD}"), &item));
        }
    }
    Ok(texts)
}

/// The table at the end of a turn as it was written, good or not.
pub(super) fn draft(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<Draft> {
    if let Ok(held) = value.cast::<PyTable>() {
        return Ok(Draft::new(held.get().0.melds().iter().map(Meld::to_string)));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Draft::parse(text_of(text)?));
    }
    meld_texts(argument, value).map(Draft::new)
}

/// A table that the caller holds, or one read from what the caller wrote.
pub(super) enum TableArg<'py> {
    Held(Bound<'py, PyTable>),
    Read(Table),
}

impl<'py> TableArg<'py> {
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
            Self::Read(table) => table,
        }
    }
}

/// A hand that the caller holds, or one read from what the caller wrote.
pub(super) enum HandArg<'py> {
    Held(Bound<'py, PyHand>),
    Read(Box<Tiles>),
}

impl<'py> HandArg<'py> {
    pub(super) fn new(argument: &str, value: &Bound<'py, PyAny>, deck: Deck) -> PyResult<Self> {
        if let Ok(held) = value.cast::<PyHand>() {
            return Ok(Self::Held(held.clone()));
        }
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Self::Read(Box::new(Tiles::parse(text_of(text)?, &deck).map_err(refuse)?)));
        }
        let mut hand = Box::new(Tiles::new());
        for item in items(argument, HAND, value)? {
            hand.add(tile(argument, &item, deck)?);
        }
        Ok(Self::Read(hand))
    }

    pub(super) fn get(&self) -> &Tiles {
        match self {
            Self::Held(hand) => &hand.get().0,
            Self::Read(hand) => hand,
        }
    }
}

/// Tiles in the order in which they are given.
pub(super) fn in_order(argument: &str, value: &Bound<'_, PyAny>, deck: Deck) -> PyResult<Vec<Tile>> {
    if let Ok(text) = value.cast::<PyString>() {
        return read_in_order(text_of(text)?, &deck).map_err(refuse);
    }
    items(argument, TILES, value)?.iter().map(|item| tile(argument, item, deck)).collect()
}

/// The items of a list, a tuple or the like.
pub(super) fn list<'py>(argument: &str, expected: &str, value: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if is_no_list(value) || value.is_instance_of::<PyString>() || value.len().is_err() {
        return Err(type_error(argument, expected, value));
    }
    let items = value.try_iter().map_err(|_| type_error(argument, expected, value))?;
    let found = items.take(MOST_ENTRIES + 1).collect::<PyResult<Vec<_>>>()?;
    if found.len() > MOST_ENTRIES {
        return Err(RummyError::new_err(format!("argument '{argument}': more than {MOST_ENTRIES} entries")));
    }
    Ok(found)
}

/// A whole number from 0 up.
pub(super) fn number(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<usize> {
    if value.is_instance_of::<PyBool>() || !value.is_instance_of::<PyInt>() {
        return Err(type_error(argument, "a whole number", value));
    }
    // What is more than this is more than anything there is.
    value.extract::<u32>().map(|number| number as usize).map_err(|_| {
        worded::<RummyError>(wording!(
            "{option} = {value}: must be a whole number from {least} to {most}",
            option = argument,
            value = value.to_string(),
            least = 0u8,
            most = u32::MAX
        ))
    })
}

/// What a play is judged by.
pub(super) fn objective(value: &Bound<'_, PyAny>, deck: Deck) -> PyResult<Objective> {
    if let Ok(name) = value.cast::<PyString>() {
        return match text_of(name)? {
            "tiles" => Ok(Objective::Tiles),
            "points" => Ok(Objective::Points),
            other => {
                let shown: String = other.chars().take(24).collect();
                Err(RummyError::new_err(format!("unknown objective {shown:?}: expected {OBJECTIVE}")))
            }
        };
    }
    let Ok(mapping) = value.cast::<PyMapping>() else {
        return Err(type_error("objective", OBJECTIVE, value));
    };
    let mut pairs: Vec<(Tile, f64)> = Vec::new();
    for pair in mapping.items()? {
        let (named, weight): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
        let tile = tile("objective", &named, deck)?;
        if pairs.iter().any(|&(known, _)| known == tile) {
            return Err(RummyError::new_err(format!("argument 'objective': {tile} is weighed twice")));
        }
        pairs.push((tile, weight_of(tile, &weight)?));
    }
    Ok(Objective::Weights(Weights::new(pairs).map_err(refuse)?))
}

fn weight_of(tile: Tile, weight: &Bound<'_, PyAny>) -> PyResult<f64> {
    if weight.is_instance_of::<PyBool>() {
        return Err(type_error("objective", &format!("the weight of {tile} to be a number"), weight));
    }
    weight.extract::<f64>().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(weight.py()) {
            type_error("objective", &format!("the weight of {tile} to be a number"), weight)
        } else {
            // A whole number too large to be a float.
            RummyError::new_err(format!("weight of {tile}: a weight is a number from 0 to {}", Weights::MOST))
        }
    })
}

/// How long a search may take, in seconds.
pub(super) fn limit(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    seconds("limit", value, |shown| {
        worded::<RummyError>(wording!(
            "limit = {value}: must be seconds, more than 0 and at most {most} (a year)",
            value = shown,
            most = LONGEST_LIMIT.to_string()
        ))
    })
}

/// How long a bot may think, in seconds.
pub(super) fn thinking_time(argument: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    seconds(argument, value, |shown| {
        RummyError::new_err(format!(
            "{argument} = {shown}: must be seconds, more than 0 and at most {LONGEST_LIMIT} (a year)"
        ))
    })
}

fn seconds(
    argument: &str,
    value: Option<&Bound<'_, PyAny>>,
    wrong: impl Fn(Filling) -> PyErr,
) -> PyResult<Option<Duration>> {
    const EXPECTED: &str = "a number of seconds or None";
    let Some(value) = value else { return Ok(None) };
    if value.is_instance_of::<PyBool>() || value.is_instance_of::<PyString>() {
        return Err(type_error(argument, EXPECTED, value));
    }
    let seconds = match value.extract::<f64>() {
        Ok(seconds) => seconds,
        // A whole number too large to be a float.
        Err(_) if value.is_instance_of::<PyInt>() => return Err(wrong(wording!("a huge number").into())),
        Err(error) if value.is_instance_of::<PyFloat>() => return Err(error),
        Err(_) => return Err(type_error(argument, EXPECTED, value)),
    };
    if seconds.is_nan() || seconds <= 0.0 || seconds > LONGEST_LIMIT {
        return Err(wrong(seconds.to_string().into()));
    }
    Ok(Some(Duration::from_secs_f64(seconds).max(Duration::from_nanos(1))))
}

/// How many threads to use; all cores if not given.
pub(super) fn threads(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<usize>> {
    const EXPECTED: &str = "a whole number from 1 to 1024 or None";
    let Some(value) = value else { return Ok(None) };
    if value.is_instance_of::<PyBool>() || !value.is_instance_of::<PyInt>() {
        return Err(type_error("threads", EXPECTED, value));
    }
    match value.extract::<usize>() {
        Ok(threads @ 1..=1024) => Ok(Some(threads)),
        _ => Err(worded::<RummyError>(wording!(
            "threads = {value}: must be a whole number from 1 to 1024 or None",
            value = value.to_string()
        ))),
    }
}
