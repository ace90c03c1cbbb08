//! A round of random turns: no tile is lost, a refused turn changes nothing, and the events replay.

use arbitrary::{Result, Unstructured};
use rummy_fast::{Event, Round};

use super::common::whole_deck;
use super::round::{check_outcome, check_turn};
use super::{rules, steps, turn};

/// The rules, the seats and the seed of the deal; then the turns.
pub fn run(data: &[u8]) {
    play(&mut Unstructured::new(data)).unwrap_or_default();
}

fn play(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (rules, seats, seed) = (rules::any(bytes)?, bytes.int_in_range(2..=4)?, bytes.arbitrary()?);
    let mut round = Round::deal(&rules, seats, seed, None).unwrap();
    let (deck, mut again) = (whole_deck(rules.deck), round.clone());
    while round.outcome().is_none() && !bytes.is_empty() {
        let before = round.clone();
        let Ok(event) = turn::made(bytes, &mut round)? else {
            assert_eq!(round, before);
            continue;
        };
        check_turn(&before, &round, &event, &deck);
        if !event.tiles.is_empty() {
            let (hand, opened) = (&before.hands()[event.seat], before.opened()[event.seat]);
            steps::check(before.table(), hand, round.table(), opened, &rules, &mut steps::Tally::default());
        }
        again.repeat(&Event { drawn: event.drawn + 1, ..Event::clone(&event) }).unwrap_err();
        assert_eq!(again, before);
        again.repeat(&event).unwrap();
        assert_eq!(again, round);
    }
    round.outcome().inspect(|outcome| check_outcome(&round, outcome));
    Ok(())
}
