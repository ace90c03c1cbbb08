//! Clients, their calls under way, and the lines that wait for them.
//!
//! Each request with an id gets exactly one answer. What is in flight for a client is counted in bytes: calls that
//! wait, answers of batches that are not complete, and lines that the client has not read.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::client::{Batch, CallId, Client, ClientId, Reply};
use super::fields::{Id, Version};
use super::messages::{Failure, Progress, ProgressState};
use super::refusal::{ErrorCode, Refusal};

/// The most bytes in flight for a client.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// Above this many bytes of such lines it is not told of any progress.
const QUIET_BYTES: usize = 1 << 20;

/// The most long calls under way.
pub(crate) const MAX_CALLS: usize = 10_000;

/// The time between two progress notifications of a call.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// What a call takes besides its message: a multiple of its bytes for its params, and a record.
const fn cost(bytes: usize) -> usize {
    4 * bytes + 512
}

/// Which work goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Priority {
    /// A turn, which others wait for.
    Turn,
    /// A search, which may take as long as its limit.
    Search,
}

#[derive(Debug)]
struct Call {
    client: ClientId,
    priority: Priority,
    id: Id,
    reply: Reply,
    /// The bytes it is counted for.
    cost: usize,
    is_cancelled: Arc<AtomicBool>,
    is_answered: bool,
    is_running: bool,
    asked: Duration,
    /// When to report the next progress, and the limit to report.
    progress: Option<(Duration, Option<f64>)>,
}

/// A long call that begins.
pub(crate) struct Begun<T> {
    pub(crate) reply: Reply,
    pub(crate) id: Id,
    /// The bytes of its message.
    pub(crate) bytes: usize,
    pub(crate) priority: Priority,
    pub(crate) task: T,
    /// Whether the client wants to be told of the progress.
    pub(crate) progress: bool,
    /// The limit in seconds, as the client gave it.
    pub(crate) limit: Option<f64>,
}

/// Work that waits for a thread.
pub(crate) struct Waiting<T> {
    /// Older work has a lower number.
    number: u64,
    /// The call that it is for, if a client asked for it.
    pub(crate) call: Option<CallId>,
    pub(crate) is_cancelled: Arc<AtomicBool>,
    pub(crate) task: T,
}

/// All clients and their calls. `T` is the work of a call.
pub(crate) struct Calls<T> {
    clients: BTreeMap<ClientId, Client>,
    /// The clients that have lines to take.
    with_lines: BTreeSet<ClientId>,
    under_way: BTreeMap<CallId, Call>,
    /// What waits of each priority for each client, or for nobody.
    waiting: BTreeMap<(Priority, Option<ClientId>), VecDeque<Waiting<T>>>,
    /// The most long calls of a client under way.
    per_client: usize,
    /// The most bytes in flight for a client.
    max_bytes: usize,
    /// The last number given to a client, call, batch or waiting work.
    last: u64,
    /// Whether no more long calls are taken.
    pub(crate) is_ending: bool,
}

impl<T> Calls<T> {
    pub(crate) fn new(per_client: usize, max_bytes: usize) -> Self {
        let (clients, with_lines) = (BTreeMap::new(), BTreeSet::new());
        let (under_way, waiting) = (BTreeMap::new(), BTreeMap::new());
        Self { clients, with_lines, under_way, waiting, per_client, max_bytes, last: 0, is_ending: false }
    }
}

impl<T> Calls<T> {
    fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    pub(crate) fn connect(&mut self) -> ClientId {
        let client = ClientId(self.next());
        self.clients.insert(client, Client::default());
        client
    }

    /// Stops the work for a client and forgets its lines.
    pub(crate) fn disconnect(&mut self, client: ClientId) {
        self.cancel_all(Some(client));
        self.clients.remove(&client);
        self.with_lines.remove(&client);
    }

    /// Sends sentences to a client as template and values, too, or no longer.
    pub(crate) fn want_wordings(&mut self, client: ClientId, wanted: bool) {
        if let Some(client) = self.clients.get_mut(&client) {
            client.wants_wordings = wanted;
        }
    }

    /// Whether the client of a call wants sentences as template and values, too.
    pub(crate) fn wants_wordings(&self, call: Option<CallId>) -> bool {
        let call = call.and_then(|call| self.under_way.get(&call));
        call.and_then(|call| self.clients.get(&call.client)).is_some_and(|client| client.wants_wordings)
    }

    /// Whether a client is connected.
    pub(crate) fn is_connected(&self, client: ClientId) -> bool {
        self.clients.contains_key(&client)
    }

