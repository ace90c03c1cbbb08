//! Small decks, for which every turn can be tried.

#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part; a panic fails the test")]

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use rummy_fast::{
    Deck, Meld, Objective, Options, Palette, Problem, Rules, Solver, Table, Tile, Tiles, Weights, is_legal,
};

/// Colors, numbers, copies, jokers, and the shortest meld.
pub(crate) type Small = (u8, u8, u8, u8, u8);

/// Decks small enough to try everything.
pub(crate) const DECKS: [Small; 8] = [
    (3, 5, 2, 1, 3),
    (3, 5, 2, 2, 3),
    (3, 5, 2, 3, 3),
    (4, 4, 2, 2, 3),
    (5, 4, 1, 2, 3),
    (4, 4, 1, 3, 2),
    (4, 6, 1, 2, 3),
    (5, 5, 1, 2, 4),
];

/// A solver that, for odd parts, restarts from the other end almost at once; small positions otherwise never do.
pub(crate) fn solver_of(part: u64) -> Solver {
    if part.is_multiple_of(2) { Solver::new() } else { Solver::restarting_after(1) }
}

/// The rules of a preset with a small deck and an opening that fits it.
pub(crate) fn small_rules(preset: &str, small: Small, change: impl Fn(&mut Options)) -> Rules {
    let (colors, values, copies, jokers, shortest) = small;
    let mut options = Options::preset(preset).unwrap();
    options.deck = Deck { colors: Palette::first(colors), values, copies, jokers };
    options.shortest_meld = shortest;
    options.opening_min = 8;
    change(&mut options);
    options.validate().unwrap()
}

/// A number from the environment.
pub(crate) fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The worth of tiles played: by the first criterion of the objective, then the second.
pub(crate) fn worth(objective: &Objective, played: &Tiles, rules: &Rules) -> (u64, u64) {
    let (tiles, points) = (played.len() as u64, u64::from(played.points(rules.joker_penalty)));
    match objective {
        Objective::Tiles => (tiles, points),
        Objective::Points => (points, tiles),
        Objective::Weights(_) => (played.iter().map(|tile| u64::from(weight(tile))).sum(), tiles),
    }
}

/// A weight for each tile, without a pattern that matches its value.
fn weight(tile: Tile) -> u8 {
    tile.code() % 5 * 2 % 5
}

/// An objective at random; its weights are those that [`worth`] knows.
pub(crate) fn random_objective(rng: &mut Pcg64Mcg, deck: &Deck) -> Objective {
    match rng.random_range(0..3) {
        0 => Objective::Tiles,
        1 => Objective::Points,
        _ => Objective::Weights(Weights::new(deck.kinds().map(|tile| (tile, f64::from(weight(tile))))).unwrap()),
    }
}

/// The number of melds of `before` that are not in `after`; equal melds count one by one.
pub(crate) fn touched(before: &Table, after: &[Meld]) -> usize {
    let mut after = after.to_vec();
    let gone = |meld: &&Meld| match after.iter().position(|other| other == *meld) {
        Some(place) => {
            after.swap_remove(place);
            false
        }
        None => true,
    };
    before.melds().iter().filter(gone).count()
}

/// Every tile of a deck.
pub(crate) fn whole_deck(deck: Deck) -> Tiles {
    deck.kinds().flat_map(|tile| std::iter::repeat_n(tile, deck.count(tile) as usize)).collect()
}

/// Every meld of a deck, in every reading, and every way to use them.
pub(crate) struct Everything {
    deck: Deck,
    pub(crate) melds: Vec<Meld>,
    with_joker: Vec<Meld>,
    /// Each meld with its natural tiles and the number of jokers.
    by_tiles: Vec<(Meld, Vec<Tile>, u8)>,
}

impl Everything {
    pub(crate) fn new(rules: &Rules) -> Self {
        let deck = &rules.deck;
        let mut melds = Vec::new();
        for color in deck.colors.iter() {
            for first in 1..=deck.values {
                for len in rules.shortest_meld..=deck.values {
                    for jokers in 0u32..1 << len {
                        if jokers.count_ones() <= u32::from(deck.jokers) {
                            melds.extend(Meld::run(color, first, len, jokers, rules));
                        }
                    }
                }
            }
        }
        for value in 1..=deck.values {
            for colors in 1..=(0xFFu16 >> (8 - deck.colors.len())) as u8 {
                for jokers in 0..=deck.jokers {
                    melds.extend(Meld::group(value, colors, jokers, rules));
                }
            }
        }
        let read = |&meld: &Meld| (meld, meld.tiles().filter(|tile| !tile.is_joker()).collect(), meld.jokers() as u8);
        let by_tiles = melds.iter().map(read).collect();
        let with_joker = melds.iter().copied().filter(|meld| meld.jokers() > 0).collect();
        Self { deck: *deck, melds, with_joker, by_tiles }
    }

