//! The runs of one colour while the sweep passes over a number.
//!
//! A [`State`] says what a colour's runs look like after a number: how many end there, of which length,
//! lengths from the shortest meld up being alike; which of them hold only jokers so far; and which are
//! bound to hold a joker that stays on the table.

use super::position::NUMBERS;
use super::split::RunLock;

/// The longest `shortest_meld`.
const MAX_SHORTEST: usize = 6;

/// Open runs of one colour after some number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct State {
    /// Four bits for each length 1 to 6 of runs with a natural card, then the same for runs of jokers only.
    plain: u64,
    /// Sixteen bits for each [`Mark`]; zero when no run is bound.
    marks: u128,
}

/// An old run whose joker a final run must hold, as far as the sweep has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Mark {
    /// Which lock.
    lock: u8,
    /// How many more of its cards the run needs.
    rest: u8,
    /// Whether the run has a joker of it already.
    has_joker: bool,
}

/// What does not change while one colour is swept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sweep<'a> {
    pub(super) values: usize,
    pub(super) shortest: u8,
    /// Most runs worth having side by side.
    pub(super) most_runs: u8,
    /// Jokers only where a meld would fail without one; the others are parked afterwards.
    pub(super) parking: bool,
    pub(super) locks: &'a [RunLock],
    /// For each number, how many long runs are worth keeping open after it.
    pub(super) reach: &'a [u8; NUMBERS],
    /// For each number, how many cards and jokers there can be at it at most.
    pub(super) room: &'a [u8; NUMBERS],
}

impl State {
    const fn natural(&self, len: u8) -> u8 {
        (self.plain >> (4 * (len as u32 - 1)) & 15) as u8
    }

    const fn jokers(&self, len: u8) -> u8 {
        (self.plain >> (24 + 4 * (len as u32 - 1)) & 15) as u8
    }

    const fn add_natural(&mut self, len: u8, count: u8) {
        self.plain += (count as u64) << (4 * (len as u32 - 1));
    }

    const fn add_jokers(&mut self, len: u8, count: u8) {
        self.plain += (count as u64) << (24 + 4 * (len as u32 - 1));
    }

    pub(super) const fn has_joker_runs(&self) -> bool {
        self.plain >> 24 != 0
    }

    /// Whether the sweep may end here: no run is too short or bound.
    pub(super) const fn is_final(&self) -> bool {
        self.plain == 0 && self.marks == 0
    }

    pub(super) const fn is_bound(&self) -> bool {
        self.marks != 0
    }

    /// Runs that must be extended.
    pub(super) fn short(&self, sweep: &Sweep<'_>) -> u8 {
        let naturals: u8 = (1..sweep.shortest).map(|len| self.natural(len)).sum();
        if self.has_joker_runs() {
            naturals + (1..=sweep.shortest).map(|len| self.jokers(len)).sum::<u8>()
        } else {
            naturals
        }
    }

    /// Runs that may be extended.
    pub(super) const fn long(&self, sweep: &Sweep<'_>) -> u8 {
        self.natural(sweep.shortest)
    }

    /// Forgets long runs that nothing can extend, so that states that differ only in dead ends are one.
    fn normalise(&mut self, value: usize, sweep: &Sweep<'_>) {
        let long = self.long(sweep);
        let keep = long.min(sweep.reach[value]);
        self.plain -= u64::from(long - keep) << (4 * (u32::from(sweep.shortest) - 1));
    }

    /// Whether the runs too short to end can still be extended.
    fn can_go_on(&self, value: usize, sweep: &Sweep<'_>) -> bool {
        self.short(sweep) <= sweep.room[value + 1]
    }

    /// The state that `naturals` cards at number `value` lead to, when no run is bound or of jokers only.
    ///
    /// `short` and `long` are the runs of this state that must and may be extended.
    #[inline]
    pub(super) fn step_without_jokers(
        &self,
        value: usize,
        naturals: u8,
        short: u8,
        long: u8,
        sweep: &Sweep<'_>,
    ) -> Option<State> {
        let left = naturals.checked_sub(short)?;
        let extended = long.min(left);
        let begun = left - extended;
        if begun > 0 && value + sweep.shortest as usize > sweep.values + 1 {
            return None;
        }
        let long_at = 4 * (u32::from(sweep.shortest) - 1);
        let below = (1u64 << long_at) - 1;
        // Every short run is one longer; the new ones begin.
        let longer = (self.plain & below) << 4 | u64::from(begun);
        let finished = (longer >> long_at) as u8 + extended;
        let plain = longer & below | u64::from(finished.min(sweep.reach[value])) << long_at;
        let next = State { plain, marks: 0 };
        next.can_go_on(value, sweep).then_some(next)
    }

