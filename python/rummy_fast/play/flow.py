"""Where tiles lie on a screen: melds one after the other, in lines as wide as there is room.

Nothing is drawn here. A `Sheet` knows for every place of the screen what is there, and where the
cursor goes from one thing to the next.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from rummy_fast import Tile

Way: TypeAlias = Literal["left", "right", "up", "down"]
"""Where the cursor goes."""
Tone: TypeAlias = Literal["plain", "wrong", "right"]
"""What is to be said of a group."""


class Thing(NamedTuple):
    """What lies at a place.

    A tile of a group has its key. The handle of a group, which stands before and behind its tiles,
    has none. The place for a new group belongs to no group.
    """

    group: int | None = None
    key: int | None = None


NEW = Thing()
"""The place where tiles make a new group; so does all that is empty."""


class Item(NamedTuple):
    """A tile of a group."""

    key: int
    tile: Tile
    word: str


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together.

    Attributes:
        items: The tiles.
        before: What stands before them.
        behind: What stands behind them.
        tone: What is to be said of them.
    """

    items: Sequence[Item]
    before: str = ""
    behind: str = ""
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Cell:
    """A stretch of a line.

    Attributes:
        x: Where it begins.
        y: Its line.
        text: What stands there.
        thing: What it is.
        item: The tile, if it is one.
    """

    x: int
    y: int
    text: str
    thing: Thing
    item: Item | None = None

    @property
    def end(self) -> int:
        """Where the next one may begin."""
        return self.x + len(self.text)


class Sheet:
    """Groups played out.

    Args:
        groups: The groups in order.
        width: Columns there are.
        height: Lines there are; if they suffice every second one stays empty.
        invitation: What stands at the place for a new group; there is no such place if it is empty.

    Attributes:
        cells: Everything that lies there.
        height: Lines that are used.
    """

    def __init__(
        self, groups: Sequence[Group], width: int, height: int = 0, invitation: str = ""
    ) -> None:
        """Lay the groups out."""
        lines = _Lines(width)
        for number, group in enumerate(groups):
            lines.add(number, group)
        if invitation:
            lines.invite(invitation)
        used = lines.y + 1 if lines.cells else 0
        apart = 2 if 2 * used - 1 <= height else 1
        self.cells = [Cell(c.x, c.y * apart, c.text, c.thing, c.item) for c in lines.cells]
        self.height = max(0, (used - 1) * apart + 1)

    def at(self, x: int, y: int) -> Thing:
        """What lies at a place.

        Args:
            x: The column.
            y: The line.

        Returns:
            The thing; `NEW` if nothing lies there.
        """
        for cell in self.cells:
            if cell.y == y and cell.x <= x < cell.end:
                return cell.thing
        return NEW

    def cell(self, thing: Thing) -> Cell | None:
        """Where a tile, or the place for a new group, is."""
        return next((c for c in self._stops() if c.thing == thing), None)

    def _stops(self) -> list[Cell]:
        """Where the cursor can be."""
        return [cell for cell in self.cells if cell.item is not None or cell.thing == NEW]

    @property
    def first(self) -> Thing | None:
        """Where the cursor begins; None if there is nothing."""
        return next((cell.thing for cell in self._stops()), None)

    @property
    def last(self) -> Thing | None:
        """The last place the cursor can be at; None if there is none."""
        return next((cell.thing for cell in reversed(self._stops())), None)

    def go(self, start: Thing, way: Way) -> Thing | None:
        """Where the cursor goes.

        Args:
            start: Where it is.
            way: Where it is to go.

        Returns:
            Where it is then; None if it would leave the sheet.
        """
        stops = self._stops()
        here = next((i for i, cell in enumerate(stops) if cell.thing == start), None)
        if here is None:
            return self.first
        if way in {"left", "right"}:
            there = here + (1 if way == "right" else -1)
            return stops[there].thing if 0 <= there < len(stops) else None
        return self._over(stops[here], -1 if way == "up" else 1)

    def _over(self, cell: Cell, sign: int) -> Thing | None:
        """The nearest stop of the next line above or below."""
        beyond = [stop for stop in self._stops() if (stop.y - cell.y) * sign > 0]
        if not beyond:
            return None
        line = min(abs(stop.y - cell.y) for stop in beyond)
        near = [stop for stop in beyond if abs(stop.y - cell.y) == line]
        return min(near, key=lambda stop: abs(stop.x - cell.x)).thing


class _Lines:
    """Fills lines."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.cells: list[Cell] = []
        self.x = self.y = 0

    def add(self, number: int, group: Group) -> None:
        """Put a group down, on the next line if it does not fit."""
        faces = [f" {item.word} " for item in group.items]
        whole = len(group.before) + sum(map(len, faces)) + len(group.behind)
        if self.x and self.x + whole > self.width:
            self._next()
        handle = Thing(number)
        self._put(group.before, handle)
        for item, text in zip(group.items, faces, strict=True):
            # A group that is wider than the screen goes on below.
            if self.x + len(text) > self.width and self.x > len(group.before):
                self._next()
                self._put(" " * len(group.before), handle)
            self._put(text, Thing(number, item.key), item)
        self._put(group.behind, handle)

    def invite(self, text: str) -> None:
        """Put the place for a new group down."""
        if self.x and self.x + len(text) > self.width:
            self._next()
        self._put(text, NEW)

    def _put(self, text: str, thing: Thing, item: Item | None = None) -> None:
        if text:
            self.cells.append(Cell(self.x, self.y, text, thing, item))
            self.x += len(text)

    def _next(self) -> None:
        self.x = 0
        self.y += 1
