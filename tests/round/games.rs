//! Whole rounds: every turn is checked for legality and conservation of tiles, every end for its scores.
//!
//! `RUMMY_FAST_ROUNDS` sets how many (`make soak-rounds` sets it high), `RUMMY_FAST_SEED` which ones.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;
use rummy_fast::{
    Bot, Draft, Ending, Event, Greedy, MatchWinner, PRESETS, Palette, Problem, Round, Rules, Solver, Stalemate, Table,
    Tiles, Turn, is_legal,
};

use crate::check::{check_outcome, check_turn};
use crate::common::whole_deck;
use crate::{preset, schmidt_but};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Decides the turns of a round.
type Player<'a> = &'a mut dyn FnMut(&mut Round) -> std::sync::Arc<Event>;

/// Plays a round to its end.
fn finish(mut round: Round, player: Player<'_>) -> Round {
    let deck = whole_deck(round.rules().deck);
    // Every turn draws or plays, except at most as many in a row as there are seats.
    let most = (2 * deck.len() + 1) * round.seats();
    let fresh = round.clone();
    for turn in 0.. {
        assert!(turn < most, "{round:?}");
        let before = round.clone();
        let event = player(&mut round);
        check_turn(&before, &round, &event, &deck);
        if turn % 16 == 0 {
            assert_eq!(round.view(turn / 16 % round.seats()).unwrap().check(), Ok(()));
        }
        if let Some(outcome) = round.outcome() {
            check_outcome(&round, outcome);
            break;
        }
    }
    for seat in 0..round.seats() {
        assert_eq!(round.view(seat).unwrap().check(), Ok(()));
    }
    // The round can be repeated from its events.
    if round.seed().unwrap().is_multiple_of(16) {
        let mut again = fresh;
        for event in round.events() {
            again.repeat(event).unwrap();
        }
        assert_eq!(again, round);
    }
    round
}

/// How many rounds ended in each way, and how many turns they took.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    rounds: u64,
    turns: u64,
    out: u64,
    closed: u64,
    stalemate: u64,
    void: u64,
}

impl Tally {
    fn of(round: &Round) -> Self {
        let ending = round.outcome().unwrap().ending;
        let is = |yes: bool| u64::from(yes);
        Self {
            rounds: 1,
            turns: round.events().len() as u64,
            out: is(matches!(ending, Ending::Out { .. })),
            closed: is(matches!(ending, Ending::Closed { .. })),
            stalemate: is(ending == Ending::Stalemate),
            void: is(ending == Ending::Void),
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            rounds: self.rounds + other.rounds,
            turns: self.turns + other.turns,
            out: self.out + other.out,
            closed: self.closed + other.closed,
            stalemate: self.stalemate + other.stalemate,
            void: self.void + other.void,
        }
    }
}

fn tally(games: &[(String, Rules, usize)], rounds: u64, play: impl Fn(Round, u64) -> Round + Sync) -> Tally {
    let first = number("RUMMY_FAST_SEED", 0);
    let each = rounds.div_ceil(games.len() as u64);
    let mut whole = Tally::default();
    for (name, rules, seats) in games {
        let tally = (first..first + each)
            .into_par_iter()
            .map(|seed| Tally::of(&play(Round::deal(rules, *seats, seed, None).unwrap(), seed)))
            .reduce(Tally::default, Tally::and);
        println!("{name:24} {seats} seats: {tally:?}");
        whole = whole.and(tally);
    }
    println!("{whole:?}");
    assert!(whole.rounds >= rounds);
    whole
}

/// Every preset with 2 to 4 seats, and with as many as its rules allow.
fn presets() -> Vec<(String, Rules, usize)> {
    let seats = |rules: &Rules| 2..=usize::from(rules.players.1);
    let games = PRESETS.map(|name| (name, preset(name)));
    games.iter().flat_map(|&(name, rules)| seats(&rules).map(move |seats| (name.to_owned(), rules, seats))).collect()
}

#[test]
fn greedy_rounds_end_and_count() {
    let whole = tally(&presets(), number("RUMMY_FAST_ROUNDS", 200), |round, _| {
        let mut greedy = Greedy::new();
        finish(round, &mut |round| {
            let seat = round.to_move();
            let turn = greedy.choose(&round.view(seat).unwrap(), None, &mut || false).unwrap();
            round.take(seat, &turn).unwrap()
        })
    });
    assert!(whole.out > whole.rounds / 2, "{whole:?}");
    assert_eq!((whole.closed, whole.void), (0, 0));
}

