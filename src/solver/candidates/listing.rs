//! The list in the making: boxes, best first.

use std::collections::BinaryHeap;
use std::rc::Rc;

use super::judge::{Best, GaveUp, Judge, Stopped};
use super::known::Known;
use crate::solver::Play;
use crate::tile::{Tile, Tiles};

/// A kind of tile in the hand.
#[derive(Debug)]
struct Kind {
    tile: Tile,
    worth: i64,
    /// How many of it some play may play, as far as has been found out; most tiles first.
    counts: Vec<Count>,
}

impl Kind {
    /// The most of it that a play may play.
    fn most(&self) -> u8 {
        self.counts.first().map_or(0, |most| most.tiles)
    }
}

/// So many tiles of a kind.
#[derive(Debug, Clone, Copy)]
struct Count {
    tiles: u8,
    /// No play that plays so many is worth more.
    bound: i64,
    /// Whether that was searched for, and not only taken from all plays.
    searched: bool,
}

/// A box: so many of each of the first kinds.
#[derive(Debug)]
struct Node {
    /// No play in it is worth more.
    bound: i64,
    fixed: Box<[u8]>,
    /// What the fixed tiles are worth.
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
pub(super) struct Listing<'a> {
    judge: Judge<'a>,
    kinds: Vec<Kind>,
    /// For the kinds from each on, the most they can add.
    later: Vec<i64>,
    pub(super) known: Known,
    pub(super) plays: Vec<Play>,
    /// Whether every box was decided.
    pub(super) sure: bool,
}

impl<'a> Listing<'a> {
    /// An empty list, to be of so many plays; with each kind of tile in the hand and what one is worth.
    pub(super) fn new(judge: Judge<'a>, kinds: impl Iterator<Item = (Tile, i64)>, most: usize) -> Self {
        let kinds: Vec<Kind> = kinds.map(|(tile, worth)| Kind { tile, worth, counts: Vec::new() }).collect();
        let later = vec![0; kinds.len() + 1];
        Self { judge, kinds, later, known: Known::of(most), plays: Vec::new(), sure: true }
    }

