//! One case of the search: a split of the table's jokers, worked out into lanes.

use super::budget::{Budget, Kind, LEVELS, with_budget};
use super::facing::Facing;
use super::fresh::{Olds, Parting};
use super::groups::{self, Cores, Held};
use super::lanes::{GroupShare, Lane, LaneInput};
use super::layers::Layers;
use super::position::{Cell, IMPOSSIBLE, NUMBERS, Position};
use super::split::{GroupLock, Locks, RunLock, Split};
use crate::tile::{MAX_COLORS, Tiles};

/// A split of the table's jokers, ready to be searched; in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Case {
    pub(super) facing: Facing,
    pub(super) values: usize,
    pub(super) shortest: u8,
    pub(super) copies: u8,
    pub(super) cells: Vec<[Cell; NUMBERS]>,
    pub(super) lanes: Vec<Lane>,
    /// Locks of runs, by color.
    pub(super) run_locks: Vec<Vec<RunLock>>,
    /// What each color may give to the groups of each number.
    shares: Vec<[GroupShare; NUMBERS]>,
    /// What the groups of a number lack, after each color.
    lacking: [[[i8; 5]; MAX_COLORS]; NUMBERS],
    /// Working memory for one number.
    own_locks: Vec<GroupLock>,
    /// How the groups with jokers that stay can be made, for the numbers that have any.
    held: Vec<Held>,
    /// For each number its place in `held`, from 1; 0 for none.
    held_at: [u8; NUMBERS],
    /// Jokers that may lie anywhere: freed, or in the hand.
    pub(super) jokers: u8,
    /// Of those, how many must be played.
    pub(super) must_jokers: u8,
    pub(super) joker_worth: i64,
    /// Units of budget a joker is.
    pub(super) units: u8,
    /// How bounds are kept.
    pub(super) kind: Kind,
    /// Whether jokers that are not needed are played at the end, anywhere there is room.
    pub(super) parking: bool,
    /// The old melds that a new one must not contain, if freed jokers may lie only in new ones and that is
    /// to be followed.
    pub(super) olds: Option<Olds>,
    /// How many of the jokers were freed.
    pub(super) freed: u8,
    /// Opening points still needed at the start.
    pub(super) need: u32,
    /// Worth of what is played in every way through this case.
    pub(super) base: i64,
}

