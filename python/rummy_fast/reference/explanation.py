"""Explanations: which jokers of the table were exchanged, and which stayed (rules 14 and 15).

A position carries no history, so a turn is legal if *some* explanation of it exists (rules.md
section 3). An explanation tells for each joker of the table whether it stayed (*locked*) or was
exchanged (*freed*), and for which tile.
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
"""Rule 12: the fewest tiles that must stay in a meld when others are taken from it."""


class TableJoker(NamedTuple):
    """A joker of the table, as the index of its meld and its place there."""

    meld: int
    place: int


class Exchange(NamedTuple):
    """The tile that replaces a freed joker, and where it comes from."""

    tile: Tile
    source: Literal["hand", "table"]


@dataclass(frozen=True)
class Explanation:
    """One possible treatment of all jokers of the table."""

    locked: tuple[TableJoker, ...]
    """The jokers that stay."""
    freed: Mapping[TableJoker, Tile]
    """The jokers that were exchanged, each with the tile that replaced it."""
    needs: Counter[Tile]
    """Tiles that must be played from the hand for this explanation to hold."""


def enough(rules: Rules, size: int, together: int, naturals: int) -> bool:
    """Tell whether enough of an old meld is still with its locked joker (rule 15).

    Args:
        rules: The option `locked_meld`.
        size: How many tiles the old meld had.
        together: How many of them, jokers included, are in the final meld.
        naturals: How many of these are natural tiles.

    Returns:
        Whether the joker may be in the final meld.
    """
    if rules.locked_meld == "frozen":
        return together == size
    three = together >= min(KEPT, size)
    return three or (rules.locked_meld == "identity" and naturals >= 1)


def table_jokers(table: Sequence[Meld]) -> list[TableJoker]:
    """List the jokers of a table."""
    return [TableJoker(m, i) for m, meld in enumerate(table) for i in meld.jokers]


def explanations(table: Sequence[Meld], hand: Counter[Tile], rules: Rules) -> Iterator[Explanation]:
    """List the possible explanations of turns from a table.

    Under `locked_meld = free` jokers are loose tiles, so there is one explanation, with no locked
    and no freed joker.

    Args:
        table: The table when the turn began.
        hand: The tiles that the hand may contribute.
        rules: The options `locked_meld` and `exchange_from`.

    Yields:
        Explanations whose `needs` the hand can meet.
    """
    if rules.locked_meld == "free":
        yield Explanation((), {}, Counter())
        return
    jokers = table_jokers(table)
    for treatments in product(*(_treatments(joker, table, hand, rules) for joker in jokers)):
        freed = {
            joker: treatment
            for joker, treatment in zip(jokers, treatments, strict=True)
            if treatment is not None
        }
        if not _releasable(freed, table, rules):
            continue
        needs = Counter(
            treatment.tile for treatment in freed.values() if treatment.source == "hand"
        )
        if rules.exchange_from == "hand":
            if not needs <= hand:  # each freed joker takes a tile of its own
                continue
        else:  # one tile can replace several jokers, one after the other
            needs = Counter(set(needs))
        yield Explanation(
            locked=tuple(
                joker
                for joker, treatment in zip(jokers, treatments, strict=True)
                if treatment is None
            ),
            freed={joker: exchange.tile for joker, exchange in freed.items()},
            needs=needs,
        )


def _treatments(
    joker: TableJoker, table: Sequence[Meld], hand: Counter[Tile], rules: Rules
) -> list[Exchange | None]:
    """List the treatments of a joker: it stays (None), or a tile it stands for replaces it."""
    treatments: list[Exchange | None] = [None]
    for tile in sorted(table[joker.meld].identities(joker.place, rules)):
        if hand[tile]:
            treatments.append(Exchange(tile, "hand"))
        if rules.exchange_from == "anywhere" and any(
            tile in meld.naturals for m, meld in enumerate(table) if m != joker.meld
        ):
            treatments.append(Exchange(tile, "table"))
    return treatments


def _releasable(freed: Mapping[TableJoker, Exchange], table: Sequence[Meld], rules: Rules) -> bool:
    """Tell whether the jokers can be freed in some order (section 3, *Releasable*)."""
    out = {joker for joker, exchange in freed.items() if exchange.source == "hand"}
    waiting = set(freed) - out

    def may_leave(m: int) -> bool:
        """Tell whether a single tile may leave a meld once the jokers in `out` are freed."""
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
