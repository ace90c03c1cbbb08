//! One case of the search: a split of the table's jokers, worked out into lanes.

use super::lanes::{Colour, LEVELS, Lane, SetShare};
use super::position::{Cell, IMPOSSIBLE, NUMBERS, Position};
use super::search::Path;
use super::sets::{self, Cores, Held};
use super::split::{Locks, RunLock, Split};
use crate::tile::MAX_COLORS;

/// A split of the table's jokers, ready to be searched; in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Case {
    pub(super) values: usize,
    pub(super) shortest: u8,
    pub(super) copies: u8,
    pub(super) cells: Vec<[Cell; NUMBERS]>,
    pub(super) lanes: Vec<Lane>,
    /// Locks of runs, by colour.
    pub(super) run_locks: Vec<Vec<RunLock>>,
    /// Numbers that have sets with jokers that stay, and how those sets can be made.
    held: Vec<(u8, Held)>,
    held_len: usize,
    /// Jokers that may lie anywhere: freed, or in the hand.
    pub(super) jokers: u8,
    /// Of those, how many must be laid.
    pub(super) must_jokers: u8,
    pub(super) joker_worth: i64,
    /// Units of budget a joker is.
    pub(super) units: u8,
    /// Highest budget.
    pub(super) top: usize,
    /// Whether jokers that are not needed are laid at the end, anywhere there is room.
    pub(super) parking: bool,
    /// Opening points still needed at the start.
    pub(super) need: u32,
    /// Worth of what is laid in every way through this case.
    pub(super) base: i64,
    pub(super) step: i64,
}

impl Case {
    /// Works out one split.
    pub(super) fn prepare(
        &mut self,
        position: &Position,
        split: &Split,
        locks: &Locks,
        parking: bool,
        need: u32,
    ) {
        let colors = position.colors;
        self.values = position.values;
        self.shortest = position.shortest;
        self.copies = position.copies;
        self.parking = parking;
        self.need = need;
        self.step = position.step;
        self.must_jokers = split.freed.count_ones() as u8;
        self.jokers = self.must_jokers + position.hand_jokers;
        self.joker_worth = position.joker_worth;
        // Half jokers make the finer bound; with many jokers the table of bounds has no place for them.
        self.units = if self.jokers as usize * 2 < LEVELS { 2 } else { 1 };
        self.top = self.jokers as usize * self.units as usize;
        self.base = if parking { i64::from(position.hand_jokers) * position.joker_worth } else { 0 };
        self.cells.clear();
        self.cells.extend_from_slice(&position.cells[..colors]);
        for tile in split.forced() {
            if let Some((color, value)) = tile.natural() {
                let cell = &mut self.cells[color.index()][value as usize];
                cell.must += 1;
                self.base += cell.worth;
            }
        }
        self.hold_sets(locks, colors);
        self.run_locks.resize_with(colors, Vec::new);
        for (color, own) in self.run_locks.iter_mut().enumerate() {
            own.clear();
            own.extend(locks.runs.iter().filter(|lock| lock.color as usize == color));
        }
        self.lanes.resize_with(colors, Lane::default);
        for color in 0..colors {
            let sets = self.set_shares(color);
            let mut lane = std::mem::take(&mut self.lanes[color]);
            lane.build(&self.colour(color, &sets));
            self.lanes[color] = lane;
        }
    }

    /// One colour as its lane sees it.
    pub(super) fn colour<'a>(&'a self, color: usize, sets: &'a [SetShare; NUMBERS]) -> Colour<'a> {
        Colour {
            values: self.values,
            shortest: self.shortest,
            copies: self.copies,
            jokers: self.jokers,
            units: self.units,
            top: self.top,
            parking: self.parking,
            cells: &self.cells[color],
            sets,
            locks: &self.run_locks[color],
        }
    }

    fn hold_sets(&mut self, locks: &Locks, colors: usize) {
        self.held_len = 0;
        for value in 1..=self.values as u8 {
            if !locks.sets.iter().any(|lock| lock.value == value) {
                continue;
            }
            let own: Vec<_> = locks.sets.iter().filter(|lock| lock.value == value).copied().collect();
            let mut may = [0; MAX_COLORS];
            for (color, may) in may[..colors].iter_mut().enumerate() {
                *may = self.cells[color][value as usize].may;
            }
            if self.held.len() == self.held_len {
                self.held.push((value, Held::default()));
            }
            let (number, held) = &mut self.held[self.held_len];
            *number = value;
            held.find(&own, colors as u8, self.shortest, &may, self.jokers, self.parking);
            self.held_len += 1;
        }
    }

