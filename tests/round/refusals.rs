//! What the referee refuses, and that a refusal changes nothing.

use rummy_fast::{
    Draft, Event, EventKind, InvalidTableError, PRESETS, RepeatError, Round, RoundError, Rules, Setup, Table, Tile,
    Tiles, TurnError,
};
use std::sync::Arc;

use crate::{preset, refused, schmidt_but, set_up, setup, table};

#[test]
fn the_rules_limit_the_seats() {
    for (name, seats, good) in [
        ("schmidt", 0, false),
        ("schmidt", 1, false),
        ("schmidt", 2, true),
        ("schmidt", 4, true),
        ("schmidt", 5, false),
        ("rummikub_xp", 6, true),
        ("rummikub_xp", 7, false),
        ("schmidt", usize::MAX, false),
    ] {
        let found = Round::deal(&preset(name), seats, 1, None);
        assert_eq!(found.is_ok(), good, "{name} {seats}");
        if !good {
            let message = found.unwrap_err().to_string();
            assert!(message.starts_with(&format!("seats = {seats}: these rules are for 2 to ")), "{message}");
        }
    }
    let error = Round::set_up(&Rules::schmidt(), setup(&Rules::schmidt(), &["r5"], "", "", true)).unwrap_err();
    assert_eq!(error, RoundError::Seats { seats: 1, least: 2, most: 4 });
}

#[test]
fn the_deck_must_be_large_enough() {
    let rules = |hand_size| schmidt_but(|options| options.hand_size = hand_size);
    // Of 106 tiles, 53 each and an empty pool is still a round.
    let round = Round::deal(&rules(53), 2, 1, None).unwrap();
    assert!(round.pool().is_empty());
    let error = Round::deal(&rules(54), 2, 1, None).unwrap_err();
    assert_eq!(error.to_string(), "dealing 54 to each of 2 seats takes 108 tiles: the deck has 106 (rules 1 and 2)");
}

#[test]
fn the_starter_must_be_a_seat() {
    let rules = Rules::schmidt();
    assert_eq!(Round::deal(&rules, 3, 1, Some(2)).unwrap().to_move(), 2);
    let error = Round::deal(&rules, 3, 1, Some(3)).unwrap_err();
    assert_eq!(error.to_string(), "starter = 3: this round has seats 0 to 2");
    assert_eq!(
        Round::deal(&rules, 3, 1, None).unwrap().view(3).unwrap_err().to_string(),
        "seat = 3: this round has seats 0 to 2"
    );
}

/// Why a setup is refused.
fn broken(rules: &Rules, change: impl FnOnce(&mut Setup)) -> String {
    let mut good = setup(rules, &["r5 J", "y13 y12"], "g1 g2 g3", "b1 b2", true);
    assert!(Round::set_up(rules, good.clone()).is_ok());
    change(&mut good);
    Round::set_up(rules, good).unwrap_err().to_string()
}

#[test]
fn a_setup_must_be_possible() {
    let rules = Rules::schmidt();
    assert_eq!(broken(&rules, |setup| setup.to_move = 2), "to_move = 2: this round has seats 0 to 1");
    assert_eq!(broken(&rules, |setup| setup.starter = 9), "starter = 9: this round has seats 0 to 1");
    assert_eq!(
        broken(&rules, |setup| setup.opened.push(true)),
        "opened needs one entry for each of the 2 seats, got 3"
    );
    assert_eq!(broken(&rules, |setup| setup.opened.clear()), "opened needs one entry for each of the 2 seats, got 0");
    assert_eq!(
        broken(&rules, |setup| setup.hands[1] = Tiles::new()),
        "seat 1 has no tiles: the round would be over (rule 16)"
    );
    // Three in hand and on the table; in hand, on the table and in the pool; in the pool alone.
    let too_many = " in the hands, on the table and in the pool: the deck has 2 (rule 1)";
    assert_eq!(broken(&rules, |setup| setup.hands[1] = "g1 g1".parse().unwrap()), format!("3 of g1{too_many}"));
    assert_eq!(
        broken(&rules, |setup| {
            setup.hands[1] = "g1".parse().unwrap();
            setup.pool.push("g1".parse().unwrap());
        }),
        format!("3 of g1{too_many}")
    );
    assert_eq!(broken(&rules, |setup| setup.pool = vec![Tile::JOKER; 300]), format!("255 of J{too_many}"));
    // Tiles and melds of other rules.
    let foreign = broken(&rules, |setup| setup.hands[0].add("k3".parse().unwrap()));
    assert!(foreign.starts_with("1 of k3 in the hands") && foreign.contains("the deck has 0"), "{foreign}");
    let large = schmidt_but(|options| options.deck.colors = rummy_fast::Palette::first(5));
    let foreign = broken(&rules, |setup| setup.table = table("r9 y9 g9 b9 k9", &large));
    assert!(foreign.contains("k9"), "{foreign}");
    let short = schmidt_but(|options| options.shortest_meld = 2);
    let foreign = broken(&rules, |setup| setup.table = table("r9 y9", &short));
    assert!(foreign.starts_with("meld 1: \"r9 y9\" is not a meld"), "{foreign}");
}

