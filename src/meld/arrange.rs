//! Counting the ways to divide tiles into melds.
//!
//! Dynamic programming over the numbers, from 1 upwards. The state is the open runs of each color ([`RunClasses`]) and
//! the jokers used; colors interact only in the groups of a number. Every arrangement is counted exactly once, because
//! open runs with the same tiles so far share one entry and runs with different tiles never do.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::rules::Rules;
use crate::tile::{MAX_COLORS, Tile, Tiles};

/// Open runs that have the same tiles so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct RunClass {
    /// Their length, at most `shortest_meld`: beyond that it does not matter.
    len: u8,
    /// Whether they have a natural tile (rule 6).
    natural: bool,
    /// How many there are.
    count: u8,
}

/// The open runs of one color, sorted. Runs of different entries have different tiles.
type RunClasses = Vec<RunClass>;

/// An extension of the open runs of one color to the next number, and the jokers it uses.
#[derive(Debug, Clone, Copy)]
struct Extension {
    runs: u32,
    jokers: u8,
}

/// The open runs of every color, by their ids, and the jokers used so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    runs: [u32; MAX_COLORS],
    jokers: u8,
}

/// States with the number of ways to reach them.
type States = FxHashMap<State, u128>;

/// The tiles of each color and the jokers that go to the groups of a number, and how many choices of groups use them.
type GroupTiles = ([u8; MAX_COLORS], u8, u128);

/// Counts the ways to divide these tiles into melds, with none left over.
///
/// An arrangement is a multiset of melds (rules 4 to 6). Copies of a tile are the same, and so are jokers, except for
/// their place in a run. Without tiles there is one arrangement, and with tiles that the deck does not have there is
/// none. The count stops at [`u128::MAX`].
///
/// The work is proportional to the numbers of the deck, but grows steeply with colors, copies and jokers: the standard
/// deck takes milliseconds without its jokers and about a second with both, and eight colors of mixed tiles may be out
/// of reach.
///
/// ```
/// use rummy_fast::{Rules, count_arrangements};
/// let rules = Rules::schmidt();
/// let count = |tiles: &str| count_arrangements(&tiles.parse().unwrap(), &rules);
/// assert_eq!(count("r1-6"), 2); // whole, or cut in the middle
/// assert_eq!(count("r1-3 y1-3 g1-3"), 2); // three runs, or three groups
/// assert_eq!(count("r5 r6 J"), 2); // the joker is r4 or r7
/// assert_eq!(count("r1 r2"), 0);
/// ```
#[must_use]
pub fn count_arrangements(tiles: &Tiles, rules: &Rules) -> u128 {
    count_arrangements_until(tiles, rules, &mut || false).unwrap_or(0)
}

/// As [`count_arrangements`], until `stop` returns true: then there is no count.
pub(crate) fn count_arrangements_until(tiles: &Tiles, rules: &Rules, stop: &mut dyn FnMut() -> bool) -> Option<u128> {
    if tiles.excess(&rules.deck).is_some() {
        return Some(0);
    }
    let mut counter = ArrangementCounter::new(tiles, rules, stop);
    let count = counter.count();
    (!counter.stopped).then_some(count)
}

/// How many states are looked at between two calls of `stop`.
const STATES_PER_CALL: u32 = 256;

struct ArrangementCounter<'a> {
    tiles: &'a Tiles,
    rules: &'a Rules,
    /// All open runs by id, and the id of each.
    open_runs: Vec<RunClasses>,
    ids: FxHashMap<RunClasses, u32>,
    /// For each color, the first color with the same tiles at all numbers to come: the two are interchangeable.
    twins: [usize; MAX_COLORS],
    /// All extensions, by the id of the open runs, the number of natural tiles and the jokers left.
    extensions: FxHashMap<(u32, u8, u8), Rc<Vec<Extension>>>,
    stop: &'a mut dyn FnMut() -> bool,
    /// The states looked at since `stop` was called.
    looked_at: u32,
    stopped: bool,
}

impl<'a> ArrangementCounter<'a> {
    fn new(tiles: &'a Tiles, rules: &'a Rules, stop: &'a mut dyn FnMut() -> bool) -> Self {
        let mut counter = Self {
            tiles,
            rules,
            open_runs: Vec::new(),
            ids: FxHashMap::default(),
            twins: [0; MAX_COLORS],
            extensions: FxHashMap::default(),
            stop,
            looked_at: 0,
            stopped: false,
        };
        // No open runs have id 0.
        counter.intern(RunClasses::new());
        counter
    }

