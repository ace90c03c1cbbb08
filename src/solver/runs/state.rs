//! The open runs of one color after a value, packed into a word.

use super::context::RunContext;

/// The open runs of one color after a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(in crate::solver) struct RunState {
    /// Four bits for each length 1 to 6 of runs with a natural tile, then the same for runs of jokers only.
    plain: u64,
    /// The id of the constrained runs in the [table](super::ConstrainedRunTable), 0 for none; then, in the highest bits,
    /// the fewest jokers that it takes to get here, where that is counted.
    constrained: u32,
}

/// The position of the jokers in [`RunState::constrained`].
const SPENT_SHIFT: u32 = 28;

impl RunState {
    pub(super) const fn new(plain: u64, constrained: u32) -> Self {
        Self { plain, constrained }
    }

    /// The state without constrained runs.
    pub(in crate::solver) const fn of_plain(plain: u64) -> Self {
        Self::new(plain, 0)
    }

    pub(in crate::solver) const fn plain(&self) -> u64 {
        self.plain
    }

    pub(super) const fn natural(&self, len: u8) -> u8 {
        (self.plain >> (4 * (len as u32 - 1)) & 15) as u8
    }

    pub(super) const fn jokers(&self, len: u8) -> u8 {
        (self.plain >> (24 + 4 * (len as u32 - 1)) & 15) as u8
    }

    pub(super) const fn add_natural(&mut self, len: u8, count: u8) {
        self.plain += (count as u64) << (4 * (len as u32 - 1));
    }

    pub(super) const fn add_jokers(&mut self, len: u8, count: u8) {
        self.plain += (count as u64) << (24 + 4 * (len as u32 - 1));
    }

    pub(in crate::solver) const fn has_joker_runs(&self) -> bool {
        self.plain >> 24 != 0
    }

    /// Counts of which lower ones are better, in fields of `field` bits: for each number of tiles below `shortest`, how
    /// many runs with a natural tile need at least that many more; then fifteen minus the number of runs.
    pub(in crate::solver) fn counts(&self, shortest: u8, field: u32) -> u64 {
        if self.plain == 0 {
            return 15;
        }
        let mut fields = 0;
        let mut runs = 0;
        for len in 1..shortest {
            runs += self.natural(len);
            fields = fields << field | u64::from(runs);
        }
        fields << field | u64::from(15 - (runs + self.natural(shortest)).min(15))
    }

    /// Whether nothing is open that is not a meld yet.
    pub(in crate::solver) const fn is_final(&self) -> bool {
        self.plain == 0 && self.constrained_id() == 0
    }

    pub(in crate::solver) const fn is_constrained(&self) -> bool {
        self.constrained_id() != 0
    }

    pub(in crate::solver) const fn constrained_id(&self) -> u32 {
        self.constrained & ((1 << SPENT_SHIFT) - 1)
    }

    /// The fewest jokers that it takes to get here; 0 if that is not counted.
    pub(in crate::solver) const fn spent(&self) -> u8 {
        (self.constrained >> SPENT_SHIFT) as u8
    }

    pub(in crate::solver) const fn with_spent(self, jokers: u8) -> Self {
        Self { constrained: self.constrained_id() | (jokers as u32) << SPENT_SHIFT, ..self }
    }

    /// The number of runs that must be extended.
    pub(in crate::solver) fn short(&self, context: &RunContext<'_>) -> u8 {
        let naturals: u8 = (1..context.shortest).map(|len| self.natural(len)).sum();
        if self.has_joker_runs() {
            naturals + (1..=context.shortest).map(|len| self.jokers(len)).sum::<u8>()
        } else {
            naturals
        }
    }

    /// The number of runs that may be extended.
    pub(in crate::solver) const fn long(&self, context: &RunContext<'_>) -> u8 {
        self.natural(context.shortest)
    }

    /// Closes the long runs after the last value.
    pub(super) fn close_if_last(&mut self, value: usize, context: &RunContext<'_>) {
        if value == context.values {
            self.plain -= u64::from(self.long(context)) << (4 * (u32::from(context.shortest) - 1));
        }
    }

    /// Whether all runs that must be extended still can be.
    fn can_continue(&self, value: usize, context: &RunContext<'_>) -> bool {
        self.short(context) <= context.capacity[value + 1]
    }

