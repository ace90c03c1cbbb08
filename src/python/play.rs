//! `Play`: the answer of a search.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::convert::Argument;
use super::draw;
use super::exceptions::RummyError;
use super::melds::{PyTable, TableArg};
use super::numbers::whole;
use super::rules::{PyRules, rules_of};
use super::steps::steps_of;
use super::tiles::{HandArg, PyHand, tuple_of};
use crate::rules::Rules;
use crate::solver::{Play, Problem};
use crate::table::Table;
use crate::tile::Tiles;

/// The tiles to play from the hand, and the table afterwards.
///
/// A play is false if there is nothing to play. Two plays are equal if they play the same tiles,
/// leave the same table and agree in `points` and `proven`.
///
/// Args:
///     tiles: The tiles played from the hand.
///     table: The table after the turn.
///     points: The points that leave the hand, as in the final count.
///     proven: Whether the search has shown that no better play exists.
///     before: The table before the turn. Give both `before` and `hand`, or neither; `steps`
///         needs them.
///     hand: The hand before the turn.
///     opened: Whether the player had opened (rule 11).
///     rules: The rules; None means `schmidt`.
///
/// Raises:
///     NotationError: If a text cannot be read under the rules.
///     InvalidTableError: If a table cannot exist under the rules.
///     RummyError: If only one of `before` and `hand` is given, or `points` is out of range.
///     TypeError: If an argument has the wrong type.
#[pyclass(name = "Play", module = "rummy_fast", frozen, eq, hash)]
pub(crate) struct PyPlay {
    tiles: Tiles,
    table: Table,
    points: u32,
    proven: bool,
    position: Option<Box<Position>>,
}

/// The position that a play answers.
#[derive(Clone)]
struct Position {
    before: Table,
    hand: Tiles,
    opened: bool,
    rules: Rules,
}

impl PyPlay {
    pub(super) fn new(play: Play, problem: &Problem<'_>) -> Self {
        let Problem { rules, table, hand, opened, .. } = *problem;
        let points = play.tiles.points(rules.joker_penalty);
        let position = Position { before: table.clone(), hand: hand.clone(), opened, rules: *rules };
        Self { tiles: play.tiles, table: play.table, points, proven: play.proven, position: Some(Box::new(position)) }
    }

    /// What is compared.
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
    #[pyo3(
        signature = (
            tiles, table, points, proven=Argument::Default, before=None, hand=None, opened=Argument::Default,
            rules=None
        ),
        text_signature =
            "(tiles, table, points, proven=True, before=None, hand=None, opened=True, rules=None)"
    )]
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 passes arguments by value")]
    #[expect(clippy::too_many_arguments, reason = "a play and its position")]
    fn make(
        tiles: &Bound<'_, PyAny>,
        table: &Bound<'_, PyAny>,
        points: &Bound<'_, PyAny>,
        proven: Argument<'_>,
        before: Option<&Bound<'_, PyAny>>,
        hand: Option<&Bound<'_, PyAny>>,
        opened: Argument<'_>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rules = rules_of(rules)?;
        let opened = opened.flag("opened", true)?;
        let position = match (before, hand) {
            (None, None) => None,
            (Some(before), Some(hand)) => Some(Box::new(Position {
                before: TableArg::new("before", before, &rules)?.get().clone(),
                hand: HandArg::new("hand", hand, rules.deck)?.get().clone(),
                opened,
                rules,
            })),
            _ => return Err(RummyError::new_err("give both before and hand, or neither")),
        };
        Ok(Self {
            tiles: HandArg::new("tiles", tiles, rules.deck)?.get().clone(),
            table: TableArg::new("table", table, &rules)?.get().clone(),
            points: whole("points", points, 0, u32::MAX)?,
            proven: proven.flag("proven", true)?,
            position,
        })
    }

    /// The tiles played from the hand, sorted; empty if there is nothing to play.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, self.tiles.iter())
    }

    /// The table after the turn; unchanged if nothing is played.
    #[getter]
    fn table(&self) -> PyTable {
        PyTable(self.table.clone())
    }

    /// The points that leave the hand; a joker counts `joker_penalty` (rule 16).
    #[getter]
    fn points(&self) -> u32 {
        self.points
    }

    /// True if no better play exists; False if a limit stopped the search.
    ///
    /// For a tidy play, True also means that no equally good play touches fewer melds.
    #[getter]
    fn proven(&self) -> bool {
        self.proven
    }

    /// The table before the turn; None if the play was constructed without it.
    #[getter]
    fn before(&self) -> Option<PyTable> {
        self.position.as_ref().map(|position| PyTable(position.before.clone()))
    }

    /// The hand before the turn; None if the play was constructed without it.
    #[getter]
    fn hand(&self) -> Option<PyHand> {
        self.position.as_ref().map(|position| PyHand(position.hand.clone()))
    }

    /// Whether the player had opened; None if the play was constructed without a position.
    #[getter]
    fn opened(&self) -> Option<bool> {
        self.position.as_ref().map(|position| position.opened)
    }

    /// The rules; None if the play was constructed without a position.
    #[getter]
    fn rules(&self) -> Option<PyRules> {
        self.position.as_ref().map(|position| PyRules(position.rules))
    }

    /// Break the turn down into moves that a person can carry out.
    ///
    /// The steps leave out melds that need not be touched. They exchange each joker before they
    /// play it again (rule 14). Between steps, the table may contain invalid melds (rule 10).
    ///
    /// Returns:
    ///     The moves in order; empty if there is nothing to play.
    ///
    /// Raises:
    ///     RummyError: If the play was constructed without `before` and `hand`.
    ///     IllegalTurnError: If the play was constructed by hand and the rules do not allow it.
    ///     SearchCancelledError: If a `Cancellation` stopped it.
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        if self.tiles.is_empty() && self.position.as_ref().is_none_or(|position| position.before == self.table) {
            return Ok(PyTuple::empty(py));
        }
        let Some(position) = &self.position else {
            return Err(RummyError::new_err("this play has no steps: construct it with before and hand"));
        };
        let Position { before, hand, opened, rules } = &**position;
        PyTuple::new(py, steps_of(py, before, hand, &self.table, *opened, rules)?)
    }

    /// Draw the turn for a notebook; see `rummy_fast.draw.play`. None if the play is illegal.
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
        let arguments = match this.position.as_deref().cloned() {
            None => answer.into_pyobject(py)?,
            Some(Position { before, hand, opened, rules }) => {
                let (tiles, table, points, proven) = answer;
                let (before, hand, rules) = (PyTable(before), PyHand(hand), PyRules(rules));
                (tiles, table, points, proven, before, hand, opened, rules).into_pyobject(py)?
            }
        };
        Ok((slf.get_type(), arguments))
    }
}
