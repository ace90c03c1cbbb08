"""A widget of tiles that the cursor and the mouse can point at."""

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

from rummy_fast.play import faces, frames
from rummy_fast.play.flow import Cluster, Direction, FlowLayout, Item, Span, Target, Tone

RIGHT_BUTTON = 3
TONES: dict[Tone, Style] = {
    "plain": Style(dim=True),
    "wrong": Style(color="bright_red", bold=True),
    "right": Style(color="bright_green", bold=True),
    "open": Style(color="bright_yellow", bold=True),
    "news": Style(color="bright_cyan", bold=True),
}
"""The colors of a cluster's prefix and suffix; the sign in the prefix says the same."""


class PiecesView(ScrollView, can_focus=True):
    """Clusters of tiles in lines.

    The widget only reports what was pointed at, by messages; the screen decides what that does.

    Attributes:
        flow: Where everything is.
        framed: Whether the tiles are framed.
        cursor: What the cursor is on; None if there is nothing.
    """

    DEFAULT_CSS = """
    PiecesView { overflow-x: hidden; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move('left')", show=False),
        Binding("right", "move('right')", show=False),
        Binding("up", "move('up')", show=False),
        Binding("down", "move('down')", show=False),
        Binding("home", "end('first')", show=False),
        Binding("end", "end('last')", show=False),
        Binding("pageup", "screen.scroll_notice(-1)", show=False),
        Binding("pagedown", "screen.scroll_notice(1)", show=False),
    ]

    @dataclass
    class Pressed(Message):
        """A mouse button was pressed."""

        view: "PiecesView"
        target: Target
        right_button: bool

    @dataclass
    class Released(Message):
        """A mouse button was released."""

        view: "PiecesView"
        target: Target

    @dataclass
    class CursorMoved(Message):
        """The cursor is on something else, or the widget has the focus now."""

        view: "PiecesView"

    @dataclass
    class CursorLeft(Message):
        """The cursor moved beyond the edge."""

        view: "PiecesView"
        direction: Direction

    AIRY: ClassVar[bool] = False
    """Whether every second line stays empty where there is room."""
    room: int | None = None
    """The lines that framed tiles may take; None for the height of the widget."""

    def __init__(self, *, id: str) -> None:  # noqa: A002, the name is Textual's
        """Create an empty view."""
        super().__init__(id=id)
        self.flow = FlowLayout((), 80)
        self.framed = False
        self.cursor: Target | None = None
        self._clusters: Sequence[Cluster] = ()
        self._placeholder = ""
        self._look: Callable[[Item], faces.Look] = lambda _: faces.Look()

    def show(
        self,
        clusters: Sequence[Cluster],
        look: Callable[[Item], faces.Look],
        *,
        placeholder: str = "",
    ) -> None:
        """Show tiles.

        Args:
            clusters: The tiles.
            look: Returns what is special about a tile, apart from the cursor.
            placeholder: The text of the placeholder for a new meld; none if empty.
        """
        self._clusters, self._look, self._placeholder = clusters, look, placeholder
        self._reflow()

    def _reflow(self) -> None:
        before = None if self.cursor is None else self.flow.find(self.cursor)
        size = self.scrollable_content_region.size
        width, room = size.width or 80, size.height if self.room is None else self.room
        shown = (self._clusters, width, size.height if self.AIRY else 0, self._placeholder)
        self.flow = FlowLayout(*shown, tile=(frames.WIDTH, frames.HEIGHT))
        self.framed = self.flow.height <= room
        if not self.framed:
            self.flow = FlowLayout(*shown)
        self.virtual_size = Size(size.width, self.flow.height)
        if self.cursor is None or self.flow.find(self.cursor) is None:
            self.cursor = self._nearest(before)
        self.refresh()

    def _nearest(self, before: Span | None) -> Target | None:
        """Where the cursor goes when what it was on has gone."""
        key = None if self.cursor is None else self.cursor.key
        stops = [span for span in self.flow.spans if self.flow.find(span.target) is span]
        if before is None or not stops:
            return self.flow.first
        moved = [span for span in stops if key is not None and span.target.key == key]
        if moved:
            return moved[0].target
        return min(stops, key=lambda s: (abs(s.y - before.y), abs(s.x - before.x))).target

    def on_resize(self) -> None:
        """Fit the tiles to the new width."""
        self._reflow()

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()
        self.post_message(self.CursorMoved(self))

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw a line."""
        y += self.scroll_offset.y
        ground = self.rich_style
        segments: list[Segment] = []
        x = 0
        for span in self.flow.spans:
            if not span.y <= y < span.y + span.height:
                continue
            segments += [Segment(" " * (span.x - x), ground)] * (span.x > x)
            segments += self._segments(span, ground, y - span.y)
            x = span.end
        return Strip(segments).adjust_cell_length(self.size.width, ground)

    def _segments(self, span: Span, ground: Style, line: int) -> list[Segment]:
        """What a span shows in one of its lines."""
        here = self.has_focus and span.target == self.cursor
        if span.item is not None:
            look = self._look(span.item)._replace(cursor=here)
            if span.height > 1:
                tile = span.item.tile
                lines = frames.framed(tile, look, span.item.meant)
                return [Segment(lines[line], ground + frames.framed_style(tile, look))]
            text = faces.face(span.item.word, look)
            piece = Segment(text.rstrip(), ground + faces.style(span.item.tile, look))
            # The uncolored space separates tiles of one color.
            return [piece, Segment(" " * (len(text) - len(piece.text)), ground)]
        if line != span.height // 2:
            return [Segment(" " * len(span.text), ground)]
        if span.target.cluster is None:
            return [Segment(span.text, ground + Style(reverse=here, dim=not here))]
        return [Segment(span.text, ground + TONES[self._clusters[span.target.cluster].tone])]

    # The cursor

    def point(self, target: Target | None) -> None:
        """Put the cursor on a target and scroll to it."""
        self.cursor = target
        span = None if target is None else self.flow.find(target)
        if span is not None:
            region = Region(span.x, span.y, len(span.text), span.height)
            self.scroll_to_region(region, animate=False, force=True)
        self.refresh()
        self.post_message(self.CursorMoved(self))

    def action_move(self, direction: Direction) -> None:
        """Move the cursor."""
        there = None if self.cursor is None else self.flow.neighbor(self.cursor, direction)
        if there is None:
            self.post_message(self.CursorLeft(self, direction))
        else:
            self.point(there)

    def action_end(self, which: str) -> None:
        """Move the cursor to the first or last target."""
        self.point(self.flow.first if which == "first" else self.flow.last)

    # The mouse

    def _under(self, event: events.MouseEvent) -> Target:
        x, y = event.x - self.gutter.left, event.y - self.gutter.top
        return self.flow.at(x + self.scroll_offset.x, y + self.scroll_offset.y)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Put the cursor under the mouse and report the press."""
        target = self._under(event)
        if target.key is not None:
            self.cursor = target
            self.refresh()
            self.post_message(self.CursorMoved(self))
        self.post_message(self.Pressed(self, target, event.button == RIGHT_BUTTON))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Report the release."""
        self.post_message(self.Released(self, self._under(event)))
