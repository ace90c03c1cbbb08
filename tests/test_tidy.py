"""`tidy=True`: among the best plays, one that touches the fewest melds of the table."""

import json
from collections import Counter
from typing import Any

import pytest
import rummy_fast as rf
from positions import records, rygb
from test_cli import run
from test_lines import ask


def touched(before: rf.Table, after: rf.Table) -> int:
    """The number of melds that are gone, equal ones counted separately."""
    return (Counter(before) - Counter(after)).total()


@pytest.mark.parametrize(
    ("table", "hand", "fewest"),
    [
        ("r6 r7 r8", "r5 r9", 1),
        ("r8 y8 g8", "b8", 1),
        ("g2 g3 g4 g5", "g6 y2 b2", 1),
        ("b2 b3 b4 b5 b6", "b4", 1),
        ("r5 r6 r7", "y5 b5", 0),
        ("r1 r2 r3 | g8 g9 g10", "b4 b5 b6", 0),
        ("r1 r2 r3 | r1 r2 r3", "r4", 1),
        ("r1 r2 r3 | r1 r2 r3", "r4 r4", 2),
        ("J r5 r6 r7 | r4 y4 g4 b4 | b10 b11 b12", "y9 b9", 1),
    ],
)
def test_examples(table: str, hand: str, fewest: int) -> None:
    play = rf.solve(table, hand, tidy=True)
    assert play.proven
    assert len(play.tiles) == len(rf.solve(table, hand).tiles)
    assert touched(rf.Table(table), play.table) == fewest


@pytest.mark.parametrize("rules", ["schmidt", "free_jokers", "rummikub", "sabra"])
def test_self_play(rules: str) -> None:
    problems = [
        {"table": record["table"], "hand": record["hand"], "opened": record["opened"]}
        for record in records("selfplay")
    ]
    plain = rf.solve_many(problems, rules=rygb(rules))
    tidy = rf.solve_many(problems, rules=rygb(rules), tidy=True)
    tidier = 0
    for problem, before, after in zip(problems, plain, tidy, strict=True):
        assert isinstance(before, rf.Play)
        assert isinstance(after, rf.Play)
        assert after.proven
        assert (len(after.tiles), after.points) == (len(before.tiles), before.points)
        if after:
            position = problem["table"], problem["hand"], after.table
            assert rf.check_turn(*position, rules=rygb(rules), opened=problem["opened"])
        table = rf.Table(problem["table"])
        assert touched(table, after.table) <= touched(table, before.table)
        tidier += touched(table, after.table) < touched(table, before.table)
    assert tidier > 20


UNTIDY: dict[str, Any] = {"table": "r1 r2 r3 | y1 y2 y3 | g1 g2 g3", "hand": "r4"}


def test_every_interface_takes_tidy() -> None:
    table = rf.Table(UNTIDY["table"])
    assert touched(table, rf.solve(**UNTIDY, tidy=True).table) == 1
    (play,) = rf.solve_many([{**UNTIDY, "tidy": True}])
    assert isinstance(play, rf.Play)
    assert touched(table, play.table) == 1
    assert rf.solve_many([UNTIDY], tidy=True) == [play]
    answer = ask({**UNTIDY, "tidy": True})[0]
    assert answer["table"] == [str(meld) for meld in play.table]
    command = ("solve", "--tidy")
    done = run(*command, "--table", UNTIDY["table"], "--hand", UNTIDY["hand"])
    assert done.stdout.count("changed") == 1
    done = run(*command, "--jsonl", stdin=json.dumps(UNTIDY).encode())
    assert json.loads(done.stdout) == answer


def test_a_limit_stops_it() -> None:
    table, hand = "r1 r2 r3 | y1 y2 y3 | g1 g2 g3 | b9 b10 b11", "b1"
    play = rf.solve(table, hand, tidy=True, limit=1e-9)
    assert not play.proven
    assert rf.check_turn(table, hand, play.table)
    assert rf.solve(table, hand, tidy=True, limit=60).proven


@pytest.mark.parametrize("tidy", [None, 1, "yes"])
def test_tidy_must_be_a_bool(tidy: Any) -> None:
    with pytest.raises(TypeError, match="tidy"):
        rf.solve("", "", tidy=tidy)
    (error,) = rf.solve_many([{"table": "", "hand": "", "tidy": tidy}])
    assert isinstance(error, TypeError)
    assert "tidy" in str(error)
    assert ask({"table": "", "hand": "", "tidy": tidy})[0]["error"]["code"] == "invalid_problem"
