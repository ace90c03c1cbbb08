//! The transitions of a color in which some old runs are kept whole.
//!
//! A state says which old runs are being kept, beside the open runs of the other tiles. Each of them takes one tile of
//! the supply; what is left goes to groups and other runs as in any search. Generated once and cached, like the
//! [transitions](crate::solver::transition_cache) of a plain search.

use rustc_hash::FxHashMap;

use super::old_melds::OldRuns;
use crate::solver::color_input::ColorInput;
use crate::solver::instance::TileSupply;
use crate::solver::interner::Interner;
use crate::solver::interrupt::{StopCheck, Unprepared};
use crate::solver::runs::{ConstrainedRunTable, RunContext, RunState};
use crate::solver::successors::Successors;
use crate::solver::transition_cache::{CacheKey, LayerId, read_constraints};

/// The open runs of a color, and the slots of the old runs that are being kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct KeptState {
    open: RunState,
    kept: u8,
}

/// How a color continues at one value.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct KeptTransition {
    /// The state it leads to, by its index among the states after the value.
    pub(super) to: u32,
    /// Tiles to groups, kept ones included.
    pub(super) groups: u8,
    /// Jokers in runs, kept ones included.
    pub(super) jokers: u8,
    /// Budget used.
    pub(super) units: u8,
    /// Hand tiles played beyond the required ones.
    pub(super) played: u8,
    /// The slots of the kept runs that start here.
    pub(super) starts: u8,
}

/// The transitions from a layer at a value, as ranges of what the cache holds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct KeptLayer {
    ends: (u32, u32),
    transitions: (u32, u32),
    next: LayerId,
    /// The number of states that follow.
    pub(super) states: u32,
}

/// All that transitions depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct KeptKey {
    key: CacheKey,
    runs: u16,
}

/// All transitions generated so far.
#[derive(Debug)]
pub(super) struct KeptCache {
    layers: Interner<KeptState>,
    ends: Vec<u32>,
    transitions: Vec<KeptTransition>,
    known: FxHashMap<KeptKey, KeptLayer>,
    constraints: Interner<u32>,
    constrained_runs: ConstrainedRunTable,
    /// Working memory.
    successors: Successors,
    words: Vec<u32>,
    states: Vec<KeptState>,
    indices: FxHashMap<KeptState, u32>,
}

impl Default for KeptCache {
    fn default() -> Self {
        let mut cache = Self {
            layers: Interner::default(),
            ends: Vec::new(),
            transitions: Vec::new(),
            known: FxHashMap::default(),
            constraints: Interner::default(),
            constrained_runs: ConstrainedRunTable::default(),
            successors: Successors::default(),
            words: Vec::new(),
            states: Vec::new(),
            indices: FxHashMap::default(),
        };
        cache.layers.intern(&[KeptState::default()]);
        cache
    }
}

/// The layer before the first value: no open runs.
pub(super) const START: LayerId = 0;

/// The most elements in the cache between two searches, some ten megabytes.
const MAX_CACHED: usize = 1 << 20;

/// The most memory in the cache while one search is prepared.
const MAX_BYTES: usize = 60 << 20;

impl KeptCache {
    /// Clears the cache if it has grown too large, and gives its memory back. Graphs built before are invalid then.
    pub(super) fn clear_if_full(&mut self) {
        let size = self.layers.len() + self.ends.len() + self.transitions.len() + self.constraints.len();
        if size > MAX_CACHED || self.constrained_runs.bytes() > MAX_BYTES / 4 {
            *self = Self::default();
        }
    }

    fn bytes_left(&self) -> usize {
        let bytes = self.layers.len() * size_of::<KeptState>()
            + self.ends.len() * size_of::<u32>()
            + self.transitions.len() * size_of::<KeptTransition>()
            + self.constraints.len() * size_of::<u32>();
        MAX_BYTES.saturating_sub(bytes)
    }

    /// For each state before, the end of its transitions; and all transitions.
    #[inline]
    pub(super) fn transitions(&self, of: KeptLayer) -> (&[u32], &[KeptTransition]) {
        let KeptLayer { ends, transitions, .. } = of;
        let transitions = &self.transitions[transitions.0 as usize..transitions.1 as usize];
        (&self.ends[ends.0 as usize..ends.1 as usize], transitions)
    }

