"""Explanation: which jokers of the table were exchanged and which stayed (rules 14 and 15).

A position carries no history, so a turn is judged by whether *some* explanation of it exists
(rules.md section 3). An explanation says of each joker of the table whether it stayed (*locked*)
or was exchanged (*freed*), and by which tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple

from rummy_fast.reference.meld import Meld
from rummy_fast.reference.rules import Rules
from rummy_fast.reference.tile import Tile

KEPT = 3
"""Rule 12: the fewest tiles of a meld that stay where some of them are taken."""


class TableJoker(NamedTuple):
    """A joker of the table: the number of its meld and its place in it."""

    meld: int
    place: int


class Exchange(NamedTuple):
    """The tile put in for a freed joker, and where it came from."""

    tile: Tile
    source: Literal["hand", "table"]


@dataclass(frozen=True)
class Explanation:
    """One way in which the jokers of the table may have been treated."""

    locked: tuple[TableJoker, ...]
    """The jokers that stay."""
    freed: Mapping[TableJoker, Tile]
    """The jokers that were exchanged, and the tile put in for each."""
    needs: Counter[Tile]
    """The tiles that must be among those played from the hand, or this is no explanation."""


def enough(rules: Rules, size: int, together: int, naturals: int) -> bool:
    """Rule 15: whether enough of an old meld lies together where one of its jokers stayed.

    Args:
        rules: The option `locked_meld`.
        size: How many tiles the old meld had.
        together: How many of them, jokers counted, lie in the final meld.
        naturals: How many of these are natural tiles.

    Returns:
        Whether the joker may lie there.
    """
    if rules.locked_meld == "frozen":
        return together == size
    three = together >= min(KEPT, size)
    return three or (rules.locked_meld == "identity" and naturals >= 1)


def table_jokers(table: Sequence[Meld]) -> list[TableJoker]:
    """All jokers of a table."""
    return [TableJoker(m, i) for m, meld in enumerate(table) for i in meld.jokers]


def explanations(table: Sequence[Meld], hand: Counter[Tile], rules: Rules) -> Iterator[Explanation]:
    """All explanations of turns from a table.

    Under `locked_meld = free` nothing is asked of any joker, so there is a single explanation, in
    which no joker is locked and none had to be freed.

    Args:
        table: The table when the turn began.
        hand: The tiles that may come from the hand.
        rules: The options `locked_meld` and `exchange_from`.

    Yields:
        Explanations whose `needs` the hand can meet.
    """
    if rules.locked_meld == "free":
        yield Explanation((), {}, Counter())
        return
    jokers = table_jokers(table)
    for fates in product(*(_fates(joker, table, hand, rules) for joker in jokers)):
        freed = {joker: fate for joker, fate in zip(jokers, fates, strict=True) if fate is not None}
        if not _releasable(freed, table, rules):
            continue
        needs = Counter(fate.tile for fate in freed.values() if fate.source == "hand")
        if rules.exchange_from == "hand":
            if not needs <= hand:  # each freed joker needs a tile of its own
                continue
        else:  # a tile can go in, the joker out, the meld apart, and the tile on to the next
            needs = Counter(set(needs))
        yield Explanation(
            locked=tuple(joker for joker, fate in zip(jokers, fates, strict=True) if fate is None),
            freed={joker: exchange.tile for joker, exchange in freed.items()},
            needs=needs,
        )


def _fates(
    joker: TableJoker, table: Sequence[Meld], hand: Counter[Tile], rules: Rules
) -> list[Exchange | None]:
    """What may happen to one joker: it stays (None), or a tile of its identities replaces it."""
    fates: list[Exchange | None] = [None]
    for tile in sorted(table[joker.meld].identities(joker.place, rules)):
        if hand[tile]:
            fates.append(Exchange(tile, "hand"))
        if rules.exchange_from == "anywhere" and any(
            tile in meld.naturals for m, meld in enumerate(table) if m != joker.meld
        ):
            fates.append(Exchange(tile, "table"))
    return fates


def _releasable(freed: Mapping[TableJoker, Exchange], table: Sequence[Meld], rules: Rules) -> bool:
    """Section 3, *Releasable*: whether the jokers can be freed in some order."""
    out = {joker for joker, exchange in freed.items() if exchange.source == "hand"}
    waiting = set(freed) - out

    def may_leave(m: int) -> bool:
        """Whether a single tile may leave a meld, given the jokers that are out."""
        if all(TableJoker(m, i) in out for i in table[m].jokers):
            return True
        if rules.locked_meld == "keep_three":
            return len(table[m].places) > KEPT
        return rules.locked_meld == "identity"

    while True:
        free_now = {
            joker
            for joker in waiting
            if any(
                freed[joker].tile in meld.naturals and may_leave(m)
                for m, meld in enumerate(table)
                if m != joker.meld
            )
        }
        if not free_now:
            return not waiting
        out |= free_now
        waiting -= free_now
