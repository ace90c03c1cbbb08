"""Random positions of the whole deck on all cores: fast = reference.

python tests/soak_whole.py [POSITIONS] [FIRST_SEED]
"""

import random
import sys
from collections import Counter
from typing import Literal

import rummy_fast as rf
from rummy_fast import reference
from soak import soak

POSITIONS = 20_000
CHUNK = 50
FIRST_SEED = 5_000
REFERENCE_LIMIT = 3.0
"""Seconds the reference may take; positions it has not proven by then do not count."""
PRESETS = tuple(rf.Rules.presets())
OBJECTIVES: tuple[Literal["tiles", "points"], ...] = ("tiles", "points")


def _meld(rng: random.Random) -> list[str]:
    if rng.random() < 0.55:
        color, length = rng.choice("rygb"), rng.choice((3, 3, 3, 4, 4, 5, 6))
        first = rng.randint(1, 14 - length)
        return [f"{color}{value}" for value in range(first, first + length)]
    value = rng.randint(1, 13)
    colors = sorted(rng.sample("rygb", rng.choice((3, 3, 4))), key="rygb".index)
    return [f"{color}{value}" for color in colors]


def position(rng: random.Random, rules: rf.Rules) -> tuple[str, str]:
    """A table of 0 to 40 tiles, some of them jokers, and a hand of 1 to 14."""
    left = Counter({f"{c}{v}": rules.copies for c in "rygb" for v in range(1, 14)})
    left["J"] = rules.jokers
    jokers = rng.randint(0, rules.jokers)
    goal = rng.choice((0, 9, 15, 21, 27, 33, 40))
    melds: list[str] = []
    on_table = 0
    for _ in range(500):
        if on_table >= goal:
            break
        meld = _meld(rng)
        if jokers and rng.random() < 0.4:
            place = rng.randrange(len(meld))
            is_run = meld[0][0] == meld[1][0]
            del meld[place]
            # A joker takes its place in a run, and the end of a group.
            meld.insert(place if is_run else len(meld), "J")
        if all(left[tile] >= count for tile, count in Counter(meld).items()):
            left -= Counter(meld)
            jokers -= meld.count("J")
            melds.append(" ".join(meld))
            on_table += len(meld)
    rest = list(left.elements())
    return " | ".join(melds), " ".join(rng.sample(rest, rng.randint(1, 14)))


def run(seed: int, count: int) -> tuple[int, list[str]]:
    """Try some positions; return how many the reference proved, and every disagreement."""
    rng = random.Random(seed)
    proven = 0
    wrong = []
    for _ in range(count):
        rules = rf.Rules(rng.choice(PRESETS), colors="rygb")
        objective = rng.choice(OBJECTIVES)
        table, hand = position(rng, rules)
        fast = rf.solve(table, hand, rules=rules, objective=objective)
        slow = reference.solve(table, hand, rules=rules, objective=objective, limit=REFERENCE_LIMIT)
        if not slow.proven:
            continue
        proven += 1
        same = (len(fast.tiles), fast.points) == (len(slow.tiles), slow.points)
        legal = not fast or rf.check_turn(table, hand, fast.table, rules=rules).legal
        if not (same and legal and fast.proven):
            wrong.append(f"{rules!r} {objective}: {table} + {hand}: {fast!r}, reference {slow!r}")
    return proven, wrong


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:]]
    count, seed = (*arguments, *(POSITIONS, FIRST_SEED)[len(arguments) :])
    sys.exit(soak(run, "proven by the reference", count, seed, CHUNK) > 0)
