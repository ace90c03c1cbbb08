//! Subspaces of scenarios that were prepared before: upper bounds without a search, and searches with little to
//! prepare.
//!
//! A subspace fixes how many tiles of some kinds are played. Most of its colors are restricted as they are in other
//! subspaces, so the graph of each restricted color is built once. The sum of their upper bounds is a bound on the
//! subspace; on crowded tables it is nearly always what the best play is worth.

use rustc_hash::FxHashMap;

use crate::meld::Meld;
use crate::solver::branch_and_bound::Aborted;
use crate::solver::budget::with_bounds;
use crate::solver::color_graph::ColorGraph;
use crate::solver::direction::SweepDirection;
use crate::solver::instance::{IMPOSSIBLE, Instance, TileSupply, VALUES};
use crate::solver::interrupt::{StopCheck, Unprepared};
use crate::solver::new_meld::NewMeldConstraint;
use crate::solver::problem::Problem;
use crate::solver::scenario_search::{STEPS_OF_REFEREE, complete};
use crate::solver::scenarios::Scenario;
use crate::solver::scope::Scope;
use crate::solver::subproblem::{SearchOptions, Subproblem};
use crate::solver::transition::GroupShare;
use crate::solver::transition_cache::TransitionCache;
use crate::solver::workspace::Solver;
use crate::table::Table;
use crate::tile::{MAX_COLORS, Tile, Tiles};
use crate::turn::is_legal_until;

/// With more scenarios, one that frees all jokers without conditions gives the bounds, and there are no searches.
const MAX_SCENARIOS: usize = 8;

/// The most nodes of all graphs that are kept.
const MAX_NODES: usize = 1 << 18;

/// The bits for each value in the key of a restricted color.
const BITS: usize = 4;

/// For each color the index of its graph.
type Graphs = [usize; MAX_COLORS];

/// How many tiles of some kinds are played, in the order of the tiles.
pub(super) type Fixed = [(Tile, u8)];

/// All that the graph of a color depends on in a subspace: the color, how many tiles of each value are fixed, and what it
/// may give to groups.
type ColorKey = (u8, u128, [u64; VALUES]);

/// A scenario, with the graphs of its restricted colors.
#[derive(Debug)]
struct PreparedScenario {
    scenario: Scenario,
    /// The subproblem of the subspace that was asked for last.
    subproblem: Subproblem,
    /// The supply without restrictions.
    supply: Vec<[TileSupply; VALUES]>,
    /// The supply of the subspace before.
    last: Vec<[TileSupply; VALUES]>,
    /// The index of the graph of each restricted color.
    known: FxHashMap<ColorKey, usize>,
    graphs: Vec<ColorGraph>,
    /// The nodes of all graphs.
    nodes: usize,
}

