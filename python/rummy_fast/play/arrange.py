"""How the tiles of a meld lie beside each other: a run rises, a joker has its place.

A person puts tiles together in any order; here they are put in order. What is a meld is for
`Meld` to say: this only tries the ways in which the tiles could lie.
"""

from collections.abc import Iterator, Mapping, Sequence

from rummy_fast import Meld, Rules, RummyError, Tile
from rummy_fast.palette import LETTERS
from rummy_fast.play.draft import Heap, Piece

Stands = Mapping[int, tuple[Tile, ...]]
"""For the keys of some tiles what they may stand for."""


def _runs(naturals: Sequence[Tile], jokers: int, rules: Rules) -> Iterator[str]:
    """The ways in which tiles of one color could lie as a run, lowest first."""
    color = naturals[0].color
    numbers = {tile.value or 0 for tile in naturals}
    size = len(naturals) + jokers
    lowest, highest = max(1, max(numbers) - size + 1), min(*numbers, rules.values - size + 1)
    for low in range(lowest, highest + 1):
        places = range(low, low + size)
        # With one natural tile the places alone say nothing (rule 6).
        joker = "J" if len(naturals) > 1 else f"J={color}"
        yield " ".join(
            f"{color}{number}" if number in numbers else f"{joker}{number if '=' in joker else ''}"
            for number in places
        )


def _group(naturals: Sequence[Tile], jokers: int, rules: Rules) -> Iterator[str]:
    """The way in which tiles of one number could lie as a group."""
    missing = [
        color for color in LETTERS[: rules.colors] if color not in {t.color for t in naturals}
    ]
    if len(naturals) > 1:
        yield " ".join([*map(str, naturals), *["J"] * jokers])
    elif jokers <= len(missing):
        value = naturals[0].value
        yield " ".join([str(naturals[0]), *(f"J={color}{value}" for color in missing[:jokers])])


def _melds(tiles: Sequence[Tile], rules: Rules) -> Iterator[Meld]:
    """All melds that the tiles can be."""
    naturals = sorted(tile for tile in tiles if not tile.is_joker)
    jokers = len(tiles) - len(naturals)
    ways: list[str] = []
    if len({tile.color for tile in naturals}) == 1:
        ways += _runs(naturals, jokers, rules)
    if len({tile.value for tile in naturals}) == 1:
        ways += _group(naturals, jokers, rules)
    for text in ways:
        try:
            meld = Meld.parse(text, rules)
        except RummyError:
            continue
        # Of a run that would have a tile twice the places tell only one.
        if sorted(meld.tiles) == sorted(tiles):
            yield meld


def lie_as(pieces: Sequence[Piece], meld: Meld, stands: Stands, rules: Rules) -> Heap:
    """Play tiles as the meld they are; a joker that stood for something goes where it still does.

    Args:
        tiles: The tiles of the meld, in any order.
        meld: The meld.
        stands: What jokers among the tiles stood for before.
        rules: The rules.

    Returns:
        The heap.
    """
    rest = list(pieces)
    order: list[Piece | None] = []
    meant = meld.stands_for(rules)
    for tile, tiles in zip(meld.tiles, meant, strict=True):
        fitting = [
            piece
            for piece in rest
            if piece.tile == tile
            and (not tile.is_joker or set(stands.get(piece.key, ())) & set(tiles))
        ]
        order.append(fitting[0] if fitting else None)
        if fitting:
            rest.remove(fitting[0])
    spare = iter(rest)
    played = tuple(next(spare) if piece is None else piece for piece in order)
    return Heap(played, tuple(str(meld).split()), meld)


def readings(pieces: Sequence[Piece], stands: Stands, rules: Rules) -> list[Heap]:
    """Find all melds that some tiles can be.

    Args:
        tiles: The tiles, in any order.
        stands: What jokers among them stood for before.
        rules: The rules.

    Returns:
        The melds, the likeliest first: one in which most jokers stand for what they stood for, then
        one that is worth most.
    """

    def kept(heap: Heap) -> int:
        now = heap.stands(rules)
        return sum(bool(set(stands.get(key, ())) & set(tiles)) for key, tiles in now.items())

    melds = sorted(_melds([piece.tile for piece in pieces], rules), key=lambda meld: -meld.value)
    heaps = [lie_as(pieces, meld, stands, rules) for meld in melds]
    return sorted(heaps, key=lambda heap: -kept(heap))


def _in_order(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The order of tiles that are no meld: by number, by color, or as they were put down."""
    naturals = [piece for piece in pieces if not piece.tile.is_joker]
    if (
        len({piece.tile.color for piece in naturals}) == 1
        or len({c.tile.value for c in naturals}) == 1
    ):
        return tuple(sorted(pieces, key=lambda piece: piece.tile))
    return tuple(pieces)


def arrange(pieces: Sequence[Piece], stands: Stands, rules: Rules) -> Heap:
    """Play tiles beside each other.

    Args:
        tiles: At least one tile, in the order in which they were put together.
        stands: What jokers among them stood for before.
        rules: The rules.

    Returns:
        The likeliest meld, or the tiles in order if they are none.
    """
    found = readings(pieces, stands, rules)
    if found:
        return found[0]
    loose = _in_order(pieces)
    return Heap(loose, tuple(str(piece.tile) for piece in loose), None)
