//! Scenarios: which jokers of the table are freed, by which tiles of the hand, and which stay (rules 14 and 15).
//!
//! The best play is the best over all scenarios, but few are worth a search. A joker that a table tile can free costs
//! nothing to free, so it is freed. One that only a hand tile can free needs that tile played. Only a joker that shares
//! its meld with another is also tried as one that stays, since it then counts as a tile of the meld for the other.
//!
//! With eight jokers on the table and a tile for each in the hand there can be millions. They are enumerated lazily,
//! depth first, a batch at a time.

use super::kept_places::KeptPlaces;
use super::old_jokers::{OldJokers, color_bit};
use crate::rules::{ExchangeFrom, LockedMeld, Rules};
use crate::table::Table;
use crate::tile::{MAX_JOKERS, Tile, Tiles};

/// What happens to the jokers of the table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Scenario {
    /// The jokers that are freed, as in [`OldJokers`].
    pub(super) freed: u8,
    /// The hand tiles that must be played to free them, sorted.
    freed_by: [Option<Tile>; MAX_JOKERS],
    freed_by_len: usize,
    /// For each freed joker of a group, the colors of the tiles that may replace it.
    pub(super) replaced_by: [u8; MAX_JOKERS],
    /// The jokers in the melds that are kept whole.
    pub(super) kept: KeptPlaces,
}

impl Scenario {
    /// The scenario that frees these jokers at no cost.
    pub(super) fn freeing(jokers: u8) -> Self {
        Self { freed: jokers, ..Self::default() }
    }

    /// The hand tiles that must be played to free jokers.
    pub(super) fn freed_by(&self) -> impl Iterator<Item = Tile> + '_ {
        self.freed_by[..self.freed_by_len].iter().filter_map(|&tile| tile)
    }

    /// How many of a tile must be played to free jokers.
    pub(super) fn count_freed_by(&self, tile: Tile) -> u8 {
        self.freed_by().filter(|&freed_by| freed_by == tile).count() as u8
    }

    fn with_freed_by(mut self, tile: Tile) -> Self {
        let at = self.freed_by[..self.freed_by_len].partition_point(|&held| held.is_some_and(|held| held <= tile));
        self.freed_by.copy_within(at..self.freed_by_len, at + 1);
        self.freed_by[at] = Some(tile);
        self.freed_by_len += 1;
        self
    }

    /// The same with the jokers in kept melds.
    pub(super) const fn with_kept(mut self, kept: KeptPlaces) -> Self {
        self.kept = kept;
        self
    }

    /// Whether it is known which tile replaced each freed joker.
    fn is_refined(&self) -> bool {
        self.replaced_by.iter().all(|colors| colors.count_ones() <= 1)
    }

    /// The scenarios in which it is known which tile replaced each freed joker of a group: that decides which old group
    /// a new one must not contain.
    pub(super) fn refinements(&self, jokers: &OldJokers) -> impl Iterator<Item = Self> + use<> {
        let open = *self;
        let interchangeable = |j: &usize| jokers.is_twin(*j) && !open.is_refined();
        let twins: u8 = (0..jokers.len()).filter(interchangeable).fold(0, |mask, j| mask | 1 << j);
        let mut next = open.first_colors(open, 0, twins);
        std::iter::from_fn(move || {
            let refined = next?;
            next = open.next_refinement(refined, twins);
            Some(refined)
        })
    }

    /// Gives each joker from `from` on the first of its colors that is not below the color of its twin before it.
    fn first_colors(&self, mut refined: Self, from: usize, twins: u8) -> Option<Self> {
        for j in from..MAX_JOKERS {
            let open = self.replaced_by[j];
            let least = if twins >> j & 1 == 1 { refined.replaced_by[j - 1] } else { 0 };
            let allowed = open & !least.saturating_sub(1);
            if open != 0 && allowed == 0 {
                return None;
            }
            refined.replaced_by[j] = allowed & allowed.wrapping_neg();
        }
        Some(refined)
    }

    fn next_refinement(&self, refined: Self, twins: u8) -> Option<Self> {
        (0..MAX_JOKERS).rev().find_map(|j| {
            let mut more = self.replaced_by[j] & !(refined.replaced_by[j] | refined.replaced_by[j].saturating_sub(1));
            while more != 0 {
                let mut next = refined;
                next.replaced_by[j] = more & more.wrapping_neg();
                if let Some(next) = self.first_colors(next, j + 1, twins) {
                    return Some(next);
                }
                more &= more - 1;
            }
            None
        })
    }

    /// The fewest colors that can have replaced the freed jokers of a group, and all colors that may have.
    pub(super) fn replacements(&self, freed: u8) -> (u8, u8) {
        let masks = (0..MAX_JOKERS).filter(|&j| freed >> j & 1 == 1).map(|j| self.replaced_by[j]);
        let all = masks.fold(0, |all, mask| all | mask);
        let least = if self.is_refined() { all.count_ones() as u8 } else { u8::from(all != 0) };
        (least, all)
    }
}

