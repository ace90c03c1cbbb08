//! The methods about matches. Bots and timeouts make their turns in jobs, and nobody asks for them.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::referee::{rules_of, write_event, write_outcome, write_view};
use crate::matches::{Attempt, Attempted, Match, Record, Waiting};
use crate::protocol::fields::{TextOrList, Token};
use crate::protocol::host::seed;
use crate::protocol::matches::{Follower, MAX_ROUNDS, OpenMatch};
use crate::protocol::messages::{
    MatchDraftParams, MatchEvent, MatchEventsParams, MatchEventsResult, MatchHappening, MatchHostParams, MatchNotice,
    MatchRecordResult, MatchTokenParams, MatchTurnParams, MatchTurnResult, MatchView, NewMatchParams, NewMatchResult,
    Nothing, ResumeMatchParams, WaitingFor,
};
use crate::protocol::method::{Context, Next, Start, Started, Work};
use crate::protocol::refusal::Refusal;
use crate::record::{Happening, Header, MatchEnd, RoundResult, RoundStart, TurnTaken};
use crate::round::{EventKind, TurnError};
use crate::tile::{Tile, Tiles, excerpt};

/// How long a turn may be checked before a job goes on with it. Nearly all take microseconds.
const MAX_INLINE: Duration = Duration::from_millis(1);

/// The most events of an answer.
const MAX_EVENTS: usize = 1_000;

/// The most events of a client that are sent before others have their turn.
const MAX_NOTICES: usize = 1_000;

pub(crate) fn new(context: &mut Context<'_>, params: NewMatchParams) -> Result<NewMatchResult, Refusal> {
    let rules = rules_of(params.rules.as_ref())?;
    let rounds = params.rounds.0.map_or(Ok(1), |rounds| rounds.in_range("rounds", 1, MAX_ROUNDS.into()))?;
    context.matches.check_room(rounds, context.limits.matches)?;
    let seed = match params.seed {
        Some(seed) => seed.in_range("seed", 0, u64::MAX.into())?,
        None => seed(context.host)?,
    };
    if let Some(limit) = params.limit {
        limit.duration("limit")?;
    }
    let bots = params.seats.0;
    let names = params.names.map_or_else(|| vec![None; bots.len()], |names| names.0);
    let header = Header { rules, seed, rounds, limit: params.limit.map(|limit| limit.0), bots, names };
    let now = context.host.now();
    open(context, Match::new(header, now)?)
}

fn open(context: &mut Context<'_>, played: Match) -> Result<NewMatchResult, Refusal> {
    let names = names_of(&played);
    let host = context.matches.open(played, context.host)?;
    let tokens = context.matches.tokens(&host);
    let number = context.matches.hosted(&host)?.number;
    go_on(context, &host);
    Ok(NewMatchResult { number, host, tokens, names })
}

pub(crate) fn resume(
    _context: &mut Context<'_>,
    params: ResumeMatchParams,
) -> Result<Started<NewMatchResult>, Refusal> {
    Ok(Started::Later(Box::new(move |work| {
        let resumed = resumed(&params, work);
        Box::new(move |context| {
            let mut resumed = resumed?;
            context.matches.check_room(resumed.header().rounds, context.limits.matches)?;
            resumed.start_clock(context.host.now());
            open(context, resumed).map(Started::Done)
        })
    })))
}

fn resumed(params: &ResumeMatchParams, work: &Work<'_>) -> Result<Match, Refusal> {
    let text = params.record.as_bytes();
    let text = if params.salvage.0.unwrap_or(false) { Record::salvaged(text) } else { text };
    let mut stop = work.until(None);
    let record = Record::parse_until(text, &mut stop)?;
    if record.header().rounds > MAX_ROUNDS {
        return Err(Refusal::not_whole("rounds", record.header().rounds.into(), 1, MAX_ROUNDS.into()));
    }
    let bots = params.seats.as_ref().map(|seats| &*seats.0);
    let resumed = record.resume(None, bots, Duration::ZERO, &mut stop)?;
    resumed.ok_or_else(Refusal::cancelled)
}

