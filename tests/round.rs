//! The referee: the opening, the clock, the end and the score; what it refuses and what it hides; deals; and whole
//! rounds with every turn checked.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a panic fails the test")]

#[path = "round/check.rs"]
mod check;
#[path = "round/clock.rs"]
mod clock;
mod common;
#[path = "round/deals.rs"]
mod deals;
#[path = "round/ends.rs"]
mod ends;
#[path = "round/games.rs"]
mod games;
#[path = "round/hidden.rs"]
mod hidden;
#[path = "round/opening.rs"]
mod opening;
mod records;
#[path = "round/refusals.rs"]
mod refusals;
#[path = "round/views.rs"]
mod views;

use records::preset;
use rummy_fast::{Draft, Options, Round, Rules, Setup, Table, Tile, Tiles};

/// `schmidt` with some options changed.
fn schmidt_but(change: impl FnOnce(&mut Options)) -> Rules {
    let mut options = Rules::schmidt().options();
    change(&mut options);
    options.validate().unwrap()
}

fn hand(text: &str, rules: &Rules) -> Tiles {
    Tiles::parse(text, &rules.deck).unwrap()
}

fn table(text: &str, rules: &Rules) -> Table {
    Table::parse(text, rules).unwrap()
}

/// A setup with seat 0 to move. The pool is drawn from its first tile on.
fn setup(rules: &Rules, hands: &[&str], on_table: &str, pool: &str, opened: bool) -> Setup {
    Setup {
        hands: hands.iter().map(|text| hand(text, rules)).collect(),
        table: table(on_table, rules),
        pool: pool.split_whitespace().map(|tile| Tile::parse(tile, &rules.deck).unwrap()).collect(),
        opened: vec![opened; hands.len()],
        to_move: 0,
        starter: 0,
    }
}

fn set_up(rules: &Rules, hands: &[&str], on_table: &str, pool: &str, opened: bool) -> Round {
    Round::set_up(rules, setup(rules, hands, on_table, pool, opened)).unwrap()
}

/// Plays tiles, by the text of the table after.
fn play(round: &mut Round, after: &str) {
    let seat = round.to_move();
    round.play_draft(seat, &Draft::parse(after)).unwrap();
}

/// The hands as text.
fn hands(round: &Round) -> Vec<String> {
    round.hands().iter().map(Tiles::to_string).collect()
}

/// The codes of the reasons why a play is refused; checks that the round is unchanged.
fn refused(round: &mut Round, seat: usize, after: &str) -> Vec<&'static str> {
    let before = round.clone();
    let error = round.play_draft(seat, &Draft::parse(after)).unwrap_err();
    assert_eq!(*round, before, "{after}");
    match error {
        rummy_fast::TurnError::Illegal(error) => error.reasons.iter().map(rummy_fast::Reason::code).collect(),
        error => vec![error.code()],
    }
}
