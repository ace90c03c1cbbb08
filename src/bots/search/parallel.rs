//! Evaluates samples on several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use rayon::ThreadPool;

use crate::solver::{Solver, with_solver};

/// How often `interrupt` is polled while other threads work.
const POLL_INTERVAL: Duration = Duration::from_millis(3);

/// Evaluates each sample on a thread of the pool. Once `interrupt` returns true, `stop` is set.
pub(super) fn run<T: Send>(
    pool: &ThreadPool,
    samples: Range<usize>,
    evaluate: &(dyn Fn(usize, &mut Solver) -> Option<T> + Sync),
    stop: &AtomicBool,
    interrupt: &mut dyn FnMut() -> bool,
    results: &mut [Option<T>],
) {
    let next = AtomicUsize::new(0);
    let count = results.len();
    let (sender, receiver) = channel();
    pool.in_place_scope(|scope| {
        for _ in 0..pool.current_num_threads().min(count) {
            let (sender, next, first) = (sender.clone(), &next, samples.start);
            scope.spawn(move |_| {
                with_solver(|solver| {
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        if place >= count {
                            break;
                        }
                        if sender.send((place, evaluate(first + place, solver))).is_err() {
                            break;
                        }
                    }
                });
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok((place, result)) => results[place] = result,
                Err(RecvTimeoutError::Timeout) if interrupt() => stop.store(true, Ordering::Relaxed),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
}
