//! Distributes the tiles at a value among open runs one by one, where it matters which run gets which.

use super::constrained::ConstrainedRuns;
use super::context::RunContext;
use super::open_run::{MAX_RUNS, OpenRun, OpenRuns};
use super::state::RunState;
use crate::solver::joker_constraint::RunConstraint;
use crate::solver::new_meld::OldRun;

/// What a run gets at a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::solver) enum Gets {
    /// Nothing: it ends.
    End,
    /// A natural tile.
    Natural,
    /// A joker that does not stay.
    Joker,
    /// A joker that stays.
    Locked,
}

/// What each run gets at a value: first the open runs, in the order of [`OpenRuns`], then those that start.
#[derive(Debug, Clone, Copy)]
pub(in crate::solver) struct Distribution {
    pub(in crate::solver) gets: [Gets; MAX_RUNS],
    pub(in crate::solver) len: usize,
    /// The number of jokers in runs that must be new.
    pub(in crate::solver) new_jokers: u8,
}

/// Called with a distribution, the open runs after it, and their state; returns true to stop.
type Visit<'v> = dyn FnMut(&Distribution, &OpenRuns, u64, ConstrainedRuns) -> bool + 'v;

/// Enumerates the distributions of the tiles at a value.
pub(in crate::solver) struct Distributor<'a, 's, 'p> {
    pub(in crate::solver) value: usize,
    pub(in crate::solver) context: &'a RunContext<'s>,
    runs: OpenRuns,
    after: OpenRuns,
    /// The runs that are open afterwards.
    open: OpenRuns,
    distribution: Distribution,
    /// For each run, how many from it on must be extended.
    needing: [u8; MAX_RUNS + 1],
    /// Bit `i` is set when run `i` equals the one before it.
    alike: u32,
    /// Whether runs may start here.
    may_start: bool,
    /// Whether they may start with a joker.
    may_start_with_joker: bool,
    /// The [`rank`] of what each run got. To break the symmetry, equal runs get their tiles in order of rank.
    ranks: [u8; MAX_RUNS],
    /// Counts steps; returns true to stop.
    pause: &'p mut dyn FnMut(u32) -> bool,
    /// Calls so far; only one in [`PAUSE_EVERY`] calls `pause`.
    calls: u32,
}

const PAUSE_EVERY: u32 = 64;

/// The place of a choice in an arbitrary order.
fn rank(gets: Gets, constraint: Option<usize>) -> u8 {
    let constraint = constraint.map_or(0, |constraint| constraint as u8 + 1);
    match gets {
        Gets::End => 0,
        Gets::Joker => 1,
        Gets::Locked => 2 + constraint,
        Gets::Natural => 16 + constraint,
    }
}

impl<'a, 's, 'p> Distributor<'a, 's, 'p> {
    pub(in crate::solver) fn new(
        state: &RunState,
        constrained: &ConstrainedRuns,
        value: usize,
        context: &'a RunContext<'s>,
        pause: &'p mut dyn FnMut(u32) -> bool,
    ) -> Self {
        let runs = OpenRuns::of(state, constrained, context);
        let mut needing = [0; MAX_RUNS + 1];
        for (i, run) in runs.as_slice().iter().enumerate().rev() {
            needing[i] = needing[i + 1] + u8::from(!run.may_end(context.shortest));
        }
        let pairs = runs.as_slice().windows(2).enumerate();
        let alike = pairs.filter(|(_, pair)| pair[0] == pair[1]).fold(0, |mask, (i, _)| mask | 2 << i);
        let end = value + context.shortest as usize;
        let may_start = end <= context.values + 1;
        Self {
            value,
            context,
            alike,
            may_start,
            may_start_with_joker: may_start && context.may_start_with_joker(value),
            runs,
            after: OpenRuns::default(),
            open: OpenRuns::default(),
            needing,
            distribution: Distribution { gets: [Gets::End; MAX_RUNS], len: 0, new_jokers: 0 },
            ranks: [0; MAX_RUNS],
            pause,
            calls: 0,
        }
    }

    /// Calls `visit` with each distribution of these tiles until it or `pause` returns true; returns whether one did.
    pub(in crate::solver) fn distribute(&mut self, naturals: u8, jokers: u8, visit: &mut Visit<'_>) -> bool {
        let locked = self.mask(|constraint| constraint.locked);
        let claimable = self.mask(|constraint| constraint.claimable);
        self.extend_from(0, Left { naturals, jokers, locked, claimable }, visit)
    }