/// How many scenarios are tried for a batch. The usual deck, with two jokers, has at most a few dozen.
const BATCH: usize = 2048;

/// A hand tile that could free a joker, with its number.
#[derive(Debug, Clone, Copy)]
struct HandSource {
    tile: Tile,
    held: u8,
}

/// Where the enumeration is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Progress {
    /// There is one scenario: all jokers may move, or none.
    Single { all_freed: bool },
    /// A set of hand tiles is chosen; the jokers in `stay` stay, of those in `optional` that could be freed.
    Subsets { optional: u8, stay: u8 },
    /// The next set of hand tiles is due.
    NextTiles,
    /// A hand tile, or none, is chosen for each joker.
    FromHand,
    #[default]
    Done,
}

/// The scenarios of a position, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Scenarios {
    pub(super) old: OldJokers,
    sources: Vec<HandSource>,
    /// Exchange from anywhere: the tiles chosen, by index in `sources`, rising.
    chosen: Vec<usize>,
    /// The same as tiles.
    tiles: Vec<Tile>,
    /// Exchange from the hand: for each joker the tile that frees it, by index in `sources` plus one, or 0.
    freed_with: [usize; MAX_JOKERS],
    progress: Progress,
    /// The scenarios of this batch.
    pub(super) list: Vec<Scenario>,
    /// Those of them that must be searched again, with what their plays are worth at most.
    pub(super) open: Vec<(i64, Scenario)>,
}

impl Scenarios {
    /// Begins the enumeration; the tiles in `must_play` are played in any case.
    pub(super) fn begin(&mut self, rules: &Rules, table: &Table, hand: &Tiles, must_play: &Tiles) {
        self.old.read(rules, table, must_play);
        self.list.clear();
        self.sources.clear();
        self.chosen.clear();
        self.tiles.clear();
        self.freed_with = [0; MAX_JOKERS];
        self.progress = if self.old.is_empty() || rules.locked_meld == LockedMeld::Free {
            Progress::Single { all_freed: true }
        } else {
            let frees = |&(tile, _): &(Tile, u8)| self.old.jokers.iter().any(|joker| joker.stands_for(tile));
            self.sources.extend(hand.kinds().filter(frees).map(|(tile, held)| HandSource { tile, held }));
            match rules.exchange_from {
                ExchangeFrom::Anywhere => self.subsets(),
                ExchangeFrom::Hand => Progress::FromHand,
            }
        };
    }

    /// Begins an enumeration of the one scenario in which all jokers stay in their melds, which are kept.
    pub(super) fn begin_kept(&mut self, rules: &Rules, table: &Table, must_play: &Tiles) {
        self.old.read(rules, table, must_play);
        self.list.clear();
        self.progress = Progress::Single { all_freed: false };
    }

    /// Lists the next scenarios, possibly none; returns false when there are no more.
    pub(super) fn next_batch(&mut self) -> bool {
        self.list.clear();
        let was_done = self.progress == Progress::Done;
        for _ in 0..BATCH {
            match self.progress {
                Progress::Done => break,
                Progress::Single { all_freed } => {
                    let all = self.old.all();
                    let (freed, kept) = if all_freed { (all, 0) } else { (0, all) };
                    let kept = KeptPlaces { jokers: kept, ..KeptPlaces::default() };
                    self.list.push(Scenario { freed, kept, ..Scenario::default() });
                    self.progress = Progress::Done;
                }
                Progress::Subsets { optional, stay } => {
                    self.push_subset(optional, stay);
                    self.progress = if stay == 0 {
                        Progress::NextTiles
                    } else {
                        Progress::Subsets { optional, stay: (stay - 1) & optional }
                    };
                }
                Progress::NextTiles => {
                    self.progress = if self.choose_next() { self.subsets() } else { Progress::Done };
                }
                Progress::FromHand => {
                    self.push_from_hand();
                    if !self.advance_from_hand() {
                        self.progress = Progress::Done;
                    }
                }
            }
        }
        !was_done
    }

    /// Whether there are no more batches.
    pub(super) fn is_done(&self) -> bool {
        self.progress == Progress::Done
    }

    /// Sorts the scenarios of this batch: a good first one lets its successors be left out by their bounds.
    ///
    /// More freed jokers are likely to be worth more, but where they must be in new melds they are what breaks that
    /// rule.
    pub(super) fn sort(&mut self) {
        let need_new_melds = self.old.need_new_melds;
        self.list.sort_unstable_by_key(|scenario| {
            let freed = scenario.freed.count_ones();
            (if need_new_melds { freed } else { u32::MAX - freed }, *scenario)
        });
    }

