//! JSON lines from a file or a pipe: answered on all cores, in order, as soon as they arrive.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use super::clock::Clock;
use super::closed;
use super::splitter::Splitter;
use crate::protocol::{Host, LineReader, MAX_JSON_LINE};
use crate::threads;

/// The most bytes read at a time; they are answered before more are read.
const CHUNK: usize = 1 << 20;

/// The most lines a thread takes at once, so that no thread idles for long at the end of a chunk.
const MAX_TAKEN: usize = 4;

/// Answers the lines of a file, or of standard input.
pub(super) fn answer(file: Option<PathBuf>, reader: &LineReader, threads: Option<usize>) -> io::Result<()> {
    if let Some(path) = file {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        stream(File::open(&path).map_err(named)?, reader, threads)
    } else {
        closed::check(&io::stdin(), "input")?;
        stream(io::stdin().lock(), reader, threads)
    }
}

fn stream(mut source: impl Read, reader: &LineReader, threads: Option<usize>) -> io::Result<()> {
    let clock = Clock::start();
    let (mut target, mut chunk, mut splitter) = (io::stdout().lock(), vec![0; CHUNK], Splitter::new(MAX_JSON_LINE));
    loop {
        let read = match source.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        let mut lines = Vec::new();
        // A line that is too long stands for itself.
        let mut keep = |line: Option<Vec<u8>>| lines.push(line.unwrap_or_else(|| vec![b' '; MAX_JSON_LINE + 1]));
        match read {
            0 => splitter.end(&mut keep),
            read => splitter.feed(&chunk[..read], keep),
        }
        let answered = |line: &Vec<u8>| {
            let mut answer = reader.answer(line, &|| clock.now(), &|| false);
            answer.push('\n');
            answer
        };
        let answers: Vec<String> = match &lines[..] {
            // Other threads would take longer to start.
            [] | [_] => lines.iter().map(answered).collect(),
            lines => threads::map(threads, lines.len(), MAX_TAKEN, |index| answered(&lines[index])),
        };
        target.write_all(answers.concat().as_bytes())?;
        target.flush()?;
        if read == 0 {
            return Ok(());
        }
    }
}
