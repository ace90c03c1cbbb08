//! The melds of the table that a search may keep whole: those without jokers, or all where jokers are free.

use crate::meld::{Group, Meld};
use crate::solver::instance::VALUES;
use crate::tile::MAX_COLORS;

/// The most old runs of a color side by side: there are no more copies of a tile.
const SLOTS: usize = 4;

/// The old runs of one color. Runs that overlap have different slots, so that a state needs one bit for each slot.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OldRuns {
    /// For each value the slots whose run starts there.
    pub(super) starts: [u8; VALUES],
    /// For each value the slots whose run ends there.
    pub(super) ends: [u8; VALUES],
    /// For each value the slots whose run equals the one in the slot before, among those that start there.
    pub(super) alike: [u8; VALUES],
    /// For each value the slots whose run has a joker there.
    pub(super) jokers: [u8; VALUES],
    /// The kind of the run that starts at a value in a slot.
    kinds: [[u16; SLOTS]; VALUES],
}

/// An old group.
#[derive(Debug, Clone, Copy)]
pub(super) struct OldGroup {
    pub(super) value: u8,
    pub(super) colors: u8,
    pub(super) jokers: u8,
    pub(super) kind: u16,
}

/// The old melds that may be kept, in reusable memory.
#[derive(Debug, Default)]
pub(in crate::solver) struct OldMelds {
    pub(super) runs: [OldRuns; MAX_COLORS],
    /// By value; equal groups one by one.
    pub(super) groups: Vec<OldGroup>,
    sorted: Vec<(u8, u8, u8, u16)>,
    /// Whether all melds read can be kept at once.
    pub(super) is_complete: bool,
}

impl OldMelds {
    /// Reads the different melds of a table, given with their numbers: all, or only those without jokers.
    pub(super) fn read(&mut self, kinds: &[(Meld, u8)], with_jokers: bool) {
        self.runs = [OldRuns::default(); MAX_COLORS];
        self.groups.clear();
        self.sorted.clear();
        self.is_complete = true;
        for (kind, &(meld, count)) in kinds.iter().enumerate() {
            if meld.jokers() > 0 && !with_jokers {
                continue;
            }
            for _ in 0..count {
                match meld {
                    Meld::Run(run) => self.sorted.push((run.color, run.first, run.last(), kind as u16)),
                    Meld::Group(Group { value, colors, jokers, .. }) => {
                        self.groups.push(OldGroup { value, colors, jokers, kind: kind as u16 });
                    }
                }
            }
        }
        self.groups.sort_unstable_by_key(|group| (group.value, group.kind));
        self.sorted.sort_unstable();
        let mut busy_to = [0; SLOTS];
        let mut before: Option<(u8, u8, u8, u16)> = None;
        for &run in &self.sorted {
            let (color, first, last, kind) = run;
            if before.is_none_or(|before| before.0 != color) {
                busy_to = [0; SLOTS];
            }
            // A run without a slot is never kept; without jokers there is none.
            if let Some(slot) = busy_to.iter().position(|&to| to < first) {
                let runs = &mut self.runs[color as usize];
                runs.starts[first as usize] |= 1 << slot;
                runs.ends[last as usize] |= 1 << slot;
                runs.alike[first as usize] |= u8::from(before == Some(run)) << slot;
                runs.kinds[first as usize][slot] = kind;
                if let Meld::Run(run) = kinds[kind as usize].0 {
                    for value in (first..=last).filter(|&value| run.joker_at(value)) {
                        runs.jokers[value as usize] |= 1 << slot;
                    }
                }
                busy_to[slot] = last;
            } else {
                self.is_complete = false;
            }
            before = Some(run);
        }
    }
}

impl OldMelds {
    /// The number of melds that may be kept.
    pub(super) const fn len(&self) -> usize {
        self.groups.len() + self.sorted.len()
    }
}

impl OldRuns {
    /// What a search must know of a value: which runs start, which end, and which have a joker.
    pub(super) const fn word(&self, value: usize) -> u16 {
        u16::from_le_bytes([
            self.starts[value] | self.ends[value] << SLOTS,
            self.alike[value] | self.jokers[value] << SLOTS,
        ])
    }

    /// Whether these runs may start at a value: of equal ones, the first are kept.
    pub(super) fn may_start(&self, value: usize, chosen: u8) -> bool {
        let starts = self.starts[value];
        chosen & !starts == 0
            && (0..SLOTS).filter(|slot| (chosen & self.alike[value]) >> slot & 1 == 1).all(|slot| {
                let below = starts & ((1 << slot) - 1);
                below == 0 || chosen >> below.ilog2() & 1 == 1
            })
    }

    /// The kinds of the runs that start in these slots.
    pub(super) fn kinds(&self, value: usize, slots: u8) -> impl Iterator<Item = u16> {
        let kinds = self.kinds[value];
        (0..SLOTS).filter(move |slot| slots >> slot & 1 == 1).map(move |slot| kinds[slot])
    }
}
