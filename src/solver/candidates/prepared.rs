//! Subspaces of scenarios that were prepared before: upper bounds without a search, and searches with little to
//! prepare.
//!
//! A subspace fixes how many tiles of some kinds are played. Most of its colors are restricted as they are in other
//! subspaces, so the graphs of restricted colors are kept: with those of the solver, for the next list of the same
//! position has them again. The sum of their upper bounds is a bound on the subspace; on crowded tables it is nearly
//! always what the best play is worth.

use std::mem::swap;

use crate::meld::Meld;
use crate::solver::branch_and_bound::Aborted;
use crate::solver::direction::SweepDirection;
use crate::solver::instance::{IMPOSSIBLE, Instance, TileSupply, VALUES};
use crate::solver::interrupt::{StopCheck, Unprepared};
use crate::solver::new_meld::NewMeldConstraint;
use crate::solver::problem::Problem;
use crate::solver::scenario_search::{STEPS_OF_REFEREE, complete};
use crate::solver::scenarios::Scenario;
use crate::solver::scope::Scope;
use crate::solver::subproblem::{SearchOptions, Subproblem};
use crate::solver::transition_cache::TransitionCache;
use crate::solver::workspace::Solver;
use crate::table::Table;
use crate::tile::{Tile, Tiles};
use crate::turn::is_legal_until;

/// With more scenarios, one that frees all jokers without conditions gives the bounds, and there are no searches.
const MAX_SCENARIOS: usize = 8;

/// How many tiles of some kinds are played, in the order of the tiles.
pub(super) type Fixed = [(Tile, u8)];

/// A scenario, with the graphs of its restricted colors.
#[derive(Debug)]
struct PreparedScenario {
    scenario: Scenario,
    /// The subproblem of the subspace that was asked for last; the solver has its graphs.
    subproblem: Subproblem,
    /// The supply without restrictions.
    supply: Vec<[TileSupply; VALUES]>,
    /// The supply of the subspace before.
    last: Vec<[TileSupply; VALUES]>,
}

/// The scenarios of a position.
#[derive(Debug, Default)]
pub(super) struct Prepared {
    instance: Instance,
    scenarios: Vec<PreparedScenario>,
    /// Whether these are the real scenarios.
    is_exact: bool,
}

/// What a search found.
pub(super) enum Found {
    /// The best melds that are worth more than asked for.
    Best(i64, Vec<Meld>),
    /// There are none.
    Nothing,
    /// The search was given up.
    Unknown,
}

impl Prepared {
    /// Prepares the scenarios of a problem; without its table if `uses_table` is false.
    pub(super) fn of(
        solver: &mut Solver,
        problem: &Problem<'_>,
        uses_table: bool,
        check: &mut StopCheck<'_>,
    ) -> Result<Self, Unprepared> {
        let Problem { rules, hand, .. } = *problem;
        let nothing = Table::default();
        let table = if uses_table { problem.table } else { &nothing };
        let problem = Problem { table, ..problem.clone() };
        let Solver { instance, scale, scenarios, constraints, cache, subproblem: spare, .. } = solver;
        instance.read(&problem, Scope::default(), *scale, SweepDirection::Ascending);
        scenarios.begin(rules, table, hand, &Tiles::new());
        scenarios.next_batch();
        scenarios.sort();
        let is_few = scenarios.is_done() && scenarios.list.len() <= MAX_SCENARIOS;
        if !is_few {
            scenarios.list.clear();
            scenarios.list.push(Scenario::freeing(scenarios.old.all()));
        }
        let mut prepared = Self { instance: instance.clone(), is_exact: is_few && problem.opened, ..Self::default() };
        for scenario in &scenarios.list {
            let mut subproblem = Subproblem::default();
            constraints.find(&scenarios.old, scenario, rules, table, SweepDirection::Ascending);
            let options = SearchOptions { defer_jokers: true, ..SearchOptions::default() };
            swap(&mut subproblem.graphs, &mut spare.graphs);
            let ended = subproblem.prepare(instance, scenario, &Tiles::new(), constraints, options, cache, check);
            swap(&mut subproblem.graphs, &mut spare.graphs);
            ended?;
            prepared.scenarios.push(PreparedScenario {
                scenario: *scenario,
                supply: subproblem.supply.clone(),
                last: Vec::new(),
                subproblem,
            });
        }
        Ok(prepared)
    }

    /// An upper bound on the plays of a subspace, if there are scenarios.
    pub(super) fn bound(
        &mut self,
        solver: &mut Solver,
        fixed: &Fixed,
        check: &mut StopCheck<'_>,
    ) -> Result<Option<i64>, Unprepared> {
        let mut most = (!self.scenarios.is_empty()).then_some(IMPOSSIBLE);
        for scenario in &mut self.scenarios {
            let bound = scenario.with_graphs(solver, |scenario, solver| {
                let is_possible = scenario.restrict(&self.instance, fixed, &mut solver.cache, check)?;
                Ok(is_possible.then(|| scenario.subproblem.upper_bound()))
            });
            most = most.max(bound?);
        }
        Ok(most)
    }