    /// Calls `visit` with every state that these tiles and jokers at a value can lead to.
    ///
    /// They extend short runs first, then long ones, and only then start new runs: a new run beside a long one that
    /// ends could as well be its tail.
    pub(in crate::solver) fn successors(
        &self,
        value: usize,
        naturals: u8,
        jokers: u8,
        context: &RunContext<'_>,
        visit: &mut dyn FnMut(RunState),
    ) {
        let tiles = naturals + jokers;
        let short = self.short(context);
        if tiles < short {
            return;
        }
        let extended = self.long(context).min(tiles - short);
        let started = tiles - short - extended;
        if started > 0
            && (short + extended + started > context.most_runs.max(naturals)
                || value + context.shortest as usize > context.values + 1)
        {
            return;
        }
        let mut next = RunState::default();
        for len in 1..context.shortest {
            next.add_natural(len + 1, self.natural(len));
        }
        next.add_natural(context.shortest, extended);
        let joker_runs =
            if self.has_joker_runs() { (1..=context.shortest).map(|len| self.jokers(len)).sum() } else { 0 };
        let left = Remaining { naturals, started, others: short - joker_runs + extended };
        let len = if joker_runs == 0 { context.shortest + 1 } else { 1 };
        self.extend_joker_runs(next, len, value, left, context, visit);
    }

    /// Extends the runs of jokers only, from length `len` on, by natural tiles or jokers in every way.
    fn extend_joker_runs(
        &self,
        next: RunState,
        len: u8,
        value: usize,
        left: Remaining,
        context: &RunContext<'_>,
        visit: &mut dyn FnMut(RunState),
    ) {
        if len > context.shortest {
            left.start_runs(next, value, context, visit);
            return;
        }
        let longer = (len + 1).min(context.shortest);
        let here = self.jokers(len);
        for by_natural in 0..=here.min(left.naturals) {
            let mut next = next;
            next.add_natural(longer, by_natural);
            next.add_jokers(longer, here - by_natural);
            let left = Remaining { naturals: left.naturals - by_natural, ..left };
            self.extend_joker_runs(next, len + 1, value, left, context, visit);
        }
    }
}

/// What is still to be placed in [`RunState::successors`].
#[derive(Debug, Clone, Copy)]
struct Remaining {
    naturals: u8,
    /// Runs to start.
    started: u8,
    /// Runs with a natural tile, which anything can extend.
    others: u8,
}

impl Remaining {
    fn start_runs(self, mut next: RunState, value: usize, context: &RunContext<'_>, visit: &mut dyn FnMut(RunState)) {
        let with_natural = self.started.min(self.naturals);
        let with_joker = self.started - with_natural;
        if self.naturals - with_natural > self.others {
            return;
        }
        // A leading joker could move to the other end of its run, unless that is the last value.
        if with_joker > 0 && !context.may_start_with_joker(value) {
            return;
        }
        next.add_natural(1, with_natural);
        next.add_jokers(1, with_joker);
        next.close_if_last(value, context);
        if next.can_continue(value, context) {
            visit(next);
        }
    }
}

/// A state without constrained runs and runs of jokers only, prepared for its successors at one value.
#[derive(Debug, Clone, Copy)]
pub(in crate::solver) struct PlainState {
    /// The short runs, one tile longer.
    longer: u64,
    /// The number of runs that must be extended.
    pub(in crate::solver) short: u8,
    /// The number of runs that may be extended.
    pub(in crate::solver) long: u8,
    /// How many short runs become long.
    finished: u8,
    /// The position of the long runs in [`RunState`].
    long_shift: u32,
    is_last: bool,
    next_capacity: u8,
}

impl PlainState {
    #[inline]
    pub(in crate::solver) fn of(state: &RunState, value: usize, context: &RunContext<'_>) -> Self {
        let long_shift = 4 * (u32::from(context.shortest) - 1);
        let below = (1u64 << long_shift) - 1;
        let longer = (state.plain & below) << 4;
        Self {
            longer: longer & below,
            short: state.short(context),
            long: (state.plain >> long_shift) as u8 & 15,
            finished: (longer >> long_shift) as u8,
            long_shift,
            is_last: value == context.values,
            next_capacity: context.capacity[value + 1],
        }
    }

    /// The state after this many tiles: they extend short runs first, then long ones, and start runs with the rest.
    ///
    /// The caller ensures that there are enough for the short runs, and that runs may start. There is no such state if
    /// more runs would be short than the next value can extend.
    #[inline]
    pub(in crate::solver) fn successor(&self, tiles: u8) -> Option<RunState> {
        let left = tiles - self.short;
        let extended = self.long.min(left);
        let started = left - extended;
        if self.short - self.finished + started > self.next_capacity {
            return None;
        }
        let long = if self.is_last { 0 } else { self.finished + extended };
        Some(RunState::new(self.longer | u64::from(started) | u64::from(long) << self.long_shift, 0))
    }
}
