//! Steps: they can be carried out, and they are the moves a person would make.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

#[path = "steps/check.rs"]
mod check;
mod common;
mod records;
#[path = "steps/turns.rs"]
mod turns;

use check::{carry_out, untouched};
use records::preset;
use rummy_fast::{ReplayError, Rules, Step, StepsError, Table, Tiles, replay, steps};

fn texts(before: &str, hand: &str, after: &str, opened: bool, rules: &Rules) -> Vec<String> {
    let (table, result) = (Table::parse(before, rules).unwrap(), Table::parse(after, rules).unwrap());
    let hand = Tiles::parse(hand, &rules.deck).unwrap();
    let found = steps(&table, &hand, &result, opened, rules).unwrap();
    let context: Vec<String> = found.iter().map(Step::to_string).collect();
    let played = result.tiles().minus(&table.tiles());
    let kept = untouched(&table, &hand, &result, opened, rules);
    carry_out(
        &table,
        &result,
        &played,
        &found,
        &kept,
        &format!("{before} + {hand} -> {after}\n{}", context.join("\n")),
    );
    context
}

/// Every preset but `rummikub_xp`.
const FIVE: [&str; 5] = ["schmidt", "rummikub", "rummikub_eu", "sabra", "free_jokers"];

/// Worked answers of the rule book, and best plays found by hand: table, hand, new table, and the presets that allow it.
const WORKED: &[(&str, &str, &str, &[&str])] = &[
    ("r6 r7 r8", "r5 r9", "r5 r6 r7 r8 r9", &FIVE),
    ("r8 y8 g8", "b8", "r8 y8 g8 b8", &FIVE),
    ("g2 g3 g4 g5", "g6 y2 b2", "y2 g2 b2 | g3 g4 g5 g6", &FIVE),
    ("b2 b3 b4 b5 b6", "b4", "b2 b3 b4 | b4 b5 b6", &FIVE),
    ("r1 r2 r3 r4 | y1 g1 b1 | y2 g2 b2", "r5", "r3 r4 r5 | r1 y1 g1 b1 | r2 y2 g2 b2", &FIVE),
    ("r1 r2 r3 | y1 y2 y3 | g1 g2 g3", "b1", "r1 y1 g1 b1 | r2 y2 g2 | r3 y3 g3", &FIVE),
    ("r3 J r5", "r4 y9 b9", "r3 r4 r5 | y9 b9 J", &FIVE),
    ("r3 J r5", "r4", "r3 r4 r5 J", &["schmidt", "rummikub_eu", "sabra", "free_jokers"]),
    ("r3 J r5", "r4", "J r3 r4 r5", &["schmidt", "rummikub_eu", "sabra", "free_jokers"]),
    ("J r5 r6", "r4", "r4 r5 r6 J", &["schmidt", "rummikub_eu", "sabra", "free_jokers"]),
    ("J r5 r6", "r7", "J r5 r6 r7", &FIVE),
    ("J r5 r6", "r7", "r5 r6 r7 J", &["rummikub_eu", "free_jokers"]),
    ("r5 r6 J", "r8", "r5 r6 J r8", &FIVE),
    ("r3 J r5 r6", "y6 b6", "r3 J r5 | r6 y6 b6", &["schmidt", "rummikub", "rummikub_eu", "free_jokers"]),
    ("r3 J r5", "r2 y5 b5", "r2 r3 J | r5 y5 b5", &["rummikub", "rummikub_eu", "free_jokers"]),
    ("r3 J r5", "r2 y5 b5", "r2 r3 J r5", &FIVE),
    ("r2 r3 J r5 r6", "r4", "r2 r3 r4 | J r5 r6", &FIVE),
    ("r8 b8 J", "y8 r1 r2", "r8 b8 y8 | r1 r2 J", &FIVE),
    ("r8 b8 J", "y8 g8 r1 r2", "r8 b8 y8 g8 | r1 r2 J", &FIVE),
    ("r8 b8 J", "y8 g8", "r8 b8 y8 J", &FIVE),
    (
        "r3 J r5 | r4 y4 g4 b4",
        "y9 b9",
        "r3 r4 r5 | y4 g4 b4 | y9 b9 J",
        &["schmidt", "rummikub", "rummikub_eu", "free_jokers"],
    ),
    ("r8 b8 y8 J", "y9 y10", "r8 b8 J | y8 y9 y10", &["schmidt", "rummikub", "rummikub_eu", "free_jokers"]),
    (
        "b8 y8 J | r8 r9 r10 | b9 b10 b11 | y9 y10 y11",
        "g2 g3",
        "r8 r9 r10 | b8 b9 b10 b11 | y8 y9 y10 y11 | J g2 g3",
        &["schmidt", "rummikub", "rummikub_eu", "free_jokers"],
    ),
    ("r8 J=y8 J=g8", "y8 r1 r2", "r8 y8 J | r1 r2 J", &["schmidt", "rummikub_eu", "free_jokers"]),
    (
        "r3 J r5 | r4 y4 J",
        "g4 b4 y9 b9 y12 b12",
        "r3 r4 r5 | y4 g4 b4 | y9 b9 J | y12 b12 J",
        &["schmidt", "rummikub", "rummikub_eu", "free_jokers"],
    ),
    ("r3 J r5 J r7", "r5", "r3 J r5 | r5 J r7", &["rummikub", "rummikub_eu", "free_jokers"]),
    ("r5 r6 r7", "J", "r5 r6 r7 J", &FIVE),
    ("r7 y7 g7 | r5 r6 r7", "r8 r9 J", "r7 y7 g7 | r5 r6 r7 | J r8 r9", &FIVE),
    ("r3 J r5 | r6 r7 J", "r9", "r3 J r5 r6 r7 J r9", &FIVE),
    ("J r5 r6 | y5 g5 b5 | y6 g6 b6", "r2 r3", "r2 r3 J | r5 y5 g5 b5 | r6 y6 g6 b6", &["rummikub_eu", "free_jokers"]),
    ("y5 y6 y7 J", "r1 g1", "y5 y6 y7 | r1 g1 J", &["rummikub_eu", "free_jokers"]),
];

