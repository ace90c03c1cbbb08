"""Matches: the loop, the clock, faults, totals, winners, guests."""

import itertools
import threading
import time
import weakref
from collections import Counter
from collections.abc import Callable
from io import StringIO
from typing import Any

import numpy as np
import pytest
import rummy_fast as rf
from hypothesis import given, settings
from hypothesis import strategies as st
from players import (
    Clock,
    Puppet,
    Sleeper,
    answering,
    greedy,
    idle,
    passing,
    raising,
    stealing,
)
from positions import PRESETS
from rummy_fast import match as match_module
from rummy_fast.result import Fault, Happening, RoundResult, RoundStart, TurnTaken, best
from rummy_fast.seats import Player

SMALL = {"colors": 3, "values": 5, "jokers": 1, "hand_size": 6, "opening_min": 8}
"""A small deck: the pool is soon empty."""


def played(seed: int = 5, **options: Any) -> rf.MatchResult:
    """Play a match of two greedy bots."""
    return rf.Match(["greedy", "greedy"], seed=seed, **options).play()


def set_up(monkeypatch: pytest.MonkeyPatch, **position: Any) -> None:
    """Start rounds from this position."""

    class Arranged:
        @staticmethod
        def deal(_seats: int, *, seed: int, rules: rf.Rules, starter: int | None) -> rf.Round:
            del seed
            return rf.Round.set_up(rules=rules, starter=starter or 0, **position)

    monkeypatch.setattr(match_module, "Round", Arranged)


def test_a_match() -> None:
    result = played(rounds=5)
    assert len(result.rounds) == 5
    assert result.faults == ()
    assert result.names == ("greedy", "greedy")
    scores = [one.scores for one in result.rounds]
    assert all(sum(score) == 0 and any(score) for score in scores)
    assert result.totals == tuple(map(sum, zip(*scores, strict=True)))
    wins = Counter(one.winner for one in result.rounds)
    assert result.won == (wins[0], wins[1])
    assert sum(result.won) == 5
    assert result.winners == (result.totals.index(max(result.totals)),)
    assert len({one.seed for one in result.rounds}) == 5


def test_rounds_agree_with_the_referee() -> None:
    for one in played(rounds=3).rounds:
        judge = rf.Round.deal(2, seed=one.seed, starter=one.starter)
        while not judge.over:
            judge.take(judge.to_move, greedy(judge.view(judge.to_move)))
        assert (judge.outcome, len(judge.events)) == (one.outcome, one.turns)


def test_same_seed_same_match() -> None:
    texts = []
    for seed in (3, 3, 4):
        texts.append(StringIO())
        played(seed, rounds=2, record=texts[-1])
    same, again, other = (text.getvalue() for text in texts)
    assert same == again
    assert same.splitlines()[8:] != other.splitlines()[8:]


def test_deals_do_not_depend_on_who_plays() -> None:
    bots: list[list[Player]] = [["greedy", "greedy"], [Puppet(idle), Puppet(idle)]]
    dealt: list[list[RoundStart]] = []
    for pair in bots:
        starts: list[RoundStart] = []
        dealt.append(starts)

        def listen(_: rf.Match, what: Happening, starts: list[RoundStart] = starts) -> None:
            if isinstance(what, RoundStart):
                starts.append(what)

        rf.Match(pair, seed=8, rounds=3, on_event=listen).play()
    assert dealt[0] == dealt[1]
    assert len(dealt[0]) == 3


def test_bots_are_shown_views_of_their_own_seat() -> None:
    pair = [Puppet(greedy, "one"), Puppet(greedy, "two")]
    result = rf.Match(pair, seed=2).play()
    assert result.rounds == rf.Match(["greedy"] * 2, seed=2).play().rounds
    for seat, bot in enumerate(pair):
        assert len(bot.views) > 10
        assert {type(view) for view in bot.views} == {rf.View}
        assert {(view.seat, view.to_move) for view in bot.views} == {(seat, seat)}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_and_number_of_seats(preset: str) -> None:
    least, most = rf.Rules(preset).players
    for seats in range(least, most + 1):
        result = rf.Match(["greedy"] * seats, preset, rounds=2, seed=seats).play()
        assert result.rules == rf.Rules(preset)
        assert [len(one.scores) for one in result.rounds] == [seats, seats]
        assert sum(result.totals) == 0


