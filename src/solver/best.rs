//! The best play of a player who has opened: the best over every split of the table's jokers.

use super::build;
use super::case::{Case, Terms};
use super::fresh::Olds;
use super::position::Scope;
use super::search::Stopped;
use super::{Play, Problem, Solver};
use crate::meld::Meld;
use crate::rules::{FreedJoker, LockedMeld};
use crate::table::Table;
use crate::tile::Hand;
use crate::turn::is_legal;

/// So many splits are kept worked out until their turn comes; more are worked out twice.
const KEPT: usize = 8;

/// How a case is to be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// Jokers that are not needed are laid at the end, wherever there is room.
    Parking,
    /// Every joker is laid on purpose.
    OnPurpose,
    /// As before, and it is followed which melds are new, for freed jokers may lie only in those.
    Following,
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
        let found = self.best_in(problem, Scope::default(), &Hand::new(), 0, stop);
        let play = found.play.unwrap_or_else(|| Play::nothing(problem.table));
        Play { proven: found.proven, ..play }
    }

    /// The best play that is worth more than `above`, lays at least the cards in `given`, and touches only
    /// what is in scope.
    pub(super) fn best_in(
        &mut self,
        problem: &Problem<'_>,
        scope: Scope<'_>,
        given: &Hand,
        above: i64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Found {
        let Problem { rules, table, hand, .. } = *problem;
        let mut best = Found { worth: above, play: None, proven: true };
        if hand.is_empty() {
            return best;
        }
        self.layers.tidy_up();
        self.position.read(problem, scope, self.scale);
        self.splits.find(rules, table, scope, hand, given);
        best.proven = !self.splits.too_many;
        self.order.clear();
        for place in 0..self.splits.list.len() {
            if place % 64 == 63 && stop() {
                return Found { proven: false, ..best };
            }
            self.prepare(place, place.min(KEPT), problem, given, Manner::Parking);
            self.order.push((self.cases[place.min(KEPT)].highest(), place));
        }
        // Where jokers are free none is freed by anything, and all may go anywhere.
        let only_new = rules.freed_joker == FreedJoker::NewMeld && rules.locked_meld != LockedMeld::Free;
        // Of two equal bounds the one with more jokers freed is likely to be worth more, but where freed jokers must
        // lie in new melds it is the one that breaks that rule.
        self.order.sort_unstable_by_key(|&(bound, place)| {
            let freed = self.splits.list[place].freed.count_ones();
            (std::cmp::Reverse(bound), if only_new { freed } else { u32::MAX - freed })
        });
        'splits: for next in 0..self.order.len() {
            let (bound, place) = self.order[next];
            if bound <= best.worth {
                break;
            }
            let minds_new = only_new && self.splits.list[place].freed != 0;
            let olds = minds_new.then(|| self.splits.olds(&self.splits.list[place], table));
            let mut manner = Manner::Parking;
            let slot = place.min(KEPT);
            if slot == KEPT {
                self.prepare(place, slot, problem, given, manner);
            }
            loop {
                let case = &self.cases[slot];
                let (found, ended) = self.search.run(case, &self.layers, best.worth, stop);
                let mut old_meld = false;
                if let Some(worth) = found {
                    let melds = self.search.melds(case, &self.layers);
                    finish(case, melds, problem, scope, olds.as_ref());
                    old_meld = olds.is_some() && !is_legal(table, hand, &Table::new(melds.clone()), true, rules);
                    if !old_meld {
                        self.melds.clone_from(melds);
                        best.worth = worth;
                    }
                }
                match ended {
                    Ok(()) if old_meld && manner != Manner::Following => manner = Manner::Following,
                    Err(Stopped::Cramped) if manner == Manner::Parking => {
                        manner = if minds_new { Manner::Following } else { Manner::OnPurpose };
                    }
                    Ok(()) => break,
                    Err(_) => {
                        best.proven = false;
                        break 'splits;
                    }
                }
                self.prepare(place, slot, problem, given, manner);
            }
        }
        if best.worth > above {
            best.play = Some(Play::to(Table::new(self.melds.clone()), table));
        }
        best
    }

    /// Works out a split as the case at `place`.
    fn prepare(&mut self, split: usize, place: usize, problem: &Problem<'_>, given: &Hand, manner: Manner) {
        let split = self.splits.list[split];
        self.splits.locks(&split, problem.rules, problem.table, &mut self.locks);
        if self.cases.len() <= place {
            self.cases.resize_with(place + 1, Case::default);
        }
        let olds = (manner == Manner::Following).then(|| self.splits.olds(&split, problem.table));
        let case = &mut self.cases[place];
        case.prepare(
            &self.position,
            &split,
            given,
            &self.locks,
            Terms { parking: manner == Manner::Parking, need: 0, olds },
            &mut self.layers,
        );
    }
}

/// Adds to the melds of a way what the search left aside: the jokers that are not needed, and the melds that
/// were not touched.
pub(super) fn finish(case: &Case, melds: &mut Vec<Meld>, problem: &Problem<'_>, scope: Scope<'_>, olds: Option<&Olds>) {
    let table = problem.table;
    if case.parking {
        let lying: usize = melds.iter().map(Meld::jokers).sum();
        let all: usize = scope.melds(table).map(Meld::jokers).sum::<usize>() + problem.hand.jokers() as usize;
        build::park(case, melds, (all - lying) as u8, olds);
    }
    melds.extend(scope.rest(table));
}
