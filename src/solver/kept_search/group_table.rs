//! What the colors may give to the groups of a value, and which old groups can be kept then.
//!
//! The tables depend on little, so they are made once and cached.

use rustc_hash::FxHashMap;

use super::old_melds::OldGroup;
use crate::solver::groups::{ColorCounts, jokers_needed};
use crate::solver::interrupt::{StopCheck, Unprepared};
use crate::solver::subproblem::Subproblem;
use crate::tile::MAX_COLORS;

/// What keeping one meld is worth in bounds, so that a part of it can be given to each color.
pub(super) const UNIT: i32 = 1 << 10;

/// What keeping some melds is worth in bounds.
pub(super) const fn in_bounds(count: u32) -> i32 {
    count.cast_signed() * UNIT
}

/// The bound of what is impossible; sums along a path stay in range.
pub(super) const IMPOSSIBLE: i32 = -(1 << 20);

/// Some sums have a number of jokers in their lowest bits.
pub(super) const JOKER_BITS: u32 = 6;

/// One way to make groups of some tiles: with these old groups, and jokers for the others.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct GroupOption {
    pub(super) jokers: u8,
    /// How many old groups are kept.
    pub(super) count: u8,
    /// Which ones, by bit.
    pub(super) kept: u16,
}

/// The colors of one half.
pub(super) const HALF: usize = MAX_COLORS / 2;

/// Tiles of each color that can make groups.
///
/// What the colors of one half give is known by its number, so that sums over the colors are quick.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct GroupVector {
    pub(super) low: u16,
    pub(super) high: u16,
    /// The first of its options.
    first: GroupOption,
    /// The range of the others.
    others: (u32, u32),
}

/// The groups of one value.
#[derive(Debug, Default)]
pub(super) struct GroupTable {
    /// What each half of the colors can give.
    pub(super) halves: [Vec<[u8; HALF]>; 2],
    /// All vectors of tiles that can make groups.
    pub(super) vectors: Vec<GroupVector>,
    options: Vec<GroupOption>,
}

/// All that a table depends on, unless groups are constrained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct TableKey {
    /// For each color, bit `n` is set if it may give `n` tiles.
    gives: [u8; MAX_COLORS],
    /// The colors and jokers of the old groups.
    old: [[u8; 2]; MAX_GROUPS],
    colors: u8,
    jokers: u8,
    shortest: u8,
}

/// The tables made so far.
#[derive(Debug, Default)]
pub(super) struct TableCache {
    tables: Vec<GroupTable>,
    known: FxHashMap<TableKey, u32>,
    /// The number of vectors and options of all tables.
    size: usize,
}

/// The most vectors of tiles of a table.
const MAX_VECTORS: u32 = 1 << 14;

/// The most old groups of a value.
const MAX_GROUPS: usize = 8;

/// The most vectors and options between two searches, some ten megabytes.
const MAX_CACHED: usize = 1 << 19;

/// The groups of one value in a search.
#[derive(Debug, Default)]
pub(super) struct ValueGroups {
    /// The vectors that remain.
    pub(super) vectors: Vec<GroupVector>,
    cached: u32,
    /// The table, if it is not cached.
    own: Option<GroupTable>,
}

impl TableCache {
    /// Clears the cache if it has grown too large.
    pub(super) fn clear_if_full(&mut self) {
        if self.size > MAX_CACHED {
            *self = Self::default();
        }
    }

