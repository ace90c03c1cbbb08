//! Rules 9 to 15: worked answers, every reason, and a brute-force referee.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its own positions has failed")]

mod common;
mod records;

use std::collections::BTreeSet;

use common::{Everything, whole_deck};
use proptest::prelude::*;
use records::preset;
use rummy_fast::{
    Color, Deck, Draft, ExchangeFrom, Fate, FreedJoker, LockedMeld, Meld, OpeningTable, Options, Palette, Reason,
    Rules, Source, Table, Tile, Tiles, Verdict, check_turn, is_legal,
};

const FIVE: [&str; 5] = ["schmidt", "rummikub", "rummikub_eu", "sabra", "free_jokers"];

/// The `schmidt` rules with options changed.
fn rules(change: impl FnOnce(&mut Options)) -> Rules {
    let mut options = Rules::schmidt().options();
    change(&mut options);
    options.validate().unwrap()
}

/// Tabs are no part of the canonical notation, so that melds with tabs are read the long way, in all detail.
#[test]
fn a_meld_is_read_the_same_with_tabs_between_its_tiles() {
    const WORDS: [&str; 17] =
        ["r3", "r4", "r5", "y3", "b3", "o3", "J", "j", "J=r4", "R3", "r03", "r0", "r14", "r3-5", "x3", "r", ","];
    let mut melds = [0, 0];
    for rules in [Rules::schmidt(), rules(|options| options.shortest_meld = 2)] {
        for (count, which) in (2..=4).flat_map(|count| (0..WORDS.len().pow(count)).map(move |which| (count, which))) {
            let words = (0..count).map(|place| WORDS[which / WORDS.len().pow(place) % WORDS.len()]);
            let words: Vec<&str> = words.collect();
            let plain = Meld::parse(&format!(" {} ", words.join(" ")), &rules);
            assert_eq!(plain, Meld::parse(&words.join("\t"), &rules), "{words:?}");
            melds[usize::from(plain.is_ok())] += 1;
        }
    }
    assert!(melds.iter().all(|&count| count > 100), "{melds:?}");
}

fn check(before: &str, hand: &str, after: &str, opened: bool, rules: &Rules) -> Verdict {
    let table = Table::parse(before, rules).unwrap();
    let hand = Tiles::parse(hand, &rules.deck).unwrap();
    let verdict = check_turn(&table, &hand, &Draft::parse(after), opened, rules).unwrap();
    if let Ok(result) = Table::parse(after, rules) {
        assert_eq!(
            is_legal(&table, &hand, &result, opened, rules),
            verdict.legal(),
            "{before} + {hand} -> {after}: {:?}",
            verdict.reasons
        );
    }
    assert_eq!(verdict.table.is_some(), verdict.legal());
    verdict
}

fn legal(before: &str, hand: &str, after: &str, rules: &Rules) -> bool {
    check(before, hand, after, true, rules).legal()
}

fn codes(verdict: &Verdict) -> Vec<&'static str> {
    verdict.reasons.iter().map(Reason::code).collect()
}

fn message(verdict: &Verdict) -> String {
    verdict.clone().verify().unwrap_err().to_string()
}

/// The worked answers of the rule book: table, hand, new table, and the answer under each of [`FIVE`].
const WORKED: &[(&str, &str, &str, &str)] = &[
    ("r6 r7 r8", "r5 r9", "r5 r6 r7 r8 r9", "yyyyy"),
    ("r8 y8 g8", "b8", "r8 y8 g8 b8", "yyyyy"),
    ("g2 g3 g4 g5", "g6 y2 b2", "y2 g2 b2 | g3 g4 g5 g6", "yyyyy"),
    ("b2 b3 b4 b5 b6", "b4", "b2 b3 b4 | b4 b5 b6", "yyyyy"),
    ("b2 b3 b4 b5", "b3", "b2 b3 | b3 b4 b5", "nnnnn"),
    ("r5 r6 r7", "y5 b5", "r5 y5 b5 | r6 r7", "nnnnn"),
    ("r1 r2 r3 | y1 y2 y3 | g1 g2 g3", "b1", "r1 y1 g1 b1 | r2 y2 g2 | r3 y3 g3", "yyyyy"),
    ("r3 J r5", "r4 y9 b9", "r3 r4 r5 | y9 b9 J", "yyyyy"),
    ("r3 J r5", "y4 y9 b9", "y9 b9 J | r3 y4 r5", "nnnnn"),
    ("r3 J r5", "r4", "r3 r4 r5", "nnnnn"),
    ("r3 J r5", "r4", "r3 r4 r5 J", "ynyyy"),
    ("r3 J r5", "r4", "J r3 r4 r5", "ynyyy"),
    ("J r5 r6", "r4", "r4 r5 r6 J", "ynyyy"),
    ("J r5 r6", "r4", "J r4 r5 r6", "ynyyy"),
    ("J r5 r6", "r7", "r5 r6 r7 J", "nnyny"),
    ("J r5 r6", "r7", "J r5 r6 r7", "yyyyy"),
    ("r5 r6 J", "r8", "r5 r6 J r8", "yyyyy"),
    ("r3 J r5 r6", "y6 b6", "r3 J r5 | r6 y6 b6", "yyyny"),
    ("r3 J r5", "r2 y5 b5", "r2 r3 J | r5 y5 b5", "nyyny"),
    ("r3 J r5", "r2 y5 b5", "r2 r3 J r5", "yyyyy"),
    ("r2 r3 J r5 r6", "r4", "r2 r3 r4 | J r5 r6", "yyyyy"),
    ("r8 b8 J", "y8 r1 r2", "r8 b8 y8 | r1 r2 J", "yyyyy"),
    ("r8 b8 J", "y8 g8 r1 r2", "r8 b8 y8 g8 | r1 r2 J", "yyyyy"),
    ("r8 b8 J", "y8 g8", "r8 b8 y8 J", "yyyyy"),
    ("r8 b8 J", "y8 g8", "r8 b8 y8 g8", "nnnnn"),
    ("r3 J r5 | r4 y4 g4 b4", "y9 b9", "r3 r4 r5 | y4 g4 b4 | y9 b9 J", "yyyny"),
    (
        "r1 r2 r3 r4 | y1 y2 y3 y4 | g1 g2 g3 g4 | b1 b2 b3 J",
        "r9 y9",
        "r1 y1 g1 b1 | r2 y2 g2 b2 | r3 y3 g3 b3 | r4 y4 g4 | r9 y9 J",
        "nnyny",
    ),
    ("y5 y6 y7 J", "r1 g1", "y5 y6 y7 | r1 g1 J", "nnyny"),
    ("r8 b8 y8 J", "y9 y10", "r8 b8 J | y8 y9 y10", "yyyny"),
    (
        "b8 y8 J | r8 r9 r10 | b9 b10 b11 | y9 y10 y11",
        "g2 g3",
        "b8 b9 b10 b11 | y8 y9 y10 y11 | r8 r9 r10 | J g2 g3",
        "yyyny",
    ),
    ("r8 J=y8 J=g8", "y8 r1 r2", "r8 y8 J | r1 r2 J", "yyyyy"),
    ("r3 J r5 | r4 y4 J", "g4 b4 y9 b9 y12 b12", "r3 r4 r5 | y4 g4 b4 | y9 b9 J | y12 b12 J", "yyyny"),
    ("r3 J r5 J r7", "r5", "r3 J r5 | r5 J r7", "nyyny"),
    ("r5 r6 r7", "J", "r5 r6 r7 J", "yyyyy"),
    ("r7 y7 g7 | r5 r6 r7", "r8 r9 J", "r7 y7 g7 | r5 r6 r7 | J r8 r9", "yyyyy"),
    ("r3 J r5 | r6 r7 J", "r9", "r3 J r5 r6 r7 J r9", "yyyyy"),
    ("J r5 r6 | y5 g5 b5 | y6 g6 b6", "r2 r3", "r2 r3 J | r5 y5 g5 b5 | r6 y6 g6 b6", "nnyny"),
    ("b1 b2 J | r1 y1 g1 | r2 y2 g2", "r9 y9", "r1 y1 g1 b1 | r2 y2 g2 b2 | r9 y9 J", "nnyny"),
];

