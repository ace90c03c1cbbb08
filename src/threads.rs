//! Threads to work on, kept between calls: starting them takes longer than many a batch.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::{mem, process, thread};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads that were asked for last, and the process they belong to.
#[derive(Debug)]
struct Kept {
    process: u32,
    /// The last one last.
    pools: Vec<Arc<ThreadPool>>,
}

static KEPT: Mutex<Kept> = Mutex::new(Kept { process: 0, pools: Vec::new() });

/// So many numbers of threads are kept.
const MOST: usize = 2;

/// So many threads, or nothing if they cannot be had.
pub(crate) fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.process != process::id() {
        // A fork has the memory of its parent but none of its threads, and must not wait for them, nor tell them
        // to end.
        kept.process = process::id();
        mem::forget(mem::take(&mut kept.pools));
    }
    let pool = match kept.pools.iter().position(|pool| pool.current_num_threads() == threads) {
        Some(place) => kept.pools.remove(place),
        None => Arc::new(ThreadPoolBuilder::new().num_threads(threads).build().ok()?),
    };
    if kept.pools.len() == MOST {
        kept.pools.remove(0);
    }
    kept.pools.push(Arc::clone(&pool));
    Some(pool)
}

/// Works on so many threads, or on as many as there are cores.
pub(crate) fn on_threads<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> T {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    match pool(threads.unwrap_or_else(cores)) {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
