//! The fast solver against brute force on small decks: every way to lay any part of the hand is tried, and
//! `is_legal` says which of them are turns.
//!
//! `RUMMY_FAST_POSITIONS` sets how many random positions are compared for each of the rule sets
//! (`make soak` sets it high), `RUMMY_FAST_SEED` which ones.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that cannot go on stops there")]

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;
use rummy_fast::{
    Color, ExchangeFrom, FreedJoker, Hand, LockedMeld, Meld, Objective, OpeningTable, Options, Problem, Rules, Solver,
    Table, Tile, is_legal,
};

/// Every meld of a deck, in every reading.
fn every_meld(rules: &Rules) -> Vec<Meld> {
    let deck = &rules.deck;
    let mut melds = Vec::new();
    for color in (0..deck.colors as usize).filter_map(Color::new) {
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
        for colors in 1..(1u16 << deck.colors) as u8 {
            for jokers in 0..=deck.jokers {
                melds.extend(Meld::set(value, colors, jokers, rules));
            }
        }
    }
    melds
}

struct Brute<'a> {
    rules: &'a Rules,
    /// For each meld its natural cards and jokers.
    melds: &'a [(Meld, Vec<Tile>, u8)],
    table: &'a Table,
    hand: &'a Hand,
    opened: bool,
    objective: &'a Objective,
    best: (u64, u64),
}

fn worth(objective: &Objective, laid: &Hand, rules: &Rules) -> (u64, u64) {
    let (cards, points) = (laid.len() as u64, u64::from(laid.points(rules.joker_penalty)));
    match objective {
        Objective::Points => (points, cards),
        _ => (cards, points),
    }
}

impl Brute<'_> {
    fn best(mut self) -> (u64, u64) {
        let must = self.table.cards();
        let may = must.plus(self.hand);
        let kinds: Vec<Tile> = may.kinds().map(|(tile, _)| tile).filter(|tile| !tile.is_joker()).collect();
        self.place(&kinds, 0, &mut must.clone(), &mut may.clone(), &mut Vec::new());
        self.best
    }

    /// Deals with the first kind of card that is left: one copy into a meld that begins with `from` or a
    /// later one, or all that may stay out stay out.
    fn place(&mut self, kinds: &[Tile], from: usize, must: &mut Hand, may: &mut Hand, melds: &mut Vec<Meld>) {
        let Some((&kind, later)) = kinds.split_first() else {
            self.judge(must, melds);
            return;
        };
        if must.count(kind) == 0 {
            let kept = may.count(kind);
            for _ in 0..kept {
                may.remove(kind);
            }
            self.place(later, 0, must, may, melds);
            for _ in 0..kept {
                may.add(kind);
            }
        }
        if may.count(kind) == 0 {
            return;
        }
        for place in from..self.melds.len() {
            let (meld, naturals, jokers) = &self.melds[place];
            let fits =
                naturals[0] == kind && *jokers <= may.jokers() && naturals.iter().all(|&tile| may.count(tile) > 0);
            if !fits {
                continue;
            }
            let taken: Vec<(Tile, bool)> = naturals
                .iter()
                .copied()
                .chain(std::iter::repeat_n(Tile::JOKER, *jokers as usize))
                .map(|tile| {
                    may.remove(tile);
                    (tile, must.remove(tile))
                })
                .collect();
            melds.push(*meld);
            self.place(kinds, place, must, may, melds);
            melds.pop();
            for (tile, was_must) in taken {
                may.add(tile);
                if was_must {
                    must.add(tile);
                }
            }
        }
    }

    fn judge(&mut self, must: &Hand, melds: &[Meld]) {
        if !must.is_empty() {
            return;
        }
        let after = Table::new(melds.to_vec());
        let laid = after.cards().minus(&self.table.cards());
        let worth = worth(self.objective, &laid, self.rules);
        if worth > self.best && is_legal(self.table, self.hand, &after, self.opened, self.rules) {
            self.best = worth;
        }
    }
}

