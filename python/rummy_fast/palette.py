"""The colors of the tiles, the same in pictures and terminals.

The palette is that of Okabe and Ito (Color Universal Design, 2008,
https://jfly.uni-koeln.de/color/), which people with color blindness can tell apart, plus two grays.
`tests/test_palette.py` checks every pair under simulated protanopia, deuteranopia and tritanopia.
"""

from typing import Final, NamedTuple

from rummy_fast import Tile


class Ink(NamedTuple):
    """The colors of a tile.

    Attributes:
        ground: The background, as `#rrggbb`.
        print: The color of what is printed on it: black or white.
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
"""The colors by letter, in palette order (rule 1)."""
JOKER: Final = Ink(WHITE, BLACK)
LETTERS: Final = "".join(INKS)


def ink(tile: Tile) -> Ink:
    """Look up the colors of a tile."""
    return JOKER if tile.color is None else INKS[tile.color]


def channels(color: str) -> tuple[int, int, int]:
    """Split a color `#rrggbb` into red, green and blue, each from 0 to 255."""
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return red, green, blue
