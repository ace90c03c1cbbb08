//! Many clients in one process: what `rummy-fast serve` runs.
//!
//! All clients share the dispatcher and the workers. One more thread, the deliverer, writes the records of matches, and
//! then moves lines from the dispatcher to the clients' outboxes, from where whoever has the connections takes them.
//! So nobody is told of a turn that could be lost.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::mem::take;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::clock::Clock;
use super::records::{RECORD, Records};
use super::shared::{wait, wait_for};
use crate::protocol::{Capacity, ClientId, Dispatcher, Host, MatchEnding};

/// The bytes of lines that wait in an outbox, above which lines stay in the dispatcher, which counts them.
const OUTBOX: usize = 1 << 17;

/// The limits of a [`Hub`].
#[derive(Debug, Clone, Copy)]
pub struct HubLimits {
    /// The number of worker threads.
    pub threads: usize,
    /// How much the dispatcher takes on.
    pub capacity: Capacity,
    /// The calls a minute of each client; more have to wait.
    pub calls: u32,
    /// How long the work on a call may take.
    pub time: Duration,
}

/// Where matches are recorded.
#[derive(Debug, Clone)]
pub struct RecordsAt {
    /// The folder.
    pub folder: PathBuf,
    /// The name of this server among those that use the folder; may be empty.
    pub name: String,
    /// Whether to wait until the records are on the disk.
    pub fsync: bool,
}

/// The engine for many clients.
pub struct Hub {
    inner: Arc<Inner>,
    clock: Clock,
    limits: HubLimits,
    records: Option<Arc<Records>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

struct Inner {
    state: Mutex<State>,
    /// There may be a job.
    jobs: Condvar,
    /// There may be lines to move, or room for more.
    lines: Condvar,
    /// Records were saved.
    saved: Condvar,
}

struct State {
    dispatcher: Dispatcher,
    clients: BTreeMap<ClientId, Client>,
    is_closing: bool,
    /// The matches that were let go, while their records are being saved.
    leaving: Vec<u64>,
    /// Why records cannot be written any more; nobody is answered then.
    failure: Option<String>,
}

/// A client's outbox and its calls.
struct Client {
    outbox: VecDeque<String>,
    /// The bytes of the outbox.
    bytes: usize,
    /// How many calls it may make at once; less than 0 if it has to wait.
    allowance: f64,
    /// When the allowance was counted.
    counted: Duration,
}

impl Inner {
    /// Locks the state. Work that panics is answered for by the dispatcher, so nobody leaves the state half changed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Takes the lines of clients whose outboxes have room.
    fn take_lines(&mut self) -> Vec<(ClientId, Vec<String>)> {
        let mut taken = Vec::new();
        for id in self.dispatcher.clients_with_lines() {
            let Some(client) = self.clients.get(&id) else { continue };
            let (mut lines, mut bytes) = (Vec::new(), client.bytes);
            while bytes < OUTBOX
                && let Some(line) = self.dispatcher.take_line(id)
            {
                bytes += line.len();
                lines.push(line);
            }
            if !lines.is_empty() {
                taken.push((id, lines));
            }
        }
        taken
    }

    /// Puts lines into outboxes. Returns whose outboxes were empty before.
    fn hand_out(&mut self, lines: Vec<(ClientId, Vec<String>)>) -> Vec<ClientId> {
        let mut ready = Vec::new();
        for (id, lines) in lines {
            let Some(client) = self.clients.get_mut(&id) else { continue };
            if client.outbox.is_empty() {
                ready.push(id);
            }
            client.bytes += lines.iter().map(String::len).sum::<usize>();
            client.outbox.extend(lines);
        }
        ready
    }
}

impl Hub {
    /// Goes on with the matches that were recorded, and starts the threads. Returns also what is wrong with records
    /// that it cannot go on with.
    ///
    /// `ready` is called on a thread of the hub, with the clients that have lines to take again; with none, if records
    /// cannot be written any more.
    ///
    /// # Errors
    /// If the folder cannot be used, or there are not enough threads.
    pub fn start(
        limits: HubLimits,
        records: Option<&RecordsAt>,
        ready: impl Fn(&[ClientId]) + Send + 'static,
    ) -> io::Result<(Self, Vec<String>)> {
        let clock = Clock::start();
        let capacity = Capacity { turn: Some(limits.time), saves: records.is_some(), ..limits.capacity };
        let mut dispatcher = Dispatcher::with_capacity(Box::new(clock), capacity);
        let open = |at: &RecordsAt| Records::open(&at.folder, &at.name, at.fsync);
        let records = records.map(open).transpose()?.map(Arc::new);
        let damaged = records.as_deref().map_or_else(|| Ok(Vec::new()), |records| restore(&mut dispatcher, records))?;
        let state =
            State { dispatcher, clients: BTreeMap::new(), is_closing: false, leaving: Vec::new(), failure: None };
        let [jobs, lines, saved] = [const { Condvar::new() }; 3];
        let inner = Arc::new(Inner { state: Mutex::new(state), jobs, lines, saved });
        let hub = Self { inner, clock, limits, records: records.clone(), threads: Mutex::default() };
        // No client takes all threads with its searches, and all clients together leave one for turns.
        let searches = limits.threads.saturating_sub(1).max(1);
        for number in 0..limits.threads {
            hub.spawn(format!("worker {number}"), move |inner| work(inner, clock, limits.time, searches))?;
        }
        hub.spawn("worker for turns".to_owned(), move |inner| work(inner, clock, limits.time, 0))?;
        hub.spawn("deliverer".to_owned(), move |inner| deliver(inner, clock, records.as_deref(), &ready))?;
        Ok((hub, damaged))
    }

