"""Meld: runs and groups, what a joker stands for, value, notation, and counting (rules 4-8)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

from rummy_fast.reference.errors import InvalidMeldError, NotationError
from rummy_fast.reference.rules import Rules
from rummy_fast.reference.tile import JOKER, Tile, read_tile, texts


class Place(NamedTuple):
    """One place of a meld: the tile that counts there, and whether a joker stands for it."""

    tile: Tile
    joker: bool


@dataclass(frozen=True, order=True)
class Meld:
    """A valid run or group, in canonical form, so that equal melds are equal objects.

    The places of a run rise. Those of a group are the natural tiles in the order of the palette
    and then the jokers, which by rule 7 have no color of their own: they are written down as
    the first colors that the group lacks.
    """

    places: tuple[Place, ...]
    kind: Literal["run", "group"]

    @property
    def naturals(self) -> tuple[Tile, ...]:
        """The tiles that are not jokers."""
        return tuple(place.tile for place in self.places if not place.joker)

    @property
    def jokers(self) -> tuple[int, ...]:
        """The places at which a joker lies."""
        return tuple(i for i, place in enumerate(self.places) if place.joker)

    @property
    def tiles(self) -> Counter[Tile]:
        """The tiles themselves, jokers as jokers."""
        return Counter(JOKER if joker else tile for tile, joker in self.places)

    @property
    def worth(self) -> int:
        """Rule 8: a joker counts as the tile it stands for."""
        return sum(place.tile.value for place in self.places)

    def identities(self, place: int, rules: Rules) -> frozenset[Tile]:
        """What a joker stands for (rule 7).

        Args:
            place: Where in the meld the joker lies.
            rules: How many colors there are.

        Returns:
            In a run the tile of its place, in a group any color that the group lacks.
        """
        tile = self.places[place].tile
        if self.kind == "run":
            return frozenset({tile})
        there = self.naturals
        every = (Tile(color, tile.value) for color in range(rules.colors))
        return frozenset(tile for tile in every if tile not in there)

    def __str__(self) -> str:
        """The meld in notation; with a single natural tile its jokers say what they are."""
        said = len(self.naturals) == 1
        return " ".join(
            (f"J={tile}" if said else "J") if joker else str(tile) for tile, joker in self.places
        )


def make_run(first: Tile, jokers: Sequence[bool]) -> Meld:
    """The run that begins with the place `first`; `jokers` says where a joker lies."""
    return Meld(
        tuple(Place(Tile(first.color, first.value + i), is_j) for i, is_j in enumerate(jokers)),
        "run",
    )


def make_group(value: int, colors: Iterable[int], jokers: int, rules: Rules) -> Meld:
    """The group of these colors and so many jokers."""
    there = sorted(colors)
    lacking = [color for color in range(rules.colors) if color not in there]
    return Meld(
        tuple(Place(Tile(color, value), joker=False) for color in there)
        + tuple(Place(Tile(color, value), joker=True) for color in lacking[:jokers]),
        "group",
    )


class _Word(NamedTuple):
    """One word of a meld: a natural tile, or a joker that may say what it stands for."""

    tile: Tile | None
    joker: bool


_SPAN = re.compile(r"([a-z])([0-9]+)-([0-9]+)")


def _words(text: str, rules: Rules) -> list[_Word]:
    words: list[_Word] = []
    for word in text.lower().split():
        span = _SPAN.fullmatch(word)
        if span is not None:
            first, last = (read_tile(span[1] + span[i], rules) for i in (2, 3))
            if first.value >= last.value:
                raise NotationError(f"{word!r} does not rise")
            words += [
                _Word(Tile(first.color, value), joker=False)
                for value in range(first.value, last.value + 1)
            ]
        elif word.startswith("j="):
            tile = read_tile(word[2:], rules)
            if tile == JOKER:
                raise NotationError(f"{word!r}: a joker stands for a tile")
            words.append(_Word(tile, joker=True))
        else:
            tile = read_tile(word, rules)
            words.append(_Word(None, joker=True) if tile == JOKER else _Word(tile, joker=False))
    if not words:
        raise NotationError("an empty meld")
    return words


def _as_run(words: list[_Word], rules: Rules) -> Meld | None:
    """Rule 5: one color, rising by one from place to place, nothing beyond the last number."""
    at, known = next((i, word.tile) for i, word in enumerate(words) if word.tile is not None)
    first = Tile(known.color, known.value - at)
    run = make_run(first, [word.joker for word in words])
    if first.value < 1 or first.value + len(words) - 1 > rules.values:
        return None
    agree = all(
        word.tile in (None, place.tile) for word, place in zip(words, run.places, strict=True)
    )
    return run if agree else None


def _as_group(words: list[_Word], rules: Rules) -> Meld | None:
    """Rule 4: one number, all colors different."""
    said = [word.tile for word in words if word.tile is not None]
    if len(words) > rules.colors or len({tile.value for tile in said}) != 1:
        return None
    if len(set(said)) != len(said):
        return None
    colors = [word.tile.color for word in words if word.tile is not None and not word.joker]
    return make_group(said[0].value, colors, len(words) - len(colors), rules)


def read_meld(text: str, rules: Rules) -> Meld:
    """Read one meld.

    Args:
        text: Tiles parted by blanks, `r3 J r5`, `r3-6`, `r5 J=r6 J=r7`.
        rules: What is in the deck and how short a meld may be.

    Returns:
        The meld.

    Raises:
        NotationError: The text is not made of tiles.
        InvalidMeldError: The tiles are neither a run nor a group, or could be both (rule 6).
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
        table: Melds parted by `|`, a list of melds, or anything whose `str` is such a text.
        rules: What is in the deck and how short a meld may be.

    Returns:
        The melds in the order given.
    """
    return tuple(read_meld(text, rules) for text in texts(table, "|"))


def read_draft(table: object, rules: Rules) -> tuple[tuple[Meld, ...], list[str]]:
    """Read a table that may be wrong: its valid melds, and what is wrong with the others."""
    melds: list[Meld] = []
    wrong: list[str] = []
    for text in texts(table, "|"):
        try:
            melds.append(read_meld(text, rules))
        except InvalidMeldError as error:
            wrong.append(str(error))
    return tuple(melds), wrong


def tiles_of(melds: Iterable[Meld]) -> Counter[Tile]:
    """All tiles of some melds."""
    return sum((meld.tiles for meld in melds), Counter[Tile]())


def count_melds(rules: object = None, max_run: int | None = None, max_jokers: int = 0) -> int:
    """Count the melds of a deck.

    A meld is counted as the multiset of its tiles, so `r5 J J`, which can be a run or a group, is
    one meld, and so are `r4 r5 J` and `J r4 r5`. At least one tile is not a joker (rule 6), and
    how many copies or jokers the deck really has does not matter.

    Args:
        rules: The deck and the shortest meld, in any form `solve` takes.
        max_run: The longest run, jokers included; None for no limit.
        max_jokers: The most jokers in a meld.

    Returns:
        How many melds there are.

    Examples:
        >>> count_melds()
        329
        >>> [count_melds(max_run=5, max_jokers=jokers) for jokers in (0, 1, 2)]
        [185, 679, 1173]
    """
    deck = Rules.of(rules)
    found: set[tuple[frozenset[Tile], int]] = set()
    sizes = range(deck.shortest_meld, deck.colors + 1)
    shapes = [
        [Tile(color, value) for color in colors]
        for value in range(1, deck.values + 1)
        for size in sizes
        for colors in combinations(range(deck.colors), size)
    ]
    longest = min(deck.values, max_run or deck.values)
    shapes += [
        [Tile(color, first + i) for i in range(length)]
        for color in range(deck.colors)
        for length in range(deck.shortest_meld, longest + 1)
        for first in range(1, deck.values - length + 2)
    ]
    for shape in shapes:
        for jokers in range(min(max_jokers, len(shape) - 1) + 1):
            for naturals in combinations(shape, len(shape) - jokers):
                found.add((frozenset(naturals), jokers))
    return len(found)
