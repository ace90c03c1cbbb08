"""Outside the search, too, Ctrl-C and cancellations are obeyed, and memory is bounded."""

import itertools
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import rummy_fast as rf
from long_checks import AFTER, BEFORE, CHECKS, RULES, check, hand, long_round
from rummy_fast.stats import measure

STOPPED = 40
"""Seconds that are ample for stopping on a busy machine."""

CTRL_C = """
import os, signal, sys, threading, time
sys.path.insert(0, {here!r})
from long_checks import check
import rummy_fast as rf
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    {call}
except KeyboardInterrupt:
    print("stopped")
"""

BOUNDED = """
import itertools, resource
import rummy_fast as rf
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

class List(list):
    def __len__(self):
        return 10**15

    def __length_hint__(self):
        return 10**15

class Tuple(tuple):
    def __len__(self):
        return 10**15

try:
    print(repr({call}))
except Exception as error:
    print(type(error).__name__, error)
"""

FORKS = """
import os, signal, sys, threading, warnings
import rummy_fast as rf
warnings.simplefilter("ignore")
problems = [("g2 g3 g4 g5", "g6 y2 b2")] * 4
ended = threading.Event()

def work():
    # Three numbers of threads and two pools: nearly every call starts threads.
    while not ended.is_set():
        for threads in (1, 2, 3):
            rf.solve_many(problems, threads=threads)

workers = [threading.Thread(target=work) for _ in range(2)]
for worker in workers:
    worker.start()
answers = 0
for _ in range({forks}):
    child = os.fork()
    if child == 0:
        signal.alarm({seconds})
        os._exit(len(rf.solve_many(problems, threads=2)[0].tiles))
    answers += os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
ended.set()
for worker in workers:
    worker.join()
print(answers)
"""


def run(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", CHECKS)
def test_another_thread_cancels_a_check(name: str) -> None:
    stop = rf.Cancellation()
    timer = threading.Timer(0.3, stop.cancel)
    timer.start()
    began = time.perf_counter()
    with pytest.raises(rf.SearchCancelledError, match="cancelled"):
        check(name, stop)
    assert time.perf_counter() - began < STOPPED
    timer.join()


@pytest.mark.parametrize(
    "work",
    [
        partial(rf.count_openings, 2_000_000_000),
        partial(rf.play_rounds, 100_000_000),
        partial(measure, 100_000_000, 2),
        partial(rf.Match(["search:positions=100000000"] * 2, "free_jokers").play),
    ],
    ids=["count_openings", "play_rounds", "measure", "match"],
)
def test_another_thread_cancels_long_work(work: Callable[..., object]) -> None:
    stop = rf.Cancellation()
    timer = threading.Timer(0.3, stop.cancel)
    timer.start()
    began = time.perf_counter()
    with pytest.raises(rf.SearchCancelledError, match="cancelled"):
        work(cancel=stop)
    assert time.perf_counter() - began < STOPPED
    with pytest.raises(rf.SearchCancelledError, match="cancelled"):
        work(cancel=stop)
    timer.join()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(
    "call",
    [
        *(f"check({name!r})" for name in ("check_turn", "play", "from_dict")),
        "rf.count_openings(2_000_000_000)",
        "rf.play_rounds(100_000_000)",
    ],
)
def test_ctrl_c_stops(call: str) -> None:
    assert run(CTRL_C.format(here=str(Path(__file__).parent), call=call)) == "stopped"


def test_a_round_can_be_read_while_a_turn_is_checked() -> None:
    played, stop, ended = long_round(), rf.Cancellation(), []

    def work() -> None:
        try:
            played.play(0, AFTER, cancel=stop)
        except rf.SearchCancelledError:
            ended.append("cancelled")

    worker = threading.Thread(target=work)
    worker.start()
    for _ in range(100):
        assert played.to_move == 0
        assert not played.view(1).history
        time.sleep(0.005)
    assert worker.is_alive()
    # Another turn takes the place of the one that is checked.
    played.forfeit(0)
    stop.cancel()
    worker.join(STOPPED)
    assert ended == ["cancelled"]
    assert [event.kind for event in played.events] == ["forfeit"]


def test_an_extreme_deck_has_its_answer() -> None:
    rules = RULES.replace(values=26, shortest_meld=3)
    assert rf.check_turn(BEFORE, hand(), AFTER, rules=rules, opened=False)
    easy = rf.check_turn(BEFORE, hand(), AFTER, rules=RULES.replace(opening_min=300), opened=False)
    assert easy


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize(
    ("call", "answer"),
    [
        ("rf.solve_many(List([('', 'r5')]))", "[Play("),
        ("rf.solve_many([List(['', 'r5'])])", "[Play("),
        ("rf.solve_many([Tuple(('', 'r5'))])", "[Play("),
        ("rf.solve(List(['r1 r2 r3']), List(['r4']))", "Play("),
        ("rf.Rules(players=List([2, 4]))", "Rules("),
        ("rf.Rules(players=range(10**12))", "InvalidRulesError"),
        ("rf.Verdict(range(10**12))", "TypeError"),
        ("rf.Verdict(itertools.repeat(rf.check_turn('', '', '').reasons[0]))", "RummyError"),
        ("rf.Candidates(itertools.repeat(rf.solve('', '')), True)", "RummyError"),
        ("rf.check_turn('', 'r4', itertools.repeat('r4 r5 r6'))", "Verdict((Reason('too_long'"),
        ("rf.Round.set_up(itertools.repeat('r4'))", "TypeError"),
        ("rf.Round.set_up(List(['r4', 'r5']))", "<Round"),
    ],
)
def test_what_is_iterated_over_is_bounded(call: str, answer: str) -> None:
    assert run(BOUNDED.format(call=call)).startswith(answer)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_while_other_threads_solve() -> None:
    assert run(FORKS.format(forks=60, seconds=STOPPED)) == "60"


def test_reasons_count_every_tile() -> None:
    verdict = rf.check_turn("", "r4", "r4 " * 5000)
    assert [reason.code for reason in verdict.reasons] == [
        "invalid_meld",
        "tile_not_in_hand",
        "too_many_of_tile",
    ]
    assert str(verdict.reasons[1]).startswith("4999 of r4 ")
    assert str(verdict.reasons[2]).startswith("5000 of r4 ")
    with pytest.raises(rf.InvalidTableError, match="900 of r4 on the table"):
        rf.Table(["r4 r5 r6"] * 900)


@pytest.mark.parametrize("after", ["r4 " * 30_000, ["r4 r5 r6"] * 10_000, itertools.repeat("")])
def test_a_draft_that_is_too_long_is_one_reason(after: str | list[str]) -> None:
    verdict = rf.check_turn("r1 r2 r3", "r4", after)
    assert [reason.code for reason in verdict.reasons] == ["too_long"]
