//! The candidates against brute force on small decks: for every part of the hand, every way to make melds of it and the
//! table is tried, and `is_legal` decides which of them are turns.
//!
//! `RUMMY_FAST_POSITIONS` sets how many random positions are compared for each set of rules, and `RUMMY_FAST_SEED`
//! which ones.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a panic is a failed test")]

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::time::{Duration, Instant};

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;
use rummy_fast::{
    Candidates, Deck, ExchangeFrom, FreedJoker, LockedMeld, Meld, Objective, OpeningTable, Options, Palette, Problem,
    Rules, Solver, Table, Tile, Tiles, Weights, is_legal,
};

/// All melds of a deck, in every reading, with their tiles.
type Melds = Vec<(Meld, Tiles)>;

fn every_meld(rules: &Rules) -> Melds {
    let Deck { colors, values, jokers, .. } = rules.deck;
    let mut melds = Vec::new();
    for color in colors.iter() {
        for (first, len) in (1..=values).flat_map(|first| (rules.shortest_meld..=values).map(move |len| (first, len))) {
            let places = (0u32..1 << len).filter(|places| places.count_ones() <= u32::from(jokers));
            melds.extend(places.filter_map(|places| Meld::run(color, first, len, places, rules)));
        }
    }
    for value in 1..=values {
        for mask in (1..1u16 << colors.len()).map(|mask| mask as u8) {
            melds.extend((0..=jokers).filter_map(|jokers| Meld::group(value, mask, jokers, rules)));
        }
    }
    melds.into_iter().map(|meld| (meld, meld.tiles().collect())).collect()
}

/// The melds by their first tile.
fn by_first(all: &[(Meld, Tiles)]) -> Vec<Melds> {
    let mut sorted = vec![Vec::new(); 209];
    for (meld, tiles) in all {
        sorted[tiles.iter().next().unwrap().code() as usize].push((*meld, tiles.clone()));
    }
    sorted
}

/// Looks for a table of all the tiles that satisfies `good`.
struct Arranger<'a> {
    melds: &'a [Melds],
    good: &'a dyn Fn(Table) -> bool,
    made: Vec<Meld>,
    /// The number of tables made, good or not.
    tables: u64,
    /// Multisets of tiles of which no table can be made.
    dead: HashSet<Tiles>,
}

impl Arranger<'_> {
    fn finds(&mut self, left: &Tiles, from: usize) -> bool {
        let Some(first) = left.iter().next() else {
            self.tables += 1;
            return (self.good)(Table::new(self.made.clone()));
        };
        if first.is_joker() || (from == 0 && self.dead.contains(left)) {
            return false;
        }
        let before = self.tables;
        for (place, (meld, tiles)) in self.melds[first.code() as usize].iter().enumerate().skip(from) {
            if !left.contains(tiles) {
                continue;
            }
            self.made.push(*meld);
            let rest = left.minus(tiles);
            let found = self.finds(&rest, if rest.count(first) > 0 { place } else { 0 });
            self.made.pop();
            if found {
                return true;
            }
        }
        if from == 0 && self.tables == before {
            self.dead.insert(left.clone());
        }
        false
    }
}

fn parts(hand: &Tiles) -> Vec<Tiles> {
    let mut parts = vec![Tiles::new()];
    for (tile, held) in hand.kinds() {
        let more = |part: &Tiles| {
            let part = part.clone();
            (0..=held).map(move |n| part.plus(&std::iter::repeat_n(tile, n as usize).collect()))
        };
        parts = parts.iter().flat_map(more).collect();
    }
    parts
}

fn worth(objective: &Objective, weights: &[(Tile, u32)], played: &Tiles, rules: &Rules) -> (u64, u64) {
    let (tiles, points) = (played.len() as u64, u64::from(played.points(rules.joker_penalty)));
    match objective {
        Objective::Tiles => (tiles, points),
        Objective::Points => (points, tiles),
        Objective::Weights(_) => {
            let weight: u32 = weights.iter().map(|&(tile, weight)| u32::from(played.count(tile)) * weight).sum();
            (weight.into(), tiles)
        }
    }
}

