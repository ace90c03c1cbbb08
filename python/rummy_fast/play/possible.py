"""Which actions do something now; the others are dim."""

from collections.abc import Sequence
from typing import Final

from rummy_fast.play.game import Game

ALWAYS: Final = frozenset({"help", "leave", "sort", "details", "pause"})
"""Actions that are possible out of turn too."""


def possible(
    game: Game, key: int | None, meld: int | None, selected: Sequence[int], *, watching: bool
) -> frozenset[str]:
    """List the actions that do something.

    Args:
        game: The game.
        key: The key of the tile under the cursor; None if there is none.
        meld: The index of the meld under the cursor; None if the cursor is elsewhere.
        selected: The keys of the selected tiles.
        watching: Whether another player's turn is being shown.

    Returns:
        Their names.
    """
    if not game.mine or watching:
        return ALWAYS
    turn, view = game.editor, game.view
    heaps = turn.draft.heaps
    heap = heaps[meld] if meld is not None and meld < len(heaps) else None
    chosen = set(selected) or ({key} - {None})
    own = {piece.key for piece in turn.played}
    jokers = heap is not None and any(piece.tile.is_joker for piece in heap.pieces)
    rules = {
        "select": key is not None,
        "play": turn.changed and turn.verdict.legal,
        "draw": view.pool_size > 0 and not own,
        "pass": view.pool_size == 0 and not own,
        "new": bool(chosen),
        "put": bool(selected),
        "split": heap is not None and key in {piece.key for piece in heap.pieces[1:]},
        "back": bool(chosen & own),
        "joker": jokers,
        "undo": turn.can_undo,
        "redo": turn.can_redo,
        "reset": turn.draft != turn.start,
        "hint": True,
    }
    return ALWAYS | {name for name, is_possible in rules.items() if is_possible}
