"""`candidates`: distinct plays, best first, and whether the list is complete."""

import itertools
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
import rummy_fast as rf
from hypothesis import given
from hypothesis import strategies as st
from positions import HARD_RULES, Position, hard_hand, positions, records, weights

TABLE = "r1 r2 r3 r4 r5 | y1 y2 y3 y4 y5 | r9 b9 g9"
HAND = "r6 y6 y9 b1 b2 b3 g5 g6 g7 r7 y7 J"


def played(play: rf.Play) -> str:
    return " ".join(map(str, play.tiles))


def test_the_worked_example() -> None:
    found = rf.candidates("g2 g3 g4 g5", "g6 y2 b2")
    assert [played(play) for play in found] == ["y2 g6 b2", "y2 b2", "g6"]
    assert found.complete
    assert found.proven
    assert all(play.proven for play in found)
    assert found[0] == rf.solve("g2 g3 g4 g5", "g6 y2 b2")


def test_a_shorter_list_is_a_prefix_of_a_longer_one() -> None:
    long = rf.candidates(TABLE, HAND, most=300)
    assert len(long) == 300
    assert not long.complete
    assert len({played(play) for play in long}) == 300
    for most in (1, 7, 64):
        assert list(rf.candidates(TABLE, HAND, most=most)) == list(long[:most])
    assert len(rf.candidates(TABLE, HAND)) == 64


def test_tidy() -> None:
    plain = rf.candidates(TABLE, HAND, most=20)
    tidy = rf.candidates(TABLE, HAND, most=20, tidy=True)
    assert tidy.proven
    assert [play.tiles for play in tidy] == [play.tiles for play in plain]
    before = Counter(rf.Table(TABLE))

    def touched(play: rf.Play) -> int:
        return (before - Counter(play.table)).total()

    assert all(touched(one) <= touched(other) for one, other in zip(tidy, plain, strict=True))
    for play in tidy:
        assert rf.check_turn(TABLE, HAND, play.table).legal
        only = rf.solve(TABLE, list(play.tiles), tidy=True)
        assert touched(play) == touched(only)


def test_a_list_that_is_exactly_full_is_complete() -> None:
    for most, complete in ((2, False), (3, True), (4, True)):
        found = rf.candidates("g2 g3 g4 g5", "g6 y2 b2", most=most)
        assert found.complete is complete
        assert len(found) == min(most, 3)


def test_nothing_to_play() -> None:
    for hand in ("", "r9"):
        found = rf.candidates("g2 g3 g4 g5", hand)
        assert not found
        assert len(found) == 0
        assert found.complete


def test_every_play_can_be_carried_out() -> None:
    for play in rf.candidates(TABLE, HAND, most=40):
        assert rf.check_turn(TABLE, HAND, play.table)
        assert play.steps()


def test_tiles_without_weight_are_played_too() -> None:
    found = rf.candidates("g2 g3 g4 g5", "g6 y2 b2", objective={"g6": 1})
    assert [played(play) for play in found] == ["y2 g6 b2", "g6", "y2 b2"]
    found = rf.candidates("g2 g3 g4 g5", "g6 y2 b2", objective={})
    assert [played(play) for play in found] == ["y2 g6 b2", "y2 b2", "g6"]


def test_opening() -> None:
    found = rf.candidates("", "r10 y10 b10 g10 r1 y1 b1", opened=False)
    assert found.complete
    assert len(found) == 10  # five choices of tens that open, each with or without the ones
    found = rf.candidates("y4 y5 y6", "r10 y10 b10 y7", opened=False)
    assert [played(play) for play in found] == ["r10 y10 b10"]
    found = rf.candidates("y4 y5 y6", "r10 y10 b10 y7", opened=False, rules="sabra")
    assert [played(play) for play in found] == ["r10 y7 y10 b10", "r10 y10 b10"]


def test_an_opening_must_be_worth_enough_on_the_table() -> None:
    # r4 r5 r6 and g4 g5 J are worth 30, but g2 J g4 g5 is only worth 14 with the table untouched.
    hand = "g12 b2 g5 r6 b3 r1 b12 r4 g13 r5 r8 b8 g4 b10 g2 J"
    found = rf.candidates("y2 y3 y4 J y6-11", hand, opened=False, rules="sabra")
    assert found.complete
    assert played(found[0]) == "r4 r5 r6 g12 g13 J"
    assert "r4 r5 r6 g2 g4 g5 J" not in map(played, found)


def test_closing_the_hand() -> None:
    rules = rf.Rules("schmidt", closing_hand=True)
    found = rf.candidates("", "r1 r2 r3 b1 b2 b3", opened=False, rules=rules)
    assert [played(play) for play in found] == ["r1 r2 r3 b1 b2 b3"]
    assert found.complete


