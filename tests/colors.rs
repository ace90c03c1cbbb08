//! Decks in other colors: the same answers as in the first ones, in the letters of the deck.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod records;

use records::{preset, records};
use rummy_fast::{
    Bot, Greedy, Objective, Options, PRESETS, Palette, Problem, Round, Rules, Solver, Table, Tile, Tiles, Weights,
    count_arrangements, is_legal,
};
use serde_json::Value;

/// Red, yellow, green and blue as black, red, blue and orange, the colors at the same places of their decks.
fn renamed(text: &str) -> String {
    let names = [('r', 'k'), ('y', 'r'), ('g', 'b'), ('b', 'o')];
    text.chars().map(|c| names.iter().find(|(from, _)| *from == c).map_or(c, |(_, to)| *to)).collect()
}

fn in_krbo(name: &str) -> Rules {
    let mut options = preset(name).options();
    options.deck.colors = Palette::RUMMIKUB;
    options.validate().unwrap()
}

/// A position as text.
struct Position {
    table: String,
    hand: String,
    opened: bool,
}

fn position(record: &Value) -> Position {
    let melds: Vec<&str> = record["table"].as_array().unwrap().iter().map(|meld| meld.as_str().unwrap()).collect();
    let hand = record["hand"].as_str().unwrap().to_owned();
    Position { table: melds.join(" | "), hand, opened: record["opened"].as_bool().unwrap() }
}

/// A table in the other colors.
fn renamed_table(table: &Table, rules: &Rules) -> Table {
    Table::parse(&renamed(&table.to_string()), rules).unwrap()
}

fn renamed_tiles(tiles: &Tiles) -> Tiles {
    renamed(&tiles.to_string()).parse().unwrap()
}

#[test]
fn answers_do_not_depend_on_the_names_of_colors() {
    let weights = |code: fn(Tile) -> usize, rules: &Rules| {
        let weight = |tile: Tile| f64::from((code(tile) % 7) as u8);
        Objective::Weights(Weights::new(rules.deck.kinds().map(|tile| (tile, weight(tile)))).unwrap())
    };
    let number = |tile: Tile| tile.value().unwrap_or(3).into();
    let mut solved = 0;
    let all = records("rule_cases").into_iter().chain(records("selfplay").into_iter().step_by(12));
    for record in all {
        let Position { table, hand, opened } = position(&record);
        for name in PRESETS {
            let (plain, other) = (preset(name), in_krbo(name));
            let Ok(table) = Table::parse(&table, &plain) else { continue };
            let hand: Tiles = hand.parse().unwrap();
            let (there, held) = (renamed_table(&table, &other), renamed_tiles(&hand));
            let objectives = [Objective::Tiles, Objective::Points, weights(number, &plain)];
            let others = [Objective::Tiles, Objective::Points, weights(number, &other)];
            for (objective, renamed_objective) in objectives.iter().zip(&others) {
                for tidy in [false, true] {
                    let problem = Problem::new(&plain, &table, &hand).opened(opened).objective(objective).tidy(tidy);
                    let Ok(play) = Solver::new().solve(&problem, &mut || false) else { continue };
                    let problem =
                        Problem::new(&other, &there, &held).opened(opened).objective(renamed_objective).tidy(tidy);
                    let found = Solver::new().solve(&problem, &mut || false).unwrap();
                    assert_eq!(found.tiles, renamed_tiles(&play.tiles), "{record}");
                    assert_eq!(found.table, renamed_table(&play.table, &other), "{record}");
                    assert_eq!((found.proven, found.upper_bound), (play.proven, play.upper_bound), "{record}");
                    let legal = found.tiles.is_empty() || is_legal(&there, &held, &found.table, opened, &other);
                    assert!(legal, "{record}\n{}", found.table);
                    solved += usize::from(!found.tiles.is_empty());
                }
            }
        }
    }
    assert!(solved > 500, "{solved}");
}

