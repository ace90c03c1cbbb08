//! Deals: the same seed always deals the same tiles. `tests/test_round.py` repeats them from the description in the
//! documentation.

use rummy_fast::{Round, Rules, Tiles};

use crate::{hands, preset, schmidt_but};

/// Preset, seed, starter, hands, pool.
type Deal = (&'static str, u64, usize, &'static [&'static str], &'static str);

const DEALS: [Deal; 3] = [
    (
        "schmidt",
        0,
        1,
        &["r9 r10 r11 y1 y1 y6 y7 y13 g2 g7 g9 g9 g10 g13", "r1 r7 r12 y9 y10 y12 g1 g4 g5 g7 g11 b1 b1 b12"],
        "g13 b5 y13 r9 g2 r13 r7 b12 y11 b11 b3 g5 g6 r12 g3 b5 y8 r10 b10 b6 y5 J r4 r2 r2 g12 g8 b9 r13 J r6 \
         b7 y9 r5 y4 y8 r8 y5 y12 y3 g12 y11 y6 b13 b4 b13 b6 g8 y2 b2 g4 g6 g1 r11 b3 b9 b8 r6 y2 b11 b2 y4 y7 \
         r8 b10 y3 g10 r5 r1 y10 g11 r4 r3 b8 g3 b7 r3 b4",
    ),
    (
        "schmidt",
        1,
        1,
        &[
            "r8 r10 r11 y2 y4 y7 y8 y10 y11 g5 g8 g11 b5 b7",
            "r3 r5 r6 r7 y1 y5 y6 g3 g8 b1 b5 b8 b10 b11",
            "r1 r5 r6 r10 r12 r13 y3 y11 y13 g6 b1 b3 b6 b9",
            "r1 r7 r12 r13 g1 g4 g10 g10 g13 b2 b3 b7 b9 b12",
        ],
        "y9 g2 y7 g2 y9 y3 J r4 y10 b4 g6 g1 b4 y1 r2 y12 g4 J g12 y6 b10 b8 y4 b13 r9 g7 b11 r8 g12 r2 r3 b6 \
         b13 g3 g11 g5 g9 g7 r11 r4 b12 g9 g13 y13 y2 b2 y12 r9 y8 y5",
    ),
    (
        "rummikub_xp",
        u64::MAX,
        5,
        &[
            "r1 r2 r3 r10 y1 y3 y4 y9 y13 g9 b4 b4 b5 b7",
            "r6 r12 y1 y5 y8 g1 g1 g5 g6 g7 g10 g12 b3 b9",
            "r3 r8 y2 y5 g6 g8 g10 g11 g11 g12 b8 b11 b11 J",
            "r1 r4 r4 r5 r6 r7 r7 r11 y2 y6 g13 b6 b7 b7",
            "r7 r9 r11 r12 y2 y7 y9 g4 g4 g5 g7 g12 b3 b6",
            "r9 r10 r13 y3 y5 y6 y7 y11 y11 y12 g1 g2 b8 b12",
        ],
        "g3 b9 y10 g8 J y11 g4 b2 g7 b3 g9 J g13 g3 g6 g9 y6 y4 b10 b1 y1 y10 b2 y9 b1 g5 b1 r8 r9 g2 b11 r10 \
         y13 b4 r8 r13 r5 y8 y10 r3 b8 g2 y12 b13 b13 g11 b5 y8 y12 r6 b6 g10 b5 r4 r2 J y7 y3 r2 g8 g3 g13 b10 \
         y4 r1 r12 b12 b13 b9 r13 r11 y13 r5 b2 b10 b12",
    ),
];

fn pool(round: &Round) -> String {
    round.pool().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_same_seed_deals_the_same_tiles() {
    for (name, seed, starter, dealt, rest) in DEALS {
        let round = Round::deal(&preset(name), dealt.len(), seed, None).unwrap();
        assert_eq!(hands(&round), dealt, "{name} {seed}");
        assert_eq!(pool(&round), rest, "{name} {seed}");
        assert_eq!((round.starter(), round.to_move(), round.seed()), (starter, starter, Some(seed)));
        assert_eq!(round, Round::deal(&preset(name), dealt.len(), seed, None).unwrap());
    }
}

#[test]
fn the_starter_does_not_change_the_tiles() {
    let rules = Rules::schmidt();
    let random = Round::deal(&rules, 3, 7, None).unwrap();
    for starter in 0..3 {
        let round = Round::deal(&rules, 3, 7, Some(starter)).unwrap();
        assert_eq!((hands(&round), pool(&round)), (hands(&random), pool(&random)));
        assert_eq!((round.starter(), round.to_move()), (starter, starter));
        assert_eq!(round == random, starter == random.starter());
    }
}

#[test]
fn a_deal_is_the_whole_deck() {
    for seed in 0..200 {
        let rules = [Rules::schmidt(), Rules::rummikub_xp()][seed as usize % 2];
        let seats = 2 + seed as usize % 3;
        let round = Round::deal(&rules, seats, seed, None).unwrap();
        let rest: Tiles = round.pool().iter().copied().collect();
        let all = round.hands().iter().fold(rest, |all, hand| all.plus(hand));
        assert_eq!(all.len(), rules.deck.size());
        assert_eq!(all.excess(&rules.deck), None);
        assert!(round.hands().iter().all(|hand| hand.len() == 14));
        assert!(round.table().is_empty() && round.events().is_empty() && round.outcome().is_none());
        assert!(round.opened().iter().all(|opened| !opened));
    }
}

#[test]
fn each_seat_starts_equally_often() {
    let mut starts = [0; 3];
    for seed in 0..3_000 {
        starts[Round::deal(&Rules::schmidt(), 3, seed, None).unwrap().starter()] += 1;
    }
    // Five standard deviations.
    assert!(starts.iter().all(|&count: &i32| count.abs_diff(1_000) < 130), "{starts:?}");
}

#[test]
fn hands_are_as_large_as_the_rules_say() {
    let rules = schmidt_but(|options| options.hand_size = 1);
    let round = Round::deal(&rules, 4, 3, None).unwrap();
    assert!(round.hands().iter().all(|hand| hand.len() == 1));
    assert_eq!(round.pool().len(), 102);
}

/// 34.7 % of dealt hands can open without jokers in the deck, 50.1 % with two, as is known.
#[test]
fn dealt_hands_open_as_often_as_is_known() {
    use rummy_fast::{Problem, Solver, Table};
    for (jokers, known) in [(0, 34.7), (2, 50.1)] {
        let rules = schmidt_but(|options| options.deck.jokers = jokers);
        let (mut solver, mut opened) = (Solver::new(), 0);
        for seed in 0..2_500 {
            let round = Round::deal(&rules, 2, seed, None).unwrap();
            for hand in round.hands() {
                let table = Table::default();
                let problem = Problem::new(&rules, &table, hand).opened(false);
                opened += u32::from(!solver.solve(&problem, &mut || false).unwrap().tiles.is_empty());
            }
        }
        let share = 100.0 * f64::from(opened) / 5_000.0;
        // Three standard deviations of 5,000 hands.
        assert!((share - known).abs() < 2.1, "{jokers} jokers: {share} %");
    }
}
