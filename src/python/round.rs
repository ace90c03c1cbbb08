//! `Round`: the referee.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyTuple, PyType};

use super::args::{self, HandArg, TableArg, type_error};
use super::errors::{RummyError, refuse, worded};
use super::event::{self, PyEvent, dicts_of, events_of, texts_of};
use super::fields::{Fields, flags};
use super::melds::PyTable;
use super::outcome::PyOutcome;
use super::rules::PyRules;
use super::tiles::{PyHand, tuple_of};
use super::turn::PyTurn;
use super::verdict::{PyReason, illegal};
use super::view::PyView;
use crate::round::{Event, RepeatError, Round, Setup, TurnError, no_such_seat};
use crate::rules::Rules;
use crate::tile::Tile;
use crate::turn::Reason;
use crate::wording::{Wording, wording};

/// One round: the referee, who knows every tile.
///
/// The lock is held only while the core works, never while Python does.
#[pyclass(name = "Round", module = "rummy_fast", frozen)]
pub(crate) struct PyRound(Mutex<Round>);

const DEALT: [&str; 5] = ["rules", "seats", "seed", "starter", "events"];
const SET_UP: [&str; 8] = ["rules", "hands", "table", "pool", "opened", "to_move", "starter", "events"];

/// What is wrong with one of several events, counted from 0, or with the only one.
fn of_event(index: Option<usize>, reason: Wording) -> Wording {
    match index {
        Some(index) => wording!("event {number}: {reason}", number = index + 1, reason),
        None => reason,
    }
}

/// Why a turn is refused, as an exception; each reason names the event.
fn refused(py: Python<'_>, error: &TurnError, event: Option<usize>) -> PyErr {
    let told = |reason: &Reason| PyReason::told(reason, of_event(event, reason.wording()));
    let reasons = match error {
        TurnError::Illegal(error) => error.reasons.iter().map(told).collect(),
        _ => vec![PyReason::plain(error.code(), of_event(event, error.wording()))],
    };
    illegal(py, reasons)
}

/// Why an event cannot be repeated, as an exception.
fn not_repeated(py: Python<'_>, error: &RepeatError, event: Option<usize>) -> PyErr {
    match error {
        RepeatError::Turn(error) => refused(py, error, event),
        RepeatError::Differs { .. } => worded::<RummyError>(of_event(event, error.wording())),
    }
}

pub(super) fn seed_of(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    const EXPECTED: &str = "a whole number from 0 to 2**64 - 1";
    if value.is_instance_of::<PyBool>() || !value.is_instance_of::<PyInt>() {
        return Err(type_error("seed", EXPECTED, value));
    }
    value.extract::<u64>().map_err(|_| {
        worded::<RummyError>(wording!(
            "{option} = {value}: must be a whole number from {least} to {most}",
            option = "seed",
            value = value.to_string(),
            least = 0u8,
            most = "2**64 - 1"
        ))
    })
}

fn deal(seats: usize, seed: u64, rules: &Rules, starter: Option<usize>) -> PyResult<Round> {
    Round::deal(rules, seats, seed, starter).map_err(refuse)
}

/// A position read from arguments or the fields of a dict.
struct Arranged<'a, 'py> {
    hands: &'a Bound<'py, PyAny>,
    table: Option<&'a Bound<'py, PyAny>>,
    pool: Option<&'a Bound<'py, PyAny>>,
    opened: Option<&'a Bound<'py, PyAny>>,
    to_move: Option<&'a Bound<'py, PyAny>>,
    starter: Option<&'a Bound<'py, PyAny>>,
}

impl Arranged<'_, '_> {
    fn read(&self, rules: &Rules) -> PyResult<Round> {
        let hands = args::list("hands", "a list of hands, one for each seat", self.hands)?;
        let hands: PyResult<Vec<_>> =
            hands.iter().map(|hand| Ok(HandArg::new("hands", hand, rules.deck)?.get().clone())).collect();
        let hands = hands?;
        let table = self.table.map(|table| TableArg::new("table", table, rules)).transpose()?;
        let pool = self.pool.map(|pool| args::in_order("pool", pool, rules.deck)).transpose()?;
        let opened = match self.opened {
            None => vec![true; hands.len()],
            Some(value) => match value.cast::<PyBool>() {
                Ok(all) => vec![all.is_true(); hands.len()],
                Err(_) => flags("opened", value)?,
            },
        };
        let to_move = self.to_move.map_or(Ok(0), |seat| args::number("to_move", seat))?;
        let setup = Setup {
            hands,
            table: table.map(|table| table.get().clone()).unwrap_or_default(),
            pool: pool.unwrap_or_default(),
            opened,
            to_move,
            starter: self.starter.map_or(Ok(to_move), |seat| args::number("starter", seat))?,
        };
        Round::set_up(rules, setup).map_err(refuse)
    }
}

impl PyRound {
    fn wrap(round: Round) -> Self {
        Self(Mutex::new(round))
    }

