//! A bot that makes the best play every turn.

use std::time::Duration;

use super::bot::{Bot, BotError, check_to_move, draw_or_pass};
use crate::round::{Turn, View};
use crate::solver::{Objective, Problem, Solver};

/// A bot that plays as many tiles as it can, and among equal plays the one worth most points.
///
/// It draws if there is nothing to play, and passes if there is nothing to draw either.
#[derive(Debug, Default)]
pub struct Greedy {
    solver: Solver,
}

impl Greedy {
    /// Makes a new bot.
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

/// Chooses as [`Greedy`] does, with the caller's solver.
pub(crate) fn choose(
    solver: &mut Solver,
    view: &View,
    limit: Option<Duration>,
    interrupt: &mut dyn FnMut() -> bool,
) -> Result<Turn, BotError> {
    check_to_move(view)?;
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
    Ok(if play.tiles.is_empty() { draw_or_pass(view) } else { Turn::Play(play.table) })
}
