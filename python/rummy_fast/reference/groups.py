"""Groups: how the tiles of one number can be parted into groups (rule 4), with locked jokers (15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rummy_fast.reference.explanation import enough
from rummy_fast.reference.rules import Rules


class OldGroup(NamedTuple):
    """A group of the table in which jokers stayed."""

    size: int
    """How many tiles it had."""
    claimable: frozenset[int]
    """The colors of its natural tiles and of the tiles put in for its exchanged jokers."""
    identities: frozenset[int]
    """The colors its jokers may stand for."""


class WholeGroup(NamedTuple):
    """What a final group must hold to hold a whole old group (section 4, *New meld*)."""

    colors: frozenset[int]
    old: int
    """The number of the `OldGroup` all of whose locked jokers it must hold, or -1."""
    locked: int
    """How many jokers these are."""


@dataclass(frozen=True)
class Corner:
    """What has to be respected when groups of one number are made."""

    rules: Rules
    olds: tuple[OldGroup, ...] = ()
    wholes: tuple[WholeGroup, ...] = ()
    """The old melds that no freed joker may lie with."""


class Pool(NamedTuple):
    """Tiles of one number that are to become groups, every one of them."""

    tiles: tuple[int, ...]
    """How many natural tiles there are of each color."""
    jokers: int
    """Jokers that may lie anywhere."""
    freed: int
    """Jokers bound by `freed_joker = new_meld`."""
    locked: tuple[int, ...]
    """For each `OldGroup`, how many jokers stayed."""
    claims: frozenset[tuple[int, int]]
    """What the old groups may still claim: pairs of an `OldGroup`'s number and a color."""


class FinalGroup(NamedTuple):
    """A group that was made: its colors, and how many jokers it has."""

    colors: tuple[int, ...]
    jokers: int


@lru_cache(maxsize=1 << 18)
def part(pool: Pool, corner: Corner) -> tuple[FinalGroup, ...] | None:
    """Part tiles into groups.

    Args:
        pool: The tiles; all are to be used.
        corner: What binds them.

    Returns:
        Groups that use all tiles, or None if there are none.
    """
    left = [color for color, count in enumerate(pool.tiles) if count]
    if not left:  # rule 6: no group is made of jokers alone
        return None if pool.jokers or pool.freed or any(pool.locked) else ()
    first, *others = left
    for chosen in product((True, False), repeat=len(others)):
        colors = (first, *(color for color, taken in zip(others, chosen, strict=True) if taken))
        for jokers, freed, locked in _fillings(pool, len(colors), corner.rules):
            for claims in _ways_to_lock(colors, locked, pool.claims, corner):
                if freed and _is_old(colors, locked, corner):
                    continue
                rest = part(
                    Pool(
                        tuple(n - (c in colors) for c, n in enumerate(pool.tiles)),
                        pool.jokers - jokers,
                        pool.freed - freed,
                        tuple(a - b for a, b in zip(pool.locked, locked, strict=True)),
                        claims,
                    ),
                    corner,
                )
                if rest is not None:
                    return (FinalGroup(colors, jokers + freed + sum(locked)), *rest)
    return None


def _fillings(
    pool: Pool, naturals: int, rules: Rules
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """The jokers that can complete so many natural tiles to a group."""
    for locked in product(*(range(count + 1) for count in pool.locked)):
        for freed in range(pool.freed + 1):
            for jokers in range(pool.jokers + 1):
                size = naturals + sum(locked) + freed + jokers
                if rules.shortest_meld <= size <= rules.colors:
                    yield jokers, freed, locked


def _ways_to_lock(
    colors: tuple[int, ...],
    locked: tuple[int, ...],
    claims: frozenset[tuple[int, int]],
    corner: Corner,
) -> Iterator[frozenset[tuple[int, int]]]:
    """Rule 15: the claims that are left when jokers stay in a group of these colors."""
    if not any(locked):
        yield claims
        return
    if not _colors_fit(colors, locked, corner):
        return
    present = [a for a, count in enumerate(locked) if count]
    claimants = [[-1, *(a for a in present if (a, color) in claims)] for color in colors]
    for claimed_by in product(*claimants):
        if all(
            enough(
                corner.rules,
                corner.olds[a].size,
                locked[a] + claimed_by.count(a),
                claimed_by.count(a),
            )
            for a in present
        ):
            yield claims - set(zip(claimed_by, colors, strict=True))


def _colors_fit(colors: tuple[int, ...], locked: tuple[int, ...], corner: Corner) -> bool:
    """Rule 7: the locked jokers stand for different colors, old identities that the group lacks."""
    wishes = [corner.olds[a].identities for a, count in enumerate(locked) for _ in range(count)]

    def fit(index: int, taken: frozenset[int]) -> bool:
        return index == len(wishes) or any(
            fit(index + 1, taken | {color}) for color in wishes[index] - taken
        )

    return fit(0, frozenset(colors))


def _is_old(colors: tuple[int, ...], locked: tuple[int, ...], corner: Corner) -> bool:
    """Whether a whole old group lies in a group of these colors."""
    return any(
        whole.colors <= set(colors) and (whole.old < 0 or locked[whole.old] == whole.locked)
        for whole in corner.wholes
    )
