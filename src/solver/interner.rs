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
    /// The number of a slice, if it is known.
    #[inline]
    pub(super) fn find(&self, slice: &[T]) -> Option<u32> {
        self.find_hashed(slice, hash_of(slice))
    }

    #[inline]
    fn find_hashed(&self, slice: &[T], hash: u64) -> Option<u32> {
        let mut next = self.last.get(&hash).copied();
        while let Some(number) = next {
            if self.get(number) == slice {
                return next;
            }
            next = self.entries[number as usize].before;
        }
        None
    }

    /// The number of a slice; a new slice gets the next number.
    pub(super) fn intern(&mut self, slice: &[T]) -> u32 {
        let hash = hash_of(slice);
        if let Some(number) = self.find_hashed(slice, hash) {
            return number;
        }
        let number = self.entries.len() as u32;
        let begin = self.all.len() as u32;
        self.all.extend_from_slice(slice);
        let before = self.last.insert(hash, number);
        self.entries.push(Entry { begin, end: self.all.len() as u32, before });
        number
    }

    /// Forgets all slices, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.entries.clear();
        self.last.clear();
    }

    /// All elements, in the order of the slices.
    #[inline]
    pub(super) fn all(&self) -> &[T] {
        &self.all
    }

    /// The index of the first element of the slice with a number.
    #[inline]
    pub(super) fn first(&self, number: u32) -> u32 {
        self.entries[number as usize].begin
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

#[inline]
fn hash_of<T: Hash>(slice: &[T]) -> u64 {
    let mut hasher = FxHasher::default();
    slice.hash(&mut hasher);
    hasher.finish()
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
        slices.clear();
        assert_eq!(
            (slices.find(&inserted[3]), slices.intern(&inserted[3]), slices.find(&inserted[3])),
            (None, 0, Some(0))
        );
    }
}