def test_events_and_their_order() -> None:
    happenings: list[Happening] = []
    rounds: list[tuple[int, int | None]] = []

    def listen(match: rf.Match, happening: Happening) -> None:
        happenings.append(happening)
        rounds.append((match.round_number, match.to_move))

    result = rf.Match(["greedy"] * 2, rounds=2, seed=1, on_event=listen).play()
    kinds = [type(one) for one in happenings]
    first, second = (one.turns for one in result.rounds)
    assert kinds == [
        RoundStart,
        *[TurnTaken] * first,
        RoundResult,
        RoundStart,
        *[TurnTaken] * second,
        RoundResult,
        rf.MatchResult,
    ]
    assert happenings[-1] == result
    turns = [one for one in happenings if isinstance(one, TurnTaken)]
    assert [one.number for one in turns] == list(range(1, first + second + 1))
    assert [one.round for one in turns] == [1] * first + [2] * second
    assert rounds[0] == (1, result.rounds[0].starter)
    assert rounds[-1] == (2, None)
    start = happenings[0]
    assert isinstance(start, RoundStart)
    drawn = Counter(tile for one in turns[:first] for tile in one.drew)
    played = Counter(tile for one in turns[:first] for tile in one.event.tiles)
    dealt = Counter(tile for hand in start.hands for tile in hand)
    assert played <= dealt + drawn, "every tile played was dealt or drawn"
    assert sum(map(len, (one.drew for one in turns))) == sum(one.event.drawn for one in turns) > 0


def test_a_match_survives_a_listener_that_raises() -> None:
    angry = [True]

    def listen(match: rf.Match, _: Happening) -> None:
        if match.turns == 5 and angry.pop():
            angry.append(False)
            raise RuntimeError("no")

    text = StringIO()
    match = rf.Match(["greedy"] * 2, seed=5, record=text, on_event=listen)
    with pytest.raises(RuntimeError, match="no"):
        match.play()
    assert match.play() == played()
    assert rf.Record.parse(text.getvalue()).complete


class Liar:
    """An object whose class and repr raise."""

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise ZeroDivisionError

    def __repr__(self) -> str:
        raise ZeroDivisionError


FAULTS: dict[str, tuple[Callable[[rf.View], object], str, str]] = {
    "error": (raising(ValueError("no idea")), "raised", "ValueError: no idea"),
    "silent error": (raising(KeyError()), "raised", "KeyError"),
    "exit": (raising(SystemExit(3)), "raised", "SystemExit: 3"),
    "lines": (raising(OSError("a\nb\r\n\x1b[31m  c\u2028d")), "raised", "OSError: a b ?[31m c d"),
    "surrogate": (raising(OSError("\ud800")), "raised", "OSError: ?"),
    "long": (raising(OSError("x" * 10**6)), "raised", f"OSError: {'x' * 191}"),
    "nothing": (answering(None), "nonsense", "expected a Turn, got NoneType"),
    "text": (answering("draw"), "nonsense", "expected a Turn, got str"),
    "table": (answering(rf.Table("")), "nonsense", "expected a Turn, got Table"),
    "a liar": (answering(Liar()), "nonsense", "expected a Turn, got Liar"),
    "a class": (answering(rf.Turn), "nonsense", "expected a Turn, got type"),
    "tiles it lacks": (stealing, "illegal", "in the hand"),
    "pass": (passing, "illegal", "so play or draw (rule 9)"),
    "empty play": (answering(rf.Turn.play("")), "illegal", "(rule 10)"),
    "another deck": (answering(rf.Turn.play("o3 o4 o5", {"colors": 8})), "illegal", "o3"),
}


