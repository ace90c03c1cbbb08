//! The best-first partition of the plays into subspaces.

use std::collections::BinaryHeap;
use std::rc::Rc;

use super::known_plays::KnownPlays;
use super::subspace_solver::{GaveUp, SubspaceOptimum, SubspaceSolver};
use crate::solver::interrupt::Interrupted;
use crate::solver::problem::Play;
use crate::tile::{Tile, Tiles};

/// A kind of tile in the hand.
#[derive(Debug)]
struct TileKind {
    tile: Tile,
    worth: i64,
    /// The numbers of it that some play may play, as far as known; most tiles first.
    counts: Vec<KindCount>,
}

impl TileKind {
    /// The most of it that some play may play.
    fn most(&self) -> u8 {
        self.counts.first().map_or(0, |most| most.tiles)
    }
}

/// What is known about playing a number of tiles of a kind.
#[derive(Debug, Clone, Copy)]
struct KindCount {
    tiles: u8,
    /// An upper bound on the worth of a play with this number.
    bound: i64,
    /// Whether that bound comes from a search of its own.
    searched: bool,
    /// Whether the bound of some subspace that ends with this number was too high.
    is_loose: bool,
}

/// A subspace: the plays with fixed numbers of the first kinds.
#[derive(Debug)]
struct Subspace {
    /// An upper bound on the worth of its plays.
    bound: i64,
    fixed: Box<[u8]>,
    /// What the fixed tiles are worth.
    worth: i64,
    /// A play in it that is worth the bound.
    play: Option<Rc<Play>>,
    /// Whether the bound takes the upper bounds of the colors into account.
    is_bounded: bool,
}

impl Subspace {
    fn rank(&self) -> (i64, &[u8]) {
        (self.bound, &self.fixed)
    }
}

impl PartialEq for Subspace {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for Subspace {}

impl PartialOrd for Subspace {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Subspace {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// The partition, and the list of plays made from it.
pub(super) struct Partition<'a> {
    solver: SubspaceSolver<'a>,
    kinds: Vec<TileKind>,
    /// The most that the kinds from each index on can be worth.
    suffix_bounds: Vec<i64>,
    pub(super) known: KnownPlays,
    pub(super) plays: Vec<Play>,
    /// Whether every subspace was decided.
    pub(super) proven: bool,
}

impl<'a> Partition<'a> {
    /// Starts a list of at most `most` plays, with each kind of tile in the hand and what one is worth.
    pub(super) fn new(solver: SubspaceSolver<'a>, kinds: impl Iterator<Item = (Tile, i64)>, most: usize) -> Self {
        let kinds: Vec<TileKind> = kinds.map(|(tile, worth)| TileKind { tile, worth, counts: Vec::new() }).collect();
        let suffix_bounds = vec![0; kinds.len() + 1];
        Self { solver, kinds, suffix_bounds, known: KnownPlays::of(most), plays: Vec::new(), proven: true }
    }

    /// Lists the plays; returns whether these are all.
    pub(super) fn list(&mut self, stop: &mut dyn FnMut() -> bool) -> Result<bool, Interrupted> {
        let Some(root) = self.root(stop)? else { return Ok(true) };
        let most = self.known.most;
        let mut heap = BinaryHeap::from([root]);
        // Subspaces with nothing good enough, kept until it is known whether there is one play more than wanted.
        let mut postponed = Vec::new();
        let mut selective = true;
        loop {
            if self.plays.len() == most {
                if self.known.len() > most || selective && self.last_without_one(stop)? {
                    return Ok(false);
                }
                // Any further play will do.
                selective = false;
                heap.extend(postponed.drain(..));
            }
            let Some(mut subspace) = heap.pop() else {
                if postponed.is_empty() {
                    return Ok(true);
                }
                selective = false;
                heap.extend(postponed.drain(..));
                continue;
            };
            if subspace.play.is_none() {
                subspace.play = self.known_in(&subspace);
            }
            if subspace.play.is_none() {
                subspace.play = self.known_with_more(&subspace, stop)?;
                if subspace.play.is_some() {
                    heap.push(subspace);
                    continue;
                }
            }
            if subspace.play.is_none() && !subspace.is_bounded {
                subspace.is_bounded = true;
                let bound = self.solver.bound(&self.fixed(&subspace), stop)?;
                if let Some(bound) = bound.filter(|&bound| bound < subspace.bound) {
                    heap.extend((bound > 0).then_some(Subspace { bound, ..subspace }));
                    continue;
                }
            }
            if let Some(play) = &subspace.play {
                if subspace.fixed.len() == self.kinds.len() {
                    self.plays.push(Play { proven: self.proven, ..Play::clone(play) });
                } else {
                    self.split(&subspace, &mut heap);
                }
                continue;
            }
            let above = if selective { self.known.threshold().map_or(0, |threshold| threshold - 1) } else { 0 };
            // If only a play as good as the bound will do, a search of the subspace itself is as fast.
            if subspace.bound > above + 1 && self.is_loose(&subspace) {
                let bound = self.bound_of_last_kind(&subspace, above, stop)?;
                if bound < subspace.bound {
                    heap.extend((bound > 0).then_some(Subspace { bound, ..subspace }));
                    continue;
                }
                // The search for the bound may have found such a play.
                subspace.play = self.known_in(&subspace);
                if subspace.play.is_some() {
                    heap.push(subspace);
                    continue;
                }
            }
            let best =
                if subspace.bound > above { self.best_of(&subspace, above, stop)? } else { SubspaceOptimum::Nothing };
            match best {
                SubspaceOptimum::Nothing => {
                    self.set_loose(&subspace);
                    if above > 0 && self.known.len() <= most {
                        postponed.push(subspace);
                    }
                }
                // All tiles are fixed, but beside the untouched table their melds are worth too little.
                SubspaceOptimum::AtMost(bound) if subspace.fixed.len() == self.kinds.len() => {
                    match self.solver.cover(&self.tiles_of(&subspace), stop) {
                        Ok(None) => {}
                        Ok(Some(play)) => {
                            self.known.add(bound, &play);
                            heap.push(Subspace { bound, play: Some(play), ..subspace });
                        }
                        Err(GaveUp) => self.proven = false,
                    }
                }
                SubspaceOptimum::AtMost(bound) => {
                    subspace.bound = bound;
                    self.split(&subspace, &mut heap);
                }
                SubspaceOptimum::Play(worth, play) => {
                    self.known.add(worth, &play);
                    if worth < subspace.bound {
                        self.set_loose(&subspace);
                    }
                    heap.push(Subspace { bound: worth, play: Some(play), ..subspace });
                }
            }
        }
    }

