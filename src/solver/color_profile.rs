//! What the open runs of one color contribute to the comparison of two nodes ([dominance](super::dominance)).

use super::runs::RunState;

/// Bits of a count, the guard bit included.
pub(super) const FIELD_BITS: usize = 5;

/// The open runs of one color, in the form in which they are compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct ColorProfile {
    /// See [`RunState::counts`].
    pub(super) counts: u32,
    /// Whether there are runs of jokers only, for which only the same state can stand in.
    has_joker_runs: bool,
    /// The constrained runs, by id: only the same ones can stand in for them.
    constrained: u32,
}

impl ColorProfile {
    pub(super) fn of(state: &RunState, shortest: u8) -> Self {
        Self {
            counts: state.counts(shortest, FIELD_BITS as u32) as u32,
            has_joker_runs: state.has_joker_runs(),
            constrained: state.constrained_id(),
        }
    }

    /// What this color of two nodes must have in common for one to dominate the other; 0 for nothing.
    pub(super) fn identity(&self, graph_node: u32, tracks_new_melds: bool) -> u32 {
        /// Tells ids of constrained runs from those of graph nodes.
        const CONSTRAINED: u32 = 1 << 31;
        match self.constrained {
            _ if self.has_joker_runs => graph_node + 1,
            0 => 0,
            _ if tracks_new_melds => graph_node + 1,
            constrained => CONSTRAINED | constrained,
        }
    }
}
