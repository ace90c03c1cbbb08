//! The records of `tests/data`.

#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part; a panic fails the test")]

use rummy_fast::{OptionValue, Options, Palette, RuleOption, Rules, Table, Tiles};
use serde_json::Value;

/// The records of an answer file.
pub(crate) fn records(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!records.is_empty(), "{name} is empty");
    records
}

/// The options of a preset in the colors of the answer files.
fn options_of(preset: &str) -> Options {
    let mut options = Options::preset(preset).unwrap();
    options.deck.colors = Palette::first(4);
    options
}

/// The rules of a preset in the colors of the answer files.
pub(crate) fn preset(name: &str) -> Rules {
    options_of(name).validate().unwrap()
}

/// The rules of a record: a preset, or one with options.
pub(crate) fn rules_of(value: &Value) -> Rules {
    let Value::Object(map) = value else { return preset(value.as_str().unwrap()) };
    let mut options = options_of(map["preset"].as_str().unwrap());
    for (name, value) in map.iter().filter(|(name, _)| *name != "preset") {
        let value = match value {
            Value::String(choice) => OptionValue::Choice(choice.clone().leak()),
            Value::Bool(flag) => OptionValue::Flag(*flag),
            value => OptionValue::Number(Some(value.as_u64().unwrap())),
        };
        RuleOption::named(name).unwrap().set(&mut options, value).unwrap();
    }
    options.validate().unwrap()
}

/// The table of a list of melds.
pub(crate) fn table_of(value: &Value, rules: &Rules) -> Table {
    let melds = value.as_array().unwrap().iter().map(|meld| meld.as_str().unwrap());
    Table::parse_melds(melds, rules).unwrap()
}

/// The table and the hand of a record, and whether its seat has opened.
pub(crate) fn position_of(record: &Value, rules: &Rules) -> (Table, Tiles, bool) {
    let table = table_of(&record["table"], rules);
    let hand = Tiles::parse(record["hand"].as_str().unwrap(), &rules.deck).unwrap();
    (table, hand, record["opened"].as_bool().unwrap())
}
