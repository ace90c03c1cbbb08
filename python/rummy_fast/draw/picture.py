"""A picture: parts one above the other, on a ground that fits light and dark pages."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from rummy_fast.draw import tiles
from rummy_fast.draw.scene import Face, Group, Mark, Name, Part
from rummy_fast.draw.shapes import MARKS, STAR
from rummy_fast.draw.xml import add, node, number, written
from rummy_fast.palette import INKS, JOKER
from rummy_fast.words import N_, Words

PAD: Final = 18
"""Free space at the edges."""
GAP: Final = 6
"""Between the tiles of a meld."""
BETWEEN: Final = 24
"""Between melds beside each other."""
LINE: Final = 28
"""Between lines of melds."""
HEAD: Final = 34
"""A part's name and the space below it."""
KEY: Final = 26
"""A line of the key."""
KEY_WIDTH: Final = 300
"""How wide the key may be where the tiles are not."""
SIGN: Final = 38
"""How wide a color of the key is with its letter."""

FELT: Final = "#1f3d40"
TRAY: Final = "#3a6265"
CHALK: Final = "#f2f5f0"

NAMES: Final[dict[Name, str]] = {
    "table": N_("Table"),
    "hand": N_("Hand"),
    "before": N_("Table before"),
    "hand-before": N_("Hand"),
    "after": N_("Table after"),
    "hand-after": N_("Hand after"),
}
TOLD: Final[dict[Mark, str]] = {
    "played": N_("played from the hand"),
    "moved": N_("moved"),
    "freed": N_("exchanged joker"),
}


class Place(NamedTuple):
    """Where some tiles of a group lie in a part."""

    group: Group
    faces: tuple[Face, ...]
    x: float
    y: float

    @property
    def width(self) -> float:
        """How wide they are."""
        return _width(len(self.faces))


def _width(tiles_: int) -> float:
    return tiles_ * (tiles.WIDTH + GAP) - GAP


