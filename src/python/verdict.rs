//! `check_turn` and its answer: a `Verdict` with its `Reason`s.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::cancel::Cancel;
use super::convert::{Argument, entries, type_error};
use super::errors::refuse;
use super::exceptions::IllegalTurnError;
use super::melds::{PyTable, TableArg, draft_of};
use super::numbers::count;
use super::rules::rules_of;
use super::signals::brief;
use super::table_joker::{PyTableJoker, table_jokers};
use super::tiles::HandArg;
use super::wording::{PyWording, Sentence, text, worded};
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::Tiles;
use crate::turn::{self, CheckError, Draft, Reason, TableJoker};
use crate::wording::Wording;

/// A reason why a turn is illegal.
///
/// Args:
///     code: A name for programs.
///     message: A sentence for people: text or a `Wording`.
///     subject: The tile or meld at fault, as text.
///     meld: The index of the meld at fault.
///
/// Raises:
///     TypeError: If an argument has the wrong type.
#[pyclass(name = "Reason", module = "rummy_fast", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyReason {
    code: String,
    message: Sentence,
    subject: Option<String>,
    meld: Option<usize>,
}

impl From<&Reason> for PyReason {
    fn from(reason: &Reason) -> Self {
        Self {
            code: reason.code().to_owned(),
            message: reason.wording().into(),
            subject: reason.subject(),
            meld: reason.meld(),
        }
    }
}

impl PyReason {
    /// A reason without a subject.
    pub(super) fn plain(code: &str, message: Wording) -> Self {
        Self { code: code.to_owned(), message: message.into(), subject: None, meld: None }
    }

    /// A reason with another message.
    pub(super) fn with_message(reason: &Reason, message: Wording) -> Self {
        Self { message: message.into(), ..reason.into() }
    }
}

/// An `IllegalTurnError` with these reasons, which its message lists.
pub(super) fn illegal(py: Python<'_>, reasons: Vec<PyReason>) -> PyErr {
    let error = worded::<IllegalTurnError>(Wording::all(reasons.iter().map(|reason| reason.message.wording().clone())));
    let set = PyTuple::new(py, reasons).and_then(|reasons| error.value(py).setattr("reasons", reasons));
    set.err().unwrap_or(error)
}

