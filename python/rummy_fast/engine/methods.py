"""The methods of the protocol. Those that search are `long`: they run on worker threads."""

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, cast

from pydantic import BaseModel

import rummy_fast as rf
from rummy_fast.bots import BUILT_IN, keeps_time, make_bot
from rummy_fast.engine import PROTOCOL
from rummy_fast.engine import messages as m
from rummy_fast.engine.calls import STOP
from rummy_fast.engine.errors import RefusalError, reason_of
from rummy_fast.engine.rounds import Rounds

LONGEST_LINE = 1 << 22
"""The most bytes of a line; the view of a long round has a hundredth of that."""
DEEPEST = 200
"""How deep arrays and objects may be nested; `pydantic_core.from_json` enforces it."""
MOST_BATCH = 1_000
MOST_CALLS = 10_000


class Control(Protocol):
    """What the methods about other calls may ask of the engine."""

    def cancel(self, given: m.IdValue) -> bool:
        """Cancel the long call with this id, if there is one, and return whether it was running."""
        ...

    def shut_down(self) -> None:
        """Take no more long calls, and cancel those that wait or run."""
        ...


class Method(NamedTuple):
    """A method of the protocol, as `METHODS` declares it."""

    params: type[BaseModel]
    """Its params."""
    result: type[BaseModel]
    """Its result."""
    run: Callable[[Any, Any], BaseModel]
    """What it does, given the open rounds and the params."""
    long: bool = False
    """Whether it may take long, and so runs in a worker thread and can be cancelled."""
    control: bool = False
    """Whether it is about other calls: `run` is given a `Control` instead of the rounds."""


def _initialize(rounds: Rounds, params: m.InitializeParams) -> m.InitializeResult:
    if params.protocol not in {None, PROTOCOL}:
        message = f"protocol = {params.protocol}: this engine speaks version {PROTOCOL}"
        raise RefusalError("invalid_problem", message)
    return m.InitializeResult(
        protocol=PROTOCOL,
        package="rummy_fast",
        version=rf.__version__,
        capabilities=m.Capabilities(methods=list(METHODS), cancel=True, progress=True, batch=True),
        limits=m.Limits(
            line=LONGEST_LINE,
            nesting=DEEPEST,
            batch=MOST_BATCH,
            calls=MOST_CALLS,
            rounds=rounds.most,
        ),
        bots=list(BUILT_IN),
        options=rf.Rules.options(),
        presets={name: cast("Any", rf.Rules(name).to_dict()) for name in rf.Rules.presets()},
    )


def _identified(record: m.Record) -> dict[str, Any]:
    """Give the id of a record, if it has one."""
    return {"id": record.id} if "id" in record.model_fields_set else {}


def _played(play: rf.Play) -> dict[str, Any]:
    tiles = [str(tile) for tile in play.tiles]
    return {
        "tiles": tiles,
        "count": len(tiles),
        "points": play.points,
        "table": [str(meld) for meld in play.table],
        "proven": play.proven,
    }


def _solve(_: Rounds, params: m.SolveParams) -> m.SolveResult:
    play = rf.solve(
        params.table,
        params.hand,
        rules=params.rules,
        opened=params.opened,
        objective=params.objective,
        tidy=params.tidy,
        limit=params.limit,
        cancel=STOP.get(),
    )
    return m.SolveResult(**_identified(params), **_played(play))


def _candidates(_: Rounds, params: m.CandidatesParams) -> m.CandidatesResult:
    found = rf.candidates(
        params.table,
        params.hand,
        most=params.most,
        rules=params.rules,
        opened=params.opened,
        objective=params.objective,
        limit=params.limit,
        cancel=STOP.get(),
    )
    return m.CandidatesResult(
        **_identified(params),
        plays=[m.Played(**_played(play)) for play in found],
        complete=found.complete,
        proven=found.proven,
    )


def _verdict(params: m.CheckParams) -> rf.Verdict:
    return rf.check_turn(
        params.table,
        params.hand,
        params.after,
        rules=params.rules,
        opened=params.opened,
        cancel=STOP.get(),
    )


def _check(_: Rounds, params: m.CheckParams) -> m.CheckResult:
    verdict = _verdict(params)
    reasons = [reason_of(reason) for reason in verdict.reasons]
    return m.CheckResult(**_identified(params), legal=verdict.legal, reasons=reasons)


def _steps(_: Rounds, params: m.StepsParams) -> m.StepsResult:
    verdict = _verdict(params)
    if [reason.code for reason in verdict.reasons] != ["nothing_played"]:
        verdict.verify()
    before, after = (rf.Table(table, params.rules) for table in (params.table, params.after))
    if before != after:
        verdict.verify()  # an unchanged table is a turn without steps, as for `solve`
    played = Counter(after.tiles) - Counter(before.tiles)
    play = rf.Play(
        played.elements(),
        after,
        0,
        before=before,
        hand=params.hand,
        opened=params.opened,
        rules=params.rules,
    )
    return m.StepsResult(
        **_identified(params), steps=[_step(step) for step in play.steps(cancel=STOP.get())]
    )


