"""One tile, as it is drawn."""

from typing import Final
from xml.etree.ElementTree import Element

from rummy_fast import Tile
from rummy_fast.draw.scene import Face, Mark
from rummy_fast.draw.shapes import MARKS, SIGNS, STAR
from rummy_fast.draw.xml import add, number
from rummy_fast.palette import INKS

WIDTH: Final = 38
HEIGHT: Final = 54
ROUND: Final = 6
BAND: Final = 35
"""Where the band with the color begins."""
ABREAST: Final = 3
"""Colors that a joker may stand for beside each other."""

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
"""Ground and sign of the badge of a tile that was moved."""
EDGES: Final[dict[Mark, str]] = {"played": "none", "moved": "4 3", "freed": "1.5 2.5"}
"""How the line around such a tile is dashed."""


Point = tuple[float, float]
"""Pixels to the right and down."""


def shifted(at: Point) -> str:
    """What puts something at a point."""
    return f"translate({number(at[0])} {number(at[1])})"


def glyph(parent: Element, shape: str, at: Point, size: float, fill: str) -> None:
    """Draw a mark around a point."""
    place = f"{shifted(at)}scale({number(size)})"
    add(parent, "path", d=shape, fill=fill, fill_rule="evenodd", transform=place)


def badge(parent: Element, mark: Mark, at: Point) -> None:
    """Draw the sign of what became of a tile around a point."""
    ground, sign = BADGES[mark]
    group = add(parent, "g", transform=shifted(at))
    add(group, "circle", r=8.5, fill=ground, stroke=sign, stroke_width=1.5)
    line = {"stroke": sign, "stroke_linecap": "round", "stroke_linejoin": "round"}
    add(group, "path", d=SIGNS[mark], fill="none", stroke_width=0.24, transform="scale(9)", **line)


def text(parent: Element, said: str, at: Point, size: float, **given: str) -> None:
    """Write something from a point on."""
    add(parent, "text", said, x=at[0], y=at[1], font_size=size, **given)


def _number(parent: Element, value: int | None, y: float, size: float) -> None:
    style = {"text_anchor": "middle", "font_weight": "700", "fill": TYPE}
    text(parent, str(value), (WIDTH / 2, y), size, **style)


def _field(x: float, y: float, wide: float, high: float) -> str:
    """A part of the foot of a tile; the lower corners of the tile are round."""
    low = y + high == HEIGHT
    far = ROUND if low and x + wide == WIDTH else 0
    near = ROUND if low and x == 0 else 0
    return (
        f"M{number(x)} {number(y)}h{number(wide)}v{number(high - far)}"
        f"a{far} {far} 0 0 1-{far} {far}H{number(x + near)}a{near} {near} 0 0 1-{near}-{near}Z"
    )


def _band(parent: Element, colors: str) -> None:
    """The foot of a tile: a field for each color with its mark, in two lines if they are many."""
    lines = 1 if len(colors) <= ABREAST else 2
    across = -(-len(colors) // lines)
    high = (HEIGHT - BAND) / lines
    for place, letter in enumerate(colors):
        line = place // across
        wide = WIDTH / min(across, len(colors) - line * across)
        x, y = place % across * wide, BAND + line * high
        add(parent, "path", d=_field(x, y, wide, high), fill=INKS[letter].ground)
        size = min(7.5, high * 0.4, wide * 0.36)
        glyph(parent, MARKS[letter], (x + wide / 2, y + high / 2), size, INKS[letter].print)


def _front(parent: Element, tile: Tile, stands: tuple[Tile, ...]) -> None:
    """What is printed on a tile."""
    if tile.color is not None:
        _number(parent, tile.value, 26, 26 - 2 * len(str(tile.value)))
        _band(parent, tile.color)
    elif stands:
        glyph(parent, STAR, (WIDTH / 2, 11), 6.5, TYPE)
        _number(parent, stands[0].value, 32, 15)
        _band(parent, "".join(one.color or "" for one in stands))
    else:
        glyph(parent, STAR, (WIDTH / 2, HEIGHT / 2), 14, TYPE)


def tile(parent: Element, face: Face, at: Point, told: str) -> None:
    """Draw a tile.

    Args:
        parent: What it is drawn into.
        face: The tile. A joker in a meld shows a star and, smaller, the number and colors that it
            may stand for.
        at: Its upper left corner.
        told: What is said about it where the mouse rests on it.
    """
    marked = {} if face.mark is None else {"data-mark": face.mark}
    given = {"data-tile": str(face.tile), "data-key": str(face.key), **marked}
    group = add(parent, "g", transform=shifted(at), **given)
    add(group, "title", told)
    add(group, "rect", width=WIDTH, height=HEIGHT, rx=ROUND, fill=PAPER)
    _front(group, face.tile, face.stands)
    if face.mark is not None:
        size = {"width": WIDTH + 5, "height": HEIGHT + 5, "rx": ROUND + 2.5}
        edge = {"fill": "none", "stroke": "#fff", "stroke_dasharray": EDGES[face.mark]}
        add(group, "rect", x=-2.5, y=-2.5, stroke_width=2, **size, **edge)
        badge(group, face.mark, (WIDTH / 2, -7))
