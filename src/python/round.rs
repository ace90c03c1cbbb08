//! `Round`: the referee of a round.

use std::sync::{Arc, MutexGuard};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::cancel::Cancel;
use super::convert::{counted, list, type_error};
use super::errors::refuse;
use super::event::{PyEvent, events_of};
use super::melds::{PyTable, draft_of};
use super::numbers::{self, count, integer};
use super::outcome::PyOutcome;
use super::round_dict;
use super::rules::{PyRules, rules_of};
use super::setup::{SetupArgs, refused_event, refused_turn};
use super::shared_round::SharedRound;
use super::tiles::{PyHand, tuple_of};
use super::turn::PyTurn;
use super::verdict::{PyReason, illegal};
use super::view::PyView;
use crate::round::{Event, Round, TurnError, no_such_seat};
use crate::rules::Rules;

/// The referee of a round, from the deal to the score, who knows every tile.
///
/// A refused turn leaves the round unchanged. Give players and bots `view(seat)`, never the round.
/// A round may be used from several threads at once. On large decks with many jokers, checking a
/// turn can take over a minute. After 2 ms it releases the GIL, and Ctrl-C or a `Cancellation`
/// stops it.
///
/// Args:
///     fields: A dict as `to_dict` returns it; see `from_dict`. To start a new round, use `deal`
///         or `set_up`.
///
/// Raises:
///     IllegalTurnError: If a turn is refused. The message names the event.
///     RummyError: If a field is missing, unknown or invalid, or an event does not match its turn.
///     TypeError: If a field has the wrong type.
#[pyclass(name = "Round", module = "rummy_fast", frozen)]
pub(crate) struct PyRound(SharedRound);

fn deal(seats: usize, seed: u64, rules: &Rules, starter: Option<usize>) -> PyResult<Round> {
    Round::deal(rules, seats, seed, starter).map_err(refuse)
}

impl PyRound {
    fn wrap(round: Round) -> Self {
        Self(SharedRound::new(round))
    }

    fn lock(&self) -> MutexGuard<'_, Round> {
        self.0.lock()
    }

    /// Makes a turn for a seat that may not exist.
    fn make_turn(
        &self,
        seat: &Bound<'_, PyAny>,
        cancel: Option<&Cancel>,
        turn: impl Fn(&mut Round, usize, &mut dyn FnMut() -> bool) -> Result<Arc<Event>, TurnError> + Sync,
    ) -> PyResult<PyEvent> {
        let py = seat.py();
        let number = integer(seat).ok_or_else(|| type_error("seat", "a whole number", seat))?;
        let Ok(index) = usize::try_from(number) else {
            let message = no_such_seat(&seat.to_string(), self.seats());
            return Err(illegal(py, vec![PyReason::plain("no_such_seat", message)]));
        };
        let made = self.0.make_turn(py, cancel, |round, stop| turn(round, index, stop))?;
        made.map(PyEvent).map_err(|error| refused_turn(py, &error, None))
    }
}

#[pymethods]
impl PyRound {
    #[new]
    fn new(fields: &Bound<'_, PyAny>) -> PyResult<Self> {
        round_dict::read(fields, None).map(Self::wrap)
    }

