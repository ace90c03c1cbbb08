"""The hand on the screen."""

from collections.abc import Collection, Sequence

from rummy_fast.play.draft import Piece
from rummy_fast.play.faces import Look, Order, in_order
from rummy_fast.play.flow import Group, Item
from rummy_fast.play.pieces import PiecesView


class HandView(PiecesView):
    """The tiles in the hand, sorted by color or by number."""

    def hold(
        self,
        pieces: Sequence[Piece],
        order: Order,
        selected: Collection[int],
        fresh: Collection[int],
    ) -> None:
        """Show a hand.

        Args:
            tiles: The tiles.
            order: How they are sorted.
            selected: The keys of the selected tiles.
            fresh: The keys of the tiles that were drawn last.
        """
        groups = [
            Group([Item(piece.key, piece.tile, str(piece.tile)) for piece in group], behind="  ")
            for group in in_order(pieces, order)
        ]
        self.show(groups, lambda item: Look(selected=item.key in selected, fresh=item.key in fresh))
