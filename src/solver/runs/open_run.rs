//! Open runs one by one, for the values where it matters which run gets which tile.

use super::constrained::{ConstrainedRuns, MAX_NEW_RUNS};
use super::context::RunContext;
use super::state::RunState;
use crate::solver::joker_constraint::RunConstraint;

/// How far a run meets one constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Mark {
    /// The constraint, by its index.
    constraint: u8,
    /// How many more tiles of the old run are needed.
    rest: u8,
    /// Whether the run already holds a joker of it.
    has_joker: bool,
}

/// The state of a run that must be new in the end: it must hold a freed joker and not contain an old run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct NewRun {
    /// Whether the run must be new.
    pub(super) wanted: bool,
    /// Whether one of its jokers does not stay, and so can be the freed one.
    pub(super) has_spare: bool,
    /// Bit `i` is set when the run contains all that it can contain so far of the old run `i` of its color.
    pub(super) contains: u64,
}

/// One open run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::solver) struct OpenRun {
    pub(super) len: u8,
    pub(super) has_natural: bool,
    marks: [Mark; 8],
    pub(super) marked: u8,
    pub(super) new_run: NewRun,
}

/// The most runs side by side: four copies and eight jokers.
pub(super) const MAX_RUNS: usize = 16;

/// All open runs of a color.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::solver) struct OpenRuns {
    pub(super) runs: [OpenRun; MAX_RUNS],
    pub(super) len: usize,
}

impl OpenRun {
    /// An unconstrained run with a natural tile.
    pub(in crate::solver) fn plain(len: u8) -> Self {
        Self { len, has_natural: true, ..Self::default() }
    }

    pub(super) fn mark(&mut self, constraint: usize, needed: u8, count: u8, is_joker: bool) {
        let known = self.marks[..self.marked as usize].iter_mut().find(|mark| mark.constraint as usize == constraint);
        if let Some(mark) = known {
            mark.rest = mark.rest.saturating_sub(count);
            mark.has_joker |= is_joker;
        } else if (self.marked as usize) < self.marks.len() {
            self.marks[self.marked as usize] =
                Mark { constraint: constraint as u8, rest: needed.saturating_sub(count), has_joker: is_joker };
            self.marked += 1;
        }
    }

    /// Whether the run is a meld and meets its constraints.
    ///
    /// A mark is kept beyond that while more jokers of its old run are to come, since they may join this one.
    pub(super) fn may_end(&self, shortest: u8) -> bool {
        let satisfied = |mark: &Mark| mark.has_joker && mark.rest == 0;
        let new = !self.must_be_new() || self.new_run.has_spare;
        new && self.len == shortest && self.has_natural && self.marks[..self.marked as usize].iter().all(satisfied)
    }

    /// A run without tiles yet that must be new in the end.
    pub(super) fn new_required() -> Self {
        Self { new_run: NewRun { wanted: true, ..NewRun::default() }, ..Self::default() }
    }

    /// Whether the run must be new.
    pub(super) const fn must_be_new(&self) -> bool {
        self.new_run.wanted
    }

    pub(super) fn has_mark(&self, constraint: usize) -> bool {
        self.marks[..self.marked as usize].iter().any(|mark| mark.constraint as usize == constraint)
    }

