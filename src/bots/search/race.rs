//! Which choice is the best? All are tried on the same guesses, and what falls clearly behind drops out.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::hidden::Hidden;
use super::playout::{End, play_on};
use super::{Ideas, value};
use crate::bots::choices::Choice;
use crate::bots::real;
use crate::round::View;
use crate::round::deal::Rng;
use crate::round::position::Position;
use crate::solver::Solver;

/// How often the caller is asked whether to stop while others work.
const LOOK_UP: Duration = Duration::from_millis(3);

/// Guesses of one lap.
const LAP: usize = 8;

/// After so many guesses a difference that would be less than a trifle is none.
const ENOUGH: usize = 64;

/// A trifle of the reward.
const TRIFLE: f64 = 0.002;

/// Working memory of solvers, lent out.
#[derive(Debug, Default)]
pub(super) struct Solvers(Mutex<Vec<Solver>>);

impl Solvers {
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut Solver) -> T) -> T {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut solver = kept.unwrap_or_default();
        let answer = work(&mut solver);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(solver);
        answer
    }
}

/// What all guesses of a decision have in common.
pub(super) struct Race<'a> {
    pub(super) view: &'a View,
    pub(super) choices: &'a [Choice],
    pub(super) seed: u64,
    pub(super) ideas: &'a Ideas,
    pub(super) solvers: &'a Solvers,
    pub(super) pool: Option<&'a rayon::ThreadPool>,
    pub(super) deadline: Option<Instant>,
    pub(super) positions: Option<u64>,
}

/// What one guess told: for each choice in the race what it came to.
struct Lesson {
    rewards: Vec<f64>,
    spent: u64,
}

/// The sums of what was told of a choice.
#[derive(Debug, Clone)]
struct Runner {
    choice: usize,
    rewards: Vec<f64>,
}

impl Runner {
    fn mean(&self) -> f64 {
        self.rewards.iter().sum::<f64>() / real(self.rewards.len().max(1))
    }

