//! Tidying: among the best plays, one that touches the fewest melds of the table.
//!
//! A meld is touched if it is not on the table after the turn; of equal melds it does not matter which. So a tile added
//! to a meld touches one meld, and melds from the hand alone touch none.
//!
//! The [kept search](super::kept_search) finds the most old melds that a play of the best worth keeps. It first supposes
//! that jokers are free, so what it finds is a bound. "Is there a best play that touches only the other melds?" is then a
//! plain search with a scope. If there is none, the kept search is run for every choice of melds with jokers that are
//! kept; it still ignores two rules on jokers.
//!
//! If there is none, which is rare, cores show the way. What a scope allows, a larger one allows, too. So if a scope fails,
//! and every larger one succeeds, every best play touches one of the melds outside: they are a *core*. This is the implicit
//! hitting set method (Moreno-Centeno & Karp 2013), as in solvers for maximum satisfiability: the fewest melds that hit all
//! known cores are a lower bound; if they are enough for a best play, they are the answer, and if not, they grow into the
//! next core. Plays found on the way keep this short.
//!
//! A joker may leave a meld that looks untouched after the turn because another one took its place: see
//! [`kept_melds`](super::kept_melds).

use super::direction::SweepDirection;
use super::exact_cover::ExactCover;
use super::hitting_set::{Core, HittingSet, MeldCounts};
use super::interrupt::{Interrupted, StopCheck, Unprepared};
use super::kept_search::MAX_NODES;
use super::minimal_openings::MinimalOpenings;
use super::problem::{Play, Problem};
use super::scenario_search::{STEPS_PER_BATCH, STEPS_PER_SCENARIO};
use super::scenarios::Scenario;
use super::scope::Scope;
use super::subproblem::SearchOptions;
use super::workspace::Solver;
use crate::meld::Meld;
use crate::rules::LockedMeld;
use crate::table::Table;
use crate::tile::Tiles;
use crate::turn::is_legal;

fn is_within(inner: &[u8], outer: &[u8]) -> bool {
    inner.iter().zip(outer).all(|(inner, outer)| inner <= outer)
}

fn size(counts: &[u8]) -> usize {
    counts.iter().map(|&count| count as usize).sum()
}

fn hits(counts: &[u8], core: &Core) -> bool {
    core.iter().any(|&(kind, count)| counts[kind] >= count)
}

/// The most melds that an exact cover may try.
const MAX_MELDS: u32 = 10_000;

/// After so many nodes it is better to choose first which melds with jokers are kept.
const MAX_NODES_IF_FREE: u64 = 200;

/// What is known about the best plays of a position.
struct Tidying<'a> {
    problem: &'a Problem<'a>,
    /// The different melds of the table, with their numbers.
    kinds: Vec<(Meld, u8)>,
    /// What the best play is worth.
    worth: i64,
    /// Multisets of tiles of which one must be played: the empty one, or the minimal openings.
    must_play: Vec<Tiles>,
    /// What each best play found so far touches.
    known: Vec<MeldCounts>,
    cores: Vec<Core>,
    hitting: HittingSet,
    /// The tidiest of these plays.
    best: Play,
    /// How many melds it touches.
    fewest: usize,
    touchable: Vec<bool>,
}

impl Solver {
    /// Finds a best play that touches the fewest melds, given a best play.
    ///
    /// If the search is stopped, returns the tidiest play found, as unproven.
    pub(super) fn tidy(&mut self, problem: &Problem<'_>, best: Play, stop: &mut dyn FnMut() -> bool) -> Play {
        self.instance.read(problem, Scope::default(), self.scale, SweepDirection::Ascending);
        let worth = self.instance.worth_of(&best.tiles);
        let mut tidying = Tidying::new(problem, worth, best);
        // An opening that touches nothing cannot be tidier; one that uses the table contains a minimal opening.
        if !problem.opened && tidying.fewest > 0 {
            let mut openings = MinimalOpenings::new(problem.hand, problem.rules);
            if !openings.find(stop) {
                return Play { proven: false, ..tidying.best };
            }
            tidying.must_play = openings.all;
        }
        let ended = tidying.run(self, stop);
        Play { proven: ended.is_ok(), ..tidying.best }
    }
}

