//! Records of matches in a folder, from which a server goes on after its end, however it ended.
//!
//! Match 7 is two files that only the owner can read. `7.txt` is its record, appended to before anybody is told what
//! it says. `7.tokens` holds its tokens. It is removed when the match is closed, and becomes `7.idle` when the match is let
//! go. Tokens are kept as they are:
//! whoever can read the folder sees every hidden tile in the record beside them.

use std::cmp::Reverse;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::protocol::{MatchEnding, Unsaved};

/// The ending of a record's name.
pub(super) const RECORD: &str = "txt";
const TOKENS: &str = "tokens";
/// The ending of the tokens of a match that was let go.
const IDLE: &str = "idle";

/// A folder of records, which no other process uses under the same name.
#[derive(Debug)]
pub(super) struct Records {
    folder: PathBuf,
    /// What the names of its files begin with.
    prefix: String,
    fsync: bool,
    /// Held as long as this is.
    _lock: File,
}

/// A match as it was saved.
#[derive(Debug)]
pub(super) struct Saved {
    pub(super) number: u64,
    pub(super) tokens: String,
    pub(super) record: Vec<u8>,
}

impl Records {
    /// Opens a folder, which it makes if there is none, for the server of a name.
    pub(super) fn open(folder: &Path, name: &str, fsync: bool) -> io::Result<Self> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let prefix = if name.is_empty() { String::new() } else { format!("{name}-") };
        let path = folder.join(format!("{prefix}lock"));
        builder.create(folder).map_err(|error| named(&error, folder))?;
        let lock = private().create(true).open(&path).map_err(|error| named(&error, &path))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                io::Error::other(format!("{}: another server of this name records here", folder.display()))
            }
            TryLockError::Error(error) => named(&error, &path),
        })?;
        Ok(Self { folder: folder.to_owned(), prefix, fsync, _lock: lock })
    }

    /// The file of a match.
    pub(super) fn path(&self, number: u64, kind: &str) -> PathBuf {
        self.folder.join(format!("{}{number}.{kind}", self.prefix))
    }

    /// The number of the match that a file is of.
    fn number(&self, path: &Path) -> Option<u64> {
        path.file_stem()?.to_str()?.strip_prefix(&self.prefix)?.parse().ok()
    }

    /// Reads the matches that were not closed, the last used ones first. Returns the highest number of any, too.
    pub(super) fn load(&self) -> io::Result<(Vec<Saved>, u64)> {
        let (mut found, mut last) = (Vec::new(), 0);
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let Some(number) = self.number(&path) else { continue };
            last = last.max(number);
            if path.extension().is_none_or(|kind| kind != TOKENS) {
                continue;
            }
            let record = self.path(number, RECORD);
            match fs::read(&record) {
                Ok(text) => {
                    let used = fs::metadata(&record)?.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                    found.push((used, Saved { number, tokens: fs::read_to_string(&path)?, record: text }));
                }
                // The server ended before anybody was told of the match.
                Err(error) if error.kind() == ErrorKind::NotFound => fs::remove_file(&path)?,
                Err(error) => return Err(named(&error, &record)),
            }
        }
        found.sort_by_key(|(used, saved)| Reverse((*used, saved.number)));
        Ok((found.into_iter().map(|(_, saved)| saved).collect(), last))
    }

    /// Reads a match that was let go; `None` if there is no such match.
    pub(super) fn load_idle(&self, number: u64) -> io::Result<Option<Saved>> {
        let read = |kind: &str| {
            let path = self.path(number, kind);
            match fs::read(&path) {
                Ok(bytes) => Ok(Some(bytes)),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(named(&error, &path)),
            }
        };
        let (Some(tokens), Some(record)) = (read(IDLE)?, read(RECORD)?) else { return Ok(None) };
        Ok(Some(Saved { number, tokens: String::from_utf8_lossy(&tokens).into_owned(), record }))
    }

    /// Keeps the tokens of a match that was let go as those of an open one again.
    pub(super) fn take_up(&self, number: u64) -> io::Result<()> {
        let path = self.path(number, IDLE);
        fs::rename(&path, self.path(number, TOKENS)).map_err(|error| named(&error, &path))
    }

    /// Completes a record that was cut in the middle.
    pub(super) fn mend(&self, saved: &Saved, whole: &str) -> io::Result<()> {
        let whole = whole.as_bytes();
        let same = saved.record.iter().zip(whole).take_while(|(one, other)| one == other).count();
        if same == saved.record.len() && same == whole.len() {
            return Ok(());
        }
        let path = self.path(saved.number, RECORD);
        let mut file = OpenOptions::new().append(true).open(&path).map_err(|error| named(&error, &path))?;
        file.set_len(same as u64)?;
        file.write_all(&whole[same..])?;
        file.sync_all()
    }

    /// Writes what has happened in matches. Afterwards it survives the end of this process, and with `fsync` that of
    /// the machine.
    pub(super) fn save(&self, all: &[Unsaved]) -> io::Result<()> {
        for unsaved in all {
            if let Some(tokens) = &unsaved.tokens {
                self.append(&self.path(unsaved.number, TOKENS), tokens)?;
            }
            if !unsaved.text.is_empty() {
                self.append(&self.path(unsaved.number, RECORD), &unsaved.text)?;
            }
            let path = self.path(unsaved.number, TOKENS);
            let ended = match unsaved.ending {
                None => Ok(()),
                Some(MatchEnding::Closed) => fs::remove_file(&path),
                Some(MatchEnding::LetGo) => fs::rename(&path, self.path(unsaved.number, IDLE)),
            };
            ended.or_else(|error| match error.kind() {
                ErrorKind::NotFound => Ok(()),
                _ => Err(named(&error, &path)),
            })?;
        }
        if self.fsync && cfg!(unix) && all.iter().any(|unsaved| unsaved.tokens.is_some()) {
            File::open(&self.folder)?.sync_all()?;
        }
        Ok(())
    }

    fn append(&self, path: &Path, text: &str) -> io::Result<()> {
        let write = || {
            let mut file = private().create(true).open(path)?;
            file.write_all(text.as_bytes())?;
            if self.fsync { file.sync_data() } else { Ok(()) }
        };
        write().map_err(|error| named(&error, path))
    }
}

/// An error with the name of the file.
fn named(error: &io::Error, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Options for files to append to that only the owner may read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
