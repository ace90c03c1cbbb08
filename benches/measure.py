"""Measure times and compare them.

All times except those of threads are CPU time, not wall-clock time, so other programs on the
machine matter little.
"""

import heapq
import os
import statistics
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

import rummy_fast as rf
from solvers import PEER, REFERENCE, RULES, SOLVERS, Answer, Position, ours

ROUNDS = 5
"""How often a position is timed; the least time counts."""
EACH = 4
"""How many solves are timed together, because one takes microseconds."""


class Time(NamedTuple):
    """The time of a position in seconds, and the number of tiles played."""

    position: Position
    tiles: int
    seconds: float


class Row(NamedTuple):
    """The figures of one solver on one group of positions."""

    solver: str
    times: list[Time]
    wrong: list[str]
    """Positions with an answer other than the known one, or than ours if none is known."""

    @property
    def median(self) -> float:
        """The median time."""
        return statistics.median(time.seconds for time in self.times)

    @property
    def worst(self) -> float:
        """The longest time."""
        return max(time.seconds for time in self.times)

    def of(self, other: "Row") -> "Row":
        """Restrict the times to the positions of another row."""
        names = {time.position.name for time in other.times}
        return self._replace(times=[time for time in self.times if time.position.name in names])


def timed(answer: Answer, rounds: int = ROUNDS, each: int = EACH) -> tuple[int, float]:
    """Solve several times; give the answer and the least time."""
    least = float("inf")
    tiles = 0
    for _ in range(rounds):
        began = process_time()
        for _ in range(each):
            tiles = answer()
        least = min(least, (process_time() - began) / each)
    return tiles, least


def rows(positions: list[Position], every: dict[str, int]) -> Iterable[Row]:
    """Measure each solver on these positions, or on every nth of them; ours first.

    The solvers take turns, position by position, because the speed of the machine varies over time.
    """
    known = {position.name: position.most for position in positions}
    times: dict[str, list[Time]] = {name: [] for name in SOLVERS}
    wrong: dict[str, list[str]] = {name: [] for name in SOLVERS}
    for prepare in SOLVERS.values():
        # Solve once before, so that imports and caches are not timed.
        prepare(positions[0])()
    for place, position in enumerate(positions):
        for name, prepare in SOLVERS.items():
            if place % every.get(name, 1):
                continue
            often = (2, 1) if name in {PEER, REFERENCE} else (ROUNDS, EACH)
            tiles, seconds = timed(prepare(position), *often)
            times[name].append(Time(position, tiles, seconds))
            if known[position.name] is None:
                known[position.name] = tiles
            if tiles != known[position.name]:
                wrong[name].append(position.name)
    for name in SOLVERS:
        yield Row(name, times[name], wrong[name])


def under(positions: list[Position], rules: str) -> list[Time]:
    """Time our solver under some rules."""
    ours(positions[0], rules)()
    return [Time(position, *timed(ours(position, rules))) for position in positions]


def median(times: Iterable[Time]) -> float:
    """Give the median of some times."""
    return statistics.median(time.seconds for time in times)


def mean(times: Iterable[Time]) -> float:
    """Give the mean of some times."""
    return statistics.fmean(time.seconds for time in times)


class Slowest(NamedTuple):
    """The slowest of many positions."""

    times: list[Time]
    """Times with a warm cache, slowest first."""
    firsts: list[float]
    """Times of the first solve of each position, with a cold cache, slowest first."""


def slowest(positions: Iterable[Position], rules: str, keep: int = 10) -> Slowest:
    """Find the slowest positions: time all twice, and the slowest once more.

    The solver caches transitions, so the first time may take longer.
    """
    candidates: list[tuple[float, int, Position]] = []
    firsts = []
    for place, position in enumerate(positions):
        answer = ours(position, rules)
        (_, first), (_, second) = (timed(answer, rounds=1, each=1) for _ in range(2))
        firsts.append(first)
        heapq.heappush(candidates, (min(first, second), place, position))
        if len(candidates) > 10 * keep:
            heapq.heappop(candidates)
    again = [Time(position, *timed(ours(position, rules), each=1)) for *_, position in candidates]
    times = sorted(again, key=lambda time: time.seconds, reverse=True)[:keep]
    return Slowest(times, sorted(firsts, reverse=True))


class Threads(NamedTuple):
    """The times of `solve_many` on some threads."""

    wall: float
    processor: float


def threads(positions: list[Position], counts: tuple[int, ...]) -> dict[int, Threads]:
    """Time `solve_many` on these numbers of threads, in turns; give the least times."""
    pairs = [(rf.Table(one.table), rf.Hand(one.hand)) for one in positions]
    best = {count: Threads(float("inf"), float("inf")) for count in counts}
    expected = None
    for _ in range(60):
        for count in counts:
            began, began_processor = perf_counter(), process_time()
            found = rf.solve_many(pairs, rules=RULES, threads=count)
            spent = Threads(perf_counter() - began, process_time() - began_processor)
            best[count] = Threads(*map(min, best[count], spent))
            expected = expected or found
            assert found == expected
    return best


def speed_up_of_hashing() -> float:
    """Measure how much faster two threads are than one at independent work."""
    work = bytes(20_000_000)
    halves = {1: [work, work], 2: [work]}
    best = {1: float("inf"), 2: float("inf")}
    with ThreadPoolExecutor(2) as pool:
        for _ in range(30):
            for count, share in halves.items():
                began = perf_counter()
                # `hashlib` releases the GIL.
                list(pool.map(lambda _, share=share: [sha256(one) for one in share], range(count)))
                best[count] = min(best[count], perf_counter() - began)
    return best[1] / best[2]


def import_time(module: str, runs: int = 9) -> float:
    """Measure the median time to import a module in a new process."""
    code = (
        "import time; began = time.process_time(); "
        f"import {module}; print(time.process_time() - began)"
    )
    command = [sys.executable, "-c", code]
    # The first run fills the caches.
    found = [
        float(subprocess.run(command, check=True, capture_output=True).stdout)  # noqa: S603
        for _ in range(runs + 1)
    ]
    return statistics.median(found[1:])


def wheel_size() -> int | None:
    """Give the size of the last wheel of `make wheel`; None if there is none."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", "target"))
    wheels = sorted(target.glob("wheels/rummy_fast-*.whl"), key=lambda path: path.stat().st_mtime)
    return wheels[-1].stat().st_size if wheels else None
