//! The JSON lines of `solve` and `check`: a problem a line, and an answer a line.

use serde::Serialize;

use super::fields::{Echo, ObjectiveField, Seconds};
use super::handlers::positions::{Defaults, check_with, solve_with};
use super::json::{Faults, Json, Kind, Read, read_line};
use super::method::{Work, write};
use super::refusal::{ErrorCode, Refusal};
use crate::rules::Rules;

/// The most bytes of a line; real positions are far shorter.
pub const MAX_JSON_LINE: usize = 1 << 20;

/// What is asked about each line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The best play.
    Solve,
    /// Whether a turn is legal.
    Check,
}

/// Answers JSON lines.
#[derive(Debug, Clone)]
pub struct LineReader {
    question: Question,
    defaults: Defaults,
}

#[derive(Serialize)]
struct Failed {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Echo>,
    error: LineError,
}

#[derive(Serialize)]
struct LineError {
    code: &'static str,
    message: String,
}

impl LineReader {
    /// Makes a reader for lines without defaults of their own: `schmidt`, opened, most tiles.
    #[must_use]
    pub fn new(question: Question) -> Self {
        Self { question, defaults: Defaults::default() }
    }

    /// Sets the rules of lines that name none.
    #[must_use]
    pub fn rules(mut self, rules: Rules) -> Self {
        self.defaults.rules = rules;
        self
    }

    /// Sets whether the player of a line that does not say so has opened (rule 11).
    #[must_use]
    pub fn opened(mut self, opened: bool) -> Self {
        self.defaults.opened = opened;
        self
    }

    /// Sets the objective of lines that name none.
    #[must_use]
    pub fn objective(mut self, objective: ObjectiveField) -> Self {
        self.defaults.objective = objective;
        self
    }

    /// Sets whether plays are tidy where a line does not say so.
    #[must_use]
    pub fn tidy(mut self, tidy: bool) -> Self {
        self.defaults.tidy = tidy;
        self
    }

    /// Sets the limit of lines that name none.
    ///
    /// # Errors
    /// If it is not more than 0 and at most a year; the error is the message.
    pub fn limit(mut self, limit: Seconds) -> Result<Self, String> {
        limit.duration("limit").map_err(|refusal| refusal.message)?;
        self.defaults.limit = Some(limit);
        Ok(self)
    }

    /// Answers a line. `now` is any clock; `stop` is called often, and a search ends when it returns true.
    #[must_use]
    pub fn answer(&self, line: &[u8], now: &dyn Fn() -> std::time::Duration, stop: &dyn Fn() -> bool) -> String {
        let work = Work { now, is_cancelled: stop, wordings: false };
        let unread = |message: String| failed(Some(Echo::null()), Refusal::new(ErrorCode::InvalidJson, message));
        if line.len() > MAX_JSON_LINE {
            return unread(format!("the line is not JSON: longer than {MAX_JSON_LINE} bytes"));
        }
        let json = match read_line(line) {
            Ok(json) => json,
            Err(message) => return unread(message),
        };
        if json.kind() != Kind::Object {
            return failed(Some(Echo::null()), Refusal::problem("a line must be a JSON object"));
        }
        let answer = match self.question {
            Question::Solve => read(json).and_then(|problem| write(&solve_with(problem, &work, &self.defaults)?)),
            Question::Check => read(json).and_then(|turn| write(&check_with(turn, &work, &self.defaults)?)),
        };
        answer.unwrap_or_else(|refusal| {
            failed(json.field("id").and_then(|id| Echo::read(id, &mut Faults::default())), refusal)
        })
    }
}

fn read<T: Read>(json: Json<'_>) -> Result<T, Refusal> {
    let mut faults = Faults::default();
    T::read(json, &mut faults).ok_or_else(|| Refusal::of_params(&faults))
}

fn failed(id: Option<Echo>, refusal: Refusal) -> String {
    let error = LineError { code: refusal.code.name(), message: refusal.message };
    write(&Failed { id, error }).unwrap_or_default()
}
