"""Puts the tiles of a meld in order: a run rises, and each joker takes its place.

A person puts tiles together in any order. This module tries the orders that could be a meld, and
`Meld` decides which are.
"""

from collections.abc import Iterator, Mapping, Sequence

from rummy_fast import Meld, Rules, RummyError, Tile
from rummy_fast.palette import letters
from rummy_fast.play.draft import Heap, Piece

StandsFor = Mapping[int, tuple[Tile, ...]]
"""What some jokers may stand for, by their keys."""


def _runs(naturals: Sequence[Tile], jokers: int, rules: Rules) -> Iterator[str]:
    """The runs that tiles of one color could form, lowest first."""
    color = naturals[0].color
    numbers = {tile.value or 0 for tile in naturals}
    size = len(naturals) + jokers
    lowest, highest = max(1, max(numbers) - size + 1), min(*numbers, rules.values - size + 1)
    for low in range(lowest, highest + 1):
        places = range(low, low + size)
        # With one natural tile the jokers must say what they stand for (rule 6).
        joker = "J" if len(naturals) > 1 else f"J={color}"
        yield " ".join(
            f"{color}{number}" if number in numbers else f"{joker}{number if '=' in joker else ''}"
            for number in places
        )


def _groups(naturals: Sequence[Tile], jokers: int, rules: Rules) -> Iterator[str]:
    """The groups that tiles of one number could form, at most one."""
    missing = [color for color in letters(rules) if color not in {t.color for t in naturals}]
    if len(naturals) > 1:
        yield " ".join([*map(str, naturals), *["J"] * jokers])
    elif jokers <= len(missing):
        value = naturals[0].value
        yield " ".join([str(naturals[0]), *(f"J={color}{value}" for color in missing[:jokers])])


def _melds(tiles: Sequence[Tile], rules: Rules) -> Iterator[Meld]:
    """All melds that the tiles can form."""
    naturals = sorted(tile for tile in tiles if not tile.is_joker)
    jokers = len(tiles) - len(naturals)
    texts: list[str] = []
    if len({tile.color for tile in naturals}) == 1:
        texts += _runs(naturals, jokers, rules)
    if len({tile.value for tile in naturals}) == 1:
        texts += _groups(naturals, jokers, rules)
    for text in texts:
        try:
            meld = Meld.parse(text, rules)
        except RummyError:
            continue
        # The text of a run names a tile once, even if there are two of it.
        if sorted(meld.tiles) == sorted(tiles):
            yield meld


def as_meld(pieces: Sequence[Piece], meld: Meld, stands_for: StandsFor, rules: Rules) -> Heap:
    """Arrange tiles as a meld; a joker keeps what it stood for where it can.

    Args:
        pieces: The tiles of the meld, in any order.
        meld: The meld.
        stands_for: What jokers among the tiles stood for before.
        rules: The rules.

    Returns:
        The heap.
    """
    rest = list(pieces)
    order: list[Piece | None] = []
    for tile, identities in zip(meld.tiles, meld.stands_for(rules), strict=True):
        fitting = [
            piece
            for piece in rest
            if piece.tile == tile
            and (not tile.is_joker or set(stands_for.get(piece.key, ())) & set(identities))
        ]
        order.append(fitting[0] if fitting else None)
        if fitting:
            rest.remove(fitting[0])
    spare = iter(rest)
    arranged = tuple(next(spare) if piece is None else piece for piece in order)
    return Heap(arranged, tuple(str(meld).split()), meld)


def readings(pieces: Sequence[Piece], stands_for: StandsFor, rules: Rules) -> list[Heap]:
    """Find all melds that some tiles can form.

    Args:
        pieces: The tiles, in any order.
        stands_for: What jokers among them stood for before.
        rules: The rules.

    Returns:
        The melds, likeliest first: those in which most jokers keep what they stood for, then those
        worth most.
    """

    def kept(heap: Heap) -> int:
        now = heap.stands_for(rules)
        return sum(bool(set(stands_for.get(key, ())) & set(tiles)) for key, tiles in now.items())

    melds = sorted(_melds([piece.tile for piece in pieces], rules), key=lambda meld: -meld.value)
    heaps = [as_meld(pieces, meld, stands_for, rules) for meld in melds]
    return sorted(heaps, key=lambda heap: -kept(heap))


def _in_order(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Sort tiles of one color or one number; leave others in the order they were put down."""
    naturals = [piece.tile for piece in pieces if not piece.tile.is_joker]
    if len({tile.color for tile in naturals}) == 1 or len({tile.value for tile in naturals}) == 1:
        return tuple(sorted(pieces, key=lambda piece: piece.tile))
    return tuple(pieces)


def arrange(pieces: Sequence[Piece], stands_for: StandsFor, rules: Rules) -> Heap:
    """Put tiles together as one heap.

    Args:
        pieces: At least one tile, in the order in which they were put together.
        stands_for: What jokers among them stood for before.
        rules: The rules.

    Returns:
        The likeliest meld, or the tiles in order if they form none.
    """
    found = readings(pieces, stands_for, rules)
    if found:
        return found[0]
    loose = _in_order(pieces)
    return Heap(loose, tuple(str(piece.tile) for piece in loose), None)
