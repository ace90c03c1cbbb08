//! Determinization: sampling the hidden tiles in agreement with what a seat has seen.
//!
//! The unseen tiles are shuffled and dealt to the other hands and the pool. We assume a seat plays whatever it can:
//! a seat that drew could not play, and the tiles left after a play could not be played with it. If a sampled hand
//! contradicts this, the tiles it could have played are resampled.
//!
//! Determinization of hidden hands goes back to bridge programs: M. Ginsberg, *GIB: Imperfect Information in a
//! Computationally Challenging Game*, JAIR 14 (2001).

use std::sync::Arc;

use crate::round::Rng;
use crate::round::{EventKind, View};
use crate::solver::{Objective, Problem, Solver};
use crate::table::Table;
use crate::tile::{Tile, Tiles};

/// How often the playable tiles of a hand are resampled before the hand is accepted as it is.
const MAX_RESAMPLES: usize = 6;

/// What the history implies about the hand of a seat.
#[derive(Debug)]
struct Evidence {
    seat: usize,
    size: usize,
    /// How many of the tiles could not be played.
    unplayable: usize,
    /// The table on which they could not be played.
    table: Arc<Table>,
    /// Whether the seat had opened then.
    opened: bool,
}

/// A sampler of the tiles that are hidden from a seat.
#[derive(Debug)]
pub(super) struct Determinizer {
    unseen: Vec<Tile>,
    evidence: Vec<Evidence>,
    /// The hands of all seats, if they are known: only the order of the pool is sampled.
    hands: Option<Vec<Tiles>>,
}

impl Determinizer {
    /// Collects what a view implies about the tiles it hides.
    pub(super) fn new(view: &View, infer: bool, hands: Option<&[Tiles]>) -> Self {
        if let Some(hands) = hands {
            let others = hands.iter().enumerate().filter(|&(seat, _)| seat != view.seat);
            let unseen = others.fold(view.unseen(), |unseen, (_, hand)| unseen.minus(hand));
            return Self { unseen: unseen.iter().collect(), evidence: Vec::new(), hands: Some(hands.to_vec()) };
        }
        let others = (1..view.seats()).map(|turn| (view.seat + turn) % view.seats());
        Self {
            unseen: view.unseen().iter().collect(),
            evidence: others.map(|seat| evidence(view, seat, infer)).collect(),
            hands: None,
        }
    }

    /// Samples the hidden tiles. Returns all hands, including the one that is known, the pool, and the number of
    /// positions solved.
    pub(super) fn sample(
        &self,
        view: &View,
        rng: &mut Rng,
        solver: &mut Solver,
        stop: &mut dyn FnMut() -> bool,
    ) -> (Vec<Tiles>, Vec<Tile>, u64) {
        let mut tiles = self.unseen.clone();
        rng.shuffle(&mut tiles);
        if let Some(hands) = &self.hands {
            tiles.truncate(view.pool_size);
            return (hands.clone(), tiles, 0);
        }
        let mut hands = vec![Tiles::new(); view.seats()];
        if let Some(own) = hands.get_mut(view.seat) {
            own.clone_from(&view.hand);
        }
        let mut spent = 0;
        let mut first = 0;
        for evidence in &self.evidence {
            let (held, rest) = (first..first + evidence.size, first + evidence.size);
            if evidence.unplayable > 0 {
                spent += resample_playable(evidence, view, &mut tiles, held.start, rest, rng, solver, stop);
            }
            if let Some(hand) = hands.get_mut(evidence.seat) {
                *hand = tiles.get(held).unwrap_or_default().iter().copied().collect();
            }
            first = rest;
        }
        let mut pool = tiles.split_off(first.min(tiles.len()));
        pool.truncate(view.pool_size);
        (hands, pool, spent)
    }
}

/// Swaps tiles that could have been played for others, and returns the number of positions solved.
#[expect(clippy::too_many_arguments, reason = "a part of `sample`")]
fn resample_playable(
    evidence: &Evidence,
    view: &View,
    tiles: &mut [Tile],
    first: usize,
    rest: usize,
    rng: &mut Rng,
    solver: &mut Solver,
    stop: &mut dyn FnMut() -> bool,
) -> u64 {
    for tried in 0..MAX_RESAMPLES {
        let hand: Tiles = tiles.get(first..first + evidence.unplayable).unwrap_or_default().iter().copied().collect();
        let problem = Problem {
            rules: &view.rules,
            table: &evidence.table,
            hand: &hand,
            opened: evidence.opened,
            objective: &Objective::Tiles,
            tidy: false,
            limit: None,
        };
        let mut played = solver.best(&problem, stop).tiles;
        let others = tiles.len().saturating_sub(rest);
        if played.is_empty() || others == 0 || stop() {
            return tried as u64 + 1;
        }
        for place in first..first + evidence.unplayable {
            if played.remove(tiles[place]) {
                tiles.swap(place, rest + rng.below(others));
            }
        }
    }
    MAX_RESAMPLES as u64
}

fn evidence(view: &View, seat: usize, infer: bool) -> Evidence {
    let size = view.hand_sizes.get(seat).copied().unwrap_or(0);
    let nothing = Evidence { seat, size, unplayable: 0, table: Arc::default(), opened: true };
    let Some(last) = view.history.iter().rev().find(|event| event.seat == seat).filter(|_| infer) else {
        return nothing;
    };
    let unplayable = last.hand_size.saturating_sub(last.drawn);
    let table = Arc::clone(&last.table);
    match last.kind {
        EventKind::Draw | EventKind::Pass => {
            let opened = view.opened.get(seat).copied().unwrap_or(false);
            Evidence { seat, size, unplayable, table, opened }
        }
        EventKind::Play => {
            let plays = view.history.iter().filter(|event| event.seat == seat && !event.tiles.is_empty());
            // The opening was played without using the table.
            let table = if plays.count() > 1 { table } else { Arc::default() };
            Evidence { seat, size, unplayable, table, opened: true }
        }
        EventKind::Timeout | EventKind::Forfeit => nothing,
    }
}
