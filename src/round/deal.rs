//! Random numbers and deals. The same seed gives the same tiles on every platform.
//!
//! The generator is PCG64. Shuffling is implemented here because a library may change its own from one version to
//! the next, which would change the deals.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::RngCore;

use crate::tile::{Deck, Tile};

/// A seeded random number generator.
#[derive(Debug, Clone)]
pub(crate) struct Rng(Pcg64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        // SplitMix64 turns similar seeds into unrelated states.
        let mut state = seed;
        let mut word = || {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut mixed = state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            u128::from(mixed ^ (mixed >> 31))
        };
        let mut wide = || word() << 64 | word();
        let (start, stream) = (wide(), wide());
        Self(Pcg64::new(start, stream))
    }

    /// A uniform number below `sides`; 0 if there are no sides.
    pub(crate) fn below(&mut self, sides: usize) -> usize {
        let sides = sides as u64;
        if sides == 0 {
            return 0;
        }
        // Lemire's method: products that would make some numbers more likely are rejected.
        let uneven = sides.wrapping_neg() % sides;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(sides);
            if product as u64 >= uneven {
                return (product >> 64) as usize;
            }
        }
    }

    /// Shuffles tiles (Fisher and Yates).
    pub(crate) fn shuffle(&mut self, tiles: &mut [Tile]) {
        for last in (1..tiles.len()).rev() {
            let other = self.below(last + 1);
            tiles.swap(last, other);
        }
    }
}

/// The tiles of a deck in random order, and a random starter. The tiles do not depend on the number of seats.
pub(super) fn deal(deck: &Deck, seats: usize, seed: u64) -> (Vec<Tile>, usize) {
    let mut rng = Rng::new(seed);
    let mut tiles: Vec<Tile> =
        deck.kinds().flat_map(|tile| std::iter::repeat_n(tile, deck.count(tile) as usize)).collect();
    rng.shuffle(&mut tiles);
    (tiles, rng.below(seats))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_uniform() {
        let mut rng = Rng::new(5);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7)] += 1;
        }
        // Five standard deviations.
        assert!(seen.iter().all(|&count| count.abs_diff(10_000) < 465), "{seen:?}");
        // With this many sides, every third number would be twice as likely without rejection.
        let thirds = (0..9_000).filter(|_| rng.below(3 << 62).is_multiple_of(3)).count();
        assert!(thirds.abs_diff(3_000) < 224, "{thirds}");
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn orders_are_uniform() {
        let tiles: Vec<Tile> = (1..=4).map(|value| Tile::at(0, value)).collect();
        let mut seen = std::collections::BTreeMap::new();
        for seed in 0..48_000 {
            let mut order = tiles.clone();
            Rng::new(seed).shuffle(&mut order);
            *seen.entry(order).or_insert(0u32) += 1;
        }
        assert_eq!(seen.len(), 24);
        assert!(seen.values().all(|&count| count.abs_diff(2_000) < 224), "{seen:?}");
    }
}
