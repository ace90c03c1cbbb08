"""Tiles on the screen that can be pointed at, with the cursor or the mouse."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from rummy_fast.play import faces
from rummy_fast.play.flow import Cell, Group, Item, Sheet, Thing, Tone, Way

RIGHT_BUTTON = 3
TONES: dict[Tone, Style] = {
    "plain": Style(dim=True),
    "wrong": Style(color="bright_red", bold=True),
    "right": Style(color="bright_green", bold=True),
}
"""The colors of what stands beside a group; its sign says the same."""


class PiecesView(ScrollView, can_focus=True):
    """Groups of tiles in lines.

    What is to be done with a tile that was pointed at is for the screen to say, which is told by
    messages.

    Attributes:
        sheet: Where everything lies.
        cursor: Where the cursor is; None if there is nothing.
    """

    DEFAULT_CSS = """
    PiecesView { overflow-x: hidden; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go('left')", show=False),
        Binding("right", "go('right')", show=False),
        Binding("up", "go('up')", show=False),
        Binding("down", "go('down')", show=False),
        Binding("home", "end('first')", show=False),
        Binding("end", "end('last')", show=False),
        Binding("pageup", "screen.words(-1)", show=False),
        Binding("pagedown", "screen.words(1)", show=False),
    ]

    @dataclass
    class Grabbed(Message):
        """The mouse was pressed on something."""

        view: "PiecesView"
        thing: Thing
        apart: bool
        """Whether with the right button."""

    @dataclass
    class Dropped(Message):
        """The mouse was let go on something."""

        view: "PiecesView"
        thing: Thing

    @dataclass
    class Left(Message):
        """The cursor goes beyond the edge."""

        view: "PiecesView"
        way: Way

    AIRY: ClassVar[bool] = False
    """Whether every second line stays empty where there is room."""

    def __init__(self, *, id: str) -> None:  # noqa: A002, the name is Textual's
        """Show nothing yet."""
        super().__init__(id=id)
        self.sheet = Sheet((), 80)
        self.cursor: Thing | None = None
        self._groups: Sequence[Group] = ()
        self._invitation = ""
        self._look: Callable[[Item], faces.Look] = lambda _: faces.Look()

    def show(
        self,
        groups: Sequence[Group],
        look: Callable[[Item], faces.Look],
        *,
        invitation: str = "",
    ) -> None:
        """Show tiles.

        Args:
            groups: The tiles in their groups.
            look: Says what is special about a tile, but for the cursor.
            invitation: What stands at the place for a new group, if there is one.
        """
        self._groups, self._look, self._invitation = groups, look, invitation
        self._lay_out()

    def _lay_out(self) -> None:
        before = None if self.cursor is None else self.sheet.cell(self.cursor)
        size = self.scrollable_content_region.size
        lines = size.height if self.AIRY else 0
        self.sheet = Sheet(self._groups, size.width or 80, lines, self._invitation)
        self.virtual_size = Size(size.width, self.sheet.height)
        if self.cursor is None or self.sheet.cell(self.cursor) is None:
            self.cursor = self._near(before)
        self.refresh()

    def _near(self, before: Cell | None) -> Thing | None:
        """Where the cursor goes when what it was on has gone."""
        key = None if self.cursor is None else self.cursor.key
        stops = [cell for cell in self.sheet.cells if self.sheet.cell(cell.thing) is cell]
        if before is None or not stops:
            return self.sheet.first
        moved = [cell for cell in stops if key is not None and cell.thing.key == key]
        if moved:
            return moved[0].thing
        return min(stops, key=lambda c: (abs(c.y - before.y), abs(c.x - before.x))).thing

    def on_resize(self) -> None:
        """Lay the tiles out for the new width."""
        self._lay_out()

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw a line."""
        y += self.scroll_offset.y
        ground = self.rich_style
        segments: list[Segment] = []
        x = 0
        for cell in self.sheet.cells:
            if cell.y != y:
                continue
            segments += [Segment(" " * (cell.x - x), ground)] * (cell.x > x)
            segments += self._segments(cell, ground)
            x = cell.end
        return Strip(segments).adjust_cell_length(self.size.width, ground)

    def _segments(self, cell: Cell, ground: Style) -> list[Segment]:
        here = self.has_focus and cell.thing == self.cursor
        if cell.item is not None:
            look = self._look(cell.item)._replace(cursor=here)
            text = faces.face(cell.item.word, look)
            piece = Segment(text.rstrip(), ground + faces.style(cell.item.tile, look))
            # What is left free keeps tiles of one color apart.
            return [piece, Segment(" " * (len(text) - len(piece.text)), ground)]
        if cell.thing.group is None:
            return [Segment(cell.text, ground + Style(reverse=here, dim=not here))]
        return [Segment(cell.text, ground + TONES[self._groups[cell.thing.group].tone])]

    # The cursor

    def point(self, thing: Thing | None) -> None:
        """Put the cursor somewhere and bring that into sight."""
        self.cursor = thing
        cell = None if thing is None else self.sheet.cell(thing)
        if cell is not None:
            region = Region(cell.x, cell.y, len(cell.text), 1)
            self.scroll_to_region(region, animate=False, force=True)
        self.refresh()

    def action_go(self, way: Way) -> None:
        """Move the cursor."""
        there = None if self.cursor is None else self.sheet.go(self.cursor, way)
        if there is None:
            self.post_message(self.Left(self, way))
        else:
            self.point(there)

    def action_end(self, which: str) -> None:
        """Move the cursor to the first or last place."""
        self.point(self.sheet.first if which == "first" else self.sheet.last)

    # The mouse

    def _under(self, event: events.MouseEvent) -> Thing:
        x, y = event.x - self.gutter.left, event.y - self.gutter.top
        return self.sheet.at(x + self.scroll_offset.x, y + self.scroll_offset.y)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Tell what was grabbed, and put the cursor there."""
        thing = self._under(event)
        if thing.key is not None:
            self.cursor = thing
            self.refresh()
        self.post_message(self.Grabbed(self, thing, event.button == RIGHT_BUTTON))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Tell where something was dropped."""
        self.post_message(self.Dropped(self, self._under(event)))
