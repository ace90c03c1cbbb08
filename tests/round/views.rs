//! Views from elsewhere: those that no round could give are refused.

use std::sync::Arc;

use rummy_fast::{Draft, Ending, Event, EventKind, InvalidViewError, Outcome, Round, Rules, Stalemate, View};

use crate::{play, preset, schmidt_but, set_up, table};

/// A view in the middle of a round, with events of several kinds.
fn middle() -> View {
    let mut round = set_up(&Rules::schmidt(), &["r9 g1 b1", "y1 y2"], "r6 r7 r8", "y5 y6 y7 y8", true);
    play(&mut round, "r6 r7 r8 r9");
    round.draw(1).unwrap();
    round.timeout(0, &[]).unwrap();
    round.forfeit(1).unwrap();
    round.view(0).unwrap()
}

/// A view of a round that is over.
fn end() -> View {
    let mut round = set_up(&Rules::schmidt(), &["g4", "r5 J", "y13 y12"], "g1 g2 g3", "b1 b2", true);
    play(&mut round, "g1 g2 g3 g4");
    round.view(1).unwrap()
}

fn fault(mut view: View, change: impl FnOnce(&mut View)) -> String {
    assert_eq!(view.check(), Ok(()));
    change(&mut view);
    view.check().unwrap_err().to_string()
}

#[test]
fn impossible_fields() {
    let rules = Rules::schmidt();
    let seats = |view: &mut View, seats: usize| view.opened = vec![true; seats];
    assert!(fault(middle(), |view| seats(view, 1)).starts_with("opened needs 2 to 4 entries"));
    assert!(fault(middle(), |view| seats(view, 5)).starts_with("opened needs 2 to 4 entries"));
    assert_eq!(fault(middle(), |view| seats(view, 3)), "hand_sizes needs one entry for each of the 3 seats, got 2");
    assert_eq!(fault(middle(), |view| view.seat = 2), "seat = 2: there are seats 0 to 1");
    assert_eq!(
        fault(middle(), |view| view.to_move = usize::MAX),
        format!("to_move = {}: there are seats 0 to 1", usize::MAX)
    );
    assert_eq!(fault(middle(), |view| view.starter = 2), "starter = 2: there are seats 0 to 1");
    assert_eq!(
        fault(middle(), |view| view.hand.add("r1".parse().unwrap())),
        "hand_sizes says 3 for seat 0, but the size of hand is 4"
    );
    for _ in 0..2 {
        assert!(
            fault(middle(), |view| {
                view.hand = "r9 r9 r1".parse().unwrap();
            })
            .starts_with("3 of r9 on the table and in the hand")
        );
    }
    assert!(
        fault(middle(), |view| view.table = Arc::new(table("r1 r2 r3 | r1 r2 r3", &rules)))
            .contains("history: event 4")
    );
    assert_eq!(
        fault(middle(), |view| view.pool_size = 100),
        "111 tiles in the hands, on the table and in the pool: the deck has 106 (rule 1)"
    );
    assert!(fault(middle(), |view| view.pool_size = usize::MAX).contains("the deck has 106"));
    assert!(fault(middle(), |view| view.hand_sizes[1] = usize::MAX).contains("the deck has 106"));
    assert!(fault(middle(), |view| view.pool_size = 0).contains("history: event 4: its table or pool_size"));
    assert!(fault(middle(), |view| view.hand_sizes[1] = 5).contains("history: event 4: hand_size"));
    assert!(
        fault(middle(), |view| view.to_move = 1).contains("history: event 4: to_move does not follow from its seat")
    );
    assert!(fault(middle(), |view| view.opened[0] = false).contains("history: event 1: its seat played tiles"));
    assert_eq!(
        fault(middle(), |view| view.hand_sizes[1] = 0),
        "seat 1 has no tiles, so outcome must say that it won (rule 16)"
    );
    let short = schmidt_but(|options| options.shortest_meld = 2);
    assert!(
        fault(middle(), |view| view.table = Arc::new(table("r6 r7", &short)))
            .starts_with("meld 1: \"r6 r7\" is not a meld")
    );
}

