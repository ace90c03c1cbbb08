//! The engine on pipes: a thread reads lines, a thread writes lines, workers do the jobs, and this one watches.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::clock::Clock;
use super::closed;
use super::shared::{Shared, State, wait, wait_for};
use super::splitter::Splitter;
use crate::protocol::{Dispatcher, Host, MAX_LINE};

/// The most bytes read or written at a time.
const CHUNK: usize = 1 << 16;

/// How long calls may go on after the end of the input without any of them being answered.
const GRACE: Duration = Duration::from_secs(5);

/// How long cancelled calls have to stop before nobody waits for them.
const PARTING: Duration = Duration::from_secs(1);

/// Serves one client, from its first line until `shutdown` or the end of its input, and until all is written.
pub(super) fn serve(threads: usize, rounds: usize) -> io::Result<()> {
    closed::check(&io::stdin(), "input")?;
    closed::check(&io::stdout(), "output")?;
    let clock = Clock::start();
    let mut dispatcher = Dispatcher::new(Box::new(clock), rounds);
    let client = dispatcher.connect();
    let state =
        State { dispatcher, client, is_read: false, is_closed: false, is_writing: false, failure: None, finished: 0 };
    let shared = Arc::new(Shared::new(state));
    for number in 0..threads {
        spawn(format!("worker {number}"), &shared, move |shared| work(shared, clock))?;
    }
    spawn("writer".to_owned(), &shared, write)?;
    spawn("reader".to_owned(), &shared, read)?;
    watch(&shared, clock)
}

fn spawn(name: String, shared: &Arc<Shared>, run: impl FnOnce(&Shared) + Send + 'static) -> io::Result<()> {
    let shared = Arc::clone(shared);
    thread::Builder::new().name(name).spawn(move || run(&shared)).map(drop)
}

/// Reads lines until the input or the engine ends.
fn read(shared: &Shared) {
    let (mut source, mut chunk, mut splitter) = (io::stdin().lock(), vec![0; CHUNK], Splitter::new(MAX_LINE));
    let receive = |line: Option<Vec<u8>>| {
        let mut state = shared.lock();
        let client = state.client;
        if state.dispatcher.is_ending(state.client) {
            return;
        }
        match line {
            Some(line) => {
                state.dispatcher.receive(client, &line);
            }
            None => state.dispatcher.receive_too_long(client),
        }
        drop(state);
        shared.wake();
    };
    loop {
        let mut state = shared.lock();
        while state.dispatcher.is_full(state.client) && state.failure.is_none() {
            state = wait(&shared.room, state);
        }
        let is_over = state.dispatcher.is_ending(state.client) || state.failure.is_some();
        drop(state);
        if is_over {
            break;
        }
        match source.read(&mut chunk) {
            Ok(0) => break splitter.end(&mut { receive }),
            Ok(read) => splitter.feed(&chunk[..read], receive),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // The input is gone, as if it had ended.
            Err(_) => break,
        }
    }
    shared.lock().is_read = true;
    shared.wake();
}

/// Writes whole lines until the engine ends.
fn write(shared: &Shared) {
    let mut data = Vec::with_capacity(CHUNK);
    loop {
        let mut state = shared.lock();
        let client = state.client;
        while data.len() < CHUNK
            && let Some(line) = state.dispatcher.take_line(client)
        {
            data.extend_from_slice(line.as_bytes());
            data.push(b'\n');
        }
        state.is_writing = !data.is_empty();
        if data.is_empty() {
            shared.end.notify_one();
            if state.is_closed {
                return;
            }
            drop(wait(&shared.lines, state));
            continue;
        }
        drop(state);
        shared.room.notify_one();
        shared.jobs.notify_all();
        let mut target = io::stdout().lock();
        if let Err(error) = target.write_all(&data).and_then(|()| target.flush()) {
            shared.lock().failure = Some(error);
            shared.room.notify_one();
            shared.end.notify_one();
            return;
        }
        data.clear();
        data.shrink_to(CHUNK);
    }
}

/// Does jobs until the process ends.
fn work(shared: &Shared, clock: Clock) {
    let mut state = shared.lock();
    loop {
        let Some(job) = state.dispatcher.take_job() else {
            state = wait(&shared.jobs, state);
            continue;
        };
        drop(state);
        let done = job.run(&|| clock.now(), &|| false);
        state = shared.lock();
        state.dispatcher.finish(done);
        state.finished += 1;
        // What follows on a job may be several.
        if state.dispatcher.has_jobs() {
            shared.jobs.notify_one();
        }
        shared.lines.notify_one();
        shared.end.notify_one();
    }
}

/// Waits for the end, and sends progress notifications on the way.
fn watch(shared: &Shared, clock: Clock) -> io::Result<()> {
    let mut state = shared.lock();
    // The end of the grace period, and the number of jobs that had ended when it began.
    let mut grace: Option<(Instant, u64)> = None;
    loop {
        if let Some(failure) = state.failure.take() {
            return Err(failure);
        }
        state.dispatcher.tick();
        if state.has_lines() {
            shared.lines.notify_one();
        }
        if state.dispatcher.has_jobs() {
            shared.jobs.notify_one();
        }
        let ending = state.dispatcher.is_ending(state.client);
        if ending || (state.is_read && state.dispatcher.calls() == 0) {
            break;
        }
        let now = Instant::now();
        if state.is_read {
            // A client that reads slowly is waited for.
            let is_moving = state.dispatcher.is_full(state.client);
            match grace {
                Some((end, finished)) if finished == state.finished && !is_moving => {
                    if now >= end {
                        state.dispatcher.shut_down();
                        break;
                    }
                }
                _ => grace = Some((now + GRACE, state.finished)),
            }
        }
        let until_tick = state.dispatcher.next_tick().map(|tick| tick.saturating_sub(clock.now()));
        let until_end = grace.map(|(end, _)| end.saturating_duration_since(now));
        let time = [until_tick, until_end].into_iter().flatten().min();
        state = wait_for(&shared.end, state, time);
    }
    // Cancelled calls have been answered; their threads need not be waited for any longer than this.
    let end = Instant::now() + PARTING;
    while state.dispatcher.calls() > 0 && Instant::now() < end {
        state = wait_for(&shared.end, state, Some(PARTING));
    }
    state.is_closed = true;
    shared.lines.notify_one();
    loop {
        if let Some(failure) = state.failure.take() {
            return Err(failure);
        }
        if !state.is_writing && !state.has_lines() {
            return Ok(());
        }
        state = wait(&shared.end, state);
    }
}
