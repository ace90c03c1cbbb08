//! In how many ways can tiles be parted into melds?
//!
//! The numbers are swept from 1 upwards. What matters of the runs of one color that are still open is kept as
//! a [`Lane`]; colors meet only in the groups of a number. Every group of melds is met exactly once because open
//! runs with the same tiles so far are never told apart, and those with different tiles always are.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::palette_mask;
use crate::rules::Rules;
use crate::tile::{MAX_COLORS, Tile, Tiles};

/// Open runs that hold the same tiles so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Alike {
    /// Their length, no more than `shortest_meld`: beyond that it does not matter.
    len: u8,
    /// Whether they have a natural tile (rule 6).
    natural: bool,
    /// How many they are.
    count: u8,
}

/// The open runs of one color, sorted; runs of different entries differ in their tiles.
type Lane = Vec<Alike>;

/// One way on for a lane: the lane it becomes, and the jokers that takes.
#[derive(Debug, Clone, Copy)]
struct Way {
    lane: u32,
    jokers: u8,
}

/// The lane of every color, and the jokers used so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    lanes: [u32; MAX_COLORS],
    jokers: u8,
}

/// States with the number of ways to get there.
type States = FxHashMap<State, u128>;

/// Tiles of each color, and jokers, that go to the groups of a number, and how many choices of groups take them.
type Choice = ([u8; MAX_COLORS], u8, u128);

/// The number of ways to part these tiles wholly into melds.
///
/// What is counted are groups of melds (rules 4 to 6) without order: two arrangements are the same if they hold
/// the same melds equally often, so copies of a tile and jokers are not told apart. A joker counts by its
/// place in a run; in a group it has none. No tiles can be parted in one way, and tiles that the deck does not
/// have in none. More than [`u128::MAX`] ways are told as that.
///
/// The work grows with the numbers only in proportion, but steeply with colors, copies and jokers: the standard
/// deck takes milliseconds without its jokers and about a second with both, and eight colors of mixed tiles may
/// be out of reach. It cannot be interrupted.
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
    if tiles.excess(&rules.deck).is_some() {
        return 0;
    }
    Sweep::new(tiles, rules).count()
}

struct Sweep<'a> {
    tiles: &'a Tiles,
    rules: &'a Rules,
    lanes: Vec<Lane>,
    numbers: FxHashMap<Lane, u32>,
    /// For each color the first one with the same tiles at all numbers to come: they may change names.
    twins: [usize; MAX_COLORS],
    /// For a lane, a number of natural tiles and the jokers left: all ways on.
    ways: FxHashMap<(u32, u8, u8), Rc<Vec<Way>>>,
}

impl<'a> Sweep<'a> {
    fn new(tiles: &'a Tiles, rules: &'a Rules) -> Self {
        let mut sweep = Self {
            tiles,
            rules,
            lanes: Vec::new(),
            numbers: FxHashMap::default(),
            twins: [0; MAX_COLORS],
            ways: FxHashMap::default(),
        };
        // The empty lane is number 0.
        sweep.number(Lane::new());
        sweep
    }

    fn number(&mut self, lane: Lane) -> u32 {
        let next = self.lanes.len() as u32;
        *self.numbers.entry(lane).or_insert_with_key(|lane| {
            self.lanes.push(lane.clone());
            next
        })
    }

    fn count(mut self) -> u128 {
        let start = State { lanes: [0; MAX_COLORS], jokers: 0 };
        let mut states = States::default();
        states.insert(start, 1);
        for value in 1..=self.rules.deck.values {
            let groups = self.groups(value);
            self.find_twins(value);
            let mut next = States::default();
            self.colors(value, 0, &states, &groups, &mut next);
            states = next;
        }
        // Runs that could not end after the last number were dropped there.
        let all = self.tiles.jokers();
        let ends = states.into_iter().filter(|(state, _)| state.jokers == all);
        ends.fold(0, |sum, (_, count)| sum.saturating_add(count))
    }

    fn tiles_of(&self, color: usize, value: u8) -> u8 {
        if value > self.rules.deck.values { 0 } else { self.tiles.count(Tile::at(color as u8, value)) }
    }