/// The fault of the view in the middle of a round when one event is changed.
fn of_event(number: usize, change: impl FnOnce(&mut Event)) -> String {
    let message = fault(middle(), |view| {
        let history = Arc::make_mut(&mut view.history);
        let mut event = Event::clone(&history[number - 1]);
        change(&mut event);
        history[number - 1] = Arc::new(event);
    });
    message.strip_prefix("history: event ").unwrap().to_owned()
}

#[test]
fn impossible_histories() {
    let rules = Rules::schmidt();
    let kinds: Vec<EventKind> = middle().history.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [EventKind::Play, EventKind::Draw, EventKind::Timeout, EventKind::Forfeit]);
    let kind = "the tiles played and drawn do not match its kind (rules 9, 13 and 18)";
    assert_eq!(of_event(1, |event| event.drawn = 1), format!("1: {kind}"));
    assert_eq!(of_event(1, |event| event.tiles.clear()), format!("1: {kind}"));
    assert_eq!(of_event(2, |event| event.drawn = 2), format!("2: {kind}"));
    assert_eq!(of_event(2, |event| event.kind = EventKind::Pass), format!("2: {kind}"));
    assert_eq!(of_event(3, |event| event.drawn = 2), format!("3: {kind}"));
    assert_eq!(of_event(4, |event| event.drawn = usize::MAX), format!("4: {kind}"));
    assert_eq!(of_event(4, |event| event.kind = EventKind::Play), format!("4: {kind}"));
    assert_eq!(of_event(2, |event| event.seat = 2), "2: its seat does not exist");
    assert_eq!(of_event(3, |event| event.seat = 1), "3: hand_size does not follow from the tiles played and drawn");
    assert_eq!(
        of_event(4, |event| event.hand_size = 9),
        "4: hand_size does not follow from the tiles played and drawn"
    );
    assert_eq!(
        of_event(3, |event| event.hand_size = usize::MAX),
        "3: hand_size does not follow from the tiles played and drawn"
    );
    assert_eq!(of_event(2, |event| event.seat = 0).split(':').next(), Some("2"));
    assert_eq!(
        of_event(1, |event| event.tiles = vec!["b9".parse().unwrap()]),
        "1: the tiles played are not on its table"
    );
    let other = Arc::new(table("r6 r7 r8 | y6 y7 y8", &rules));
    let not_before = "its table is not the one before plus the tiles played (rule 10)";
    assert_eq!(of_event(2, |event| event.table = Arc::clone(&other)), format!("2: {not_before}"));
    assert_eq!(of_event(2, |event| event.pool_size = 1), "2: pool_size does not follow from the tiles drawn");
    assert_eq!(of_event(3, |event| event.pool_size = usize::MAX), "3: pool_size does not follow from the tiles drawn");
    let xp = Arc::new(table("r1 r2 r3 | r1 r2 r3 | r1 r2 r3", &preset("rummikub_xp")));
    assert_eq!(of_event(2, |event| event.table = xp), "2: its table is impossible under these rules");
    // The history may begin in the middle or be empty.
    let mut view = middle();
    Arc::make_mut(&mut view.history).remove(0);
    assert_eq!(view.check(), Ok(()));
    view.history = Arc::default();
    assert_eq!(view.check(), Ok(()));
    assert_eq!(
        fault(middle(), |view| drop(Arc::make_mut(&mut view.history).remove(1))),
        "history: event 2: it is not the turn of its seat (rule 3)"
    );
}

#[test]
fn a_seat_that_plays_nothing_changes_nothing() {
    let rules = Rules::schmidt();
    let (runs, groups) = ("r1 r2 r3 | y1 y2 y3 | g1 g2 g3", "r1 y1 g1 | r2 y2 g2 | r3 y3 g3");
    let mut round = set_up(&rules, &["r9", "y9"], runs, "b1 b2", true);
    round.draw(0).unwrap();
    round.draw(1).unwrap();
    let message = fault(round.view(0).unwrap(), |view| {
        let moved = Arc::new(table(groups, &rules));
        view.table = Arc::clone(&moved);
        let history = Arc::make_mut(&mut view.history);
        history[1] = Arc::new(Event { table: moved, ..Event::clone(&history[1]) });
    });
    assert_eq!(message, "history: event 2: its table is not the one before plus the tiles played (rule 10)");
}

