//! A turn from bytes, legal or not.

use std::sync::Arc;

use arbitrary::{Result, Unstructured};
use rummy_fast::{Draft, Event, Objective, Problem, Round, Solver, Table, Tiles, Turn, TurnError};

type Made = std::result::Result<Arc<Event>, TurnError>;

/// Makes a turn, which the round may refuse.
pub(crate) fn made(bytes: &mut Unstructured<'_>, round: &mut Round) -> Result<Made> {
    let seat = round.to_move();
    Ok(match bytes.int_in_range(0..=9)? {
        0 => round.draw(bytes.int_in_range(0..=4)?),
        1 => round.take(seat, &Turn::Pass),
        2 => round.forfeit(seat),
        3 => round.play_draft(seat, &careless(bytes, round)?),
        4 => {
            let states = [careless(bytes, round)?, Draft::from(&best(bytes, round)?), careless(bytes, round)?];
            round.timeout(seat, &states[..bytes.int_in_range(0..=3)?])
        }
        _ => match best(bytes, round)? {
            after if after == *round.table() => round.draw(seat).or_else(|_| round.pass(seat)),
            after => round.take(seat, &Turn::Play(after)),
        },
    })
}

/// The table after the best play of the hand without some of its tiles.
fn best(bytes: &mut Unstructured<'_>, round: &Round) -> Result<Table> {
    let (seat, rules, table) = (round.to_move(), round.rules(), round.table());
    let kept: u32 = if bytes.arbitrary()? { bytes.arbitrary()? } else { u32::MAX };
    let hand = &round.hands()[seat];
    let hand: &Tiles =
        &hand.iter().enumerate().filter_map(|(at, tile)| (kept >> (at % 32) & 1 == 1).then_some(tile)).collect();
    let (opened, objective) = (round.opened()[seat], &Objective::Tiles);
    let problem = Problem::new(rules, table, hand).opened(opened).objective(objective);
    Ok(Solver::new().solve(&problem, &mut || false).unwrap().table)
}

/// A table that may lack a meld, and may have tiles of the hand anywhere.
fn careless(bytes: &mut Unstructured<'_>, round: &Round) -> Result<Draft> {
    let mut melds: Vec<String> = round.table().melds().iter().map(ToString::to_string).collect();
    if !melds.is_empty() && bytes.arbitrary()? {
        melds.swap_remove(bytes.choose_index(melds.len())?);
    }
    let hand: Vec<_> = round.hands()[round.to_move()].iter().collect();
    for _ in 0..bytes.int_in_range(0..=3)? {
        let tile = bytes.choose(&hand)?.to_string();
        match bytes.int_in_range(0..=melds.len())? {
            at if at < melds.len() => melds[at] = format!("{} {tile}", melds[at]),
            _ => melds.push(tile),
        }
    }
    Ok(Draft::new(melds))
}
