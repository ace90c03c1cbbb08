//! Matches over the protocol: whole games of guests and bots, tokens, reconnecting, timeouts, and that no message to a
//! seat ever holds a tile that is hidden from it.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rummy_fast::protocol::{ClientId, Dispatcher, Host, NoRandomness};
use serde_json::{Value, json};

/// A clock that tests set, and random bytes that are the same in every run.
struct TestHost {
    millis: Arc<AtomicU64>,
    state: u64,
}

impl Host for TestHost {
    fn now(&self) -> Duration {
        Duration::from_millis(self.millis.load(Ordering::Relaxed))
    }

    fn fill_random(&mut self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        for byte in bytes {
            self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (self.state >> 56) as u8;
        }
        Ok(())
    }
}

/// A dispatcher whose jobs run when a test says so.
struct Engine {
    dispatcher: Dispatcher,
    millis: Arc<AtomicU64>,
    last: u64,
    notices: HashMap<ClientId, Vec<Value>>,
}

impl Engine {
    fn new() -> (Self, ClientId) {
        let millis = Arc::<AtomicU64>::default();
        let host = TestHost { millis: Arc::clone(&millis), state: 7 };
        let mut dispatcher = Dispatcher::new(Box::new(host), 10_000);
        let client = dispatcher.connect();
        (Self { dispatcher, millis, last: 0, notices: HashMap::new() }, client)
    }

    /// Runs one job. Returns false if there is none.
    fn work(&mut self) -> bool {
        let Some(job) = self.dispatcher.take_job() else { return false };
        let millis = Arc::clone(&self.millis);
        let done = job.run(&move || Duration::from_millis(millis.load(Ordering::Relaxed)), &|| false);
        self.dispatcher.finish(done);
        true
    }

    /// Sends a request and runs jobs until it is answered.
    fn ask(&mut self, client: ClientId, method: &str, params: &Value) -> Result<Value, Value> {
        self.last += 1;
        let id = self.last;
        let line = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string();
        self.dispatcher.receive(client, line.as_bytes());
        loop {
            while let Some(line) = self.dispatcher.take_line(client) {
                let mut message: Value = serde_json::from_str(&line).unwrap();
                if message["id"] == id {
                    return match message.get_mut("result") {
                        Some(result) => Ok(result.take()),
                        None => Err(message["error"].take()),
                    };
                }
                assert_eq!(message["method"], "match/event", "{message}");
                self.notices.entry(client).or_default().push(message["params"].take());
            }
            assert!(self.work(), "no answer to {method}");
        }
    }

    fn call(&mut self, client: ClientId, method: &str, params: &Value) -> Value {
        self.ask(client, method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The code of the error, or of its only reason.
    fn refused(&mut self, client: ClientId, method: &str, params: &Value) -> String {
        let error = self.ask(client, method, params).unwrap_err();
        let data = &error["data"];
        let code = data["reasons"].get(0).map_or(&data["code"], |reason| &reason["code"]);
        code.as_str().unwrap().to_owned()
    }

    /// The notices of a client that have come since.
    fn notices(&mut self, client: ClientId) -> Vec<Value> {
        while let Some(line) = self.dispatcher.take_line(client) {
            let mut message: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(message["method"], "match/event", "{message}");
            self.notices.entry(client).or_default().push(message["params"].take());
        }
        self.notices.remove(&client).unwrap_or_default()
    }

    /// Sets the clock forward.
    fn wait(&mut self, seconds: u64) {
        self.millis.fetch_add(1000 * seconds, Ordering::Relaxed);
        self.dispatcher.tick();
    }
}

/// What the params of a turn are, as a bot chooses it.
fn chosen(engine: &mut Engine, client: ClientId, token: &Value, view: &Value) -> Value {
    let chosen = engine.call(client, "choose", &json!({"bot": "greedy", "view": view["view"]}));
    let mut params = json!({"token": token, "turn": view["turn"], "kind": chosen["turn"]["kind"]});
    if let Some(table) = chosen["turn"].get("table") {
        params["table"] = table.clone();
    }
    params
}

/// The tiles in a text, whatever is around them.
fn tiles_in(text: &str) -> BTreeSet<String> {
    let word = |word: &str| {
        let digits = word.strip_prefix(['r', 'y', 'g', 'b'])?;
        let good = !digits.is_empty() && digits.len() <= 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
        good.then(|| word.to_owned())
    };
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(word).collect()
}

/// Which tiles each seat may know by now, of a deck with one copy of each: what is or was on the table, and what it
/// was dealt or has drawn in this round.
fn known(record: &str, seats: usize) -> Vec<BTreeSet<String>> {
    let mut known = vec![BTreeSet::new(); seats];
    for line in record.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["turn", _, "seat", _, "plays", ..] | ["turn", _, "seat", _, "timeout", "keeps", ..] => {
                for known in &mut known {
                    known.extend(tiles_in(line));
                }
            }
            ["deal", seat, ..] | ["turn", _, "seat", seat, ..] => {
                known[seat.parse::<usize>().unwrap()].extend(tiles_in(line));
            }
            _ => {}
        }
    }
    known
}

