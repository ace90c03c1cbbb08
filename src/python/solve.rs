//! `solve`, `solve_many` and their answer, `Play`.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PyString, PyTuple, PyType};

use super::args::{self, HandArg, TableArg, type_error};
use super::cancel::Flags;
use super::draw;
use super::errors::{RummyError, refuse};
use super::melds::PyTable;
use super::rules::PyRules;
use super::steps::steps_of;
use super::tiles::{PyHand, tuple_of};
use crate::rules::Rules;
use crate::solver::{self, Objective, Play, Problem, with_solver};
use crate::table::Table;
use crate::tile::Tiles;

/// How often a running search looks whether Ctrl-C was pressed.
const LOOK_UP: Duration = Duration::from_millis(50);

/// Asks Python now and then whether a signal has come in, and other threads at once whether they cancel.
pub(super) struct Signals {
    next: Instant,
    flags: Flags,
    pub(super) error: Option<PyErr>,
}

impl Signals {
    pub(super) fn new() -> Self {
        Self { next: Instant::now() + LOOK_UP, flags: Flags::here(), error: None }
    }

    /// Whether the search must stop; the reason is then in `error`.
    pub(super) fn interrupted(&mut self) -> bool {
        if self.error.is_none() {
            self.error = self.flags.raised();
        }
        if self.error.is_none() && Instant::now() >= self.next {
            self.error = Python::attach(|py| py.check_signals().err());
            self.next = Instant::now() + LOOK_UP;
        }
        self.error.is_some()
    }
}

/// The best play, or the best found when a limit ran out.
#[pyclass(name = "Play", module = "rummy_fast", frozen, eq, hash)]
pub(crate) struct PyPlay {
    tiles: Tiles,
    table: Table,
    points: u32,
    proven: bool,
    turn: Option<Box<Turn>>,
}

/// The position a play answers.
#[derive(Clone)]
struct Turn {
    before: Table,
    hand: Tiles,
    opened: bool,
    rules: Rules,
}

impl PyPlay {
    pub(super) fn new(play: Play, problem: &Problem<'_>) -> Self {
        let Problem { rules, table, hand, opened, .. } = *problem;
        let points = play.tiles.points(rules.joker_penalty);
        let turn = Turn { before: table.clone(), hand: hand.clone(), opened, rules: *rules };
        Self { tiles: play.tiles, table: play.table, points, proven: play.proven, turn: Some(Box::new(turn)) }
    }

    fn answer(&self) -> (&Tiles, &Table, u32, bool) {
        (&self.tiles, &self.table, self.points, self.proven)
    }
}

impl PartialEq for PyPlay {
    fn eq(&self, other: &Self) -> bool {
        self.answer() == other.answer()
    }
}

impl Eq for PyPlay {}

impl Hash for PyPlay {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.answer().hash(state);
    }
}

#[pymethods]
impl PyPlay {
    #[new]
    #[pyo3(signature = (tiles, table, points, proven=true, before=None, hand=None, opened=true, rules=None))]
    #[expect(clippy::too_many_arguments, reason = "a play and the position it answers")]
    fn make(
        tiles: &Bound<'_, PyAny>,
        table: &Bound<'_, PyAny>,
        points: u32,
        proven: bool,
        before: Option<&Bound<'_, PyAny>>,
        hand: Option<&Bound<'_, PyAny>>,
        opened: bool,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rules = args::rules(rules)?;
        let turn = match (before, hand) {
            (None, None) => None,
            (Some(before), Some(hand)) => Some(Box::new(Turn {
                before: TableArg::new("before", before, &rules)?.get().clone(),
                hand: HandArg::new("hand", hand, rules.deck)?.get().clone(),
                opened,
                rules,
            })),
            _ => return Err(RummyError::new_err("before and hand belong together: give both or neither")),
        };
        Ok(Self {
            tiles: HandArg::new("tiles", tiles, rules.deck)?.get().clone(),
            table: TableArg::new("table", table, &rules)?.get().clone(),
            points,
            proven,
            turn,
        })
    }