    /// By how much it is behind another on the same guesses, and the standard error of that.
    fn behind(&self, other: &Self) -> (f64, f64) {
        let count = real(self.rewards.len());
        let gaps = || other.rewards.iter().zip(&self.rewards).map(|(theirs, ours)| theirs - ours);
        let mean = gaps().sum::<f64>() / count;
        let variance = gaps().map(|gap| (gap - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        (mean, (variance / count).sqrt())
    }
}

impl Race<'_> {
    /// The choice that does best; the first is the one to beat. `spent` positions were solved before.
    pub(super) fn run(&self, mut spent: u64, interrupt: &mut dyn FnMut() -> bool) -> usize {
        let hidden = Hidden::new(self.view, self.ideas.inference);
        let stop = AtomicBool::new(false);
        let mut runners: Vec<Runner> =
            (0..self.choices.len()).map(|choice| Runner { choice, rewards: Vec::new() }).collect();
        let (mut guesses, mut each) = (0, None);
        loop {
            let lap = match (self.positions, each) {
                (Some(most), Some(each)) => LAP.min((most.saturating_sub(spent) / each) as usize),
                _ => LAP,
            };
            if lap == 0 {
                break;
            }
            let (before, running) = (spent, runners.len() as u64);
            let lessons = self.lap(guesses..guesses + lap, &runners, &hidden, &stop, interrupt);
            guesses += lap;
            let mut missed = false;
            for lesson in lessons {
                let Some(lesson) = lesson else {
                    missed = true;
                    continue;
                };
                spent += lesson.spent;
                for (runner, reward) in runners.iter_mut().zip(lesson.rewards) {
                    runner.rewards.push(reward);
                }
            }
            self.drop_out(&mut runners);
            // What a guess will take, now that fewer are running.
            each = Some(((spent - before) * runners.len() as u64 / (lap as u64 * running.max(1))).max(1));
            if missed || runners.len() < 2 {
                break;
            }
        }
        self.winner(&runners)
    }

    /// Takes out what is clearly behind, and what is clearly no better than another by more than a trifle.
    fn drop_out(&self, runners: &mut Vec<Runner>) {
        let Some(best) = Self::best(runners).cloned() else { return };
        let sure = best.rewards.len() >= ENOUGH;
        runners.retain(|runner| {
            let (gap, error) = runner.behind(&best);
            let margin = self.ideas.patience * error;
            let trifle = sure && runner.choice != best.choice && gap + margin < TRIFLE;
            gap <= margin && !trifle
        });
    }

    /// The one with the best mean, the first of equals.
    fn best(runners: &[Runner]) -> Option<&Runner> {
        runners.iter().max_by(|a, b| a.mean().total_cmp(&b.mean()).then(b.choice.cmp(&a.choice)))
    }

    fn winner(&self, runners: &[Runner]) -> usize {
        let (Some(first), Some(best)) = (runners.first(), Self::best(runners)) else { return 0 };
        let (gap, error) = first.behind(best);
        // The best play stands unless another is clearly better.
        let stands = first.choice == 0 && (first.rewards.is_empty() || gap < self.ideas.caution * error);
        if stands { 0 } else { best.choice }
    }

    /// Some guesses, on all threads.
    fn lap(
        &self,
        guesses: std::ops::Range<usize>,
        runners: &[Runner],
        hidden: &Hidden,
        stop: &AtomicBool,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Vec<Option<Lesson>> {
        let mut lessons: Vec<Option<Lesson>> = guesses.clone().map(|_| None).collect();
        let late = || stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let Some(pool) = self.pool else {
            let mut stop = || late() || interrupt();
            self.solvers.with(|solver| {
                for (lesson, guess) in lessons.iter_mut().zip(guesses) {
                    *lesson = self.learn(guess, runners, hidden, solver, &mut stop);
                    if lesson.is_none() {
                        break;
                    }
                }
            });
            return lessons;
        };
        let next = AtomicUsize::new(0);
        let count = lessons.len();
        let (tell, told) = channel();
        pool.in_place_scope(|scope| {
            for _ in 0..pool.current_num_threads().min(count) {
                let (tell, next, late, first) = (tell.clone(), &next, &late, guesses.start);
                scope.spawn(move |_| {
                    self.solvers.with(|solver| {
                        loop {
                            let place = next.fetch_add(1, Ordering::Relaxed);
                            if place >= count {
                                break;
                            }
                            let lesson = self.learn(first + place, runners, hidden, solver, &mut || late());
                            if tell.send((place, lesson)).is_err() {
                                break;
                            }
                        }
                    });
                });
            }
            drop(tell);
            loop {
                match told.recv_timeout(LOOK_UP) {
                    Ok((place, lesson)) => lessons[place] = lesson,
                    Err(RecvTimeoutError::Timeout) if interrupt() => stop.store(true, Ordering::Relaxed),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        lessons
    }

    /// Tries all that is in the race on one guess.
    fn learn(
        &self,
        guess: usize,
        runners: &[Runner],
        hidden: &Hidden,
        solver: &mut Solver,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Lesson> {
        let view = self.view;
        let mut lots = Rng::new(self.seed.wrapping_add(guess as u64));
        let (hands, pool, mut spent) = hidden.deal(view, &mut lots, solver, stop);
        let start = Position {
            rules: view.rules,
            hands,
            table: Arc::clone(&view.table),
            stock: pool.into(),
            drawn: 0,
            opened: view.opened.clone(),
            starter: view.starter,
            to_move: view.seat,
            idle: view.idle(),
            outcome: None,
        };
        let mut rewards = Vec::with_capacity(runners.len());
        for runner in runners {
            let mut position = start.clone();
            let Choice { tiles: played, table } = &self.choices[runner.choice];
            if played.is_empty() {
                position.draw(1);
            } else {
                position.play(played, Arc::clone(table));
            }
            let (end, count) = play_on(&mut position, solver, self.ideas.turns * self.view.seats(), stop);
            spent += count;
            if end == End::Stopped {
                return None;
            }
            rewards.push(value::of(&position, view.seat, self.ideas));
        }
        Some(Lesson { rewards, spent })
    }
}