@pytest.mark.parametrize("clock", [None, 60], ids=["without a clock", "with a clock"])
@pytest.mark.parametrize("fault", FAULTS)
def test_faults(fault: str, clock: int | None) -> None:
    act, code, message = FAULTS[fault]
    rules = rf.Rules("rummikub", colors="rygb", turn_seconds=clock)
    text = StringIO()
    turns: list[TurnTaken] = []

    def listen(_: rf.Match, what: Happening) -> None:
        if isinstance(what, TurnTaken):
            turns.append(what)

    bots: list[Player] = [Puppet(act, "faulty"), "greedy"]
    result = rf.Match(bots, rules, seed=6, record=text, on_event=listen).play()
    assert len(result.rounds) == 1
    first = next(one for one in turns if one.event.seat == 0)
    assert (first.event.kind, first.event.drawn, first.event.hand_size) == ("forfeit", 3, 17)
    assert len(first.drew) == 3
    assert first.fault == result.faults[0]
    assert (first.fault.code, first.fault.seat, first.fault.round) == (code, 0, 1)
    assert message in first.fault.message
    assert len(first.fault.message) <= 200
    assert {one.seat for one in result.faults} == {0}
    assert len(result.faults) == sum(one.event.seat == 0 for one in turns) - (
        fault == "pass" and turns[-2].event.pool_size == 0
    )
    line = f"turn {first.number} seat 0 forfeits draws {' '.join(map(str, first.drew))} -- {code}: "
    assert line in text.getvalue()
    record = rf.Record.parse(text.getvalue())
    assert record.result == result
    assert record.complete


def test_an_exception_whose_message_raises() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    result = rf.Match([Puppet(raising(MuteError())), "greedy"], seed=1).play()
    assert result.faults[0].message == "MuteError"


def test_ctrl_c_in_a_bot_is_not_a_fault() -> None:
    match = rf.Match([Puppet(raising(KeyboardInterrupt()))] * 2, {"turn_seconds": None})
    with pytest.raises(KeyboardInterrupt):
        match.play()
    assert (match.turns, match.result.faults) == (0, ())


def test_a_round_ends_even_if_every_turn_is_a_fault() -> None:
    bots = [Puppet(raising(OSError())), Puppet(answering(7))]
    result = rf.Match(bots, {"timeout_draw": 0}, seed=1).play()
    assert (result.rounds[0].ending, result.rounds[0].turns) == ("stalemate", 2)
    result = rf.Match(bots, "sabra", rounds=2, seed=1).play()
    assert [one.ending for one in result.rounds] == ["stalemate"] * 2
    assert len(result.faults) == sum(one.turns for one in result.rounds)


@pytest.mark.parametrize(
    ("rules", "drawn"), [("schmidt", 1), ("rummikub", 3), ({"timeout_draw": 5}, 5)]
)
def test_the_timeout(rules: Any, drawn: int) -> None:
    clock = Clock()
    book = rf.Rules(rules)
    timeout = book.turn_seconds
    assert timeout is not None
    pace = itertools.cycle([0.1, timeout, timeout + 0.1, 5 * timeout])

    def late(view: rf.View) -> rf.Turn:
        clock.now += next(pace)
        return greedy(view)

    match = rf.Match([Puppet(late), Puppet(late)], book, seed=4, clock=clock)
    events = [event for _ in range(8) if (event := match.step()) is not None]
    assert [event.kind in {"play", "draw"} for event in events] == [True, True, False, False] * 2
    assert [event.kind for event in events[2:4]] == ["timeout"] * 2
    assert [event.drawn for event in events if event.kind == "timeout"] == [drawn] * 4
    faults = match.result.faults
    assert [(fault.turn, fault.code) for fault in faults] == [
        (turn, "overran") for turn in (3, 4, 7, 8)
    ]
    assert faults[0].message == f"no turn after {timeout} seconds"
    match.play()
    assert match.over