pub(crate) fn view(context: &mut Context<'_>, params: MatchTokenParams) -> Result<MatchView, Refusal> {
    let now = context.host.now();
    let (open, _, seat) = context.matches.of(&params.token)?;
    let played = &open.played;
    let (waiting, to_move) = match played.waiting() {
        Waiting::Guest(seat) => (WaitingFor::Guest, Some(seat)),
        Waiting::Bot(seat) => (WaitingFor::Bot, Some(seat)),
        Waiting::Deal | Waiting::Over => (WaitingFor::Nothing, None),
    };
    let remaining = played.times_out_at().map(|at| {
        let (left, over) = (at.saturating_sub(now).as_secs_f64(), now.saturating_sub(at).as_secs_f64());
        ((left - over) * 1e3).round() / 1e3
    });
    Ok(MatchView {
        number: open.number,
        seat,
        names: names_of(played),
        bots: played.header().bots.clone(),
        round: played.round_number(),
        rounds: played.header().rounds,
        turn: played.turns() + 1,
        waiting,
        to_move,
        remaining,
        totals: played.totals().to_vec(),
        won: played.won().to_vec(),
        winners: played.is_over().then(|| played.winners()),
        events: open.events(),
        view: seat.map(|seat| played.view(seat)).transpose()?.map(|view| write_view(&view)),
    })
}

fn names_of(played: &Match) -> Vec<String> {
    played.header().called().into_iter().map(str::to_owned).collect()
}

/// What a guest wants to do.
#[derive(Clone)]
enum Wish {
    Play(TextOrList),
    Draw,
    Pass,
    Forfeit,
}

impl Wish {
    fn read(params: &MatchTurnParams) -> Result<Self, Refusal> {
        match (&*params.kind, &params.table) {
            ("play", Some(table)) => Ok(Self::Play(table.clone())),
            ("play", None) => Err(Refusal::problem("a play needs the table after the turn")),
            ("draw", None) => Ok(Self::Draw),
            ("pass", None) => Ok(Self::Pass),
            ("forfeit", None) => Ok(Self::Forfeit),
            (kind @ ("draw" | "pass" | "forfeit"), Some(_)) => Err(Refusal::problem(format!("a {kind} has no table"))),
            (kind, _) => {
                let shown = excerpt(kind);
                let known = "\"play\", \"draw\", \"pass\" or \"forfeit\"";
                Err(Refusal::problem(format!("unknown kind of turn {shown:?}: must be {known}")))
            }
        }
    }

    /// Prepares the turn.
    fn attempt(&self, played: &Match, seat: Option<usize>) -> Result<Attempt, Refusal> {
        let made = match (self, seat) {
            (Self::Forfeit, None) => played.forfeit(""),
            (_, None) => return Err(Refusal::problem("the host can only forfeit the turn of a guest who has left")),
            (Self::Play(table), Some(seat)) => played.play(seat, table.draft()),
            (Self::Draw, Some(seat)) => played.draw(seat),
            (Self::Pass, Some(seat)) => played.pass(seat),
            // Whether it is the turn of this seat is checked as for any other turn.
            (Self::Forfeit, Some(seat)) => played.draw(seat).and_then(|_| played.forfeit("")),
        };
        Ok(made?)
    }

    /// Whether this is the turn that was taken.
    fn is(&self, taken: &TurnTaken, played: &Match) -> bool {
        let event = &taken.event;
        match self {
            Self::Play(table) => {
                event.kind == EventKind::Play && table.table(played.rules()).is_ok_and(|table| table == *event.table)
            }
            Self::Draw => event.kind == EventKind::Draw,
            Self::Pass => event.kind == EventKind::Pass,
            Self::Forfeit => event.kind == EventKind::Forfeit,
        }
    }
}

pub(crate) fn turn(context: &mut Context<'_>, params: MatchTurnParams) -> Result<Started<MatchTurnResult>, Refusal> {
    let wish = Wish::read(&params)?;
    let number = params.turn.count("turn")?;
    take_turn(context, params.token, number, wish)
}

/// Takes a turn at once if its check is brief, or else in a job.
fn take_turn(
    context: &mut Context<'_>,
    token: Token,
    number: usize,
    wish: Wish,
) -> Result<Started<MatchTurnResult>, Refusal> {
    let now = context.host.now();
    let (open, host, seat) = context.matches.of(&token)?;
    if let Some(event) = taken_before(open, number, seat, &wish)? {
        return Ok(Started::Done(MatchTurnResult { event }));
    }
    check_in_time(open, number, now)?;
    let attempt = wish.attempt(&open.played, seat)?;
    let host_clock = &*context.host;
    let (deadline, mut polls) = (now + MAX_INLINE, 0_u32);
    let mut takes_long = || {
        polls = polls.wrapping_add(1);
        polls.is_multiple_of(16) && host_clock.now() >= deadline
    };
    match attempt.clone().run(&mut takes_long) {
        Err(TurnError::Stopped) => {}
        made => return accept(context, &token, &host, number, wish, made?),
    }
    Ok(Started::Later(Box::new(move |work| {
        let made = attempt.run(&mut work.until(None));
        Box::new(move |context| accept(context, &token, &host, number, wish, made?))
    })))
}

