"""The hand on the screen."""

from collections.abc import Collection, Sequence

from rummy_fast.play.cards import CardsView
from rummy_fast.play.draft import Card
from rummy_fast.play.faces import Look, Order, in_order
from rummy_fast.play.flow import Group, Item


class HandView(CardsView):
    """The cards in the hand, sorted by colour or by number."""

    def hold(
        self,
        cards: Sequence[Card],
        order: Order,
        selected: Collection[int],
        fresh: Collection[int],
    ) -> None:
        """Show a hand.

        Args:
            cards: The cards.
            order: How they are sorted.
            selected: The keys of the selected cards.
            fresh: The keys of the cards that were drawn last.
        """
        groups = [
            Group([Item(card.key, card.tile, str(card.tile)) for card in group], behind="  ")
            for group in in_order(cards, order)
        ]
        self.show(groups, lambda item: Look(selected=item.key in selected, fresh=item.key in fresh))