#[test]
fn a_setup_need_not_hold_the_whole_deck() {
    let round = set_up(&Rules::schmidt(), &["r5", "y5"], "", "", true);
    assert_eq!(
        round.hands().iter().map(Tiles::len).sum::<usize>() + round.pool().len() + round.table().tile_count(),
        2
    );
    assert_eq!((round.seed(), round.setup().unwrap().hands.len()), (None, 2));
}

#[test]
fn turns_of_the_wrong_seat() {
    let mut round = set_up(&Rules::schmidt(), &["g4 r1", "g4 r1", "g5 y1"], "g1 g2 g3", "b1 b2", true);
    let before = round.clone();
    for (seat, error) in [
        (1, TurnError::WrongSeat { seat: 1, to_move: 0 }),
        (2, TurnError::WrongSeat { seat: 2, to_move: 0 }),
        (3, TurnError::NoSuchSeat { seat: 3, seats: 3 }),
        (usize::MAX, TurnError::NoSuchSeat { seat: usize::MAX, seats: 3 }),
    ] {
        assert_eq!(round.draw(seat), Err(error.clone()));
        assert_eq!(round.pass(seat), Err(error.clone()));
        assert_eq!(round.play(seat, &table("g1 g2 g3 g4", &Rules::schmidt())), Err(error.clone()));
        assert_eq!(round.play_draft(seat, &Draft::parse("g1 g2 g3 g4")), Err(error));
        assert_eq!(round, before);
    }
    assert_eq!(
        TurnError::WrongSeat { seat: 1, to_move: 0 }.to_string(),
        "it is the turn of seat 0, not of seat 1 (rule 3)"
    );
}

#[test]
fn drawing_and_passing_depend_on_the_pool() {
    let mut round = set_up(&Rules::schmidt(), &["g4 r1", "g4 r1"], "g1 g2 g3", "b1 b2", true);
    let before = round.clone();
    assert_eq!(round.pass(0), Err(TurnError::CannotPass { pool: 2 }));
    assert_eq!(round, before);
    assert_eq!(round.draw(0).unwrap().drawn, 1);
    assert_eq!(
        round.pass(1).unwrap_err().to_string(),
        "you cannot pass: the pool has 1 tile, so play or draw (rule 9)"
    );
    round.draw(1).unwrap();
    let before = round.clone();
    assert_eq!(round.draw(0), Err(TurnError::NothingToDraw));
    assert_eq!(round, before);
    round.pass(0).unwrap();
}

