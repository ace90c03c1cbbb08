//! The best play of a box.

use std::rc::Rc;

use super::known::Known;
use crate::meld::{Group, Meld, Run};
use crate::rules::OpeningTable;
use crate::solver::case::Terms;
use crate::solver::facing::{Facing, Patience};
use crate::solver::otherwise::Otherwise;
use crate::solver::position::Scope;
use crate::solver::split::Split;
use crate::solver::{Play, Problem, Solver};
use crate::table::Table;
use crate::tile::{Tile, Tiles};
use crate::turn::is_legal;

/// How many melds are tried in all where only trying helps.
const PATIENCE: u32 = 100_000;

/// Trying was given up.
#[derive(Debug, Clone, Copy)]
pub(super) struct GaveUp;

/// The search was told to stop.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopped;

/// What a box holds.
#[derive(Debug)]
pub(super) enum Best {
    /// Nothing worth more than what was to be beaten.
    Nothing,
    /// This, and nothing better.
    Play(i64, Rc<Play>),
    /// Nothing better than so much; what is best was not found.
    AtMost(i64),
}

/// Finds the best play of a box.
pub(super) struct Judge<'a> {
    solver: &'a mut Solver,
    pub(super) problem: &'a Problem<'a>,
    /// Playing the whole hand without regard to what it is worth, where that is allowed (rule 17).
    closing: Option<(i64, Rc<Play>)>,
    /// How many melds may still be tried where only trying helps.
    patience: u32,
}

impl<'a> Judge<'a> {
    pub(super) fn new(solver: &'a mut Solver, problem: &'a Problem<'a>) -> Self {
        Self { solver, problem, closing: None, patience: PATIENCE }
    }

    /// Finds out whether the hand can be closed.
    pub(super) fn close(&mut self, stop: &mut dyn FnMut() -> bool) -> Result<(), Stopped> {
        if !self.problem.opened && self.problem.rules.closing_hand {
            let hand = self.problem.hand;
            let (found, ended) = self.own_melds(0, hand, hand, 0, stop);
            self.closing = found.map(|(worth, play)| (worth, Rc::new(play)));
            return if ended { Ok(()) } else { Err(Stopped) };
        }
        Ok(())
    }

