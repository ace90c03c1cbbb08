//! The methods about rounds, and the bots.

use std::sync::Arc;
use std::time::Duration;

use crate::bots::{BotName, LevelNumber};
use crate::protocol::fields::{RulesField, TextOrList, Token, Whole};
use crate::protocol::host::seed;
use crate::protocol::message::{List, Maybe};
use crate::protocol::messages::{
    ChooseParams, ChooseResult, Event, ForfeitResult, HostParams, Level, NewRoundParams, NewRoundResult, Nothing,
    Outcome, PlayParams, SeatParams, TimeoutParams, Turn, TurnResult, View,
};
use crate::protocol::method::{Context, Search, Started, Work};
use crate::protocol::refusal::Refusal;
use crate::round::{self, Ending, EventKind, Round, RoundError, TurnError};
use crate::rules::Rules;
use crate::tile::excerpt;
use crate::turn::Draft;

/// How long a turn may be checked before a job goes on with it. Nearly all take microseconds.
const MAX_INLINE: Duration = Duration::from_millis(1);

impl Search for ChooseParams {
    fn progress(&self) -> bool {
        self.progress.0.unwrap_or(false)
    }

    fn limit(&self) -> Option<f64> {
        self.limit.map(|limit| limit.0)
    }
}

pub(crate) fn rules_of(rules: Option<&RulesField>) -> Result<Rules, Refusal> {
    rules.map_or_else(|| Ok(Rules::default()), RulesField::rules)
}

pub(crate) fn choose(params: ChooseParams, work: &Work<'_>) -> Result<ChooseResult, Refusal> {
    let name = bot_of(&params.bot, params.level.as_ref())?;
    let seed = params.seed.0.map_or(Ok(0), |seed| seed.in_range("seed", 0, u64::MAX.into()))?;
    let limit = params.limit.map(|limit| limit.duration("limit")).transpose()?;
    let view = read_view(&params.view)?;
    let turn = name.choose(seed, &view, limit, &mut work.until(None))?;
    Ok(ChooseResult { turn: write_turn(&turn) })
}

/// A turn as it is sent.
pub(crate) fn write_turn(turn: &round::Turn) -> Turn {
    let table = match turn {
        round::Turn::Play(table) => Some(table.melds().iter().collect()),
        round::Turn::Draw | round::Turn::Pass => None,
    };
    Turn { kind: turn.kind().to_owned(), table }
}

/// The bot of a name, with a level in the name or beside it.
fn bot_of(name: &str, level: Option<&Level>) -> Result<BotName, Refusal> {
    let mut numbers = Vec::new();
    if let Some(Level { positions, seconds }) = level {
        if let Some(positions) = positions {
            let most = u64::MAX.into();
            numbers.push(("positions", LevelNumber::Whole(positions.in_range("positions", 0, most)?)));
        }
        numbers.extend(seconds.map(|seconds| ("seconds", LevelNumber::Seconds(seconds.0))));
    }
    let known = BotName::parse(name).map_err(|error| Refusal::problem(error.wording()))?;
    if numbers.is_empty() {
        return Ok(known);
    }
    if !known.level().is_empty() {
        let bot = known.built_in().name;
        return Err(Refusal::problem(format!("the level of {bot} is given twice: in its name and beside it")));
    }
    BotName::with_level(name, numbers).map_err(|error| Refusal::problem(error.wording()))
}

fn counts<const MAX: usize>(name: &str, list: &List<Whole, MAX>) -> Result<Vec<usize>, Refusal> {
    list.0.iter().map(|count| count.count(name)).collect()
}

fn read_view(view: &View) -> Result<round::View, Refusal> {
    let rules = rules_of(view.rules.as_ref())?;
    let history = view.history.0.as_ref().map_or(&[][..], |history| &history.0);
    let history: Result<Vec<_>, Refusal> = history.iter().map(|event| read_event(event, &rules)).collect();
    let read = round::View {
        seat: view.seat.count("seat")?,
        rules,
        hand: view.hand.hand(&rules.deck)?,
        table: Arc::new(view.table.table(&rules)?),
        opened: view.opened.0.clone(),
        hand_sizes: counts("hand_sizes", &view.hand_sizes)?,
        pool_size: view.pool_size.count("pool_size")?,
        to_move: view.to_move.count("to_move")?,
        starter: view.starter.count("starter")?,
        history: Arc::new(history?),
        outcome: view.outcome.as_ref().map(read_outcome).transpose()?,
    };
    read.check()?;
    Ok(read)
}