#[test]
fn worked_answers() {
    for (before, hand, after, answers) in WORKED {
        for (name, answer) in FIVE.iter().zip(answers.chars()) {
            let verdict = check(before, hand, after, true, &preset(name));
            assert_eq!(verdict.legal(), answer == 'y', "{before} + {hand} -> {after} ({name}): {:?}", verdict.reasons);
        }
    }
}

#[test]
fn worked_openings() {
    // Table, hand, new table, legal under every preset but sabra, legal under sabra.
    let rows = [
        ("", "r10 y10 b10", "r10 y10 b10", true, true),
        ("", "r9 y9 b9", "r9 y9 b9", false, false),
        ("", "r1 r2 r3 g8 g9 g10", "r1 r2 r3 | g8 g9 g10", true, true),
        ("", "r10 y10 J", "r10 y10 J", true, true),
        ("", "r9 r10 J", "r9 r10 J", true, true),
        ("", "r9 r10 J", "J r9 r10", false, false),
        ("", "r12 r13 J", "J r12 r13", true, true),
        ("", "r10 J J", "r10 J=r11 J=r12", true, true),
        ("", "r10 J J", "r10 J=y10 J=g10", true, true),
        ("", "r8 J J", "r8 J=r9 J=r10", false, false),
        ("", "r9 J J", "r9 J=r10 J=r11", true, true),
        ("", "r5 r6 r7 r8 J", "r5 r6 r7 r8 J", true, true),
        ("", "r8 b8 g8 J", "r8 b8 g8 J", true, true),
        ("r9 y9 g9 b9", "r10 r11", "r9 r10 r11 | y9 g9 b9", false, false),
        ("y4 y5 y6", "r10 y10 b10 y7", "y4 y5 y6 | r10 y10 b10", true, true),
        ("y4 y5 y6", "r10 y10 b10 y7", "y4 y5 y6 y7 | r10 y10 b10", false, true),
        ("r3 J r5", "r4 r10 y10", "r3 r4 r5 | r10 y10 J", false, false),
        ("r3 J r5", "r10 y10 b10", "r3 J r5 | r10 y10 b10", true, true),
        // The same tiles with the joker elsewhere: the table was changed.
        ("r3 J r5 r6", "r10 y10 b10 r4", "r3 r4 r5 J | r10 y10 b10 | r6", false, false),
        ("r8 J=y8 J=g8", "r10 y10 b10", "r8 J=r9 J=r10 | r10 y10 b10", false, false),
        ("", "r1 r2 r3 b1 b2 b3", "r1 r2 r3 | b1 b2 b3", false, false),
    ];
    for (before, hand, after, usual, sabra) in rows {
        for name in FIVE {
            let verdict = check(before, hand, after, false, &preset(name));
            let expected = if name == "sabra" { sabra } else { usual };
            assert_eq!(verdict.legal(), expected, "{before} + {hand} -> {after} ({name}): {:?}", verdict.reasons);
        }
    }
}

#[test]
fn closing_the_hand_needs_no_minimum() {
    for table in [OpeningTable::NextTurn, OpeningTable::SameTurn] {
        let closing = rules(|options| {
            options.closing_hand = true;
            options.opening_table = table;
        });
        assert!(check("", "r1 r2 r3 b1 b2 b3", "r1 r2 r3 | b1 b2 b3", false, &closing).legal());
        let kept = check("", "r1 r2 r3 b1 b2 b3 g9", "r1 r2 r3 | b1 b2 b3", false, &closing);
        assert_eq!(codes(&kept), ["opening_not_reached"]);
        assert!(!check("r4 r5 r6", "r1 r2 r3", "r1 r2 r3 r4 r5 r6", false, &closing).legal());
    }
}

#[test]
fn opening_melds_may_be_rearranged_in_the_same_turn() {
    let sabra = Rules::sabra();
    // r9 r10 r11 is worth 30, then joins r6 r7 r8.
    assert!(check("r6 r7 r8", "r9 r10 r11", "r6 r7 r8 r9 r10 r11", false, &sabra).legal());
    // The joker is worth 10 as r10 and then stands for g1.
    let verdict = check("g2 g3 g4", "r9 r11 J r8 r10", "r8 r9 r10 r11 | J g2 g3 g4", false, &sabra);
    assert!(verdict.legal());
    // The verdict names both values, and the table joker that moved.
    let verdict = check("r3 J r5", "r2 b9 y9 g9", "r2 r3 J | b9 y9 g9 | r5", false, &sabra);
    assert_eq!(codes(&verdict), ["invalid_meld"]);
    let verdict = check("r3 r4 J", "b9 y9 r2", "r2 r3 r4 | b9 y9 J", false, &sabra);
    assert_eq!(codes(&verdict), ["opening_not_reached", "joker_moved"]);
    assert!(message(&verdict).contains("worth 0: the opening needs 30 (rule 11)"), "{}", message(&verdict));
    let verdict = check("r3 r4 r5", "b9 y9 g9 r2", "r2 r3 r4 r5 | b9 y9 g9", false, &sabra);
    assert!(message(&verdict).contains("worth 27"), "{}", message(&verdict));
}

#[test]
fn opening_with_sixty_tiles_is_fast() {
    let deck = rules(|options| {
        options.opening_table = OpeningTable::SameTurn;
        options.opening_min = 1000;
        options.deck = Deck { colors: Palette::first(4), values: 13, copies: 2, jokers: 8 };
    });
    let hand = "r1-13 y1-13 g1-13 b1-13 J J J J J J J J";
    let verdict = check("", hand, "r1-13 J=r1 | y1-13 | g1-13 | b1-13 | J J J J J J J", false, &deck);
    assert!(!verdict.legal());
    let after = "J r2-13 | J y2-13 | J g2-13 | J b2-13 | r1 y1 g1 b1";
    let verdict = check("b11 b12 b13", "r1-13 y1-13 g1-13 b1-10 J J J J", after, false, &deck);
    assert_eq!(codes(&verdict), ["opening_not_reached"]);
    assert!(message(&verdict).contains("worth 380:"), "3 x 91, 55 and four jokers as 13: {}", message(&verdict));
}