    /// The best play worth more than `above` that plays at least `given` and at most `hand`.
    ///
    /// Plays found on the way go to `known`.
    pub(super) fn best(
        &mut self,
        given: &Tiles,
        hand: &Tiles,
        above: i64,
        known: &mut Known,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Best, Stopped> {
        if stop() {
            return Err(Stopped);
        }
        let rules = self.problem.rules;
        let problem = Problem { hand, ..self.problem.clone() };
        if problem.opened {
            let found = self.solver.best_in(&problem, Scope::default(), given, above, stop);
            return settle(found.play.map(|play| (found.worth, play)), found.proven, known);
        }
        if let Some((worth, play)) = &self.closing
            && hand == self.problem.hand
            && *worth > above
        {
            return Ok(Best::Play(*worth, Rc::clone(play)));
        }
        if rules.opening_table == OpeningTable::NextTurn || problem.table.is_empty() {
            let (found, ended) = self.own_melds(rules.opening_min.into(), given, hand, above, stop);
            return settle(found, ended, known);
        }
        self.open_and_go_on(&problem, given, above, known, stop)
    }

    /// The best melds of own tiles, worth `need` points, that lay `given`, beside the table as it lies; whether
    /// the search ended.
    fn own_melds(
        &mut self,
        need: u32,
        given: &Tiles,
        hand: &Tiles,
        above: i64,
        stop: &mut dyn FnMut() -> bool,
    ) -> (Option<(i64, Play)>, bool) {
        let alone = Problem { table: &Table::default(), hand, ..self.problem.clone() };
        let Solver { position, scale, locks, layers, case, search, .. } = &mut *self.solver;
        position.read(&alone, Scope::default(), *scale, Facing::Up);
        locks.runs.clear();
        locks.groups.clear();
        layers.tidy_up();
        case.prepare(position, &Split::default(), given, locks, Terms { need, ..Terms::default() }, layers);
        let (found, ended) = search.run(case, layers, above, Patience::ENDLESS, stop);
        let table = self.problem.table;
        let beside = |worth| {
            let own = search.melds(case, layers).iter();
            let after = Table::new(own.chain(table.melds()).copied().collect());
            (worth, Play { tiles: after.tiles().minus(&table.tiles()), table: after, proven: true })
        };
        (found.map(beside), ended.is_ok())
    }

    /// The best play that opens and then uses the table.
    fn open_and_go_on(
        &mut self,
        problem: &Problem<'_>,
        given: &Tiles,
        above: i64,
        known: &mut Known,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Best, Stopped> {
        let whole = self.problem.hand;
        let legal = |play: &Play| is_legal(problem.table, whole, &play.table, false, problem.rules);
        // Without the opening to think of; the box has nothing better.
        let bound = self.solver.best_in(problem, Scope::default(), given, above, stop);
        let Some(play) = bound.play else { return settle(None, bound.proven, known) };
        if legal(&play) {
            return settle(Some((bound.worth, play)), bound.proven, known);
        }
        if !bound.proven {
            return Err(Stopped);
        }
        // With own melds that open: those found first, of which only so many are given as are needed.
        let need = problem.rules.opening_min.into();
        let mut found = Vec::new();
        let (mut own, mut ended) = self.own_melds(need, given, problem.hand, 0, stop);
        found.extend(own.clone());
        if ended && own.is_none() {
            (own, ended) = self.own_melds(need, &Tiles::new(), problem.hand, 0, stop);
        }
        if ended && let Some((_, own)) = own {
            let opening = dearest(&own.table, problem.table, need);
            let both = given.plus(&opening.minus(given));
            let more = self.solver.best_in(problem, Scope::default(), &both, 0, stop);
            ended = more.proven;
            found.extend(more.play.filter(legal).map(|play| (more.worth, play)));
        } else if ended {
            return Ok(Best::Nothing);
        }
        for (worth, play) in found {
            let play = Rc::new(play);
            if worth == bound.worth {
                return Ok(Best::Play(worth, play));
            }
            known.add(worth, &play);
        }
        if ended { Ok(Best::AtMost(bound.worth)) } else { Err(Stopped) }
    }

    /// A play that keeps back so many tiles of a kind and is the same otherwise, if there is one.
    pub(super) fn shed(&self, play: &Play, tile: Tile, fewer: u8) -> Option<Play> {
        let Problem { rules, table, hand, opened, .. } = *self.problem;
        let mut after = play.table.clone();
        for _ in 0..fewer {
            after = after.melds().iter().enumerate().find_map(|(place, meld)| {
                parts(*meld, tile).find_map(|parts| {
                    let others = after.melds().iter().enumerate().filter(|&(other, _)| other != place);
                    let without =
                        Table::new(others.map(|(_, meld)| *meld).chain(parts.into_iter().flatten()).collect());
                    is_legal(table, hand, &without, opened, rules).then_some(without)
                })
            })?;
        }
        Some(Play { tiles: after.tiles().minus(&table.tiles()), table: after, proven: true })
    }

    /// A way to play exactly these tiles in the turn that opens, found by trying.
    pub(super) fn otherwise(&mut self, played: &Tiles) -> Result<Option<Rc<Play>>, GaveUp> {
        let Problem { rules, table, hand, .. } = *self.problem;
        let good = |after: &Table| is_legal(table, hand, after, false, rules);
        let mut trial = Otherwise { rules, good: &good, patience: self.patience };
        let found = trial.find(table.tiles().plus(played));
        self.patience = trial.patience;
        match found {
            None if self.patience == 0 => Err(GaveUp),
            found => Ok(found.map(|table| Rc::new(Play { tiles: played.clone(), table, proven: true }))),
        }
    }
}

/// What is left of a meld without one tile of a kind, in every way; it need not be melds.
fn parts(meld: Meld, kind: Tile) -> impl Iterator<Item = [Option<Meld>; 2]> {
    let places = meld.tiles().zip(0u8..).filter(move |&(tile, _)| tile == kind);
    places.map(move |(_, place)| match meld {
        Meld::Run(run) => {
            let next = place + 1;
            let low = Run { len: place, jokers: run.jokers & ((1 << place) - 1), ..run };
            let high = Run { first: run.first + next, len: run.len - next, jokers: run.jokers >> next, ..run };
            [low, high].map(|run| (run.len > 0).then_some(Meld::Run(run)))
        }
        Meld::Group(group) => {
            let less = match kind.color() {
                None => Group { jokers: group.jokers - 1, ..group },
                Some(color) => Group { colors: group.colors & !(1 << color.index()), ..group },
            };
            [Some(Meld::Group(less)), None]
        }
    })
}

/// Of the melds beside an old table, the tiles of the dearest that together are worth so much.
fn dearest(after: &Table, before: &Table, need: u32) -> Tiles {
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
            let short = worth < need;
            worth += meld.value();
            short
        })
        .flat_map(Meld::tiles)
        .collect()
}

/// What a search found, as the best of its box if it came to its end.
fn settle(found: Option<(i64, Play)>, proven: bool, known: &mut Known) -> Result<Best, Stopped> {
    match (found.map(|(worth, play)| (worth, Rc::new(play))), proven) {
        (None, true) => Ok(Best::Nothing),
        (None, false) => Err(Stopped),
        (Some((worth, play)), true) => Ok(Best::Play(worth, play)),
        (Some((worth, play)), false) => {
            known.add(worth, &play);
            Err(Stopped)
        }
    }
}
