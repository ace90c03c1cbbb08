//! The dispatcher without pipes: a client that runs its jobs when it likes, with a clock of its own.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rummy_fast::protocol::{
    ClientId, Dispatcher, ErrorCode, Host, Job, LineReader, MAX_LINE, NoRandomness, Question, schema,
};
use serde_json::{Value, json};

/// A clock that a test moves.
#[derive(Clone, Default)]
struct Clock(Arc<AtomicU64>);

impl Clock {
    fn advance(&self, milliseconds: u64) {
        self.0.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

impl Host for Clock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }

    fn fill_random(&mut self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        for byte in bytes {
            // Weyl's sequence, which is enough for a test.
            *byte = (self.0.fetch_add(0x9E37_79B9_7F4A_7C15 << 32 >> 32, Ordering::Relaxed) >> 24) as u8;
        }
        Ok(())
    }
}

struct Engine {
    dispatcher: Dispatcher,
    client: ClientId,
    clock: Clock,
}

const EASY: &str = r#"{"table": ["g2 g3 g4 g5"], "hand": "g6 y2 b2"}"#;

impl Engine {
    fn new() -> Self {
        let clock = Clock::default();
        let mut dispatcher = Dispatcher::new(Box::new(clock.clone()), 100);
        let client = dispatcher.connect();
        Self { dispatcher, client, clock }
    }

    fn send(&mut self, line: &str) {
        self.dispatcher.receive(self.client, line.as_bytes());
    }

    fn run(&mut self, job: Job) {
        let clock = self.clock.clone();
        self.dispatcher.finish(job.run(&|| clock.now(), &|| false));
    }

    fn lines(&mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.dispatcher.take_line(self.client))
            .map(|line| serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}")))
            .collect()
    }

    /// Sends a line, runs all jobs, and returns the lines that come.
    fn ask(&mut self, line: &str) -> Vec<Value> {
        self.send(line);
        while let Some(job) = self.dispatcher.take_job() {
            self.run(job);
        }
        self.lines()
    }

    fn result(&mut self, method: &str, params: &Value) -> Value {
        let lines = self.ask(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string());
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].get("result").is_some(), "{lines:?}");
        lines[0]["result"].clone()
    }

    fn error(&mut self, line: &str) -> (i64, String) {
        let lines = self.ask(line);
        assert_eq!(lines.len(), 1, "{lines:?}");
        let error = &lines[0]["error"];
        (error["code"].as_i64().unwrap_or(0), error["message"].as_str().unwrap_or_default().to_owned())
    }
}

fn request(id: &str, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc": "2.0", "id": {id}, "method": "{method}", "params": {params}}}"#)
}

#[test]
fn every_kind_of_id_comes_back() {
    let mut engine = Engine::new();
    for id in ["0", "-7", "2.5", "1e3", "\"\"", "\"näme\"", "\"a\\\"b\"", "1000000000000000000000000000000", "null"] {
        engine.send(&request(id, "initialize", "{}"));
        let line = engine.dispatcher.take_line(engine.client).unwrap_or_default();
        assert!(line.contains(&format!("\"id\":{id},\"result\":")), "{id}: {line}");
    }
    for id in ["1e999", "{}", "[]", "true"] {
        let line = request(id, "initialize", "{}");
        let expected = "id must be a whole number or a finite number or text";
        assert_eq!(engine.error(&line), (-32600, expected.to_owned()), "{id}");
    }
}