#[test]
fn rules_9_and_10_a_play_needs_a_tile_from_the_hand_and_keeps_the_table() {
    let schmidt = Rules::schmidt();
    assert!(legal("r1 r2 r3 r4 | y1 g1 b1", "r5", "r2 r3 r4 r5 | r1 y1 g1 b1", &schmidt));
    assert_eq!(
        codes(&check("r5 r6 r7 r8", "y5", "r6 r7 r8", true, &schmidt)),
        ["table_tile_missing", "nothing_played"]
    );
    assert_eq!(codes(&check("r5 r6 r7", "", "r5 r6 r7", true, &schmidt)), ["nothing_played"]);
    assert_eq!(codes(&check("r5 r6 r7", "", "r5 r6 r7", false, &schmidt)), ["nothing_played"]);
    // b5 instead of r5: the right number of tiles, but the wrong tiles.
    let swapped = check("r5 y5 g5 | b6 b7 b8", "b8", "b5 y5 g5 | b6 b7 b8", true, &schmidt);
    assert_eq!(codes(&swapped), ["table_tile_missing", "tile_not_in_hand"]);
    assert_eq!(swapped.reasons[0].subject().as_deref(), Some("r5"));
    assert_eq!(swapped.reasons[1].subject().as_deref(), Some("b5"));
    // Two copies are played, one is in the hand.
    assert!(!legal("r5 y5 g5", "b5", "r5 y5 g5 b5 | b5 b6 b7", &schmidt));
}

#[test]
fn rule_12_melds_without_jokers_may_be_taken_apart() {
    for name in FIVE {
        let rules = preset(name);
        assert!(legal("r4 r5 r6 | y4 y5 y6 | g4 g5 g6", "b4", "r4 y4 g4 b4 | r5 y5 g5 | r6 y6 g6", &rules));
        assert!(!legal("r4 r5 r6 | y4 y5 y6 | g4 g5 g6", "b4", "r4 y4 g4 b4 | r5 y5 | r6 y6 g6 g5", &rules));
    }
}

#[test]
fn rule_14_exchange() {
    let schmidt = Rules::schmidt();
    let sabra = Rules::sabra();
    let rummikub = preset("rummikub");
    // A tile from the hand, one from the table, and only the tile that the joker stands for.
    assert!(legal("r3 J r5", "r4 y9 b9", "r3 r4 r5 | y9 b9 J", &sabra));
    assert!(legal("r3 J r5 | r4 y4 g4 b4", "y9 b9", "r3 r4 r5 | y4 g4 b4 | y9 b9 J", &schmidt));
    assert!(!legal("r3 J r5 | r4 y4 g4 b4", "y9 b9", "r3 r4 r5 | y4 g4 b4 | y9 b9 J", &sabra));
    assert!(!legal("r3 J r5 | r6 r7 r8", "y9 b9", "r5 r6 r7 r8 | y9 b9 J | r3", &schmidt));
    // The meld is then an ordinary one and may be taken apart.
    assert!(legal("r3 J r5", "r4 y3 b3 y5 b5 y4 b4 g9 g10", "r3 y3 b3 | r5 y5 b5 | r4 y4 b4 | g9 g10 J", &sabra));
    // One played tile frees two jokers under `anywhere`; each needs its own under `hand`.
    let (before, after) = ("r3 J r5 | J r5 r6", "r3 r4 r5 r6 | r5 y5 J | r9 r10 J");
    assert!(legal(before, "r4 y5 r9 r10", after, &schmidt));
    assert_eq!(codes(&check(before, "r4 y5 r9 r10", after, true, &sabra)), ["jokers_in_conflict"]);
    let two = "r3 r4 r5 | r4 r5 r6 | r9 y9 J | r10 y10 J";
    assert!(legal(before, "r4 r4 r9 y9 r10 y10", two, &sabra));
    // A borrowed tile must be allowed to leave its meld.
    let (after, hand) = ("r3 r4 r5 | y4 J g4 | y9 b9 J", "y9 b9");
    assert!(!legal("r3 J r5 | r4 y4 J", hand, "r3 r4 r5 | y4 J | y9 b9 J", &schmidt));
    assert!(legal("r3 J r5 | r4 y4 g4 J", hand, after, &schmidt), "four tiles");
    assert!(!legal("r3 J r5 | r4 y4 g4 J", hand, after, &rules(|options| options.locked_meld = LockedMeld::Frozen)));
    // A freed joker needs a new meld.
    assert!(legal("r3 J r5", "r4 r9 r10", "r3 r4 r5 | r9 r10 J", &rummikub));
    let verdict = check("r3 J r5 | b6 b7 b8", "r4", "r3 r4 r5 | b6 b7 b8 J", true, &rummikub);
    assert_eq!(codes(&verdict), ["freed_joker_in_old_meld"]);
    assert_eq!(verdict.reasons[0].subject().as_deref(), Some("b6 b7 b8 J"));
    // Part of an old meld may go with it.
    assert!(legal("r3 J r5 | b6 b7 b8 b9", "r4 r9", "r3 r4 r5 | b6 b7 b8 | b9 r9 J", &rummikub));
    // A joker from the hand may go anywhere.
    assert!(legal("r3 r4 r5", "J", "r3 r4 r5 J", &rummikub));
    // Either color may have replaced the joker of the group, and one reading is enough.
    assert!(legal("r8 b8 J", "y8 g8 g9 g10", "r8 b8 y8 J | g8 g9 g10", &rummikub));
    assert!(!legal("r8 b8 J | r5 r6 r7", "y8", "r8 b8 y8 | r5 r6 r7 J", &rummikub));
    // The old group had two jokers, so r8 b8 J does not contain all of it.
    let three = rules(|options| {
        options.freed_joker = FreedJoker::NewMeld;
        options.deck.jokers = 3;
    });
    assert!(legal("r8 J=y8 J=g8 | r3 J r5", "r4 r8 b8", "r3 r4 r5 | r8 J=y8 J=g8 | r8 b8 J", &three));
}

#[test]
fn rule_15_tiles_that_stay_with_a_joker() {
    let policies = [LockedMeld::Frozen, LockedMeld::KeepThree, LockedMeld::Identity, LockedMeld::Free];
    let rows = [
        // Tiles may be added on both sides, and two such melds may join.
        ("r3 J r5", "r2 r6", "r2 r3 J r5 r6", "yyyy"),
        ("r3 J r5 | r6 r7 J", "r9", "r3 J r5 r6 r7 J r9", "yyyy"),
        // One tile may leave four.
        ("r3 J r5 r6", "y6 b6", "r3 J r5 | r6 y6 b6", "nyyy"),
        // Two may not leave four, unless one natural tile is enough.
        ("r3 J r5 r6", "y5 b5 y6 b6 r2", "r2 r3 J | r5 y5 b5 | r6 y6 b6", "nnyy"),
        // No tile of its meld stays.
        ("r3 J r5", "r2 r3 r5 y3 b3 y5 b5", "r3 y3 b3 | r5 y5 b5 | r2 r3 J r5", "yyyy"),
        ("r3 J r5", "r6 y3 b3 y5 b5 r7", "r3 y3 b3 | r5 y5 b5 | J r6 r7", "nnny"),
        // Another kind of meld.
        ("r3 J r5", "r2 r1 r6 r7 y4 b4", "r1 r2 r3 | r5 r6 r7 | y4 b4 J", "nnny"),
        // In a group the joker keeps its number and stands for a color that is still missing.
        ("r8 b8 J", "y8 g8 y7 y9", "r8 b8 J g8 | y7 y8 y9", "yyyy"),
        ("r8 b8 y8 J", "y9 y10", "r8 b8 J | y8 y9 y10", "nyyy"),
        // A tile counts for one meld only.
        ("r3 J r5 J r7", "r5", "r3 J r5 | r5 J r7", "nnyy"),
        ("r3 J r5 J r7", "r2 r5", "r2 r3 J r5 | r5 J r7", "nnyy"),
        ("r2 r3 J r5 J r7 r8", "r1", "r1 r2 r3 J | r5 J r7 r8", "nyyy"),
        // Locked jokers of one meld count for each other.
        ("r3 J J r6 r7", "r8 r2", "r2 r3 J J | r6 r7 r8", "nyyy"),
        ("r3 J J r6 r7", "r8 r2 y5 b5", "r2 r3 J | J=r5 y5 b5 | r6 r7 r8", "nnny"),
        // A tile that replaced the other joker counts as one of the meld.
        ("r3 J r5 J r7", "r4 y9 b9 y3 b3 y7 b7", "r3 y3 b3 | r4 r5 J | r7 y7 b7 | y9 b9 J", "nyyy"),
    ];
    for (before, hand, after, answers) in rows {
        for (&policy, answer) in policies.iter().zip(answers.chars()) {
            for exchange in [ExchangeFrom::Anywhere, ExchangeFrom::Hand] {
                let rules = rules(|options| {
                    options.locked_meld = policy;
                    options.exchange_from = exchange;
                    options.deck.jokers = 4;
                });
                let verdict = check(before, hand, after, true, &rules);
                assert_eq!(
                    verdict.legal(),
                    answer == 'y',
                    "{before} + {hand} -> {after} ({policy}, {exchange}): {:?}",
                    verdict.reasons
                );
                let about_jokers = ["joker_moved", "locked_meld_broken", "jokers_in_conflict"];
                assert!(codes(&verdict).iter().all(|code| about_jokers.contains(code)), "{:?}", verdict.reasons);
            }
        }
    }
}

