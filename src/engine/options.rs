//! The command line. `lexopt` reads it: it has no dependencies, and takes paths that are not UTF-8.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread::available_parallelism;

use lexopt::prelude::*;

use crate::protocol::{LineReader, ObjectiveField, Question, Seconds};
use crate::rules::{Options, Rules};

const HELP: &str = "\
Solve, check and play tile rummy.

Usage: PROGRAM [OPTIONS]               answer JSON-RPC 2.0 on standard input and output
       PROGRAM solve|check [FILE]      answer JSON lines, one problem a line, of FILE or standard input
       PROGRAM schema                  print the JSON Schema of JSON-RPC messages

Options:
  --threads N             threads for long calls or lines; by default one per core
  --rounds N              the most rounds open at once (10000)
  --help, --version

Options of solve and check, for lines that leave these fields out:
  --rules RULES           the name of a preset, or options as JSON
  --opened, --not-opened  whether the player has opened

Options of solve:
  --objective NAME        tiles or points
  --tidy                  of the best plays, one that changes the fewest melds
  --limit SECONDS         after which to give the best play so far
";

/// The most worker threads of the engine.
const MAX_WORKERS: usize = 256;

/// The most threads that answer lines.
const MAX_THREADS: usize = 1024;

/// The most open rounds.
const MAX_ROUNDS: usize = 1_000_000;

/// What to do.
#[derive(Debug)]
pub(super) enum Command {
    Print(String),
    Schema,
    Serve { threads: usize, rounds: usize },
    Lines { file: Option<PathBuf>, reader: Box<LineReader>, threads: Option<usize> },
}

/// Reads a command line, or says what is wrong with it.
pub(super) fn read(program: &str, arguments: impl IntoIterator<Item = OsString>) -> Result<Command, String> {
    let mut parser = lexopt::Parser::from_args(arguments);
    let mut question: Option<Question> = None;
    let mut reader = LineReader::new(Question::Solve);
    let (mut threads, mut rounds, mut file, mut words) = (None, None, None, 0);
    while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
        match (&argument, question) {
            (Long("help") | Short('h'), _) => return Ok(Command::Print(HELP.replace("PROGRAM", program))),
            (Long("version") | Short('V'), _) => {
                return Ok(Command::Print(format!("{program} {}\n", env!("CARGO_PKG_VERSION"))));
            }
            (Long("threads"), None) => threads = Some(number(&mut parser, "threads", MAX_WORKERS)?),
            (Long("threads"), Some(_)) => threads = Some(number(&mut parser, "threads", MAX_THREADS)?),
            (Long("rounds"), None) => rounds = Some(number(&mut parser, "rounds", MAX_ROUNDS)?),
            (Long("rules"), Some(_)) => reader = reader.rules(rules(&text(&mut parser)?)?),
            // What `rummy-fast` needs to know, and lines are anyway.
            (Long("jsonl"), Some(_)) => {}
            (Long("opened"), Some(_)) => reader = reader.opened(true),
            (Long("not-opened"), Some(_)) => reader = reader.opened(false),
            (Long("objective"), Some(Question::Solve)) => {
                reader = reader.objective(match text(&mut parser)?.as_str() {
                    "tiles" => ObjectiveField::Tiles,
                    "points" => ObjectiveField::Points,
                    other => return Err(format!("--objective {other:?}: must be tiles or points")),
                });
            }
            (Long("tidy"), Some(Question::Solve)) => reader = reader.tidy(true),
            (Long("limit"), Some(Question::Solve)) => reader = reader.limit(Seconds(parsed(&mut parser, "limit")?))?,
            (Value(word), None) if words == 0 && threads.is_none() && rounds.is_none() => {
                words += 1;
                match word.to_str() {
                    Some("schema") => return Ok(Command::Schema),
                    Some("solve") => question = Some(Question::Solve),
                    Some("check") => question = Some(Question::Check),
                    _ => {
                        return Err(format!(
                            "there is no command \"{}\": the commands are solve, check and schema",
                            word.display()
                        ));
                    }
                }
                reader = question.map_or(reader, LineReader::new);
            }
            (Value(path), Some(_)) if file.is_none() => file = Some(PathBuf::from(path)),
            _ => return Err(argument.unexpected().to_string()),
        }
    }
    let file = file.filter(|path| path.as_os_str() != "-");
    Ok(match question {
        Some(_) => Command::Lines { file, reader: Box::new(reader), threads },
        None => Command::Serve {
            threads: threads.unwrap_or_else(|| available_parallelism().map_or(2, |cores| cores.get().max(2))),
            rounds: rounds.unwrap_or(10_000),
        },
    })
}

fn text(parser: &mut lexopt::Parser) -> Result<String, String> {
    parser.value().and_then(ValueExt::string).map_err(|error| error.to_string())
}

fn parsed<T: FromStr>(parser: &mut lexopt::Parser, option: &str) -> Result<T, String> {
    let text = text(parser)?;
    text.parse().map_err(|_| format!("--{option} {text:?}: must be a number"))
}

fn number(parser: &mut lexopt::Parser, option: &str, most: usize) -> Result<usize, String> {
    let number: usize = parsed(parser, option)?;
    if (1..=most).contains(&number) {
        Ok(number)
    } else {
        Err(format!("--{option} {number}: must be a whole number from 1 to {most}"))
    }
}

fn rules(text: &str) -> Result<Rules, String> {
    if text.trim_start().starts_with('{') {
        serde_json::from_str(text).map_err(|error| format!("--rules: {error}"))
    } else {
        Options::preset(text).and_then(Options::validate).map_err(|error| format!("--rules: {error}"))
    }
}