    /// The tiles played from the hand, sorted; none when there is nothing to play.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.tiles.iter())
    }

    /// The table after the turn.
    #[getter]
    fn table(&self) -> PyTable {
        PyTable(self.table.clone())
    }

    /// What left the hand, in final-count points.
    #[getter]
    fn points(&self) -> u32 {
        self.points
    }

    /// True unless a limit stopped the search: no better play exists.
    #[getter]
    fn proven(&self) -> bool {
        self.proven
    }

    /// The table before the turn; None for a play made without it.
    #[getter]
    fn before(&self) -> Option<PyTable> {
        self.turn.as_ref().map(|turn| PyTable(turn.before.clone()))
    }

    /// The hand before the turn; None for a play made without it.
    #[getter]
    fn hand(&self) -> Option<PyHand> {
        self.turn.as_ref().map(|turn| PyHand(turn.hand.clone()))
    }

    /// Whether the player had opened; None for a play made without a position.
    #[getter]
    fn opened(&self) -> Option<bool> {
        self.turn.as_ref().map(|turn| turn.opened)
    }

    /// The rules of the position; None for a play made without one.
    #[getter]
    fn rules(&self) -> Option<PyRules> {
        self.turn.as_ref().map(|turn| PyRules(turn.rules))
    }

    /// The turn as moves that can be carried out one after the other.
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        if self.tiles.is_empty() && self.turn.as_ref().is_none_or(|turn| turn.before == self.table) {
            return Ok(PyTuple::empty(py));
        }
        let Some(turn) = &self.turn else {
            return Err(RummyError::new_err("this play does not say from which table and hand it was made"));
        };
        let Turn { before, hand, opened, rules } = &**turn;
        PyTuple::new(py, py.detach(|| steps_of(before, hand, &self.table, *opened, rules))?)
    }

    /// The turn as a picture, which notebooks show.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        draw::picture(slf.as_any(), "play")
    }

    fn __bool__(&self) -> bool {
        !self.tiles.is_empty()
    }

    fn __repr__(&self) -> String {
        format!(
            "Play(tiles='{}', table='{}', points={}, proven={})",
            self.tiles,
            self.table,
            self.points,
            if self.proven { "True" } else { "False" }
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (this, py) = (slf.get(), slf.py());
        let answer = (PyHand(this.tiles.clone()), this.table(), this.points, this.proven);
        let arguments = match this.turn.as_deref().cloned() {
            None => answer.into_pyobject(py)?,
            Some(Turn { before, hand, opened, rules }) => {
                let (played, table, points, proven) = answer;
                let turn = (PyTable(before), PyHand(hand), opened, PyRules(rules));
                (played, table, points, proven, turn.0, turn.1, turn.2, turn.3).into_pyobject(py)?
            }
        };
        Ok((slf.get_type(), arguments))
    }
}

/// A problem read from Python, holding on to what it reads.
pub(super) struct Prepared<'py> {
    rules: Rules,
    table: TableArg<'py>,
    hand: HandArg<'py>,
    opened: bool,
    objective: Objective,
    tidy: bool,
    limit: Option<Duration>,
}

impl<'py> Prepared<'py> {
    pub(super) fn new(
        table: &Bound<'py, PyAny>,
        hand: &Bound<'py, PyAny>,
        opened: bool,
        rules: Rules,
        objective: &ObjectiveArg<'py>,
        tidy: bool,
        limit: Option<Duration>,
    ) -> PyResult<Self> {
        Ok(Self {
            table: TableArg::new("table", table, &rules)?,
            hand: HandArg::new("hand", hand, rules.deck)?,
            opened,
            objective: objective.read(&rules)?,
            tidy,
            limit,
            rules,
        })
    }

    pub(super) fn problem(&self) -> Problem<'_> {
        Problem {
            rules: &self.rules,
            table: self.table.get(),
            hand: self.hand.get(),
            opened: self.opened,
            objective: &self.objective,
            tidy: self.tidy,
            limit: self.limit,
        }
    }
}

/// An objective as given; it is read once the rules are known.
pub(crate) enum ObjectiveArg<'py> {
    Default,
    Given(Bound<'py, PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for ObjectiveArg<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self::Given(value.to_owned()))
    }
}

impl ObjectiveArg<'_> {
    fn read(&self, rules: &Rules) -> PyResult<Objective> {
        match self {
            Self::Default => Ok(Objective::Tiles),
            Self::Given(value) => args::objective(value, rules.deck),
        }
    }
}

/// The best play in a position.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
#[expect(clippy::too_many_arguments, reason = "they are what the design says")]
#[pyo3(
    signature = (table, hand, *, rules=None, opened=true, objective=ObjectiveArg::Default, tidy=false, limit=None),
    text_signature = "(table, hand, *, rules=None, opened=True, objective='tiles', tidy=False, limit=None)"
)]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    table: &Bound<'py, PyAny>,
    hand: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    opened: bool,
    objective: ObjectiveArg<'py>,
    tidy: bool,
    limit: Option<&Bound<'py, PyAny>>,
) -> PyResult<PyPlay> {
    let prepared = Prepared::new(table, hand, opened, args::rules(rules)?, &objective, tidy, args::limit(limit)?)?;
    let problem = prepared.problem();
    let mut signals = Signals::new();
    let answer = py.detach(|| with_solver(|solver| solver.solve(&problem, &mut || signals.interrupted())));
    match signals.error {
        Some(error) => Err(error),
        None => Ok(PyPlay::new(answer.map_err(refuse)?, &prepared.problem())),
    }
}

