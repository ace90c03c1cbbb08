//! The turns that are worth a thought.

use std::sync::Arc;

use super::wait;
use crate::round::{Turn, View};
use crate::rules::Rules;
use crate::solver::{Objective, Play, Problem, Solver};
use crate::table::Table;
use crate::tile::{Tile, Tiles};

/// A turn that may be made.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// The tiles played; none if the seat draws, or passes where there is no pool.
    pub(super) tiles: Tiles,
    /// The table after.
    pub(super) table: Arc<Table>,
}

impl Choice {
    /// The turn to make.
    pub(super) fn turn(&self, view: &View) -> Turn {
        if self.tiles.is_empty() { wait(view) } else { Turn::Play(self.table.as_ref().clone()) }
    }
}

impl From<Play> for Choice {
    fn from(play: Play) -> Self {
        Self { tiles: play.tiles, table: Arc::new(play.table) }
    }
}

/// What there is to think about.
pub(super) enum Choices {
    /// One turn that is the only one, or surely the best.
    One(Turn),
    /// The best play first.
    Several(Vec<Choice>),
}

/// Lists the turns worth a thought: the best play, the best without each kind of its tiles, so many from the top
/// of the list of all plays, and waiting.
pub(super) fn list(solver: &mut Solver, view: &View, listed: usize, stop: &mut dyn FnMut() -> bool) -> Choices {
    let best = solver.best(&problem(view, &view.rules, &view.table, &view.hand), stop);
    if best.tiles.is_empty() {
        return Choices::One(wait(view));
    }
    if best.tiles.len() == view.hand.len() {
        return Choices::One(Turn::Play(best.table));
    }
    let kinds: Vec<Tile> = best.tiles.kinds().map(|(tile, _)| tile).collect();
    let mut plays = vec![best];
    for held in kinds {
        if stop() {
            break;
        }
        let mut hand = view.hand.clone();
        while hand.remove(held) {}
        add(&mut plays, solver.best(&problem(view, &view.rules, &view.table, &hand), stop));
    }
    if listed > plays.len() && !stop() {
        let few = solver.candidates(&problem(view, &view.rules, &view.table, &view.hand), listed, stop);
        for play in few.into_iter().flat_map(|few| few.plays) {
            add(&mut plays, play);
        }
    }
    let mut choices: Vec<Choice> = plays.into_iter().map(Choice::from).collect();
    choices.push(Choice { tiles: Tiles::new(), table: Arc::clone(&view.table) });
    Choices::Several(choices)
}

fn add(plays: &mut Vec<Play>, play: Play) {
    if !play.tiles.is_empty() && plays.iter().all(|known| known.tiles != play.tiles) {
        plays.push(play);
    }
}

/// The question what the seat may play of these tiles on this table.
pub(super) fn problem<'a>(view: &View, rules: &'a Rules, table: &'a Table, hand: &'a Tiles) -> Problem<'a> {
    Problem { rules, table, hand, opened: view.has_opened(), objective: &Objective::Tiles, tidy: false, limit: None }
}
