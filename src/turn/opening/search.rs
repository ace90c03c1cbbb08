//! The search for opening melds: depth first, with a transposition table.

use rustc_hash::FxHashMap;

use super::super::stop::Stopped;
use super::prices::{POINT, Prices};
use super::simplex::optimal_prices;
use super::supply::Supply;
use crate::meld::Meld;
use crate::rules::Rules;
use crate::tile::Tiles;

/// The nodes tried before prices are optimized: most hands need no more.
const EASY: usize = 200;

/// The transposition table is emptied when it has this many entries of up to 210 bytes.
const MOST_ENTRIES: usize = 250_000;

/// Why a search ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Halt {
    Stopped,
    NodeLimit,
}

/// A meld that could be played next.
#[derive(Debug)]
struct MeldOption {
    /// The cells of its natural tiles, from the lowest.
    cells: Vec<usize>,
    jokers: u32,
    /// The first number of a run; `None` for a group.
    first: Option<usize>,
    value: u32,
    /// By how much the upper bound falls when it is played.
    loss: i64,
}

pub(super) struct OpeningSearch<'a> {
    rules: &'a Rules,
    stop: &'a mut dyn FnMut() -> bool,
    whole: Supply,
    supply: Supply,
    prices: Prices,
    /// Whether prices are optimized again at every new number.
    repricing: bool,
    /// What the tiles left cost, without those that will not be used.
    cost: i64,
    /// The least value that is known to be out of reach of the tiles left.
    unreachable: FxHashMap<Box<[u8]>, u32>,
    nodes_left: usize,
    /// The melds that reach the value asked for.
    chosen: Vec<Meld>,
}

impl<'a> OpeningSearch<'a> {
    pub(super) fn new(tiles: &Tiles, rules: &'a Rules, stop: &'a mut dyn FnMut() -> bool) -> Self {
        let whole = Supply::new(tiles, rules);
        let prices = Prices::face_values(&whole);
        Self {
            rules,
            stop,
            supply: whole.clone(),
            whole,
            prices,
            repricing: false,
            cost: 0,
            unreachable: FxHashMap::default(),
            nodes_left: 0,
            chosen: Vec::new(),
        }
    }

    /// Returns melds worth `need` or more, if there are any.
    pub(super) fn melds(&mut self, need: u32) -> Result<Option<Vec<Meld>>, Stopped> {
        Ok(self.reaches(need)?.then(|| std::mem::take(&mut self.chosen)))
    }

    /// Whether some of the tiles form melds worth `need` or more.
    pub(super) fn reaches(&mut self, need: u32) -> Result<bool, Stopped> {
        if !self.repricing {
            match self.run(need, EASY) {
                Ok(found) => return Ok(found),
                Err(Halt::Stopped) => return Err(Stopped),
                Err(Halt::NodeLimit) => self.optimize(),
            }
        }
        self.run(need, usize::MAX).map_err(|_| Stopped)
    }

    /// The most that melds of the tiles are worth, up to `most`.
    pub(super) fn worth(&mut self, most: u32) -> Result<u32, Stopped> {
        self.optimize();
        let bound = self.prices.cost_of_all(&self.whole, 0) + self.prices.surplus_of_all(&self.whole, 0);
        let mut worth = u32::try_from(bound / POINT).unwrap_or(u32::MAX).min(most);
        while !self.reaches(worth)? {
            worth -= 1;
        }
        Ok(worth)
    }

    fn optimize(&mut self) {
        self.prices = optimal_prices(&self.whole, self.stop);
        self.repricing = true;
    }

    fn run(&mut self, need: u32, nodes: usize) -> Result<bool, Halt> {
        self.supply.clone_from(&self.whole);
        self.cost = self.prices.cost_of_all(&self.supply, 0);
        self.nodes_left = nodes;
        self.chosen.clear();
        self.enter(0, 0, need)
    }

