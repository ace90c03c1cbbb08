"""The table on the screen."""

from collections.abc import Collection, Sequence

from rummy_fast import Reason
from rummy_fast.play.draft import Draft
from rummy_fast.play.faces import Look
from rummy_fast.play.flow import Group, Item, Tone
from rummy_fast.play.pieces import PiecesView

SIGNS: dict[Tone, str] = {"plain": " ", "wrong": "!", "right": "="}
"""Stand before each meld: it is as it was, something is wrong with it, it was changed well."""
HERE = " + "
"""Stands behind each meld while tiles are selected: they can be put there."""
GAP = " " * len(HERE)


class TableView(PiecesView):
    """The melds with their numbers, and the place for a new one."""

    AIRY = True

    def lie(
        self,
        draft: Draft,
        marks: Sequence[Sequence[Reason]],
        untouched: Collection[frozenset[int]],
        selected: Collection[int],
        invitation: str,
    ) -> None:
        """Show a draft.

        Args:
            draft: What lies on the table.
            marks: For each heap what is wrong with it.
            untouched: The heaps, by the keys of their tiles, that lie as they lay.
            selected: The keys of the selected tiles.
            invitation: What stands at the place for a new meld; empty if nobody can play one.
        """
        own = {piece.key for piece in draft.table if piece.home is None}
        groups = []
        for number, heap in enumerate(draft.heaps):
            tone: Tone = (
                "wrong" if marks[number] else "plain" if heap.keys in untouched else "right"
            )
            items = [
                Item(piece.key, piece.tile, word)
                for piece, word in zip(heap.pieces, heap.words, strict=True)
            ]
            before = f"{number + 1:>2}{SIGNS[tone]}"
            groups.append(Group(items, before, HERE if selected else GAP, tone))
        self.show(
            groups,
            lambda item: Look(selected=item.key in selected, played=item.key in own),
            invitation=invitation,
        )
