//! Thread pools that are cached between calls: starting threads takes longer than solving a small batch.

use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::{mem, process, thread};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The pools used last, and the process they belong to.
#[derive(Debug)]
struct PoolCache {
    process: u32,
    /// From the least to the most recently used.
    pools: Vec<Arc<ThreadPool>>,
}

/// A forked process has the memory of its parent but not its threads: a lock that another thread held at the fork is
/// never released in the child. So each process uses the cache that its number selects, and rather than wait for a
/// lock does without.
static CACHES: [Mutex<PoolCache>; 61] = [const { Mutex::new(PoolCache { process: 0, pools: Vec::new() }) }; 61];

/// The number of pools to keep, each with another number of threads.
const MAX_POOLS: usize = 2;

/// Calls `work` with the cache of this process, or with none if it is locked.
fn with_cache<T>(work: impl FnOnce(Option<&mut Vec<Arc<ThreadPool>>>) -> T) -> T {
    let process = process::id();
    let mut cache = match CACHES[process as usize % CACHES.len()].try_lock() {
        Ok(cache) => cache,
        Err(TryLockError::Poisoned(error)) => PoisonError::into_inner(error),
        Err(TryLockError::WouldBlock) => return work(None),
    };
    if cache.process != process {
        // The parent's pools: their threads are not here, so this process must neither wait for them nor shut them down.
        cache.process = process;
        mem::forget(mem::take(&mut cache.pools));
    }
    work(Some(&mut cache.pools))
}

/// Returns a pool of this many threads, or `None` if they cannot be started.
pub(crate) fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    let cached = with_cache(|pools| {
        let pools = pools?;
        let place = pools.iter().position(|pool| pool.current_num_threads() == threads)?;
        let pool = pools.remove(place);
        pools.push(Arc::clone(&pool));
        Some(pool)
    });
    if cached.is_some() {
        return cached;
    }
    let pool = Arc::new(ThreadPoolBuilder::new().num_threads(threads).build().ok()?);
    let oldest = with_cache(|pools| {
        let pools = pools?;
        let oldest = (pools.len() == MAX_POOLS).then(|| pools.remove(0));
        pools.push(Arc::clone(&pool));
        oldest
    });
    // Shutting down threads takes time, so it happens outside the lock.
    drop(oldest);
    Some(pool)
}

/// The number of cores.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Calls `each` with every number below `count` on this many threads, or on as many as there are cores; the results are
/// in order. A thread takes at most `chunk` numbers at once.
pub(crate) fn map<T: Send>(
    threads: Option<usize>,
    count: usize,
    chunk: usize,
    each: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    match pool(threads.unwrap_or_else(cores)) {
        Some(pool) => pool.install(|| (0..count).into_par_iter().with_max_len(chunk).map(&each).collect()),
        None => (0..count).map(each).collect(),
    }
}
