//! One case of the search: a split of the table's jokers, worked out into lanes.

use super::budget::{Budget, Kind, LEVELS, with_budget};
use super::facing::Facing;
use super::fresh::{Olds, Parting};
use super::lanes::{Lane, LaneInput, SetShare};
use super::layers::Layers;
use super::position::{Cell, IMPOSSIBLE, NUMBERS, Position};
use super::sets::{self, Cores, Held};
use super::split::{Locks, RunLock, SetLock, Split};
use crate::tile::{Hand, MAX_COLORS};

/// A split of the table's jokers, ready to be searched; in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Case {
    pub(super) facing: Facing,
    pub(super) values: usize,
    pub(super) shortest: u8,
    pub(super) copies: u8,
    pub(super) cells: Vec<[Cell; NUMBERS]>,
    pub(super) lanes: Vec<Lane>,
    /// Locks of runs, by colour.
    pub(super) run_locks: Vec<Vec<RunLock>>,
    /// What each colour may give to the sets of each number.
    shares: Vec<[SetShare; NUMBERS]>,
    /// What the sets of a number lack, after each colour.
    lacking: [[[i8; 5]; MAX_COLORS]; NUMBERS],
    /// Working memory for one number.
    own_locks: Vec<SetLock>,
    /// How the sets with jokers that stay can be made, for the numbers that have any.
    held: Vec<Held>,
    /// For each number its place in `held`, from 1; 0 for none.
    held_at: [u8; NUMBERS],
    /// Jokers that may lie anywhere: freed, or in the hand.
    pub(super) jokers: u8,
    /// Of those, how many must be laid.
    pub(super) must_jokers: u8,
    pub(super) joker_worth: i64,
    /// Units of budget a joker is.
    pub(super) units: u8,
    /// How bounds are kept.
    pub(super) kind: Kind,
    /// Whether jokers that are not needed are laid at the end, anywhere there is room.
    pub(super) parking: bool,
    /// The old melds that a new one must not contain, if freed jokers may lie only in new ones and that is
    /// to be followed.
    pub(super) olds: Option<Olds>,
    /// How many of the jokers were freed.
    pub(super) freed: u8,
    /// Opening points still needed at the start.
    pub(super) need: u32,
    /// Worth of what is laid in every way through this case.
    pub(super) base: i64,
}

/// How many cards the colours that come later can give, by how many sets there are.
#[derive(Default)]
struct Later([u8; 5]);

/// How a case is to be searched.
#[derive(Debug, Clone, Default)]
pub(super) struct Terms {
    pub(super) parking: bool,
    /// Opening points needed.
    pub(super) need: u32,
    pub(super) olds: Option<Olds>,
}

impl Case {
    /// Works out one split.
    pub(super) fn prepare(
        &mut self,
        position: &Position,
        split: &Split,
        given: &Hand,
        locks: &Locks,
        terms: Terms,
        layers: &mut Layers,
    ) {
        let Terms { parking, need, olds } = terms;
        self.olds = olds;
        self.facing = position.facing;
        let colors = position.colors;
        self.values = position.values;
        self.shortest = position.shortest;
        self.copies = position.copies;
        self.parking = parking;
        self.need = need;
        let freed = split.freed.count_ones() as u8;
        self.freed = freed;
        self.must_jokers = freed + given.jokers();
        self.jokers = freed + position.hand_jokers;
        self.joker_worth = position.joker_worth;
        // Half jokers make the finer bound; with many jokers the table of bounds has no place for them.
        self.units = if self.jokers as usize * 2 < LEVELS { 2 } else { 1 };
        self.kind = Kind::of((self.jokers * self.units) as usize, position.whole);
        self.base = if parking { i64::from(position.hand_jokers) * position.joker_worth } else { 0 };
        self.cells.clear();
        self.cells.extend_from_slice(&position.cells[..colors]);
        if !parking {
            self.base += i64::from(given.jokers()) * position.joker_worth;
        }
        // A card that is laid in any case may be the one that frees a joker, too.
        let freeing = split.forced().filter(|&tile| given.count(tile) == 0).collect::<Hand>();
        for (tile, count) in given.kinds().chain(freeing.kinds()) {
            if let Some((color, value)) = tile.natural() {
                let count = count.max(split.forces(tile));
                let place = position.facing.number(value, position.values as u8);
                let cell = &mut self.cells[color.index()][place as usize];
                cell.must += count;
                self.base += cell.worth * i64::from(count);
            }
        }
        self.hold_sets(locks, colors);
        self.run_locks.resize_with(colors, Vec::new);
        for (color, own) in self.run_locks.iter_mut().enumerate() {
            own.clear();
            own.extend(locks.runs.iter().filter(|lock| lock.color as usize == color));
        }
        self.lanes.resize_with(colors, Lane::default);
        self.shares.clear();
        self.shares.resize(colors, [SetShare::default(); NUMBERS]);
        for value in 1..=self.values {
            self.share_sets(value);
        }
        for color in 0..colors {
            let mut lane = std::mem::take(&mut self.lanes[color]);
            let input = self.lane_input(color);
            with_budget!(self.kind, B => lane.build::<B>(&input, layers));
            self.lanes[color] = lane;
        }
    }

