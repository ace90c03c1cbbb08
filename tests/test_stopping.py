"""Limits, Ctrl-C and cancellation stop a long search."""

import asyncio
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
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
    with stop, pytest.raises(rf.SearchCancelledError):
        rf.solve("", hard_hand(), rules=HARD_RULES, objective=weights(), limit=STOPPED)
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
def test_another_thread_cancels(call: str) -> None:
    stop = rf.Cancellation()
    timer = threading.Timer(0.3, stop.cancel)
    timer.start()
    with stop, pytest.raises(rf.SearchCancelledError, match="the search was cancelled"):
        search(call)
    timer.join()
    assert stop.cancelled


@pytest.mark.parametrize("call", ["solve", "candidates", "solve_many"])
def test_the_argument_cancels_a_search_in_another_thread(call: str) -> None:
    async def main() -> None:
        stop = rf.Cancellation()
        running = asyncio.create_task(asyncio.to_thread(search, call, stop))
        await asyncio.sleep(0.3)
        assert not running.done()
        stop.cancel()
        with pytest.raises(rf.SearchCancelledError):
            await asyncio.wait_for(running, STOPPED)

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


def test_a_worker_thread_is_cancelled() -> None:
    stop = rf.Cancellation()
    ended = []

    def work() -> None:
        with rf.Cancellation(), stop:
            try:
                search("solve")
            except rf.SearchCancelledError:
                ended.append("cancelled")

    worker = threading.Thread(target=work)
    worker.start()
    time.sleep(0.2)
    assert not ended
    stop.cancel()
    worker.join(STOPPED)
    assert ended == ["cancelled"]


def test_a_cancellation_affects_only_its_block_and_thread() -> None:
    stop = rf.Cancellation()
    stop.cancel()
    with stop:
        pass
    assert rf.solve("g2 g3 g4 g5", "g6 y2 b2")
    with stop:
        worker = threading.Thread(target=rf.solve, args=("g2 g3 g4 g5", "g6 y2 b2"))
        worker.start()
        worker.join()
    with rf.Cancellation(), rf.Cancellation() as inner:
        assert rf.solve("g2 g3 g4 g5", "g6 y2 b2")
        assert not inner.cancelled
    with pytest.raises(rf.RummyError, match="has not entered"):
        stop.__exit__()
