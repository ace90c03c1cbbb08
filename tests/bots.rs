//! The built-in bots: every turn is legal under every preset, hidden tiles make no difference, and the same view has
//! the same answer whatever was asked before and on any number of threads; limits and refusals.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod records;

use std::time::{Duration, Instant};

use rayon::prelude::*;
use records::preset;
use rummy_fast::{
    Bot, BotError, BotName, Careful, Greedy, Level, Options, PRESETS, Palette, Round, Rules, Search, Setup, Table,
    Tiles, Turn, View,
};

fn search(seed: u64, positions: u64) -> Search {
    Search::new(seed, Level { positions: Some(positions), time: None })
}

fn ask(bot: &mut dyn Bot, view: &View) -> Turn {
    bot.choose(view, None, &mut || false).unwrap()
}

/// Plays a round to its end. The round would refuse an illegal turn.
fn finish(mut round: Round, bots: &mut [Box<dyn Bot>]) -> Round {
    while round.outcome().is_none() {
        let seat = round.to_move();
        let turn = ask(bots[seat].as_mut(), &round.view(seat).unwrap());
        round.take(seat, &turn).unwrap();
    }
    round
}

fn set_up(hands: &[&str], table: &str, pool: &str, opened: bool) -> Round {
    let rules = Rules::schmidt();
    let setup = Setup {
        hands: hands.iter().map(|text| Tiles::parse(text, &rules.deck).unwrap()).collect(),
        table: Table::parse(table, &rules).unwrap(),
        pool: pool.split_whitespace().map(|tile| tile.parse().unwrap()).collect(),
        opened: vec![opened; hands.len()],
        to_move: 0,
        starter: 0,
    };
    Round::set_up(&rules, setup).unwrap()
}

/// A view with several good turns.
fn with_a_choice(seed: u64) -> View {
    let mut round = Round::deal(&Rules::schmidt(), 2, seed, None).unwrap();
    let mut greedy = Greedy::new();
    loop {
        let view = round.view(round.to_move()).unwrap();
        let turn = ask(&mut greedy, &view);
        if let Turn::Play(table) = &turn
            && view.opened.iter().all(|&opened| opened)
            && table.tile_count() >= view.table.tile_count() + 2
            && table.tile_count() < view.table.tile_count() + view.hand.len()
        {
            return view;
        }
        round.take(view.seat, &turn).unwrap();
    }
}

/// A view in which two turns are so similar that it takes long to tell which is better.
fn undecided() -> View {
    let time = Duration::from_millis(700);
    let takes_long = |view: &View| {
        let began = Instant::now();
        ask(&mut Search::new(0, Level { positions: None, time: Some(time) }), view);
        began.elapsed() >= time
    };
    (0..60).map(with_a_choice).find(takes_long).unwrap()
}

#[test]
fn every_turn_is_legal_under_every_preset() {
    let games: Vec<(&str, usize, u64)> = PRESETS
        .iter()
        .flat_map(|&name| (2..=4).flat_map(move |seats| (0..2).map(move |seed| (name, seats, seed))))
        .collect();
    assert_eq!(games.len(), PRESETS.len() * 3 * 2);
    let turns: usize = games
        .par_iter()
        .map(|&(name, seats, seed)| {
            let mut bots: Vec<Box<dyn Bot>> = (0..seats)
                .map(|seat| -> Box<dyn Bot> {
                    if (seat as u64 + seed).is_multiple_of(2) {
                        Box::new(search(seed, 60))
                    } else {
                        Box::new(Careful::new())
                    }
                })
                .collect();
            let round = finish(Round::deal(&preset(name), seats, seed, None).unwrap(), &mut bots);
            assert_eq!(round.outcome().unwrap().scores.iter().sum::<i64>(), 0);
            round.events().len()
        })
        .sum();
    assert!(turns > games.len() * 20, "{turns}");
}

/// How many melds of a table are not whole after a turn.
fn touched(before: &Table, after: &Table) -> usize {
    let mut left = after.melds().to_vec();
    let mut whole = 0;
    for meld in before.melds() {
        if let Some(index) = left.iter().position(|other| other == meld) {
            left.swap_remove(index);
            whole += 1;
        }
    }
    before.melds().len() - whole
}