    /// One colour as its lane sees it.
    pub(super) fn lane_input(&self, color: usize) -> LaneInput<'_> {
        LaneInput {
            values: self.values,
            shortest: self.shortest,
            copies: self.copies,
            jokers: self.jokers,
            units: self.units,
            parking: self.parking,
            counts_points: self.need > 0,
            cells: &self.cells[color],
            sets: &self.shares[color],
            locks: &self.run_locks[color],
            olds: self.olds.as_ref(),
            color: color as u8,
            freed: self.freed,
        }
    }

    fn hold_sets(&mut self, locks: &Locks, colors: usize) {
        self.held_at = [0; NUMBERS];
        let mut used = 0;
        for lock in &locks.sets {
            let value = lock.value as usize;
            if self.held_at[value] > 0 {
                continue;
            }
            self.own_locks.clear();
            self.own_locks.extend(locks.sets.iter().filter(|other| other.value == lock.value));
            let mut may = [0; MAX_COLORS];
            for (may, cells) in may.iter_mut().zip(&self.cells) {
                *may = cells[value].may;
            }
            if self.held.len() == used {
                self.held.push(Held::default());
            }
            self.held[used].find(&self.own_locks, colors as u8, self.shortest, &may, self.jokers, self.parking);
            used += 1;
            self.held_at[value] = used as u8;
        }
    }

    /// Whether a number has sets with jokers that stay.
    pub(super) fn has_held(&self, value: usize) -> bool {
        self.held_at[value] > 0
    }

    /// What the sets of a number still lack when the colours after one give all they can, at least, by how many
    /// sets there are at least.
    #[inline]
    pub(super) fn lacking(&self, value: usize, color: usize) -> &[i8; 5] {
        &self.lacking[value][color]
    }

    /// The ways to make the sets with jokers that stay at a number, if it has any.
    pub(super) fn held(&self, value: usize) -> Option<&[Cores]> {
        let place = (self.held_at[value] as usize).checked_sub(1)?;
        Some(&self.held[place].options)
    }

    /// Works out what each colour may give to the sets of a number, and the least share of the jokers, in
    /// units, that it then has to bear.
    fn share_sets(&mut self, value: usize) {
        let swaps = self.jokers < self.shortest;
        self.lacking[value] = [[i8::MIN; 5]; MAX_COLORS];
        if let Some(place) = (self.held_at[value] as usize).checked_sub(1) {
            let options = &self.held[place].options;
            for (color, shares) in self.shares.iter_mut().enumerate() {
                let least = options.iter().map(|cores| cores.cards[color]).min().unwrap_or(0);
                shares[value] = SetShare { least, most: self.cells[color][value].may, ..SetShare::default() };
            }
            return;
        }
        if self.shortest as usize > self.cells.len() {
            // There are too few colours for a set, so nothing goes to one.
            return;
        }
        // With so many sets, the most cards all colours together can put in them.
        let mut together = [0u8; 5];
        let mut givers = 0;
        for cells in &self.cells {
            let may = cells[value].may;
            givers += u8::from(may > 0);
            for (sets, together) in together.iter_mut().enumerate().skip(1) {
                *together += may.min(sets as u8);
            }
        }
        for (cells, shares) in self.cells.iter().zip(&mut self.shares) {
            let own = cells[value].may;
            let share = &mut shares[value];
            share.swaps = swaps;
            for cards in 1..=own {
                let fewest = (cards..=self.copies)
                    .map(|sets| {
                        let others = together[sets as usize] - own.min(sets);
                        (sets * self.shortest).saturating_sub(cards + others)
                    })
                    .min()
                    .unwrap_or(u8::MAX);
                if fewest > self.jokers {
                    break;
                }
                share.most = cards;
                share.share[cards as usize] = fewest * self.units / givers;
            }
        }
        let mut later = Later::default();
        for color in (0..self.shares.len()).rev() {
            self.lacking[value][color] = self.lacking_before(&later);
            self.comes_later(value, color, &mut later);
        }
    }

    /// What the sets of a number lack at least, by how many there are at least, when the colours that come later
    /// give all they can.
    #[inline]
    fn lacking_before(&self, later: &Later) -> [i8; 5] {
        let mut lacking = [0; 5];
        let mut least = i8::MAX;
        for sets in (0..5).rev() {
            if sets <= self.copies as usize {
                least = least.min((sets as u8 * self.shortest).cast_signed() - later.0[sets].cast_signed());
            }
            lacking[sets] = least;
        }
        lacking
    }

    #[inline]
    fn comes_later(&self, value: usize, color: usize, later: &mut Later) {
        for (sets, later) in later.0.iter_mut().enumerate().skip(1) {
            *later += self.shares[color][value].most.min(sets as u8);
        }
    }

    /// The same as [`lacking`](Self::lacking) for colours in another order, from the last to the first.
    #[inline]
    pub(super) fn lacking_in(
        &self,
        value: usize,
        colors: impl Iterator<Item = usize>,
    ) -> impl Iterator<Item = [i8; 5]> {
        let mut later = Later::default();
        let bounded = self.lacking[value][0][0] > i8::MIN;
        colors.map(move |color| {
            if !bounded {
                return [i8::MIN; 5];
            }
            let lacking = self.lacking_before(&later);
            self.comes_later(value, color, &mut later);
            lacking
        })
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

    /// Of `jokers` jokers in the sets of a number, the most that can lie in new ones, with the sets that hold
    /// jokers that stay and the others; or nothing if that makes no sets.
    pub(super) fn most_new(&self, value: usize, cards: &[u8], jokers: u8) -> Option<(u8, Option<Cores>, Parting)> {
        let olds = self.olds.as_ref()?;
        let Some(options) = self.held(value) else {
            let (new, parting) = olds.most_new(value, cards, jokers, self.shortest)?;
            return Some((new, None, parting));
        };
        let fitting = options.iter().filter(|cores| self.cores_fit(cores, cards, jokers));
        let parted = fitting.filter_map(|cores| {
            let left = rest(cards, cores);
            let (new, parting) = olds.most_new(value, &left[..cards.len()], jokers - cores.jokers, self.shortest)?;
            Some((new + cores.new_jokers(olds, value), Some(*cores), parting))
        });
        parted.max_by_key(|&(new, ..)| new)
    }

    pub(super) fn cores_fit(&self, cores: &Cores, cards: &[u8], jokers: u8) -> bool {
        cores.jokers <= jokers
            && cores.cards.iter().zip(cards).all(|(core, all)| core <= all)
            && sets::fits(&rest(cards, cores)[..cards.len()], jokers - cores.jokers, self.shortest)
    }

    /// The highest worth any way through can have, without [`base`](Self::base).
    pub(super) fn root_bound<B: Budget>(&self) -> i64 {
        let mut both = B::NOTHING;
        for lane in &self.lanes {
            both = B::share(&both, lane.bound::<B>(0));
        }
        let top = B::at(&both, (self.jokers as usize * self.units as usize).min(B::LEVELS - 1));
        if top < 0 { IMPOSSIBLE } else { top + self.later_joker_worth() }
    }

    /// The highest worth any way through can have.
    pub(super) fn highest(&self) -> i64 {
        self.base + with_budget!(self.kind, B => self.root_bound::<B>())
    }

    /// What jokers may still add to a bound: they are part of [`base`](Self::base) when parked.
    pub(super) fn later_joker_worth(&self) -> i64 {
        if self.parking { 0 } else { i64::from(self.jokers - self.must_jokers) * self.joker_worth }
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
