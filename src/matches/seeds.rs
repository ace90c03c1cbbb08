//! Seeds derived from the seed of a match.

use blake2::digest::consts::U8;
use blake2::{Blake2b, Digest};

/// Derives a seed from another one: `what` is what the new seed is for, such as `bot`, and `number` which one.
///
/// It is the `BLAKE2b` hash of eight bytes of `"{seed} {what} {number}"`.
#[must_use]
pub fn derive_seed(seed: u64, what: &str, number: u64) -> u64 {
    let digest = Blake2b::<U8>::digest(format!("{seed} {what} {number}"));
    u64::from_be_bytes(digest.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_those_of_pythons_hashlib() {
        assert_eq!(derive_seed(11, "round", 1), 2_904_942_171_271_523_781);
        assert_eq!(derive_seed(11, "round", 2), 16_011_733_235_762_295_621);
    }
}
