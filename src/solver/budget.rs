//! Upper bounds by budget of jokers: rows that say what can still be played at most with no joker, half a joker, one,
//! and so on.
//!
//! A joker in a group serves several colors, so each color pays for its share only; counting in half jokers makes the
//! bound tighter. To combine two colors, their rows are convolved in the (max, +) semiring: the best sum over every way
//! to share the budget.
//!
//! The search spends most of its time on rows. Small bounds are therefore stored in 16 bits, so that eight budgets fit
//! into one SIMD register; others take 64 bits. Without jokers a row is a single number.

use wide::i16x8;

use super::instance::IMPOSSIBLE;

/// The most budgets of a row: 0 to 8 units of joker.
pub(super) const LEVELS: usize = 9;

/// The most a hand may be worth for small rows: no sum of bounds overflows then, and a sum with an impossible part
/// stays negative.
const MAX_SMALL_WORTH: i64 = 16_000;

/// Bounds in a register.
const WIDTH: usize = 8;

/// Rows of all sizes, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct BoundRows {
    single: Vec<i64>,
    small: Vec<SmallRow>,
    wide: Vec<WideRow>,
}

impl BoundRows {
    /// Forgets all rows.
    pub(super) fn clear(&mut self) {
        self.single.clear();
        self.small.clear();
        self.wide.clear();
    }

    /// Gives back the memory of more than `rows` rows.
    pub(super) fn trim(&mut self, rows: usize) {
        self.single.shrink_to(rows);
        self.small.shrink_to(rows);
        self.wide.shrink_to(rows);
    }
}

/// The arithmetic of rows with one number of budgets.
pub(super) trait BudgetBounds {
    type Row: Copy;
    /// The number of budgets.
    const BUDGETS: usize;
    /// The row for "nothing is left to play".
    const NOTHING: Self::Row;
    /// The row for "impossible with any budget".
    const NEVER: Self::Row;

    fn rows(rows: &BoundRows) -> &[Self::Row];
    fn rows_mut(rows: &mut BoundRows) -> &mut Vec<Self::Row>;

    /// The bound for one budget.
    fn at(row: &Self::Row, level: usize) -> i64;

    /// The bound for the highest budget.
    #[inline]
    fn most(row: &Self::Row) -> i64 {
        Self::at(row, Self::BUDGETS - 1)
    }

    /// The same for a [reversed](Self::reversed) row.
    fn most_reversed(row: &Self::Row) -> i64;

    /// The (max, +) convolution: the best sums over every way to share each budget between two parts.
    fn convolve(a: &Self::Row, b: &Self::Row) -> Self::Row;

    /// A row prepared to be the second argument of [`best_sum`](Self::best_sum).
    fn reversed(row: &Self::Row) -> Self::Row;

    /// One element of the convolution of a row with a reversed one.
    fn best_sum(a: &Self::Row, reversed: &Self::Row, budget: usize) -> i64;

    /// The elementwise maximum of some rows, each shifted by the units spent and raised by the gain.
    fn max_over<'r>(rows: impl Iterator<Item = (&'r Self::Row, usize, i64)>) -> Self::Row
    where
        Self::Row: 'r;
}

/// Eight impossible bounds, then the bounds, all raised by [`ZERO`]. So a row can be read at an offset as if the budget
/// were lower.
type SmallRow = [i16; 2 * WIDTH];
type WideRow = [i64; LEVELS];

/// The offset of small bounds; what is below is impossible.
const ZERO: i16 = 1 << 14;

/// The budget of no joker.
pub(super) struct Single;

/// Up to eight budgets of 16 bits.
pub(super) struct Small<const T: usize>;

/// Up to nine budgets of 64 bits.
pub(super) struct Wide<const T: usize>;

/// The bounds of a row after spending `units`.
#[inline]
fn shifted(row: &SmallRow, units: usize) -> i16x8 {
    let from = WIDTH - units.min(WIDTH);
    i16x8::from_slice_unaligned(&row[from..from + WIDTH])
}

/// The row with these bounds.
#[inline]
fn row_of(bounds: i16x8) -> SmallRow {
    let mut row = [0; 2 * WIDTH];
    row[WIDTH..].copy_from_slice(&bounds.to_array());
    row
}

impl BudgetBounds for Single {
    type Row = i64;
    const BUDGETS: usize = 1;
    const NOTHING: i64 = 0;
    const NEVER: i64 = IMPOSSIBLE;

    #[inline]
    fn rows(rows: &BoundRows) -> &[i64] {
        &rows.single
    }

    #[inline]
    fn rows_mut(rows: &mut BoundRows) -> &mut Vec<i64> {
        &mut rows.single
    }

    #[inline]
    fn at(row: &i64, _: usize) -> i64 {
        *row
    }

    #[inline]
    fn most_reversed(row: &i64) -> i64 {
        *row
    }

    #[inline]
    fn convolve(a: &i64, b: &i64) -> i64 {
        (a + b).max(IMPOSSIBLE)
    }

    #[inline]
    fn reversed(row: &i64) -> i64 {
        *row
    }

    #[inline]
    fn best_sum(a: &i64, reversed: &i64, _: usize) -> i64 {
        a + reversed
    }

    #[inline]
    fn max_over<'r>(rows: impl Iterator<Item = (&'r i64, usize, i64)>) -> i64 {
        rows.filter(|&(_, units, _)| units == 0).fold(IMPOSSIBLE, |best, (row, _, gain)| best.max(row + gain))
    }
}

impl<const T: usize> BudgetBounds for Small<T> {
    type Row = SmallRow;
    const BUDGETS: usize = T;
    const NOTHING: SmallRow = {
        let mut row = [0; 2 * WIDTH];
        let mut level = WIDTH;
        while level < 2 * WIDTH {
            row[level] = ZERO;
            level += 1;
        }
        row
    };
    const NEVER: SmallRow = [0; 2 * WIDTH];

