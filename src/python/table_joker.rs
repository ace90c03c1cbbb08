//! `TableJoker`: what became of a joker in a legal turn.

use std::fmt::Write;

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::convert::{entries, type_error};
use super::exceptions::RummyError;
use super::numbers::count;
use super::tiles::{PyTile, tile_of, tiles_in_order, tuple_of};
use super::wording::text;
use crate::tile::Deck;
use crate::turn::{Fate, Source, TableJoker};

/// A joker that was on the table, and what became of it in a legal turn (rules 14 and 15).
///
/// Args:
///     fate: `"exchanged"`, `"stayed"` or `"free"`.
///     meld: The index of its meld in the table before the turn.
///     stands_for: The tiles it could stand for.
///     exchanged_for: The tile that replaced it, for an exchanged joker only.
///     exchanged_from: The index of the meld from which that tile came, if not from the hand.
///     stays_in: The index of its meld in the table after the turn, for a joker that stayed only.
///
/// Raises:
///     NotationError: If a text is not a tile.
///     RummyError: If the fate is unknown, or an argument is missing or belongs to another fate.
///     TypeError: If an argument has the wrong type.
#[pyclass(name = "TableJoker", module = "rummy_fast", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyTableJoker(pub(super) TableJoker);

/// Reads an iterable of table jokers.
pub(super) fn table_jokers(jokers: &Bound<'_, PyAny>) -> PyResult<Vec<TableJoker>> {
    const EXPECTED: &str = "an iterable of TableJoker objects";
    let read = |item: &Bound<'_, PyAny>| {
        item.cast::<PyTableJoker>().map(|joker| joker.get().0.clone()).map_err(|_| type_error("jokers", EXPECTED, item))
    };
    entries("jokers", EXPECTED, jokers, read)
}

#[pymethods]
impl PyTableJoker {
    #[new]
    #[pyo3(signature = (fate, meld, stands_for, exchanged_for=None, exchanged_from=None, stays_in=None))]
    fn new(
        fate: &Bound<'_, PyAny>,
        meld: &Bound<'_, PyAny>,
        stands_for: &Bound<'_, PyAny>,
        exchanged_for: Option<&Bound<'_, PyAny>>,
        exchanged_from: Option<&Bound<'_, PyAny>>,
        stays_in: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let exchanged_from = exchanged_from.map(|meld| count("exchanged_from", meld)).transpose()?;
        let stays_in = stays_in.map(|meld| count("stays_in", meld)).transpose()?;
        let fate = match (text("fate", fate)?, exchanged_for, exchanged_from, stays_in) {
            ("exchanged", Some(tile), from, None) => Fate::Freed {
                by: tile_of("exchanged_for", tile, Deck::LARGEST)?,
                from: from.map_or(Source::Hand, |meld| Source::Table { meld }),
            },
            ("stayed", None, None, Some(meld)) => Fate::Stayed { meld },
            ("free", None, None, None) => Fate::Loose,
            _ => {
                return Err(RummyError::new_err(
                    "a joker is \"exchanged\" with exchanged_for, \"stayed\" with stays_in, or \"free\"",
                ));
            }
        };
        let (meld, stands_for) = (count("meld", meld)?, tiles_in_order("stands_for", stands_for, Deck::LARGEST)?);
        Ok(Self(TableJoker { meld, stands_for, fate }))
    }

    /// `"exchanged"`, `"stayed"` or `"free"`.
    ///
    /// A tile replaces an exchanged joker (rule 14). A joker that stayed stands for the same tile
    /// as before (rule 15). Free jokers move like other tiles (`locked_meld = free`).
    #[getter]
    fn fate(&self) -> &'static str {
        match self.0.fate {
            Fate::Freed { .. } => "exchanged",
            Fate::Stayed { .. } => "stayed",
            Fate::Loose => "free",
        }
    }

    /// The index of its meld in the table before the turn, from 0.
    #[getter]
    fn meld(&self) -> usize {
        self.0.meld
    }

    /// The tiles it could stand for (rule 7): one in a run, each missing color in a group.
    #[getter]
    fn stands_for<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.0.stands_for.iter().copied())
    }

    /// The tile that replaced it; None unless it was exchanged.
    #[getter]
    fn exchanged_for(&self) -> Option<PyTile> {
        match self.0.fate {
            Fate::Freed { by, .. } => Some(PyTile(by)),
            _ => None,
        }
    }

    /// The index of the meld before the turn from which that tile came.
    ///
    /// None if it came from the hand, or the joker was not exchanged.
    #[getter]
    fn exchanged_from(&self) -> Option<usize> {
        match self.0.fate {
            Fate::Freed { from: Source::Table { meld }, .. } => Some(meld),
            _ => None,
        }
    }

    /// The index of its meld in the `Table` after the turn, from 0; None unless it stayed.
    #[getter]
    fn stays_in(&self) -> Option<usize> {
        match self.0.fate {
            Fate::Stayed { meld } => Some(meld),
            _ => None,
        }
    }

    fn __repr__(&self) -> String {
        let stands_for: Vec<String> = self.0.stands_for.iter().map(ToString::to_string).collect();
        let mut text = format!("TableJoker('{}', {}, '{}'", self.fate(), self.0.meld, stands_for.join(" "));
        // Writing to a String cannot fail.
        if let Fate::Freed { by, .. } = self.0.fate {
            let _ = write!(text, ", '{by}'");
        }
        if let Some(from) = self.exchanged_from() {
            let _ = write!(text, ", {from}");
        }
        if let Some(meld) = self.stays_in() {
            let _ = write!(text, ", stays_in={meld}");
        }
        text + ")"
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (this, py) = (slf.get(), slf.py());
        let (stands_for, exchanged_for) = (this.stands_for(py)?, this.exchanged_for());
        let arguments = (this.fate(), this.0.meld, stands_for, exchanged_for, this.exchanged_from(), this.stays_in())
            .into_pyobject(py)?;
        Ok((slf.get_type(), arguments))
    }
}
