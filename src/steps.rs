//! Turns as moves that a person can carry out.
//!
//! [`steps`] works in three stages:
//! 1. Ask [`check_turn`](crate::check_turn) what became of the table's jokers, and leave out every meld that need
//!    not be touched.
//! 2. Assign each tile to a meld of the new table (`assign`). Each new meld takes the largest part it can from one
//!    heap, and that part is not moved at all. Local search then reduces the number of moves.
//! 3. Order the moves that are left so that the heaps look like melds as far as possible (`order`). In the middle of
//!    a turn, tiles may be in any state (rule 10).
//!
//! Jokers are exchanged before anything else is moved.

mod assign;
mod heap;
mod opening;
mod order;
mod replay;
mod sentence;
mod step;
mod workspace;

pub use heap::Heap;
pub use replay::{ReplayError, replay};
pub use step::{Borrowed, Step};

use crate::meld::Meld;
use crate::rules::{OpeningTable, Rules};
use crate::table::{InvalidTableError, Table};
use crate::tile::Tiles;
use crate::turn::{CheckError, Draft, IllegalTurnError, Stopped, TableJoker, check_turn_until};
use workspace::Workspace;

/// Why there are no steps.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepsError {
    /// The table before the turn and the hand cannot exist under these rules.
    #[error(transparent)]
    Table(#[from] InvalidTableError),
    /// The turn is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalTurnError),
    /// The caller stopped [`steps_until`].
    #[error("the steps were stopped")]
    Stopped,
}

impl From<CheckError> for StepsError {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Table(error) => Self::Table(error),
            CheckError::Stopped => Self::Stopped,
        }
    }
}

impl From<Stopped> for StepsError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Breaks a turn into moves: how a player who holds `hand` gets from the table `before` to the table `after`.
///
/// The steps leave out melds that need not be touched. Each joker is exchanged (rule 14) before it is played again.
/// A joker that is not exchanged stays where it is, or moves together with the tiles of its meld that must stay with
/// it (rule 15). Under `opening_table = same_turn` the opening melds are played first (rule 11). [`replay()`] carries
/// the steps out.
///
/// ```
/// use rummy_fast::{Rules, Table, replay, steps};
/// let rules = Rules::schmidt();
/// let before = Table::parse("r3 J r5", &rules)?;
/// let after = Table::parse("r3 r4 r5 | y9 b9 J", &rules)?;
/// let steps = steps(&before, &"r4 y9 b9".parse()?, &after, true, &rules)?;
/// let texts: Vec<String> = steps.iter().map(ToString::to_string).collect();
/// assert_eq!(texts, [
///     "Exchange the joker of r3 J r5 for r4 from the hand: r3 r4 r5",
///     "Play y9 b9 from the hand and the freed joker as a new meld: y9 b9 J",
/// ]);
/// assert_eq!(replay(&before, &steps)?, after);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If `before` and `hand` cannot exist under these rules, or the turn is illegal.
pub fn steps(
    before: &Table,
    hand: &Tiles,
    after: &Table,
    opened: bool,
    rules: &Rules,
) -> Result<Vec<Step>, StepsError> {
    steps_until(before, hand, after, opened, rules, &mut || false)
}

/// As [`steps`], for callers who may have to stop: `stop` is called often, and the work ends when it returns true. See
/// [`check_turn_until`] for turns that take long.
///
/// # Errors
/// As for [`steps`], or if it was stopped.
pub fn steps_until(
    before: &Table,
    hand: &Tiles,
    after: &Table,
    opened: bool,
    rules: &Rules,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Vec<Step>, StepsError> {
    let verdict = check_turn_until(before, hand, &Draft::from(after), opened, rules, stop)?;
    let (played, jokers) = (verdict.tiles.clone(), verdict.jokers.clone());
    verdict.verify()?;
    let whole = TableDiff { before: before.melds().to_vec(), after: after.melds().to_vec(), jokers };
    let diff = whole.without_idle_melds(&mut |diff| {
        let (before, after) = (Table::new(diff.before.clone()), Table::new(diff.after.clone()));
        match check_turn_until(&before, hand, &Draft::from(&after), opened, rules, stop) {
            Ok(verdict) => Ok(verdict.legal().then_some(verdict.jokers)),
            Err(CheckError::Table(_)) => Ok(None),
            Err(CheckError::Stopped) => Err(Stopped),
        }
    })?;
    let mut own = Vec::new();
    if !opened && !diff.before.is_empty() && rules.opening_table == OpeningTable::SameTurn {
        own = opening::melds(&played, &diff.after, rules, stop)?;
    }
    let mut workspace = Workspace::new(&diff.before, &own, &played, rules);
    workspace.exchange(&diff.jokers);
    assign::assign(&mut workspace, &diff.after, &diff.jokers);
    Ok(order::carry_out(workspace, diff.after.len()))
}

/// The melds that differ before and after a turn, and what became of their jokers.
#[derive(Debug, Clone)]
struct TableDiff {
    before: Vec<Meld>,
    after: Vec<Meld>,
    jokers: Vec<TableJoker>,
}

/// What becomes of the table's jokers, if a turn is legal.
type Judgment = Result<Option<Vec<TableJoker>>, Stopped>;

impl TableDiff {
    /// Removes melds that are there before and after, unless the turn needs them: one of their tiles may have been
    /// borrowed and replaced. `judge` returns what becomes of the jokers if a turn is legal.
    fn without_idle_melds(self, judge: &mut dyn FnMut(&Self) -> Judgment) -> Result<Self, Stopped> {
        let mut fewer = self.clone();
        let mut idle = Vec::new();
        for meld in &self.before {
            if fewer.remove_meld(*meld) {
                idle.push(*meld);
            }
        }
        if idle.is_empty() {
            return Ok(self);
        }
        if let Some(jokers) = judge(&fewer)? {
            return Ok(Self { jokers, ..fewer });
        }
        let mut diff = self;
        for meld in idle {
            let mut fewer = diff.clone();
            fewer.remove_meld(meld);
            if let Some(jokers) = judge(&fewer)? {
                diff = Self { jokers, ..fewer };
            }
        }
        Ok(diff)
    }

    /// Removes a meld from both sides. Returns false if it is not on both.
    fn remove_meld(&mut self, meld: Meld) -> bool {
        let place = |melds: &[Meld]| melds.iter().position(|other| *other == meld);
        let (Some(old), Some(new)) = (place(&self.before), place(&self.after)) else { return false };
        self.before.remove(old);
        self.after.remove(new);
        true
    }
}
