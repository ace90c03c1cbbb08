//! The plays found so far.

use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::solver::problem::Play;
use crate::tile::Tiles;

/// All plays found so far.
#[derive(Debug, Default)]
pub(super) struct KnownPlays {
    pub(super) most: usize,
    played: FxHashSet<Tiles>,
    by_worth: BTreeMap<i64, Vec<Rc<Play>>>,
    /// The worths of the best `most` plays, lowest first.
    best: BinaryHeap<std::cmp::Reverse<i64>>,
}

impl KnownPlays {
    /// No plays yet, for a list of at most `most`.
    pub(super) fn of(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    pub(super) fn add(&mut self, worth: i64, play: &Rc<Play>) {
        if !self.played.insert(play.tiles.clone()) {
            return;
        }
        self.by_worth.entry(worth).or_default().push(Rc::clone(play));
        self.best.push(std::cmp::Reverse(worth));
        if self.best.len() > self.most {
            self.best.pop();
        }
    }

    pub(super) fn len(&self) -> usize {
        self.played.len()
    }

    /// The plays with this worth.
    pub(super) fn with_worth(&self, worth: i64) -> &[Rc<Play>] {
        self.by_worth.get(&worth).map_or(&[], Vec::as_slice)
    }

    /// The worth of the last of the best `most` plays, once there are as many: nothing worse is needed.
    pub(super) fn threshold(&self) -> Option<i64> {
        self.best.peek().filter(|_| self.best.len() == self.most).map(|worth| worth.0)
    }

    /// Appends the plays that a list does not have, best first and unproven.
    pub(super) fn append_rest(mut self, plays: &mut Vec<Play>) {
        let listed: FxHashSet<Tiles> = plays.iter().map(|play| play.tiles.clone()).collect();
        for equals in self.by_worth.values_mut().rev() {
            equals.sort_by(|a, b| a.tiles.iter().cmp(b.tiles.iter()));
            for play in equals.iter().filter(|play| !listed.contains(&play.tiles)) {
                if plays.len() == self.most {
                    return;
                }
                plays.push(Play { proven: false, ..Play::clone(play) });
            }
        }
    }
}
