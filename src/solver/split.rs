//! Which jokers of the table are freed, and which stay? (rules 14 and 15)
//!
//! The best play is the best over every split. A split says which jokers are freed, which hand tiles must
//! be played to free them, and which jokers stay. Few splits are worth a search:
//! a joker that a table tile can free costs nothing to free, so it is freed; one that a hand tile can free
//! needs that tile played. Only a joker that shares its meld with another is also tried as one that stays,
//! for it then counts as a tile of the meld for the other.

use super::facing::Facing;
use super::fresh::{OldGroup, OldRun, Olds};
use super::position::Scope;
use crate::meld::{Meld, Run, palette_mask};
use crate::rules::{ExchangeFrom, FreedJoker, LockedMeld, Rules};
use crate::table::Table;
use crate::tile::{MAX_JOKERS, Tile, Tiles};

/// A joker that lay on the table when the turn began.
#[derive(Debug, Clone, Copy)]
struct OldJoker {
    /// Its meld, by place on the table.
    meld: usize,
    /// The number it stands for.
    value: u8,
    /// The colors it may stand for, bit `c` for color `c`.
    colors: u8,
    /// Whether another joker lies in the same meld.
    shared: bool,
}

impl OldJoker {
    fn stands_for(&self, tile: Tile) -> bool {
        tile.natural().is_some_and(|(color, value)| value == self.value && self.colors >> color.index() & 1 == 1)
    }
}

/// One way to explain what happened to the jokers of the table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Split {
    /// Bit `j` is set when joker `j` of the table, in order of melds and places, is freed.
    pub(super) freed: u8,
    /// Hand tiles that must be played to free them, sorted; `forced_len` of them.
    forced: [Option<Tile>; MAX_JOKERS],
    forced_len: usize,
    /// For a group whose joker was freed: colors a tile put in its place may have, by joker.
    pub(super) replaced_by: [u8; MAX_JOKERS],
}

impl Split {
    pub(super) fn forced(&self) -> impl Iterator<Item = Tile> + '_ {
        self.forced[..self.forced_len].iter().filter_map(|&tile| tile)
    }

    pub(super) fn forces(&self, tile: Tile) -> u8 {
        self.forced().filter(|&forced| forced == tile).count() as u8
    }

    fn with_forced(mut self, tile: Tile) -> Self {
        let at = self.forced[..self.forced_len].partition_point(|&held| held.is_some_and(|held| held <= tile));
        self.forced.copy_within(at..self.forced_len, at + 1);
        self.forced[at] = Some(tile);
        self.forced_len += 1;
        self
    }
}

/// The most splits that are listed. With the two jokers of the usual deck there are at most a few dozen; with
/// eight on the table and a tile for each in the hand there can be millions, and the best of the first is then
/// given as not proven.
const MOST: usize = 2048;

/// The splits of a position, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Splits {
    jokers: Vec<OldJoker>,
    /// The table tiles that could ever stand in for a joker, with the place of their meld.
    sources: Vec<(Tile, usize)>,
    /// Hand tiles that are played in any case.
    given: Tiles,
    /// Working memory of the search for splits.
    queue: Vec<Split>,
    /// Whether there were more splits than are worth listing.
    pub(super) too_many: bool,
    pub(super) list: Vec<Split>,
}

impl Splits {
    /// Lists the splits worth a search.
    ///
    /// Jokers outside the scope stay; the tiles in `given` are played in any case.
    pub(super) fn find(&mut self, rules: &Rules, table: &Table, scope: Scope<'_>, hand: &Tiles, given: &Tiles) {
        self.given.clone_from(given);
        self.read(rules, table, scope);
        self.list.clear();
        self.too_many = false;
        let all = ((1u16 << self.jokers.len()) - 1) as u8;
        if all == 0 || rules.locked_meld == LockedMeld::Free {
            self.list.push(Split { freed: all, ..Split::default() });
            return;
        }
        match rules.exchange_from {
            ExchangeFrom::Anywhere => self.find_anywhere(rules, table, hand),
            ExchangeFrom::Hand => self.find_from_hand(Split::default(), 0, hand),
        }
    }

