"""The Textual app: one match, one table."""

from pathlib import Path

from textual.app import App

from rummy_fast import Match
from rummy_fast.play.game import Game
from rummy_fast.play.screen import TableScreen
from rummy_fast.play.terminal import driver
from rummy_fast.words import Words

PACE = 1.2
"""Seconds for which each step of another player's turn is shown."""
HINT_SECONDS = 5.0
"""Seconds the search for a hint may take."""


class PlayApp(App[str]):
    """A person against bots.

    Args:
        match: The match; exactly one seat is a guest's.
        words: The language.
        pace: Seconds for which each step of another player's turn is shown.
        hint_seconds: Seconds the search for a hint may take.
        record: The file that the match is recorded in; None for none.
        again: Whether the end offers a new game; the app then returns `"new"`.

    Raises:
        RummyError: As for `Game`.
    """

    ALLOW_SELECT = False
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        match: Match,
        words: Words,
        *,
        pace: float = PACE,
        hint_seconds: float = HINT_SECONDS,
        record: Path | None = None,
        again: bool = False,
    ) -> None:
        """Create the table."""
        super().__init__(driver_class=driver())
        self.title = "rummy_fast"
        self.match = match
        self.table = TableScreen(
            Game(match),
            words,
            pace=pace,
            hint_seconds=hint_seconds,
            record=record,
            again=again,
        )

    def get_default_screen(self) -> TableScreen:
        """The table."""
        return self.table