/// The event of a turn that was taken already, if it is the same turn.
fn taken_before(
    open: &OpenMatch,
    number: usize,
    seat: Option<usize>,
    wish: &Wish,
) -> Result<Option<MatchEvent>, Refusal> {
    let next = open.played.turns() + 1;
    if number == next {
        return Ok(None);
    }
    if number > next {
        let message = format!("turn {number} has not come yet: the next is turn {next}");
        return Err(Refusal::illegal_because("turn_not_reached", message));
    }
    let taken = open.played.happenings().iter().enumerate().find_map(|(place, happening)| match happening {
        Happening::Turn(taken) if taken.number == number => Some((place, taken)),
        _ => None,
    });
    match taken {
        Some((place, taken)) if seat.is_none_or(|seat| seat == taken.event.seat) && wish.is(taken, &open.played) => {
            Ok(event_for(&open.played, place, seat))
        }
        _ => {
            let message = format!("turn {number} was taken already: the next is turn {next}");
            Err(Refusal::illegal_because("turn_taken", message))
        }
    }
}

/// Refuses a turn that comes after its timeout.
fn check_in_time(open: &OpenMatch, number: usize, now: Duration) -> Result<(), Refusal> {
    if open.played.times_out_at().is_none_or(|at| now < at) {
        return Ok(());
    }
    Err(Refusal::illegal_because("timeout", format!("turn {number} has timed out (rule 13)")))
}

/// Takes a turn that was made, and gives its event.
fn accept(
    context: &mut Context<'_>,
    token: &Token,
    host: &Token,
    number: usize,
    wish: Wish,
    made: Attempted,
) -> Result<Started<MatchTurnResult>, Refusal> {
    let now = context.host.now();
    let (open, _, seat) = context.matches.of(token)?;
    let place = open.events();
    if !open.played.accept(made, now) {
        // Another turn came first: perhaps the same one, sent twice.
        return take_turn(context, token.clone(), number, wish);
    }
    let event = event_for(&open.played, place, seat).ok_or_else(Refusal::internal)?;
    go_on(context, host);
    Ok(Started::Done(MatchTurnResult { event }))
}

pub(crate) fn draft(context: &mut Context<'_>, params: MatchDraftParams) -> Result<Nothing, Refusal> {
    let now = context.host.now();
    let number = params.turn.count("turn")?;
    let (open, seat) = context.matches.seat(&params.token)?;
    let next = open.played.turns() + 1;
    if number != next {
        let message = format!("turn {number} is not under way: the next is turn {next}");
        return Err(Refusal::illegal_because("turn_taken", message));
    }
    check_in_time(open, number, now)?;
    open.played.keep_snapshot(seat, params.table.draft())?;
    Ok(Nothing {})
}

pub(crate) fn events(context: &mut Context<'_>, params: MatchEventsParams) -> Result<MatchEventsResult, Refusal> {
    let from = params.from.0.map_or(Ok(0), |from| from.count("from"))?;
    let client = context.client;
    let (open, _, seat) = context.matches.of(&params.token)?;
    let (number, all) = (open.number, open.events());
    if from > all {
        return Err(Refusal::not_whole("from", from as i128, 0, all as i128));
    }
    let next = all.min(from + MAX_EVENTS);
    let events = (from..next).filter_map(|place| event_for(&open.played, place, seat)).collect();
    if let Some(client) = client {
        if params.follow.0.unwrap_or(true) {
            open.follow(Follower { client, seat, next })?;
        } else {
            open.unfollow(client, seat);
        }
    }
    Ok(MatchEventsResult { number, events, next })
}

pub(crate) fn record(context: &mut Context<'_>, params: MatchHostParams) -> Result<MatchRecordResult, Refusal> {
    let open = context.matches.hosted(&params.host)?;
    Ok(MatchRecordResult { record: open.played.record(), complete: open.played.is_over() })
}

pub(crate) fn close(context: &mut Context<'_>, params: MatchHostParams) -> Result<Nothing, Refusal> {
    context.matches.close(&params.host)?;
    Ok(Nothing {})
}