    fn read(&mut self, rules: &Rules, table: &Table, scope: Scope<'_>) {
        self.jokers.clear();
        self.sources.clear();
        for (place, meld) in table.melds().iter().enumerate().filter(|&(place, _)| scope.holds(place)) {
            let shared = meld.jokers() > 1;
            match meld {
                Meld::Run(run) => {
                    for value in (run.first()..=run.last()).filter(|&value| run.joker_at(value)) {
                        self.jokers.push(OldJoker { meld: place, value, colors: 1 << run.color, shared });
                    }
                }
                Meld::Group(group) => {
                    let joker =
                        OldJoker { meld: place, value: group.value, colors: group.missing(&rules.deck), shared };
                    self.jokers.extend(std::iter::repeat_n(joker, group.jokers as usize));
                }
            }
        }
        if self.jokers.is_empty() {
            return;
        }
        for (place, meld) in table.melds().iter().enumerate() {
            for tile in meld.tiles() {
                if self.jokers.iter().any(|joker| joker.meld != place && joker.stands_for(tile)) {
                    self.sources.push((tile, place));
                }
            }
        }
    }

    /// Whether a single tile may leave its meld while the jokers in `freed` are out of theirs.
    fn may_leave(&self, place: usize, freed: u8, rules: &Rules, table: &Table) -> bool {
        let meld = &table.melds()[place];
        let out = self.jokers.iter().enumerate().filter(|&(j, joker)| joker.meld == place && freed >> j & 1 == 1);
        out.count() == meld.jokers()
            || match rules.locked_meld {
                LockedMeld::Frozen => false,
                LockedMeld::KeepThree => meld.len() >= 4,
                LockedMeld::Identity | LockedMeld::Free => true,
            }
    }

    /// The colors of the tiles that can release joker `j` once `freed` are out.
    fn released_by(&self, j: usize, freed: u8, split: &Split, rules: &Rules, table: &Table) -> u8 {
        let joker = &self.jokers[j];
        let given = self.given.kinds().map(|(tile, _)| tile);
        let from_hand = split.forced().chain(given).filter(|&tile| joker.stands_for(tile));
        let from_table = self
            .sources
            .iter()
            .filter(|&&(tile, place)| {
                place != joker.meld && joker.stands_for(tile) && self.may_leave(place, freed, rules, table)
            })
            .map(|&(tile, _)| tile);
        from_hand.chain(from_table).filter_map(Tile::color).fold(0, |mask, color| mask | 1 << color.index())
    }

    /// All jokers among `allowed` that can be released, one after the other.
    fn release(&self, allowed: u8, split: &Split, rules: &Rules, table: &Table) -> u8 {
        let mut freed = 0;
        loop {
            let more = (0..self.jokers.len())
                .filter(|&j| (allowed & !freed) >> j & 1 == 1)
                .filter(|&j| self.released_by(j, freed, split, rules, table) != 0)
                .fold(0, |mask, j| mask | 1 << j);
            if more == 0 {
                return freed;
            }
            freed |= more;
        }
    }

    /// The jokers that lie in a meld with another.
    fn shared(&self) -> u8 {
        self.jokers.iter().enumerate().filter(|(_, joker)| joker.shared).fold(0, |mask, (j, _)| mask | 1 << j)
    }

    fn find_anywhere(&mut self, rules: &Rules, table: &Table, hand: &Tiles) {
        let all = ((1u16 << self.jokers.len()) - 1) as u8;
        // A freed joker that may not go anywhere may be better off where it is.
        let optional = if rules.freed_joker == FreedJoker::NewMeld { all } else { self.shared() };
        // Breadth first over the groups of forced tiles; each tile must free a joker the others do not.
        let mut queue = std::mem::take(&mut self.queue);
        queue.clear();
        queue.push(Split::default());
        let mut next = 0;
        while next < queue.len() && self.list.len() < MOST {
            let split = queue[next];
            next += 1;
            let freed = self.release(all, &split, rules, table);
            self.push_choices(freed, freed & optional, &split, rules, table);
            for (j, joker) in self.jokers.iter().enumerate() {
                if freed >> j & 1 == 1 {
                    continue;
                }
                for (tile, _) in hand.kinds().filter(|&(tile, _)| joker.stands_for(tile)) {
                    let more = split.with_forced(tile);
                    if queue.len() >= MOST {
                        self.too_many = true;
                    } else if !queue.contains(&more) {
                        queue.push(more);
                    }
                }
            }
        }
        self.queue = queue;
    }