#[test]
fn no_message_to_a_seat_holds_a_tile_that_is_hidden_from_it() {
    let rules = json!({"preset": "schmidt", "copies": 1, "jokers": 0, "hand_size": 10, "opening_min": 0});
    for seed in 0..4 {
        let (mut engine, host_client) = Engine::new();
        let seats = json!(["greedy", null, "search:positions=200", null]);
        let params = json!({"seats": seats, "rules": rules, "seed": seed, "names": [null, "Anna", null, null]});
        let new = engine.call(host_client, "match/new", &params);
        assert_eq!(new["names"], json!(["greedy", "Anna", "search:positions=200", "guest"]));
        assert!(new["tokens"][0].is_null() && new["tokens"][1].is_string());
        let mut clients = Vec::new();
        for seat in [1_usize, 3] {
            let client = engine.dispatcher.connect();
            engine.call(client, "match/events", &json!({"token": new["tokens"][seat]}));
            clients.push((seat, client, new["tokens"][seat].clone()));
        }
        let (mut messages, mut checked) = (0, 0);
        let mut waiting = true;
        while waiting {
            for (seat, client, token) in clients.clone() {
                let view = engine.call(client, "match/view", &json!({"token": token}));
                let mut told = vec![view.clone()];
                if view["to_move"] == seat && view["waiting"] == "guest" {
                    // A refusal must not tell anything either.
                    let wrong = json!({"token": token, "turn": view["turn"], "kind": "play", "table": ["r1 r2 r3"]});
                    if let Err(error) = engine.ask(client, "match/turn", &wrong) {
                        assert_eq!(error["data"]["code"], "illegal_turn");
                    }
                    let params = chosen(&mut engine, client, &token, &view);
                    if let Ok(answer) = engine.ask(client, "match/turn", &params) {
                        told.push(answer);
                    }
                } else if view["waiting"] == "bot" {
                    engine.work();
                }
                told.extend(engine.notices(client));
                told.push(engine.call(client, "match/events", &json!({"token": token, "follow": true})));
                waiting = view["waiting"] != "nothing";
                let record = engine.call(host_client, "match/record", &json!({"host": new["host"]}));
                let known = &known(record["record"].as_str().unwrap(), 4)[seat];
                for message in told {
                    let found = tiles_in(&message.to_string());
                    checked += found.len();
                    messages += 1;
                    let hidden: Vec<_> = found.difference(known).collect();
                    assert!(hidden.is_empty(), "seat {seat} is told of {hidden:?}: {message}");
                }
            }
        }
        assert!(messages > 60 && checked > 500, "{messages} messages, {checked} tiles");
        // The events of the host have no hands at all.
        let all = engine.call(host_client, "match/events", &json!({"token": new["host"], "follow": false}));
        for event in all["events"].as_array().unwrap() {
            assert!(event.get("hand").is_none_or(Value::is_null) && event.get("drew").is_none_or(Value::is_null));
        }
    }
}

