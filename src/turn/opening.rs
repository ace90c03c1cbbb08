//! The opening minimum when a player opens and uses the table in one turn (rule 11, `opening_table = same_turn`):
//! can some of the tiles played form melds of this value?
//!
//! A depth-first search with memoization over the tiles, by number, then color. The lowest tile left is either
//! unused or the lowest natural tile of a meld; failures are memoized by the tiles left. Only runs that cannot be
//! cut in two are tried. A joker takes the place of an available tile in one case only: where another meld needs
//! that tile as its only natural one.

use rustc_hash::FxHashMap;

use crate::rules::Rules;
use crate::tile::{Tile, Tiles};

/// Whether some of these tiles form melds worth `need` or more.
pub(super) fn reaches(tiles: &Tiles, need: u32, rules: &Rules) -> bool {
    OpeningSearch::new(tiles, rules).from(0, need)
}

/// The most that melds of these tiles are worth, up to `most`.
pub(super) fn worth(tiles: &Tiles, most: u32, rules: &Rules) -> u32 {
    let mut search = OpeningSearch::new(tiles, rules);
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if search.from(0, middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// A meld that could be played next: the tiles it takes and what it is worth.
struct MeldOption {
    cells: Vec<usize>,
    jokers: u32,
    value: u32,
}

struct OpeningSearch {
    colors: usize,
    values: usize,
    shortest: usize,
    /// How many of each tile are left, by number, then color.
    left: Vec<u8>,
    jokers: u32,
    /// The least value that is known to be out of reach of the tiles left.
    unreachable: FxHashMap<Vec<u8>, u32>,
}

impl OpeningSearch {
    fn new(tiles: &Tiles, rules: &Rules) -> Self {
        let (colors, values) = (rules.deck.colors as usize, rules.deck.values as usize);
        let left = (0..colors * values)
            .map(|cell| tiles.count(Tile::at((cell % colors) as u8, (cell / colors) as u8 + 1)))
            .collect();
        let shortest = rules.shortest_meld as usize;
        Self { colors, values, shortest, left, jokers: tiles.jokers().into(), unreachable: FxHashMap::default() }
    }

    /// Whether the tiles left, none of them before `start`, reach `need`.
    fn from(&mut self, start: usize, need: u32) -> bool {
        if need == 0 {
            return true;
        }
        let Some(lowest) = (start..self.left.len()).find(|&cell| self.left[cell] > 0) else { return false };
        let naturals: usize =
            (lowest..self.left.len()).map(|cell| self.left[cell] as usize * (cell / self.colors + 1)).sum();
        if naturals + self.jokers as usize * self.values < need as usize {
            return false;
        }
        let mut key = self.left[lowest..].to_vec();
        key.push(self.jokers as u8);
        if self.unreachable.get(&key).is_some_and(|&known| known <= need) {
            return false;
        }
        let mut options = self.groups(lowest);
        options.extend(self.runs(lowest));
        options.sort_by_key(|option| std::cmp::Reverse(option.value));
        for option in options {
            self.take(&option);
            let found = self.from(lowest, need.saturating_sub(option.value));
            self.put_back(&option);
            if found {
                return true;
            }
        }
        // Leave all copies unused: the case that one is used was tried above.
        let copies = std::mem::take(&mut self.left[lowest]);
        let found = self.from(lowest + 1, need);
        self.left[lowest] = copies;
        if !found {
            self.unreachable.insert(key, need);
        }
        found
    }

    fn take(&mut self, option: &MeldOption) {
        option.cells.iter().for_each(|&cell| self.left[cell] -= 1);
        self.jokers -= option.jokers;
    }

    fn put_back(&mut self, option: &MeldOption) {
        option.cells.iter().for_each(|&cell| self.left[cell] += 1);
        self.jokers += option.jokers;
    }

    /// The groups whose first color is that of `lowest`.
    fn groups(&self, lowest: usize) -> Vec<MeldOption> {
        let (value, first) = (lowest / self.colors + 1, lowest % self.colors);
        let row = lowest - first;
        let mut options = Vec::new();
        for colors in 1u32..1 << self.colors {
            if colors.trailing_zeros() as usize != first {
                continue;
            }
            let cells: Vec<usize> =
                (0..self.colors).filter(|color| colors >> color & 1 == 1).map(|color| row + color).collect();
            if cells.iter().any(|&cell| self.left[cell] == 0) {
                continue;
            }
            let least = self.shortest.saturating_sub(cells.len());
            for jokers in least..=(self.colors - cells.len()).min(self.jokers as usize) {
                let value = (value * (cells.len() + jokers)) as u32;
                options.push(MeldOption { cells: cells.clone(), jokers: jokers as u32, value });
            }
        }
        options
    }

    /// The runs whose first natural tile is `lowest`.
    fn runs(&self, lowest: usize) -> Vec<MeldOption> {
        let mut options = Vec::new();
        self.extend_run(&mut vec![lowest], lowest + self.colors, 0, &mut options);
        options
    }

    /// Extends a run of the natural tiles `cells` and `jokers` jokers; its next place is `next`.
    fn extend_run(&self, cells: &mut Vec<usize>, next: usize, jokers: u32, options: &mut Vec<MeldOption>) {
        let len = cells.len() + jokers as usize;
        let top = next / self.colors;
        let at_the_end = next >= self.left.len();
        // A joker before the first tile is worth less than one after the last, so it goes there only at the end.
        let below = if at_the_end { (self.jokers - jokers).min((top - len) as u32) } else { 0 };
        for before in 0..=below {
            let len = len + before as usize;
            if len >= self.shortest {
                let value = (len * (2 * top + 1 - len) / 2) as u32;
                options.push(MeldOption { cells: cells.clone(), jokers: jokers + before, value });
            }
        }
        if at_the_end {
            return;
        }
        // A longer run can be cut in two unless one part might be all jokers.
        let long = len + 1 >= 2 * self.shortest;
        let tile = self.left[next] > 0;
        if tile && !(long && (jokers as usize) < self.shortest) {
            cells.push(next);
            self.extend_run(cells, next + self.colors, jokers, options);
            cells.pop();
        }
        let for_the_tile = if tile { self.shortest as u32 - 1 } else { 0 };
        if self.jokers - jokers > for_the_tile && !(long && (jokers as usize) + 1 < self.shortest) {
            self.extend_run(cells, next + self.colors, jokers + 1, options);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meld::{Meld, palette_mask};
    use crate::tile::{Color, Deck};

    /// Every meld of a deck.
    fn melds(rules: &Rules) -> Vec<(Tiles, u32)> {
        let Deck { colors, values, .. } = rules.deck;
        let runs = (0..colors as usize).filter_map(Color::new).flat_map(|color| {
            (1..=values).flat_map(move |first| {
                (1..=values).flat_map(move |len| {
                    (0..1 << len).filter_map(move |jokers| Meld::run(color, first, len, jokers, rules))
                })
            })
        });
        let groups = (1..=values).flat_map(|value| {
            (1..=palette_mask(&rules.deck))
                .flat_map(move |mask| (0..colors).filter_map(move |jokers| Meld::group(value, mask, jokers, rules)))
        });
        runs.chain(groups).map(|meld| (meld.tiles().collect(), meld.value())).collect()
    }

    /// The value of the best melds, found by trying all.
    fn slow(tiles: &Tiles, melds: &[(Tiles, u32)]) -> u32 {
        melds
            .iter()
            .enumerate()
            .filter(|(_, (needed, _))| tiles.contains(needed))
            .map(|(at, (needed, value))| value + slow(&tiles.minus(needed), &melds[at..]))
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn agrees_with_brute_force() {
        let mut state = 7u64;
        let mut roll = |sides: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % sides
        };
        let mut reached = 0;
        for _ in 0..1_500 {
            let mut options = Rules::sabra().options();
            options.deck = Deck {
                colors: 2 + roll(3) as u8,
                values: 3 + roll(5) as u8,
                copies: 1 + roll(2) as u8,
                jokers: roll(6) as u8,
            };
            options.shortest_meld = 2 + roll(2) as u8;
            let rules = options.validate().unwrap();
            let deck: Vec<Tile> = rules.deck.kinds().collect();
            let mut tiles = Tiles::new();
            for _ in 0..5 + roll(5) {
                let tile = deck[roll(deck.len() as u64) as usize];
                if tiles.count(tile) < rules.deck.count(tile) {
                    tiles.add(tile);
                }
            }
            for _ in 0..roll(4) {
                if tiles.jokers() < rules.deck.jokers {
                    tiles.add(Tile::JOKER);
                }
            }
            let best = slow(&tiles, &melds(&rules));
            assert_eq!(worth(&tiles, 1000, &rules), best, "{tiles} {:?}", rules.deck);
            assert!(reaches(&tiles, best, &rules) && !reaches(&tiles, best + 1, &rules));
            reached += usize::from(best > 0);
        }
        assert!(reached > 500, "{reached}");
    }

    /// These never finish without memoization.
    #[test]
    fn large_hands_finish() {
        let mut state = 3u64;
        for _ in 0..6 {
            let mut tiles: Tiles = [Tile::JOKER; 2].into_iter().collect();
            while tiles.len() < 62 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let tile = Tile::at((state >> 40) as u8 % 4, (state >> 50) as u8 % 13 + 1);
                if tiles.count(tile) < 2 {
                    tiles.add(tile);
                }
            }
            assert!(reaches(&tiles, 30, &Rules::sabra()));
            let worth = worth(&tiles, 1000, &Rules::sabra());
            assert!((300..=tiles.points(13)).contains(&worth), "{worth}");
        }
    }
}
