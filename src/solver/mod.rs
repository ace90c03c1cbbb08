//! The exact search: which tiles of the hand can be played, so that every tile of the table is in a meld again?
//!
//! **Sweep.** The numbers are gone through from 1 up. What matters of the runs of a color after a number is
//! how many end there, and of which length; lengths from the shortest meld up are alike (`runs`). So each
//! color on its own is a small graph of states, its lane, once it is known how many of its tiles go to groups
//! (`lanes`). What follows a number depends on little, so it is listed once (`ways`) and kept (`layers`).
//!
//! **Sets** of a number need only the count of tiles of each color: the fewest jokers they take is a formula
//! (`groups`).
//!
//! **Jokers** that may lie anywhere are placed only where a meld would fail without one; the others are played
//! at the end wherever there is room. Where there is none, the search begins again and plays each joker on
//! purpose (`best`, `build`).
//!
//! **Bound.** A backward pass over each lane gives the most that can still be played, for each budget of
//! jokers, as if the color had the groups to itself. The best sum over the colors, and over the ways to share
//! the jokers out, is never too low and seldom too high. The budgets lie side by side in one register
//! (`budget`).
//!
//! **Search.** Depth first, best bound first (`search`). A node is left out where one was shown that can do all
//! that it can (`profile`). Of each number so many nodes are compared so; those that come later are at least
//! known when they are met again (`memo`). While every node has a way on that keeps to the bound of the root, it
//! takes the first such way and lists no other.
//!
//! **Turning round.** A search that meets many nodes is begun again from the other end of the numbers, in turns
//! and with ever more patience (`facing`): what is hard from one end is seldom so from the other.
//!
//! **Jokers that stay.** The best play is the best over every split of the table's jokers into freed and
//! staying (`split`). A joker that stays binds the final meld it lies in: for a run the states of its lane
//! say how far its conditions are met, for a group the ways to make it are listed (`groups`). Freed jokers that
//! may lie only in new melds are followed in the same way, where the first answer breaks that rule (`fresh`).
//!
//! **Opening.** Own tiles only, with the points still needed as a part of the node (`opening`).

mod batch;
mod best;
mod budget;
mod build;
mod candidates;
mod case;
mod facing;
mod fresh;
mod groups;
mod hitting;
mod lanes;
mod layers;
mod memo;
mod opening;
mod otherwise;
mod position;
mod profile;
mod runs;
mod search;
mod slices;
mod split;
mod tidy;
mod ways;

use std::time::{Duration, Instant};

pub(crate) use batch::with_solver;
pub use batch::{solve_many, solve_many_as};
pub use candidates::Candidates;
use case::Case;
use facing::Patience;
use layers::Layers;
use position::{Position, Scale};
use search::Search;
use split::{Locks, Splits};

use crate::meld::Meld;
use crate::rules::Rules;
use crate::table::{InvalidTableError, Table};
use crate::tile::{Tile, Tiles};

/// What a play is judged by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Objective {
    /// Most tiles, ties by points.
    #[default]
    Tiles,
    /// Most points, ties by tiles.
    Points,
    /// Most weight, ties by tiles.
    Weights(Weights),
}

/// Why a weight was refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("weight of {tile} = {weight}: a weight is a number from 0 to {most}", most = Weights::MOST)]
pub struct InvalidWeightError {
    /// The tile.
    pub tile: Tile,
    /// The weight given.
    pub weight: f64,
}

/// A weight for each kind of tile; tiles not named weigh nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// In millionths.
    millionths: Box<[u64; 209]>,
}

impl Weights {
    /// The greatest weight.
    pub const MOST: f64 = 1e6;