    /// Whether the tiles left, none of them before `start`, reach `need`. Prices were last optimized for `priced` or a
    /// later row.
    fn enter(&mut self, start: usize, priced: usize, need: u32) -> Result<bool, Halt> {
        if need == 0 {
            return Ok(true);
        }
        let least = i64::from(need) * POINT;
        if self.cost < least && self.cost + self.prices.surplus_of_all(&self.supply, start / self.supply.colors) < least
        {
            return Ok(false);
        }
        let cells = self.supply.left.iter().enumerate().skip(start);
        let Some(lowest) = cells.filter(|&(_, &count)| count > 0).map(|(cell, _)| cell).next() else {
            return Ok(false);
        };
        let key = self.key(lowest);
        if self.unreachable.get(&key).is_some_and(|&known| known <= need) {
            return Ok(false);
        }
        if (self.stop)() {
            return Err(Halt::Stopped);
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Halt::NodeLimit)?;
        let row = lowest / self.supply.colors;
        let found = if self.repricing && row > priced {
            self.with_better_prices(lowest, need)?
        } else {
            self.branch(lowest, priced, need)?
        };
        if !found {
            if self.unreachable.len() >= MOST_ENTRIES {
                self.unreachable.clear();
            }
            self.unreachable.insert(key, need);
        }
        Ok(found)
    }

    /// The tiles left, without the unchanged cells at the end.
    fn key(&self, lowest: usize) -> Box<[u8]> {
        let changed =
            (lowest..self.whole.left.len()).rev().find(|&cell| self.supply.left[cell] != self.whole.left[cell]);
        let end = changed.map_or(lowest, |cell| cell + 1);
        let left = self.supply.left[lowest..end].iter().copied();
        left.chain([self.supply.jokers as u8, lowest as u8]).collect()
    }

    /// As [`branch`](Self::branch), with prices that are optimal for the tiles left, if those give a lower bound.
    fn with_better_prices(&mut self, lowest: usize, need: u32) -> Result<bool, Halt> {
        let row = lowest / self.supply.colors;
        let mut rest = self.supply.clone();
        rest.left[..lowest].fill(0);
        let prices = optimal_prices(&rest, self.stop);
        let (cost, surplus) = (prices.cost_of_all(&rest, lowest), prices.surplus_of_all(&rest, row));
        if cost + surplus < i64::from(need) * POINT {
            return Ok(false);
        }
        if cost + surplus >= self.cost + self.prices.surplus_of_all(&self.supply, row) {
            return self.branch(lowest, row, need);
        }
        let prices = std::mem::replace(&mut self.prices, prices);
        let cost = std::mem::replace(&mut self.cost, cost);
        let found = self.branch(lowest, row, need);
        self.prices = prices;
        self.cost = cost;
        found
    }

    /// Tries every meld whose lowest natural tile is `lowest`, and then to leave that tile unused.
    fn branch(&mut self, lowest: usize, priced: usize, need: u32) -> Result<bool, Halt> {
        for option in self.options(lowest, need) {
            let cost = self.prices.cost(&option.cells, option.jokers);
            self.supply.take(&option.cells, option.jokers);
            self.cost -= cost;
            let found = self.enter(lowest, priced, need.saturating_sub(option.value))?;
            self.supply.put_back(&option.cells, option.jokers);
            self.cost += cost;
            if found {
                self.chosen.extend(option.meld(&self.supply, self.rules));
                return Ok(true);
            }
        }
        // Leave all copies unused: the case that one is used was tried above.
        let copies = std::mem::take(&mut self.supply.left[lowest]);
        let cost = self.prices.cells[lowest] * i64::from(copies);
        self.cost -= cost;
        let found = self.enter(lowest + 1, priced, need)?;
        self.cost += cost;
        self.supply.left[lowest] = copies;
        Ok(found)
    }

