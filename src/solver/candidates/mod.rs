//! Candidates: every different play, best first.
//!
//! Two plays are the same when they play the same tiles, so a candidate is a multiset of hand tiles. They are listed by
//! a best-first partition of the solution space (Lawler 1972; Murty 1968 for assignments). A *subspace* fixes how many
//! tiles of each of the first kinds are played and leaves the others open. Its best play is one search, in which the
//! fixed tiles must be played and others are not in the hand. Subspaces are taken from a heap, best first, and split by
//! the number of the next kind; of two with equal bounds the one that plays more of an early kind comes first, which is
//! the order of the tiles played. A subspace in which every kind is fixed is a candidate.
//!
//! Most searches are avoided. The color graphs of restricted colors are kept, and the sum of their upper bounds is a
//! bound on a subspace ([`prepared`]). A known play that is worth the bound is the best play, and so is one that
//! becomes a play of the subspace without a tile or two ([`removal`]). Where such bounds have been too high, a search
//! finds out how good a play with a certain number of one kind can be; a number that no play plays is dropped. Once as
//! many plays are known as are wanted, nothing worse than the last of them is searched for. So the first candidate
//! takes hardly longer than a single search. The searches that remain share the graphs of the bounds, so there is
//! little to prepare.

mod known_plays;
mod partition;
mod prepared;
mod removal;
mod subspace_solver;

use partition::Partition;
use subspace_solver::SubspaceSolver;

use super::direction::SweepDirection;
use super::objective::ObjectiveScale;
use super::problem::{Play, Problem};
use super::recoloring::Recolored;
use super::scope::Scope;
use super::workspace::Solver;
use crate::clock::Deadline;
use crate::table::InvalidTableError;
use crate::tile::{Tile, Tiles};
use crate::turn::is_legal_until;

/// Different plays, best first: by their worth under the objective, then in the order of their tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidates {
    /// The plays, one for each multiset of tiles played; never the play without tiles.
    ///
    /// Those that are `proven` are in their final order. If the search was stopped, the other plays known by then
    /// follow.
    pub plays: Vec<Play>,
    /// Whether these are all plays.
    pub complete: bool,
    /// Whether the search finished. It is false if a limit stopped it, and in one rare case under
    /// `opening_table = same_turn`: some tiles contain an opening, but beside the untouched table their melds are worth
    /// too little, and it would take too long to find out if there is another way to play them.
    pub proven: bool,
}

impl Solver {
    /// Lists the best `most` different plays; if the problem asks for a tidy play, each touches the fewest melds that its
    /// tiles allow.
    ///
    /// The search calls `interrupt` now and then. When that returns true, it stops and returns what is known by then
    /// with `proven` false.
    ///
    /// # Errors
    /// If the table and hand cannot exist under the rules.
    pub fn candidates(
        &mut self,
        problem: &Problem<'_>,
        most: usize,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Candidates, InvalidTableError> {
        problem.table.check(problem.hand, problem.rules)?;
        Ok(match Recolored::of(problem) {
            None => self.candidates_checked(problem, most, interrupt),
            Some(other) => {
                let Candidates { plays, complete, proven } =
                    self.candidates_checked(&other.problem(problem), most, interrupt);
                Candidates { plays: plays.iter().map(|play| other.restore(play)).collect(), complete, proven }
            }
        })
    }

    fn candidates_checked(
        &mut self,
        problem: &Problem<'_>,
        most: usize,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Candidates {
        let deadline = Deadline::after(problem.limit);
        let mut stop = || deadline.has_passed() || interrupt();
        self.scale = ObjectiveScale::of(problem.objective, problem.hand, problem.rules.joker_penalty);
        self.instance.read(problem, Scope::default(), self.scale, SweepDirection::Ascending);
        let worth_of = |tile: Tile| self.instance.worth_of(&Tiles::from_iter([tile]));
        let kinds: Vec<(Tile, i64)> = problem.hand.kinds().map(|(tile, _)| (tile, worth_of(tile))).collect();
        let mut partition = Partition::new(SubspaceSolver::new(self, problem), kinds.into_iter(), most);
        let ended = partition.list(&mut stop);
        let Partition { known, mut plays, proven, .. } = partition;
        if ended.is_err() {
            known.append_rest(&mut plays);
        }
        let proven = proven && ended.is_ok() && (!problem.tidy || self.tidy_each(problem, &mut plays, &mut stop));
        self.trim();
        Candidates { plays, complete: proven && ended.unwrap_or(false), proven }
    }

    /// Tidies each play; returns whether it is known that none of them can touch fewer melds.
    fn tidy_each(&mut self, problem: &Problem<'_>, plays: &mut [Play], stop: &mut dyn FnMut() -> bool) -> bool {
        let mut proven = true;
        for play in plays {
            // A player who holds no other tiles has no other play of this worth.
            let hand = play.tiles.clone();
            let tidy = if proven && play.proven && !stop() {
                self.tidy(&Problem { hand: &hand, ..problem.clone() }, play.clone(), stop)
            } else {
                Play { proven: false, ..play.clone() }
            };
            // It closes that hand, but not the player's (rule 17).
            let may_close = !problem.opened && problem.rules.closing_hand && hand.len() < problem.hand.len();
            let mut is_legal = || is_legal_until(problem.table, problem.hand, &tidy.table, false, problem.rules, stop);
            if may_close && is_legal() != Ok(true) {
                play.proven = false;
            } else {
                *play = tidy;
            }
            proven &= play.proven;
        }
        proven
    }
}
