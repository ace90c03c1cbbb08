//! Turns that a person can follow: the same tiles, with as few melds touched as possible.

use crate::round::{Turn, View};
use crate::solver::{Problem, Solver};

/// Returns a turn that plays the same tiles as this one and touches as few melds of the table as possible.
///
/// A turn that is no play is returned as it is, and so is a play if the search is interrupted before it has placed all
/// its tiles.
pub(crate) fn tidied(solver: &mut Solver, view: &View, turn: Turn, interrupt: &mut dyn FnMut() -> bool) -> Turn {
    let Turn::Play(table) = &turn else { return turn };
    // A hand of the opening's tiles alone could be closed (rule 17), the whole hand perhaps not.
    if view.table.is_empty() || (!view.has_opened() && view.rules.closing_hand) {
        return turn;
    }
    let tiles = table.tiles().minus(&view.table.tiles());
    let problem = Problem::new(&view.rules, &view.table, &tiles).opened(view.has_opened()).tidy(true);
    match solver.solve(&problem, interrupt) {
        Ok(play) if play.tiles == tiles => Turn::Play(play.table),
        _ => turn,
    }
}