    /// The transitions from a layer at a value, and the layer that follows.
    pub(super) fn find(
        &mut self,
        layer: LayerId,
        value: usize,
        input: &ColorInput<'_>,
        context: &RunContext<'_>,
        runs: &OldRuns,
        check: &mut StopCheck<'_>,
    ) -> Result<(KeptLayer, LayerId), Unprepared> {
        let mut constraints = 0;
        if !context.constraints.is_empty() && read_constraints(&mut self.words, value, context) {
            constraints = self.constraints.intern(&self.words) + 1;
        }
        let key = CacheKey::new(layer, constraints, &input.value_input(value, context));
        let key = KeptKey { key, runs: runs.word(value) };
        if let Some(known) = self.known.get(&key) {
            return Ok((*known, known.next));
        }
        let generated = self.generate(layer, value, input, context, runs, check)?;
        self.known.insert(key, generated);
        Ok((generated, generated.next))
    }

    fn generate(
        &mut self,
        layer: LayerId,
        value: usize,
        input: &ColorInput<'_>,
        context: &RunContext<'_>,
        runs: &OldRuns,
        check: &mut StopCheck<'_>,
    ) -> Result<KeptLayer, Unprepared> {
        let max_bytes = self.bytes_left();
        let (first_end, first) = (self.ends.len() as u32, self.transitions.len() as u32);
        self.states.clear();
        self.indices.clear();
        let ended = (0..self.layers.get(layer).len()).try_for_each(|index| {
            let state = self.layers.get(layer)[index];
            for starts in (0..=runs.starts[value]).filter(|&starts| runs.may_start(value, starts)) {
                self.continue_with(state, starts, value, input, context, runs, max_bytes, check)?;
            }
            self.ends.push(self.transitions.len() as u32 - first);
            Ok(())
        });
        if let Err(unprepared) = ended {
            self.ends.truncate(first_end as usize);
            self.transitions.truncate(first as usize);
            return Err(unprepared);
        }
        let next = self.layers.intern(&self.states);
        Ok(KeptLayer {
            ends: (first_end, self.ends.len() as u32),
            transitions: (first, self.transitions.len() as u32),
            next,
            states: self.states.len() as u32,
        })
    }

    /// Adds the transitions from a state in which these old runs start to be kept.
    #[expect(clippy::too_many_arguments, reason = "what transitions depend on")]
    fn continue_with(
        &mut self,
        state: KeptState,
        starts: u8,
        value: usize,
        input: &ColorInput<'_>,
        context: &RunContext<'_>,
        runs: &OldRuns,
        max_bytes: usize,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        let kept = state.kept | starts;
        let jokers = (kept & runs.jokers[value]).count_ones() as u8;
        let taken = kept.count_ones() as u8 - jokers;
        let TileSupply { required, available, worth } = input.supply[value];
        let Some(available) = available.checked_sub(taken) else { return Ok(()) };
        if jokers > input.jokers {
            return Ok(());
        }
        let mut supply = *input.supply;
        supply[value] = TileSupply { required: required.saturating_sub(taken), available, worth };
        let rest = ColorInput { supply: &supply, ..input.clone() };
        self.successors.generate(&[state.open], value, &rest, context, &mut self.constrained_runs, max_bytes, check)?;
        let kept = kept & !runs.ends[value];
        for transition in self.successors.transitions.iter().filter(|other| other.jokers + jokers <= input.jokers) {
            let next = KeptState { open: self.successors.states[transition.to as usize], kept };
            let states = &mut self.states;
            let to = *self.indices.entry(next).or_insert_with(|| {
                states.push(next);
                states.len() as u32 - 1
            });
            self.transitions.push(KeptTransition {
                to,
                groups: transition.groups,
                jokers: transition.jokers + jokers,
                units: transition.units + jokers * input.units_per_joker,
                played: transition.played,
                starts,
            });
        }
        let bytes = self.states.len() * 64 + self.transitions.len() * size_of::<KeptTransition>();
        if bytes > MAX_BYTES { Err(Unprepared::TooLarge) } else { Ok(()) }
    }
}
