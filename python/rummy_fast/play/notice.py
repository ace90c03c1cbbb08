"""Messages about the turn in progress: what to do, and what is still wrong."""

from typing import Literal

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from rummy_fast.play.game import Game
from rummy_fast.words import Words

Line = tuple[Literal["ask", "good", "bad"], str]
"""A kind and a text: a request, good news, or something that is wrong."""


def turn_status(words: Words, game: Game, *, judged: bool = False) -> list[Line]:
    """Describe the state of the person's turn.

    Args:
        words: The language.
        game: The game; it is the person's turn.
        judged: Whether they have tried to end the turn: only then is anything said to be wrong.

    Returns:
        What to do, that the turn can end, how far it is, or everything that is wrong.
    """
    _ = words.gettext
    turn = game.editor
    lines: list[Line] = []
    if not turn.opened and turn.played:
        lines.append(
            (
                "ask",
                _(
                    "Your opening melds are worth {reached} points; you need {needed} (rule 11).",
                    reached=turn.opening_points,
                    needed=turn.rules.opening_min,
                ),
            )
        )
    if not turn.changed and not judged:
        asks = (
            _("Your turn: play tiles, or draw one.")
            if game.view.pool_size
            else _("Your turn: play tiles, or pass; the pool is empty.")
        )
        return [("ask", asks)]
    played = words.ngettext("{count} tile played", "{count} tiles played", len(turn.played))
    if turn.verdict.legal:
        return [*lines, ("good", _("{played}: you can end the turn.", played=played))]
    if not judged:
        return [
            *lines,
            ("ask", _("{played} so far: arrange the table as you like.", played=played)),
        ]
    wrong: list[Line] = [("bad", words.translate(reason)) for reason in turn.verdict.reasons]
    return [*lines, *wrong]


SIGNS = {"ask": "? ", "good": "= ", "bad": "! "}
"""The sign before each kind of line."""
STYLES = {"ask": "$text", "good": "bold $text-success", "bad": "bold $text-error"}


class Notice(VerticalScroll, can_focus=False):
    """The messages; those that do not fit can be scrolled to."""

    def __init__(self, *, id: str) -> None:  # noqa: A002, the name is Textual's
        """Create an empty notice."""
        super().__init__(id=id)
        self.lines: list[str] = []

    def compose(self) -> ComposeResult:
        """A single text."""
        yield Static(id="lines")

    def show(self, lines: list[Line]) -> None:
        """Replace the messages.

        Args:
            lines: The new messages.
        """
        self.lines = [f"{SIGNS[kind]}{text}" for kind, text in lines]
        parts = [Content.styled(f"{SIGNS[kind]}{text}", STYLES[kind]) for kind, text in lines]
        self.query_one("#lines", Static).update(Content("\n").join(parts))
        self.scroll_home(animate=False)
