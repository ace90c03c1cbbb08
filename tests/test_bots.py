"""The built-in bots: levels, seeds, limits, legal turns, and errors."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import rummy_fast as rf
from positions import PRESETS
from rounds import GREEDY
from rummy_fast.bots import BUILT_IN, Bot, keeps_time, make_bot

ROOT = Path(__file__).parent.parent
INTERRUPTED = """
import os, signal, sys, threading, time
import rummy_fast as rf
view = rf.View.from_dict({view!r})
began = time.perf_counter()
try:
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    rf.Search(0, seconds=600, threads={threads}).choose(view)
except KeyboardInterrupt:
    print("stopped", time.perf_counter() - began)
else:
    print("finished", time.perf_counter() - began)
"""


def thinking(seed: int) -> rf.View:
    """Find a view with several good turns."""
    round_ = rf.Round.deal(seed=seed)
    while True:
        view = round_.view(round_.to_move)
        event = round_.take(view.seat, GREEDY.choose(view))
        if all(view.opened) and 2 <= len(event.tiles) < len(view.hand):
            return view


def undecided() -> rf.View:
    """Find a view with two turns so close that the search does not stop early."""
    for seed in range(200):
        view = thinking(seed)
        began = time.perf_counter()
        rf.Search(0, seconds=0.8).choose(view)
        if time.perf_counter() - began >= 0.8:
            return view
    raise AssertionError


def quick(name: str, seed: int) -> Bot:
    """A built-in bot that does not think for long."""
    level = {"positions": 40} if "positions" in BUILT_IN[name].level else {}
    return make_bot(name, seed, **level)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_play_whole_rounds(preset: str, seats: int) -> None:
    bots = [quick(name, seats) for name in BUILT_IN]
    round_ = rf.Round.deal(seats, seed=seats, rules=preset)
    while not round_.over:
        seat = round_.to_move
        view = round_.view(seat)
        # A view that was serialized gives the same turn.
        turn = bots[seat % len(bots)].choose(rf.View.from_dict(view.to_dict()), None)
        round_.take(seat, turn)
    assert round_.outcome is not None
    assert sum(round_.outcome.scores) == 0


def test_a_level_in_positions_is_reproducible() -> None:
    views = [thinking(seed) for seed in range(6)]
    once = [rf.Search(5, positions=500).choose(view) for view in views]
    assert [rf.Search(5, positions=500).choose(view) for view in views] == once
    assert [rf.Search(5, positions=500, threads=2).choose(view) for view in views] == once
    bot = rf.Search(5, positions=500)
    assert [bot.choose(view) for view in reversed(views)] == once[::-1]
    assert [bot.choose(view, limit=600) for view in views] == once
    assert any(rf.Greedy().choose(view) != turn for view, turn in zip(views, once, strict=True))


def test_threads_may_ask_one_bot_at_once() -> None:
    views = [thinking(seed) for seed in range(4)]
    bot = rf.Search(5, positions=300, threads=2)
    once = [bot.choose(view) for view in views]
    answers: dict[int, rf.Turn] = {}

    def ask(place: int) -> None:
        answers[place] = bot.choose(views[place])

    threads = [threading.Thread(target=ask, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answers[place] for place in range(4)] == once


def test_levels() -> None:
    assert (rf.Search().seed, rf.Search().seconds, rf.Search().threads) == (0, None, 1)
    assert rf.Search().positions == 6000
    timed = rf.Search(3, seconds=0.5)
    assert (timed.positions, timed.seconds) == (None, 0.5)
    assert rf.Search(threads=None).threads >= 1
    assert repr(rf.Search(3, seconds=0.5, threads=2)) == "Search(3, seconds=0.5, threads=2)"
    assert rf.Search(1) != rf.Search(2)
    assert rf.Search(1) != rf.Search(1, positions=77)


def test_limits_are_kept() -> None:
    view = thinking(1)
    began = time.perf_counter()
    rf.Search(0, seconds=0.05).choose(view)
    rf.Search(0, seconds=600).choose(view, limit=0.05)
    rf.Search(0, seconds=600, threads=2).choose(view, limit=0.05)
    rf.Search(0, seconds=600).choose(view, limit=1e-9)
    rf.Careful().choose(view, limit=1e-9)
    # Generous, for busy machines: without a limit it takes many minutes.
    assert time.perf_counter() - began < 60


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_a_search(threads: int) -> None:
    script = INTERRUPTED.format(view=undecided().to_dict(), threads=threads)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
    )
    what, seconds = done.stdout.split()
    assert what == "stopped", done.stderr
    assert float(seconds) < 60
    assert done.returncode != -signal.SIGINT


@pytest.mark.parametrize(
    ("arguments", "named", "message"),
    [
        ((-1,), {}, "seed = -1: must be a whole number from 0 to 2**64 - 1"),
        ((2**64,), {}, "seed = 18446744073709551616: must be"),
        ((), {"positions": 0}, "positions = 0: must be a whole number from 1 to 1000000000000"),
        ((), {"positions": -5}, "positions = -5: must be"),
        ((), {"positions": 10**30}, f"positions = {10**30}: must be"),
        ((), {"seconds": 0}, "seconds = 0: must be more than 0 and at most 31536000 seconds"),
        ((), {"seconds": -0.5}, "seconds = -0.5: must be"),
        ((), {"seconds": float("nan")}, "seconds = NaN: must be"),
        ((), {"seconds": float("inf")}, "seconds = inf: must be"),
        ((), {"seconds": 10**400}, "seconds = a huge number: must be"),
        ((), {"threads": 0}, "threads = 0: must be a whole number from 1 to 1024"),
        ((), {"threads": 5000}, "threads = 5000: must be"),
    ],
)
def test_invalid_levels(arguments: tuple[Any, ...], named: dict[str, Any], message: str) -> None:
    with pytest.raises(rf.RummyError) as caught:
        rf.Search(*arguments, **named)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    "named",
    [
        {"seed": "7"},
        {"seed": 1.5},
        {"seed": True},
        {"positions": 3.0},
        {"seconds": "1"},
        {"seconds": True},
        {"threads": 1.0},
        {"threads": "2"},
    ],
)
def test_wrong_types(named: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=next(iter(named))):
        rf.Search(**named)


@pytest.mark.parametrize("bot", [quick(name, 0) for name in BUILT_IN], ids=repr)
def test_views_that_bots_refuse(bot: Any) -> None:
    round_ = rf.Round.set_up(["r9", "y1 y2"], "r6 r7 r8", "b1 b2", opened=[True, True])
    waiting = round_.view(1)
    with pytest.raises(rf.RummyError, match="it is the turn of seat 0, not of seat 1"):
        bot.choose(waiting)
    view = round_.view(0)
    for limit in (0, -1, float("nan")):
        with pytest.raises(rf.RummyError, match="limit = "):
            bot.choose(view, limit)
    for wrong in (None, view.to_dict(), round_):
        with pytest.raises(TypeError, match="view"):
            bot.choose(wrong)
    assert bot.choose(view) == rf.Turn.play("r6 r7 r8 r9")
    round_.play(0, "r6 r7 r8 r9")
    with pytest.raises(rf.RummyError, match="the round is over"):
        bot.choose(round_.view(0))


def test_bots_by_name() -> None:
    assert make_bot("search", 7) == rf.Search(7)
    assert make_bot("careful", 7) == rf.Careful()


class Imitation:
    """Says that it is a built-in bot."""

    name = "search"
    choose = rf.Greedy.choose


def test_built_in_bots_are_declared_as_they_are() -> None:
    for name, known in BUILT_IN.items():
        bot = make_bot(name, 7)
        assert (type(bot), bot.name) == (known.kind, name)
        assert keeps_time(bot) == known.keeps_time
        numbers = dict.fromkeys(known.level, 2)
        for word in numbers:
            assert getattr(make_bot(f"{name}:{word}=2"), word) == 2
            assert make_bot(f"{name}:{word}=2") == make_bot(name, **{word: 2})
        if not numbers:
            with pytest.raises(rf.RummyError, match=f"{name} has no level, only search has"):
                make_bot(name, positions=2)
    assert not keeps_time(Imitation())


@pytest.mark.source
def test_built_in_bots_are_documented() -> None:
    players = {name for name in rf.__all__ if hasattr(getattr(rf, name), "choose")} - {"Bot"}
    assert players == {known.kind.__name__ for known in BUILT_IN.values()}
    for name, known in BUILT_IN.items():
        assert f"`{name}`" in (ROOT / "docs" / "bots.md").read_text("utf-8"), name
        page = (ROOT / "docs" / "reference" / "bots.md").read_text("utf-8")
        assert f"::: rummy_fast.{known.kind.__name__}\n" in page, name
        strength = (ROOT / "benches" / "strength.rs").read_text("utf-8")
        assert f'"{name}" =>' in strength, name


def test_a_level_is_given_once() -> None:
    with pytest.raises(rf.RummyError, match="the level of search is given twice"):
        make_bot("search:positions=2", seconds=1.0)
    with pytest.raises(rf.RummyError, match='the level of search has "threads" twice'):
        make_bot("search:threads=2:threads=2")
    with pytest.raises(rf.RummyError, match='invalid level "depth": the level of search is one'):
        make_bot("search", depth=3)


def test_a_tidy_bot_plays_the_same_tiles() -> None:
    bot, tidy = make_bot("greedy"), make_bot(" Greedy: tidy")
    assert (tidy.name, keeps_time(tidy)) == ("greedy:tidy", True)
    round_ = rf.Round.deal(3, seed=4)
    fewer = 0
    while round_.outcome is None:
        view = round_.view(round_.to_move)
        usual, turn = bot.choose(view, None), tidy.choose(view, None)
        assert turn.kind == usual.kind
        if usual.table is not None and turn.table is not None:
            assert turn.table.tiles == usual.table.tiles
            kept = [len(set(view.table) & set(table)) for table in (usual.table, turn.table)]
            assert kept[0] <= kept[1]
            fewer += kept[0] < kept[1]
        round_.take(view.seat, turn)
    assert fewer > 3
    with pytest.raises(rf.RummyError, match='the level of greedy has "tidy" twice'):
        make_bot("greedy:tidy:tidy")
