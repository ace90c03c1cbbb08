//! Scenarios: which jokers of the table are freed, by which tiles of the hand, and which stay (rules 14 and 15).
//!
//! The best play is the best over all scenarios, but few are worth a search. A joker that a table tile can free costs
//! nothing to free, so it is freed. One that only a hand tile can free needs that tile played. Only a joker that shares
//! its meld with another is also tried as one that stays, since it then counts as a tile of the meld for the other.

use super::direction::SweepDirection;
use super::joker_constraint::{GroupConstraint, JokerConstraints, RunConstraint};
use super::new_meld::{NewMeldConstraint, OldGroup, OldRun};
use super::scope::Scope;
use crate::meld::{Meld, Run, palette_mask};
use crate::rules::{ExchangeFrom, FreedJoker, LockedMeld, Rules};
use crate::table::Table;
use crate::tile::{MAX_JOKERS, Tile, Tiles};

/// A joker that was on the table when the turn began.
#[derive(Debug, Clone, Copy)]
struct OldJoker {
    /// Its meld, by index on the table.
    meld: usize,
    /// The value it stands for.
    value: u8,
    /// The colors it may stand for, bit `c` for color `c`.
    colors: u8,
    /// Whether its meld has another joker.
    shares_meld: bool,
}

impl OldJoker {
    fn stands_for(&self, tile: Tile) -> bool {
        tile.natural().is_some_and(|(color, value)| value == self.value && self.colors >> color.index() & 1 == 1)
    }
}

/// What happens to the jokers of the table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Scenario {
    /// Bit `j` is set when joker `j` of the table is freed, in order of melds and of places in them.
    pub(super) freed: u8,
    /// The hand tiles that must be played to free them, sorted.
    freed_by: [Option<Tile>; MAX_JOKERS],
    freed_by_len: usize,
    /// For each freed joker of a group, the colors of the tiles that may replace it.
    pub(super) replaced_by: [u8; MAX_JOKERS],
}

impl Scenario {
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
}

/// The most scenarios that are listed. With the two jokers of the usual deck there are at most a few dozen. With eight
/// on the table and a tile for each in the hand there can be millions; the best of the first is then returned as
/// unproven.
const MAX_SCENARIOS: usize = 2048;

/// The scenarios of a position, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Scenarios {
    jokers: Vec<OldJoker>,
    /// The table tiles that could replace a joker, with the index of their meld.
    table_sources: Vec<(Tile, usize)>,
    /// Hand tiles that are played in any case.
    must_play: Tiles,
    /// Working memory for the breadth-first search.
    queue: Vec<Scenario>,
    /// Whether there were too many to list.
    pub(super) truncated: bool,
    pub(super) list: Vec<Scenario>,
}

impl Scenarios {
    /// Lists the scenarios worth a search.
    ///
    /// Jokers outside the scope stay; the tiles in `must_play` are played in any case.
    pub(super) fn find(&mut self, rules: &Rules, table: &Table, scope: Scope<'_>, hand: &Tiles, must_play: &Tiles) {
        self.must_play.clone_from(must_play);
        self.read(rules, table, scope);
        self.list.clear();
        self.truncated = false;
        let all = ((1u16 << self.jokers.len()) - 1) as u8;
        if all == 0 || rules.locked_meld == LockedMeld::Free {
            self.list.push(Scenario { freed: all, ..Scenario::default() });
            return;
        }
        match rules.exchange_from {
            ExchangeFrom::Anywhere => self.find_from_anywhere(rules, table, hand),
            ExchangeFrom::Hand => self.find_from_hand(Scenario::default(), 0, hand),
        }
    }

    fn read(&mut self, rules: &Rules, table: &Table, scope: Scope<'_>) {
        self.jokers.clear();
        self.table_sources.clear();
        for (index, meld) in table.melds().iter().enumerate().filter(|&(index, _)| scope.contains(index)) {
            let shares_meld = meld.jokers() > 1;
            match meld {
                Meld::Run(run) => {
                    for value in (run.first()..=run.last()).filter(|&value| run.joker_at(value)) {
                        self.jokers.push(OldJoker { meld: index, value, colors: 1 << run.color, shares_meld });
                    }
                }
                Meld::Group(group) => {
                    let joker =
                        OldJoker { meld: index, value: group.value, colors: group.missing(&rules.deck), shares_meld };
                    self.jokers.extend(std::iter::repeat_n(joker, group.jokers as usize));
                }
            }
        }
        if self.jokers.is_empty() {
            return;
        }
        for (index, meld) in table.melds().iter().enumerate() {
            for tile in meld.tiles() {
                if self.jokers.iter().any(|joker| joker.meld != index && joker.stands_for(tile)) {
                    self.table_sources.push((tile, index));
                }
            }
        }
    }

