//! Thinks about what the others may hold and how the round may go on.
//!
//! The turns worth a thought are listed ([`choices`](super::choices)): the best play, the best play with tiles held back, and
//! drawing. What is hidden is guessed many times, so that it agrees with what was seen (`hidden`). On each
//! guess every choice is made and the round played on by players who play what they can (`playout`), for some
//! turns, after which the position is valued (`value`). All choices meet the same guesses; what is clearly
//! behind drops out, and the best in the end is the turn (`race`).
//!
//! Chance comes from the seed and the view, not from a generator that is kept: the same view is answered in the
//! same way, whatever was asked before, and on any number of threads.

mod hidden;
mod playout;
mod race;
mod value;

use std::time::{Duration, Instant};

use super::choices::{self, Choices};
use super::{Bot, BotError, expect_turn, wait};
use crate::round::{Turn, View};
use crate::threads;
use crate::tile::Tile;
use race::{Race, Solvers};

/// How much a bot may think about a turn. What is reached first ends it; with neither it thinks as long as
/// [`Level::default`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Level {
    /// How many positions it may solve. The same number gives the same turn on every machine.
    pub positions: Option<u64>,
    /// How long it may take.
    pub time: Option<Duration>,
}

impl Default for Level {
    fn default() -> Self {
        Self { positions: Some(Self::POSITIONS), time: None }
    }
}

impl Level {
    /// The positions of the default.
    pub const POSITIONS: u64 = 6_000;
}

/// What the search does, as numbers to try others: `cargo bench --bench strength` does.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Ideas {
    /// Whether guesses agree with what the others did not play.
    pub inference: bool,
    /// How many turns each seat is played on for before a position is valued.
    pub turns: usize,
    /// How many choices are taken from the list of plays, best first.
    pub listed: usize,
    /// What falls behind by so many standard errors drops out.
    pub patience: f64,
    /// What is to be made in place of the best play has to be ahead by so many standard errors.
    pub caution: f64,
    /// What a win is worth.
    pub win: f64,
    /// What a point of score is worth in rounds of two.
    pub score: f64,
    /// The same where there are more seats.
    pub score_of_many: f64,
}

impl Default for Ideas {
    fn default() -> Self {
        Self {
            inference: true,
            turns: 3,
            listed: 16,
            patience: 2.0,
            caution: 0.5,
            win: 1.0,
            score: 0.0,
            score_of_many: 0.01,
        }
    }
}

/// A choice taken from the list of plays is worth a thought if so many positions can be spent on it.
const EACH: u64 = 100;

/// The strongest player of the house.
#[derive(Debug, Default)]
pub struct Search {
    seed: u64,
    level: Level,
    ideas: Ideas,
    threads: usize,
    solvers: Solvers,
}

impl Search {
    /// A new player on one thread.
    #[must_use]
    pub fn new(seed: u64, level: Level) -> Self {
        Self { seed, level, ..Self::default() }
    }

    /// The same on so many threads.
    #[must_use]
    pub fn on_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The same with other ideas.
    #[must_use]
    pub fn with_ideas(mut self, ideas: Ideas) -> Self {
        self.ideas = ideas;
        self
    }

    /// What [`Bot::choose`] decides.
    ///
    /// # Errors
    /// If there is no turn to make.
    pub fn think(
        &self,
        view: &View,
        limit: Option<Duration>,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Turn, BotError> {
        expect_turn(view)?;
        view.check()?;
        let time = match (self.level.time, limit) {
            (Some(ours), Some(theirs)) => Some(ours.min(theirs)),
            (ours, theirs) => ours.or(theirs),
        };
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        self.solvers.with(|solver| {
            let mut stop = || deadline.is_some_and(|deadline| Instant::now() >= deadline) || interrupt();
            let choices = match choices::list(solver, view, self.listed(), &mut stop) {
                Choices::One(turn) => return Ok(turn),
                Choices::Several(choices) => choices,
            };
            // One thread is the one that is here.
            let pool = if self.threads > 1 { threads::pool(self.threads) } else { None };
            let race = Race {
                view,
                choices: &choices,
                seed: self.seed_for(view),
                ideas: &self.ideas,
                solvers: &self.solvers,
                pool: pool.as_deref(),
                deadline,
                positions: self.level.positions.or(deadline.is_none().then_some(Level::POSITIONS)),
            };
            let chosen = race.run(choices.len() as u64, interrupt);
            Ok(choices.get(chosen).map_or_else(|| wait(view), |choice| choice.turn(view)))
        })
    }

    /// How many choices are taken from the list of plays: with little to spend it is spent on few.
    fn listed(&self) -> usize {
        let affordable = self.level.positions.map_or(u64::MAX, |positions| positions / EACH);
        self.ideas.listed.min(usize::try_from(affordable).unwrap_or(usize::MAX))
    }

    /// Where the chance of a decision comes from.
    fn seed_for(&self, view: &View) -> u64 {
        let mut seed = self.seed;
        let mut mix = |fact: u64| {
            seed = (seed ^ fact).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            seed ^= seed >> 29;
        };
        for tiles in [&view.hand, &view.table.tiles()] {
            tiles.iter().map(Tile::code).for_each(|code| mix(u64::from(code)));
            mix(255);
        }
        view.hand_sizes.iter().for_each(|&size| mix(size as u64));
        mix(view.seat as u64);
        mix(view.pool_size as u64);
        seed
    }
}

impl Bot for Search {
    fn name(&self) -> &'static str {
        "search"
    }

    fn choose(
        &mut self,
        view: &View,
        limit: Option<Duration>,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Turn, BotError> {
        self.think(view, limit, interrupt)
    }
}
