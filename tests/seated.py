"""A person at the table for tests: drives the terminal game through Textual's pilot."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Any

import rummy_fast as rf
from rummy_fast.play.app import PlayApp
from rummy_fast.play.flow import NEW, Target
from rummy_fast.play.pieces import PiecesView
from rummy_fast.play.screen import TableScreen
from rummy_fast.words import words_for
from textual.pilot import Pilot

DEADLINE = 90.0
"""Seconds after which a wait fails: far more than any wait takes, even on a busy machine."""

HOPS = 8
"""Rounds of message passing after which a key press has had all its effects."""

RECORDS = Path(__file__).parent / "data" / "play"


class ManualClock:
    """A clock that tests set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class ScriptedBot:
    """A bot that calls a function for its turn."""

    def __init__(self, name: str, turn: Callable[[], rf.Turn]) -> None:
        self.name = name
        self._turn = turn

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        del view, limit
        return self._turn()


def resumed(name: str, **options: Any) -> rf.Match:
    """Resume a recorded match in which the person in seat 0 is to move."""
    match = rf.Record.read(RECORDS / f"{name}.txt").resume(**options)
    assert match.waits_for_guest
    return match


class Seat:
    """The person: reads the screen, presses keys, moves the mouse."""

    def __init__(self, app: PlayApp, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot
        self.board: TableScreen = app.table
        self.match = app.match

    # Looking

    @property
    def screen(self) -> str:
        """All text on the screen."""
        lines = self.app.screen._compositor.render_strips()  # noqa: SLF001, there is no other way
        return "\n".join("".join(segment.text for segment in line) for line in lines)

    @property
    def table(self) -> list[str]:
        return list(self.board.game.editor.draft.texts)

    @property
    def hand(self) -> str:
        """The hand as the screen shows it."""
        spans = [span for span in self.board.hand.flow.spans if span.item is not None]
        return " ".join(span.item.word for span in spans if span.item is not None)

    @property
    def selected(self) -> list[str]:
        pieces = {piece.key: piece for piece in self.board.game.editor.draft.pieces}
        return [str(pieces[key].tile) for key in self.board.selected]

    def lines(self, view: PiecesView) -> str:
        """The text of a widget, signs included."""
        return "\n".join(
            "".join(segment.text for segment in view.render_line(y)).rstrip()
            for y in range(view.size.height)
        ).rstrip()

    @property
    def notice(self) -> list[str]:
        return self.board.query_one("#notice").lines  # type: ignore[attr-defined,no-any-return]

    # Waiting

    async def until(self, condition: Callable[[], object]) -> None:
        began = monotonic()
        while not condition():
            assert monotonic() - began < DEADLINE, "the condition never came true"
            await asyncio.sleep(0.002)
        await self.settle()

    async def my_turn(self) -> None:
        await self.until(lambda: self.board.game.mine or self.over or self.page)

    @property
    def over(self) -> bool:
        return not self.app.is_running

    @property
    def page(self) -> Any:
        """The page over the table; None if there is none."""
        return None if self.over or self.app.screen is self.board else self.app.screen

    # Doing

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, and wait for all their effects.

        The pilot's own `press` also sleeps 50 ms each time.
        """
        for key in keys:
            self.app.simulate_key(key)
        await self.settle()

    async def settle(self) -> None:
        """Let messages travel from widget to widget up to the screen."""
        for _ in range(HOPS):
            if not self.over:
                await self.pilot.pause(0)

    def target(self, piece: str, heap: int | None = None, nth: int = 0) -> Target:
        """The target of a tile in the hand or in a heap."""
        flow = self.board.hand.flow if heap is None else self.board.table.flow
        found = [
            span.target
            for span in flow.spans
            if span.item is not None
            and str(span.item.tile) == piece
            and (heap is None or span.target.cluster == heap)
        ]
        return found[nth]

    def spot(self, view: PiecesView, target: Target, part: int = 0) -> tuple[int, int]:
        """The position of a target in its widget; `part` picks a cluster's prefix or suffix."""
        span = [span for span in view.flow.spans if span.target == target][part]
        return span.x + 1 + view.gutter.left, span.y - view.scroll_offset.y + view.gutter.top

    async def click_hand(self, piece: str, nth: int = 0) -> None:
        view = self.board.hand
        await self.pilot.click(view, self.spot(view, self.target(piece, nth=nth)))

    async def click_table(self, piece: str, heap: int) -> None:
        view = self.board.table
        await self.pilot.click(view, self.spot(view, self.target(piece, heap)))

    async def click_after(self, heap: int) -> None:
        view = self.board.table
        await self.pilot.click(view, self.spot(view, Target(heap), -1))

    async def click_new(self) -> None:
        view = self.board.table
        await self.pilot.click(view, self.spot(view, NEW))

    async def click_action(self, label: str) -> None:
        """Click on an action in the bar."""
        bar = self.board.query_one("#actions")
        lines = self.screen.split("\n")[-bar.size.height :]
        ((x, y),) = [(line.index(label), y) for y, line in enumerate(lines) if label in line]
        await self.pilot.click(bar, (x, y))

    async def drag(
        self, start: tuple[PiecesView, tuple[int, int]], end: tuple[PiecesView, tuple[int, int]]
    ) -> None:
        await self.pilot.mouse_down(*start)
        await self.pilot.mouse_up(*end)

    async def point(self, piece: str, heap: int | None = None) -> None:
        """Put the cursor on a tile with the arrow keys."""
        view = self.board.hand if heap is None else self.board.table
        if not view.has_focus:
            await self.press("tab")
        wanted = self.target(piece, heap)
        stops = [span.target for span in view.flow.spans if span.item is not None]
        await self.press("home", *["right"] * stops.index(wanted))
        assert view.cursor == wanted

    async def select(self, *pieces: str) -> None:
        """Select tiles in the hand with the keyboard."""
        for piece in pieces:
            await self.point(piece)
            await self.press("space")

    async def hint(self) -> None:
        """Ask for a hint and wait for it."""
        await self.press("h")
        await self.until(lambda: self.page is not None and self.page.hint is not None)

    async def best(self) -> None:
        """Make the play of the hint; without one, draw or pass."""
        await self.hint()
        if self.page.hint.play:
            await self.press("enter")
            await self.press("e")
        else:
            await self.press("escape")
            await self.press("d" if self.board.game.view.pool_size else "p")


Scene = Callable[[Seat], Awaitable[None]]


def played(
    match: rf.Match,
    scene: Scene,
    *,
    size: tuple[int, int] = (80, 24),
    lang: str = "en",
    pace: float = 0.0,
    hint_seconds: float = 5.0,
) -> PlayApp:
    """Start the app, run a scene, and leave."""
    app = PlayApp(match, words_for(lang), pace=pace, hint_seconds=hint_seconds)

    async def sit() -> None:
        async with app.run_test(size=size) as pilot:
            seat = Seat(app, pilot)
            await seat.my_turn()
            await scene(seat)

    asyncio.run(sit())
    return app
