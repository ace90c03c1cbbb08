//! `Play`: the answer of a search.

use std::hash::{Hash, Hasher};

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyTuple, PyType};

use super::cancel::Cancel;
use super::convert::Argument;
use super::draw;
use super::exceptions::RummyError;
use super::melds::{PyTable, TableArg, tuple_of_melds};
use super::numbers::{count, whole};
use super::rules::{PyRules, rules_of};
use super::steps::steps_of;
use super::tiles::{HandArg, PyHand, tuple_of};
use super::turn::PyTurn;
use crate::round::Turn;
use crate::rules::Rules;
use crate::solver::{Objective, Play, Problem};
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
///     before: The table before the turn. Give both `before` and `hand`, or neither; `steps`,
///         `kept`, `changed` and `new` need them.
///     hand: The hand before the turn.
///     opened: Whether the player had opened (rule 11).
///     rules: The rules; None means `schmidt`.
///     upper_bound: The most tiles, points or weight that any play can reach.
///     nodes: The number of nodes that the search visited.
///
/// Raises:
///     NotationError: If a text cannot be read under the rules.
///     InvalidTableError: If a table cannot exist under the rules.
///     RummyError: If only one of `before` and `hand` is given, or a number is out of range.
///     TypeError: If an argument has the wrong type.
#[pyclass(name = "Play", module = "rummy_fast", frozen, eq, hash)]
pub(crate) struct PyPlay {
    tiles: Tiles,
    table: Table,
    points: u32,
    proven: bool,
    position: Option<Box<Position>>,
    upper_bound: Option<UpperBound>,
    nodes: Option<u64>,
}

/// An upper bound on what the objective counts.
#[derive(Clone, Copy)]
enum UpperBound {
    Count(u64),
    Weight(f64),
}

impl UpperBound {
    #[expect(clippy::cast_precision_loss, reason = "weights are floats for Python")]
    fn of(bound: u64, objective: &Objective) -> Self {
        match objective {
            Objective::Tiles | Objective::Points => Self::Count(bound),
            Objective::Weights(_) => Self::Weight(bound as f64 / 1e6),
        }
    }

    /// Reads a whole number or a float.
    fn read(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if value.is_instance_of::<PyFloat>() {
            return value.extract().map(Self::Weight);
        }
        whole("upper_bound", value, 0, u64::MAX).map(Self::Count)
    }

