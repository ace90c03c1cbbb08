//! The best melds of hand tiles alone, beside an untouched table: what an opening is made of.
//!
//! The points of an opening depend on what its jokers stand for, so every joker is placed explicitly. With many jokers
//! that makes many states. But if the best melds with [deferred jokers](super::deferred_jokers) are worth enough
//! points, they are the best ones, so these are tried first.

use super::branch_and_bound::Aborted;
use super::deferred_jokers;
use super::direction::SweepDirection;
use super::interrupt::{StopCheck, Unprepared};
use super::problem::{Play, Problem};
use super::restart::NodeLimit;
use super::scenarios::Scenario;
use super::scope::Scope;
use super::subproblem::SearchOptions;
use super::workspace::Solver;
use crate::meld::Meld;
use crate::table::Table;
use crate::tile::{MAX_JOKERS, Tiles};

/// With no more jokers than this, placing them explicitly is fast.
const FEW_JOKERS: u8 = 2;

/// Why a search did not end with the best melds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unfinished {
    Interrupted,
    TooLarge,
    NoRoomForJokers,
}

/// Melds beside the table, with what they are worth and their points.
struct Found {
    worth: i64,
    points: u32,
    play: Play,
}

/// What the melds must have.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    points: u32,
    must_play: &'a Tiles,
    /// The worth to exceed.
    above: i64,
    /// The most jokers to play.
    jokers: u8,
    defer_jokers: bool,
}

impl Solver {
    /// Finds the best melds of hand tiles, beside the untouched table, that are worth `points_needed` points and more
    /// than `above` and play at least `must_play`; returns whether they are proven to be the best.
    pub(super) fn best_from_hand(
        &mut self,
        problem: &Problem<'_>,
        points_needed: u32,
        must_play: &Tiles,
        above: i64,
        stop: &mut dyn FnMut() -> bool,
    ) -> (Option<(i64, Play)>, bool) {
        let check = &mut StopCheck::new(stop);
        let wanted = Wanted { points: points_needed, must_play, above, jokers: MAX_JOKERS as u8, defer_jokers: false };
        let (mut found, mut ended) = (None, Err(Unfinished::NoRoomForJokers));
        let mut is_deferred_small = false;
        if problem.hand.jokers() > FEW_JOKERS {
            (found, ended) = self.search_hand(problem, Wanted { points: 0, defer_jokers: true, ..wanted }, check);
            found = found.filter(|found| found.points >= points_needed);
            is_deferred_small = ended != Err(Unfinished::TooLarge);
            if ended.is_ok() && found.is_none() && points_needed > 0 {
                ended = Err(Unfinished::NoRoomForJokers);
            }
        }
        if ended == Err(Unfinished::NoRoomForJokers) {
            (found, ended) = self.search_hand(problem, wanted, check);
        }
        if ended == Err(Unfinished::TooLarge) && is_deferred_small {
            (found, _) = self.search_hand(problem, Wanted { defer_jokers: true, ..wanted }, check);
        }
        let mut found = found.map(|found| (found.worth, found.play));
        if ended.is_err() && found.is_none() && must_play.is_empty() {
            found = self.quick_from_hand(problem, points_needed, above);
        }
        (found, ended.is_ok())
    }

    /// Finds some melds of natural hand tiles within a few milliseconds.
    pub(super) fn quick_from_hand(
        &mut self,
        problem: &Problem<'_>,
        points_needed: u32,
        above: i64,
    ) -> Option<(i64, Play)> {
        const MAX_CHECKS: u32 = 24;
        let mut checks = 0;
        let mut stop = || {
            checks += 1;
            checks > MAX_CHECKS
        };
        let must_play = &Tiles::new();
        let wanted = Wanted { points: points_needed, must_play, above, jokers: 0, defer_jokers: true };
        let (found, _) = self.search_hand(problem, wanted, &mut StopCheck::new(&mut stop));
        found.map(|found| (found.worth, found.play))
    }

    fn search_hand(
        &mut self,
        problem: &Problem<'_>,
        wanted: Wanted<'_>,
        check: &mut StopCheck<'_>,
    ) -> (Option<Found>, Result<(), Unfinished>) {
        let table = problem.table;
        let alone = Problem { table: &Table::default(), ..problem.clone() };
        let Self { instance, scale, constraints, cache, subproblem, search, .. } = &mut *self;
        instance.read(&alone, Scope::default(), *scale, SweepDirection::Ascending);
        instance.hand_jokers = instance.hand_jokers.min(wanted.jokers);
        constraints.runs.clear();
        constraints.groups.clear();
        let Wanted { points: points_needed, must_play, above, defer_jokers, .. } = wanted;
        let options = SearchOptions { points_needed, defer_jokers, new_meld: None };
        match subproblem.prepare(instance, &Scenario::default(), must_play, constraints, options, cache, check) {
            Ok(()) => {}
            Err(Unprepared::Interrupted) => return (None, Err(Unfinished::Interrupted)),
            Err(Unprepared::TooLarge) => return (None, Err(Unfinished::TooLarge)),
        }
        let (found, ended) = search.run(subproblem, cache, above, NodeLimit::UNLIMITED, check);
        let found = found.map(|worth| {
            let melds = search.melds(subproblem, cache);
            if defer_jokers {
                let placed = melds.iter().map(Meld::jokers).sum::<usize>() as u8;
                deferred_jokers::place(subproblem, melds, subproblem.jokers - placed, None);
            }
            let points = melds.iter().map(Meld::value).sum();
            let after = Table::new(melds.iter().chain(table.melds()).copied().collect());
            Found { worth, points, play: Play::between(table, after) }
        });
        let ended = ended.map_err(|aborted| match aborted {
            Aborted::NoRoomForJokers => Unfinished::NoRoomForJokers,
            Aborted::Interrupted | Aborted::NodeLimit => Unfinished::Interrupted,
        });
        (found, ended)
    }
}
