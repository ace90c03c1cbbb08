//! Matches and their records: the same seed gives the same record, records are verified line by line, and a match
//! goes on from any turn as if it had never stopped.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod records;

use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use records::preset;
use rummy_fast::{
    BotName, Draft, Event, EventKind, Happening, Header, Match, MatchTurnError, PRESETS, Record, RecordError, Rules,
    Starter, Turn, TurnError, Waiting,
};

fn header(bots: &[Option<&str>], rules: Rules, rounds: u32, seed: u64) -> Header {
    let bots: Vec<_> = bots.iter().map(|bot| bot.map(str::to_owned)).collect();
    Header { rules, seed, rounds, limit: None, names: vec![None; bots.len()], bots }
}

/// Carries on until it is the turn of a guest, or the match is over.
fn carry_on(played: &mut Match) {
    loop {
        match played.waiting() {
            Waiting::Bot(_) => {
                let turn = played.ask().unwrap().run(&mut || false).unwrap();
                assert!(played.accept(turn, Duration::ZERO));
            }
            Waiting::Deal => played.begin_round(Duration::ZERO).unwrap(),
            Waiting::Guest(_) | Waiting::Over => return,
        }
    }
}

/// Plays the match of these bots to its end.
fn played(bots: &[&str], rules: Rules, rounds: u32, seed: u64) -> Match {
    let bots: Vec<_> = bots.iter().copied().map(Some).collect();
    let mut played = Match::new(header(&bots, rules, rounds, seed), Duration::ZERO).unwrap();
    carry_on(&mut played);
    assert_eq!(played.waiting(), Waiting::Over);
    played
}

