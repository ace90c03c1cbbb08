//! The best play of a subspace: at least some tiles, and at most others.

use std::rc::Rc;

use super::known_plays::KnownPlays;
use crate::meld::{Group, Meld, Run};
use crate::rules::OpeningTable;
use crate::solver::exact_cover::ExactCover;
use crate::solver::interrupt::Interrupted;
use crate::solver::problem::{Play, Problem};
use crate::solver::scope::Scope;
use crate::solver::workspace::Solver;
use crate::table::Table;
use crate::tile::{Tile, Tiles};
use crate::turn::is_legal;

/// The most melds that exact covers may try for one list.
const MAX_MELDS: u32 = 100_000;

/// An exact cover reached its limit.
#[derive(Debug, Clone, Copy)]
pub(super) struct GaveUp;

/// What is known about the best play of a subspace.
#[derive(Debug)]
pub(super) enum SubspaceOptimum {
    /// Nothing is worth more than asked for.
    Nothing,
    /// The best play, with its worth.
    Play(i64, Rc<Play>),
    /// No play is worth more than this; the best was not found.
    AtMost(i64),
}

/// Finds the best plays of subspaces.
pub(super) struct SubspaceSolver<'a> {
    solver: &'a mut Solver,
    pub(super) problem: &'a Problem<'a>,
    /// The play of the whole hand without the points of an opening, if the rules allow it (rule 17).
    closing: Option<(i64, Rc<Play>)>,
    /// How many melds exact covers may still try.
    melds_left: u32,
}

impl<'a> SubspaceSolver<'a> {
    pub(super) fn new(solver: &'a mut Solver, problem: &'a Problem<'a>) -> Self {
        Self { solver, problem, closing: None, melds_left: MAX_MELDS }
    }

    /// Finds out whether the whole hand can be played at once.
    pub(super) fn close(&mut self, stop: &mut dyn FnMut() -> bool) -> Result<(), Interrupted> {
        if !self.problem.opened && self.problem.rules.closing_hand {
            let hand = self.problem.hand;
            let (found, ended) = self.solver.best_from_hand(self.problem, 0, hand, 0, stop);
            self.closing = found.map(|(worth, play)| (worth, Rc::new(play)));
            return if ended { Ok(()) } else { Err(Interrupted) };
        }
        Ok(())
    }