#[test]
fn equal_melds_and_jokers_of_one_color() {
    let schmidt = Rules::schmidt();
    assert!(legal("r3 J r5 | r3 J r5", "r6", "r3 J r5 | r3 J r5 r6", &schmidt));
    assert!(legal("r3 J r5 | r3 J r5", "y9 b9 g9", "r3 J r5 | r3 J r5 | y9 g9 b9", &schmidt));
    assert!(legal("r8 b8 J | r8 b8 J", "y9 b9 g9", "r8 b8 J | r8 b8 J | y9 g9 b9", &schmidt));
    // Both jokers could only be the y8 here, whatever tiles stay with them.
    let hand = |policy| {
        rules(|options| {
            options.locked_meld = policy;
            options.exchange_from = ExchangeFrom::Hand;
        })
    };
    let (before, tiles, after) = ("r8 g8 J | r8 b8 J", "r6 r7 r6 r7", "g8 b8 J J | r6 r7 r8 | r6 r7 r8");
    assert!(!legal(before, tiles, after, &hand(LockedMeld::Identity)));
    assert!(legal(before, tiles, after, &hand(LockedMeld::Free)));
}

#[test]
fn a_meld_that_lost_one_of_two_jokers_is_still_locked() {
    let (before, hand) = ("r3 J r5 J r7 | r1 r2 J", "r4 y9 b9 y1 b1 y2 b2 y12 b12");
    let after = "r3 r4 r5 J r7 | y9 b9 J | r1 y1 b1 | r2 y2 b2 | y12 b12 J";
    let three = |policy| {
        rules(|options| {
            options.locked_meld = policy;
            options.deck.jokers = 3;
        })
    };
    assert!(!legal(before, hand, after, &three(LockedMeld::Frozen)), "r3 may not leave to free the other joker");
    assert!(legal(before, hand, after, &three(LockedMeld::KeepThree)), "r3 may leave five tiles");
}

/// Found by `make soak-whole`: a freed joker was mistaken for the one that stayed.
#[test]
fn a_new_meld_may_look_like_an_old_one_whose_joker_stayed() {
    let rules = &rules(|options| {
        options.locked_meld = LockedMeld::Identity;
        options.freed_joker = FreedJoker::NewMeld;
    });
    let (before, hand) = ("b9 J b11 | r12 y12 g12 J", "b9 b11 b12");
    assert!(legal(before, hand, "b9 J b11 | b9 J b11 | r12 y12 g12 b12", rules));
    let (before, hand) = ("r13 g13 J | r3 J r5", "r4 r13 g13");
    assert!(legal(before, hand, "r13 g13 J | r13 g13 J | r3 r4 r5", rules));
    // A meld that also contains the joker that stayed is not new.
    let (before, hand) = ("b9 J b11 | r12 y12 g12 J", "b12");
    assert!(!legal(before, hand, "J=b8 b9 J b11 | r12 y12 g12 b12", rules));
}

#[test]
fn groups_of_larger_palettes() {
    let five = rules(|options| options.deck.colors = Palette::first(5));
    // The joker stands for y, g or k.
    assert!(legal("r8 b8 J", "k8 r1 r2", "r8 b8 k8 | r1 r2 J", &five));
    let verdict = check("r8 b8 J", "r1 r2 b9 b10 r9 r10", "r8 r9 r10 | b8 b9 b10 | r1 r2 J", true, &five);
    assert_eq!(codes(&verdict), ["joker_moved"]);
    assert!(message(&verdict).contains("stands for y8, g8 or k8"), "{}", message(&verdict));
    // Two jokers that stayed in one group stand for two colors, each one missing from its own old group.
    let six = rules(|options| {
        options.deck.colors = Palette::first(6);
        options.deck.jokers = 4;
        options.exchange_from = ExchangeFrom::Hand;
    });
    assert!(legal("r8 y8 J | g8 b8 J", "r1 r2 r3", "r8 y8 g8 b8 J J | r1 r2 r3", &six));
    // The first could be k or o, the second only r or y, and r is there.
    let before = "r8 y8 g8 b8 J | g8 b8 k8 o8 J";
    assert!(legal(before, "r1 r2 r3", "r8 y8 g8 b8 J | g8 b8 k8 o8 J | r1 r2 r3", &six));
    assert!(legal(
        before,
        "y9 y10",
        "g8 b8 r8 J J | g8 b8 k8 o8 | y8 y9 y10",
        &rules(|options| {
            *options = six.options();
            options.locked_meld = LockedMeld::Identity;
        })
    ));
    // Seven of eight colors are missing: seven jokers are fine, and each tile played frees one.
    let eight = rules(|options| {
        options.deck = Deck { colors: Palette::first(8), values: 13, copies: 2, jokers: 8 };
    });
    let group = "r8 J=y8 J=g8 J=b8 J=k8 J=o8 J=p8 J=w8";
    assert!(legal(group, "y8 r1 r2", "r8 y8 J J J J J J | r1 r2 J", &eight));
    assert!(!legal(group, "r1 r2", "r8 J=y8 J=g8 J=b8 J=k8 J=o8 J=p8 | r1 r2 J", &eight));
}

#[test]
fn identity_is_looser_than_keep_three_even_among_jokers() {
    let four = |policy| {
        rules(|options| {
            options.locked_meld = policy;
            options.deck.jokers = 4;
        })
    };
    // Three of the four tiles stayed together, but no natural one.
    let (before, hand, after) = ("r6 J=r7 J=r8 J=r9", "r10 y6 b6", "J=r7 J=r8 J=r9 r10 | r6 y6 b6");
    assert!(legal(before, hand, after, &four(LockedMeld::KeepThree)));
    assert!(legal(before, hand, after, &four(LockedMeld::Identity)));
    assert!(!legal(before, hand, after, &four(LockedMeld::Frozen)));
}

#[test]
fn melds_of_two() {
    let two = rules(|options| options.shortest_meld = 2);
    // All of a meld of two, and of the same kind.
    assert!(legal("r3 J=r4", "r5", "r3 J r5", &two));
    assert!(!legal("r3 J=r4", "r5 y3", "r3 y3 | J=r4 r5", &two));
    assert!(!legal("r3 J=y3", "r5 r6", "r3 J=r4 | r5 r6", &two));
}

