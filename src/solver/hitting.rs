//! The fewest melds that hit every core of a tidy search.
//!
//! A branch takes one choice of a core that is not hit yet; the branches beside it do without that choice, so
//! no selection is met twice. Cores with nothing in common need a meld each, which ends most branches early.

use super::tidy::{Counts, Stopped};

/// Most melds a table can have: 848 tiles, two in a meld.
const WORDS: usize = 424usize.div_ceil(64);

/// A group of melds: of each kind the first, the second, and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Melds([u64; WORDS]);

impl Melds {
    const NONE: Self = Self([0; WORDS]);

    fn add(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one |= other);
    }

    fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one &= !other);
        self
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn places(&self) -> impl Iterator<Item = usize> {
        let words = self.0;
        (0..WORDS * 64).filter(move |&place| words[place / 64] >> (place % 64) & 1 == 1)
    }
}

/// The cores known so far.
#[derive(Debug)]
pub(super) struct Hitting {
    /// For each kind the place of its first meld, and at the end the number of melds.
    starts: Vec<usize>,
    /// For each meld, itself and those of its kind before it: to touch two is to touch one.
    up_to: Vec<Melds>,
    /// For each meld, itself and those of its kind after it.
    from: Vec<Melds>,
    cores: Vec<Melds>,
}

impl Hitting {
    /// With so many melds of each kind.
    pub(super) fn new(kinds: impl Iterator<Item = u8>) -> Self {
        let mut hitting = Self { starts: vec![0], up_to: Vec::new(), from: Vec::new(), cores: Vec::new() };
        for lie in kinds {
            let start = hitting.up_to.len();
            let end = start + lie as usize;
            let range = |from: usize, to: usize| {
                let mut melds = Melds::NONE;
                (from..to).for_each(|place| melds.add(place));
                melds
            };
            hitting.up_to.extend((start..end).map(|place| range(start, place + 1)));
            hitting.from.extend((start..end).map(|place| range(place, end)));
            hitting.starts.push(end);
        }
        hitting
    }

    pub(super) fn add(&mut self, core: &[(usize, u8)]) {
        let mut melds = Melds::NONE;
        for &(kind, count) in core {
            melds.add(self.starts[kind] + count as usize - 1);
        }
        self.cores.push(melds);
    }

    /// So many melds that hit all cores, if there are.
    pub(super) fn hit(&self, most: usize, stop: &mut dyn FnMut() -> bool) -> Result<Option<Counts>, Stopped> {
        let found = self.choose(&Melds::NONE, Melds::NONE, most, stop)?;
        Ok(found.map(|chosen| {
            let kind = |bounds: &[usize]| (bounds[0]..bounds[1]).filter(|&place| chosen.has(place)).count() as u8;
            self.starts.windows(2).map(kind).collect()
        }))
    }

    /// Adds at most `more` melds to those chosen, none of them barred.
    fn choose(
        &self,
        chosen: &Melds,
        mut barred: Melds,
        more: usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Melds>, Stopped> {
        let mut smallest: Option<(usize, Melds)> = None;
        let mut apart = 0;
        let mut seen = Melds::NONE;
        for core in self.cores.iter().filter(|core| !core.meets(chosen)) {
            let open = core.without(&barred);
            let len = open.len();
            if smallest.is_none_or(|(least, _)| len < least) {
                smallest = Some((len, open));
            }
            if !open.meets(&seen) {
                seen.join(&open);
                apart += 1;
            }
            if apart > more || len == 0 {
                return Ok(None);
            }
        }
        let Some((_, core)) = smallest else { return Ok(Some(*chosen)) };
        if stop() {
            return Err(Stopped);
        }
        for place in core.places() {
            let mut next = *chosen;
            next.join(&self.up_to[place]);
            let price = next.len() - chosen.len();
            if price <= more
                && let Some(found) = self.choose(&next, barred, more - price, stop)?
            {
                return Ok(Some(found));
            }
            barred.join(&self.from[place]);
        }
        Ok(None)
    }
}