    /// The melds whose lowest natural tile is `lowest` that leave `need` within the upper bound, best first.
    fn options(&mut self, lowest: usize, need: u32) -> Vec<MeldOption> {
        let mut options = Vec::new();
        groups(&self.supply, lowest, &mut options);
        extend_run(&self.supply, &mut vec![lowest], lowest + self.supply.colors, 0, &mut options);
        let row = lowest / self.supply.colors;
        let most = self.cost + self.prices.surplus_of_all(&self.supply, row) - i64::from(need) * POINT;
        let surplus = self.prices.surplus(&self.supply, row);
        options.retain_mut(|option| {
            option.loss = self.prices.cost(&option.cells, option.jokers) - i64::from(option.value) * POINT;
            if option.loss <= most && option.first.is_none() && surplus > 0 {
                self.supply.take(&option.cells, option.jokers);
                option.loss += surplus - self.prices.surplus(&self.supply, row);
                self.supply.put_back(&option.cells, option.jokers);
            }
            option.loss <= most
        });
        options.sort_by_key(|option| (option.loss, std::cmp::Reverse(option.value)));
        options
    }
}

impl MeldOption {
    fn meld(&self, supply: &Supply, rules: &Rules) -> Option<Meld> {
        let lowest = *self.cells.first()?;
        let color = |cell: usize| rules.deck.colors.at(cell % supply.colors);
        let Some(first) = self.first else {
            let mask = self.cells.iter().fold(0, |mask, &cell| mask | 1 << color(cell).index());
            return Meld::group(supply.number(lowest) as u8, mask, self.jokers as u8, rules);
        };
        let len = self.cells.len() + self.jokers as usize;
        let naturals = self.cells.iter().fold(0u32, |bits, &cell| bits | 1 << (supply.number(cell) - first));
        let jokers = !naturals & ((1 << len) - 1);
        Meld::run(color(lowest), first as u8, len as u8, jokers, rules)
    }
}

/// Lists the groups whose first color is that of `lowest`.
fn groups(supply: &Supply, lowest: usize, options: &mut Vec<MeldOption>) {
    let (number, first) = (supply.number(lowest), lowest % supply.colors);
    for colors in (1u32..1 << supply.colors).filter(|colors| colors.trailing_zeros() as usize == first) {
        let cells: Vec<usize> =
            supply.row(number - 1).filter(|cell| colors >> (cell % supply.colors) & 1 == 1).collect();
        if cells.iter().any(|&cell| supply.left[cell] == 0) {
            continue;
        }
        let least = supply.shortest.saturating_sub(cells.len());
        for jokers in least..=(supply.colors - cells.len()).min(supply.jokers as usize) {
            let value = (number * (cells.len() + jokers)) as u32;
            options.push(MeldOption { cells: cells.clone(), jokers: jokers as u32, first: None, value, loss: 0 });
        }
    }
}

/// Lists the runs that extend a run of the natural tiles `cells` and `jokers` jokers; its next place is `next`.
fn extend_run(supply: &Supply, cells: &mut Vec<usize>, next: usize, jokers: u32, options: &mut Vec<MeldOption>) {
    let len = cells.len() + jokers as usize;
    let last = next / supply.colors;
    let at_the_end = next >= supply.left.len();
    // A joker before the first tile is worth less than one after the last, so it goes there only at the end.
    let below = if at_the_end { (supply.jokers - jokers).min((last - len) as u32) } else { 0 };
    for before in 0..=below {
        let len = len + before as usize;
        if len >= supply.shortest {
            let value = (len * (2 * last + 1 - len) / 2) as u32;
            let first = Some(last + 1 - len);
            options.push(MeldOption { cells: cells.clone(), jokers: jokers + before, first, value, loss: 0 });
        }
    }
    if at_the_end {
        return;
    }
    // A longer run can be cut in two unless one part might be all jokers.
    let long = len + 1 >= 2 * supply.shortest;
    let tile = supply.left[next] > 0;
    if tile && !(long && (jokers as usize) < supply.shortest) {
        cells.push(next);
        extend_run(supply, cells, next + supply.colors, jokers, options);
        cells.pop();
    }
    // A joker takes the place of a tile that is there only where another meld needs that tile.
    let for_the_tile = if tile { supply.shortest as u32 - 1 } else { 0 };
    if supply.jokers - jokers > for_the_tile && !(long && (jokers as usize) + 1 < supply.shortest) {
        extend_run(supply, cells, next + supply.colors, jokers + 1, options);
    }
}