#[test]
fn reading_stops_after_eight_faults_and_a_small_multiple_of_the_memory() {
    let mut engine = Engine::new();
    for (method, params) in [
        ("solve", format!(r#"{{"table": [], "hand": [{}1]}}"#, "1,".repeat(2_000_000))),
        ("choose", format!(r#"{{"bot": "greedy", "view": {{"history": [{}{{}}]}}}}"#, "{},".repeat(1_000_000))),
        ("solve", format!(r#"{{"table": {}{}, "hand": ""}}"#, "[".repeat(150), "]".repeat(150))),
    ] {
        let line = request("1", method, &params);
        assert!(line.len() <= MAX_LINE);
        let mut error = (0, String::new());
        let used = allocation_counter::measure(|| error = engine.error(&line));
        assert_eq!(error.0, -32602);
        assert!(error.1.len() < 700, "{}", error.1);
        assert!(error.1.ends_with("; and more") || method == "solve", "{}", error.1);
        assert!(used.bytes_max < 4 * line.len() as u64 + 100_000, "{method}: {} of {}", used.bytes_max, line.len());
    }
}

#[test]
fn lines_that_are_no_json_get_an_error() {
    let mut engine = Engine::new();
    for (line, expected) in [
        ("", "the line is not JSON: "),
        ("{\"a\":1} 2", "the line is not JSON: "),
        (&"[".repeat(100_000), "the line is not JSON: nested too deeply"),
        (&format!("{}1{}", "{\"a\":".repeat(201), "}".repeat(201)), "the line is not JSON: nested too deeply"),
        ("\"\\ud800\"", "the line is not JSON: "),
    ] {
        let (code, message) = engine.error(line);
        assert_eq!(code, -32700, "{line}");
        assert!(message.starts_with(expected), "{message}");
    }
    engine.dispatcher.receive(engine.client, b"{\"a\": \"\xc3\x28\"}");
    let lines = engine.lines();
    assert_eq!(lines[0]["error"]["message"], "the line is not UTF-8: invalid continuation byte at byte 7");
    assert_eq!(engine.ask(&format!("{}1{}", "[".repeat(200), "]".repeat(200))).len(), 1);
}

#[test]
fn batches_are_answered_together_and_in_order() {
    let mut engine = Engine::new();
    let batch = format!(
        "[{}, 5, {}, {}, {{\"jsonrpc\": \"2.0\", \"method\": \"nope\"}}]",
        request("1", "solve", EASY),
        request("2", "initialize", "{}"),
        request("3", "nope", "{}"),
    );
    engine.send(&batch);
    assert!(engine.lines().is_empty(), "a job is missing");
    let lines = engine.ask("[]");
    assert_eq!(lines[0]["error"]["message"], "a message must be an object");
    let ids: Vec<&Value> = lines[1].as_array().into_iter().flatten().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(1), &Value::Null, &json!(2), &json!(3)]);
    assert!(engine.ask(r#"[{"jsonrpc": "2.0", "method": "initialize"}]"#).is_empty());
}

#[test]
fn calls_are_cancelled_and_their_ids_are_free_again() {
    let mut engine = Engine::new();
    engine.send(&request("1", "solve", EASY));
    engine.send(&request("1", "solve", EASY));
    assert_eq!(engine.lines()[0]["error"]["message"], "id: a request with this id is still under way");
    let job = engine.dispatcher.take_job().expect("it waits");
    engine.send(&request("2", "cancel", r#"{"id": 1}"#));
    let lines = engine.lines();
    assert_eq!(
        (&lines[0]["error"]["data"]["code"], &lines[1]["result"]),
        (&json!("cancelled"), &json!({"cancelled": true}))
    );
    assert_eq!(engine.dispatcher.calls(), 1, "it still runs");
    engine.send(&request("1", "solve", EASY));
    engine.run(job);
    assert!(engine.lines().is_empty(), "it was answered before");
    assert_eq!(engine.ask("{}").len(), 2);
    assert_eq!(engine.dispatcher.calls(), 0);
}

#[test]
fn progress_comes_four_times_a_second() {
    let mut engine = Engine::new();
    engine.send(&request("\"a\"", "solve", &EASY.replace('}', r#", "progress": true, "limit": 7}"#)));
    assert_eq!(engine.dispatcher.next_tick(), Some(engine.clock.now() + Duration::from_millis(250)));
    engine.dispatcher.tick();
    assert!(engine.lines().is_empty());
    engine.clock.advance(260);
    engine.dispatcher.tick();
    let waiting = json!({"id": "a", "state": "waiting", "seconds": 0.26, "limit": 7.0});
    assert_eq!(engine.lines(), [json!({"jsonrpc": "2.0", "method": "progress", "params": waiting})]);
    let job = engine.dispatcher.take_job().expect("it waits");
    engine.clock.advance(1000);
    engine.dispatcher.tick();
    let lines = engine.lines();
    assert_eq!((lines.len(), &lines[0]["params"]["state"]), (1, &json!("running")));
    engine.run(job);
    assert_eq!(engine.dispatcher.next_tick(), None);
    assert_eq!(engine.lines()[0]["result"]["count"], 3);
}

#[test]
fn what_is_in_flight_is_bounded_and_refusals_are_told() {
    let mut engine = Engine::new();
    // Calls of a megabyte each.
    let hand = format!(r#"{{"table": "", "hand": "{}"}}"#, "r6 ".repeat(350_000));
    let mut refused = 0;
    for id in 0..40 {
        engine.send(&request(&id.to_string(), "solve", &hand));
        for line in engine.lines() {
            refused += 1;
            assert_eq!(line["error"]["data"]["code"], "busy");
        }
    }
    assert!((20..30).contains(&refused), "{refused}");
    engine.ask("{}");
    // Answers that nobody reads.
    let opened = engine.result("round/new", &json!({"seed": 5, "starter": 0}));
    for turn in 0..60 {
        engine.result("round/draw", &json!({"token": opened["tokens"][turn % 2]}));
    }
    let view = request("1", "round/view", &json!({"token": opened["tokens"][0]}).to_string());
    let batch = format!("[{}{view}]", format!("{view},").repeat(999));
    while !engine.dispatcher.is_full(engine.client) {
        engine.send(&batch);
    }
    for _ in 0..10 {
        engine.send(&batch);
    }
    engine.send(&request("2", "solve", EASY));
    assert!(engine.dispatcher.take_job().is_none(), "nothing is done for a client that does not read");
    let mut bytes = 0;
    let (mut served, mut dropped) = (0, 0);
    for line in std::iter::from_fn(|| engine.dispatcher.take_line(engine.client)) {
        bytes += line.len();
        for answer in serde_json::from_str::<Value>(&line).expect("JSON").as_array().into_iter().flatten() {
            if answer.get("result").is_some() {
                served += 1;
            } else {
                dropped += 1;
                assert_eq!(answer["error"]["data"]["code"], "busy");
            }
        }
    }
    assert!(served > 1000 && dropped > 100, "{served} {dropped}");
    assert!(bytes < (64 << 20) + 4_000_000, "{bytes}");
    while let Some(job) = engine.dispatcher.take_job() {
        engine.run(job);
    }
    assert_eq!(engine.dispatcher.calls(), 0);
}

#[test]
fn a_client_that_leaves_takes_its_calls_along() {
    let mut engine = Engine::new();
    engine.send(&request("1", "solve", EASY));
    let job = engine.dispatcher.take_job().expect("it waits");
    engine.send(&request("2", "solve", EASY));
    engine.dispatcher.disconnect(engine.client);
    let stopped = Cell::new(0);
    let done = job.run(&|| Duration::ZERO, &|| {
        stopped.set(stopped.get() + 1);
        false
    });
    engine.dispatcher.finish(done);
    assert_eq!(engine.dispatcher.calls(), 0);
    assert!(engine.dispatcher.take_job().is_none());
    engine.send(&request("3", "solve", EASY));
    assert!(engine.lines().is_empty());
}

#[test]
fn json_lines_are_answered() {
    let solve = LineReader::new(Question::Solve);
    let answer = |line: &str| solve.answer(line.as_bytes(), &|| Duration::ZERO, &|| false);
    assert_eq!(
        answer(&EASY.replace('{', r#"{"id": [1e400, "\ud800"], "unknown": 5, "#)),
        r#"{"id":[1e400, "\ud800"],"tiles":["y2","g6","b2"],"count":3,"points":10,"table":["y2 g2 b2","g3 g4 g5 g6"],"proven":true}"#
    );
    for (line, code) in [
        ("[]", "invalid_problem"),
        ("{", "invalid_json"),
        (r#"{"id": 1, "table": [], "hand": "\ud800"}"#, "invalid_notation"),
        (r#"{"id": 1, "table": [], "hand": "", "opened": null}"#, "invalid_problem"),
        (r#"{"id": 1, "table": [], "hand": "", "rules": {"preset": 7}}"#, "invalid_rules"),
        (r#"{"id": 1, "table": [], "hand": "", "rules": 7}"#, "invalid_rules"),
        (r#"{"id": 1, "table": ["r5 J J"], "hand": ""}"#, "invalid_table"),
        (r#"{"id": 1, "table": [], "hand": "", "limit": 0}"#, "invalid_problem"),
    ] {
        let error: Value = serde_json::from_str(&answer(line)).expect("JSON");
        assert_eq!(error["error"]["code"], code, "{line}");
        assert_eq!(error["id"], if line.starts_with("{\"id\"") { json!(1) } else { Value::Null }, "{line}");
    }
}

#[test]
fn the_page_has_every_error_code() {
    let page = include_str!("../docs/engine.md");
    let documented: Vec<(&str, i32)> = page
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("| `")?.split(" | ");
            Some((cells.next()?.strip_suffix('`')?, cells.next()?.parse().ok()?))
        })
        .collect();
    let known: Vec<(&str, i32)> = ErrorCode::ALL.iter().map(|code| (code.name(), code.number())).collect();
    assert_eq!(documented, known);
}

#[test]
fn the_schema_has_every_message() {
    let (mut engine, schema) = (Engine::new(), schema());
    let methods = engine.result("initialize", &json!({}))["capabilities"]["methods"].clone();
    for method in methods.as_array().expect("a list") {
        let name: String =
            method.as_str().unwrap_or_default().split('/').map(|part| part[..1].to_uppercase() + &part[1..]).collect();
        for kind in ["Request", "Response"] {
            assert!(schema["$defs"].get(format!("{name}{kind}")).is_some(), "{name}{kind}");
        }
    }
}

#[test]
fn clients_share_threads_and_leave_alone() {
    let mut engine = Engine::new();
    let (one, other) = (engine.client, engine.dispatcher.connect());
    let solve = |id: u32| {
        format!(r#"{{"jsonrpc": "2.0", "id": {id}, "method": "solve", "params": {{"table": "", "hand": "r1 r2 r3"}}}}"#)
    };
    for id in 0..3 {
        engine.dispatcher.receive(one, solve(id).as_bytes());
    }
    engine.dispatcher.receive(other, solve(9).as_bytes());
    assert!(engine.dispatcher.take_job_within(0).is_none(), "searches are no turns");
    let first = engine.dispatcher.take_job_within(1).expect("the first client's");
    let second = engine.dispatcher.take_job_within(1).expect("the other client's");
    assert!(engine.dispatcher.take_job_within(1).is_none(), "each client has a search that runs");
    let now = || Duration::ZERO;
    engine.dispatcher.finish(second.run(&now, &|| false));
    assert!(engine.dispatcher.take_line(other).is_some_and(|line| line.contains("\"id\":9")));
    assert!(engine.dispatcher.take_line(one).is_none());
    assert!(engine.dispatcher.take_job_within(1).is_none());
    engine.dispatcher.finish(first.run(&now, &|| false));
    assert!(engine.dispatcher.take_job_within(1).is_some());

    let shutdown = br#"{"jsonrpc": "2.0", "id": 10, "method": "shutdown"}"#;
    assert_eq!(engine.dispatcher.receive(one, shutdown), 1);
    assert!(engine.dispatcher.is_ending(one) && !engine.dispatcher.is_ending(other));
    let batch = format!("[{},{}]", solve(11), solve(12));
    assert_eq!(engine.dispatcher.receive(other, batch.as_bytes()), 2);
    assert!(engine.dispatcher.take_job().is_some() && engine.dispatcher.take_job().is_some());
}
