"""A flow layout for tiles: clusters one after the other, wrapped into lines.

Nothing is drawn here. A `FlowLayout` knows what is at each position on the screen and where the
cursor goes from there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from rummy_fast import Tile

Direction: TypeAlias = Literal["left", "right", "up", "down"]
"""A direction in which the cursor moves."""
Tone: TypeAlias = Literal["plain", "wrong", "right", "open", "news"]
"""Whether a cluster is unchanged, invalid, changed and valid, not finished yet, or was changed by
others."""


class Target(NamedTuple):
    """What the cursor or the mouse points at.

    A tile has its cluster and its key. The text before and after the tiles of a cluster has no key.
    The placeholder for a new meld has neither.
    """

    cluster: int | None = None
    key: int | None = None


NEW = Target()
"""The placeholder for a new meld; any empty position counts as it."""


class Item(NamedTuple):
    """A tile in a cluster."""

    key: int
    tile: Tile
    word: str
    meant: str = ""
    """What a joker stands for."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Tiles that are shown together: a meld of the table, or one color or number of the hand.

    Attributes:
        items: The tiles.
        prefix: Text before the tiles.
        suffix: Text after the tiles.
        tone: How the prefix and the suffix are colored.
    """

    items: Sequence[Item]
    prefix: str = ""
    suffix: str = ""
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a line.

    Attributes:
        x: Its first column.
        y: Its line.
        text: What it shows.
        target: What pointing at it means.
        item: Its tile, if it shows one.
        height: How many lines it takes.
    """

    x: int
    y: int
    text: str
    target: Target
    item: Item | None = None
    height: int = 1

    @property
    def end(self) -> int:
        """The column after its last."""
        return self.x + len(self.text)


class FlowLayout:
    """Places clusters in lines.

    Args:
        clusters: The clusters, in order.
        width: The number of columns.
        height: The number of lines; where it suffices, a line stays empty between any two
            lines of tiles.
        placeholder: The text of the placeholder for a new meld; no placeholder if empty.
        tile: The columns and lines of a framed tile; None for a word with a space at each side.

    Attributes:
        spans: Everything that is shown.
        height: The number of lines used.
    """

    def __init__(
        self,
        clusters: Sequence[Cluster],
        width: int,
        height: int = 0,
        placeholder: str = "",
        *,
        tile: tuple[int, int] | None = None,
    ) -> None:
        """Place everything."""
        lines = _Lines(width, None if tile is None else tile[0])
        for index, cluster in enumerate(clusters):
            lines.add(index, cluster)
        if placeholder:
            lines.add_placeholder(placeholder)
        used = lines.y + 1 if lines.spans else 0
        tall = 1 if tile is None else tile[1]
        airy = (used - 1) * (tall + 1) + tall <= height
        spacing = tall + 1 if airy else tall
        self.spans = [replace(span, y=span.y * spacing, height=tall) for span in lines.spans]
        self.height = max(0, (used - 1) * spacing + tall)

    def at(self, x: int, y: int) -> Target:
        """Find what is at a position.

        Args:
            x: The column.
            y: The line.

        Returns:
            The target; `NEW` if the position is empty.
        """
        for span in self.spans:
            if span.y <= y < span.y + span.height and span.x <= x < span.end:
                return span.target
        return NEW

    def find(self, target: Target) -> Span | None:
        """Find the span of a tile or of the placeholder; None if it is not shown."""
        return next((span for span in self._stops() if span.target == target), None)

    def _stops(self) -> list[Span]:
        """The spans that the cursor can be on."""
        return [span for span in self.spans if span.item is not None or span.target == NEW]

    @property
    def first(self) -> Target | None:
        """The first target for the cursor; None if there is none."""
        return next((span.target for span in self._stops()), None)

    @property
    def last(self) -> Target | None:
        """The last target for the cursor; None if there is none."""
        return next((span.target for span in reversed(self._stops())), None)

    def neighbor(self, start: Target, direction: Direction) -> Target | None:
        """Find the next target in a direction.

        Args:
            start: The target to start from.
            direction: The direction.

        Returns:
            The next target; None beyond the edge.
        """
        stops = self._stops()
        here = next((i for i, span in enumerate(stops) if span.target == start), None)
        if here is None:
            return self.first
        if direction in {"left", "right"}:
            there = here + (1 if direction == "right" else -1)
            return stops[there].target if 0 <= there < len(stops) else None
        return self._vertical(stops[here], -1 if direction == "up" else 1)

    def _vertical(self, start: Span, sign: int) -> Target | None:
        """The nearest target on the next line above or below."""
        beyond = [stop for stop in self._stops() if (stop.y - start.y) * sign > 0]
        if not beyond:
            return None
        line = min(abs(stop.y - start.y) for stop in beyond)
        near = [stop for stop in beyond if abs(stop.y - start.y) == line]
        return min(near, key=lambda stop: abs(stop.x - start.x)).target


class _Lines:
    """Fills lines with spans."""

    def __init__(self, width: int, tile: int | None) -> None:
        self.width = width
        self.tile = tile
        self.spans: list[Span] = []
        self.x = self.y = 0

    def add(self, index: int, cluster: Cluster) -> None:
        """Add a cluster, on a new line if it does not fit."""
        faces = [self._face(item.word) for item in cluster.items]
        total = len(cluster.prefix) + sum(map(len, faces)) + len(cluster.suffix)
        if self.x and self.x + total > self.width:
            self._break()
        edge = Target(index)
        self._put(cluster.prefix, edge)
        for item, text in zip(cluster.items, faces, strict=True):
            # A cluster wider than the screen continues on the next line.
            if self.x + len(text) > self.width and self.x > len(cluster.prefix):
                self._break()
                self._put(" " * len(cluster.prefix), edge)
            self._put(text, Target(index, item.key), item)
        self._put(cluster.suffix, edge)

    def _face(self, word: str) -> str:
        return f" {word} " if self.tile is None else f"{word:^{self.tile}}"[: self.tile]

    def add_placeholder(self, text: str) -> None:
        """Add the placeholder for a new meld."""
        if self.x and self.x + len(text) > self.width:
            self._break()
        self._put(text, NEW)

    def _put(self, text: str, target: Target, item: Item | None = None) -> None:
        if text:
            self.spans.append(Span(self.x, self.y, text, target, item))
            self.x += len(text)

    def _break(self) -> None:
        self.x = 0
        self.y += 1
