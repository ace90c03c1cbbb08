//! Every record of `tests/data/rule_cases.jsonl` that has a new table, under every preset it names.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its data has failed")]

mod records;

use records::{position_of, preset, records, table_of};
use rummy_fast::{Draft, check_turn, is_legal};
use serde_json::Value;

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn verdicts_agree_with_the_rule_book() {
    let mut judged = 0;
    for record in records("rule_cases") {
        let Some(result) = record.get("result") else { continue };
        for (name, legal) in record["legal"].as_object().unwrap() {
            let rules = preset(name);
            let (before, hand, opened) = position_of(&record, &rules);
            let legal = legal.as_bool().unwrap();

            let verdict = check_turn(&before, &hand, &Draft::new(texts(result)), opened, &rules).unwrap();
            assert_eq!(verdict.legal(), legal, "{} under {name}: {:?}", record["id"], verdict.reasons);
            let after = table_of(result, &rules);
            assert_eq!(is_legal(&before, &hand, &after, opened, &rules), legal, "{} under {name}", record["id"]);
            judged += 1;
        }
    }
    assert_eq!(judged, 55, "eleven records, five presets each");
}
