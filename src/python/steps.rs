//! `Step`: a move of a turn.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use super::cancel::Cancel;
use super::convert::{list, type_error};
use super::errors::refuse;
use super::exceptions::RummyError;
use super::signals::brief;
use super::tiles::{tiles_in_order, tuple_of};
use super::verdict::{PyReason, illegal};
use super::wording::{PyWording, Sentence, text as read_text, text_of};
use crate::rules::Rules;
use crate::steps::{self, Heap, StepsError};
use crate::table::Table;
use crate::tile::{Deck, Tile, Tiles};

/// A move of a turn. `str(step)` is a sentence that names its tiles and heaps.
///
/// A heap is a collection of tiles on the table that need not be a meld, so heaps are given as
/// text. To carry out a step, remove the heaps `before` from the table and add the heaps `after`.
///
/// Args:
///     kind: The kind of the move.
///     text: The sentence: text or a `Wording`.
///     tiles: The tiles that move, in order.
///     before: The heaps that change, as they are before the step.
///     after: The heaps that take their place.
///     from_hand: The tiles that leave the hand.
///     borrowed: For an exchange with a tile of the table, the heap that the tile comes from.
///
/// Raises:
///     NotationError: If `tiles` or `from_hand` contains a word that is not a tile.
///     TypeError: If an argument has the wrong type.
#[pyclass(name = "Step", module = "rummy_fast", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyStep {
    kind: String,
    text: Sentence,
    tiles: Vec<Tile>,
    before: Vec<String>,
    after: Vec<String>,
    from_hand: Vec<Tile>,
    borrowed: Option<String>,
}

/// Reads a list of texts.
fn texts(argument: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    const EXPECTED: &str = "a list of texts";
    let read = |item: &Bound<'_, PyAny>| match item.cast::<PyString>() {
        Ok(text) => text_of(text).map(str::to_owned),
        Err(_) => Err(type_error(argument, EXPECTED, item)),
    };
    list(argument, EXPECTED, value)?.iter().map(read).collect()
}

impl From<&steps::Step> for PyStep {
    fn from(step: &steps::Step) -> Self {
        let texts = |heaps: Vec<&Heap>| heaps.into_iter().map(Heap::to_string).collect();
        Self {
            kind: step.kind().to_owned(),
            text: step.wording().into(),
            tiles: step.moved(),
            before: texts(step.before()),
            after: texts(step.after()),
            from_hand: step.from_hand().to_vec(),
            borrowed: step.borrowed().map(|borrowed| borrowed.from.to_string()),
        }
    }
}

/// The steps of a turn.
pub(super) fn steps_of(
    py: Python<'_>,
    before: &Table,
    hand: &Tiles,
    after: &Table,
    opened: bool,
    rules: &Rules,
    cancel: Option<&Cancel>,
) -> PyResult<Vec<PyStep>> {
    let found = brief(py, cancel, |stop| match steps::steps_until(before, hand, after, opened, rules, stop) {
        Err(StepsError::Stopped) => None,
        found => Some(found),
    })?;
    match found {
        Ok(steps) => Ok(steps.iter().map(PyStep::from).collect()),
        Err(StepsError::Table(error)) => Err(refuse(error)),
        Err(StepsError::Illegal(error)) => Err(illegal(py, error.reasons.iter().map(PyReason::from).collect())),
        Err(error @ StepsError::Stopped) => Err(RummyError::new_err(error.to_string())),
    }
}

#[pymethods]
impl PyStep {
    #[new]
    #[pyo3(
        signature = (kind, text, tiles, before, after, from_hand=None, borrowed=None),
        text_signature = "(kind, text, tiles, before, after, from_hand=(), borrowed=None)"
    )]
    fn new(
        kind: &Bound<'_, PyAny>,
        text: &Bound<'_, PyAny>,
        tiles: &Bound<'_, PyAny>,
        before: &Bound<'_, PyAny>,
        after: &Bound<'_, PyAny>,
        from_hand: Option<&Bound<'_, PyAny>>,
        borrowed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let from_hand = from_hand.map(|tiles| tiles_in_order("from_hand", tiles, Deck::LARGEST)).transpose()?;
        Ok(Self {
            kind: read_text("kind", kind)?.to_owned(),
            text: Sentence::read("text", text)?,
            tiles: tiles_in_order("tiles", tiles, Deck::LARGEST)?,
            before: texts("before", before)?,
            after: texts("after", after)?,
            from_hand: from_hand.unwrap_or_default(),
            borrowed: borrowed.map(|heap| read_text("borrowed", heap).map(str::to_owned)).transpose()?,
        })
    }

    /// The kind of the move.
    ///
    /// - `"play"`: play tiles from the hand, freed jokers, or both.
    /// - `"take"`: move some tiles of a heap.
    /// - `"split"`: cut a run in two.
    /// - `"join"`: move a whole heap to another.
    /// - `"exchange"`: put a tile in the place of a joker, which is then freed (rule 14).
    /// - `"shift"`: move jokers within their heap, or change the tiles that they stand for; only
    ///   under `locked_meld = free`.
    #[getter]
    fn kind(&self) -> &str {
        &self.kind
    }

    /// The sentence; also `str(step)`.
    #[getter]
    fn text(&self) -> &str {
        self.text.text()
    }

    /// The sentence as a `Wording`, which can be translated. Comparisons ignore it.
    #[getter]
    fn wording(&self) -> PyWording {
        PyWording(self.text.wording().clone())
    }

    /// The tiles that move; for a split, the upper part of the run.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.tiles.iter().copied())
    }

    /// The heaps that change, as they are before the step.
    #[getter]
    fn before<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.before)
    }

    /// The heaps that take their place.
    #[getter]
    fn after<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.after)
    }

    /// The tiles that leave the hand. The other tiles of a `"play"` are freed jokers.
    #[getter(from_hand)]
    fn tiles_from_hand<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.from_hand.iter().copied())
    }

    /// For an exchange with a tile of the table, the heap that the tile comes from.
    #[getter]
    fn borrowed(&self) -> Option<&str> {
        self.borrowed.as_deref()
    }

    fn __str__(&self) -> &str {
        self.text()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let this = slf.get();
        Ok(format!("Step{}", this.arguments(slf.py(), this.text())?.repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        Ok((slf.get_type(), this.arguments(slf.py(), this.wording())?))
    }
}

impl PyStep {
    /// The constructor arguments, with the sentence as text or as a wording.
    fn arguments<'py>(&self, py: Python<'py>, text: impl IntoPyObject<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let join = |tiles: &[Tile]| tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ");
        let (tiles, from_hand) = (join(&self.tiles), join(&self.from_hand));
        let (before, after) = (self.before(py)?, self.after(py)?);
        let text = text.into_bound_py_any(py)?;
        (self.kind(), text, tiles, before, after, from_hand, self.borrowed()).into_pyobject(py)
    }
}
