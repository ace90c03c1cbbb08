//! Turns lines into calls, and calls into lines: the requests, notifications and batches of JSON-RPC 2.0.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::calls::{Begun, Calls, MAX_BYTES, MAX_CALLS};
use super::client::{CallId, ClientId, Reply};
use super::fields::Id;
use super::handlers::matches;
use super::host::Host;
use super::json::{Faults, Json, Kind, MAX_DEPTH, Read, read_line};
use super::matches::{MAX_MATCHES, Matches, Unsaved};
use super::messages::{Limits, Request};
use super::method::{Context, Later, Method, Next, Start, Task, Work};
use super::methods::METHODS;
use super::refusal::{ErrorCode, Refusal};
use super::rounds::Rounds;
use crate::matches::Match;

/// The most bytes of a line; the view of a long round has a hundredth of that.
pub const MAX_LINE: usize = 1 << 22;

/// The most messages of a batch.
const MAX_BATCH: usize = 1_000;

/// How often in the time of [`Capacity::idle`] the dispatcher looks for what nobody uses any more.
const LOOKS: u32 = 8;

/// The most characters of a method's name that an error quotes.
const MAX_NAME: usize = 60;

/// The engine without its pipes. It does no input or output, starts no threads, and knows neither time nor chance but
/// by its [`Host`].
///
/// Whoever runs it passes on lines ([`receive`](Self::receive)), runs the jobs it hands out wherever there is time
/// ([`take_job`](Self::take_job), [`Job::run`]), returns them ([`finish`](Self::finish)), calls
/// [`tick`](Self::tick) when it is time to ([`next_tick`](Self::next_tick)), and sends the lines that come out
/// ([`take_line`](Self::take_line)). Only jobs take long.
pub struct Dispatcher {
    host: Box<dyn Host + Send>,
    limits: Limits,
    calls: Calls<Task>,
    rounds: Rounds,
    matches: Matches,
    idle: Option<Duration>,
    /// When to look for rounds and matches that nobody uses any more.
    next_look: Duration,
}

/// How much a dispatcher takes on.
#[derive(Debug, Clone, Copy)]
pub struct Capacity {
    /// The most bytes of a line.
    pub line: usize,
    /// The most long calls of a client under way.
    pub calls: usize,
    /// The most bytes in flight for a client.
    pub bytes: usize,
    /// The most open rounds, and the most open matches, of which there are never more than a thousand.
    pub rounds: usize,
    /// The most time of a bot for a turn of a match.
    pub turn: Option<Duration>,
    /// Whether the host calls [`Dispatcher::take_unsaved`].
    pub saves: bool,
    /// Rounds and matches are let go when nobody has used their tokens for this long; `None` to keep them.
    pub idle: Option<Duration>,
}

/// Work for any thread.
pub struct Job {
    call: Option<CallId>,
    is_cancelled: Arc<AtomicBool>,
    wordings: bool,
    task: Task,
}

/// A job after its work, to be returned to its dispatcher.
pub struct Done {
    call: Option<CallId>,
    /// `None` if the work panicked.
    next: Option<Next>,
}

impl Job {
    /// Whether a client waits for it.
    #[must_use]
    pub const fn is_call(&self) -> bool {
        self.call.is_some()
    }

    /// Does the work. `now` is the clock of the dispatcher's host; `stop` is called often, and the work ends when it
    /// returns true.
    #[must_use]
    pub fn run(self, now: &dyn Fn() -> Duration, stop: &dyn Fn() -> bool) -> Done {
        let Self { call, is_cancelled, wordings, task } = self;
        let is_cancelled = || is_cancelled.load(Ordering::Relaxed) || stop();
        let work = Work { now, is_cancelled: &is_cancelled, wordings };
        // The state that a panic could leave half changed is dropped with the task.
        let next = catch_unwind(AssertUnwindSafe(|| task(&work))).ok();
        Done { call, next }
    }
}

