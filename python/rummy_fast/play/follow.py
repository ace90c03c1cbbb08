"""Carries out the steps that `Play.steps` lists."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rummy_fast import Meld, Rules, RummyError, Step, Tile
from rummy_fast.play.arrange import StandsFor, arrange, as_meld
from rummy_fast.play.draft import Draft, Heap, MoveError, Piece
from rummy_fast.words import refusal


class StepResult(NamedTuple):
    """What a step did.

    Attributes:
        draft: The table and the hand after it. An exchanged joker is a heap of its own until it is
            played again.
        played: The keys of the tiles played from the hand.
        moved: The keys of the tiles moved on the table; when a run is split, those of its upper
            part.
        freed: The keys of the jokers exchanged (rule 14).
    """

    draft: Draft
    played: frozenset[int]
    moved: frozenset[int]
    freed: frozenset[int]


def _tiles(text: str, rules: Rules) -> list[Tile]:
    """The tiles of a heap given as text."""
    return [Tile(word.partition("=")[0], rules) for word in text.split()]


def _find_heap(heaps: Sequence[Heap], text: str, rules: Rules) -> Heap:
    """The heap with this text, or else one with the same tiles."""
    for heap in heaps:
        if heap.text == text:
            return heap
    wanted = Counter(_tiles(text, rules))
    for heap in heaps:
        if Counter(piece.tile for piece in heap.pieces) == wanted:
            return heap
    raise refusal(MoveError, "{meld} is not on the table", meld=text)


def _take(
    pieces: list[Piece],
    tile: Tile,
    identities: Sequence[Tile] = (),
    stands_for: StandsFor | None = None,
) -> Piece | None:
    """Remove a tile from a list, preferring a joker that stood for one of `identities`."""
    equal = [piece for piece in pieces if piece.tile == tile]
    if not equal:
        return None
    before = stands_for or {}
    kept = [piece for piece in equal if set(before.get(piece.key, ())) & set(identities)]
    piece = (kept or equal)[0]
    pieces.remove(piece)
    return piece


def _build(text: str, supply: list[Piece], stands_for: StandsFor, rules: Rules) -> Heap:
    """The heap that a text describes, of tiles removed from `supply`."""
    try:
        meld = Meld.parse(text, rules)
    except RummyError:
        meld = None
    tiles = _tiles(text, rules) if meld is None else list(meld.tiles)
    identities = [()] * len(tiles) if meld is None else meld.stands_for(rules)
    pieces = []
    for tile, meant in zip(tiles, identities, strict=True):
        piece = _take(supply, tile, meant if tile.is_joker else (), stands_for)
        if piece is None:
            raise refusal(MoveError, "there is no {tile} for {meld}", tile=tile, meld=text)
        pieces.append(piece)
    if meld is None:
        return Heap(tuple(pieces), tuple(text.split()), None)
    return as_meld(pieces, meld, stands_for, rules)


def _moved(step: Step, before: Sequence[Heap], after: Sequence[Heap]) -> frozenset[int]:
    """The tiles that a step moves on the table."""
    match step.kind:
        case "take" | "split":
            return before[0].keys - after[0].keys
        case "join":
            return before[0].keys
        case "shift":
            return frozenset(piece.key for piece in before[0].pieces if piece.tile.is_joker)
        case "exchange" if step.borrowed is not None:
            made = after[-1].keys
            lent = (p.key for p in before[0].pieces if p.tile == step.tiles[0] and p.key in made)
            return frozenset([next(lent)])
        case _:
            return frozenset()


def _places(before: Sequence[Heap], after: Sequence[Heap]) -> dict[frozenset[int], list[Heap]]:
    """For each old heap, by its keys, the new heaps that take its place."""
    gone = max(0, len(before) - len(after))
    places: dict[frozenset[int], list[Heap]] = {heap.keys: [] for heap in before}
    for index, heap in enumerate(after):
        if before:
            places[before[min(index + gone, len(before) - 1)].keys].append(heap)
    return places


def carry_out(draft: Draft, step: Step, rules: Rules) -> StepResult:
    """Carry out one step of a play.

    Args:
        draft: The table and the hand before it.
        step: The step.
        rules: The rules.

    Returns:
        The table and the hand after it, and which tiles it moved.

    Raises:
        MoveError: If the tiles of the step are not where it says.
    """
    rest = list(draft.heaps)
    before = []
    for text in step.before:
        before.append(_find_heap(rest, text, rules))
        rest.remove(before[-1])
    supply = [piece for heap in before for piece in heap.pieces]
    hand = list(draft.hand)
    for tile in step.from_hand:
        piece = _take(hand, tile)
        if piece is None:
            raise refusal(MoveError, "{tile} is not in the hand", tile=tile)
        supply.append(piece)
    loose = Counter(tile for text in step.after for tile in _tiles(text, rules))
    loose -= Counter(piece.tile for piece in supply)
    for tile in loose.elements():
        heap = _find_heap(rest, str(tile), rules)
        rest.remove(heap)
        supply += heap.pieces
    stands_for = draft.stands_for(rules)
    after = [_build(text, supply, stands_for, rules) for text in step.after]
    places = _places(before, after)
    heaps: list[Heap] = []
    for heap in draft.heaps:
        if heap in rest:
            heaps.append(heap)
        else:
            heaps += places.get(heap.keys, [])
    if not before:
        heaps += after
    # What is left over is a joker that the step exchanged.
    return StepResult(
        Draft(tuple(hand), (*heaps, *(arrange([piece], {}, rules) for piece in supply))),
        frozenset(piece.key for piece in draft.hand if piece not in hand),
        _moved(step, before, after),
        frozenset(piece.key for piece in supply),
    )