#[pymethods]
impl PyReason {
    #[new]
    #[pyo3(signature = (code, message, subject=None, meld=None))]
    fn new(
        code: &Bound<'_, PyAny>,
        message: &Bound<'_, PyAny>,
        subject: Option<&Bound<'_, PyAny>>,
        meld: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self {
            code: text("code", code)?.to_owned(),
            message: Sentence::read("message", message)?,
            subject: subject.map(|subject| text("subject", subject).map(str::to_owned)).transpose()?,
            meld: meld.map(|meld| count("meld", meld)).transpose()?,
        })
    }

    /// A name for programs that never changes.
    #[getter]
    fn code(&self) -> &str {
        &self.code
    }

    /// A sentence that names the tile or meld and the rule; also `str(reason)`.
    #[getter]
    fn message(&self) -> &str {
        self.message.text()
    }

    /// The message as a `Wording`, which can be translated. Comparisons ignore it.
    #[getter]
    fn wording(&self) -> PyWording {
        PyWording(self.message.wording().clone())
    }

    /// The tile or meld at fault, as text. `|` separates several melds.
    #[getter]
    fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }

    /// The index of the meld at fault, from 0; None if the reason is not about a single meld.
    ///
    /// For `invalid_meld` it counts the melds of the table after the turn as they were given; for
    /// every other code the melds of the `Table` before the turn.
    #[getter]
    fn meld(&self) -> Option<usize> {
        self.meld
    }

    fn __str__(&self) -> &str {
        self.message()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (this, py) = (slf.get(), slf.py());
        let (code, message, subject) = (this.code(), this.message(), this.subject());
        let arguments = match this.meld {
            None => (code, message, subject).into_pyobject(py)?.into_any(),
            Some(meld) => (code, message, subject, meld).into_pyobject(py)?.into_any(),
        };
        Ok(format!("Reason{}", arguments.repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        let arguments = (this.code(), this.wording(), this.subject(), this.meld).into_pyobject(slf.py())?;
        Ok((slf.get_type(), arguments))
    }
}

/// Whether a turn is legal, and every reason if it is not.
///
/// A verdict is true if the turn is legal. `str(verdict)` is `legal`, or `not legal: ` and the
/// reasons.
///
/// Args:
///     reasons: The reasons why the turn is illegal; empty for a legal turn.
///     jokers: What became of the jokers on the table; empty for an illegal turn.
///
/// Raises:
///     RummyError: If there are more than 100,000 reasons.
///     TypeError: If `reasons` is not an iterable of `Reason` objects.
#[pyclass(name = "Verdict", module = "rummy_fast", frozen, eq, hash)]
pub(crate) struct PyVerdict {
    reasons: Vec<PyReason>,
    /// Filled when they are asked for, if there is a question.
    jokers: OnceLock<Vec<TableJoker>>,
    question: Option<Box<Question>>,
}

/// A turn that was found to be legal before anyone asked about its jokers.
struct Question {
    before: Table,
    hand: Tiles,
    after: Table,
    opened: bool,
    rules: Rules,
}

impl Question {
    /// What became of the jokers; None if the caller stopped it.
    fn jokers(&self, stop: &mut dyn FnMut() -> bool) -> Option<Vec<TableJoker>> {
        let Self { before, hand, after, opened, rules } = self;
        match turn::check_turn_until(before, hand, &Draft::from(after), *opened, rules, stop) {
            Ok(verdict) => Some(verdict.jokers),
            Err(CheckError::Table(_)) => Some(Vec::new()),
            Err(CheckError::Stopped) => None,
        }
    }
}

impl PyVerdict {
    /// A verdict whose jokers are known.
    fn known(reasons: Vec<PyReason>, jokers: Vec<TableJoker>) -> Self {
        Self { reasons, jokers: OnceLock::from(jokers), question: None }
    }

    /// What became of the jokers.
    fn fates(&self, py: Python<'_>) -> PyResult<&[TableJoker]> {
        if self.jokers.get().is_none()
            && let Some(question) = &self.question
        {
            let jokers = brief(py, None, |stop| question.jokers(stop))?;
            return Ok(self.jokers.get_or_init(|| jokers));
        }
        Ok(self.jokers.get().map_or(&[], Vec::as_slice))
    }
}

impl PartialEq for PyVerdict {
    fn eq(&self, other: &Self) -> bool {
        // An error has nobody to tell here: what could not be compared is not equal.
        let fates = Python::attach(|py| Some((self.fates(py).ok()?.to_vec(), other.fates(py).ok()?.to_vec())));
        self.reasons == other.reasons && fates.is_some_and(|(ours, theirs)| ours == theirs)
    }
}

impl Eq for PyVerdict {}

impl Hash for PyVerdict {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.reasons.hash(state);
    }
}

#[pymethods]
impl PyVerdict {
    #[new]
    #[pyo3(signature = (reasons, jokers=None), text_signature = "(reasons, jokers=())")]
    fn new(reasons: &Bound<'_, PyAny>, jokers: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        const EXPECTED: &str = "an iterable of Reason objects";
        let reasons = entries("reasons", EXPECTED, reasons, |item| {
            let reason = item.cast::<PyReason>().map_err(|_| type_error("reasons", EXPECTED, item))?;
            Ok(reason.get().clone())
        })?;
        let jokers = jokers.map_or_else(|| Ok(Vec::new()), table_jokers)?;
        Ok(Self::known(reasons, jokers))
    }