impl Dispatcher {
    /// Makes a dispatcher for so many open rounds at most, and as many open matches, but no more than a thousand.
    #[must_use]
    pub fn new(host: Box<dyn Host + Send>, rounds: usize) -> Self {
        Self::with_capacity(
            host,
            Capacity {
                line: MAX_LINE,
                calls: MAX_CALLS,
                bytes: MAX_BYTES,
                rounds,
                turn: None,
                saves: false,
                idle: None,
            },
        )
    }

    /// Makes a dispatcher with other limits.
    #[must_use]
    pub fn with_capacity(host: Box<dyn Host + Send>, capacity: Capacity) -> Self {
        let Capacity { line, calls, bytes, rounds, turn, saves, idle } = capacity;
        let matches = rounds.min(MAX_MATCHES);
        let limits = Limits { line, nesting: MAX_DEPTH, batch: MAX_BATCH, calls, bytes, rounds, matches };
        let (calls, rounds, matches) = (Calls::new(calls, bytes), Rounds::default(), Matches::new(turn, saves));
        Self { host, limits, calls, rounds, matches, idle, next_look: Duration::ZERO }
    }

    /// Adds a client.
    pub fn connect(&mut self) -> ClientId {
        self.calls.connect()
    }

    /// Removes a client: its calls are cancelled, its lines forgotten.
    pub fn disconnect(&mut self, client: ClientId) {
        self.calls.disconnect(client);
    }

    /// Takes the next line to send to a client, without its line end.
    pub fn take_line(&mut self, client: ClientId) -> Option<String> {
        self.calls.take_line(client)
    }

    /// Whether there are lines to send to a client.
    #[must_use]
    pub fn has_lines(&self, client: ClientId) -> bool {
        self.calls.has_lines(client)
    }

    /// The clients to which there are lines to send.
    #[must_use]
    pub fn clients_with_lines(&self) -> Vec<ClientId> {
        self.calls.with_lines().iter().copied().collect()
    }

    /// Whether so much waits to be sent to a client that no more of its lines should be read.
    #[must_use]
    pub fn is_full(&self, client: ClientId) -> bool {
        self.calls.is_full(client)
    }

    /// The number of long calls that wait or run, those included that were cancelled and have not stopped.
    #[must_use]
    pub fn calls(&self) -> usize {
        self.calls.len()
    }

    /// Whether a client has called `shutdown`, or the engine ends: no more of its lines are wanted.
    #[must_use]
    pub fn is_ending(&self, client: ClientId) -> bool {
        self.calls.is_leaving(client)
    }

    /// Cancels every long call, and refuses new ones.
    pub fn shut_down(&mut self) {
        self.calls.is_ending = true;
        self.calls.cancel_all(None);
    }

    /// Whether work waits for a thread. It may be for a client that should read first.
    #[must_use]
    pub fn has_jobs(&self) -> bool {
        self.calls.has_work()
    }

    /// Takes the next job, unless the client it is for should read first. Turns come before searches.
    pub fn take_job(&mut self) -> Option<Job> {
        self.take_job_within(usize::MAX)
    }

    /// As [`take_job`](Self::take_job), but of each client at most so many `searches` run at once; with 0, only turns
    /// are taken.
    pub fn take_job_within(&mut self, searches: usize) -> Option<Job> {
        let waiting = self.calls.take_work(searches)?;
        let wordings = self.calls.wants_wordings(waiting.call);
        Some(Job { call: waiting.call, is_cancelled: waiting.is_cancelled, wordings, task: waiting.task })
    }

    /// Takes back a job.
    pub fn finish(&mut self, done: Done) {
        let Done { call, next } = done;
        let known = call.and_then(|call| self.calls.find(call));
        if let Some((_, is_cancelled @ true)) = known {
            debug_assert!(is_cancelled);
            if let Some(call) = call {
                self.calls.end(call, Err(Refusal::cancelled()));
            }
            return;
        }
        let answer = match next {
            None => Err(Refusal::internal()),
            Some(Next::Answer(answer)) => answer,
            Some(Next::Then(then)) => {
                let client = known.map(|(client, _)| client);
                match guarded(&mut self.context(client), then) {
                    Ok(Start::Later(Later { task, .. })) => {
                        self.calls.resume(call, task);
                        return;
                    }
                    Ok(Start::Answer(answer)) => Ok(answer),
                    Err(refusal) => Err(refusal),
                }
            }
        };
        if let Some(call) = call {
            self.calls.end(call, answer);
        }
    }

