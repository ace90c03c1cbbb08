//! The steps of many turns: the best plays of the answer files, and random turns with small decks.

#![allow(clippy::print_stdout, reason = "prints how much was checked")]

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rummy_fast::{
    Deck, ExchangeFrom, FreedJoker, LockedMeld, Meld, Objective, OpeningTable, Palette, Problem, Rules, Solver,
    StepsError, Table, Tile, Tiles, is_legal, steps,
};

use super::check::{Tally, check};
use super::common::{Everything, number, whole_deck};
use super::records::{position_of, preset, records, rules_of, table_of};

/// Checks the best play of every record of an answer file.
fn check_file(name: &str, presets: &[&str]) -> Tally {
    let mut tally = Tally::default();
    let mut solver = Solver::new();
    for record in records(name) {
        let all = if presets.is_empty() {
            vec![rules_of(&record["rules"])]
        } else {
            presets.iter().map(|name| preset(name)).collect()
        };
        for rules in all {
            let (table, hand, opened) = position_of(&record, &rules);
            for objective in [Objective::Tiles, Objective::Points] {
                let problem = Problem::new(&rules, &table, &hand).opened(opened).objective(&objective);
                let play = solver.solve(&problem, &mut || false).unwrap();
                if !play.tiles.is_empty() {
                    check(&table, &hand, &play.table, opened, &rules, &mut tally);
                }
            }
        }
    }
    println!(
        "{name}: {} plays, {} steps, {} exchanges, {} of them borrowed",
        tally.plays, tally.steps, tally.exchanges, tally.borrowed
    );
    assert!(tally.plays > 0 && tally.steps >= tally.plays);
    tally
}

#[test]
fn best_plays_of_the_answer_files() {
    let mut exchanges = 0;
    let mut borrowed = 0;
    for (name, presets) in [
        ("free_jokers", &[][..]),
        ("schmidt", &[]),
        ("sabra", &[]),
        ("decks", &[]),
        ("openings", &[]),
        ("selfplay", &["schmidt", "sabra", "free_jokers"]),
        ("field_cases", &["schmidt", "free_jokers"]),
        ("rule_cases", &["schmidt", "rummikub_eu", "sabra", "free_jokers"]),
    ] {
        let tally = check_file(name, presets);
        exchanges += tally.exchanges;
        borrowed += tally.borrowed;
    }
    assert!(exchanges > 20 && borrowed > 0, "{exchanges} {borrowed}");
}

/// The rule book's results that are legal, under every preset it names.
#[test]
fn legal_results_of_the_rule_book() {
    let mut tally = Tally::default();
    for record in records("rule_cases") {
        let Some(result) = record.get("result") else { continue };
        for (name, legal) in record["legal"].as_object().unwrap() {
            let rules = preset(name);
            let (table, hand, opened) = position_of(&record, &rules);
            let after = table_of(result, &rules);
            if legal.as_bool().unwrap() {
                check(&table, &hand, &after, opened, &rules, &mut tally);
            } else {
                let refused = steps(&table, &hand, &after, opened, &rules);
                assert!(matches!(refused, Err(StepsError::Illegal(_))), "{record}");
            }
        }
    }
    assert!(tally.plays > 10);
}

fn hand_of(meld: &Meld) -> Tiles {
    meld.tiles().collect()
}

/// Parts tiles into melds in a random way; gives up after so many tries.
fn part(tiles: &Tiles, melds: &[Meld], rng: &mut Pcg64Mcg, tries: &mut u32, played: &mut Vec<Meld>) -> bool {
    let Some(first) = tiles.iter().next() else { return true };
    let mut fitting: Vec<Meld> = melds
        .iter()
        .copied()
        .filter(|meld| meld.tiles().any(|tile| tile == first) && tiles.contains(&hand_of(meld)))
        .collect();
    fitting.shuffle(rng);
    for meld in fitting {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        played.push(meld);
        if part(&tiles.minus(&hand_of(&meld)), melds, rng, tries, played) {
            return true;
        }
        played.pop();
    }
    false
}

/// Random turns on small decks, the best and others, under every choice that binds jokers.
#[test]
fn random_turns() {
    let mut rng = Pcg64Mcg::seed_from_u64(number("RUMMY_FAST_SEED", 1));
    let mut tally = Tally::default();
    let mut opening = 0;
    let decks = [(3, 5, 2, 2, 3), (3, 6, 2, 3, 3), (4, 5, 1, 2, 3), (4, 4, 2, 2, 3), (4, 4, 1, 3, 2), (5, 5, 1, 4, 4)];
    for (colors, values, copies, jokers, shortest) in decks {
        let mut options = Rules::schmidt().options();
        options.deck = Deck { colors: Palette::first(colors), values, copies, jokers };
        options.shortest_meld = shortest;
        options.opening_min = 9;
        let Everything { melds, .. } = Everything::new(&options.validate().unwrap());
        for _ in 0..number("RUMMY_FAST_POSITIONS", 40) {
            // Melds on the table, some of them with jokers, and a few tiles in the hand.
            let mut left = whole_deck(options.deck);
            let mut chosen = Vec::new();
            for _ in 0..rng.random_range(1..=4) {
                let with_joker = rng.random_bool(0.5);
                let fitting: Vec<Meld> = melds
                    .iter()
                    .copied()
                    .filter(|meld| left.contains(&hand_of(meld)) && (!with_joker || meld.jokers() > 0))
                    .collect();
                if let Some(meld) = fitting.choose(&mut rng) {
                    left = left.minus(&hand_of(meld));
                    chosen.push(*meld);
                }
            }
            let table = Table::new(chosen);
            let mut rest: Vec<Tile> = left.iter().collect();
            rest.shuffle(&mut rng);
            let hand: Tiles = rest.into_iter().take(rng.random_range(1..=7)).collect();
            for _ in 0..12 {
                let mut some: Vec<Tile> = hand.iter().collect();
                some.shuffle(&mut rng);
                some.truncate(rng.random_range(1..=some.len()));
                let tiles = table.tiles().plus(&some.into_iter().collect());
                let mut played = Vec::new();
                if !part(&tiles, &melds, &mut rng, &mut 300, &mut played) {
                    continue;
                }
                let after = Table::new(played);
                for &locked in LockedMeld::ALL {
                    for &from in ExchangeFrom::ALL {
                        for &freed in FreedJoker::ALL {
                            options.locked_meld = locked;
                            options.exchange_from = from;
                            options.freed_joker = freed;
                            options.opening_table = OpeningTable::SameTurn;
                            let rules = options.validate().unwrap();
                            for opened in [true, false] {
                                if is_legal(&table, &hand, &after, opened, &rules) {
                                    check(&table, &hand, &after, opened, &rules, &mut tally);
                                    opening += u32::from(!opened);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    println!(
        "{} plays, {} steps, {} exchanges, {} of them borrowed, {opening} openings",
        tally.plays, tally.steps, tally.exchanges, tally.borrowed
    );
    assert!(tally.exchanges > 100 && tally.borrowed > 20 && tally.kept > 100 && tally.stayed > 100 && opening > 100);
}
