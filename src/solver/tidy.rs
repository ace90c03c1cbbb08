//! Of the best plays, one that touches the fewest melds of the table.
//!
//! A meld is touched if it does not lie on the table after the turn; of equal melds it does not matter which.
//! So a tile played off touches one meld, and melds from the hand alone touch none.
//!
//! The question "is there a best play that touches only these melds?" is a search with a scope. What is
//! allowed with some melds is allowed with more, so a scope that fails and cannot grow without success says:
//! every best play touches one of the melds outside. That is a *core*. The fewest melds that hit all cores known
//! are a lower bound; if they are enough for a best play they are the answer, and if not they grow into the next
//! core. A joker may leave a meld that looks untouched after the turn, for another one takes its place; a scope
//! does not see that, so where jokers lie both inside and outside one that fails, it is searched again without
//! the rules about jokers, and `is_legal` judges what comes out. Plays already found keep this short: melds
//! that none of them touches are never asked about one by one.

use super::best::Found;
use super::facing::Facing;
use super::hitting::Hitting;
use super::opening::Openings;
use super::position::Scope;
use super::{Play, Problem, Solver};
use crate::meld::Meld;
use crate::rules::{FreedJoker, LockedMeld, Rules};
use crate::table::Table;
use crate::tile::Tiles;
use crate::turn::is_legal;

/// For each kind of meld, how many of it may be touched, or are.
pub(super) type Counts = Vec<u8>;

/// Every best play touches at least so many of one of these kinds of meld.
type Core = Vec<(usize, u8)>;

/// The search was told to stop.
pub(super) struct Stopped;

fn within(inner: &[u8], outer: &[u8]) -> bool {
    inner.iter().zip(outer).all(|(inner, outer)| inner <= outer)
}

fn size(counts: &[u8]) -> usize {
    counts.iter().map(|&count| count as usize).sum()
}

fn hits(counts: &[u8], core: &Core) -> bool {
    core.iter().any(|&(kind, count)| counts[kind] >= count)
}

/// What is known about the best plays of a position.
struct Tidying<'a> {
    problem: &'a Problem<'a>,
    /// The different melds of the table, and how often each lies there.
    kinds: Vec<(Meld, u8)>,
    /// What the best play is worth.
    worth: i64,
    /// Tiles of which one lot must be played: nothing, or the smallest openings.
    given: Vec<Tiles>,
    /// What the best plays found touch.
    found: Vec<Counts>,
    cores: Vec<Core>,
    hitting: Hitting,
    /// The tidiest of the plays found, and how many melds it touches.
    best: Play,
    fewest: usize,
    touchable: Vec<bool>,
    /// The rules without the bonds of jokers, if two melds have one.
    loose: Option<Rules>,
}

/// The rules without the bonds of jokers, where these matter between melds.
fn loosen(rules: &Rules, table: &Table) -> Option<Rules> {
    let with_joker = table.melds().iter().filter(|meld| meld.jokers() > 0).count();
    if with_joker < 2 || rules.locked_meld == LockedMeld::Free {
        return None;
    }
    let mut options = rules.options();
    options.locked_meld = LockedMeld::Free;
    options.freed_joker = FreedJoker::AnyMeld;
    options.validate().ok()
}

impl Solver {
    /// A best play that touches as few melds as any, given a best play.
    ///
    /// When stopped it is the tidiest found, and not proven.
    pub(super) fn tidy(&mut self, problem: &Problem<'_>, best: Play, stop: &mut dyn FnMut() -> bool) -> Play {
        self.position.read(problem, Scope::default(), self.scale, Facing::Up);
        let worth = self.position.worth_of(&best.tiles);
        let mut tidying = Tidying::new(problem, worth, best);
        // An opening that touches nothing is as tidy as can be; one that goes on to the table opens first.
        if !problem.opened && tidying.fewest > 0 {
            let mut openings = Openings::new(problem.hand, problem.rules);
            if !openings.find(stop) {
                return Play { proven: false, ..tidying.best };
            }
            tidying.given = openings.smallest;
        }
        let ended = tidying.run(self, stop);
        Play { proven: ended.is_ok(), ..tidying.best }
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
        let hitting = Hitting::new(kinds.iter().map(|&(_, lie)| lie));
        let mut tidying = Self {
            problem,
            kinds,
            worth,
            given: vec![Tiles::new()],
            found: Vec::new(),
            cores: Vec::new(),
            hitting,
            best,
            fewest: 0,
            touchable: Vec::new(),
            loose: loosen(problem.rules, problem.table),
        };
        let touched = tidying.touched_by(&tidying.best.table);
        tidying.fewest = size(&touched);
        tidying.found.push(touched);
        tidying
    }

    /// How many of each kind of meld are gone.
    fn touched_by(&self, after: &Table) -> Counts {
        let mut left = after.melds().iter().peekable();
        let still_there = |&(meld, lay): &(Meld, u8)| {
            while left.next_if(|&&other| other < meld).is_some() {}
            let mut there = 0;
            while there < lay && left.next_if(|&&other| other == meld).is_some() {
                there += 1;
            }
            lay - there
        };
        self.kinds.iter().map(still_there).collect()
    }