    /// Deal `hand_size` tiles to each seat; the others are the pool (rules 1 to 3).
    ///
    /// Args:
    ///     seats: The number of seats.
    ///     seed: The seed of the shuffle, from 0 to 2**64 - 1. The same seed deals the same tiles
    ///         on every platform, whoever starts.
    ///     rules: The rules; None means `schmidt`.
    ///     starter: The seat that has the first turn; None chooses it at random from the seed.
    ///
    /// Returns:
    ///     The round.
    ///
    /// Raises:
    ///     RummyError: If the rules do not allow this number of players, the deck is too small, or
    ///         the seed or the starter is out of range.
    ///     TypeError: If an argument has the wrong type.
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
        let seats = seats.map_or(Ok(2), |seats| count("seats", seats))?;
        let starter = starter.map(|seat| count("starter", seat)).transpose()?;
        deal(seats, numbers::seed(seed)?, &rules_of(rules)?, starter).map(Self::wrap)
    }

    /// Start from any position, such as a puzzle.
    ///
    /// The position need not contain the whole deck: the other tiles are out of play.
    ///
    /// Args:
    ///     hands: The hand of each seat; no hand may be empty.
    ///     table: The table.
    ///     pool: The pool, in the order in which its tiles are drawn.
    ///     opened: For each seat, whether it has opened (rule 11); or one bool for all seats.
    ///     to_move: The seat to move.
    ///     starter: The seat that had the first turn; None means `to_move`.
    ///     rules: The rules; None means `schmidt`.
    ///
    /// Returns:
    ///     The round.
    ///
    /// Raises:
    ///     NotationError: If a text is not a tile of the deck.
    ///     InvalidTableError: If a meld is invalid, or the hands, the table and the pool together
    ///         have more copies of a tile than the deck (rule 1).
    ///     RummyError: If the rules do not allow this number of players, a hand is empty, a seat
    ///         does not exist, or `opened` does not have one entry for each seat.
    ///     TypeError: If an argument has the wrong type.
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
        let rules = rules_of(rules)?;
        SetupArgs { hands, table, pool, opened, to_move, starter }.read(&rules).map(Self::wrap)
    }

    /// Read a dict as `to_dict` returns it: repeat every turn and compare it with its event.
    ///
    /// Args:
    ///     fields: Every field by name.
    ///     cancel: A `Cancellation` that stops the checks from another thread; None means none.
    ///
    /// Returns:
    ///     The round.
    ///
    /// Raises:
    ///     IllegalTurnError: If a turn is refused. The message names the event.
    ///     RummyError: If a field is missing, unknown or invalid, or an event does not match its
    ///         turn.
    ///     SearchCancelledError: If a `Cancellation` stopped a check.
    ///     TypeError: If a field has the wrong type.
    #[staticmethod]
    #[pyo3(signature = (fields, *, cancel=None))]
    fn from_dict(fields: &Bound<'_, PyAny>, cancel: Option<Cancel>) -> PyResult<Self> {
        round_dict::read(fields, cancel.as_ref()).map(Self::wrap)
    }

    /// Return the start of the round and its events, ready for JSON. Contains hidden tiles.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let round = self.lock().clone();
        round_dict::write(py, &round)
    }

    /// The rules of the round.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(*self.lock().rules())
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.lock().seats()
    }

    /// The seed of the deal; None if the round was set up.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.lock().seed()
    }

    /// The seat that had the first turn.
    #[getter]
    fn starter(&self) -> usize {
        self.lock().starter()
    }

    /// The seat whose turn it is; once the round is over, the seat that made the last turn.
    #[getter]
    fn to_move(&self) -> usize {
        self.lock().to_move()
    }

    /// The table.
    #[getter]
    fn table(&self) -> PyTable {
        PyTable(self.lock().table().clone())
    }

    /// For each seat, whether it has opened (rule 11).
    #[getter]
    fn opened<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let opened = self.lock().opened().to_vec();
        PyTuple::new(py, opened)
    }

    /// The hand of each seat. Hidden from the other seats.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hands = self.lock().hands().to_vec();
        PyTuple::new(py, hands.into_iter().map(PyHand))
    }

    /// The pool, in the order in which its tiles are drawn. Hidden from every seat.
    #[getter]
    fn pool<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pool = self.lock().pool().to_vec();
        tuple_of(py, pool.into_iter())
    }

    /// The turns so far, oldest first.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let events = self.lock().events().to_vec();
        events_of(py, &events)
    }

    /// How the round ended; None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.lock().outcome().cloned().map(PyOutcome)
    }

    /// Whether the round has ended.
    #[getter]
    fn over(&self) -> bool {
        self.lock().outcome().is_some()
    }

    /// Return everything that a seat may see.
    ///
    /// Args:
    ///     seat: The seat, from 0.
    ///
    /// Returns:
    ///     Its view.
    ///
    /// Raises:
    ///     RummyError: If there is no such seat.
    ///     TypeError: If `seat` is not a whole number.
    fn view(&self, seat: &Bound<'_, PyAny>) -> PyResult<PyView> {
        let seat = count("seat", seat)?;
        let view = self.lock().view(seat);
        view.map(PyView).map_err(refuse)
    }

    /// Play tiles (rules 10 to 15).
    ///
    /// Args:
    ///     seat: The seat to move.
    ///     table: The whole table after the turn, including the melds that are not touched. The
    ///         turn is refused if a meld is invalid.
    ///     cancel: A `Cancellation` that stops the check from another thread, which leaves the
    ///         round unchanged; None means none.
    ///
    /// Returns:
    ///     The public record of the turn.
    ///
    /// Raises:
    ///     IllegalTurnError: If the turn is refused, with every reason in `reasons`.
    ///     SearchCancelledError: If a `Cancellation` stopped the check.
    ///     TypeError: If an argument has the wrong type.
    #[pyo3(signature = (seat, table, *, cancel=None))]
    fn play(&self, seat: &Bound<'_, PyAny>, table: &Bound<'_, PyAny>, cancel: Option<Cancel>) -> PyResult<PyEvent> {
        if let Ok(held) = table.cast::<PyTable>() {
            let after = &held.get().0;
            return self.make_turn(seat, cancel.as_ref(), |round, seat, stop| round.play_until(seat, after, stop));
        }
        let draft = draft_of("table", table)?;
        self.make_turn(seat, cancel.as_ref(), |round, seat, stop| round.play_draft_until(seat, &draft, stop))
    }

    /// Draw a tile (rule 9).
    ///
    /// Args:
    ///     seat: The seat to move.
    ///
    /// Returns:
    ///     The public record of the turn.
    ///
    /// Raises:
    ///     IllegalTurnError: If it is not this seat's turn, or the pool is empty.
    fn draw(&self, seat: &Bound<'_, PyAny>) -> PyResult<PyEvent> {
        self.make_turn(seat, None, |round, seat, _| round.draw(seat))
    }

    /// Pass: neither play nor draw (rule 18).
    ///
    /// Args:
    ///     seat: The seat to move.
    ///
    /// Returns:
    ///     The public record of the turn.
    ///
    /// Raises:
    ///     IllegalTurnError: If it is not this seat's turn, or the pool is not empty.
    #[pyo3(name = "pass_")]
    fn pass(&self, seat: &Bound<'_, PyAny>) -> PyResult<PyEvent> {
        self.make_turn(seat, None, |round, seat, _| round.pass(seat))
    }

    /// Carry out the decision of a seat: play, draw or pass.
    ///
    /// Args:
    ///     seat: The seat to move.
    ///     turn: What it decided.
    ///     cancel: A `Cancellation` that stops the check from another thread, which leaves the
    ///         round unchanged; None means none.
    ///
    /// Returns:
    ///     The public record of the turn.
    ///
    /// Raises:
    ///     IllegalTurnError: If the turn is refused, with every reason in `reasons`.
    ///     SearchCancelledError: If a `Cancellation` stopped the check.
    ///     TypeError: If an argument has the wrong type.
    #[pyo3(signature = (seat, turn, *, cancel=None))]
    fn take(&self, seat: &Bound<'_, PyAny>, turn: &Bound<'_, PyAny>, cancel: Option<Cancel>) -> PyResult<PyEvent> {
        let held = turn.cast::<PyTurn>().map_err(|_| type_error("turn", "a Turn", turn))?;
        let turn = &held.get().0;
        self.make_turn(seat, cancel.as_ref(), |round, seat, stop| round.take_until(seat, turn, stop))
    }

    /// End a turn whose time ran out (rule 13).
    ///
    /// Under `timeout = keep_last_legal`, the last snapshot that is a legal turn stands. Tiles that
    /// are not in a valid meld go back to the hand first; if one of them was on the table, the
    /// snapshot is not legal. If no snapshot is legal, and always under `timeout = undo`, the turn
    /// is undone and the seat draws `timeout_draw` tiles, or as many as there are; with an empty
    /// pool it passes. The round keeps no time itself: call this when your clock runs out.
    ///
    /// Args:
    ///     seat: The seat to move.
    ///     snapshots: The table at each moment of the turn, oldest first. Loose tiles may appear
    ///         as melds that are not valid.
    ///     cancel: A `Cancellation` that stops the check from another thread, which leaves the
    ///         round unchanged; None means none.
    ///
    /// Returns:
    ///     The public record of the turn.
    ///
    /// Raises:
    ///     IllegalTurnError: If it is not this seat's turn.
    ///     SearchCancelledError: If a `Cancellation` stopped the check.
    ///     TypeError: If an argument has the wrong type.
    #[pyo3(
        signature = (seat, snapshots=None, *, cancel=None),
        text_signature = "(self, seat, snapshots=(), *, cancel=None)"
    )]
    fn timeout(
        &self,
        seat: &Bound<'_, PyAny>,
        snapshots: Option<&Bound<'_, PyAny>>,
        cancel: Option<Cancel>,
    ) -> PyResult<PyEvent> {
        let drafts = match snapshots {
            None => Vec::new(),
            Some(snapshots) => {
                let snapshots = list("snapshots", "a list of tables", snapshots)?;
                snapshots.iter().map(|snapshot| draft_of("snapshots", snapshot)).collect::<PyResult<Vec<_>>>()?
            }
        };
        self.make_turn(seat, cancel.as_ref(), |round, seat, stop| round.timeout_until(seat, &drafts, stop))
    }

    /// End the turn of a player who made no valid turn. It is undone as at a timeout.
    ///
    /// Args:
    ///     seat: The seat to move.
    ///
    /// Returns:
    ///     The public record of the turn.
    ///
    /// Raises:
    ///     IllegalTurnError: If it is not this seat's turn.
    fn forfeit(&self, seat: &Bound<'_, PyAny>) -> PyResult<PyEvent> {
        self.make_turn(seat, None, |round, seat, _| round.forfeit(seat))
    }

    /// Repeat the turn of an event and check that it has the same result.
    ///
    /// Args:
    ///     event: The event.
    ///     cancel: A `Cancellation` that stops the check from another thread, which leaves the
    ///         round unchanged; None means none.
    ///
    /// Returns:
    ///     The public record of the turn, which equals the event.
    ///
    /// Raises:
    ///     IllegalTurnError: If the turn is refused.
    ///     RummyError: If the result differs. The message names the field.
    ///     SearchCancelledError: If a `Cancellation` stopped the check.
    ///     TypeError: If `event` is not an `Event`.
    #[pyo3(signature = (event, *, cancel=None))]
    fn repeat(&self, event: &Bound<'_, PyAny>, cancel: Option<Cancel>) -> PyResult<PyEvent> {
        let py = event.py();
        let event = event.cast::<PyEvent>().map_err(|_| type_error("event", "an Event", event))?;
        let event = &event.get().0;
        let made = self.0.repeat(py, cancel.as_ref(), event)?;
        made.map(PyEvent).map_err(|error| refused_event(py, &error, None))
    }

    /// Return an independent copy.
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
        // Never hold both locks: two threads that compare the same two rounds would deadlock.
        let ours = self.lock().clone();
        ours == *other.get().lock()
    }

    fn __repr__(&self) -> String {
        let round = self.lock();
        let (seats, turns) = (counted(round.seats(), "seat"), counted(round.events().len(), "turn"));
        let seed = round.seed().map_or_else(|| "set up".to_owned(), |seed| format!("seed {seed}"));
        match round.outcome() {
            None => format!("<Round: {seats}, {seed}, {turns}, seat {} to move>", round.to_move()),
            Some(outcome) => format!("<Round: {seats}, {seed}, {turns}, {}>", outcome.ending.name()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyDict>,))> {
        Ok((slf.get_type(), (slf.get().to_dict(slf.py())?,)))
    }
}