/// The fault of a view when its outcome is changed.
fn of_outcome(view: View, change: impl FnOnce(&mut Outcome)) -> String {
    fault(view, |view| change(view.outcome.as_mut().unwrap()))
}

#[test]
fn impossible_ends() {
    let follow = "outcome: winners and scores do not follow from left (rules 16 to 18)";
    assert_eq!(of_outcome(end(), |outcome| outcome.scores[0] = 56), follow);
    assert_eq!(of_outcome(end(), |outcome| outcome.winners.push(1)), follow);
    assert_eq!(
        of_outcome(end(), |outcome| outcome.left[0] = 1),
        "outcome: left has more points than a hand of that size can have (rule 16)"
    );
    assert_eq!(
        of_outcome(end(), |outcome| outcome.left[2] = 1_000),
        "outcome: left has more points than a hand of that size can have (rule 16)"
    );
    assert_eq!(
        of_outcome(end(), |outcome| outcome.left[1] = 31),
        "outcome: left does not match the points of the hand (rule 16)"
    );
    assert_eq!(of_outcome(end(), |outcome| outcome.left.clear()), "outcome: left needs one entry for each seat");
    let wrong = "outcome: the seat that went out must be the only one without tiles (rule 16)";
    assert_eq!(of_outcome(end(), |outcome| outcome.ending = Ending::Out { seat: 1 }), wrong);
    assert_eq!(of_outcome(end(), |outcome| outcome.ending = Ending::Out { seat: 77 }), wrong);
    let closed = "outcome: a round cannot end closed while closing_hand is off (rule 17)";
    assert_eq!(of_outcome(end(), |outcome| outcome.ending = Ending::Closed { seat: 0 }), closed);
    let stalemate = "seat 0 has no tiles, so outcome must say that it won (rule 16)";
    assert_eq!(of_outcome(end(), |outcome| outcome.ending = Ending::Stalemate), stalemate);
    assert_eq!(fault(end(), |view| view.outcome = None), stalemate);
    assert!(fault(end(), |view| view.to_move = 1).starts_with("outcome: the seat that went out must be to_move"));
    assert!(fault(end(), |view| view.hand_sizes[2] = 0).starts_with(wrong));
}

#[test]
fn impossible_stalemates() {
    let stalemate = || {
        let mut round = set_up(&Rules::schmidt(), &["r10", "y11"], "", "", true);
        round.pass(0).unwrap();
        round.pass(1).unwrap();
        round.view(0).unwrap()
    };
    assert_eq!(
        of_outcome(stalemate(), |outcome| outcome.ending = Ending::Void),
        "outcome: the ending does not match the option stalemate (rule 18)"
    );
    assert_eq!(
        fault(stalemate(), |view| view.rules = schmidt_but(|options| options.stalemate = Stalemate::Void)),
        "outcome: the ending does not match the option stalemate (rule 18)"
    );
    assert_eq!(
        fault(stalemate(), |view| {
            view.pool_size = 1;
            view.history = Arc::default();
        }),
        "outcome: all seats have passed, but the pool is not empty (rule 18)"
    );
}

#[test]
fn views_of_rounds_are_valid() {
    for view in [middle(), end(), Round::deal(&Rules::rummikub_xp(), 6, 4, None).unwrap().view(5).unwrap()] {
        assert_eq!(view.check(), Ok(()));
    }
    assert_eq!(middle().idle(), 0);
    assert!(middle().has_opened());
    let mut odd = middle();
    odd.seat = 9;
    assert!(!odd.has_opened());
    let mut round = set_up(&Rules::schmidt(), &["r9 g1 b1", "y1 y2"], "r6 r7 r8", "", true);
    round.timeout(0, &[Draft::parse("r6 r7 r8 r9")]).unwrap();
    assert_eq!(round.view(1).unwrap().check(), Ok(()));
    assert!(matches!(InvalidViewError::from(table_error()), InvalidViewError::Table(_)));
}

fn table_error() -> rummy_fast::InvalidTableError {
    rummy_fast::Table::parse("r6 r7", &Rules::schmidt()).unwrap_err()
}
