"""The hand on the screen."""

from collections.abc import Collection, Sequence

from rummy_fast import Tile
from rummy_fast.play.draft import Piece
from rummy_fast.play.faces import Look, Order, in_order
from rummy_fast.play.flow import Cluster, Item, Span
from rummy_fast.play.pieces import PiecesView


class HandView(PiecesView):
    """The tiles in the hand, sorted by color or by number."""

    def show_hand(
        self,
        pieces: Sequence[Piece],
        order: Order,
        selected: Collection[int],
        drawn: Collection[int],
        *,
        new: bool = False,
    ) -> None:
        """Show a hand.

        Args:
            pieces: The tiles.
            order: How to sort them.
            selected: The keys of the selected tiles.
            drawn: The keys of the tiles drawn last.
            new: Whether the keys are those of another turn; the cursor then stays on its tile.
        """
        before = self._equals() if new else None
        clusters = [
            Cluster([Item(piece.key, piece.tile, str(piece.tile)) for piece in part], suffix="  ")
            for part in in_order(pieces, order)
        ]
        self.show(
            clusters, lambda item: Look(selected=item.key in selected, drawn=item.key in drawn)
        )
        if before is not None:
            tile, place = before
            same = self._spans(tile)
            if same:
                self.point(same[min(place, len(same) - 1)].target)

    def _spans(self, tile: Tile) -> list[Span]:
        """Where the tiles equal to one are."""
        return [span for span in self.flow.spans if span.item and span.item.tile == tile]

    def _equals(self) -> tuple[Tile, int] | None:
        """The tile under the cursor, and which of its equals it is."""
        here = None if self.cursor is None else self.flow.find(self.cursor)
        if here is None or here.item is None:
            return None
        return here.item.tile, self._spans(here.item.tile).index(here)
