//! Dealing the tiles at a number to open runs, one by one.

use super::open::{MAX_RUNS, OpenRun, Runs};
use super::{Bound, State, Sweep};
use crate::solver::fresh::OldRun;
use crate::solver::split::RunLock;

/// What a run gets at a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::solver) enum Gets {
    /// Nothing: it ends.
    End,
    /// A natural tile.
    Natural,
    /// A joker that may lie anywhere.
    Joker,
    /// A joker that stays.
    Locked,
}

/// What each run got at a number: those that were open, in the order of [`Runs`], then those that began.
#[derive(Debug, Clone, Copy)]
pub(in crate::solver) struct Dealt {
    pub(in crate::solver) gets: [Gets; MAX_RUNS],
    pub(in crate::solver) len: usize,
    /// Jokers that went to runs that must be new.
    pub(in crate::solver) fresh: u8,
}

/// Is told of a deal, the runs after it, and their state; says true to end the dealing.
type Visit<'v> = dyn FnMut(&Dealt, &Runs, u64, Bound) -> bool + 'v;

/// Every way to deal the tiles at a number to the runs, bound ones included.
pub(in crate::solver) struct Dealing<'a, 's> {
    pub(in crate::solver) value: usize,
    pub(in crate::solver) sweep: &'a Sweep<'s>,
    runs: Runs,
    after: Runs,
    /// Those that are open after the deal.
    open: Runs,
    dealt: Dealt,
    /// How many runs from each one on must go on.
    needy: [u8; MAX_RUNS + 1],
    /// Bit `i` is set when run `i` is like the one before it.
    alike: u32,
    /// Whether runs may begin here, and whether they may with a joker.
    begins: bool,
    begins_with_joker: bool,
    /// The place in the order of choices of what each run got. Runs that are alike get theirs in that order, for
    /// it does not matter which of them gets which.
    ranks: [u8; MAX_RUNS],
}

/// The place of a choice in their order.
fn rank(gets: Gets, lock: Option<usize>) -> u8 {
    let lock = lock.map_or(0, |lock| lock as u8 + 1);
    match gets {
        Gets::End => 0,
        Gets::Joker => 1,
        Gets::Locked => 2 + lock,
        Gets::Natural => 16 + lock,
    }
}

impl<'a, 's> Dealing<'a, 's> {
    pub(in crate::solver) fn new(state: &State, bound: &Bound, value: usize, sweep: &'a Sweep<'s>) -> Self {
        let runs = Runs::of(state, bound, sweep);
        let mut needy = [0; MAX_RUNS + 1];
        for (i, run) in runs.as_slice().iter().enumerate().rev() {
            needy[i] = needy[i + 1] + u8::from(!run.may_end(sweep.shortest));
        }
        let pairs = runs.as_slice().windows(2).enumerate();
        let alike = pairs.filter(|(_, pair)| pair[0] == pair[1]).fold(0, |mask, (i, _)| mask | 2 << i);
        let end = value + sweep.shortest as usize;
        let begins = end <= sweep.values + 1;
        Self {
            value,
            sweep,
            alike,
            begins,
            begins_with_joker: begins && (!sweep.parking || end == sweep.values + 1),
            runs,
            after: Runs::default(),
            open: Runs::default(),
            needy,
            dealt: Dealt { gets: [Gets::End; MAX_RUNS], len: 0, fresh: 0 },
            ranks: [0; MAX_RUNS],
        }
    }

    /// Calls `visit` with each deal and the state after it until it says true.
    pub(in crate::solver) fn deal(&mut self, naturals: u8, jokers: u8, visit: &mut Visit<'_>) -> bool {
        let locks = self.sweep.locks;
        let locked = (0..locks.len()).filter(|&l| locks[l].locked >> self.value & 1 == 1).fold(0, |m, l| m | 1 << l);
        let claimable =
            (0..locks.len()).filter(|&l| locks[l].claimable >> self.value & 1 == 1).fold(0, |m, l| m | 1 << l);
        self.runs_from(0, Left { naturals, jokers, locked, claimable }, visit)
    }