#[test]
fn a_tidy_bot_plays_the_same_tiles_and_touches_fewer_melds() {
    let (mut plain, mut tidy) = (0, 0);
    for (bot, seed) in [("greedy", 1), ("greedy", 2), ("careful", 3), ("search:positions=60", 4)] {
        let rules = Rules::schmidt();
        let [usual, follows] = [bot.to_owned(), format!("{bot}:tidy")].map(|name| BotName::parse(&name).unwrap());
        let mut round = Round::deal(&rules, 3, seed, None).unwrap();
        while round.outcome().is_none() {
            let view = round.view(round.to_move()).unwrap();
            let [one, other] = [&usual, &follows].map(|bot| bot.choose(seed, &view, None, &mut || false).unwrap());
            if let (Turn::Play(one), Turn::Play(other)) = (&one, &other) {
                assert_eq!(one.tiles(), other.tiles());
                let counts = (touched(&view.table, one), touched(&view.table, other));
                assert!(counts.1 <= counts.0, "{bot} {seed}: {counts:?}");
                (plain, tidy) = (plain + counts.0, tidy + counts.1);
            } else {
                assert_eq!(one, other);
            }
            round.take(view.seat, &other).unwrap();
        }
    }
    assert!(tidy > 0 && 3 * tidy < 2 * plain, "{tidy} melds touched instead of {plain}");
}

#[test]
fn bots_finish_rounds_with_unusual_decks() {
    let options = Rules::schmidt().options();
    let decks = [
        Options { deck: rummy_fast::Deck { jokers: 8, ..options.deck }, closing_hand: true, ..options },
        Options { shortest_meld: 4, opening_min: 10, ..options },
        Options { deck: rummy_fast::Deck { colors: Palette::first(2), values: 26, copies: 4, jokers: 0 }, ..options },
    ];
    for (seed, options) in decks.into_iter().enumerate() {
        let rules = options.validate().unwrap();
        let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(search(1, 60)), Box::new(Careful::new())];
        assert!(finish(Round::deal(&rules, 2, seed as u64, None).unwrap(), &mut bots).outcome().is_some());
    }
}

#[test]
fn the_same_view_has_the_same_answer() {
    let views: Vec<View> = (0..12).map(with_a_choice).collect();
    let answers = |bot: &mut dyn Bot, views: &mut dyn Iterator<Item = &View>| -> Vec<Turn> {
        views.map(|view| ask(bot, view)).collect()
    };
    let once = answers(&mut search(5, 800), &mut views.iter());
    assert_eq!(answers(&mut search(5, 800), &mut views.iter()), once);
    assert_eq!(answers(&mut search(5, 800).on_threads(2), &mut views.iter()), once);
    assert_eq!(answers(&mut search(5, 800).on_threads(5), &mut views.iter()), once);
    // The answers do not depend on what was asked before.
    let mut backwards = answers(&mut search(5, 800), &mut views.iter().rev());
    backwards.reverse();
    assert_eq!(backwards, once);
    // The search is not always greedy, and another seed sometimes decides otherwise.
    assert_ne!(answers(&mut Greedy::new(), &mut views.iter()), once);
    let others: Vec<Vec<Turn>> = (6..12).map(|seed| answers(&mut search(seed, 100), &mut views.iter())).collect();
    assert!(others.iter().any(|other| *other != others[0]));
}

#[test]
fn hidden_tiles_make_no_difference() {
    let known = "r6 r7 r8 | y6 g6 b6";
    let one = set_up(
        &["r9 y9 g9 b1 b2", "k", "k"].map(|hand| if hand == "k" { "g1 g2" } else { hand }),
        known,
        "b3 b4",
        true,
    );
    let other = set_up(&["r9 y9 g9 b1 b2", "b3 J", "y1 y12"], known, "b4 g1", true);
    let (one, other) = (one.view(0).unwrap(), other.view(0).unwrap());
    assert_eq!(one, other);
    let bots: [fn() -> Box<dyn Bot>; 3] =
        [|| Box::new(search(3, 500)), || Box::new(Careful::new()), || Box::new(Greedy::new())];
    for bot in bots {
        assert_eq!(ask(bot().as_mut(), &one), ask(bot().as_mut(), &other));
    }
}

#[test]
fn a_single_turn_takes_no_time() {
    let long = Level { positions: None, time: Some(Duration::from_hours(1)) };
    let cases = [
        // There is nothing to play.
        (set_up(&["r1 y5", "b9"], "g6 g7 g8", "b1", true), Turn::Draw),
        (set_up(&["r1 y5", "b9"], "g6 g7 g8", "", true), Turn::Pass),
        // The last tile ends the round.
        (
            set_up(&["g9 g10", "b9"], "g6 g7 g8", "b1", true),
            Turn::Play(Table::parse("g6 g7 g8 g9 g10", &Rules::schmidt()).unwrap()),
        ),
    ];
    let began = Instant::now();
    for (round, expected) in cases {
        for threads in [1, 2] {
            let mut bot = Search::new(0, long).on_threads(threads);
            assert_eq!(ask(&mut bot, &round.view(0).unwrap()), expected);
        }
        assert_eq!(ask(&mut Careful::new(), &round.view(0).unwrap()), expected);
    }
    assert!(began.elapsed() < Duration::from_mins(1));
}