def test_a_bot_that_never_answers_does_not_block_the_match() -> None:
    sleeper = Sleeper()
    # Each look at this clock takes 30 of the 120 seconds that a turn has.
    match = rf.Match([sleeper, "greedy"], seed=1, clock=itertools.count(0.0, 30.0).__next__)
    result = match.play()
    assert {(fault.seat, fault.code) for fault in result.faults} == {(0, "overran")}
    assert len(sleeper.views) == 1, "it is still busy with its first turn"
    assert result.rounds[0].winner == 1
    sleeper.wake.set()


def test_a_late_bot_is_asked_again() -> None:
    clock = Clock()
    sleeper = Sleeper()
    match = rf.Match([sleeper, "greedy"], rounds=1000, seed=1, clock=clock)
    while match.to_move != 0:
        match.step()
    threading.Timer(0.1, lambda: setattr(clock, "now", clock.now + 1000)).start()
    late = match.step()
    assert late is not None
    assert late.kind == "timeout"
    sleeper.wake.set()
    while len(sleeper.views) == 1:
        time.sleep(0.01)
        match.step()


def test_threads_of_bots_end_with_their_match() -> None:
    match = rf.Match([Puppet(idle), Puppet(idle)], seed=1)
    before = set(threading.enumerate())
    match.step()
    match.step()
    started = set(threading.enumerate()) - before
    assert len(started) == 2
    gone = weakref.ref(match)
    del match
    assert gone() is None
    for thread in started:
        thread.join(60)
        assert not thread.is_alive()


@pytest.mark.parametrize(
    ("rules", "limit", "given"),
    [
        ("schmidt", None, 114),
        ("schmidt", 0.5, 0.5),
        ("schmidt", 1, 1),
        ("schmidt", 500, 114),
        ("free_jokers", None, None),
        ("free_jokers", 500, 500),
    ],
)
def test_bots_get_their_limit(rules: str, limit: float | None, given: float | None) -> None:
    bot = Puppet(idle)
    match = rf.Match([bot, bot], rules, limit=limit)
    match.step()
    assert bot.limits == [given]


# The rule book's cases on clock, end and score, at the level of a match.


def test_clock_keeps_the_last_legal_state(monkeypatch: pytest.MonkeyPatch) -> None:
    states = ["r6 r7 r8 | r9", "r6 r7 r8 r9", "r6 r7 r8 r9 | g1", "r6 r7 r8 r9 | g1 b1"]
    set_up(monkeypatch, hands=["r9 g1 b1", "y1 y2 y3"], table="r6 r7 r8", pool="y9 y10 y11 y12")
    text = StringIO()
    match = rf.Match([None, "greedy"], record=text)
    event = match.timeout(states)
    assert (event.kind, str(event.table), event.drawn) == ("timeout", "r6 r7 r8 r9", 0)
    assert str(match.round.hands[0]) == "g1 b1"
    assert text.getvalue().splitlines()[-1] == "turn 1 seat 0 timeout keeps r9: r6 r7 r8 r9"

    match = rf.Match([None, "greedy"], rf.Rules(timeout="undo", timeout_draw=3), record=text)
    event = match.timeout(states)
    assert (event.kind, str(event.table), event.drawn) == ("timeout", "r6 r7 r8", 3)
    assert str(match.round.hands[0]) == "r9 y9 y10 y11 g1 b1"
    assert text.getvalue().splitlines()[-1] == "turn 1 seat 0 timeout draws y9 y10 y11"


