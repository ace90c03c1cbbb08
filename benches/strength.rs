//! The strength of the bots: `cargo bench --bench strength -- bot=search against=greedy pairs=200`
//!
//! The bot plays every deal once from each seat, and its opponent takes the other seats. Deals are independent but
//! the rounds of one deal are not, so the 95 % intervals are by deal. Levels are in positions, so a busy machine
//! changes nothing but the time.

#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints its results")]
#![allow(clippy::cast_precision_loss, reason = "counts of rounds are small")]

use rayon::prelude::*;
use rummy_fast::{Bot, Careful, Greedy, Level, Options, Round, Rules, Search, SearchParams};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Arguments `name=value`.
struct Arguments(HashMap<String, String>);

impl Arguments {
    fn text<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        self.0.get(name).map_or(default, String::as_str)
    }

    fn get<T: std::str::FromStr>(&self, name: &str, default: T) -> T {
        self.0
            .get(name)
            .map_or(default, |value| value.parse().unwrap_or_else(|_| panic!("{name}={value}: invalid value")))
    }
}

fn make(name: &str, arguments: &Arguments, prefix: &str, seed: u64) -> Box<dyn Bot> {
    let of = |name: &str| format!("{prefix}{name}");
    match name {
        "careful" => Box::new(Careful::new()),
        "greedy" => Box::new(Greedy::new()),
        "search" => {
            let mut params = SearchParams::default();
            params.inference = arguments.get(&of("inference"), params.inference);
            params.rollout_turns = arguments.get(&of("rollout_turns"), params.rollout_turns);
            params.top_plays = arguments.get(&of("top_plays"), params.top_plays);
            params.elimination_margin = arguments.get(&of("elimination_margin"), params.elimination_margin);
            params.switch_margin = arguments.get(&of("switch_margin"), params.switch_margin);
            params.win = arguments.get(&of("win"), params.win);
            params.score = arguments.get(&of("score"), params.score);
            params.score_of_many = arguments.get(&of("score_of_many"), params.score_of_many);
            let positions = Some(arguments.get(&of("positions"), Level::POSITIONS));
            Box::new(Search::new(seed, Level { positions, time: None }).with_params(params))
        }
        other => panic!("unknown bot: {other}"),
    }
}

/// The results of the bot on one deal, averaged over its seats.
struct Deal {
    won: f64,
    score: f64,
    turns: f64,
    thinking: Duration,
    decisions: u32,
}

fn play(rules: &Rules, seats: usize, seed: u64, arguments: &Arguments) -> Deal {
    let mut deal = Deal { won: 0.0, score: 0.0, turns: 0.0, thinking: Duration::ZERO, decisions: 0 };
    let share = 1.0 / seats as f64;
    for own in 0..seats {
        let mut bots: Vec<Box<dyn Bot>> = (0..seats)
            .map(|seat| {
                let (name, prefix) = if seat == own {
                    (arguments.text("bot", "search"), "")
                } else {
                    (arguments.text("against", "greedy"), "against.")
                };
                make(name, arguments, prefix, seed)
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

/// A mean, and half of its 95 % interval.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

fn main() {
    let arguments = Arguments(
        std::env::args()
            .skip(1)
            .filter_map(|word| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())))
            .collect(),
    );
    let rules = Options::preset(arguments.text("rules", "schmidt")).unwrap().validate().unwrap();
    let (seats, pairs, first) =
        (arguments.get("seats", 2usize), arguments.get("pairs", 20u64), arguments.get("seed", 0u64));
    let began = Instant::now();
    let deals: Vec<Deal> =
        (first..first + pairs).into_par_iter().map(|seed| play(&rules, seats, seed, &arguments)).collect();
    let of = |value: fn(&Deal) -> f64| mean(&deals.iter().map(value).collect::<Vec<_>>());
    let (won, score, turns) = (of(|deal| deal.won), of(|deal| deal.score), of(|deal| deal.turns));
    let thinking: Duration = deals.iter().map(|deal| deal.thinking).sum();
    let decisions: u32 = deals.iter().map(|deal| deal.decisions).sum();
    println!(
        "{} against {}, {seats} seats, {pairs} deals: wins {:.1} ± {:.1} %, score {:+.1} ± {:.1}, {:.0} turns a round, \
         {:.1} ms a decision, {:.0} s",
        arguments.text("bot", "search"),
        arguments.text("against", "greedy"),
        100.0 * won.0,
        100.0 * won.1,
        score.0,
        score.1,
        turns.0,
        1e3 * thinking.as_secs_f64() / f64::from(decisions.max(1)),
        began.elapsed().as_secs_f64(),
    );
}
