"""Draws how the search works: the numbers from left to right, with the state after each."""

from collections.abc import Iterator
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

import rummy_fast as rf
from rummy_fast.draw import tiles
from rummy_fast.draw.moves import moves
from rummy_fast.draw.picture import CHALK, FELT, TRAY, blank
from rummy_fast.draw.scene import Face
from rummy_fast.draw.shapes import MARKS
from rummy_fast.draw.xml import add, written
from rummy_fast.palette import INKS
from rummy_fast.play.draft import Heap, Piece

TABLE: Final = "r2 g2 b2 | r3-6 | g4-8 | b3-6"
HAND: Final = "g3 b5 y6 y7"
NUMBERS: Final = range(1, 10)
NOW: Final = 5
"""The number that the search has reached."""

LEFT: Final = 64
TOP: Final = 100
STEP: Final = 56
"""The width of a number's column."""
ROW: Final = 80
"""The height of a row of tiles."""
LINE: Final = 26
"""The height of a row of states."""


class Spot(NamedTuple):
    """The position of a tile in the picture.

    Attributes:
        piece: The tile.
        heap: Its meld.
        row: Its row, from 0; a color has as many rows as it needs.
    """

    piece: Piece
    heap: Heap
    row: int

    @property
    def number(self) -> int:
        """The number on it."""
        return self.piece.tile.value or 0

    @property
    def corner(self) -> tiles.Point:
        """Its upper left corner."""
        return _x(self.number) - tiles.WIDTH / 2, TOP + self.row * ROW


def _x(number: int) -> float:
    """The middle of a number's column."""
    return LEFT + (number - NUMBERS.start + 0.5) * STEP


def _is_run(heap: Heap) -> bool:
    return heap.meld is not None and heap.meld.kind == "run"


def _rows(heaps: tuple[Heap, ...]) -> tuple[list[Spot], dict[str, int]]:
    """Place every tile in the rows of its color; also return the first row of each color."""
    spots: list[Spot] = []
    firsts: dict[str, int] = {}
    free = 0
    for color in "rygb":
        firsts[color] = free
        taken: set[tuple[int, int]] = set()
        # Runs first, so that each stays in one row.
        for heap in sorted(heaps, key=lambda heap: not _is_run(heap)):
            own = [piece for piece in heap.pieces if piece.tile.color == color]
            numbers = [piece.tile.value or 0 for piece in own]
            row = firsts[color]
            while any((row, number) in taken for number in numbers):
                row += 1
            taken |= {(row, number) for number in numbers}
            spots += [Spot(piece, heap, row) for piece in own]
        free = max([firsts[color], *(row for row, _ in taken)]) + 1
    return spots, firsts


def open_runs(heaps: tuple[Heap, ...], color: str, number: int) -> list[str]:
    """Find the runs of a color that are open after a number.

    Args:
        heaps: The melds.
        color: The color.
        number: The number.

    Returns:
        Their lengths so far, longest first; lengths of three and more are all "3+".
    """
    lengths = []
    for heap in heaps:
        if _is_run(heap) and heap.pieces[0].tile.color == color:
            values = [piece.tile.value or 0 for piece in heap.pieces]
            if number in values:
                lengths.append(number - values[0] + 1)
    return ["3+" if length >= 3 else str(length) for length in sorted(lengths, reverse=True)]  # noqa: PLR2004, the shortest meld


def _write(parent: Element, text: str, at: tiles.Point, size: float = 13, **given: str) -> None:
    tiles.text(parent, text, at, size, **{"fill": CHALK, **given})


def _runs(parent: Element, heap: Heap, corners: list[tiles.Point]) -> None:
    """Draw a bar along the tiles of a run."""
    if _is_run(heap):
        (x, y), (right, _) = min(corners), max(corners)
        size = {"width": right - x + tiles.WIDTH + 16, "height": tiles.HEIGHT + 16}
        add(parent, "rect", x=x - 8, y=y - 8, rx=10, fill=TRAY, **size)


def _groups(parent: Element, heap: Heap, corners: list[tiles.Point]) -> None:
    """Draw a line through the tiles of a group."""
    if not _is_run(heap):
        (x, y), (_, low) = min(corners), max(corners)
        middle = x + tiles.WIDTH / 2
        ends = {"x1": middle, "x2": middle, "y1": y, "y2": low}
        add(parent, "line", stroke=CHALK, stroke_width=6, stroke_opacity=0.75, **ends)
        for left, top in corners:
            size = {"width": tiles.WIDTH + 8, "height": tiles.HEIGHT + 8, "rx": 9}
            add(parent, "rect", x=left - 4, y=top - 4, fill=FELT, stroke=CHALK, **size)