    /// The subspace of all plays, if there are any.
    fn root(&mut self, stop: &mut dyn FnMut() -> bool) -> Result<Option<Subspace>, Interrupted> {
        self.solver.close(stop)?;
        let hand = self.solver.problem.hand;
        let (bound, play) = match self.solver.best(&[], 0, &mut self.known, stop)? {
            SubspaceOptimum::Nothing => return Ok(None),
            SubspaceOptimum::AtMost(bound) => (bound, None),
            SubspaceOptimum::Play(worth, play) => (worth, Some(play)),
        };
        if let Some(play) = &play {
            self.known.add(bound, play);
        }
        for kind in &mut self.kinds {
            let played = play.as_ref().map(|play| play.tiles.count(kind.tile));
            let count = |tiles| KindCount { tiles, bound, searched: played == Some(tiles), is_loose: false };
            kind.counts.extend((0..=hand.count(kind.tile)).rev().map(count));
        }
        self.sum_bounds();
        Ok(Some(Subspace { bound, fixed: Box::default(), worth: 0, play, is_bounded: true }))
    }

    /// Sums up what the kinds from each index on can be worth.
    fn sum_bounds(&mut self) {
        for (index, kind) in self.kinds.iter().enumerate().rev() {
            self.suffix_bounds[index] = self.suffix_bounds[index + 1] + i64::from(kind.most()) * kind.worth;
        }
    }