    /// Nothing under the lock panics, so nobody finds it poisoned.
    fn lock(&self) -> MutexGuard<'_, Round> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a turn for a seat that may not exist.
    fn take(
        &self,
        seat: &Bound<'_, PyAny>,
        turn: impl FnOnce(&mut Round, usize) -> Result<Arc<Event>, TurnError>,
    ) -> PyResult<PyEvent> {
        let py = seat.py();
        if seat.is_instance_of::<PyBool>() || !seat.is_instance_of::<PyInt>() {
            return Err(type_error("seat", "a whole number", seat));
        }
        let Ok(index) = seat.extract::<usize>() else {
            let message = no_such_seat(&seat.to_string(), self.seats());
            return Err(illegal(py, vec![PyReason::plain("no_such_seat", message)]));
        };
        let made = turn(&mut self.lock(), index);
        made.map(PyEvent).map_err(|error| refused(py, &error, None))
    }
}

#[pymethods]
impl PyRound {
    #[new]
    fn new(fields: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = fields.py();
        let dealt = fields.cast::<PyDict>().is_ok_and(|dict| dict.contains("seed").unwrap_or(false));
        let fields = Fields::new("round", fields, if dealt { &DEALT } else { &SET_UP })?;
        let rules = args::rules(fields.maybe("rules")?.as_ref())?;
        let starter = fields.maybe("starter")?;
        let mut round = if dealt {
            let starter = starter.map(|seat| args::number("starter", &seat)).transpose()?;
            deal(fields.number("seats")?, seed_of(&fields.get("seed")?)?, &rules, starter)?
        } else {
            Arranged {
                hands: &fields.get("hands")?,
                table: fields.maybe("table")?.as_ref(),
                pool: fields.maybe("pool")?.as_ref(),
                opened: fields.maybe("opened")?.as_ref(),
                to_move: fields.maybe("to_move")?.as_ref(),
                starter: starter.as_ref(),
            }
            .read(&rules)?
        };
        for (index, event) in fields.list("events")?.iter().enumerate() {
            let event = event::read(event, &rules)?;
            round.repeat(&event).map_err(|error| not_repeated(py, &error, Some(index)))?;
        }
        Ok(Self::wrap(round))
    }

