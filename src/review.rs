//! Reviews of matches: what each turn gave away beside the best turn found.
//!
//! The chances are those of the built-in bot that searches, which knows only what the seat could see at its turn, unless
//! the reader asks for more.

use std::sync::Arc;

use crate::bots::{Judgment, Level, Search};
use crate::matches::{Match, Record};
use crate::record::RecordedTurn;
use crate::round::{EventKind, Turn, View};
use crate::table::Table;
use crate::tile::Tiles;

/// A turn is labeled only if it gave away more than this many standard errors. By chance that happens once in about
/// 700 turns.
const SIGNIFICANT: f64 = 3.0;

/// How a review is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReviewOptions {
    /// The samples on which a turn and the best one found are compared.
    pub samples: usize,
    /// The seed of the samples: the same seed gives the same review.
    pub seed: u64,
    /// Whether the tiles of all hands are used, which the seats could not see. The pool stays unknown.
    pub hidden: bool,
    /// The number of the first turn to review, from 1.
    pub first: usize,
    /// The number of threads, on which the review does not depend.
    pub threads: usize,
}

impl ReviewOptions {
    /// The default number of samples.
    pub const SAMPLES: usize = 200;
    /// The least and the most samples.
    pub const RANGE: (usize, usize) = (10, 10_000);
}

impl Default for ReviewOptions {
    fn default() -> Self {
        Self { samples: Self::SAMPLES, seed: 0, hidden: false, first: 1, threads: 1 }
    }
}

/// How much a turn gave away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lapse {
    /// At least 2 % of the round.
    Inaccuracy,
    /// At least 6 %.
    Mistake,
    /// At least 15 %.
    Blunder,
}

impl Lapse {
    /// The lapses, the gravest first, with the least chance to win that each gives away.
    const LEAST: [(Self, f64); 3] = [(Self::Blunder, 0.15), (Self::Mistake, 0.06), (Self::Inaccuracy, 0.02)];

    /// Returns the name used in Python and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    fn of(lost: f64, error: f64) -> Option<Self> {
        let is_significant = lost > SIGNIFICANT * error;
        Self::LEAST.into_iter().find(|&(_, least)| is_significant && lost >= least).map(|(lapse, _)| lapse)
    }
}

/// A turn and what it was worth.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnReview {
    /// The number of the turn in the match, from 1.
    pub number: usize,
    /// The number of the round, from 1.
    pub round: usize,
    /// The seat, from 0.
    pub seat: usize,
    /// What the seat did. A turn that was lost, with nothing played, is judged as drawing a tile.
    pub kind: EventKind,
    /// The table before the turn.
    pub table: Arc<Table>,
    /// The hand before the turn.
    pub hand: Tiles,
    /// Whether the seat had opened (rule 11).
    pub opened: bool,
    /// The tiles played.
    pub tiles: Tiles,
    /// The chance to win the round before the turn: that of the best turn found.
    pub before: f64,
    /// The chance to win the round after it.
    pub after: f64,
    /// The standard error of the difference.
    pub error: f64,
    /// How many turns were compared; 1 if the seat had no choice.
    pub choices: usize,
    /// How much the turn gave away, if that is significant.
    pub lapse: Option<Lapse>,
    /// The better turn, if one was found.
    pub better: Option<Turn>,
}

/// The review of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct Review {
    /// The turns that were reviewed.
    pub turns: Vec<TurnReview>,
    /// Whether that are all turns of the record from the first one asked for.
    pub is_complete: bool,
}

impl Review {
    /// Reviews a match. `progress` is told how many turns are done. `stop` is called often, and ends the review early by
    /// returning true.
    #[must_use]
    pub fn of(
        record: &Record,
        options: ReviewOptions,
        progress: &mut dyn FnMut(usize),
        stop: &mut dyn FnMut() -> bool,
    ) -> Self {
        let level = Level { positions: Some(Level::POSITIONS), time: None };
        let search = Search::new(options.seed, level).on_threads(options.threads);
        let mut turns = Vec::with_capacity(record.turns());
        let is_complete = record.replay(&mut |played, turn| {
            if played.turns() + 1 < options.first {
                return true;
            }
            let reviewed = review(&search, &options, played, turn, stop);
            let is_done = reviewed.is_some();
            turns.extend(reviewed);
            progress(turns.len());
            is_done
        });
        Self { turns, is_complete }
    }

    /// How much of its chances a seat kept in the turns in which it had a choice, from 0 to 1; `None` if it never had
    /// one.
    #[must_use]
    pub fn accuracy(&self, seat: usize) -> Option<f64> {
        let choices = || self.turns.iter().filter(|turn| turn.seat == seat && turn.choices > 1);
        let (before, after) =
            choices().fold((0.0, 0.0), |(before, after), turn| (before + turn.before, after + turn.after));
        (before > 0.0).then(|| after / before)
    }
}

/// Reviews the next turn; `None` once `stop` returns true.
fn review(
    search: &Search,
    options: &ReviewOptions,
    played: &Match,
    turn: &RecordedTurn,
    stop: &mut dyn FnMut() -> bool,
) -> Option<TurnReview> {
    let seat = played.round().to_move();
    // The seat to move exists, and its turn is legal: the record was verified.
    let view = played.view(seat).ok()?;
    let made = turn_of(turn, &view);
    let hands = options.hidden.then(|| played.round().hands());
    let Judgment { made: after, best: before, error, better, choices } =
        search.judge(&view, &made, hands, options.samples, stop).ok()??;
    let tiles = match &made {
        Turn::Play(table) => table.tiles().minus(&view.table.tiles()),
        Turn::Draw | Turn::Pass => Tiles::new(),
    };
    Some(TurnReview {
        number: played.turns() + 1,
        round: played.round_number(),
        seat,
        kind: turn.kind,
        table: Arc::clone(&view.table),
        opened: view.has_opened(),
        hand: view.hand,
        tiles,
        before,
        after,
        error,
        choices,
        lapse: Lapse::of(before - after, error),
        better,
    })
}

fn turn_of(turn: &RecordedTurn, view: &View) -> Turn {
    match &turn.table {
        Some(table) => Turn::Play(table.clone()),
        None if view.pool_size > 0 => Turn::Draw,
        None => Turn::Pass,
    }
}