    /// Weighs the given tiles. Weights are kept to a millionth.
    ///
    /// # Errors
    /// If a weight is negative, not a number, or above [`MOST`](Self::MOST).
    pub fn new(pairs: impl IntoIterator<Item = (Tile, f64)>) -> Result<Self, InvalidWeightError> {
        let mut millionths = Box::new([0; 209]);
        for (tile, weight) in pairs {
            if !(0.0..=Self::MOST).contains(&weight) {
                return Err(InvalidWeightError { tile, weight });
            }
            #[expect(clippy::cast_sign_loss, reason = "the range was checked above")]
            let rounded = (weight * 1e6).round() as u64;
            millionths[tile.code() as usize] = rounded;
        }
        Ok(Self { millionths })
    }

    fn of(&self, tile: Tile) -> u64 {
        self.millionths[tile.code() as usize]
    }
}

/// A position and a question about it.
#[derive(Debug, Clone)]
pub struct Problem<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// What lies on the table.
    pub table: &'a Table,
    /// What the player holds.
    pub hand: &'a Tiles,
    /// Whether the player has opened (rule 11).
    pub opened: bool,
    /// What a play is judged by.
    pub objective: &'a Objective,
    /// Whether to take, of the best plays, one that touches the fewest melds of the table.
    pub tidy: bool,
    /// How long the search may take.
    pub limit: Option<Duration>,
}

/// The answer: what to play, and the table after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    /// The tiles played from the hand; none when there is nothing to play.
    pub tiles: Tiles,
    /// The table after the turn.
    pub table: Table,
    /// Whether no better play exists; false only when a limit stopped the search.
    pub proven: bool,
}

impl Play {
    /// The play that plays nothing.
    fn nothing(table: &Table) -> Self {
        Self { tiles: Tiles::new(), table: table.clone(), proven: true }
    }

    /// The play that leads from one table to another.
    fn to(after: Table, before: &Table) -> Self {
        let mut played = after.tiles();
        for meld in before.melds() {
            meld.for_each_tile(|tile| {
                played.remove(tile);
            });
        }
        Self { tiles: played, table: after, proven: true }
    }
}

/// Working memory for [`Solver::solve`]; keep one per thread and use it again.
#[derive(Debug, Default)]
pub struct Solver {
    position: Position,
    /// The same from the other end.
    turned: Position,
    /// Of the hand the question is about.
    scale: Scale,
    splits: Splits,
    locks: Locks,
    layers: Layers,
    case: Case,
    search: Search,
    patience: Patience,
    /// The melds of the best play so far.
    melds: Vec<Meld>,
}

impl Solver {
    /// New working memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Working memory for searches that turn round after so many nodes, at least one: they begin again from the
    /// other end of the numbers, with twice the patience. It changes no answer, only the time taken and which of
    /// equal plays is given.
    #[must_use]
    pub fn turning_after(nodes: u64) -> Self {
        Self { patience: Patience(nodes.max(1)), ..Self::default() }
    }

    /// Nodes the search has met since this working memory was made: a measure of work that does not depend
    /// on the machine.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The best play.
    ///
    /// `interrupt` is asked now and then; when it says true the search stops and the best play so far is
    /// returned with `proven` false.
    ///
    /// # Errors
    /// If the table and hand cannot exist under the rules.
    pub fn solve(
        &mut self,
        problem: &Problem<'_>,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Play, InvalidTableError> {
        problem.table.check(problem.hand, problem.rules)?;
        let deadline = problem.limit.and_then(|limit| Instant::now().checked_add(limit));
        let mut stop = || deadline.is_some_and(|deadline| Instant::now() >= deadline) || interrupt();
        let play = self.best(problem, &mut stop);
        if problem.tidy && play.proven && !play.tiles.is_empty() {
            return Ok(self.tidy(problem, play, &mut stop));
        }
        Ok(play)
    }

    /// The best play of a position that is known to exist; neither tidy nor within the problem's own limit.
    pub(crate) fn best(&mut self, problem: &Problem<'_>, stop: &mut dyn FnMut() -> bool) -> Play {
        self.scale = Scale::of(problem.objective, problem.hand, problem.rules.joker_penalty);
        if problem.opened { self.solve_opened(problem, stop) } else { self.solve_opening(problem, stop) }
    }
}