#[test]
fn candidates_are_in_the_colors_of_the_deck() {
    let (plain, other) = (preset("rummikub"), Rules::rummikub());
    let table = Table::parse("g2 g3 g4 g5 | r7 y7 b7", &plain).unwrap();
    let hand: Tiles = "g6 y2 b2 g7 r8 r9 r10".parse().unwrap();
    let (there, held) = (renamed_table(&table, &other), renamed_tiles(&hand));
    for tidy in [false, true] {
        let problem = Problem::new(&plain, &table, &hand).tidy(tidy);
        let expected = Solver::new().candidates(&problem, 64, &mut || false).unwrap();
        let problem = Problem::new(&other, &there, &held).tidy(tidy);
        let found = Solver::new().candidates(&problem, 64, &mut || false).unwrap();
        assert!(expected.plays.len() > 5 && found.complete && expected.complete);
        let tiles = |play: &rummy_fast::Play| play.tiles.clone();
        let expected: Vec<Tiles> = expected.plays.iter().map(|play| renamed_tiles(&play.tiles)).collect();
        assert_eq!(found.plays.iter().map(tiles).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn jokers_name_colors_of_the_deck() {
    let krbo = Rules::rummikub();
    let read = |text: &str| Table::parse(text, &krbo);
    for (written, canonical) in [
        ("k8 J=r8 J=b8", "k8 J=r8 J=b8"),
        ("r8 J=o8 J=k8", "r8 J=b8 J=k8"),
        ("o8 J=o8 J=k8", ""),
        ("r8 J=y8 J=k8", ""),
        ("o3 k3 b3 r3", "r3 b3 k3 o3"),
        ("k1-3", "k1 k2 k3"),
    ] {
        let found = read(written).map(|table| table.to_string()).unwrap_or_default();
        assert_eq!(found, canonical, "{written}");
        assert_eq!(read(&found).unwrap().to_string(), canonical, "{written}");
    }
    // A play that leaves one natural tile with two jokers names colors of the deck, too.
    let (table, hand) = (read("r8 J=b8 J=k8 | k1 k2 k3").unwrap(), "k4".parse().unwrap());
    let play = Solver::new().solve(&Problem::new(&krbo, &table, &hand), &mut || false).unwrap();
    assert_eq!(play.table.to_string(), "r8 J=b8 J=k8 | k1 k2 k3 k4");
}

#[test]
fn a_round_in_other_colors_is_the_same_round() {
    let play = |rules: &Rules, seed| {
        let mut round = Round::deal(rules, 2, seed, None).unwrap();
        let mut bot = Greedy::new();
        while round.outcome().is_none() {
            let seat = round.to_move();
            let turn = bot.choose(&round.view(seat).unwrap(), None, &mut || false).unwrap();
            round.take(seat, &turn).unwrap();
        }
        let scores = round.outcome().unwrap().scores.clone();
        (scores, round.table().tiles(), round.events().len())
    };
    for seed in 0..4 {
        let (scores, tiles, events) = play(&preset("rummikub_xp"), seed);
        assert_eq!(play(&Rules::rummikub_xp(), seed), (scores, renamed_tiles(&tiles), events));
    }
}

#[test]
fn tiles_of_other_colors_are_counted() {
    let krbo = Rules::rummikub();
    for (tiles, count) in [("k1-6", 2), ("k1-3 r1-3 o1-3", 2), ("o5 o6 J", 2), ("b1 k1", 0), ("y1-3", 0)] {
        assert_eq!(count_arrangements(&tiles.parse().unwrap(), &krbo), count, "{tiles}");
    }
    let mut options: Options = krbo.options();
    options.opening_table = rummy_fast::OpeningTable::SameTurn;
    let rules = options.validate().unwrap();
    let table = Table::parse("k1 k2 k3", &rules).unwrap();
    let hand = "o9 o10 o11 k4".parse().unwrap();
    let play = Solver::new().solve(&Problem::new(&rules, &table, &hand).opened(false), &mut || false).unwrap();
    assert_eq!(play.tiles.to_string(), "k4 o9 o10 o11");
}

#[test]
fn letters_of_colors() {
    let read = |letters: &str| Palette::from_letters(letters).map(|palette| palette.to_string());
    assert_eq!(read("K, r b o").as_deref(), Some("krbo"));
    assert_eq!(Palette::from_letters("rygb"), Some(Palette::first(4)));
    assert!(Palette::first(8).is_standard() && !Palette::RUMMIKUB.is_standard());
    for wrong in ["krx", "krk", "4", "ß"] {
        assert_eq!(read(wrong), None, "{wrong}");
    }
}