/// The scenarios of a position.
#[derive(Debug, Default)]
pub(super) struct Prepared {
    instance: Instance,
    scenarios: Vec<PreparedScenario>,
    /// Whether these are the real scenarios.
    is_exact: bool,
    /// How often the transition cache had been cleared when the graphs were built.
    cleared: u64,
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
        let Solver { instance, scale, scenarios, constraints, cache, .. } = solver;
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
            subproblem.prepare(instance, scenario, &Tiles::new(), constraints, options, cache, check)?;
            prepared.scenarios.push(PreparedScenario {
                scenario: *scenario,
                supply: subproblem.supply.clone(),
                last: Vec::new(),
                subproblem,
                known: FxHashMap::default(),
                graphs: Vec::new(),
                nodes: 0,
            });
        }
        prepared.cleared = cache.cleared();
        Ok(prepared)
    }

    /// Forgets all graphs if they have become invalid.
    fn refresh(&mut self, cache: &TransitionCache) {
        if self.cleared != cache.cleared() {
            self.cleared = cache.cleared();
            self.scenarios.iter_mut().for_each(PreparedScenario::clear);
        }
    }

    /// An upper bound on the plays of a subspace, if there are scenarios.
    pub(super) fn bound(
        &mut self,
        fixed: &Fixed,
        cache: &mut TransitionCache,
        check: &mut StopCheck<'_>,
    ) -> Result<Option<i64>, Unprepared> {
        self.refresh(cache);
        let mut most = (!self.scenarios.is_empty()).then_some(IMPOSSIBLE);
        for scenario in &mut self.scenarios {
            if let Some(graphs) = scenario.restrict(&self.instance, fixed, cache, check)? {
                most = most.max(Some(scenario.bound(&graphs)));
            }
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
        self.refresh(&solver.cache);
        if !self.is_exact {
            return Ok(Found::Unknown);
        }
        let mut best = Found::Nothing;
        let mut above = above;
        for scenario in &mut self.scenarios {
            let Some(graphs) = scenario.restrict(&self.instance, fixed, &mut solver.cache, check)? else { continue };
            if scenario.bound(&graphs) <= above {
                continue;
            }
            scenario.swap_graphs(&graphs);
            let found = scenario.run(solver, problem, hand_jokers(&self.instance, fixed), above, check);
            scenario.swap_graphs(&graphs);
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
    fn clear(&mut self) {
        self.known.clear();
        self.graphs.clear();
        self.nodes = 0;
    }

    /// Restricts the subproblem to a subspace and returns the graph of each color, by index; `None` if too few of some
    /// tile are played for this scenario.
    fn restrict(
        &mut self,
        instance: &Instance,
        fixed: &Fixed,
        cache: &mut TransitionCache,
        check: &mut StopCheck<'_>,
    ) -> Result<Option<Graphs>, Unprepared> {
        if fixed.iter().any(|&(tile, count)| count < self.scenario.count_freed_by(tile)) {
            return Ok(None);
        }
        if self.nodes > MAX_NODES {
            self.clear();
        }
        let subproblem = &mut self.subproblem;
        self.last.clone_from(&subproblem.supply);
        subproblem.supply.clone_from(&self.supply);
        let mut keys = [0; MAX_COLORS];
        for &(tile, count) in fixed {
            let Some((color, value)) = tile.natural() else { continue };
            let (color, value) = (color.index(), value as usize);
            let supply = &mut subproblem.supply[color][value];
            supply.required = instance.supply[color][value].required + count;
            supply.available = supply.required;
            keys[color] |= u128::from(count + 1) << (BITS * value);
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
        let mut graphs = [0; MAX_COLORS];
        for color in 0..instance.colors {
            let shares = self.subproblem.group_shares(color).map(GroupShare::packed);
            let key = (color as u8, keys[color], shares);
            graphs[color] = match self.known.get(&key) {
                Some(&known) => known,
                None => self.build(key, cache, check)?,
            };
        }
        Ok(Some(graphs))
    }

    /// Builds the graph of a color in this subspace.
    fn build(
        &mut self,
        key: ColorKey,
        cache: &mut TransitionCache,
        check: &mut StopCheck<'_>,
    ) -> Result<usize, Unprepared> {
        let mut graph = ColorGraph::default();
        let input = self.subproblem.color_input(key.0.into());
        with_bounds!(self.subproblem.kind, B => graph.build::<B>(&input, cache, check))?;
        self.nodes += graph.len(self.subproblem.values);
        self.graphs.push(graph);
        self.known.insert(key, self.graphs.len() - 1);
        Ok(self.graphs.len() - 1)
    }

    /// An upper bound on the plays of this subspace.
    fn bound(&self, graphs: &Graphs) -> i64 {
        let subproblem = &self.subproblem;
        let own = graphs[..subproblem.graphs.len()].iter().map(|&index| &self.graphs[index]);
        subproblem.base_worth + with_bounds!(subproblem.kind, B => subproblem.bound_of::<B>(own, subproblem.jokers))
    }

    fn swap_graphs(&mut self, graphs: &Graphs) {
        for (own, &index) in self.subproblem.graphs.iter_mut().zip(graphs) {
            std::mem::swap(own, &mut self.graphs[index]);
        }
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
