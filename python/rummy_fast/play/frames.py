"""Tiles in frames, where there is room.

A tile is a framed piece of ivory with a colored number. Its letter, or what a joker stands for, is
in the lower edge, and the sign of what is special about it in the upper one. The colors are those
of the pictures (`palette`), as dark as it takes to read them on ivory.
"""

from functools import cache
from typing import Final

from rich.style import Style
from textual.color import Color

from rummy_fast import Tile
from rummy_fast.palette import ink
from rummy_fast.play.faces import Look

WIDTH: Final = 5
"""The columns of a framed tile."""
HEIGHT: Final = 3
"""The lines of a framed tile."""
IVORY: Final = "#faf3dd"
READABLE: Final = 4.5
"""The least contrast of print on its ground (WCAG 2.2, 1.4.3)."""
LINEAR_TO: Final = 0.04045
"""Up to this a channel of sRGB is linear."""
LIGHT_FRAME: Final = ("╭─╮", "│", "╰─╯")
HEAVY_FRAME: Final = ("┏━┓", "┃", "┗━┛")


def luminance(color: Color) -> float:
    """The relative luminance of a color, from 0 to 1 (WCAG 2.2)."""
    linear = [
        part / 12.92 if part <= LINEAR_TO else ((part + 0.055) / 1.055) ** 2.4
        for part in color.normalized
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@cache
def print_on_ivory(color: str) -> str:
    """Darken a color until it can be read on ivory.

    Args:
        color: The color as `#rrggbb`.

    Returns:
        The color.
    """
    ivory, black, found = Color.parse(IVORY), Color.parse("#000000"), Color.parse(color)
    for percent in range(101):
        found = Color.parse(color).blend(black, percent / 100)
        if (luminance(ivory) + 0.05) / (luminance(found) + 0.05) >= READABLE:
            break
    return found.hex.lower()


def framed_style(tile: Tile, look: Look) -> Style:
    """Choose the colors of a framed tile; those of a selected tile are swapped.

    Args:
        tile: The tile.
        look: What is special about it.

    Returns:
        Its style.
    """
    ink_ = print_on_ivory(ink(tile).print if tile.is_joker else ink(tile).ground)
    ground, print_ = (ink_, IVORY) if look.selected else (IVORY, ink_)
    return Style(bgcolor=ground, color=print_, bold=True)


def framed(tile: Tile, look: Look, meant: str = "") -> tuple[str, str, str]:
    """Draw a tile in a frame, a heavy one under the cursor.

    Args:
        tile: The tile.
        look: What is special about it.
        meant: What a joker stands for, if anything.

    Returns:
        Its three lines, each `WIDTH` wide.
    """
    (top_left, line, top_right), side, (low_left, _, low_right) = (
        HEAVY_FRAME if look.cursor else LIGHT_FRAME
    )
    sign = "●" if look.selected else "+" if look.played else "*" if look.drawn else line
    number = "J" if tile.is_joker else str(tile.value)
    letter = tile.color or meant
    return (
        f"{top_left}{line}{sign}{line}{top_right}",
        f"{side}{number:^3}{side}",
        f"{low_left}{letter:{line}^3}{low_right}",
    )
