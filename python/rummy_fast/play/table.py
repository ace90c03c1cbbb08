"""The table on the screen."""

from collections.abc import Collection, Sequence

from rummy_fast import Reason, Rules, Tile
from rummy_fast.play.draft import Draft
from rummy_fast.play.faces import Look
from rummy_fast.play.flow import Cluster, Item, Tone
from rummy_fast.play.pieces import PiecesView
from rummy_fast.play.places import News

SIGNS: dict[Tone, str] = {"plain": " ", "wrong": "!", "right": "=", "open": "…", "news": "~"}
"""The sign before each meld: unchanged, something is wrong with it, changed and valid, no meld yet,
or changed by others since the person's last turn."""
ADD = " + "
"""Shown after each meld while tiles are selected: a click adds them there."""
GAP = " " * len(ADD)


def _meant(tiles: Sequence[Tile]) -> str:
    """What a joker stands for; only the number if it may be of several colors."""
    return str(tiles[0]) if len(tiles) == 1 else str(tiles[0].value)


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
        *,
        rules: Rules,
        news: News,
    ) -> None:
        """Show the table of a draft.

        Args:
            draft: The draft.
            marks: For each heap, what is wrong with it.
            untouched: The heaps, by the keys of their tiles, that have not changed this turn.
            selected: The keys of the selected tiles.
            placeholder: The text of the placeholder for a new meld; empty out of turn.
            rules: The rules.
            news: What others have changed since the person's last turn.
        """
        own = {piece.key for piece in draft.table if piece.home is None}
        clusters = []
        for index, heap in enumerate(draft.heaps):
            tone: Tone = "right"
            if marks[index]:
                tone = "wrong"
            elif heap.keys in untouched:
                tone = "news" if heap.keys in news.heaps else "plain"
            elif heap.meld is None:
                tone = "open"
            meant = {key: _meant(tiles) for key, tiles in heap.stands_for(rules).items()}
            items = [
                Item(piece.key, piece.tile, word, meant.get(piece.key, ""))
                for piece, word in zip(heap.pieces, heap.words, strict=True)
            ]
            prefix = f"{index + 1:>2}{SIGNS[tone]}"
            clusters.append(Cluster(items, prefix, ADD if selected else GAP, tone))
        self.show(
            clusters,
            lambda item: Look(
                selected=item.key in selected,
                played=item.key in own or item.key in news.tiles,
            ),
            placeholder=placeholder,
        )
