//! A cache of transitions.
//!
//! How the runs of a color continue at a value depends on little: the states they can be in, how many tiles there are
//! and must be used, what groups and jokers may take, and what comes next. The same few combinations recur in every
//! color and every position, so the transitions of each are generated once.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::color_input::ValueInput;
use super::color_profile::ColorProfile;
use super::interner::Interner;
use super::runs::{ConstrainedRunTable, ConstrainedRuns, RunContext, RunState};
use super::successors::Successors;
use super::transition::Transition;

/// The number of a layer: a set of states after a value, in order.
pub(super) type LayerId = u32;

/// Everything that transitions depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct CacheKey {
    layer: LayerId,
    /// The number of the [constraints](read_constraints); 0 for none.
    constraints: u32,
    /// Tiles of the value: required, available, and what groups may take.
    tiles: u64,
    /// Jokers and their units, the most runs, and what comes next.
    ahead: u64,
}

impl CacheKey {
    #[inline]
    pub(super) fn new(layer: LayerId, constraints: u32, input: &ValueInput) -> Self {
        let [ahead_low, ahead_high] = input.tiles_ahead.to_le_bytes();
        Self {
            layer,
            constraints,
            tiles: input.tiles(),
            ahead: u64::from_le_bytes([
                input.jokers,
                input.units_per_joker << 4 | input.shortest,
                input.most_runs,
                input.next_capacity,
                input.values_left,
                u8::from(input.defer_jokers) | u8::from(input.starts_with_joker) << 1,
                ahead_low,
                ahead_high,
            ]),
        }
    }
}

/// Encodes the constraints on runs, as seen from a value; returns false if there are none.
pub(super) fn read_constraints(words: &mut Vec<u32>, value: usize, context: &RunContext<'_>) -> bool {
    words.clear();
    let mut any = context.new_meld.is_some();
    // For each old run with jokers that stay: its values from here on, and what each of its jokers needs.
    words.push(context.constraints.len() as u32);
    for constraint in context.constraints {
        match (constraint.locked >> value, constraint.claimable >> value) {
            (0, 0) => words.extend([0, 0, 0]),
            (locked, claimable) => {
                any = true;
                let needs = u32::from(constraint.needed) << 8 | u32::from(constraint.natural_counts);
                words.extend([locked, claimable, needs]);
            }
        }
    }
    // If new melds are tracked: the number of freed jokers, and how far each old run of the color has come.
    if let Some(new_meld) = context.new_meld {
        words.push(context.freed.into());
        for old in new_meld.runs.iter().filter(|old| old.color == context.color) {
            match value.checked_sub(old.first as usize) {
                Some(passed) if passed < old.len as usize => {
                    let constraint = old.constraint.map_or(0, |constraint| constraint + 1);
                    words.extend([u32::from_be_bytes([passed as u8, old.len, constraint, 1]), old.jokers]);
                }
                _ => words.extend([0, 0]),
            }
        }
    }
    any
}

/// The transitions from a layer at a value, as ranges of what the cache holds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LayerTransitions {
    ends: (u32, u32),
    transitions: (u32, u32),
    profiles: u32,
    next: LayerId,
}

impl LayerTransitions {
    /// The states that follow.
    pub(super) const fn next_layer(self) -> LayerId {
        self.next
    }
}

/// All transitions generated so far, in a few long pieces of memory, so that clearing them takes no time.
#[derive(Debug)]
pub(super) struct TransitionCache {
    layers: Interner<RunState>,
    /// For each state before, the end of its transitions.
    ends: Vec<u32>,
    transitions: Vec<Transition>,
    /// For each state that follows, its profile.
    profiles: Vec<ColorProfile>,
    known: FxHashMap<CacheKey, LayerTransitions>,
    constraints: Interner<u32>,
    /// Working memory for constraints.
    words: Vec<u32>,
    constrained_runs: ConstrainedRunTable,
    /// The transition from no open runs to none.
    idle: LayerTransitions,
    /// How often the cache was cleared.
    cleared: u64,
}

impl Default for TransitionCache {
    fn default() -> Self {
        let mut cache = Self {
            layers: Interner::default(),
            ends: Vec::new(),
            transitions: Vec::new(),
            profiles: Vec::new(),
            known: FxHashMap::default(),
            constraints: Interner::default(),
            words: Vec::new(),
            constrained_runs: ConstrainedRunTable::default(),
            idle: LayerTransitions { ends: (0, 1), transitions: (0, 1), profiles: 0, next: START },
            cleared: 0,
        };
        cache.layers.intern(&[RunState::default()]);
        cache.ends.push(1);
        cache.transitions.push(Transition::default());
        cache.profiles.push(ColorProfile::of(&RunState::default(), 0));
        cache
    }
}

/// The layer before the first value: no open runs.
const START: LayerId = 0;

/// The most elements in the cache, some ten megabytes; positions of one deck need far fewer.
const MAX_CACHED: usize = 1 << 20;

/// The most memory in the cache while one subproblem is prepared.
const MAX_BYTES: usize = 80 << 20;

