//! `check_turn` and its answer: `Verdict` over `Reason`s.

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::args::{self, HandArg, TableArg};
use super::errors::{IllegalTurnError, refuse, worded};
use super::wording::{PyWording, Sentence};
use crate::turn::{self, Reason};
use crate::wording::Wording;

/// One reason why a turn is refused.
#[pyclass(name = "Reason", module = "rummy_fast", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyReason {
    code: String,
    message: Sentence,
    subject: Option<String>,
}

impl From<&Reason> for PyReason {
    fn from(reason: &Reason) -> Self {
        Self { code: reason.code().to_owned(), message: reason.wording().into(), subject: reason.subject() }
    }
}

impl PyReason {
    pub(super) fn plain(code: &str, message: Wording) -> Self {
        Self { code: code.to_owned(), message: message.into(), subject: None }
    }

    /// A reason in other words.
    pub(super) fn told(reason: &Reason, message: Wording) -> Self {
        Self { message: message.into(), ..reason.into() }
    }
}

/// An `IllegalTurnError` with these reasons; its message has all of them.
pub(super) fn illegal(py: Python<'_>, reasons: Vec<PyReason>) -> PyErr {
    let error = worded::<IllegalTurnError>(Wording::all(reasons.iter().map(|reason| reason.message.wording().clone())));
    let told = PyTuple::new(py, reasons).and_then(|reasons| error.value(py).setattr("reasons", reasons));
    told.err().unwrap_or(error)
}

#[pymethods]
impl PyReason {
    #[new]
    #[pyo3(signature = (code, message, subject=None))]
    fn new(code: String, message: Sentence, subject: Option<String>) -> Self {
        Self { code, message, subject }
    }

    /// A name for programs, the same in every version.
    #[getter]
    fn code(&self) -> &str {
        &self.code
    }

    /// A sentence that names the tile or meld and the rule.
    #[getter]
    fn message(&self) -> &str {
        self.message.text()
    }

    /// The sentence with its values apart.
    #[getter]
    fn wording(&self) -> PyWording {
        PyWording(self.message.wording().clone())
    }

    /// The tile or meld that is meant, as text; several melds are parted by `|`.
    #[getter]
    fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }

    fn __str__(&self) -> &str {
        self.message()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let this = slf.get();
        Ok(format!("Reason{}", (this.code(), this.message(), this.subject()).into_pyobject(slf.py())?.repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        let arguments = (this.code(), this.wording(), this.subject()).into_pyobject(slf.py())?;
        Ok((slf.get_type(), arguments))
    }
}

/// Whether a turn is legal, and all the reasons if it is not.
#[pyclass(name = "Verdict", module = "rummy_fast", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyVerdict {
    reasons: Vec<PyReason>,
}

#[pymethods]
impl PyVerdict {
    #[new]
    #[pyo3(signature = (reasons))]
    fn new(reasons: Vec<PyRef<'_, PyReason>>) -> Self {
        Self { reasons: reasons.into_iter().map(|reason| reason.clone()).collect() }
    }

    /// Whether the turn is legal; so is the truth of the verdict itself.
    #[getter]
    fn legal(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Why not: every reason at once, none when the turn is legal.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.reasons.iter().cloned())
    }

    /// Raises `IllegalTurnError`, with all reasons, unless the turn is legal.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        if self.legal() { Ok(()) } else { Err(illegal(py, self.reasons.clone())) }
    }

    fn __bool__(&self) -> bool {
        self.legal()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Verdict({})", self.reasons(py)?.repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyTuple>,))> {
        Ok((slf.get_type(), (slf.get().reasons(slf.py())?,)))
    }
}

/// Whether a finished turn is legal (rules 9 to 15).
#[pyfunction]
#[pyo3(signature = (before, hand, after, *, rules=None, opened=true))]
pub(crate) fn check_turn(
    before: &Bound<'_, PyAny>,
    hand: &Bound<'_, PyAny>,
    after: &Bound<'_, PyAny>,
    rules: Option<&Bound<'_, PyAny>>,
    opened: bool,
) -> PyResult<PyVerdict> {
    let rules = args::rules(rules)?;
    let before = TableArg::new("before", before, &rules)?;
    let hand = HandArg::new("hand", hand, rules.deck)?;
    let after = args::draft("after", after)?;
    let verdict = turn::check_turn(before.get(), hand.get(), &after, opened, &rules).map_err(refuse)?;
    Ok(PyVerdict { reasons: verdict.reasons.iter().map(PyReason::from).collect() })
}
