//! A minimum hitting set: the fewest melds such that every core has one of them.
//!
//! Depth-first search: a branch takes one meld of a core that is not hit yet, and its siblings exclude that meld, so
//! that no set is tried twice. Disjoint cores need a meld each, which is the lower bound that prunes.

use super::interrupt::Interrupted;

/// The most melds a table can have: 840 tiles, at least two in each.
const WORDS: usize = 420usize.div_ceil(64);

/// For each kind of meld on the table, a number of equal melds.
pub(super) type MeldCounts = Vec<u8>;

/// Every best play touches at least this many of one of these kinds of meld.
pub(super) type Core = Vec<(usize, u8)>;

/// A set of melds; equal melds are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Melds([u64; WORDS]);

impl Melds {
    const NONE: Self = Self([0; WORDS]);

    fn add(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    fn union_with(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one |= other);
    }

    fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one &= !other);
        self
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn indices(&self) -> impl Iterator<Item = usize> {
        let words = self.0;
        (0..WORDS * 64).filter(move |&index| words[index / 64] >> (index % 64) & 1 == 1)
    }
}

/// The cores found so far.
#[derive(Debug)]
pub(super) struct HittingSet {
    /// For each kind of meld the index of its first, and at the end the number of melds.
    starts: Vec<usize>,
    /// For each meld, itself and those of its kind before it: who touches two equal melds also touches one.
    up_to: Vec<Melds>,
    /// For each meld, itself and those of its kind after it.
    from: Vec<Melds>,
    cores: Vec<Melds>,
}

impl HittingSet {
    /// A hitting set problem with these numbers of equal melds.
    pub(super) fn new(kinds: impl Iterator<Item = u8>) -> Self {
        let mut hitting = Self { starts: vec![0], up_to: Vec::new(), from: Vec::new(), cores: Vec::new() };
        for count in kinds {
            let start = hitting.up_to.len();
            let end = start + count as usize;
            let range = |from: usize, to: usize| {
                let mut melds = Melds::NONE;
                (from..to).for_each(|index| melds.add(index));
                melds
            };
            hitting.up_to.extend((start..end).map(|index| range(start, index + 1)));
            hitting.from.extend((start..end).map(|index| range(index, end)));
            hitting.starts.push(end);
        }
        hitting
    }

    /// Adds a core.
    pub(super) fn add(&mut self, core: &[(usize, u8)]) {
        let mut melds = Melds::NONE;
        for &(kind, count) in core {
            melds.add(self.starts[kind] + count as usize - 1);
        }
        self.cores.push(melds);
    }

    /// At most `most` melds that hit all cores, if there are.
    pub(super) fn find(&self, most: usize, stop: &mut dyn FnMut() -> bool) -> Result<Option<MeldCounts>, Interrupted> {
        let found = self.choose(&Melds::NONE, Melds::NONE, most, stop)?;
        Ok(found.map(|chosen| {
            let kind = |bounds: &[usize]| (bounds[0]..bounds[1]).filter(|&index| chosen.contains(index)).count() as u8;
            self.starts.windows(2).map(kind).collect()
        }))
    }

    /// Adds at most `budget` melds to those chosen, none of them excluded.
    fn choose(
        &self,
        chosen: &Melds,
        mut excluded: Melds,
        budget: usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Melds>, Interrupted> {
        let mut smallest: Option<(usize, Melds)> = None;
        let mut disjoint = 0;
        let mut seen = Melds::NONE;
        for core in self.cores.iter().filter(|core| !core.intersects(chosen)) {
            let open = core.without(&excluded);
            let len = open.len();
            if smallest.is_none_or(|(least, _)| len < least) {
                smallest = Some((len, open));
            }
            if !open.intersects(&seen) {
                seen.union_with(&open);
                disjoint += 1;
            }
            if disjoint > budget || len == 0 {
                return Ok(None);
            }
        }
        let Some((_, core)) = smallest else { return Ok(Some(*chosen)) };
        if stop() {
            return Err(Interrupted);
        }
        for index in core.indices() {
            let mut next = *chosen;
            next.union_with(&self.up_to[index]);
            let price = next.len() - chosen.len();
            if price <= budget
                && let Some(found) = self.choose(&next, excluded, budget - price, stop)?
            {
                return Ok(Some(found));
            }
            excluded.union_with(&self.from[index]);
        }
        Ok(None)
    }
}
