//! The minimal openings of a hand: every multiset of tiles that opens and has no smaller one as a part.

use crate::rules::Rules;
use crate::tile::{MAX_COLORS, Tile, Tiles};

/// Finds the minimal openings of a hand.
pub(super) struct MinimalOpenings<'a> {
    rules: &'a Rules,
    points_needed: u32,
    /// Every meld of hand tiles that cannot be cut into two: its tiles and its points.
    melds: Vec<(Tiles, u32)>,
    left: Tiles,
    /// The minimal openings found.
    pub(super) all: Vec<Tiles>,
}

impl<'a> MinimalOpenings<'a> {
    pub(super) fn new(hand: &Tiles, rules: &'a Rules) -> Self {
        let mut openings = Self {
            rules,
            points_needed: rules.opening_min.into(),
            melds: Vec::new(),
            left: hand.clone(),
            all: Vec::new(),
        };
        openings.list_runs();
        openings.list_groups();
        // Melds with many points first: then small openings are found early, and larger ones contain them.
        openings.melds.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.iter().cmp(b.0.iter())));
        openings.melds.dedup_by(|next, first| next.0 == first.0);
        openings
    }

    /// Lists the runs that cannot be cut into two.
    fn list_runs(&mut self) {
        let shortest = self.rules.shortest_meld;
        for color in 0..self.rules.deck.colors.count() {
            for first in 1..=self.rules.deck.values {
                for len in shortest..2 * shortest {
                    if first + len > self.rules.deck.values + 1 {
                        break;
                    }
                    let points = u32::from(len) * (2 * u32::from(first) + u32::from(len) - 1) / 2;
                    for jokers in 0u32..1 << len {
                        let tiles = (0..len).map(|place| {
                            if jokers >> place & 1 == 1 { Tile::JOKER } else { Tile::at(color, first + place) }
                        });
                        self.add(tiles.collect(), points);
                    }
                }
            }
        }
    }

    fn list_groups(&mut self) {
        let colors = self.rules.deck.colors.count();
        debug_assert!(colors as usize <= MAX_COLORS);
        for value in 1..=self.rules.deck.values {
            for mask in 1u16..1 << colors {
                for jokers in 0..=self.left.jokers() {
                    let len = mask.count_ones() as u8 + jokers;
                    if len < self.rules.shortest_meld || len > colors {
                        continue;
                    }
                    let naturals = (0..colors).filter(|&c| mask >> c & 1 == 1).map(|c| Tile::at(c, value));
                    let tiles = naturals.chain(std::iter::repeat_n(Tile::JOKER, jokers as usize));
                    self.add(tiles.collect(), u32::from(len) * u32::from(value));
                }
            }
        }
    }

    fn add(&mut self, tiles: Tiles, points: u32) {
        let natural = tiles.len() > tiles.jokers() as usize;
        if natural && self.left.contains(&tiles) {
            self.melds.push((tiles, points));
        }
    }

    /// Finds all minimal openings; false if it was stopped.
    pub(super) fn find(&mut self, stop: &mut dyn FnMut() -> bool) -> bool {
        self.extend(0, &Tiles::new(), 0, stop)
    }

    fn extend(&mut self, from: usize, played: &Tiles, points: u32, stop: &mut dyn FnMut() -> bool) -> bool {
        if self.all.iter().any(|known| played.contains(known)) {
            return true;
        }
        if points >= self.points_needed {
            self.all.retain(|known| !known.contains(played));
            self.all.push(played.clone());
            return true;
        }
        if stop() {
            return false;
        }
        for index in from..self.melds.len() {
            let (tiles, points_of_meld) = &self.melds[index];
            if !self.left.contains(tiles) {
                continue;
            }
            let (tiles, points_of_meld) = (tiles.clone(), *points_of_meld);
            self.left = self.left.minus(&tiles);
            let ended = self.extend(index, &played.plus(&tiles), points + points_of_meld, stop);
            self.left = self.left.plus(&tiles);
            if !ended {
                return false;
            }
        }
        true
    }
}
