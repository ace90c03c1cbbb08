//! A bot that holds tiles back if they help the opponents more than itself.

use std::time::Duration;

use super::bot::{Bot, BotError, as_f64, check_to_move, draw_or_pass};
use super::choice::{self, Choice, Choices};
use crate::clock::Deadline;
use crate::round::{Turn, View};
use crate::rules::OpeningTable;
use crate::solver::{Problem, Solver};
use crate::table::Table;
use crate::tile::Tiles;

/// The value of a tile that is held back and can be played next turn; a tile played now is worth 1.
const NEXT_TURN_VALUE: f64 = 0.7;
/// The cost of a tile that an opponent can be expected to play.
const OPPONENT_COST: f64 = 1.0;

/// A bot that weighs what it plays against what that lets its opponents play, given the tiles it has not seen.
///
/// It looks one turn ahead and uses no randomness. Its advantage over [`Greedy`](crate::Greedy) grows with the
/// number of seats: none is measurable at two, and it wins about 30 % of rounds among four.
#[derive(Debug, Default)]
pub struct Careful {
    solver: Solver,
}

impl Careful {
    /// Makes a new bot.
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

/// Chooses as [`Careful`] does, with the caller's solver. Ignores the choices that it has not evaluated when the
/// time is up.
pub(crate) fn choose(
    solver: &mut Solver,
    view: &View,
    limit: Option<Duration>,
    interrupt: &mut dyn FnMut() -> bool,
) -> Result<Turn, BotError> {
    check_to_move(view)?;
    let deadline = Deadline::after(limit);
    let mut stop = || deadline.has_passed() || interrupt();
    let choices = match choice::list(solver, view, 0, &mut stop) {
        Choices::Decided(turn) => return Ok(turn),
        Choices::Several(choices) => choices,
    };
    let unseen = view.unseen();
    let mut best: Option<(f64, &Choice)> = None;
    for choice in &choices {
        let value = evaluate(solver, view, choice, &unseen, &mut stop);
        if stop() {
            // The evaluation may be incomplete.
            break;
        }
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, choice));
        }
    }
    let chosen = best.map(|(_, choice)| choice).or(choices.first());
    Ok(chosen.map_or_else(|| draw_or_pass(view), |choice| choice.turn(view)))
}

/// The value of a choice, in tiles played.
fn evaluate(solver: &mut Solver, view: &View, choice: &Choice, unseen: &Tiles, stop: &mut dyn FnMut() -> bool) -> f64 {
    let Choice { tiles: played, table } = choice;
    let left = view.hand.minus(played);
    let opened = view.has_opened() || !played.is_empty();
    let next_turn = playable(solver, view, table, &left, opened, stop);
    let drawn = if played.is_empty() && view.pool_size > 0 { 1.0 } else { 0.0 };
    let opponents = opponents_play(solver, view, table, unseen, stop);
    as_f64(played.len()) - drawn + NEXT_TURN_VALUE * as_f64(next_turn) - OPPONENT_COST * opponents
}

/// The expected number of tiles with which opponents who have opened can extend a table.
fn opponents_play(
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
        .filter(|&(tile, _)| playable(solver, view, table, &Tiles::from_iter([tile]), true, stop) > 0)
        .map(|(_, count)| u32::from(count))
        .sum();
    f64::from(fitting) / as_f64(unseen.len().max(1)) * as_f64(held)
}

/// The number of these tiles that can be played.
fn playable(
    solver: &mut Solver,
    view: &View,
    table: &Table,
    hand: &Tiles,
    opened: bool,
    stop: &mut dyn FnMut() -> bool,
) -> usize {
    let problem = Problem { opened, ..choice::problem(view, &view.rules, table, hand) };
    solver.best(&problem, stop).tiles.len()
}
