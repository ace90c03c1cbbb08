"""Counts over deals and rounds: they agree with single ones and with published figures."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
import rummy_fast as rf
from players import greedy
from rummy_fast.stats import Openings, Rounds, measure

TIGHT = {"copies": 1, "values": 6, "hand_size": 8}
"""A deck in which a round may end in a stalemate."""


@pytest.mark.parametrize("preset", ["schmidt", "rummikub_xp"])
def test_openings_agree_with_single_deals(preset: str) -> None:
    seeds = range(40, 240)
    opens = [
        bool(
            rf.solve(
                "", rf.Round.deal(seed=seed, rules=preset).hands[0], rules=preset, opened=False
            )
        )
        for seed in seeds
    ]
    assert rf.count_openings(200, seed=40, rules=preset) == sum(opens)
    assert 0 < sum(opens) < 200
    assert [rf.count_openings(1, seed=seed, rules=preset) for seed in seeds] == opens


@pytest.mark.parametrize("rules", ["schmidt", TIGHT])
def test_rounds_agree_with_single_rounds(rules: Any) -> None:
    found = rf.play_rounds(30, seats=2, seed=7, rules=rules)
    assert {len(column) for column in found.values()} == {30}
    for at in range(30):
        judge = rf.Round.deal(2, seed=7 + at, rules=rules)
        count = dict.fromkeys(found, 0)
        while not judge.over:
            seat, opened = judge.to_move, judge.opened[judge.to_move]
            joker = any(tile.is_joker for tile in judge.table.tiles)
            event = judge.take(seat, greedy(judge.view(seat)))
            count["turns"] += 1
            count["opened"] += opened
            count["forced"] += opened and not event.tiles
            count["plays"] += bool(event.tiles)
            count["tiles"] += len(event.tiles)
            count["joker"] += opened and joker
        assert judge.outcome is not None
        count["stalemate"] = judge.outcome.ending == "stalemate"
        assert {name: column[at] for name, column in found.items()} == count
    if rules != "schmidt":
        assert 0 < sum(found["stalemate"]) < 30


def near(found: float, known: float, error: float) -> bool:
    """Tell whether a figure is within five standard errors."""
    return abs(found - known) < 5 * error


def test_published_figures() -> None:
    stats = measure(deals=40_000, rounds=400, seed=1)
    without, with_jokers = (one.share for one in stats.openings)
    # Others published 34.7 % and 50.1 %, with a standard deviation of 0.7.
    assert near(without.value, 0.347, 0.007)
    assert near(with_jokers.value, 0.501, 0.007)
    # A million deals of our own.
    assert near(without.value, 0.3483, without.error)
    assert near(with_jokers.value, 0.4979, with_jokers.error)
    assert without.error == pytest.approx(0.0024, rel=0.05)
    for played, turns in zip(stats.rounds, (68.4, 45.3, 34.9), strict=True):
        found = played.estimates
        assert near(found["turns"].value, turns, found["turns"].error)
        assert 0.5 < found["turns"].error < 1.2
        assert 0 <= found["stalemates"].value < 0.02
        assert found["tiles_a_turn"].value < found["tiles_a_play"].value
    assert [one.seats for one in stats.rounds] == [2, 3, 4]


def test_standard_errors() -> None:
    # A million coin tosses.
    assert Openings(0, 10**6, 500_000).share.error == pytest.approx(0.0005)
    names = ("turns", "opened", "forced", "plays", "tiles", "joker", "stalemate")
    figures = {name: [2, 4, 6, 8] for name in names}
    found = Rounds(2, figures).estimates
    # The standard deviation of 2, 4, 6, 8 over the square root of 4.
    assert found["turns"].value == 5
    assert found["turns"].error == pytest.approx((20 / 3) ** 0.5 / 2)
    # A constant ratio has no error.
    assert (found["forced_draws"].value, found["forced_draws"].error) == (1, 0)


def test_progress() -> None:
    parts: list[float] = []
    measure(deals=45_000, rounds=2, seats=[2], progress=parts.append)
    assert parts == sorted(parts)
    assert len(parts) == 3 + 3 + 1
    assert parts[-1] == pytest.approx(1)
    assert measure(5, 2, rules={"jokers": 0}, seats=[2]).openings[-1].jokers == 0


@pytest.mark.parametrize(
    ("act", "message", "error"),
    [
        (lambda: rf.count_openings(-1), "deals = -1", rf.RummyError),
        (lambda: rf.count_openings(2**40), "deals = ", rf.RummyError),
        (lambda: rf.count_openings("2"), "argument 'deals'", TypeError),  # type: ignore[arg-type]
        (lambda: rf.count_openings(2, seed=2**64 - 1), "would exceed 2**64 - 1", rf.RummyError),
        (lambda: rf.count_openings(2, threads=0), "threads = 0", rf.RummyError),
        (lambda: rf.count_openings(2, rules={"hand_size": 60}), "deck", rf.RummyError),
        (lambda: rf.play_rounds(-1), "rounds = -1", rf.RummyError),
        (lambda: rf.play_rounds(1, seats=1), "seats = 1: these rules are for 2", rf.RummyError),
        (lambda: rf.play_rounds(1, seats="2"), "argument 'seats'", TypeError),  # type: ignore[arg-type]
        (lambda: measure(rounds=1), "rounds = 1: must be a whole number from 2 to", rf.RummyError),
        (lambda: measure(deals=2.5), "argument 'deals'", TypeError),  # type: ignore[arg-type]
        (lambda: measure(seats=[2, 9]), "seats = 9", rf.RummyError),
        (lambda: measure(seed=2**64 - 5), "the last seed would exceed", rf.RummyError),
    ],
)
def test_refusals(act: Callable[[], object], message: str, error: type[Exception]) -> None:
    with pytest.raises(error) as refused:
        act()
    assert message in str(refused.value)


INTERRUPTED = """
import os, signal, threading, time
import rummy_fast as rf
began = time.perf_counter()
try:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    {call}
except KeyboardInterrupt:
    print("stopped", time.perf_counter() - began)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name == "nt", reason="signals differ there")
@pytest.mark.parametrize("call", ["rf.count_openings(10**8)", "rf.play_rounds(10**6)"])
def test_ctrl_c_stops(call: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(call=call)],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.stdout.startswith("stopped"), (done.stdout, done.stderr)
    assert float(done.stdout.split()[1]) < 60, "uninterrupted it takes minutes"