    /// Lists the plays; returns whether they are all there are.
    pub(super) fn list(&mut self, stop: &mut dyn FnMut() -> bool) -> Result<bool, Stopped> {
        let Some(root) = self.begin(stop)? else { return Ok(true) };
        let most = self.known.most;
        let mut open = BinaryHeap::from([root]);
        // Boxes with nothing good enough, kept as long as it is not known whether there is one play more.
        let mut poor = Vec::new();
        let mut choosy = true;
        loop {
            if self.plays.len() == most {
                if self.known.len() > most || choosy && self.sheds_one() {
                    return Ok(false);
                }
                // Now any play will do.
                choosy = false;
                open.extend(poor.drain(..));
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
            if node.play.is_none() && self.mother_sheds(&mut node) {
                open.push(node);
                continue;
            }
            if let Some(play) = &node.play {
                if node.fixed.len() == self.kinds.len() {
                    self.plays.push(Play { proven: self.sure, ..Play::clone(play) });
                } else {
                    self.divide(&node, &mut open);
                }
                continue;
            }
            let above = if choosy { self.known.last().map_or(0, |last| last - 1) } else { 0 };
            // Where only what is as good as the bound will do, a search of the box itself is as quick.
            if node.bound > above + 1 {
                let bound = self.bound_of_last(&node, above, stop)?;
                if bound < node.bound {
                    open.extend((bound > 0).then_some(Node { bound, ..node }));
                    continue;
                }
                // The search for the bound may have found what is looked for.
                node.play = self.known_in(&node);
                if node.play.is_some() {
                    open.push(node);
                    continue;
                }
            }
            let best = if node.bound > above { self.best_of(&node, above, stop)? } else { Best::Nothing };
            match best {
                Best::Nothing => {
                    if above > 0 && self.known.len() <= most {
                        poor.push(node);
                    }
                }
                // All tiles are known, but beside the untouched table their melds are worth too little.
                Best::AtMost(bound) if node.fixed.len() == self.kinds.len() => {
                    match self.judge.otherwise(&self.tiles_of(&node)) {
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
                    self.divide(&node, &mut open);
                }
                Best::Play(worth, play) => {
                    self.known.add(worth, &play);
                    open.push(Node { bound: worth, play: Some(play), ..node });
                }
            }
        }
    }

    /// The box of all plays, if there is any.
    fn begin(&mut self, stop: &mut dyn FnMut() -> bool) -> Result<Option<Node>, Stopped> {
        self.judge.close(stop)?;
        let hand = self.judge.problem.hand;
        let (bound, play) = match self.judge.best(&Tiles::new(), hand, 0, &mut self.known, stop)? {
            Best::Nothing => return Ok(None),
            Best::AtMost(bound) => (bound, None),
            Best::Play(worth, play) => (worth, Some(play)),
        };
        if let Some(play) = &play {
            self.known.add(bound, play);
        }
        for kind in &mut self.kinds {
            let played = play.as_ref().map(|play| play.tiles.count(kind.tile));
            let count = |tiles| Count { tiles, bound, searched: played == Some(tiles) };
            kind.counts.extend((0..=hand.count(kind.tile)).rev().map(count));
        }
        self.add_up();
        Ok(Some(Node { bound, fixed: Box::default(), worth: 0, play, mother: None }))
    }

    /// Works out what the kinds from each on can add.
    fn add_up(&mut self) {
        for (place, kind) in self.kinds.iter().enumerate().rev() {
            self.later[place] = self.later[place + 1] + i64::from(kind.most()) * kind.worth;
        }
    }

    /// A bound on a box from the kind fixed last: what a play that plays so many of it is worth at most.
    ///
    /// It is searched for when it is asked for first, and only above what is asked; zero if there is none.
    fn bound_of_last(&mut self, node: &Node, above: i64, stop: &mut dyn FnMut() -> bool) -> Result<i64, Stopped> {
        let (Some(place), Some(&tiles)) = (node.fixed.len().checked_sub(1), node.fixed.last()) else {
            return Ok(node.bound);
        };
        let at = |kind: &Kind| kind.counts.iter().position(|count| count.tiles == tiles);
        let Some(which) = at(&self.kinds[place]) else { return Ok(0) };
        let count = self.kinds[place].counts[which];
        if count.searched || count.bound < node.bound {
            return Ok(count.bound);
        }
        let given: Tiles = std::iter::repeat_n(self.kinds[place].tile, tiles as usize).collect();
        let hand = self.hand_with(&given, |other| other != place);
        let (bound, searched) = match self.judge.best(&given, &hand, above, &mut self.known, stop)? {
            Best::Nothing => (above, false),
            Best::AtMost(bound) => (bound, true),
            Best::Play(worth, play) => {
                self.known.add(worth, &play);
                (worth, true)
            }
        };
        let counts = &mut self.kinds[place].counts;
        if bound > 0 {
            counts[which] = Count { tiles, bound, searched };
        } else {
            counts.remove(which);
            self.add_up();
        }
        Ok(bound)
    }

    /// Some tiles, and of the kinds that are chosen as many as a play may play.
    fn hand_with(&self, given: &Tiles, chosen: impl Fn(usize) -> bool) -> Tiles {
        let mut hand = given.clone();
        for (_, kind) in self.kinds.iter().enumerate().filter(|&(place, _)| chosen(place)) {
            for _ in 0..kind.most() {
                hand.add(kind.tile);
            }
        }
        hand
    }

    /// Whether the play of the box that a box was made of may keep back tiles and be as good as this box can be.
    fn mother_sheds(&mut self, node: &mut Node) -> bool {
        let (Some((worth, play)), Some(&count)) = (&node.mother, node.fixed.last()) else { return false };
        let Kind { tile, worth: each, .. } = self.kinds[node.fixed.len() - 1];
        let fewer = play.tiles.count(tile).saturating_sub(count);
        if fewer == 0 || worth - i64::from(fewer) * each != node.bound {
            return false;
        }
        let shed = self.judge.shed(play, tile, fewer);
        // It is not asked twice.
        node.mother = None;
        let Some(play) = shed else { return false };
        self.known.add(node.bound, &Rc::new(play));
        true
    }

    /// Whether the last play may keep back a tile: then there is one play more.
    fn sheds_one(&self) -> bool {
        let Some(play) = self.plays.last() else { return false };
        play.tiles.kinds().any(|(tile, _)| self.judge.shed(play, tile, 1).is_some_and(|less| !less.tiles.is_empty()))
    }

    /// A play known to lie in a box and to be as good as it can be.
    fn known_in(&self, node: &Node) -> Option<Rc<Play>> {
        let within =
            |play: &&Rc<Play>| self.kinds.iter().zip(&node.fixed).all(|(kind, &n)| play.tiles.count(kind.tile) == n);
        self.known.worth(node.bound).iter().find(within).cloned()
    }

    /// The fixed tiles.
    fn tiles_of(&self, node: &Node) -> Tiles {
        let counts = self.kinds.iter().zip(&node.fixed);
        counts.flat_map(|(kind, &count)| std::iter::repeat_n(kind.tile, count as usize)).collect()
    }

    fn best_of(&mut self, node: &Node, above: i64, stop: &mut dyn FnMut() -> bool) -> Result<Best, Stopped> {
        let given = self.tiles_of(node);
        let hand = self.hand_with(&given, |place| place >= node.fixed.len());
        self.judge.best(&given, &hand, above, &mut self.known, stop)
    }

    /// Fixes one more kind.
    fn divide(&self, node: &Node, open: &mut BinaryHeap<Node>) {
        let depth = node.fixed.len();
        let Some(kind) = self.kinds.get(depth) else { return };
        for &Count { tiles, bound: most, .. } in &kind.counts {
            let worth = node.worth + i64::from(tiles) * kind.worth;
            let play = node.play.as_ref().filter(|play| play.tiles.count(kind.tile) == tiles);
            let bound = node.bound.min(most).min(worth + self.later[depth + 1]);
            if bound > 0 {
                let fixed = node.fixed.iter().copied().chain([tiles]).collect();
                let mother = node.play.as_ref().filter(|_| play.is_none()).map(|play| (node.bound, Rc::clone(play)));
                open.push(Node { bound, fixed, worth, play: play.cloned(), mother });
            }
        }
    }
}
