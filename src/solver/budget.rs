//! Bounds for each budget of jokers, side by side in one row.
//!
//! A row says what can still be played at most with no joker, with half a joker, with one, and so on. Rows are
//! where the time goes, so small numbers are kept in sixteen bits: eight budgets then fit one register of any
//! processor. What would not fit is kept in sixty-four.

use wide::i16x8;

use super::position::IMPOSSIBLE;

/// Bounds are kept for budgets of 0 to 8 units of joker.
pub(super) const LEVELS: usize = 9;

/// No whole hand may be worth more than this if its rows are small: then no sum of bounds overflows, and one
/// that holds something impossible stays negative.
pub(super) const SMALL: i64 = 16_000;

/// Lanes of a register.
const WIDTH: usize = 8;

/// Rows of both kinds, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Rows {
    small: Vec<SmallRow>,
    wide: Vec<WideRow>,
}

/// How bounds are kept for one number of budgets.
pub(super) trait Budget {
    type Row: Copy;
    /// How many budgets there are.
    const LEVELS: usize;
    /// Nothing can be played, whatever the budget.
    const NOTHING: Self::Row;
    /// No budget is enough.
    const NEVER: Self::Row;

    fn rows(rows: &Rows) -> &[Self::Row];
    fn rows_mut(rows: &mut Rows) -> &mut Vec<Self::Row>;

    fn at(row: &Self::Row, level: usize) -> i64;

    /// With all of the budget.
    #[inline]
    fn most(row: &Self::Row) -> i64 {
        Self::at(row, Self::LEVELS - 1)
    }

    /// The same of a [turned](Self::turned) row.
    fn most_turned(row: &Self::Row) -> i64;

    /// Best sums over every way to share a budget between two parts.
    fn share(a: &Self::Row, b: &Self::Row) -> Self::Row;

    /// A row to be the second of [`within`](Self::within).
    fn turned(row: &Self::Row) -> Self::Row;

    /// The best sum of a row and a turned one within one budget.
    fn within(a: &Self::Row, turned: &Self::Row, budget: usize) -> i64;

    /// The best of some rows, each after spending some units for some gain.
    fn best<'r>(ways: impl Iterator<Item = (&'r Self::Row, usize, i64)>) -> Self::Row
    where
        Self::Row: 'r;
}

/// Eight places that are impossible, then the bounds, each more by [`ZERO`]: so a row can be read as if the
/// budget were less, and nothing but zeros need be shifted in.
type SmallRow = [i16; 2 * WIDTH];
type WideRow = [i64; LEVELS];

/// What stands for nothing played. All that is less is impossible.
const ZERO: i16 = 1 << 14;

/// Up to eight budgets in sixteen bits.
pub(super) struct Small<const T: usize>;

/// Up to nine budgets in sixty-four bits.
pub(super) struct Wide<const T: usize>;

/// The bounds of a row with `units` less.
#[inline]
fn shifted(row: &SmallRow, units: usize) -> i16x8 {
    let from = WIDTH - units.min(WIDTH);
    i16x8::from_slice_unaligned(&row[from..from + WIDTH])
}

/// A row of these bounds.
#[inline]
fn row_of(bounds: i16x8) -> SmallRow {
    let mut row = [0; 2 * WIDTH];
    row[WIDTH..].copy_from_slice(&bounds.to_array());
    row
}

impl<const T: usize> Budget for Small<T> {
    type Row = SmallRow;
    const LEVELS: usize = T;
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
    fn rows(rows: &Rows) -> &[SmallRow] {
        &rows.small
    }

    #[inline]
    fn rows_mut(rows: &mut Rows) -> &mut Vec<SmallRow> {
        &mut rows.small
    }

    #[inline]
    fn at(row: &SmallRow, level: usize) -> i64 {
        i64::from(row[WIDTH + level]) - i64::from(ZERO)
    }

    #[inline]
    fn most_turned(row: &SmallRow) -> i64 {
        i64::from(row[0]) - i64::from(ZERO)
    }

    #[inline]
    fn share(a: &SmallRow, b: &SmallRow) -> SmallRow {
        let mut best = shifted(b, 0).saturating_add(i16x8::splat(a[WIDTH] - ZERO));
        for units in 1..T {
            best = best.max(shifted(b, units).saturating_add(i16x8::splat(a[WIDTH + units] - ZERO)));
        }
        row_of(best.max(i16x8::ZERO))
    }

