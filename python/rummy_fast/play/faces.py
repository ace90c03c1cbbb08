"""How a card looks: in colour, and told apart without.

Every card shows its letter and number, and what is special about it is a sign at its side: `[r6]`
is selected, `>r6<` is under the cursor, `+r6` was laid this turn, `*r6` was just drawn.

The colours are those of the pictures (`palette`).
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from rich.style import Style

from rummy_fast import Tile
from rummy_fast.palette import ink
from rummy_fast.play.draft import Card

SELECTED: Final = ("[", "]")
CURSOR: Final = (">", "<")
BOTH: Final = ("{", "}")
LAID: Final = ("+", " ")
FRESH: Final = ("*", " ")
PLAIN: Final = (" ", " ")

Order = Literal["color", "number"]
"""How a hand is sorted."""


class Look(NamedTuple):
    """What is special about a card."""

    selected: bool = False
    cursor: bool = False
    laid: bool = False
    fresh: bool = False

    @property
    def signs(self) -> tuple[str, str]:
        """What stands at the sides of the card."""
        if self.selected:
            return BOTH if self.cursor else SELECTED
        if self.cursor:
            return CURSOR
        return LAID if self.laid else FRESH if self.fresh else PLAIN


def style(tile: Tile, look: Look) -> Style:
    """The colours of a card.

    Args:
        tile: The card.
        look: What is special about it.

    Returns:
        Its style; a selected card has its colours swapped.
    """
    ground, print_ = ink(tile)
    if look.selected:
        ground, print_ = print_, ground
    bold = look.selected or look.cursor or look.laid
    return Style(bgcolor=ground, color=print_, bold=bold, underline=look.cursor)


def face(word: str, look: Look) -> str:
    """A card in letters.

    Args:
        word: How it is written.
        look: What is special about it.

    Returns:
        Its signs, letter and number.
    """
    left, right = look.signs
    return f"{left}{word}{right}"


def in_order(cards: Sequence[Card], order: Order) -> list[list[Card]]:
    """Sort a hand.

    Args:
        cards: The cards.
        order: By colour and then number, or by number and then colour; jokers come last.

    Returns:
        The cards in groups that stand apart: of one colour, or of one number.
    """
    groups: dict[object, list[Card]] = {}
    for card in sorted(cards, key=lambda card: (card.tile, card.key)):
        tile = card.tile
        mark = tile.color if order == "color" else tile.value
        groups.setdefault(mark, []).append(card)
    if order == "color":
        return list(groups.values())
    jokers = groups.pop(None, None)
    rows = [groups[number] for number in sorted(groups, key=lambda number: int(str(number)))]
    return rows if jokers is None else [*rows, jokers]
