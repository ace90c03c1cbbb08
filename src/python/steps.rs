//! `Step`: one move of a turn as a person carries it out.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::args;
use super::cards::tuple_of;
use super::errors::refuse;
use super::verdict::{PyReason, illegal};
use super::wording::{PyWording, Sentence};
use crate::rules::Rules;
use crate::steps::{self, Pile, StepsError};
use crate::table::Table;
use crate::tile::{Deck, Hand, Tile};

/// One move of a turn; its text is a sentence.
#[pyclass(name = "Step", module = "rummy_fast", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyStep {
    kind: String,
    text: Sentence,
    cards: Vec<Tile>,
    before: Vec<String>,
    after: Vec<String>,
    from_hand: Vec<Tile>,
    borrowed: Option<String>,
}

/// The cards a step moves.
fn moved(step: &steps::Step) -> Vec<Tile> {
    match step {
        steps::Step::Lay { cards, freed, .. } => {
            cards.iter().copied().chain(std::iter::repeat_n(Tile::JOKER, *freed as usize)).collect()
        }
        steps::Step::Take { cards, .. } => cards.clone(),
        steps::Step::Split { parts, .. } => parts[1].tiles().to_vec(),
        steps::Step::Join { pile, .. } => pile.tiles().to_vec(),
        steps::Step::Exchange { card, .. } => vec![*card],
        steps::Step::Shift { from, .. } => from.tiles().iter().copied().filter(|tile| tile.is_joker()).collect(),
    }
}

impl From<&steps::Step> for PyStep {
    fn from(step: &steps::Step) -> Self {
        let texts = |piles: Vec<&Pile>| piles.into_iter().map(Pile::to_string).collect();
        let borrowed = match step {
            steps::Step::Exchange { borrowed: Some(borrowed), .. } => Some(borrowed.from.to_string()),
            _ => None,
        };
        Self {
            kind: step.kind().to_owned(),
            text: step.wording().into(),
            cards: moved(step),
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
    hand: &Hand,
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
        signature = (kind, text, cards, before, after, from_hand=None, borrowed=None),
        text_signature = "(kind, text, cards, before, after, from_hand=(), borrowed=None)"
    )]
    fn new(
        kind: String,
        text: Sentence,
        cards: &Bound<'_, PyAny>,
        before: Vec<String>,
        after: Vec<String>,
        from_hand: Option<&Bound<'_, PyAny>>,
        borrowed: Option<String>,
    ) -> PyResult<Self> {
        let cards = args::in_order("cards", cards, Deck::LARGEST)?;
        let from_hand =
            from_hand.map_or_else(|| Ok(Vec::new()), |cards| args::in_order("from_hand", cards, Deck::LARGEST))?;
        Ok(Self { kind, text, cards, before, after, from_hand, borrowed })
    }

    /// What is done: "lay", "take", "split", "join", "exchange" or "shift".
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

    /// The cards that are moved.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.cards.iter().copied())
    }

    /// The piles that change, as they lie before.
    #[getter]
    fn before<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.before)
    }

    /// What lies there after.
    #[getter]
    fn after<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.after)
    }

    /// The cards that leave the hand.
    #[getter(from_hand)]
    fn cards_from_hand<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.from_hand.iter().copied())
    }

    /// For an exchange with a card of the table, the pile it is borrowed from.
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
        let words = |cards: &[Tile]| cards.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ");
        let (cards, from_hand) = (words(&self.cards), words(&self.from_hand));
        let (before, after) = (self.before(py)?, self.after(py)?);
        let text = text.into_bound_py_any(py)?;
        (self.kind(), text, cards, before, after, from_hand, self.borrowed()).into_pyobject(py)
    }
}
