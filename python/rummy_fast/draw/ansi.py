"""Tiles in a terminal, in colors that show on dark and on light grounds: each brings its own."""

import os
from functools import cache
from itertools import product
from typing import Final

from rummy_fast.draw.scene import Face, Part
from rummy_fast.palette import channels, ink

LEVELS: Final = (0, 95, 135, 175, 215, 255)
"""Of red, green and blue in the 216 colors that nearly every terminal has."""
GREYS: Final = range(8, 239, 10)
"""The greys after them."""
RESET: Final = "\x1b[0m"


@cache
def nearest(color: str) -> int:
    """The color of a terminal with 256 that is nearest to one.

    Args:
        color: A color `#rrggbb`.

    Returns:
        Its number, from 16 to 255.
    """
    wanted = channels(color)

    def far(found: tuple[int, ...]) -> int:
        return sum((a - b) ** 2 for a, b in zip(wanted, found, strict=True))

    cube = {16 + place: color for place, color in enumerate(product(LEVELS, repeat=3))}
    greys = {232 + place: (grey, grey, grey) for place, grey in enumerate(GREYS)}
    known = cube | greys
    return min(known, key=lambda place: far(known[place]))


def _face(face: Face) -> str:
    ground, print_ = ink(face.tile)
    bold = ";1" if face.mark else ""
    return f"\x1b[48;5;{nearest(ground)};38;5;{nearest(print_)}{bold}m{face.signed}{RESET}"


def text(part: Part, *, color: bool) -> str:
    """A part in letters.

    Args:
        part: The part.
        color: Whether it may be colored; it is not if the environment says `NO_COLOR`.

    Returns:
        One line. Without the colors it is the notation, with signs before marked tiles.
    """
    if not color or os.environ.get("NO_COLOR"):
        return part.text
    return part.joined(_face)
