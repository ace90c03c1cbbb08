//! Interning: each slice is stored once and known by a number, in one contiguous piece of memory.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

/// Interned slices.
#[derive(Debug)]
pub(super) struct Interner<T> {
    all: Vec<T>,
    entries: Vec<Entry>,
    /// For each hash the last slice that has it.
    last: FxHashMap<u64, u32>,
}

/// Where a slice is stored, and the slice before it that has the same hash.
#[derive(Debug, Clone, Copy)]
struct Entry {
    begin: u32,
    end: u32,
    before: Option<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self { all: Vec::new(), entries: Vec::new(), last: FxHashMap::default() }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// The number of a slice; a new slice gets the next number.
    pub(super) fn intern(&mut self, slice: &[T]) -> u32 {
        let mut hasher = FxHasher::default();
        slice.hash(&mut hasher);
        let hash = hasher.finish();
        let mut next = self.last.get(&hash).copied();
        while let Some(number) = next {
            if self.get(number) == slice {
                return number;
            }
            next = self.entries[number as usize].before;
        }
        let number = self.entries.len() as u32;
        let begin = self.all.len() as u32;
        self.all.extend_from_slice(slice);
        let before = self.last.insert(hash, number);
        self.entries.push(Entry { begin, end: self.all.len() as u32, before });
        number
    }

    /// The slice with a number.
    #[inline]
    pub(super) fn get(&self, number: u32) -> &[T] {
        let Entry { begin, end, .. } = self.entries[number as usize];
        &self.all[begin as usize..end as usize]
    }

    /// The number of elements stored.
    pub(super) const fn len(&self) -> usize {
        self.all.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All values have the same hash.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Colliding(u8);

    impl Hash for Colliding {
        fn hash<H: Hasher>(&self, _: &mut H) {}
    }

    #[test]
    fn slices_with_equal_hashes_get_different_numbers() {
        let mut slices = Interner::default();
        let inserted: Vec<Vec<Colliding>> = (0..20).map(|n| vec![Colliding(n), Colliding(n / 2)]).collect();
        let numbers: Vec<u32> = inserted.iter().map(|slice| slices.intern(slice)).collect();
        assert_eq!(numbers, (0..20).collect::<Vec<_>>());
        for (slice, number) in inserted.iter().zip(numbers) {
            assert_eq!((slices.intern(slice), slices.get(number)), (number, slice.as_slice()));
        }
        assert_eq!(slices.len(), 2 * inserted.len());
    }
}
