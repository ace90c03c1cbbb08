//! The protocol on standard input and output: what `rummy-engine` runs, and `rummy-fast engine` too.
//!
//! It uses threads and pipes of the standard library and nothing of an operating system, so it runs wherever they do.

mod clock;
mod closed;
mod hub;
mod lines;
mod options;
mod records;
mod serve;
mod shared;
mod splitter;

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};

use crate::protocol::schema;
pub use hub::{Hub, HubLimits, RecordsAt};
use options::Command;

/// The exit code for wrong arguments.
const USAGE: u8 = 2;

/// The exit code when nobody reads what is written: that of a process that SIGPIPE ended.
const BROKEN_PIPE: u8 = 141;

/// Runs a command line, without the name of the program, and returns its exit code.
///
/// Errors are printed to standard error, one line each, after the name of the program.
pub fn run(program: &str, arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let command = match options::read(program, arguments) {
        Ok(command) => command,
        Err(message) => {
            complain(program, &message);
            return USAGE;
        }
    };
    let ended = match command {
        Command::Print(text) => print(&text),
        Command::Schema => print(&format!("{:#}\n", schema())),
        Command::Serve { threads, rounds } => serve::serve(threads, rounds),
        Command::Lines { file, reader, threads } => lines::answer(file, &reader, threads),
    };
    match ended {
        Ok(()) => 0,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => BROKEN_PIPE,
        Err(error) => {
            complain(program, &error.to_string());
            1
        }
    }
}

fn complain(program: &str, message: &str) {
    // If standard error is closed, too, there is nobody to tell.
    let _ = writeln!(io::stderr(), "{program}: {message}");
}

fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
