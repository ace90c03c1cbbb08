//! Upper bounds on the value of melds, by linear programming duality.
//!
//! Give every tile a price so that no run is worth more than its tiles cost. Then melds of the tiles left are worth
//! at most what those tiles cost, plus, for each number, the most that groups of it gain over the prices of their
//! tiles (its surplus). Any such prices are correct; the optimal ones, the dual solution of the linear program over
//! all runs and all ways to form the groups of a number, give a tight bound.

use super::supply::Supply;

/// Prices are fixed-point numbers: this is one point.
pub(super) const POINT: i64 = 1 << 20;

/// A gain that is too small to matter.
const TOLERANCE: i64 = 16;

/// At most this many kinds of tile can be in the groups of one number: each color, and jokers.
const KINDS: usize = 9;

#[derive(Debug, Clone)]
pub(super) struct Prices {
    /// The price of a tile, by cell.
    pub(super) cells: Vec<i64>,
    pub(super) joker: i64,
}

/// Tiles that are worth more than their prices: a run, or all groups of one number.
#[derive(Debug, Clone)]
pub(super) struct Underpriced {
    /// How many tiles it takes from each cell.
    pub(super) cells: Vec<(usize, u32)>,
    pub(super) jokers: u32,
    pub(super) value: u32,
    pub(super) gain: i64,
}

/// One kind of tile that groups may take.
#[derive(Debug, Clone, Copy, Default)]
struct Kind {
    /// The cell; `None` for jokers.
    cell: Option<usize>,
    count: u32,
    /// What one tile gains over its price.
    gain: i64,
}

impl Kind {
    /// How many of them can be in this many groups.
    fn most(&self, groups: u32) -> u32 {
        if self.cell.is_none() { self.count } else { self.count.min(groups) }
    }
}

/// What a tile with this number is worth.
fn points(number: usize) -> i64 {
    i64::from(number as u32) * POINT
}

impl Prices {
    /// The simplest correct prices: a tile costs its number, and a joker the highest number.
    pub(super) fn face_values(supply: &Supply) -> Self {
        let cells = (0..supply.left.len()).map(|cell| points(supply.number(cell))).collect();
        Self { cells, joker: points(supply.values) }
    }

    /// What one tile of each of these cells costs, and jokers.
    pub(super) fn cost(&self, cells: &[usize], jokers: u32) -> i64 {
        cells.iter().map(|&cell| self.cells[cell]).sum::<i64>() + self.joker * i64::from(jokers)
    }

    /// What the tiles from the cell `start` on cost, and all jokers.
    pub(super) fn cost_of_all(&self, supply: &Supply, start: usize) -> i64 {
        let counts = supply.left[start..].iter().map(|&count| i64::from(count));
        self.cells[start..].iter().zip(counts).map(|(price, count)| price * count).sum::<i64>()
            + self.joker * i64::from(supply.jokers)
    }

    /// The surplus of every number from the row `start` on.
    pub(super) fn surplus_of_all(&self, supply: &Supply, start: usize) -> i64 {
        (start..supply.values).map(|row| self.surplus(supply, row)).sum()
    }

    /// The most that groups of a number gain over the prices of their tiles.
    pub(super) fn surplus(&self, supply: &Supply, row: usize) -> i64 {
        self.best_groups(supply, row, |_, _| ())
    }

    /// The groups of a number that gain most over the prices of their tiles.
    pub(super) fn underpriced_groups(&self, supply: &Supply, row: usize) -> Underpriced {
        let mut best = Underpriced { cells: Vec::new(), jokers: 0, value: 0, gain: 0 };
        best.gain = self.best_groups(supply, row, |kinds, used| {
            best.cells.clear();
            best.jokers = 0;
            for (kind, &count) in kinds.iter().zip(used).filter(|(_, count)| **count > 0) {
                match kind.cell {
                    Some(cell) => best.cells.push((cell, count)),
                    None => best.jokers = count,
                }
            }
            best.value = used.iter().sum::<u32>() * (row as u32 + 1);
        });
        best
    }

