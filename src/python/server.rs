//! The engine for many clients, as `rummy_fast.serve` uses it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;

use crate::engine::{Hub, HubLimits, RecordsAt};
use crate::protocol::{Capacity, ClientId};

/// The most long calls of a client under way.
const MAX_CALLS: usize = 64;

/// The most bytes in flight for a client, in the longest messages; a call counts for four times its message.
const MAX_MESSAGES: usize = 8;

/// The engine for many clients, which share its threads.
///
/// `ready` is called from a thread of the engine with the numbers of the clients that have lines to
/// take again.
#[pyclass(frozen, module = "rummy_fast", name = "_Server")]
pub(super) struct Server {
    hub: Arc<Hub>,
    /// What is wrong with records that it cannot go on with.
    #[pyo3(get)]
    damaged: Vec<String>,
}

#[pymethods]
impl Server {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "each is an option of the command, passed by name")]
    #[pyo3(signature = (ready, *, threads, rooms, message, calls, seconds, records, name, fsync, idle))]
    fn new(
        py: Python<'_>,
        ready: Py<PyAny>,
        threads: usize,
        rooms: usize,
        message: usize,
        calls: u32,
        seconds: f64,
        records: Option<PathBuf>,
        name: String,
        fsync: bool,
        idle: f64,
    ) -> PyResult<Self> {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let capacity = Capacity {
            line: message,
            calls: MAX_CALLS,
            bytes: MAX_MESSAGES * message,
            rounds: rooms,
            turn: None,
            saves: false,
            // Longer than a duration holds is forever.
            idle: Duration::try_from_secs_f64(idle).ok(),
        };
        let limits = HubLimits { threads, capacity, calls, time };
        let call = move |clients: &[ClientId]| {
            let numbers: Vec<u64> = clients.iter().map(|client| client.number()).collect();
            // At the end of Python there is nobody to call.
            Python::try_attach(|py| {
                if let Err(error) = ready.call1(py, (numbers,)) {
                    error.write_unraisable(py, None);
                }
            });
        };
        let records = records.map(|folder| RecordsAt { folder, name, fsync });
        let (hub, damaged) = py.detach(|| Hub::start(limits, records.as_ref(), call))?;
        Ok(Self { hub: Arc::new(hub), damaged })
    }

    /// Adds a client.
    fn connect(&self, py: Python<'_>) -> Client {
        let id = py.detach(|| self.hub.connect());
        Client { hub: Arc::clone(&self.hub), id }
    }

    /// Opens a match again if it was let go. Returns whether it is open.
    fn wake(&self, py: Python<'_>, number: u64) -> PyResult<bool> {
        Ok(py.detach(|| self.hub.wake(number))?)
    }

    /// Cancels every call and ends the threads.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.hub.close());
    }

    /// Why records cannot be written any more.
    #[getter]
    fn failure(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| self.hub.failure())
    }
}

/// A client of the engine.
#[pyclass(frozen, module = "rummy_fast", name = "_Client")]
pub(super) struct Client {
    hub: Arc<Hub>,
    id: ClientId,
}

#[pymethods]
impl Client {
    /// Its number, which no other client has.
    #[getter]
    fn number(&self) -> u64 {
        self.id.number()
    }

    /// Handle a line. Returns the seconds to wait before the next one.
    fn receive(&self, py: Python<'_>, line: &str) -> f64 {
        py.detach(|| self.hub.receive(self.id, line.as_bytes())).as_secs_f64()
    }

    /// Take the lines to send.
    fn take(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| self.hub.take(self.id))
    }

    /// Whether so many lines wait that no more should be received.
    #[getter]
    fn is_full(&self, py: Python<'_>) -> bool {
        py.detach(|| self.hub.is_full(self.id))
    }

    /// Whether it has called `shutdown`.
    #[getter]
    fn is_ending(&self, py: Python<'_>) -> bool {
        py.detach(|| self.hub.is_ending(self.id))
    }

    /// Remove the client: its calls are cancelled, its lines dropped.
    fn disconnect(&self, py: Python<'_>) {
        py.detach(|| self.hub.disconnect(self.id));
    }
}
