//! A turn as the moves a person would carry out.
//!
//! [`steps`] first asks [`check_turn`] what became of the table's jokers, and leaves aside every meld that can
//! lie untouched. Jokers are exchanged before anything else is moved. Then every tile is given its final
//! meld (`assign`): each final meld takes as many tiles as it can from one heap, and the largest such part is
//! not moved at all. What is left are a few moves, which are put in an order in which the heaps look like melds
//! as far as that goes (`order`). In between anything may lie about (rule 10).

mod assign;
mod desk;
mod opening;
mod order;
mod replay;
mod sentence;

pub use desk::Heap;
pub use replay::{ReplayError, replay};

use crate::meld::Meld;
use crate::rules::{OpeningTable, Rules};
use crate::table::{InvalidTableError, Table};
use crate::tile::{Tile, Tiles};
use crate::turn::{Draft, IllegalTurnError, TableJoker, check_turn};
use desk::Desk;

/// The tile of an exchange came from the table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Borrowed {
    /// What it was taken from.
    pub from: Heap,
    /// What was left there. Nothing if it was the only tile, or if it lay with the joker it replaced, put in
    /// for another one before.
    pub left: Option<Heap>,
}

/// One move. Heaps are given as they lie before and after it; those not named stay as they are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step {
    /// Tiles from the hand, jokers freed before, or both are played.
    Play {
        /// From the hand, jokers of the hand among them.
        tiles: Vec<Tile>,
        /// How many freed jokers are played with them (rule 14).
        freed: u8,
        /// What they are played at; nothing if they start a meld.
        onto: Option<Heap>,
        /// What lies there now.
        made: Heap,
    },
    /// Some tiles of a heap are moved.
    Take {
        /// The tiles.
        tiles: Vec<Tile>,
        /// What they are taken from.
        from: Heap,
        /// What is left there.
        left: Heap,
        /// What they are played at; nothing if they start a meld.
        onto: Option<Heap>,
        /// What lies there now.
        made: Heap,
    },
    /// A run is cut in two.
    Split {
        /// The run.
        from: Heap,
        /// Its lower and upper part.
        parts: [Heap; 2],
    },
    /// A whole heap is moved to another.
    Join {
        /// The heap that is moved.
        heap: Heap,
        /// The heap it is played at.
        onto: Heap,
        /// Both together.
        made: Heap,
    },
    /// A tile takes the place of a joker, which is free from then on (rule 14).
    Exchange {
        /// The tile.
        tile: Tile,
        /// Where it was borrowed; nothing if it came from the hand.
        borrowed: Option<Borrowed>,
        /// The heap with the joker.
        meld: Heap,
        /// The heap with the tile in its place.
        made: Heap,
    },
    /// Jokers of a heap move to other places of it, or stand for something else (only `locked_meld = free`).
    Shift {
        /// The heap before.
        from: Heap,
        /// The heap after.
        made: Heap,
    },
}

impl Step {
    /// A name for programs: `play`, `take`, `split`, `join`, `exchange` or `shift`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Play { .. } => "play",
            Self::Take { .. } => "take",
            Self::Split { .. } => "split",
            Self::Join { .. } => "join",
            Self::Exchange { .. } => "exchange",
            Self::Shift { .. } => "shift",
        }
    }

    /// The tiles that leave the hand with this step.
    #[must_use]
    pub fn from_hand(&self) -> &[Tile] {
        match self {
            Self::Play { tiles, .. } => tiles,
            Self::Exchange { tile, borrowed: None, .. } => std::slice::from_ref(tile),
            _ => &[],
        }
    }

    /// The heaps this step changes, as they lie before it.
    #[must_use]
    pub fn before(&self) -> Vec<&Heap> {
        match self {
            Self::Play { onto, .. } => onto.iter().collect(),
            Self::Take { from, onto, .. } => std::iter::once(from).chain(onto).collect(),
            Self::Split { from, .. } | Self::Shift { from, .. } => vec![from],
            Self::Join { heap, onto, .. } => vec![heap, onto],
            Self::Exchange { borrowed, meld, .. } => {
                let lender = borrowed.as_ref().filter(|borrowed| !borrowed.within(meld));
                lender.map(|borrowed| &borrowed.from).into_iter().chain([meld]).collect()
            }
        }
    }

    /// The heaps this step changes, as they lie after it.
    #[must_use]
    pub fn after(&self) -> Vec<&Heap> {
        match self {
            Self::Play { made, .. } | Self::Join { made, .. } | Self::Shift { made, .. } => vec![made],
            Self::Take { left, made, .. } => vec![left, made],
            Self::Split { parts, .. } => parts.iter().collect(),
            Self::Exchange { borrowed, made, .. } => {
                let left = borrowed.as_ref().and_then(|borrowed| borrowed.left.as_ref());
                left.into_iter().chain([made]).collect()
            }
        }
    }
}

