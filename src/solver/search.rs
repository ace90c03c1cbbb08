//! The search proper: depth first over the numbers, best bound first, with a memo.
//!
//! A node is what the runs of each colour look like after some number, and how many jokers are left. Its
//! bound is the best sum of what each colour could still lay on its own, over every way to share the jokers
//! out. The memo keeps, for each node met, the most that can follow it as far as has been shown.

use super::case::Case;
use super::lanes::{Edge, LEVELS, Lane, Levels};
use super::position::{IMPOSSIBLE, NUMBERS};
use super::sets;
use crate::tile::MAX_COLORS;

/// A state for each colour.
pub(super) type Ids = [u16; MAX_COLORS];

/// What was done at one number.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Step {
    pub(super) edges: [Edge; MAX_COLORS],
    /// Jokers in sets that may lie anywhere.
    pub(super) set_jokers: u8,
}

/// What was done at every number.
pub(super) type Path = [Step; NUMBERS];

#[derive(Debug, Clone, Copy)]
struct Child {
    ids: Ids,
    step: Step,
    gain: i64,
    /// Upper bound on the whole, from the root.
    total: i64,
    jokers: u8,
    need: u32,
}

/// A node of the search, as the memo knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Key {
    ids: Ids,
    jokers: u8,
    need: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    key: Key,
    stamp: u32,
    bound: i64,
}

/// Upper bounds shown so far, forgotten all at once by a new stamp.
#[derive(Debug)]
struct Memo {
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
    fn forget(&mut self) {
        self.used = 0;
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.entries.fill(Entry::default());
            self.stamp = 1;
        }
    }

    fn place(&self, key: &Key) -> usize {
        const K: u64 = 0x9E37_79B9_7F4A_7C15;
        let half = |ids: &[u16]| ids.iter().fold(0u64, |word, &id| word << 16 | u64::from(id));
        let mut hash = half(&key.ids[..4]).wrapping_mul(K).rotate_left(29);
        hash = (hash ^ half(&key.ids[4..])).wrapping_mul(K).rotate_left(29);
        hash = (hash ^ u64::from(key.need) << 8 ^ u64::from(key.jokers)).wrapping_mul(K);
        let mask = self.entries.len() - 1;
        let mut place = (hash >> 32) as usize & mask;
        while self.entries[place].stamp == self.stamp && self.entries[place].key != *key {
            place = (place + 1) & mask;
        }
        place
    }

    fn get(&self, key: &Key) -> Option<i64> {
        let entry = &self.entries[self.place(key)];
        (entry.stamp == self.stamp).then_some(entry.bound)
    }

    fn put(&mut self, key: Key, bound: i64) {
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

/// Best sums over every way to share a budget between two parts.
fn share(a: &Levels, b: &Levels, top: usize) -> Levels {
    let mut both = [IMPOSSIBLE; LEVELS];
    for i in 0..=top {
        if a[i] <= IMPOSSIBLE {
            continue;
        }
        for j in 0..=top - i {
            both[i + j] = both[i + j].max(a[i] + b[j]);
        }
    }
    both
}

/// Why a search ended before it had shown anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopped {
    /// Told to.
    Interrupted,
    /// The best way leaves no place to park the jokers it does not need.
    Cramped,
}

/// Reusable memory, and what was found.
#[derive(Debug, Default)]
pub(super) struct Search {
    memo: Memo,
    stack: Vec<Child>,
    path: Path0,
    found: Path0,
    /// The worth to beat.
    best: i64,
    has_found: bool,
    /// Nodes met since the search began.
    pub(super) nodes: u64,
}

#[derive(Debug)]
struct Path0(Box<Path>);

impl Default for Path0 {
    fn default() -> Self {
        Self(Box::new([Step::default(); NUMBERS]))
    }
}

/// One number of a node being expanded, colour by colour.
struct Expansion {
    value: usize,
    gain: i64,
    jokers_left: u8,
    need: u32,
    floor: i64,
    /// For each colour, the best of the colours from it on.
    suffix: [Levels; MAX_COLORS + 1],
}