    /// The subsets of jokers that may stay when the chosen tiles are played.
    fn subsets(&self) -> Progress {
        // Where a freed joker must go to a new meld, it may be better to leave it.
        let optional = if self.old.need_new_melds { self.old.all() } else { self.old.with_shared_meld() };
        let optional = optional & self.old.release(self.old.all(), &self.tiles);
        Progress::Subsets { optional, stay: optional }
    }

    /// Chooses the next set of hand tiles of which none is redundant, in depth-first order.
    ///
    /// Every subset of such a set is one, too, so none is missed.
    fn choose_next(&mut self) -> bool {
        let mut from = self.chosen.last().map_or(0, |&last| last + 1);
        loop {
            for index in from..self.sources.len() {
                self.chosen.push(index);
                self.tiles.push(self.sources[index].tile);
                if self.tiles.len() <= MAX_JOKERS && self.all_needed(self.old.all()) {
                    return true;
                }
                self.chosen.pop();
                self.tiles.pop();
            }
            let Some(last) = self.chosen.pop() else { return false };
            self.tiles.pop();
            from = last + 1;
        }
    }

    /// Whether each chosen tile is needed to free some of these jokers, or for the colors that replace them.
    fn all_needed(&self, allowed: u8) -> bool {
        let freed = self.old.release(allowed, &self.tiles);
        (0..self.tiles.len()).all(|index| {
            let tile = self.tiles[index];
            let mut others = [tile; MAX_JOKERS];
            let rest = self.tiles.iter().enumerate().filter(|&(other, _)| other != index);
            others.iter_mut().zip(rest).for_each(|(other, (_, &tile))| *other = tile);
            let without = self.old.release(allowed, &others[..self.tiles.len() - 1]);
            without != freed || self.old.need_new_melds && self.adds_color(tile, freed)
        })
    }

    /// Whether a chosen tile may replace a joker of a group that could also be freed without it: which color replaced
    /// a joker matters where freed jokers must go to new melds.
    fn adds_color(&self, tile: Tile, freed: u8) -> bool {
        self.old.jokers.iter().enumerate().any(|(j, joker)| {
            let group = self.old.of_meld(joker.meld) & freed;
            let matching = self.tiles.iter().filter(|&&tile| joker.stands_for(tile)).count();
            joker.in_group
                && freed >> j & 1 == 1
                && joker.stands_for(tile)
                && matching <= group.count_ones() as usize
                && self.old.table_colors(j, freed & !(1 << j)) & color_bit(tile) == 0
        })
    }

    /// Adds the scenario in which these of the optional jokers stay, if the others can be freed without them.
    fn push_subset(&mut self, optional: u8, stay: u8) {
        let allowed = self.old.all() & !stay;
        let freed = self.old.release(allowed, &self.tiles);
        // Jokers of one group are interchangeable: the first of them are freed.
        let is_freed = |j: usize| freed >> j & 1 == 1;
        let swapped = (0..self.old.len()).any(|j| self.old.is_twin(j) && is_freed(j) && !is_freed(j - 1));
        if swapped || freed & optional != optional & !stay || !self.all_needed(allowed) {
            return;
        }
        let mut scenario = Scenario { freed, ..Scenario::default() };
        for &tile in &self.tiles {
            scenario = scenario.with_freed_by(tile);
        }
        for j in (0..self.old.len()).filter(|&j| freed >> j & 1 == 1 && self.old.jokers[j].in_group) {
            scenario.replaced_by[j] = self.old.colors_that_free(j, freed & !(1 << j), &self.tiles);
        }
        self.list.push(scenario);
    }

    /// Adds the scenario in which each joker is freed by the hand tile chosen for it.
    fn push_from_hand(&mut self) {
        let mut scenario = Scenario::default();
        for j in 0..self.old.len() {
            if let Some(index) = self.freed_with[j].checked_sub(1) {
                let tile = self.sources[index].tile;
                scenario = scenario.with_freed_by(tile);
                scenario.freed |= 1 << j;
                if self.old.jokers[j].in_group {
                    scenario.replaced_by[j] = color_bit(tile);
                }
            }
        }
        self.list.push(scenario);
    }

    /// Chooses the next tiles; of two jokers in one group the first has the later tile.
    fn advance_from_hand(&mut self) -> bool {
        for j in (0..self.old.len()).rev() {
            let most = if self.old.is_twin(j) { self.freed_with[j - 1] } else { self.sources.len() };
            for choice in self.freed_with[j] + 1..=most {
                let HandSource { tile, held } = self.sources[choice - 1];
                let used = self.freed_with[..j].iter().filter(|&&other| other == choice).count();
                if self.old.jokers[j].stands_for(tile) && used < held as usize {
                    self.freed_with[j] = choice;
                    return true;
                }
            }
            self.freed_with[j] = 0;
        }
        false
    }
}
