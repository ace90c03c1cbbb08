//! What the dispatcher needs of the world.

use std::time::Duration;

/// The clock and the random numbers of whoever runs a dispatcher.
pub trait Host {
    /// The time since any fixed moment; it never goes back.
    fn now(&self) -> Duration;

    /// Fills a buffer with random bytes that nobody can guess.
    ///
    /// # Errors
    /// If there are none.
    fn fill_random(&mut self, bytes: &mut [u8]) -> Result<(), NoRandomness>;
}

/// The host has no random numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are no random numbers")]
pub struct NoRandomness;

/// Draws a token of 192 random bits, in the letters of base64url.
pub(crate) fn token(host: &mut dyn Host) -> Result<String, NoRandomness> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bytes = [0; 32];
    host.fill_random(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte & 63)])).collect())
}

/// Draws a seed.
pub(crate) fn seed(host: &mut dyn Host) -> Result<u64, NoRandomness> {
    let mut bytes = [0; 8];
    host.fill_random(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}