    /// A random table of at most `most_melds` melds, and a hand from the rest of the deck.
    pub(crate) fn random_position(&self, rng: &mut Pcg64Mcg, most_melds: usize) -> (Table, Tiles) {
        let mut left = whole_deck(self.deck);
        let mut chosen = Vec::new();
        let wanted = rng.random_range(0..=most_melds);
        for _ in 0..40 {
            if chosen.len() == wanted {
                break;
            }
            let pool = if rng.random_bool(0.6) && !self.with_joker.is_empty() { &self.with_joker } else { &self.melds };
            let Some(meld) = pool.choose(rng) else { break };
            let tiles: Tiles = meld.tiles().collect();
            if left.contains(&tiles) {
                left = left.minus(&tiles);
                chosen.push(*meld);
            }
        }
        let mut hand = Tiles::new();
        for _ in 0..rng.random_range(1..=5) {
            let tiles: Vec<Tile> = left.iter().collect();
            if let Some(&tile) = tiles.choose(rng) {
                left.remove(tile);
                hand.add(tile);
            }
        }
        (Table::new(chosen), hand)
    }

    /// The worth of the best turn, by brute force.
    pub(crate) fn best(&self, problem: &Problem<'_>) -> (u64, u64) {
        let &Problem { rules, table, hand, opened, objective, .. } = problem;
        let mut best = (0, 0);
        self.each_result(table, hand, &mut |melds| {
            let after = Table::new(melds.to_vec());
            let worth = worth(objective, &after.tiles().minus(&table.tiles()), rules);
            if worth > best && is_legal(table, hand, &after, opened, rules) {
                best = worth;
            }
        });
        best
    }

    /// The worth of the best play and the fewest melds that such a play touches, by trying every one.
    ///
    /// None if there are more ways than `most_steps` steps can try.
    pub(crate) fn fewest_touched(&self, problem: &Problem<'_>, most_steps: u64) -> Option<((u64, u64), usize)> {
        let &Problem { rules, table, hand, opened, objective, .. } = problem;
        let mut best = ((0, 0), 0);
        let ended = self.try_each_result(table, hand, most_steps, &mut |melds| {
            let after = Table::new(melds.to_vec());
            let worth = worth(objective, &after.tiles().minus(&table.tiles()), rules);
            if worth < best.0 || worth == (0, 0) {
                return;
            }
            let touched = touched(table, melds);
            if (worth > best.0 || touched < best.1) && is_legal(table, hand, &after, opened, rules) {
                best = (worth, touched);
            }
        });
        ended.then_some(best)
    }

    /// Calls `see` with every table that contains all of `table` and some of `hand`, legal or not.
    pub(crate) fn each_result(&self, table: &Table, hand: &Tiles, see: &mut dyn FnMut(&[Meld])) {
        self.try_each_result(table, hand, u64::MAX, see);
    }

    /// The same for at most so many steps; false if they were not enough.
    fn try_each_result(&self, table: &Table, hand: &Tiles, most_steps: u64, see: &mut dyn FnMut(&[Meld])) -> bool {
        let must = table.tiles();
        let may = must.plus(hand);
        let kinds: Vec<Tile> = may.kinds().map(|(tile, _)| tile).filter(|tile| !tile.is_joker()).collect();
        let mut placing = Placing { melds: &self.by_tiles, must, may, played: Vec::new(), see, steps_left: most_steps };
        placing.place(&kinds, 0);
        placing.steps_left > 0
    }
}

struct Placing<'a> {
    melds: &'a [(Meld, Vec<Tile>, u8)],
    must: Tiles,
    may: Tiles,
    played: Vec<Meld>,
    see: &'a mut dyn FnMut(&[Meld]),
    steps_left: u64,
}

impl Placing<'_> {
    /// Places the first kind of tile that is left: one copy in a meld of index `from` or higher, or leaves out all
    /// copies that need not be placed.
    fn place(&mut self, kinds: &[Tile], from: usize) {
        self.steps_left = self.steps_left.saturating_sub(1);
        if self.steps_left == 0 {
            return;
        }
        let Some((&kind, later)) = kinds.split_first() else {
            if self.must.is_empty() {
                (self.see)(&self.played);
            }
            return;
        };
        if self.must.count(kind) == 0 {
            let kept = self.may.count(kind);
            for _ in 0..kept {
                self.may.remove(kind);
            }
            self.place(later, 0);
            for _ in 0..kept {
                self.may.add(kind);
            }
        }
        if self.may.count(kind) == 0 {
            return;
        }
        for place in from..self.melds.len() {
            let (meld, naturals, jokers) = &self.melds[place];
            let fits = naturals[0] == kind
                && *jokers <= self.may.jokers()
                && naturals.iter().all(|&tile| self.may.count(tile) > 0);
            if !fits {
                continue;
            }
            let taken: Vec<(Tile, bool)> = naturals
                .iter()
                .copied()
                .chain(std::iter::repeat_n(Tile::JOKER, *jokers as usize))
                .map(|tile| {
                    self.may.remove(tile);
                    (tile, self.must.remove(tile))
                })
                .collect();
            self.played.push(*meld);
            self.place(kinds, place);
            self.played.pop();
            for (tile, was_must) in taken {
                self.may.add(tile);
                if was_must {
                    self.must.add(tile);
                }
            }
        }
    }
}
