//! What a position is worth to a seat, when the round is not played to its end.
//!
//! Each seat has a strength, a sum over a few numbers of its hand; the chance to win is its share when the
//! strengths are made positive and add up to one (softmax). What is lost by who does not win is a line in the
//! points held. Both were fitted to rounds between players who play what they can:
//! `cargo test --release --lib fit_the_value -- --ignored --nocapture` prints the numbers below.

use super::Ideas;
use super::playout::melds;
use crate::bots::real;
use crate::round::position::Position;
use crate::tile::Tiles;

const TERMS: usize = 12;

/// How much each term adds to the strength of a seat, in rounds of two, three, and more.
const STRENGTH: [[f64; TERMS]; 3] = [
    [-0.0343, -0.5162, 0.5148, -0.0161, 0.1853, -0.1839, -0.0214, 0.2169, -0.0284, 0.2996, 0.0466, -0.0353],
    [0.0129, -0.7924, 0.0700, 0.0039, 0.3280, -0.5351, -0.0097, 0.3560, -0.0287, -0.0771, 0.0429, -0.0040],
    [0.0882, -0.6655, -0.0664, 0.0029, 0.5135, -0.2944, -0.0450, 0.7075, -0.0974, -0.1131, -0.0193, -0.0275],
];

/// What is lost in the end: so much, and so much of the points held now.
const LOSS: [(f64, f64); 3] = [(12.81, 0.0666), (13.13, 0.0634), (2.56, 0.3600)];

/// What a position is worth to a seat: a mixture of the chance to win and the score.
pub(super) fn of(position: &Position, seat: usize, ideas: &Ideas) -> f64 {
    let (won, score) = match &position.outcome {
        Some(outcome) => {
            let won = if outcome.winners.contains(&seat) { 1.0 / real(outcome.winners.len()) } else { 0.0 };
            // A score is a few hundred points at most.
            let score = outcome.scores.get(seat).map_or(0, |&score| score.clamp(-100_000, 100_000) as i32);
            (won, f64::from(score))
        }
        None => expected(position, seat),
    };
    let point = if position.seats() > 2 { ideas.score_of_many } else { ideas.score };
    ideas.win * won + point * score
}

/// The chance to win, and the score, of a seat.
fn expected(position: &Position, seat: usize) -> (f64, f64) {
    let lying = position.table.tiles();
    let row = position.seats().clamp(2, 4) - 2;
    let strengths: Vec<f64> =
        (0..position.seats()).map(|seat| strength(&STRENGTH[row], &terms(position, seat, &lying)).exp()).collect();
    let all: f64 = strengths.iter().sum();
    let chance = |seat: usize| strengths[seat] / all;
    let loss = |seat: usize| {
        let points = position.hands[seat].points(position.rules.joker_penalty);
        LOSS[row].0 + LOSS[row].1 * f64::from(points)
    };
    let others: f64 = (0..position.seats()).filter(|&other| other != seat).map(loss).sum();
    let won = chance(seat);
    (won, won * others - (1.0 - won) * loss(seat))
}

fn strength(weights: &[f64; TERMS], terms: &[f64; TERMS]) -> f64 {
    weights.iter().zip(terms).map(|(weight, term)| weight * term).sum()
}