    /// An upper bound on a subspace from the kind fixed last: the most that any play with this number of it is worth.
    ///
    /// The first call searches for it, and only above `above`; zero if there is no such play.
    fn bound_of_last_kind(
        &mut self,
        subspace: &Subspace,
        above: i64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<i64, Interrupted> {
        let (Some(index), Some(&tiles)) = (subspace.fixed.len().checked_sub(1), subspace.fixed.last()) else {
            return Ok(subspace.bound);
        };
        let at = |kind: &TileKind| kind.counts.iter().position(|count| count.tiles == tiles);
        let Some(which) = at(&self.kinds[index]) else { return Ok(0) };
        let count = self.kinds[index].counts[which];
        if count.searched || count.bound < subspace.bound {
            return Ok(count.bound);
        }
        let others = |&(other, kind): &(usize, &TileKind)| other == index || kind.most() == 0;
        let fixed: Vec<_> = self
            .kinds
            .iter()
            .enumerate()
            .filter(others)
            .map(|(other, kind)| (kind.tile, if other == index { tiles } else { 0 }))
            .collect();
        let (bound, searched) = match self.solver.best(&fixed, above, &mut self.known, stop)? {
            SubspaceOptimum::Nothing => (above, false),
            SubspaceOptimum::AtMost(bound) => (bound, true),
            SubspaceOptimum::Play(worth, play) => {
                self.known.add(worth, &play);
                (worth, true)
            }
        };
        let counts = &mut self.kinds[index].counts;
        if bound > 0 {
            counts[which] = KindCount { tiles, bound, searched, is_loose: true };
        } else {
            counts.remove(which);
            self.sum_bounds();
        }
        Ok(bound)
    }

    /// What a subspace fixes; kinds of which no play plays any are fixed, too.
    fn fixed(&self, subspace: &Subspace) -> Vec<(Tile, u8)> {
        let (fixed, open) = self.kinds.split_at(subspace.fixed.len());
        let fixed = fixed.iter().map(|kind| kind.tile).zip(subspace.fixed.iter().copied());
        fixed.chain(open.iter().filter(|kind| kind.most() == 0).map(|kind| (kind.tile, 0))).collect()
    }

    /// A play in a subspace that is worth its bound: a known play without some tiles of one kind.
    fn known_with_more(
        &mut self,
        subspace: &Subspace,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Rc<Play>>, Interrupted> {
        let hand = self.solver.problem.hand;
        for (index, &count) in subspace.fixed.iter().enumerate() {
            let TileKind { tile, worth, .. } = self.kinds[index];
            for fewer in 1..=hand.count(tile) - count {
                let fits = |play: &&Rc<Play>| {
                    self.kinds.iter().zip(&subspace.fixed).enumerate().all(|(other, (kind, &fixed))| {
                        play.tiles.count(kind.tile) == fixed + if other == index { fewer } else { 0 }
                    })
                };
                let bound = subspace.bound + i64::from(fewer) * worth;
                for play in self.known.with_worth(bound).iter().filter(fits) {
                    if let Some(play) = self.solver.without_tiles(play, tile, fewer, stop)? {
                        let play = Rc::new(play);
                        self.known.add(subspace.bound, &play);
                        return Ok(Some(play));
                    }
                }
            }
        }
        Ok(None)
    }

    /// What is known about the number of the kind fixed last.
    fn last_count(&mut self, subspace: &Subspace) -> Option<&mut KindCount> {
        let (index, &tiles) = (subspace.fixed.len().checked_sub(1)?, subspace.fixed.last()?);
        self.kinds[index].counts.iter_mut().find(|count| count.tiles == tiles)
    }

    /// Whether bounds of subspaces that end like this one have been too high.
    fn is_loose(&mut self, subspace: &Subspace) -> bool {
        self.last_count(subspace).is_none_or(|count| count.is_loose)
    }

    fn set_loose(&mut self, subspace: &Subspace) {
        if let Some(count) = self.last_count(subspace) {
            count.is_loose = true;
        }
    }

    /// Whether the last play is also legal without one of its tiles: then there is one play more.
    fn last_without_one(&mut self, stop: &mut dyn FnMut() -> bool) -> Result<bool, Interrupted> {
        let Some(play) = self.plays.last().filter(|play| play.tiles.len() > 1) else { return Ok(false) };
        for (tile, _) in play.tiles.kinds() {
            if self.solver.without_tiles(play, tile, 1, stop)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A known play in a subspace that is worth its bound.
    fn known_in(&self, subspace: &Subspace) -> Option<Rc<Play>> {
        let within = |play: &&Rc<Play>| {
            self.kinds.iter().zip(&subspace.fixed).all(|(kind, &n)| play.tiles.count(kind.tile) == n)
        };
        self.known.with_worth(subspace.bound).iter().find(within).cloned()
    }

    /// The fixed tiles.
    fn tiles_of(&self, subspace: &Subspace) -> Tiles {
        let counts = self.kinds.iter().zip(&subspace.fixed);
        counts.flat_map(|(kind, &count)| std::iter::repeat_n(kind.tile, count as usize)).collect()
    }

    fn best_of(
        &mut self,
        subspace: &Subspace,
        above: i64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<SubspaceOptimum, Interrupted> {
        self.solver.best(&self.fixed(subspace), above, &mut self.known, stop)
    }

    /// Splits a subspace by the number of the next kind; if its play is known, so that all subspaces but one differ from
    /// the play in the kind fixed last, and in that one all kinds are fixed.
    fn split(&self, subspace: &Subspace, heap: &mut BinaryHeap<Subspace>) {
        let (bound, mut worth) = (subspace.bound, subspace.worth);
        let mut fixed = subspace.fixed.to_vec();
        for depth in fixed.len()..self.kinds.len() {
            let kind = &self.kinds[depth];
            let played = subspace.play.as_ref().map(|play| play.tiles.count(kind.tile));
            for &KindCount { tiles, bound: most, .. } in kind.counts.iter().filter(|count| played != Some(count.tiles))
            {
                let worth = worth + i64::from(tiles) * kind.worth;
                let bound = bound.min(most).min(worth + self.suffix_bounds[depth + 1]);
                if bound > 0 {
                    fixed.push(tiles);
                    let counts = Box::from(fixed.as_slice());
                    fixed.pop();
                    heap.push(Subspace { bound, fixed: counts, worth, play: None, is_bounded: false });
                }
            }
            let Some(played) = played else { return };
            fixed.push(played);
            worth += i64::from(played) * kind.worth;
        }
        heap.push(Subspace { bound, fixed: fixed.into(), worth, play: subspace.play.clone(), is_bounded: true });
    }
}
