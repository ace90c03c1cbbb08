//! Ends and scores of rounds: rules 16 to 18.

use rummy_fast::{Ending, Options, Outcome, PRESETS, Round, Rules, Stalemate, TurnError};

use crate::{play, preset, schmidt_but, set_up};

fn outcome(round: &Round) -> &Outcome {
    round.outcome().unwrap()
}

/// Seat 0 plays its last tile; seat 1 holds r5 J, seat 2 holds y13 y12.
fn seat_0_goes_out(rules: &Rules) -> Round {
    let mut round = set_up(rules, &["g4", "r5 J", "y13 y12"], "g1 g2 g3", "b1 b2", true);
    play(&mut round, "g1 g2 g3 g4");
    round
}

#[test]
fn the_winner_gets_what_the_others_hold() {
    let round = seat_0_goes_out(&Rules::schmidt());
    let Outcome { ending, winners, scores, left, .. } = outcome(&round);
    assert_eq!((ending, &winners[..]), (&Ending::Out { seat: 0 }, &[0][..]));
    assert_eq!((&scores[..], &left[..]), (&[55, -30, -25][..], &[0, 30, 25][..]));
}

#[test]
fn a_joker_counts_its_penalty() {
    let costly = PRESETS.map(preset).into_iter().filter(|rules| rules.joker_penalty == 30);
    let scores: Vec<_> = costly.map(|rules| outcome(&seat_0_goes_out(&rules)).scores.clone()).collect();
    assert!(scores.len() >= 5 && scores.iter().all(|scores| *scores == [60, -35, -25]), "{scores:?}");
    assert_eq!(outcome(&seat_0_goes_out(&schmidt_but(|options| options.joker_penalty = 0))).scores, [30, -5, -25]);
}

#[test]
fn the_round_ends_at_once() {
    let mut round = seat_0_goes_out(&Rules::schmidt());
    assert_eq!(round.to_move(), 0);
    let before = round.clone();
    for seat in 0..3 {
        assert_eq!(round.draw(seat), Err(TurnError::Over));
        assert_eq!(round.pass(seat), Err(TurnError::Over));
        assert_eq!(round.timeout(seat, &[]), Err(TurnError::Over));
        assert_eq!(round.forfeit(seat), Err(TurnError::Over));
        let after = round.table().clone();
        assert_eq!(round.play(seat, &after), Err(TurnError::Over));
    }
    assert_eq!(round, before);
    assert_eq!(round.events().len(), 1);
}

#[test]
fn closing_the_hand_counts_double() {
    let hands = ["r1 r2 r3 b1 b2 b3", "r5 J", "y13 y12"];
    let closing = schmidt_but(|options| options.closing_hand = true);
    let mut round = set_up(&closing, &hands, "", "b9", false);
    play(&mut round, "r1 r2 r3 | b1 b2 b3");
    assert_eq!(outcome(&round).ending, Ending::Closed { seat: 0 });
    assert_eq!(outcome(&round).scores, [110, -60, -50]);

    // Also if there are melds on the table.
    let mut round = set_up(&closing, &hands, "g5 g6 g7 | r1 r2 r3", "b9", false);
    play(&mut round, "r1 r2 r3 | r1 r2 r3 | b1 b2 b3 | g5 g6 g7");
    assert_eq!(outcome(&round).ending, Ending::Closed { seat: 0 });

    // Without the option, 12 points are no opening.
    let mut round = set_up(&Rules::schmidt(), &hands, "", "b9", false);
    assert_eq!(crate::refused(&mut round, 0, "r1 r2 r3 | b1 b2 b3"), ["opening_not_reached"]);
}

#[test]
fn going_out_without_closing_counts_once() {
    let closing = |options: &mut Options| options.closing_hand = true;
    // The seat has played before.
    let mut round = set_up(&schmidt_but(closing), &["r1 r2 r3", "r5 J"], "g1 g2 g3", "b9", true);
    play(&mut round, "g1 g2 g3 | r1 r2 r3");
    assert_eq!(outcome(&round).ending, Ending::Out { seat: 0 });
    assert_eq!(outcome(&round).scores, [30, -30]);
    // Not the whole hand.
    let mut round = set_up(&schmidt_but(closing), &["r1 r2 r3 b9", "r5 J"], "g1 g2 g3", "b9", false);
    assert_eq!(crate::refused(&mut round, 0, "g1 g2 g3 | r1 r2 r3"), ["opening_not_reached"]);
    // With tiles of the table, where the opening turn allows that.
    let mut options = preset("sabra").options();
    closing(&mut options);
    let sabra = options.validate().unwrap();
    let mut round = set_up(&sabra, &["r10 y10 b10 g4", "r5 J"], "g1 g2 g3", "b9", false);
    play(&mut round, "g1 g2 g3 g4 | r10 y10 b10");
    assert_eq!(outcome(&round).ending, Ending::Out { seat: 0 });
    assert_eq!(outcome(&round).scores, [35, -35]);
    // With tiles of the hand only it is closing, even if 30 are reached as well.
    let mut round = set_up(&sabra, &["r10 y10 b10", "r5 J"], "g1 g2 g3", "b9", false);
    play(&mut round, "g1 g2 g3 | r10 y10 b10");
    assert_eq!(outcome(&round).ending, Ending::Closed { seat: 0 });
    assert_eq!(outcome(&round).scores, [70, -70]);
}