fn read_event(event: &Event, rules: &Rules) -> Result<Arc<round::Event>, Refusal> {
    let kind = EventKind::from_name(&event.kind).ok_or_else(|| {
        let (shown, known) = (excerpt(&event.kind), EventKind::ALL.map(EventKind::name).join(", "));
        Refusal::problem(format!("unknown kind of event {shown:?}: must be one of {known}"))
    })?;
    Ok(Arc::new(round::Event {
        seat: event.seat.count("seat")?,
        kind,
        tiles: TextOrList::List(event.tiles.clone()).hand(&rules.deck)?.iter().collect(),
        table: Arc::new(TextOrList::List(event.table.clone()).table(rules)?),
        drawn: event.drawn.count("drawn")?,
        hand_size: event.hand_size.count("hand_size")?,
        pool_size: event.pool_size.count("pool_size")?,
    }))
}

fn read_outcome(outcome: &Outcome) -> Result<round::Outcome, Refusal> {
    let winners = counts("winners", &outcome.winners)?;
    let ending = match (&*outcome.ending, &winners[..]) {
        ("out", &[seat]) => Ending::Out { seat },
        ("closed", &[seat]) => Ending::Closed { seat },
        (name @ ("out" | "closed"), _) => {
            return Err(Refusal::problem(format!("winners: the ending {name:?} needs exactly one winner")));
        }
        ("stalemate", _) => Ending::Stalemate,
        ("void", _) => Ending::Void,
        (name, _) => {
            let (shown, known) = (excerpt(name), "\"out\", \"closed\", \"stalemate\" or \"void\"");
            return Err(Refusal::problem(format!("unknown ending {shown:?}: must be {known}")));
        }
    };
    let score = |score: &Whole| score.in_range("scores", i64::MIN.into(), i64::MAX.into());
    Ok(round::Outcome {
        ending,
        winners,
        scores: outcome.scores.0.iter().map(score).collect::<Result<_, _>>()?,
        left: outcome.left.0.iter().map(|left| left.in_range("left", 0, u32::MAX.into())).collect::<Result<_, _>>()?,
    })
}

pub(crate) fn write_event(event: &round::Event) -> Event {
    Event {
        seat: event.seat.into(),
        kind: event.kind.name().to_owned(),
        tiles: event.tiles.iter().collect(),
        table: event.table.melds().iter().collect(),
        drawn: event.drawn.into(),
        hand_size: event.hand_size.into(),
        pool_size: event.pool_size.into(),
    }
}

pub(crate) fn write_outcome(outcome: &round::Outcome) -> Outcome {
    Outcome {
        ending: outcome.ending.name().to_owned(),
        winners: List(outcome.winners.iter().map(|&seat| seat.into()).collect()),
        scores: List(outcome.scores.iter().map(|&score| Whole(score.into())).collect()),
        left: List(outcome.left.iter().map(|&points| Whole(points.into())).collect()),
    }
}

/// A view as it is sent.
pub(crate) fn write_view(view: &round::View) -> View {
    View {
        seat: view.seat.into(),
        rules: RulesField::of(&view.rules),
        hand: TextOrList::Text(view.hand.to_string()),
        table: TextOrList::melds_of(&view.table),
        opened: List(view.opened.clone()),
        hand_sizes: List(view.hand_sizes.iter().map(|&size| size.into()).collect()),
        pool_size: view.pool_size.into(),
        to_move: view.to_move.into(),
        starter: view.starter.into(),
        history: Maybe(Some(List(view.history.iter().map(|event| write_event(event)).collect()))),
        outcome: view.outcome.as_ref().map(write_outcome),
    }
}

pub(crate) fn new(context: &mut Context<'_>, params: NewRoundParams) -> Result<NewRoundResult, Refusal> {
    let rules = rules_of(params.rules.as_ref())?;
    context.rounds.check_room(context.limits.rounds)?;
    let seed = match params.seed {
        Some(seed) => seed.in_range("seed", 0, u64::MAX.into())?,
        None => seed(context.host)?,
    };
    let seats = params.seats.0.map_or(Ok(2), |seats| seats.count("seats"))?;
    let starter = params.starter.map(|starter| starter.count("starter")).transpose()?;
    let round = Round::deal(&rules, seats, seed, starter)?;
    let to_move = round.to_move();
    let (host, tokens) = context.rounds.open(round, context.host)?;
    Ok(NewRoundResult { host, tokens, to_move })
}

