//! The best play of a player who has opened: the best over all scenarios.

use super::branch_and_bound::Aborted;
use super::deferred_jokers;
use super::direction::SweepDirection;
use super::interrupt::{Interrupted, StopCheck, Unprepared};
use super::new_meld::NewMeldConstraint;
use super::old_jokers::MeldBits;
use super::problem::{Play, Problem};
use super::scenarios::Scenario;
use super::scope::Scope;
use super::subproblem::{SearchOptions, Subproblem};
use super::workspace::Solver;
use crate::meld::Meld;
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::Tiles;
use crate::turn::is_legal_until;

/// How the search treats jokers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JokerMode {
    /// Jokers that no meld needs are placed last.
    Deferred,
    /// Every joker is placed explicitly.
    Explicit,
    /// So is every joker, and the search tracks those in new melds, where freed jokers must be.
    TrackNewMelds,
}

/// What is searched for.
#[derive(Debug, Clone, Copy)]
struct Question<'a> {
    problem: &'a Problem<'a>,
    scope: Scope<'a>,
    must_play: &'a Tiles,
}

/// How the search of a scenario ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// No play of the scenario is worth more than the best play now.
    Done,
    /// There was no room for the deferred jokers.
    NoRoomForJokers,
    /// The best play of the scenario, worth so much, is illegal.
    Illegal(i64),
    /// Its color graphs would take too much memory.
    TooLarge,
}

/// The [steps](StopCheck) that a scenario takes besides its search.
pub(super) const STEPS_PER_SCENARIO: u32 = 1 << 10;

/// The [steps](StopCheck) between two questions of the referee whether to stop.
pub(super) const STEPS_OF_REFEREE: u32 = 64;

/// The [steps](StopCheck) that it takes to list a batch of scenarios.
pub(super) const STEPS_PER_BATCH: u32 = 1 << 20;

/// What a search over scenarios found.
#[derive(Debug)]
pub(super) struct SearchResult {
    pub(super) worth: i64,
    pub(super) play: Option<Play>,
    /// Whether no other play is worth more.
    pub(super) proven: bool,
}

impl Solver {
    pub(super) fn solve_opened(&mut self, problem: &Problem<'_>, stop: &mut dyn FnMut() -> bool) -> Play {
        let found = self.best_in(problem, Scope::default(), &Tiles::new(), 0, stop);
        let quick = |solver: &mut Self| Some(solver.quick_from_hand(problem, 0, 0)?.1);
        let play = found.play.or_else(|| if found.proven { None } else { quick(self) });
        Play { proven: found.proven, ..play.unwrap_or_else(|| Play::nothing(problem.table)) }
    }

    /// Finds the best play that is worth more than `above`, plays at least the tiles in `must_play`, and touches only
    /// what is in scope.
    pub(super) fn best_in(
        &mut self,
        problem: &Problem<'_>,
        scope: Scope<'_>,
        must_play: &Tiles,
        above: i64,
        stop: &mut dyn FnMut() -> bool,
    ) -> SearchResult {
        let Problem { rules, table, hand, .. } = *problem;
        let mut best = SearchResult { worth: above, play: None, proven: true };
        if hand.is_empty() {
            return best;
        }
        self.instance.read(problem, scope, self.scale, SweepDirection::Ascending);
        self.kept_melds.read(rules, table, scope, hand);
        if scope.melds(table).any(|meld| meld.jokers() > 0) || scope.touchable.is_none() {
            self.scenarios.begin(rules, table, hand, must_play);
        } else {
            // All jokers that remain come from the hand, and may go anywhere.
            self.scenarios.begin_kept(rules, table, must_play);
        }
        let question = Question { problem, scope, must_play };
        let check = &mut StopCheck::new(stop);
        let mut batches = 0;
        while self.scenarios.next_batch() {
            batches += 1;
            if batches > 1 && check.count(STEPS_PER_BATCH) {
                best.proven = false;
                break;
            }
            if self.search_batch(&question, &mut best, check).is_err() {
                best.proven = false;
                break;
            }
        }
        if best.worth > above {
            best.play = Some(Play::between(table, Table::new(self.melds.clone())));
        }
        best
    }

