"""The course of a match on the screen: whose turn it is, the clock, the scores between rounds."""

import asyncio
from collections.abc import Callable

from rummy_fast import Event, IllegalTurnError
from rummy_fast.play import story
from rummy_fast.play.board import Board
from rummy_fast.play.game import Game, Shown
from rummy_fast.play.hint import HintPage
from rummy_fast.play.pages import LeavePage, help_page
from rummy_fast.play.scores import ScoresPage
from rummy_fast.words import Words
from rummy_fast.writing.files import trouble

TICK = 0.2
"""Seconds between two looks at the clock."""


class TableScreen(Board):
    """The table at which a match is played.

    Args:
        game: The game.
        words: The language.
        pace: Seconds for which each step of another player's turn is shown.
        hint_seconds: How long the best play is looked for.
    """

    def __init__(self, game: Game, words: Words, *, pace: float, hint_seconds: float) -> None:
        """Sit down at the table."""
        super().__init__(game, words)
        self.pace = pace
        self.hint_seconds = hint_seconds
        self._hurry = asyncio.Event()

    def on_mount(self) -> None:
        """Begin to play."""
        self.set_interval(TICK, self.tick)
        self._go_on()

    def _go_on(self) -> None:
        self.run_worker(self._course(), exclusive=True, group="course")

    async def _course(self) -> None:
        """Let the others play until it is the person's turn; show the scores between rounds."""
        match = self.game.match
        try:
            if not match.round.events:
                self._announce()
            while not match.waits_for_guest:
                self.draw_all()
                if match.to_move is not None:
                    # Bots think in a thread; the screen stays awake.
                    shown = await asyncio.to_thread(self.game.step)
                    if shown is not None:
                        await self._show(shown)
                    continue
                await self.app.push_screen_wait(ScoresPage(self.words, match.result, match.rounds))
                if match.over:
                    self.app.exit()
                    return
                match.begin_round()
                self.game.look()
                self._announce()
        except OSError as error:
            self._fail(error)
            return
        self.game.begin()
        self.draw_all()

    def _announce(self) -> None:
        """Say who begins."""
        match = self.game.match
        text = self.words.gettext(
            "Round {number}: first to play is {name}.",
            number=match.round_number,
            name=match.names[match.round.starter],
        )
        self.tell(text)

    async def _show(self, shown: Shown) -> None:
        """Show a turn of someone else, step by step."""
        seat = shown.event.seat
        self.tell(story.turn_of(self.words, shown, self.game.match.names[seat]))
        self._hurry.clear()
        for step in shown.steps:
            shown.desk.follow(step)
            self.other = (seat, shown.desk)
            self.tell(f"  {self.words.translate(step)}")
            self.draw_all()
            await self._wait()
        self.other = None
        self.selected.clear()
        self.game.look()

    async def _wait(self) -> None:
        """Leave time to look, unless the person is in a hurry."""
        try:
            await asyncio.wait_for(self._hurry.wait(), self.pace)
        except TimeoutError:
            return

    def tick(self) -> None:
        """Look at the clock, and time the turn out when it is time (rule 13)."""
        left = self.game.remaining
        if left is not None and left <= 0:
            self._end(self.game.ring)
        self.draw_seats()

    def _end(self, end: Callable[[], Event]) -> None:
        """End the person's turn, unless the rules refuse it."""
        if not self.game.mine:
            return
        try:
            event = end()
        except IllegalTurnError as error:
            # What is wrong with the tiles as they lie is said all the time.
            changed = self.game.desk.changed
            self.refuse(self.words.gettext("The turn cannot end like this.") if changed else error)
            return
        except OSError as error:
            self._fail(error)
            return
        if isinstance(self.app.screen, HintPage):
            # The turn timed out while it was being read.
            self.app.pop_screen()
        self.action_none()
        self.tell(story.own_turn(self.words, event, self.game.drawn))
        self._go_on()

    def _fail(self, error: OSError) -> None:
        """Leave: the record cannot be written."""
        self.app.exit(
            return_code=1, message=self.words.gettext("error: {message}", message=trouble(error))
        )

    # What ends a turn, and the pages over the table

    def action_lay(self) -> None:
        """End the turn: the tiles stay as they lie."""
        self._end(self.game.play)

    def action_draw(self) -> None:
        """Draw a tile, which ends the turn."""
        self._give_up(self.game.draw)

    def action_pass(self) -> None:
        """Neither lay nor draw."""
        self._give_up(self.game.pass_)

    def _give_up(self, end: Callable[[], Event]) -> None:
        """End the turn without playing; what lies on the table must go back first."""
        if self.game.mine and self.game.desk.played:
            self.refuse(
                self.words.gettext("First take back what you have played: x puts it all back.")
            )
            return
        self._end(end)

    def action_select(self) -> None:
        """Select a tile; while others play, hurry them."""
        if self.game.mine:
            super().action_select()
        else:
            self._hurry.set()

    def action_hint(self) -> None:
        """Show the best play and its steps."""
        if not self.game.mine:
            return
        page = HintPage(self.words, self.game, self.hint_seconds)

        def follow(answer: bool | None) -> None:  # noqa: FBT001, Textual passes it by place
            hint = page.hint
            if answer and hint is not None and self.game.mine:
                self.move(lambda _: self.game.follow(hint.steps))

        self.app.push_screen(page, follow)

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(help_page(self.words))

    def action_leave(self) -> None:
        """Ask whether to leave."""

        def leave(answer: bool | None) -> None:  # noqa: FBT001, Textual passes it by place
            if answer:
                self.app.exit()

        self.app.push_screen(LeavePage(self.words), leave)
