//! Holds back what helps the others more than itself.

use std::time::{Duration, Instant};

use super::choices::{self, Choice, Choices};
use super::{Bot, BotError, expect_turn, real, wait};
use crate::round::{Turn, View};
use crate::rules::OpeningTable;
use crate::solver::{Problem, Solver};
use crate::table::Table;
use crate::tile::Tiles;

/// What a tile held back is worth that could be played a turn later, as a part of one played now.
const LATER: f64 = 0.7;
/// What a tile that another seat can be expected to play counts against one played now.
const OTHERS: f64 = 1.0;

/// Weighs what it plays against what that lets the others lay, with an eye to all tiles it has not seen.
///
/// It looks one turn ahead and leaves nothing to chance.
#[derive(Debug, Default)]
pub struct Careful {
    solver: Solver,
}

impl Careful {
    /// A new player.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Bot for Careful {
    fn name(&self) -> &'static str {
        "careful"
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

/// What [`Careful`] decides, with a solver that the caller keeps. What it has not weighed when the time is up it
/// leaves out.
pub(crate) fn choose(
    solver: &mut Solver,
    view: &View,
    limit: Option<Duration>,
    interrupt: &mut dyn FnMut() -> bool,
) -> Result<Turn, BotError> {
    expect_turn(view)?;
    let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    let mut stop = || deadline.is_some_and(|deadline| Instant::now() >= deadline) || interrupt();
    let choices = match choices::list(solver, view, 0, &mut stop) {
        Choices::One(turn) => return Ok(turn),
        Choices::Several(choices) => choices,
    };
    let unseen = view.unseen();
    let mut best: Option<(f64, &Choice)> = None;
    for choice in &choices {
        let worth = weigh(solver, view, choice, &unseen, &mut stop);
        if stop() {
            // This one may not have been weighed to the end.
            break;
        }
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, choice));
        }
    }
    let chosen = best.map(|(_, choice)| choice).or(choices.first());
    Ok(chosen.map_or_else(|| wait(view), |choice| choice.turn(view)))
}

/// What a choice is worth, in tiles played.
fn weigh(solver: &mut Solver, view: &View, choice: &Choice, unseen: &Tiles, stop: &mut dyn FnMut() -> bool) -> f64 {
    let Choice { tiles: played, table } = choice;
    let left = view.hand.minus(played);
    let opened = view.has_opened() || !played.is_empty();
    let later = plays(solver, view, table, &left, opened, stop);
    let drawn = if played.is_empty() && view.pool_size > 0 { 1.0 } else { 0.0 };
    let others = open_to_others(solver, view, table, unseen, stop);
    real(played.len()) - drawn + LATER * real(later) - OTHERS * others
}

/// How many tiles those who have opened can be expected to have a place for on a table.
fn open_to_others(
    solver: &mut Solver,
    view: &View,
    table: &Table,
    unseen: &Tiles,
    stop: &mut dyn FnMut() -> bool,
) -> f64 {
    let may_use = |seat: usize| {
        view.opened.get(seat).copied().unwrap_or(false) || view.rules.opening_table == OpeningTable::SameTurn
    };
    let held: usize = view
        .hand_sizes
        .iter()
        .enumerate()
        .filter(|&(seat, _)| seat != view.seat && may_use(seat))
        .map(|(_, &size)| size)
        .sum();
    if held == 0 {
        return 0.0;
    }
    let fitting: u32 = unseen
        .kinds()
        .filter(|&(tile, _)| plays(solver, view, table, &Tiles::from_iter([tile]), true, stop) > 0)
        .map(|(_, count)| u32::from(count))
        .sum();
    f64::from(fitting) / real(unseen.len().max(1)) * real(held)
}

/// How many of these tiles can be played.
fn plays(
    solver: &mut Solver,
    view: &View,
    table: &Table,
    hand: &Tiles,
    opened: bool,
    stop: &mut dyn FnMut() -> bool,
) -> usize {
    let problem = Problem { opened, ..choices::problem(view, &view.rules, table, hand) };
    solver.best(&problem, stop).tiles.len()
}
