//! The part of the table that a search may touch.

use crate::meld::Meld;
use crate::table::Table;

/// The melds of the table that a search may touch.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Scope<'a> {
    /// For each meld of the table, whether it may change; all may if this is not given.
    pub(super) touchable: Option<&'a [bool]>,
}

impl Scope<'_> {
    /// Whether the meld at an index may change.
    pub(super) fn contains(&self, index: usize) -> bool {
        self.touchable.is_none_or(|touchable| touchable.get(index).copied().unwrap_or(false))
    }

    /// The melds that may change.
    pub(super) fn melds<'t>(&self, table: &'t Table) -> impl Iterator<Item = &'t Meld> {
        table.melds().iter().enumerate().filter(|&(index, _)| self.contains(index)).map(|(_, meld)| meld)
    }

    /// The melds that stay.
    pub(super) fn rest<'t>(&self, table: &'t Table) -> impl Iterator<Item = &'t Meld> {
        table.melds().iter().enumerate().filter(|&(index, _)| !self.contains(index)).map(|(_, meld)| meld)
    }
}
