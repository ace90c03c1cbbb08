"""Draws a single tile."""

from typing import Final
from xml.etree.ElementTree import Element

from rummy_fast import Tile
from rummy_fast.draw.scene import Face, Mark
from rummy_fast.draw.shapes import MARKS, SIGNS, STAR
from rummy_fast.draw.xml import add, number
from rummy_fast.palette import inks

WIDTH: Final = 38
HEIGHT: Final = 54
ROUND: Final = 6
BAND: Final = 35
"""Where the color band begins."""
ABREAST: Final = 3
"""The most colors on one line of the color band."""

PAPER: Final = "#fffdf6"
TYPE: Final = "#1c1c1c"
FONTS: Final = (
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"
)

BADGES: Final[dict[Mark, tuple[str, str]]] = {
    "played": ("#ffffff", "#10262c"),
    "moved": ("#10262c", "#ffffff"),
    "freed": ("#ffffff", "#10262c"),
}
"""Background and sign color of the badges."""
EDGES: Final[dict[Mark, str]] = {"played": "none", "moved": "4 3", "freed": "1.5 2.5"}
"""How the outline of a marked tile is dashed."""


Point = tuple[float, float]
"""Pixels to the right and down."""


def shifted(at: Point) -> str:
    """The transform that moves something to a point."""
    return f"translate({number(at[0])} {number(at[1])})"


def glyph(parent: Element, shape: str, at: Point, size: float, fill: str) -> None:
    """Draw a mark centered on a point."""
    place = f"{shifted(at)}scale({number(size)})"
    add(parent, "path", d=shape, fill=fill, fill_rule="evenodd", transform=place)


def badge(parent: Element, mark: Mark, at: Point) -> None:
    """Draw the badge of a marked tile centered on a point."""
    ground, sign = BADGES[mark]
    group = add(parent, "g", transform=shifted(at))
    add(group, "circle", r=8.5, fill=ground, stroke=sign, stroke_width=1.5)
    line = {"stroke": sign, "stroke_linecap": "round", "stroke_linejoin": "round"}
    add(group, "path", d=SIGNS[mark], fill="none", stroke_width=0.24, transform="scale(9)", **line)


def text(parent: Element, content: str, at: Point, size: float, **given: str) -> None:
    """Write text at a point."""
    add(parent, "text", content, x=at[0], y=at[1], font_size=size, **given)


def _number(parent: Element, value: int | None, y: float, size: float) -> None:
    style = {"text_anchor": "middle", "font_weight": "700", "fill": TYPE}
    text(parent, str(value), (WIDTH / 2, y), size, **style)


def _field(x: float, y: float, wide: float, high: float) -> str:
    """The path of a field in the color band; the lower corners of the tile are round."""
    low = y + high == HEIGHT
    far = ROUND if low and x + wide == WIDTH else 0
    near = ROUND if low and x == 0 else 0
    return (
        f"M{number(x)} {number(y)}h{number(wide)}v{number(high - far)}"
        f"a{far} {far} 0 0 1-{far} {far}H{number(x + near)}a{near} {near} 0 0 1-{near}-{near}Z"
    )


def _band(parent: Element, colors: str) -> None:
    """Draw the color band: a field for each color with its mark, on two lines if there are many."""
    lines = 1 if len(colors) <= ABREAST else 2
    across = -(-len(colors) // lines)
    high = (HEIGHT - BAND) / lines
    for place, letter in enumerate(colors):
        line = place // across
        wide = WIDTH / min(across, len(colors) - line * across)
        x, y = place % across * wide, BAND + line * high
        add(parent, "path", d=_field(x, y, wide, high), fill=inks()[letter].ground)
        size = min(7.5, high * 0.4, wide * 0.36)
        glyph(parent, MARKS[letter], (x + wide / 2, y + high / 2), size, inks()[letter].print)


def _front(parent: Element, tile: Tile, stands_for: tuple[Tile, ...]) -> None:
    """Draw the front of a tile."""
    if tile.color is not None:
        _number(parent, tile.value, 26, 26 - 2 * len(str(tile.value)))
        _band(parent, tile.color)
    elif stands_for:
        glyph(parent, STAR, (WIDTH / 2, 11), 6.5, TYPE)
        _number(parent, stands_for[0].value, 32, 15)
        _band(parent, "".join(meant.color or "" for meant in stands_for))
    else:
        glyph(parent, STAR, (WIDTH / 2, HEIGHT / 2), 14, TYPE)


def tile(parent: Element, face: Face, at: Point, tooltip: str) -> None:
    """Draw a tile.

    Args:
        parent: The element to draw into.
        face: The tile. A joker in a meld shows a star and, smaller, the number and the colors it
            may stand for.
        at: Its upper left corner.
        tooltip: The text shown while the mouse rests on it.
    """
    marked = {} if face.mark is None else {"data-mark": face.mark}
    given = {"data-tile": str(face.tile), "data-key": str(face.key), **marked}
    group = add(parent, "g", transform=shifted(at), **given)
    add(group, "title", tooltip)
    add(group, "rect", width=WIDTH, height=HEIGHT, rx=ROUND, fill=PAPER)
    _front(group, face.tile, face.stands_for)
    if face.mark is not None:
        size = {"width": WIDTH + 5, "height": HEIGHT + 5, "rx": ROUND + 2.5}
        edge = {"fill": "none", "stroke": "#fff", "stroke_dasharray": EDGES[face.mark]}
        add(group, "rect", x=-2.5, y=-2.5, stroke_width=2, **size, **edge)
        badge(group, face.mark, (WIDTH / 2, -7))