    /// Jokers that share a meld are tried both freed and staying.
    fn push_choices(&mut self, freed: u8, optional: u8, split: &Split, rules: &Rules, table: &Table) {
        let mut stay = optional;
        loop {
            if self.list.len() >= MOST {
                self.too_many = true;
                return;
            }
            let chosen = freed & !stay;
            if stay == 0 || self.release(chosen, split, rules, table) == chosen {
                let mut split = Split { freed: chosen, ..*split };
                for j in (0..self.jokers.len()).filter(|&j| chosen >> j & 1 == 1) {
                    split.replaced_by[j] = self.released_by(j, chosen & !(1 << j), &split, rules, table);
                }
                if rules.freed_joker == FreedJoker::NewMeld {
                    self.push_each_replacement(split, 0);
                } else if !self.list.contains(&split) {
                    self.list.push(split);
                }
            }
            if stay == 0 {
                return;
            }
            stay = (stay - 1) & optional;
        }
    }

    /// Which tile was put in decides which old group a new one must not contain, so each is a split of its own.
    fn push_each_replacement(&mut self, split: Split, j: usize) {
        if j == self.jokers.len() {
            if !self.list.contains(&split) {
                self.list.push(split);
            }
            return;
        }
        let choices = split.replaced_by[j];
        if choices == 0 {
            self.push_each_replacement(split, j + 1);
        }
        for color in (0..8).filter(|color| choices >> color & 1 == 1) {
            let mut one = split;
            one.replaced_by[j] = 1 << color;
            self.push_each_replacement(one, j + 1);
        }
    }

    /// The old melds under a split, with the tiles put in for the jokers that were freed.
    pub(super) fn olds(&self, split: &Split, table: &Table, facing: Facing, numbers: u8) -> Olds {
        let mut olds = Olds::default();
        for (place, meld) in table.melds().iter().enumerate() {
            let own = || self.jokers.iter().enumerate().filter(move |(_, joker)| joker.meld == place);
            if own().count() < meld.jokers() {
                // It may not be touched, so its jokers lie in no other meld.
                continue;
            }
            let freed = || own().filter(|&(j, _)| split.freed >> j & 1 == 1);
            match meld {
                Meld::Run(run) => {
                    let put_in = freed().fold(0u32, |mask, (_, joker)| mask | 1 << (joker.value - run.first));
                    let Run { color, first, len, jokers } =
                        facing.run(Run { jokers: run.jokers & !put_in, ..*run }, numbers);
                    let before = olds.runs.iter().filter(|old| old.color == color && old.lock.is_some());
                    let lock = (jokers != 0).then(|| before.count() as u8);
                    let old = OldRun { color, first, len, jokers, lock };
                    if !olds.runs.contains(&old) {
                        olds.runs.push(old);
                    }
                }
                Meld::Group(group) => {
                    let put_in = freed().fold(0, |mask, (j, _)| mask | split.replaced_by[j]);
                    let jokers = group.jokers - freed().count() as u8;
                    let value = facing.number(group.value, numbers);
                    let before = olds.groups.iter().filter(|old| old.value == value && old.lock.is_some());
                    let lock = (jokers != 0).then(|| before.count() as u8);
                    olds.groups.push(OldGroup { value, colors: group.colors | put_in, jokers, lock });
                }
            }
        }
        olds
    }