    /// The ways to make the sets with jokers that stay at a number, if it has any.
    pub(super) fn held(&self, value: usize) -> Option<&[Cores]> {
        self.held[..self.held_len]
            .iter()
            .find(|(number, _)| *number as usize == value)
            .map(|(_, held)| held.options.as_slice())
    }

    /// What one colour may give to the sets of each number.
    pub(super) fn set_shares(&self, color: usize) -> [SetShare; NUMBERS] {
        let mut shares = [SetShare::default(); NUMBERS];
        for (value, share) in shares.iter_mut().enumerate().take(self.values + 1).skip(1) {
            let own = self.cells[color][value].may;
            if let Some(options) = self.held(value) {
                share.least = options.iter().map(|cores| cores.cards[color]).min().unwrap_or(0);
                share.most = own;
                continue;
            }
            share.swaps = self.jokers < self.shortest;
            for cards in 1..=own {
                let Some(units) = self.share(color, value, cards) else { break };
                share.most = cards;
                share.share[cards as usize] = units;
            }
        }
        shares
    }

    /// The least share of the jokers, in units, that a colour with so many cards in the sets of a number
    /// has to bear, or nothing if there are not enough jokers.
    fn share(&self, color: usize, value: usize, cards: u8) -> Option<u8> {
        let others = |sets: u8| -> u8 {
            (0..self.cells.len()).filter(|&c| c != color).map(|c| self.cells[c][value].may.min(sets)).sum()
        };
        let fewest = (cards..=self.copies)
            .map(|sets| (sets * self.shortest).saturating_sub(cards + others(sets)))
            .min()?;
        if fewest > self.jokers {
            return None;
        }
        let givers = 1 + (0..self.cells.len()).filter(|&c| c != color && self.cells[c][value].may > 0).count() as u8;
        Some(fewest * self.units / givers)
    }

    /// The fewest jokers with which these cards make the sets of a number, if they can.
    pub(super) fn set_jokers(&self, value: usize, cards: &[u8]) -> Option<u8> {
        let Some(options) = self.held(value) else { return Some(sets::jokers_needed(cards, self.shortest)) };
        options
            .iter()
            .filter(|cores| cores.cards.iter().zip(cards).all(|(core, all)| core <= all))
            .map(|cores| cores.jokers + sets::jokers_needed(&rest(cards, cores)[..cards.len()], self.shortest))
            .min()
    }

    /// Whether these cards and exactly so many jokers make the sets of a number.
    pub(super) fn sets_fit(&self, value: usize, cards: &[u8], jokers: u8) -> bool {
        let Some(options) = self.held(value) else { return sets::fits(cards, jokers, self.shortest) };
        options.iter().any(|cores| self.cores_fit(cores, cards, jokers))
    }

    pub(super) fn cores_fit(&self, cores: &Cores, cards: &[u8], jokers: u8) -> bool {
        cores.jokers <= jokers
            && cores.cards.iter().zip(cards).all(|(core, all)| core <= all)
            && sets::fits(&rest(cards, cores)[..cards.len()], jokers - cores.jokers, self.shortest)
    }

    /// The highest worth any way through can have, without [`base`](Self::base).
    pub(super) fn root_bound(&self) -> i64 {
        let mut both = [0i64; LEVELS];
        for lane in &self.lanes {
            let bound = lane.bound(0);
            let mut next = [IMPOSSIBLE; LEVELS];
            for i in 0..=self.top {
                for j in 0..=self.top - i {
                    next[i + j] = next[i + j].max(both[i].saturating_add(bound[j]));
                }
            }
            both = next;
        }
        if both[self.top] < 0 { IMPOSSIBLE } else { both[self.top] + self.later_joker_worth() }
    }

    /// What jokers may still add to a bound: they are part of [`base`](Self::base) when parked.
    pub(super) fn later_joker_worth(&self) -> i64 {
        if self.parking { 0 } else { i64::from(self.jokers - self.must_jokers) * self.joker_worth }
    }

    /// Whether so many more jokers find a place in the melds of this path.
    pub(super) fn has_room(&self, path: &Path, jokers: u8) -> bool {
        super::build::has_room(self, path, jokers)
    }
}

/// The cards of a number that are not in its cores.
pub(super) fn rest(cards: &[u8], cores: &Cores) -> sets::Vector {
    let mut rest = [0; MAX_COLORS];
    for (color, rest) in rest[..cards.len()].iter_mut().enumerate() {
        *rest = cards[color].saturating_sub(cores.cards[color]);
    }
    rest
}
