//! `solve` and `solve_many`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PyString, PyTuple};

use super::cancel::Cancel;
use super::convert::{Argument, flag, pair, type_error};
use super::errors::refuse;
use super::exceptions::RummyError;
use super::numbers;
use super::objective::objective as read_objective;
use super::play::PyPlay;
use super::problem::{OwnedProblem, Settings};
use super::rules::rules_of;
use super::signals::{Signals, interruptible};
use super::view::PyView;
use crate::solver::{self, Play, Problem, with_solver};

/// Find the best play in a position (rules 9 to 15).
///
/// The answer is exact: it is the best over every way to exchange or keep the jokers on the table.
/// Ctrl-C stops a running search. The GIL is released.
///
/// Args:
///     table: The table: text such as `"r3 r4 r5 | r8 y8 g8"`, a `Table`, or an iterable of melds.
///         Or a `View`, which has a table, a hand, rules and `opened`; then leave these three out.
///     hand: The player's hand: text such as `"r6 y2 J"`, a `Hand`, or an iterable of tiles.
///     rules: The rules: a `Rules` object, the name of a preset or a dict of options. None means
///         `schmidt`.
///     opened: Whether the player has opened (rule 11).
///     objective: What to maximize. `"tiles"` is the number of tiles played, then the points;
///         `"points"` is the points, then the number of tiles. A mapping from tile to weight, each
///         from 0 to 1,000,000, is the total weight, then the number of tiles; a tile that is not
///         in the mapping weighs 0.
///     tidy: Whether to choose, among the best plays, one that touches the fewest melds of the
///         table. A meld is touched if it is not on the table after the turn. Adding a tile to a
///         meld touches it; a new meld from the hand touches none.
///     limit: The seconds that the search may take, more than 0 and at most a year; None means no
///         limit. When it runs out, the result is the best play found so far, with `proven` False.
///     cancel: A `Cancellation` that stops the search from another thread; None means none.
///
/// Returns:
///     The best play. It is false if there is nothing to play.
///
/// Raises:
///     NotationError: If a text is not a tile of the deck.
///     InvalidTableError: If the table and the hand cannot exist together under the rules (rule 1).
///     InvalidRulesError: If the rules are invalid.
///     RummyError: If the objective, a weight or the limit is invalid.
///     SearchCancelledError: If a `Cancellation` stopped the search.
///     TypeError: If an argument has the wrong type.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the public signature")]
#[pyo3(
    signature = (
        table, hand=None, *, rules=None, opened=Argument::Default, objective=Argument::Default, tidy=Argument::Default,
        limit=None, cancel=None
    ),
    text_signature =
        "(table, hand=None, *, rules=None, opened=True, objective='tiles', tidy=False, limit=None, cancel=None)"
)]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    table: &Bound<'py, PyAny>,
    hand: Option<&Bound<'py, PyAny>>,
    rules: Option<&Bound<'py, PyAny>>,
    opened: Argument<'py>,
    objective: Argument<'py>,
    tidy: Argument<'py>,
    limit: Option<&Bound<'py, PyAny>>,
    cancel: Option<Cancel>,
) -> PyResult<PyPlay> {
    let search = (&objective, tidy.flag("tidy", false)?, numbers::limit(limit)?);
    let owned = OwnedProblem::read(table, hand, (rules, &opened), search)?;
    let problem = owned.as_problem();
    let mut signals = Signals::new(cancel.as_ref());
    let answer = py.detach(|| with_solver(|solver| solver.solve(&problem, &mut || signals.interrupted())));
    match signals.error {
        Some(error) => Err(error),
        None => Ok(PyPlay::solved(answer.map_err(refuse)?, &problem)),
    }
}

/// Reads a `(table, hand)` pair, a view, or a mapping with the field names of a JSON line.
fn read_problem<'py>(problem: &Bound<'py, PyAny>, defaults: Settings<'_, 'py>) -> PyResult<OwnedProblem<'py>> {
    const EXPECTED: &str = "each item to be a (table, hand) pair, a View, or a mapping with \"table\" and \"hand\"";
    if let Ok(view) = problem.cast::<PyView>() {
        return OwnedProblem::of_view(view, defaults.objective, defaults.tidy, defaults.limit);
    }
    if problem.is_instance_of::<PyTuple>() || problem.is_instance_of::<PyList>() {
        let Some([table, hand]) = pair(problem)? else {
            return Err(PyTypeError::new_err(format!("argument 'problems': expected {EXPECTED}")));
        };
        return OwnedProblem::new(&table, &hand, defaults);
    }
    let Ok(fields) = problem.cast::<PyMapping>() else {
        return Err(type_error("problems", EXPECTED, problem));
    };
    let field = |name: &str| -> PyResult<Option<Bound<'py, PyAny>>> {
        if let Ok(dict) = problem.cast::<PyDict>() {
            dict.get_item(name)
        } else if fields.contains(name)? {
            fields.get_item(name).map(Some)
        } else {
            Ok(None)
        }
    };
    let required =
        |name: &str| field(name)?.ok_or_else(|| RummyError::new_err(format!("the problem has no field \"{name}\"")));
    let flag = |name: &str, default: bool| field(name)?.map_or(Ok(default), |value| flag(name, &value));
    let objective = field("objective")?.map(Argument::Given);
    let settings = Settings {
        rules: match field("rules")? {
            Some(rules) if !rules.is_none() => rules_of(Some(&rules))?,
            _ => defaults.rules,
        },
        opened: flag("opened", defaults.opened)?,
        objective: objective.as_ref().unwrap_or(defaults.objective),
        tidy: flag("tidy", defaults.tidy)?,
        limit: match field("limit")? {
            None => defaults.limit,
            Some(limit) if limit.is_none() => None,
            Some(limit) => numbers::limit(Some(&limit))?,
        },
    };
    OwnedProblem::new(&required("table")?, &required("hand")?, settings)
}

