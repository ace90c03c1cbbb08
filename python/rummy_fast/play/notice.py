"""Live word on the turn: what to do, what is still wrong."""

from typing import Literal

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from rummy_fast.play.game import Game
from rummy_fast.words import Words

Line = tuple[Literal["ask", "good", "bad"], str]
"""A text and what kind it is: asks for something, says that all is well, or what is wrong."""


def word_on(words: Words, game: Game) -> list[Line]:
    """Tell how the person's turn stands.

    Args:
        words: The language.
        game: The game; it is the person's turn.

    Returns:
        What to do, or that the turn can end, or everything that is wrong.
    """
    _ = words.gettext
    desk = game.desk
    lines: list[Line] = []
    if not desk.opened and desk.played:
        lines.append(
            (
                "ask",
                _(
                    "Your first melds are worth {reached} of {needed} (rule 11).",
                    reached=desk.worth,
                    needed=desk.rules.opening_min,
                ),
            )
        )
    if not desk.changed:
        asks = (
            _("Your turn: play tiles, or draw one.")
            if game.view.pool_size
            else _("Your turn: play tiles, or pass; the pool is empty.")
        )
        return [("ask", asks)]
    if desk.verdict.legal:
        played = words.ngettext("{count} tile played", "{count} tiles played", len(desk.played))
        return [*lines, ("good", _("{played}: you can end the turn.", played=played))]
    wrong: list[Line] = [("bad", words.translate(reason)) for reason in desk.verdict.reasons]
    return [*lines, *wrong]


SIGNS = {"ask": "? ", "good": "= ", "bad": "! "}
"""What stands before each kind of line."""
STYLES = {"ask": "$text", "good": "bold $text-success", "bad": "bold $text-error"}


class Notice(VerticalScroll, can_focus=False):
    """The lines, as many as there is room for; the rest can be scrolled to."""

    def __init__(self, *, id: str) -> None:  # noqa: A002, the name is Textual's
        """Say nothing yet."""
        super().__init__(id=id)
        self.lines: list[str] = []

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(id="lines")

    def say(self, lines: list[Line]) -> None:
        """Say something.

        Args:
            lines: Texts with their kinds.
        """
        self.lines = [f"{SIGNS[kind]}{text}" for kind, text in lines]
        parts = [Content.styled(f"{SIGNS[kind]}{text}", STYLES[kind]) for kind, text in lines]
        self.query_one("#lines", Static).update(Content("\n").join(parts))
        self.scroll_home(animate=False)