def _letters(parent: Element, places: Iterator[tuple[str, float]]) -> None:
    """Draw the colors at the left edge."""
    for color, y in places:
        ink = INKS[color]
        size = {"width": 20, "height": 18, "rx": 4}
        add(parent, "rect", x=18, y=y - 9, fill=ink.ground, stroke=tiles.PAPER, **size)
        tiles.glyph(parent, MARKS[color], (28, y), 6, ink.print)
        _write(parent, color, (44, y + 4.5), font_weight="600")


def _states(parent: Element, heaps: tuple[Heap, ...], top: float) -> None:
    """Draw the state after each number: the open runs of each color."""
    for line, color in enumerate("rygb"):
        y = top + line * LINE
        for number in NUMBERS:
            found = open_runs(heaps, color, number)
            if not found:
                _write(parent, "\N{MIDDLE DOT}", (_x(number), y + 4.5), text_anchor="middle")
                continue
            size = {"width": 34, "height": 20, "rx": 6}
            add(parent, "rect", x=_x(number) - 17, y=y - 10, fill=CHALK, **size)
            style = {"fill": tiles.TYPE, "text_anchor": "middle", "font_weight": "700"}
            _write(parent, " ".join(found), (_x(number), y + 4.5), 13, **style)


def picture() -> str:
    """Draw the best play of the position as the search finds it.

    Returns:
        An SVG document.
    """
    play = rf.solve(TABLE, HAND)
    table, hand = rf.Table(TABLE), rf.Hand(HAND)
    done = moves(table, hand, play.steps(), rf.Rules())
    heaps = done.end.heaps
    spots, firsts = _rows(heaps)
    rows = max(spot.row for spot in spots) + 1
    low = TOP + rows * ROW
    states = low + 48
    width, height = LEFT + len(NUMBERS) * STEP + 24, states + 4 * LINE + 30
    description = (
        f"Table: {table}. Hand: {hand}. The best play leads to {play.table}."
        " The search goes through the numbers from left to right. Each color has rows of its own,"
        " in which its runs grow; groups take tiles of one number from several colors. After each"
        " number the search keeps only a state: how many runs of each color are open, and how long"
        " they are."
    )
    root = blank(width, height, "Dynamic programming over the numbers", description)
    _write(root, "The search goes through the numbers from left to right", (18, 30), 14)
    now = _x(NOW) + STEP / 2
    size = {"y": 42, "height": height - 58, "rx": 8}
    add(root, "rect", x=_x(NOW) - STEP / 2, width=STEP, fill=CHALK, fill_opacity=0.12, **size)
    for number in NUMBERS:
        style = {"text_anchor": "middle", "font_weight": "700"}
        _write(root, str(number), (_x(number), 80), 14, **style)
    _write(root, "done \N{LEFTWARDS ARROW}", (now - 8, 58), 12, text_anchor="end")
    _write(root, "\N{RIGHTWARDS ARROW} still to come", (now + 8, 58), 12)
    first = ((color, TOP + row * ROW + tiles.HEIGHT / 2) for color, row in firsts.items())
    _letters(root, first)
    for draw in (_runs, _groups):
        for heap in heaps:
            draw(root, heap, [spot.corner for spot in spots if spot.heap is heap])
    for spot in spots:
        tile = spot.piece.tile
        mark = done.marks.get(spot.piece.key)
        face = Face(tile, str(tile), mark=mark if mark == "played" else None, key=spot.piece.key)
        tiles.tile(root, face, spot.corner, str(tile))
    cover = {"x": now, "y": TOP - 18, "width": width - now - 12, "height": low - TOP}
    add(root, "rect", fill=FELT, fill_opacity=0.6, **cover)
    for top, end in ((42, low - 6), (states - 20, height - 16)):
        ends = {"x1": now, "x2": now, "y1": top, "y2": end}
        add(root, "line", stroke=CHALK, stroke_width=2, stroke_dasharray="6 4", **ends)
    caption = "The state after each number: the open runs of each color, by length"
    _write(root, caption, (18, low + 14), 14)
    _letters(root, ((color, states + line * LINE) for line, color in enumerate("rygb")))
    _states(root, heaps, states)
    return written(root)
