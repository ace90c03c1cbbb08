"""Median and worst time of each solver on each set of positions, as ratios from one run.

    python benches/ratios.py [--reference-every N] [--peer-every N]

Every answer is compared with the known one; a solver's wrong answers are counted and told.
"""

import argparse
import platform
import statistics
import sys
from time import perf_counter

import rummy_fast as rf
from solvers import SETS, SOLVERS, Answer, Position

FAST_REPEATS = 7
"""A position is timed so often, and the least time counts, where a solve takes microseconds."""


def timed(answer: Answer, repeats: int) -> tuple[int, float]:
    """The answer and the least of some times in seconds."""
    least = float("inf")
    cards = 0
    for _ in range(repeats):
        began = perf_counter()
        cards = answer()
        least = min(least, perf_counter() - began)
    return cards, least


def shown(seconds: float) -> str:
    """A time in milliseconds."""
    return f"{seconds * 1e3:10.4f} ms"


def measure(positions: list[Position], every: dict[str, int]) -> int:
    """Print a table for one set of positions; tell how many of our own answers are wrong."""
    ours_wrong = 0
    base: tuple[float, float] | None = None
    print(f"{'':24}{'positions':>10}{'wrong':>7}{'median':>14}{'worst':>14}{'ratios':>19}")
    for name, prepare in SOLVERS.items():
        chosen = positions[:: every.get(name, 1)]
        repeats = FAST_REPEATS if name.startswith("rummy_fast") else 1
        # One answer beforehand, so that imports and caches are not timed.
        prepare(chosen[0])()
        pairs = [(position, *timed(prepare(position), repeats)) for position in chosen]
        wrong = sum(cards != position.most for position, cards, _ in pairs)
        times = [seconds for _, _, seconds in pairs]
        median, worst = statistics.median(times), max(times)
        base = base or (median, worst)
        ratios = f"{median / base[0]:9.1f}{worst / base[1]:10.1f}"
        print(f"{name:24}{len(pairs):10}{wrong:7}{shown(median):>14}{shown(worst):>14}{ratios}")
        if name.startswith("rummy_fast"):
            ours_wrong += wrong
    return ours_wrong


def main() -> int:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reference-every", type=int, default=10, metavar="N")
    parser.add_argument("--peer-every", type=int, default=1, metavar="N")
    given = parser.parse_args()
    every = {"reference": given.reference_every, "rummikub-solver 1.0.0": given.peer_every}
    print(f"rummy_fast {rf.__version__}, Python {platform.python_version()}, {platform.machine()}")
    print("one core; ratios of the median and of the worst to ours; wrong = not the known answer")
    wrong = 0
    for name, positions in SETS.items():
        print(f"\n{name}")
        wrong += measure(positions(), every)
    if wrong:
        print(f"\n{wrong} of our own answers are wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