    #[inline]
    fn rows(rows: &BoundRows) -> &[SmallRow] {
        &rows.small
    }

    #[inline]
    fn rows_mut(rows: &mut BoundRows) -> &mut Vec<SmallRow> {
        &mut rows.small
    }

    #[inline]
    fn at(row: &SmallRow, level: usize) -> i64 {
        i64::from(row[WIDTH + level]) - i64::from(ZERO)
    }

    #[inline]
    fn most_reversed(row: &SmallRow) -> i64 {
        i64::from(row[0]) - i64::from(ZERO)
    }

    #[inline]
    fn convolve(a: &SmallRow, b: &SmallRow) -> SmallRow {
        let mut best = shifted(b, 0).saturating_add(i16x8::splat(a[WIDTH] - ZERO));
        for units in 1..T {
            best = best.max(shifted(b, units).saturating_add(i16x8::splat(a[WIDTH + units] - ZERO)));
        }
        row_of(best.max(i16x8::ZERO))
    }

    #[inline]
    fn reversed(row: &SmallRow) -> SmallRow {
        let mut reversed = Self::NEVER;
        for level in 0..T {
            reversed[T - 1 - level] = row[WIDTH + level];
        }
        reversed
    }

    #[inline]
    fn best_sum(a: &SmallRow, reversed: &SmallRow, budget: usize) -> i64 {
        let from = (T - 1).saturating_sub(budget);
        let rest = i16x8::from_slice_unaligned(&reversed[from..from + WIDTH]);
        let sums = (shifted(a, 0) - i16x8::splat(ZERO)).saturating_add(rest);
        i64::from(sums.reduce_max()) - i64::from(ZERO)
    }

    #[inline]
    fn max_over<'r>(rows: impl Iterator<Item = (&'r SmallRow, usize, i64)>) -> SmallRow {
        let mut best = i16x8::ZERO;
        for (row, units, gain) in rows {
            best = best.max(shifted(row, units).saturating_add(i16x8::splat(gain as i16)));
        }
        row_of(best)
    }
}

impl<const T: usize> BudgetBounds for Wide<T> {
    type Row = WideRow;
    const BUDGETS: usize = T;
    const NOTHING: WideRow = [0; LEVELS];
    const NEVER: WideRow = [IMPOSSIBLE; LEVELS];

    #[inline]
    fn rows(rows: &BoundRows) -> &[WideRow] {
        &rows.wide
    }

    #[inline]
    fn rows_mut(rows: &mut BoundRows) -> &mut Vec<WideRow> {
        &mut rows.wide
    }

    #[inline]
    fn at(row: &WideRow, level: usize) -> i64 {
        row[level]
    }

    #[inline]
    fn most_reversed(row: &WideRow) -> i64 {
        row[T - 1]
    }

    #[inline]
    fn convolve(a: &WideRow, b: &WideRow) -> WideRow {
        let mut both = Self::NEVER;
        for i in 0..T {
            for j in 0..T - i {
                both[i + j] = both[i + j].max(a[i] + b[j]);
            }
        }
        both
    }

    #[inline]
    fn reversed(row: &WideRow) -> WideRow {
        *row
    }

    #[inline]
    fn best_sum(a: &WideRow, reversed: &WideRow, budget: usize) -> i64 {
        let budget = budget.min(T - 1);
        (0..=budget).map(|units| a[units] + reversed[budget - units]).max().unwrap_or(IMPOSSIBLE)
    }

    #[inline]
    fn max_over<'r>(rows: impl Iterator<Item = (&'r WideRow, usize, i64)>) -> WideRow {
        let mut best = Self::NEVER;
        for (row, units, gain) in rows {
            for level in units..T {
                best[level] = best[level].max(row[level - units] + gain);
            }
        }
        best
    }
}

/// The size of the rows of a subproblem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum BoundsKind {
    #[default]
    Single,
    Small3,
    Small5,
    Small7,
    Wide5,
    Wide9,
}

impl BoundsKind {
    /// The smallest that is enough for these units of joker and the worth of the hand.
    pub(super) const fn of(units: usize, hand_worth: i64) -> Self {
        match (units, hand_worth <= MAX_SMALL_WORTH) {
            (0, _) => Self::Single,
            (1 | 2, true) => Self::Small3,
            (3 | 4, true) => Self::Small5,
            (5 | 6, true) => Self::Small7,
            (1..=4, false) => Self::Wide5,
            _ => Self::Wide9,
        }
    }
}

/// Calls what is generic over [`BudgetBounds`] with the implementation that a [`BoundsKind`] names.
macro_rules! with_bounds {
    ($kind:expr, $budget:ident => $call:expr) => {
        match $kind {
            $crate::solver::budget::BoundsKind::Single => {
                type $budget = $crate::solver::budget::Single;
                $call
            }
            $crate::solver::budget::BoundsKind::Small3 => {
                type $budget = $crate::solver::budget::Small<3>;
                $call
            }
            $crate::solver::budget::BoundsKind::Small5 => {
                type $budget = $crate::solver::budget::Small<5>;
                $call
            }
            $crate::solver::budget::BoundsKind::Small7 => {
                type $budget = $crate::solver::budget::Small<7>;
                $call
            }
            $crate::solver::budget::BoundsKind::Wide5 => {
                type $budget = $crate::solver::budget::Wide<5>;
                $call
            }
            $crate::solver::budget::BoundsKind::Wide9 => {
                type $budget = $crate::solver::budget::Wide<9>;
                $call
            }
        }
    };
}
pub(super) use with_bounds;
