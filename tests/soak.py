"""Random small positions on all cores: fast = reference = brute force.

python tests/soak.py [POSITIONS] [FIRST_SEED]
"""

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed

from agreement import run

POSITIONS = 200_000
CHUNK = 500
# `make test` uses the seeds below this one.
FIRST_SEED = 1_000


Run = Callable[[int, int], tuple[int, list[str]]]
"""Tries positions of a seed; returns how many were notable, and every disagreement."""


def soak(run: Run, note: str, positions: int, first_seed: int, chunk: int) -> int:
    """Try positions, and print progress and every disagreement; return how many there were."""
    began = time.perf_counter()
    done = noted = wrong = 0
    chunks = -(-positions // chunk)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(run, first_seed + number, chunk) for number in range(chunks)]
        for place, job in enumerate(as_completed(jobs), 1):
            some, found = job.result()
            done, noted, wrong = done + chunk, noted + some, wrong + len(found)
            for line in found:
                print(line, flush=True)
            if place % 20 == 0 or place == chunks:
                minutes = (time.perf_counter() - began) / 60
                print(
                    f"{done:,} positions, {note} {noted:,}, {wrong} disagreements, "
                    f"{minutes:.1f} minutes",
                    flush=True,
                )
    return wrong


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:]]
    count, seed = (*arguments, *(POSITIONS, FIRST_SEED)[len(arguments) :])
    sys.exit(soak(run, "something played in", count, seed, CHUNK) > 0)
