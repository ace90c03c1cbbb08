//! A problem read from Python arguments.

use std::sync::Arc;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::convert::Argument;
use super::melds::TableArg;
use super::objective::objective;
use super::rules::rules_of;
use super::tiles::HandArg;
use super::view::PyView;
use crate::round::View;
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

    /// The position of a view, or of a table and a hand with the rules and `opened` of the settings.
    pub(super) fn read(
        table: &Bound<'py, PyAny>,
        hand: Option<&Bound<'py, PyAny>>,
        (rules, opened): (Option<&Bound<'py, PyAny>>, &Argument<'py>),
        search: (&Argument<'py>, bool, Option<Duration>),
    ) -> PyResult<Self> {
        let (objective, tidy, limit) = search;
        if let Ok(view) = table.cast::<PyView>() {
            if hand.is_some() || rules.is_some() || matches!(opened, Argument::Given(_)) {
                return Err(PyTypeError::new_err(
                    "a View has a hand, rules and opened of its own: leave these arguments out",
                ));
            }
            return Self::of_view(view, objective, tidy, limit);
        }
        let none = table.py().None().into_bound(table.py());
        let hand = hand.unwrap_or(&none);
        let (rules, opened) = (rules_of(rules)?, opened.flag("opened", true)?);
        Self::new(table, hand, Settings { rules, opened, objective, tidy, limit })
    }

    /// The position of a view.
    pub(super) fn of_view(
        view: &Bound<'py, PyView>,
        given: &Argument<'py>,
        tidy: bool,
        limit: Option<Duration>,
    ) -> PyResult<Self> {
        let View { rules, table, hand, opened, seat, .. } = &view.get().0;
        Ok(Self {
            table: TableArg::Shared(Arc::clone(table)),
            hand: HandArg::Read(Box::new(hand.clone())),
            opened: opened.get(*seat).copied().unwrap_or(false),
            objective: objective(given, rules.deck)?,
            tidy,
            limit,
            rules: *rules,
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
