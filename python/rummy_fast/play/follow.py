"""Carrying out the steps of a play, as `Play.steps` tells them."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rummy_fast import Meld, Rules, RummyError, Step, Tile
from rummy_fast.play.arrange import Stands, arrange, lie_as
from rummy_fast.play.draft import DeskError, Draft, Heap, Piece
from rummy_fast.words import refusal


class Carried(NamedTuple):
    """A step that was carried out.

    Attributes:
        draft: How things lie after it. A joker that was exchanged lies by itself until it is played
            again.
        played: The keys of the tiles that were played from the hand.
        moved: The keys of the tiles that were taken up from the table; of a run that was cut those
            of its upper part.
        freed: The keys of the jokers that were exchanged (rule 14).
    """

    draft: Draft
    played: frozenset[int]
    moved: frozenset[int]
    freed: frozenset[int]


def _tiles(text: str, rules: Rules) -> list[Tile]:
    """The tiles of a heap as it is written."""
    return [Tile(word.partition("=")[0], rules) for word in text.split()]


def _lying(heaps: Sequence[Heap], text: str, rules: Rules) -> Heap:
    """The heap that is written so, or else one of the same tiles."""
    for heap in heaps:
        if heap.text == text:
            return heap
    pieces = Counter(_tiles(text, rules))
    for heap in heaps:
        if Counter(piece.tile for piece in heap.pieces) == pieces:
            return heap
    raise refusal(DeskError, "{meld} does not lie on the table", meld=text)


def _take(
    pieces: list[Piece], tile: Tile, meant: Sequence[Tile] = (), stands: Stands | None = None
) -> Piece | None:
    """Take a tile out of some, of jokers one that stood for what is meant; None if it is absent."""
    equal = [piece for piece in pieces if piece.tile == tile]
    if not equal:
        return None
    kept = [piece for piece in equal if stands and set(stands.get(piece.key, ())) & set(meant)]
    piece = (kept or equal)[0]
    pieces.remove(piece)
    return piece


def _written(text: str, pool: list[Piece], stands: Stands, rules: Rules) -> Heap:
    """A heap as it is written, of tiles that are taken out of the pool."""
    try:
        meld = Meld.parse(text, rules)
    except RummyError:
        meld = None
    tiles = _tiles(text, rules) if meld is None else list(meld.tiles)
    meant = [()] * len(tiles) if meld is None else meld.stands_for(rules)
    pieces = []
    for tile, identities in zip(tiles, meant, strict=True):
        piece = _take(pool, tile, identities if tile.is_joker else (), stands)
        if piece is None:
            raise refusal(DeskError, "there is no {tile} for {meld}", tile=tile, meld=text)
        pieces.append(piece)
    if meld is None:
        return Heap(tuple(pieces), tuple(text.split()), None)
    return lie_as(pieces, meld, stands, rules)


def _moved(step: Step, before: Sequence[Heap], after: Sequence[Heap]) -> frozenset[int]:
    """The tiles that a step takes up from the table."""
    match step.kind:
        case "take" | "split":
            return before[0].keys - after[0].keys
        case "join":
            return before[0].keys
        case "shift":
            return frozenset(piece.key for piece in before[0].pieces if piece.tile.is_joker)
        case "exchange" if step.borrowed is not None:
            made = after[-1].keys
            lent = (c.key for c in before[0].pieces if c.tile == step.tiles[0] and c.key in made)
            return frozenset([next(lent)])
        case _:
            return frozenset()


def _places(before: Sequence[Heap], after: Sequence[Heap]) -> dict[frozenset[int], list[Heap]]:
    """Which new heaps lie where which old ones lay."""
    gone = max(0, len(before) - len(after))
    places: dict[frozenset[int], list[Heap]] = {heap.keys: [] for heap in before}
    for index, heap in enumerate(after):
        if before:
            places[before[min(index + gone, len(before) - 1)].keys].append(heap)
    return places


def carry_out(draft: Draft, step: Step, rules: Rules) -> Carried:
    """Carry out one step of a play.

    Args:
        draft: How things lie.
        step: The step.
        rules: The rules.

    Returns:
        How things lie after it, and what became of the tiles.

    Raises:
        DeskError: If the tiles of the step do not lie where it says.
    """
    rest = list(draft.heaps)
    before = []
    for text in step.before:
        before.append(_lying(rest, text, rules))
        rest.remove(before[-1])
    pool = [piece for heap in before for piece in heap.pieces]
    hand = list(draft.hand)
    for tile in step.from_hand:
        piece = _take(hand, tile)
        if piece is None:
            raise refusal(DeskError, "{tile} is not in the hand", tile=tile)
        pool.append(piece)
    freed = Counter(tile for text in step.after for tile in _tiles(text, rules))
    freed -= Counter(piece.tile for piece in pool)
    for tile in freed.elements():
        loose = _lying(rest, str(tile), rules)
        rest.remove(loose)
        pool += loose.pieces
    stands = draft.stands(rules)
    after = [_written(text, pool, stands, rules) for text in step.after]
    places = _places(before, after)
    heaps: list[Heap] = []
    for heap in draft.heaps:
        if heap in rest:
            heaps.append(heap)
        else:
            heaps += places.get(heap.keys, [])
    if not before:
        heaps += after
    return Carried(
        Draft(tuple(hand), (*heaps, *(arrange([piece], {}, rules) for piece in pool))),
        frozenset(piece.key for piece in draft.hand if piece not in hand),
        _moved(step, before, after),
        frozenset(piece.key for piece in pool),
    )