impl Borrowed {
    /// Whether the tile lay in the joker's own heap.
    fn within(&self, meld: &Heap) -> bool {
        self.left.is_none() && self.from == *meld
    }
}

fn words(tiles: &[Tile]) -> String {
    tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ")
}

/// Why there are no steps.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepsError {
    /// The table before the turn and the hand cannot exist under these rules.
    #[error(transparent)]
    Table(#[from] InvalidTableError),
    /// The rules refuse the turn.
    #[error(transparent)]
    Illegal(#[from] IllegalTurnError),
}

/// The turn of a player who holds `hand` from the table `before` to the table `after`, as moves that can be
/// carried out one after the other.
///
/// Melds that need not be touched are not mentioned. Each joker is exchanged (rule 14) before it is played
/// again, and a joker that was not exchanged stays where it is, or moves with the tiles of its meld that must
/// stay with it (rule 15). Under `opening_table = same_turn` the opening melds are played first (rule 11).
/// [`replay`] carries the steps out.
///
/// ```
/// use rummy_fast::{Rules, Table, replay, steps};
/// let rules = Rules::schmidt();
/// let before = Table::parse("r3 J r5", &rules)?;
/// let after = Table::parse("r3 r4 r5 | y9 b9 J", &rules)?;
/// let steps = steps(&before, &"r4 y9 b9".parse()?, &after, true, &rules)?;
/// let told: Vec<String> = steps.iter().map(ToString::to_string).collect();
/// assert_eq!(told, [
///     "Exchange the joker of r3 J r5 for r4 from the hand: r3 r4 r5",
///     "Play y9 b9 from the hand and the freed joker as a new meld: y9 b9 J",
/// ]);
/// assert_eq!(replay(&before, &steps)?, after);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the table before the turn and the hand cannot exist under these rules, or the rules refuse the turn.
pub fn steps(
    before: &Table,
    hand: &Tiles,
    after: &Table,
    opened: bool,
    rules: &Rules,
) -> Result<Vec<Step>, StepsError> {
    let verdict = check_turn(before, hand, &Draft::from(after), opened, rules)?;
    let (played, jokers) = (verdict.tiles.clone(), verdict.jokers.clone());
    verdict.verify()?;
    let whole = Turn { before: before.melds().to_vec(), after: after.melds().to_vec(), jokers };
    let turn = whole.without_idle_melds(&|turn| {
        let (before, after) = (Table::new(turn.before.clone()), Table::new(turn.after.clone()));
        let verdict = check_turn(&before, hand, &Draft::from(&after), opened, rules).ok()?;
        verdict.legal().then_some(verdict.jokers)
    });
    let mut own = Vec::new();
    if !opened && !turn.before.is_empty() && rules.opening_table == OpeningTable::SameTurn {
        own = opening::melds(&played, &turn.after, rules);
    }
    let mut desk = Desk::new(&turn.before, &own, &played, rules);
    desk.exchange(&turn.jokers);
    assign::assign(&mut desk, &turn.after, &turn.jokers);
    Ok(order::carry_out(desk, turn.after.len()))
}

/// Melds before and after, and what becomes of the jokers between them.
#[derive(Debug, Clone)]
struct Turn {
    before: Vec<Meld>,
    after: Vec<Meld>,
    jokers: Vec<TableJoker>,
}

impl Turn {
    /// Takes out the melds that lie there before and after, unless the turn needs them: a tile of theirs may
    /// have been borrowed and have gone home. `judge` tells what becomes of the jokers if a turn is legal.
    fn without_idle_melds(self, judge: &dyn Fn(&Self) -> Option<Vec<TableJoker>>) -> Self {
        let mut fewer = self.clone();
        let mut idle = Vec::new();
        for meld in &self.before {
            if fewer.take_out(*meld) {
                idle.push(*meld);
            }
        }
        if idle.is_empty() {
            return self;
        }
        if let Some(jokers) = judge(&fewer) {
            return Self { jokers, ..fewer };
        }
        let mut turn = self;
        for meld in idle {
            let mut fewer = turn.clone();
            fewer.take_out(meld);
            if let Some(jokers) = judge(&fewer) {
                turn = Self { jokers, ..fewer };
            }
        }
        turn
    }

    /// Takes out a meld before and after; false if it does not lie there both times.
    fn take_out(&mut self, meld: Meld) -> bool {
        let place = |melds: &[Meld]| melds.iter().position(|other| *other == meld);
        let (Some(old), Some(new)) = (place(&self.before), place(&self.after)) else { return false };
        self.before.remove(old);
        self.after.remove(new);
        true
    }
}