    fn run(&mut self, solver: &mut Solver, stop: &mut dyn FnMut() -> bool) -> Result<(), Stopped> {
        // Cores without a meld in common: together they are a lower bound at once.
        let mut counts = vec![0; self.kinds.len()];
        while self.fewest > self.cores.len() && !self.allows(solver, &counts, stop)? {
            let core = self.grow(solver, &counts, stop)?;
            for &(kind, count) in &core {
                counts[kind] = count;
            }
            self.learn(core);
        }
        let mut bound = self.cores.len();
        while bound < self.fewest {
            let Some(counts) = self.hitting.hit(bound, stop)? else {
                bound += 1;
                continue;
            };
            if !self.allows(solver, &counts, stop)? {
                let core = self.grow(solver, &counts, stop)?;
                self.learn(core);
            }
        }
        Ok(())
    }

    fn learn(&mut self, core: Core) {
        self.hitting.add(&core);
        self.cores.push(core);
    }

    /// Whether some best play touches no more than this.
    fn allows(&mut self, solver: &mut Solver, counts: &[u8], stop: &mut dyn FnMut() -> bool) -> Result<bool, Stopped> {
        if self.found.iter().any(|touched| within(touched, counts)) {
            return Ok(true);
        }
        if !self.cores.iter().all(|core| hits(counts, core)) {
            return Ok(false);
        }
        if stop() {
            return Err(Stopped);
        }
        self.touchable.clear();
        for (&(_, lie), &count) in self.kinds.iter().zip(counts) {
            self.touchable.extend((0..lie).map(|place| place < count));
        }
        let scope = Scope { touchable: Some(&self.touchable) };
        let mut proven = true;
        let mut play = None;
        for given in &self.given {
            let found = self.search(solver, scope, given, stop);
            proven &= found.proven;
            // Own melds alone were not good enough to open with, or they would be the answer.
            let touches = |play: &Play| self.problem.opened || size(&self.touched_by(&play.table)) > 0;
            play = found.play.filter(touches);
            if play.is_some() || !proven {
                break;
            }
        }
        let Some(play) = play else {
            return if proven { Ok(false) } else { Err(Stopped) };
        };
        let touched = self.touched_by(&play.table);
        if size(&touched) < self.fewest {
            self.fewest = size(&touched);
            self.best = play;
        }
        self.found.push(touched);
        Ok(true)
    }

    /// A best play within a scope that plays the given tiles.
    fn search(&self, solver: &mut Solver, scope: Scope<'_>, given: &Tiles, stop: &mut dyn FnMut() -> bool) -> Found {
        let found = solver.best_in(self.problem, scope, given, self.worth - 1, stop);
        let loose = self.loose.as_ref().filter(|_| self.joker_melds_are_parted());
        let (None, true, Some(rules)) = (&found.play, found.proven, loose) else { return found };
        let Problem { table, hand, opened, .. } = *self.problem;
        let loose = Problem { rules, ..self.problem.clone() };
        let mut found = solver.best_in(&loose, scope, given, self.worth - 1, stop);
        found.play.take_if(|play| !is_legal(table, hand, &play.table, opened, self.problem.rules));
        found
    }

    /// Whether jokers lie in melds that may be touched, and in others.
    fn joker_melds_are_parted(&self) -> bool {
        let melds = self.problem.table.melds().iter().zip(&self.touchable);
        let mut touchable = melds.filter(|(meld, _)| meld.jokers() > 0).map(|(_, &touchable)| touchable);
        touchable.next().is_some_and(|first| touchable.any(|other| other != first))
    }

    /// Grows a scope that fails until any more would succeed; what is outside then is a core.
    fn grow(&mut self, solver: &mut Solver, counts: &[u8], stop: &mut dyn FnMut() -> bool) -> Result<Core, Stopped> {
        // All melds but those that the plays found touch beyond the scope.
        let mut wide: Counts = self.kinds.iter().map(|&(_, lie)| lie).collect();
        loop {
            let within_wide = |touched: &&Counts| within(touched, &wide);
            if let Some(touched) = self.found.iter().filter(within_wide).min_by_key(|touched| size(touched)) {
                for ((wide, &touched), &count) in wide.iter_mut().zip(touched).zip(counts) {
                    if touched > count {
                        *wide = count;
                    }
                }
            } else if !self.allows(solver, &wide, stop)? {
                break;
            }
        }
        for kind in 0..self.kinds.len() {
            while wide[kind] < self.kinds[kind].1 {
                wide[kind] += 1;
                if self.allows(solver, &wide, stop)? {
                    wide[kind] -= 1;
                    break;
                }
            }
        }
        let outside = self.kinds.iter().zip(&wide).enumerate().filter(|(_, (kind, count))| *count < &kind.1);
        Ok(outside.map(|(kind, (_, &count))| (kind, count + 1)).collect())
    }
}
