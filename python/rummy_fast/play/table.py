"""The table on the screen."""

from collections.abc import Collection, Sequence

from rummy_fast import Reason
from rummy_fast.play.cards import CardsView
from rummy_fast.play.draft import Draft
from rummy_fast.play.faces import Look
from rummy_fast.play.flow import Group, Item, Tone

SIGNS: dict[Tone, str] = {"plain": " ", "wrong": "!", "right": "="}
"""Stand before each meld: it is as it was, something is wrong with it, it was changed well."""
HERE = " + "
"""Stands behind each meld while cards are selected: they can be put there."""
GAP = " " * len(HERE)


class TableView(CardsView):
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
            marks: For each pile what is wrong with it.
            untouched: The piles, by the keys of their cards, that lie as they lay.
            selected: The keys of the selected cards.
            invitation: What stands at the place for a new meld; empty if nobody can lay one.
        """
        own = {card.key for card in draft.table if card.home is None}
        groups = []
        for number, pile in enumerate(draft.piles):
            tone: Tone = (
                "wrong" if marks[number] else "plain" if pile.keys in untouched else "right"
            )
            items = [
                Item(card.key, card.tile, word)
                for card, word in zip(pile.cards, pile.words, strict=True)
            ]
            before = f"{number + 1:>2}{SIGNS[tone]}"
            groups.append(Group(items, before, HERE if selected else GAP, tone))
        self.show(
            groups,
            lambda item: Look(selected=item.key in selected, laid=item.key in own),
            invitation=invitation,
        )