    /// Every freed joker has a hand tile of its own.
    fn find_from_hand(&mut self, split: Split, j: usize, hand: &Tiles) {
        if self.list.len() >= MOST {
            self.too_many = true;
            return;
        }
        let Some(joker) = self.jokers.get(j).copied() else {
            if !self.list.contains(&split) {
                self.list.push(split);
            }
            return;
        };
        self.find_from_hand(split, j + 1, hand);
        for (tile, held) in hand.kinds() {
            if joker.stands_for(tile) && split.forces(tile) < held {
                let mut freed = split.with_forced(tile);
                freed.freed |= 1 << j;
                freed.replaced_by[j] = tile.color().map_or(0, |color| 1 << color.index());
                self.find_from_hand(freed, j + 1, hand);
            }
        }
    }

    /// The jokers that stay under a split, as the old melds that hold them.
    pub(super) fn locks(&self, split: &Split, rules: &Rules, table: &Table, facing: Facing, locks: &mut Locks) {
        let numbers = rules.deck.values;
        locks.runs.clear();
        locks.groups.clear();
        let mut j = 0;
        while j < self.jokers.len() {
            let place = self.jokers[j].meld;
            let end = j + self.jokers[j..].iter().take_while(|joker| joker.meld == place).count();
            let staying = (j..end).filter(|&j| split.freed >> j & 1 == 0);
            let meld = &table.melds()[place];
            let size = meld.len() as u8;
            let needed = if rules.locked_meld == LockedMeld::Frozen { size } else { size.min(3) };
            // Under `identity` one natural tile is enough; so are jokers that would be under `keep_three`.
            let natural_counts = if rules.locked_meld == LockedMeld::Identity { needed } else { 1 };
            match meld {
                Meld::Run(run) => {
                    let locked = staying.fold(0u32, |mask, j| mask | 1 << self.jokers[j].value);
                    let all = ((1u32 << run.len) - 1) << run.first;
                    if locked != 0 {
                        locks.runs.push(RunLock {
                            color: run.color,
                            locked: facing.numbers(locked, numbers),
                            claimable: facing.numbers(all & !locked, numbers),
                            needed,
                            natural_counts,
                        });
                    }
                }
                Meld::Group(group) => {
                    let locked = staying.count() as u8;
                    if locked != 0 {
                        let freed = (j..end).filter(|&j| split.freed >> j & 1 == 1);
                        let mut replaced = [0; MAX_JOKERS];
                        let mut len = 0;
                        for j in freed {
                            replaced[len] = split.replaced_by[j];
                            len += 1;
                        }
                        locks.groups.push(GroupLock {
                            value: facing.number(group.value, numbers),
                            locked,
                            colors: group.colors,
                            replaced,
                            replaced_len: len,
                            identities: group.missing(&rules.deck),
                            needed,
                            natural_counts,
                        });
                    }
                }
            }
            j = end;
        }
        debug_assert!(locks.groups.iter().all(|lock| lock.identities & !palette_mask(&rules.deck) == 0));
    }
}

/// An old run with jokers that stay.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunLock {
    pub(super) color: u8,
    /// Bit `v` is set when the joker that stays stands for number `v`.
    pub(super) locked: u32,
    /// Bit `v` is set when the old run has a natural tile `v`, or one was put in for a freed joker.
    pub(super) claimable: u32,
    /// How many of its tiles must be in the final meld of each joker, the jokers that stay counted.
    pub(super) needed: u8,
    /// For how many of those a natural tile counts.
    pub(super) natural_counts: u8,
}

/// An old group with jokers that stay.
#[derive(Debug, Clone, Copy)]
pub(super) struct GroupLock {
    pub(super) value: u8,
    /// How many of its jokers stay.
    pub(super) locked: u8,
    /// Colors of its natural tiles.
    pub(super) colors: u8,
    /// For each freed joker, the colors of the tiles that may have been put in.
    pub(super) replaced: [u8; MAX_JOKERS],
    pub(super) replaced_len: usize,
    /// Colors the jokers that stay may stand for.
    pub(super) identities: u8,
    pub(super) needed: u8,
    pub(super) natural_counts: u8,
}

/// All old melds with jokers that stay, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Locks {
    pub(super) runs: Vec<RunLock>,
    pub(super) groups: Vec<GroupLock>,
}
