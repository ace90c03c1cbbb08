"""Tiles as colored text; each brings its own background, for dark and light terminals alike."""

import os
from functools import cache
from itertools import product
from typing import Final

from rummy_fast.draw.scene import Face, Part
from rummy_fast.palette import channels, ink

LEVELS: Final = (0, 95, 135, 175, 215, 255)
"""The levels of red, green and blue in the 6 x 6 x 6 color cube of terminals."""
GRAYS: Final = range(8, 239, 10)
"""The levels of the 24 grays after the cube."""
RESET: Final = "\x1b[0m"


@cache
def nearest(color: str) -> int:
    """Find the nearest of a terminal's 256 colors.

    Args:
        color: A color `#rrggbb`.

    Returns:
        The number of the nearest color, from 16 to 255.
    """
    wanted = channels(color)

    def distance(found: tuple[int, ...]) -> int:
        return sum((a - b) ** 2 for a, b in zip(wanted, found, strict=True))

    cube = {16 + place: color for place, color in enumerate(product(LEVELS, repeat=3))}
    grays = {232 + place: (gray, gray, gray) for place, gray in enumerate(GRAYS)}
    known = cube | grays
    return min(known, key=lambda place: distance(known[place]))


def _face(face: Face) -> str:
    ground, print_ = ink(face.tile)
    bold = ";1" if face.mark else ""
    return f"\x1b[48;5;{nearest(ground)};38;5;{nearest(print_)}{bold}m{face.signed}{RESET}"


def text(part: Part, *, color: bool) -> str:
    """Write a part as text.

    Args:
        part: The part.
        color: Whether to use colors, unless `NO_COLOR` is set in the environment.

    Returns:
        One line: the notation, with signs before marked tiles.
    """
    if not color or os.environ.get("NO_COLOR"):
        return part.text
    return part.joined(_face)