    /// Does what is due: progress notifications, turns of matches that have timed out, and letting go of what nobody
    /// uses any more.
    pub fn tick(&mut self) {
        let now = self.host.now();
        if let Some(idle) = self.idle.filter(|_| now >= self.next_look) {
            self.next_look = now + idle / LOOKS;
            if let Some(since) = now.checked_sub(idle) {
                self.rounds.let_go(since);
                self.matches.let_go(since);
            }
        }
        self.calls.report_progress(now);
        matches::tick(&mut self.context(None));
    }

    /// When to call [`tick`](Self::tick), by the clock of the host; `None` if there is no reason to.
    #[must_use]
    pub fn next_tick(&self) -> Option<Duration> {
        let matches = self.matches.next_due(self.host.now());
        let look = self.idle.map(|_| self.next_look);
        self.calls.next_progress().into_iter().chain(matches).chain(look).min()
    }

    /// Takes what has happened in matches since the last time. A host that keeps it before it sends the lines that it
    /// takes at the same time can go on after any end of the process: [`restore`](Self::restore).
    pub fn take_unsaved(&mut self) -> Vec<Unsaved> {
        self.matches.take_unsaved()
    }

    /// Reads the record of a match that was saved, which may lack the end, for [`restore`](Self::restore).
    ///
    /// # Errors
    /// If it is damaged.
    pub fn read_saved(record: &[u8]) -> Result<Match, String> {
        matches::read_saved(record)
    }

    /// Goes on with a match that was saved.
    ///
    /// # Errors
    /// If these are not its tokens.
    pub fn restore(&mut self, number: u64, tokens: &str, saved: Match) -> Result<(), String> {
        matches::restore(&mut self.context(None), number, tokens, saved)
    }

    /// Whether a match is open.
    #[must_use]
    pub fn has_match(&self, number: u64) -> bool {
        self.matches.is_open(number)
    }

    /// Makes room for one more match of so many rounds.
    ///
    /// # Errors
    /// If there is none.
    pub fn make_room(&mut self, rounds: u32) -> Result<(), String> {
        self.matches.check_room(rounds, self.limits.matches).map_err(|refusal| refusal.message)
    }

    /// Keeps numbers up to this one from new matches.
    pub fn reserve_matches(&mut self, last: u64) {
        self.matches.reserve(last);
    }

    /// Answers a line that is too long, of which the host need not keep more.
    pub fn receive_too_long(&mut self, client: ClientId) {
        let refusal =
            Refusal::new(ErrorCode::InvalidJson, format!("the line is longer than {} bytes", self.limits.line));
        self.refuse(client, refusal);
    }

    /// Handles a line of a client, with or without its line end. Returns how many messages it has, or 1.
    pub fn receive(&mut self, client: ClientId, line: &[u8]) -> usize {
        if line.len() > self.limits.line {
            self.receive_too_long(client);
            return 1;
        }
        let json = match read_line(line) {
            Ok(json) => json,
            Err(message) => {
                self.refuse(client, Refusal::new(ErrorCode::InvalidJson, message));
                return 1;
            }
        };
        let (mut messages, mut count) = (Vec::new(), 0);
        json.items(|message| {
            count += 1;
            if count <= MAX_BATCH {
                messages.push(message);
            }
            true
        });
        if count > MAX_BATCH {
            let message = format!("a batch of {count} messages: at most {MAX_BATCH} are allowed");
            self.refuse(client, Refusal::new(ErrorCode::InvalidRequest, message));
        } else if messages.is_empty() {
            self.handle(client, json, None);
        } else {
            let batch = self.calls.open_batch(client);
            for message in messages {
                self.handle(client, message, Some(batch));
            }
            self.calls.close_batch(client, batch);
        }
        count.max(1)
    }