/// A random table of valid melds, and a hand from what is left of the deck.
fn random_position(rng: &mut Pcg64Mcg, rules: &Rules, melds: &[Meld]) -> (Table, Hand) {
    let deck = rules.deck;
    let mut left: Hand = deck.kinds().flat_map(|tile| std::iter::repeat_n(tile, deck.count(tile) as usize)).collect();
    let mut lying = Vec::new();
    let wanted = rng.random_range(0..=3);
    let joker_melds: Vec<Meld> = melds.iter().copied().filter(|meld| meld.jokers() > 0).collect();
    for _ in 0..40 {
        if lying.len() == wanted {
            break;
        }
        let pool: &[Meld] = if rng.random_bool(0.6) && !joker_melds.is_empty() { &joker_melds } else { melds };
        let Some(meld) = pool.choose(rng) else { break };
        let cards: Hand = meld.tiles().collect();
        if left.contains(&cards) {
            left = left.minus(&cards);
            lying.push(*meld);
        }
    }
    let mut hand = Hand::new();
    for _ in 0..rng.random_range(1..=5) {
        let cards: Vec<Tile> = left.iter().collect();
        if let Some(&tile) = cards.choose(rng) {
            left.remove(tile);
            hand.add(tile);
        }
    }
    (Table::new(lying), hand)
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn compare(name: &str, change: impl Fn(&mut Options) + Sync) {
    // Colours, numbers, copies, jokers, shortest meld, and how many times as many positions.
    let decks = [
        (3, 5, 2, 1, 3, 1),
        (3, 5, 2, 2, 3, 1),
        (3, 5, 2, 3, 3, 1),
        (4, 4, 2, 2, 3, 1),
        (5, 4, 1, 2, 3, 1),
        (4, 4, 1, 3, 2, 1),
        (4, 6, 1, 2, 3, 1),
        (5, 5, 1, 2, 4, 1),
        (2, 6, 2, 2, 3, 1),
        (5, 3, 1, 2, 4, 1),
        // So small that a position takes microseconds.
        (2, 5, 1, 2, 3, 200),
        (3, 4, 1, 2, 3, 200),
        (3, 3, 2, 2, 3, 200),
        (2, 4, 2, 2, 3, 200),
    ];
    let positions = number("RUMMY_FAST_POSITIONS", 8);
    let seed = number("RUMMY_FAST_SEED", 1);
    let jobs: Vec<(usize, u64)> = (0..decks.len()).flat_map(|deck| (0..8).map(move |part| (deck, part))).collect();
    let compared: u64 = jobs
        .into_par_iter()
        .map(|(place, part)| {
            let (colors, values, copies, jokers, shortest, times) = decks[place];
            let mut options = Options::preset("schmidt").unwrap();
            options.deck = rummy_fast::Deck { colors, values, copies, jokers };
            options.shortest_meld = shortest;
            options.opening_min = 8;
            change(&mut options);
            let rules = options.validate().unwrap();
            let all = every_meld(&rules);
            let spelled: Vec<(Meld, Vec<Tile>, u8)> = all
                .iter()
                .map(|&meld| (meld, meld.tiles().filter(|tile| !tile.is_joker()).collect(), meld.jokers() as u8))
                .collect();
            let mut rng = Pcg64Mcg::seed_from_u64(seed.wrapping_mul(1_000_003) + place as u64 * 64 + part);
            let mut solver = Solver::new();
            let count = times * positions.div_ceil(8);
            for _ in 0..count {
                let (table, hand) = random_position(&mut rng, &rules, &all);
                let opened = rng.random_bool(if rules.opening_table == OpeningTable::SameTurn { 0.1 } else { 0.85 });
                let objective = if rng.random_bool(0.5) { Objective::Tiles } else { Objective::Points };
                let problem = Problem {
                    rules: &rules,
                    table: &table,
                    hand: &hand,
                    opened,
                    objective: &objective,
                    tidy: false,
                    limit: None,
                };
                let play = solver.solve(&problem, &mut || false).unwrap();
                let told = format!(
                    "{name} {:?} shortest {shortest}: table {table} hand {hand} opened {opened} {objective:?}: {}",
                    rules.deck, play.table
                );
                assert!(play.proven, "{told}");
                assert_eq!(play.table.cards(), table.cards().plus(&play.laid), "{told}");
                if !play.laid.is_empty() {
                    assert!(is_legal(&table, &hand, &play.table, opened, &rules), "not legal: {told}");
                }
                let brute = Brute {
                    rules: &rules,
                    melds: &spelled,
                    table: &table,
                    hand: &hand,
                    opened,
                    objective: &objective,
                    best: (0, 0),
                };
                assert_eq!(worth(&objective, &play.laid, &rules), brute.best(), "{told}");
            }
            count
        })
        .sum();
    assert!(compared >= positions);
    println!("{name}: {compared} positions");
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
fn frozen() {
    compare("frozen", |options| options.locked_meld = LockedMeld::Frozen);
}

#[test]
fn keep_three_from_hand() {
    compare("keep_three from hand", |options| options.exchange_from = ExchangeFrom::Hand);
}

#[test]
fn identity_from_hand() {
    compare("identity from hand", |options| {
        options.locked_meld = LockedMeld::Identity;
        options.exchange_from = ExchangeFrom::Hand;
    });
}

#[test]
fn frozen_from_hand() {
    compare("frozen from hand", |options| {
        options.locked_meld = LockedMeld::Frozen;
        options.exchange_from = ExchangeFrom::Hand;
        options.freed_joker = FreedJoker::AnyMeld;
    });
}

#[test]
fn new_meld() {
    for locked_meld in [LockedMeld::Identity, LockedMeld::KeepThree, LockedMeld::Frozen] {
        for exchange_from in [ExchangeFrom::Anywhere, ExchangeFrom::Hand] {
            compare(&format!("new meld, {locked_meld}, from {exchange_from}"), |options| {
                options.freed_joker = FreedJoker::NewMeld;
                options.locked_meld = locked_meld;
                options.exchange_from = exchange_from;
            });
        }
    }
}

#[test]
fn opening_in_the_same_turn() {
    compare("opening in the same turn", |options| options.opening_table = OpeningTable::SameTurn);
    compare("opening in the same turn, frozen, from hand", |options| {
        options.opening_table = OpeningTable::SameTurn;
        options.locked_meld = LockedMeld::Frozen;
        options.exchange_from = ExchangeFrom::Hand;
    });
}

#[test]
fn closing_hand() {
    compare("closing hand", |options| options.closing_hand = true);
}