    #[inline]
    fn turned(row: &SmallRow) -> SmallRow {
        let mut turned = Self::NEVER;
        for level in 0..T {
            turned[T - 1 - level] = row[WIDTH + level];
        }
        turned
    }

    #[inline]
    fn within(a: &SmallRow, turned: &SmallRow, budget: usize) -> i64 {
        let from = (T - 1).saturating_sub(budget);
        let rest = i16x8::from_slice_unaligned(&turned[from..from + WIDTH]);
        let sums = (shifted(a, 0) - i16x8::splat(ZERO)).saturating_add(rest);
        i64::from(sums.reduce_max()) - i64::from(ZERO)
    }

    #[inline]
    fn best<'r>(ways: impl Iterator<Item = (&'r SmallRow, usize, i64)>) -> SmallRow {
        let mut best = i16x8::ZERO;
        for (row, units, gain) in ways {
            best = best.max(shifted(row, units).saturating_add(i16x8::splat(gain as i16)));
        }
        row_of(best)
    }
}

impl<const T: usize> Budget for Wide<T> {
    type Row = WideRow;
    const LEVELS: usize = T;
    const NOTHING: WideRow = [0; LEVELS];
    const NEVER: WideRow = [IMPOSSIBLE; LEVELS];

    #[inline]
    fn rows(rows: &Rows) -> &[WideRow] {
        &rows.wide
    }

    #[inline]
    fn rows_mut(rows: &mut Rows) -> &mut Vec<WideRow> {
        &mut rows.wide
    }

    #[inline]
    fn at(row: &WideRow, level: usize) -> i64 {
        row[level]
    }

    #[inline]
    fn most_turned(row: &WideRow) -> i64 {
        row[T - 1]
    }

    #[inline]
    fn share(a: &WideRow, b: &WideRow) -> WideRow {
        let mut both = Self::NEVER;
        for i in 0..T {
            for j in 0..T - i {
                both[i + j] = both[i + j].max(a[i] + b[j]);
            }
        }
        both
    }

    #[inline]
    fn turned(row: &WideRow) -> WideRow {
        *row
    }

    #[inline]
    fn within(a: &WideRow, turned: &WideRow, budget: usize) -> i64 {
        let budget = budget.min(T - 1);
        (0..=budget).map(|units| a[units] + turned[budget - units]).max().unwrap_or(IMPOSSIBLE)
    }

    #[inline]
    fn best<'r>(ways: impl Iterator<Item = (&'r WideRow, usize, i64)>) -> WideRow {
        let mut best = Self::NEVER;
        for (row, units, gain) in ways {
            for level in units..T {
                best[level] = best[level].max(row[level - units] + gain);
            }
        }
        best
    }
}

/// How bounds are kept in a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    #[default]
    Small1,
    Small3,
    Small5,
    Small7,
    Wide1,
    Wide5,
    Wide9,
}

impl Kind {
    /// What so many units of joker need, where the whole hand is worth so much.
    pub(super) const fn of(units: usize, whole: i64) -> Self {
        match (units, whole <= SMALL) {
            (0, true) => Self::Small1,
            (1 | 2, true) => Self::Small3,
            (3 | 4, true) => Self::Small5,
            (5 | 6, true) => Self::Small7,
            (0, false) => Self::Wide1,
            (1..=4, false) => Self::Wide5,
            _ => Self::Wide9,
        }
    }
}

/// Calls what is generic over the budget with that of a kind.
macro_rules! with_budget {
    ($kind:expr, $budget:ident => $call:expr) => {
        match $kind {
            $crate::solver::budget::Kind::Small1 => {
                type $budget = $crate::solver::budget::Small<1>;
                $call
            }
            $crate::solver::budget::Kind::Small3 => {
                type $budget = $crate::solver::budget::Small<3>;
                $call
            }
            $crate::solver::budget::Kind::Small5 => {
                type $budget = $crate::solver::budget::Small<5>;
                $call
            }
            $crate::solver::budget::Kind::Small7 => {
                type $budget = $crate::solver::budget::Small<7>;
                $call
            }
            $crate::solver::budget::Kind::Wide1 => {
                type $budget = $crate::solver::budget::Wide<1>;
                $call
            }
            $crate::solver::budget::Kind::Wide5 => {
                type $budget = $crate::solver::budget::Wide<5>;
                $call
            }
            $crate::solver::budget::Kind::Wide9 => {
                type $budget = $crate::solver::budget::Wide<9>;
                $call
            }
        }
    };
}
pub(super) use with_budget;
