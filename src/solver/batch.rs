//! Many problems at once, on all cores.

use std::cell::Cell;

use rayon::prelude::*;

use super::{Play, Problem, Solver};
use crate::table::InvalidTableError;
use crate::threads::on_threads;

thread_local! {
    /// The working memory of this thread, lent out while a search runs. What it has kept is worth having again,
    /// and most so by the core that has it in its cache.
    static SOLVER: Cell<Option<Box<Solver>>> = const { Cell::new(None) };
}

/// Lends this thread's solver. Whoever asks while it is lent (a signal handler that solves) gets a new one.
pub(crate) fn with_solver<T>(work: impl FnOnce(&mut Solver) -> T) -> T {
    let mut solver = SOLVER.take().unwrap_or_default();
    let answer = work(&mut solver);
    SOLVER.set(Some(solver));
    answer
}

/// So many problems go to a thread together: when the last are being worked on, no thread is long without work.
const TOGETHER: usize = 4;

/// Answers many problems, in order, on `threads` threads (all cores if not given).
///
/// # Errors
/// Each problem has its own answer or error; a bad one does not disturb the others.
pub fn solve_many(
    problems: &[Problem<'_>],
    threads: Option<usize>,
    interrupt: &(dyn Fn() -> bool + Sync),
) -> Vec<Result<Play, InvalidTableError>> {
    solve_many_as(problems, threads, interrupt, |_, answer| answer)
}

/// As [`solve_many`], with something made of each answer while the others are still being worked on.
pub fn solve_many_as<T: Send>(
    problems: &[Problem<'_>],
    threads: Option<usize>,
    interrupt: &(dyn Fn() -> bool + Sync),
    make: impl Fn(&Problem<'_>, Result<Play, InvalidTableError>) -> T + Sync,
) -> Vec<T> {
    let answer = |problem: &Problem<'_>| with_solver(|solver| solver.solve(problem, &mut || interrupt()));
    on_threads(threads, || {
        problems.par_iter().with_max_len(TOGETHER).map(|problem| make(problem, answer(problem))).collect()
    })
}