@given(positions(most_melds=6, most_tiles=7), st.sampled_from(["schmidt", "free_jokers", "sabra"]))
def test_candidates_agree_with_solve_on_every_subset_of_the_hand(
    position: Position, rules: str
) -> None:
    found = rf.candidates(position.table, position.hand, most=1_000, rules=rules)
    assert found.complete
    known = {played(play) for play in found}
    assert len(known) == len(found)
    order = [(-len(play.tiles), -play.points, play.tiles) for play in found]
    assert order == sorted(order)
    for play in found:
        assert rf.check_turn(position.table, position.hand, play.table, rules=rules)
    # A subset of the hand can be played if and only if its own best play plays all of it.
    for size in range(1, len(position.hand) + 1):
        for part in itertools.combinations(position.hand, size):
            best = rf.solve(position.table, part, rules=rules)
            text = str(rf.Hand(part))
            assert (len(best.tiles) == size) == (text in known), text


def test_real_decisions() -> None:
    for record in records("selfplay")[:60]:
        best = rf.solve(record["table"], record["hand"], opened=record.get("opened", True))
        found = rf.candidates(record["table"], record["hand"], opened=record.get("opened", True))
        assert found.proven
        assert bool(found) == bool(best)
        if found:
            assert (len(found[0].tiles), found[0].points) == (len(best.tiles), best.points)


def test_candidates_are_a_sequence() -> None:
    found = rf.candidates("g2 g3 g4 g5", "g6 y2 b2")
    assert found[-1] == found[2]
    assert found[1:] == (found[1], found[2])
    assert found[0] in found
    with pytest.raises(IndexError):
        found[3]
    with pytest.raises(TypeError):
        found["first"]  # type: ignore[call-overload]
    assert repr(found) == "<Candidates: 3 plays, complete=True, proven=True>"
    again = pickle.loads(pickle.dumps(found))  # noqa: S301
    assert again == found
    assert hash(again) == hash(found)
    assert again[0].steps() == found[0].steps()
    assert found != rf.candidates("g2 g3 g4 g5", "g6 y2 b2", most=2)
    assert found != tuple(found)
    assert rf.Candidates(found, complete=True) == found
    with pytest.raises(TypeError, match="plays"):
        rf.Candidates(["g6"], complete=True)  # type: ignore[list-item]


@pytest.mark.parametrize("most", [0, -1, 10_001, 10**30])
def test_a_length_out_of_range_raises(most: int) -> None:
    with pytest.raises(rf.RummyError, match=r"most = .*: must be a whole number from 1 to 10000"):
        rf.candidates("", "r1", most=most)


@pytest.mark.parametrize("most", [True, 1.5, "64"])
def test_a_length_of_the_wrong_type_raises(most: object) -> None:
    with pytest.raises(TypeError, match="argument 'most': expected a whole number"):
        rf.candidates("", "r1", most=most)  # type: ignore[arg-type]


def test_wrong_arguments_raise_as_in_solve() -> None:
    with pytest.raises(rf.InvalidTableError):
        rf.candidates("r1 r2 r3", "r1 r1")
    with pytest.raises(rf.NotationError):
        rf.candidates("", "x1")
    with pytest.raises(rf.RummyError, match="limit"):
        rf.candidates("", "r1", limit=0)
    with pytest.raises(rf.RummyError, match="objective"):
        rf.candidates("", "r1", objective="most")  # type: ignore[arg-type]


def test_a_limit_keeps_what_was_found() -> None:
    table = "r1 r2 r3 r4 r5 | y1 y2 y3 y4 y5"
    began = time.process_time()
    found = rf.candidates(table, hard_hand(), rules=HARD_RULES, objective=weights(), limit=0.2)
    assert time.process_time() - began < 5
    assert not found.proven
    assert not found.complete
    before = Counter(rf.Table(table, HARD_RULES).tiles)
    for play in found:
        assert not play.proven
        assert Counter(play.table.tiles) == before + Counter(play.tiles)
    assert rf.candidates(TABLE, HAND, limit=60) == rf.candidates(TABLE, HAND)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
def test_ctrl_c_stops() -> None:
    script = f"""
import os, signal, sys, threading, time
sys.path.insert(0, {os.fspath(Path(__file__).parent)!r})
from positions import HARD_RULES, hard_hand, weights
import rummy_fast as rf
threading.Timer(0.3, os.kill, (os.getpid(), signal.{signal.SIGINT.name})).start()
began = time.process_time()
try:
    rf.candidates("", hard_hand(), rules=HARD_RULES, objective=weights())
except KeyboardInterrupt:
    print("stopped", time.process_time() - began)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.startswith("stopped"), (done.stdout, done.stderr)
    assert float(done.stdout.split()[1]) < 5