pub(crate) fn view(context: &mut Context<'_>, params: SeatParams) -> Result<View, Refusal> {
    let (round, seat) = context.rounds.seat(&params.token)?;
    Ok(write_view(&round.view(seat)?))
}

/// What a seat is told after its turn.
fn taken(round: &Round, seat: usize, event: &round::Event) -> Result<TurnResult, Refusal> {
    let hand = round.hands().get(seat).ok_or(RoundError::NoSuchSeat { field: "seat", seat, seats: round.seats() })?;
    Ok(TurnResult {
        event: write_event(event),
        hand: hand.to_string(),
        to_move: round.to_move(),
        outcome: round.outcome().map(write_outcome),
    })
}

/// Takes a turn at once if its check is brief, or else in a job. Meanwhile the round stays as it is. If another turn
/// was taken in the end, such as a forfeit, the check begins again.
fn take_turn(
    context: &mut Context<'_>,
    token: Token,
    turn: impl Fn(&mut Round, usize, &mut dyn FnMut() -> bool) -> Result<Arc<round::Event>, TurnError> + Send + 'static,
) -> Result<Started<TurnResult>, Refusal> {
    let host = &*context.host;
    let (deadline, mut polls) = (host.now() + MAX_INLINE, 0_u32);
    let mut takes_long = || {
        polls = polls.wrapping_add(1);
        polls.is_multiple_of(16) && host.now() >= deadline
    };
    let (round, seat) = context.rounds.seat(&token)?;
    match turn(round, seat, &mut takes_long) {
        Err(TurnError::Stopped) => {}
        made => {
            let event = made?;
            return taken(round, seat, &event).map(Started::Done);
        }
    }
    let mut copy = round.clone();
    Ok(Started::Later(Box::new(move |work| {
        let before = copy.events().len();
        let made = turn(&mut copy, seat, &mut work.until(None));
        Box::new(move |context| {
            let (round, seat) = context.rounds.seat(&token)?;
            if round.events().len() != before {
                return take_turn(context, token, turn);
            }
            let event = made?;
            *round = copy;
            taken(round, seat, &event).map(Started::Done)
        })
    })))
}

pub(crate) fn play(context: &mut Context<'_>, params: PlayParams) -> Result<Started<TurnResult>, Refusal> {
    let after = params.table.draft();
    take_turn(context, params.token, move |round, seat, stop| round.play_draft_until(seat, &after, stop))
}

pub(crate) fn timeout(context: &mut Context<'_>, params: TimeoutParams) -> Result<Started<TurnResult>, Refusal> {
    let snapshots = params.snapshots.0.unwrap_or_else(|| List(Vec::new()));
    let snapshots: Vec<Draft> = snapshots.0.iter().map(TextOrList::draft).collect();
    take_turn(context, params.token, move |round, seat, stop| round.timeout_until(seat, &snapshots, stop))
}

pub(crate) fn draw(context: &mut Context<'_>, params: SeatParams) -> Result<TurnResult, Refusal> {
    let (round, seat) = context.rounds.seat(&params.token)?;
    let event = round.draw(seat)?;
    taken(round, seat, &event)
}

pub(crate) fn pass(context: &mut Context<'_>, params: SeatParams) -> Result<TurnResult, Refusal> {
    let (round, seat) = context.rounds.seat(&params.token)?;
    let event = round.pass(seat)?;
    taken(round, seat, &event)
}

pub(crate) fn forfeit(context: &mut Context<'_>, params: HostParams) -> Result<ForfeitResult, Refusal> {
    let round = context.rounds.hosted(&params.host)?;
    let event = round.forfeit(round.to_move())?;
    let (to_move, outcome) = (round.to_move(), round.outcome().map(write_outcome));
    Ok(ForfeitResult { event: write_event(&event), to_move, outcome })
}

pub(crate) fn close(context: &mut Context<'_>, params: HostParams) -> Result<Nothing, Refusal> {
    context.rounds.close(&params.host)?;
    Ok(Nothing {})
}
