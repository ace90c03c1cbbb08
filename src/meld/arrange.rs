//! In how many ways can cards be parted into melds?
//!
//! The numbers are swept from 1 upwards. What matters of the runs of one colour that are still open is kept as
//! a [`Lane`]; colours meet only in the sets of a number. Every set of melds is met exactly once because open
//! runs with the same cards so far are never told apart, and those with different cards always are.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::palette_mask;
use crate::rules::Rules;
use crate::tile::{Hand, MAX_COLORS, Tile};

/// Open runs that hold the same cards so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Alike {
    /// Their length, no more than `shortest_meld`: beyond that it does not matter.
    len: u8,
    /// Whether they have a natural card (rule 6).
    natural: bool,
    /// How many they are.
    count: u8,
}

/// The open runs of one colour, sorted; runs of different entries differ in their cards.
type Lane = Vec<Alike>;

/// One way on for a lane: the lane it becomes, and the jokers that takes.
#[derive(Debug, Clone, Copy)]
struct Way {
    lane: u32,
    jokers: u8,
}

/// The lane of every colour, and the jokers used so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    lanes: [u32; MAX_COLORS],
    jokers: u8,
}

/// States with the number of ways to get there.
type States = FxHashMap<State, u128>;

/// Cards of each colour, and jokers, that go to the sets of a number, and how many choices of sets take them.
type Choice = ([u8; MAX_COLORS], u8, u128);

/// The number of ways to part these cards wholly into melds.
///
/// What is counted are sets of melds (rules 4 to 6) without order: two arrangements are the same if they hold
/// the same melds equally often, so copies of a card and jokers are not told apart. A joker counts by its
/// place in a run; in a set it has none. No cards can be parted in one way, and cards that the deck does not
/// have in none. More than [`u128::MAX`] ways are told as that.
///
/// The work grows with the numbers only in proportion, but steeply with colours, copies and jokers: the standard
/// deck takes milliseconds without its jokers and about a second with both, and eight colours of mixed cards may
/// be out of reach. It cannot be interrupted.
///
/// ```
/// use rummy_fast::{Rules, count_arrangements};
/// let rules = Rules::schmidt();
/// let count = |cards: &str| count_arrangements(&cards.parse().unwrap(), &rules);
/// assert_eq!(count("r1-6"), 2); // whole, or cut in the middle
/// assert_eq!(count("r1-3 y1-3 g1-3"), 2); // three runs, or three sets
/// assert_eq!(count("r5 r6 J"), 2); // the joker is r4 or r7
/// assert_eq!(count("r1 r2"), 0);
/// ```
#[must_use]
pub fn count_arrangements(cards: &Hand, rules: &Rules) -> u128 {
    if cards.excess(&rules.deck).is_some() {
        return 0;
    }
    Sweep::new(cards, rules).count()
}

struct Sweep<'a> {
    cards: &'a Hand,
    rules: &'a Rules,
    lanes: Vec<Lane>,
    numbers: FxHashMap<Lane, u32>,
    /// For each colour the first one with the same cards at all numbers to come: they may change names.
    twins: [usize; MAX_COLORS],
    /// For a lane, a number of natural cards and the jokers left: all ways on.
    ways: FxHashMap<(u32, u8, u8), Rc<Vec<Way>>>,
}

impl<'a> Sweep<'a> {
    fn new(cards: &'a Hand, rules: &'a Rules) -> Self {
        let mut sweep = Self {
            cards,
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
            let sets = self.sets(value);
            self.find_twins(value);
            let mut next = States::default();
            self.colors(value, 0, &states, &sets, &mut next);
            states = next;
        }
        // Runs that could not end after the last number were dropped there.
        let all = self.cards.jokers();
        let ends = states.into_iter().filter(|(state, _)| state.jokers == all);
        ends.fold(0, |sum, (_, count)| sum.saturating_add(count))
    }