#[test]
fn a_whole_match_of_guests_and_bots_is_that_of_its_record() {
    let (mut engine, client) = Engine::new();
    let params = json!({"seats": [null, "greedy", null], "rounds": 3, "seed": 11});
    let new = engine.call(client, "match/new", &params);
    let tokens = new["tokens"].as_array().unwrap().clone();
    engine.call(client, "match/events", &json!({"token": tokens[0]}));
    let mut events = Vec::new();
    loop {
        let view = engine.call(client, "match/view", &json!({"token": tokens[0]}));
        if view["waiting"] == "nothing" {
            assert_eq!(view["winners"].as_array().unwrap().len(), 1);
            assert_eq!(view["totals"].as_array().unwrap().iter().map(|total| total.as_i64().unwrap()).sum::<i64>(), 0);
            break;
        }
        let seat = usize::try_from(view["to_move"].as_u64().unwrap()).unwrap();
        if view["waiting"] == "bot" {
            assert!(engine.work());
            continue;
        }
        let view = engine.call(client, "match/view", &json!({"token": tokens[seat]}));
        let params = chosen(&mut engine, client, &tokens[seat], &view);
        let answer = engine.call(client, "match/turn", &params);
        // Sent again, it has the same answer and is not taken again.
        assert_eq!(engine.call(client, "match/turn", &params), answer);
        events.extend(engine.notices(client));
    }
    events.extend(engine.notices(client));
    let numbers: Vec<u64> = events.iter().map(|notice| notice["event"]["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "each event once, in order");
    assert!(events.iter().all(|notice| notice["match"] == new["match"] && notice["seat"] == 0));
    assert_eq!(events.last().unwrap()["event"]["kind"], "over");
    let record = engine.call(client, "match/record", &json!({"host": new["host"]}));
    assert_eq!(record["complete"], true);
    let text = record["record"].as_str().unwrap();
    let verified = rummy_fast::Record::parse(text.as_bytes()).unwrap();
    assert_eq!(verified.end().happenings().len(), events.len() + 1);
    // From any event on, a client that reconnects gets what it missed.
    for from in [0, 1, 17, events.len(), events.len() + 1] {
        let other = engine.dispatcher.connect();
        let missed = engine.call(other, "match/events", &json!({"token": tokens[0], "from": from}));
        let missed = missed["events"].as_array().unwrap();
        assert_eq!(missed.len(), events.len() + 1 - from);
        let same = events.iter().rev().zip(missed.iter().rev()).all(|(notice, event)| notice["event"] == *event);
        assert!(same);
    }
}

#[test]
fn turns_are_numbered_and_taken_once() {
    let (mut engine, client) = Engine::new();
    let new = engine.call(client, "match/new", &json!({"seats": [null, null], "seed": 3}));
    let first = engine.call(client, "match/view", &json!({"token": new["host"]}));
    assert!(first["view"].is_null() && first["seat"].is_null());
    let seat = usize::try_from(first["to_move"].as_u64().unwrap()).unwrap();
    let (mine, other) = (new["tokens"][seat].clone(), new["tokens"][1 - seat].clone());
    let draw = json!({"token": mine, "turn": 1, "kind": "draw"});
    assert_eq!(engine.refused(client, "match/turn", &json!({"token": other, "turn": 1, "kind": "draw"})), "wrong_seat");
    assert_eq!(
        engine.refused(client, "match/turn", &json!({"token": mine, "turn": 2, "kind": "draw"})),
        "turn_not_reached"
    );
    assert_eq!(engine.refused(client, "match/turn", &json!({"token": mine, "turn": 1, "kind": "pass"})), "cannot_pass");
    for wrong in [
        json!({"token": mine, "turn": 1, "kind": "play"}),
        json!({"token": mine, "turn": 1, "kind": "draw", "table": []}),
        json!({"token": mine, "turn": 1, "kind": "sleep"}),
        json!({"token": mine, "turn": -1, "kind": "draw"}),
        json!({"token": new["host"], "turn": 1, "kind": "draw"}),
    ] {
        assert_eq!(engine.refused(client, "match/turn", &wrong), "invalid_problem");
    }
    // All reasons at once.
    let illegal = json!({"token": mine, "turn": 1, "kind": "play", "table": ["r1 r2 r3", "x"]});
    let error = engine.ask(client, "match/turn", &illegal).unwrap_err();
    assert!(error["data"]["reasons"].as_array().unwrap().len() >= 2, "{error}");
    let answer = engine.call(client, "match/turn", &draw);
    assert_eq!((&answer["event"]["kind"], &answer["event"]["turn"]), (&json!("turn"), &json!(1)));
    assert_eq!(answer["event"]["drew"].as_array().unwrap().len(), 1);
    assert_eq!(engine.call(client, "match/turn", &draw), answer);
    assert_eq!(engine.refused(client, "match/turn", &json!({"token": mine, "turn": 1, "kind": "pass"})), "turn_taken");
    assert_eq!(engine.refused(client, "match/turn", &json!({"token": other, "turn": 1, "kind": "draw"})), "turn_taken");
    // The host ends the turn of a guest who has left.
    let gone = engine.call(client, "match/turn", &json!({"token": new["host"], "turn": 2, "kind": "forfeit"}));
    assert_eq!((&gone["event"]["fault"], &gone["event"]["event"]["kind"]), (&json!("gone"), &json!("forfeit")));
    assert!(gone["event"]["drew"].is_null());
}

#[test]
fn turns_time_out_by_the_clock_of_the_host() {
    let (mut engine, client) = Engine::new();
    let new = engine.call(client, "match/new", &json!({"seats": [null, null], "seed": 3, "rules": {"opening_min": 0}}));
    engine.call(client, "match/events", &json!({"token": new["host"]}));
    let first = engine.call(client, "match/view", &json!({"token": new["host"]}));
    assert_eq!(first["remaining"], 120.0);
    let seat = usize::try_from(first["to_move"].as_u64().unwrap()).unwrap();
    let token = new["tokens"][seat].clone();
    let view = engine.call(client, "match/view", &json!({"token": token}));
    let best = chosen(&mut engine, client, &token, &view);
    engine.wait(119);
    assert!(!engine.work());
    let legal = best.get("table").cloned();
    if let Some(table) = &legal {
        engine.call(client, "match/draft", &json!({"token": token, "turn": 1, "table": table}));
    }
    engine.call(client, "match/draft", &json!({"token": token, "turn": 1, "table": ["r1 r2", "nonsense"]}));
    assert_eq!(engine.dispatcher.next_tick(), Some(Duration::from_mins(2)));
    engine.wait(1);
    // Too late, though nobody has seen to the timeout yet.
    assert_eq!(engine.refused(client, "match/turn", &best), "timeout");
    while engine.work() {}
    let notices = engine.notices(client);
    let event = &notices.last().unwrap()["event"]["event"];
    assert_eq!(event["kind"], "timeout");
    assert_eq!(event["tiles"].as_array().unwrap().is_empty(), legal.is_none());
    assert_eq!(engine.refused(client, "match/turn", &best), "turn_taken");
    assert_eq!(engine.refused(client, "match/draft", &json!({"token": token, "turn": 1, "table": []})), "turn_taken");
    let view = engine.call(client, "match/view", &json!({"token": new["host"]}));
    assert_eq!((&view["turn"], &view["remaining"]), (&json!(2), &json!(120.0)));
}

#[test]
fn a_match_goes_on_from_its_record() {
    let (mut engine, client) = Engine::new();
    let new = engine.call(
        client,
        "match/new",
        &json!({"seats": [null, "greedy"], "seed": 5, "rounds": 2, "names": ["Anna", null]}),
    );
    for _ in 0..8 {
        while engine.work() {}
        let view = engine.call(client, "match/view", &json!({"token": new["tokens"][0]}));
        let params = chosen(&mut engine, client, &new["tokens"][0], &view);
        engine.call(client, "match/turn", &params);
    }
    while engine.work() {}
    let before = engine.call(client, "match/view", &json!({"token": new["tokens"][0]}));
    let record = engine.call(client, "match/record", &json!({"host": new["host"]}))["record"].clone();
    engine.call(client, "match/close", &json!({"host": new["host"]}));
    for token in [&new["host"], &new["tokens"][0], &json!("made up")] {
        assert_eq!(engine.refused(client, "match/view", &json!({"token": token})), "unknown_token");
    }
    let cut = format!("{}turn 99 se", record.as_str().unwrap());
    assert_eq!(engine.refused(client, "match/resume", &json!({"record": cut})), "invalid_problem");
    let resumed = engine.call(client, "match/resume", &json!({"record": cut, "salvage": true}));
    let mut after = engine.call(client, "match/view", &json!({"token": resumed["tokens"][0]}));
    assert_ne!(after["match"], before["match"]);
    after["match"] = before["match"].clone();
    assert_eq!(after, before);
    let again = engine.call(client, "match/record", &json!({"host": resumed["host"]}));
    assert_eq!(again["record"], record);
    let edited = record.as_str().unwrap().replacen("turn 2 ", "turn 3 ", 1);
    let error = engine.ask(client, "match/resume", &json!({"record": edited})).unwrap_err();
    assert!(error["message"].as_str().unwrap().contains("but the match gives \"turn 2 "), "{error}");
    // With bots in all seats it plays itself to the end.
    let seats = json!(["careful", "greedy"]);
    let last = engine.call(client, "match/resume", &json!({"record": record, "seats": seats}));
    assert!(last["tokens"].as_array().unwrap().iter().all(Value::is_null));
    while engine.work() {}
    assert_eq!(engine.call(client, "match/record", &json!({"host": last["host"]}))["complete"], true);
}

#[test]
fn settings_that_make_no_match_are_refused() {
    let (mut engine, client) = Engine::new();
    for (params, code) in [
        (json!({"seats": [null]}), "invalid_problem"),
        (json!({"seats": [null, "deep"]}), "invalid_problem"),
        (json!({"seats": [null, "search:positions=0"]}), "invalid_problem"),
        (json!({"seats": [null, null], "rounds": 0}), "invalid_problem"),
        (json!({"seats": [null, null], "rounds": 101}), "invalid_problem"),
        (json!({"seats": [null, null], "limit": 0}), "invalid_problem"),
        (json!({"seats": [null, null], "names": ["a"]}), "invalid_problem"),
        (json!({"seats": [null, null], "names": ["a", ""]}), "invalid_problem"),
        (json!({"seats": [null, null], "rules": "smith"}), "invalid_rules"),
        (json!({"seats": [null, 3]}), "invalid_problem"),
    ] {
        assert_eq!(engine.refused(client, "match/new", &params), code, "{params}");
    }
    for _ in 0..100 {
        engine.call(client, "match/new", &json!({"seats": [null, null], "rounds": 100}));
    }
    assert_eq!(engine.refused(client, "match/new", &json!({"seats": [null, null]})), "too_many_rounds");
}

#[test]
fn clients_that_are_gone_are_forgotten() {
    let (mut engine, client) = Engine::new();
    let new = engine.call(client, "match/new", &json!({"seats": [null, null], "seed": 3}));
    let other = engine.dispatcher.connect();
    engine.call(other, "match/events", &json!({"token": new["host"]}));
    engine.call(client, "match/events", &json!({"token": new["host"]}));
    engine.dispatcher.disconnect(other);
    engine.call(client, "match/turn", &json!({"token": new["host"], "turn": 1, "kind": "forfeit"}));
    assert_eq!(engine.notices(client).len(), 1);
    let silent = engine.call(client, "match/events", &json!({"token": new["host"], "from": 2, "follow": false}));
    assert_eq!((silent["events"].as_array().unwrap().len(), &silent["next"]), (0, &json!(2)));
    engine.call(client, "match/turn", &json!({"token": new["host"], "turn": 2, "kind": "forfeit"}));
    assert!(engine.notices(client).is_empty());
    assert_eq!(engine.refused(client, "match/events", &json!({"token": new["host"], "from": 9})), "invalid_problem");
}
