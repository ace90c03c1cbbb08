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

/// The most bytes of a line; the view of a long round has a hundredth of that.
pub const MAX_LINE: usize = 1 << 22;

/// The most messages of a batch.
const MAX_BATCH: usize = 1_000;

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
            Capacity { line: MAX_LINE, calls: MAX_CALLS, bytes: MAX_BYTES, rounds, turn: None, saves: false },
        )
    }

    /// Makes a dispatcher with other limits.
    #[must_use]
    pub fn with_capacity(host: Box<dyn Host + Send>, capacity: Capacity) -> Self {
        let Capacity { line, calls, bytes, rounds, turn, saves } = capacity;
        let matches = rounds.min(MAX_MATCHES);
        let limits = Limits { line, nesting: MAX_DEPTH, batch: MAX_BATCH, calls, bytes, rounds, matches };
        let (calls, rounds, matches) = (Calls::new(calls, bytes), Rounds::default(), Matches::new(turn, saves));
        Self { host, limits, calls, rounds, matches }
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

    /// Does what is due: progress notifications, and turns of matches that have timed out.
    pub fn tick(&mut self) {
        let now = self.host.now();
        self.calls.report_progress(now);
        matches::tick(&mut self.context(None));
    }

    /// When to call [`tick`](Self::tick), by the clock of the host; `None` if there is no reason to.
    #[must_use]
    pub fn next_tick(&self) -> Option<Duration> {
        let matches = self.matches.next_due(self.host.now());
        self.calls.next_progress().into_iter().chain(matches).min()
    }

    /// Takes what has happened in matches since the last time. A host that keeps it before it sends the lines that it
    /// takes at the same time can go on after any end of the process: [`restore`](Self::restore).
    pub fn take_unsaved(&mut self) -> Vec<Unsaved> {
        self.matches.take_unsaved()
    }

    /// Goes on with a match that was saved. Returns its whole record, of which the saved one may lack the end.
    ///
    /// # Errors
    /// If the record or its tokens are damaged.
    pub fn restore(&mut self, number: u64, tokens: &str, record: &[u8]) -> Result<String, String> {
        matches::restore(&mut self.context(None), number, tokens, record)
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
mod tests {
    use std::time::Instant;

    use serde_json::{Value, json};

    use super::super::calls::Priority;
    use super::super::host::NoRandomness;
    use super::*;
    use crate::round::{Round, Setup};
    use crate::rules::Rules;
    use crate::table::Table;

    struct Real(Instant, u8);

    impl Host for Real {
        fn now(&self) -> Duration {
            self.0.elapsed()
        }

        fn fill_random(&mut self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
            self.1 += 1;
            bytes.fill(self.1);
            Ok(())
        }
    }

    fn dispatcher() -> (Dispatcher, ClientId) {
        let mut dispatcher = Dispatcher::new(Box::new(Real(Instant::now(), 0)), 10);
        let client = dispatcher.connect();
        (dispatcher, client)
    }

    fn ask(dispatcher: &mut Dispatcher, client: ClientId, id: u32, method: &str, params: &Value) -> Option<Value> {
        let line = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string();
        dispatcher.receive(client, line.as_bytes());
        dispatcher.take_line(client).and_then(|line| serde_json::from_str(&line).ok())
    }

    fn finish(dispatcher: &mut Dispatcher, client: ClientId, job: Job) -> Option<Value> {
        let begin = Instant::now();
        dispatcher.finish(job.run(&|| begin.elapsed(), &|| begin.elapsed() > Duration::from_millis(50)));
        dispatcher.take_line(client).and_then(|line| serde_json::from_str(&line).ok())
    }

    #[test]
    fn a_bug_is_reported_and_the_engine_goes_on() {
        let (mut dispatcher, client) = dispatcher();
        let task: Task = Box::new(|_| panic!("a bug"));
        let (reply, id) = (Reply::Line, Id::null());
        let priority = Priority::Search;
        let begun = Begun { reply, id, bytes: 10, priority, task, progress: false, limit: None };
        dispatcher.calls.begin(client, begun, Duration::ZERO);
        let job = dispatcher.take_job().expect("it waits");
        let answer = finish(&mut dispatcher, client, job).expect("an answer");
        assert_eq!(answer["error"]["data"]["code"], "internal_error");
        let failed: Result<(), Refusal> = guarded(&mut dispatcher.context(None), |_| panic!("a bug"));
        assert_eq!(failed.map_err(|refusal| refusal.code), Err(ErrorCode::InternalError));
        assert_eq!(dispatcher.calls(), 0);
        assert!(ask(&mut dispatcher, client, 1, "initialize", &json!({})).is_some());
    }

    /// A turn whose check takes a minute; `tests/long_checks.py` says why.
    const BEFORE: &str = "g1 g2 g3 g4 g5 g6 g7";
    const AFTER: &str = "
        k7 b7 o7 g7 y7 J | g1 g2 g3 g4 g5 g6 g7 g8 | y3 o3 g3 b3 k3 p3 J | w4 b4 k4 g4 r4 o4 p4 y4 |
        w1 p1 g1 y1 o1 b1 r1 k1 | J g4 g5 g6 g7 g8 | k8 w8 g8 r8 b8 J | p8 k8 y8 w8 r8 J |
        y5 r5 o5 w5 k5 p5 g5 | b5 p5 y5 k5 w5 o5 r5 J | y2 y3 J y5 y6 y7 | k1 k2 k3 k4 k5 k6 |
        r6 w6 y6 o6 p6 b6 J | y2 g2 r2 o2 k2 b2 p2 | b1 b2 b3 b4 b5 b6 b7 b8 |
        p1 p2 p3 p4 p5 p6 p7 p8 | y2 y3 y4 y5 y6 y7 y8 | r2 r3 r4 r5 r6 r7 r8 | k7 g7 o7 b7 y7 p7 |
        r1 r2 r3 r4 r5 r6 r7 r8";

    /// A round in which seat 0 can make that turn.
    fn long_round() -> Round {
        let rules: Rules = serde_json::from_value(json!({
            "preset": "sabra", "colors": 8, "values": 8, "copies": 4, "jokers": 8, "shortest_meld": 6,
            "opening_min": 655, "timeout": "keep_last_legal",
        }))
        .expect("rules");
        let (table, after) =
            (Table::parse(BEFORE, &rules).expect("a table"), Table::parse(AFTER, &rules).expect("a table"));
        let hands = vec![after.tiles().minus(&table.tiles()), "r1".parse().expect("a tile")];
        let setup = Setup { hands, table, pool: Vec::new(), opened: vec![false; 2], to_move: 0, starter: 0 };
        Round::set_up(&rules, setup).expect("a round")
    }

    #[test]
    fn a_turn_that_takes_long_stalls_nobody() {
        let (mut dispatcher, client) = dispatcher();
        let (host, tokens) = dispatcher.rounds.open(long_round(), &mut *dispatcher.host).expect("room");
        let turn = json!({"token": tokens[0].0, "table": AFTER});
        let begin = Instant::now();
        // Cancelled: the turn is not taken.
        assert!(ask(&mut dispatcher, client, 1, "round/play", &turn).is_none());
        let job = dispatcher.take_job().expect("it takes long");
        let view = ask(&mut dispatcher, client, 2, "round/view", &json!({"token": tokens[1].0})).expect("at once");
        assert_eq!((&view["result"]["to_move"], &view["result"]["history"]), (&json!(0), &json!([])));
        let cancelled = ask(&mut dispatcher, client, 3, "cancel", &json!({"id": 1})).expect("at once");
        assert_eq!((&cancelled["id"], &cancelled["error"]["data"]["code"]), (&json!(1), &json!("cancelled")));
        assert!(dispatcher.take_line(client).is_some());
        assert!(finish(&mut dispatcher, client, job).is_none());
        // Overtaken by the host: the seat is not to move any more.
        assert!(ask(&mut dispatcher, client, 4, "round/play", &turn).is_none());
        let job = dispatcher.take_job().expect("it takes long");
        let forfeit = ask(&mut dispatcher, client, 5, "round/forfeit", &json!({"host": host.0})).expect("at once");
        assert_eq!(forfeit["result"]["to_move"], 1);
        let late = finish(&mut dispatcher, client, job).expect("an answer");
        assert_eq!((&late["id"], &late["error"]["data"]["reasons"][0]["code"]), (&json!(4), &json!("wrong_seat")));
        assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    }
}