    fn spawn(&self, name: String, run: impl FnOnce(&Inner) + Send + 'static) -> io::Result<()> {
        let inner = Arc::clone(&self.inner);
        let thread = thread::Builder::new().name(name).spawn(move || run(&inner))?;
        self.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
        Ok(())
    }

    /// Adds a client.
    pub fn connect(&self) -> ClientId {
        let mut state = self.inner.lock();
        let id = state.dispatcher.connect();
        let (allowance, counted) = (f64::from(self.limits.calls), self.clock.now());
        state.clients.insert(id, Client { outbox: VecDeque::new(), bytes: 0, allowance, counted });
        id
    }

    /// Removes a client: its calls are cancelled, its lines dropped.
    pub fn disconnect(&self, client: ClientId) {
        let mut state = self.inner.lock();
        state.dispatcher.disconnect(client);
        state.clients.remove(&client);
    }

    /// Handles a line of a client. Returns how long it must wait before it may send the next one.
    pub fn receive(&self, client: ClientId, line: &[u8]) -> Duration {
        let now = self.clock.now();
        let mut state = self.inner.lock();
        let count = state.dispatcher.receive(client, line);
        let pause = state.clients.get_mut(&client).map_or(Duration::ZERO, |found| {
            let calls = f64::from(self.limits.calls);
            let a_second = calls / 60.0;
            let regained = now.saturating_sub(found.counted).as_secs_f64() * a_second;
            #[expect(clippy::cast_precision_loss, reason = "a batch has few messages")]
            let used = count as f64;
            found.allowance = (found.allowance + regained).min(calls) - used;
            found.counted = now;
            Duration::try_from_secs_f64(-found.allowance / a_second).unwrap_or_default()
        });
        drop(state);
        self.inner.jobs.notify_all();
        self.inner.lines.notify_one();
        pause
    }

    /// Takes the lines to send to a client, without their line ends.
    pub fn take(&self, client: ClientId) -> Vec<String> {
        let mut state = self.inner.lock();
        let Some(found) = state.clients.get_mut(&client) else { return Vec::new() };
        found.bytes = 0;
        let lines = take(&mut found.outbox);
        let more = state.dispatcher.has_lines(client);
        drop(state);
        if more {
            self.inner.lines.notify_one();
            self.inner.jobs.notify_all();
        }
        lines.into()
    }

    /// Whether so many lines wait for a client that no more of its lines should be read.
    #[must_use]
    pub fn is_full(&self, client: ClientId) -> bool {
        self.inner.lock().dispatcher.is_full(client)
    }

    /// Whether a client has called `shutdown`.
    #[must_use]
    pub fn is_ending(&self, client: ClientId) -> bool {
        self.inner.lock().dispatcher.is_ending(client)
    }

