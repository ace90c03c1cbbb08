//! `candidates` and its answer, `Candidates`.

use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple, PyType};

use super::cancel::Cancel;
use super::convert::{Argument, counted, entries, flag, type_error};
use super::errors::refuse;
use super::numbers::{self, whole};
use super::play::PyPlay;
use super::problem::OwnedProblem;
use super::signals::Signals;
use crate::solver::with_solver;

/// How many plays are listed unless the caller says otherwise.
const DEFAULT_PLAYS: u32 = 64;

/// The most plays that can be listed.
const MAX_PLAYS: u32 = 10_000;

/// A sequence of distinct plays, best first.
///
/// Args:
///     plays: The plays.
///     complete: Whether these are all the plays that exist.
///     proven: Whether the search ran to its end.
///
/// Raises:
///     TypeError: If an argument has the wrong type.
#[pyclass(name = "Candidates", module = "rummy_fast", frozen)]
pub(crate) struct PyCandidates {
    plays: Py<PyTuple>,
    complete: bool,
    proven: bool,
}

#[pymethods]
impl PyCandidates {
    #[new]
    #[pyo3(
        signature = (plays, complete, proven=Argument::Default),
        text_signature = "(plays, complete, proven=True)"
    )]
    fn new(plays: &Bound<'_, PyAny>, complete: &Bound<'_, PyAny>, proven: Argument<'_>) -> PyResult<Self> {
        const EXPECTED: &str = "an iterable of plays";
        let found = entries("plays", EXPECTED, plays, |play| {
            Ok(play.cast::<PyPlay>().map_err(|_| type_error("plays", EXPECTED, play))?.clone())
        })?;
        let (complete, proven) = (flag("complete", complete)?, proven.flag("proven", true)?);
        Ok(Self { plays: PyTuple::new(plays.py(), found)?.unbind(), complete, proven })
    }

    /// Whether these are all the plays that exist, one for each multiset of tiles played.
    #[getter]
    fn complete(&self) -> bool {
        self.complete
    }

    /// True unless a limit stopped the search.
    ///
    /// If False, the plays that are themselves `proven` are in their final places. The others, at
    /// the end, are what the search had found. One rare case is False without a limit, under
    /// `opening_table = same_turn`: some tiles form an opening, but next to the untouched table
    /// their melds are worth too little, and the search for another arrangement was given up.
    #[getter]
    fn proven(&self) -> bool {
        self.proven
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.plays.bind(py).len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.plays.bind(index.py()).as_any().get_item(index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.plays.bind(py).try_iter()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let (py, other) = (other.py(), other.get());
        Ok((self.complete, self.proven) == (other.complete, other.proven)
            && self.plays.bind(py).eq(other.plays.bind(py))?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.plays.bind(py).hash()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let word = |yes| if yes { "True" } else { "False" };
        let plays = counted(self.__len__(py), "play");
        format!("<Candidates: {plays}, complete={}, proven={}>", word(self.complete), word(self.proven))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Bound<'py, PyTuple>, bool, bool)) {
        let this = slf.get();
        (slf.get_type(), (this.plays.bind(slf.py()).clone(), this.complete, this.proven))
    }
}

/// List the best distinct plays in a position (rules 9 to 17).
///
/// Two plays are the same if they play the same tiles. The first is as good as the play that
/// `solve` finds. Equally good plays are ordered by their tiles. Ctrl-C stops a running search.
///
/// Args:
///     table: The table, or a `View`, as for `solve`.
///     hand: The player's hand.
///     most: The most plays to list, from 1 to 10,000.
///     rules: The rules; None means `schmidt`.
///     opened: Whether the player has opened (rule 11).
///     objective: What to maximize, as for `solve`.
///     tidy: Whether each play is one that touches the fewest melds of the table with its tiles.
///     limit: The seconds that the search may take, more than 0 and at most a year; None means no
///         limit. When it runs out, the result is what was found so far, with `proven` False.
///     cancel: A `Cancellation` that stops the search from another thread; None means none.
///
/// Returns:
///     The plays, best first; empty if there is nothing to play. `complete` says whether they are
///     all the plays that exist.
///
/// Raises:
///     NotationError: If a text is not a tile of the deck.
///     InvalidTableError: If the table and the hand cannot exist together under the rules (rule 1).
///     InvalidRulesError: If the rules are invalid.
///     RummyError: If `most`, the objective, a weight or the limit is invalid.
///     SearchCancelledError: If a `Cancellation` stopped the search.
///     TypeError: If an argument has the wrong type.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the public signature")]
#[pyo3(
    signature = (
        table, hand=None, *, most=None, rules=None, opened=Argument::Default, objective=Argument::Default,
        tidy=Argument::Default, limit=None, cancel=None
    ),
    text_signature =
        "(table, hand=None, *, most=64, rules=None, opened=True, objective='tiles', tidy=False, limit=None, cancel=None)"
)]
pub(crate) fn candidates<'py>(
    py: Python<'py>,
    table: &Bound<'py, PyAny>,
    hand: Option<&Bound<'py, PyAny>>,
    most: Option<&Bound<'py, PyAny>>,
    rules: Option<&Bound<'py, PyAny>>,
    opened: Argument<'py>,
    objective: Argument<'py>,
    tidy: Argument<'py>,
    limit: Option<&Bound<'py, PyAny>>,
    cancel: Option<Cancel>,
) -> PyResult<PyCandidates> {
    let most = most.map_or(Ok(DEFAULT_PLAYS), |most| whole("most", most, 1, MAX_PLAYS))? as usize;
    let search = (&objective, tidy.flag("tidy", false)?, numbers::limit(limit)?);
    let owned = OwnedProblem::read(table, hand, (rules, &opened), search)?;
    let problem = owned.as_problem();
    let mut signals = Signals::new(cancel.as_ref());
    let answer = py.detach(|| with_solver(|solver| solver.candidates(&problem, most, &mut || signals.interrupted())));
    if let Some(error) = signals.error {
        return Err(error);
    }
    let found = answer.map_err(refuse)?;
    let plays = found.plays.into_iter().map(|play| Bound::new(py, PyPlay::new(play, &problem)));
    let plays = PyTuple::new(py, plays.collect::<PyResult<Vec<_>>>()?)?.unbind();
    Ok(PyCandidates { plays, complete: found.complete, proven: found.proven })
}