    /// Answers what has no id.
    fn refuse(&mut self, client: ClientId, refusal: Refusal) {
        self.calls.answer(client, Reply::Line, &Id::null(), Err(refusal));
    }

    fn context(&mut self, client: Option<ClientId>) -> Context<'_> {
        let now = self.host.now();
        (self.rounds.now, self.matches.now) = (now, now);
        Context {
            client,
            calls: &mut self.calls,
            rounds: &mut self.rounds,
            matches: &mut self.matches,
            host: &mut *self.host,
            limits: &self.limits,
            methods: METHODS,
        }
    }

    /// Handles one message.
    fn handle(&mut self, client: ClientId, message: Json<'_>, batch: Option<u64>) {
        let id = id_of(message);
        let mut faults = Faults::default();
        let request = if message.kind() == Kind::Object {
            Request::read(message, &mut faults).ok_or_else(|| faults.to_string())
        } else {
            Err("a message must be an object".to_owned())
        };
        let wanted = request.as_ref().is_ok_and(|request| !request.id.is_absent()) || request.is_err();
        let reply = match batch {
            _ if !wanted => Reply::Nobody,
            None => Reply::Line,
            Some(batch) => self.calls.expect(client, batch),
        };
        let started = match request {
            Ok(request) => self.start(client, &id, reply, &request, message.raw().len()),
            Err(faults) => Err(Refusal::new(ErrorCode::InvalidRequest, faults)),
        };
        let later = match started {
            Ok(Some(Start::Later(later))) => later,
            Ok(Some(Start::Answer(result))) => return self.calls.answer(client, reply, &id, Ok(result)),
            Ok(None) => return,
            Err(refusal) => return self.calls.answer(client, reply, &id, Err(refusal)),
        };
        let now = self.host.now();
        let Later { priority, task, progress, limit } = later;
        let begun = Begun { reply, id, bytes: message.raw().len(), priority, task, progress, limit };
        self.calls.begin(client, begun, now);
    }

    /// Starts a call; `None` if there is nothing to do.
    fn start(
        &mut self,
        client: ClientId,
        id: &Id,
        reply: Reply,
        request: &Request,
        bytes: usize,
    ) -> Result<Option<Start>, Refusal> {
        let Some(method) = METHODS.iter().find(|method| method.name == request.method) else {
            let name: String = request.method.chars().take(MAX_NAME).collect();
            return Err(Refusal::new(ErrorCode::UnknownMethod, format!("there is no method \"{name}\"")));
        };
        let params = request.params.as_ref().map_or("{}", |params| params.raw());
        let params = Json::parse(if params == "null" { "{}" } else { params }).map_err(|_| Refusal::internal())?;
        let mut faults = Faults::default();
        if params.kind() != Kind::Object {
            faults.add("must be an object");
            return Err(Refusal::of_params(&faults));
        }
        let started = guarded(&mut self.context(Some(client)), |context| start(method, context, params, &mut faults))?;
        if let Start::Later(_) = started {
            self.calls.check_room(client, id, bytes)?;
            if method.is_pure && matches!(reply, Reply::Nobody) {
                return Ok(None);
            }
        }
        Ok(Some(started))
    }
}

fn start(method: &Method, context: &mut Context<'_>, params: Json<'_>, faults: &mut Faults) -> Result<Start, Refusal> {
    (method.start)(context, params, faults).unwrap_or_else(|| Err(Refusal::of_params(faults)))
}

/// Does what a bug must not end: the client is told of a panic.
fn guarded<T>(
    context: &mut Context<'_>,
    work: impl FnOnce(&mut Context<'_>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(|| work(context))).unwrap_or_else(|_| Err(Refusal::internal()))
}

/// The id of a message; null if it has no valid one.
fn id_of(message: Json<'_>) -> Id {
    message.field("id").and_then(|id| Id::read(id, &mut Faults::default())).unwrap_or_else(Id::null)
}

#[cfg(test)]
mod tests;