    /// Deals tiles from a seed.
    #[staticmethod]
    #[pyo3(
        signature = (seats=None, *, seed, rules=None, starter=None),
        text_signature = "(seats=2, *, seed, rules=None, starter=None)"
    )]
    fn deal(
        seats: Option<&Bound<'_, PyAny>>,
        seed: &Bound<'_, PyAny>,
        rules: Option<&Bound<'_, PyAny>>,
        starter: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let seats = seats.map_or(Ok(2), |seats| args::number("seats", seats))?;
        let starter = starter.map(|seat| args::number("starter", seat)).transpose()?;
        deal(seats, seed_of(seed)?, &args::rules(rules)?, starter).map(Self::wrap)
    }

    /// Begins with any position.
    #[staticmethod]
    #[pyo3(
        signature = (hands, table=None, pool=None, *, opened=None, to_move=None, starter=None, rules=None),
        text_signature = "(hands, table='', pool='', *, opened=True, to_move=0, starter=None, rules=None)"
    )]
    fn set_up(
        hands: &Bound<'_, PyAny>,
        table: Option<&Bound<'_, PyAny>>,
        pool: Option<&Bound<'_, PyAny>>,
        opened: Option<&Bound<'_, PyAny>>,
        to_move: Option<&Bound<'_, PyAny>>,
        starter: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rules = args::rules(rules)?;
        Arranged { hands, table, pool, opened, to_move, starter }.read(&rules).map(Self::wrap)
    }

    /// Reads what `to_dict` tells.
    #[staticmethod]
    fn from_dict(fields: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::new(fields)
    }

    /// Tells how it began and what happened, ready for JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let round = self.lock().clone();
        let dict = PyDict::new(py);
        dict.set_item("rules", PyRules(*round.rules()).to_dict(py)?)?;
        if let Some(seed) = round.seed() {
            dict.set_item("seats", round.seats())?;
            dict.set_item("seed", seed)?;
        }
        if let Some(setup) = round.setup() {
            dict.set_item("hands", setup.hands.iter().map(ToString::to_string).collect::<Vec<_>>())?;
            dict.set_item("table", texts_of(&setup.table))?;
            dict.set_item("pool", setup.pool.iter().map(Tile::to_string).collect::<Vec<_>>())?;
            dict.set_item("opened", &setup.opened)?;
            dict.set_item("to_move", setup.to_move)?;
        }
        dict.set_item("starter", round.starter())?;
        dict.set_item("events", dicts_of(py, round.events())?)?;
        Ok(dict)
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(*self.lock().rules())
    }

    /// Number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.lock().seats()
    }

    /// The seed of the deal; None if the round was set up.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.lock().seed()
    }

    /// The seat that began.
    #[getter]
    fn starter(&self) -> usize {
        self.lock().starter()
    }

    /// Whose turn it is; at the end, whose the last turn was.
    #[getter]
    fn to_move(&self) -> usize {
        self.lock().to_move()
    }

    /// What lies on the table.
    #[getter]
    fn table(&self) -> PyTable {
        PyTable(self.lock().table().clone())
    }

    /// Whether each seat has opened.
    #[getter]
    fn opened<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let opened = self.lock().opened().to_vec();
        PyTuple::new(py, opened)
    }

    /// The hand of each seat.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hands = self.lock().hands().to_vec();
        PyTuple::new(py, hands.into_iter().map(PyHand))
    }

    /// The pool, in the order in which it is drawn.
    #[getter]
    fn pool<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pool = self.lock().pool().to_vec();
        tuple_of(py, pool.into_iter())
    }

    /// What everyone saw so far.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let events = self.lock().events().to_vec();
        events_of(py, &events)
    }

    /// How the round ended; None if it did not.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.lock().outcome().cloned().map(PyOutcome)
    }

    /// Whether it has ended.
    #[getter]
    fn over(&self) -> bool {
        self.lock().outcome().is_some()
    }

    /// What a seat may see.
    fn view(&self, seat: &Bound<'_, PyAny>) -> PyResult<PyView> {
        let seat = args::number("seat", seat)?;
        let view = self.lock().view(seat);
        view.map(PyView).map_err(refuse)
    }

    /// Plays tiles; `table` is what lies there after the turn.
    fn play(&self, seat: &Bound<'_, PyAny>, table: &Bound<'_, PyAny>) -> PyResult<PyEvent> {
        if let Ok(held) = table.cast::<PyTable>() {
            return self.take(seat, |round, seat| round.play(seat, &held.get().0));
        }
        let draft = args::draft("table", table)?;
        self.take(seat, |round, seat| round.play_draft(seat, &draft))
    }

    /// Draws a tile.
    fn draw(&self, seat: &Bound<'_, PyAny>) -> PyResult<PyEvent> {
        self.take(seat, Round::draw)
    }

    /// Neither plays nor draws.
    #[pyo3(name = "pass_")]
    fn pass(&self, seat: &Bound<'_, PyAny>) -> PyResult<PyEvent> {
        self.take(seat, Round::pass)
    }

    /// Makes a turn.
    fn turn(&self, seat: &Bound<'_, PyAny>, turn: &Bound<'_, PyAny>) -> PyResult<PyEvent> {
        let held = turn.cast::<PyTurn>().map_err(|_| type_error("turn", "a Turn", turn))?;
        self.take(seat, |round, seat| round.turn(seat, &held.get().0))
    }

    /// The timeout.
    #[pyo3(signature = (seat, snapshots=None), text_signature = "(self, seat, snapshots=())")]
    fn timeout(&self, seat: &Bound<'_, PyAny>, snapshots: Option<&Bound<'_, PyAny>>) -> PyResult<PyEvent> {
        let drafts = match snapshots {
            None => Vec::new(),
            Some(snapshots) => {
                let snapshots = args::list("snapshots", "a list of tables", snapshots)?;
                snapshots.iter().map(|state| args::draft("snapshots", state)).collect::<PyResult<Vec<_>>>()?
            }
        };
        self.take(seat, |round, seat| round.timeout(seat, &drafts))
    }

    /// The turn of a player who failed to make one.
    fn forfeit(&self, seat: &Bound<'_, PyAny>) -> PyResult<PyEvent> {
        self.take(seat, Round::forfeit)
    }

    /// Makes the turn that an event tells of.
    fn repeat(&self, event: &Bound<'_, PyAny>) -> PyResult<PyEvent> {
        let py = event.py();
        let event = event.cast::<PyEvent>().map_err(|_| type_error("event", "an Event", event))?;
        let made = self.lock().repeat(&event.get().0);
        made.map(PyEvent).map_err(|error| not_repeated(py, &error, None))
    }

    /// A copy that goes its own way.
    fn copy(&self) -> Self {
        let round = self.lock().clone();
        Self::wrap(round)
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        // One lock after the other: two threads that compare the same two rounds must not wait for each other.
        let ours = self.lock().clone();
        ours == *other.get().lock()
    }

    fn __repr__(&self) -> String {
        let round = self.lock();
        let (seats, turns) = (round.seats(), round.events().len());
        let seed = round.seed().map_or_else(|| "set up".to_owned(), |seed| format!("seed {seed}"));
        match round.outcome() {
            None => format!("<Round: {seats} seats, {seed}, {turns} turns, seat {} to move>", round.to_move()),
            Some(outcome) => format!("<Round: {seats} seats, {seed}, {turns} turns, {}>", outcome.ending.name()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyDict>,))> {
        Ok((slf.get_type(), (slf.get().to_dict(slf.py())?,)))
    }
}
