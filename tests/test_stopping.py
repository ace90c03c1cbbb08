"""Limits, Ctrl-C and cancellation stop a long search."""

import asyncio
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import rummy_fast as rf
from positions import HARD_RULES, hard_hand, weights

STOPPED = 40
"""Seconds that are ample for stopping a search on a busy machine; alone it runs for minutes."""

INTERRUPTED = """
import os, signal, sys, threading, time
sys.path.insert(0, {here!r})
from positions import HARD_RULES, hard_hand, weights
import rummy_fast as rf
problem = {{"table": "", "hand": hard_hand(), "objective": weights()}}
began = time.perf_counter()
try:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    {call}
except KeyboardInterrupt:
    print("stopped", time.perf_counter() - began)
else:
    print("finished", time.perf_counter() - began)
"""


def test_a_play_found_within_a_limit_is_legal() -> None:
    table = "r1 r2 r3 r4 r5 | y1 y2 y3 y4 y5"
    began = time.perf_counter()
    play = rf.solve(table, hard_hand(), rules=HARD_RULES, objective=weights(), limit=0.2)
    assert time.perf_counter() - began < STOPPED
    assert not play.proven
    before = Counter(rf.Table(table, HARD_RULES).tiles)
    assert Counter(play.table.tiles) == before + Counter(play.tiles)
    assert not play or rf.check_turn(table, hard_hand(), play.table, rules=HARD_RULES)


def test_limit_in_a_batch() -> None:
    problems = [("", hard_hand())] * 4
    began = time.perf_counter()
    plays = rf.solve_many(problems, rules=HARD_RULES, objective=weights(), limit=0.2)
    assert time.perf_counter() - began < STOPPED
    assert [isinstance(play, rf.Play) and play.proven for play in plays] == [False] * 4


def test_a_limit_that_is_not_reached_changes_nothing() -> None:
    assert rf.solve("g2 g3 g4 g5", "g6 y2 b2", limit=60) == rf.solve("g2 g3 g4 g5", "g6 y2 b2")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(
    "call",
    [
        "rf.solve('', hard_hand(), rules=HARD_RULES, objective=weights())",
        "rf.solve_many([problem] * 8, rules=HARD_RULES)",
    ],
    ids=["solve", "solve_many"],
)
def test_ctrl_c_stops(call: str) -> None:
    script = INTERRUPTED.format(here=str(Path(__file__).parent), call=call)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.startswith("stopped"), (done.stdout, done.stderr)
    assert float(done.stdout.split()[1]) < STOPPED


def test_other_threads_run_while_a_search_does() -> None:
    stop = rf.Cancellation()

    def work() -> None:
        for _ in range(10):
            time.sleep(0.01)
        stop.cancel()

    worker = threading.Thread(target=work)
    worker.start()
    with pytest.raises(rf.SearchCancelledError):
        rf.solve("", hard_hand(), rules=HARD_RULES, objective=weights(), cancel=stop)
    worker.join()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signal")
def test_a_signal_handler_may_solve() -> None:
    inner = []

    def handler(_number: int, _frame: object) -> None:
        inner.append(rf.solve("g2 g3 g4 g5", "g6 y2 b2"))

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        play = rf.solve("", hard_hand(), rules=HARD_RULES, objective=weights(), limit=0.5)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not play.proven
    assert [len(one.tiles) for one in inner] == [3]


def search(call: str, cancel: rf.Cancellation | None = None) -> object:
    """Run a search that takes minutes unless it is stopped."""
    problem = {"table": "", "hand": hard_hand(), "objective": weights()}
    match call:
        case "solve":
            return rf.solve("", hard_hand(), rules=HARD_RULES, objective=weights(), cancel=cancel)
        case "candidates":
            return rf.candidates(
                "", hard_hand(), rules=HARD_RULES, objective=weights(), cancel=cancel
            )
        case _:
            return rf.solve_many([problem] * 4, rules=HARD_RULES, cancel=cancel)


@pytest.mark.parametrize("call", ["solve", "candidates", "solve_many"])
def test_the_argument_cancels_a_search_in_another_thread(call: str) -> None:
    async def main() -> None:
        stop = rf.Cancellation()
        running = asyncio.create_task(asyncio.to_thread(search, call, stop))
        await asyncio.sleep(0.3)
        assert not running.done()
        stop.cancel()
        with pytest.raises(rf.SearchCancelledError, match="the search was cancelled"):
            await asyncio.wait_for(running, STOPPED)
        assert stop.cancelled

    asyncio.run(main())