def _flow(part: Part, room: float) -> Iterator[Place]:
    """Play groups beside each other, line by line; one that is too long goes on in the next line."""
    most = max(1, int((room + GAP) // (tiles.WIDTH + GAP)))
    x = y = 0.0
    for group in part.groups:
        for start in range(0, len(group.faces), most):
            faces = group.faces[start : start + most]
            if x and x + _width(len(faces)) > room:
                x, y = 0.0, y + tiles.HEIGHT + LINE
            yield Place(group, faces, x, y)
            x += _width(len(faces)) + (BETWEEN if group.meld else BETWEEN / 2)


def _told(words: Words, face: Face) -> str:
    """A tile in words, for who rests the mouse on it."""
    told = face.word
    if face.stands:
        told += " = " + " / ".join(map(str, face.stands))
    return told if face.mark is None else f"{told}: {words.gettext(TOLD[face.mark])}"


class _Key(NamedTuple):
    """What is explained at the foot."""

    marks: tuple[Mark, ...]
    colors: str
    jokers: bool

    @classmethod
    def of(cls, parts: tuple[Part, ...]) -> "_Key":
        """What occurs in some parts."""
        faces = [face for part in parts for face in part.faces]
        marks = tuple(mark for mark in TOLD if any(face.mark == mark for face in faces))
        seen = {tile.color for face in faces for tile in (face.tile, *face.stands)}
        return cls(marks, "".join(letter for letter in MARKS if letter in seen), None in seen)


def sheet(width: float, height: float, title: str, told: str) -> Element:
    """A document with nothing but its ground.

    Args:
        width: In pixels.
        height: In pixels.
        title: What it is, for those who do not see it.
        told: What is on it, for them.

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
    add(root, "desc", told)
    add(root, "rect", width=width, height=height, rx=12, fill=FELT)
    return root


class _Line:
    """Lines of a key while it is written.

    Args:
        y: The middle of the first line.
        room: How wide lines may be.
    """

    def __init__(self, y: float, room: float) -> None:
        """Begin the first line."""
        self.x, self.y, self.room = float(PAD), y, room
        self.wide = 0.0

    def next(self, wide: float) -> tuple[float, float]:
        """Where the next thing stands, which is so wide."""
        if self.x > PAD and self.x + wide > PAD + self.room:
            self.end()
        here = self.x, self.y
        self.wide = max(self.wide, self.x + wide - PAD)
        self.x += wide + BETWEEN / 2
        return here

    def end(self) -> None:
        """Begin a new line, unless nothing stands on this one."""
        if self.x > PAD:
            self.x, self.y = float(PAD), self.y + KEY


class Picture:
    """A picture while it is drawn.

    Args:
        parts: What is to be seen.
        words: The language.
        room: The greatest width of a line of tiles.
    """

    def __init__(self, parts: tuple[Part, ...], words: Words, room: float) -> None:
        """Begin a picture."""
        self.parts = parts
        self.words = words
        self.room = room
        self.body = node("g")
        self.wide = 0.0
        self.y = float(PAD)

    def _part(self, part: Part) -> None:
        """Draw a part below what is there."""
        _ = self.words.gettext
        self._write(_(NAMES[part.name]), PAD, self.y + 11, font_weight="600")
        self.y += HEAD
        group = add(self.body, "g", **{"data-part": part.name})
        places = list(_flow(part, self.room))
        if not places:
            self._write(_("empty"), PAD, self.y + 4, opacity="0.75")
            self.y += LINE
            return
        melds: dict[int, Element] = {}
        for place in places:
            # A meld that goes on in the next line is one group still.
            key = id(place.group)
            if key not in melds:
                melds[key] = add(group, "g", **{"data-meld": place.group.meld})
            self._place(melds[key], place)
        self.wide = max(self.wide, *(place.x + place.width for place in places))
        self.y += places[-1].y + tiles.HEIGHT + LINE

    def _place(self, meld: Element, place: Place) -> None:
        x, y = PAD + place.x, self.y + place.y
        if place.group.touched:
            size = {"width": place.width + 16, "height": tiles.HEIGHT + 16}
            add(meld, "rect", x=x - 8, y=y - 8, rx=10, fill=TRAY, **size)
        for face in place.faces:
            tiles.tile(meld, face, (x, y), _told(self.words, face))
            x += tiles.WIDTH + GAP

    def _write(self, text: str, x: float, y: float, **given: str) -> None:
        tiles.text(self.body, text, (x, y), 13, fill=CHALK, **given)

    def _key(self) -> None:
        """Explain marks and colors below what is there, on one line or each on their own."""
        marks, colors, jokers = _Key.of(self.parts)
        signs = [(letter, MARKS[letter], INKS[letter]) for letter in colors]
        if jokers:
            signs.append(("J", STAR, JOKER))
        told = [(mark, self.words.gettext(TOLD[mark])) for mark in marks]
        needs = [24 + 8.0 * len(text) for _, text in told]
        room = min(self.room, max(self.wide, KEY_WIDTH))
        line = _Line(self.y, room)
        for (mark, text), wide in zip(told, needs, strict=True):
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

    def document(self, title: str, told: Iterable[str] = (), *, key: bool = False) -> str:
        """Draw everything.

        Args:
            title: What the picture is, for those who do not see it.
            told: What is said to them beside the tiles.
            key: Whether the marks are explained at the foot.

        Returns:
            The text of an SVG document.
        """
        _ = self.words.gettext
        for part in self.parts:
            self._part(part)
        if key and any(part.faces for part in self.parts):
            self._key()
        width, height = max(self.wide, 60) + 2 * PAD, self.y + PAD - LINE / 2
        shown = [f"{_(NAMES[p.name])}: {p.text or _('empty')}" for p in self.parts]
        root = sheet(width, height, title, "\n".join([*shown, *told]))
        root.append(self.body)
        return written(root)
