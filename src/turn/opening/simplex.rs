//! Optimal prices: the simplex method with column generation.
//!
//! The linear program has one row for each kind of tile, and one for each number that allows one choice of groups;
//! its columns are runs and choices of groups. Only columns that are underpriced at the current dual prices are ever
//! made (Gilmore and Gomory 1961; groups by number as in Dantzig and Wolfe 1960).
//!
//! Not the crate `microlp` (0.7): it tells no dual prices, takes no columns later, and stops by its own clock only.

use super::prices::{POINT, Prices, Underpriced};
use super::supply::Supply;

/// After this many pivots the prices are taken as they are; they are correct, if not optimal.
const MOST_PIVOTS: usize = 5_000;

/// Smaller numbers count as zero.
const EPSILON: f64 = 1e-6;

struct Column {
    entries: Vec<(usize, f64)>,
    value: f64,
}

struct Simplex<'a> {
    supply: &'a Supply,
    /// The row of each cell, of the jokers, and of the groups of each number. Cells without tiles have none.
    row_of: Vec<Option<usize>>,
    rows: usize,
    /// The inverse of the basis, row by row.
    inverse: Vec<f64>,
    /// The values of the basic variables.
    solution: Vec<f64>,
    duals: Vec<f64>,
    columns: Vec<Column>,
}

/// Prices that give a bound as low as possible, or nearly so; if `stop` returns true, correct ones at once.
pub(super) fn optimal_prices(supply: &Supply, stop: &mut dyn FnMut() -> bool) -> Prices {
    let mut simplex = Simplex::new(supply);
    simplex.solve(stop);
    let mut prices = simplex.prices();
    prices.make_correct(supply);
    prices
}

impl<'a> Simplex<'a> {
    fn new(supply: &'a Supply) -> Self {
        let jokers = supply.jokers as u8;
        let groups = (0..supply.values).map(|row| {
            let possible = supply.colors >= supply.shortest && supply.row(row).any(|cell| supply.left[cell] > 0);
            u8::from(possible)
        });
        let limits = supply.left.iter().copied().chain([jokers]).chain(groups);
        let (mut row_of, mut solution) = (Vec::new(), Vec::new());
        for limit in limits {
            row_of.push((limit > 0).then_some(solution.len()));
            if limit > 0 {
                // A tiny shift, different for each row, keeps the method from cycling (Charnes 1952).
                let shift = (solution.len() * 37 % 101) as u32;
                solution.push(f64::from(limit) + f64::from(shift) * EPSILON);
            }
        }
        let rows = solution.len();
        let mut inverse = vec![0.0; rows * rows];
        inverse.iter_mut().step_by(rows + 1).for_each(|diagonal| *diagonal = 1.0);
        Self { supply, row_of, rows, inverse, solution, duals: vec![0.0; rows], columns: Vec::new() }
    }

    /// The row of the jokers in `row_of`; the groups come after it.
    const fn jokers(&self) -> usize {
        self.supply.left.len()
    }

    fn prices(&self) -> Prices {
        let price = |at: usize| self.row_of[at].map_or(0, |row| fixed_point(self.duals[row].max(0.0)));
        Prices { cells: (0..self.jokers()).map(price).collect(), joker: price(self.jokers()) }
    }

    fn solve(&mut self, stop: &mut dyn FnMut() -> bool) {
        let mut pivots = 0;
        loop {
            self.generate_columns();
            let before = pivots;
            while let Some((entering, reduced)) = self.entering() {
                if pivots == MOST_PIVOTS || stop() || !self.pivot(&entering, reduced) {
                    return;
                }
                pivots += 1;
            }
            if pivots == before {
                return;
            }
        }
    }

    fn generate_columns(&mut self) {
        let prices = self.prices();
        let mut columns: Vec<Column> =
            prices.underpriced_runs(self.supply).iter().map(|run| self.column(run, None)).collect();
        for row in 0..self.supply.values {
            let groups = self.row_of[self.jokers() + 1 + row];
            if groups.is_some() {
                columns.push(self.column(&prices.underpriced_groups(self.supply, row), groups));
            }
        }
        self.columns = columns;
    }

    fn column(&self, tiles: &Underpriced, groups: Option<usize>) -> Column {
        let jokers = (self.jokers(), tiles.jokers);
        let kinds = tiles.cells.iter().copied().chain((tiles.jokers > 0).then_some(jokers));
        let entries = kinds.filter_map(|(at, count)| Some((self.row_of[at]?, f64::from(count))));
        Column { entries: entries.chain(groups.map(|row| (row, 1.0))).collect(), value: tiles.value.into() }
    }

    /// The column that is most underpriced, or else the slack of a row with a negative price; with its reduced cost.
    fn entering(&self) -> Option<(Column, f64)> {
        let reduced = |column: &Column| {
            column.value - column.entries.iter().map(|&(row, count)| count * self.duals[row]).sum::<f64>()
        };
        let columns = self.columns.iter().enumerate().map(|(at, column)| (reduced(column), Ok(at)));
        let slacks = self.duals.iter().enumerate().map(|(row, dual)| (-dual, Err(row)));
        let (most, which) = columns.chain(slacks).max_by(|a, b| a.0.total_cmp(&b.0)).filter(|best| best.0 > EPSILON)?;
        let column = match which {
            Ok(at) => Column { entries: self.columns[at].entries.clone(), value: self.columns[at].value },
            Err(row) => Column { entries: vec![(row, 1.0)], value: 0.0 },
        };
        Some((column, most))
    }

    /// Brings a column into the basis; false if numbers have become too inaccurate to do so.
    fn pivot(&mut self, entering: &Column, reduced: f64) -> bool {
        let rows = self.rows;
        let direction: Vec<f64> = self
            .inverse
            .chunks_exact(rows)
            .map(|row| entering.entries.iter().map(|&(at, count)| count * row[at]).sum())
            .collect();
        let ratio = |row: usize| self.solution[row].max(0.0) / direction[row];
        let candidates = (0..rows).filter(|&row| direction[row] > EPSILON);
        let Some(leaving) = candidates.min_by(|&a, &b| ratio(a).total_cmp(&ratio(b))) else { return false };
        let (step, pivot) = (ratio(leaving), direction[leaving]);
        let pivot_row: Vec<f64> =
            self.inverse[leaving * rows..(leaving + 1) * rows].iter().map(|entry| entry / pivot).collect();
        for (dual, entry) in self.duals.iter_mut().zip(&pivot_row) {
            *dual += reduced * entry;
        }
        for (row, entries) in self.inverse.chunks_exact_mut(rows).enumerate() {
            if row == leaving {
                entries.copy_from_slice(&pivot_row);
                self.solution[row] = step;
            } else if direction[row].abs() > 0.0 {
                self.solution[row] -= step * direction[row];
                for (entry, other) in entries.iter_mut().zip(&pivot_row) {
                    *entry -= direction[row] * other;
                }
            }
        }
        true
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "prices are small")]
fn fixed_point(price: f64) -> i64 {
    (price * POINT as f64).ceil() as i64
}