    /// Searches the scenarios of a batch.
    fn search_batch(
        &mut self,
        question: &Question<'_>,
        best: &mut SearchResult,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Interrupted> {
        let rules = question.problem.rules;
        let need_new_melds = self.scenarios.old.need_new_melds;
        self.scenarios.sort();
        // Scenarios whose best play breaks the rule of new melds, with what a legal one is worth at most.
        self.scenarios.open.clear();
        for index in 0..self.scenarios.list.len() {
            if check.count(STEPS_PER_SCENARIO) {
                return Err(Interrupted);
            }
            let scenario = self.scenarios.list[index];
            let mut open = None;
            match self.account_for_kept(&scenario, rules, check) {
                Ok(()) => {}
                Err(Unprepared::Interrupted) => return Err(Interrupted),
                Err(Unprepared::TooLarge) => best.proven = false,
            }
            for place in 0..self.kept_melds.list.len() {
                let scenario = self.kept_melds.list[place];
                let mode = JokerMode::Deferred;
                match self.search_scenario(question, &scenario, mode, best, check)? {
                    Ended::Done => {}
                    Ended::TooLarge => best.proven = false,
                    Ended::Illegal(worth) if need_new_melds && scenario.freed != 0 => open = open.max(Some(worth)),
                    Ended::NoRoomForJokers if need_new_melds && scenario.freed != 0 => open = Some(i64::MAX),
                    Ended::NoRoomForJokers => {
                        let ended = self.search_scenario(question, &scenario, JokerMode::Explicit, best, check)?;
                        best.expect_legal(ended);
                    }
                    ended @ Ended::Illegal(_) => best.expect_legal(ended),
                }
            }
            self.scenarios.open.extend(open.map(|worth| (worth, scenario)));
        }
        // Keeping track of that rule takes long, and by now most of these scenarios are known to have nothing better.
        self.scenarios.open.sort_unstable_by_key(|&(worth, scenario)| (std::cmp::Reverse(worth), scenario));
        for index in 0..self.scenarios.open.len() {
            let (worth, scenario) = self.scenarios.open[index];
            if worth > best.worth {
                self.search_refinements(question, &scenario, best, check)?;
            }
        }
        Ok(())
    }

    /// Searches a scenario for each way in which its jokers may have been replaced, and tracks freed jokers.
    fn search_refinements(
        &mut self,
        question: &Question<'_>,
        scenario: &Scenario,
        best: &mut SearchResult,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Interrupted> {
        for refined in scenario.refinements(&self.scenarios.old) {
            if check.count(STEPS_PER_SCENARIO) {
                return Err(Interrupted);
            }
            match self.account_for_kept(&refined, question.problem.rules, check) {
                Ok(()) => {}
                Err(Unprepared::Interrupted) => return Err(Interrupted),
                Err(Unprepared::TooLarge) => best.proven = false,
            }
            for place in 0..self.kept_melds.list.len() {
                let scenario = self.kept_melds.list[place];
                let ended = self.search_scenario(question, &scenario, JokerMode::TrackNewMelds, best, check)?;
                best.expect_legal(ended);
            }
        }
        Ok(())
    }

    /// Lists the ways to account for the jokers of kept melds in a scenario.
    pub(super) fn account_for_kept(
        &mut self,
        scenario: &Scenario,
        rules: &Rules,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        let supply = &self.instance.supply;
        let remains = |meld: &MeldBits, bit: u32| {
            let (color, value) = if meld.is_run { (u32::from(meld.line), bit) } else { (bit, u32::from(meld.line)) };
            supply[color as usize][value as usize].available > 0
        };
        self.kept_melds.find(&self.scenarios.old, scenario, rules, &remains, check)
    }

    /// Searches one scenario for a play that is worth more than the best one.
    fn search_scenario(
        &mut self,
        question: &Question<'_>,
        scenario: &Scenario,
        mode: JokerMode,
        best: &mut SearchResult,
        check: &mut StopCheck<'_>,
    ) -> Result<Ended, Interrupted> {
        let &Question { problem, scope, .. } = question;
        let Problem { rules, table, hand, .. } = *problem;
        let mut direction = SweepDirection::Ascending;
        let mut node_limit = self.node_limit;
        match self.prepare(question, scenario, mode, direction, check) {
            Ok(subproblem) if subproblem.upper_bound() <= best.worth => return Ok(Ended::Done),
            Ok(_) => {}
            Err(Unprepared::Interrupted) => return Err(Interrupted),
            Err(Unprepared::TooLarge) => return Ok(Ended::TooLarge),
        }
        let old = &self.scenarios.old;
        let may_break_rule = old.need_new_melds && scenario.freed != 0;
        // A search of one or two jokers is known to be exact; a check takes nearly as long as the search.
        let needs_check = may_break_rule || old.len() > 2 || !self.kept_melds.is_empty();
        loop {
            let Self { subproblem, cache, search, scenarios, melds: best_melds, .. } = &mut *self;
            let (found, ended) = search.run(subproblem, cache, best.worth, node_limit, check);
            let mut illegal = None;
            if let Some(worth) = found {
                let melds = search.melds(subproblem, cache);
                let new_meld = may_break_rule
                    .then(|| NewMeldConstraint::of(&scenarios.old, scenario, table, direction, rules.deck.values));
                complete(subproblem, melds, table, hand.jokers(), scope, new_meld.as_ref());
                let mut legal = true;
                if needs_check {
                    let mut stop = || check.count(STEPS_OF_REFEREE);
                    match is_legal_until(table, hand, &Table::new(melds.clone()), true, rules, &mut stop) {
                        Ok(is_legal) => legal = is_legal,
                        Err(_) => return Err(Interrupted),
                    }
                }
                illegal = (!legal).then_some(worth);
                if legal {
                    best_melds.clone_from(melds);
                    best.worth = worth;
                }
            }
            match ended {
                Ok(()) => return Ok(illegal.map_or(Ended::Done, Ended::Illegal)),
                Err(Aborted::NoRoomForJokers) => return Ok(Ended::NoRoomForJokers),
                Err(Aborted::Interrupted) => return Err(Interrupted),
                Err(Aborted::NodeLimit) => {
                    node_limit = node_limit.doubled();
                    direction = direction.reversed();
                    if direction == SweepDirection::Descending {
                        self.mirrored.read(problem, scope, self.scale, direction);
                    }
                }
            }
            match self.prepare(question, scenario, mode, direction, check) {
                Ok(_) => {}
                Err(Unprepared::Interrupted) => return Err(Interrupted),
                Err(Unprepared::TooLarge) => return Ok(Ended::TooLarge),
            }
        }
    }

    /// Builds the subproblem of a scenario.
    fn prepare(
        &mut self,
        question: &Question<'_>,
        scenario: &Scenario,
        mode: JokerMode,
        direction: SweepDirection,
        check: &mut StopCheck<'_>,
    ) -> Result<&Subproblem, Unprepared> {
        let Problem { rules, table, .. } = *question.problem;
        let old = &self.scenarios.old;
        self.constraints.find(old, scenario, rules, table, direction);
        let new_meld = (mode == JokerMode::TrackNewMelds)
            .then(|| NewMeldConstraint::of(old, scenario, table, direction, rules.deck.values));
        self.subproblem.prepare(
            if direction == SweepDirection::Ascending { &self.instance } else { &self.mirrored },
            scenario,
            question.must_play,
            &self.constraints,
            SearchOptions { defer_jokers: mode == JokerMode::Deferred, points_needed: 0, new_meld },
            &mut self.cache,
            check,
        )?;
        Ok(&self.subproblem)
    }
}

impl SearchResult {
    /// Takes note of how a search ended that should have found a legal play: if it did not, nothing is proven.
    fn expect_legal(&mut self, ended: Ended) {
        debug_assert!(
            matches!(ended, Ended::Done | Ended::TooLarge),
            "the best play of a scenario is illegal: {ended:?}"
        );
        self.proven &= ended == Ended::Done;
    }
}

/// Adds to the melds of a solution what the search left aside: deferred jokers, and the melds out of scope.
pub(super) fn complete(
    subproblem: &Subproblem,
    melds: &mut Vec<Meld>,
    table: &Table,
    hand_jokers: u8,
    scope: Scope<'_>,
    new_meld: Option<&NewMeldConstraint>,
) {
    if subproblem.defer_jokers {
        let placed: usize = melds.iter().map(Meld::jokers).sum();
        let all = scope.melds(table).map(Meld::jokers).sum::<usize>() + hand_jokers as usize;
        deferred_jokers::place(subproblem, melds, (all - placed) as u8, new_meld);
    }
    for meld in melds.iter_mut() {
        *meld = subproblem.direction.meld(*meld, subproblem.values as u8);
    }
    melds.extend(scope.rest(table));
}
