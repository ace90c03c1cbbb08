"""Whole rounds: the time of a turn in each way to play them, and the share of the solver.

All loops play the same rounds with best plays, so their times can be subtracted.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

import rummy_fast as rf

ROUNDS = 200
"""The rounds of two seats to time."""
TIMES = 3
"""How often each loop is timed; the least time counts."""


class Python:
    """The same bot in Python, which a match runs in a thread of its own."""

    name = "python"

    def __init__(self) -> None:
        self._bot = rf.Greedy()

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        """Choose a turn."""
        return self._bot.choose(view, limit)


class Loop(NamedTuple):
    """A way to play the rounds."""

    title: str
    play: Callable[[], int]
    """Plays all rounds and returns their number of turns."""


def decisions() -> list[rf.View]:
    """Collect the views of all turns in the rounds of `play_rounds`."""
    views = []
    bot = rf.Greedy()
    for seed in range(ROUNDS):
        judge = rf.Round.deal(2, seed=seed)
        while not judge.over:
            views.append(judge.view(judge.to_move))
            judge.take(judge.to_move, bot.choose(views[-1]))
    return views


def solve_all(views: list[rf.View]) -> int:
    """Find the best play for every view, and nothing else."""
    bot = rf.Greedy()
    for view in views:
        bot.choose(view)
    return len(views)


def match(bots: list[rf.Bot], rules: rf.Rules, record: Path | None = None) -> int:
    """Play the rounds as a match."""
    played = rf.Match(bots, rules, rounds=ROUNDS, record=record)
    played.play()
    return played.turns


def loops(folder: Path) -> Iterator[Loop]:
    """Yield all loops, the solver alone first."""
    views = decisions()
    clock, none = rf.Rules(), rf.Rules(turn_seconds=None)
    greedy: list[rf.Bot] = [rf.Greedy(), rf.Greedy()]
    python: list[rf.Bot] = [Python(), Python()]
    path = folder / "match.record"
    yield Loop("the best plays alone", lambda: solve_all(views))
    yield Loop("play_rounds, one thread", lambda: sum(rf.play_rounds(ROUNDS, threads=1)["turns"]))
    yield Loop("Match", lambda: match(greedy, clock))
    yield Loop("Match, writing a record", lambda: match(greedy, clock, path))
    yield Loop("Record.read", lambda: rf.Record.read(path).turns)
    yield Loop("Match, bots in Python, no clock", lambda: match(python, none))
    yield Loop("Match, bots in Python, watched", lambda: match(python, clock))


def lines() -> Iterator[str]:
    """Yield the lines of the report."""
    yield f"{ROUNDS} rounds of two seats, best plays, rules schmidt"
    yield f"{'':34}{'per turn':>12}{'rounds/second':>18}{'without the solver':>21}"
    solver = None
    with TemporaryDirectory() as folder:
        for title, play in loops(Path(folder)):
            spent = float("inf")
            for _ in range(TIMES):
                began = process_time()
                turns = play()
                spent = min(spent, process_time() - began)
            a_turn = spent / turns
            solver = solver or a_turn
            own = "" if title.startswith("Record") else f"{max(0, a_turn - solver) * 1e6:15.1f} us"
            yield f"{title:34}{a_turn * 1e6:9.1f} us{ROUNDS / spent:18,.0f}{own:>21}"
