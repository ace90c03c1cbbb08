"""The colors of the tiles, the same in pictures and terminals.

By default they are those of the box: red is red, and orange is orange. With
`RUMMY_FAST_COLORS=okabe-ito` in the environment they are those of Okabe and Ito (Color Universal
Design, 2008, https://jfly.uni-koeln.de/color/), which people with color blindness can tell apart,
plus two grays.
`tests/test_palette.py` checks every pair under simulated protanopia, deuteranopia and tritanopia.
Whatever the colors, every tile shows its letter or its mark.
"""

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

from rummy_fast import Rules, RummyError, Tile


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
"""The colors of Okabe and Ito by letter."""
BOX: Final = {
    "r": Ink("#d01f26", WHITE),
    "y": Ink("#ffd500", BLACK),
    "g": Ink("#1e7b34", WHITE),
    "b": Ink("#1256c4", WHITE),
    "k": Ink("#1d1d1d", WHITE),
    "o": Ink("#ff8c00", BLACK),
    "p": Ink("#7a3aa8", WHITE),
    "w": Ink("#eeeeee", BLACK),
}
"""The colors of the box by letter."""
SCHEMES: Final[Mapping[str, Mapping[str, Ink]]] = {"box": BOX, "okabe-ito": INKS}
VARIABLE: Final = "RUMMY_FAST_COLORS"
"""The environment variable that names one of the schemes."""
JOKER: Final = Ink(WHITE, BLACK)
LETTERS: Final = "".join(INKS)
RUMMIKUB: Final = "krbo"
"""The colors of Rummikub."""


def letters(rules: Rules) -> str:
    """Give the letters of the colors of a deck, in its order."""
    return rules.colors if isinstance(rules.colors, str) else LETTERS[: rules.colors]


def inks() -> Mapping[str, Ink]:
    """Look up the colors in use, by letter.

    Raises:
        RummyError: If the environment names colors that do not exist.
    """
    name = os.environ.get(VARIABLE) or "box"
    if name not in SCHEMES:
        raise RummyError(f"{VARIABLE}={name}: the colors are {', '.join(SCHEMES)}")
    return SCHEMES[name]


def ink(tile: Tile) -> Ink:
    """Look up the colors of a tile."""
    return JOKER if tile.color is None else inks()[tile.color]


def channels(color: str) -> tuple[int, int, int]:
    """Split a color `#rrggbb` into red, green and blue, each from 0 to 255."""
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return red, green, blue