/// How many tiles the colors that come later can give, by how many groups there are.
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
        given: &Tiles,
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
        // A tile that is played in any case may be the one that frees a joker, too.
        let freeing = split.forced().filter(|&tile| given.count(tile) == 0).collect::<Tiles>();
        for (tile, count) in given.kinds().chain(freeing.kinds()) {
            if let Some((color, value)) = tile.natural() {
                let count = count.max(split.forces(tile));
                let place = position.facing.number(value, position.values as u8);
                let cell = &mut self.cells[color.index()][place as usize];
                cell.must += count;
                self.base += cell.worth * i64::from(count);
            }
        }
        self.hold_groups(locks, colors);
        self.run_locks.resize_with(colors, Vec::new);
        for (color, own) in self.run_locks.iter_mut().enumerate() {
            own.clear();
            own.extend(locks.runs.iter().filter(|lock| lock.color as usize == color));
        }
        self.lanes.resize_with(colors, Lane::default);
        self.shares.clear();
        self.shares.resize(colors, [GroupShare::default(); NUMBERS]);
        for value in 1..=self.values {
            self.share_groups(value);
        }
        for color in 0..colors {
            let mut lane = std::mem::take(&mut self.lanes[color]);
            let input = self.lane_input(color);
            with_budget!(self.kind, B => lane.build::<B>(&input, layers));
            self.lanes[color] = lane;
        }
    }

    /// One color as its lane sees it.
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
            groups: &self.shares[color],
            locks: &self.run_locks[color],
            olds: self.olds.as_ref(),
            color: color as u8,
            freed: self.freed,
        }
    }

    fn hold_groups(&mut self, locks: &Locks, colors: usize) {
        self.held_at = [0; NUMBERS];
        let mut used = 0;
        for lock in &locks.groups {
            let value = lock.value as usize;
            if self.held_at[value] > 0 {
                continue;
            }
            self.own_locks.clear();
            self.own_locks.extend(locks.groups.iter().filter(|other| other.value == lock.value));
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

    /// Whether a number has groups with jokers that stay.
    pub(super) fn has_held(&self, value: usize) -> bool {
        self.held_at[value] > 0
    }

    /// What the groups of a number still lack when the colors after one give all they can, at least, by how many
    /// groups there are at least.
    #[inline]
    pub(super) fn lacking(&self, value: usize, color: usize) -> &[i8; 5] {
        &self.lacking[value][color]
    }

    /// The ways to make the groups with jokers that stay at a number, if it has any.
    pub(super) fn held(&self, value: usize) -> Option<&[Cores]> {
        let place = (self.held_at[value] as usize).checked_sub(1)?;
        Some(&self.held[place].options)
    }

    /// Works out what each color may give to the groups of a number, and the least share of the jokers, in
    /// units, that it then has to bear.
    fn share_groups(&mut self, value: usize) {
        let swaps = self.jokers < self.shortest;
        self.lacking[value] = [[i8::MIN; 5]; MAX_COLORS];
        if let Some(place) = (self.held_at[value] as usize).checked_sub(1) {
            let options = &self.held[place].options;
            for (color, shares) in self.shares.iter_mut().enumerate() {
                let least = options.iter().map(|cores| cores.tiles[color]).min().unwrap_or(0);
                shares[value] = GroupShare { least, most: self.cells[color][value].may, ..GroupShare::default() };
            }
            return;
        }
        if self.shortest as usize > self.cells.len() {
            // There are too few colors for a group, so nothing goes to one.
            return;
        }
        // With so many groups, the most tiles all colors together can put in them.
        let mut together = [0u8; 5];
        let mut givers = 0;
        for cells in &self.cells {
            let may = cells[value].may;
            givers += u8::from(may > 0);
            for (groups, together) in together.iter_mut().enumerate().skip(1) {
                *together += may.min(groups as u8);
            }
        }
        for (cells, shares) in self.cells.iter().zip(&mut self.shares) {
            let own = cells[value].may;
            let share = &mut shares[value];
            share.swaps = swaps;
            for tiles in 1..=own {
                let fewest = (tiles..=self.copies)
                    .map(|groups| {
                        let others = together[groups as usize] - own.min(groups);
                        (groups * self.shortest).saturating_sub(tiles + others)
                    })
                    .min()
                    .unwrap_or(u8::MAX);
                if fewest > self.jokers {
                    break;
                }
                share.most = tiles;
                share.share[tiles as usize] = fewest * self.units / givers;
            }
        }
        let mut later = Later::default();
        for color in (0..self.shares.len()).rev() {
            self.lacking[value][color] = self.lacking_before(&later);
            self.comes_later(value, color, &mut later);
        }
    }

    /// What the groups of a number lack at least, by how many there are at least, when the colors that come later
    /// give all they can.
    #[inline]
    fn lacking_before(&self, later: &Later) -> [i8; 5] {
        let mut lacking = [0; 5];
        let mut least = i8::MAX;
        for groups in (0..5).rev() {
            if groups <= self.copies as usize {
                least = least.min((groups as u8 * self.shortest).cast_signed() - later.0[groups].cast_signed());
            }
            lacking[groups] = least;
        }
        lacking
    }

    #[inline]
    fn comes_later(&self, value: usize, color: usize, later: &mut Later) {
        for (groups, later) in later.0.iter_mut().enumerate().skip(1) {
            *later += self.shares[color][value].most.min(groups as u8);
        }
    }

    /// The same as [`lacking`](Self::lacking) for colors in another order, from the last to the first.
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

    /// The fewest jokers with which these tiles make the groups of a number, if they can.
    pub(super) fn group_jokers(&self, value: usize, tiles: &[u8]) -> Option<u8> {
        let Some(options) = self.held(value) else { return Some(groups::jokers_needed(tiles, self.shortest)) };
        options
            .iter()
            .filter(|cores| cores.tiles.iter().zip(tiles).all(|(core, all)| core <= all))
            .map(|cores| cores.jokers + groups::jokers_needed(&rest(tiles, cores)[..tiles.len()], self.shortest))
            .min()
    }

    /// Whether these tiles and exactly so many jokers make the groups of a number.
    pub(super) fn groups_fit(&self, value: usize, tiles: &[u8], jokers: u8) -> bool {
        let Some(options) = self.held(value) else { return groups::fits(tiles, jokers, self.shortest) };
        options.iter().any(|cores| self.cores_fit(cores, tiles, jokers))
    }

    /// Of `jokers` jokers in the groups of a number, the most that can lie in new ones, with the groups that hold
    /// jokers that stay and the others; or nothing if that makes no groups.
    pub(super) fn most_new(&self, value: usize, tiles: &[u8], jokers: u8) -> Option<(u8, Option<Cores>, Parting)> {
        let olds = self.olds.as_ref()?;
        let Some(options) = self.held(value) else {
            let (new, parting) = olds.most_new(value, tiles, jokers, self.shortest)?;
            return Some((new, None, parting));
        };
        let fitting = options.iter().filter(|cores| self.cores_fit(cores, tiles, jokers));
        let parted = fitting.filter_map(|cores| {
            let left = rest(tiles, cores);
            let (new, parting) = olds.most_new(value, &left[..tiles.len()], jokers - cores.jokers, self.shortest)?;
            Some((new + cores.new_jokers(olds, value), Some(*cores), parting))
        });
        parted.max_by_key(|&(new, ..)| new)
    }

    pub(super) fn cores_fit(&self, cores: &Cores, tiles: &[u8], jokers: u8) -> bool {
        cores.jokers <= jokers
            && cores.tiles.iter().zip(tiles).all(|(core, all)| core <= all)
            && groups::fits(&rest(tiles, cores)[..tiles.len()], jokers - cores.jokers, self.shortest)
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

/// The tiles of a number that are not in its cores.
pub(super) fn rest(tiles: &[u8], cores: &Cores) -> groups::Vector {
    let mut rest = [0; MAX_COLORS];
    for (color, rest) in rest[..tiles.len()].iter_mut().enumerate() {
        *rest = tiles[color].saturating_sub(cores.tiles[color]);
    }
    rest
}