#[test]
fn worked_answers() {
    for &(before, hand, after, who) in WORKED {
        for name in who {
            assert!(!texts(before, hand, after, true, &preset(name)).is_empty());
        }
    }
}

#[test]
fn adding_a_tile_to_a_meld_is_one_step() {
    let rules = Rules::schmidt();
    assert_eq!(
        texts("r6 r7 r8 | y1 y2 y3", "r5 r9", "r5 r6 r7 r8 r9 | y1 y2 y3", true, &rules),
        ["Add r5 r9 from the hand to r6 r7 r8: r5 r6 r7 r8 r9"]
    );
    assert_eq!(
        texts("", "r10 y10 b10", "r10 y10 b10", false, &rules),
        ["Play r10 y10 b10 from the hand as a new meld: r10 y10 b10"]
    );
    assert_eq!(texts("r5 r6 r7", "J", "r5 r6 r7 J", true, &rules), ["Add J from the hand to r5 r6 r7: r5 r6 r7 J"]);
}

#[test]
fn taking_and_splitting() {
    let rules = Rules::schmidt();
    assert_eq!(
        texts("g2 g3 g4 g5", "g6 y2 b2", "y2 g2 b2 | g3 g4 g5 g6", true, &rules),
        [
            "Add g6 from the hand to g2 g3 g4 g5: g2 g3 g4 g5 g6",
            "Play y2 b2 from the hand to start a new meld",
            "Take g2 from g2 g3 g4 g5 g6, leaving g3 g4 g5 g6, and add it to y2 b2: y2 g2 b2",
        ]
    );
    assert_eq!(
        texts("b2 b3 b4 b5 b6", "b4", "b2 b3 b4 | b4 b5 b6", true, &rules),
        ["Split b2 b3 b4 b5 b6 into b2 b3 b4 and b5 b6", "Add b4 from the hand to b5 b6: b4 b5 b6"]
    );
    assert_eq!(
        texts("r3 J r5 | r6 r7 J", "r9", "r3 J r5 r6 r7 J r9", true, &rules),
        ["Join r6 r7 J and r3 J r5: r3 J r5 r6 r7 J", "Add r9 from the hand to r3 J r5 r6 r7 J: r3 J r5 r6 r7 J r9"]
    );
}

#[test]
fn exchanges() {
    let rules = Rules::schmidt();
    // With a borrowed tile that stays, and with one that returns.
    assert_eq!(
        texts("r3 J r5 | r4 y4 g4 b4", "y9 b9", "r3 r4 r5 | y4 g4 b4 | y9 b9 J", true, &rules),
        [
            "Exchange the joker of r3 J r5 for r4 borrowed from r4 y4 g4 b4, leaving y4 g4 b4: r3 r4 r5",
            "Play y9 b9 from the hand and the freed joker as a new meld: y9 b9 J",
        ]
    );
    assert_eq!(
        texts(
            "b8 y8 J | r8 r9 r10 | b9 b10 b11 | y9 y10 y11",
            "g2 g3",
            "r8 r9 r10 | b8 b9 b10 b11 | y8 y9 y10 y11 | J g2 g3",
            true,
            &rules
        ),
        [
            "Exchange the joker of y8 b8 J for r8 borrowed from r8 r9 r10, leaving r9 r10: r8 y8 b8",
            "Play g2 g3 from the hand and the freed joker as a new meld: J g2 g3",
            "Take r8 from r8 y8 b8, leaving y8 b8, and add it to r9 r10: r8 r9 r10",
            "Take y8 from y8 b8, leaving b8, and add it to y9 y10 y11: y8 y9 y10 y11",
            "Join b8 and b9 b10 b11: b8 b9 b10 b11",
        ]
    );
    // One exchange makes the next one possible.
    let context =
        texts("r3 J r5 | r4 y4 J", "g4 b4 y9 b9 y12 b12", "r3 r4 r5 | y4 g4 b4 | y9 b9 J | y12 b12 J", true, &rules);
    assert_eq!(
        context[..2],
        [
            "Exchange the joker of r4 y4 J for g4 from the hand: r4 y4 g4",
            "Exchange the joker of r3 J r5 for r4 borrowed from r4 y4 g4, leaving y4 g4: r3 r4 r5",
        ]
    );
}