/// Snapshots with loose tiles, broken melds and legal plays on the way to one.
fn snapshots(rng: &mut Pcg64Mcg, table: &Table, after: &Table, hand: &Tiles) -> Vec<Draft> {
    let mut states = vec![Draft::from(table), Draft::from(after)];
    let tiles: Vec<String> = hand.iter().map(|tile| tile.to_string()).collect();
    let loose = tiles[rng.random_range(0..tiles.len())].clone();
    let melds = |table: &Table| table.melds().iter().map(ToString::to_string).collect::<Vec<_>>();
    states.push(Draft::new(melds(after).into_iter().chain([loose.clone()])));
    states.push(Draft::new(melds(table).into_iter().skip(1).chain([loose])));
    states.truncate(rng.random_range(0..=states.len()));
    states
}

/// A turn of a player who does anything that is allowed, well or badly.
fn careless(round: &mut Round, rng: &mut Pcg64Mcg, solver: &mut Solver) -> std::sync::Arc<Event> {
    let seat = round.to_move();
    let view = round.view(seat).unwrap();
    let wait = |round: &mut Round| if view.pool_size > 0 { round.draw(seat) } else { round.pass(seat) }.unwrap();
    match rng.random_range(0..10) {
        0 => return wait(round),
        1 => return round.forfeit(seat).unwrap(),
        _ => {}
    }
    // In half of the turns, the best play with some tiles held back.
    let mut hand = view.hand.clone();
    if rng.random_bool(0.5) {
        for tile in view.hand.iter().filter(|_| rng.random_bool(0.2)) {
            hand.remove(tile);
        }
    }
    let problem = Problem::new(&view.rules, &view.table, &hand).opened(view.has_opened());
    let play = solver.solve(&problem, &mut || false).unwrap();
    // Closing with part of the hand is not closing the hand.
    if !is_legal(&view.table, &view.hand, &play.table, view.has_opened(), &view.rules) {
        if rng.random_bool(0.2) {
            let drafts = snapshots(rng, &view.table, &view.table, &view.hand);
            return round.timeout(seat, &drafts).unwrap();
        }
        return wait(round);
    }
    if rng.random_bool(0.2) {
        let drafts = snapshots(rng, &view.table, &play.table, &view.hand);
        return round.timeout(seat, &drafts).unwrap();
    }
    round.take(seat, &Turn::Play(play.table)).unwrap()
}

#[test]
fn careless_rounds_end_and_count() {
    let mut games = presets();
    let variant = |name: &str, change: fn(&mut rummy_fast::Options)| (name.to_owned(), schmidt_but(change));
    let variants = [
        variant("closing", |options| {
            options.deck = rummy_fast::Deck { colors: Palette::first(3), values: 4, copies: 2, jokers: 2 };
            options.closing_hand = true;
            options.hand_size = 3;
        }),
        // No seat opens.
        variant("stalemate", |options| options.opening_min = 1_000),
        variant("void", |options| {
            options.opening_min = 1_000;
            options.stalemate = Stalemate::Void;
        }),
        variant("no penalty", |options| options.timeout_draw = 0),
        variant("no pool", |options| {
            options.hand_size = 26;
            options.match_winner = MatchWinner::Rounds;
        }),
        variant("small deck", |options| {
            options.deck = rummy_fast::Deck { colors: Palette::first(3), values: 6, copies: 2, jokers: 3 };
            options.hand_size = 7;
            options.opening_min = 10;
        }),
        variant("large deck", |options| {
            options.deck = rummy_fast::Deck { colors: Palette::first(5), values: 9, copies: 2, jokers: 0 };
            options.hand_size = 7;
        }),
    ];
    for (name, rules) in variants {
        games.extend((2..=4).map(|seats| (name.clone(), rules, seats)));
    }
    let whole = tally(&games, number("RUMMY_FAST_ROUNDS", 200).div_ceil(4), |round, seed| {
        let (mut rng, mut solver) = (Pcg64Mcg::seed_from_u64(seed), Solver::new());
        finish(round, &mut |round| careless(round, &mut rng, &mut solver))
    });
    for (ending, seen) in
        [("out", whole.out), ("closed", whole.closed), ("stalemate", whole.stalemate), ("void", whole.void)]
    {
        assert!(seen > 0, "no round ended {ending}: {whole:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_round() {
    let play = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            (0..6u64)
                .into_par_iter()
                .map_init(Greedy::new, |greedy, seed| {
                    let mut round = Round::deal(&Rules::sabra(), 3, seed, None).unwrap();
                    while round.outcome().is_none() {
                        let seat = round.to_move();
                        let turn = greedy.choose(&round.view(seat).unwrap(), None, &mut || false).unwrap();
                        round.take(seat, &turn).unwrap();
                    }
                    round
                })
                .collect::<Vec<Round>>()
        })
    };
    assert_eq!(play(1), play(2));
}
