"""The colors of the tiles, the same in pictures and terminals.

They are those of Okabe and Ito (Color Universal Design, 2008, https://jfly.uni-koeln.de/color/),
which people who see few colors tell apart as well, and two greys. `tests/test_palette.py` holds
every pair against simulated protanopia, deuteranopia and tritanopia.
"""

from typing import Final, NamedTuple

from rummy_fast import Tile


class Ink(NamedTuple):
    """How a tile is printed.

    Attributes:
        ground: The color of the tile, as `#rrggbb`.
        print: What is printed on it: black or white.
    """

    ground: str
    print: str


BLACK: Final = "#000000"
WHITE: Final = "#ffffff"
INKS: Final = {
    "r": Ink("#d55e00", BLACK),
    "y": Ink("#f0e442", BLACK),
    "g": Ink("#009e73", BLACK),
    "b": Ink("#0072b2", WHITE),
    "k": Ink("#333333", WHITE),
    "o": Ink("#e69f00", BLACK),
    "p": Ink("#cc79a7", BLACK),
    "w": Ink("#dcdcdc", BLACK),
}
"""By the letter of a color, in the order of the deck (rule 1)."""
JOKER: Final = Ink(WHITE, BLACK)
LETTERS: Final = "".join(INKS)


def ink(tile: Tile) -> Ink:
    """How a tile is printed."""
    return JOKER if tile.color is None else INKS[tile.color]


def channels(color: str) -> tuple[int, int, int]:
    """Red, green and blue of a color `#rrggbb`, each from 0 to 255."""
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return red, green, blue
