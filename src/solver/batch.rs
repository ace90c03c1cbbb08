//! Many problems at once, on all cores.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{Play, Problem, Solver};
use crate::table::InvalidTableError;

/// Working memory that is not in use, for what it has kept is worth having again.
static SHELF: Mutex<Vec<Solver>> = Mutex::new(Vec::new());

/// The threads of the last call that said how many, for starting them takes longer than many batches.
static THREADS: Mutex<Option<(usize, Arc<ThreadPool>)>> = Mutex::new(None);

/// So much working memory is kept; more threads than that work at once only where there are as many cores.
const KEPT: usize = 64;

/// Working memory that goes back to the shelf.
pub(crate) struct Lent(Option<Solver>);

impl Lent {
    pub(crate) fn solver(&mut self) -> &mut Solver {
        self.0.get_or_insert_default()
    }

    pub(crate) fn take() -> Self {
        Self(Some(SHELF.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()))
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let mut kept = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT {
            kept.extend(self.0.take());
        }
    }
}

/// So many threads, or nothing if they cannot be had.
fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    let mut last = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((count, pool)) = &*last
        && *count == threads
    {
        return Some(Arc::clone(pool));
    }
    let pool = Arc::new(ThreadPoolBuilder::new().num_threads(threads).build().ok()?);
    *last = Some((threads, Arc::clone(&pool)));
    Some(pool)
}

/// Works on so many threads, or on all cores.
pub(crate) fn on_threads<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> T {
    match threads.and_then(pool) {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

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
    let answer =
        |lent: &mut Lent, problem: &Problem<'_>| make(problem, lent.solver().solve(problem, &mut || interrupt()));
    on_threads(threads, || problems.par_iter().map_init(Lent::take, answer).collect())
}
