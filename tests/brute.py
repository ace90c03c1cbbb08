"""Brute force for small decks: every partition of the tiles, judged one by one.

Simple on purpose. It tries every multiset of hand tiles, partitions the table and those tiles into
melds in every way, with every reading of the jokers, and asks a judge about each result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product

COLORS = "rygbkopw"

Shape = tuple[tuple[tuple[str, int], ...], str]
"""The tiles of a meld with their counts, and the meld as text."""


def shapes(colors: int, values: int, shortest: int, jokers: int) -> list[Shape]:
    """All melds of a deck, with jokers in all places."""
    palette = COLORS[:colors]
    melds = [
        [f"{color}{first + i}" for i in range(length)]
        for color in palette
        for length in range(shortest, values + 1)
        for first in range(1, values - length + 2)
    ]
    groups = [
        [f"{color}{value}" for color in chosen]
        for value in range(1, values + 1)
        for size in range(shortest, colors + 1)
        for chosen in combinations(palette, size)
    ]
    found: dict[object, Shape] = {}
    for tiles in melds + groups:
        for is_joker in product((False, True), repeat=len(tiles)):
            places = list(zip(tiles, is_joker, strict=True))
            naturals = [c for c, joker in places if not joker]
            if not naturals or sum(is_joker) > jokers:
                continue
            needed = Counter("J" if joker else c for c, joker in places)
            text = " ".join(f"J={c}" if joker else c for c, joker in places)
            key: object = text
            if tiles in groups:  # the colors of a group's jokers make no difference
                key = (tiles[0][1:], tuple(naturals), sum(is_joker), "group")
            found.setdefault(key, (tuple(needed.items()), text))
    return list(found.values())


def partitions(tiles: Counter[str], melds: list[Shape]) -> Iterator[tuple[str, ...]]:
    """All partitions of tiles into melds; with two copies of a tile, some occur twice.

    The first tile left must be in some meld, and every meld has a tile that is not a joker.
    """
    left = Counter(tiles)

    def fits(needed: tuple[tuple[str, int], ...]) -> bool:
        return all(left[tile] >= n for tile, n in needed)

    possible = [(needed, text) for needed, text in melds if fits(needed)]
    naturals = sorted(tile for tile in tiles if tile != "J")
    having = {c: [meld for meld in possible if c in dict(meld[0])] for c in naturals}

    def go() -> Iterator[tuple[str, ...]]:
        first = next((tile for tile in naturals if left[tile]), None)
        if first is None:
            if not left["J"]:
                yield ()
            return
        for needed, text in having[first]:
            if fits(needed):
                left.subtract(dict(needed))
                for rest in go():
                    yield (text, *rest)
                left.update(dict(needed))

    return go()


def choices(hand: Counter[str]) -> Iterator[Counter[str]]:
    """All non-empty multisets of tiles from a hand."""
    kinds = sorted(hand)
    for counts in product(*(range(hand[kind] + 1) for kind in kinds)):
        if any(counts):
            yield Counter({kind: n for kind, n in zip(kinds, counts, strict=True) if n})


def best(
    table: list[str],
    hand: str,
    melds: list[Shape],
    judge: Callable[[list[str]], bool],
    worth: Callable[[Counter[str]], tuple[float, float]],
) -> tuple[float, float]:
    """Find the worth of the best legal turn.

    Args:
        table: The table.
        hand: The hand.
        melds: All `shapes` of the deck.
        judge: Whether a table may be the result of the turn.
        worth: The worth of playing some tiles.

    Returns:
        The greatest worth of a legal turn; (0, 0) if there is none.
    """
    there = Counter(
        "J" if word.startswith("J") else word for meld in table for word in meld.split()
    )
    ranked = sorted(choices(Counter(hand.split())), key=worth, reverse=True)
    for played in ranked:
        if any(judge(list(result)) for result in partitions(there + played, melds)):
            return worth(played)
    return (0, 0)