def test_clock_with_nothing_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(monkeypatch, hands=["y5 b5 g1", "y1 y2 y3"], table="r5 r6 r7", pool="y9 y10")
    match = rf.Match([None, "greedy"])
    event = match.timeout(["r5 r6 r7 | y5", "r6 r7 | r5 y5", "r6 r7 | r5 y5 b5"])
    assert (event.kind, str(event.table), event.drawn) == ("timeout", "r5 r6 r7", 1)
    assert str(match.round.hands[0]) == "y5 y9 g1 b5"
    assert match.result.faults == ()


@pytest.mark.parametrize(
    ("rules", "scores"),
    [({}, (55, -30, -25)), ({"joker_penalty": 30}, (60, -35, -25))],
)
def test_scores_of_a_round(
    monkeypatch: pytest.MonkeyPatch, rules: dict[str, int], scores: tuple[int, ...]
) -> None:
    set_up(monkeypatch, hands=["r9", "r5 J", "y13 y12"], table="r6 r7 r8", pool="y1")
    match = rf.Match([None, "greedy", "greedy"], rules)
    match.take(rf.Turn.play("r6 r7 r8 r9"))
    assert (match.over, match.to_move) == (True, None), "no other seat gets a turn"
    assert match.totals == match.result.rounds[0].scores == scores
    assert match.result.rounds[0].winner == 0


def test_scores_of_a_closed_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = ["r1 r2 r3 b1 b2 b3", "r5 J", "y13 y12"]
    set_up(monkeypatch, hands=hands, pool="y1", opened=False)
    match = rf.Match(["greedy"] * 3, {"closing_hand": True})
    assert match.play().rounds[0].ending == "closed"
    assert match.totals == (110, -60, -50)


@pytest.mark.parametrize(
    ("hands", "scores", "winners"),
    [
        (["r10", "g12 g13", "y12 y13"], (30, -15, -15), (0,)),
        (["r9 r1", "g10", "y11 y9 b10"], (0, 20, -20), (1,)),
        (["r10", "g10", "y12 y13"], (8, 7, -15), (0, 1)),
    ],
)
def test_scores_of_a_stalemate(
    monkeypatch: pytest.MonkeyPatch,
    hands: list[str],
    scores: tuple[int, ...],
    winners: tuple[int, ...],
) -> None:
    set_up(monkeypatch, hands=hands)
    result = rf.Match(["greedy"] * 3).play()
    assert (result.totals, result.winners) == (scores, (0,) if len(winners) > 1 else winners)
    assert (result.rounds[0].winners, result.rounds[0].ending) == (winners, "stalemate")
    assert result.rounds[0].winner == (winners[0] if len(winners) == 1 else None)
    assert result.won == tuple(int(seat in winners) for seat in range(3))
    void = rf.Match(["greedy"] * 3, {"stalemate": "void"}).play()
    assert (void.totals, void.won, void.winners) == ((0, 0, 0), (0, 0, 0), (0, 1, 2))
    assert void.rounds[0].winners == ()


