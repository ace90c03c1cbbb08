"""Random crowded positions: 60 to 80 tiles on the table, up to two of them jokers."""

import random

COLORS = "rygb"
VALUES = 13
LENGTHS = (3, 3, 3, 4, 4, 5, 6)
"""Lengths of runs, with usual ones more often."""
LEAST, MOST = 60, 80
"""The bounds of the number of tiles on the table."""


def _run(rng: random.Random) -> list[str]:
    color, length = rng.choice(COLORS), rng.choice(LENGTHS)
    first = rng.randint(1, VALUES + 1 - length)
    return [f"{color}{value}" for value in range(first, first + length)]


def _group(rng: random.Random) -> list[str]:
    value = rng.randint(1, VALUES)
    return [f"{color}{value}" for color in rng.sample(COLORS, rng.choice((3, 3, 4)))]


def _melds(rng: random.Random, left: dict[str, int], wanted: int) -> list[list[str]]:
    """Draw melds of about `wanted` tiles in all from the rest of the deck."""
    melds: list[list[str]] = []
    count = 0
    for _ in range(600):
        meld = _group(rng) if rng.random() < 0.5 else _run(rng)
        if count + len(meld) <= MOST and all(left[tile] for tile in meld):
            for tile in meld:
                left[tile] -= 1
            melds.append(meld)
            count += len(meld)
            if count >= wanted:
                break
    return melds


def crowded(seed: int) -> tuple[str, str]:
    """Make the table and the hand of one position; the same seed gives the same position."""
    rng = random.Random(seed)  # noqa: S311, positions keep no secrets
    while True:
        left = {f"{color}{value}": 2 for color in COLORS for value in range(1, VALUES + 1)}
        melds = _melds(rng, left, rng.randint(LEAST, MOST))
        if sum(map(len, melds)) >= LEAST:
            break
    on_table = rng.randint(0, 2)
    for _ in range(on_table):
        # Each meld keeps two natural tiles, so that its text is not ambiguous.
        meld = rng.choice([meld for meld in melds if len(meld) - meld.count("J") > 2])
        place = rng.choice([place for place, tile in enumerate(meld) if tile != "J"])
        left[meld[place]] += 1
        meld[place] = "J"
    rest = [tile for tile, count in left.items() for _ in range(count)] + ["J"] * (2 - on_table)
    hand = rng.sample(rest, min(len(rest), rng.randint(10, 18)))
    return " | ".join(map(" ".join, melds)), " ".join(hand)