    /// Whether a single tile may leave its meld when the jokers in `freed` have left theirs.
    fn can_leave(&self, index: usize, freed: u8, rules: &Rules, table: &Table) -> bool {
        let meld = &table.melds()[index];
        let out = self.jokers.iter().enumerate().filter(|&(j, joker)| joker.meld == index && freed >> j & 1 == 1);
        out.count() == meld.jokers()
            || match rules.locked_meld {
                LockedMeld::Frozen => false,
                LockedMeld::KeepThree => meld.len() >= 4,
                LockedMeld::Identity | LockedMeld::Free => true,
            }
    }

    /// The colors of the tiles that can free joker `j` when those in `freed` have left their melds.
    fn colors_that_free(&self, j: usize, freed: u8, scenario: &Scenario, rules: &Rules, table: &Table) -> u8 {
        let joker = &self.jokers[j];
        let must_play = self.must_play.kinds().map(|(tile, _)| tile);
        let from_hand = scenario.freed_by().chain(must_play).filter(|&tile| joker.stands_for(tile));
        let from_table = self
            .table_sources
            .iter()
            .filter(|&&(tile, index)| {
                index != joker.meld && joker.stands_for(tile) && self.can_leave(index, freed, rules, table)
            })
            .map(|&(tile, _)| tile);
        from_hand.chain(from_table).filter_map(Tile::color).fold(0, |mask, color| mask | 1 << color.index())
    }

    /// The jokers among `allowed` that can be freed, one after the other.
    fn release_all(&self, allowed: u8, scenario: &Scenario, rules: &Rules, table: &Table) -> u8 {
        let mut freed = 0;
        loop {
            let more = (0..self.jokers.len())
                .filter(|&j| (allowed & !freed) >> j & 1 == 1)
                .filter(|&j| self.colors_that_free(j, freed, scenario, rules, table) != 0)
                .fold(0, |mask, j| mask | 1 << j);
            if more == 0 {
                return freed;
            }
            freed |= more;
        }
    }

    /// The jokers whose meld has another joker.
    fn with_shared_meld(&self) -> u8 {
        self.jokers.iter().enumerate().filter(|(_, joker)| joker.shares_meld).fold(0, |mask, (j, _)| mask | 1 << j)
    }

    fn find_from_anywhere(&mut self, rules: &Rules, table: &Table, hand: &Tiles) {
        let all = ((1u16 << self.jokers.len()) - 1) as u8;
        // Where a freed joker must go to a new meld, it may be better to leave it.
        let optional = if rules.freed_joker == FreedJoker::NewMeld { all } else { self.with_shared_meld() };
        // Breadth first over the multisets of tiles that free jokers; each tile must free a joker that the others do
        // not.
        let mut queue = std::mem::take(&mut self.queue);
        queue.clear();
        queue.push(Scenario::default());
        let mut next = 0;
        while next < queue.len() && self.list.len() < MAX_SCENARIOS {
            let scenario = queue[next];
            next += 1;
            let freed = self.release_all(all, &scenario, rules, table);
            self.push_subsets(freed, freed & optional, &scenario, rules, table);
            for (j, joker) in self.jokers.iter().enumerate() {
                if freed >> j & 1 == 1 {
                    continue;
                }
                for (tile, _) in hand.kinds().filter(|&(tile, _)| joker.stands_for(tile)) {
                    let more = scenario.with_freed_by(tile);
                    if queue.len() >= MAX_SCENARIOS {
                        self.truncated = true;
                    } else if !queue.contains(&more) {
                        queue.push(more);
                    }
                }
            }
        }
        self.queue = queue;
    }

    /// Adds a scenario for each subset of the optional jokers that stays.
    fn push_subsets(&mut self, freed: u8, optional: u8, scenario: &Scenario, rules: &Rules, table: &Table) {
        let mut stay = optional;
        loop {
            if self.list.len() >= MAX_SCENARIOS {
                self.truncated = true;
                return;
            }
            let chosen = freed & !stay;
            if stay == 0 || self.release_all(chosen, scenario, rules, table) == chosen {
                let mut scenario = Scenario { freed: chosen, ..*scenario };
                for j in (0..self.jokers.len()).filter(|&j| chosen >> j & 1 == 1) {
                    scenario.replaced_by[j] = self.colors_that_free(j, chosen & !(1 << j), &scenario, rules, table);
                }
                if rules.freed_joker == FreedJoker::NewMeld {
                    self.push_each_replacement(scenario, 0);
                } else if !self.list.contains(&scenario) {
                    self.list.push(scenario);
                }
            }
            if stay == 0 {
                return;
            }
            stay = (stay - 1) & optional;
        }
    }

    /// Adds a scenario for each color of the replacing tiles: they decide which old group a new one must not contain.
    fn push_each_replacement(&mut self, scenario: Scenario, j: usize) {
        if j == self.jokers.len() {
            if !self.list.contains(&scenario) {
                self.list.push(scenario);
            }
            return;
        }
        let choices = scenario.replaced_by[j];
        if choices == 0 {
            self.push_each_replacement(scenario, j + 1);
        }
        for color in (0..8).filter(|color| choices >> color & 1 == 1) {
            let mut one = scenario;
            one.replaced_by[j] = 1 << color;
            self.push_each_replacement(one, j + 1);
        }
    }