/// What a problem of a batch has when it does not say.
struct Defaults<'a, 'py> {
    rules: Rules,
    opened: bool,
    objective: &'a ObjectiveArg<'py>,
    tidy: bool,
    limit: Option<Duration>,
}

impl<'py> Defaults<'_, 'py> {
    /// Reads a `(table, hand)` pair or a mapping with the field names of a JSON line.
    fn prepare(&self, problem: &Bound<'py, PyAny>) -> PyResult<Prepared<'py>> {
        const EXPECTED: &str = "each item to be a (table, hand) pair or a mapping with \"table\" and \"hand\"";
        if problem.is_instance_of::<PyTuple>() || problem.is_instance_of::<PyList>() {
            let pair: Vec<Bound<'py, PyAny>> = problem.extract()?;
            let [table, hand] = pair.as_slice() else {
                return Err(PyTypeError::new_err(format!("argument 'problems': expected {EXPECTED}")));
            };
            return Prepared::new(table, hand, self.opened, self.rules, self.objective, self.tidy, self.limit);
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
        let needed =
            |name: &str| field(name)?.ok_or_else(|| RummyError::new_err(format!("the problem has no \"{name}\"")));
        let rules = match field("rules")? {
            Some(rules) if !rules.is_none() => args::rules(Some(&rules))?,
            _ => self.rules,
        };
        let flag = |name: &str, default: bool| match field(name)? {
            None => Ok(default),
            Some(value) => value.extract().map_err(|_| type_error(name, "True or False", &value)),
        };
        let (opened, tidy) = (flag("opened", self.opened)?, flag("tidy", self.tidy)?);
        let given = field("objective")?.map(ObjectiveArg::Given);
        let limit = match field("limit")? {
            None => self.limit,
            Some(limit) if limit.is_none() => None,
            Some(limit) => args::limit(Some(&limit))?,
        };
        let objective = given.as_ref().unwrap_or(self.objective);
        Prepared::new(&needed("table")?, &needed("hand")?, opened, rules, objective, tidy, limit)
    }
}

/// The answers to many problems, in order, on all cores.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
#[expect(clippy::too_many_arguments, reason = "they are what the design says")]
#[pyo3(
    signature = (
        problems, *, rules=None, opened=true, objective=ObjectiveArg::Default, tidy=false, limit=None,
        threads=None
    ),
    text_signature =
        "(problems, *, rules=None, opened=True, objective='tiles', tidy=False, limit=None, threads=None)"
)]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    problems: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    opened: bool,
    objective: ObjectiveArg<'py>,
    tidy: bool,
    limit: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let threads = args::threads(threads)?;
    let defaults =
        Defaults { rules: args::rules(rules)?, opened, objective: &objective, tidy, limit: args::limit(limit)? };
    defaults.objective.read(&defaults.rules)?;
    if problems.is_instance_of::<PyString>() || problems.is_instance_of::<PyMapping>() {
        return Err(type_error("problems", "an iterable of problems", problems));
    }
    let items = problems.try_iter().map_err(|_| type_error("problems", "an iterable of problems", problems))?;
    let mut prepared: Vec<PyResult<Prepared<'py>>> = Vec::new();
    for (place, item) in items.enumerate() {
        if place % 1024 == 1023 {
            py.check_signals()?;
        }
        match defaults.prepare(&item?) {
            // What is not an ordinary error (Ctrl-C, say) is no answer to a problem.
            Err(error) if !error.is_instance_of::<pyo3::exceptions::PyException>(py) => return Err(error),
            problem => prepared.push(problem),
        }
    }
    let good: Vec<Problem<'_>> = prepared.iter().flatten().map(Prepared::problem).collect();
    let play = |problem: &Problem<'_>, answer: Result<Play, _>| answer.map(|play| PyPlay::new(play, problem));
    let work = |stop: &(dyn Fn() -> bool + Sync)| solver::solve_many_as(&good, threads, stop, play);
    let mut answers = py.detach(|| interruptible(work))?.into_iter();
    let slots: PyResult<Vec<Bound<'py, PyAny>>> = prepared
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

/// Works on another thread while this one, which alone hears signals, waits and looks up now and then.
///
/// The work is to ask now and then whether it should stop; what it then gives is lost.
pub(super) fn interruptible<T: Send>(work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let (done, finished) = channel();
    let mut signals = Signals::new();
    std::thread::scope(|scope| {
        let stop = &stop;
        scope.spawn(move || {
            let answers = work(&|| stop.load(Ordering::Relaxed));
            // The receiver is gone only when an interrupt has already been reported.
            let _ = done.send(answers);
        });
        loop {
            match finished.recv_timeout(LOOK_UP) {
                Ok(answers) => return Ok(answers),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(RummyError::new_err("the solver stopped without an answer"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    signals.interrupted();
                    if let Some(error) = signals.error.take() {
                        stop.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
            }
        }
    })
}
