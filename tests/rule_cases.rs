//! Every record of `tests/data/rule_cases.jsonl` that gives a result, under every preset it names.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its data has failed")]

use std::fs;

use rummy_fast::{Draft, Hand, Options, Rules, Table, check_turn, is_legal};
use serde_json::Value;

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn results_are_judged_as_the_rule_book_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/rule_cases.jsonl");
    let mut judged = 0;
    for line in fs::read_to_string(path).unwrap().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let Some(result) = record.get("result") else { continue };
        for (preset, legal) in record["legal"].as_object().unwrap() {
            let rules: Rules = Options::preset(preset).unwrap().validate().unwrap();
            let before = Table::parse_melds(texts(&record["table"]), &rules).unwrap();
            let hand = Hand::parse(record["hand"].as_str().unwrap(), &rules.deck).unwrap();
            let opened = record["opened"].as_bool().unwrap();
            let legal = legal.as_bool().unwrap();

            let verdict = check_turn(&before, &hand, &Draft::new(texts(result)), opened, &rules).unwrap();
            assert_eq!(verdict.legal(), legal, "{} under {preset}: {:?}", record["id"], verdict.reasons);
            let after = Table::parse_melds(texts(result), &rules).unwrap();
            assert_eq!(is_legal(&before, &hand, &after, opened, &rules), legal, "{} under {preset}", record["id"]);
            judged += 1;
        }
    }
    assert_eq!(judged, 55, "eleven records, five presets each");
}
