//! The best play of a subspace: at least some tiles, and at most others.

use std::cell::RefCell;
use std::iter::repeat_n;
use std::rc::Rc;

use super::known_plays::KnownPlays;
use super::prepared::{Fixed, Found, Prepared};
use super::removal::Removal;
use crate::meld::Meld;
use crate::rules::OpeningTable;
use crate::solver::exact_cover::ExactCover;
use crate::solver::interrupt::{Interrupted, StopCheck, Unprepared};
use crate::solver::problem::{Play, Problem};
use crate::solver::scope::Scope;
use crate::solver::workspace::Solver;
use crate::table::Table;
use crate::tile::{Tile, Tiles};
use crate::turn::{is_legal, is_legal_until};

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
    /// The scenarios, once they are needed.
    prepared: Option<Prepared>,
}

impl<'a> SubspaceSolver<'a> {
    pub(super) fn new(solver: &'a mut Solver, problem: &'a Problem<'a>) -> Self {
        Self { solver, problem, closing: None, melds_left: MAX_MELDS, prepared: None }
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

    /// An upper bound on the plays of a subspace, if there is one.
    pub(super) fn bound(&mut self, fixed: &Fixed, stop: &mut dyn FnMut() -> bool) -> Result<Option<i64>, Interrupted> {
        let check = &mut StopCheck::new(stop);
        let solver = &mut *self.solver;
        if self.prepared.is_none() {
            let Problem { rules, opened, .. } = *self.problem;
            let uses_table = opened || rules.opening_table == OpeningTable::SameTurn;
            let prepared = Prepared::of(solver, self.problem, uses_table, check).map(Some);
            // Without scenarios there are neither bounds nor searches.
            self.prepared = Some(unless_too_large(prepared)?.unwrap_or_default());
        }
        let Some(prepared) = &mut self.prepared else { return Ok(None) };
        unless_too_large(prepared.bound(solver, fixed, check))
    }

    /// Finds the best play of a subspace that is worth more than `above`.
    ///
    /// Adds other plays found on the way to `known`.
    pub(super) fn best(
        &mut self,
        fixed: &Fixed,
        above: i64,
        known: &mut KnownPlays,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<SubspaceOptimum, Interrupted> {
        if stop() {
            return Err(Interrupted);
        }
        let Problem { rules, table, hand: whole, opened, .. } = *self.problem;
        if let Some(prepared) = &mut self.prepared {
            let check = &mut StopCheck::new(stop);
            let found = prepared.search(self.solver, self.problem, fixed, above, check).map(Some);
            match unless_too_large(found)? {
                Some(Found::Best(worth, melds)) => {
                    let play = Play::between(table, Table::new(melds));
                    return Ok(SubspaceOptimum::Play(worth, Rc::new(play)));
                }
                Some(Found::Nothing) => return Ok(SubspaceOptimum::Nothing),
                Some(Found::Unknown) | None => {}
            }
        }
        let must_play: Tiles = fixed.iter().flat_map(|&(tile, count)| repeat_n(tile, count as usize)).collect();
        let mut hand = whole.clone();
        for &(tile, count) in fixed {
            (count..whole.count(tile)).for_each(|_| {
                hand.remove(tile);
            });
        }
        let problem = Problem { hand: &hand, ..self.problem.clone() };
        if opened {
            let found = self.solver.best_in(&problem, Scope::default(), &must_play, above, stop);
            return conclude(found.play.map(|play| (found.worth, play)), found.proven, known);
        }
        if let Some((worth, play)) = &self.closing
            && hand == *whole
            && *worth > above
        {
            return Ok(SubspaceOptimum::Play(*worth, Rc::clone(play)));
        }
        if rules.opening_table == OpeningTable::NextTurn || table.is_empty() {
            let points_needed = rules.opening_min.into();
            let (found, ended) = self.solver.best_from_hand(&problem, points_needed, &must_play, above, stop);
            return conclude(found, ended, known);
        }
        self.open_and_use_table(&problem, &must_play, above, known, stop)
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
        // An upper bound: the best play of a player who has opened.
        let bound = self.solver.best_in(problem, Scope::default(), must_play, above, stop);
        let Some(play) = bound.play else { return conclude(None, bound.proven, known) };
        if self.is_legal(&play.table, stop)? {
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
            if let Some(play) = more.play
                && self.is_legal(&play.table, stop)?
            {
                found.push((more.worth, play));
            }
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

    /// Whether the player may leave this table.
    fn is_legal(&self, after: &Table, stop: &mut dyn FnMut() -> bool) -> Result<bool, Interrupted> {
        let Problem { rules, table, hand, opened, .. } = *self.problem;
        is_legal_until(table, hand, after, opened, rules, stop).map_err(|_| Interrupted)
    }

    /// The same play without some tiles of a kind, if a few changes lead to a legal one.
    pub(super) fn without_tiles(
        &mut self,
        play: &Play,
        tile: Tile,
        fewer: u8,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Play>, Interrupted> {
        let Problem { rules, table, hand, opened, .. } = *self.problem;
        let jokers = &self.solver.scenarios.old.jokers;
        // Then nothing depends on which melds without jokers the tiles are in.
        let is_free = opened && !tile.is_joker() && !jokers.iter().any(|joker| joker.stands_for(tile));
        let mut stopped = false;
        let mut melds = play.table.melds().to_vec();
        let mut tiles = play.tiles.clone();
        for _ in 0..fewer {
            let accepts = &mut |melds: &[Meld], changes_jokers: bool| {
                let after = || Table::new(melds.to_vec());
                if is_free && !changes_jokers {
                    debug_assert!(is_legal(table, hand, &after(), opened, rules), "{tile} cannot stay in the hand");
                    return true;
                }
                let legal = is_legal_until(table, hand, &after(), opened, rules, stop);
                stopped |= legal.is_err();
                legal == Ok(true)
            };
            let found = Removal { tile, shortest: rules.shortest_meld, accepts }.apply(&mut melds);
            if stopped {
                return Err(Interrupted);
            }
            if !found {
                return Ok(None);
            }
            tiles.remove(tile);
        }
        Ok(Some(Play { tiles, table: Table::new(melds), proven: true, ..Play::default() }))
    }

    /// Finds a way to play exactly these tiles in the turn that opens, by exact cover.
    pub(super) fn cover(&mut self, played: &Tiles, stop: &mut dyn FnMut() -> bool) -> Result<Option<Rc<Play>>, GaveUp> {
        let Problem { rules, table, .. } = *self.problem;
        let stop = RefCell::new(stop);
        let accepts = |after: &Table| self.is_legal(after, &mut *stop.borrow_mut()) == Ok(true);
        let mut cover = ExactCover { rules, accepts: &accepts, max_melds: self.melds_left };
        let found = cover.find(table.tiles().plus(played));
        self.melds_left = cover.max_melds;
        match found {
            None if self.melds_left == 0 || (stop.borrow_mut())() => Err(GaveUp),
            found => {
                Ok(found.map(|table| Rc::new(Play { tiles: played.clone(), table, proven: true, ..Play::default() })))
            }
        }
    }
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

/// Nothing instead of what would take too much memory.
fn unless_too_large<T>(found: Result<Option<T>, Unprepared>) -> Result<Option<T>, Interrupted> {
    match found {
        Ok(found) => Ok(found),
        Err(Unprepared::TooLarge) => Ok(None),
        Err(Unprepared::Interrupted) => Err(Interrupted),
    }
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