#[test]
fn every_reason_has_a_code_a_message_and_a_subject() {
    let schmidt = Rules::schmidt();
    let rummikub = preset("rummikub");
    let long = "r1 ".repeat(40_000);
    // Verdict, code, subject, part of the message.
    let cases = [
        (check("r1 r2 r3", "", &long, true, &schmidt), "too_long", None, "120001 bytes"),
        (check("r1 r2 r3", "r4", "r1 r2 r3 | r4 x9", true, &schmidt), "invalid_meld", Some("r4 x9"), "meld 2: "),
        (check("r1 r2 r3 r4", "r5", "r3 r4 r5", true, &schmidt), "table_tile_missing", Some("r1"), "r1 is gone"),
        (check("r3 J r5", "r4", "r3 r4 r5", true, &schmidt), "joker_kept", Some("J"), "a joker is gone"),
        (check("r3 r4 r5", "y9", "r3 r4 r5 r6", true, &schmidt), "tile_not_in_hand", Some("r6"), "r6 was played"),
        (
            check("r1 r2 r3", "r1", "r1 r2 r3 | r1 r2 r3 | r1 y1 g1", true, &schmidt),
            "too_many_of_tile",
            Some("r1"),
            "3 of r1 on the table: the deck has 2 (rule 1)",
        ),
        (check("r1 r2 r3", "r4", "r1 r2 r3", true, &schmidt), "nothing_played", None, "(rule 10)"),
        (
            check("", "r9 y9 b9", "r9 y9 b9", false, &schmidt),
            "opening_not_reached",
            None,
            "worth 27: the opening needs 30 (rule 11)",
        ),
        (
            check("r3 r4 r5", "r6 g10 y10 b10", "r3 r4 r5 r6 | g10 y10 b10", false, &schmidt),
            "table_before_opening",
            Some("r3 r4 r5"),
            "(rule 11)",
        ),
        (
            check("J r5 r6", "r7", "r5 r6 r7 J", true, &schmidt),
            "joker_moved",
            Some("J r5 r6"),
            "the joker of J r5 r6 stands for r4: it must stay until such a tile replaces it (rules 14 and 15)",
        ),
        (
            check("r3 J r5", "r2 y5 b5", "r2 r3 J | r5 y5 b5", true, &schmidt),
            "locked_meld_broken",
            Some("r3 J r5"),
            "3 of its tiles, the joker included, must stay together (rules 12 and 15)",
        ),
        (
            check("r3 J r5", "r4", "r3 r4 r5 J", true, &rummikub),
            "freed_joker_in_old_meld",
            Some("r3 r4 r5 J"),
            "contains a freed joker and all of r3 J r5",
        ),
        (
            check("r3 J r5 | J r5 r6", "r4 y5 r9 r10", "r3 r4 r5 r6 | r5 y5 J | r9 r10 J", true, &Rules::sabra()),
            "jokers_in_conflict",
            Some("J r5 r6 | r3 J r5"),
            "cannot all be exchanged",
        ),
    ];
    let mut seen = BTreeSet::new();
    for (verdict, code, subject, part) in cases {
        let reason = verdict.reasons.iter().find(|reason| reason.code() == code);
        let reason = reason.unwrap_or_else(|| panic!("no {code} in {:?}", verdict.reasons));
        if code == "jokers_in_conflict" {
            let melds: BTreeSet<String> = reason.subject().unwrap().split(" | ").map(str::to_owned).collect();
            assert_eq!(melds, subject.unwrap().split(" | ").map(str::to_owned).collect());
        } else {
            assert_eq!(reason.subject().as_deref(), subject, "{code}");
        }
        assert!(reason.to_string().contains(part), "{reason}");
        seen.insert(code);
    }
    assert_eq!(seen.len(), 13, "a new reason needs a case here");
}

#[test]
fn a_verdict_lists_all_reasons() {
    let verdict =
        check("r3 J r5 | y7 y8 y9", "b1 b2", "r3 r4 r5 r5 r5 | b1 b2 | r7 r7 b7 | y7", true, &Rules::schmidt());
    assert_eq!(
        codes(&verdict),
        [
            "invalid_meld",
            "invalid_meld",
            "invalid_meld",
            "invalid_meld",
            "table_tile_missing",
            "table_tile_missing",
            "joker_kept",
            "tile_not_in_hand",
            "tile_not_in_hand",
            "tile_not_in_hand",
            "tile_not_in_hand",
            "too_many_of_tile",
        ]
    );
    assert_eq!(message(&verdict).matches("; ").count(), 11);
}

#[test]
fn an_impossible_position_is_an_error() {
    let schmidt = Rules::schmidt();
    let table = Table::parse("r1 r2 r3", &schmidt).unwrap();
    let hand: Tiles = "r1 r1".parse().unwrap();
    assert!(check_turn(&table, &hand, &Draft::parse("r1 r2 r3"), true, &schmidt).is_err());
    assert!(!is_legal(&table, &hand, &Table::parse("r1 r2 r3 | r1 y1 g1", &schmidt).unwrap(), true, &schmidt));
    // The table was read under other rules.
    let two = rules(|options| options.shortest_meld = 2);
    let short = Table::parse("r1 r2", &two).unwrap();
    assert!(check_turn(&short, &Tiles::new(), &Draft::from(&short), true, &schmidt).is_err());
    let after = Table::parse("r1 r2 r3 | r5 r6", &two).unwrap();
    assert!(!is_legal(&table, &"r5 r6".parse().unwrap(), &after, true, &schmidt));
}