impl Solver {
    /// Finds the most melds without jokers that some best play in scope keeps, if they are at least `wanted`.
    ///
    /// Deferred jokers are assumed to have room, and freed ones to be in new melds where they must be. So what is found
    /// is an upper bound.
    fn keep_most(
        &mut self,
        problem: &Problem<'_>,
        scope: Scope<'_>,
        must_play: &Tiles,
        worth: i64,
        mut wanted: u32,
        check: &mut StopCheck<'_>,
    ) -> Result<Option<u32>, Unprepared> {
        let Problem { rules, table, hand, .. } = *problem;
        self.instance.read(problem, scope, self.scale, SweepDirection::Ascending);
        self.kept_melds.read(rules, table, scope, hand);
        if scope.melds(table).any(|meld| meld.jokers() > 0) {
            self.scenarios.begin(rules, table, hand, must_play);
        } else {
            self.scenarios.begin_kept(rules, table, must_play);
        }
        let mut best = None;
        let mut batches = 0;
        while self.scenarios.next_batch() {
            batches += 1;
            if batches > 1 && check.count(STEPS_PER_BATCH) {
                return Err(Unprepared::Interrupted);
            }
            for index in 0..self.scenarios.list.len() {
                if check.count(STEPS_PER_SCENARIO) {
                    return Err(Unprepared::Interrupted);
                }
                let scenario = self.scenarios.list[index];
                self.account_for_kept(&scenario, rules, check)?;
                for place in 0..self.kept_melds.list.len() {
                    let scenario = self.kept_melds.list[place];
                    self.constraints.find(&self.scenarios.old, &scenario, rules, table, SweepDirection::Ascending);
                    let options = SearchOptions { defer_jokers: true, points_needed: 0, new_meld: None };
                    self.subproblem.set_up(&self.instance, &scenario, must_play, &self.constraints, options, check)?;
                    if let Some(found) = self.kept_search.run(&self.subproblem, worth, wanted, MAX_NODES, check)? {
                        wanted = found + 1;
                        best = Some(found);
                    }
                }
            }
        }
        Ok(best)
    }
}

impl Solver {
    /// Finds the most melds that some best play keeps if jokers are free, if they are at least `wanted`: an upper bound
    /// under any rules.
    fn keep_most_if_free(
        &mut self,
        problem: &Problem<'_>,
        must_play: &Tiles,
        worth: i64,
        wanted: u32,
        check: &mut StopCheck<'_>,
    ) -> Result<Option<u32>, Unprepared> {
        let Problem { rules, table, .. } = *problem;
        let direction = SweepDirection::Ascending;
        self.instance.read(problem, Scope::default(), self.scale, direction);
        self.scenarios.old.read(rules, table, must_play);
        let scenario = Scenario::freeing(self.scenarios.old.all());
        self.constraints.find(&self.scenarios.old, &scenario, rules, table, direction);
        let options = SearchOptions { defer_jokers: true, points_needed: 0, new_meld: None };
        self.subproblem.set_up(&self.instance, &scenario, must_play, &self.constraints, options, check)?;
        self.kept_search.run(&self.subproblem, worth, wanted, MAX_NODES_IF_FREE, check)
    }
}

impl<'a> Tidying<'a> {
    fn new(problem: &'a Problem<'a>, worth: i64, best: Play) -> Self {
        let mut kinds: Vec<(Meld, u8)> = Vec::new();
        for &meld in problem.table.melds() {
            match kinds.last_mut() {
                Some((last, count)) if *last == meld => *count += 1,
                _ => kinds.push((meld, 1)),
            }
        }
        let hitting = HittingSet::new(kinds.iter().map(|&(_, count)| count));
        let mut tidying = Self {
            problem,
            kinds,
            worth,
            must_play: vec![Tiles::new()],
            known: Vec::new(),
            cores: Vec::new(),
            hitting,
            best,
            fewest: 0,
            touchable: Vec::new(),
        };
        let touched = tidying.touched_by(&tidying.best.table);
        tidying.fewest = size(&touched);
        tidying.known.push(touched);
        tidying
    }

    /// How many melds of each kind are gone.
    fn touched_by(&self, after: &Table) -> MeldCounts {
        let mut left = after.melds().iter().peekable();
        let gone = |&(meld, count): &(Meld, u8)| {
            while left.next_if(|&&other| other < meld).is_some() {}
            let mut there = 0;
            while there < count && left.next_if(|&&other| other == meld).is_some() {
                there += 1;
            }
            count - there
        };
        self.kinds.iter().map(gone).collect()
    }

