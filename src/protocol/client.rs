//! A client: the lines that wait for it, and what is in flight for it.

use std::collections::{HashMap, VecDeque};

use super::fields::Id;

/// A client, as long as it is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClientId(pub(super) u64);

impl ClientId {
    /// Returns its number: no other client of the dispatcher ever has the same.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }
}

/// A long call, from its request until nobody works on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CallId(pub(super) u64);

/// Where an answer goes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reply {
    /// Nowhere: it is the answer to a notification.
    Nobody,
    /// To the client, as a line.
    Line,
    /// Into a batch, at this place.
    Batch(u64, usize),
}

/// The answers to a batch, sent together once all are there.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) answers: Vec<Option<String>>,
    pub(super) missing: usize,
    /// Whether all its messages were read.
    pub(super) is_closed: bool,
}

#[derive(Debug, Default)]
pub(super) struct Client {
    /// The lines to send.
    pub(super) lines: VecDeque<String>,
    /// Their bytes.
    pub(super) queued: usize,
    /// The bytes of calls, and of answers in batches.
    pub(super) held: usize,
    pub(super) batches: HashMap<u64, Batch>,
    /// The calls that can be cancelled.
    pub(super) cancellable: HashMap<Id, CallId>,
    /// The number of its long calls under way.
    pub(super) calls: usize,
    /// How many of its searches run.
    pub(super) searching: usize,
    /// Whether it wants sentences as template and values, too.
    pub(super) wants_wordings: bool,
    /// Whether it has said that it is done.
    pub(super) is_leaving: bool,
}

impl Client {
    pub(super) const fn in_flight(&self) -> usize {
        self.queued + self.held
    }

    pub(super) fn push(&mut self, line: String) {
        self.queued += line.len();
        self.lines.push_back(line);
    }

    /// Sends the answers of a batch if all are there.
    pub(super) fn send_batch(&mut self, number: u64) {
        if !self.batches.get(&number).is_some_and(|batch| batch.is_closed && batch.missing == 0) {
            return;
        }
        let Some(batch) = self.batches.remove(&number) else { return };
        let answers: Vec<String> = batch.answers.into_iter().flatten().collect();
        self.held -= answers.iter().map(String::len).sum::<usize>();
        if !answers.is_empty() {
            self.push(format!("[{}]", answers.join(",")));
        }
    }
}