#[test]
fn a_verdict_explains_the_jokers() {
    let schmidt = Rules::schmidt();
    let fates = |before, hand, after, rules: &Rules| -> Vec<Fate> {
        check(before, hand, after, true, rules).jokers.into_iter().map(|joker| joker.fate).collect()
    };
    let tile = |text: &str| -> Tile { text.parse().unwrap() };
    // r4 was played without an exchange: the joker is where it was.
    assert_eq!(fates("r3 J r5", "r4 r6 r2", "r2 r3 J r5 r6", &schmidt), [Fate::Stayed { meld: 0 }]);
    assert_eq!(fates("r3 J r5", "r4 b4 y4", "r3 J r5 | r4 y4 b4", &schmidt), [Fate::Stayed { meld: 0 }]);
    let hand = Fate::Freed { by: tile("r4"), from: Source::Hand };
    assert_eq!(fates("r3 J r5", "r4 y9 b9", "r3 r4 r5 | y9 b9 J", &schmidt), [hand]);
    // First the joker of the group; then r4 may leave the group for the run.
    let verdict =
        check("r3 J r5 | r4 y4 J", "g4 b4 y9 b9 y12 b12", "r3 r4 r5 | y4 g4 b4 | y9 b9 J | y12 b12 J", true, &schmidt);
    assert_eq!(verdict.jokers.len(), 2);
    let group = verdict.jokers[0].meld;
    assert_eq!(verdict.jokers[0].stands_for, [tile("g4"), tile("b4")]);
    assert_eq!(verdict.jokers[0].fate, Fate::Freed { by: tile("g4"), from: Source::Hand });
    assert_eq!(verdict.jokers[1].stands_for, [tile("r4")]);
    assert_eq!(verdict.jokers[1].fate, Fate::Freed { by: tile("r4"), from: Source::Table { meld: group } });
    // A chain: g6 frees the joker of g4 g5 J, g4 then frees that of the group, and r4 that of the run.
    let verdict = check(
        "r3 J r5 | r4 y4 J | g4 g5 J",
        "g6 y3 y5 y12 b12 r9 y9 b1 y1",
        "r3 r4 r5 | y3 y4 y5 | g4 g5 g6 | y12 b12 J | r9 y9 J | y1 b1 J",
        true,
        &rules(|options| options.deck.jokers = 3),
    );
    let by: Vec<Fate> = verdict.jokers.iter().map(|joker| joker.fate).collect();
    let freed = |text: &str, from| Fate::Freed { by: tile(text), from };
    assert_eq!(
        by,
        [
            freed("g6", Source::Hand),
            freed("g4", Source::Table { meld: verdict.jokers[0].meld }),
            freed("r4", Source::Table { meld: verdict.jokers[1].meld }),
        ]
    );
    // Two melds that could only free each other cannot be freed.
    let both = check("b4 b5 J | J b6 b7", "y9 g9 y1 g1", "b4 b5 b6 b7 | y9 g9 J | y1 g1 J", true, &schmidt);
    assert_eq!(codes(&both), ["joker_moved", "joker_moved"]);
    // Freed jokers come first, then those that stayed.
    let kinds = fates("r2 r3 J r5 r6 | y1 J y3", "r4 y4", "r2 r3 r4 | J r5 r6 | y1 J y3 y4", &schmidt);
    assert_eq!(kinds.len(), 2);
    assert!(kinds.iter().all(|fate| matches!(fate, Fate::Stayed { .. })), "{kinds:?}");
    assert_eq!(fates("y5 y6 y7 J", "r1 g1", "y5 y6 y7 | r1 g1 J", &Rules::free_jokers()), [Fate::Loose]);
    let other = check("r3 J r5", "r2 y5 b5", "r2 r3 J | r5 y5 b5", true, &schmidt);
    assert!(other.jokers.is_empty());
}

/// A small random number generator: the same seed gives the same position on every platform.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }
}

/// Every meld of a deck with at most `most_jokers` jokers.
fn all_melds(rules: &Rules, most_jokers: usize) -> Vec<Meld> {
    let Everything { mut melds, .. } = Everything::new(rules);
    melds.retain(|meld| meld.jokers() <= most_jokers);
    melds
}

fn tiles_of(melds: &[Meld]) -> Tiles {
    melds.iter().flat_map(Meld::tiles).collect()
}

/// A table, and another that contains all its tiles and some more.
fn random_turn(dice: &mut Dice, rules: &Rules, melds: &[Meld]) -> Option<(Table, Tiles, Table)> {
    let mut spare = whole_deck(rules.deck);
    let mut before = Vec::new();
    for _ in 0..=dice.roll(3) {
        for _ in 0..40 {
            // Sometimes repeat a meld.
            let again = before.last().filter(|_| dice.roll(30) == 0);
            let meld = again.copied().unwrap_or(melds[dice.roll(melds.len())]);
            let tiles = tiles_of(&[meld]);
            // Most melds are long or have no jokers, and these find few errors.
            let wanted = meld.len() <= 5 && (meld.jokers() > 0 || dice.roll(3) == 0);
            if wanted && spare.contains(&tiles) {
                spare = spare.minus(&tiles);
                before.push(meld);
                break;
            }
        }
    }
    let mut after: Vec<Meld> = Vec::new();
    let mut rest = Tiles::new();
    for &meld in &before {
        if dice.roll(4) == 0 {
            after.push(meld);
        } else {
            rest = rest.plus(&tiles_of(&[meld]));
        }
    }
    while !rest.is_empty() {
        let naturals: Vec<Tile> = rest.iter().filter(|tile| !tile.is_joker()).collect();
        let target = if naturals.is_empty() { Tile::JOKER } else { naturals[dice.roll(naturals.len())] };
        let fits: Vec<Meld> = melds
            .iter()
            .copied()
            .filter(|meld| {
                let tiles = tiles_of(&[*meld]);
                tiles.count(target) > 0 && spare.plus(&rest).contains(&tiles) && tiles.jokers() <= rest.jokers()
            })
            .collect();
        if fits.is_empty() {
            return None;
        }
        if let Some(&last) = after.last()
            && fits.contains(&last)
            && dice.roll(2) == 0
        {
            spare = spare.minus(&tiles_of(&[last]).minus(&rest));
            rest = rest.minus(&tiles_of(&[last]));
            after.push(last);
            continue;
        }
        // Of a few melds, take the one that needs the fewest other tiles.
        let best = (0..5)
            .map(|_| fits[dice.roll(fits.len())])
            .min_by_key(|meld| tiles_of(&[*meld]).minus(&rest).len() * 8 + meld.len())?;
        let tiles = tiles_of(&[best]);
        spare = spare.minus(&tiles.minus(&rest));
        rest = rest.minus(&tiles);
        after.push(best);
    }
    let (before, after) = (Table::new(before), Table::new(after));
    let hand = after.tiles().minus(&before.tiles());
    (!hand.is_empty() && hand.len() <= 12).then_some((before, hand, after))
}

fn random_rules(dice: &mut Dice, most_jokers: usize) -> Rules {
    rules(|options| {
        options.deck = Deck {
            colors: Palette::first(3 + dice.roll(3) as u8),
            values: if dice.roll(3) == 0 { 2 } else { 4 } + dice.roll(4) as u8,
            copies: 1 + dice.roll(2) as u8,
            jokers: 1 + dice.roll(most_jokers) as u8,
        };
        options.shortest_meld = if dice.roll(6) == 0 { 2 } else { 3 };
        options.exchange_from = ExchangeFrom::ALL[dice.roll(2)];
        options.freed_joker = FreedJoker::ALL[dice.roll(2)];
    })
}

fn with_policy(rules: &Rules, policy: LockedMeld) -> Rules {
    let mut options = rules.options();
    options.locked_meld = policy;
    options.validate().unwrap()
}

/// Section 3 of the rule book, literally: tries every split of the jokers, every place, every replacing tile and every
/// way to count tiles, without shortcuts.
struct Referee<'a> {
    rules: &'a Rules,
    played: Tiles,
    before: &'a [Meld],
    after: &'a [Meld],
    jokers: Vec<(usize, Vec<Tile>)>,
}

#[derive(Clone, Copy, PartialEq)]
enum JokerFate {
    Freed(Tile),
    Stays(usize, Tile),
}

/// Each tile of a meld; jokers as the tiles they may stand for.
fn identities(meld: &Meld, rules: &Rules) -> Vec<Vec<Tile>> {
    let number = |meld: &Meld| match meld {
        Meld::Run(run) => (run.color(), run.first()),
        Meld::Group(group) => (Color::new(0).unwrap(), group.value()),
    };
    let (color, value) = number(meld);
    let jokers = meld.tiles().enumerate().filter(|(_, tile)| tile.is_joker());
    jokers
        .map(|(place, _)| match meld {
            Meld::Run(_) => vec![Tile::new(color, value + place as u8).unwrap()],
            Meld::Group(group) => (0..rules.deck.colors.len())
                .filter(|color| group.missing(&rules.deck) >> color & 1 == 1)
                .map(|color| Tile::new(Color::new(color).unwrap(), value).unwrap())
                .collect(),
        })
        .collect()
}

