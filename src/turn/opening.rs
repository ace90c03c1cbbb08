//! The opening minimum when a player opens and uses the table in one turn (rule 11, `opening_table = same_turn`):
//! can some of the tiles played form melds of this value?
//!
//! Branch and bound over the tiles, by number, then color: the lowest tile left is either unused or the lowest natural
//! tile of a meld. Only runs that cannot be cut in two are tried. A joker takes the place of an available tile in one
//! case only: where another meld needs that tile as its only natural one.
//!
//! Easy hands are decided within a few nodes. For the others, linear programming gives the upper bounds (branch and
//! price, as in Barnhart et al. 1998): they are so tight that hundreds of tiles of the largest deck take milliseconds.
//! The problem is NP-hard in general, so the search can be stopped.

mod prices;
mod search;
mod simplex;
mod supply;

use super::stop::Stopped;
use crate::meld::Meld;
use crate::rules::Rules;
use crate::tile::Tiles;
use search::OpeningSearch;

/// Whether some of these tiles form melds worth `need` or more.
pub(super) fn reaches(
    tiles: &Tiles,
    need: u32,
    rules: &Rules,
    stop: &mut dyn FnMut() -> bool,
) -> Result<bool, Stopped> {
    OpeningSearch::new(tiles, rules, stop).reaches(need)
}

/// The most that melds of these tiles are worth, up to `most`.
pub(super) fn worth(tiles: &Tiles, most: u32, rules: &Rules, stop: &mut dyn FnMut() -> bool) -> Result<u32, Stopped> {
    OpeningSearch::new(tiles, rules, stop).worth(most)
}

/// Melds of some of these tiles that are worth `need` or more, if there are any.
pub(super) fn melds(
    tiles: &Tiles,
    need: u32,
    rules: &Rules,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Option<Vec<Meld>>, Stopped> {
    OpeningSearch::new(tiles, rules, stop).melds(need)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meld::palette_mask;
    use crate::tile::{Deck, Palette, Tile};

    /// Every meld of a deck.
    fn every_meld(rules: &Rules) -> Vec<(Tiles, u32)> {
        let Deck { colors, values, .. } = rules.deck;
        let runs = colors.iter().flat_map(|color| {
            (1..=values).flat_map(move |first| {
                (1..=values).flat_map(move |len| {
                    (0..1 << len).filter_map(move |jokers| Meld::run(color, first, len, jokers, rules))
                })
            })
        });
        let groups = (1..=values).flat_map(|value| {
            (1..=palette_mask(&rules.deck)).flat_map(move |mask| {
                (0..colors.count()).filter_map(move |jokers| Meld::group(value, mask, jokers, rules))
            })
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
                colors: Palette::first(2 + roll(3) as u8),
                values: 3 + roll(5) as u8,
                copies: 1 + roll(4) as u8,
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
            let best = slow(&tiles, &every_meld(&rules));
            assert_eq!(worth(&tiles, 1000, &rules, &mut || false), Ok(best), "{tiles} {:?}", rules.deck);
            assert_eq!(reaches(&tiles, best, &rules, &mut || false), Ok(true));
            assert_eq!(reaches(&tiles, best + 1, &rules, &mut || false), Ok(false));
            reached += usize::from(best > 0);
        }
        assert!(reached > 500, "{reached}");
    }

    /// Tiles drawn at random from a deck, and all its jokers.
    fn draw(rules: &Rules, count: usize, seed: u64) -> Tiles {
        let mut state = seed;
        let mut tiles: Tiles = std::iter::repeat_n(Tile::JOKER, rules.deck.jokers.into()).collect();
        while tiles.len() < count {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let tile =
                Tile::at((state >> 40) as u8 % rules.deck.colors.count(), (state >> 50) as u8 % rules.deck.values + 1);
            if tiles.count(tile) < rules.deck.copies {
                tiles.add(tile);
            }
        }
        tiles
    }

    /// The most that melds of these tiles are worth, with a proof that they are, and how often `stop` was called.
    fn counted(tiles: &Tiles, rules: &Rules) -> (u32, u64) {
        let mut calls = 0;
        let mut count = || {
            calls += 1;
            false
        };
        let most = worth(tiles, 1000, rules, &mut count).unwrap();
        if most < 1000 {
            assert_eq!(reaches(tiles, most + 1, rules, &mut count), Ok(false));
        }
        let melds = melds(tiles, most, rules, &mut count).unwrap().unwrap();
        let used: Tiles = melds.iter().flat_map(Meld::tiles).collect();
        assert!(tiles.contains(&used) && melds.iter().map(Meld::value).sum::<u32>() >= most, "{tiles}");
        (most, calls)
    }

    fn sabra(colors: u8, values: u8, copies: u8, jokers: u8, shortest_meld: u8) -> Rules {
        let mut options = Rules::sabra().options();
        options.deck = Deck { colors: Palette::first(colors), values, copies, jokers };
        options.shortest_meld = shortest_meld;
        options.validate().unwrap()
    }

    #[test]
    fn a_large_hand_takes_few_nodes() {
        for seed in 0..6 {
            let rules = Rules::sabra();
            let tiles = draw(&rules, 62, seed);
            assert_eq!(reaches(&tiles, 30, &rules, &mut || false), Ok(true));
            let (most, calls) = counted(&tiles, &rules);
            assert!((300..=tiles.points(13)).contains(&most), "{most}");
            assert!(calls < 20_000, "{calls}");
        }
    }

    /// These took minutes before linear programming gave the bounds.
    #[test]
    fn the_largest_decks_take_few_nodes() {
        let decks = [
            (sabra(8, 26, 4, 8, 3), 66),
            (sabra(8, 26, 4, 8, 2), 64),
            (sabra(8, 26, 4, 8, 4), 74),
            (sabra(8, 26, 4, 8, 6), 100),
            (sabra(8, 26, 4, 0, 3), 90),
            (sabra(8, 6, 4, 8, 3), 108),
            (sabra(2, 26, 4, 8, 6), 80),
            (sabra(8, 12, 4, 8, 6), 100),
        ];
        for (rules, count) in decks {
            for seed in 1..4 {
                let (_, calls) = counted(&draw(&rules, count, seed), &rules);
                assert!(calls < 100_000, "{:?} {count} {seed}: {calls}", rules.deck);
            }
        }
    }

    #[test]
    fn a_search_can_be_stopped() {
        let rules = sabra(8, 8, 4, 8, 6);
        let tiles = draw(&rules, 140, 1);
        for most in [0, 10, 300] {
            let mut calls = 0;
            let mut stop = || {
                calls += 1;
                calls > most
            };
            assert_eq!(worth(&tiles, 1000, &rules, &mut stop), Err(Stopped));
            // One call for the linear program, and one for the search.
            assert!(calls <= most + 2, "{calls}");
        }
    }
}
