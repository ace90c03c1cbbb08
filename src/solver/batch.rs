//! Solves many problems in parallel.

use std::cell::Cell;

use super::problem::{Play, Problem};
use super::workspace::Solver;
use crate::table::InvalidTableError;
use crate::threads;

thread_local! {
    /// The solver of this thread, lent out while a search runs. Its transition cache is worth keeping, most of all
    /// on the core that has it in its own cache.
    static SOLVER: Cell<Option<Box<Solver>>> = const { Cell::new(None) };
}

/// Lends out this thread's solver. A nested call (from a signal handler that solves) gets a new one.
pub(crate) fn with_solver<T>(work: impl FnOnce(&mut Solver) -> T) -> T {
    let mut solver = SOLVER.take().unwrap_or_default();
    let answer = work(&mut solver);
    SOLVER.set(Some(solver));
    answer
}

/// The most problems a thread takes at once, so that no thread idles for long at the end of a batch.
const CHUNK: usize = 4;

/// Solves many problems on `threads` threads (all cores if not given); the answers are in order. Without the feature
/// `parallel` the current thread solves them all.
///
/// # Errors
/// Each problem has its own answer or error; an invalid one does not affect the others.
pub fn solve_many(
    problems: &[Problem<'_>],
    threads: Option<usize>,
    interrupt: &(dyn Fn() -> bool + Sync),
) -> Vec<Result<Play, InvalidTableError>> {
    solve_many_as(problems, threads, interrupt, |_, answer| answer)
}

/// As [`solve_many`], and converts each answer on the thread that found it.
pub fn solve_many_as<T: Send>(
    problems: &[Problem<'_>],
    threads: Option<usize>,
    interrupt: &(dyn Fn() -> bool + Sync),
    make: impl Fn(&Problem<'_>, Result<Play, InvalidTableError>) -> T + Sync,
) -> Vec<T> {
    let answer = |problem: &Problem<'_>| with_solver(|solver| solver.solve(problem, &mut || interrupt()));
    threads::map(threads, problems.len(), CHUNK, |index| make(&problems[index], answer(&problems[index])))
}