impl Referee<'_> {
    fn allows(before: &Table, after: &Table, rules: &Rules) -> bool {
        let jokers = before.melds().iter().enumerate();
        let jokers = jokers.flat_map(|(old, meld)| identities(meld, rules).into_iter().map(move |tiles| (old, tiles)));
        let referee = Referee {
            rules,
            played: after.tiles().minus(&before.tiles()),
            before: before.melds(),
            after: after.melds(),
            jokers: jokers.collect(),
        };
        rules.locked_meld == LockedMeld::Free || referee.any_assignment(&mut Vec::new())
    }

    fn any_assignment(&self, fates: &mut Vec<JokerFate>) -> bool {
        let Some((old, tiles)) = self.jokers.get(fates.len()) else {
            return self.can_be_freed(fates) && self.enough_tiles_stay(fates) && self.freed_joker_fits(fates);
        };
        let mut options: Vec<JokerFate> = tiles.iter().map(|&tile| JokerFate::Freed(tile)).collect();
        for (last, meld) in self.after.iter().enumerate() {
            if meld.is_run() != self.before[*old].is_run() {
                continue;
            }
            let places = identities(meld, self.rules);
            for &tile in tiles {
                let free = places.iter().any(|place| place.contains(&tile));
                let here =
                    fates.iter().filter(|other| matches!(other, JokerFate::Stays(place, _) if *place == last)).count();
                if free && !fates.contains(&JokerFate::Stays(last, tile)) && here < meld.jokers() {
                    options.push(JokerFate::Stays(last, tile));
                }
            }
        }
        options.into_iter().any(|option| {
            fates.push(option);
            let found = self.any_assignment(fates);
            fates.pop();
            found
        })
    }

    fn can_be_freed(&self, fates: &[JokerFate]) -> bool {
        let freed: Vec<(usize, Tile)> = fates
            .iter()
            .enumerate()
            .filter_map(|(joker, fates)| if let JokerFate::Freed(tile) = fates { Some((joker, *tile)) } else { None })
            .collect();
        if self.rules.exchange_from == ExchangeFrom::Hand {
            return freed.iter().all(|(_, tile)| {
                freed.iter().filter(|(_, other)| other == tile).count() <= self.played.count(*tile) as usize
            });
        }
        let mut out = vec![false; self.jokers.len()];
        loop {
            let next = freed.iter().find(|&&(joker, by)| {
                !out[joker]
                    && (self.played.count(by) > 0
                        || self.before.iter().enumerate().any(|(from, meld)| {
                            let jokers = || (0..out.len()).filter(|&other| self.jokers[other].0 == from);
                            from != self.jokers[joker].0
                                && meld.tiles().any(|tile| tile == by)
                                && (jokers().all(|other| out[other])
                                    || match self.rules.locked_meld {
                                        LockedMeld::Frozen => false,
                                        LockedMeld::KeepThree => meld.len() >= 4,
                                        _ => true,
                                    })
                        }))
            });
            match next {
                Some(&(joker, _)) => out[joker] = true,
                None => return freed.iter().all(|&(joker, _)| out[joker]),
            }
        }
    }

    /// The natural tiles of an old meld and the tiles that replaced its jokers.
    fn tiles(&self, old: usize, fates: &[JokerFate]) -> BTreeSet<Tile> {
        let put_in = self.jokers.iter().zip(fates).filter_map(|((meld, _), fates)| match fates {
            JokerFate::Freed(tile) if *meld == old => Some(*tile),
            _ => None,
        });
        self.before[old].tiles().filter(|tile| !tile.is_joker()).chain(put_in).collect()
    }

    fn enough_tiles_stay(&self, fates: &[JokerFate]) -> bool {
        let mut slots: Vec<(usize, Tile)> = Vec::new();
        let mut groups: BTreeSet<(usize, usize)> = BTreeSet::new();
        for ((old, _), fates) in self.jokers.iter().zip(fates) {
            if let JokerFate::Stays(last, _) = fates {
                groups.insert((*old, *last));
            }
        }
        for old in groups.iter().map(|(old, _)| *old).collect::<BTreeSet<_>>() {
            slots.extend(self.tiles(old, fates).into_iter().map(|tile| (old, tile)));
        }
        self.any_count(&slots, &groups, fates, &mut Vec::new())
    }

    /// `counted[i]` is the new meld for which slot `i` counts.
    fn any_count(
        &self,
        slots: &[(usize, Tile)],
        groups: &BTreeSet<(usize, usize)>,
        fates: &[JokerFate],
        counted: &mut Vec<Option<usize>>,
    ) -> bool {
        let Some(&(old, wanted)) = slots.get(counted.len()) else {
            return groups.iter().all(|&(old, last)| {
                let slots = slots.iter().zip(&*counted).filter(|(slot, _)| slot.0 == old);
                let naturals = slots.clone().filter(|(_, counted)| **counted == Some(last)).count();
                let stayed = self.jokers.iter().zip(fates).filter(|((meld, _), _)| *meld == old);
                let stayed = stayed.filter(|(_, fates)| matches!(fates, JokerFate::Stays(..)));
                let here =
                    stayed.clone().filter(|(_, fates)| matches!(fates, JokerFate::Stays(place, _) if *place == last));
                let here = here.count();
                let three = naturals + here >= self.before[old].len().min(3);
                match self.rules.locked_meld {
                    LockedMeld::Frozen => naturals == slots.count() && here == stayed.count(),
                    LockedMeld::KeepThree => three,
                    _ => three || naturals >= 1,
                }
            });
        };
        let mut options = vec![None];
        for &(_, last) in groups.iter().filter(|group| group.0 == old) {
            let taken = slots.iter().zip(&*counted).any(|(slot, place)| slot.1 == wanted && *place == Some(last));
            if !taken && self.after[last].tiles().any(|tile| tile == wanted) {
                options.push(Some(last));
            }
        }
        options.into_iter().any(|option| {
            counted.push(option);
            let found = self.any_count(slots, groups, fates, counted);
            counted.pop();
            found
        })
    }

    fn freed_joker_fits(&self, fates: &[JokerFate]) -> bool {
        if self.rules.freed_joker == FreedJoker::AnyMeld {
            return true;
        }
        let freed = fates.iter().filter(|fates| matches!(fates, JokerFate::Freed(_))).count();
        let mut room = 0;
        for (last, meld) in self.after.iter().enumerate() {
            // Including the joker that stayed, if one did.
            let whole = |old: usize| {
                let own = self.jokers.iter().zip(fates).filter(|((meld, _), _)| *meld == old);
                self.before[old].is_run() == meld.is_run()
                    && self.tiles(old, fates).iter().all(|wanted| meld.tiles().any(|tile| tile == *wanted))
                    && own
                        .map(|(_, fates)| fates)
                        .all(|fates| !matches!(fates, JokerFate::Stays(place, _) if *place != last))
            };
            if !(0..self.before.len()).any(whole) {
                let taken = fates.iter().filter(|fates| matches!(fates, JokerFate::Stays(place, _) if *place == last));
                room += meld.jokers() - taken.count();
            }
        }
        freed <= room
    }
}