    /// Searches a subspace for the best play that is worth more than `above`.
    pub(super) fn search(
        &mut self,
        solver: &mut Solver,
        problem: &Problem<'_>,
        fixed: &Fixed,
        above: i64,
        check: &mut StopCheck<'_>,
    ) -> Result<Found, Unprepared> {
        if !self.is_exact {
            return Ok(Found::Unknown);
        }
        let mut best = Found::Nothing;
        let mut above = above;
        for scenario in &mut self.scenarios {
            let found = scenario.with_graphs(solver, |scenario, solver| {
                let is_possible = scenario.restrict(&self.instance, fixed, &mut solver.cache, check)?;
                if !is_possible || scenario.subproblem.upper_bound() <= above {
                    return Ok(Found::Nothing);
                }
                scenario.run(solver, problem, hand_jokers(&self.instance, fixed), above, check)
            });
            match found? {
                Found::Nothing => {}
                Found::Best(worth, melds) => {
                    above = worth;
                    best = Found::Best(worth, melds);
                }
                Found::Unknown => return Ok(Found::Unknown),
            }
        }
        Ok(best)
    }
}

/// How many jokers of the hand are played at most.
fn hand_jokers(instance: &Instance, fixed: &Fixed) -> u8 {
    fixed.last().filter(|(tile, _)| tile.is_joker()).map_or(instance.hand_jokers, |&(_, count)| count)
}

impl PreparedScenario {
    /// Lends the solver's graphs to the subproblem.
    fn with_graphs<T>(&mut self, solver: &mut Solver, ask: impl FnOnce(&mut Self, &mut Solver) -> T) -> T {
        swap(&mut self.subproblem.graphs, &mut solver.subproblem.graphs);
        let answer = ask(self, solver);
        swap(&mut self.subproblem.graphs, &mut solver.subproblem.graphs);
        answer
    }

    /// Restricts the subproblem to a subspace; returns false if too few of some tile are played for this scenario.
    fn restrict(
        &mut self,
        instance: &Instance,
        fixed: &Fixed,
        cache: &mut TransitionCache,
        check: &mut StopCheck<'_>,
    ) -> Result<bool, Unprepared> {
        if fixed.iter().any(|&(tile, count)| count < self.scenario.count_freed_by(tile)) {
            return Ok(false);
        }
        let subproblem = &mut self.subproblem;
        self.last.clone_from(&subproblem.supply);
        subproblem.supply.clone_from(&self.supply);
        for &(tile, count) in fixed {
            let Some((color, value)) = tile.natural() else { continue };
            let (color, value) = (color.index(), value as usize);
            let supply = &mut subproblem.supply[color][value];
            supply.required = instance.supply[color][value].required + count;
            supply.available = supply.required;
        }
        let jokers = hand_jokers(instance, fixed);
        let freed = self.scenario.freed.count_ones() as u8;
        let all_change = subproblem.jokers != freed + jokers;
        subproblem.jokers = freed + jokers;
        subproblem.base_worth = i64::from(jokers) * instance.joker_worth;
        for value in 1..=instance.values {
            for (own, whole) in subproblem.supply.iter().zip(&instance.supply) {
                let played = own[value].required - whole[value].required;
                subproblem.base_worth += i64::from(played) * own[value].worth;
            }
            // Shares of groups depend on the jokers and the supply of their value.
            if all_change || subproblem.supply.iter().zip(&self.last).any(|(own, last)| own[value] != last[value]) {
                subproblem.find_group_shares(value);
            }
        }
        subproblem.find_roots(cache, check)?;
        Ok(true)
    }

    /// Searches this subspace.
    fn run(
        &self,
        solver: &mut Solver,
        problem: &Problem<'_>,
        hand_jokers: u8,
        above: i64,
        check: &mut StopCheck<'_>,
    ) -> Result<Found, Unprepared> {
        let Problem { rules, table, hand, .. } = *problem;
        let Self { scenario, subproblem, .. } = self;
        let Solver { cache, search, node_limit, scenarios, .. } = solver;
        let (found, ended) = search.run(subproblem, cache, above, *node_limit, check);
        match ended {
            Ok(()) => {}
            Err(Aborted::Interrupted) => return Err(Unprepared::Interrupted),
            Err(Aborted::NoRoomForJokers | Aborted::NodeLimit) => return Ok(Found::Unknown),
        }
        let Some(worth) = found else { return Ok(Found::Nothing) };
        let melds = search.melds(subproblem, cache);
        let old = &scenarios.old;
        let direction = SweepDirection::Ascending;
        let may_break_rule = old.need_new_melds && scenario.freed != 0;
        let new_meld =
            may_break_rule.then(|| NewMeldConstraint::of(old, scenario, table, direction, rules.deck.values));
        complete(subproblem, melds, table, hand_jokers, Scope::default(), new_meld.as_ref());
        if may_break_rule || old.len() > 2 {
            let after = Table::new(melds.clone());
            match is_legal_until(table, hand, &after, true, rules, &mut || check.count(STEPS_OF_REFEREE)) {
                Ok(true) => {}
                Ok(false) => return Ok(Found::Unknown),
                Err(_) => return Err(Unprepared::Interrupted),
            }
        }
        Ok(Found::Best(worth, melds.clone()))
    }
}
