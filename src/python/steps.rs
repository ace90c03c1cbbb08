//! `Step`: one move of a turn as a person carries it out.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::args;
use super::errors::refuse;
use super::tiles::tuple_of;
use super::verdict::{PyReason, illegal};
use super::wording::{PyWording, Sentence};
use crate::rules::Rules;
use crate::steps::{self, Heap, StepsError};
use crate::table::Table;
use crate::tile::{Deck, Tile, Tiles};

/// One move of a turn; its text is a sentence.
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

/// The tiles a step moves.
fn moved(step: &steps::Step) -> Vec<Tile> {
    match step {
        steps::Step::Play { tiles, freed, .. } => {
            tiles.iter().copied().chain(std::iter::repeat_n(Tile::JOKER, *freed as usize)).collect()
        }
        steps::Step::Take { tiles, .. } => tiles.clone(),
        steps::Step::Split { parts, .. } => parts[1].tiles().to_vec(),
        steps::Step::Join { heap, .. } => heap.tiles().to_vec(),
        steps::Step::Exchange { tile, .. } => vec![*tile],
        steps::Step::Shift { from, .. } => from.tiles().iter().copied().filter(|tile| tile.is_joker()).collect(),
    }
}

impl From<&steps::Step> for PyStep {
    fn from(step: &steps::Step) -> Self {
        let texts = |heaps: Vec<&Heap>| heaps.into_iter().map(Heap::to_string).collect();
        let borrowed = match step {
            steps::Step::Exchange { borrowed: Some(borrowed), .. } => Some(borrowed.from.to_string()),
            _ => None,
        };
        Self {
            kind: step.kind().to_owned(),
            text: step.wording().into(),
            tiles: moved(step),
            before: texts(step.before()),
            after: texts(step.after()),
            from_hand: step.from_hand().to_vec(),
            borrowed,
        }
    }
}

/// The steps of a turn.
pub(super) fn steps_of(
    before: &Table,
    hand: &Tiles,
    after: &Table,
    opened: bool,
    rules: &Rules,
) -> PyResult<Vec<PyStep>> {
    match steps::steps(before, hand, after, opened, rules) {
        Ok(steps) => Ok(steps.iter().map(PyStep::from).collect()),
        Err(StepsError::Table(error)) => Err(refuse(error)),
        Err(StepsError::Illegal(error)) => {
            Err(Python::attach(|py| illegal(py, error.reasons.iter().map(PyReason::from).collect())))
        }
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
        kind: String,
        text: Sentence,
        tiles: &Bound<'_, PyAny>,
        before: Vec<String>,
        after: Vec<String>,
        from_hand: Option<&Bound<'_, PyAny>>,
        borrowed: Option<String>,
    ) -> PyResult<Self> {
        let tiles = args::in_order("tiles", tiles, Deck::LARGEST)?;
        let from_hand =
            from_hand.map_or_else(|| Ok(Vec::new()), |tiles| args::in_order("from_hand", tiles, Deck::LARGEST))?;
        Ok(Self { kind, text, tiles, before, after, from_hand, borrowed })
    }

    /// What is done: "play", "take", "split", "join", "exchange" or "shift".
    #[getter]
    fn kind(&self) -> &str {
        &self.kind
    }

    /// The sentence.
    #[getter]
    fn text(&self) -> &str {
        self.text.text()
    }

    /// The sentence with its values apart.
    #[getter]
    fn wording(&self) -> PyWording {
        PyWording(self.text.wording().clone())
    }

    /// The tiles that are moved.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.tiles.iter().copied())
    }

    /// The heaps that change, as they lie before.
    #[getter]
    fn before<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.before)
    }

    /// What lies there after.
    #[getter]
    fn after<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.after)
    }

    /// The tiles that leave the hand.
    #[getter(from_hand)]
    fn tiles_from_hand<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.from_hand.iter().copied())
    }

    /// For an exchange with a tile of the table, the heap it is borrowed from.
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
    /// What makes the step again, with its sentence as text or as a wording.
    fn arguments<'py>(&self, py: Python<'py>, text: impl IntoPyObject<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let words = |tiles: &[Tile]| tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ");
        let (tiles, from_hand) = (words(&self.tiles), words(&self.from_hand));
        let (before, after) = (self.before(py)?, self.after(py)?);
        let text = text.into_bound_py_any(py)?;
        (self.kind(), text, tiles, before, after, from_hand, self.borrowed()).into_pyobject(py)
    }
}
