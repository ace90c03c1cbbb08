//! The best play of a player who has opened: the best over every split of the table's jokers.

use super::build;
use super::case::{Case, Terms};
use super::facing::Facing;
use super::fresh::Olds;
use super::position::Scope;
use super::search::Stopped;
use super::{Play, Problem, Solver};
use crate::meld::Meld;
use crate::rules::{FreedJoker, LockedMeld};
use crate::table::Table;
use crate::tile::Tiles;
use crate::turn::is_legal;

/// How a case is to be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// Jokers that are not needed are played at the end, wherever there is room.
    Parking,
    /// Every joker is played on purpose.
    OnPurpose,
    /// As before, and it is followed which melds are new, for freed jokers may lie only in those.
    Following,
}

/// How a case is searched, and from which end of the numbers.
#[derive(Debug, Clone, Copy)]
struct Attempt {
    manner: Manner,
    facing: Facing,
}

impl Attempt {
    const FIRST: Self = Self { manner: Manner::Parking, facing: Facing::Up };
}

/// What a search found, and whether it came to its end.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) worth: i64,
    pub(super) play: Option<Play>,
    pub(super) proven: bool,
}

impl Solver {
    pub(super) fn solve_opened(&mut self, problem: &Problem<'_>, stop: &mut dyn FnMut() -> bool) -> Play {
        let found = self.best_in(problem, Scope::default(), &Tiles::new(), 0, stop);
        let play = found.play.unwrap_or_else(|| Play::nothing(problem.table));
        Play { proven: found.proven, ..play }
    }

    /// The best play that is worth more than `above`, plays at least the tiles in `given`, and touches only
    /// what is in scope.
    pub(super) fn best_in(
        &mut self,
        problem: &Problem<'_>,
        scope: Scope<'_>,
        given: &Tiles,
        above: i64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Found {
        let Problem { rules, table, hand, .. } = *problem;
        let numbers = rules.deck.values;
        let mut best = Found { worth: above, play: None, proven: true };
        if hand.is_empty() {
            return best;
        }
        self.layers.tidy_up();
        self.position.read(problem, scope, self.scale, Facing::Up);
        let mut both_ends = false;
        self.splits.find(rules, table, scope, hand, given);
        best.proven = !self.splits.too_many;
        // Where jokers are free none is freed by anything, and all may go anywhere.
        let only_new = rules.freed_joker == FreedJoker::NewMeld && rules.locked_meld != LockedMeld::Free;
        // More freed jokers are likely to be worth more, but where they must lie in new melds they are what breaks
        // that rule.
        self.splits.list.sort_unstable_by_key(|split| {
            let freed = split.freed.count_ones();
            (if only_new { freed } else { u32::MAX - freed }, *split)
        });
        'splits: for split in 0..self.splits.list.len() {
            if split % 64 == 63 && stop() {
                best.proven = false;
                break;
            }
            let mut attempt = Attempt::FIRST;
            if self.prepare(split, problem, given, attempt).highest() <= best.worth {
                continue;
            }
            let minds_new = only_new && self.splits.list[split].freed != 0;
            let mut patience = self.patience;
            loop {
                let case = &self.case;
                let (found, ended) = self.search.run(case, &self.layers, best.worth, patience, stop);
                let mut old_meld = false;
                if let Some(worth) = found {
                    let melds = self.search.melds(case, &self.layers);
                    let olds =
                        minds_new.then(|| self.splits.olds(&self.splits.list[split], table, attempt.facing, numbers));
                    finish(case, melds, problem, scope, olds.as_ref());
                    old_meld = minds_new && !is_legal(table, hand, &Table::new(melds.clone()), true, rules);
                    if !old_meld {
                        self.melds.clone_from(melds);
                        best.worth = worth;
                    }
                }
                match ended {
                    Ok(()) if old_meld && attempt.manner != Manner::Following => attempt.manner = Manner::Following,
                    Err(Stopped::Cramped) if attempt.manner == Manner::Parking => {
                        attempt.manner = if minds_new { Manner::Following } else { Manner::OnPurpose };
                    }
                    Err(Stopped::TooLong) => {
                        patience = patience.twice();
                        attempt.facing = attempt.facing.other();
                        if !both_ends {
                            both_ends = true;
                            self.turned.read(problem, scope, self.scale, Facing::Down);
                        }
                    }
                    Ok(()) => break,
                    Err(_) => {
                        best.proven = false;
                        break 'splits;
                    }
                }
                self.prepare(split, problem, given, attempt);
            }
        }
        if best.worth > above {
            best.play = Some(Play::to(Table::new(self.melds.clone()), table));
        }
        best
    }

    /// Works out the case of a split.
    fn prepare(&mut self, split: usize, problem: &Problem<'_>, given: &Tiles, attempt: Attempt) -> &Case {
        let Attempt { manner, facing } = attempt;
        let split = self.splits.list[split];
        self.splits.locks(&split, problem.rules, problem.table, facing, &mut self.locks);
        let numbers = problem.rules.deck.values;
        let olds = (manner == Manner::Following).then(|| self.splits.olds(&split, problem.table, facing, numbers));
        self.case.prepare(
            if facing == Facing::Up { &self.position } else { &self.turned },
            &split,
            given,
            &self.locks,
            Terms { parking: manner == Manner::Parking, need: 0, olds },
            &mut self.layers,
        );
        &self.case
    }
}

/// Adds to the melds of a way what the search left aside: the jokers that are not needed, and the melds that
/// were not touched.
fn finish(case: &Case, melds: &mut Vec<Meld>, problem: &Problem<'_>, scope: Scope<'_>, olds: Option<&Olds>) {
    let table = problem.table;
    if case.parking {
        let lying: usize = melds.iter().map(Meld::jokers).sum();
        let all: usize = scope.melds(table).map(Meld::jokers).sum::<usize>() + problem.hand.jokers() as usize;
        build::park(case, melds, (all - lying) as u8, olds);
    }
    for meld in melds.iter_mut() {
        *meld = case.facing.meld(*meld, case.values as u8);
    }
    melds.extend(scope.rest(table));
}
