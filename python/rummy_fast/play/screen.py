"""The course of a match on the screen: whose turn it is, the clock, the scores between rounds."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rummy_fast import Event, IllegalTurnError, Record
from rummy_fast.play import story
from rummy_fast.play.board import Board
from rummy_fast.play.game import Game, OtherTurn
from rummy_fast.play.hint import HintPage
from rummy_fast.play.pages import LeavePage, PausePage, help_page
from rummy_fast.play.scores import ScoresPage
from rummy_fast.play.watch import WatchScreen
from rummy_fast.words import Words
from rummy_fast.writing.files import trouble

TICK = 0.2
"""Seconds between two checks of the clock."""
LONGEST = 6.0
"""The most seconds for which another player's turn is shown, however many steps it has."""


class TableScreen(Board):
    """The table at which a match is played.

    Args:
        game: The game.
        words: The language.
        pace: Seconds for which each step of another player's turn is shown.
        hint_seconds: Seconds the search for a hint may take.
        record: The file that the match is recorded in; None for none.
        again: Whether the end offers a new game.
    """

    def __init__(
        self,
        game: Game,
        words: Words,
        *,
        pace: float,
        hint_seconds: float,
        record: Path | None = None,
        again: bool = False,
    ) -> None:
        """Create the screen."""
        super().__init__(game, words)
        self.record = record
        self.again = again
        self.pace = pace
        self.hint_seconds = hint_seconds
        self._skip = asyncio.Event()
        self._unpaused = asyncio.Event()
        self._unpaused.set()

    def on_mount(self) -> None:
        """Start the match and the clock."""
        self.set_interval(TICK, self.tick)
        self._continue()

    def _continue(self) -> None:
        self.run_worker(self._run_match(), exclusive=True, group="match")

    async def _run_match(self) -> None:
        """Let the bots play until it is the person's turn; show the scores between rounds."""
        match = self.game.match
        try:
            if not match.round.events:
                self._announce()
            while not match.waits_for_guest:
                self.draw_all()
                if match.to_move is not None:
                    # In a thread, so that the screen keeps running while a bot thinks.
                    turn = await asyncio.to_thread(self.game.step)
                    if turn is not None:
                        await self._show(turn)
                    continue
                if match.over:
                    await self._finish()
                    return
                await self.app.push_screen_wait(ScoresPage(self.words, match))
                self.game.begin_round()
                self._announce()
        except OSError as error:
            self._fail(error)
            return
        await self._unpaused.wait()
        self.game.begin()
        self.draw_all()

    async def _finish(self) -> None:
        """Show how the match ended, and do what the person wants next."""
        while True:
            page = ScoresPage(
                self.words, self.game.match, again=self.again, watch=self.record is not None
            )
            await self.app.push_screen_wait(page)
            if page.wish != "watch" or self.record is None:
                break
            await self.app.push_screen_wait(WatchScreen(self.words, Record.read(self.record)))
        self.app.exit(page.wish)

    def _announce(self) -> None:
        """Announce who plays first."""
        match = self.game.match
        text = self.words.gettext(
            "Round {number}. First to play: {name}.",
            number=match.round_number,
            name=match.names[match.round.starter],
        )
        self.log_line(text)

    async def _show(self, turn: OtherTurn) -> None:
        """Show another player's turn, step by step."""
        seat = turn.event.seat
        self.log_line(
            story.other_turn(self.words, turn, self.game.match.names[seat]),
            [self.words.translate(step) for step in turn.steps],
        )
        self._skip.clear()
        for step in turn.steps:
            turn.editor.follow(step)
            self.other = (seat, turn.editor)
            self.draw_all()
            await self._wait(min(self.pace, LONGEST / len(turn.steps)))
        self.other = None
        self.selected.clear()
        self.game.refresh()

    async def _wait(self, seconds: float) -> None:
        """Leave time to look, unless the person skips ahead."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._skip.wait(), seconds)
        await self._unpaused.wait()

    def tick(self) -> None:
        """Update the clock, and time the turn out when it has run down (rule 13)."""
        left = self.game.remaining
        if left is not None and left <= 0:
            self._end(self.game.timeout)
        self.draw_seats()

    def _end(self, end: Callable[[], Event]) -> None:
        """End the person's turn, unless the rules do not allow it."""
        if not self.game.mine:
            return
        try:
            event = end()
        except IllegalTurnError as error:
            # The notice then shows what is wrong with the draft.
            self._judged = changed = self.game.editor.changed
            self.refuse(self.words.gettext("The turn cannot end like this.") if changed else error)
            return
        except OSError as error:
            self._fail(error)
            return
        if isinstance(self.app.screen, HintPage):
            # The turn timed out while the hint was open.
            self.app.pop_screen()
        self._judged = False
        self.action_none()
        self.log_line(story.own_turn(self.words, event, self.game.drawn))
        self._continue()

    def _fail(self, error: OSError) -> None:
        """Leave the match because the record cannot be written."""
        self.app.exit(
            return_code=1, message=self.words.gettext("error: {message}", message=trouble(error))
        )

    # Ending a turn, and the pages over the table

    def action_play(self) -> None:
        """End the turn with the table as it is."""
        self._end(self.game.play)

    def action_draw(self) -> None:
        """Draw a tile, which ends the turn."""
        self._give_up(self.game.draw)

    def action_pass(self) -> None:
        """Pass, which ends the turn."""
        self._give_up(self.game.pass_)

    def _give_up(self, end: Callable[[], Event]) -> None:
        """End the turn without playing; tiles already played must be taken back first."""
        if self.game.mine and self.game.editor.played:
            self.refuse(
                self.words.gettext("Take back the tiles you played first: x puts them all back.")
            )
            return
        self._end(end)

    def action_select(self) -> None:
        """Select a tile; while another turn is shown, skip to its next step."""
        if self.game.mine:
            super().action_select()
        else:
            self._skip.set()

    def action_hint(self) -> None:
        """Show the best play and its steps."""
        if not self.game.mine:
            return
        page = HintPage(self.words, self.game, self.hint_seconds)

        def follow(answer: bool | None) -> None:  # noqa: FBT001, Textual passes it by place
            hint = page.hint
            if not answer or hint is None or not self.game.mine:
                return
            if hint.play:
                self.move(lambda _: self.game.follow(hint.steps))
            elif self.game.view.pool_size:
                self.game.editor.reset()
                self.action_draw()
            else:
                self.game.editor.reset()
                self.action_pass()

        self.app.push_screen(page, follow)

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(help_page(self.words))

    def action_pause(self) -> None:
        """Stop the clock and the others until the person goes on."""

        def go_on(_: bool | None) -> None:  # noqa: FBT001, Textual passes it by place
            self.game.go_on()
            self._unpaused.set()
            self.draw_seats()

        self.game.pause()
        self._unpaused.clear()
        self.app.push_screen(PausePage(self.words), go_on)

    def action_leave(self) -> None:
        """Ask whether to leave."""

        def leave(answer: bool | None) -> None:  # noqa: FBT001, Textual passes it by place
            if answer:
                self.app.exit()

        self.app.push_screen(LeavePage(self.words, saved=self.record is not None), leave)