    /// The bytes of lines that a client has not read, above which no work is done for it and no line of it is wanted.
    const fn pause_bytes(&self) -> usize {
        self.max_bytes / 2
    }

    /// Whether no more lines of a client are wanted.
    pub(crate) fn is_leaving(&self, client: ClientId) -> bool {
        self.is_ending || self.clients.get(&client).is_some_and(|client| client.is_leaving)
    }

    /// Cancels the calls of a client, and refuses new ones.
    pub(crate) fn leave(&mut self, client: ClientId) {
        if let Some(client) = self.clients.get_mut(&client) {
            client.is_leaving = true;
        }
        self.cancel_all(Some(client));
    }

    /// Whether the client should read before it sends more.
    pub(crate) fn is_full(&self, client: ClientId) -> bool {
        self.clients.get(&client).is_some_and(|client| client.queued > self.pause_bytes())
    }

    pub(crate) fn has_work(&self) -> bool {
        !self.waiting.is_empty()
    }

    pub(crate) fn has_lines(&self, client: ClientId) -> bool {
        self.with_lines.contains(&client)
    }

    /// The clients that have lines to take.
    pub(crate) const fn with_lines(&self) -> &BTreeSet<ClientId> {
        &self.with_lines
    }

    /// The number of long calls of all clients that wait or run, cancelled ones included.
    pub(crate) fn len(&self) -> usize {
        self.under_way.len()
    }

    /// Takes the next line for a client, without its line end.
    pub(crate) fn take_line(&mut self, client: ClientId) -> Option<String> {
        let known = self.clients.get_mut(&client)?;
        let line = known.lines.pop_front()?;
        known.queued -= line.len();
        if known.lines.is_empty() {
            self.with_lines.remove(&client);
        }
        Some(line)
    }

    /// Keeps `with_lines` after lines were added for a client.
    fn note_lines(&mut self, client: ClientId) {
        if self.clients.get(&client).is_some_and(|client| !client.lines.is_empty()) {
            self.with_lines.insert(client);
        }
    }

    /// Sends a notification to a client, unless too much is in flight for it.
    pub(crate) fn notify(&mut self, client: ClientId, line: String) -> bool {
        let Some(known) = self.clients.get_mut(&client) else { return false };
        let fits = known.in_flight() + line.len() <= self.max_bytes;
        if fits {
            known.push(line);
            self.with_lines.insert(client);
        }
        fits
    }

    /// Starts a batch; its answers are sent after [`close_batch`](Self::close_batch).
    pub(crate) fn open_batch(&mut self, client: ClientId) -> u64 {
        let batch = self.next();
        if let Some(client) = self.clients.get_mut(&client) {
            client.batches.insert(batch, Batch::default());
        }
        batch
    }

    /// A place for one more answer of a batch.
    pub(crate) fn expect(&mut self, client: ClientId, batch: u64) -> Reply {
        let found = self.clients.get_mut(&client).and_then(|client| client.batches.get_mut(&batch));
        let Some(found) = found else { return Reply::Nobody };
        found.answers.push(None);
        found.missing += 1;
        Reply::Batch(batch, found.answers.len() - 1)
    }

    pub(crate) fn close_batch(&mut self, client: ClientId, batch: u64) {
        let Some(known) = self.clients.get_mut(&client) else { return };
        if let Some(found) = known.batches.get_mut(&batch) {
            found.is_closed = true;
        }
        known.send_batch(batch);
        self.note_lines(client);
    }

