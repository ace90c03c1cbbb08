//! The best play of a player who has opened: the best over all scenarios.

use super::branch_and_bound::Aborted;
use super::deferred_jokers;
use super::direction::SweepDirection;
use super::new_meld::NewMeldConstraint;
use super::problem::{Play, Problem};
use super::scope::Scope;
use super::subproblem::{SearchOptions, Subproblem};
use super::workspace::Solver;
use crate::meld::Meld;
use crate::rules::{FreedJoker, LockedMeld};
use crate::table::Table;
use crate::tile::Tiles;
use crate::turn::is_legal;

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

/// How a subproblem is searched.
#[derive(Debug, Clone, Copy)]
struct Attempt {
    mode: JokerMode,
    direction: SweepDirection,
}

impl Attempt {
    const FIRST: Self = Self { mode: JokerMode::Deferred, direction: SweepDirection::Ascending };
}

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
        let play = found.play.unwrap_or_else(|| Play::nothing(problem.table));
        Play { proven: found.proven, ..play }
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
        let values = rules.deck.values;
        let mut best = SearchResult { worth: above, play: None, proven: true };
        if hand.is_empty() {
            return best;
        }
        self.cache.clear_if_full();
        self.instance.read(problem, scope, self.scale, SweepDirection::Ascending);
        let mut has_mirrored = false;
        self.scenarios.find(rules, table, scope, hand, must_play);
        best.proven = !self.scenarios.truncated;
        let needs_new_meld = rules.freed_joker == FreedJoker::NewMeld && rules.locked_meld != LockedMeld::Free;
        // More freed jokers are likely to be worth more, but where they must be in new melds they are what breaks that
        // rule. A good first scenario lets its successors be left out by their bounds.
        self.scenarios.list.sort_unstable_by_key(|scenario| {
            let freed = scenario.freed.count_ones();
            (if needs_new_meld { freed } else { u32::MAX - freed }, *scenario)
        });
        'scenarios: for index in 0..self.scenarios.list.len() {
            if index % 64 == 63 && stop() {
                best.proven = false;
                break;
            }
            let mut attempt = Attempt::FIRST;
            if self.prepare(index, problem, must_play, attempt).upper_bound() <= best.worth {
                continue;
            }
            let needs_new_meld = needs_new_meld && self.scenarios.list[index].freed != 0;
            let mut node_limit = self.node_limit;
            loop {
                let Self { subproblem, cache, search, scenarios, melds: best_melds, .. } = &mut *self;
                let (found, ended) = search.run(subproblem, cache, best.worth, node_limit, stop);
                let mut breaks_rule = false;
                if let Some(worth) = found {
                    let melds = search.melds(subproblem, cache);
                    let new_meld = needs_new_meld.then(|| {
                        let scenario = &scenarios.list[index];
                        scenarios.new_meld_constraint(scenario, table, attempt.direction, values)
                    });
                    complete(subproblem, melds, problem, scope, new_meld.as_ref());
                    breaks_rule = needs_new_meld && !is_legal(table, hand, &Table::new(melds.clone()), true, rules);
                    if !breaks_rule {
                        best_melds.clone_from(melds);
                        best.worth = worth;
                    }
                }
                match ended {
                    Ok(()) if breaks_rule && attempt.mode != JokerMode::TrackNewMelds => {
                        attempt.mode = JokerMode::TrackNewMelds;
                    }
                    Err(Aborted::NoRoomForJokers) if attempt.mode == JokerMode::Deferred => {
                        attempt.mode = if needs_new_meld { JokerMode::TrackNewMelds } else { JokerMode::Explicit };
                    }
                    Err(Aborted::NodeLimit) => {
                        node_limit = node_limit.doubled();
                        attempt.direction = attempt.direction.reversed();
                        if !has_mirrored {
                            has_mirrored = true;
                            self.mirrored.read(problem, scope, self.scale, SweepDirection::Descending);
                        }
                    }
                    Ok(()) => break,
                    Err(_) => {
                        best.proven = false;
                        break 'scenarios;
                    }
                }
                self.prepare(index, problem, must_play, attempt);
            }
        }
        if best.worth > above {
            best.play = Some(Play::between(table, Table::new(self.melds.clone())));
        }
        best
    }

    /// Builds the subproblem of a scenario.
    fn prepare(&mut self, index: usize, problem: &Problem<'_>, must_play: &Tiles, attempt: Attempt) -> &Subproblem {
        let Attempt { mode, direction } = attempt;
        let scenario = self.scenarios.list[index];
        self.scenarios.constraints(&scenario, problem.rules, problem.table, direction, &mut self.constraints);
        let new_meld = (mode == JokerMode::TrackNewMelds).then(|| {
            self.scenarios.new_meld_constraint(&scenario, problem.table, direction, problem.rules.deck.values)
        });
        self.subproblem.prepare(
            if direction == SweepDirection::Ascending { &self.instance } else { &self.mirrored },
            &scenario,
            must_play,
            &self.constraints,
            SearchOptions { defer_jokers: mode == JokerMode::Deferred, points_needed: 0, new_meld },
            &mut self.cache,
        );
        &self.subproblem
    }
}

/// Adds to the melds of a solution what the search left aside: deferred jokers, and the melds out of scope.
fn complete(
    subproblem: &Subproblem,
    melds: &mut Vec<Meld>,
    problem: &Problem<'_>,
    scope: Scope<'_>,
    new_meld: Option<&NewMeldConstraint>,
) {
    let table = problem.table;
    if subproblem.defer_jokers {
        let placed: usize = melds.iter().map(Meld::jokers).sum();
        let all = scope.melds(table).map(Meld::jokers).sum::<usize>() + problem.hand.jokers() as usize;
        deferred_jokers::place(subproblem, melds, (all - placed) as u8, new_meld);
    }
    for meld in melds.iter_mut() {
        *meld = subproblem.direction.meld(*meld, subproblem.values as u8);
    }
    melds.extend(scope.rest(table));
}
