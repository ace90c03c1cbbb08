//! The runs of one color while the sweep passes over a number.
//!
//! A [`State`] says what a color's runs look like after a number: how many end there, of which length,
//! lengths from the shortest meld up being alike; which of them hold only jokers so far; and which are
//! bound to hold a joker that stays on the table.

mod deal;
mod open;

pub(super) use deal::{Dealing, Gets};
pub(super) use open::{OpenRun, Runs};

use rustc_hash::FxHashMap;

use super::fresh::Olds;
use super::position::NUMBERS;
use super::split::RunLock;

/// The longest `shortest_meld`.
const MAX_SHORTEST: usize = 6;

/// Open runs of one color after some number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct State {
    /// Four bits for each length 1 to 6 of runs with a natural tile, then the same for runs of jokers only.
    plain: u64,
    /// The runs that are bound to something, by their place in [`Bounds`]; 0 when there is none.
    bound: u32,
}

/// Runs that are bound to something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Bound {
    /// Sixteen bits for each old run whose joker a final run must hold.
    marks: u128,
    /// A word for each run that must be new.
    fresh: [u64; MAX_FRESH],
}

/// Runs that must be new and are open side by side in one color.
const MAX_FRESH: usize = 4;

/// Every combination of bound runs met, so that a state need only hold a number.
#[derive(Debug, Default)]
pub(super) struct Bounds {
    known: Vec<Bound>,
    places: FxHashMap<Bound, u32>,
}

impl Bounds {
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.places.clear();
    }

    /// The state of some runs.
    pub(super) fn state(&mut self, plain: u64, bound: Bound) -> State {
        if bound == Bound::default() {
            return State { plain, bound: 0 };
        }
        let known = &mut self.known;
        let place = *self.places.entry(bound).or_insert_with(|| {
            known.push(bound);
            known.len() as u32
        });
        State { plain, bound: place }
    }

    /// What is bound in a state.
    pub(super) fn of(&self, state: &State) -> Bound {
        (state.bound as usize).checked_sub(1).map_or_else(Bound::default, |place| self.known[place])
    }
}

/// What does not change while one color is swept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sweep<'a> {
    pub(super) color: u8,
    pub(super) values: usize,
    pub(super) shortest: u8,
    /// Most runs worth having side by side.
    pub(super) most_runs: u8,
    /// Jokers only where a meld would fail without one; the others are parked afterwards.
    pub(super) parking: bool,
    pub(super) locks: &'a [RunLock],
    /// The old melds that a new one must not contain, if freed jokers may lie only in new ones.
    pub(super) olds: Option<&'a Olds>,
    /// How many freed jokers there are.
    pub(super) freed: u8,
    /// Whether jokers that may lie anywhere may lie in runs that need not be new, too.
    pub(super) elsewhere: bool,
    /// For each number, how many tiles and jokers there can be at it at most.
    pub(super) room: &'a [u8; NUMBERS],
}

impl State {
    pub(super) const fn plain(&self) -> u64 {
        self.plain
    }

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

    /// For each number of tiles below `shortest`, how many runs with a natural tile need at least so many to be
    /// melds, and how many runs there are less than fifteen: fields of so many bits.
    pub(super) fn profile(&self, shortest: u8, field: u32) -> u64 {
        let mut fields = 0;
        let mut runs = 0;
        for len in 1..shortest {
            runs += self.natural(len);
            fields = fields << field | u64::from(runs);
        }
        fields << field | u64::from(15 - (runs + self.natural(shortest)).min(15))
    }

    /// Whether the sweep may end here: no run is too short or bound.
    pub(super) const fn is_final(&self) -> bool {
        self.plain == 0 && self.bound == 0
    }

    pub(super) const fn is_bound(&self) -> bool {
        self.bound != 0
    }

    /// The runs that are bound, as [`Bounds`] knows them; 0 for none.
    pub(super) const fn bound_number(&self) -> u32 {
        self.bound
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

    /// Closes the long runs at the last number.
    fn normalize(&mut self, value: usize, sweep: &Sweep<'_>) {
        if value == sweep.values {
            self.plain -= u64::from(self.long(sweep)) << (4 * (u32::from(sweep.shortest) - 1));
        }
    }

    /// Whether the runs too short to end can still be extended.
    fn can_go_on(&self, value: usize, sweep: &Sweep<'_>) -> bool {
        self.short(sweep) <= sweep.room[value + 1]
    }

    /// Every state that `naturals` tiles and `jokers` jokers at number `value` can lead to.
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

    /// Gives natural tiles to runs of jokers only; they are the ones that need them.
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

/// A state without bound runs and runs of jokers only, ready for the steps at one number.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainState {
    /// The short runs, one longer than they are.
    longer: u64,
    /// Runs that must be extended, and runs that may be.
    pub(super) short: u8,
    pub(super) long: u8,
    /// How many short runs become long.
    finished: u8,
    long_at: u32,
    is_last: bool,
    room: u8,
}

impl PlainState {
    #[inline]
    pub(super) fn of(state: &State, value: usize, sweep: &Sweep<'_>) -> Self {
        let long_at = 4 * (u32::from(sweep.shortest) - 1);
        let below = (1u64 << long_at) - 1;
        let longer = (state.plain & below) << 4;
        Self {
            longer: longer & below,
            short: state.short(sweep),
            long: (state.plain >> long_at) as u8 & 15,
            finished: (longer >> long_at) as u8,
            long_at,
            is_last: value == sweep.values,
            room: sweep.room[value + 1],
        }
    }

    /// The state after so many tiles, of which short runs get theirs first and long ones next; what is left
    /// begins runs.
    ///
    /// The caller sees to it that there are enough for the short runs, and that new ones may begin. Nothing is
    /// returned if more runs would be short than can be extended at the next number.
    #[inline]
    pub(super) fn step(&self, tiles: u8) -> Option<State> {
        let left = tiles - self.short;
        let extended = self.long.min(left);
        let begun = left - extended;
        if self.short - self.finished + begun > self.room {
            return None;
        }
        let long = if self.is_last { 0 } else { self.finished + extended };
        Some(State { plain: self.longer | u64::from(begun) | u64::from(long) << self.long_at, bound: 0 })
    }
}

/// What is still to be dealt in [`State::step`].
#[derive(Debug, Clone, Copy)]
struct Remaining {
    naturals: u8,
    /// Runs still to begin.
    begun: u8,
    /// Runs with a natural tile that are extended, by whatever is left.
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
        next.normalize(value, sweep);
        if next.can_go_on(value, sweep) {
            sink(next);
        }
    }
}