    fn run(&mut self, solver: &mut Solver, stop: &mut dyn FnMut() -> bool) -> Result<(), Interrupted> {
        let Some(least) = self.search_kept(solver, stop)? else { return Ok(()) };
        // Disjoint cores first: their number is a lower bound at once.
        let mut counts = vec![0; self.kinds.len()];
        while self.fewest > self.cores.len() && !self.is_enough(solver, &counts, stop)? {
            let core = self.find_core(solver, &counts, stop)?;
            for &(kind, count) in &core {
                counts[kind] = count;
            }
            self.add_core(core);
        }
        let mut bound = self.cores.len().max(least);
        while bound < self.fewest {
            let Some(counts) = self.hitting.find(bound, stop)? else {
                bound += 1;
                continue;
            };
            if !self.is_enough(solver, &counts, stop)? {
                let core = self.find_core(solver, &counts, stop)?;
                self.add_core(core);
            }
        }
        Ok(())
    }

    /// Searches for a best play that keeps the most melds; returns none if that is the best one now, and otherwise the
    /// fewest melds that a best play may touch.
    fn search_kept(
        &mut self,
        solver: &mut Solver,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<usize>, Interrupted> {
        if stop() {
            return Err(Interrupted);
        }
        let melds: usize = self.kinds.iter().map(|&(_, count)| count as usize).sum();
        let mut most = melds - self.fewest;
        let mut best: Option<MeldCounts> = None;
        solver.kept_search.forget();
        // The melds with jokers that are kept, by kind: every choice, none of them first. What may be kept of the others
        // is never more than with fewer of them kept.
        let jokers: Vec<usize> = (0..self.kinds.len()).filter(|&kind| self.kinds[kind].0.jokers() > 0).collect();
        let mut bound = melds;
        // In a play that touches few melds, the choices are soon left out by their bounds.
        let is_untidy = self.fewest > melds / 2;
        if is_untidy && !jokers.is_empty() && solver.kept_search.read(&self.kinds, true) {
            let is_free = self.problem.rules.locked_meld == LockedMeld::Free;
            match self.search_if_free(solver, most as u32 + 1, stop) {
                Ok(None) => return Ok(None),
                Ok(Some(touches)) => {
                    let least = size(&touches);
                    if self.is_enough(solver, &touches, stop)? && self.fewest <= least {
                        return Ok(None);
                    }
                    if is_free {
                        return Ok(Some(least));
                    }
                    bound = melds - least;
                }
                Err(Unprepared::Interrupted) => return Err(Interrupted),
                Err(Unprepared::TooLarge) => {}
            }
        }
        solver.kept_search.read(&self.kinds, false);
        let mut kept: Vec<u8> = vec![0; jokers.len()];
        let mut known: Vec<(Vec<u8>, Option<u32>)> = Vec::new();
        let check = &mut StopCheck::new(stop);
        while most < bound {
            let fixed: u32 = kept.iter().map(|&count| u32::from(count)).sum();
            let wanted = (most as u32 + 1).saturating_sub(fixed);
            let larger = known.iter().filter(|(fewer, _)| is_within(fewer, &kept));
            let bound = larger.map(|&(_, bound)| bound).min().unwrap_or(Some(u32::MAX));
            if bound.is_some_and(|bound| bound >= wanted) {
                self.touchable.clear();
                for (kind, &(_, all)) in self.kinds.iter().enumerate() {
                    let kept = jokers.iter().position(|&other| other == kind).map_or(0, |place| kept[place]);
                    self.touchable.extend((0..all).map(|index| index < all - kept));
                }
                let scope = Scope { touchable: Some(&self.touchable) };
                let mut found = None;
                for must_play in &self.must_play {
                    let wanted = found.map_or(wanted, |found| found + 1);
                    match solver.keep_most(self.problem, scope, must_play, self.worth, wanted, check) {
                        Ok(more) => found = more.or(found),
                        Err(Unprepared::Interrupted) => return Err(Interrupted),
                        Err(Unprepared::TooLarge) => return Ok(Some(0)),
                    }
                    if let Some(found) = found {
                        most = (found + fixed) as usize;
                        let mut touches: MeldCounts = self.kinds.iter().map(|&(_, count)| count).collect();
                        solver.kept_search.kept.iter().for_each(|&kind| touches[kind as usize] -= 1);
                        jokers.iter().zip(&kept).for_each(|(&kind, &kept)| touches[kind] -= kept);
                        best = Some(touches);
                    }
                }
                known.push((kept.clone(), found.or(wanted.checked_sub(1))));
            }
            // The next choice.
            let Some(place) = (0..kept.len()).find(|&place| kept[place] < self.kinds[jokers[place]].1) else { break };
            kept[place] += 1;
            kept[..place].fill(0);
        }
        let Some(touches) = best else { return Ok(None) };
        if self.is_enough(solver, &touches, stop)? && self.fewest <= melds - most {
            return Ok(None);
        }
        Ok(Some(melds - most))
    }

    /// Searches for a best play that keeps at least `wanted` melds if jokers are free; returns what it touches.
    fn search_if_free(
        &self,
        solver: &mut Solver,
        mut wanted: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<MeldCounts>, Unprepared> {
        let check = &mut StopCheck::new(stop);
        let mut best = None;
        for must_play in &self.must_play {
            if let Some(found) = solver.keep_most_if_free(self.problem, must_play, self.worth, wanted, check)? {
                wanted = found + 1;
                let mut touches: MeldCounts = self.kinds.iter().map(|&(_, count)| count).collect();
                solver.kept_search.kept.iter().for_each(|&kind| touches[kind as usize] -= 1);
                best = Some(touches);
            }
        }
        Ok(best)
    }

    fn add_core(&mut self, core: Core) {
        self.hitting.add(&core);
        self.cores.push(core);
    }

    /// Whether some best play touches no more than these melds.
    fn is_enough(
        &mut self,
        solver: &mut Solver,
        counts: &[u8],
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<bool, Interrupted> {
        if self.known.iter().any(|touched| is_within(touched, counts)) {
            return Ok(true);
        }
        if !self.cores.iter().all(|core| hits(counts, core)) {
            return Ok(false);
        }
        if stop() {
            return Err(Interrupted);
        }
        self.touchable.clear();
        for (&(_, all), &count) in self.kinds.iter().zip(counts) {
            self.touchable.extend((0..all).map(|index| index < count));
        }
        let scope = Scope { touchable: Some(&self.touchable) };
        let mut decided = true;
        let mut play = None;
        for must_play in &self.must_play {
            let known = solver.best_in(self.problem, scope, must_play, self.worth - 1, stop);
            decided &= known.proven;
            play = known.play;
            // Melds from the hand alone cannot open with the best play, or the first play would have been one.
            if !self.problem.opened && play.as_ref().is_some_and(|play| size(&self.touched_by(&play.table)) == 0) {
                play = play.and_then(|play| self.with_table(&play, scope));
                decided &= play.is_some() || size(counts) == 0;
            }
            if play.is_some() || !known.proven {
                break;
            }
        }
        let Some(play) = play else {
            return if decided { Ok(false) } else { Err(Interrupted) };
        };
        let touched = self.touched_by(&play.table);
        if size(&touched) < self.fewest {
            self.fewest = size(&touched);
            self.best = play;
        }
        self.known.push(touched);
        Ok(true)
    }

    /// Arranges the tiles of a play that touches nothing, and so does not open, with those in scope.
    ///
    /// None if that is impossible, or would take too long.
    fn with_table(&self, play: &Play, scope: Scope<'_>) -> Option<Play> {
        let Problem { rules, table, hand, .. } = *self.problem;
        let whole = |after: &Table| Table::new(after.melds().iter().chain(scope.rest(table)).copied().collect());
        let accepts = |after: &Table| is_legal(table, hand, &whole(after), false, rules);
        let in_scope: Tiles = scope.melds(table).flat_map(Meld::tiles).collect();
        let mut cover = ExactCover { rules, accepts: &accepts, max_melds: MAX_MELDS };
        let after = cover.find(in_scope.plus(&play.tiles))?;
        Some(Play::between(table, whole(&after)))
    }

    /// Grows a scope that fails until every larger one succeeds; the melds outside are a core.
    fn find_core(
        &mut self,
        solver: &mut Solver,
        counts: &[u8],
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Core, Interrupted> {
        // Start with all melds except those that the known plays touch beyond the scope.
        let mut widest: MeldCounts = self.kinds.iter().map(|&(_, count)| count).collect();
        loop {
            let within_wide = |touched: &&MeldCounts| is_within(touched, &widest);
            if let Some(touched) = self.known.iter().filter(within_wide).min_by_key(|touched| size(touched)) {
                for ((widest, &touched), &count) in widest.iter_mut().zip(touched).zip(counts) {
                    if touched > count {
                        *widest = count;
                    }
                }
            } else if !self.is_enough(solver, &widest, stop)? {
                break;
            }
        }
        for kind in 0..self.kinds.len() {
            while widest[kind] < self.kinds[kind].1 {
                widest[kind] += 1;
                if self.is_enough(solver, &widest, stop)? {
                    widest[kind] -= 1;
                    break;
                }
            }
        }
        let outside = self.kinds.iter().zip(&widest).enumerate().filter(|(_, (kind, count))| *count < &kind.1);
        Ok(outside.map(|(kind, (_, &count))| (kind, count + 1)).collect())
    }
}
