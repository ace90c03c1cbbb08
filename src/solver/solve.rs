//! The entry: check the position, find a best play, and tidy it if asked.

use std::time::Instant;

use super::objective::ObjectiveScale;
use super::problem::{Play, Problem};
use super::workspace::Solver;
use crate::rules::OpeningTable;
use crate::table::InvalidTableError;
use crate::tile::{Color, Tile, Tiles};

impl Solver {
    /// Finds the best play.
    ///
    /// The search calls `interrupt` now and then. When that returns true, the best play so far is returned with
    /// `proven` false.
    ///
    /// # Errors
    /// If the table and hand cannot exist under the rules.
    pub fn solve(
        &mut self,
        problem: &Problem<'_>,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Play, InvalidTableError> {
        problem.table.check(problem.hand, problem.rules)?;
        let deadline = problem.limit.and_then(|limit| Instant::now().checked_add(limit));
        let mut stop = || deadline.is_some_and(|deadline| Instant::now() >= deadline) || interrupt();
        let visited = self.search.nodes;
        let mut play = self.best(problem, &mut stop);
        let upper_bound = if play.proven { problem.value(&play.tiles) } else { problem.value(&usable(problem)) };
        if problem.tidy && play.proven && !play.tiles.is_empty() {
            play = self.tidy(problem, play, &mut stop);
            self.trim();
        }
        Ok(Play { upper_bound, nodes: self.search.nodes - visited, ..play })
    }

    /// Finds the best play of a position that has been checked, ignoring the problem's `tidy` and `limit`.
    pub(crate) fn best(&mut self, problem: &Problem<'_>, stop: &mut dyn FnMut() -> bool) -> Play {
        self.scale = ObjectiveScale::of(problem.objective, problem.hand, problem.rules.joker_penalty);
        let play = if problem.opened { self.solve_opened(problem, stop) } else { self.solve_opening(problem, stop) };
        self.trim();
        play
    }
}

/// The tiles of the hand that fit into some meld of tiles in reach: no play has others.
///
/// It is a bound for searches that were stopped, so it takes no search.
fn usable(problem: &Problem<'_>) -> Tiles {
    let Problem { rules, table, hand, .. } = *problem;
    let needs_own = !problem.opened && rules.opening_table == OpeningTable::NextTurn;
    let reach = if needs_own { hand.clone() } else { hand.plus(&table.tiles()) };
    let (shortest, values) = (rules.shortest_meld, rules.deck.values);
    let missing = |tile: Option<Tile>| tile.is_none_or(|tile| reach.count(tile) == 0);
    let completes = |missing: usize| missing <= reach.jokers() as usize;
    let fits = |tile: Tile| {
        let Some((color, value)) = tile.natural() else { return true };
        let mut starts = value.saturating_sub(shortest - 1).max(1)..=value.min((values + 1).saturating_sub(shortest));
        let in_run = starts.any(|first| {
            completes((first..first + shortest).filter(|&value| missing(Tile::new(color, value))).count())
        });
        let colors = (0..rules.deck.colors)
            .filter(|&color| !missing(Color::new(color.into()).and_then(|color| Tile::new(color, value))));
        let group = rules.deck.colors >= shortest && completes((shortest as usize).saturating_sub(colors.count()));
        in_run || group
    };
    hand.iter().filter(|&tile| fits(tile)).collect()
}