    /// Finds the groups of a value, given the tiles that each color may give, as bits by number.
    pub(super) fn find(
        &mut self,
        groups: &mut ValueGroups,
        subproblem: &Subproblem,
        value: usize,
        gives: [u8; MAX_COLORS],
        old: &[OldGroup],
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        let colors = subproblem.supply.len();
        let size = gives[..colors].iter().fold(1u32, |size, gives| size.saturating_mul(gives.count_ones()));
        if size > MAX_VECTORS || old.len() > MAX_GROUPS {
            return Err(Unprepared::TooLarge);
        }
        groups.vectors.clear();
        groups.own = None;
        if subproblem.has_constrained_groups(value) {
            let table = GroupTable::new(subproblem, value, &gives[..colors], old, check)?;
            groups.vectors.extend_from_slice(&table.vectors);
            groups.own = Some(table);
            return Ok(());
        }
        let mut key = TableKey {
            gives,
            old: [[0; 2]; MAX_GROUPS],
            colors: colors as u8,
            jokers: subproblem.jokers,
            shortest: subproblem.shortest,
        };
        key.old.iter_mut().zip(old).for_each(|(key, group)| *key = [group.colors, group.jokers]);
        let index = if let Some(&index) = self.known.get(&key) {
            index
        } else {
            let table = GroupTable::new(subproblem, value, &gives[..colors], old, check)?;
            self.size += table.vectors.len() + table.options.len();
            let index = self.tables.len() as u32;
            self.tables.push(table);
            self.known.insert(key, index);
            index
        };
        groups.cached = index;
        groups.vectors.extend_from_slice(&self.tables[index as usize].vectors);
        Ok(())
    }

    /// The table of a value.
    #[inline]
    pub(super) fn table<'a>(&'a self, groups: &'a ValueGroups) -> &'a GroupTable {
        groups.own.as_ref().unwrap_or_else(|| &self.tables[groups.cached as usize])
    }
}

impl GroupTable {
    /// The table of what can be made of the tiles that each color may give.
    fn new(
        subproblem: &Subproblem,
        value: usize,
        gives: &[u8],
        old: &[OldGroup],
        check: &mut StopCheck<'_>,
    ) -> Result<Self, Unprepared> {
        let mut table = Self::default();
        let (low, high) = gives.split_at(gives.len().min(half(gives.len())));
        for (all, gives) in table.halves.iter_mut().zip([low, high]) {
            all.push([0; HALF]);
            for (color, gives) in gives.iter().enumerate() {
                let before = std::mem::take(all);
                for count in (0..8).filter(|count| gives >> count & 1 == 1) {
                    all.extend(before.iter().map(|tiles| {
                        let mut tiles = *tiles;
                        tiles[color] = count;
                        tiles
                    }));
                }
            }
        }
        for low in 0..table.halves[0].len() {
            for high in 0..table.halves[1].len() {
                if check.count(16) {
                    return Err(Unprepared::Interrupted);
                }
                let vector = GroupVector { low: low as u16, high: high as u16, ..GroupVector::default() };
                table.add(subproblem, value, vector, gives.len(), old);
            }
        }
        Ok(table)
    }

    /// The tiles of each color.
    #[inline]
    pub(super) fn tiles(&self, vector: &GroupVector, colors: usize) -> ColorCounts {
        let (low, high) = (self.halves[0][vector.low as usize], self.halves[1][vector.high as usize]);
        let mut tiles = ColorCounts::default();
        let half = half(colors);
        tiles[..half].copy_from_slice(&low[..half]);
        tiles[half..colors].copy_from_slice(&high[..colors - half]);
        tiles
    }

    fn add(&mut self, subproblem: &Subproblem, value: usize, mut vector: GroupVector, colors: usize, old: &[OldGroup]) {
        let begin = self.options.len();
        let tiles = self.tiles(&vector, colors);
        // The old groups of which there are all colors.
        let support = tiles.iter().enumerate().fold(0u8, |mask, (color, &tiles)| mask | u8::from(tiles > 0) << color);
        let usable = old.iter().enumerate().filter(|(_, group)| group.colors & !support == 0);
        let usable = usable.fold(0u16, |mask, (index, _)| mask | 1 << index);
        // More old groups first.
        let mut kept = usable;
        loop {
            self.add_option(subproblem, value, &tiles[..colors], old, kept, begin);
            if kept == 0 {
                break;
            }
            kept = (kept - 1) & usable;
        }
        if self.options.len() > begin {
            vector.first = self.options[begin];
            vector.others = (begin as u32 + 1, self.options.len() as u32);
            self.vectors.push(vector);
        }
    }

