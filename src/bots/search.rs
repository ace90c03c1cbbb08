//! A bot that searches: racing between candidate turns by rollouts on determinizations.
//!
//! The steps of a decision:
//! 1. List the candidate turns (`choice`): the best play, the best play with tiles held back, and drawing.
//! 2. Sample the hidden tiles many times, in agreement with what the seat has seen (`determinization`).
//! 3. On each sample, make every candidate turn and let all seats play greedily for some turns (`rollout`).
//! 4. Evaluate the position that this leads to (`value`).
//! 5. Eliminate candidates that are clearly behind, and return the best one left (`racing`).
//!
//! Random numbers come from the seed and the view, not from a generator that lives on between turns. The same view
//! has the same answer whatever was asked before, and on any number of threads.

mod determinization;
#[cfg(feature = "matches")]
mod judgment;
#[cfg(feature = "parallel")]
mod parallel;
mod params;
mod racing;
mod rollout;
mod value;

use std::time::Duration;

use super::bot::{Bot, BotError, check_to_move, draw_or_pass};
use super::choice::{self, Choices};
use crate::clock::Deadline;
use crate::round::{Turn, View};
use crate::solver::with_solver;
#[cfg(feature = "parallel")]
use crate::threads;
use crate::tile::Tile;
#[cfg(feature = "matches")]
use crate::tile::Tiles;
use racing::Race;

#[cfg(feature = "matches")]
pub(crate) use judgment::Judgment;
pub use params::SearchParams;

/// How much work a bot may put into a turn. It stops at the first limit it reaches; without any limit it uses
/// [`Level::default`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Level {
    /// How many positions it may solve. The same number gives the same turns on every machine.
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
    /// The default number of positions.
    pub const POSITIONS: u64 = 6_000;
}

/// The search adds a candidate from the list of all plays for each of these positions it may solve.
const POSITIONS_PER_PLAY: u64 = 100;

/// The strongest built-in bot.
///
/// The thread that calls it needs a stack of 192 KiB (measured: 160 suffice on the largest deck, 128 do not); Rust's
/// threads have 2 MiB.
#[derive(Debug, Default)]
pub struct Search {
    seed: u64,
    level: Level,
    params: SearchParams,
    threads: usize,
}

impl Search {
    /// Makes a new bot that runs on one thread.
    #[must_use]
    pub fn new(seed: u64, level: Level) -> Self {
        Self { seed, level, ..Self::default() }
    }

    /// Sets the number of threads. The chosen turns do not depend on it, unless time is limited. Without the feature
    /// `parallel` it has no effect.
    #[must_use]
    pub fn on_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the parameters of the search.
    #[must_use]
    pub fn with_params(mut self, params: SearchParams) -> Self {
        self.params = params;
        self
    }

    /// Chooses a turn as [`Bot::choose`] does, without a mutable bot.
    ///
    /// # Errors
    /// If the seat is not to move, or the view is impossible.
    pub fn think(
        &self,
        view: &View,
        limit: Option<Duration>,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Turn, BotError> {
        check_to_move(view)?;
        view.check()?;
        let time = match (self.level.time, limit) {
            (Some(ours), Some(theirs)) => Some(ours.min(theirs)),
            (ours, theirs) => ours.or(theirs),
        };
        let deadline = Deadline::after(time);
        let mut stop = || deadline.has_passed() || interrupt();
        let choices = match with_solver(|solver| choice::list(solver, view, self.top_plays(), &mut stop)) {
            Choices::Decided(turn) => return Ok(turn),
            Choices::Several(choices) => choices,
        };
        // A single thread is the current one.
        #[cfg(feature = "parallel")]
        let pool = if self.threads > 1 { threads::pool(self.threads) } else { None };
        let race = Race {
            view,
            choices: &choices,
            hands: None,
            seed: self.seed_for(view),
            params: &self.params,
            #[cfg(feature = "parallel")]
            pool: pool.as_deref(),
            deadline,
            positions: self.level.positions.or(time.is_none().then_some(Level::POSITIONS)),
        };
        let chosen = race.run(choices.len() as u64, interrupt);
        Ok(choices.get(chosen).map_or_else(|| draw_or_pass(view), |choice| choice.turn(view)))
    }

    /// Judges a legal turn of the seat to move on so many samples. `hands` are those of all seats, if hidden tiles may be
    /// used. Returns `None` once `interrupt` returns true.
    #[cfg(feature = "matches")]
    pub(crate) fn judge(
        &self,
        view: &View,
        made: &Turn,
        hands: Option<&[Tiles]>,
        samples: usize,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Judgment>, BotError> {
        /// The positions that the race may solve for each sample.
        const POSITIONS: u64 = 30;
        check_to_move(view)?;
        let mut stopped = false;
        let mut stop = || {
            stopped |= interrupt();
            stopped
        };
        let listed = with_solver(|solver| choice::list(solver, view, self.top_plays(), &mut stop));
        let choices = judgment::with_made(view, made, listed);
        // Only the chance to win counts.
        let params = SearchParams { win: 1.0, score: 0.0, score_of_many: 0.0, ..self.params };
        #[cfg(feature = "parallel")]
        let pool = if self.threads > 1 { threads::pool(self.threads) } else { None };
        let race = Race {
            view,
            choices: &choices,
            hands,
            seed: self.seed_for(view),
            params: &params,
            #[cfg(feature = "parallel")]
            pool: pool.as_deref(),
            deadline: Deadline::after(None),
            positions: Some(samples as u64 * POSITIONS),
        };
        Ok(judgment::judge(race, samples, &mut stop))
    }

    /// The number of candidates from the list of all plays: fewer if few positions may be solved.
    fn top_plays(&self) -> usize {
        let affordable = self.level.positions.map_or(u64::MAX, |positions| positions / POSITIONS_PER_PLAY);
        self.params.top_plays.min(usize::try_from(affordable).unwrap_or(usize::MAX))
    }

    /// The seed of a decision.
    fn seed_for(&self, view: &View) -> u64 {
        let mut seed = self.seed;
        let mut mix = |number: u64| {
            seed = (seed ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
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
