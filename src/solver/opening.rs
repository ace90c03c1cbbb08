//! The opening (rule 11), and closing the hand (rule 17).
//!
//! The first melds come from the hand alone, so the search only looks at the hand. It places every joker explicitly,
//! since it matters what a joker stands for.
//!
//! Where the table may be used in the same turn, the opening melds are chosen first: for every minimal multiset of
//! tiles that opens, the best play of an opened player with these tiles is found, and the best of those is the answer.

use super::minimal_openings::MinimalOpenings;
use super::problem::{Play, Problem};
use super::scope::Scope;
use super::workspace::Solver;
use crate::rules::OpeningTable;
use crate::tile::Tiles;
use crate::turn::is_legal_until;

impl Solver {
    pub(super) fn solve_opening(&mut self, problem: &Problem<'_>, stop: &mut dyn FnMut() -> bool) -> Play {
        let rules = problem.rules;
        if rules.closing_hand && !problem.hand.is_empty() {
            // Closing needs no points, but every tile; and it is the best that can be done.
            let (closed, ended) = self.best_from_hand(problem, 0, problem.hand, 0, stop);
            if closed.is_some() || !ended {
                let play = closed.map_or_else(|| Play::nothing(problem.table), |(_, play)| play);
                return Play { proven: ended, ..play };
            }
        }
        let (opened, ended) = self.best_from_hand(problem, rules.opening_min.into(), &Tiles::new(), 0, stop);
        let (worth, play) = opened.unwrap_or_else(|| (0, Play::nothing(problem.table)));
        let play = Play { proven: ended, ..play };
        if !ended || rules.opening_table == OpeningTable::NextTurn || problem.table.is_empty() {
            return play;
        }
        let (better, proven) = self.open_and_use_table(problem, worth, stop);
        let Some(better) = better else { return Play { proven, ..play } };
        match is_legal_until(problem.table, problem.hand, &better.table, false, rules, stop) {
            Ok(true) => return Play { proven, ..better },
            Ok(false) => {}
            Err(_) => return Play { proven: false, ..play },
        }
        // The tiles open, but the table is untouched after all, and the melds beside it are worth too little. That is
        // rare; the candidates include other ways to play these tiles.
        match self.candidates(&Problem { tidy: false, ..problem.clone() }, 1, stop) {
            Ok(listed) => Play { proven: listed.proven, ..listed.plays.into_iter().next().unwrap_or(play) },
            Err(_) => Play { proven: false, ..play },
        }
    }

    /// Finds the best play worth more than `above` that opens and then uses the table; returns whether it is proven.
    fn open_and_use_table(
        &mut self,
        problem: &Problem<'_>,
        above: i64,
        stop: &mut dyn FnMut() -> bool,
    ) -> (Option<Play>, bool) {
        // An upper bound: the best play of a player who has opened.
        let bound = self.best_in(problem, Scope::default(), &Tiles::new(), above, stop);
        if bound.play.is_none() {
            return (None, bound.proven);
        }
        let mut openings = MinimalOpenings::new(problem.hand, problem.rules);
        let mut proven = openings.find(stop);
        let mut best = None;
        let mut worth = above;
        for opening in &openings.all {
            if !proven || worth >= bound.worth {
                break;
            }
            let found = self.best_in(problem, Scope::default(), opening, worth, stop);
            proven &= found.proven;
            if let Some(play) = found.play {
                worth = found.worth;
                best = Some(play);
            }
        }
        (best, proven)
    }
}
