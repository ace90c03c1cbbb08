//! Slices by number, each kept once, one after the other in one piece of memory.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

/// Slices that were met, by number.
#[derive(Debug)]
pub(super) struct Slices<T> {
    all: Vec<T>,
    known: Vec<Known>,
    /// By hash the last one that has it.
    last: FxHashMap<u64, u32>,
}

/// Where a slice stands, and the one before it that has the same hash.
#[derive(Debug, Clone, Copy)]
struct Known {
    begin: u32,
    end: u32,
    before: Option<u32>,
}

impl<T> Default for Slices<T> {
    fn default() -> Self {
        Self { all: Vec::new(), known: Vec::new(), last: FxHashMap::default() }
    }
}

impl<T: Copy + Eq + Hash> Slices<T> {
    /// The number of a slice, which is the next one if it was not met before.
    pub(super) fn number(&mut self, slice: &[T]) -> u32 {
        let mut hasher = FxHasher::default();
        slice.hash(&mut hasher);
        let hash = hasher.finish();
        let mut next = self.last.get(&hash).copied();
        while let Some(number) = next {
            if self.get(number) == slice {
                return number;
            }
            next = self.known[number as usize].before;
        }
        let number = self.known.len() as u32;
        let begin = self.all.len() as u32;
        self.all.extend_from_slice(slice);
        let before = self.last.insert(hash, number);
        self.known.push(Known { begin, end: self.all.len() as u32, before });
        number
    }

    /// The slice of a number.
    #[inline]
    pub(super) fn get(&self, number: u32) -> &[T] {
        let Known { begin, end, .. } = self.known[number as usize];
        &self.all[begin as usize..end as usize]
    }

    /// Elements kept in all.
    pub(super) const fn len(&self) -> usize {
        self.all.len()
    }

    /// Forgets all, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.known.clear();
        self.last.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All of these have the same hash.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Alike(u8);

    impl Hash for Alike {
        fn hash<H: Hasher>(&self, _: &mut H) {}
    }

    #[test]
    fn each_slice_has_a_number_of_its_own_whatever_its_hash() {
        let mut slices = Slices::default();
        let met: Vec<Vec<Alike>> = (0..20).map(|n| vec![Alike(n), Alike(n / 2)]).collect();
        let numbers: Vec<u32> = met.iter().map(|slice| slices.number(slice)).collect();
        assert_eq!(numbers, (0..20).collect::<Vec<_>>());
        for (slice, number) in met.iter().zip(numbers) {
            assert_eq!((slices.number(slice), slices.get(number)), (number, slice.as_slice()));
        }
        slices.clear();
        assert_eq!((slices.len(), slices.number(&met[7])), (0, 0));
    }
}
