//! A problem read from Python arguments.

use std::time::Duration;

use pyo3::prelude::*;

use super::convert::Argument;
use super::melds::TableArg;
use super::objective::objective;
use super::tiles::HandArg;
use crate::rules::Rules;
use crate::solver::{Objective, Problem};

/// What a problem says besides its table and hand.
#[derive(Clone, Copy)]
pub(super) struct Settings<'a, 'py> {
    pub(super) rules: Rules,
    pub(super) opened: bool,
    pub(super) objective: &'a Argument<'py>,
    pub(super) tidy: bool,
    pub(super) limit: Option<Duration>,
}

/// A problem that owns or holds on to its parts.
pub(super) struct OwnedProblem<'py> {
    rules: Rules,
    table: TableArg<'py>,
    hand: HandArg<'py>,
    opened: bool,
    objective: Objective,
    tidy: bool,
    limit: Option<Duration>,
}

impl<'py> OwnedProblem<'py> {
    pub(super) fn new(
        table: &Bound<'py, PyAny>,
        hand: &Bound<'py, PyAny>,
        settings: Settings<'_, 'py>,
    ) -> PyResult<Self> {
        let Settings { rules, opened, objective: given, tidy, limit } = settings;
        Ok(Self {
            table: TableArg::new("table", table, &rules)?,
            hand: HandArg::new("hand", hand, rules.deck)?,
            opened,
            objective: objective(given, rules.deck)?,
            tidy,
            limit,
            rules,
        })
    }

    pub(super) fn as_problem(&self) -> Problem<'_> {
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
