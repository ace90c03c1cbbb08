//! Every different play, best first.
//!
//! Two plays are the same when they lay the same tiles, so a candidate is a multiset of hand tiles. The
//! kinds of tile in the hand are fixed one after the other, in order: a box is all the ways to play so many
//! of each of the first kinds and anything of the others. Its best play is one search, with the tiles that
//! must be played given and those that must not be taken out of the hand. Boxes are looked at best first; of
//! two equally good ones the one that plays more of an early kind comes first, which is the order of the
//! tiles played. A box in which every kind is fixed is a candidate.
//!
//! Searches are saved wherever the answer is known: a box has its mother's best play if that lies in it, and
//! any play found before if it is as good as the box can be. How good any play can be that plays so many of one
//! kind is searched for once, when a box that fixes this kind is the best one left; a tile that no play plays
//! is forgotten there. And once as many plays are known as are wanted, nothing worse than the last of them is
//! searched for. So the first play costs hardly more than a search for one.

mod judge;
mod known;
mod listing;

use std::time::Instant;

use judge::Judge;
use listing::Listing;

use super::facing::Facing;
use super::position::{Scale, Scope};
use super::{Play, Problem, Solver};
use crate::table::InvalidTableError;
use crate::tile::{Tile, Tiles};

/// Different plays, best first: by what the objective says they are worth, then in the order of the tiles played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    /// The plays, one for each multiset of tiles played; never the play that plays nothing.
    ///
    /// Those that are `proven` are in their place; the others, last, are what was known when the search was
    /// stopped.
    pub plays: Vec<Play>,
    /// Whether these are all there are.
    pub complete: bool,
    /// Whether the search came to its end. False when a limit stopped it, and in one rare case under
    /// `opening_table = same_turn`: some tiles hold an opening, but beside the untouched table their melds are
    /// worth too little, and whether they could be played otherwise would take too long to find out.
    pub proven: bool,
}

impl Solver {
    /// The best `most` different plays.
    ///
    /// `interrupt` is asked now and then; when it says true the search stops and what is known by then is
    /// returned with `proven` false.
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
        let deadline = problem.limit.and_then(|limit| Instant::now().checked_add(limit));
        let mut stop = || deadline.is_some_and(|deadline| Instant::now() >= deadline) || interrupt();
        self.scale = Scale::of(problem.objective, problem.hand, problem.rules.joker_penalty);
        self.position.read(problem, Scope::default(), self.scale, Facing::Up);
        let worth_of = |tile: Tile| self.position.worth_of(&Tiles::from_iter([tile]));
        let kinds: Vec<(Tile, i64)> = problem.hand.kinds().map(|(tile, _)| (tile, worth_of(tile))).collect();
        let mut listing = Listing::new(Judge::new(self, problem), kinds.into_iter(), most);
        let ended = listing.list(&mut stop);
        let Listing { known, mut plays, sure, .. } = listing;
        if ended.is_err() {
            known.rest_into(&mut plays);
        }
        let proven = sure && ended.is_ok();
        Ok(Candidates { plays, complete: proven && ended.unwrap_or(false), proven })
    }
}