/// Loose jokers are taken, or exchanged if a tile takes their place anyway.
#[test]
fn free_jokers() {
    let rules = Rules::free_jokers();
    assert_eq!(
        texts("y5 y6 y7 J", "r1 g1", "y5 y6 y7 | r1 g1 J", true, &rules),
        [
            "Play r1 g1 from the hand to start a new meld",
            "Take J from y5 y6 y7 J, leaving y5 y6 y7, and add it to r1 g1: r1 g1 J",
        ]
    );
    assert_eq!(texts("r3 J r5", "r4 y9 b9", "r3 r4 r5 | y9 b9 J", true, &rules).len(), 2);
    assert_eq!(
        texts("J r5 r6", "r7", "r5 r6 r7 J", true, &rules),
        ["Add r7 from the hand to J r5 r6: J r5 r6 r7", "Move the jokers of J r5 r6 r7: r5 r6 r7 J"]
    );
}

/// Under `opening_table = same_turn` the opening comes first, even if its melds are then rearranged.
#[test]
fn opening_and_using_the_table() {
    let context = texts("y4 y5 y6", "r10 y10 b10 y7", "y4 y5 y6 y7 | r10 y10 b10", false, &Rules::sabra());
    assert_eq!(
        context,
        ["Play r10 y10 b10 from the hand as a new meld: r10 y10 b10", "Add y7 from the hand to y4 y5 y6: y4 y5 y6 y7"]
    );
    let context = texts(
        "r9 y9 g9 b9 | g10 g11 g12 g13",
        "r10 y10 b10 r11",
        "r9 r10 r11 | y9 g9 b9 | y10 g10 b10 | g11 g12 g13",
        false,
        &Rules::sabra(),
    );
    assert_eq!(
        context,
        [
            "Play r10 y10 b10 from the hand as a new meld: r10 y10 b10",
            "Take g10 from g10 g11 g12 g13, leaving g11 g12 g13, and add it to r10 y10 b10: r10 y10 g10 b10",
            "Take r9 from r9 y9 g9 b9, leaving y9 g9 b9, and start a new meld with it",
            "Take r10 from r10 y10 g10 b10, leaving y10 g10 b10, and add it to r9: r9 r10",
            "Add r11 from the hand to r9 r10: r9 r10 r11",
        ]
    );
}

#[test]
fn refusals() {
    let rules = Rules::schmidt();
    let table = |text: &str| Table::parse(text, &rules).unwrap();
    let hand: Tiles = "r4 y9 b9".parse().unwrap();
    let refused = steps(&table("r3 J r5"), &hand, &table("r3 r4 r5 J"), false, &rules).unwrap_err();
    assert!(matches!(refused, StepsError::Illegal(_)), "{refused}");
    let impossible = steps(&table("r3 r4 r5"), &"r4 r4".parse().unwrap(), &table("r3 r4 r5"), true, &rules);
    assert!(matches!(impossible, Err(StepsError::Table(_))));

    let before = table("r3 J r5");
    let good = steps(&before, &hand, &table("r3 r4 r5 | y9 b9 J"), true, &rules).unwrap();
    assert!(matches!(replay(&table("r3 r4 r5"), &good), Err(ReplayError::NoSuchHeap { step: 0, .. })));
    assert_eq!(replay(&before, &good[..1]), Err(ReplayError::FreedJoker { step: 1 }));
    assert_eq!(replay(&before, &good[1..]), Err(ReplayError::FreedJoker { step: 0 }));
    let mut wrong = good.clone();
    if let Step::Play { tiles, .. } = &mut wrong[1] {
        tiles.pop();
    }
    assert_eq!(replay(&before, &wrong), Err(ReplayError::TilesDiffer { step: 1 }));
    let split = steps(&table("b2 b3 b4 b5 b6"), &"b4".parse().unwrap(), &table("b2 b3 b4 | b4 b5 b6"), true, &rules);
    let half = replay(&table("b2 b3 b4 b5 b6"), &split.unwrap()[..1]);
    assert!(matches!(&half, Err(ReplayError::NotAMeld { heap }) if heap.to_string() == "b5 b6"), "{half:?}");
}
