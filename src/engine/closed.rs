//! Finds out whether the program was started without standard input or output.

use std::io;

/// Refuses a standard stream that is closed.
#[cfg(unix)]
pub(super) fn check(stream: &impl std::os::fd::AsFd, name: &str) -> io::Result<()> {
    use std::fs::{File, metadata};
    use std::io::{Read, Write};
    use std::os::unix::fs::{FileTypeExt, MetadataExt};

    let closed = || io::Error::other(format!("standard {name} is closed"));
    let mut file = File::from(stream.as_fd().try_clone_to_owned().map_err(|_| closed())?);
    // Rust opens /dev/null for a stream that is closed: for reading and writing, which a shell never does.
    let both_ways = file.write(&[]).is_ok() && file.read(&mut []).is_ok();
    let null = metadata("/dev/null").map(|null| null.rdev()).ok();
    let found = file.metadata()?;
    let is_null = found.file_type().is_char_device() && Some(found.rdev()) == null;
    if both_ways && is_null { Err(closed()) } else { Ok(()) }
}

/// Elsewhere reading or writing tells.
#[cfg(not(unix))]
pub(super) fn check<T>(_stream: &T, _name: &str) -> io::Result<()> {
    Ok(())
}
