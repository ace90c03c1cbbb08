"""How a tile looks in the terminal: in color, and recognizable without.

Every tile shows its letter and number, with a sign at its side where something is special about it:
`[r6]` is selected, `>r6<` is under the cursor, `+r6` was played this turn, `*r6` was just drawn.

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
DRAWN: Final = ("*", " ")
PLAIN: Final = (" ", " ")

Order = Literal["color", "number"]
"""How a hand is sorted."""


class Look(NamedTuple):
    """What is special about a tile."""

    selected: bool = False
    cursor: bool = False
    played: bool = False
    drawn: bool = False

    @property
    def signs(self) -> tuple[str, str]:
        """The signs to the left and right of the tile."""
        if self.selected:
            return BOTH if self.cursor else SELECTED
        if self.cursor:
            return CURSOR
        return PLAYED if self.played else DRAWN if self.drawn else PLAIN


def style(tile: Tile, look: Look) -> Style:
    """Choose the colors of a tile.

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
    """Write a tile with its signs.

    Args:
        word: The tile in text.
        look: What is special about it.

    Returns:
        The text between its signs.
    """
    left, right = look.signs
    return f"{left}{word}{right}"


def in_order(pieces: Sequence[Piece], order: Order) -> list[list[Piece]]:
    """Sort a hand.

    Args:
        pieces: The tiles.
        order: By color and then number, or by number and then color; jokers come last.

    Returns:
        The tiles in parts to be shown apart: one for each color, or for each number.
    """
    parts: dict[object, list[Piece]] = {}
    for piece in sorted(pieces, key=lambda piece: (piece.tile, piece.key)):
        tile = piece.tile
        parts.setdefault(tile.color if order == "color" else tile.value, []).append(piece)
    if order == "color":
        return list(parts.values())
    jokers = parts.pop(None, None)
    rows = [parts[number] for number in sorted(parts, key=lambda number: int(str(number)))]
    return rows if jokers is None else [*rows, jokers]
