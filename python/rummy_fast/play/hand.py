"""The hand on the screen."""

from collections.abc import Collection, Sequence

from rummy_fast.play.draft import Piece
from rummy_fast.play.faces import Look, Order, in_order
from rummy_fast.play.flow import Cluster, Item
from rummy_fast.play.pieces import PiecesView


class HandView(PiecesView):
    """The tiles in the hand, sorted by color or by number."""

    def show_hand(
        self,
        pieces: Sequence[Piece],
        order: Order,
        selected: Collection[int],
        drawn: Collection[int],
    ) -> None:
        """Show a hand.

        Args:
            pieces: The tiles.
            order: How to sort them.
            selected: The keys of the selected tiles.
            drawn: The keys of the tiles drawn last.
        """
        clusters = [
            Cluster([Item(piece.key, piece.tile, str(piece.tile)) for piece in part], suffix="  ")
            for part in in_order(pieces, order)
        ]
        self.show(
            clusters, lambda item: Look(selected=item.key in selected, drawn=item.key in drawn)
        )
