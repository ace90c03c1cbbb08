"""How a tile looks: in color, and told apart without.

Every tile shows its letter and number, and what is special about it is a sign at its side: `[r6]`
is selected, `>r6<` is under the cursor, `+r6` was played this turn, `*r6` was just drawn.

The colors are those of the pictures (`palette`).
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from rich.style import Style

from rummy_fast import Tile
from rummy_fast.palette import ink
from rummy_fast.play.draft import Piece

SELECTED: Final = ("[", "]")
CURSOR: Final = (">", "<")
BOTH: Final = ("{", "}")
PLAYED: Final = ("+", " ")
FRESH: Final = ("*", " ")
PLAIN: Final = (" ", " ")

Order = Literal["color", "number"]
"""How a hand is sorted."""


class Look(NamedTuple):
    """What is special about a tile."""

    selected: bool = False
    cursor: bool = False
    played: bool = False
    fresh: bool = False

    @property
    def signs(self) -> tuple[str, str]:
        """What stands at the sides of the tile."""
        if self.selected:
            return BOTH if self.cursor else SELECTED
        if self.cursor:
            return CURSOR
        return PLAYED if self.played else FRESH if self.fresh else PLAIN


def style(tile: Tile, look: Look) -> Style:
    """The colors of a tile.

    Args:
        tile: The tile.
        look: What is special about it.

    Returns:
        Its style; a selected tile has its colors swapped.
    """
    ground, print_ = ink(tile)
    if look.selected:
        ground, print_ = print_, ground
    bold = look.selected or look.cursor or look.played
    return Style(bgcolor=ground, color=print_, bold=bold, underline=look.cursor)


def face(word: str, look: Look) -> str:
    """A tile in letters.

    Args:
        word: How it is written.
        look: What is special about it.

    Returns:
        Its signs, letter and number.
    """
    left, right = look.signs
    return f"{left}{word}{right}"


def in_order(pieces: Sequence[Piece], order: Order) -> list[list[Piece]]:
    """Sort a hand.

    Args:
        tiles: The tiles.
        order: By color and then number, or by number and then color; jokers come last.

    Returns:
        The tiles in groups that stand apart: of one color, or of one number.
    """
    groups: dict[object, list[Piece]] = {}
    for piece in sorted(pieces, key=lambda piece: (piece.tile, piece.key)):
        tile = piece.tile
        mark = tile.color if order == "color" else tile.value
        groups.setdefault(mark, []).append(piece)
    if order == "color":
        return list(groups.values())
    jokers = groups.pop(None, None)
    rows = [groups[number] for number in sorted(groups, key=lambda number: int(str(number)))]
    return rows if jokers is None else [*rows, jokers]
