//! Dominance: a node that can do no more than one already searched is left out.
//!
//! Of two nodes after the same value, one dominates the other if in each color its open runs can stand in for the
//! other's: none needs more tiles to become a meld, and surplus runs could end here. What has been shown of
//! the first, an upper bound on what follows, then also holds for the second. A node dominates itself, so the store is
//! a transposition table, too. Like one it has a fixed size: when it is full, new nodes replace those that have not
//! been useful lately.

use super::color_profile::FIELD_BITS;
use super::instance::VALUES;
use super::node::Node;
use super::subproblem::Subproblem;
use crate::tile::MAX_COLORS;

/// The counts in a word: all of four colors if a meld has three tiles.
const FIELDS_PER_WORD: usize = 12;
/// There are up to six counts per color.
const WORDS: usize = MAX_COLORS * 6 / FIELDS_PER_WORD;
/// The guard bit of every field.
const GUARDS: u64 = 0x8842_1084_2108_4210;
/// The position of the jokers used in the first word, in four bits.
const JOKERS_SHIFT: usize = FIELDS_PER_WORD * FIELD_BITS;

/// The form in which nodes are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeProfile {
    /// The [counts](super::runs::RunState::counts) of each color, then how many of seven jokers are used: the lower the
    /// better.
    counts: [u64; WORDS],
    /// What two nodes must have in common for one to dominate the other; 0 for nothing.
    identities: [u32; MAX_COLORS],
    jokers: u8,
    jokers_in_old: u8,
    points_needed: u32,
}

impl NodeProfile {
    /// The profile of a node.
    pub(super) fn of(subproblem: &Subproblem, node: &Node) -> Self {
        let mut counts = [0; WORDS];
        let mut identities = [0; MAX_COLORS];
        let shortest = subproblem.shortest as usize;
        let (mut word, mut field) = (0, 0);
        for (color, &graph_node) in node.graph_nodes[..subproblem.colors()].iter().enumerate() {
            if field + shortest > FIELDS_PER_WORD {
                (word, field) = (word + 1, 0);
            }
            let profile = &subproblem.graphs.node(graph_node).profile;
            identities[color] = profile.identity(graph_node, subproblem.new_meld.is_some());
            counts[word] |= u64::from(profile.counts) << (field * FIELD_BITS);
            field += shortest;
        }
        counts[0] |= u64::from(7 - node.jokers.min(7)) << JOKERS_SHIFT;
        let Node { jokers, jokers_in_old, points_needed, .. } = *node;
        Self { counts, identities, jokers, jokers_in_old, points_needed }
    }

    /// The bucket of the store: nodes with different identities need not be compared.
    fn bucket(&self) -> usize {
        let mixed = self.identities.iter().fold(0u32, |mixed, &id| mixed.wrapping_mul(31) ^ id);
        if mixed == 0 { 0 } else { 1 + mixed as usize % (BUCKETS - 1) }
    }

    /// Whether this node can do all that the other can.
    fn dominates(&self, other: &Self, defer_jokers: bool) -> bool {
        let counts = self.counts.iter().zip(&other.counts);
        counts.fold(GUARDS, |kept, (own, theirs)| kept & (theirs | GUARDS).wrapping_sub(*own)) & GUARDS == GUARDS
            && if defer_jokers { self.jokers >= other.jokers } else { self.jokers == other.jokers }
            && self.identities == other.identities
            && self.jokers_in_old <= other.jokers_in_old
            && self.points_needed <= other.points_needed
    }
}

/// Nodes after one value, and what has been shown of them.
#[derive(Debug, Default)]
struct Bucket {
    /// The first word of each node, in blocks that are compared together: it tells nearly all nodes apart.
    first_words: Vec<[u64; BLOCK]>,
    nodes: Vec<(NodeProfile, i64)>,
}

/// The first words compared together.
const BLOCK: usize = 8;

/// A first word that dominates nothing.
const EMPTY: u64 = !GUARDS;

/// The nodes searched so far, by value.
#[derive(Debug, Default)]
pub(super) struct DominanceStore {
    after: [[Bucket; BUCKETS]; VALUES],
    /// The number of nodes after each value.
    counts: [usize; VALUES],
    /// The number of nodes replaced.
    replaced: usize,
}

/// One bucket for nodes without identities, the others for the rest.
const BUCKETS: usize = 8;

/// The most nodes after a value; to compare with more takes longer than it saves.
const MAX_NODES: usize = 1 << 10;

impl DominanceStore {
    pub(super) fn clear(&mut self) {
        for (after, count) in self.after.iter_mut().zip(&mut self.counts) {
            if *count > 0 {
                *count = 0;
                for bucket in after {
                    bucket.first_words.clear();
                    bucket.nodes.clear();
                }
            }
        }
    }

    /// Gives back the memory of a long search.
    pub(super) fn trim(&mut self) {
        /// The most nodes of a bucket whose memory is kept.
        const MAX_KEPT: usize = MAX_NODES / 4;
        if self.replaced > 0 {
            self.replaced = 0;
            self.clear();
            for bucket in self.after.iter_mut().flatten().filter(|bucket| bucket.nodes.capacity() > MAX_KEPT) {
                *bucket = Bucket::default();
            }
        }
    }

    /// Whether there are no nodes after a value.
    pub(super) fn is_empty(&self, value: usize) -> bool {
        self.counts[value] == 0
    }

    /// An upper bound of at most `enough` that was shown of a node that dominates this one.
    pub(super) fn find(&mut self, value: usize, node: &NodeProfile, enough: i64, defer_jokers: bool) -> Option<i64> {
        let Bucket { first_words, nodes } = &mut self.after[value][node.bucket()];
        let theirs = node.counts[0] | GUARDS;
        let may_dominate = |own: u64| theirs.wrapping_sub(own) & GUARDS == GUARDS;
        for block in 0..first_words.len() {
            let words = &first_words[block];
            if !words.iter().fold(false, |any, &own| any | may_dominate(own)) {
                continue;
            }
            let begin = block * BLOCK;
            let found = words.iter().zip(&nodes[begin..]).position(|(&word, (other, bound))| {
                may_dominate(word) && *bound <= enough && other.dominates(node, defer_jokers)
            });
            let Some(within) = found else { continue };
            // A useful node moves to the front, where it is found sooner.
            let index = begin + within;
            let nearer = index / 2;
            let (own, other) = (first_words[block][within], first_words[nearer / BLOCK][nearer % BLOCK]);
            first_words[block][within] = other;
            first_words[nearer / BLOCK][nearer % BLOCK] = own;
            nodes.swap(index, nearer);
            return Some(nodes[nearer].1);
        }
        None
    }

    /// Stores what was shown of a node.
    pub(super) fn insert(&mut self, value: usize, node: NodeProfile, bound: i64) {
        let Bucket { first_words, nodes } = &mut self.after[value][node.bucket()];
        if self.counts[value] >= MAX_NODES {
            // The second half has the nodes that were not useful; they are replaced in turn.
            let half = nodes.len().div_ceil(2);
            if half > 0 {
                self.replaced += 1;
                let index = nodes.len() - 1 - self.replaced % half;
                first_words[index / BLOCK][index % BLOCK] = node.counts[0];
                nodes[index] = (node, bound);
            }
            return;
        }
        let within = nodes.len() % BLOCK;
        if within == 0 {
            first_words.push([EMPTY; BLOCK]);
        }
        if let Some(last) = first_words.last_mut() {
            last[within] = node.counts[0];
        }
        nodes.push((node, bound));
        self.counts[value] += 1;
    }
}
