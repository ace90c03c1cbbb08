//! Every different play, best first.
//!
//! Two plays are the same when they lay the same cards, so a candidate is a multiset of hand cards. The
//! kinds of card in the hand are fixed one after the other, in order: a box is all the ways to lay so many
//! of each of the first kinds and anything of the others. Its best play is one search, with the cards that
//! must be laid given and those that must not be taken out of the hand. Boxes are looked at best first; of
//! two equally good ones the one that lays more of an early kind comes first, which is the order of the
//! cards laid. A box in which every kind is fixed is a candidate.
//!
//! Searches are saved wherever the answer is known: a box has its mother's best play if that lies in it, and
//! any play found before if it is as good as the box can be. How good it can be is known from the start for
//! each kind and number laid of it; a card that no play lays is forgotten there. And once as many plays are
//! known as are wanted, nothing worse than the last of them is searched for.

use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;
use std::time::Instant;

use rustc_hash::FxHashSet;

use super::case::{Case, Terms};
use super::otherwise::Otherwise;
use super::position::{Scale, Scope};
use super::split::Split;
use super::{Play, Problem, Solver};
use crate::meld::{Meld, Run, Set};
use crate::rules::OpeningTable;
use crate::table::{InvalidTableError, Table};
use crate::tile::{Hand, Tile};
use crate::turn::is_legal;

/// Different plays, best first: by what the objective says they are worth, then in the order of the cards laid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    /// The plays, one for each multiset of cards laid; never the play that lays nothing.
    ///
    /// Those that are `proven` are in their place; the others, last, are what was known when the search was
    /// stopped.
    pub plays: Vec<Play>,
    /// Whether these are all there are.
    pub complete: bool,
    /// Whether the search came to its end. False when a limit stopped it, and in one rare case under
    /// `opening_table = same_turn`: some cards hold an opening, but beside the untouched table their melds are
    /// worth too little, and whether they could be laid otherwise would take too long to find out.
    pub proven: bool,
}

impl Solver {
    /// The best `most` different plays.
    ///
    /// `interrupt` is asked now and then; when it says true the search stops and what is known by then is
    /// returned with `proven` false.
    ///
    /// # Errors
    /// If the table and hand cannot exist under the rules.
    pub fn candidates(
        &mut self,
        problem: &Problem<'_>,
        most: usize,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Candidates, InvalidTableError> {
        problem.table.check(problem.hand, problem.rules)?;
        let deadline = problem.limit.and_then(|limit| Instant::now().checked_add(limit));
        let mut stop = || deadline.is_some_and(|deadline| Instant::now() >= deadline) || interrupt();
        self.scale = Scale::of(problem.objective, problem.hand, problem.rules.joker_penalty);
        self.position.read(problem, Scope::default(), self.scale);
        let mut kinds: Vec<Kind> = Vec::with_capacity(problem.hand.len());
        for (tile, _) in problem.hand.kinds() {
            let worth = self.position.worth_of(&Hand::from_iter([tile]));
            kinds.push(Kind { tile, worth, counts: Vec::new() });
        }
        let judge = Judge { solver: self, problem, closing: None, patience: PATIENCE };
        let known = Known { most, ..Known::default() };
        let mut listing = Listing { judge, kinds, known, plays: Vec::new(), sure: true };
        let ended = listing.list(&mut stop);
        let Listing { known, mut plays, sure, .. } = listing;
        if ended.is_err() {
            known.rest_into(&mut plays);
        }
        let proven = sure && ended.is_ok();
        Ok(Candidates { plays, complete: proven && ended.unwrap_or(false), proven })
    }
}

/// How many melds are tried in all where only trying helps.
const PATIENCE: u32 = 100_000;

/// Trying was given up.
#[derive(Debug, Clone, Copy)]
struct GaveUp;

/// The search was told to stop.
#[derive(Debug, Clone, Copy)]
struct Stopped;

/// What a box holds.
#[derive(Debug)]
enum Best {
    /// Nothing worth more than what was to be beaten.
    Nothing,
    /// This, and nothing better.
    Play(i64, Rc<Play>),
    /// Nothing better than so much; what is best was not found.
    AtMost(i64),
}

/// Finds the best play of a box.
struct Judge<'a> {
    solver: &'a mut Solver,
    problem: &'a Problem<'a>,
    /// Laying the whole hand without regard to what it is worth, where that is allowed (rule 17).
    closing: Option<(i64, Rc<Play>)>,
    /// How many melds may still be tried where only trying helps.
    patience: u32,
}

