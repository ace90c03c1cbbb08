"""Tiles: a tile or a joker, a hand as a multiset, and their notation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rummy_fast.reference.errors import InvalidTableError, NotationError
from rummy_fast.reference.rules import PALETTE, Rules


class Tile(NamedTuple):
    """A tile: its color as an index into `PALETTE`, and its number."""

    color: int
    value: int

    def __str__(self) -> str:
        """The tile in notation, such as `r6` or `J`."""
        return "J" if self == JOKER else f"{PALETTE[self.color]}{self.value}"


JOKER = Tile(len(PALETTE), 0)
"""The joker; it sorts after all colors."""

_TILE = re.compile(r"([a-z])([0-9]{1,3})")


def read_tile(text: str, rules: Rules) -> Tile:
    """Read one tile.

    Args:
        text: Text such as `r6` or `J`, in upper or lower case.
        rules: The deck.

    Returns:
        The tile.

    Raises:
        NotationError: If the text is not a tile of this deck.
    """
    if text.lower() == "j":
        return JOKER
    match = _TILE.fullmatch(text.lower())
    if match is None:
        raise NotationError(f"{text!r} is not a tile")
    color, value = PALETTE.find(match[1]), int(match[2])
    if not 0 <= color < rules.colors or not 1 <= value <= rules.values:
        raise NotationError(
            f"{text!r} is not in the deck: colors {' '.join(PALETTE[: rules.colors])},"
            f" numbers 1 to {rules.values}"
        )
    return Tile(color, value)


def read_hand(hand: object, rules: Rules) -> Counter[Tile]:
    """Read a hand.

    Args:
        hand: Tiles separated by spaces, a list of tiles, or anything whose `str` is such text.
        rules: The deck.

    Returns:
        The count of each tile.
    """
    return Counter(read_tile(word, rules) for text in texts(hand) for word in text.split())


def texts(given: object, separator: str | None = None) -> list[str]:
    """Split an argument into texts: a list item by item, anything else by its `str`.

    Args:
        given: Text, a list or another iterable, or an object whose `str` is such text.
        separator: What separates the items of a text; None for white space.

    Returns:
        The items; none for blank text.
    """
    if isinstance(given, list | tuple | set | frozenset | Iterator):
        return [str(item) for item in given]
    text = str(given)
    return text.split(separator) if text.strip() else []


def sorted_texts(tiles: Iterable[Tile]) -> tuple[str, ...]:
    """Return tiles in canonical order: color by color, jokers last."""
    return tuple(str(tile) for tile in sorted(tiles))


def check_counts(tiles: Counter[Tile], rules: Rules) -> None:
    """Check that the deck has all of these tiles (rule 1).

    Args:
        tiles: All visible tiles.
        rules: The deck.

    Raises:
        InvalidTableError: If there are more copies of a tile than the deck has.
    """
    for tile, count in sorted(tiles.items()):
        most = rules.jokers if tile == JOKER else rules.copies
        if count > most:
            raise InvalidTableError(f"{tile} is there {count} times, the deck has {most}")
