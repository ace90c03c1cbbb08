//! Timeouts: rule 13.

use rummy_fast::{Draft, Ending, EventKind, Rules, Timeout, TurnError};

use crate::{hands, play, preset, schmidt_but, set_up};

fn drafts(states: &[&str]) -> Vec<Draft> {
    states.iter().map(|state| Draft::parse(state)).collect()
}

/// The table is r6 r7 r8; at the timeout r9 is in the run, and g1 b1 are loose.
const PLAYED_OFF: [&str; 3] = ["r6 r7 r8 r9", "r6 r7 r8 r9 | g1", "r6 r7 r8 r9 | g1 b1"];

#[test]
fn the_last_legal_table_stands() {
    // One snapshot per move, only the last one, or with the loose tiles apart.
    for states in [&PLAYED_OFF[..], &PLAYED_OFF[2..], &["r6 r7 r8 r9 | g1 | b1"]] {
        let mut round = set_up(&Rules::schmidt(), &["r9 g1 b1", "y1"], "r6 r7 r8", "y5 y6 y7", true);
        let event = round.timeout(0, &drafts(states)).unwrap();
        assert_eq!(event.kind, EventKind::Timeout);
        assert_eq!((event.tiles.len(), event.drawn, event.hand_size, event.pool_size), (1, 0, 2, 3));
        assert_eq!(round.table().to_string(), "r6 r7 r8 r9");
        assert_eq!(hands(&round), ["g1 b1", "y1"]);
        assert_eq!(round.to_move(), 1);
    }
}

#[test]
fn undo_takes_everything_back_and_draws_three() {
    for name in ["rummikub", "rummikub_eu", "sabra", "rummikub_xp"] {
        let mut round = set_up(&preset(name), &["r9 g1 b1", "y1"], "r6 r7 r8", "y5 y6 y7 y8", true);
        let event = round.timeout(0, &drafts(&PLAYED_OFF)).unwrap();
        assert_eq!((event.tiles.len(), event.drawn, event.hand_size, event.pool_size), (0, 3, 6, 1), "{name}");
        assert_eq!(round.table().to_string(), "r6 r7 r8");
        assert_eq!(hands(&round), ["r9 y5 y6 y7 g1 b1", "y1"]);
    }
}

#[test]
fn no_snapshot_is_legal() {
    // y5 b5 were played with r5, which was taken from r5 r6 r7.
    let states = ["r6 r7 | r5", "r6 r7 | r5 y5", "r6 r7 | r5 y5 b5"];
    let mut round = set_up(&Rules::schmidt(), &["y5 b5", "y1"], "r5 r6 r7", "g9 g8", true);
    let event = round.timeout(0, &drafts(&states)).unwrap();
    assert_eq!((event.tiles.len(), event.drawn), (0, 1));
    assert_eq!(round.table().to_string(), "r5 r6 r7");
    assert_eq!(hands(&round), ["y5 g9 b5", "y1"]);
}

#[test]
fn the_last_legal_snapshot_counts_not_the_best() {
    let states = [
        "r5 r6 r7 r8 | y1 y2 y3",
        "r5 r6 r7 r8 | y1 y2 y3 y4",
        // A tile goes back to the hand,
        "r5 r6 r7 r8 | y2 y3 y4",
        // and then a tile of the table is loose.
        "r5 r6 r7 | r8 | y2 y3 y4",
        "r5 r6 | r7 r8 | y2 y3 y4",
    ];
    let mut round = set_up(&Rules::schmidt(), &["y1 y2 y3 y4 g9", "y1"], "r5 r6 r7 r8", "g9", true);
    round.timeout(0, &drafts(&states)).unwrap();
    assert_eq!(round.table().to_string(), "r5 r6 r7 r8 | y2 y3 y4");
    assert_eq!(hands(&round), ["y1 g9", "y1"]);
}

#[test]
fn copies_in_hand_and_on_the_table_are_told_apart() {
    // One r5 is in the run; the other one, from the hand, is loose.
    let mut round = set_up(&Rules::schmidt(), &["r5 r8", "y1"], "r5 r6 r7", "g9", true);
    let event = round.timeout(0, &drafts(&["r5 r6 r7 r8 | r5"])).unwrap();
    assert_eq!((event.tiles.len(), event.drawn), (1, 0));
    assert_eq!(hands(&round), ["r5", "y1"]);
    // Only the loose one was played, so nothing stands.
    let mut round = set_up(&Rules::schmidt(), &["r5 r8", "y1"], "r5 r6 r7", "g9", true);
    let event = round.timeout(0, &drafts(&["r5 r6 r7 | r5"])).unwrap();
    assert_eq!((event.tiles.len(), event.drawn), (0, 1));
}

