//! Racing: all candidates are evaluated on the same samples, and those that are clearly behind are eliminated.
//!
//! Comparing candidates on common samples removes the luck they share. Eliminating those that cannot be told apart
//! from a better one ends races over negligible differences. See A. Moore and M. Lee, *Efficient Algorithms for
//! Minimizing Cross Validation Error*, ICML (1994), who call this a blocking race.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::determinization::Determinizer;
#[cfg(feature = "parallel")]
use super::parallel;
use super::params::SearchParams;
use super::rollout::{RolloutEnd, rollout};
use super::value;
use crate::bots::bot::as_f64;
use crate::bots::choice::Choice;
use crate::clock::Deadline;
use crate::round::{GameState, Rng, View};
use crate::solver::{Solver, with_solver};
use crate::tile::Tiles;

/// The samples between two eliminations.
const BATCH: usize = 8;

/// The samples after which a difference below [`INDIFFERENCE`] counts as none.
const MIN_SAMPLES: usize = 64;

/// A difference in reward that does not matter.
const INDIFFERENCE: f64 = 0.002;

/// The race of one decision.
pub(super) struct Race<'a> {
    pub(super) view: &'a View,
    pub(super) choices: &'a [Choice],
    /// The hands of all seats, if they are known.
    pub(super) hands: Option<&'a [Tiles]>,
    pub(super) seed: u64,
    pub(super) params: &'a SearchParams,
    #[cfg(feature = "parallel")]
    pub(super) pool: Option<&'a rayon::ThreadPool>,
    pub(super) deadline: Deadline,
    pub(super) positions: Option<u64>,
}

/// The rewards of all candidates on one sample.
pub(super) struct SampleResult {
    rewards: Vec<f64>,
    spent: u64,
}

/// A candidate and its rewards so far.
#[derive(Debug, Clone)]
struct Contender {
    choice: usize,
    rewards: Vec<f64>,
}

impl Contender {
    fn mean(&self) -> f64 {
        self.rewards.iter().sum::<f64>() / as_f64(self.rewards.len().max(1))
    }