    /// Every choice of groups of this number, by what it takes; in order, so that equal beginnings are adjacent.
    fn groups(&self, value: u8) -> Vec<Choice> {
        let colors = self.rules.deck.colors;
        let mut choices: FxHashMap<([u8; MAX_COLORS], u8), u128> = FxHashMap::default();
        choices.insert(([0; MAX_COLORS], 0), 1);
        let there = (0..colors).filter(|&color| self.tiles_of(color.into(), value) > 0).fold(0, |all, c| all | 1 << c);
        for mask in 1..=palette_mask(&self.rules.deck) {
            if mask & !there != 0 {
                continue;
            }
            let naturals = mask.count_ones() as u8;
            let least = self.rules.shortest_meld.saturating_sub(naturals);
            for jokers in least..=(colors - naturals).min(self.tiles.jokers()) {
                // So many of this group on top of every choice of the groups before it.
                #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
                for ((mut taken, mut used), count) in choices.clone() {
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
        let mut groups: Vec<Choice> = choices.into_iter().map(|((taken, used), count)| (taken, used, count)).collect();
        groups.sort_unstable();
        groups
    }

    /// Moves the lanes of this color and those after it on to `value`; `groups` agree on the colors before.
    fn colors(&mut self, value: u8, color: usize, states: &States, groups: &[Choice], next: &mut States) {
        if states.is_empty() {
            return;
        }
        if color == self.rules.deck.colors as usize {
            for &(_, jokers, choices) in groups {
                #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
                for (state, count) in states {
                    let jokers = state.jokers + jokers;
                    if jokers <= self.tiles.jokers() {
                        let lanes = self.renamed(state.lanes);
                        let sum = next.entry(State { lanes, jokers }).or_insert(0);
                        *sum = sum.saturating_add(count.saturating_mul(choices));
                    }
                }
            }
            return;
        }
        for alike in groups.chunk_by(|one, other| one.0[color] == other.0[color]) {
            let naturals = self.tiles_of(color, value) - alike[0].0[color];
            let moved = self.move_lane(value, color, naturals, states);
            self.colors(value, color + 1, &moved, alike, next);
        }
    }

    fn find_twins(&mut self, value: u8) {
        let alike = |one: usize, other: usize| {
            (value + 1..=self.rules.deck.values).all(|value| self.tiles_of(one, value) == self.tiles_of(other, value))
        };
        self.twins = std::array::from_fn(|color| (0..color).find(|&other| alike(other, color)).unwrap_or(color));
    }

    /// The lanes of twins in order.
    fn renamed(&self, mut lanes: [u32; MAX_COLORS]) -> [u32; MAX_COLORS] {
        for color in 0..self.rules.deck.colors as usize {
            for other in color + 1..self.rules.deck.colors as usize {
                if self.twins[color] == self.twins[other] && lanes[color] > lanes[other] {
                    lanes.swap(color, other);
                }
            }
        }
        lanes
    }

    fn move_lane(&mut self, value: u8, color: usize, naturals: u8, states: &States) -> States {
        let coming = u32::from(self.tiles_of(color, value + 1));
        let last = value == self.rules.deck.values;
        let mut moved = States::default();
        #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
        for (state, &count) in states {
            let left = self.tiles.jokers() - state.jokers;
            for way in self.ways(state.lanes[color], naturals, left).iter() {
                // Runs that are too short must find a tile at the next number.
                let short: u32 = self.lanes[way.lane as usize]
                    .iter()
                    .filter(|run| !self.may_end(run))
                    .map(|run| u32::from(run.count))
                    .sum();
                let found = if last { 0 } else { coming + u32::from(left - way.jokers) };
                if short > found {
                    continue;
                }
                let mut on = *state;
                on.lanes[color] = way.lane;
                on.jokers += way.jokers;
                let sum = moved.entry(on).or_insert(0);
                *sum = sum.saturating_add(count);
            }
        }
        moved
    }

    fn may_end(&self, run: &Alike) -> bool {
        run.natural && run.len >= self.rules.shortest_meld
    }

    /// All ways on for a lane that takes exactly so many natural tiles and at most so many jokers.
    fn ways(&mut self, lane: u32, naturals: u8, jokers: u8) -> Rc<Vec<Way>> {
        if let Some(known) = self.ways.get(&(lane, naturals, jokers)) {
            return Rc::clone(known);
        }
        let open = self.lanes[lane as usize].clone();
        let mut found: Vec<(Lane, u8)> = Vec::new();
        self.extend(&open, naturals, jokers, &mut Lane::new(), &mut found);
        let ways = found.into_iter().map(|(lane, left)| Way { lane: self.number(lane), jokers: jokers - left });
        let ways = Rc::new(ways.collect::<Vec<_>>());
        self.ways.insert((lane, naturals, jokers), Rc::clone(&ways));
        ways
    }

    /// Runs that are alike may end, take a natural tile or take a joker: only how many do which matters.
    fn extend(&self, open: &[Alike], naturals: u8, jokers: u8, lane: &mut Lane, found: &mut Vec<(Lane, u8)>) {
        let Some((run, others)) = open.split_first() else {
            for started in 0..=jokers {
                let mut whole = lane.clone();
                push(&mut whole, Alike { len: 1, natural: true, count: naturals });
                push(&mut whole, Alike { len: 1, natural: false, count: started });
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
                let before = lane.len();
                push(lane, Alike { len, natural: true, count: with_tile });
                push(lane, Alike { len, natural: run.natural, count: with_joker });
                self.extend(others, naturals - with_tile, jokers - with_joker, lane, found);
                lane.truncate(before);
            }
        }
    }
}

fn push(lane: &mut Lane, run: Alike) {
    if run.count > 0 {
        lane.push(run);
    }
}