@pytest.mark.parametrize("call", ["solve", "candidates", "solve_many"])
def test_a_search_that_is_cancelled_already_does_not_start(call: str) -> None:
    stop = rf.Cancellation()
    stop.cancel()
    with pytest.raises(rf.SearchCancelledError):
        search(call, stop)


@pytest.mark.parametrize("bot", [rf.Greedy(), rf.Careful(), rf.Search(positions=10**6)])
def test_the_argument_cancels_a_bot(bot: rf.Greedy | rf.Careful | rf.Search) -> None:
    view = rf.Round.deal(seed=1).view(0)
    stop = rf.Cancellation()
    assert bot.choose(view, 0.05, cancel=stop).kind in {"play", "draw"}
    stop.cancel()
    with pytest.raises(rf.SearchCancelledError):
        bot.choose(view, cancel=stop)


def test_a_cancelled_search_is_not_an_error_of_the_caller() -> None:
    assert not issubclass(rf.SearchCancelledError, ValueError)
    assert issubclass(rf.SearchCancelledError, RuntimeError)


def test_cancel_must_be_a_cancellation() -> None:
    wrong: Any = threading.Event()
    for call in ("solve", "candidates", "solve_many"):
        with pytest.raises(TypeError, match="argument 'cancel': expected a Cancellation or None"):
            search(call, wrong)
    with pytest.raises(TypeError, match="argument 'cancel'"):
        rf.Greedy().choose(rf.Round.deal(seed=1).view(0), cancel=wrong)


def test_one_cancellation_stops_searches_in_several_threads() -> None:
    stop, other = rf.Cancellation(), rf.Cancellation()
    ended = []

    def work() -> None:
        try:
            search("solve", stop)
        except rf.SearchCancelledError:
            ended.append("cancelled")

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    time.sleep(0.2)
    other.cancel()
    assert rf.solve("g2 g3 g4 g5", "g6 y2 b2", cancel=stop)
    assert not ended
    stop.cancel()
    for worker in workers:
        worker.join(STOPPED)
    assert ended == ["cancelled"] * 3


def test_there_is_no_with_block() -> None:
    assert not hasattr(rf.Cancellation, "__enter__")


def matches(text: StringIO) -> rf.Match:
    """A match of one round between bots that take a moment for each turn."""
    return rf.Match(["search:positions=2000", "greedy"], seed=3, record=text)


def test_a_cancelled_match_goes_on_where_it_stopped() -> None:
    whole, parts = StringIO(), StringIO()
    result = matches(whole).play()
    match = matches(parts)
    for _ in range(3):
        stop = rf.Cancellation()
        timer = threading.Timer(0.02, stop.cancel)
        timer.start()
        with pytest.raises(rf.SearchCancelledError):
            match.play(cancel=stop)
        timer.join()
    assert match.play(cancel=rf.Cancellation()) == result
    assert parts.getvalue() == whole.getvalue()


class Slow:
    """A bot that takes its time, and knows nothing of cancellations."""

    name = "slow"

    def __init__(self) -> None:
        self.go, self.asked = threading.Event(), 0

    def choose(self, _view: rf.View, _limit: float | None) -> rf.Turn:
        self.asked += 1
        assert self.go.wait(STOPPED)
        return rf.Turn.draw()


def test_waiting_for_a_bot_can_be_cancelled() -> None:
    bot, stop = Slow(), rf.Cancellation()
    match = rf.Match([bot, "greedy"], seed=1)
    while match.to_move != 0:
        match.step()
    turns = match.turns
    threading.Timer(0.1, stop.cancel).start()
    with pytest.raises(rf.SearchCancelledError):
        match.step(cancel=stop)
    assert match.turns == turns
    # It is still thinking about the same turn, and is not asked twice.
    bot.go.set()
    event = match.step(cancel=rf.Cancellation())
    assert event is not None
    assert (event.kind, event.seat, bot.asked) == ("draw", 0, 1)
    assert not match.result.faults


def test_reading_a_record_can_be_cancelled() -> None:
    text, stop = StringIO(), rf.Cancellation()
    matches(text).play()
    record = rf.Record(text.getvalue(), cancel=stop)
    assert record.replay(5, cancel=stop).turns == 5
    stop.cancel()
    for read in (rf.Record, rf.Record.parse):
        with pytest.raises(rf.SearchCancelledError):
            read(text.getvalue(), cancel=stop)
    with pytest.raises(rf.SearchCancelledError):
        record.replay(cancel=stop)
    with pytest.raises(rf.SearchCancelledError):
        record.resume(cancel=stop)