    /// Adds the option to keep these old groups, unless one since `begin` is as good.
    fn add_option(
        &mut self,
        subproblem: &Subproblem,
        value: usize,
        tiles: &[u8],
        old: &[OldGroup],
        kept: u16,
        begin: usize,
    ) {
        let mut rest = ColorCounts::default();
        rest[..tiles.len()].copy_from_slice(tiles);
        let mut kept_jokers = 0;
        for (_, group) in old.iter().enumerate().filter(|(index, _)| kept >> index & 1 == 1) {
            for (color, rest) in rest.iter_mut().enumerate() {
                let Some(left) = rest.checked_sub(group.colors >> color & 1) else { return };
                *rest = left;
            }
            kept_jokers += group.jokers;
        }
        let rest = &rest[..tiles.len()];
        let jokers = if subproblem.has_constrained_groups(value) {
            subproblem.group_jokers(value, rest)
        } else {
            Some(jokers_needed(rest, subproblem.shortest))
        };
        let jokers = jokers.map(|jokers| jokers + kept_jokers);
        let Some(jokers) = jokers.filter(|&jokers| jokers <= subproblem.jokers) else { return };
        let count = kept.count_ones() as u8;
        let better = |other: &GroupOption| other.jokers <= jokers && other.count >= count;
        if !self.options[begin..].iter().any(better) {
            self.options.push(GroupOption { jokers, count, kept });
        }
    }

    /// The ways to make groups of a vector.
    pub(super) fn options(&self, vector: &GroupVector) -> &[GroupOption] {
        &self.options[vector.others.0 as usize - 1..vector.others.1 as usize]
    }

    /// The most that a vector is worth if each joker has a price, with the jokers that this takes in the lowest bits.
    #[inline]
    pub(super) fn best(&self, vector: &GroupVector, price: i32, most_jokers: u8) -> i32 {
        let worth = |option: &GroupOption| {
            let jokers = i32::from(option.jokers);
            let worth = i32::from(option.count) * UNIT - jokers * price;
            if option.jokers > most_jokers { IMPOSSIBLE << JOKER_BITS } else { (worth << JOKER_BITS) + jokers }
        };
        let mut best = worth(&vector.first);
        if vector.others.0 < vector.others.1 {
            for option in &self.options[vector.others.0 as usize..vector.others.1 as usize] {
                best = best.max(worth(option));
            }
        }
        best
    }
}

impl ValueGroups {
    /// Restores the vectors that were dropped.
    pub(super) fn restore(&mut self, cache: &TableCache) {
        let mut vectors = std::mem::take(&mut self.vectors);
        vectors.clone_from(&cache.table(self).vectors);
        self.vectors = vectors;
    }

    /// Drops the vectors in which a color gives a number of tiles that it no longer can.
    pub(super) fn retain(&mut self, cache: &TableCache, gives: &[u8]) {
        let mut vectors = std::mem::take(&mut self.vectors);
        let table = cache.table(self);
        let (low, high) = gives.split_at(half(gives.len()));
        // For each half, bit `i` is set if its colors can still give the tiles of number `i`.
        let [low, high] = [(0, low), (1, high)].map(|(index, gives): (usize, &[u8])| {
            let may_give = |tiles: &[u8; HALF]| tiles.iter().zip(gives).all(|(&tiles, gives)| gives >> tiles & 1 == 1);
            table.halves[index].iter().map(may_give).collect::<Vec<bool>>()
        });
        vectors.retain(|vector| low[vector.low as usize] && high[vector.high as usize]);
        self.vectors = vectors;
    }
}

/// How many colors are in the first half.
#[inline]
pub(super) const fn half(colors: usize) -> usize {
    colors.div_ceil(2)
}