    /// Opens a match again if it was let go. Returns whether it is open.
    ///
    /// # Errors
    /// If its record cannot be read, or there is no room.
    pub fn wake(&self, number: u64) -> io::Result<bool> {
        let mut state = self.inner.lock();
        while state.leaving.contains(&number) && !state.is_closing {
            state = wait(&self.inner.saved, state);
        }
        if state.dispatcher.has_match(number) {
            return Ok(true);
        }
        drop(state);
        let Some(records) = &self.records else { return Ok(false) };
        let Some(saved) = records.load_idle(number)? else { return Ok(self.inner.lock().dispatcher.has_match(number)) };
        let damaged = |error: String| io::Error::other(format!("{}: {error}", records.path(number, RECORD).display()));
        let played = Dispatcher::read_saved(&saved.record).map_err(damaged)?;
        let mut state = self.inner.lock();
        // Another thread may have been faster.
        if !state.dispatcher.has_match(number) {
            state.dispatcher.make_room(played.header().rounds).map_err(io::Error::other)?;
            records.mend(&saved, &played.record())?;
            records.take_up(number)?;
            state.dispatcher.restore(number, &saved.tokens, played).map_err(damaged)?;
        }
        drop(state);
        self.inner.jobs.notify_all();
        self.inner.lines.notify_one();
        Ok(true)
    }

    /// Why records cannot be written any more.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        self.inner.lock().failure.clone()
    }

    /// Cancels every call and ends the threads, which it waits for.
    pub fn close(&self) {
        self.stop();
        let threads = take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A panic was reported when it happened.
            let _ = thread.join();
        }
    }

    fn stop(&self) {
        let mut state = self.inner.lock();
        state.is_closing = true;
        state.dispatcher.shut_down();
        drop(state);
        self.inner.jobs.notify_all();
        self.inner.lines.notify_all();
        self.inner.saved.notify_all();
    }
}

impl Drop for Hub {
    /// Ends the threads without waiting: the deliverer may wait for whoever drops this.
    fn drop(&mut self) {
        self.stop();
    }
}

/// Does jobs until the end.
fn work(inner: &Inner, clock: Clock, time: Duration, searches: usize) {
    let mut state = inner.lock();
    loop {
        if state.is_closing {
            return;
        }
        let Some(job) = state.dispatcher.take_job_within(searches) else {
            state = wait(&inner.jobs, state);
            continue;
        };
        drop(state);
        // Bots have limits of their own, and without its turn a match would stand still.
        let end = if job.is_call() { clock.now().saturating_add(time) } else { Duration::MAX };
        let done = job.run(&|| clock.now(), &|| clock.now() >= end);
        state = inner.lock();
        state.dispatcher.finish(done);
        inner.lines.notify_one();
        inner.jobs.notify_all();
    }
}

/// Goes on with the matches of a folder. Returns what is wrong with those that are damaged.
fn restore(dispatcher: &mut Dispatcher, records: &Records) -> io::Result<Vec<String>> {
    let (all, last) = records.load()?;
    dispatcher.reserve_matches(last);
    let mut damaged = Vec::new();
    for saved in &all {
        let restored = Dispatcher::read_saved(&saved.record).and_then(|played| {
            let whole = played.record();
            dispatcher.restore(saved.number, &saved.tokens, played).map(|()| whole)
        });
        match restored {
            Ok(whole) => records.mend(saved, &whole)?,
            Err(error) => damaged.push(format!("{}: {error}", records.path(saved.number, RECORD).display())),
        }
    }
    Ok(damaged)
}

/// Writes records, and then moves lines into outboxes, until the end.
fn deliver(inner: &Inner, clock: Clock, records: Option<&Records>, ready: &dyn Fn(&[ClientId])) {
    let mut state = inner.lock();
    loop {
        if state.is_closing {
            return;
        }
        state.dispatcher.tick();
        if state.dispatcher.has_jobs() {
            inner.jobs.notify_all();
        }
        let unsaved = if records.is_some() { state.dispatcher.take_unsaved() } else { Vec::new() };
        let lines = state.take_lines();
        if let Some(records) = records.filter(|_| !unsaved.is_empty()) {
            let left = unsaved.iter().filter(|unsaved| unsaved.ending == Some(MatchEnding::LetGo));
            state.leaving = left.map(|unsaved| unsaved.number).collect();
            drop(state);
            let saved = records.save(&unsaved);
            state = inner.lock();
            state.leaving.clear();
            inner.saved.notify_all();
            if let Err(error) = saved {
                // Nobody must hear of what may be lost.
                state.failure = Some(error.to_string());
                drop(state);
                return ready(&[]);
            }
        } else if lines.is_empty() {
            let time = state.dispatcher.next_tick().map(|tick| tick.saturating_sub(clock.now()));
            state = wait_for(&inner.lines, state, time);
            continue;
        }
        let clients = state.hand_out(lines);
        drop(state);
        if !clients.is_empty() {
            ready(&clients);
        }
        state = inner.lock();
    }
}