/// A random table of valid melds, and a hand from what is left of the deck.
fn random_position(rng: &mut Pcg64Mcg, rules: &Rules, all: &[(Meld, Tiles)], most: usize) -> (Table, Tiles) {
    let deck = rules.deck;
    let mut left: Tiles = deck.kinds().flat_map(|tile| std::iter::repeat_n(tile, deck.count(tile) as usize)).collect();
    let mut lying = Vec::new();
    let with_joker: Vec<&(Meld, Tiles)> = all.iter().filter(|(meld, _)| meld.jokers() > 0).collect();
    let wanted = rng.random_range(0..=3);
    for _ in 0..40 {
        if lying.len() == wanted {
            break;
        }
        let joker = rng.random_bool(0.5);
        let Some((meld, tiles)) = (if joker { with_joker.choose(rng).copied() } else { all.choose(rng) }) else {
            break;
        };
        if left.contains(tiles) {
            left = left.minus(tiles);
            lying.push(*meld);
        }
    }
    let mut tiles: Vec<Tile> = left.iter().collect();
    tiles.shuffle(rng);
    let mut hand: Tiles = tiles.into_iter().take(rng.random_range(1..=most)).collect();
    while hand.jokers() > 3 {
        hand.remove(Tile::JOKER);
    }
    (Table::new(lying), hand)
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn list(solver: &mut Solver, problem: &Problem<'_>, most: usize) -> Candidates {
    let found = solver.candidates(problem, most, &mut || false).unwrap();
    assert!(found.proven);
    found
}

fn compare(name: &str, change: impl Fn(&mut Options) + Sync) {
    let decks = [
        (3, 5, 2, 1, 3),
        (3, 5, 2, 2, 3),
        (4, 4, 2, 2, 3),
        (5, 4, 1, 2, 3),
        (4, 4, 1, 3, 2),
        (4, 6, 1, 2, 3),
        (3, 4, 1, 5, 3),
        (8, 3, 1, 2, 3),
    ];
    let positions = number("RUMMY_FAST_POSITIONS", 8);
    let seed = number("RUMMY_FAST_SEED", 1);
    let jobs: Vec<(usize, u64)> = (0..decks.len()).flat_map(|deck| (0..8).map(move |part| (deck, part))).collect();
    let (compared, listed) = jobs
        .into_par_iter()
        .map(|(place, part)| {
            let (colors, values, copies, jokers, shortest) = decks[place];
            let mut options = Options::preset("schmidt").unwrap();
            options.deck = Deck { colors: Palette::first(colors), values, copies, jokers };
            options.shortest_meld = shortest;
            options.opening_min = 8;
            change(&mut options);
            let rules = options.validate().unwrap();
            let all = every_meld(&rules);
            let mut rng = Pcg64Mcg::seed_from_u64(seed.wrapping_mul(1_000_003) + place as u64 * 64 + part);
            // Such small positions are rarely searched in both directions unless the limit is low.
            let new = if part % 2 == 0 { Solver::new } else { || Solver::restarting_after(1) };
            let mut solver = new();
            let count = positions.div_ceil(8);
            (count, (0..count).map(|_| compare_one(&mut rng, &rules, &all, &mut solver, new)).sum::<usize>())
        })
        .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    assert!(compared >= positions && listed as u64 >= positions, "{listed} plays in {compared} positions");
    println!("{name}: {compared} positions, {listed} plays");
}

fn without(some: &[Tiles], others: &[Tiles]) -> Vec<Tiles> {
    some.iter().filter(|hand| !others.contains(hand)).cloned().collect()
}

fn compare_one(
    rng: &mut Pcg64Mcg,
    rules: &Rules,
    all: &[(Meld, Tiles)],
    solver: &mut Solver,
    new: fn() -> Solver,
) -> usize {
    let opened = rng.random_bool(0.6);
    let (table, hand) = random_position(rng, rules, all, if opened { 6 } else { 8 });
    // Tiles of weight zero are played like others; often all of them have weight zero.
    let heaviest = rng.random_range(0u32..=2);
    let weights: Vec<(Tile, u32)> = hand.kinds().map(|(tile, _)| (tile, rng.random_range(0..=heaviest))).collect();
    let objective = match rng.random_range(0..3) {
        0 => Objective::Tiles,
        1 => Objective::Points,
        _ => Objective::Weights(Weights::new(weights.iter().map(|&(tile, weight)| (tile, weight.into()))).unwrap()),
    };
    let problem = Problem::new(rules, &table, &hand).opened(opened).objective(&objective);
    let context = format!(
        "{:?} shortest {} table {table} hand {hand} opened {opened} weights {weights:?} {rules:?}",
        rules.deck, rules.shortest_meld
    );

    let sorted = by_first(all);
    let good = |after: Table| is_legal(&table, &hand, &after, opened, rules);
    let mut arranger = Arranger { melds: &sorted, good: &good, made: Vec::new(), tables: 0, dead: HashSet::default() };
    let mut wanted = parts(&hand);
    wanted.retain(|played| !played.is_empty() && arranger.finds(&table.tiles().plus(played), 0));
    wanted
        .sort_by_key(|played| (Reverse(worth(&objective, &weights, played, rules)), played.iter().collect::<Vec<_>>()));

    let found = list(solver, &problem, 1_000);
    assert!(found.complete, "{context}");
    for play in &found.plays {
        assert!(play.proven);
        assert_eq!(play.table.tiles(), table.tiles().plus(&play.tiles), "{context}");
        assert!(is_legal(&table, &hand, &play.table, opened, rules), "{} is not legal: {context}", play.table);
    }
    let played: Vec<Tiles> = found.plays.iter().map(|play| play.tiles.clone()).collect();
    let (missing, wrong) = (without(&wanted, &played), without(&played, &wanted));
    assert!(missing.is_empty() && wrong.is_empty(), "missing {missing:?}, wrong {wrong:?}: {context}");
    assert_eq!(played, wanted, "{context}");

    let best = solver.solve(&problem, &mut || false).unwrap();
    let worth_of = |played: &Tiles| worth(&objective, &weights, played, rules);
    assert_eq!(wanted.first().map_or((0, 0), worth_of), worth_of(&best.tiles), "{context}");

    // A shorter list is the beginning of the long one, and reports whether it is complete.
    for most in [1, 2, rng.random_range(1..=8), wanted.len().max(1), wanted.len() + 1] {
        let short = list(solver, &problem, most);
        let played: Vec<&Tiles> = short.plays.iter().map(|play| &play.tiles).collect();
        assert_eq!(played, wanted.iter().take(most).collect::<Vec<_>>(), "{most}: {context}");
        assert_eq!(short.complete, wanted.len() <= most, "{most}: {context}");
        for play in &short.plays {
            assert!(is_legal(&table, &hand, &play.table, opened, rules), "{} is not legal: {context}", play.table);
        }
    }
    compare_tidy(&problem, &sorted, solver, &found, &context);
    // The same again, with the same solver and with a new one.
    assert_eq!(list(solver, &problem, 1_000), list(&mut new(), &problem, 1_000), "{context}");
    wanted.len()
}

/// How many melds of a table are gone after a turn.
fn touched(before: &Table, after: &Table) -> usize {
    let mut left = after.melds().to_vec();
    let gone = before.melds().iter().filter(|meld| {
        let place = left.iter().position(|other| other == *meld);
        place.map(|place| left.swap_remove(place)).is_none()
    });
    gone.count()
}

/// Tidy plays are the same plays, and each touches the fewest melds that any table with its tiles does.
fn compare_tidy(problem: &Problem<'_>, melds: &[Melds], solver: &mut Solver, found: &Candidates, context: &str) {
    const MOST: usize = 6;
    let &Problem { rules, table, hand, opened, .. } = problem;
    let tidy = list(solver, &problem.clone().tidy(true), MOST);
    assert_eq!(tidy.complete, found.plays.len() <= MOST, "{context}");
    let tiles = |plays: &[rummy_fast::Play]| plays.iter().map(|play| play.tiles.clone()).collect::<Vec<_>>();
    assert_eq!(tiles(&tidy.plays), tiles(&found.plays[..found.plays.len().min(MOST)]), "{context}");
    for play in &tidy.plays {
        assert!(
            play.proven && is_legal(table, hand, &play.table, opened, rules),
            "{} is not legal: {context}",
            play.table
        );
        let fewest = Cell::new(usize::MAX);
        let good = |after: Table| {
            if touched(table, &after) < fewest.get() && is_legal(table, hand, &after, opened, rules) {
                fewest.set(touched(table, &after));
            }
            fewest.get() == 0
        };
        let mut arranger = Arranger { melds, good: &good, made: Vec::new(), tables: 0, dead: HashSet::default() };
        arranger.finds(&table.tiles().plus(&play.tiles), 0);
        assert_eq!(touched(table, &play.table), fewest.get(), "{} is not tidy: {context}", play.table);
    }
}

#[test]
fn free() {
    compare("free", |options| options.locked_meld = LockedMeld::Free);
}

#[test]
fn keep_three() {
    compare("keep_three", |options| options.locked_meld = LockedMeld::KeepThree);
}

#[test]
fn identity() {
    compare("identity", |options| options.locked_meld = LockedMeld::Identity);
}

#[test]
fn new_meld() {
    compare("identity, freed jokers in new melds", |options| {
        options.locked_meld = LockedMeld::Identity;
        options.freed_joker = FreedJoker::NewMeld;
    });
}

#[test]
fn from_hand() {
    compare("keep_three from hand", |options| options.exchange_from = ExchangeFrom::Hand);
    compare("frozen from hand", |options| {
        options.locked_meld = LockedMeld::Frozen;
        options.exchange_from = ExchangeFrom::Hand;
    });
}

#[test]
fn opening_in_the_same_turn() {
    compare("opening in the same turn", |options| options.opening_table = OpeningTable::SameTurn);
    compare("opening in the same turn, frozen, from hand", |options| {
        options.opening_table = OpeningTable::SameTurn;
        options.locked_meld = LockedMeld::Frozen;
        options.exchange_from = ExchangeFrom::Hand;
        options.opening_min = 12;
    });
}

#[test]
fn closing_hand() {
    compare("closing hand", |options| {
        options.closing_hand = true;
        options.opening_min = 14;
    });
    compare("closing hand, opening in the same turn", |options| {
        options.closing_hand = true;
        options.opening_min = 14;
        options.opening_table = OpeningTable::SameTurn;
    });
}

/// A position of the usual deck with these numbers of tiles on the table and in the hand.
fn large_position(rng: &mut Pcg64Mcg, rules: &Rules, on_table: usize, in_hand: usize) -> (Table, Tiles) {
    let all: Vec<(Meld, Tiles)> =
        every_meld(rules).into_iter().filter(|(meld, _)| meld.len() <= 5 && meld.jokers() <= 1).collect();
    loop {
        let deck = rules.deck;
        let mut left: Tiles =
            deck.kinds().flat_map(|tile| std::iter::repeat_n(tile, deck.count(tile) as usize)).collect();
        let mut lying = Vec::new();
        for _ in 0..3_000 {
            let (meld, tiles) = all.choose(rng).unwrap();
            if left.contains(tiles) && deck.size() - left.len() + tiles.len() <= on_table {
                left = left.minus(tiles);
                lying.push(*meld);
            }
        }
        if deck.size() - left.len() < on_table {
            continue;
        }
        let mut tiles: Vec<Tile> = left.iter().collect();
        tiles.shuffle(rng);
        return (Table::new(lying), tiles.into_iter().take(in_hand).collect());
    }
}

/// The time does not explode where there are too many plays to list. The limit is generous because builds without
/// optimization run this on loaded machines. With `--nocapture` it prints the times.
#[test]
fn large_hands_stay_fast() {
    for name in ["schmidt", "free_jokers", "sabra", "rummikub_eu"] {
        let mut options = Options::preset(name).unwrap();
        options.deck.colors = Palette::first(4);
        let rules = options.validate().unwrap();
        for (on_table, in_hand, opened) in
            [(60, 22, true), (40, 14, true), (0, 60, true), (20, 22, false), (40, 60, true)]
        {
            let mut rng = Pcg64Mcg::seed_from_u64(7);
            let mut solver = Solver::new();
            let mut times = Vec::new();
            let mut sizes = Vec::new();
            for _ in 0..number("RUMMY_FAST_LARGE", 3) {
                let (table, hand) = large_position(&mut rng, &rules, on_table, in_hand);
                let problem = Problem::new(&rules, &table, &hand).opened(opened);
                let began = Instant::now();
                let found = list(&mut solver, &problem, 64);
                times.push(began.elapsed());
                assert!(*times.last().unwrap() < Duration::from_secs(5), "{table} hand {hand}");
                sizes.push(found.plays.len());
                for play in &found.plays {
                    assert_eq!(play.table.tiles(), table.tiles().plus(&play.tiles), "{table} hand {hand}");
                    assert!(
                        is_legal(&table, &hand, &play.table, opened, &rules),
                        "{table} hand {hand}: {}",
                        play.table
                    );
                }
                for pair in found.plays.windows(2) {
                    let order = |play: &rummy_fast::Play| {
                        (
                            Reverse((play.tiles.len(), play.tiles.points(rules.joker_penalty))),
                            play.tiles.iter().collect::<Vec<_>>(),
                        )
                    };
                    assert!(order(&pair[0]) < order(&pair[1]), "{table} hand {hand}");
                }
            }
            times.sort();
            sizes.sort_unstable();
            println!(
                "{name}: table {on_table} hand {in_hand} opened {opened}: median {:?}, slowest {:?}, {} plays",
                times[times.len() / 2],
                times[times.len() - 1],
                sizes[sizes.len() / 2],
            );
        }
    }
}

/// The tiles contain an opening (r4 r5 r6 and g4 g5 J are worth 30), but beside the untouched table, whose meld needs
/// its joker, g2 J g4 g5 is worth 14.
#[test]
fn an_opening_worth_too_little_beside_the_table() {
    let rules = Rules::sabra();
    let table = Table::parse("y2 y3 y4 J y6-11", &rules).unwrap();
    let hand: Tiles = "g12 b2 g5 r6 b3 r1 b12 r4 g13 r5 r8 b8 g4 b10 g2 J".parse().unwrap();
    let problem = Problem::new(&rules, &table, &hand).opened(false);
    let found = list(&mut Solver::new(), &problem, 200);
    assert!(found.complete);
    assert_eq!(found.plays[0].tiles, "r4 r5 r6 g12 g13 J".parse().unwrap());
    let low: Tiles = "r4 r5 r6 g2 g4 g5 J".parse().unwrap();
    assert!(found.plays.iter().all(|play| play.tiles != low));

    // A long run that may be cut in two: then the table has changed, and the opening that the tiles contain is enough.
    let table = Table::parse("y2-11", &rules).unwrap();
    let problem = Problem::new(&rules, &table, &hand).opened(false);
    let found = list(&mut Solver::new(), &problem, 200);
    let play = found.plays.iter().find(|play| play.tiles == low).unwrap();
    assert!(is_legal(&table, &hand, &play.table, false, &rules));
}

/// A stopped search lists what is known by then.
#[test]
fn stopping() {
    let rules = Rules::schmidt();
    let table = Table::parse("r1 r2 r3 r4 r5 | y1 y2 y3 y4 y5 | r9 b9 g9", &rules).unwrap();
    let hand: Tiles = "r6 y6 y9 b1 b2 b3 g5 g6 g7 r7 y7".parse().unwrap();
    let problem = Problem::new(&rules, &table, &hand);
    let mut solver = Solver::new();
    let all = list(&mut solver, &problem, 100);
    assert_eq!(all.plays.len(), 100);
    for moments in [0, 1, 5, 20, 60, 100] {
        let mut left = moments;
        let found = solver
            .candidates(&problem, 100, &mut || {
                left -= 1;
                left < 0
            })
            .unwrap();
        assert!(!found.proven && !found.complete);
        let sure = found.plays.iter().take_while(|play| play.proven).count();
        assert_eq!(found.plays[..sure], all.plays[..sure]);
        assert_eq!(found.plays.is_empty(), moments == 0);
        for (place, play) in found.plays.iter().enumerate() {
            assert!(is_legal(&table, &hand, &play.table, true, &rules));
            assert!(found.plays[..place].iter().all(|other| other.tiles != play.tiles));
            assert_eq!(play.proven, place < sure);
        }
    }
}

/// The tables of plays do not depend on how many are listed.
#[test]
fn a_shorter_list_is_a_prefix_of_a_longer_one() {
    let rules = Rules::schmidt();
    let table = Table::parse("r1 r2 r3 r4 r5 | y1 y2 y3 y4 y5 | r9 b9 g9", &rules).unwrap();
    let hand: Tiles = "r6 y6 y9 b1 b2 b3 g5 g6 g7 r7 y7 J".parse().unwrap();
    let problem = Problem::new(&rules, &table, &hand);
    let long = list(&mut Solver::new(), &problem, 300);
    assert!(long.plays.len() == 300 && !long.complete);
    for most in [1, 7, 64] {
        assert_eq!(list(&mut Solver::new(), &problem, most).plays, long.plays[..most]);
    }
}
