//! The melds of the table that a search may keep whole: those in scope without jokers.

use crate::meld::Meld;
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
    /// The kind of the run that starts at a value in a slot.
    kinds: [[u16; SLOTS]; VALUES],
}

/// An old group.
#[derive(Debug, Clone, Copy)]
pub(super) struct OldGroup {
    pub(super) value: u8,
    pub(super) colors: u8,
    pub(super) kind: u16,
}

/// The old melds that may be kept, in reusable memory.
#[derive(Debug, Default)]
pub(in crate::solver) struct OldMelds {
    pub(super) runs: [OldRuns; MAX_COLORS],
    /// By value; equal groups one by one.
    pub(super) groups: Vec<OldGroup>,
    sorted: Vec<(u8, u8, u8, u16)>,
}

impl OldMelds {
    /// Reads the melds without jokers among the different ones of a table, given with their numbers.
    pub(in crate::solver) fn read(&mut self, kinds: &[(Meld, u8)]) {
        self.runs = [OldRuns::default(); MAX_COLORS];
        self.groups.clear();
        self.sorted.clear();
        for (kind, &(meld, count)) in kinds.iter().enumerate().filter(|(_, (meld, _))| meld.jokers() == 0) {
            for _ in 0..count {
                match meld {
                    Meld::Run(run) => self.sorted.push((run.color, run.first, run.last(), kind as u16)),
                    Meld::Group(group) => {
                        self.groups.push(OldGroup { value: group.value, colors: group.colors, kind: kind as u16 });
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
            // A run without a slot, of which a table has none, is never kept.
            if let Some(slot) = busy_to.iter().position(|&to| to < first) {
                let runs = &mut self.runs[color as usize];
                runs.starts[first as usize] |= 1 << slot;
                runs.ends[last as usize] |= 1 << slot;
                runs.alike[first as usize] |= u8::from(before == Some(run)) << slot;
                runs.kinds[first as usize][slot] = kind;
                busy_to[slot] = last;
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
    /// What a search must know of a value: which runs start, and which end.
    pub(super) const fn word(&self, value: usize) -> u16 {
        self.starts[value] as u16 | (self.ends[value] as u16) << SLOTS | (self.alike[value] as u16) << (2 * SLOTS)
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
