//! The engine and the JSON lines for the command line.

use std::ffi::OsString;

use pyo3::prelude::*;

use crate::engine;

/// Run a command line of `rummy-engine`, on this process's standard input and output.
///
/// The GIL is released. Signals are not polled: give SIGINT its default action before.
///
/// Args:
///     program: The name of the program, for messages.
///     arguments: The arguments after it.
///
/// Returns:
///     The exit code.
///
/// Raises:
///     TypeError: If an argument has the wrong type.
#[pyfunction]
#[pyo3(name = "_run_engine")]
pub(crate) fn run_engine(py: Python<'_>, program: &str, arguments: Vec<OsString>) -> u8 {
    py.detach(|| engine::run(program, arguments))
}