    /// Drops the marks of constraints that are met; false if one can no longer be met.
    fn drop_satisfied(&mut self, value: usize, constraints: &[RunConstraint]) -> bool {
        let after = |mask: u32| mask >> value >> 1;
        let mut kept = 0;
        for index in 0..self.marked as usize {
            let mark = self.marks[index];
            let constraint = &constraints[mark.constraint as usize];
            let jokers_to_come = after(constraint.locked);
            if !mark.has_joker && jokers_to_come == 0 {
                return false;
            }
            let may_follow = after(constraint.claimable).count_ones() * u32::from(constraint.natural_counts)
                + jokers_to_come.count_ones();
            if u32::from(mark.rest) > may_follow {
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
        self.marks[..kept].sort_unstable_by_key(|mark| mark.constraint);
        true
    }

    /// The marks in sixteen bits each: bit 0 is set for the last mark of a run, bit 15 if the run must be new, and bits
    /// 9 to 11 are then its index among those.
    fn packed(&self, new_index: Option<usize>) -> u128 {
        let shape = new_index
            .map_or(u16::from(self.len) << 9 | u16::from(self.has_natural) << 8, |index| 1 << 15 | (index as u16) << 9);
        let marks = &self.marks[..self.marked as usize];
        marks.iter().enumerate().fold(0, |bits, (index, mark)| {
            let word = u16::from(mark.constraint) << 12
                | shape
                | u16::from(mark.rest) << 3
                | u16::from(mark.has_joker) << 2
                | 1 << 1
                | u16::from(index + 1 == marks.len());
            bits << 16 | u128::from(word)
        })
    }
}

impl OpenRuns {
    /// The runs of a state, longest first, the constrained ones last.
    pub(in crate::solver) fn of(state: &RunState, constrained: &ConstrainedRuns, context: &RunContext<'_>) -> Self {
        let mut runs = Self::default();
        for len in (1..=context.shortest).rev() {
            for _ in 0..state.natural(len) {
                runs.push(OpenRun { len, has_natural: true, ..OpenRun::default() });
            }
            for _ in 0..state.jokers(len) {
                runs.push(OpenRun { len, has_natural: false, ..OpenRun::default() });
            }
        }
        let plain = runs.len;
        for word in constrained.new_runs.into_iter().filter(|&word| word != 0) {
            runs.push(OpenRun {
                len: (word >> 60 & 7) as u8,
                has_natural: word >> 59 & 1 == 1,
                new_run: NewRun { wanted: true, has_spare: word >> 58 & 1 == 1, contains: word & ((1 << 58) - 1) },
                ..OpenRun::default()
            });
        }
        let mut at = 0;
        let mut bits = constrained.marks;
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
            run.marks[run.marked as usize] = Mark {
                constraint: (word >> 12 & 7) as u8,
                rest: (word >> 3 & 31) as u8,
                has_joker: word >> 2 & 1 == 1,
            };
            run.marked += 1;
        }
        for run in &mut runs.runs[..runs.len] {
            run.marks[..run.marked as usize].sort_unstable_by_key(|mark| mark.constraint);
        }
        runs
    }

    /// The runs as a slice.
    pub(in crate::solver) fn as_slice(&self) -> &[OpenRun] {
        &self.runs[..self.len]
    }

    pub(super) fn push(&mut self, run: OpenRun) {
        if self.len < MAX_RUNS {
            self.runs[self.len] = run;
            self.len += 1;
        }
    }

    /// Packs the runs that must be new, sorted; returns for each run its index among them.
    ///
    /// After the last value, those that are done are closed like any other run.
    fn pack_new_runs(
        &self,
        constrained: &mut ConstrainedRuns,
        value: usize,
        context: &RunContext<'_>,
    ) -> Option<[Option<usize>; MAX_RUNS]> {
        let mut indices = [None; MAX_RUNS];
        let mut words = [(0u64, 0usize); MAX_NEW_RUNS];
        let mut len = 0;
        for (at, run) in self.runs[..self.len].iter().enumerate().filter(|(_, run)| run.must_be_new()) {
            if value == context.values && run.may_end(context.shortest) {
                continue;
            }
            let new_run = run.new_run;
            let word = 1 << 63
                | u64::from(run.len) << 60
                | u64::from(run.has_natural) << 59
                | u64::from(new_run.has_spare) << 58
                | new_run.contains;
            *words.get_mut(len)? = (word, at);
            len += 1;
        }
        // There is no need for more runs that must be new than there are freed jokers.
        if len > context.freed as usize {
            return None;
        }
        words[..len].sort_unstable();
        for (index, &(word, at)) in words[..len].iter().enumerate() {
            constrained.new_runs[index] = word;
            indices[at] = Some(index);
        }
        Some(indices)
    }

    /// The state of these runs, unless one of them can no longer become valid.
    pub(super) fn state(&mut self, value: usize, context: &RunContext<'_>) -> Option<(u64, ConstrainedRuns)> {
        let mut state = RunState::default();
        let mut constrained = ConstrainedRuns::default();
        let mut marked = [0u128; MAX_RUNS];
        let mut marked_len = 0;
        let mut without_joker = [0u8; 8];
        let mut must_continue = 0;
        for run in &mut self.runs[..self.len] {
            if run.marked > 0 && !run.drop_satisfied(value, context.constraints) {
                return None;
            }
        }
        let indices = self.pack_new_runs(&mut constrained, value, context)?;
        for (run, index) in self.runs[..self.len].iter().zip(indices) {
            if run.must_be_new() {
                if index.is_none() {
                    continue;
                }
                must_continue += u8::from(!run.may_end(context.shortest));
            }
            if run.marked > 0 {
                for mark in run.marks[..run.marked as usize].iter().filter(|mark| !mark.has_joker) {
                    without_joker[mark.constraint as usize] += 1;
                }
                if index.is_none() {
                    must_continue += u8::from(!run.may_end(context.shortest));
                }
                marked[marked_len] = run.packed(index);
                marked_len += 1;
            } else if run.must_be_new() {
                // It is among the packed new runs already.
            } else if run.has_natural {
                state.add_natural(run.len, 1);
            } else {
                state.add_jokers(run.len, 1);
            }
        }
        for (constraint, &without_joker) in context.constraints.iter().zip(&without_joker) {
            if u32::from(without_joker) > (constraint.locked >> value >> 1).count_ones() {
                return None;
            }
        }
        marked[..marked_len].sort_unstable();
        for &bits in &marked[..marked_len] {
            // The first mark of a run is in the highest bits; its last, with the flag, in the lowest.
            let marks = (128 - bits.leading_zeros()).div_ceil(16);
            constrained.marks = constrained.marks.checked_shl(16 * marks).unwrap_or(0) | bits;
        }
        state.close_if_last(value, context);
        (state.short(context) + must_continue <= context.capacity[value + 1]).then_some((state.plain(), constrained))
    }
}
