//! Hidden tiles cannot leak: they are not in a view.

use rummy_fast::{Round, Rules, Turn};

use crate::{set_up, setup, table};

/// The words of debug output that could be tiles.
fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).collect()
}

/// Three seats, with seat 1 to move. Seat 0 draws the fourth tile of the pool, if all draw but it.
fn hiding(others: [&str; 2], pool: &str) -> Round {
    let rules = Rules::schmidt();
    let mut setup = setup(&rules, &["r1 r2 r3 r9", others[0], others[1]], "r5 r6 r7", pool, true);
    setup.to_move = 1;
    Round::set_up(&rules, setup).unwrap()
}

#[test]
fn rounds_that_differ_in_what_is_hidden_look_the_same() {
    let mut one = hiding(["y1 y2 r8", "g1 g2 g3 g4"], "y9 g9 g10 r10 y10 y11");
    let mut other = hiding(["b1 J r8", "y1 y2 y3 y4"], "b9 b3 b4 r10 b5 b6");
    assert_ne!(one, other);
    let rules = Rules::schmidt();
    let turns = [
        Turn::Play(table("r5 r6 r7 r8", &rules)),
        Turn::Draw,
        Turn::Play(table("r5 r6 r7 r8 r9", &rules)),
        Turn::Draw,
        Turn::Draw,
        Turn::Draw,
    ];
    for turn in turns {
        let seat = one.to_move();
        assert_eq!(one.take(seat, &turn), other.take(seat, &turn));
        let views = [one.view(0).unwrap(), other.view(0).unwrap()];
        assert_eq!(views[0], views[1]);
        assert_eq!(format!("{:?}", views[0]), format!("{:?}", views[1]));
        assert_ne!(one.view(1).unwrap(), other.view(1).unwrap());
    }
    assert!(one.view(0).unwrap().hand.count("r10".parse().unwrap()) == 1, "its own drawn tile is in its hand");
}

#[test]
fn no_hidden_tile_is_in_a_view_or_an_event() {
    // Tiles that seat 0 may see are red, the others are not.
    let mut round = hiding(["y1 y2 y3", "g1 g2 g3 J"], "y9 g9 r10 y10 g10 b11");
    let seen = |round: &Round| {
        let shown = format!("{:?} {:?}", round.view(0).unwrap(), round.events());
        let hidden = |word: &&str| {
            *word == "J"
                || word.len() > 1
                    && word.starts_with(['y', 'g', 'b'])
                    && word[1..].bytes().all(|byte| byte.is_ascii_digit())
        };
        let leaks: Vec<String> = words(&shown).into_iter().filter(hidden).map(str::to_owned).collect();
        assert!(leaks.is_empty(), "{leaks:?} in {shown}");
        assert!(words(&shown).contains(&"r9"), "the debug output names tiles: {shown}");
    };
    seen(&round);
    for seat in [1, 2, 0, 1, 2] {
        round.draw(seat).unwrap();
        seen(&round);
    }
    // The same test does find the tiles that the referee knows.
    assert!(words(&format!("{round:?}")).contains(&"y1"));
}

#[test]
fn the_seed_is_not_in_a_view() {
    let seed = 9_876_543_210_123;
    let mut round = Round::deal(&Rules::schmidt(), 2, seed, None).unwrap();
    let seat = round.to_move();
    round.draw(seat).unwrap();
    for seat in 0..2 {
        assert!(!format!("{:?}", round.view(seat).unwrap()).contains(&seed.to_string()));
    }
    assert!(format!("{round:?}").contains(&seed.to_string()));
}

#[test]
fn a_view_does_not_change_when_the_round_goes_on() {
    let mut round = set_up(&Rules::schmidt(), &["r9", "y1 y2"], "r6 r7 r8", "b1 b2 b3", true);
    let (before, copy) = (round.view(1).unwrap(), round.clone());
    round.draw(0).unwrap();
    assert!(before.history.is_empty());
    assert_eq!(before, copy.view(1).unwrap());
    let after = round.view(1).unwrap();
    assert_eq!((after.history.len(), after.hand_sizes.clone(), after.pool_size), (1, vec![2, 2], 2));
    // Copies are independent.
    let mut copy = round.clone();
    copy.draw(1).unwrap();
    round.play(1, &table("r6 r7 r8", &Rules::schmidt())).unwrap_err();
    assert_eq!((round.events().len(), copy.events().len()), (1, 2));
    assert_eq!(round.view(1).unwrap(), after);
}
