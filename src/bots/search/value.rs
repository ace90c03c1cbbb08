//! The value of a state to a seat when a rollout stops before the end of the round.
//!
//! Each seat has a strength, which is linear in a few features of its hand. The softmax of the strengths gives the
//! chances to win (conditional logit, a standard choice model). The loss of a seat that does not win is linear in its
//! points. Both are fitted to rounds between greedy players:
//! `cargo test --release --lib fit_the_value -- --ignored --nocapture` prints the numbers below.

use super::params::SearchParams;
use super::rollout::can_meld;
use crate::bots::bot::as_f64;
use crate::round::GameState;
use crate::tile::{Tile, Tiles};

const FEATURES: usize = 12;

/// The weight of each feature, in rounds of two, three, and four or more seats.
const WEIGHTS: [[f64; FEATURES]; 3] = [
    [-0.0343, -0.5162, 0.5148, -0.0161, 0.1853, -0.1839, -0.0214, 0.2169, -0.0284, 0.2996, 0.0466, -0.0353],
    [0.0129, -0.7924, 0.0700, 0.0039, 0.3280, -0.5351, -0.0097, 0.3560, -0.0287, -0.0771, 0.0429, -0.0040],
    [0.0882, -0.6655, -0.0664, 0.0029, 0.5135, -0.2944, -0.0450, 0.7075, -0.0974, -0.1131, -0.0193, -0.0275],
];

/// The loss at the end: a constant, and a factor of the points held now.
const LOSS: [(f64, f64); 3] = [(12.81, 0.0666), (13.13, 0.0634), (2.56, 0.3600)];

/// The value of a state to a seat: a mix of the chance to win and the score.
pub(super) fn value(state: &GameState, seat: usize, params: &SearchParams) -> f64 {
    let (won, score) = match &state.outcome {
        Some(outcome) => {
            let won = if outcome.winners.contains(&seat) { 1.0 / as_f64(outcome.winners.len()) } else { 0.0 };
            // Real scores are a few hundred points at most.
            let score = outcome.scores.get(seat).map_or(0, |&score| score.clamp(-100_000, 100_000) as i32);
            (won, f64::from(score))
        }
        None => expected(state, seat),
    };
    let point = if state.seats() > 2 { params.score_of_many } else { params.score };
    params.win * won + point * score
}

/// The chance of a seat to win, and its expected score.
fn expected(state: &GameState, seat: usize) -> (f64, f64) {
    let on_table = state.table.tiles();
    let row = state.seats().clamp(2, 4) - 2;
    let strengths: Vec<f64> =
        (0..state.seats()).map(|seat| strength(&WEIGHTS[row], &features(state, seat, &on_table)).exp()).collect();
    let all: f64 = strengths.iter().sum();
    let chance = |seat: usize| strengths[seat] / all;
    let loss = |seat: usize| {
        let points = state.hands[seat].points(state.rules.joker_penalty);
        LOSS[row].0 + LOSS[row].1 * f64::from(points)
    };
    let others: f64 = (0..state.seats()).filter(|&other| other != seat).map(loss).sum();
    let won = chance(seat);
    (won, won * others - (1.0 - won) * loss(seat))
}

fn strength(weights: &[f64; FEATURES], features: &[f64; FEATURES]) -> f64 {
    weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
}

