//! The turns that are worth a thought.

use crate::bots::greedy;
use crate::round::{Turn, View};
use crate::rules::Rules;
use crate::solver::{Objective, Play, Problem, Solver};
use crate::table::Table;
use crate::tile::{Hand, Tile};
use std::sync::Arc;

/// A turn that may be made, with what it takes to make it.
#[derive(Debug, Clone)]
pub(super) enum Choice {
    /// Lay these cards, which makes this table.
    Lay(Hand, Arc<Table>),
    /// Draw, or pass where there is no pile.
    Wait,
}

impl Choice {
    /// The turn to make.
    pub(super) fn turn(&self, view: &View) -> Turn {
        match self {
            Self::Lay(_, table) => Turn::Play(table.as_ref().clone()),
            Self::Wait => greedy::wait(view),
        }
    }
}

impl From<Play> for Choice {
    fn from(play: Play) -> Self {
        Self::Lay(play.laid, Arc::new(play.table))
    }
}

/// Lists the turns worth a thought: the best play first, then the best without one kind of its cards each, the
/// best without a joker, some others from the top of the list, and waiting.
pub(super) fn list(
    solver: &mut Solver,
    view: &View,
    best: Play,
    listed: usize,
    stop: &mut dyn FnMut() -> bool,
) -> Vec<Choice> {
    let kinds: Vec<Tile> = best.laid.kinds().map(|(tile, _)| tile).collect();
    let mut plays = vec![best];
    for held in kinds {
        if stop() {
            break;
        }
        let mut hand = view.hand.clone();
        while hand.remove(held) {}
        add(&mut plays, solver.best(&problem(view, &view.rules, &hand), stop));
    }
    if listed > plays.len() && !stop() {
        let few = solver.candidates(&problem(view, &view.rules, &view.hand), listed, stop);
        for play in few.into_iter().flat_map(|few| few.plays) {
            add(&mut plays, play);
        }
    }
    let mut choices: Vec<Choice> = plays.into_iter().map(Choice::from).collect();
    choices.push(Choice::Wait);
    choices
}

fn add(plays: &mut Vec<Play>, play: Play) {
    if !play.laid.is_empty() && plays.iter().all(|known| known.laid != play.laid) {
        plays.push(play);
    }
}

/// The question what to lay of these cards.
pub(super) fn problem<'a>(view: &'a View, rules: &'a Rules, hand: &'a Hand) -> Problem<'a> {
    Problem {
        rules,
        table: &view.table,
        hand,
        opened: view.has_opened(),
        objective: &Objective::Tiles,
        tidy: false,
        limit: None,
    }
}
