"""Draws a picture: parts one above the other, on a background that fits light and dark pages."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from rummy_fast.draw import tiles
from rummy_fast.draw.scene import Cluster, Face, Mark, Name, Part
from rummy_fast.draw.shapes import MARKS, STAR
from rummy_fast.draw.xml import add, node, number, written
from rummy_fast.palette import JOKER, inks
from rummy_fast.words import N_, Words

PAD: Final = 18
"""Free space at the edges."""
GAP: Final = 6
"""Between the tiles of a meld."""
BETWEEN: Final = 24
"""Between melds on one line."""
LINE: Final = 28
"""Between lines of melds."""
HEAD: Final = 34
"""A part's name and the space below it."""
LEGEND_LINE: Final = 26
"""The height of a line of the legend."""
LEGEND_WIDTH: Final = 300
"""The least width allowed to the legend."""
SIGN: Final = 38
"""The width of a color and its letter in the legend."""

FELT: Final = "#1f3d40"
TRAY: Final = "#3a6265"
CHALK: Final = "#f2f5f0"

PART_NAMES: Final[dict[Name, str]] = {
    "table": N_("Table"),
    "hand": N_("Hand"),
    "before": N_("Table before"),
    "hand-before": N_("Hand"),
    "after": N_("Table after"),
    "hand-after": N_("Hand after"),
}
MARK_NAMES: Final[dict[Mark, str]] = {
    "played": N_("played from the hand"),
    "moved": N_("moved"),
    "freed": N_("exchanged joker"),
}


class Place(NamedTuple):
    """The position in a part of a cluster, or of those of its tiles that are on one line."""

    cluster: Cluster
    faces: tuple[Face, ...]
    x: float
    y: float

    @property
    def width(self) -> float:
        """Its width."""
        return _width(len(self.faces))


def _width(tiles_: int) -> float:
    return tiles_ * (tiles.WIDTH + GAP) - GAP