fn kept(name: &str) -> String {
    std::fs::read_to_string(format!("{}/tests/data/matches/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// A match of a guest who does everything a guest can, two bots, and every kind of line.
fn eventful(seed: u64) -> Match {
    let mut options = preset("schmidt").options();
    (options.deck.copies, options.hand_size, options.starter) = (1, 10, Starter::Rotate);
    let mut settings = header(&[None, Some("greedy"), Some("careful")], options.validate().unwrap(), 3, seed);
    settings.names[0] = Some("Anna Maria".to_owned());
    settings.limit = Some(0.25);
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut played = Match::new(settings, Duration::ZERO).unwrap();
    loop {
        carry_on(&mut played);
        let Waiting::Guest(seat) = played.waiting() else { return played };
        let view = played.view(seat).unwrap();
        let turn = BotName::parse("greedy").unwrap().choose(0, &view, None, &mut || false).unwrap();
        let attempt = match (rng.random_range(0..6), &turn) {
            (0, _) => played.forfeit("asleep -- or: is she?"),
            (1, Turn::Play(table)) => {
                played.keep_snapshot(seat, table.into()).unwrap();
                played.keep_snapshot(seat, Draft::parse("r1 r2 | nonsense")).unwrap();
                played.timeout()
            }
            (2, _) => played.timeout(),
            (_, Turn::Play(table)) => played.play(seat, table.into()),
            (_, Turn::Draw) => played.draw(seat),
            (_, Turn::Pass) => played.pass(seat),
        };
        assert!(played.accept(attempt.unwrap().run(&mut || false).unwrap(), Duration::ZERO));
    }
}

fn record_of(text: &str) -> Record {
    Record::parse(text.as_bytes()).unwrap()
}

#[test]
fn the_same_seed_gives_the_record_that_python_gives() {
    assert_eq!(played(&["greedy", "greedy"], Rules::schmidt(), 3, 2026).record(), kept("schmidt_3.record"));
}

#[test]
fn every_version_reads_the_records_that_were_kept() {
    for name in ["eventful.record", "schmidt.record", "schmidt_2.record", "schmidt_3.record"] {
        let text = kept(name);
        let record = record_of(&text);
        assert!(record.end().is_over() && record.turns() > 50, "{name}");
        assert_eq!(record.end().record(), text, "{name}");
        let windows = text.replace('\n', "\r\n");
        assert_eq!(record_of(&windows).end().record(), text, "{name}");
    }
}

#[test]
fn records_hold_the_whole_match_under_every_preset() {
    for name in PRESETS {
        let rules = preset(name);
        for seats in usize::from(rules.players.0)..=usize::from(rules.players.1) {
            let bots = vec!["greedy"; seats];
            let whole = played(&bots, rules, 2, seats as u64);
            let record = record_of(&whole.record());
            assert_eq!(record.end().happenings(), whole.happenings());
            assert_eq!(record.header(), whole.header());
            let mut half =
                record.resume(Some(record.turns() / 2), None, Duration::ZERO, &mut || false).unwrap().unwrap();
            carry_on(&mut half);
            assert_eq!(half.record(), whole.record());
            assert_eq!(whole.totals().iter().sum::<i64>(), 0);
        }
    }
}

#[test]
fn an_eventful_match_is_recorded_and_goes_on_from_any_turn() {
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..6 {
        let whole = eventful(seed);
        let text = whole.record();
        let record = record_of(&text);
        assert_eq!(record.end().happenings(), whole.happenings());
        assert!(whole.faults().count() > 0);
        for line in text.lines().filter(|line| line.starts_with("turn ")) {
            kinds.insert(
                line.split(' ')
                    .skip(4)
                    .take(1)
                    .chain(
                        line.split(' ')
                            .skip(5)
                            .take(1)
                            .filter(|word| !word.bytes().any(|b| b.is_ascii_digit()) && *word != "J"),
                    )
                    .collect::<Vec<_>>()
                    .join(" "),
            );
        }
        for turns in (0..record.turns()).step_by(7) {
            let part = record.resume(Some(turns), None, Duration::ZERO, &mut || false).unwrap().unwrap();
            assert_eq!(part.turns(), turns);
            assert!(text.starts_with(&part.record()));
            assert_eq!(record_of(&part.record()).end().happenings(), part.happenings());
        }
    }
    for kind in ["draws", "plays", "passes", "timeout draws", "timeout keeps", "forfeits draws"] {
        assert!(kinds.iter().any(|found| found.starts_with(kind)), "no line {kind} in {kinds:?}");
    }
}

#[test]
fn a_record_may_end_after_any_line_and_nowhere_else() {
    let text = played(&["greedy", "greedy"], Rules::schmidt(), 2, 9).record();
    let begin = text.find("round 1").unwrap();
    let mut whole = 0;
    for end in 0..=text.len() {
        let cut = &text.as_bytes()[..end];
        let line = cut.split(|&byte| byte == b'\n').count();
        let ends_in_line = cut.last().is_some_and(|&byte| byte != b'\n');
        if end > begin && !ends_in_line && end > begin + 1 {
            // Every second one is enough to go on with.
            let record = Record::parse(cut).unwrap();
            assert!(text.starts_with(&record.end().record()[..end]));
            whole += 1;
            if whole % 16 == 0 {
                let mut rest = record.resume(None, None, Duration::ZERO, &mut || false).unwrap().unwrap();
                carry_on(&mut rest);
                assert_eq!(rest.record(), text);
            }
            continue;
        }
        let error = Record::parse(cut).unwrap_err();
        assert_eq!(error.line, line);
        let message = error.to_string();
        let reason = if ends_in_line {
            "the line is incomplete"
        } else if end == 0 {
            "is empty"
        } else {
            "ends before its first round"
        };
        assert!(message.contains(reason), "{message}");
        assert_eq!(Record::salvaged(cut).len(), cut.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1));
    }
    assert!(whole > 60);
}

fn refused(text: &[u8]) -> RecordError {
    Record::parse(text).unwrap_err()
}

#[test]
fn an_edited_record_is_refused_with_its_line() {
    let text = eventful(2).record();
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let (mut errors, mut same) = (0, 0);
    for _ in 0..3000 {
        let mut edited = text.clone().into_bytes();
        let at = rng.random_range(0..edited.len());
        match rng.random_range(0..4) {
            0 => drop(edited.remove(at)),
            1 => edited.insert(at, *b" 0r9J|:-\nx\xff".get(rng.random_range(0..11)).unwrap()),
            2 => edited[at] = rng.random_range(b' '..b'~'),
            _ => {
                // A line is left out.
                let lines: Vec<&str> = text.lines().collect();
                let left_out = rng.random_range(0..lines.len());
                edited = lines.iter().enumerate().filter(|(at, _)| *at != left_out).fold(
                    Vec::new(),
                    |mut all, (_, line)| {
                        all.extend_from_slice(line.as_bytes());
                        all.push(b'\n');
                        all
                    },
                );
            }
        }
        match Record::parse(&edited) {
            Ok(record) => {
                // Only free text can be changed, and the end be left out.
                let again = record.end().record();
                assert!(again.as_bytes().starts_with(&edited), "{}", String::from_utf8_lossy(&edited));
                same += 1;
            }
            Err(error) => {
                assert!((1..=edited.split(|&byte| byte == b'\n').count()).contains(&error.line));
                assert!(error.to_string().len() < 10_000, "{error}");
                errors += 1;
            }
        }
    }
    assert!(errors > 2000 && same > 0, "{errors} {same}");
    assert_eq!(refused(b"rummy_fast match 1\n\xff\n").to_string(), "line 2: the line is not UTF-8");
    assert!(refused(b"rummy_fast match 2\n").to_string().starts_with("line 1: version 2 of the format"));
    assert!(refused(b"").to_string().starts_with("line 1: the record is empty"));
}

#[test]
fn verification_and_bots_stop_when_they_are_told_to() {
    let text = played(&["greedy", "greedy"], Rules::schmidt(), 1, 3).record();
    let record = record_of(&text);
    let stopped = record.resume(Some(20), Some(&[Some("search".to_owned()), None]), Duration::ZERO, &mut || false);
    let stopped = stopped.unwrap().unwrap();
    assert_eq!(stopped.header().bots, [Some("search".to_owned()), None]);
    if let Waiting::Bot(_) = stopped.waiting() {
        assert_eq!(stopped.ask().unwrap().run(&mut || true).unwrap_err(), TurnError::Stopped);
    }
}

#[test]
fn guests_take_turns_in_order_and_on_time() {
    let second = Duration::from_secs(1);
    let mut played = Match::new(header(&[None, None], Rules::schmidt(), 1, 5), second).unwrap();
    let Waiting::Guest(seat) = played.waiting() else { panic!() };
    assert_eq!(played.times_out_at(), Some(121 * second));
    let wrong = played.draw(1 - seat).unwrap_err();
    assert_eq!(wrong, MatchTurnError::Turn(TurnError::WrongSeat { seat: 1 - seat, to_move: seat }));
    assert!(matches!(played.ask().unwrap_err(), MatchTurnError::GuestsTurn { .. }));
    let illegal = played.play(seat, Draft::parse("r1 r2 r3 | x")).unwrap().run(&mut || false).unwrap_err();
    assert!(matches!(illegal, TurnError::Illegal(_)), "{illegal}");
    let late = played.timeout().unwrap();
    let first = played.draw(seat).unwrap().run(&mut || false).unwrap();
    assert!(played.accept(first, 30 * second));
    assert_eq!(played.times_out_at(), Some(150 * second));
    // The turn has been taken: what was decided about it before is dropped.
    assert!(!played.accept(late.run(&mut || false).unwrap(), 31 * second));
    assert_eq!(played.turns(), 1);
    let Some(Happening::Turn(taken)) = played.happenings().last() else { panic!() };
    let Event { kind, drawn, .. } = *taken.event;
    assert_eq!((kind, drawn, taken.drew.len()), (EventKind::Draw, 1, 1));
}

type Change = Box<dyn Fn(&mut Header)>;

#[test]
fn snapshots_of_a_turn_are_bounded_and_the_last_count() {
    let mut options = Rules::schmidt().options();
    options.opening_min = 0;
    let mut played = Match::new(header(&[None, None], options.validate().unwrap(), 1, 5), Duration::ZERO).unwrap();
    let best = loop {
        let Waiting::Guest(seat) = played.waiting() else { panic!() };
        let view = played.view(seat).unwrap();
        match BotName::parse("greedy").unwrap().choose(0, &view, None, &mut || false).unwrap() {
            Turn::Play(table) => break Draft::from(&table),
            _ => assert!(played.accept(played.draw(seat).unwrap().run(&mut || false).unwrap(), Duration::ZERO)),
        }
    };
    let Waiting::Guest(seat) = played.waiting() else { panic!() };
    let is_undone = |played: &Match| {
        let mut copy = played.clone();
        let turn = copy.timeout().unwrap().run(&mut || false).unwrap();
        assert!(copy.accept(turn, Duration::ZERO));
        let Some(Happening::Turn(taken)) = copy.happenings().iter().rev().find(|one| matches!(one, Happening::Turn(_)))
        else {
            panic!()
        };
        taken.event.tiles.is_empty()
    };
    played.keep_snapshot(seat, best.clone()).unwrap();
    for _ in 0..199 {
        assert!(!is_undone(&played), "the best play stands");
        played.keep_snapshot(seat, Draft::parse("r1")).unwrap();
    }
    played.keep_snapshot(seat, Draft::parse("r1")).unwrap();
    assert!(is_undone(&played), "it is the 201st from the end");
    played.keep_snapshot(seat, best).unwrap();
    assert!(!is_undone(&played));
    // One that is too long for any table takes the place of all others, and does not count either.
    played.keep_snapshot(seat, Draft::parse(&"r1 ".repeat(100_000))).unwrap();
    assert!(is_undone(&played));
}

#[test]
fn settings_out_of_range_are_refused() {
    let good = header(&[None, Some("greedy")], Rules::schmidt(), 1, 0);
    let cases: [(Change, &str); 7] = [
        (Box::new(|header| header.rounds = 0), "rounds = 0: must be a whole number from 1 to 1000000"),
        (Box::new(|header| header.limit = Some(f64::NAN)), "limit = NaN: must be more than 0"),
        (Box::new(|header| header.names[1] = Some(" x".to_owned())), "seat 1: a name has 1 to 40 characters"),
        (Box::new(|header| header.names = vec![]), "names has 0 entries for 2 seats"),
        (
            Box::new(|header| header.bots[0] = Some("deep".to_owned())),
            "seat 0: unknown bot \"deep\": the built-in bots are",
        ),
        (
            Box::new(|header| header.bots[0] = Some("search:positions=0".to_owned())),
            "seat 0: positions = 0: must be a whole number from 1 to 1000000000000",
        ),
        (
            Box::new(|header| {
                header.bots = vec![None; 5];
                header.names = vec![None; 5];
            }),
            "seats = 5: these rules are for 2 to 4 players",
        ),
    ];
    for (change, message) in cases {
        let mut wrong = good.clone();
        change(&mut wrong);
        let error = Match::new(wrong, Duration::ZERO).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn names_of_bots_are_read() {
    for (text, name) in [
        ("Greedy", "greedy"),
        (" search : Positions = 20 ", "search:positions = 20"),
        ("search:seconds=0.5:threads=2", "search:seconds=0.5:threads=2"),
        (" Greedy : Tidy", "greedy:tidy"),
        ("search:tidy:positions=20", "search:tidy:positions=20"),
    ] {
        assert_eq!(BotName::parse(text).unwrap().as_str(), name);
    }
    for (text, message) in [
        ("", "unknown bot \"\""),
        ("greedy:positions=2", "greedy has no level, only search has"),
        (
            "search:depth=2",
            "invalid level \"depth=2\": the level of search is one or more of positions=..., seconds=..., threads=..., joined by colons",
        ),
        ("search:positions=1.5", "invalid level"),
        ("search:positions=", "invalid level"),
        ("search:threads=2:threads=2", "the level of search has \"threads\" twice"),
        ("search:tidy:tidy", "the level of search has \"tidy\" twice"),
        ("greedy:tidy=1", "greedy has no level, only search has"),
        ("search:threads=1025", "threads = 1025: must be a whole number from 1 to 1024"),
        ("search:seconds=0", "seconds = 0: must be more than 0 and at most 31536000 seconds (a year)"),
        ("search:positions=-5", "positions = -5: must be"),
    ] {
        let error = BotName::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}
