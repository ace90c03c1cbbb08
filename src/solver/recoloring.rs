//! Decks with other colors than the first ones of the palette.
//!
//! The search numbers the colors of a deck from 0 in the order of its letters. A position of another deck is recolored
//! before it is solved, and its answers are colored back: what a search finds does not depend on names of colors.

use super::objective::Objective;
use super::problem::{Play, Problem};
use crate::rules::{Options, Rules};
use crate::table::Table;
use crate::tile::{Deck, MAX_COLORS, Palette, Tiles};

/// A position in the first colors of the palette.
#[derive(Debug)]
pub(super) struct Recolored {
    /// The deck of the problem.
    deck: Deck,
    rules: Rules,
    table: Table,
    hand: Tiles,
    objective: Objective,
}

impl Recolored {
    /// The same problem in the first colors of the palette; `None` if it is in them already.
    pub(super) fn of(problem: &Problem<'_>) -> Option<Self> {
        let deck = problem.rules.deck;
        if deck.colors.is_standard() {
            return None;
        }
        let first = Deck { colors: Palette::first(deck.colors.count()), ..deck };
        let rules = Options { deck: first, ..problem.rules.options() }.validate().ok()?;
        let places = deck.colors.places();
        let objective = match problem.objective {
            Objective::Weights(weights) => Objective::Weights(weights.recolored(&places, &deck)),
            other => other.clone(),
        };
        let table = table_in(problem.table, &places, &first);
        Some(Self { deck, rules, table, hand: tiles_in(problem.hand, &places), objective })
    }

    /// The problem to solve in place of `problem`.
    pub(super) fn problem<'a>(&'a self, problem: &Problem<'_>) -> Problem<'a> {
        let Problem { opened, tidy, limit, .. } = *problem;
        let Self { rules, table, hand, objective, .. } = self;
        Problem { rules, table, hand, opened, objective, tidy, limit }
    }

    /// A play in the colors of the deck.
    pub(super) fn restore(&self, play: &Play) -> Play {
        let mut indexes = [0; MAX_COLORS];
        for (index, color) in indexes.iter_mut().zip(self.deck.colors.iter()) {
            *index = color.index() as u8;
        }
        let table = table_in(&play.table, &indexes, &self.deck);
        Play { tiles: tiles_in(&play.tiles, &indexes), table, ..*play }
    }
}

fn table_in(table: &Table, colors: &[u8; MAX_COLORS], deck: &Deck) -> Table {
    Table::new(table.melds().iter().map(|meld| meld.recolored(colors, deck)).collect())
}

fn tiles_in(tiles: &Tiles, colors: &[u8; MAX_COLORS]) -> Tiles {
    tiles.iter().map(|tile| tile.recolored(colors)).collect()
}