    fn number(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        match self {
            Self::Count(count) => count.into_bound_py_any(py),
            Self::Weight(weight) => weight.into_bound_py_any(py),
        }
    }
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
        Self {
            tiles: play.tiles,
            table: play.table,
            points,
            proven: play.proven,
            position: Some(Box::new(position)),
            upper_bound: None,
            nodes: None,
        }
    }

    /// A play with what the search knows besides.
    pub(super) fn solved(play: Play, problem: &Problem<'_>) -> Self {
        let (upper_bound, nodes) = (UpperBound::of(play.upper_bound, problem.objective), play.nodes);
        Self { upper_bound: Some(upper_bound), nodes: Some(nodes), ..Self::new(play, problem) }
    }

    /// The table before the turn.
    fn before_turn(&self) -> PyResult<&Table> {
        let missing = || RummyError::new_err("this play has no table before it: construct it with before and hand");
        self.position.as_ref().map(|position| &position.before).ok_or_else(missing)
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
            rules=None, upper_bound=None, nodes=None
        ),
        text_signature =
            "(tiles, table, points, proven=True, before=None, hand=None, opened=True, rules=None, upper_bound=None, nodes=None)"
    )]
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
        upper_bound: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
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
            upper_bound: upper_bound.map(UpperBound::read).transpose()?,
            nodes: nodes.map(|nodes| whole("nodes", nodes, 0, u64::MAX)).transpose()?,
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

    /// The most tiles, points or weight that any play may reach, depending on the objective.
    ///
    /// If the play is `proven`, this is what the play itself reaches, and no play reaches more.
    /// Otherwise the best play is between the two: the bound counts each tile of the hand that fits
    /// into a meld with some of the other tiles. None for candidates and plays constructed without
    /// it.
    #[getter]
    fn upper_bound<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.upper_bound.map(|bound| bound.number(py)).transpose()
    }

    /// The number of nodes that the search visited.
    ///
    /// It measures the work independently of the machine. None for candidates and plays constructed
    /// without it.
    #[getter]
    fn nodes(&self) -> Option<u64> {
        self.nodes
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

    /// The melds that were on the table before the turn and still are, unchanged.
    ///
    /// `kept`, `changed` and `new` raise a `RummyError` if the play was constructed without
    /// `before` and `hand`.
    #[getter]
    fn kept<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of_melds(py, self.before_turn()?.common(&self.table))
    }

    /// The melds that were on the table before the turn and are no longer.
    #[getter]
    fn changed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of_melds(py, self.before_turn()?.minus(&self.table))
    }

    /// The melds that were not on the table before the turn.
    #[getter]
    #[pyo3(name = "new")]
    fn new_melds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of_melds(py, self.table.minus(self.before_turn()?))
    }

    /// Return the turn to give to `Round.take`.
    ///
    /// Args:
    ///     pool_size: The number of tiles in the pool, such as `view.pool_size`; None means that
    ///         there are some.
    ///
    /// Returns:
    ///     A play of these tiles. If there is nothing to play, a draw, or a pass if the pool is
    ///     empty.
    ///
    /// Raises:
    ///     RummyError: If `pool_size` is out of range.
    ///     TypeError: If `pool_size` is not a whole number.
    #[pyo3(signature = (pool_size=None))]
    fn turn(&self, pool_size: Option<&Bound<'_, PyAny>>) -> PyResult<PyTurn> {
        let pool_size = pool_size.map(|size| count("pool_size", size)).transpose()?;
        Ok(PyTurn(match pool_size {
            _ if !self.tiles.is_empty() => Turn::Play(self.table.clone()),
            Some(0) => Turn::Pass,
            _ => Turn::Draw,
        }))
    }

    /// Break the turn down into moves that a person can carry out.
    ///
    /// The steps leave out melds that need not be touched. They exchange each joker before they
    /// play it again (rule 14). Between steps, the table may contain invalid melds (rule 10).
    ///
    /// Args:
    ///     cancel: A `Cancellation` that stops the work from another thread; None means none.
    ///
    /// Returns:
    ///     The moves in order; empty if there is nothing to play.
    ///
    /// Raises:
    ///     RummyError: If the play was constructed without `before` and `hand`.
    ///     IllegalTurnError: If the play was constructed by hand and the rules do not allow it.
    ///     SearchCancelledError: If a `Cancellation` stopped it.
    #[pyo3(signature = (*, cancel=None))]
    fn steps<'py>(&self, py: Python<'py>, cancel: Option<Cancel>) -> PyResult<Bound<'py, PyTuple>> {
        if self.tiles.is_empty() && self.position.as_ref().is_none_or(|position| position.before == self.table) {
            return Ok(PyTuple::empty(py));
        }
        let Some(position) = &self.position else {
            return Err(RummyError::new_err("this play has no steps: construct it with before and hand"));
        };
        let Position { before, hand, opened, rules } = &**position;
        PyTuple::new(py, steps_of(py, before, hand, &self.table, *opened, rules, cancel.as_ref())?)
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
        let (tiles, table) = (PyHand(this.tiles.clone()), this.table());
        let (before, hand, opened, rules) = (this.before(), this.hand(), this.opened().unwrap_or(true), this.rules());
        let (points, proven, bound, nodes) = (this.points, this.proven, this.upper_bound(py)?, this.nodes);
        let arguments = (tiles, table, points, proven, before, hand, opened, rules, bound, nodes);
        Ok((slf.get_type(), arguments.into_pyobject(py)?))
    }
}
