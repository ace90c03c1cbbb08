//! The JSON-RPC protocol of the engine: messages, methods, and the dispatcher that turns lines into lines.
//!
//! Nothing here does input or output, starts a thread, or reads a clock: [`Dispatcher`] asks its [`Host`], which may as
//! well be a browser. `docs/engine.md` describes the protocol.
//!
//! To add a method, declare its messages in `messages/`, write its handler in `handlers/`, and add its line to
//! `methods.rs`.

mod calls;
mod client;
mod dispatcher;
mod fields;
mod handlers;
mod host;
mod json;
mod lines;
mod matches;
mod message;
pub mod messages;
mod method;
mod methods;
mod refusal;
mod rounds;
mod schema;
mod sentence;

pub use client::ClientId;
pub use dispatcher::{Capacity, Dispatcher, Done, Job, MAX_LINE};
pub use fields::{Echo, Id, Number, ObjectiveField, RulesField, Seconds, TextOrList, Texts, Token, Version, Whole};
#[cfg(feature = "python")]
pub(crate) use handlers::review::write_review;
pub use host::{Host, NoRandomness};
pub use lines::{LineReader, MAX_JSON_LINE, Question};
pub use matches::{MatchEnding, Unsaved};
pub use message::{List, Maybe};
pub use refusal::{Error, ErrorCode, ErrorData, Reason};
pub use schema::schema;