#[test]
fn limits_and_interrupts_stop_the_search() {
    let view = undecided();
    let long = Level { positions: None, time: Some(Duration::from_hours(1)) };
    for threads in [1, 3] {
        // The limit counts, although the level allows much more.
        let mut bot = Search::new(0, long).on_threads(threads);
        let began = Instant::now();
        bot.choose(&view, Some(Duration::from_millis(80)), &mut || false).unwrap();
        assert!(began.elapsed() < Duration::from_secs(20));
        bot.choose(&view, Some(Duration::from_nanos(1)), &mut || false).unwrap();
        // An interrupt stops it too.
        let mut asked = 0;
        let began = Instant::now();
        let mut interrupt = || {
            asked += 1;
            asked > 20
        };
        bot.choose(&view, None, &mut interrupt).unwrap();
        assert!(asked > 20 && began.elapsed() < Duration::from_secs(20));
    }
    // Without any limit it still stops.
    let mut bot = Search::new(0, Level { positions: None, time: None });
    bot.choose(&view, None, &mut || false).unwrap();
}

#[test]
fn a_bot_refuses_to_move_out_of_turn() {
    let mut round = set_up(&["r9", "b9"], "r6 r7 r8", "b1", true);
    let waiting = round.view(1).unwrap();
    let mut broken = round.view(0).unwrap();
    broken.hand_sizes = vec![1];
    round.play(0, &Table::parse("r6 r7 r8 r9", &Rules::schmidt()).unwrap()).unwrap();
    let over = round.view(0).unwrap();
    let bots: [Box<dyn Bot>; 3] = [Box::new(search(0, 100)), Box::new(Careful::new()), Box::new(Greedy::new())];
    for mut bot in bots {
        let mut refusal = |view: &View| bot.choose(view, None, &mut || false).unwrap_err();
        assert_eq!(refusal(&waiting), BotError::NotItsTurn { seat: 1, to_move: 0 });
        assert_eq!(refusal(&over), BotError::Over);
    }
    let refusal = search(0, 100).choose(&broken, None, &mut || false).unwrap_err();
    assert_eq!(refusal.to_string(), "hand_sizes needs one entry for each of the 2 seats, got 1");
}

/// The rounds that the first of two bots wins over mirrored deals.
fn won(first: fn(u64) -> Box<dyn Bot>, second: fn(u64) -> Box<dyn Bot>, deals: u64) -> usize {
    let games: Vec<(u64, usize)> = (0..deals).flat_map(|seed| [(seed, 0), (seed, 1)]).collect();
    games
        .par_iter()
        .filter(|&&(seed, own)| {
            let mut bots = vec![first(seed), second(seed)];
            bots.rotate_right(own);
            let round = finish(Round::deal(&Rules::schmidt(), 2, seed, None).unwrap(), &mut bots);
            round.outcome().unwrap().winners == [own]
        })
        .count()
}

/// A bot that makes the worst play: the fewest tiles.
struct Timid;

impl Bot for Timid {
    fn name(&self) -> &'static str {
        "timid"
    }

    fn choose(
        &mut self,
        view: &View,
        _: Option<Duration>,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Turn, BotError> {
        let problem = rummy_fast::Problem::new(&view.rules, &view.table, &view.hand).opened(view.has_opened());
        let plays = rummy_fast::Solver::new().candidates(&problem, 12, interrupt)?.plays;
        Ok(match plays.into_iter().last() {
            Some(play) => Turn::Play(play.table),
            None if view.pool_size > 0 => Turn::Draw,
            None => Turn::Pass,
        })
    }
}

#[test]
fn bots_beat_poor_play() {
    // Among equals, winning 42 of 60 rounds has a probability below 0.1 %.
    let careful = won(|_| Box::new(Careful::new()), |_| Box::new(Timid), 30);
    assert!(careful >= 42, "{careful} of 60");
    let searching = won(|seed| Box::new(search(seed, 100)), |_| Box::new(Timid), 30);
    assert!(searching >= 42, "{searching} of 60");
}

#[test]
fn search_beats_greedy() {
    // Among equals, winning 75 of 120 rounds has a probability below 0.5 %.
    let searching = won(|seed| Box::new(search(seed, 400)), |_| Box::new(Greedy::new()), 60);
    assert!(searching >= 75, "{searching} of 120");
}
