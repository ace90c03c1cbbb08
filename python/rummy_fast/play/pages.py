"""Pages shown over the table: their base class, the help, and the question whether to leave."""

from typing import ClassVar

from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.visual import VisualType
from textual.widgets import Button, Static

from rummy_fast.play.actions import ACTIONS
from rummy_fast.words import N_, Words


class Page(ModalScreen[bool]):
    """A page with a title, a text and one or two buttons; it returns whether the first was pressed.

    Args:
        words: The language.
        title: The title.
        body: The text.
        yes: The label of the first button.
        no: The label of the last button, which Escape presses too; None for a single button.
        more: The label of a button between them; None for none.
    """

    DEFAULT_CSS = """
    Page {
        align: center middle;
        #page {
            width: 76; max-width: 96%; height: auto; max-height: 96%;
            border: round $primary; background: $surface; padding: 0 1;
        }
        #title { text-style: bold; text-align: center; width: 100%; }
        #scroll { height: auto; max-height: 17; }
        #buttons { height: 1; align: center middle; }
        #buttons Button { margin: 0 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(False)", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
    ]

    def __init__(
        self,
        words: Words,
        title: str,
        body: VisualType,
        yes: str,
        no: str | None = None,
        *,
        more: str | None = None,
    ) -> None:
        """Create the page."""
        super().__init__()
        self._more = more
        self.words = words
        self.title_text = title
        self.body = body
        self._yes, self._no = yes, no

    def compose(self) -> ComposeResult:
        """Title, text, buttons."""
        with Vertical(id="page"):
            yield Static(self.title_text, id="title", markup=False)
            with VerticalScroll(id="scroll", can_focus=False):
                yield Static(self.body, id="body", markup=False)
            with Horizontal(id="buttons"):
                yield Button(self._yes, id="yes", variant="primary", compact=True)
                if self._more is not None:
                    yield Button(self._more, id="more", compact=True)
                if self._no is not None:
                    yield Button(self._no, id="no", compact=True)

    def write(self, body: VisualType) -> None:
        """Replace the text."""
        self.body = body
        self.query_one("#body", Static).update(body)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        event.stop()
        self.press(event.button.id or "")

    def press(self, button: str) -> None:
        """Answer as a button says.

        Args:
            button: Its id.
        """
        self.action_answer(button == "yes")

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001, Textual passes it by place
        """Close the page."""
        self.dismiss(answer)

    def action_move(self, lines: int) -> None:
        """Scroll."""
        self.query_one("#scroll").scroll_relative(y=lines, animate=False)


KEYS = (
    (N_("arrows"), N_("move the cursor, also between the table and the hand")),
    ("Tab", N_("switch between the table and the hand")),
    (N_("digits"), N_("point at a meld by its number, or add the selected tiles to it")),
    ("PgUp/PgDn", N_("scroll the messages about the turn")),
)
"""Keys that are not actions."""
MOUSE = (
    N_("A click on a tile selects it."),
    N_("A click after a meld adds the selected tiles to it."),
    N_("A click on an empty spot of the table plays them as a new meld."),
    N_("A click on an empty spot of the hand takes them back."),
    N_("Tiles can also be dragged."),
    N_("A right click on a tile splits its meld before it."),
)
SIGNS = (
    ("[r6]", N_("selected")),
    (">r6<", N_("under the cursor")),
    ("+r6", N_("played this turn")),
    ("*r6", N_("just drawn")),
    ("!", N_("something is wrong with the meld")),
    ("=", N_("the meld has changed and is valid")),
    ("…", N_("the tiles are not a meld yet")),
    ("~", N_("others have changed the meld since your last turn")),
)
"""The signs beside tiles and melds."""


def help_rows(words: Words) -> list[tuple[str, str]]:
    """List each key and sign with its meaning.

    Args:
        words: The language.

    Returns:
        The rows of two columns: keys, mouse (left column empty) and signs, with empty rows between.
    """
    _ = words.gettext
    keys = [*KEYS, *((action.shown, action.help) for action in ACTIONS)]
    gap = [("", "")]
    rows = [*keys, *gap, *(("", line) for line in MOUSE), *gap, *SIGNS]
    return [(_(left), _(right)) for left, right in rows]


def help_page(words: Words) -> Page:
    """Create the help page."""
    _ = words.gettext
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    for left, right in help_rows(words):
        grid.add_row(Text(left), Text(right))
    return Page(words, _("Help"), grid, _("Close"))


class PausePage(Page):
    """Shown while the match is paused."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("z,space", "answer(False)", show=False)]

    def __init__(self, words: Words) -> None:
        """Create the page."""
        _ = words.gettext
        text = _("The clock is stopped, and the other players wait.")
        super().__init__(words, _("Paused"), text, _("Continue"))


class LeavePage(Page):
    """Asks whether to leave the match; Enter stays."""

    AUTO_FOCUS = "#no"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,y", "answer(True)", show=False),
        Binding("n", "answer(False)", show=False),
    ]

    def __init__(self, words: Words, *, saved: bool) -> None:
        """Create the page."""
        _ = words.gettext
        super().__init__(
            words,
            _("Leave the match?"),
            _("The round is not over. You can continue the match later.")
            if saved
            else _("The round is not over, and the match is not recorded."),
            _("Leave"),
            _("Stay"),
        )
