//! Open runs spelled out one by one, for the numbers where it matters which run gets which tile.

use super::{Bound, MAX_FRESH, MAX_SHORTEST, State, Sweep};
use crate::solver::split::RunLock;

/// An old run whose joker a final run must hold, as far as the sweep has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Mark {
    /// Which lock.
    lock: u8,
    /// How many more of its tiles the run needs.
    rest: u8,
    /// Whether the run has a joker of it already.
    has_joker: bool,
}

/// What is known of a run that must be new when it is done: it holds a freed joker, and no whole old run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Fresh {
    /// Whether the run must be new at all.
    pub(super) wanted: bool,
    /// Whether one of its jokers may lie anywhere, so that it can be the freed one.
    pub(super) has_spare: bool,
    /// Bit `i` is set when the run so far holds all of the old run `i` of its color that has come so far.
    pub(super) holds: u64,
}

/// One open run, spelled out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::solver) struct OpenRun {
    pub(super) len: u8,
    pub(super) has_natural: bool,
    marks: [Mark; 8],
    pub(super) marked: u8,
    pub(super) fresh: Fresh,
}

/// The most runs side by side: four copies, eight jokers.
pub(super) const MAX_RUNS: usize = 16;

/// Runs spelled out.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::solver) struct Runs {
    pub(super) runs: [OpenRun; MAX_RUNS],
    pub(super) len: usize,
}

impl OpenRun {
    /// A run with a natural tile that is bound to nothing.
    pub(in crate::solver) fn plain(len: u8) -> Self {
        Self { len, has_natural: true, ..Self::default() }
    }

    pub(super) fn mark(&mut self, lock: usize, needed: u8, count: u8, is_joker: bool) {
        let known = self.marks[..self.marked as usize].iter_mut().find(|mark| mark.lock as usize == lock);
        if let Some(mark) = known {
            mark.rest = mark.rest.saturating_sub(count);
            mark.has_joker |= is_joker;
        } else if (self.marked as usize) < self.marks.len() {
            self.marks[self.marked as usize] =
                Mark { lock: lock as u8, rest: needed.saturating_sub(count), has_joker: is_joker };
            self.marked += 1;
        }
    }

    /// Whether the run is a meld as it is, and has what each of its jokers that stay needs.
    ///
    /// A mark is kept beyond that while more jokers of its lock are to come: they may join the run.
    pub(super) fn may_end(&self, shortest: u8) -> bool {
        let fulfilled = |mark: &Mark| mark.has_joker && mark.rest == 0;
        let new = !self.is_fresh() || self.fresh.has_spare;
        new && self.len == shortest && self.has_natural && self.marks[..self.marked as usize].iter().all(fulfilled)
    }

    /// A run yet without tiles that must be new when it is done.
    pub(super) fn that_must_be_new() -> Self {
        Self { fresh: Fresh { wanted: true, ..Fresh::default() }, ..Self::default() }
    }

    /// Whether the run must be new.
    pub(super) const fn is_fresh(&self) -> bool {
        self.fresh.wanted
    }

    pub(super) fn has_mark(&self, lock: usize) -> bool {
        self.marks[..self.marked as usize].iter().any(|mark| mark.lock as usize == lock)
    }

    /// Drops what is fulfilled; false if something no longer can be.
    fn settle(&mut self, value: usize, locks: &[RunLock]) -> bool {
        let later = |mask: u32| mask >> value >> 1;
        let mut kept = 0;
        for place in 0..self.marked as usize {
            let mark = self.marks[place];
            let lock = &locks[mark.lock as usize];
            let jokers_to_come = later(lock.locked);
            if !mark.has_joker && jokers_to_come == 0 {
                return false;
            }
            let may_come =
                later(lock.claimable).count_ones() * u32::from(lock.natural_counts) + jokers_to_come.count_ones();
            if u32::from(mark.rest) > may_come {
                return false;
            }
            if mark.has_joker && mark.rest == 0 && jokers_to_come == 0 {
                continue;
            }
            self.marks[kept] = mark;
            kept += 1;
        }
        self.marks[kept..].fill(Mark::default());
        self.marked = kept as u8;
        self.marks[..kept].sort_unstable_by_key(|mark| mark.lock);
        true
    }

    /// The marks as they stand in a [`State`]; bit 0 tells where a run begins, bit 15 that the run must be
    /// new, and bits 9 to 11 are then its place among those.
    fn packed(&self, place_of_fresh: Option<usize>) -> u128 {
        let shape = place_of_fresh
            .map_or(u16::from(self.len) << 9 | u16::from(self.has_natural) << 8, |place| 1 << 15 | (place as u16) << 9);
        let marks = &self.marks[..self.marked as usize];
        marks.iter().enumerate().fold(0, |bits, (place, mark)| {
            let word = u16::from(mark.lock) << 12
                | shape
                | u16::from(mark.rest) << 3
                | u16::from(mark.has_joker) << 2
                | 1 << 1
                | u16::from(place + 1 == marks.len());
            bits << 16 | u128::from(word)
        })
    }
}