    /// Whether the turn is legal; also `bool(verdict)`.
    #[getter]
    fn legal(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Every reason why the turn is illegal; empty if it is legal.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.reasons.iter().cloned())
    }

    /// What became of each joker that was on the table, if the turn is legal.
    ///
    /// The exchanged jokers come first, in an order in which the tile for each exchange is
    /// available. If a turn can be explained in several ways, this is one in which jokers stay
    /// where possible.
    #[getter]
    fn jokers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.fates(py)?.iter().cloned().map(PyTableJoker))
    }

    /// Raise an error unless the turn is legal.
    ///
    /// Raises:
    ///     IllegalTurnError: If the turn is illegal. The message lists every reason.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        if self.legal() { Ok(()) } else { Err(illegal(py, self.reasons.clone())) }
    }

    fn __bool__(&self) -> bool {
        self.legal()
    }

    fn __str__(&self) -> String {
        if self.legal() {
            return "legal".to_owned();
        }
        let messages: Vec<&str> = self.reasons.iter().map(PyReason::message).collect();
        format!("not legal: {}", messages.join("; "))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.fates(py)?.is_empty() {
            return Ok(format!("Verdict({})", self.reasons(py)?.repr()?));
        }
        Ok(format!("Verdict({}, {})", self.reasons(py)?.repr()?, self.jokers(py)?.repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (this, py) = (slf.get(), slf.py());
        Ok((slf.get_type(), (this.reasons(py)?, this.jokers(py)?).into_pyobject(py)?))
    }
}

/// Check whether a finished turn is legal (rules 9 to 15).
///
/// A check takes microseconds, but on large decks with many jokers it can take over a minute. After
/// 2 ms it releases the GIL, and Ctrl-C or a `Cancellation` stops it.
///
/// Args:
///     before: The table before the turn.
///     hand: The hand before the turn.
///     after: The table after the turn. Invalid melds are reasons, not errors.
///     rules: The rules; None means `schmidt`.
///     opened: Whether the player had opened before the turn (rule 11).
///     cancel: A `Cancellation` that stops the check from another thread; None means none.
///
/// Returns:
///     The verdict, with every reason if the turn is illegal.
///
/// Raises:
///     NotationError: If a text of `before` or `hand` is not a tile of the deck.
///     InvalidTableError: If `before` and `hand` cannot exist together under the rules (rule 1).
///     InvalidRulesError: If the rules are invalid.
///     SearchCancelledError: If a `Cancellation` stopped the check.
///     TypeError: If an argument has the wrong type.
#[pyfunction]
#[pyo3(
    signature = (before, hand, after, *, rules=None, opened=Argument::Default, cancel=None),
    text_signature = "(before, hand, after, *, rules=None, opened=True, cancel=None)"
)]
pub(crate) fn check_turn(
    py: Python<'_>,
    before: &Bound<'_, PyAny>,
    hand: &Bound<'_, PyAny>,
    after: &Bound<'_, PyAny>,
    rules: Option<&Bound<'_, PyAny>>,
    opened: Argument<'_>,
    cancel: Option<Cancel>,
) -> PyResult<PyVerdict> {
    let rules = rules_of(rules)?;
    let before = TableArg::new("before", before, &rules)?;
    let hand = HandArg::new("hand", hand, rules.deck)?;
    let opened = opened.flag("opened", true)?;
    let (before, hand) = (before.get(), hand.get());
    // A table needs no reading, and a legal one no reasons. What became of its jokers waits until it is asked for.
    if let Ok(after) = after.cast::<PyTable>() {
        let after = &after.get().0;
        if brief(py, cancel.as_ref(), |stop| turn::is_legal_until(before, hand, after, opened, &rules, stop).ok())? {
            if before.melds().iter().all(|meld| meld.jokers() == 0) {
                return Ok(PyVerdict::known(Vec::new(), Vec::new()));
            }
            let question = Question { before: before.clone(), hand: hand.clone(), after: after.clone(), opened, rules };
            return Ok(PyVerdict { reasons: Vec::new(), jokers: OnceLock::new(), question: Some(Box::new(question)) });
        }
    }
    let after = draft_of("after", after)?;
    let checked =
        brief(py, cancel.as_ref(), |stop| match turn::check_turn_until(before, hand, &after, opened, &rules, stop) {
            Ok(verdict) => Some(Ok(verdict)),
            Err(CheckError::Table(error)) => Some(Err(error)),
            Err(CheckError::Stopped) => None,
        })?;
    let verdict = checked.map_err(refuse)?;
    Ok(PyVerdict::known(verdict.reasons.iter().map(PyReason::from).collect(), verdict.jokers))
}