    /// Finds the best play worth more than `above` that plays at least `must_play` and at most `hand`.
    ///
    /// Adds other plays found on the way to `known`.
    pub(super) fn best(
        &mut self,
        must_play: &Tiles,
        hand: &Tiles,
        above: i64,
        known: &mut KnownPlays,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<SubspaceOptimum, Interrupted> {
        if stop() {
            return Err(Interrupted);
        }
        let rules = self.problem.rules;
        let problem = Problem { hand, ..self.problem.clone() };
        if problem.opened {
            let found = self.solver.best_in(&problem, Scope::default(), must_play, above, stop);
            return conclude(found.play.map(|play| (found.worth, play)), found.proven, known);
        }
        if let Some((worth, play)) = &self.closing
            && hand == self.problem.hand
            && *worth > above
        {
            return Ok(SubspaceOptimum::Play(*worth, Rc::clone(play)));
        }
        if rules.opening_table == OpeningTable::NextTurn || problem.table.is_empty() {
            let points_needed = rules.opening_min.into();
            let (found, ended) = self.solver.best_from_hand(&problem, points_needed, must_play, above, stop);
            return conclude(found, ended, known);
        }
        self.open_and_use_table(&problem, must_play, above, known, stop)
    }

    /// Finds the best play that opens and then uses the table.
    fn open_and_use_table(
        &mut self,
        problem: &Problem<'_>,
        must_play: &Tiles,
        above: i64,
        known: &mut KnownPlays,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<SubspaceOptimum, Interrupted> {
        let whole = self.problem.hand;
        let legal = |play: &Play| is_legal(problem.table, whole, &play.table, false, problem.rules);
        // An upper bound: the best play of a player who has opened.
        let bound = self.solver.best_in(problem, Scope::default(), must_play, above, stop);
        let Some(play) = bound.play else { return conclude(None, bound.proven, known) };
        if legal(&play) {
            return conclude(Some((bound.worth, play)), bound.proven, known);
        }
        if !bound.proven {
            return Err(Interrupted);
        }
        // Candidates: melds that open, and the best play with as many of these as an opening needs.
        let points_needed = problem.rules.opening_min.into();
        let mut found = Vec::new();
        let (mut own, mut ended) = self.solver.best_from_hand(problem, points_needed, must_play, 0, stop);
        found.extend(own.clone());
        if ended && own.is_none() {
            (own, ended) = self.solver.best_from_hand(problem, points_needed, &Tiles::new(), 0, stop);
        }
        if ended && let Some((_, own)) = own {
            let opening = most_valuable(&own.table, problem.table, points_needed);
            let both = must_play.plus(&opening.minus(must_play));
            let more = self.solver.best_in(problem, Scope::default(), &both, 0, stop);
            ended = more.proven;
            found.extend(more.play.filter(legal).map(|play| (more.worth, play)));
        } else if ended {
            return Ok(SubspaceOptimum::Nothing);
        }
        for (worth, play) in found {
            let play = Rc::new(play);
            if worth == bound.worth {
                return Ok(SubspaceOptimum::Play(worth, play));
            }
            known.add(worth, &play);
        }
        if ended { Ok(SubspaceOptimum::AtMost(bound.worth)) } else { Err(Interrupted) }
    }

    /// The same play without some tiles of a kind, if that is legal.
    pub(super) fn without_tiles(&self, play: &Play, tile: Tile, fewer: u8) -> Option<Play> {
        let Problem { rules, table, hand, opened, .. } = *self.problem;
        let mut after = play.table.clone();
        for _ in 0..fewer {
            after = after.melds().iter().enumerate().find_map(|(place, meld)| {
                remainders(*meld, tile).find_map(|remainders| {
                    let others = after.melds().iter().enumerate().filter(|&(other, _)| other != place);
                    let without =
                        Table::new(others.map(|(_, meld)| *meld).chain(remainders.into_iter().flatten()).collect());
                    is_legal(table, hand, &without, opened, rules).then_some(without)
                })
            })?;
        }
        Some(Play::between(table, after))
    }

    /// Finds a way to play exactly these tiles in the turn that opens, by exact cover.
    pub(super) fn cover(&mut self, played: &Tiles) -> Result<Option<Rc<Play>>, GaveUp> {
        let Problem { rules, table, hand, .. } = *self.problem;
        let accepts = |after: &Table| is_legal(table, hand, after, false, rules);
        let mut cover = ExactCover { rules, accepts: &accepts, max_melds: self.melds_left };
        let found = cover.find(table.tiles().plus(played));
        self.melds_left = cover.max_melds;
        match found {
            None if self.melds_left == 0 => Err(GaveUp),
            found => {
                Ok(found.map(|table| Rc::new(Play { tiles: played.clone(), table, proven: true, ..Play::default() })))
            }
        }
    }
}

/// What remains of a meld without one tile of a kind, in every way; the parts need not be valid melds.
fn remainders(meld: Meld, kind: Tile) -> impl Iterator<Item = [Option<Meld>; 2]> {
    let places = meld.tiles().zip(0u8..).filter(move |&(tile, _)| tile == kind);
    places.map(move |(_, place)| match meld {
        Meld::Run(run) => {
            let next = place + 1;
            let low = Run { len: place, jokers: run.jokers & ((1 << place) - 1), ..run };
            let high = Run { first: run.first + next, len: run.len - next, jokers: run.jokers >> next, ..run };
            [low, high].map(|run| (run.len > 0).then_some(Meld::Run(run)))
        }
        Meld::Group(group) => {
            let less = match kind.color() {
                None => Group { jokers: group.jokers - 1, ..group },
                Some(color) => Group { colors: group.colors & !(1 << color.index()), ..group },
            };
            [Some(Meld::Group(less)), None]
        }
    })
}

/// The tiles of the melds beside the old table that are worth most, as many melds as are needed for these points.
fn most_valuable(after: &Table, before: &Table, points_needed: u32) -> Tiles {
    let mut own = after.melds().to_vec();
    for old in before.melds() {
        if let Some(place) = own.iter().position(|meld| meld == old) {
            own.swap_remove(place);
        }
    }
    own.sort_by_key(|meld| std::cmp::Reverse(meld.value()));
    let mut worth = 0;
    own.iter()
        .take_while(|meld| {
            let short = worth < points_needed;
            worth += meld.value();
            short
        })
        .flat_map(Meld::tiles)
        .collect()
}

/// The conclusion from a search: what it found is the best if it finished.
fn conclude(found: Option<(i64, Play)>, proven: bool, known: &mut KnownPlays) -> Result<SubspaceOptimum, Interrupted> {
    match (found.map(|(worth, play)| (worth, Rc::new(play))), proven) {
        (None, true) => Ok(SubspaceOptimum::Nothing),
        (None, false) => Err(Interrupted),
        (Some((worth, play)), true) => Ok(SubspaceOptimum::Play(worth, play)),
        (Some((worth, play)), false) => {
            known.add(worth, &play);
            Err(Interrupted)
        }
    }
}