    /// The old melds of a scenario, with the tiles that replace the freed jokers.
    pub(super) fn new_meld_constraint(
        &self,
        scenario: &Scenario,
        table: &Table,
        direction: SweepDirection,
        values: u8,
    ) -> NewMeldConstraint {
        let mut new_meld = NewMeldConstraint::default();
        for (index, meld) in table.melds().iter().enumerate() {
            let own = || self.jokers.iter().enumerate().filter(move |(_, joker)| joker.meld == index);
            if own().count() < meld.jokers() {
                // It is out of scope, so it stays as it is.
                continue;
            }
            let freed = || own().filter(|&(j, _)| scenario.freed >> j & 1 == 1);
            match meld {
                Meld::Run(run) => {
                    let replaced = freed().fold(0u32, |mask, (_, joker)| mask | 1 << (joker.value - run.first));
                    let Run { color, first, len, jokers } =
                        direction.run(Run { jokers: run.jokers & !replaced, ..*run }, values);
                    let before = new_meld.runs.iter().filter(|old| old.color == color && old.constraint.is_some());
                    let constraint = (jokers != 0).then(|| before.count() as u8);
                    let old = OldRun { color, first, len, jokers, constraint };
                    if !new_meld.runs.contains(&old) {
                        new_meld.runs.push(old);
                    }
                }
                Meld::Group(group) => {
                    let replaced = freed().fold(0, |mask, (j, _)| mask | scenario.replaced_by[j]);
                    let jokers = group.jokers - freed().count() as u8;
                    let value = direction.value(group.value, values);
                    let before = new_meld.groups.iter().filter(|old| old.value == value && old.constraint.is_some());
                    let constraint = (jokers != 0).then(|| before.count() as u8);
                    new_meld.groups.push(OldGroup { value, colors: group.colors | replaced, jokers, constraint });
                }
            }
        }
        new_meld
    }

    /// Lists the scenarios in which every freed joker has its own hand tile.
    fn find_from_hand(&mut self, scenario: Scenario, j: usize, hand: &Tiles) {
        if self.list.len() >= MAX_SCENARIOS {
            self.truncated = true;
            return;
        }
        let Some(joker) = self.jokers.get(j).copied() else {
            if !self.list.contains(&scenario) {
                self.list.push(scenario);
            }
            return;
        };
        self.find_from_hand(scenario, j + 1, hand);
        for (tile, held) in hand.kinds() {
            if joker.stands_for(tile) && scenario.count_freed_by(tile) < held {
                let mut freed = scenario.with_freed_by(tile);
                freed.freed |= 1 << j;
                freed.replaced_by[j] = tile.color().map_or(0, |color| 1 << color.index());
                self.find_from_hand(freed, j + 1, hand);
            }
        }
    }

    /// The constraints of the jokers that stay in a scenario.
    pub(super) fn constraints(
        &self,
        scenario: &Scenario,
        rules: &Rules,
        table: &Table,
        direction: SweepDirection,
        constraints: &mut JokerConstraints,
    ) {
        let values = rules.deck.values;
        constraints.runs.clear();
        constraints.groups.clear();
        let mut j = 0;
        while j < self.jokers.len() {
            let index = self.jokers[j].meld;
            let end = j + self.jokers[j..].iter().take_while(|joker| joker.meld == index).count();
            let staying = (j..end).filter(|&j| scenario.freed >> j & 1 == 0);
            let meld = &table.melds()[index];
            let size = meld.len() as u8;
            let needed = if rules.locked_meld == LockedMeld::Frozen { size } else { size.min(3) };
            // Under `identity` one natural tile is enough, or as many jokers as `keep_three` needs tiles.
            let natural_counts = if rules.locked_meld == LockedMeld::Identity { needed } else { 1 };
            match meld {
                Meld::Run(run) => {
                    let locked = staying.fold(0u32, |mask, j| mask | 1 << self.jokers[j].value);
                    let all = ((1u32 << run.len) - 1) << run.first;
                    if locked != 0 {
                        constraints.runs.push(RunConstraint {
                            color: run.color,
                            locked: direction.mask(locked, values),
                            claimable: direction.mask(all & !locked, values),
                            needed,
                            natural_counts,
                        });
                    }
                }
                Meld::Group(group) => {
                    let locked = staying.count() as u8;
                    if locked != 0 {
                        let freed = (j..end).filter(|&j| scenario.freed >> j & 1 == 1);
                        let mut replaced = [0; MAX_JOKERS];
                        let mut len = 0;
                        for j in freed {
                            replaced[len] = scenario.replaced_by[j];
                            len += 1;
                        }
                        constraints.groups.push(GroupConstraint {
                            value: direction.value(group.value, values),
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
        debug_assert!(
            constraints.groups.iter().all(|constraint| constraint.identities & !palette_mask(&rules.deck) == 0)
        );
    }
}
