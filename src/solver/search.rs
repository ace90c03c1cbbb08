//! The search proper: depth first over the numbers, best bound first.
//!
//! A node is what the runs of each color look like after some number, and how many jokers are left. Its
//! bound is the best sum of what each color could still lay on its own, over every way to share the jokers
//! out. What was shown of a node, the most that can follow it, also holds of those that can do no more
//! (`profile`). Where a number has too many nodes to compare, the memo keeps it for each of the others.

mod expand;

use expand::Wanted;

use super::budget::{Budget, with_budget};
use super::build::Builder;
use super::case::Case;
use super::facing::Patience;
use super::groups;
use super::layers::Layers;
use super::memo::{Ids, Key};
use super::position::{IMPOSSIBLE, NUMBERS};
use super::profile::{Profile, Shown};
use crate::meld::Meld;
use crate::tile::MAX_COLORS;

/// What was done at one number.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Step {
    /// The way each color took, by place in its lane.
    pub(super) edges: [u32; MAX_COLORS],
    /// Jokers in groups that may lie anywhere.
    pub(super) group_jokers: u8,
}

/// What was done at every number.
pub(super) type Path = [Step; NUMBERS];

#[derive(Debug, Clone, Copy)]
struct Child {
    key: Key,
    step: Step,
    gain: i64,
    /// Upper bound on the whole, from the root.
    total: i64,
}

/// A node as it was reached: the worth so far, and an upper bound on the whole.
#[derive(Debug, Clone, Copy)]
struct Node {
    key: Key,
    gain: i64,
    total: i64,
}

/// Why a search ended before it had shown anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopped {
    /// Told to.
    Interrupted,
    /// The best way leaves no place to park the jokers it does not need.
    Cramped,
    /// More nodes than it had patience for.
    TooLong,
}

/// Reusable memory, and what was found.
#[derive(Debug, Default)]
pub(super) struct Search {
    shown: Shown,
    stack: Vec<Child>,
    path: Trail,
    found: Trail,
    builder: Builder,
    /// The way being put together at one number.
    ids: Ids,
    step: Step,
    tiles: groups::Vector,
    /// The worth to above.
    best: i64,
    has_found: bool,
    /// Whether every node so far had a way on that keeps to the bound of the root.
    hopeful: bool,
    /// Whether some node had more ways on than were looked at.
    incomplete: bool,
    /// Nodes met since the search began.
    pub(super) nodes: u64,
    /// How many it may come to.
    most_nodes: u64,
}

#[derive(Debug)]
struct Trail(Box<Path>);

impl Default for Trail {
    fn default() -> Self {
        Self(Box::new([Step::default(); NUMBERS]))
    }
}

