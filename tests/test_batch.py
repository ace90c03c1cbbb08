"""`solve_many`: forms of a problem, invalid problems among valid ones, threads."""

import subprocess
import sys
import threading
from collections import ChainMap, UserDict
from collections.abc import Iterator
from typing import Any

import pytest
import rummy_fast as rf
from positions import records

GOOD = ("g2 g3 g4 g5", "g6 y2 b2")


def test_forms_of_a_problem() -> None:
    named = {"table": GOOD[0], "hand": GOOD[1]}
    problems: list[Any] = [
        GOOD,
        list(GOOD),
        (rf.Table(GOOD[0]), rf.Hand(GOOD[1])),
        ([GOOD[0]], GOOD[1].split()),
        named,
        {**named, "id": 7, "game": 1, "max_tiles": {}},
        UserDict(named),
        ChainMap({}, named),
        {**named, "rules": None, "limit": None},
    ]
    plays = rf.solve_many(problems)
    assert plays == [rf.solve(*GOOD)] * len(problems)
    assert rf.solve_many(iter(problems)) == plays
    assert rf.solve_many(problem for problem in problems) == plays
    assert rf.solve_many([]) == []


def test_a_problem_overrides_the_defaults() -> None:
    position = {"table": "r3 J r5", "hand": "r2 y5 b5"}
    plays = rf.solve_many(
        [
            position,
            {**position, "rules": "schmidt"},
            {**position, "opened": False},
            {**position, "objective": {"r2": 1}},
            {**position, "limit": 10},
        ],
        rules="free_jokers",
        objective="points",
    )
    assert [len(play.tiles) for play in plays if isinstance(play, rf.Play)] == [3, 1, 0, 3, 3]
    assert [rf.solve(*GOOD, opened=False)] == rf.solve_many([GOOD], opened=False)


def test_an_invalid_problem_does_not_affect_the_others() -> None:
    invalid: list[tuple[Any, type[Exception], str]] = [
        (("r3 r4", "r5"), rf.InvalidTableError, "has 2 tiles"),
        (("r3 r4 x5", "r5"), rf.NotationError, "unknown color"),
        (("r3 r4 r5", "r3 r3"), rf.InvalidTableError, "in the hand"),
        ({"table": "", "hand": "", "rules": {"colors": 1}}, rf.InvalidRulesError, "colors = 1"),
        ({"table": "", "hand": "", "objective": "most"}, rf.RummyError, "unknown objective"),
        ({"table": "", "hand": "", "limit": -1}, rf.RummyError, "limit = -1"),
        ({"table": "", "hand": "", "opened": 1}, TypeError, "argument 'opened'"),
        ({"table": ""}, rf.RummyError, 'the problem has no field "hand"'),
        ({"hand": ""}, rf.RummyError, 'the problem has no field "table"'),
        (("", "", ""), TypeError, "argument 'problems': expected each item to be"),
        ((), TypeError, "argument 'problems': expected each item to be"),
        (None, TypeError, "argument 'problems': expected each item to be"),
        ("r3 r4 r5", TypeError, "argument 'problems': expected each item to be"),
        (7, TypeError, "argument 'problems': expected each item to be"),
        ((None, ""), TypeError, "argument 'table': expected"),
    ]
    problems = [problem for case, _, _ in invalid for problem in (case, GOOD)]
    answers = rf.solve_many(problems)
    assert answers[1::2] == [rf.solve(*GOOD)] * len(invalid)
    for (_, kind, message), error in zip(invalid, answers[::2], strict=True):
        assert type(error) is kind
        assert message in str(error)


@pytest.mark.parametrize(
    "problems", [None, 3, "r3 r4 r5", {"table": "", "hand": ""}, b""], ids=repr
)
def test_not_problems(problems: Any) -> None:
    if problems == b"":
        assert rf.solve_many(problems) == []
        return
    with pytest.raises(TypeError, match="argument 'problems': expected an iterable of problems"):
        rf.solve_many(problems)


def test_an_iterator_that_fails() -> None:
    def failing() -> Iterator[tuple[str, str]]:
        yield GOOD
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        rf.solve_many(failing())


@pytest.mark.parametrize("threads", [1, 2, 7, None])
def test_the_number_of_threads_does_not_change_the_plays(threads: int | None) -> None:
    problems = [(record["table"], record["hand"]) for record in records("schmidt")]
    assert rf.solve_many(problems, threads=threads) == [rf.solve(*one) for one in problems]


FORK = """
import os
import rummy_fast as rf

PROBLEMS = [("r3 r4 r5 | J b8 y8", "r6 g8 b9")] * 50
VIEW = rf.Round.deal(2, seed=3, rules="free_jokers").view(0)
BOT = rf.Search(threads=2, positions=500)

def answers():
    many = [rf.solve_many(PROBLEMS, threads=threads) for threads in (2, 3, None)]
    return many, BOT.choose(VIEW)

expected = answers()
child = os.fork()
if child == 0:
    os._exit(0 if answers() == expected else 1)
assert os.waitpid(child, 0)[1] == 0
assert answers() == expected
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_a_forked_process_starts_its_own_threads() -> None:
    # In another process, because forking a process with threads is not safe.
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORK]
    subprocess.run(command, check=True, timeout=60)


def test_many_python_threads() -> None:
    problems = [(record["table"], record["hand"]) for record in records("free_jokers")[:60]]
    expected = rf.solve_many(problems, rules="free_jokers")
    found: list[list[Any]] = []

    def work() -> None:
        found.append([rf.solve(*one, rules="free_jokers") for one in problems])

    workers = [threading.Thread(target=work) for _ in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [expected] * 6