#[test]
fn refused_plays_change_nothing() {
    for name in PRESETS {
        let rules = preset(name);
        let mut round = set_up(&rules, &["g4 r5 y9", "g4 r1"], "g1 g2 g3 | b5 b6 b7 b8", "b1 b2", true);
        for (after, code) in [
            // A tile dropped, and r5 swapped for b5.
            ("g1 g2 g3 g4 | b5 b6 b7", "table_tile_missing"),
            ("g1 g2 g3 g4", "table_tile_missing"),
            ("", "table_tile_missing"),
            ("g1 g2 g3 g4 | b6 b7 b8 | r5", "table_tile_missing"),
            ("g1 g2 g3 | b6 b7 b8 b9", "tile_not_in_hand"),
            // Not in hand, not a meld, nothing played, more than the deck has, no tiles at all.
            ("g1 g2 g3 | b4 b5 b6 b7 b8", "tile_not_in_hand"),
            ("g1 g2 g3 g4 | b5 b6 b7 b8 | r5 y9", "invalid_meld"),
            ("g1 g2 g3 | b5 b6 b7 b8", "nothing_played"),
            ("g1 g2 g3 g4 | g1 g2 g3 g4 | g1 g2 g3 g4 | g1 g2 g3 g4 | b5 b6 b7 b8", "too_many_of_tile"),
            ("what is this", "invalid_meld"),
            ("g1 g2 g3 g4 | b5 b6 b7 b8 | w99", "invalid_meld"),
        ] {
            let reasons = refused(&mut round, 0, after);
            assert!(reasons.contains(&code), "{name}: {after}: {reasons:?}");
        }
        let melds = vec!["r1 r2 r3"; 10_000].join("|");
        assert_eq!(refused(&mut round, 0, &melds)[0], "too_long");
    }
    // A parsed table is checked like a text.
    let rules = Rules::schmidt();
    let mut round = set_up(&rules, &["g4 r5 y9", "g4 r1"], "g1 g2 g3 | b5 b6 b7 b8", "b1 b2", true);
    let before = round.clone();
    let short = schmidt_but(|options| options.shortest_meld = 2);
    for after in [
        Table::default(),
        round.table().clone(),
        table("g1 g2 g3 g4", &rules),
        table("g1 g2 g3 | b6 b7 b8 b9", &rules),
        table("g1 g2 g3 g4 | b5 b6 | b7 b8", &short),
    ] {
        assert!(matches!(round.play(0, &after), Err(TurnError::Illegal(_))), "{after}");
        assert_eq!(round, before);
    }
}

#[test]
fn the_rules_of_jokers_apply() {
    // The room `turn` checks the rule; this checks that the round asks it.
    let mut round = set_up(&Rules::schmidt(), &["r2 y5 b5 g1", "g9"], "r3 J r5", "b1", true);
    assert_eq!(refused(&mut round, 0, "r2 r3 J | r5 y5 b5"), ["locked_meld_broken"]);
    crate::play(&mut set_up(&preset("rummikub"), &["r2 y5 b5 g1", "g9"], "r3 J r5", "b1", true), "r2 r3 J | r5 y5 b5");
    let mut round = set_up(&Rules::schmidt(), &["r4 g1", "g9"], "r3 J r5", "b1", true);
    assert_eq!(refused(&mut round, 0, "r3 r4 r5"), ["joker_kept"]);
}

#[test]
fn events_that_differ_are_not_repeated() {
    let rules = Rules::schmidt();
    let fresh = || set_up(&rules, &["r9 g1 b1", "y1"], "r6 r7 r8", "y5 y6 y7", true);
    let mut round = fresh();
    let events: Vec<Arc<Event>> = vec![
        round.play(0, &table("r6 r7 r8 r9", &rules)).unwrap(),
        round.draw(1).unwrap(),
        round.timeout(0, &[]).unwrap(),
        round.forfeit(1).unwrap(),
        round.pass(0).unwrap(),
    ];
    let mut again = fresh();
    for event in &events {
        for (field, changed) in [
            ("drawn", Event { drawn: event.drawn + 1, ..Event::clone(event) }),
            ("hand_size", Event { hand_size: event.hand_size + 1, ..Event::clone(event) }),
            ("pool_size", Event { pool_size: event.pool_size + 1, ..Event::clone(event) }),
        ] {
            let before = again.clone();
            match again.repeat(&changed).unwrap_err() {
                RepeatError::Differs { field: found, found: made } => {
                    assert_eq!((found, &*made), (field, &**event));
                }
                error => panic!("{error}"),
            }
            assert_eq!(again, before);
        }
        let before = again.clone();
        let wrong = Event { seat: 1 - event.seat, ..Event::clone(event) };
        assert!(matches!(again.repeat(&wrong), Err(RepeatError::Turn(TurnError::WrongSeat { .. }))));
        let played = Event { tiles: vec!["r1".parse().unwrap()], kind: EventKind::Play, ..Event::clone(event) };
        assert!(again.repeat(&played).is_err());
        assert_eq!(again, before);
        assert_eq!(again.repeat(event).as_ref(), Ok(event));
    }
    assert_eq!(again, round);
}

#[test]
fn errors_are_errors() {
    fn is_error<T: std::error::Error + Send + Sync + 'static>() {}
    is_error::<RoundError>();
    is_error::<TurnError>();
    is_error::<RepeatError>();
    is_error::<InvalidTableError>();
}
