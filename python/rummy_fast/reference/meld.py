"""Melds: runs and groups, what a joker stands for, value, notation and counting (rules 4 to 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal, NamedTuple

from rummy_fast.reference.errors import InvalidMeldError, NotationError
from rummy_fast.reference.rules import Rules
from rummy_fast.reference.tile import JOKER, Tile, Word, read_words, texts


class Place(NamedTuple):
    """A place of a meld: the tile it counts as, and whether it holds a joker."""

    tile: Tile
    joker: bool


@dataclass(frozen=True, order=True)
class Meld:
    """A valid run or group in canonical form, so that equal melds compare equal.

    The places of a run rise. Those of a group are the natural tiles in palette order, then the
    jokers. By rule 7 these have no color of their own; they are stored as the first colors that
    the group lacks.
    """

    places: tuple[Place, ...]
    kind: Literal["run", "group"]

    @property
    def naturals(self) -> tuple[Tile, ...]:
        """The tiles that are not jokers."""
        return tuple(place.tile for place in self.places if not place.joker)

    @property
    def jokers(self) -> tuple[int, ...]:
        """The places that hold a joker."""
        return tuple(i for i, place in enumerate(self.places) if place.joker)

    @property
    def tiles(self) -> Counter[Tile]:
        """The tiles, jokers as jokers."""
        return Counter(JOKER if joker else tile for tile, joker in self.places)

    @property
    def worth(self) -> int:
        """The value of the meld; a joker counts as the tile it stands for (rule 8)."""
        return sum(place.tile.value for place in self.places)

    def identities(self, place: int, rules: Rules) -> frozenset[Tile]:
        """Return the tiles a joker may stand for (rule 7).

        Args:
            place: The place of the joker.
            rules: The option `colors`.

        Returns:
            In a run the tile of its place, in a group that number in any color the group lacks.
        """
        tile = self.places[place].tile
        if self.kind == "run":
            return frozenset({tile})
        there = self.naturals
        every = (Tile(color, tile.value) for color in rules.palette)
        return frozenset(tile for tile in every if tile not in there)

    def __str__(self) -> str:
        """The meld in notation; beside a single natural tile, jokers are written as `J=r6`."""
        named = len(self.naturals) == 1
        return " ".join(
            (f"J={tile}" if named else "J") if joker else str(tile) for tile, joker in self.places
        )


def make_run(first: Tile, jokers: Sequence[bool]) -> Meld:
    """Make the run that begins with `first`; `jokers` tells which places hold a joker."""
    return Meld(
        tuple(Place(Tile(first.color, first.value + i), is_j) for i, is_j in enumerate(jokers)),
        "run",
    )


def make_group(value: int, colors: Iterable[int], jokers: int, rules: Rules) -> Meld:
    """Make the group of these colors and this many jokers."""
    there = sorted(colors)
    lacking = [color for color in rules.palette if color not in there]
    return Meld(
        tuple(Place(Tile(color, value), joker=False) for color in there)
        + tuple(Place(Tile(color, value), joker=True) for color in lacking[:jokers]),
        "group",
    )


BETWEEN_MELDS: Final = r"[|/;\r\n]"
"""What parts the melds of a table."""


def _words(text: str, rules: Rules) -> list[Word]:
    words = read_words(text, rules)
    if not words:
        raise NotationError("an empty meld")
    return words


def _as_run(words: list[Word], rules: Rules) -> Meld | None:
    """Read words as a run: one color, rising by one, within the numbers (rule 5)."""
    at, known = next((i, word.tile) for i, word in enumerate(words) if word.tile is not None)
    first = Tile(known.color, known.value - at)
    run = make_run(first, [word.joker for word in words])
    if first.value < 1 or first.value + len(words) - 1 > rules.values:
        return None
    agree = all(
        word.tile in (None, place.tile) for word, place in zip(words, run.places, strict=True)
    )
    return run if agree else None


def _as_group(words: list[Word], rules: Rules) -> Meld | None:
    """Read words as a group: one number, all colors different (rule 4)."""
    named = [word.tile for word in words if word.tile is not None]
    if len(words) > len(rules.palette) or len({tile.value for tile in named}) != 1:
        return None
    if len(set(named)) != len(named):
        return None
    colors = [word.tile.color for word in words if word.tile is not None and not word.joker]
    return make_group(named[0].value, colors, len(words) - len(colors), rules)


def read_meld(text: str, rules: Rules) -> Meld:
    """Read one meld.

    Args:
        text: Tiles separated by spaces, such as `r3 J r5`, `r3-6` or `r5 J=r6 J=r7`.
        rules: The deck and the option `shortest_meld`.

    Returns:
        The meld.

    Raises:
        NotationError: If a word is not a tile.
        InvalidMeldError: If the tiles are neither a run nor a group, or the text is ambiguous
            (rule 6).
    """
    words = _words(text, rules)
    naturals = sum(not word.joker for word in words)
    if naturals == 0:
        raise InvalidMeldError(f"{text!r}: a meld needs a tile that is not a joker (rule 6)")
    if len(words) < rules.shortest_meld:
        raise InvalidMeldError(f"{text!r}: a meld has {rules.shortest_meld} tiles or more")
    if naturals == 1 and all(word.tile is None for word in words if word.joker):
        raise InvalidMeldError(
            f"{text!r} is ambiguous: with a single natural tile a meld must say what its jokers"
            " stand for, as in J=r6 (rule 6)"
        )
    meld = _as_run(words, rules) or _as_group(words, rules)
    if meld is None:
        raise InvalidMeldError(
            f"{text!r} is neither a run of one color (rule 5) nor a group of different colors"
            " (rule 4)"
        )
    return meld


def read_table(table: object, rules: Rules) -> tuple[Meld, ...]:
    """Read a table.

    Args:
        table: Melds separated by `|`, a list of melds, or anything whose `str` is such text.
        rules: The deck and the option `shortest_meld`.

    Returns:
        The melds in the order given.
    """
    return tuple(read_meld(text, rules) for text in texts(table, BETWEEN_MELDS))


def read_draft(table: object, rules: Rules) -> tuple[tuple[Meld, ...], list[str]]:
    """Read a table that may be invalid: its valid melds, and the errors of the others."""
    melds: list[Meld] = []
    wrong: list[str] = []
    for text in texts(table, BETWEEN_MELDS):
        try:
            melds.append(read_meld(text, rules))
        except InvalidMeldError as error:
            wrong.append(str(error))
    return tuple(melds), wrong


def tiles_of(melds: Iterable[Meld]) -> Counter[Tile]:
    """Return all tiles of some melds."""
    return sum((meld.tiles for meld in melds), Counter[Tile]())


def count_melds(rules: object = None, max_run: int | None = None, max_jokers: int = 0) -> int:
    """Count the melds of a deck.

    Melds count as multisets of tiles: `r5 J J`, which can be a run or a group, is one meld, and so
    are `r4 r5 J` and `J r4 r5`. At least one tile is natural (rule 6). The number of copies and
    jokers of the deck does not matter.

    Args:
        rules: The deck and the shortest meld, in any form `solve` takes.
        max_run: The length of the longest run, jokers included; None for no limit.
        max_jokers: The most jokers in a meld.

    Returns:
        The number of melds.

    Examples:
        >>> count_melds()
        329
        >>> [count_melds(max_run=5, max_jokers=jokers) for jokers in (0, 1, 2)]
        [185, 679, 1173]
    """
    deck = Rules.of(rules)
    found: set[tuple[frozenset[Tile], int]] = set()
    sizes = range(deck.shortest_meld, len(deck.palette) + 1)
    shapes = [
        [Tile(color, value) for color in colors]
        for value in range(1, deck.values + 1)
        for size in sizes
        for colors in combinations(deck.palette, size)
    ]
    longest = min(deck.values, max_run or deck.values)
    shapes += [
        [Tile(color, first + i) for i in range(length)]
        for color in deck.palette
        for length in range(deck.shortest_meld, longest + 1)
        for first in range(1, deck.values - length + 2)
    ]
    for shape in shapes:
        for jokers in range(min(max_jokers, len(shape) - 1) + 1):
            for naturals in combinations(shape, len(shape) - jokers):
                found.add((frozenset(naturals), jokers))
    return len(found)