impl Search {
    /// The worth of the best way through a case, if that is more than `above`; [`melds`](Self::melds) has it.
    ///
    /// It meets at most `patience` nodes, and `interrupt` is asked now and then. No way and no error: nothing is
    /// worth more.
    pub(super) fn run(
        &mut self,
        case: &Case,
        layers: &Layers,
        above: i64,
        patience: Patience,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> (Option<i64>, Result<(), Stopped>) {
        self.most_nodes = self.nodes.saturating_add(patience.0);
        let ended = with_budget!(case.kind, B => self.begin::<B>(case, layers, above - case.base, interrupt));
        let found = self.has_found.then_some(self.best + case.base);
        (found, ended)
    }

    /// The melds of the best way found, jokers that are not needed left aside.
    pub(super) fn melds(&mut self, case: &Case, layers: &Layers) -> &mut Vec<Meld> {
        self.builder.build(case, layers, &self.found.0)
    }

    /// Looks for what is worth more than `above`.
    fn begin<B: Budget>(
        &mut self,
        case: &Case,
        layers: &Layers,
        above: i64,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<(), Stopped> {
        self.shown.forget();
        self.stack.clear();
        self.has_found = false;
        self.hopeful = true;
        self.incomplete = false;
        self.best = above;
        let highest = case.root_bound::<B>();
        if highest > above {
            let key = Key { ids: [0; MAX_COLORS], jokers: case.jokers, elsewhere: 0, need: case.need };
            let root = Node { key, gain: 0, total: highest };
            match self.visit::<B>(case, layers, 1, root, interrupt) {
                Err(Stopped::Interrupted) if !self.has_found => {
                    self.dive::<B>(case, layers, root, above);
                    return Err(Stopped::Interrupted);
                }
                ended => ended?,
            };
        }
        // What reaches the first bound is the best, whatever was not looked at.
        if self.incomplete && !(self.has_found && self.best >= highest) { Err(Stopped::Interrupted) } else { Ok(()) }
    }

    /// Looks for any way at all in the little time that is left: better a play that is not proven than none.
    fn dive<B: Budget>(&mut self, case: &Case, layers: &Layers, root: Node, above: i64) {
        /// About two thousand nodes, a few milliseconds.
        const CHECKS: u32 = 8;
        self.best = above;
        self.most_nodes = Patience::ENDLESS.0;
        self.stack.clear();
        let mut checks = 0;
        let mut enough = || {
            checks += 1;
            checks > CHECKS
        };
        // However it ends, what it found is kept.
        let _ = self.visit::<B>(case, layers, 1, root, &mut enough);
    }

    /// Searches below a node; returns the most that can follow it, as far as has been shown.
    fn visit<B: Budget>(
        &mut self,
        case: &Case,
        layers: &Layers,
        value: usize,
        Node { key: node, gain, total }: Node,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<i64, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) && interrupt() {
            return Err(Stopped::Interrupted);
        }
        if self.nodes > self.most_nodes {
            return Err(Stopped::TooLong);
        }
        if value > case.values {
            return self.arrive(case, layers, gain, &node);
        }
        let begin = self.stack.len();
        let mut bound = IMPOSSIBLE;
        // On the way down to a first answer, one way that keeps to the bound is all there is need for.
        let mut wanted = if self.hopeful { Wanted::One(total) } else { Wanted::All };
        loop {
            let cut = self.expand::<B>(case, layers, value, &node, gain, wanted);
            let end = self.stack.len();
            if end - begin > 1 {
                self.stack[begin..end].sort_unstable_by_key(|child| std::cmp::Reverse(child.total));
            }
            for place in begin..end {
                let child = self.stack[place];
                if child.total <= self.best {
                    bound = bound.max(child.total - gain);
                    break;
                }
                let enough = self.best - gain - child.gain;
                let profile = (!self.shown.is_empty(value)).then(|| Profile::of(case, layers, value, &child.key));
                if let Some(profile) = &profile
                    && let Some(shown) = self.shown.find(value, profile, enough, case.parking)
                {
                    bound = bound.max(child.gain + shown);
                    continue;
                }
                self.path.0[value] = child.step;
                let next = Node { key: child.key, gain: gain + child.gain, total: child.total };
                let below = self.visit::<B>(case, layers, value + 1, next, interrupt)?;
                if self.hopeful && self.best >= total {
                    // Nothing is left to compare with.
                    break;
                }
                let profile = profile.unwrap_or_else(|| Profile::of(case, layers, value, &child.key));
                self.shown.add(value, profile, below);
                bound = bound.max(child.gain + below);
            }
            self.stack.truncate(begin);
            if wanted == Wanted::All {
                return Ok(bound.max(cut - gain));
            }
            if self.best >= total {
                return Ok(total - gain);
            }
            // The way tried first comes up again; what was shown of it is known.
            self.hopeful = false;
            wanted = Wanted::All;
        }
    }

    /// All numbers are done: is this better?
    fn arrive(&mut self, case: &Case, layers: &Layers, gain: i64, node: &Key) -> Result<i64, Stopped> {
        if node.need > 0 {
            return Ok(IMPOSSIBLE);
        }
        let follows = if case.parking {
            if node.jokers > 0 && gain > self.best && !self.builder.has_room(case, layers, &self.path.0, node.jokers) {
                return Err(Stopped::Cramped);
            }
            0
        } else {
            let played = case.jokers - node.jokers;
            if played < case.must_jokers || played - node.elsewhere < case.freed {
                return Ok(IMPOSSIBLE);
            }
            i64::from(played - case.must_jokers) * case.joker_worth
        };
        if gain + follows > self.best {
            self.best = gain + follows;
            self.has_found = true;
            self.found.0[..=case.values].copy_from_slice(&self.path.0[..=case.values]);
        }
        Ok(follows)
    }
}
