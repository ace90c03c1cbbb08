"""Where the melds of a table are shown: each stays where it was, whatever is done to others."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rummy_fast import Table, Tile
from rummy_fast.play.draft import Heap


def _tiles(heap: Heap) -> Counter[Tile]:
    return Counter(piece.tile for piece in heap.pieces)


def places(table: Table, shown: Sequence[Heap]) -> tuple[int, ...]:
    """Find an order for the melds of a table in which they keep their places.

    Args:
        table: The table.
        shown: What was shown before, in order.

    Returns:
        The indices of the melds, in the order in which to show them: those that were there before,
        or have most of their tiles from there, in the old order; then new ones.
    """
    melds = [Counter(meld.tiles) for meld in table]
    slots = [_tiles(heap) for heap in shown]
    found: dict[int, int] = {}
    # The largest common part first; a meld that is there unchanged has nothing else in common.
    pairs = sorted(
        (
            (-(melds[index] & slots[slot]).total(), melds[index] != slots[slot], slot, index)
            for index in range(len(melds))
            for slot in range(len(slots))
        ),
        key=lambda pair: (pair[1], *pair),
    )
    for common, _, slot, index in pairs:
        if common and index not in found and slot not in found.values():
            found[index] = slot
    return tuple(sorted(range(len(melds)), key=lambda index: found.get(index, len(slots))))


class News(NamedTuple):
    """What has changed on a table.

    Attributes:
        heaps: The keys of the tiles of each heap that has changed.
        tiles: The keys of the tiles that have come to the table.
    """

    heaps: frozenset[frozenset[int]] = frozenset()
    tiles: frozenset[int] = frozenset()


def news(heaps: Sequence[Heap], table: Table) -> News:
    """Find what has changed on a table.

    Args:
        heaps: The heaps that are there now.
        table: The table as it was.

    Returns:
        The heaps that the table did not have, and the tiles in them that it did not have.
    """
    known = Counter(map(str, table))
    old = Counter(table.tiles)
    other = []
    for heap in heaps:
        if known[heap.text] > 0:
            known[heap.text] -= 1
            old -= _tiles(heap)
        else:
            other.append(heap)
    tiles = []
    for piece in (piece for heap in other for piece in heap.pieces):
        if old[piece.tile] > 0:
            old[piece.tile] -= 1
        else:
            tiles.append(piece.key)
    return News(frozenset(heap.keys for heap in other), frozenset(tiles))
