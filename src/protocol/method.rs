//! What a method is, what it may use, and work that takes long.

use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::calls::{Calls, Priority};
use super::client::ClientId;
use super::host::Host;
use super::json::{Faults, Json, Read};
use super::matches::Matches;
use super::messages::Limits;
use super::refusal::Refusal;
use super::rounds::Rounds;

/// A method of the protocol, as `methods.rs` declares it.
pub(crate) struct Method {
    pub(crate) name: &'static str,
    /// Whether its answer is all it does: a notification then does nothing.
    pub(crate) is_pure: bool,
    /// Reads the params and starts the work; `None` if the params have faults.
    pub(crate) start: fn(&mut Context<'_>, Json<'_>, &mut Faults) -> Option<Result<Start, Refusal>>,
}

/// What the schema says of a method. It is apart from [`Method`], so that what runs no command `schema` does not carry
/// the code of all schemas.
pub(crate) struct MethodSchema {
    pub(crate) name: &'static str,
    pub(crate) params: fn(&mut SchemaGenerator) -> Schema,
    /// Whether a message without params is a request of it.
    pub(crate) needs_params: fn() -> bool,
    pub(crate) result: fn(&mut SchemaGenerator) -> Schema,
}

/// What a method may use besides its params.
pub(crate) struct Context<'a> {
    /// The client that calls it; `None` for work that no client asked for.
    pub(crate) client: Option<ClientId>,
    pub(crate) calls: &'a mut Calls<Task>,
    pub(crate) rounds: &'a mut Rounds,
    pub(crate) matches: &'a mut Matches,
    pub(crate) host: &'a mut dyn Host,
    pub(crate) limits: &'a Limits,
    pub(crate) methods: &'static [Method],
}

/// Asks whether to stop, and tells the time.
pub(crate) struct Work<'a> {
    pub(crate) now: &'a dyn Fn() -> Duration,
    pub(crate) is_cancelled: &'a dyn Fn() -> bool,
    /// Whether the client wants sentences as template and values, too.
    pub(crate) wordings: bool,
}

impl Work<'_> {
    /// A function that says whether to stop: on a cancel, and when the limit is over.
    pub(crate) fn until(&self, limit: Option<Duration>) -> impl FnMut() -> bool + use<'_> {
        let deadline = limit.map(|limit| (self.now)().saturating_add(limit));
        move || (self.is_cancelled)() || deadline.is_some_and(|deadline| (self.now)() >= deadline)
    }
}

/// Work for whoever has the time, on any thread.
pub(crate) type Task = Box<dyn FnOnce(&Work<'_>) -> Next + Send>;

/// What follows a task.
pub(crate) enum Next {
    /// Nothing: this is the answer.
    Answer(Result<String, Refusal>),
    /// More, which needs what the methods share.
    Then(Then),
}

pub(crate) type Then = Box<dyn FnOnce(&mut Context<'_>) -> Result<Start, Refusal> + Send>;

/// How a call begins.
pub(crate) enum Start {
    /// It is done: the result as JSON.
    Answer(String),
    /// It takes long.
    Later(Later),
}

/// A call that takes long.
pub(crate) struct Later {
    pub(crate) priority: Priority,
    pub(crate) task: Task,
    /// Whether the client wants to be told of the progress.
    pub(crate) progress: bool,
    /// The limit in seconds, as the client gave it.
    pub(crate) limit: Option<f64>,
}

/// How a call of a method with this result begins.
pub(crate) enum Started<R> {
    Done(R),
    /// The work, and what its outcome leads to.
    Later(TaskOf<R>),
}

pub(crate) type TaskOf<R> = Box<dyn FnOnce(&Work<'_>) -> ThenOf<R> + Send>;
pub(crate) type ThenOf<R> = Box<dyn FnOnce(&mut Context<'_>) -> Result<Started<R>, Refusal> + Send>;

/// Writes a result.
pub(crate) fn write<R: Serialize>(result: &R) -> Result<String, Refusal> {
    serde_json::to_string(result).map_err(|_| Refusal::internal())
}

impl Start {
    pub(crate) fn of<R: Serialize + 'static>(started: Started<R>) -> Result<Self, Refusal> {
        match started {
            Started::Done(result) => write(&result).map(Self::Answer),
            Started::Later(task) => {
                let task: Task = Box::new(move |work| {
                    let then = task(work);
                    Next::Then(Box::new(move |context| Self::of(then(context)?)))
                });
                Ok(Self::Later(Later { priority: Priority::Turn, task, progress: false, limit: None }))
            }
        }
    }
}

/// Params of a search.
pub(crate) trait Search: Read + Send + 'static {
    /// Whether to send progress notifications.
    fn progress(&self) -> bool {
        false
    }

    /// The limit in seconds.
    fn limit(&self) -> Option<f64> {
        None
    }
}

/// Starts a method that answers at once.
pub(crate) fn start_short<P: Read, R: Serialize>(
    context: &mut Context<'_>,
    params: Json<'_>,
    faults: &mut Faults,
    run: impl FnOnce(&mut Context<'_>, P) -> Result<R, Refusal>,
) -> Option<Result<Start, Refusal>> {
    let params = P::read(params, faults)?;
    Some(run(context, params).and_then(|result| write(&result)).map(Start::Answer))
}

/// Starts a method that answers at once or after a task.
pub(crate) fn start_turn<P: Read, R: Serialize + 'static>(
    context: &mut Context<'_>,
    params: Json<'_>,
    faults: &mut Faults,
    run: impl FnOnce(&mut Context<'_>, P) -> Result<Started<R>, Refusal>,
) -> Option<Result<Start, Refusal>> {
    let params = P::read(params, faults)?;
    Some(run(context, params).and_then(Start::of))
}

/// Starts a method that only searches.
pub(crate) fn start_search<P: Search, R: Serialize>(
    params: Json<'_>,
    faults: &mut Faults,
    run: impl FnOnce(P, &Work<'_>) -> Result<R, Refusal> + Send + 'static,
) -> Option<Result<Start, Refusal>> {
    let params = P::read(params, faults)?;
    let (progress, limit) = (params.progress(), params.limit());
    let task: Task = Box::new(move |work| Next::Answer(run(params, work).and_then(|result| write(&result))));
    Some(Ok(Start::Later(Later { priority: Priority::Search, task, progress, limit })))
}

/// Whether an object of this type has required fields.
pub(crate) fn has_required<P: JsonSchema>() -> bool {
    let schema = SchemaGenerator::default().into_root_schema_for::<P>();
    schema.get("required").and_then(|required| required.as_array()).is_some_and(|required| !required.is_empty())
}