impl TransitionCache {
    /// Clears the cache if it has grown too large, and gives its memory back. Color graphs built before are invalid
    /// then.
    pub(super) fn clear_if_full(&mut self) {
        let size =
            self.layers.len() + self.ends.len() + self.transitions.len() + self.profiles.len() + self.constraints.len();
        if size > MAX_CACHED || self.constrained_runs.bytes() > MAX_BYTES / 4 {
            *self = Self { cleared: self.cleared + 1, ..Self::default() };
        }
    }

    /// How often the cache was cleared: color graphs built before are invalid then.
    pub(super) const fn cleared(&self) -> u64 {
        self.cleared
    }

    /// How much memory the cache may still take, about.
    pub(super) fn bytes_left(&self) -> usize {
        let bytes = self.layers.len() * size_of::<RunState>()
            + self.ends.len() * size_of::<u32>()
            + self.transitions.len() * size_of::<Transition>()
            + self.profiles.len() * size_of::<ColorProfile>()
            + self.constraints.len() * size_of::<u32>();
        MAX_BYTES.saturating_sub(bytes)
    }

    /// The layer before the first value: no open runs.
    #[expect(clippy::unused_self, reason = "layers belong to a cache")]
    pub(super) const fn start(&self) -> LayerId {
        START
    }

    /// The transitions where there is no open run, no tile and no joker.
    pub(super) const fn idle(&self) -> LayerTransitions {
        self.idle
    }

    /// The key of the transitions from a layer at a value.
    #[inline]
    pub(super) fn key(
        &mut self,
        layer: LayerId,
        input: &ValueInput,
        value: usize,
        context: &RunContext<'_>,
    ) -> CacheKey {
        let without = context.constraints.is_empty() && context.new_meld.is_none();
        let constraints = if without { 0 } else { self.constraints_at(layer, value, context) };
        CacheKey::new(layer, constraints, input)
    }

    fn constraints_at(&mut self, layer: LayerId, value: usize, context: &RunContext<'_>) -> u32 {
        let here = context.constraints.iter().any(|one| (one.locked | one.claimable) >> value & 1 == 1);
        let constrained = || self.layers.get(layer).iter().any(RunState::is_constrained);
        if !here && context.new_meld.is_none() && !constrained() || !read_constraints(&mut self.words, value, context) {
            return 0;
        }
        self.constraints.intern(&self.words) + 1
    }

    /// The states of a layer, and the table of their constrained runs.
    pub(super) fn states_of(&mut self, layer: LayerId) -> (&[RunState], &mut ConstrainedRunTable) {
        (self.layers.get(layer), &mut self.constrained_runs)
    }

    /// The constrained runs of a state.
    pub(super) fn constrained_runs(&self, state: &RunState) -> ConstrainedRuns {
        self.constrained_runs.of(state)
    }

    /// The transitions of a key, if they are cached.
    #[inline]
    pub(super) fn find(&self, key: &CacheKey) -> Option<LayerTransitions> {
        self.known.get(key).copied()
    }

    /// For each state before, the end of its transitions, counted from the first; and the numbers of all transitions.
    #[inline]
    pub(super) fn ends(&self, of: LayerTransitions) -> (&[u32], Range<u32>) {
        let LayerTransitions { ends, transitions, .. } = of;
        (&self.ends[ends.0 as usize..ends.1 as usize], transitions.0..transitions.1)
    }

    /// The transitions with these numbers.
    #[inline]
    pub(super) fn transitions_between(&self, begin: u32, end: u32) -> &[Transition] {
        &self.transitions[begin as usize..end as usize]
    }

    /// The transition with a number.
    #[inline]
    pub(super) fn transition(&self, number: u32) -> &Transition {
        &self.transitions[number as usize]
    }

    /// The profiles of the states that follow, and the number of the first state.
    #[inline]
    pub(super) fn profiles_after(&self, of: LayerTransitions) -> (&[ColorProfile], u32) {
        let first = of.profiles as usize;
        (&self.profiles[first..first + self.layers.get(of.next).len()], self.layers.first(of.next))
    }

    /// The state with a number.
    #[inline]
    pub(super) fn state(&self, number: u32) -> &RunState {
        &self.layers.all()[number as usize]
    }

    /// Caches the transitions of a key.
    pub(super) fn insert(&mut self, key: CacheKey, successors: &Successors, shortest: u8) -> LayerTransitions {
        let next = self.layers.intern(&successors.states);
        let (ends, first) = (self.ends.len() as u32, self.transitions.len() as u32);
        let profiles = self.profiles.len() as u32;
        self.ends.extend_from_slice(&successors.ends);
        self.transitions.extend_from_slice(&successors.transitions);
        self.profiles.extend(successors.states.iter().map(|state| ColorProfile::of(state, shortest)));
        let found = LayerTransitions {
            ends: (ends, self.ends.len() as u32),
            transitions: (first, self.transitions.len() as u32),
            profiles,
            next,
        };
        self.known.insert(key, found);
        found
    }
}
