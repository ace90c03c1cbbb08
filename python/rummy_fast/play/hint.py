"""The page with the best play."""

import asyncio
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Button

from rummy_fast.play.game import Game, Hint
from rummy_fast.play.pages import Page
from rummy_fast.play.story import joined
from rummy_fast.words import Words


def describe(words: Words, hint: Hint) -> str:
    """Describe a hint: the tiles, then each step.

    Args:
        words: The language.
        hint: The hint.

    Returns:
        One or more lines.
    """
    _ = words.gettext
    play = hint.play
    if not play:
        return (
            _("There is nothing to play.")
            if play.proven
            else _("No play was found in the time available.")
        )
    count = words.ngettext("{count} tile", "{count} tiles", len(play.tiles))
    lines = [_("Play {tiles} ({count}).", tiles=joined(play.tiles), count=count)]
    if not play.proven:
        lines.append(_("This is the best play found in the time available."))
    lines += [f"{number}. {words.translate(step)}" for number, step in enumerate(hint.steps, 1)]
    return "\n".join(lines)


class HintPage(Page):
    """Searches for the best play in the background and shows it.

    Args:
        words: The language.
        game: The game; it is the person's turn.
        seconds: How long the search may take.

    Attributes:
        hint: The result; None until the search ends.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("h", "answer(False)", show=False)]

    def __init__(self, words: Words, game: Game, seconds: float) -> None:
        """Create the page; the search begins when it is mounted."""
        _ = words.gettext
        super().__init__(
            words,
            _("Hint"),
            _("Looking for the best play …"),
            _("Make these moves"),
            _("Close"),
        )
        self.game = game
        self.seconds = seconds
        self.hint: Hint | None = None

    def on_mount(self) -> None:
        """Begin the search."""
        self.query_one("#yes", Button).disabled = True
        self.run_worker(self._search(), exclusive=True)

    async def _search(self) -> None:
        # In a thread, so that the screen and the clock keep running.
        hint = await asyncio.to_thread(self.game.hint, self.seconds)
        self.hint = hint
        self.write(describe(self.words, hint))
        yes = self.query_one("#yes", Button)
        if not hint.play:
            _ = self.words.gettext
            yes.label = _("Draw a tile") if self.game.view.pool_size else _("Pass")
        yes.disabled = False
        yes.focus()
