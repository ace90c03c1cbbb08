"""Many random small positions on all cores: fast = reference = brute force.

python tests/soak.py [POSITIONS] [FIRST_SEED]
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from agreement import run

POSITIONS = 200_000
CHUNK = 500
# Seeds below this one are those of `make test`.
FIRST_SEED = 1_000


def soak(positions: int, first_seed: int) -> int:
    """Try positions; print progress and every disagreement; tell how many there were."""
    began = time.perf_counter()
    done = laid = wrong = 0
    chunks = -(-positions // CHUNK)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(run, first_seed + number, CHUNK) for number in range(chunks)]
        for place, job in enumerate(as_completed(jobs), 1):
            some_laid, found = job.result()
            done, laid, wrong = done + CHUNK, laid + some_laid, wrong + len(found)
            for line in found:
                print(line, flush=True)
            if place % 20 == 0 or place == chunks:
                minutes = (time.perf_counter() - began) / 60
                print(
                    f"{done:,} positions, something laid in {laid:,}, {wrong} disagreements, "
                    f"{minutes:.1f} minutes",
                    flush=True,
                )
    return wrong


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:]]
    count, seed = (*arguments, *(POSITIONS, FIRST_SEED)[len(arguments) :])
    sys.exit(soak(count, seed) > 0)
