//! Checks turns and ends of rounds against the rule book.

use rummy_fast::{Ending, Event, EventKind, Outcome, Round, Tiles, is_legal};

/// Checks a turn against the rule book, given the round before and after.
pub(crate) fn check_turn(before: &Round, after: &Round, event: &Event, deck: &Tiles) {
    let context = || format!("{event:?}\nbefore: {before:?}\nafter: {after:?}");
    let (seat, rules) = (before.to_move(), before.rules());
    assert_eq!(event.seat, seat, "{}", context());
    assert_eq!(after.events().len(), before.events().len() + 1);
    assert_eq!(**after.events().last().unwrap(), *event);

    // Tiles neither appear nor disappear.
    let hidden: Tiles = after.pool().iter().copied().collect();
    let all = after.hands().iter().fold(after.table().tiles().plus(&hidden), |all, hand| all.plus(hand));
    assert_eq!(all, *deck, "{}", context());

    // The tiles played left the hand, and the tiles drawn came to it.
    let played: Tiles = event.tiles.iter().copied().collect();
    let (taken, rest) = before.pool().split_at(event.drawn);
    let drawn: Tiles = taken.iter().copied().collect();
    assert_eq!(after.pool(), rest, "{}", context());
    assert!(before.hands()[seat].contains(&played), "{}", context());
    assert_eq!(after.hands()[seat], before.hands()[seat].minus(&played).plus(&drawn), "{}", context());
    assert_eq!(after.table().tiles(), before.table().tiles().plus(&played), "{}", context());
    assert_eq!((event.hand_size, event.pool_size), (after.hands()[seat].len(), after.pool().len()));
    assert_eq!(*event.table, *after.table());
    for other in (0..before.seats()).filter(|&other| other != seat) {
        assert_eq!(after.hands()[other], before.hands()[other], "{}", context());
        assert_eq!(after.opened()[other], before.opened()[other], "{}", context());
    }

    if played.is_empty() {
        assert_eq!(after.table(), before.table(), "{}", context());
        assert_eq!(after.opened()[seat], before.opened()[seat]);
    } else {
        let opened = before.opened()[seat];
        assert!(is_legal(before.table(), &before.hands()[seat], after.table(), opened, rules), "{}", context());
        assert!(after.opened()[seat], "{}", context());
        assert_eq!(event.drawn, 0, "play or draw, never both: {}", context());
    }
    match event.kind {
        EventKind::Play => assert!(!played.is_empty(), "{}", context()),
        EventKind::Draw => assert_eq!((event.drawn, played.len()), (1, 0), "{}", context()),
        EventKind::Pass => assert_eq!((event.drawn, before.pool().len()), (0, 0), "{}", context()),
        EventKind::Timeout | EventKind::Forfeit => {
            let penalty = usize::from(rules.timeout_draw).min(before.pool().len());
            assert_eq!(event.drawn, if played.is_empty() { penalty } else { 0 }, "{}", context());
        }
    }

    let idle = after.events().iter().rev().take_while(|event| event.tiles.is_empty() && event.drawn == 0).count();
    let over = after.hands()[seat].is_empty() || idle == after.seats();
    assert_eq!(after.outcome().is_some(), over, "{}", context());
    if !over {
        assert_eq!(after.to_move(), (seat + 1) % after.seats(), "{}", context());
    }
}

/// Checks the scores against the hands.
pub(crate) fn check_outcome(round: &Round, outcome: &Outcome) {
    let points: Vec<i64> = round.hands().iter().map(|hand| hand.points(round.rules().joker_penalty).into()).collect();
    let scores = &outcome.scores;
    assert_eq!(scores.iter().sum::<i64>(), 0, "{outcome:?}");
    assert_eq!(outcome.left.iter().copied().map(i64::from).collect::<Vec<_>>(), points);
    match outcome.ending {
        Ending::Out { seat } | Ending::Closed { seat } => {
            let times = if matches!(outcome.ending, Ending::Closed { .. }) { 2 } else { 1 };
            assert!(round.hands()[seat].is_empty());
            assert_eq!(outcome.winners, [seat]);
            for other in (0..points.len()).filter(|&other| other != seat) {
                assert_eq!(scores[other], -times * points[other], "{outcome:?}");
            }
        }
        Ending::Stalemate => {
            let key = |seat: usize| (points[seat], round.hands()[seat].len());
            let best = (0..points.len()).map(key).min().unwrap();
            let winners: Vec<usize> = (0..points.len()).filter(|&seat| key(seat) == best).collect();
            assert_eq!(outcome.winners, winners);
            for seat in 0..points.len() {
                let paid = best.0 - points[seat];
                assert!(winners.contains(&seat) || scores[seat] == paid, "{outcome:?}");
            }
            let shares: Vec<i64> = winners.iter().map(|&seat| scores[seat]).collect();
            assert!(shares.iter().max().unwrap() - shares.iter().min().unwrap() <= 1, "{outcome:?}");
        }
        Ending::Void => assert!(outcome.winners.is_empty() && scores.iter().all(|&score| score == 0)),
    }
}
