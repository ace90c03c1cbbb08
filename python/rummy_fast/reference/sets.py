"""Sets: how the cards of one number can be parted into sets (rule 4), with locked jokers (15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rummy_fast.reference.explanation import enough
from rummy_fast.reference.rules import Rules


class OldSet(NamedTuple):
    """A set of the table in which jokers stayed."""

    size: int
    """How many cards it had."""
    claimable: frozenset[int]
    """The colours of its natural cards and of the cards put in for its exchanged jokers."""
    identities: frozenset[int]
    """The colours its jokers may stand for."""


class WholeSet(NamedTuple):
    """What a final set must hold to hold a whole old set (section 4, *New meld*)."""

    colors: frozenset[int]
    old: int
    """The number of the `OldSet` all of whose locked jokers it must hold, or -1."""
    locked: int
    """How many jokers these are."""


@dataclass(frozen=True)
class Corner:
    """What has to be respected when sets of one number are made."""

    rules: Rules
    olds: tuple[OldSet, ...] = ()
    wholes: tuple[WholeSet, ...] = ()
    """The old melds that no freed joker may lie with."""


class Pool(NamedTuple):
    """Cards of one number that are to become sets, every one of them."""

    cards: tuple[int, ...]
    """How many natural cards there are of each colour."""
    jokers: int
    """Jokers that may lie anywhere."""
    freed: int
    """Jokers bound by `freed_joker = new_meld`."""
    locked: tuple[int, ...]
    """For each `OldSet`, how many jokers stayed."""
    claims: frozenset[tuple[int, int]]
    """What the old sets may still claim: pairs of an `OldSet`'s number and a colour."""


class FinalSet(NamedTuple):
    """A set that was made: its colours, and how many jokers it has."""

    colors: tuple[int, ...]
    jokers: int


@lru_cache(maxsize=1 << 18)
def part(pool: Pool, corner: Corner) -> tuple[FinalSet, ...] | None:
    """Part cards into sets.

    Args:
        pool: The cards; all are to be used.
        corner: What binds them.

    Returns:
        Sets that use all cards, or None if there are none.
    """
    left = [color for color, count in enumerate(pool.cards) if count]
    if not left:  # rule 6: no set is made of jokers alone
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
                        tuple(n - (c in colors) for c, n in enumerate(pool.cards)),
                        pool.jokers - jokers,
                        pool.freed - freed,
                        tuple(a - b for a, b in zip(pool.locked, locked, strict=True)),
                        claims,
                    ),
                    corner,
                )
                if rest is not None:
                    return (FinalSet(colors, jokers + freed + sum(locked)), *rest)
    return None


def _fillings(
    pool: Pool, naturals: int, rules: Rules
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """The jokers that can complete so many natural cards to a set."""
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
    """Rule 15: the claims that are left when jokers stay in a set of these colours."""
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
    """Rule 7: the locked jokers stand for different colours, old identities that the set lacks."""
    wishes = [corner.olds[a].identities for a, count in enumerate(locked) for _ in range(count)]

    def fit(index: int, taken: frozenset[int]) -> bool:
        return index == len(wishes) or any(
            fit(index + 1, taken | {color}) for color in wishes[index] - taken
        )

    return fit(0, frozenset(colors))


def _is_old(colors: tuple[int, ...], locked: tuple[int, ...], corner: Corner) -> bool:
    """Whether a whole old set lies in a set of these colours."""
    return any(
        whole.colors <= set(colors) and (whole.old < 0 or locked[whole.old] == whole.locked)
        for whole in corner.wholes
    )