    fn cards_of(&self, color: usize, value: u8) -> u8 {
        if value > self.rules.deck.values { 0 } else { self.cards.count(Tile::at(color as u8, value)) }
    }

    /// Every choice of sets of this number, by what it takes; in order, so that equal beginnings are adjacent.
    fn sets(&self, value: u8) -> Vec<Choice> {
        let colors = self.rules.deck.colors;
        let mut choices: FxHashMap<([u8; MAX_COLORS], u8), u128> = FxHashMap::default();
        choices.insert(([0; MAX_COLORS], 0), 1);
        let there = (0..colors).filter(|&color| self.cards_of(color.into(), value) > 0).fold(0, |all, c| all | 1 << c);
        for mask in 1..=palette_mask(&self.rules.deck) {
            if mask & !there != 0 {
                continue;
            }
            let naturals = mask.count_ones() as u8;
            let least = self.rules.shortest_meld.saturating_sub(naturals);
            for jokers in least..=(colors - naturals).min(self.cards.jokers()) {
                // So many of this set on top of every choice of the sets before it.
                #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
                for ((mut taken, mut used), count) in choices.clone() {
                    loop {
                        for (color, cards) in taken.iter_mut().enumerate() {
                            *cards += mask >> color & 1;
                        }
                        used += jokers;
                        let fits = (0..colors.into()).all(|color| taken[color] <= self.cards_of(color, value));
                        if !fits || used > self.cards.jokers() {
                            break;
                        }
                        let sum = choices.entry((taken, used)).or_insert(0);
                        *sum = sum.saturating_add(count);
                    }
                }
            }
        }
        let mut sets: Vec<Choice> = choices.into_iter().map(|((taken, used), count)| (taken, used, count)).collect();
        sets.sort_unstable();
        sets
    }

    /// Moves the lanes of this colour and those after it on to `value`; `sets` agree on the colours before.
    fn colors(&mut self, value: u8, color: usize, states: &States, sets: &[Choice], next: &mut States) {
        if states.is_empty() {
            return;
        }
        if color == self.rules.deck.colors as usize {
            for &(_, jokers, choices) in sets {
                #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
                for (state, count) in states {
                    let jokers = state.jokers + jokers;
                    if jokers <= self.cards.jokers() {
                        let lanes = self.renamed(state.lanes);
                        let sum = next.entry(State { lanes, jokers }).or_insert(0);
                        *sum = sum.saturating_add(count.saturating_mul(choices));
                    }
                }
            }
            return;
        }
        for alike in sets.chunk_by(|one, other| one.0[color] == other.0[color]) {
            let naturals = self.cards_of(color, value) - alike[0].0[color];
            let moved = self.move_lane(value, color, naturals, states);
            self.colors(value, color + 1, &moved, alike, next);
        }
    }

    fn find_twins(&mut self, value: u8) {
        let alike = |one: usize, other: usize| {
            (value + 1..=self.rules.deck.values).all(|value| self.cards_of(one, value) == self.cards_of(other, value))
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
        let coming = u32::from(self.cards_of(color, value + 1));
        let last = value == self.rules.deck.values;
        let mut moved = States::default();
        #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
        for (state, &count) in states {
            let left = self.cards.jokers() - state.jokers;
            for way in self.ways(state.lanes[color], naturals, left).iter() {
                // Runs that are too short must find a card at the next number.
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

    /// All ways on for a lane that takes exactly so many natural cards and at most so many jokers.
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

    /// Runs that are alike may end, take a natural card or take a joker: only how many do which matters.
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
        for with_card in 0..=run.count.min(naturals) {
            let rest = run.count - with_card;
            let least = if self.may_end(run) { 0 } else { rest };
            for with_joker in least..=rest.min(jokers) {
                let before = lane.len();
                push(lane, Alike { len, natural: true, count: with_card });
                push(lane, Alike { len, natural: run.natural, count: with_joker });
                self.extend(others, naturals - with_card, jokers - with_joker, lane, found);
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
