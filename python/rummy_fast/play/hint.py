"""The page with the best play."""

import asyncio
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Button

from rummy_fast.play.game import Game, Hint
from rummy_fast.play.pages import Page
from rummy_fast.play.story import pieces
from rummy_fast.words import Words


def told(words: Words, hint: Hint) -> str:
    """A hint in words: the tiles, then each step.

    Args:
        words: The language.
        hint: The hint.

    Returns:
        Some lines.
    """
    _ = words.gettext
    play = hint.play
    if not play:
        return (
            _("There is nothing to play.")
            if play.proven
            else _("Nothing to play was found in the time there was.")
        )
    count = words.ngettext("{count} tile", "{count} tiles", len(play.tiles))
    lines = [_("Play {tiles} ({count}).", tiles=pieces(play.tiles), count=count)]
    if not play.proven:
        lines.append(_("It is the best that was found in the time there was."))
    lines += [f"{number}. {words.translate(step)}" for number, step in enumerate(hint.steps, 1)]
    return "\n".join(lines)


class HintPage(Page):
    """Looks for the best play, beside the screen, and tells it.

    Args:
        words: The language.
        game: The game; it is the person's turn.
        seconds: How long to look.

    Attributes:
        hint: What was found; None until then.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("h", "answer(False)", show=False)]

    def __init__(self, words: Words, game: Game, seconds: float) -> None:
        """Know nothing yet."""
        _ = words.gettext
        super().__init__(
            words,
            _("Hint"),
            _("Looking for the best play …"),
            _("Carry it out"),
            _("Close"),
        )
        self.game = game
        self.seconds = seconds
        self.hint: Hint | None = None

    def on_mount(self) -> None:
        """Begin to look."""
        self.query_one("#yes", Button).disabled = True
        self.run_worker(self._look(), exclusive=True)

    async def _look(self) -> None:
        # The table goes on being drawn and the clock is looked at while this thread searches.
        hint = await asyncio.to_thread(self.game.hint, self.seconds)
        self.hint = hint
        self.write(told(self.words, hint))
        yes = self.query_one("#yes", Button)
        yes.disabled = not hint.play
        (yes if hint.play else self.query_one("#no", Button)).focus()
