//! The JSON Schema of every message, made from the types and the list of methods.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::fields::Id;
use super::messages::{Failure, MatchNotice, Progress};
use super::methods::SCHEMAS;

/// The part of a method in the names of its messages: `round/new` is `RoundNew`.
fn name_of(method: &str) -> String {
    let title = |part: &str| part[..1].to_uppercase() + &part[1..];
    method.split('/').map(title).collect()
}

/// Returns the JSON Schema of every line of the protocol.
#[must_use]
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let id = generator.subschema_for::<Id>();
    let (mut of_client, mut of_engine, mut messages) = (Vec::new(), Vec::new(), Map::new());
    for method in SCHEMAS {
        let (name, needed) = (name_of(method.name), (method.needs_params)());
        let params = (method.params)(&mut generator);
        let params = if needed { json!(params) } else { json!({"anyOf": [params, {"type": "null"}]}) };
        let required = if needed { json!(["jsonrpc", "method", "params"]) } else { json!(["jsonrpc", "method"]) };
        let request = json!({
            "title": format!("{name}Request"),
            "description": format!("Calls `{}`. Without an id it is a notification, which gets no answer.", method.name),
            "type": "object",
            "properties": {"jsonrpc": {"const": "2.0"}, "id": id, "method": {"const": method.name}, "params": params},
            "required": required,
            "additionalProperties": false,
        });
        let result = (method.result)(&mut generator);
        let response = json!({
            "title": format!("{name}Response"),
            "description": format!("Answers `{}`.", method.name),
            "type": "object",
            "properties": {"jsonrpc": {"const": "2.0"}, "id": id, "result": result},
            "required": ["jsonrpc", "id", "result"],
            "additionalProperties": false,
        });
        for (message, list) in [(request, &mut of_client), (response, &mut of_engine)] {
            add(&mut messages, message, list);
        }
    }
    let progress = generator.subschema_for::<Progress>();
    let event = generator.subschema_for::<MatchNotice>();
    for (title, description, method, params) in [
        ("ProgressNotification", "Reports the progress of a long call.", "progress", progress),
        ("MatchEventNotification", "Tells of an event of a match.", "match/event", event),
    ] {
        let notification = json!({
            "title": title,
            "description": description,
            "type": "object",
            "properties": {"jsonrpc": {"const": "2.0"}, "method": {"const": method}, "params": params},
            "required": ["jsonrpc", "method", "params"],
            "additionalProperties": false,
        });
        add(&mut messages, notification, &mut of_engine);
    }
    of_engine.push(json!(generator.subschema_for::<Failure>()));
    for (sender, refs) in [("Client", of_client), ("Engine", of_engine)] {
        let (message, batch) = (format!("{sender}Message"), format!("{sender}Batch"));
        let items = json!({"$ref": format!("#/$defs/{message}")});
        messages.insert(message.clone(), json!({"title": message, "anyOf": refs}));
        let batched = json!({"title": batch, "type": "array", "items": items, "minItems": 1});
        messages.insert(batch, batched);
    }
    messages.extend(generator.take_definitions(true));
    let reference = |name| json!({"$ref": format!("#/$defs/{name}")});
    let lines = ["ClientMessage", "ClientBatch", "EngineMessage", "EngineBatch"].map(reference);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "rummy-engine",
        "description": "Every line of the protocol. docs/engine.md describes them.",
        "anyOf": lines,
        "$defs": messages,
    })
}

/// Adds a definition, and a reference to it.
fn add(messages: &mut Map<String, Value>, message: Value, list: &mut Vec<Value>) {
    let Some(title) = message["title"].as_str().map(str::to_owned) else { return };
    list.push(json!({"$ref": format!("#/$defs/{title}")}));
    messages.insert(title, message);
}