#[test]
fn the_brute_force_referee_agrees() {
    let mut dice = Dice(1);
    let mut seen = [[0; 2]; 4];
    for _ in 0..3_000 {
        let base = random_rules(&mut dice, 4);
        let melds = all_melds(&base, 4);
        let Some((before, hand, after)) = random_turn(&mut dice, &base, &melds) else { continue };
        for (at, &policy) in LockedMeld::ALL.iter().enumerate() {
            let rules = with_policy(&base, policy);
            let expected = Referee::allows(&before, &after, &rules);
            let found = is_legal(&before, &hand, &after, true, &rules);
            assert_eq!(found, expected, "{before} + {hand} -> {after} under {:?}", rules.options());
            let verdict = check_turn(&before, &hand, &Draft::from(&after), true, &rules).unwrap();
            assert_eq!(verdict.legal(), expected);
            seen[at][usize::from(expected)] += 1;
        }
    }
    // Both answers occur often, except under `free`, where every turn is legal.
    assert!(seen[..3].iter().flatten().all(|&times| times > 300), "{seen:?}");
    assert_eq!(seen[3][0], 0);
}

/// There is nothing to compare with: the brute-force referee would never finish.
#[test]
fn eight_jokers_are_fast() {
    let mut dice = Dice(2);
    let mut judged = 0;
    for _ in 0..600 {
        let base = rules(|options| {
            options.deck = Deck {
                colors: Palette::first(3 + dice.roll(6) as u8),
                values: 5 + dice.roll(2) as u8,
                copies: 2 + dice.roll(3) as u8,
                jokers: 8,
            };
            options.exchange_from = ExchangeFrom::ALL[dice.roll(2)];
            options.freed_joker = FreedJoker::ALL[dice.roll(2)];
        });
        let melds = all_melds(&base, 6);
        let Some((before, hand, after)) = random_turn(&mut dice, &base, &melds) else { continue };
        for &policy in LockedMeld::ALL {
            let rules = with_policy(&base, policy);
            let verdict = check_turn(&before, &hand, &Draft::from(&after), true, &rules).unwrap();
            assert_eq!(verdict.legal(), is_legal(&before, &hand, &after, true, &rules));
            assert_eq!(verdict.jokers.len(), if verdict.legal() { before.tiles().jokers() as usize } else { 0 });
            judged += usize::from(before.tiles().jokers() >= 5);
        }
    }
    assert!(judged > 500, "{judged}");
}

/// Checks each explanation against the rules.
#[test]
fn explanations_are_valid() {
    let mut dice = Dice(3);
    let (mut freed, mut stayed) = (0, 0);
    for _ in 0..1_500 {
        let base = random_rules(&mut dice, 4);
        let melds = all_melds(&base, 3);
        let Some((before, hand, after)) = random_turn(&mut dice, &base, &melds) else { continue };
        for &policy in &LockedMeld::ALL[..3] {
            let rules = with_policy(&base, policy);
            let verdict = check_turn(&before, &hand, &Draft::from(&after), true, &rules).unwrap();
            let fates = |part: &[rummy_fast::TableJoker], meld| part.iter().filter(|joker| joker.meld == meld).count();
            let mut used = Tiles::new();
            for (at, joker) in verdict.jokers.iter().enumerate() {
                let (earlier, later) = (&verdict.jokers[..at], &verdict.jokers[at..]);
                match joker.fate {
                    Fate::Loose => panic!("loose under {policy}"),
                    Fate::Stayed { meld } => {
                        assert!(after.melds()[meld].jokers() > 0);
                        stayed += 1;
                    }
                    Fate::Freed { by, from } => {
                        freed += 1;
                        assert!(joker.stands_for.contains(&by));
                        assert!(!earlier.iter().any(|joker| matches!(joker.fate, Fate::Stayed { .. })), "freed first");
                        used.add(by);
                        match from {
                            Source::Hand => assert!(verdict.tiles.count(by) > 0),
                            Source::Table { meld } => {
                                assert!(before.melds()[meld].tiles().any(|tile| tile == by));
                                assert!(
                                    fates(later, meld) == 0
                                        || policy == LockedMeld::Identity
                                        || (policy == LockedMeld::KeepThree && before.melds()[meld].len() >= 4)
                                );
                            }
                        }
                    }
                }
            }
            assert!(rules.exchange_from == ExchangeFrom::Anywhere || verdict.tiles.contains(&used));
        }
    }
    assert!(freed > 300 && stayed > 300, "{freed} {stayed}");
}

/// The same table with its colors permuted.
fn recolored(melds: &[Meld], map: &[usize], rules: &Rules) -> Vec<Meld> {
    let melds = melds.iter().map(|meld| match meld {
        Meld::Run(run) => {
            let len = run.last() - run.first() + 1;
            let jokers =
                (0..len).filter(|place| run.joker_at(run.first() + place)).fold(0, |all, place| all | 1 << place);
            Meld::run(Color::new(map[run.color().index()]).unwrap(), run.first(), len, jokers, rules).unwrap()
        }
        Meld::Group(group) => {
            let colors = (0..map.len()).filter(|color| group.colors() >> color & 1 == 1);
            let colors = colors.fold(0, |all, color| all | 1 << map[color]);
            Meld::group(group.value(), colors, meld.jokers() as u8, rules).unwrap()
        }
    });
    melds.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn legal_turns_are_legal_under_looser_policies(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let base = random_rules(&mut dice, 6);
        let melds = all_melds(&base, 5);
        if let Some((before, hand, after)) = random_turn(&mut dice, &base, &melds) {
            let answers: Vec<bool> = LockedMeld::ALL
                .iter()
                .map(|&policy| is_legal(&before, &hand, &after, true, &with_policy(&base, policy)))
                .collect();
            prop_assert!(answers.is_sorted(), "{} + {} -> {}: {:?}", before, hand, after, answers);
        }
    }

    #[test]
    fn colors_and_the_order_of_melds_are_interchangeable(seed in any::<u64>(), turn in 1usize..5) {
        let mut dice = Dice(seed);
        let base = random_rules(&mut dice, 4);
        let rules = with_policy(&base, LockedMeld::ALL[dice.roll(3)]);
        let melds = all_melds(&rules, 3);
        if let Some((before, hand, after)) = random_turn(&mut dice, &rules, &melds) {
            let colors = rules.deck.colors.len();
            let map: Vec<usize> = (0..colors).map(|color| (color + turn) % colors).rev().collect();
            let old = Table::new(recolored(before.melds(), &map, &rules));
            let new = Table::new(recolored(after.melds(), &map, &rules));
            let tiles = new.tiles().minus(&old.tiles());
            let verdict = check_turn(&before, &hand, &Draft::from(&after), true, &rules).unwrap();
            prop_assert_eq!(verdict.legal(), is_legal(&old, &tiles, &new, true, &rules), "{} -> {}", before, after);
            let mut texts: Vec<String> = after.melds().iter().map(Meld::to_string).collect();
            texts.rotate_left(turn % after.melds().len());
            let again = check_turn(&before, &hand, &Draft::new(texts), true, &rules).unwrap();
            prop_assert_eq!(verdict, again);
        }
    }

    #[test]
    fn no_text_causes_a_panic(
        melds in prop::collection::vec(prop_oneof![".*", "[rygbJ0-9=|, -]{0,24}", "([rygbJ][0-9]? ){0,9}"], 0..6),
        opened in any::<bool>(),
        at in 0..FIVE.len(),
    ) {
        let rules = preset(FIVE[at]);
        let before = Table::parse("r3 J r5 | y8 g8 J", &rules).unwrap();
        let hand: Tiles = "r4 b8 g9 g10 y1 y1".parse().unwrap();
        let verdict = check_turn(&before, &hand, &Draft::new(melds), opened, &rules).unwrap();
        prop_assert!(verdict.legal() || !verdict.verify().unwrap_err().to_string().is_empty());
    }
}