    /// The constraints for which `values` has this value, by bit.
    fn mask(&self, values: impl Fn(&RunConstraint) -> u32) -> u32 {
        let constraints = self.context.constraints.iter().enumerate();
        constraints
            .filter(|(_, constraint)| values(constraint) >> self.value & 1 == 1)
            .fold(0, |mask, (l, _)| mask | 1 << l)
    }

    #[inline]
    fn must_stop(&mut self) -> bool {
        self.calls += 1;
        self.calls.is_multiple_of(PAUSE_EVERY) && (self.pause)(8 * PAUSE_EVERY)
    }

    fn extend_from(&mut self, i: usize, left: Left, visit: &mut Visit<'_>) -> bool {
        if self.must_stop() {
            return true;
        }
        if i == self.runs.len {
            self.after.len = i;
            return self.start_runs(left, visit);
        }
        let all = u32::from(left.naturals + left.jokers) + left.locked.count_ones();
        if u32::from(self.needing[i]) > all {
            return false;
        }
        // What the open runs cannot take has to start runs.
        let open = self.runs.len - i;
        if !self.may_start && all as usize > open || !self.may_start_with_joker && left.jokers as usize > open {
            return false;
        }
        let run = self.runs.runs[i];
        if run.may_end(self.context.shortest) && self.give(i, run, Gets::End, None, left, visit) {
            return true;
        }
        if left.jokers > 0 && (self.context.old_melds_take_jokers || run.must_be_new()) {
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
                if self.is_worth_claiming(&run, l) {
                    let left = Left { claimable: left.claimable & !(1 << l), ..left };
                    if self.give(i, run, Gets::Natural, Some(l), left, visit) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn is_worth_claiming(&self, run: &OpenRun, constraint: usize) -> bool {
        run.has_mark(constraint) || self.context.constraints[constraint].locked >> self.value >> 1 != 0
    }

    /// Gives a run one thing, and continues with the next run.
    fn give(
        &mut self,
        i: usize,
        mut run: OpenRun,
        gets: Gets,
        constraint: Option<usize>,
        left: Left,
        visit: &mut Visit<'_>,
    ) -> bool {
        self.ranks[i] = rank(gets, constraint);
        if self.alike >> i & 1 == 1 && self.ranks[i] < self.ranks[i - 1] {
            return false;
        }
        if gets != Gets::End {
            run = self.extended(run, gets, constraint);
            if run.must_be_new() && self.contains_old_run(&run) {
                return false;
            }
        }
        self.distribution.gets[i] = gets;
        self.after.runs[i] = run;
        self.after.len = i + 1;
        self.extend_from(i + 1, left, visit)
    }

    fn extended(&self, mut run: OpenRun, gets: Gets, constraint: Option<usize>) -> OpenRun {
        run.len = (run.len + 1).min(self.context.shortest);
        run.has_natural |= gets == Gets::Natural;
        if run.must_be_new() {
            run.new_run.has_spare |= gets == Gets::Joker;
            run.new_run.contains = self.new_meld().fold(0, |mask, (bit, old)| {
                let here = self.value.checked_sub(old.first as usize).filter(|&index| index < old.len as usize);
                let same = |index: usize| match gets {
                    Gets::Locked => old.jokers >> index & 1 == 1 && constraint == old.constraint.map(usize::from),
                    Gets::Natural => old.jokers >> index & 1 == 0,
                    Gets::Joker | Gets::End => false,
                };
                let all_before = |index: usize| index == 0 || run.new_run.contains & bit != 0;
                mask | here.filter(|&index| same(index) && all_before(index)).map_or(0, |_| bit)
            });
        }
        if let Some(l) = constraint {
            let RunConstraint { needed, natural_counts, .. } = self.context.constraints[l];
            match gets {
                Gets::Locked => run.mark(l, needed, 1, true),
                _ => run.mark(l, needed, natural_counts, false),
            }
        }
        run
    }

    /// The old runs of the color, each with its bit.
    fn new_meld(&self) -> impl Iterator<Item = (u64, &OldRun)> {
        let all = self.context.new_meld.map_or(&[][..], |new_meld| &new_meld.runs);
        let own = all.iter().filter(|old| old.color == self.context.color);
        own.enumerate().map(|(index, old)| (1 << index, old))
    }

    /// Whether a run that must be new contains a whole old run that ends at this value.
    fn contains_old_run(&self, run: &OpenRun) -> bool {
        self.new_meld()
            .any(|(bit, old)| run.new_run.contains & bit != 0 && (old.first + old.len) as usize == self.value + 1)
    }

    fn start_runs(&mut self, left: Left, visit: &mut Visit<'_>) -> bool {
        let open = self.after.len;
        let started = left.naturals as usize + left.jokers as usize + left.locked.count_ones() as usize;
        if started == 0 {
            return self.visit(visit);
        }
        if !self.may_start || open + started > MAX_RUNS || left.jokers > 0 && !self.may_start_with_joker {
            return false;
        }
        let found = self.start(left, visit);
        self.after.len = open;
        found
    }

    /// Starts a run with each tile that is left.
    fn start(&mut self, left: Left, visit: &mut Visit<'_>) -> bool {
        if self.must_stop() {
            return true;
        }
        let index = self.after.len;
        if let Some(l) = bits(left.locked).next() {
            let left = Left { locked: left.locked & !(1 << l), ..left };
            return self.start_one(index, Gets::Locked, Some(l), left, visit);
        }
        if left.jokers > 0 {
            let left = Left { jokers: left.jokers - 1, ..left };
            return self.start_one(index, Gets::Joker, None, left, visit);
        }
        if left.naturals == 0 {
            return self.visit(visit);
        }
        let left = Left { naturals: left.naturals - 1, ..left };
        if self.start_one(index, Gets::Natural, None, left, visit) {
            return true;
        }
        for l in bits(left.claimable) {
            if self.is_worth_claiming(&OpenRun::default(), l) {
                let left = Left { claimable: left.claimable & !(1 << l), ..left };
                if self.start_one(index, Gets::Natural, Some(l), left, visit) {
                    return true;
                }
            }
        }
        false
    }

    /// Starts a run, both as one that must be new and as one that need not; then continues.
    fn start_one(
        &mut self,
        index: usize,
        gets: Gets,
        constraint: Option<usize>,
        left: Left,
        visit: &mut Visit<'_>,
    ) -> bool {
        let must_be_new = self.context.new_meld.map(|_| OpenRun::new_required());
        let variants = [Some(OpenRun::default()), must_be_new];
        for run in variants.into_iter().flatten() {
            if gets == Gets::Joker && !self.context.old_melds_take_jokers && !run.must_be_new() {
                continue;
            }
            // An unconstrained run could as well be the tail of a long one that ends here.
            let unconstrained = constraint.is_none() && !run.must_be_new();
            if unconstrained && self.ends_an_unconstrained_run() {
                continue;
            }
            self.ranks[index] = rank(gets, constraint) << 1 | u8::from(run.must_be_new());
            let after_like = index > self.runs.len && self.distribution.gets[index - 1] == gets;
            if after_like && self.ranks[index] < self.ranks[index - 1] {
                continue;
            }
            let run = self.extended(run, gets, constraint);
            if run.must_be_new() && self.contains_old_run(&run) {
                continue;
            }
            self.distribution.gets[index] = gets;
            self.after.runs[index] = run;
            self.after.len = index + 1;
            if self.start(left, visit) {
                return true;
            }
        }
        self.after.len = index;
        false
    }

    /// Whether a run ends here that any tile could extend.
    fn ends_an_unconstrained_run(&self) -> bool {
        self.runs.runs[..self.runs.len]
            .iter()
            .zip(&self.distribution.gets)
            .any(|(run, gets)| *gets == Gets::End && !run.must_be_new())
    }

    fn visit(&mut self, visit: &mut Visit<'_>) -> bool {
        self.distribution.len = self.after.len;
        self.distribution.new_jokers = 0;
        let open = &mut self.open;
        open.len = 0;
        for (index, run) in self.after.runs[..self.after.len].iter().enumerate() {
            if self.distribution.gets[index] != Gets::End {
                open.push(*run);
                self.distribution.new_jokers +=
                    u8::from(run.must_be_new() && self.distribution.gets[index] == Gets::Joker);
            }
        }
        let state = open.state(self.value, self.context);
        state.is_some_and(|(plain, constrained)| visit(&self.distribution, &self.open, plain, constrained))
    }
}

/// What is still to be distributed.
#[derive(Debug, Clone, Copy)]
struct Left {
    naturals: u8,
    jokers: u8,
    /// Constraints whose joker at this value is not placed yet, by bit.
    locked: u32,
    /// Constraints whose tile of this value is not counted yet, by bit.
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