/// All seats pass in a row.
fn all_pass(rules: &Rules, hands: &[&str], starter: usize) -> Round {
    let mut setup = crate::setup(rules, hands, "", "", false);
    setup.starter = starter;
    let mut round = Round::set_up(rules, setup).unwrap();
    for seat in 0..hands.len() {
        assert_eq!(round.outcome(), None);
        round.pass(seat).unwrap();
    }
    round
}

#[test]
fn the_lowest_hand_wins_the_differences() {
    let rules = Rules::schmidt();
    let round = all_pass(&rules, &["r10", "y13 y12", "g13 g12"], 0);
    assert_eq!(outcome(&round).ending, Ending::Stalemate);
    assert_eq!((&outcome(&round).winners[..], &outcome(&round).scores[..]), (&[0][..], &[30, -15, -15][..]));
    assert_eq!(outcome(&round).left, [10, 25, 25]);
    // Jokers count here too.
    assert_eq!(outcome(&all_pass(&rules, &["J", "r10"], 0)).scores, [-15, 15]);
}

#[test]
fn among_equal_hands_fewer_tiles_win() {
    let round = all_pass(&Rules::schmidt(), &["r4 r6", "y10", "g13 g12 g5"], 0);
    assert_eq!((&outcome(&round).winners[..], &outcome(&round).scores[..]), (&[1][..], &[0, 20, -20][..]));
}

#[test]
fn equal_hands_of_equal_size_share() {
    let rules = Rules::schmidt();
    let round = all_pass(&rules, &["r10", "y10", "g13 g11"], 0);
    assert_eq!((&outcome(&round).winners[..], &outcome(&round).scores[..]), (&[0, 1][..], &[7, 7, -14][..]));
    let round = all_pass(&rules, &["r10", "y10"], 0);
    assert_eq!((&outcome(&round).winners[..], &outcome(&round).scores[..]), (&[0, 1][..], &[0, 0][..]));
    // Points that cannot be shared go to the first in the order of play.
    for (starter, scores) in [(0, [8, 7, -15]), (1, [7, 8, -15]), (2, [8, 7, -15])] {
        let round = all_pass(&rules, &["r10", "y10", "g13 g12"], starter);
        assert_eq!(outcome(&round).scores, scores, "starter {starter}");
    }
    let round = all_pass(&rules, &["r10", "g13 g8", "y10", "b10"], 2);
    assert_eq!(outcome(&round).scores, [3, -11, 4, 4]);
}

#[test]
fn a_void_stalemate_counts_nothing() {
    let void = schmidt_but(|options| options.stalemate = Stalemate::Void);
    let round = all_pass(&void, &["r10", "y13 y12", "g13 g12"], 0);
    let Outcome { ending, winners, scores, left, .. } = outcome(&round);
    assert!(*ending == Ending::Void && winners.is_empty(), "{ending:?}, {winners:?}");
    assert_eq!((&scores[..], &left[..]), (&[0, 0, 0][..], &[10, 25, 25][..]));
    // A round with a winner still counts.
    assert_eq!(outcome(&seat_0_goes_out(&void)).scores, [55, -30, -25]);
}

#[test]
fn all_must_pass_in_a_row() {
    let rules = Rules::schmidt();
    let mut round = set_up(&rules, &["r10", "g4 y1", "y12"], "g1 g2 g3", "", true);
    round.pass(0).unwrap();
    play(&mut round, "g1 g2 g3 g4");
    round.pass(2).unwrap();
    round.pass(0).unwrap();
    assert_eq!(round.outcome(), None);
    assert_eq!(round.view(1).unwrap().idle(), 2);
    round.pass(1).unwrap();
    assert_eq!(outcome(&round).winners, [1]);
    assert_eq!(outcome(&round).scores, [-9, 20, -11]);
}

#[test]
fn lost_turns_without_a_pool_are_passes() {
    let mut round = set_up(&Rules::schmidt(), &["r10", "y11", "g12"], "", "", true);
    round.forfeit(0).unwrap();
    round.timeout(1, &[]).unwrap();
    assert_eq!(round.outcome(), None);
    round.pass(2).unwrap();
    assert_eq!(outcome(&round).scores, [3, -1, -2]);
}

/// Without this, a round of players who never make a turn would never end.
#[test]
fn lost_turns_without_penalty_also_end_the_round() {
    let free = schmidt_but(|options| options.timeout_draw = 0);
    let mut round = set_up(&free, &["r10", "y11"], "", "b1 b2", true);
    assert_eq!(round.forfeit(0).unwrap().drawn, 0);
    round.draw(1).unwrap();
    round.forfeit(0).unwrap();
    assert_eq!(round.outcome(), None);
    round.timeout(1, &[]).unwrap();
    assert_eq!(outcome(&round).ending, Ending::Stalemate);
    assert_eq!(outcome(&round).scores, [2, -2]);
    assert_eq!(round.view(0).unwrap().check(), Ok(()));
}
