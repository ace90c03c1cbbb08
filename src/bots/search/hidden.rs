//! What a seat cannot see, dealt so that it agrees with all that it did see.
//!
//! The tiles that lie nowhere in sight are shuffled and dealt out. A seat that drew had nothing it wanted to
//! lay, and what a seat holds after it played tiles it could not play as well. Players who play what they can hold
//! just such hands, so whatever a guessed hand could have played is exchanged for other tiles.

use std::sync::Arc;

use crate::round::deal::Rng;
use crate::round::{EventKind, View};
use crate::solver::{Objective, Problem, Solver};
use crate::table::Table;
use crate::tile::{Tile, Tiles};

/// How often the tiles that could have been played are exchanged before a guess is taken as it is.
const EXCHANGES: usize = 6;

/// What is known of the hand of a seat.
#[derive(Debug)]
struct Clue {
    seat: usize,
    size: usize,
    /// So many of the tiles could not be played...
    stuck: usize,
    /// ...on this table...
    table: Arc<Table>,
    /// ...by a player who had opened, or had not.
    opened: bool,
}

/// Everything hidden from a seat, as far as it is known.
#[derive(Debug)]
pub(super) struct Hidden {
    unseen: Vec<Tile>,
    clues: Vec<Clue>,
}

impl Hidden {
    /// What a view tells of what it hides.
    pub(super) fn new(view: &View, infer: bool) -> Self {
        let others = (1..view.seats()).map(|turn| (view.seat + turn) % view.seats());
        Self { unseen: view.unseen().iter().collect(), clues: others.map(|seat| clue(view, seat, infer)).collect() }
    }

    /// Deals what is hidden: the hands of all seats, the own one among them, and the pool.
    pub(super) fn deal(
        &self,
        view: &View,
        lots: &mut Rng,
        solver: &mut Solver,
        stop: &mut dyn FnMut() -> bool,
    ) -> (Vec<Tiles>, Vec<Tile>, u64) {
        let mut tiles = self.unseen.clone();
        lots.shuffle(&mut tiles);
        let mut hands = vec![Tiles::new(); view.seats()];
        if let Some(own) = hands.get_mut(view.seat) {
            own.clone_from(&view.hand);
        }
        let mut spent = 0;
        let mut first = 0;
        for clue in &self.clues {
            let (held, rest) = (first..first + clue.size, first + clue.size);
            if clue.stuck > 0 {
                spent += exchange(clue, view, &mut tiles, held.start, rest, lots, solver, stop);
            }
            if let Some(hand) = hands.get_mut(clue.seat) {
                *hand = tiles.get(held).unwrap_or_default().iter().copied().collect();
            }
            first = rest;
        }
        let mut pool = tiles.split_off(first.min(tiles.len()));
        pool.truncate(view.pool_size);
        (hands, pool, spent)
    }
}

/// Exchanges what could have been played for tiles from the rest.
#[expect(clippy::too_many_arguments, reason = "it is a part of one function")]
fn exchange(
    clue: &Clue,
    view: &View,
    tiles: &mut [Tile],
    first: usize,
    rest: usize,
    lots: &mut Rng,
    solver: &mut Solver,
    stop: &mut dyn FnMut() -> bool,
) -> u64 {
    for tried in 0..EXCHANGES {
        let hand: Tiles = tiles.get(first..first + clue.stuck).unwrap_or_default().iter().copied().collect();
        let problem = Problem {
            rules: &view.rules,
            table: &clue.table,
            hand: &hand,
            opened: clue.opened,
            objective: &Objective::Tiles,
            tidy: false,
            limit: None,
        };
        let mut played = solver.best(&problem, stop).tiles;
        let others = tiles.len().saturating_sub(rest);
        if played.is_empty() || others == 0 || stop() {
            return tried as u64 + 1;
        }
        for place in first..first + clue.stuck {
            if played.remove(tiles[place]) {
                tiles.swap(place, rest + lots.below(others));
            }
        }
    }
    EXCHANGES as u64
}

fn clue(view: &View, seat: usize, infer: bool) -> Clue {
    let size = view.hand_sizes.get(seat).copied().unwrap_or(0);
    let nothing = Clue { seat, size, stuck: 0, table: Arc::default(), opened: true };
    let Some(last) = view.history.iter().rev().find(|event| event.seat == seat).filter(|_| infer) else {
        return nothing;
    };
    let stuck = last.hand_size.saturating_sub(last.drawn);
    let table = Arc::clone(&last.table);
    match last.kind {
        EventKind::Draw | EventKind::Pass => {
            let opened = view.opened.get(seat).copied().unwrap_or(false);
            Clue { seat, size, stuck, table, opened }
        }
        EventKind::Play => {
            let plays = view.history.iter().filter(|event| event.seat == seat && !event.tiles.is_empty());
            // What opened was played without regard to the table.
            let table = if plays.count() > 1 { table } else { Arc::default() };
            Clue { seat, size, stuck, table, opened: true }
        }
        EventKind::Timeout | EventKind::Forfeit => nothing,
    }
}
