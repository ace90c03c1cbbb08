"""Groups: partitions of the tiles of one number (rule 4), with locked jokers (rule 15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rummy_fast.reference.explanation import enough
from rummy_fast.reference.rules import Rules


class OldGroup(NamedTuple):
    """A group of the table with locked jokers."""

    size: int
    """How many tiles it had."""
    assignable: frozenset[int]
    """The colors of its natural tiles, and of the tiles that replaced its freed jokers."""
    identities: frozenset[int]
    """The colors its jokers may stand for."""


class WholeGroup(NamedTuple):
    """What a final group must contain to contain a whole old group (section 4, *New meld*)."""

    colors: frozenset[int]
    old: int
    """The index of the `OldGroup` whose locked jokers it must all contain, or -1."""
    locked: int
    """How many locked jokers these are."""


@dataclass(frozen=True)
class GroupConstraints:
    """The constraints on the groups of one number."""

    rules: Rules
    olds: tuple[OldGroup, ...] = ()
    wholes: tuple[WholeGroup, ...] = ()
    """The old groups that no freed joker may be with."""


class GroupTiles(NamedTuple):
    """Tiles of one number, all of which must go into groups."""

    tiles: tuple[int, ...]
    """The number of natural tiles of each color."""
    jokers: int
    """Jokers without constraints."""
    freed: int
    """Jokers constrained by `freed_joker = new_meld`."""
    locked: tuple[int, ...]
    """The number of locked jokers of each `OldGroup`."""
    assignable: frozenset[tuple[int, int]]
    """The tiles of old groups not yet assigned to a final group: index of `OldGroup`, and color."""


class FinalGroup(NamedTuple):
    """A finished group: the colors of its natural tiles, and its number of jokers."""

    colors: tuple[int, ...]
    jokers: int


@lru_cache(maxsize=1 << 18)
def partition(given: GroupTiles, constraints: GroupConstraints) -> tuple[FinalGroup, ...] | None:
    """Partition tiles into groups.

    Args:
        given: The tiles, all of which must be used.
        constraints: The constraints on the groups.

    Returns:
        Groups that use all tiles, or None if there is no such partition.
    """
    left = [color for color, count in enumerate(given.tiles) if count]
    if not left:  # rule 6: no group consists of jokers alone
        return None if given.jokers or given.freed or any(given.locked) else ()
    first, *others = left
    for chosen in product((True, False), repeat=len(others)):
        colors = (first, *(color for color, taken in zip(others, chosen, strict=True) if taken))
        for jokers, freed, locked in _fillings(given, len(colors), constraints.rules):
            for assignable in _assignments(colors, locked, given.assignable, constraints):
                if freed and _is_old(colors, locked, constraints):
                    continue
                rest = partition(
                    GroupTiles(
                        tuple(n - (c in colors) for c, n in enumerate(given.tiles)),
                        given.jokers - jokers,
                        given.freed - freed,
                        tuple(a - b for a, b in zip(given.locked, locked, strict=True)),
                        assignable,
                    ),
                    constraints,
                )
                if rest is not None:
                    return (FinalGroup(colors, jokers + freed + sum(locked)), *rest)
    return None


def _fillings(
    given: GroupTiles, naturals: int, rules: Rules
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """List the jokers (free, freed, locked) that make a group of this many natural tiles."""
    for locked in product(*(range(count + 1) for count in given.locked)):
        for freed in range(given.freed + 1):
            for jokers in range(given.jokers + 1):
                size = naturals + sum(locked) + freed + jokers
                if rules.shortest_meld <= size <= len(rules.palette):
                    yield jokers, freed, locked


def _assignments(
    colors: tuple[int, ...],
    locked: tuple[int, ...],
    assignable: frozenset[tuple[int, int]],
    constraints: GroupConstraints,
) -> Iterator[frozenset[tuple[int, int]]]:
    """Assign tiles to old groups so that rule 15 holds; yield what stays assignable."""
    if not any(locked):
        yield assignable
        return
    if not _colors_fit(colors, locked, constraints):
        return
    present = [a for a, count in enumerate(locked) if count]
    owners = [[-1, *(a for a in present if (a, color) in assignable)] for color in colors]
    for assigned in product(*owners):
        if all(
            enough(
                constraints.rules,
                constraints.olds[a].size,
                locked[a] + assigned.count(a),
                assigned.count(a),
            )
            for a in present
        ):
            yield assignable - set(zip(assigned, colors, strict=True))


def _colors_fit(
    colors: tuple[int, ...], locked: tuple[int, ...], constraints: GroupConstraints
) -> bool:
    """Tell whether the locked jokers can stand for different missing colors (rule 7)."""
    identities = [
        constraints.olds[a].identities for a, count in enumerate(locked) for _ in range(count)
    ]

    def fit(index: int, taken: frozenset[int]) -> bool:
        return index == len(identities) or any(
            fit(index + 1, taken | {color}) for color in identities[index] - taken
        )

    return fit(0, frozenset(colors))


def _is_old(
    colors: tuple[int, ...], locked: tuple[int, ...], constraints: GroupConstraints
) -> bool:
    """Tell whether a group of these colors contains a whole old group."""
    return any(
        whole.colors <= set(colors) and (whole.old < 0 or locked[whole.old] == whole.locked)
        for whole in constraints.wholes
    )
