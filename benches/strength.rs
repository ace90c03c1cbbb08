//! How strong are the bots? `cargo bench --bench strength -- bot=search against=greedy pairs=200`
//!
//! Every deal is played once from each seat: the bot sits in one, the others are taken by what it is held
//! against. The deals are independent, the rounds of a deal are not, so a deal is the unit of the 95 % intervals.
//! Levels are in positions, so that what else the machine does changes nothing but the time it takes.

#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout, reason = "a bench tells what it finds")]
#![allow(clippy::cast_precision_loss, reason = "counts of rounds are small")]

use rayon::prelude::*;
use rummy_fast::{Bot, Careful, Greedy, Ideas, Level, Options, Round, Rules, Search};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// What to play, as words `name=value`.
struct Words(HashMap<String, String>);

impl Words {
    fn text<'a>(&'a self, name: &str, otherwise: &'a str) -> &'a str {
        self.0.get(name).map_or(otherwise, String::as_str)
    }

    fn get<T: std::str::FromStr>(&self, name: &str, otherwise: T) -> T {
        self.0
            .get(name)
            .map_or(otherwise, |value| value.parse().unwrap_or_else(|_| panic!("{name}={value}: not a value for it")))
    }
}

fn make(name: &str, words: &Words, prefix: &str, seed: u64) -> Box<dyn Bot> {
    let of = |name: &str| format!("{prefix}{name}");
    match name {
        "careful" => Box::new(Careful::new()),
        "greedy" => Box::new(Greedy::new()),
        "search" => {
            let mut ideas = Ideas::default();
            ideas.inference = words.get(&of("inference"), ideas.inference);
            ideas.turns = words.get(&of("turns"), ideas.turns);
            ideas.listed = words.get(&of("listed"), ideas.listed);
            ideas.patience = words.get(&of("patience"), ideas.patience);
            ideas.caution = words.get(&of("caution"), ideas.caution);
            ideas.win = words.get(&of("win"), ideas.win);
            ideas.score = words.get(&of("score"), ideas.score);
            ideas.score_of_many = words.get(&of("score_of_many"), ideas.score_of_many);
            let positions = Some(words.get(&of("positions"), Level::POSITIONS));
            Box::new(Search::new(seed, Level { positions, time: None }).with_ideas(ideas))
        }
        other => panic!("{other}: no such bot"),
    }
}

/// What a deal came to for the bot, in the mean over its seats.
struct Deal {
    won: f64,
    score: f64,
    turns: f64,
    thinking: Duration,
    decisions: u32,
}

fn play(rules: &Rules, seats: usize, seed: u64, words: &Words) -> Deal {
    let mut deal = Deal { won: 0.0, score: 0.0, turns: 0.0, thinking: Duration::ZERO, decisions: 0 };
    let share = 1.0 / seats as f64;
    for own in 0..seats {
        let mut bots: Vec<Box<dyn Bot>> = (0..seats)
            .map(|seat| {
                let (name, prefix) = if seat == own {
                    (words.text("bot", "search"), "")
                } else {
                    (words.text("against", "greedy"), "against.")
                };
                make(name, words, prefix, seed)
            })
            .collect();
        let mut round = Round::deal(rules, seats, seed, None).unwrap();
        while round.outcome().is_none() {
            let seat = round.to_move();
            let view = round.view(seat).unwrap();
            let began = Instant::now();
            let turn = bots[seat].choose(&view, None, &mut || false).unwrap();
            if seat == own {
                deal.thinking += began.elapsed();
                deal.decisions += 1;
            }
            drop(view);
            round.take(seat, &turn).unwrap();
        }
        let outcome = round.outcome().unwrap();
        if outcome.winners.contains(&own) {
            deal.won += share / outcome.winners.len() as f64;
        }
        deal.score += share * outcome.scores[own] as f64;
        deal.turns += share * round.events().len() as f64;
    }
    deal
}

/// A mean with half of its 95 % interval.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

fn main() {
    let words = Words(
        std::env::args()
            .skip(1)
            .filter_map(|word| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())))
            .collect(),
    );
    let rules = Options::preset(words.text("rules", "schmidt")).unwrap().validate().unwrap();
    let (seats, pairs, first) = (words.get("seats", 2usize), words.get("pairs", 20u64), words.get("seed", 0u64));
    let began = Instant::now();
    let deals: Vec<Deal> =
        (first..first + pairs).into_par_iter().map(|seed| play(&rules, seats, seed, &words)).collect();
    let of = |value: fn(&Deal) -> f64| mean(&deals.iter().map(value).collect::<Vec<_>>());
    let (won, score, turns) = (of(|deal| deal.won), of(|deal| deal.score), of(|deal| deal.turns));
    let thinking: Duration = deals.iter().map(|deal| deal.thinking).sum();
    let decisions: u32 = deals.iter().map(|deal| deal.decisions).sum();
    println!(
        "{} against {}, {seats} seats, {pairs} deals: wins {:.1} ± {:.1} %, score {:+.1} ± {:.1}, {:.0} turns a round, \
         {:.1} ms a decision by the clock, {:.0} s",
        words.text("bot", "search"),
        words.text("against", "greedy"),
        100.0 * won.0,
        100.0 * won.1,
        score.0,
        score.1,
        turns.0,
        1e3 * thinking.as_secs_f64() / f64::from(decisions.max(1)),
        began.elapsed().as_secs_f64(),
    );
}