@pytest.mark.parametrize(
    ("rules", "totals", "won", "winners"),
    [
        ("schmidt", (5, -10, 5), (0, 3, 1), (0, 2)),
        ("schmidt", (5, -11, 6), (3, 0, 0), (2,)),
        ("rummikub", (5, -10, 5), (1, 1, 0), (0,)),
        ("rummikub", (5, 5, -10), (2, 2, 0), (0, 1)),
        ("rummikub", (50, -10, -40), (1, 2, 0), (1,)),
        ("rummikub_xp", (50, -10, -40), (1, 1, 0), (0, 1)),
        ("rummikub_xp", (50, -10, -40), (1, 2, 0), (1,)),
    ],
)
def test_who_wins(
    rules: str, totals: tuple[int, ...], won: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    assert best(rf.Rules(rules), totals, won) == winners


def starters(rules: Any, seed: int = 3, rounds: int = 12) -> tuple[list[int], list[int | None]]:
    """Give the starter and the winner of each round."""
    result = rf.Match(["greedy"] * 3, rules, rounds=rounds, seed=seed).play()
    return [one.starter for one in result.rounds], [one.winner for one in result.rounds]


def test_starters() -> None:
    drawn, _ = starters("schmidt")
    assert set(drawn) == {0, 1, 2}
    begun, _ = starters({"starter": "rotate"})
    assert begun == [(drawn[0] + turn) % 3 for turn in range(12)]
    begun, won = starters({"starter": "winner"})
    assert begun[0] == drawn[0]
    assert begun[1:] == won[:-1]


def test_the_starter_is_random_after_a_round_without_winner() -> None:
    bots = [Puppet(idle)] * 3
    rules = SMALL | {"starter": "winner", "stalemate": "void"}
    result = rf.Match(bots, rules, rounds=20, seed=1).play()
    assert {one.winner for one in result.rounds} == {None}
    assert {one.starter for one in result.rounds} == {0, 1, 2}


# Guests.


def test_a_guest_plays_a_match() -> None:
    text = StringIO()
    match = rf.Match([None, "greedy"], rounds=2, seed=5, names=["Anna", None], record=text)
    while not match.over:
        if match.waits_for_guest:
            match.take(greedy(match.round.view(0)))
        else:
            match.step()
    assert match.names == ("Anna", "greedy")
    assert match.result.rounds == played(rounds=2).rounds
    assert "seat 0 guest\nseat 1 bot greedy\nname 0 Anna\n" in text.getvalue()
    assert match.result.faults == ()


def test_a_guest_may_leave() -> None:
    text = StringIO()
    match = rf.Match([None, None], seed=1, record=text)
    seat = match.to_move
    event = match.forfeit("lost the\nconnection")
    assert (event.kind, event.seat, event.drawn) == ("forfeit", seat, 1)
    assert match.result.faults == (Fault(1, 1, event.seat, "gone", "lost the connection"),)
    assert text.getvalue().endswith(" -- gone: lost the connection\n")
    match.forfeit()
    assert text.getvalue().endswith(" -- gone\n")
    assert rf.Record.parse(text.getvalue()).result.faults == match.result.faults


def test_an_illegal_turn_of_a_guest_changes_nothing() -> None:
    text = StringIO()
    match = rf.Match([None, None], seed=1, record=text)
    before = match.round.copy(), text.getvalue()
    for turn in (rf.Turn.play("r1 r2 r3"), rf.Turn.pass_(), rf.Turn.play("")):
        with pytest.raises(rf.IllegalTurnError) as refused:
            match.take(turn)
        assert refused.value.reasons
        assert (match.round, text.getvalue(), match.turns) == (*before, 0)
    with pytest.raises(TypeError, match="argument 'turn': expected a Turn, got str"):
        match.take("draw")  # type: ignore[arg-type]
    assert match.take(rf.Turn.draw()).kind == "draw"


def test_the_clock_of_a_guest() -> None:
    clock = Clock()
    match = rf.Match([None, None], seed=1, clock=clock)
    assert match.remaining == 120
    clock.now += 50
    assert match.remaining == 70
    match.start_clock()
    assert match.remaining == 120
    clock.now += 121
    assert match.remaining == -1
    match.timeout()
    assert match.remaining == 120
    assert rf.Match([None, None], "free_jokers").remaining is None


def refused(
    message: str, act: Callable[[], object], error: type[Exception] = rf.RummyError
) -> None:
    """Expect an error with this message."""
    with pytest.raises(error) as caught:
        act()
    assert message in str(caught.value)


def test_out_of_turn() -> None:
    match = rf.Match([None, "greedy"], "free_jokers", seed=5)
    while match.to_move != 0:
        match.step()
    refused("seat 0 belongs to a guest: pass its turn to `take`", match.step)
    refused("seat 0 belongs to a guest", match.play)
    refused("these rules have no clock: no turn times out (rule 13)", match.timeout)
    refused("round 1 is not over", match.begin_round)
    match.take(rf.Turn.draw())
    for act in (lambda: match.take(rf.Turn.draw()), match.timeout, match.forfeit):
        refused("it is the turn of seat 1, and greedy takes it", act)


def test_after_the_end() -> None:
    match = rf.Match([None, None], SMALL, rounds=2, seed=5)
    while not match.round.over:
        match.take(greedy(match.round.view(match.round.to_move)))
    assert (match.over, match.waits_for_guest, match.to_move) == (False, False, None)
    refused("round 1 is over (rule 16)", lambda: match.take(rf.Turn.draw()))
    match.begin_round()
    assert match.round_number == 2
    while not match.over:
        match.take(greedy(match.round.view(match.round.to_move)))
    for act in (match.step, match.begin_round, match.forfeit, match.timeout):
        refused("the match is over (rule 16)", act)
    assert match.play() == match.result


# Bad arguments.


def test_seats() -> None:
    refused("seats = 1: these rules are for 2 to 4 players (rule 2)", lambda: rf.Match(["greedy"]))
    refused("seats = 5: these rules are for 2 to 4", lambda: rf.Match(["greedy"] * 5))
    refused("seats = 0", lambda: rf.Match([]))
    refused("seats = 7", lambda: rf.Match(["greedy"] * 7, "rummikub_xp"))
    assert len(rf.Match(["greedy"] * 6, "rummikub_xp").play().totals) == 6
    big = {"players": 8, "hand_size": 14}
    refused("the deck has 106", lambda: rf.Match(["greedy"] * 8, big))


class NoName:
    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        raise NotImplementedError


class BadName(NoName):
    name = "two\nlines"


@pytest.mark.parametrize(
    ("bot", "message", "error"),
    [
        ("gready", 'seat 1: unknown bot "gready": the built-in bots are greedy', rf.RummyError),
        ("", 'seat 1: unknown bot "": the built-in bots', rf.RummyError),
        ("x" * 1000, f'seat 1: unknown bot "{"x" * 24}"', rf.RummyError),
        (7, "seat 1: expected a bot with `name` and `choose`", TypeError),
        (object(), "or None, got object", TypeError),
        (rf.Greedy, "or None, got the class Greedy", TypeError),
        (rf.Greedy().choose, "or None, got builtin_function_or_method", TypeError),
        (NoName(), "seat 1: a name has 1 to 40 characters", rf.RummyError),
        (BadName(), "got 'two\\nlines'", rf.RummyError),
    ],
    ids=lambda value: str(value)[:12],
)
def test_bots_of_the_wrong_kind(bot: Any, message: str, error: type[Exception]) -> None:
    refused(message, lambda: rf.Match(["greedy", bot]), error)


@pytest.mark.parametrize(
    ("options", "message", "error"),
    [
        ({"rounds": 0}, "rounds = 0: must be a whole number from 1 to 1000000", rf.RummyError),
        ({"rounds": -3}, "rounds = -3", rf.RummyError),
        ({"rounds": 10**9}, "rounds = 1000000000", rf.RummyError),
        ({"rounds": True}, "argument 'rounds': expected a whole number, got bool", TypeError),
        ({"rounds": 2.0}, "got float", TypeError),
        ({"seed": -1}, "seed = -1: must be a whole number from 0 to 2**64 - 1", rf.RummyError),
        ({"seed": 2**64}, "seed = 18446744073709551616", rf.RummyError),
        ({"seed": "7"}, "argument 'seed': expected a whole number", TypeError),
        (
            {"limit": 0},
            "limit = 0: must be more than 0 and at most 31536000 seconds (a year)",
            rf.RummyError,
        ),
        ({"limit": float("nan")}, "limit = nan", rf.RummyError),
        ({"limit": float("inf")}, "limit = inf", rf.RummyError),
        ({"limit": "1"}, "argument 'limit': expected seconds or None, got str", TypeError),
        ({"rules": "smith"}, "smith", rf.InvalidRulesError),
        ({"rules": 3}, "argument 'rules'", TypeError),
        ({"names": ["Anna"]}, "names has 1 entries for 2 seats", rf.RummyError),
        ({"names": "AB"}, "argument 'names': expected a list of names", TypeError),
        ({"names": [None, ""]}, "seat 1: a name has 1 to 40 characters", rf.RummyError),
        ({"names": [" A", None]}, "seat 0: a name has", rf.RummyError),
        ({"names": [3, None]}, "got 3", rf.RummyError),
        ({"bots": "greedy"}, "argument 'bots': expected a list of bots", TypeError),
        ({"bots": 2}, "argument 'bots'", TypeError),
        ({"record": 7}, "argument 'record': expected the name of a file", TypeError),
    ],
    ids=str,
)
def test_refusals(options: dict[str, Any], message: str, error: type[Exception]) -> None:
    given = {"bots": ["greedy", "greedy"]} | options
    refused(message, lambda: rf.Match(**given), error)


def test_built_in_bots() -> None:
    assert rf.make_bot("greedy", 7) == rf.Greedy()
    assert rf.make_bot(" Greedy ").name == "greedy"
    refused("seed = -1", lambda: rf.make_bot("greedy", -1))
    refused("argument 'name'", lambda: rf.make_bot(7), TypeError)  # type: ignore[arg-type]


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**64 - 1),
    preset=st.sampled_from(PRESETS),
    seats=st.integers(2, 4),
    rounds=st.integers(1, 3),
    acts=st.lists(
        st.sampled_from([greedy, idle, passing, stealing, raising(OSError("x")), answering(0)]),
        min_size=4,
        max_size=4,
    ),
    options=st.fixed_dictionaries(
        {},
        optional={
            "starter": st.sampled_from(["random", "rotate", "winner"]),
            "timeout_draw": st.integers(0, 4),
            "stalemate": st.sampled_from(["differences", "void"]),
            "match_winner": st.sampled_from(["total", "rounds", "rounds_then_total"]),
            "closing_hand": st.booleans(),
            "turn_seconds": st.sampled_from([None, 30]),
        },
    ),
)
def test_every_match_ends_and_has_a_valid_record(
    *, seed: int, preset: str, seats: int, rounds: int, acts: list[Any], options: dict[str, Any]
) -> None:
    bots = [Puppet(act) for act in acts[:seats]]
    rules = rf.Rules(preset, **(SMALL | options))
    text = StringIO()
    result = rf.Match(bots, rules, seed=seed, rounds=rounds, record=text).play()
    assert len(result.rounds) == rounds
    assert all(sum(one.scores) == 0 for one in result.rounds)
    assert sum(result.totals) == 0
    assert result.winners
    record = rf.Record.parse(text.getvalue())
    assert record.result == result
    for fault in result.faults:
        assert acts[fault.seat] not in {greedy, idle}


def test_reprs() -> None:
    match = rf.Match(["greedy", None], rounds=2, seed=1, names=[None, "Anna"])
    assert repr(match) == "<Match greedy 0, Anna 0; round 1 of 2, turns: 0>"
    result = played()
    first, second = result.totals
    assert repr(result) == f"<MatchResult greedy {first}, greedy {second}; rounds: 1, faults: 0>"
    one = result.rounds[0]
    scores = f"scores {one.scores}, {one.turns} turns"
    assert repr(one) == f"<RoundResult 1: winners {one.winners}, {scores}>"
    text = StringIO()
    played(record=text)
    record = rf.Record.parse(text.getvalue())
    assert repr(record) == f"<Record of greedy, greedy; turns: {one.turns}, complete>"


def test_whole_numbers_of_numpy() -> None:
    match = rf.Match(["greedy", "greedy"], rounds=np.int64(2), seed=np.uint64(5))  # type: ignore[arg-type]
    assert repr(match.header.seed) == "5"
    assert match.play() == played(rounds=2)
