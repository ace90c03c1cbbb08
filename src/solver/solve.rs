//! The entry: check the position, find a best play, and tidy it if asked.

use super::objective::ObjectiveScale;
use super::problem::{Play, Problem};
use super::recoloring::Recolored;
use super::workspace::Solver;
use crate::clock::Deadline;
use crate::table::InvalidTableError;

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
        Ok(match Recolored::of(problem) {
            None => self.solve_checked(problem, interrupt),
            Some(other) => other.restore(&self.solve_checked(&other.problem(problem), interrupt)),
        })
    }

    fn solve_checked(&mut self, problem: &Problem<'_>, interrupt: &mut dyn FnMut() -> bool) -> Play {
        let deadline = Deadline::after(problem.limit);
        let mut stop = || deadline.has_passed() || interrupt();
        let visited = self.nodes();
        let mut play = self.best_in_first_colors(problem, &mut stop);
        let upper_bound = if play.proven { problem.value(&play.tiles) } else { self.upper_bound(problem) };
        if problem.tidy && play.proven && !play.tiles.is_empty() {
            play = self.tidy(problem, play, &mut stop);
            self.trim();
        }
        Play { upper_bound, nodes: self.nodes() - visited, ..play }
    }

    /// Finds the best play of a position that has been checked, ignoring the problem's `tidy` and `limit`.
    pub(crate) fn best(&mut self, problem: &Problem<'_>, stop: &mut dyn FnMut() -> bool) -> Play {
        match Recolored::of(problem) {
            None => self.best_in_first_colors(problem, stop),
            Some(other) => other.restore(&self.best_in_first_colors(&other.problem(problem), stop)),
        }
    }

    fn best_in_first_colors(&mut self, problem: &Problem<'_>, stop: &mut dyn FnMut() -> bool) -> Play {
        self.scale = ObjectiveScale::of(problem.objective, problem.hand, problem.rules.joker_penalty);
        let play = if problem.opened { self.solve_opened(problem, stop) } else { self.solve_opening(problem, stop) };
        self.trim();
        play
    }
}