def _step(step: rf.Step) -> m.Step:
    return m.Step(
        kind=step.kind,
        text=step.text,
        tiles=[str(tile) for tile in step.tiles],
        before=list(step.before),
        after=list(step.after),
        from_hand=[str(tile) for tile in step.from_hand],
        borrowed=step.borrowed,
    )


def _choose(_: Rounds, params: m.ChooseParams) -> m.ChooseResult:
    level = {} if params.level is None else params.level.model_dump()
    bot = make_bot(params.bot, params.seed, **level)
    view = rf.View.from_dict(params.view.model_dump(exclude_unset=True))
    built_in: Any = bot
    turn = (
        built_in.choose(view, params.limit, cancel=STOP.get())
        if keeps_time(bot)
        else bot.choose(view, params.limit)
    )
    if turn.table is None:
        return m.ChooseResult(turn=m.Turn(kind=turn.kind))
    table = [str(meld) for meld in turn.table]
    return m.ChooseResult(turn=m.Turn(kind=turn.kind, table=table))


def _new(rounds: Rounds, params: m.NewRoundParams) -> m.NewRoundResult:
    rules = None if params.rules is None else rf.Rules(params.rules)
    opened = rounds.deal(params.seats, rules, params.seed, params.starter)
    return m.NewRoundResult(
        host=opened.host, tokens=list(opened.tokens), to_move=opened.round.to_move
    )


def _view(rounds: Rounds, params: m.SeatParams) -> m.View:
    seat = rounds.seat(params.token)
    return m.View(**seat.round.view(seat.number).to_dict())


def _after(round_: rf.Round, event: rf.Event) -> dict[str, Any]:
    """Give what all seats know after a turn."""
    outcome = round_.outcome
    return {
        "event": m.Event(**event.to_dict()),
        "to_move": round_.to_move,
        "outcome": None if outcome is None else m.Outcome(**outcome.to_dict()),
    }


def _turn(
    make: Callable[[rf.Round, int, Any], rf.Event],
) -> Callable[[Rounds, m.SeatParams], m.TurnResult]:
    """Make a method that takes a turn of a seat."""

    def run(rounds: Rounds, params: m.SeatParams) -> m.TurnResult:
        seat = rounds.seat(params.token)
        event = make(seat.round, seat.number, params)
        hand = str(seat.round.hands[seat.number])
        return m.TurnResult(hand=hand, **_after(seat.round, event))

    return run


def _forfeit(rounds: Rounds, params: m.HostParams) -> m.ForfeitResult:
    hosted = rounds.hosted(params.host).round
    return m.ForfeitResult(**_after(hosted, hosted.forfeit(hosted.to_move)))


def _close(rounds: Rounds, params: m.HostParams) -> m.Nothing:
    rounds.close(params.host)
    return m.Nothing()


def _cancel(control: Control, params: m.CancelParams) -> m.CancelResult:
    return m.CancelResult(cancelled=control.cancel(params.id))


def _shutdown(control: Control, _: m.Nothing) -> m.Nothing:
    control.shut_down()
    return m.Nothing()


METHODS: Mapping[str, Method] = MappingProxyType(
    {
        "initialize": Method(m.InitializeParams, m.InitializeResult, _initialize),
        "solve": Method(m.SolveParams, m.SolveResult, _solve, long=True),
        "candidates": Method(m.CandidatesParams, m.CandidatesResult, _candidates, long=True),
        "check": Method(m.CheckParams, m.CheckResult, _check, long=True),
        "steps": Method(m.StepsParams, m.StepsResult, _steps, long=True),
        "choose": Method(m.ChooseParams, m.ChooseResult, _choose, long=True),
        "round/new": Method(m.NewRoundParams, m.NewRoundResult, _new),
        "round/view": Method(m.SeatParams, m.View, _view),
        "round/play": Method(
            m.PlayParams,
            m.TurnResult,
            _turn(lambda round_, seat, params: round_.play(seat, params.table)),
        ),
        "round/draw": Method(
            m.SeatParams, m.TurnResult, _turn(lambda round_, seat, _: round_.draw(seat))
        ),
        "round/pass": Method(
            m.SeatParams, m.TurnResult, _turn(lambda round_, seat, _: round_.pass_(seat))
        ),
        "round/timeout": Method(
            m.TimeoutParams,
            m.TurnResult,
            _turn(lambda round_, seat, params: round_.timeout(seat, params.snapshots)),
        ),
        "round/forfeit": Method(m.HostParams, m.ForfeitResult, _forfeit),
        "round/close": Method(m.HostParams, m.Nothing, _close),
        "cancel": Method(m.CancelParams, m.CancelResult, _cancel, control=True),
        "shutdown": Method(m.Nothing, m.Nothing, _shutdown, control=True),
    }
)
"""All methods by name."""
