"""Positions for the tests: answer files and hypothesis strategies."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import brute
import rummy_fast as rf
from hypothesis import strategies as st

DATA = Path(__file__).parent / "data"

PRESETS = tuple(rf.Rules.presets())


def rygb(preset: str) -> dict[str, Any]:
    """A preset in the colors of the answer files."""
    return {"preset": preset, "colors": "rygb"}


TILES = [*(f"{color}{value}" for color in "rygb" for value in range(1, 14)), "J"]
DECK = Counter(dict.fromkeys(TILES, 2))
MELDS = sorted({text for _, text in brute.shapes(4, 13, 3, 2)})


def records(name: str) -> list[dict[str, Any]]:
    """All records of an answer file."""
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    assert found, "a test without records tests nothing"
    return found


class Position(NamedTuple):
    """A table and a hand as text."""

    table: list[str]
    hand: list[str]

    def recolored(self, letters: str) -> "Position":
        """The same position with the colors `rygb` renamed."""
        names = str.maketrans("rygb", letters)
        return Position(
            [meld.translate(names) for meld in self.table],
            [tile.translate(names) for tile in self.hand],
        )


def tiles_of(melds: list[str]) -> Counter[str]:
    """The tiles of some melds, with every joker as `J`."""
    words = " ".join(melds).split()
    return Counter("J" if word.startswith("J") else word for word in words)


@st.composite
def positions(draw: st.DrawFn, most_melds: int = 8, most_tiles: int = 16) -> Position:
    """Positions of the standard deck."""
    table: list[str] = []
    left = Counter(DECK)
    for meld in draw(st.lists(st.sampled_from(MELDS), max_size=most_melds)):
        tiles = tiles_of([meld])
        if tiles <= left:
            left -= tiles
            table.append(meld)
    hand = []
    for tile in draw(st.lists(st.sampled_from(TILES), max_size=most_tiles)):
        if left[tile] > 0:
            left[tile] -= 1
            hand.append(tile)
    return Position(table, hand)


HARD_RULES = rf.Rules("free_jokers", colors=8, values=26, copies=4, jokers=8, shortest_meld=5)
"""The largest deck, with long melds."""


def hard_hand() -> list[str]:
    """A hand whose best play takes seconds to find under `HARD_RULES`."""
    deck = [f"{c}{v}" for c in "rygbkopw" for v in range(1, 27) for _ in range(4)] + ["J"] * 8
    return random.Random(1).sample(deck, 250)


def weights() -> dict[str, float]:
    """A different weight for each tile of the largest deck."""
    rng = random.Random(0)
    return {f"{c}{v}": rng.random() for c in "rygbkopw" for v in range(1, 27)}
