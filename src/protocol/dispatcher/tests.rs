//! Tests of the dispatcher that need its insides.

use std::sync::atomic::AtomicU64;

use serde_json::{Value, json};

use super::super::calls::Priority;
use super::super::host::NoRandomness;
use super::*;
use crate::clock::Deadline;
use crate::round::{Round, Setup};
use crate::rules::Rules;
use crate::table::Table;

/// Its clock goes on by a tenth of a millisecond whenever it is asked.
struct Ticking(AtomicU64, u8);

impl Host for Ticking {
    fn now(&self) -> Duration {
        Duration::from_micros(100 * self.0.fetch_add(1, Ordering::Relaxed))
    }

    fn fill_random(&mut self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        self.1 += 1;
        bytes.fill(self.1);
        Ok(())
    }
}

fn dispatcher() -> (Dispatcher, ClientId) {
    let mut dispatcher = Dispatcher::new(Box::new(Ticking(AtomicU64::new(0), 0)), 10);
    let client = dispatcher.connect();
    (dispatcher, client)
}

fn ask(dispatcher: &mut Dispatcher, client: ClientId, id: u32, method: &str, params: &Value) -> Option<Value> {
    let line = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string();
    dispatcher.receive(client, line.as_bytes());
    dispatcher.take_line(client).and_then(|line| serde_json::from_str(&line).ok())
}

fn finish(dispatcher: &mut Dispatcher, client: ClientId, job: Job) -> Option<Value> {
    let end = Deadline::after(Some(Duration::from_millis(50)));
    dispatcher.finish(job.run(&|| Duration::ZERO, &|| end.has_passed()));
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
    let end = Deadline::after(Some(Duration::from_secs(20)));
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
    assert!(!end.has_passed());
}