    /// Every state that `naturals` cards and `jokers` jokers at number `value` can lead to.
    ///
    /// Short runs are extended first, then long ones, and only then new runs begin: a new run beside a long
    /// one that ends could as well be its tail.
    pub(super) fn step(&self, value: usize, naturals: u8, jokers: u8, sweep: &Sweep<'_>, sink: &mut dyn FnMut(State)) {
        let cells = naturals + jokers;
        let short = self.short(sweep);
        if cells < short {
            return;
        }
        let extended = self.long(sweep).min(cells - short);
        let begun = cells - short - extended;
        if begun > 0
            && (short + extended + begun > sweep.most_runs.max(naturals)
                || value + sweep.shortest as usize > sweep.values + 1)
        {
            return;
        }
        let mut next = State::default();
        for len in 1..sweep.shortest {
            next.add_natural(len + 1, self.natural(len));
        }
        next.add_natural(sweep.shortest, extended);
        let joker_runs = if self.has_joker_runs() { (1..=sweep.shortest).map(|len| self.jokers(len)).sum() } else { 0 };
        let left = Remaining { naturals, begun, others: short - joker_runs + extended };
        self.fill_joker_runs(next, if joker_runs == 0 { sweep.shortest + 1 } else { 1 }, value, left, sweep, sink);
    }

    /// Gives natural cards to runs of jokers only; they are the ones that need them.
    fn fill_joker_runs(
        &self,
        next: State,
        len: u8,
        value: usize,
        left: Remaining,
        sweep: &Sweep<'_>,
        sink: &mut dyn FnMut(State),
    ) {
        if len > sweep.shortest {
            left.begin(next, value, sweep, sink);
            return;
        }
        let longer = (len + 1).min(sweep.shortest);
        let here = self.jokers(len);
        for filled in 0..=here.min(left.naturals) {
            let mut next = next;
            next.add_natural(longer, filled);
            next.add_jokers(longer, here - filled);
            let left = Remaining { naturals: left.naturals - filled, ..left };
            self.fill_joker_runs(next, len + 1, value, left, sweep, sink);
        }
    }
}

/// What is still to be dealt in [`State::step`].
#[derive(Debug, Clone, Copy)]
struct Remaining {
    naturals: u8,
    /// Runs still to begin.
    begun: u8,
    /// Runs with a natural card that are extended, by whatever is left.
    others: u8,
}

impl Remaining {
    fn begin(self, mut next: State, value: usize, sweep: &Sweep<'_>, sink: &mut dyn FnMut(State)) {
        let with_natural = self.begun.min(self.naturals);
        let with_joker = self.begun - with_natural;
        if self.naturals - with_natural > self.others {
            return;
        }
        // A run that begins with a joker could shift it to its other end, unless it ends at the last number.
        if with_joker > 0 && sweep.parking && value + sweep.shortest as usize != sweep.values + 1 {
            return;
        }
        next.add_natural(1, with_natural);
        next.add_jokers(1, with_joker);
        next.normalise(value, sweep);
        if next.can_go_on(value, sweep) {
            sink(next);
        }
    }
}

/// One open run, spelled out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct OpenRun {
    len: u8,
    has_natural: bool,
    marks: [Mark; 8],
    marked: u8,
}

/// What a run gets at a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gets {
    /// Nothing: it ends.
    End,
    /// A natural card, counted as the card of an old run if that many.
    Natural,
    /// A joker that may lie anywhere.
    Joker,
    /// The joker of this lock that stays.
    Locked,
}

/// The most runs side by side: four copies, eight jokers.
const MAX_RUNS: usize = 16;

/// Runs spelled out, in the order in which they began.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Runs {
    runs: [OpenRun; MAX_RUNS],
    len: usize,
}

