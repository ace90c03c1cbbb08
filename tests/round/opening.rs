//! The opening: the examples of the rule book under every preset.

use rummy_fast::{Bot, Greedy, Options, PRESETS, Rules, Turn};

use crate::{play, preset, refused, schmidt_but, set_up};

/// The number of tiles in the best play of a seat that has not opened, and their value.
fn opens(rules: &Rules, on_table: &str, hand: &str) -> (usize, u32) {
    let mut round = set_up(rules, &[hand, "y1 g1"], on_table, "b13", false);
    let turn = Greedy::new().choose(&round.view(0).unwrap(), None, &mut || false).unwrap();
    let before: u32 = round.table().melds().iter().map(rummy_fast::Meld::value).sum();
    let event = round.take(0, &turn).unwrap();
    assert_eq!(event.tiles.is_empty(), turn == Turn::Draw);
    assert_eq!(round.opened(), [!event.tiles.is_empty(), false]);
    let after: u32 = round.table().melds().iter().map(rummy_fast::Meld::value).sum();
    (event.tiles.len(), after - before)
}

#[test]
fn openings_of_the_rule_book() {
    for name in PRESETS {
        let rules = preset(name);
        for (hand, tiles, worth) in [
            ("r10 y10 b10", 3, 30),
            ("r9 y9 b9", 0, 0),
            ("r1 r2 r3 g8 g9 g10", 6, 33),
            ("r10 y10 J", 3, 30),
            ("r9 r10 J", 3, 30),
            ("r12 r13 J", 3, 36),
            ("r8 J J", 0, 0),
            ("r9 J J", 3, 30),
            ("r5 r6 r7 r8 J", 5, 35),
            ("r8 b8 g8 J", 4, 32),
            ("r1 r2 r3 b1 b2 b3", 0, 0),
        ] {
            assert_eq!(opens(&rules, "", hand), (tiles, worth), "{name}: {hand}");
        }
        let same_turn = name == "sabra";
        assert_eq!(opens(&rules, "y4 y5 y6", "r10 y10 b10 y7").0, if same_turn { 4 } else { 3 }, "{name}");
    }
}

#[test]
fn a_joker_counts_as_the_tile_it_was_played_for() {
    for name in PRESETS {
        let rules = preset(name);
        for (hand, after, opens) in [
            ("r9 r10 J", "r9 r10 J", true),
            ("r9 r10 J", "J r9 r10", false),
            ("r10 J J", "r10 J=r11 J=r12", true),
            ("r10 J J", "r10 J=y10 J=g10", true),
            ("r10 J J", "J=r9 r10 J=r11", true),
            ("r10 J J", "J=r8 J=r9 r10", false),
            ("r9 J J", "r9 J=r10 J=r11", true),
            ("r9 J J", "r9 J=y9 J=g9", false),
        ] {
            let mut round = set_up(&rules, &[hand, "y1"], "", "b13", false);
            if opens {
                play(&mut round, after);
            } else {
                assert_eq!(refused(&mut round, 0, after), ["opening_not_reached"], "{name}: {after}");
            }
        }
    }
}

#[test]
fn the_tables_tiles_do_not_open() {
    for name in PRESETS {
        let rules = preset(name);
        let mut round = set_up(&rules, &["r10 r11", "y1"], "r9 y9 g9 b9", "b13", false);
        let reasons = refused(&mut round, 0, "r9 r10 r11 | y9 g9 b9");
        assert!(reasons.contains(&"opening_not_reached"), "{name}: {reasons:?}");

        let mut round = set_up(&rules, &["r4 r10 y10", "y1"], "r3 J r5", "b13", false);
        let reasons = refused(&mut round, 0, "r3 r4 r5 | r10 y10 J");
        assert!(reasons.contains(&"opening_not_reached"), "{name}: {reasons:?}");

        // One preset only allows to open with 30 and use the table in the same turn.
        let mut round = set_up(&rules, &["r10 y10 b10 y7", "y1"], "y4 y5 y6", "b13", false);
        if name == "sabra" {
            play(&mut round, "y4 y5 y6 y7 | r10 y10 b10");
        } else {
            assert_eq!(refused(&mut round, 0, "y4 y5 y6 y7 | r10 y10 b10"), ["table_before_opening"], "{name}");
            play(&mut round, "y4 y5 y6 | r10 y10 b10");
            round.draw(1).unwrap();
            play(&mut round, "y4 y5 y6 y7 | r10 y10 b10");
        }
    }
}

#[test]
fn the_minimum_is_an_option() {
    let opening = |points: u16| schmidt_but(|options: &mut Options| options.opening_min = points);
    assert_eq!(opens(&opening(27), "", "r9 y9 b9").0, 3);
    assert_eq!(opens(&opening(28), "", "r9 y9 b9").0, 0);
    assert_eq!(opens(&opening(0), "", "r1 r2 r3").0, 3);
}

#[test]
fn each_seat_opens_for_itself() {
    let rules = Rules::schmidt();
    let mut round = set_up(&rules, &["r10 y10 b10 r1", "g1 g2 g3 g4"], "", "b13", false);
    play(&mut round, "r10 y10 b10");
    assert_eq!(round.opened(), [true, false]);
    assert_eq!(refused(&mut round, 1, "r10 y10 b10 | g1 g2 g3"), ["opening_not_reached"]);
    round.draw(1).unwrap();
    // A seat that draws has still opened.
    round.pass(0).unwrap();
    assert_eq!(round.opened(), [true, false]);
}
