//! The messages about the engine and about other messages.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::protocol::fields::{Echo, Id, Version, Whole};
use crate::protocol::message::{Maybe, messages};
use crate::protocol::refusal::Error;
use crate::rules::{COLORS_PATTERN, OPTIONS, OptionKind, Options, PRESETS, RuleOption, Rules};

/// The version of the protocol. It goes up with every change that breaks older clients.
pub const PROTOCOL: u32 = 1;

messages! {
    /// No fields.
    closed struct Nothing {}

    /// The envelope of a request, or of a notification if it has no `id`.
    open struct Request {
        /// Always 2.0.
        jsonrpc: Version,
        /// Chosen by the client; a message without one is a notification, which gets no answer.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        id: Maybe<Id>,
        /// The name of the method.
        method: String,
        /// The params by name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        params: Option<Echo>,
    }

    /// The first message of a client. All fields are optional.
    closed struct InitializeParams {
        /// The version of the protocol that the client speaks.
        #[serde(skip_serializing_if = "Option::is_none")]
        protocol: Option<Whole>,
        /// The name of the client.
        #[serde(skip_serializing_if = "Option::is_none")]
        client: Option<String>,
        /// Whether errors, reasons and steps are sent as template and values, too, for clients that translate them; false
        /// by default.
        #[serde(default, skip_serializing_if = "Maybe::is_absent")]
        wordings: Maybe<bool>,
    }

    /// Cancel a request.
    closed struct CancelParams {
        /// The id of the request.
        id: Id,
    }
}

/// What the engine can do.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Capabilities {
    /// The names of the methods.
    pub methods: Vec<&'static str>,
    /// Whether requests can be cancelled.
    pub cancel: bool,
    /// Whether long calls report their progress.
    pub progress: bool,
    /// Whether messages may come in batches.
    pub batch: bool,
}

/// The limits of the engine.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Limits {
    /// The most bytes of a line.
    pub line: usize,
    /// How deep arrays and objects may be nested.
    pub nesting: usize,
    /// The most messages of a batch.
    pub batch: usize,
    /// The most long calls under way.
    pub calls: usize,
    /// The most bytes in flight: calls that wait, and answers that the client has not read.
    pub bytes: usize,
    /// The most open rounds.
    pub rounds: usize,
    /// The most open matches.
    pub matches: usize,
}

/// What the engine is and can do.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct InitializeResult {
    /// The version of the protocol.
    pub protocol: u32,
    /// The name of the package.
    pub package: &'static str,
    /// The version of the package.
    pub version: &'static str,
    /// What the engine can do.
    pub capabilities: Capabilities,
    /// Its limits.
    pub limits: Limits,
    /// The built-in bots.
    pub bots: Vec<&'static str>,
    /// A JSON Schema for each option.
    pub options: OptionSchemas,
    /// All options of each preset.
    pub presets: Presets,
}

/// A JSON Schema for each option of the rules.
#[derive(Debug, Clone, Copy)]
pub struct OptionSchemas;

impl Serialize for OptionSchemas {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(OPTIONS.iter().map(|option| (option.name, OptionSchema(option))))
    }
}

struct OptionSchema(&'static RuleOption<Options>);

impl Serialize for OptionSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let option = self.0;
        let mut schema = serializer.serialize_map(None)?;
        schema.serialize_entry("description", option.help)?;
        schema.serialize_entry("rules", option.rules)?;
        match option.kind {
            OptionKind::Number => schema.serialize_entry("type", "integer")?,
            OptionKind::OptionalNumber => schema.serialize_entry("type", &["integer", "null"])?,
            OptionKind::Colors => {
                schema.serialize_entry("type", &["integer", "string"])?;
                schema.serialize_entry("pattern", COLORS_PATTERN)?;
            }
            OptionKind::Flag => schema.serialize_entry("type", "boolean")?,
            OptionKind::Choice(names) => schema.serialize_entry("enum", names)?,
            OptionKind::Span => {
                let (minimum, maximum) = option.range.unwrap_or_default();
                schema.serialize_entry("type", "array")?;
                let items = serde_json::json!({"type": "integer", "minimum": minimum, "maximum": maximum});
                schema.serialize_entry("items", &items)?;
                schema.serialize_entry("minItems", &2)?;
                schema.serialize_entry("maxItems", &2)?;
            }
        }
        if let Some((minimum, maximum)) = option.range.filter(|_| option.kind != OptionKind::Span) {
            schema.serialize_entry("minimum", &minimum)?;
            schema.serialize_entry("maximum", &maximum)?;
        }
        schema.serialize_entry("default", &option.get(&Rules::default()))?;
        schema.end()
    }
}

/// All options of each preset.
#[derive(Debug, Clone, Copy)]
pub struct Presets;

impl Serialize for Presets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let preset = |name: &&'static str| Options::preset(name).and_then(Options::validate).ok().map(|it| (*name, it));
        serializer.collect_map(PRESETS.iter().filter_map(preset))
    }
}

macro_rules! objects_by_name {
    ($($kind:ty),+) => {$(
        impl JsonSchema for $kind {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($kind).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "object", "additionalProperties": {"type": "object"}})
            }
        }
    )+};
}

objects_by_name!(OptionSchemas, Presets);

/// Whether that request was still under way.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CancelResult {
    /// Whether it waited or ran.
    pub cancelled: bool,
}

/// Whether a thread works on a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProgressState {
    /// It waits for a thread.
    Waiting,
    /// A thread works on it.
    Running,
}

/// The progress of a long call.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Progress {
    /// The id of the request.
    pub id: Id,
    /// Whether it waits or runs.
    pub state: ProgressState,
    /// The seconds since the request.
    pub seconds: f64,
    /// The limit of the request.
    pub limit: Option<f64>,
}

/// The answer to a request that failed; `id` is null if it could not be read.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Failure {
    /// Always 2.0.
    pub jsonrpc: Version,
    /// The id of the request.
    pub id: Id,
    /// Why there is no result.
    pub error: Error,
}
