//! The opening melds of a player who opens and uses the table in one turn (rule 11).

use rustc_hash::FxHashSet;

use crate::meld::{Meld, palette_mask};
use crate::rules::Rules;
use crate::tile::{Color, Tile, Tiles};

/// The search gives up after this many nodes; a few are nearly always enough.
const NODE_BUDGET: u32 = 100_000;

/// Melds of played tiles that are worth the opening, if possible melds of the new table.
pub(super) fn melds(played: &Tiles, after: &[Meld], rules: &Rules) -> Vec<Meld> {
    let need = u32::from(rules.opening_min);
    let mut rest = played.clone();
    let mut own: Vec<Meld> = after.to_vec();
    own.sort_by_key(|meld| std::cmp::Reverse(meld.value()));
    own.retain(|meld| {
        let tiles: Tiles = meld.tiles().collect();
        let fits = rest.contains(&tiles);
        if fits {
            rest = rest.minus(&tiles);
        }
        fits
    });
    if own.iter().map(Meld::value).sum::<u32>() >= need {
        return own;
    }
    let mut all = every_meld(played, rules);
    all.sort_by_key(|meld| std::cmp::Reverse(meld.value()));
    let mut search = OpeningMelds { all, seen: FxHashSet::default(), nodes_left: NODE_BUDGET, chosen: Vec::new() };
    search.reach(played, need);
    search.chosen
}

fn every_meld(tiles: &Tiles, rules: &Rules) -> Vec<Meld> {
    let mut melds = Vec::new();
    for color in (0..usize::from(rules.deck.colors)).filter_map(Color::new) {
        for first in 1..=rules.deck.values {
            grow(color, (first, 0, 0), tiles, rules, &mut melds);
        }
    }
    for value in 1..=rules.deck.values {
        for colors in 1..=palette_mask(&rules.deck) {
            melds.extend((0..=tiles.jokers()).filter_map(|jokers| Meld::group(value, colors, jokers, rules)));
        }
    }
    melds.retain(|meld| tiles.contains(&meld.tiles().collect()));
    melds
}

/// Adds every run from a number on: each place takes a tile or a joker.
fn grow(color: Color, (first, len, jokers): (u8, u8, u32), tiles: &Tiles, rules: &Rules, melds: &mut Vec<Meld>) {
    melds.extend(Meld::run(color, first, len, jokers, rules));
    if first + len > rules.deck.values {
        return;
    }
    let tile = Tile::new(color, first + len);
    if tile.is_some_and(|tile| tiles.count(tile) > 0) {
        grow(color, (first, len + 1, jokers), tiles, rules, melds);
    }
    if jokers.count_ones() < u32::from(tiles.jokers()) {
        grow(color, (first, len + 1, jokers | 1 << len), tiles, rules, melds);
    }
}

/// A depth-first search for melds that reach a value.
struct OpeningMelds {
    all: Vec<Meld>,
    seen: FxHashSet<(Tiles, u32)>,
    nodes_left: u32,
    chosen: Vec<Meld>,
}

impl OpeningMelds {
    fn reach(&mut self, tiles: &Tiles, need: u32) -> bool {
        if need == 0 {
            return true;
        }
        if self.nodes_left == 0 || !self.seen.insert((tiles.clone(), need)) {
            return false;
        }
        self.nodes_left -= 1;
        for place in 0..self.all.len() {
            let meld = self.all[place];
            let taken: Tiles = meld.tiles().collect();
            if !tiles.contains(&taken) {
                continue;
            }
            self.chosen.push(meld);
            if self.reach(&tiles.minus(&taken), need.saturating_sub(meld.value())) {
                return true;
            }
            self.chosen.pop();
        }
        false
    }
}