impl Runs {
    /// The runs of a state, longest first, those that are bound last.
    pub(in crate::solver) fn of(state: &State, bound: &Bound, sweep: &Sweep<'_>) -> Self {
        let mut runs = Self::default();
        for len in (1..=sweep.shortest.min(MAX_SHORTEST as u8)).rev() {
            for _ in 0..state.natural(len) {
                runs.push(OpenRun { len, has_natural: true, ..OpenRun::default() });
            }
            for _ in 0..state.jokers(len) {
                runs.push(OpenRun { len, has_natural: false, ..OpenRun::default() });
            }
        }
        let plain = runs.len;
        for word in bound.fresh.into_iter().filter(|&word| word != 0) {
            runs.push(OpenRun {
                len: (word >> 60 & 7) as u8,
                has_natural: word >> 59 & 1 == 1,
                fresh: Fresh { wanted: true, has_spare: word >> 58 & 1 == 1, holds: word & ((1 << 58) - 1) },
                ..OpenRun::default()
            });
        }
        let mut at = 0;
        let mut bits = bound.marks;
        while bits != 0 {
            let word = (bits & 0xFFFF) as u16;
            bits >>= 16;
            if word >> 15 == 1 {
                at = plain + (word >> 9 & 7) as usize;
            } else if word & 1 == 1 {
                let has_natural = word >> 8 & 1 == 1;
                runs.push(OpenRun { len: (word >> 9 & 7) as u8, has_natural, ..OpenRun::default() });
                at = runs.len - 1;
            }
            let run = &mut runs.runs[at];
            run.marks[run.marked as usize] =
                Mark { lock: (word >> 12 & 7) as u8, rest: (word >> 3 & 31) as u8, has_joker: word >> 2 & 1 == 1 };
            run.marked += 1;
        }
        for run in &mut runs.runs[..runs.len] {
            run.marks[..run.marked as usize].sort_unstable_by_key(|mark| mark.lock);
        }
        runs
    }

    /// The runs, spelled out.
    pub(in crate::solver) fn as_slice(&self) -> &[OpenRun] {
        &self.runs[..self.len]
    }

    pub(super) fn push(&mut self, run: OpenRun) {
        if self.len < MAX_RUNS {
            self.runs[self.len] = run;
            self.len += 1;
        }
    }

    /// Spells out the runs that must be new, in order; for each run its place among them.
    ///
    /// One that is done and that no tile can extend is forgotten, like any other.
    fn pack_fresh(&self, bound: &mut Bound, value: usize, sweep: &Sweep<'_>) -> Option<[Option<usize>; MAX_RUNS]> {
        let mut places = [None; MAX_RUNS];
        let mut words = [(0u64, 0usize); MAX_FRESH];
        let mut len = 0;
        for (at, run) in self.runs[..self.len].iter().enumerate().filter(|(_, run)| run.is_fresh()) {
            if value == sweep.values && run.may_end(sweep.shortest) {
                continue;
            }
            let fresh = run.fresh;
            let word = 1 << 63
                | u64::from(run.len) << 60
                | u64::from(run.has_natural) << 59
                | u64::from(fresh.has_spare) << 58
                | fresh.holds;
            *words.get_mut(len)? = (word, at);
            len += 1;
        }
        // More runs that must be new than jokers to make them so are never needed.
        if len > sweep.freed as usize {
            return None;
        }
        words[..len].sort_unstable();
        for (place, &(word, at)) in words[..len].iter().enumerate() {
            bound.fresh[place] = word;
            places[at] = Some(place);
        }
        Some(places)
    }

    /// The state these runs are, or nothing if one of them can no longer become valid.
    pub(super) fn state(&mut self, value: usize, sweep: &Sweep<'_>) -> Option<(u64, Bound)> {
        let mut state = State::default();
        let mut bound = Bound::default();
        let mut marked = [0u128; MAX_RUNS];
        let mut marked_len = 0;
        let mut waiting = [0u8; 8];
        let mut must_go_on = 0;
        for run in &mut self.runs[..self.len] {
            if run.marked > 0 && !run.settle(value, sweep.locks) {
                return None;
            }
        }
        let places = self.pack_fresh(&mut bound, value, sweep)?;
        for (run, place) in self.runs[..self.len].iter().zip(places) {
            if run.is_fresh() {
                if place.is_none() {
                    continue;
                }
                must_go_on += u8::from(!run.may_end(sweep.shortest));
            }
            if run.marked > 0 {
                for mark in run.marks[..run.marked as usize].iter().filter(|mark| !mark.has_joker) {
                    waiting[mark.lock as usize] += 1;
                }
                if place.is_none() {
                    must_go_on += u8::from(!run.may_end(sweep.shortest));
                }
                marked[marked_len] = run.packed(place);
                marked_len += 1;
            } else if run.is_fresh() {
                // It stands among the fresh ones already.
            } else if run.has_natural {
                state.add_natural(run.len, 1);
            } else {
                state.add_jokers(run.len, 1);
            }
        }
        for (lock, &waiting) in sweep.locks.iter().zip(&waiting) {
            if u32::from(waiting) > (lock.locked >> value >> 1).count_ones() {
                return None;
            }
        }
        marked[..marked_len].sort_unstable();
        for &bits in &marked[..marked_len] {
            // The first mark packed of a run lies highest; its last, with the flag, lowest.
            let marks = (128 - bits.leading_zeros()).div_ceil(16);
            bound.marks = bound.marks.checked_shl(16 * marks).unwrap_or(0) | bits;
        }
        state.normalize(value, sweep);
        (state.short(sweep) + must_go_on <= sweep.room[value + 1]).then_some((state.plain, bound))
    }
}