    /// The mean by which it is behind another on the same samples, and its standard error.
    fn behind(&self, other: &Self) -> (f64, f64) {
        let count = as_f64(self.rewards.len());
        let gaps = || other.rewards.iter().zip(&self.rewards).map(|(theirs, ours)| theirs - ours);
        let mean = gaps().sum::<f64>() / count;
        let variance = gaps().map(|gap| (gap - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        (mean, (variance / count).sqrt())
    }
}

fn contenders(choices: impl Iterator<Item = usize>) -> Vec<Contender> {
    choices.map(|choice| Contender { choice, rewards: Vec::new() }).collect()
}

impl Race<'_> {
    /// Runs the race and returns the index of the best choice. The first choice wins unless another is clearly better.
    /// `spent` positions were solved before.
    pub(super) fn run(&self, mut spent: u64, interrupt: &mut dyn FnMut() -> bool) -> usize {
        let determinizer = Determinizer::new(self.view, self.params.inference, self.hands);
        let stop = AtomicBool::new(false);
        let mut contenders = contenders(0..self.choices.len());
        let (mut samples, mut cost) = (0, None);
        loop {
            let batch = match (self.positions, cost) {
                (Some(most), Some(cost)) => BATCH.min((most.saturating_sub(spent) / cost) as usize),
                _ => BATCH,
            };
            if batch == 0 {
                break;
            }
            let (before, running) = (spent, contenders.len() as u64);
            let results = self.run_batch(samples..samples + batch, &contenders, &determinizer, &stop, interrupt);
            samples += batch;
            let mut stopped = false;
            for result in results {
                let Some(result) = result else {
                    stopped = true;
                    continue;
                };
                spent += result.spent;
                for (contender, reward) in contenders.iter_mut().zip(result.rewards) {
                    contender.rewards.push(reward);
                }
            }
            self.eliminate(&mut contenders);
            // The positions that a sample will take now that fewer are left.
            cost = Some(((spent - before) * contenders.len() as u64 / (batch as u64 * running.max(1))).max(1));
            if stopped || contenders.len() < 2 {
                break;
            }
        }
        self.winner(&contenders)
    }

    /// Evaluates some of the choices on as many samples each, the same for all. Returns the rewards of each choice, or
    /// `None` if interrupted.
    #[cfg(feature = "matches")]
    pub(super) fn compare(
        &self,
        choices: &[usize],
        samples: usize,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Vec<f64>>> {
        let determinizer = Determinizer::new(self.view, self.params.inference, self.hands);
        let contenders = contenders(choices.iter().copied());
        let results = self.run_batch(0..samples, &contenders, &determinizer, &AtomicBool::new(false), interrupt);
        let mut rewards = vec![Vec::with_capacity(samples); choices.len()];
        for result in results {
            for (all, reward) in rewards.iter_mut().zip(result?.rewards) {
                all.push(reward);
            }
        }
        Some(rewards)
    }

    /// Removes contenders that are clearly behind the best, or clearly not better than it by more than
    /// [`INDIFFERENCE`].
    fn eliminate(&self, contenders: &mut Vec<Contender>) {
        let Some(best) = Self::best(contenders).cloned() else { return };
        let sure = best.rewards.len() >= MIN_SAMPLES;
        contenders.retain(|contender| {
            let (gap, error) = contender.behind(&best);
            let margin = self.params.elimination_margin * error;
            let equivalent = sure && contender.choice != best.choice && gap + margin < INDIFFERENCE;
            gap <= margin && !equivalent
        });
    }

    /// The contender with the best mean, the first of equals.
    fn best(contenders: &[Contender]) -> Option<&Contender> {
        contenders.iter().max_by(|a, b| a.mean().total_cmp(&b.mean()).then(b.choice.cmp(&a.choice)))
    }

    fn winner(&self, contenders: &[Contender]) -> usize {
        let (Some(first), Some(best)) = (contenders.first(), Self::best(contenders)) else { return 0 };
        let (gap, error) = first.behind(best);
        // The best play stands unless another is clearly better.
        let stands = first.choice == 0 && (first.rewards.is_empty() || gap < self.params.switch_margin * error);
        if stands { 0 } else { best.choice }
    }

    /// Evaluates a batch of samples on all threads. A missing result means that the race must stop.
    fn run_batch(
        &self,
        samples: std::ops::Range<usize>,
        contenders: &[Contender],
        determinizer: &Determinizer,
        stop: &AtomicBool,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Vec<Option<SampleResult>> {
        let mut results: Vec<Option<SampleResult>> = samples.clone().map(|_| None).collect();
        let late = || stop.load(Ordering::Relaxed) || self.deadline.has_passed();
        #[cfg(feature = "parallel")]
        if let Some(pool) = self.pool {
            let evaluate = |sample: usize, solver: &mut Solver| {
                self.evaluate(sample, contenders, determinizer, solver, &mut || late())
            };
            parallel::run(pool, samples, &evaluate, stop, interrupt, &mut results);
            return results;
        }
        let mut stop = || late() || interrupt();
        with_solver(|solver| {
            for (result, sample) in results.iter_mut().zip(samples) {
                *result = self.evaluate(sample, contenders, determinizer, solver, &mut stop);
                if result.is_none() {
                    break;
                }
            }
        });
        results
    }

    /// Evaluates all contenders on one sample, or returns `None` if interrupted.
    fn evaluate(
        &self,
        sample: usize,
        contenders: &[Contender],
        determinizer: &Determinizer,
        solver: &mut Solver,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<SampleResult> {
        let view = self.view;
        let mut rng = Rng::new(self.seed.wrapping_add(sample as u64));
        let (hands, pool, mut spent) = determinizer.sample(view, &mut rng, solver, stop);
        let start = GameState {
            rules: view.rules,
            hands,
            table: Arc::clone(&view.table),
            full_pool: pool.into(),
            drawn: 0,
            opened: view.opened.clone(),
            starter: view.starter,
            to_move: view.seat,
            idle: view.idle(),
            outcome: None,
        };
        let mut rewards = Vec::with_capacity(contenders.len());
        for contender in contenders {
            let mut state = start.clone();
            let Choice { tiles: played, table } = &self.choices[contender.choice];
            if played.is_empty() {
                state.draw(1);
            } else {
                state.play(played, Arc::clone(table));
            }
            let (end, count) = rollout(&mut state, solver, self.params.rollout_turns * self.view.seats(), stop);
            spent += count;
            if end == RolloutEnd::Interrupted {
                return None;
            }
            rewards.push(value::value(&state, view.seat, self.params));
        }
        Some(SampleResult { rewards, spent })
    }
}
