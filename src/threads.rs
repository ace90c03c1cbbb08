//! Work on several threads, with the feature `parallel`; without it, on the current one.

#[cfg(feature = "parallel")]
mod pools;

#[cfg(feature = "python")]
pub(crate) use pools::cores;
#[cfg(feature = "parallel")]
pub(crate) use pools::map;
#[cfg(all(feature = "parallel", feature = "bots"))]
pub(crate) use pools::pool;

/// Calls `each` with every number below `count`; the results are in order.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T>(_threads: Option<usize>, count: usize, _chunk: usize, each: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(each).collect()
}