    /// Finds the groups of a number that gain most, and passes each that is better than those before to `better`: the
    /// kinds of tile, best first, and how many of each it uses.
    ///
    /// Tiles form `n` groups if they are `n * shortest` to `n * colors` tiles, at most `n` of each color, and at least
    /// `n` are natural: deal them out by color, one to each group in turn. So for each `n`, the best `n` natural tiles
    /// and then the best of the rest are optimal.
    fn best_groups(&self, supply: &Supply, row: usize, mut better: impl FnMut(&[Kind], &[u32])) -> i64 {
        let number = points(row + 1);
        let mut kinds = [Kind::default(); KINDS];
        let mut found = 0;
        for cell in supply.row(row).filter(|&cell| supply.left[cell] > 0) {
            kinds[found] = Kind { cell: Some(cell), count: supply.left[cell].into(), gain: number - self.cells[cell] };
            found += 1;
        }
        kinds[found] = Kind { cell: None, count: supply.jokers, gain: number - self.joker };
        let kinds = &mut kinds[..=found];
        if kinds.iter().all(|kind| kind.gain <= 0) {
            return 0;
        }
        kinds.sort_unstable_by_key(|kind| std::cmp::Reverse(kind.gain));
        let mut best = 0;
        for groups in 1.. {
            let naturals: u32 = kinds.iter().filter(|kind| kind.cell.is_some()).map(|kind| kind.most(groups)).sum();
            let (least, most) = (groups * supply.shortest as u32, groups * supply.colors as u32);
            if naturals < groups || naturals + supply.jokers < least {
                break;
            }
            let mut used = [0; KINDS];
            let mut needed = groups;
            for (kind, used) in kinds.iter().zip(&mut used).filter(|(kind, _)| kind.cell.is_some()) {
                *used = needed.min(kind.most(groups));
                needed -= *used;
            }
            let mut taken = groups;
            for (kind, used) in kinds.iter().zip(&mut used) {
                let room = if kind.gain > 0 { most - taken } else { least.saturating_sub(taken) };
                let more = room.min(kind.most(groups) - *used);
                *used += more;
                taken += more;
            }
            let gain = kinds.iter().zip(used).map(|(kind, count)| kind.gain * i64::from(count)).sum();
            if gain > best {
                best = gain;
                better(kinds, &used[..kinds.len()]);
            }
        }
        best
    }

    /// For each color and first number, the run that is most underpriced, if one is.
    pub(super) fn underpriced_runs(&self, supply: &Supply) -> Vec<Underpriced> {
        let firsts = (0..supply.values).flat_map(|first| (0..supply.colors).map(move |color| (first, color)));
        firsts.filter_map(|(first, color)| self.underpriced_run(supply, first * supply.colors + color)).collect()
    }

    /// The most underpriced run whose first place is in the cell `first`.
    fn underpriced_run(&self, supply: &Supply, first: usize) -> Option<Underpriced> {
        let (mut value, mut cost, mut gaps) = (0, 0, 0);
        // What a joker in place of each tile saves, the most first.
        let mut savings: Vec<i64> = Vec::with_capacity(supply.values);
        let mut best: Option<(i64, usize, usize)> = None;
        let places = (first..supply.left.len()).step_by(supply.colors).take(supply.longest_run());
        for (before, cell) in places.enumerate() {
            value += points(supply.number(cell));
            if supply.left[cell] > 0 {
                cost += self.cells[cell];
                let saving = self.cells[cell] - self.joker;
                savings.insert(savings.partition_point(|&other| other > saving), saving);
            } else {
                gaps += 1;
                cost += self.joker;
            }
            let Some(spare) = (supply.jokers as usize).checked_sub(gaps) else { break };
            if before + 1 < supply.shortest || savings.is_empty() {
                continue;
            }
            // One tile must be natural.
            let most = spare.min(savings.len() - 1);
            let replaced = savings[..most].iter().take_while(|&&saving| saving > 0).count();
            let gain = value - cost + savings[..replaced].iter().sum::<i64>();
            if gain > best.map_or(TOLERANCE, |best| best.0) {
                best = Some((gain, before + 1, replaced));
            }
        }
        let (gain, len, replaced) = best?;
        let places = (first..supply.left.len()).step_by(supply.colors).take(len);
        let value = places.clone().map(|cell| supply.number(cell) as u32).sum();
        let mut naturals: Vec<usize> = places.filter(|&cell| supply.left[cell] > 0).collect();
        naturals.sort_by_key(|&cell| std::cmp::Reverse(self.cells[cell]));
        let cells: Vec<(usize, u32)> = naturals[replaced..].iter().map(|&cell| (cell, 1)).collect();
        Some(Underpriced { jokers: (len - cells.len()) as u32, cells, value, gain })
    }

    /// Raises all prices so far that no run is underpriced.
    pub(super) fn make_correct(&mut self, supply: &Supply) {
        let gains = self.underpriced_runs(supply).into_iter().map(|run| run.gain);
        let worst = gains.max().unwrap_or(0).max(TOLERANCE);
        let more = worst / i64::from(supply.shortest as u32) + 1;
        self.cells.iter_mut().for_each(|price| *price += more);
        self.joker += more;
    }
}
