//! The best play, every turn.

use std::time::Duration;

use super::{Bot, BotError, expect_turn, wait};
use crate::round::{Turn, View};
use crate::solver::{Objective, Problem, Solver};

/// Plays as many tiles as it can, ties by points; draws when there is nothing to play, and passes when there is
/// nothing to draw either.
#[derive(Debug, Default)]
pub struct Greedy {
    solver: Solver,
}

impl Greedy {
    /// A new player.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Bot for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn choose(
        &mut self,
        view: &View,
        limit: Option<Duration>,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Turn, BotError> {
        choose(&mut self.solver, view, limit, interrupt)
    }
}

/// What [`Greedy`] decides, with a solver that the caller keeps.
pub(crate) fn choose(
    solver: &mut Solver,
    view: &View,
    limit: Option<Duration>,
    interrupt: &mut dyn FnMut() -> bool,
) -> Result<Turn, BotError> {
    expect_turn(view)?;
    let problem = Problem {
        rules: &view.rules,
        table: &view.table,
        hand: &view.hand,
        opened: view.has_opened(),
        objective: &Objective::Tiles,
        tidy: false,
        limit,
    };
    let play = solver.solve(&problem, interrupt)?;
    Ok(if play.tiles.is_empty() { wait(view) } else { Turn::Play(play.table) })
}
