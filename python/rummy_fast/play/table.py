"""The table on the screen."""

from collections.abc import Collection, Sequence

from rummy_fast import Reason
from rummy_fast.play.draft import Draft
from rummy_fast.play.faces import Look
from rummy_fast.play.flow import Cluster, Item, Tone
from rummy_fast.play.pieces import PiecesView

SIGNS: dict[Tone, str] = {"plain": " ", "wrong": "!", "right": "="}
"""The sign before each meld: unchanged, something is wrong with it, or changed and valid."""
ADD = " + "
"""Shown after each meld while tiles are selected: a click adds them there."""
GAP = " " * len(ADD)


class TableView(PiecesView):
    """The melds with their numbers, and the placeholder for a new one."""

    AIRY = True

    def show_draft(
        self,
        draft: Draft,
        marks: Sequence[Sequence[Reason]],
        untouched: Collection[frozenset[int]],
        selected: Collection[int],
        placeholder: str,
    ) -> None:
        """Show the table of a draft.

        Args:
            draft: The draft.
            marks: For each heap, what is wrong with it.
            untouched: The heaps, by the keys of their tiles, that have not changed this turn.
            selected: The keys of the selected tiles.
            placeholder: The text of the placeholder for a new meld; empty out of turn.
        """
        own = {piece.key for piece in draft.table if piece.home is None}
        clusters = []
        for index, heap in enumerate(draft.heaps):
            tone: Tone = "right"
            if marks[index]:
                tone = "wrong"
            elif heap.keys in untouched:
                tone = "plain"
            items = [
                Item(piece.key, piece.tile, word)
                for piece, word in zip(heap.pieces, heap.words, strict=True)
            ]
            prefix = f"{index + 1:>2}{SIGNS[tone]}"
            clusters.append(Cluster(items, prefix, ADD if selected else GAP, tone))
        self.show(
            clusters,
            lambda item: Look(selected=item.key in selected, played=item.key in own),
            placeholder=placeholder,
        )