impl OpenRun {
    fn mark(&mut self, lock: usize, needed: u8, count: u8, is_joker: bool) {
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
    fn may_end(&self, shortest: u8) -> bool {
        let fulfilled = |mark: &Mark| mark.has_joker && mark.rest == 0;
        self.len == shortest && self.has_natural && self.marks[..self.marked as usize].iter().all(fulfilled)
    }

    fn has_mark(&self, lock: usize) -> bool {
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

    /// The marks as they stand in a [`State`]; bit 0 tells where a run begins.
    fn packed(&self) -> u128 {
        let marks = &self.marks[..self.marked as usize];
        marks.iter().enumerate().fold(0, |bits, (place, mark)| {
            let word = u16::from(mark.lock) << 12
                | u16::from(self.len) << 9
                | u16::from(self.has_natural) << 8
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
    pub(super) fn of(state: &State, sweep: &Sweep<'_>) -> Self {
        let mut runs = Self::default();
        for len in (1..=sweep.shortest.min(MAX_SHORTEST as u8)).rev() {
            for _ in 0..state.natural(len) {
                runs.push(OpenRun { len, has_natural: true, ..OpenRun::default() });
            }
            for _ in 0..state.jokers(len) {
                runs.push(OpenRun { len, has_natural: false, ..OpenRun::default() });
            }
        }
        let mut bits = state.marks;
        while bits != 0 {
            let word = (bits & 0xFFFF) as u16;
            bits >>= 16;
            if word & 1 == 1 {
                let has_natural = word >> 8 & 1 == 1;
                runs.push(OpenRun { len: (word >> 9 & 7) as u8, has_natural, ..OpenRun::default() });
            }
            let run = &mut runs.runs[runs.len - 1];
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
    pub(super) fn as_slice(&self) -> &[OpenRun] {
        &self.runs[..self.len]
    }

    fn push(&mut self, run: OpenRun) {
        if self.len < MAX_RUNS {
            self.runs[self.len] = run;
            self.len += 1;
        }
    }

    /// The state these runs are, or nothing if one of them can no longer become valid.
    fn state(&mut self, value: usize, sweep: &Sweep<'_>) -> Option<State> {
        let mut state = State::default();
        let mut bound = [0u128; MAX_RUNS];
        let mut bound_len = 0;
        let mut waiting = [0u8; 8];
        let mut must_go_on = 0;
        for run in &mut self.runs[..self.len] {
            if run.marked > 0 && !run.settle(value, sweep.locks) {
                return None;
            }
            if run.marked > 0 {
                for mark in run.marks[..run.marked as usize].iter().filter(|mark| !mark.has_joker) {
                    waiting[mark.lock as usize] += 1;
                }
                must_go_on += u8::from(!run.may_end(sweep.shortest));
                bound[bound_len] = run.packed();
                bound_len += 1;
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
        bound[..bound_len].sort_unstable();
        for &bits in &bound[..bound_len] {
            // The first mark packed of a run lies highest; its last, with the flag, lowest.
            let marks = (128 - bits.leading_zeros()).div_ceil(16);
            state.marks = state.marks.checked_shl(16 * marks).unwrap_or(0) | bits;
        }
        state.normalise(value, sweep);
        (state.short(sweep) + must_go_on <= sweep.room[value + 1]).then_some(state)
    }
}

/// What each run got at a number: those that were open, in the order of [`Runs`], then those that began.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dealt {
    pub(super) gets: [Gets; MAX_RUNS],
    pub(super) len: usize,
}

/// Every way to deal the cards at a number to the runs, bound ones included.
pub(super) struct Dealing<'a, 's> {
    pub(super) value: usize,
    pub(super) sweep: &'a Sweep<'s>,
    runs: Runs,
    after: Runs,
    dealt: Dealt,
}

impl<'a, 's> Dealing<'a, 's> {
    pub(super) fn new(state: &State, value: usize, sweep: &'a Sweep<'s>) -> Self {
        Self {
            value,
            sweep,
            runs: Runs::of(state, sweep),
            after: Runs::default(),
            dealt: Dealt { gets: [Gets::End; MAX_RUNS], len: 0 },
        }
    }

    /// Calls `visit` with each deal and the state after it until it says true.
    pub(super) fn deal(
        &mut self,
        naturals: u8,
        jokers: u8,
        visit: &mut dyn FnMut(&Dealt, &Runs, State) -> bool,
    ) -> bool {
        let locks = self.sweep.locks;
        let locked = (0..locks.len()).filter(|&l| locks[l].locked >> self.value & 1 == 1).fold(0, |m, l| m | 1 << l);
        let claimable =
            (0..locks.len()).filter(|&l| locks[l].claimable >> self.value & 1 == 1).fold(0, |m, l| m | 1 << l);
        self.runs_from(0, Left { naturals, jokers, locked, claimable }, visit)
    }

    fn runs_from(&mut self, i: usize, left: Left, visit: &mut dyn FnMut(&Dealt, &Runs, State) -> bool) -> bool {
        if i == self.runs.len {
            self.after.len = i;
            return self.new_runs(left, visit);
        }
        let run = self.runs.runs[i];
        if run.may_end(self.sweep.shortest) && self.give(i, run, Gets::End, None, left, visit) {
            return true;
        }
        if left.jokers > 0 {
            let left = Left { jokers: left.jokers - 1, ..left };
            if self.give(i, run, Gets::Joker, None, left, visit) {
                return true;
            }
        }
        for l in bits(left.locked) {
            let left = Left { locked: left.locked & !(1 << l), ..left };
            if self.give(i, run, Gets::Locked, Some(l), left, visit) {
                return true;
            }
        }
        if left.naturals > 0 {
            let left = Left { naturals: left.naturals - 1, ..left };
            if self.give(i, run, Gets::Natural, None, left, visit) {
                return true;
            }
            for l in bits(left.claimable) {
                if self.worth_claiming(&run, l) {
                    let left = Left { claimable: left.claimable & !(1 << l), ..left };
                    if self.give(i, run, Gets::Natural, Some(l), left, visit) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn worth_claiming(&self, run: &OpenRun, lock: usize) -> bool {
        run.has_mark(lock) || self.sweep.locks[lock].locked >> self.value >> 1 != 0
    }

    /// One run gets one thing, and the rest goes on.
    fn give(
        &mut self,
        i: usize,
        run: OpenRun,
        gets: Gets,
        lock: Option<usize>,
        left: Left,
        visit: &mut dyn FnMut(&Dealt, &Runs, State) -> bool,
    ) -> bool {
        self.dealt.gets[i] = gets;
        self.after.runs[i] = self.extended(run, gets, lock);
        self.after.len = i + 1;
        self.runs_from(i + 1, left, visit)
    }

    fn extended(&self, mut run: OpenRun, gets: Gets, lock: Option<usize>) -> OpenRun {
        if gets == Gets::End {
            return run;
        }
        run.len = (run.len + 1).min(self.sweep.shortest);
        run.has_natural |= gets == Gets::Natural;
        if let Some(l) = lock {
            let RunLock { needed, natural_counts, .. } = self.sweep.locks[l];
            match gets {
                Gets::Locked => run.mark(l, needed, 1, true),
                _ => run.mark(l, needed, natural_counts, false),
            }
        }
        run
    }

    fn new_runs(&mut self, left: Left, visit: &mut dyn FnMut(&Dealt, &Runs, State) -> bool) -> bool {
        let open = self.after.len;
        let begun = left.naturals as usize + left.jokers as usize + left.locked.count_ones() as usize;
        if begun == 0 {
            return self.visit(visit);
        }
        let at_the_last = self.value + self.sweep.shortest as usize == self.sweep.values + 1;
        if self.value + self.sweep.shortest as usize > self.sweep.values + 1
            || open + begun > MAX_RUNS
            || (left.jokers > 0 && self.sweep.parking && !at_the_last)
        {
            return false;
        }
        // A new run of a card that is nobody's could as well be the tail of a long one that ends.
        let ended = self.dealt.gets[..self.runs.len].contains(&Gets::End);
        if ended && (left.naturals > 0 || left.jokers > 0) && left.claimable == 0 {
            return false;
        }
        let fresh = OpenRun::default();
        for l in bits(left.locked) {
            let place = self.after.len;
            self.dealt.gets[place] = Gets::Locked;
            self.after.runs[place] = self.extended(fresh, Gets::Locked, Some(l));
            self.after.len += 1;
        }
        for _ in 0..left.jokers {
            let place = self.after.len;
            self.dealt.gets[place] = Gets::Joker;
            self.after.runs[place] = self.extended(fresh, Gets::Joker, None);
            self.after.len += 1;
        }
        let found = self.new_naturals(left.naturals, left.claimable, visit);
        self.after.len = open;
        found
    }

    fn new_naturals(
        &mut self,
        naturals: u8,
        claimable: u32,
        visit: &mut dyn FnMut(&Dealt, &Runs, State) -> bool,
    ) -> bool {
        if naturals == 0 {
            return self.visit(visit);
        }
        let place = self.after.len;
        self.dealt.gets[place] = Gets::Natural;
        for lock in std::iter::once(None).chain(bits(claimable).map(Some)) {
            let fresh = OpenRun::default();
            if lock.is_some_and(|l| !self.worth_claiming(&fresh, l)) {
                continue;
            }
            self.after.runs[place] = self.extended(fresh, Gets::Natural, lock);
            self.after.len = place + 1;
            if self.new_naturals(naturals - 1, claimable & !lock.map_or(0, |l| 1 << l), visit) {
                return true;
            }
        }
        self.after.len = place;
        false
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&Dealt, &Runs, State) -> bool) -> bool {
        self.dealt.len = self.after.len;
        let mut open = Runs::default();
        for (place, run) in self.after.runs[..self.after.len].iter().enumerate() {
            if self.dealt.gets[place] != Gets::End {
                open.push(*run);
            }
        }
        open.state(self.value, self.sweep).is_some_and(|state| visit(&self.dealt, &open, state))
    }
}

/// What is still to be dealt at a number.
#[derive(Debug, Clone, Copy)]
struct Left {
    naturals: u8,
    jokers: u8,
    /// Locks whose joker at this number is not placed yet, by bit.
    locked: u32,
    /// Locks whose card of this number is not counted yet, by bit.
    claimable: u32,
}

fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}