    fn runs_from(&mut self, i: usize, left: Left, visit: &mut Visit<'_>) -> bool {
        if i == self.runs.len {
            self.after.len = i;
            return self.new_runs(left, visit);
        }
        let all = u32::from(left.naturals + left.jokers) + left.locked.count_ones();
        if u32::from(self.needy[i]) > all {
            return false;
        }
        // What the runs that are open cannot take has to begin runs.
        let open = self.runs.len - i;
        if !self.begins && all as usize > open || !self.begins_with_joker && left.jokers as usize > open {
            return false;
        }
        let run = self.runs.runs[i];
        if run.may_end(self.sweep.shortest) && self.give(i, run, Gets::End, None, left, visit) {
            return true;
        }
        if left.jokers > 0 && (self.sweep.elsewhere || run.is_fresh()) {
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
        mut run: OpenRun,
        gets: Gets,
        lock: Option<usize>,
        left: Left,
        visit: &mut Visit<'_>,
    ) -> bool {
        self.ranks[i] = rank(gets, lock);
        if self.alike >> i & 1 == 1 && self.ranks[i] < self.ranks[i - 1] {
            return false;
        }
        if gets != Gets::End {
            run = self.extended(run, gets, lock);
            if run.is_fresh() && self.holds_old(&run) {
                return false;
            }
        }
        self.dealt.gets[i] = gets;
        self.after.runs[i] = run;
        self.after.len = i + 1;
        self.runs_from(i + 1, left, visit)
    }

    fn extended(&self, mut run: OpenRun, gets: Gets, lock: Option<usize>) -> OpenRun {
        run.len = (run.len + 1).min(self.sweep.shortest);
        run.has_natural |= gets == Gets::Natural;
        if run.is_fresh() {
            run.fresh.has_spare |= gets == Gets::Joker;
            run.fresh.holds = self.olds().fold(0, |mask, (bit, old)| {
                let here = self.value.checked_sub(old.first as usize).filter(|&place| place < old.len as usize);
                let same = |place: usize| match gets {
                    Gets::Locked => old.jokers >> place & 1 == 1 && lock == old.lock.map(usize::from),
                    Gets::Natural => old.jokers >> place & 1 == 0,
                    Gets::Joker | Gets::End => false,
                };
                let held = |place: usize| place == 0 || run.fresh.holds & bit != 0;
                mask | here.filter(|&place| same(place) && held(place)).map_or(0, |_| bit)
            });
        }
        if let Some(l) = lock {
            let RunLock { needed, natural_counts, .. } = self.sweep.locks[l];
            match gets {
                Gets::Locked => run.mark(l, needed, 1, true),
                _ => run.mark(l, needed, natural_counts, false),
            }
        }
        run
    }

    /// The old runs of the color, each with a bit of its own.
    fn olds(&self) -> impl Iterator<Item = (u64, &OldRun)> {
        let all = self.sweep.olds.map_or(&[][..], |olds| &olds.runs);
        let own = all.iter().filter(|old| old.color == self.sweep.color);
        own.enumerate().map(|(place, old)| (1 << place, old))
    }

    /// Whether a run that must be new holds a whole old one that ends at this number.
    fn holds_old(&self, run: &OpenRun) -> bool {
        self.olds().any(|(bit, old)| run.fresh.holds & bit != 0 && (old.first + old.len) as usize == self.value + 1)
    }

    fn new_runs(&mut self, left: Left, visit: &mut Visit<'_>) -> bool {
        let open = self.after.len;
        let begun = left.naturals as usize + left.jokers as usize + left.locked.count_ones() as usize;
        if begun == 0 {
            return self.visit(visit);
        }
        if !self.begins || open + begun > MAX_RUNS || left.jokers > 0 && !self.begins_with_joker {
            return false;
        }
        let found = self.begin(left, visit);
        self.after.len = open;
        found
    }

    /// Each thing that is left begins a run.
    fn begin(&mut self, left: Left, visit: &mut Visit<'_>) -> bool {
        let place = self.after.len;
        if let Some(l) = bits(left.locked).next() {
            let left = Left { locked: left.locked & !(1 << l), ..left };
            return self.begin_one(place, Gets::Locked, Some(l), left, visit);
        }
        if left.jokers > 0 {
            let left = Left { jokers: left.jokers - 1, ..left };
            return self.begin_one(place, Gets::Joker, None, left, visit);
        }
        if left.naturals == 0 {
            return self.visit(visit);
        }
        let left = Left { naturals: left.naturals - 1, ..left };
        if self.begin_one(place, Gets::Natural, None, left, visit) {
            return true;
        }
        for l in bits(left.claimable) {
            if self.worth_claiming(&OpenRun::default(), l) {
                let left = Left { claimable: left.claimable & !(1 << l), ..left };
                if self.begin_one(place, Gets::Natural, Some(l), left, visit) {
                    return true;
                }
            }
        }
        false
    }

    /// One run begins, as one that must be new and as one that need not; then the rest.
    fn begin_one(&mut self, place: usize, gets: Gets, lock: Option<usize>, left: Left, visit: &mut Visit<'_>) -> bool {
        let must_be_new = self.sweep.olds.map(|_| OpenRun::that_must_be_new());
        let kinds = [Some(OpenRun::default()), must_be_new];
        for run in kinds.into_iter().flatten() {
            if gets == Gets::Joker && !self.sweep.elsewhere && !run.is_fresh() {
                continue;
            }
            // A run that begins with a tile of nobody's could as well be the tail of a long one that ends.
            let loose = lock.is_none() && !run.is_fresh();
            if loose && self.ends_a_loose_run() {
                continue;
            }
            self.ranks[place] = rank(gets, lock) << 1 | u8::from(run.is_fresh());
            let after_like = place > self.runs.len && self.dealt.gets[place - 1] == gets;
            if after_like && self.ranks[place] < self.ranks[place - 1] {
                continue;
            }
            let run = self.extended(run, gets, lock);
            if run.is_fresh() && self.holds_old(&run) {
                continue;
            }
            self.dealt.gets[place] = gets;
            self.after.runs[place] = run;
            self.after.len = place + 1;
            if self.begin(left, visit) {
                return true;
            }
        }
        self.after.len = place;
        false
    }

    /// Whether a run ends here that could go on with any tile.
    fn ends_a_loose_run(&self) -> bool {
        self.runs.runs[..self.runs.len]
            .iter()
            .zip(&self.dealt.gets)
            .any(|(run, gets)| *gets == Gets::End && !run.is_fresh())
    }

    fn visit(&mut self, visit: &mut Visit<'_>) -> bool {
        self.dealt.len = self.after.len;
        self.dealt.fresh = 0;
        let open = &mut self.open;
        open.len = 0;
        for (place, run) in self.after.runs[..self.after.len].iter().enumerate() {
            if self.dealt.gets[place] != Gets::End {
                open.push(*run);
                self.dealt.fresh += u8::from(run.is_fresh() && self.dealt.gets[place] == Gets::Joker);
            }
        }
        let state = open.state(self.value, self.sweep);
        state.is_some_and(|(plain, bound)| visit(&self.dealt, &self.open, plain, bound))
    }
}

/// What is still to be dealt at a number.
#[derive(Debug, Clone, Copy)]
struct Left {
    naturals: u8,
    jokers: u8,
    /// Locks whose joker at this number is not placed yet, by bit.
    locked: u32,
    /// Locks whose tile of this number is not counted yet, by bit.
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
