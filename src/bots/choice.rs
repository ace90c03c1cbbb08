//! Candidate turns for bots that compare several.

use std::sync::Arc;

use super::bot::draw_or_pass;
use crate::round::{Turn, View};
use crate::rules::Rules;
use crate::solver::{Objective, Play, Problem, Solver};
use crate::table::Table;
use crate::tile::{Tile, Tiles};

/// A candidate turn.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// The tiles played; empty if the seat draws or passes.
    pub(super) tiles: Tiles,
    /// The table after the turn.
    pub(super) table: Arc<Table>,
}

impl Choice {
    /// The turn as an answer to the round.
    pub(super) fn turn(&self, view: &View) -> Turn {
        if self.tiles.is_empty() { draw_or_pass(view) } else { Turn::Play(self.table.as_ref().clone()) }
    }
}

impl From<Play> for Choice {
    fn from(play: Play) -> Self {
        Self { tiles: play.tiles, table: Arc::new(play.table) }
    }
}

/// The turns to choose from.
pub(super) enum Choices {
    /// A turn that is the only one, or certainly the best.
    Decided(Turn),
    /// The best play first.
    Several(Vec<Choice>),
}

/// Lists candidate turns: the best play, the best play without each kind of its tiles, the first `top` of all plays,
/// and drawing or passing.
pub(super) fn list(solver: &mut Solver, view: &View, top: usize, stop: &mut dyn FnMut() -> bool) -> Choices {
    let best = solver.best(&problem(view, &view.rules, &view.table, &view.hand), stop);
    if best.tiles.is_empty() {
        return Choices::Decided(draw_or_pass(view));
    }
    if best.tiles.len() == view.hand.len() {
        return Choices::Decided(Turn::Play(best.table));
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
    if top > plays.len() && !stop() {
        let few = solver.candidates(&problem(view, &view.rules, &view.table, &view.hand), top, stop);
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

/// The problem of what the seat can play from these tiles on this table.
pub(super) fn problem<'a>(view: &View, rules: &'a Rules, table: &'a Table, hand: &'a Tiles) -> Problem<'a> {
    Problem { rules, table, hand, opened: view.has_opened(), objective: &Objective::Tiles, tidy: false, limit: None }
}
