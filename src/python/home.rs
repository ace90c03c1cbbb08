//! The rules that a tile, hand, meld or table needs to be read again.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::rules::{PyRules, description};
use crate::meld::Meld;
use crate::rules::Rules;
use crate::tile::Tiles;

/// The rules under which a tile, hand, meld or table can be read again: `schmidt`, with a larger deck or
/// shorter melds where it needs them.
pub(super) struct Home(Rules);

/// The home of these tiles, which lie in these melds.
pub(super) fn home_of(tiles: &Tiles, melds: &[Meld]) -> Home {
    let mut options = Rules::schmidt().options();
    for (tile, count) in tiles.kinds() {
        match tile.natural() {
            None => options.deck.jokers = options.deck.jokers.max(count),
            Some((color, value)) => {
                options.deck.colors = options.deck.colors.max(color.index() as u8 + 1);
                options.deck.values = options.deck.values.max(value);
                options.deck.copies = options.deck.copies.max(count);
            }
        }
    }
    for meld in melds {
        let len = meld.len() as u8;
        options.shortest_meld = options.shortest_meld.min(len);
        match meld {
            Meld::Run(run) => options.deck.values = options.deck.values.max(run.last()),
            Meld::Group(_) => options.deck.colors = options.deck.colors.max(len),
        }
    }
    Home(options.validate().unwrap_or_default())
}

impl Home {
    fn is_usual(&self) -> bool {
        self.0 == Rules::schmidt()
    }

    /// The arguments that make the object again.
    pub(super) fn arguments(self, py: Python<'_>, text: String) -> PyResult<Bound<'_, PyTuple>> {
        if self.is_usual() { (text,).into_pyobject(py) } else { (text, PyRules(self.0)).into_pyobject(py) }
    }

    /// `, Rules('schmidt', colors=5)` where it is wanted as a last argument.
    pub(super) fn argument(&self, py: Python<'_>) -> PyResult<String> {
        if self.is_usual() { Ok(String::new()) } else { Ok(format!(", {}", description(py, self.0)?)) }
    }

    /// `Meld('k3 k4 k5', Rules('schmidt', colors=5))`
    pub(super) fn repr(&self, py: Python<'_>, class: &str, text: &str) -> PyResult<String> {
        if self.is_usual() {
            Ok(format!("{class}('{text}')"))
        } else {
            Ok(format!("{class}('{text}', {})", description(py, self.0)?))
        }
    }
}