/// The numbers of a seat.
fn terms(position: &Position, seat: usize, lying: &Tiles) -> [f64; TERMS] {
    let hand = &position.hands[seat];
    let rules = &position.rules;
    let size = real(hand.len().max(1));
    let jokers = f64::from(hand.jokers());
    let closed = f64::from(u8::from(!position.opened[seat]));
    let moves = f64::from(u8::from(position.to_move == seat));
    let mut around = lying.plus(hand);
    while around.remove(crate::tile::Tile::JOKER) {}
    let loose = hand.kinds().filter(|&(tile, _)| !tile.is_joker() && !melds(tile, &around, rules)).count();
    let own = hand.kinds().filter(|&(tile, _)| !tile.is_joker() && melds(tile, hand, rules)).count();
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
        real(loose),
        points,
        real(own),
        closed * real(own),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::search::playout::play_on;
    use crate::round::Round;
    use crate::rules::Rules;
    use crate::solver::Solver;
    use rayon::prelude::*;

    /// A position as numbers, and what became of it.
    struct Record {
        terms: Vec<[f64; TERMS]>,
        points: Vec<f64>,
        winner: usize,
        left: Vec<f64>,
    }

    fn records(seats: usize, rounds: std::ops::Range<u64>) -> Vec<Record> {
        let rules = Rules::schmidt();
        let one = |solver: &mut Solver, seed: u64| {
            let round = Round::deal(&rules, seats, seed + 1_000_000, None).unwrap();
            let mut position = round.position().clone();
            let mut records = Vec::new();
            while position.outcome.is_none() {
                let lying = position.table.tiles();
                records.push(Record {
                    terms: (0..seats).map(|seat| terms(&position, seat, &lying)).collect(),
                    points: (0..seats)
                        .map(|seat| f64::from(position.hands[seat].points(rules.joker_penalty)))
                        .collect(),
                    winner: 0,
                    left: Vec::new(),
                });
                play_on(&mut position, solver, 1, &mut || false);
            }
            let outcome = position.outcome.unwrap();
            if outcome.winners.len() != 1 {
                return Vec::new();
            }
            for record in &mut records {
                record.winner = outcome.winners[0];
                record.left = outcome.left.iter().map(|&points| f64::from(points)).collect();
            }
            records
        };
        rounds.into_par_iter().map_init(Solver::new, one).flatten_iter().collect()
    }

    fn chances(weights: &[f64; TERMS], record: &Record) -> Vec<f64> {
        let strengths: Vec<f64> = record.terms.iter().map(|terms| strength(weights, terms).exp()).collect();
        let all: f64 = strengths.iter().sum();
        strengths.iter().map(|strength| strength / all).collect()
    }

    /// Mean of minus the logarithm of the chance given to what happened.
    fn surprise(weights: &[f64; TERMS], records: &[Record]) -> f64 {
        let each = records.par_iter().map(|record| -chances(weights, record)[record.winner].ln());
        each.sum::<f64>() / real(records.len())
    }

    /// Solves a symmetric system by elimination.
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

    /// Newton's steps towards the weights that make what happened least surprising.
    fn fit(records: &[Record], used: &[usize]) -> [f64; TERMS] {
        let mut weights = [0.0; TERMS];
        for _ in 0..12 {
            let size = used.len();
            let zero = || (vec![0.0; size], vec![vec![0.0; size]; size]);
            let (slope, curve) = records
                .par_iter()
                .fold(zero, |(mut slope, mut curve), record| {
                    let chances = chances(&weights, record);
                    let mean: Vec<f64> = used
                        .iter()
                        .map(|&term| {
                            record.terms.iter().zip(&chances).map(|(terms, chance)| chance * terms[term]).sum()
                        })
                        .collect();
                    for (a, &term) in used.iter().enumerate() {
                        slope[a] += record.terms[record.winner][term] - mean[a];
                        for (b, &other) in used.iter().enumerate() {
                            curve[a][b] += record
                                .terms
                                .iter()
                                .zip(&chances)
                                .map(|(terms, chance)| chance * (terms[term] - mean[a]) * (terms[other] - mean[b]))
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
            for (&term, step) in used.iter().zip(solve(curve, slope)) {
                weights[term] += step;
            }
        }
        weights
    }

    #[test]
    #[ignore = "prints the numbers of the value: some minutes"]
    fn fit_the_value() {
        let rounds: u64 = std::env::var("RUMMY_FAST_ROUNDS").map_or(4_000, |text| text.parse().unwrap());
        for seats in 2..=4 {
            let train = records(seats, 0..rounds);
            let test = records(seats, rounds..rounds + rounds / 4);
            println!("{seats} seats, {} positions", train.len());
            let all: Vec<usize> = (0..TERMS).collect();
            let weights = fit(&train, &all);
            println!("{weights:.4?}");
            println!("surprise {:.4}, of nothing {:.4}", surprise(&weights, &test), surprise(&[0.0; TERMS], &test));
            for without in 0..TERMS {
                let used: Vec<usize> = all.iter().copied().filter(|&term| term != without).collect();
                println!("  without {without}: {:.4}", surprise(&fit(&train, &used), &test));
            }
            let pairs: Vec<(f64, f64)> = train
                .iter()
                .flat_map(|record| {
                    (0..seats)
                        .filter(|&seat| seat != record.winner)
                        .map(|seat| (record.points[seat], record.left[seat]))
                })
                .collect();
            let count = real(pairs.len());
            let (x, y) = pairs.iter().fold((0.0, 0.0), |(x, y), pair| (x + pair.0 / count, y + pair.1 / count));
            let slope = pairs.iter().map(|pair| (pair.0 - x) * (pair.1 - y)).sum::<f64>()
                / pairs.iter().map(|pair| (pair.0 - x).powi(2)).sum::<f64>();
            println!("loss: {:.2} + {slope:.4} of the points", y - slope * x);
        }
    }
}
