"""Tiles: a tile or a joker, a hand as a multiset, and their notation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

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

NAMES = ("red", "yellow", "green", "blue", "black", "orange", "purple", "white")
"""The names of the colors, in the order of `PALETTE`."""

_COLOR = rf"(?:{'|'.join(NAMES)}|[a-z])"
_DASH = r"\s*[-\u2010-\u2014\u2212]\s*"
_SEPARATOR = r"(?=[\s,]|$)"
_JOKER = r"(?:joker|j|\*)"
_ITEMS: Final = (
    ("joker", rf"{_JOKER}{_SEPARATOR}"),
    (
        "run",
        (
            rf"(?P<c>{_COLOR})\s*(?:{_DASH})?(?P<n>\d+){_DASH}"
            rf"(?P<c2>{_COLOR})?\s*(?P<m>\d+){_SEPARATOR}"
        ),
    ),
    ("run", rf"(?P<n>\d+)\s*(?P<c>{_COLOR}){_DASH}(?P<m>\d+)\s*(?P<c2>{_COLOR}){_SEPARATOR}"),
    ("run", rf"(?P<n>\d+)\s*(?P<c>{_COLOR}){_DASH}(?P<m>\d+){_SEPARATOR}"),
    ("run", rf"(?P<n>\d+){_DASH}(?P<m>\d+)\s*(?P<c>{_COLOR}){_SEPARATOR}"),
    ("tile", rf"(?P<c>{_COLOR})\s*(?:{_DASH})?(?P<n>\d+){_SEPARATOR}"),
    ("tile", rf"(?P<n>\d+)\s*(?:{_DASH})?(?P<c>{_COLOR}){_SEPARATOR}"),
)
"""Tiles and runs, as they may be written."""
_READ: Final = tuple((kind, re.compile(pattern)) for kind, pattern in _ITEMS)
_NAMED: Final = re.compile(rf"{_JOKER}\s*=\s*(?!{_JOKER}{_SEPARATOR})")


class Word(NamedTuple):
    """A tile as written: a natural tile, or a joker that may name the tile it stands for."""

    tile: Tile | None
    joker: bool


def read_words(text: str, rules: Rules) -> list[Word]:
    """Read tiles.

    Args:
        text: Tiles such as `r6`, `6 red` or `J`, runs such as `r3-6`, and jokers such as `J=r7`.
        rules: The deck.

    Returns:
        The tiles in the order given.

    Raises:
        NotationError: If something is not a tile of this deck.
    """
    words: list[Word] = []
    rest = text.lower().lstrip(" \t\r\n,")
    while rest:
        named = _NAMED.match(rest)
        start = named.end() if named else 0
        found = next(((kind, m) for kind, item in _READ if (m := item.match(rest, start))), None)
        if found is None or (named and found[0] != "tile"):
            raise NotationError(f"{rest.split()[0]!r} is not a tile")
        kind, match = found
        if kind == "joker":
            words.append(Word(None, joker=True))
        else:
            words += [Word(tile, joker=named is not None) for tile in _tiles(match, rules)]
        rest = rest[match.end() :].lstrip(" \t\r\n,")
    return words


def _tiles(match: re.Match[str], rules: Rules) -> list[Tile]:
    """The tiles of an item: one, or those of a run."""
    parts = match.groupdict()
    low = int(parts["n"])
    high = int(parts.get("m") or low)
    colors = {_color(name) for name in (parts["c"], parts.get("c2")) if name}
    if len(colors) > 1 or high < low:
        raise NotationError(f"{match[0]!r} does not rise in one color")
    color = colors.pop()
    if color not in rules.palette or not 1 <= low <= high <= rules.values:
        raise NotationError(
            f"{match[0]!r} is not in the deck: colors {' '.join(rules.letters)},"
            f" numbers 1 to {rules.values}"
        )
    return [Tile(color, value) for value in range(low, high + 1)]


def _color(name: str) -> int:
    """The index of a color by letter or name; -1 for another letter."""
    return PALETTE.find(name) if len(name) == 1 else NAMES.index(name)


def read_tile(text: str, rules: Rules) -> Tile:
    """Read one tile.

    Args:
        text: Text such as `r6` or `J`.
        rules: The deck.

    Returns:
        The tile.

    Raises:
        NotationError: If the text is not a tile of this deck.
    """
    match read_words(text, rules):
        case [Word(tile=None)]:
            return JOKER
        case [Word(tile=Tile() as tile, joker=False)]:
            return tile
        case _:
            raise NotationError(f"{text!r} is not a tile")


def read_hand(hand: object, rules: Rules) -> Counter[Tile]:
    """Read a hand.

    Args:
        hand: Tiles separated by spaces, a list of tiles, or anything whose `str` is such text.
        rules: The deck.

    Returns:
        The count of each tile.
    """
    return Counter(
        JOKER if word.tile is None else word.tile
        for text in ([hand] if isinstance(hand, str) else texts(hand))
        for word in read_words(text, rules)
    )


def texts(given: object, separator: str | None = None) -> list[str]:
    """Split an argument into texts: a list item by item, anything else by its `str`.

    Args:
        given: Text, a list or another iterable, or an object whose `str` is such text. An item
            that is a list is a meld, tile by tile.
        separator: A pattern of what separates the items of a text; None for none.

    Returns:
        The items that are not blank.
    """
    if isinstance(given, list | tuple | set | frozenset | Iterator):
        items = [" ".join(map(str, x)) if isinstance(x, list | tuple) else str(x) for x in given]
    else:
        text = str(given)
        items = [text] if separator is None else re.split(separator, text)
    return [item for item in items if item.strip(" \t\r\n,")]


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
