//! The rules that a repr or a pickle needs so that its tiles can be read again.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::rules::{PyRules, description};
use crate::meld::Meld;
use crate::rules::{Options, Rules};
use crate::tile::{Deck, Palette, Tile, Tiles};

/// Rules under which an object can be read again: `schmidt`, with a larger deck or shorter melds if necessary.
pub(super) struct RoundtripRules(Rules);

/// The rules for these tiles, in these melds.
pub(super) fn roundtrip_rules(tiles: &Tiles, melds: &[Meld]) -> RoundtripRules {
    let mut options = Rules::schmidt().options();
    let mut colors = options.deck.colors.len();
    let mut longest_group = 0;
    for (tile, count) in tiles.kinds() {
        match tile.natural() {
            None => options.deck.jokers = options.deck.jokers.max(count),
            Some((color, value)) => {
                colors = colors.max(color.index() + 1);
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
            Meld::Group(group) => {
                longest_group = longest_group.max(len);
                colors = colors.max(len.into()).max(group.highest_color() + 1);
            }
        }
    }
    options.deck.colors = Palette::first(colors as u8);
    // The colors of Rummikub are fewer than the first ones up to orange.
    let of_rummikub = |tile: Tile| tile.color().is_none_or(|color| Palette::RUMMIKUB.contains(color));
    if colors > 4 && longest_group <= 4 && tiles.kinds().all(|(tile, _)| of_rummikub(tile)) {
        options.deck.colors = Palette::RUMMIKUB;
    }
    RoundtripRules(options.validate().unwrap_or_default())
}

impl RoundtripRules {
    /// The same rules for every tile there is.
    pub(super) fn with_largest_deck(&self) -> Rules {
        Options { deck: Deck::LARGEST, ..self.0.options() }.validate().unwrap_or(self.0)
    }

    fn is_default(&self) -> bool {
        self.0 == Rules::schmidt()
    }

    /// The arguments for `__reduce__`: the text, and the rules unless they are the default.
    pub(super) fn arguments(self, py: Python<'_>, text: String) -> PyResult<Bound<'_, PyTuple>> {
        if self.is_default() { (text,).into_pyobject(py) } else { (text, PyRules(self.0)).into_pyobject(py) }
    }

    /// The last argument of a repr, such as `, Rules('schmidt', colors=5)`; empty for the default.
    pub(super) fn argument(&self, py: Python<'_>) -> PyResult<String> {
        if self.is_default() { Ok(String::new()) } else { Ok(format!(", {}", description(py, self.0)?)) }
    }

    /// A repr such as `Meld('k3 k4 k5', Rules('schmidt', colors=5))`.
    pub(super) fn repr(&self, py: Python<'_>, class: &str, text: &str) -> PyResult<String> {
        if self.is_default() {
            Ok(format!("{class}('{text}')"))
        } else {
            Ok(format!("{class}('{text}', {})", description(py, self.0)?))
        }
    }
}