impl Judge<'_> {
    /// Finds out whether the hand can be closed.
    fn close(&mut self, stop: &mut dyn FnMut() -> bool) -> Result<(), Stopped> {
        if !self.problem.opened && self.problem.rules.closing_hand {
            let hand = self.problem.hand;
            let (found, ended) = self.own_melds(0, hand, hand, 0, stop);
            self.closing = found.map(|(worth, play)| (worth, Rc::new(play)));
            return if ended { Ok(()) } else { Err(Stopped) };
        }
        Ok(())
    }

    /// The best play worth more than `above` that lays at least `given` and at most `hand`.
    ///
    /// Plays found on the way go to `known`.
    fn best(
        &mut self,
        given: &Hand,
        hand: &Hand,
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

    /// The best melds of own cards, worth `need` points, that lay `given`, beside the table as it lies; whether
    /// the search ended.
    fn own_melds(
        &mut self,
        need: u32,
        given: &Hand,
        hand: &Hand,
        above: i64,
        stop: &mut dyn FnMut() -> bool,
    ) -> (Option<(i64, Play)>, bool) {
        let alone = Problem { table: &Table::default(), hand, ..self.problem.clone() };
        let Solver { position, scale, locks, layers, cases, search, .. } = &mut *self.solver;
        position.read(&alone, Scope::default(), *scale);
        locks.runs.clear();
        locks.sets.clear();
        if cases.is_empty() {
            cases.push(Case::default());
        }
        layers.tidy_up();
        let case = &mut cases[0];
        case.prepare(position, &Split::default(), given, locks, Terms { need, ..Terms::default() }, layers);
        let (found, ended) = search.run(case, layers, above, stop);
        let table = self.problem.table;
        let beside = |worth| {
            let own = search.melds(case, layers).iter();
            let after = Table::new(own.chain(table.melds()).copied().collect());
            (worth, Play { laid: after.cards().minus(&table.cards()), table: after, proven: true })
        };
        (found.map(beside), ended.is_ok())
    }

    /// The best play that opens and then uses the table.
    fn open_and_go_on(
        &mut self,
        problem: &Problem<'_>,
        given: &Hand,
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
            (own, ended) = self.own_melds(need, &Hand::new(), problem.hand, 0, stop);
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

    /// A play that keeps back so many cards of a kind and is the same otherwise, if there is one.
    fn shed(&self, play: &Play, tile: Tile, fewer: u8) -> Option<Play> {
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
        Some(Play { laid: after.cards().minus(&table.cards()), table: after, proven: true })
    }

    /// A way to lay exactly these cards in the turn that opens, found by trying.
    fn otherwise(&mut self, laid: &Hand) -> Result<Option<Rc<Play>>, GaveUp> {
        let Problem { rules, table, hand, .. } = *self.problem;
        let good = |after: &Table| is_legal(table, hand, after, false, rules);
        let mut trial = Otherwise { rules, good: &good, patience: self.patience };
        let found = trial.find(table.cards().plus(laid));
        self.patience = trial.patience;
        match found {
            None if self.patience == 0 => Err(GaveUp),
            found => Ok(found.map(|table| Rc::new(Play { laid: laid.clone(), table, proven: true }))),
        }
    }
}

/// What is left of a meld without one card of a kind, in every way; it need not be melds.
fn parts(meld: Meld, tile: Tile) -> impl Iterator<Item = [Option<Meld>; 2]> {
    let places = meld.tiles().zip(0u8..).filter(move |&(card, _)| card == tile);
    places.map(move |(_, place)| match meld {
        Meld::Run(run) => {
            let next = place + 1;
            let low = Run { len: place, jokers: run.jokers & ((1 << place) - 1), ..run };
            let high = Run { first: run.first + next, len: run.len - next, jokers: run.jokers >> next, ..run };
            [low, high].map(|run| (run.len > 0).then_some(Meld::Run(run)))
        }
        Meld::Set(set) => {
            let less = match tile.color() {
                None => Set { jokers: set.jokers - 1, ..set },
                Some(color) => Set { colors: set.colors & !(1 << color.index()), ..set },
            };
            [Some(Meld::Set(less)), None]
        }
    })
}

/// Of the melds beside an old table, the cards of the dearest that together are worth so much.
fn dearest(after: &Table, before: &Table, need: u32) -> Hand {
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

/// Every play found so far.
#[derive(Debug, Default)]
struct Known {
    most: usize,
    laid: FxHashSet<Hand>,
    by_worth: BTreeMap<i64, Vec<Rc<Play>>>,
    /// The worths of the best `most`, least first.
    best: BinaryHeap<std::cmp::Reverse<i64>>,
}

impl Known {
    fn add(&mut self, worth: i64, play: &Rc<Play>) {
        if !self.laid.insert(play.laid.clone()) {
            return;
        }
        self.by_worth.entry(worth).or_default().push(Rc::clone(play));
        self.best.push(std::cmp::Reverse(worth));
        if self.best.len() > self.most {
            self.best.pop();
        }
    }

    fn len(&self) -> usize {
        self.laid.len()
    }

    /// The worth of the last play that is sure to be good enough, once there are as many as are wanted.
    fn last(&self) -> Option<i64> {
        self.best.peek().filter(|_| self.best.len() == self.most).map(|worth| worth.0)
    }

    /// Fills up a list with what is not in it, best first.
    fn rest_into(mut self, plays: &mut Vec<Play>) {
        let sure: FxHashSet<Hand> = plays.iter().map(|play| play.laid.clone()).collect();
        for equals in self.by_worth.values_mut().rev() {
            equals.sort_by(|a, b| a.laid.cmp(&b.laid));
            for play in equals.iter().filter(|play| !sure.contains(&play.laid)) {
                if plays.len() == self.most {
                    return;
                }
                plays.push(Play { proven: false, ..Play::clone(play) });
            }
        }
    }
}

/// A kind of card in the hand.
#[derive(Debug)]
struct Kind {
    tile: Tile,
    worth: i64,
    /// How many of it some play lays, and what such a play is worth at most; most cards first.
    counts: Vec<(u8, i64)>,
}

/// A box: so many of each of the first kinds.
#[derive(Debug)]
struct Node {
    /// No play in it is worth more.
    bound: i64,
    fixed: Box<[u8]>,
    /// What the fixed cards are worth.
    worth: i64,
    /// A play that is worth the bound.
    play: Option<Rc<Play>>,
    /// The best play of the box it was made of, and its worth.
    mother: Option<(i64, Rc<Play>)>,
}

impl Node {
    fn rank(&self) -> (i64, &[u8]) {
        (self.bound, &self.fixed)
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for Node {}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Node {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// The list in the making.
struct Listing<'a> {
    judge: Judge<'a>,
    kinds: Vec<Kind>,
    known: Known,
    plays: Vec<Play>,
    /// Whether every box was decided.
    sure: bool,
}

impl Listing<'_> {
    /// Lists the plays; returns whether they are all there are.
    fn list(&mut self, stop: &mut dyn FnMut() -> bool) -> Result<bool, Stopped> {
        let Some(root) = self.begin(stop)? else { return Ok(true) };
        // For the kinds from each on, the most they can add.
        let mut later = vec![0; self.kinds.len() + 1];
        for (place, kind) in self.kinds.iter().enumerate().rev() {
            later[place] = later[place + 1] + i64::from(kind.counts.first().map_or(0, |most| most.0)) * kind.worth;
        }
        let most = self.known.most;
        let mut open = BinaryHeap::from([root]);
        // Boxes with nothing good enough, kept as long as it is not known whether there is one play more.
        let mut poor = Vec::new();
        let mut choosy = true;
        loop {
            if self.plays.len() == most && self.known.len() > most {
                return Ok(false);
            }
            let Some(mut node) = open.pop() else {
                if poor.is_empty() {
                    return Ok(true);
                }
                choosy = false;
                open.extend(poor.drain(..));
                continue;
            };
            if node.play.is_none() {
                node.play = self.known_in(&node);
            }
            if node.play.is_none()
                && let Some((worth, play)) = node.mother.take()
                && let (Some(&count), Some(kind)) = (node.fixed.last(), self.kinds.get(node.fixed.len() - 1))
            {
                let Kind { tile, worth: each, .. } = *kind;
                if self.sheds(worth, &play, tile, each, count, node.bound) {
                    open.push(node);
                    continue;
                }
            }
            if let Some(play) = &node.play {
                if node.fixed.len() == self.kinds.len() {
                    self.plays.push(Play { proven: self.sure, ..Play::clone(play) });
                } else {
                    self.divide(&node, &later, &mut open);
                }
                continue;
            }
            let above = if choosy { self.known.last().map_or(0, |last| last - 1) } else { 0 };
            let best = if node.bound > above { self.best_of(&node, above, stop)? } else { Best::Nothing };
            match best {
                Best::Nothing => {
                    if above > 0 && self.known.len() <= most {
                        poor.push(node);
                    }
                }
                // All cards are known, but beside the untouched table their melds are worth too little.
                Best::AtMost(bound) if node.fixed.len() == self.kinds.len() => {
                    match self.judge.otherwise(&self.cards_of(&node)) {
                        Ok(None) => {}
                        Ok(Some(play)) => {
                            self.known.add(bound, &play);
                            open.push(Node { bound, play: Some(play), ..node });
                        }
                        Err(GaveUp) => self.sure = false,
                    }
                }
                Best::AtMost(bound) => {
                    node.bound = bound;
                    self.divide(&node, &later, &mut open);
                }
                Best::Play(worth, play) => {
                    self.known.add(worth, &play);
                    open.push(Node { bound: worth, play: Some(play), ..node });
                }
            }
        }
    }

    /// The box of all plays, if there is any. Finds out what each kind of card is good for.
    fn begin(&mut self, stop: &mut dyn FnMut() -> bool) -> Result<Option<Node>, Stopped> {
        self.judge.close(stop)?;
        let mut hand = self.judge.problem.hand.clone();
        let (bound, play) = match self.judge.best(&Hand::new(), &hand, 0, &mut self.known, stop)? {
            Best::Nothing => return Ok(None),
            Best::AtMost(bound) => (bound, None),
            Best::Play(worth, play) => (worth, Some(play)),
        };
        if let Some(play) = &play {
            self.known.add(bound, play);
        }
        // First the kinds of which not all were laid: some may never be, and then no box can have them.
        let laid = |tile| play.as_ref().map(|play| play.laid.count(tile));
        let mut order: Vec<usize> = (0..self.kinds.len()).collect();
        order.sort_by_key(|&place| laid(self.kinds[place].tile) == Some(hand.count(self.kinds[place].tile)));
        let mut whole: i64 = self.kinds.iter().map(|kind| kind.worth * i64::from(hand.count(kind.tile))).sum();
        for place in order {
            let Kind { tile, worth: each, .. } = self.kinds[place];
            let held = hand.count(tile);
            let mut given = Hand::new();
            let mut without = hand.clone();
            while without.remove(tile) {}
            let mut counts = Vec::new();
            for count in 0..=held {
                if count > 0 {
                    given.add(tile);
                    without.add(tile);
                }
                if laid(tile) == Some(count) {
                    counts.insert(0, (count, bound));
                    continue;
                }
                let most = bound.min(whole - i64::from(held - count) * each);
                if let Some(play) = &play
                    && self.sheds(bound, play, tile, each, count, most)
                {
                    counts.insert(0, (count, most));
                    continue;
                }
                match self.judge.best(&given, &without, 0, &mut self.known, stop)? {
                    Best::Nothing => {}
                    Best::AtMost(bound) => counts.insert(0, (count, bound)),
                    Best::Play(worth, play) => {
                        self.known.add(worth, &play);
                        counts.insert(0, (count, worth));
                    }
                }
            }
            let most = counts.first().map_or(0, |most| most.0);
            for _ in most..held {
                hand.remove(tile);
            }
            whole -= i64::from(held - most) * each;
            self.kinds[place].counts = counts;
        }
        self.kinds.retain(|kind| kind.counts.first().is_some_and(|&(most, _)| most > 0));
        Ok(Some(Node { bound, fixed: Box::default(), worth: 0, play, mother: None }))
    }

    /// Whether a play of this worth may keep back cards of a kind until only `count` are laid, and be worth
    /// `most` then; if so that play is known.
    fn sheds(&mut self, worth: i64, play: &Rc<Play>, tile: Tile, each: i64, count: u8, most: i64) -> bool {
        let fewer = play.laid.count(tile).saturating_sub(count);
        if fewer == 0 || worth - i64::from(fewer) * each != most {
            return false;
        }
        let Some(play) = self.judge.shed(play, tile, fewer) else { return false };
        self.known.add(most, &Rc::new(play));
        true
    }

    /// A play known to lie in a box and to be as good as it can be.
    fn known_in(&self, node: &Node) -> Option<Rc<Play>> {
        let equals = self.known.by_worth.get(&node.bound)?;
        let within =
            |play: &&Rc<Play>| self.kinds.iter().zip(&node.fixed).all(|(kind, &n)| play.laid.count(kind.tile) == n);
        equals.iter().find(within).cloned()
    }

    /// The fixed cards.
    fn cards_of(&self, node: &Node) -> Hand {
        let counts = self.kinds.iter().zip(&node.fixed);
        counts.flat_map(|(kind, &count)| std::iter::repeat_n(kind.tile, count as usize)).collect()
    }

    fn best_of(&mut self, node: &Node, above: i64, stop: &mut dyn FnMut() -> bool) -> Result<Best, Stopped> {
        let given = self.cards_of(node);
        let mut hand = given.clone();
        for kind in &self.kinds[node.fixed.len()..] {
            for _ in 0..kind.counts[0].0 {
                hand.add(kind.tile);
            }
        }
        self.judge.best(&given, &hand, above, &mut self.known, stop)
    }

    /// Fixes one more kind.
    fn divide(&self, node: &Node, later: &[i64], open: &mut BinaryHeap<Node>) {
        let depth = node.fixed.len();
        let Some(kind) = self.kinds.get(depth) else { return };
        for &(count, most) in &kind.counts {
            let worth = node.worth + i64::from(count) * kind.worth;
            let play = node.play.as_ref().filter(|play| play.laid.count(kind.tile) == count);
            let bound = node.bound.min(most).min(worth + later[depth + 1]);
            if bound > 0 {
                let fixed = node.fixed.iter().copied().chain([count]).collect();
                let mother = node.play.as_ref().filter(|_| play.is_none()).map(|play| (node.bound, Rc::clone(play)));
                open.push(Node { bound, fixed, worth, play: play.cloned(), mother });
            }
        }
    }
}