#[test]
fn an_opening_needs_the_minimum_at_the_timeout_too() {
    for (state, kept) in [("r10 y10 b10 | g1", 3), ("r9 y9 b9 | g1", 0), ("r10 y10 | g1", 0)] {
        let hand = "r10 y10 b10 r9 y9 b9 g1";
        let mut round = set_up(&Rules::schmidt(), &[hand, "y1"], "g4 g5 g6", "g9", false);
        let state = format!("g4 g5 g6 | {state}");
        let event = round.timeout(0, &drafts(&[&state])).unwrap();
        assert_eq!((event.tiles.len(), event.drawn), (kept, usize::from(kept == 0)), "{state}");
        assert_eq!(round.opened(), [kept > 0, false]);
    }
}

#[test]
fn an_exchanged_joker_does_not_stay_in_the_hand() {
    // r4 replaced the joker, which is loose. It belongs to the table, so this snapshot is not legal.
    let states = ["r3 r4 r5 | J", "r3 r4 r5 | J y9"];
    let mut round = set_up(&Rules::schmidt(), &["r4 y9 b9", "y1"], "r3 J r5", "g9", true);
    assert_eq!(round.timeout(0, &drafts(&states)).unwrap().drawn, 1);
    assert_eq!(round.table().to_string(), "r3 J r5");
    let mut round = set_up(&Rules::schmidt(), &["r4 y9 b9 g1", "y1"], "r3 J r5", "g9", true);
    let states = ["r3 r4 r5 | J", "r3 r4 r5 | y9 b9 J | g1"];
    assert_eq!(round.timeout(0, &drafts(&states)).unwrap().tiles.len(), 3);
    assert_eq!(hands(&round), ["g1", "y1"]);
}

#[test]
fn the_last_tile_may_be_played_at_the_timeout() {
    let mut round = set_up(&Rules::schmidt(), &["r9", "y1"], "r6 r7 r8", "g9", true);
    round.timeout(0, &drafts(&["r6 r7 r8 r9"])).unwrap();
    assert_eq!(round.outcome().unwrap().ending, Ending::Out { seat: 0 });
    assert_eq!(round.outcome().unwrap().scores, [1, -1]);
}

#[test]
fn invalid_snapshots_keep_nothing() {
    let long = "r1 ".repeat(40_000);
    for state in ["", "r5", "nonsense", "r5 r6 r7 | y5 b5 r5", "w99 w99", "r5 r6 r7 r8 r9 r10", "|||", &long] {
        let mut round = set_up(&Rules::schmidt(), &["y5 b5", "y1"], "r5 r6 r7", "g9 g8", true);
        let event = round.timeout(0, &drafts(&[state])).unwrap();
        assert_eq!((event.tiles.len(), event.drawn), (0, 1), "{state:.40}");
        assert_eq!(round.table().to_string(), "r5 r6 r7");
    }
}

#[test]
fn the_penalty_is_at_most_the_pool() {
    let three = |pool: &str| {
        let mut round = set_up(&preset("rummikub"), &["r9", "y1"], "r6 r7 r8", pool, true);
        let event = round.forfeit(0).unwrap();
        assert_eq!(event.kind, EventKind::Forfeit);
        assert_eq!(round.hands()[0].len(), 1 + event.drawn);
        event.drawn
    };
    assert_eq!([three(""), three("b1"), three("b1 b2 b3"), three("b1 b2 b3 b4")], [0, 1, 3, 3]);
    let many = schmidt_but(|options| options.timeout_draw = 255);
    let mut round = set_up(&many, &["r9", "y1"], "", "b1 b2 b3 b4", true);
    assert_eq!(round.timeout(0, &[]).unwrap().drawn, 4);
}

#[test]
fn the_timeout_is_for_the_seat_to_move() {
    let mut round = set_up(&Rules::schmidt(), &["r9", "y1"], "r6 r7 r8", "g9", true);
    let before = round.clone();
    let states = drafts(&["r6 r7 r8 r9"]);
    assert_eq!(round.timeout(1, &states), Err(TurnError::WrongSeat { seat: 1, to_move: 0 }));
    assert_eq!(round.forfeit(1), Err(TurnError::WrongSeat { seat: 1, to_move: 0 }));
    assert_eq!(round.timeout(2, &states), Err(TurnError::NoSuchSeat { seat: 2, seats: 2 }));
    assert_eq!(round, before);
}

#[test]
fn keeping_does_not_depend_on_the_penalty() {
    let keep = {
        let mut options = preset("rummikub").options();
        options.timeout = Timeout::KeepLastLegal;
        options.validate().unwrap()
    };
    let mut round = set_up(&keep, &["r9 g1", "y1"], "r6 r7 r8", "y5 y6 y7", true);
    assert_eq!(round.timeout(0, &drafts(&PLAYED_OFF)).unwrap().tiles.len(), 1);
    play(&mut set_up(&keep, &["r9 g1", "y1"], "r6 r7 r8", "y5", true), "r6 r7 r8 r9");
    assert_eq!(round.timeout(1, &drafts(&[])).unwrap().drawn, 3);
}