    fn intern(&mut self, runs: RunClasses) -> u32 {
        let next = self.open_runs.len() as u32;
        *self.ids.entry(runs).or_insert_with_key(|runs| {
            self.open_runs.push(runs.clone());
            next
        })
    }

    /// Whether the caller asks to stop; called once for each state.
    fn must_stop(&mut self) -> bool {
        self.looked_at += 1;
        if self.looked_at == STATES_PER_CALL {
            self.looked_at = 0;
            self.stopped |= (self.stop)();
        }
        self.stopped
    }

    fn count(&mut self) -> u128 {
        let start = State { runs: [0; MAX_COLORS], jokers: 0 };
        let mut states = States::default();
        states.insert(start, 1);
        for value in 1..=self.rules.deck.values {
            let groups = self.groups(value);
            self.find_twins(value);
            let mut next = States::default();
            self.advance_colors(value, 0, &states, &groups, &mut next);
            states = next;
        }
        // Runs that could not end after the last number were dropped there.
        let all = self.tiles.jokers();
        let ends = states.into_iter().filter(|(state, _)| state.jokers == all);
        ends.fold(0, |sum, (_, count)| sum.saturating_add(count))
    }

    fn tiles_of(&self, color: usize, value: u8) -> u8 {
        if value > self.rules.deck.values {
            0
        } else {
            self.tiles.count(Tile::at(self.rules.deck.colors.at(color).index() as u8, value))
        }
    }

    /// Every choice of groups of this number, by the tiles it uses, sorted so that equal prefixes are adjacent.
    fn groups(&mut self, value: u8) -> Vec<GroupTiles> {
        let colors = self.rules.deck.colors.count();
        let mut choices: FxHashMap<([u8; MAX_COLORS], u8), u128> = FxHashMap::default();
        choices.insert(([0; MAX_COLORS], 0), 1);
        let there = (0..colors).filter(|&color| self.tiles_of(color.into(), value) > 0).fold(0, |all, c| all | 1 << c);
        for mask in 1..=(0xFFu16 >> (8 - u16::from(colors))) as u8 {
            if mask & !there != 0 {
                continue;
            }
            let naturals = mask.count_ones() as u8;
            let least = self.rules.shortest_meld.saturating_sub(naturals);
            for jokers in least..=(colors - naturals).min(self.tiles.jokers()) {
                // One or more of this group on top of every choice of the groups before.
                #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
                for ((mut taken, mut used), count) in choices.clone() {
                    if self.must_stop() {
                        return Vec::new();
                    }
                    loop {
                        for (color, tiles) in taken.iter_mut().enumerate() {
                            *tiles += mask >> color & 1;
                        }
                        used += jokers;
                        let fits = (0..colors.into()).all(|color| taken[color] <= self.tiles_of(color, value));
                        if !fits || used > self.tiles.jokers() {
                            break;
                        }
                        let sum = choices.entry((taken, used)).or_insert(0);
                        *sum = sum.saturating_add(count);
                    }
                }
            }
        }
        let mut groups: Vec<GroupTiles> =
            choices.into_iter().map(|((taken, used), count)| (taken, used, count)).collect();
        groups.sort_unstable();
        groups
    }

    /// Advances the open runs of this color and those after it to `value`. All `groups` agree on the colors before.
    fn advance_colors(&mut self, value: u8, color: usize, states: &States, groups: &[GroupTiles], next: &mut States) {
        if states.is_empty() {
            return;
        }
        if color == self.rules.deck.colors.len() {
            for &(_, jokers, choices) in groups {
                #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
                for (state, count) in states {
                    if self.must_stop() {
                        return;
                    }
                    let jokers = state.jokers + jokers;
                    if jokers <= self.tiles.jokers() {
                        let runs = self.canonical(state.runs);
                        let sum = next.entry(State { runs, jokers }).or_insert(0);
                        *sum = sum.saturating_add(count.saturating_mul(choices));
                    }
                }
            }
            return;
        }
        for alike in groups.chunk_by(|one, other| one.0[color] == other.0[color]) {
            let naturals = self.tiles_of(color, value) - alike[0].0[color];
            let moved = self.advance(value, color, naturals, states);
            self.advance_colors(value, color + 1, &moved, alike, next);
        }
    }