def _flow(part: Part, room: float) -> Iterator[Place]:
    """Place clusters side by side, line by line; a cluster wider than a line wraps."""
    most = max(1, int((room + GAP) // (tiles.WIDTH + GAP)))
    x = y = 0.0
    for cluster in part.clusters:
        for start in range(0, len(cluster.faces), most):
            faces = cluster.faces[start : start + most]
            if x and x + _width(len(faces)) > room:
                x, y = 0.0, y + tiles.HEIGHT + LINE
            yield Place(cluster, faces, x, y)
            x += _width(len(faces)) + (BETWEEN if cluster.meld else BETWEEN / 2)


def _tooltip(words: Words, face: Face) -> str:
    """The text shown while the mouse rests on a tile."""
    text = face.word
    if face.stands_for:
        text += " = " + " / ".join(map(str, face.stands_for))
    return text if face.mark is None else f"{text}: {words.gettext(MARK_NAMES[face.mark])}"


class _Legend(NamedTuple):
    """What the legend explains."""

    marks: tuple[Mark, ...]
    colors: str
    jokers: bool

    @classmethod
    def of(cls, parts: tuple[Part, ...]) -> "_Legend":
        """Collect what occurs in the parts."""
        faces = [face for part in parts for face in part.faces]
        used = {face.mark for face in faces}
        marks: tuple[Mark, ...] = tuple(mark for mark in MARK_NAMES if mark in used)
        seen = {tile.color for face in faces for tile in (face.tile, *face.stands_for)}
        return cls(marks, "".join(letter for letter in MARKS if letter in seen), None in seen)


def blank(width: float, height: float, title: str, description: str) -> Element:
    """Create a document with only a background.

    Args:
        width: The width in pixels.
        height: The height in pixels.
        title: The title for screen readers.
        description: The description for screen readers.

    Returns:
        The root of the document.
    """
    root = node(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {number(width)} {number(height)}",
        font_family=tiles.FONTS,
        role="img",
        **{"aria-label": title},
    )
    add(root, "title", title)
    add(root, "desc", description)
    add(root, "rect", width=width, height=height, rx=12, fill=FELT)
    return root


class _LegendLines:
    """Places the entries of the legend on lines.

    Args:
        y: The middle of the first line.
        room: The greatest width of a line.
    """

    def __init__(self, y: float, room: float) -> None:
        """Start the first line."""
        self.x, self.y, self.room = float(PAD), y, room
        self.wide = 0.0

    def next(self, wide: float) -> tuple[float, float]:
        """Place the next entry, given its width."""
        if self.x > PAD and self.x + wide > PAD + self.room:
            self.end()
        here = self.x, self.y
        self.wide = max(self.wide, self.x + wide - PAD)
        self.x += wide + BETWEEN / 2
        return here

    def end(self) -> None:
        """Start a new line, unless this one is empty."""
        if self.x > PAD:
            self.x, self.y = float(PAD), self.y + LEGEND_LINE


class Picture:
    """A picture being drawn.

    Args:
        parts: What to draw.
        words: The language.
        room: The greatest width of a line of tiles.
    """

    def __init__(self, parts: tuple[Part, ...], words: Words, room: float) -> None:
        """Start the picture."""
        self.parts = parts
        self.words = words
        self.room = room
        self.body = node("g")
        self.wide = 0.0
        self.y = float(PAD)

    def _part(self, part: Part) -> None:
        """Draw a part below the others."""
        _ = self.words.gettext
        self._write(_(PART_NAMES[part.name]), PAD, self.y + 11, font_weight="600")
        self.y += HEAD
        group = add(self.body, "g", **{"data-part": part.name})
        places = list(_flow(part, self.room))
        if not places:
            self._write(_("empty"), PAD, self.y + 4, opacity="0.75")
            self.y += LINE
            return
        melds: dict[int, Element] = {}
        for place in places:
            # A meld that wraps is still one element.
            key = id(place.cluster)
            if key not in melds:
                melds[key] = add(group, "g", **{"data-meld": place.cluster.meld})
            self._place(melds[key], place)
        self.wide = max(self.wide, *(place.x + place.width for place in places))
        self.y += places[-1].y + tiles.HEIGHT + LINE

    def _place(self, meld: Element, place: Place) -> None:
        x, y = PAD + place.x, self.y + place.y
        if place.cluster.touched:
            size = {"width": place.width + 16, "height": tiles.HEIGHT + 16}
            add(meld, "rect", x=x - 8, y=y - 8, rx=10, fill=TRAY, **size)
        for face in place.faces:
            tiles.tile(meld, face, (x, y), _tooltip(self.words, face))
            x += tiles.WIDTH + GAP

    def _write(self, text: str, x: float, y: float, **given: str) -> None:
        tiles.text(self.body, text, (x, y), 13, fill=CHALK, **given)

    def _legend(self) -> None:
        """Explain marks and colors, on one line if they fit."""
        marks, colors, jokers = _Legend.of(self.parts)
        signs = [(letter, MARKS[letter], inks()[letter]) for letter in colors]
        if jokers:
            signs.append(("J", STAR, JOKER))
        labels: list[tuple[Mark, str]] = [
            (mark, self.words.gettext(MARK_NAMES[mark])) for mark in marks
        ]
        widths = [24 + 8.0 * len(text) for _, text in labels]
        room = min(self.room, max(self.wide, LEGEND_WIDTH))
        line = _LegendLines(self.y, room)
        for (mark, text), wide in zip(labels, widths, strict=True):
            x, y = line.next(wide)
            tiles.badge(self.body, mark, (x + 9, y))
            self._write(text, x + 24, y + 4.5)
        if line.x + len(signs) * (SIGN + BETWEEN / 2) > PAD + room + BETWEEN / 2:
            line.end()
        for letter, shape, ink in signs:
            x, y = line.next(SIGN)
            box = {"width": 20, "height": 18, "rx": 4}
            add(self.body, "rect", x=x, y=y - 9, fill=ink.ground, stroke=tiles.PAPER, **box)
            tiles.glyph(self.body, shape, (x + 10, y), 6, ink.print)
            self._write(letter, x + 26, y + 4.5, font_weight="600")
        line.end()
        self.wide = max(self.wide, line.wide)
        self.y = line.y

    def document(self, title: str, notes: Iterable[str] = (), *, legend: bool = False) -> str:
        """Draw everything.

        Args:
            title: The title for screen readers.
            notes: Lines of the description for screen readers, after the tiles.
            legend: Whether to explain the marks below the parts.

        Returns:
            An SVG document.
        """
        _ = self.words.gettext
        for part in self.parts:
            self._part(part)
        if legend and any(part.faces for part in self.parts):
            self._legend()
        width, height = max(self.wide, 60) + 2 * PAD, self.y + PAD - LINE / 2
        shown = [f"{_(PART_NAMES[p.name])}: {p.text or _('empty')}" for p in self.parts]
        root = blank(width, height, title, "\n".join([*shown, *notes]))
        root.append(self.body)
        return written(root)
