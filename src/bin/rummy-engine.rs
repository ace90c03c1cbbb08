//! `rummy-engine`: the JSON-RPC engine and the JSON lines, without Python. `docs/engine.md` describes the protocol.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(rummy_fast::engine::run("rummy-engine", std::env::args_os().skip(1)))
}
