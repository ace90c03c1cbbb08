//! Nodes of the search, and the path to one.

use super::instance::VALUES;
use crate::tile::MAX_COLORS;

/// For each color the node of its [graph](super::color_graph).
pub(super) type GraphNodes = [u32; MAX_COLORS];

/// A node of the search: what the open runs of each color look like after a value, and what is left to spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Node {
    pub(super) graph_nodes: GraphNodes,
    /// Jokers left.
    pub(super) jokers: u8,
    /// Jokers played in melds that contain an old one, where that matters.
    pub(super) jokers_in_old: u8,
    /// Opening points still needed.
    pub(super) points_needed: u32,
}

/// The choices at one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Decision {
    /// The transition of each color, by its number in the [cache](super::transition_cache).
    pub(super) transitions: [u32; MAX_COLORS],
    /// Jokers in groups that do not stay.
    pub(super) group_jokers: u8,
}

/// The choices at every value.
pub(super) type Path = [Decision; VALUES];

/// A node that follows another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    /// The decision that leads to it.
    pub(super) decision: Decision,
    /// Its [jokers](Node::jokers), [jokers in old melds](Node::jokers_in_old) and
    /// [points needed](Node::points_needed); the decision says the rest.
    pub(super) jokers: u8,
    pub(super) jokers_in_old: u8,
    pub(super) points_needed: u32,
    /// What the decision is worth.
    pub(super) gain: i64,
    /// Upper bound on any solution through it, from the root.
    pub(super) upper_bound: i64,
}