    fn find_twins(&mut self, value: u8) {
        let alike = |one: usize, other: usize| {
            (value + 1..=self.rules.deck.values).all(|value| self.tiles_of(one, value) == self.tiles_of(other, value))
        };
        self.twins = std::array::from_fn(|color| (0..color).find(|&other| alike(other, color)).unwrap_or(color));
    }

    /// Sorts the open runs of interchangeable colors.
    fn canonical(&self, mut runs: [u32; MAX_COLORS]) -> [u32; MAX_COLORS] {
        for color in 0..self.rules.deck.colors.len() {
            for other in color + 1..self.rules.deck.colors.len() {
                if self.twins[color] == self.twins[other] && runs[color] > runs[other] {
                    runs.swap(color, other);
                }
            }
        }
        runs
    }

    fn advance(&mut self, value: u8, color: usize, naturals: u8, states: &States) -> States {
        let coming = u32::from(self.tiles_of(color, value + 1));
        let last = value == self.rules.deck.values;
        let mut moved = States::default();
        #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
        for (state, &count) in states {
            if self.must_stop() {
                break;
            }
            let left = self.tiles.jokers() - state.jokers;
            for extension in self.extensions(state.runs[color], naturals, left).iter() {
                // Runs that are too short need a tile at the next number.
                let short: u32 = self.open_runs[extension.runs as usize]
                    .iter()
                    .filter(|run| !self.may_end(run))
                    .map(|run| u32::from(run.count))
                    .sum();
                let found = if last { 0 } else { coming + u32::from(left - extension.jokers) };
                if short > found {
                    continue;
                }
                let mut on = *state;
                on.runs[color] = extension.runs;
                on.jokers += extension.jokers;
                let sum = moved.entry(on).or_insert(0);
                *sum = sum.saturating_add(count);
            }
        }
        moved
    }

    fn may_end(&self, run: &RunClass) -> bool {
        run.natural && run.len >= self.rules.shortest_meld
    }

    /// All extensions of these open runs with exactly `naturals` natural tiles and at most `jokers` jokers.
    fn extensions(&mut self, runs: u32, naturals: u8, jokers: u8) -> Rc<Vec<Extension>> {
        if let Some(known) = self.extensions.get(&(runs, naturals, jokers)) {
            return Rc::clone(known);
        }
        let open = self.open_runs[runs as usize].clone();
        let mut found: Vec<(RunClasses, u8)> = Vec::new();
        self.extend(&open, naturals, jokers, &mut RunClasses::new(), &mut found);
        let extensions =
            found.into_iter().map(|(runs, left)| Extension { runs: self.intern(runs), jokers: jokers - left });
        let extensions = Rc::new(extensions.collect::<Vec<_>>());
        self.extensions.insert((runs, naturals, jokers), Rc::clone(&extensions));
        extensions
    }

    /// Equal runs can end, take a natural tile or take a joker; only how many do which matters.
    fn extend(
        &self,
        open: &[RunClass],
        naturals: u8,
        jokers: u8,
        next: &mut RunClasses,
        found: &mut Vec<(RunClasses, u8)>,
    ) {
        let Some((run, others)) = open.split_first() else {
            for started in 0..=jokers {
                let mut whole = next.clone();
                push(&mut whole, RunClass { len: 1, natural: true, count: naturals });
                push(&mut whole, RunClass { len: 1, natural: false, count: started });
                whole.sort_unstable();
                found.push((whole, jokers - started));
            }
            return;
        };
        let len = (run.len + 1).min(self.rules.shortest_meld);
        for with_tile in 0..=run.count.min(naturals) {
            let rest = run.count - with_tile;
            let least = if self.may_end(run) { 0 } else { rest };
            for with_joker in least..=rest.min(jokers) {
                let before = next.len();
                push(next, RunClass { len, natural: true, count: with_tile });
                push(next, RunClass { len, natural: run.natural, count: with_joker });
                self.extend(others, naturals - with_tile, jokers - with_joker, next, found);
                next.truncate(before);
            }
        }
    }
}

fn push(runs: &mut RunClasses, run: RunClass) {
    if run.count > 0 {
        runs.push(run);
    }
}