/// What a seat may see of an event; the host sees what everybody sees.
fn event_for(played: &Match, number: usize, seat: Option<usize>) -> Option<MatchEvent> {
    let (round, what) = match played.happenings().get(number)? {
        Happening::RoundStart(RoundStart { number, starter, hands, .. }) => {
            let hand = seat.and_then(|seat| hands.get(seat)).map(Tiles::to_string);
            let hand_sizes = hands.iter().map(Tiles::len).collect();
            (*number, MatchHappening::Round { starter: *starter, hand, hand_sizes })
        }
        Happening::Turn(TurnTaken { round, number, event, drew, failure }) => {
            let own = seat == Some(event.seat);
            let drew = own.then(|| drew.iter().map(Tile::to_string).collect());
            // The message of a failure may name hidden tiles.
            let fault = failure.as_ref().map(|failure| failure.code.name());
            (*round, MatchHappening::Turn { turn: *number, event: write_event(event), drew, fault })
        }
        Happening::RoundEnd(RoundResult { number, outcome, totals, .. }) => {
            (*number, MatchHappening::End { outcome: write_outcome(outcome), totals: totals.clone() })
        }
        Happening::MatchEnd(MatchEnd { winners, totals, won }) => {
            let (winners, totals, won) = (winners.clone(), totals.clone(), won.clone());
            (played.round_number(), MatchHappening::Over { winners, totals, won })
        }
    };
    Some(MatchEvent { number, round, what })
}

/// Tells the followers of a match what they have not heard of.
fn tell(context: &mut Context<'_>, host: &Token) {
    let Some(open) = context.matches.find(host) else { return };
    let all = open.events();
    open.followers.retain(|follower| context.calls.is_connected(follower.client));
    for follower in &mut open.followers {
        for _ in 0..MAX_NOTICES {
            let Some(event) = event_for(&open.played, follower.next, follower.seat) else { break };
            let notice = MatchNotice { number: open.number, seat: follower.seat, event };
            let Ok(params) = serde_json::to_string(&notice) else { break };
            let line = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"match/event\",\"params\":{params}}}");
            if !context.calls.notify(follower.client, line) {
                break;
            }
            follower.next += 1;
        }
        debug_assert!(follower.next <= all, "an event that has not happened");
    }
}

/// Lets a match go on by itself: deals rounds, has bots make their turns in jobs, and tells the followers.
fn go_on(context: &mut Context<'_>, host: &Token) {
    let now = context.host.now();
    if let Some(open) = context.matches.find(host) {
        if open.played.waiting() == Waiting::Deal {
            // The deck was large enough for the first round.
            let _ = open.played.begin_round(now);
        }
        if !open.is_working
            && let Ok(attempt) = open.played.ask()
        {
            let turn = context.matches.turn;
            work_on(context, host, attempt.within(turn));
        }
    }
    tell(context, host);
}

/// Reads a match that was saved.
pub(crate) fn read_saved(record: &[u8]) -> Result<Match, String> {
    let record = Record::parse(Record::salvaged(record)).map_err(|error| error.to_string())?;
    let resumed = record.resume(None, None, Duration::ZERO, &mut || false).map_err(|error| error.to_string())?;
    resumed.ok_or_else(|| "the verification was stopped".to_owned())
}

/// Goes on with a match that was saved.
pub(crate) fn restore(context: &mut Context<'_>, number: u64, tokens: &str, mut saved: Match) -> Result<(), String> {
    saved.start_clock(context.host.now());
    let host = context.matches.restore(number, tokens, saved)?;
    go_on(context, &host);
    Ok(())
}

/// Makes a turn that nobody asks for in a job.
fn work_on(context: &mut Context<'_>, host: &Token, attempt: Attempt) {
    let Some(open) = context.matches.find(host) else { return };
    open.is_working = true;
    let (host, is_closed) = (host.clone(), std::sync::Arc::clone(&open.is_closed));
    context.calls.spawn(Box::new(move |work| {
        let mut stop = work.until(None);
        let made = attempt.run(&mut || is_closed.load(Ordering::Relaxed) || stop());
        Next::Then(Box::new(move |context| {
            let now = context.host.now();
            // The match may be closed by now.
            let Ok(open) = context.matches.hosted(&host) else { return Ok(Start::Answer(String::new())) };
            open.is_working = false;
            if let Ok(made) = made {
                open.played.accept(made, now);
                go_on(context, &host);
            }
            Ok(Start::Answer(String::new()))
        }))
    }));
}

/// Does what is due at this time: turns that have timed out, and events that clients could not be told of.
pub(crate) fn tick(context: &mut Context<'_>) {
    let now = context.host.now();
    for host in context.matches.due(now) {
        let Some(open) = context.matches.find(&host) else { continue };
        if !open.is_working
            && open.played.times_out_at().is_some_and(|at| at <= now)
            && let Ok(attempt) = open.played.timeout()
        {
            work_on(context, &host, attempt);
        }
        tell(context, &host);
    }
}