/// The features of a seat.
fn features(state: &GameState, seat: usize, on_table: &Tiles) -> [f64; FEATURES] {
    let hand = &state.hands[seat];
    let rules = &state.rules;
    let size = as_f64(hand.len().max(1));
    let jokers = f64::from(hand.jokers());
    let closed = f64::from(u8::from(!state.opened[seat]));
    let moves = f64::from(u8::from(state.to_move == seat));
    let mut available = on_table.plus(hand);
    while available.remove(Tile::JOKER) {}
    let loose = hand.kinds().filter(|&(tile, _)| !tile.is_joker() && !can_meld(tile, &available, rules)).count();
    let own = hand.kinds().filter(|&(tile, _)| !tile.is_joker() && can_meld(tile, hand, rules)).count();
    let points = f64::from(hand.points(0)) / 100.0;
    [
        size,
        size.ln(),
        closed,
        closed * size,
        jokers,
        jokers * closed,
        moves,
        moves / size,
        as_f64(loose),
        points,
        as_f64(own),
        closed * as_f64(own),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::search::rollout::rollout;
    use crate::round::Round;
    use crate::rules::Rules;
    use crate::solver::Solver;
    use rayon::prelude::*;

    /// The features of a state, and how the round ended.
    struct TrainingSample {
        features: Vec<[f64; FEATURES]>,
        points: Vec<f64>,
        winner: usize,
        left: Vec<f64>,
    }

    fn samples(seats: usize, rounds: std::ops::Range<u64>) -> Vec<TrainingSample> {
        let rules = Rules::schmidt();
        let one = |solver: &mut Solver, seed: u64| {
            let round = Round::deal(&rules, seats, seed + 1_000_000, None).unwrap();
            let mut state = round.state().clone();
            let mut samples = Vec::new();
            while state.outcome.is_none() {
                let on_table = state.table.tiles();
                samples.push(TrainingSample {
                    features: (0..seats).map(|seat| features(&state, seat, &on_table)).collect(),
                    points: (0..seats).map(|seat| f64::from(state.hands[seat].points(rules.joker_penalty))).collect(),
                    winner: 0,
                    left: Vec::new(),
                });
                rollout(&mut state, solver, 1, &mut || false);
            }
            let outcome = state.outcome.unwrap();
            if outcome.winners.len() != 1 {
                return Vec::new();
            }
            for sample in &mut samples {
                sample.winner = outcome.winners[0];
                sample.left = outcome.left.iter().map(|&points| f64::from(points)).collect();
            }
            samples
        };
        rounds.into_par_iter().map_init(Solver::new, one).flatten_iter().collect()
    }

    fn chances(weights: &[f64; FEATURES], sample: &TrainingSample) -> Vec<f64> {
        let strengths: Vec<f64> = sample.features.iter().map(|features| strength(weights, features).exp()).collect();
        let all: f64 = strengths.iter().sum();
        strengths.iter().map(|strength| strength / all).collect()
    }

    /// The mean logarithmic loss of the predicted chances.
    fn log_loss(weights: &[f64; FEATURES], samples: &[TrainingSample]) -> f64 {
        let each = samples.par_iter().map(|sample| -chances(weights, sample)[sample.winner].ln());
        each.sum::<f64>() / as_f64(samples.len())
    }

    /// Solves a symmetric linear system by Gaussian elimination.
    fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
        let size = right.len();
        for pivot in 0..size {
            let row = matrix[pivot].clone();
            for other in 0..size {
                if other != pivot {
                    let factor = matrix[other][pivot] / row[pivot];
                    for (cell, of_row) in matrix[other].iter_mut().zip(&row) {
                        *cell -= factor * of_row;
                    }
                    right[other] -= factor * right[pivot];
                }
            }
        }
        (0..size).map(|place| right[place] / matrix[place][place]).collect()
    }

    /// Fits the weights by Newton's method, with a ridge penalty.
    fn fit(samples: &[TrainingSample], used: &[usize]) -> [f64; FEATURES] {
        let mut weights = [0.0; FEATURES];
        for _ in 0..12 {
            let size = used.len();
            let zero = || (vec![0.0; size], vec![vec![0.0; size]; size]);
            let (slope, curve) = samples
                .par_iter()
                .fold(zero, |(mut slope, mut curve), sample| {
                    let chances = chances(&weights, sample);
                    let mean: Vec<f64> = used
                        .iter()
                        .map(|&feature| {
                            sample
                                .features
                                .iter()
                                .zip(&chances)
                                .map(|(features, chance)| chance * features[feature])
                                .sum()
                        })
                        .collect();
                    for (a, &feature) in used.iter().enumerate() {
                        slope[a] += sample.features[sample.winner][feature] - mean[a];
                        for (b, &other) in used.iter().enumerate() {
                            curve[a][b] += sample
                                .features
                                .iter()
                                .zip(&chances)
                                .map(|(features, chance)| {
                                    chance * (features[feature] - mean[a]) * (features[other] - mean[b])
                                })
                                .sum::<f64>();
                        }
                    }
                    (slope, curve)
                })
                .reduce(zero, |(mut slope, mut curve), (more, bend)| {
                    slope.iter_mut().zip(more).for_each(|(cell, more)| *cell += more);
                    curve.iter_mut().flatten().zip(bend.into_iter().flatten()).for_each(|(cell, more)| *cell += more);
                    (slope, curve)
                });
            let mut curve = curve;
            for (place, row) in curve.iter_mut().enumerate() {
                row[place] += 1.0;
            }
            for (&feature, step) in used.iter().zip(solve(curve, slope)) {
                weights[feature] += step;
            }
        }
        weights
    }

    #[test]
    #[ignore = "prints the fitted numbers; takes minutes"]
    fn fit_the_value() {
        let rounds: u64 = std::env::var("RUMMY_FAST_ROUNDS").map_or(4_000, |text| text.parse().unwrap());
        for seats in 2..=4 {
            let train = samples(seats, 0..rounds);
            let test = samples(seats, rounds..rounds + rounds / 4);
            println!("{seats} seats, {} positions", train.len());
            let all: Vec<usize> = (0..FEATURES).collect();
            let weights = fit(&train, &all);
            println!("{weights:.4?}");
            println!(
                "log loss {:.4}, of equal chances {:.4}",
                log_loss(&weights, &test),
                log_loss(&[0.0; FEATURES], &test)
            );
            for without in 0..FEATURES {
                let used: Vec<usize> = all.iter().copied().filter(|&feature| feature != without).collect();
                println!("  without {without}: {:.4}", log_loss(&fit(&train, &used), &test));
            }
            let pairs: Vec<(f64, f64)> = train
                .iter()
                .flat_map(|sample| {
                    (0..seats)
                        .filter(|&seat| seat != sample.winner)
                        .map(|seat| (sample.points[seat], sample.left[seat]))
                })
                .collect();
            let count = as_f64(pairs.len());
            let (x, y) = pairs.iter().fold((0.0, 0.0), |(x, y), pair| (x + pair.0 / count, y + pair.1 / count));
            let slope = pairs.iter().map(|pair| (pair.0 - x) * (pair.1 - y)).sum::<f64>()
                / pairs.iter().map(|pair| (pair.0 - x).powi(2)).sum::<f64>();
            println!("loss: {:.2} + {slope:.4} of the points", y - slope * x);
        }
    }
}
