//! What has been shown of the nodes of a search that are too many to be compared (`profile`).

use crate::tile::MAX_COLORS;

/// A state for each color.
pub(super) type Ids = [u32; MAX_COLORS];

/// A node of the search, as the memo knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Key {
    pub(super) ids: Ids,
    pub(super) jokers: u8,
    /// Jokers played in melds that are not new, where that matters.
    pub(super) elsewhere: u8,
    pub(super) need: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    key: Key,
    stamp: u32,
    bound: i64,
}

/// Upper bounds shown so far, forgotten all at once by a new stamp.
#[derive(Debug)]
pub(super) struct Memo {
    entries: Vec<Entry>,
    stamp: u32,
    used: usize,
}

impl Default for Memo {
    fn default() -> Self {
        Self { entries: vec![Entry::default(); 1 << 10], stamp: 1, used: 0 }
    }
}

impl Memo {
    pub(super) fn forget(&mut self) {
        self.used = 0;
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.entries.fill(Entry::default());
            self.stamp = 1;
        }
    }

    fn place(&self, key: &Key) -> usize {
        const K: u64 = 0x9E37_79B9_7F4A_7C15;
        let half = |ids: &[u32]| ids.iter().fold(0u64, |word, &id| word.rotate_left(16) ^ u64::from(id));
        let mut hash = half(&key.ids[..4]).wrapping_mul(K).rotate_left(29);
        hash = (hash ^ half(&key.ids[4..])).wrapping_mul(K).rotate_left(29);
        hash =
            (hash ^ u64::from(key.need) << 16 ^ u64::from(key.elsewhere) << 8 ^ u64::from(key.jokers)).wrapping_mul(K);
        let mask = self.entries.len() - 1;
        let mut place = (hash >> 32) as usize & mask;
        while self.entries[place].stamp == self.stamp && self.entries[place].key != *key {
            place = (place + 1) & mask;
        }
        place
    }

    pub(super) fn get(&self, key: &Key) -> Option<i64> {
        let entry = &self.entries[self.place(key)];
        (entry.stamp == self.stamp).then_some(entry.bound)
    }

    pub(super) fn put(&mut self, key: Key, bound: i64) {
        if 2 * (self.used + 1) > self.entries.len() {
            let old = std::mem::take(&mut self.entries);
            self.entries = vec![Entry::default(); 2 * old.len()];
            for entry in old.into_iter().filter(|entry| entry.stamp == self.stamp) {
                let place = self.place(&entry.key);
                self.entries[place] = entry;
            }
        }
        let place = self.place(&key);
        if self.entries[place].stamp != self.stamp {
            self.used += 1;
        }
        self.entries[place] = Entry { key, stamp: self.stamp, bound };
    }
}