    /// Answers a request.
    pub(crate) fn answer(&mut self, client: ClientId, reply: Reply, id: &Id, answer: Result<String, Refusal>) {
        let most = self.max_bytes;
        let Some(known) = self.clients.get_mut(&client) else { return };
        let line = match answer {
            _ if matches!(reply, Reply::Nobody) => return,
            Err(refusal) => failure(id, refusal, known.wants_wordings),
            Ok(result) => {
                let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{result}}}", id.raw());
                if known.in_flight() + line.len() > most {
                    failure(
                        id,
                        too_much(&format!("the answer of {} bytes is dropped", line.len()), most),
                        known.wants_wordings,
                    )
                } else {
                    line
                }
            }
        };
        match reply {
            Reply::Nobody => {}
            Reply::Line => known.push(line),
            Reply::Batch(number, place) => {
                let Some(batch) = known.batches.get_mut(&number) else { return };
                known.held += line.len();
                batch.answers[place] = Some(line);
                batch.missing -= 1;
                known.send_batch(number);
            }
        }
        self.note_lines(client);
    }

    /// Checks that a long call may begin.
    pub(crate) fn check_room(&self, client: ClientId, id: &Id, bytes: usize) -> Result<(), Refusal> {
        if self.is_leaving(client) {
            return Err(Refusal::new(ErrorCode::ShuttingDown, "the engine is shutting down"));
        }
        let Some(client) = self.clients.get(&client) else { return Ok(()) };
        for (calls, most) in [(self.len(), MAX_CALLS), (client.calls, self.per_client)] {
            if calls >= most {
                let message = format!("{most} calls are under way, the most allowed");
                return Err(Refusal::new(ErrorCode::Busy, message));
            }
        }
        if client.cancellable.contains_key(id) {
            let message = "id: a request with this id is still under way";
            return Err(Refusal::new(ErrorCode::InvalidRequest, message));
        }
        if client.in_flight() + cost(bytes) > self.max_bytes {
            return Err(too_much("the call is refused", self.max_bytes));
        }
        Ok(())
    }

    /// Queues a long call.
    pub(crate) fn begin(&mut self, client: ClientId, begun: Begun<T>, now: Duration) {
        let Begun { reply, id, bytes, priority, task, progress, limit } = begun;
        let (number, cost) = (CallId(self.next()), cost(bytes));
        if let Some(client) = self.clients.get_mut(&client) {
            client.held += cost;
            client.calls += 1;
            if !id.is_null() {
                client.cancellable.insert(id.clone(), number);
            }
        }
        let is_cancelled = Arc::<AtomicBool>::default();
        let call = Call {
            client,
            priority,
            id,
            reply,
            cost,
            is_cancelled: Arc::clone(&is_cancelled),
            is_answered: false,
            is_running: false,
            asked: now,
            progress: (progress && !matches!(reply, Reply::Nobody)).then_some((now + PROGRESS_INTERVAL, limit)),
        };
        self.under_way.insert(number, call);
        self.queue(priority, Some(client), Some(number), is_cancelled, task);
    }

    fn queue(
        &mut self,
        priority: Priority,
        client: Option<ClientId>,
        call: Option<CallId>,
        is_cancelled: Arc<AtomicBool>,
        task: T,
    ) {
        let number = self.next();
        self.waiting.entry((priority, client)).or_default().push_back(Waiting { number, call, is_cancelled, task });
    }

    /// Queues work that no client waits for.
    pub(crate) fn spawn(&mut self, task: T) {
        self.queue(Priority::Turn, None, None, Arc::default(), task);
    }

    /// Takes the next work, unless its client should read first: a turn, or else a search of the client of which the
    /// fewest run. Of a client at most so many `searches` run.
    pub(crate) fn take_work(&mut self, searches: usize) -> Option<Waiting<T>> {
        let pause = self.pause_bytes();
        let ready = |(&(priority, owner), queue): (&(Priority, Option<ClientId>), &VecDeque<Waiting<T>>)| {
            let client = owner.and_then(|client| self.clients.get(&client));
            let running = if priority == Priority::Turn { 0 } else { client.map_or(0, |client| client.searching) };
            let may_run = priority == Priority::Turn || running < searches;
            let is_reading = client.is_none_or(|client| client.queued <= pause);
            (may_run && is_reading).then_some((priority, running, queue.front()?.number, owner))
        };
        let (priority, _, _, owner) = self.waiting.iter().filter_map(ready).min()?;
        let queue = self.waiting.get_mut(&(priority, owner))?;
        let waiting = queue.pop_front()?;
        if queue.is_empty() {
            self.waiting.remove(&(priority, owner));
        }
        if let Some(call) = waiting.call.and_then(|call| self.under_way.get_mut(&call))
            && !call.is_running
        {
            call.is_running = true;
            if let Some(client) = self.clients.get_mut(&call.client).filter(|_| priority == Priority::Search) {
                client.searching += 1;
            }
        }
        Some(waiting)
    }

    /// Queues what follows on the work of a call, before other work.
    pub(crate) fn resume(&mut self, call: Option<CallId>, task: T) {
        let known = call.and_then(|call| self.under_way.get(&call));
        let is_cancelled = known.map_or_else(Arc::default, |call| Arc::clone(&call.is_cancelled));
        let place = known.map_or((Priority::Turn, None), |call| (call.priority, Some(call.client)));
        self.waiting.entry(place).or_default().push_front(Waiting { number: 0, call, is_cancelled, task });
    }

    /// The client of a call, and whether it was cancelled.
    pub(crate) fn find(&self, call: CallId) -> Option<(ClientId, bool)> {
        self.under_way.get(&call).map(|call| (call.client, call.is_answered))
    }

    /// Ends a call: answers it unless it was cancelled.
    pub(crate) fn end(&mut self, call: CallId, answer: Result<String, Refusal>) {
        let Some(call) = self.under_way.remove(&call) else { return };
        if let Some(client) = self.clients.get_mut(&call.client) {
            client.held -= call.cost;
            client.calls -= 1;
            client.searching -= usize::from(call.is_running && call.priority == Priority::Search);
            if !call.is_answered {
                client.cancellable.remove(&call.id);
            }
        }
        if !call.is_answered {
            self.answer(call.client, call.reply, &call.id, answer);
        }
    }

    /// Cancels the call of a client with this id. Returns whether there was one.
    pub(crate) fn cancel(&mut self, client: ClientId, id: &Id) -> bool {
        let call = self.clients.get(&client).and_then(|client| client.cancellable.get(id)).copied();
        call.is_some_and(|call| self.stop(call))
    }

    /// Cancels all calls, or those of one client. Each gets an error as its answer.
    pub(crate) fn cancel_all(&mut self, client: Option<ClientId>) {
        let of_client = |call: &Call| client.is_none_or(|client| call.client == client);
        let all: Vec<CallId> = self.under_way.iter().filter(|(_, call)| of_client(call)).map(|(&id, _)| id).collect();
        for call in all {
            self.stop(call);
        }
    }

    fn stop(&mut self, id: CallId) -> bool {
        let Some(call) = self.under_way.get_mut(&id).filter(|call| !call.is_answered) else { return false };
        call.is_cancelled.store(true, Ordering::Relaxed);
        call.is_answered = true;
        let (client, priority, reply, name) = (call.client, call.priority, call.reply, call.id.clone());
        if let Some(client) = self.clients.get_mut(&client) {
            client.cancellable.remove(&name);
        }
        if self.remove(priority, client, id)
            && let Some(call) = self.under_way.remove(&id)
            && let Some(client) = self.clients.get_mut(&client)
        {
            client.held -= call.cost;
            client.calls -= 1;
        }
        self.answer(client, reply, &name, Err(Refusal::cancelled()));
        true
    }

    /// Removes the waiting work of a call. Returns whether it waited.
    fn remove(&mut self, priority: Priority, client: ClientId, call: CallId) -> bool {
        let Some(queue) = self.waiting.get_mut(&(priority, Some(client))) else { return false };
        let Some(place) = queue.iter().position(|waiting| waiting.call == Some(call)) else { return false };
        queue.remove(place);
        if queue.is_empty() {
            self.waiting.remove(&(priority, Some(client)));
        }
        true
    }

    /// Sends the progress notifications that are due.
    pub(crate) fn report_progress(&mut self, now: Duration) {
        for call in self.under_way.values_mut().filter(|call| !call.is_answered) {
            let Some((due, limit)) = &mut call.progress else { continue };
            let Some(client) = self.clients.get_mut(&call.client).filter(|_| *due <= now) else { continue };
            while *due <= now {
                *due += PROGRESS_INTERVAL;
            }
            if client.queued > QUIET_BYTES {
                continue;
            }
            let state = if call.is_running { ProgressState::Running } else { ProgressState::Waiting };
            let seconds = (now.saturating_sub(call.asked).as_secs_f64() * 1e3).round() / 1e3;
            let progress = Progress { id: call.id.clone(), state, seconds, limit: *limit };
            if let Ok(params) = serde_json::to_string(&progress) {
                self.with_lines.insert(call.client);
                client.push(format!("{{\"jsonrpc\":\"2.0\",\"method\":\"progress\",\"params\":{params}}}"));
            }
        }
    }

    /// When the next progress notification is due.
    pub(crate) fn next_progress(&self) -> Option<Duration> {
        let waiting = self.under_way.values().filter(|call| !call.is_answered);
        waiting.filter_map(|call| call.progress.map(|(due, _)| due)).min()
    }
}

fn too_much(what: &str, most: usize) -> Refusal {
    let message = format!("{what}: at most {most} bytes may be in flight for a client; read the answers first");
    Refusal::new(ErrorCode::Busy, message)
}

/// The answer to a failed request.
fn failure(id: &Id, refusal: Refusal, wordings: bool) -> String {
    let failure = Failure { jsonrpc: Version, id: id.clone(), error: refusal.error(wordings) };
    serde_json::to_string(&failure).unwrap_or_default()
}
