//! Values written by `serde` and read again.

#![cfg(feature = "serde")]
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

use rummy_fast::{
    Draft, Meld, Objective, PRESETS, Palette, Play, Problem, Rules, Solver, Table, Tile, Tiles, Weights, check_turn,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, json, to_value};

/// Asserts that a value is written like this and that the same is read back.
fn assert_written<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, written: &Value) {
    assert_eq!(&to_value(value).unwrap(), written);
    assert_eq!(&from_value::<T>(written.clone()).unwrap(), value);
}

fn error_of<T: DeserializeOwned + std::fmt::Debug>(value: Value) -> String {
    from_value::<T>(value).unwrap_err().to_string()
}

#[test]
fn tiles_melds_and_tables_are_text() {
    let mut options = Rules::rummikub_xp().options(); // has four jokers
    options.deck.colors = Palette::first(4);
    let rules = options.validate().unwrap();
    let table = Table::parse("y3 J r3 | r5 J=r6 J=r7 | g1-4", &rules).unwrap();
    assert_written(&Tile::JOKER, &json!("J"));
    assert_written(&"w26".parse::<Tile>().unwrap(), &json!("w26"));
    assert_written(&"g6 J y2 g6".parse::<Tiles>().unwrap(), &json!(["y2", "g6", "g6", "J"]));
    assert_written(&Meld::parse("r3 J r5", &rules).unwrap(), &json!("r3 J r5"));
    assert_written(&table, &json!(["r3 y3 J", "r5 J=r6 J=r7", "g1 g2 g3 g4"]));
    assert_eq!(from_value::<Table>(json!("y3 J r3 | r5 J=r6 J=r7 | g1-4")).unwrap(), table);
    assert_eq!(from_value::<Tiles>(json!("g6 J, y2 g6")).unwrap(), "g6 J y2 g6".parse().unwrap());
    assert_eq!(error_of::<Tile>(json!("x6")), Tile::parse("x6", &rummy_fast::Deck::LARGEST).unwrap_err().to_string());
    assert!(error_of::<Tiles>(json!(["r6", "r99"])).contains("r99"));
    assert!(error_of::<Table>(json!(["r1 r2 r3", "r4 g9"])).starts_with("meld 2: "));
    assert!(error_of::<Table>(json!(7)).contains("a list of melds"));
}

#[test]
fn rules_are_their_options() {
    for preset in PRESETS {
        let rules: Rules = from_value(json!(preset)).unwrap();
        let written = to_value(rules).unwrap();
        assert_eq!(written.as_object().unwrap().len(), rummy_fast::OPTIONS.len());
        assert_written(&rules, &written);
    }
    let mut options = Rules::rummikub().options();
    options.joker_penalty = 25;
    options.players = (3, 3);
    options.turn_seconds = None;
    let changed = json!({"joker_penalty": 25, "preset": "Rummikub", "players": 3, "turn_seconds": null});
    assert_eq!(from_value::<Rules>(changed).unwrap(), options.validate().unwrap());
    options.players = (2, 4);
    let changed = json!({"preset": "rummikub", "joker_penalty": 25, "players": "2-4", "turn_seconds": null});
    assert_eq!(from_value::<Rules>(changed).unwrap(), options.validate().unwrap());
    for (value, error) in [
        (json!({"jokers": 9}), "jokers = 9: must be a whole number from 0 to 8"),
        (json!({"jokers": -1}), "jokers = -1: must be a whole number from 0 to 8"),
        (json!({"jokers": "2"}), "jokers = \"2\": must be a whole number from 0 to 8"),
        (json!({"jokers": null}), "jokers = null: must be a whole number from 0 to 8"),
        (json!({"closing_hand": 1}), "closing_hand = 1: must be True or False"),
        (json!({"starter": "me"}), "starter = \"me\": must be one of random, rotate, winner"),
        (json!({"starter": true}), "starter = \"true\": must be one of random, rotate, winner"),
        (json!({"players": [4, 2]}), "players = 4-2: the first number must not be above the second"),
        (
            json!({"players": [4]}),
            "players = [...]: must be a number, a pair such as (2, 4), or a text such as \"2-4\"",
        ),
        (json!({"joker": 2}), "unknown option \"joker\": the options are "),
        (json!("poker"), "unknown preset \"poker\": the presets are "),
        (json!({"preset": "poker"}), "unknown preset \"poker\": the presets are "),
    ] {
        let told = error_of::<Rules>(value);
        assert!(told.starts_with(error), "{told}");
    }
}

#[test]
fn objectives_are_names_or_weights() {
    assert_written(&Objective::Tiles, &json!("tiles"));
    assert_written(&Objective::Points, &json!("points"));
    let weights = Weights::new([("r6".parse().unwrap(), 1.5), (Tile::JOKER, 2.0)]).unwrap();
    assert_written(&weights, &json!({"r6": 1.5, "J": 2.0}));
    assert_written(&Objective::Weights(weights), &json!({"r6": 1.5, "J": 2.0}));
    assert!(error_of::<Objective>(json!("most")).contains("unknown objective \"most\""));
    assert!(error_of::<Objective>(json!({"r6": -1})).contains("weight of r6"));
    assert!(error_of::<Objective>(json!({"r6": 1, "R6": 2})).contains("r6 has two weights"));
    assert!(error_of::<Weights>(json!("tiles")).contains("mapping from tile to weight"));
}

#[test]
fn plays_and_verdicts_are_objects() {
    let rules = Rules::schmidt();
    let table = Table::parse("r3 J r5", &rules).unwrap();
    let hand = "r4 y9 b9".parse().unwrap();
    let play = Solver::new().solve(&Problem::new(&rules, &table, &hand), &mut || false).unwrap();
    let written = json!({
        "tiles": ["r4", "y9", "b9"], "table": ["r3 r4 r5", "y9 b9 J"], "proven": true,
        "upper_bound": 3, "nodes": play.nodes,
    });
    assert_written::<Play>(&play, &written);
    let verdict = check_turn(&table, &hand, &Draft::from(&play.table), true, &rules).unwrap();
    let joker = json!({
        "fate": "exchanged", "meld": 0, "stands_for": ["r4"], "exchanged_for": "r4", "exchanged_from": null,
        "stays_in": null,
    });
    let written = json!({
        "legal": true, "reasons": [], "tiles": ["r4", "y9", "b9"], "table": ["r3 r4 r5", "y9 b9 J"], "jokers": [joker],
    });
    assert_eq!(to_value(&verdict).unwrap(), written);
    let verdict = check_turn(&table, &hand, &Draft::parse("r3 r4 r5"), true, &rules).unwrap();
    let reason = json!({
        "code": "joker_kept", "message": verdict.reasons[0].to_string(), "subject": "J", "meld": null,
    });
    assert_eq!(to_value(&verdict).unwrap()["reasons"], json!([reason]));
    assert_eq!(to_value(&verdict).unwrap()["table"], Value::Null);
}