/// Find the best play in many positions, on all cores.
///
/// The GIL is released, and Ctrl-C stops the search.
///
/// Args:
///     problems: An iterable of problems. A problem is a `(table, hand)` pair, a `View`, or a
///         mapping with `"table"` and `"hand"` and, if it differs from the defaults below,
///         `"rules"`, `"opened"`, `"objective"`, `"tidy"` and `"limit"`. Other keys are ignored.
///     rules: The default rules; None means `schmidt`.
///     opened: The default for `"opened"`.
///     objective: The default for `"objective"`.
///     tidy: The default for `"tidy"`.
///     limit: The default number of seconds for each problem; None means no limit.
///     threads: The number of threads, from 1 to 1024; None means all cores.
///     cancel: A `Cancellation` that stops the search from another thread; None means none.
///
/// Returns:
///     A list with a `Play` for each problem, in order. An invalid problem has, in its slot, the
///     exception that `solve` would raise.
///
/// Raises:
///     RummyError: If an argument other than a problem is invalid.
///     SearchCancelledError: If a `Cancellation` stopped the search.
///     TypeError: If an argument other than a problem has the wrong type.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the public signature")]
#[pyo3(
    signature = (
        problems, *, rules=None, opened=Argument::Default, objective=Argument::Default, tidy=Argument::Default,
        limit=None, threads=None, cancel=None
    ),
    text_signature =
        "(problems, *, rules=None, opened=True, objective='tiles', tidy=False, limit=None, threads=None, cancel=None)"
)]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    problems: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    opened: Argument<'py>,
    objective: Argument<'py>,
    tidy: Argument<'py>,
    limit: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    cancel: Option<Cancel>,
) -> PyResult<Bound<'py, PyList>> {
    let threads = numbers::threads(threads)?;
    let defaults = Settings {
        rules: rules_of(rules)?,
        opened: opened.flag("opened", true)?,
        objective: &objective,
        tidy: tidy.flag("tidy", false)?,
        limit: numbers::limit(limit)?,
    };
    read_objective(defaults.objective, defaults.rules.deck)?;
    if problems.is_instance_of::<PyString>() || problems.is_instance_of::<PyMapping>() {
        return Err(type_error("problems", "an iterable of problems", problems));
    }
    let items = problems.try_iter().map_err(|_| type_error("problems", "an iterable of problems", problems))?;
    let mut owned: Vec<PyResult<OwnedProblem<'py>>> = Vec::new();
    for (place, item) in items.enumerate() {
        if place % 1024 == 1023 {
            py.check_signals()?;
        }
        match read_problem(&item?, defaults) {
            // KeyboardInterrupt and its like are not answers to a problem.
            Err(error) if !error.is_instance_of::<pyo3::exceptions::PyException>(py) => return Err(error),
            problem => owned.push(problem),
        }
    }
    let valid: Vec<Problem<'_>> = owned.iter().flatten().map(OwnedProblem::as_problem).collect();
    let play = |problem: &Problem<'_>, answer: Result<Play, _>| answer.map(|play| PyPlay::solved(play, problem));
    let work = |stop: &(dyn Fn() -> bool + Sync)| solver::solve_many_as(&valid, threads, stop, play);
    let mut answers = py.detach(|| interruptible(Signals::new(cancel.as_ref()), work))?.into_iter();
    let slots: PyResult<Vec<Bound<'py, PyAny>>> = owned
        .iter()
        .map(|problem| match problem {
            Err(error) => Ok(error.value(py).clone().into_any()),
            Ok(_) => match answers.next() {
                Some(Ok(play)) => Ok(Bound::new(py, play)?.into_any()),
                Some(Err(error)) => Ok(refuse(error).into_value(py).into_bound(py).into_any()),
                None => Err(RummyError::new_err("the solver returned too few answers")),
            },
        })
        .collect();
    PyList::new(py, slots?)
}
