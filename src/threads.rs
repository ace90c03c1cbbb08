//! Thread pools that are kept between calls: starting threads takes longer than solving a small batch.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::{mem, process, thread};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The pools used last, and the process they belong to.
#[derive(Debug)]
struct PoolCache {
    process: u32,
    /// From the least to the most recently used.
    pools: Vec<Arc<ThreadPool>>,
}

static CACHE: Mutex<PoolCache> = Mutex::new(PoolCache { process: 0, pools: Vec::new() });

/// The number of pools to keep, each with another number of threads.
const MAX_POOLS: usize = 2;

/// Returns a pool of this many threads, or `None` if they cannot be started.
pub(crate) fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if cache.process != process::id() {
        // A forked process has the memory of its parent but not its threads, so it must neither wait for them nor
        // shut them down.
        cache.process = process::id();
        mem::forget(mem::take(&mut cache.pools));
    }
    let pool = match cache.pools.iter().position(|pool| pool.current_num_threads() == threads) {
        Some(place) => cache.pools.remove(place),
        None => Arc::new(ThreadPoolBuilder::new().num_threads(threads).build().ok()?),
    };
    if cache.pools.len() == MAX_POOLS {
        cache.pools.remove(0);
    }
    cache.pools.push(Arc::clone(&pool));
    Some(pool)
}

/// Runs `work` on a pool of this many threads, or of as many as there are cores.
pub(crate) fn on_threads<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> T {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    match pool(threads.unwrap_or_else(cores)) {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