/// The colours dealt with so far.
#[derive(Clone, Copy)]
struct Partial {
    ids: Ids,
    step: Step,
    cards: sets::Vector,
    bound: Levels,
    gain: i64,
    jokers: u8,
    units: usize,
    points: u32,
}

impl Search {
    /// The best way through a case that is worth more than `beat`, if there is one.
    ///
    /// `interrupt` is asked now and then. `Ok(None)`: nothing is worth more.
    pub(super) fn run(
        &mut self,
        case: &Case,
        beat: i64,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> (Option<(i64, &Path)>, Result<(), Stopped>) {
        self.memo.forget();
        self.stack.clear();
        self.has_found = false;
        let beat = beat - case.base;
        let mut top = case.root_bound();
        // First only what reaches the bound itself, then a little less, then twice as little less.
        let mut slack = 0;
        let mut ended = Ok(());
        while top > beat && !self.has_found {
            self.best = beat.max(top.saturating_sub(1).saturating_sub(slack));
            match self.visit(case, 1, [0; MAX_COLORS], 0, case.jokers, case.need, interrupt) {
                Ok(bound) => top = bound.min(self.best),
                Err(stopped) => {
                    ended = Err(stopped);
                    break;
                }
            }
            slack = if slack == 0 { case.step / 2 } else { slack * 2 };
        }
        let found = self.has_found.then_some((self.best + case.base, &*self.found.0));
        (found, ended)
    }

    /// Searches below a node; returns the most that can follow it, as far as has been shown.
    #[expect(clippy::too_many_arguments, reason = "a node is what its arguments say")]
    fn visit(
        &mut self,
        case: &Case,
        value: usize,
        ids: Ids,
        gain: i64,
        jokers_left: u8,
        need: u32,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<i64, Stopped> {
        self.nodes += 1;
        if self.nodes & 0xFF == 0 && interrupt() {
            return Err(Stopped::Interrupted);
        }
        if value > case.values {
            return self.arrive(case, gain, jokers_left, need);
        }
        let begin = self.stack.len();
        let cut = self.expand(case, value, ids, gain, jokers_left, need);
        let end = self.stack.len();
        self.stack[begin..end].sort_unstable_by(|a, b| b.total.cmp(&a.total));
        let mut bound = cut - gain;
        for place in begin..end {
            let child = self.stack[place];
            if child.total <= self.best {
                bound = bound.max(child.total - gain);
                break;
            }
            let key = Key { ids: child.ids, jokers: child.jokers, need: child.need };
            let known = self.memo.get(&key);
            if let Some(known) = known
                && gain + child.gain + known <= self.best
            {
                bound = bound.max(child.gain + known);
                continue;
            }
            self.path.0[value] = child.step;
            let below =
                self.visit(case, value + 1, child.ids, gain + child.gain, child.jokers, child.need, interrupt)?;
            self.memo.put(key, known.map_or(below, |known| below.min(known)));
            bound = bound.max(child.gain + below);
        }
        self.stack.truncate(begin);
        Ok(bound)
    }

    /// All numbers are done: is this better?
    fn arrive(&mut self, case: &Case, gain: i64, jokers_left: u8, need: u32) -> Result<i64, Stopped> {
        if need > 0 {
            return Ok(IMPOSSIBLE);
        }
        let follows = if case.parking {
            if jokers_left > 0 && !case.has_room(&self.path.0, jokers_left) {
                return Err(Stopped::Cramped);
            }
            0
        } else {
            let laid = case.jokers - jokers_left;
            if laid < case.must_jokers {
                return Ok(IMPOSSIBLE);
            }
            i64::from(laid - case.must_jokers) * case.joker_worth
        };
        if gain + follows > self.best {
            self.best = gain + follows;
            self.has_found = true;
            self.found.0[..=case.values].copy_from_slice(&self.path.0[..=case.values]);
        }
        Ok(follows)
    }

    /// Puts on the stack every way to deal with one number that may beat the best; returns the highest
    /// bound among those left out.
    fn expand(&mut self, case: &Case, value: usize, ids: Ids, gain: i64, jokers_left: u8, need: u32) -> i64 {
        let colors = case.lanes.len();
        let mut suffix = [[IMPOSSIBLE; LEVELS]; MAX_COLORS + 1];
        suffix[colors][..=case.top].fill(0);
        for color in (0..colors).rev() {
            suffix[color] = share(&suffix[color + 1], case.lanes[color].bound(ids[color]), case.top);
        }
        let expansion = Expansion { value, gain, jokers_left, need, floor: case.later_joker_worth(), suffix };
        let mut bound = [IMPOSSIBLE; LEVELS];
        bound[..=case.top].fill(0);
        let partial = Partial {
            ids,
            step: Step::default(),
            cards: [0; MAX_COLORS],
            bound,
            gain: 0,
            jokers: 0,
            units: 0,
            points: 0,
        };
        let mut cut = IMPOSSIBLE;
        self.extend(case, &expansion, 0, &partial, &mut cut);
        cut
    }

    /// Deals with one colour after the other.
    fn extend(&mut self, case: &Case, expansion: &Expansion, color: usize, partial: &Partial, cut: &mut i64) {
        if color == case.lanes.len() {
            self.finish(case, expansion, partial, cut);
            return;
        }
        let lane: &Lane = &case.lanes[color];
        for &edge in lane.edges(partial.ids[color]) {
            let jokers = partial.jokers + edge.jokers;
            let units = partial.units + edge.units as usize;
            let budget = expansion.jokers_left as usize * case.units as usize;
            if jokers > expansion.jokers_left || units > budget {
                continue;
            }
            let bound = share(&partial.bound, lane.bound(edge.to), case.top);
            let gain = partial.gain + edge.gain;
            let rest = &expansion.suffix[color + 1];
            let reachable = (0..=budget - units)
                .map(|level| bound[level].saturating_add(rest[budget - units - level]))
                .max()
                .unwrap_or(IMPOSSIBLE);
            let total = expansion.gain + gain + reachable + expansion.floor;
            if reachable <= IMPOSSIBLE {
                continue;
            }
            if total <= self.best {
                *cut = (*cut).max(total);
                continue;
            }
            let mut next = *partial;
            next.ids[color] = edge.to;
            next.step.edges[color] = edge;
            next.cards[color] = edge.sets;
            next.bound = bound;
            next.gain = gain;
            next.jokers = jokers;
            next.units = units;
            next.points += u32::from(edge.sets + edge.runs + edge.jokers) * expansion.value as u32;
            self.extend(case, expansion, color + 1, &next, cut);
        }
    }

    /// All colours are dealt with: can their cards make sets, and what is the bound now?
    fn finish(&mut self, case: &Case, expansion: &Expansion, partial: &Partial, cut: &mut i64) {
        let left = expansion.jokers_left - partial.jokers;
        let cards = &partial.cards[..case.lanes.len()];
        let Some(fewest) = case.set_jokers(expansion.value, cards) else { return };
        let most = if case.parking { fewest } else { left };
        for set_jokers in fewest..=most {
            if set_jokers > left {
                break;
            }
            if !case.parking && !case.sets_fit(expansion.value, cards, set_jokers) {
                continue;
            }
            let jokers = left - set_jokers;
            let follows = partial.bound[jokers as usize * case.units as usize];
            if follows <= IMPOSSIBLE {
                continue;
            }
            let total = expansion.gain + partial.gain + follows + expansion.floor;
            if total <= self.best {
                *cut = (*cut).max(total);
                continue;
            }
            let points = partial.points + u32::from(set_jokers) * expansion.value as u32;
            let need = expansion.need.saturating_sub(points);
            if need > 0 {
                let reach: u32 =
                    case.lanes.iter().zip(&partial.ids).map(|(lane, &id)| lane.points(id)).sum::<u32>()
                        + u32::from(jokers) * case.values as u32;
                if reach < need {
                    continue;
                }
            }
            let mut step = partial.step;
            step.set_jokers = set_jokers;
            self.stack.push(Child { ids: partial.ids, step, gain: partial.gain, total, jokers, need });
        }
    }
}
