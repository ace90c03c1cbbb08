"""The first screen: the match that was left, or a new one."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Horizontal, Vertical
from textual.widgets import Button, Label, Select, Static

from rummy_fast import Rules
from rummy_fast.play.setup import Setup
from rummy_fast.play.terminal import driver
from rummy_fast.words import N_, Words, words_for

LEVELS: Final = (
    ("greedy", N_("plays everything it can")),
    ("careful", N_("holds tiles back")),
    ("search", N_("thinks ahead: the strongest")),
)
"""The bots, weakest first, with what they do."""
OPPONENTS: Final = (1, 2, 3)
ROUNDS: Final = (1, 2, 3, 5, 10)
TONGUES: Final = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "es": "Español",
}
"""The languages by what their speakers call them."""


class Chosen(NamedTuple):
    """What the person chose.

    Attributes:
        words: The language.
        setup: The match; None to go on with the one that was left.
    """

    words: Words
    setup: Setup | None


class StartApp(App[Chosen]):
    """Asks for opponents, rules, clock and language.

    Args:
        words: The language at first.
        setup: What is chosen at first.
        left: The file of a match that was left and can go on; None if there is none.
    """

    CSS = """
    Screen { align: center middle; }
    #panel {
        width: 66; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; padding: 0 2; background: $surface;
    }
    #choices { grid-size: 2; grid-columns: 16 1fr; grid-rows: 1; grid-gutter: 1 1; height: auto; }
    #choices Label { width: 100%; text-align: right; color: $text-muted; }
    #left { color: $text-muted; margin-bottom: 1; }
    #trouble { color: $text-error; height: auto; min-height: 1; }
    #buttons { height: 1; align: center middle; }
    #buttons Button { margin: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,escape", "quit", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = "#buttons Button"

    def __init__(self, words: Words, setup: Setup, left: Path | None) -> None:
        """Ask nothing yet."""
        super().__init__(driver_class=driver())
        self.title = "rummy_fast"
        self.words = words
        self.setup = setup
        self.left = left

    def compose(self) -> ComposeResult:
        """The choices and the buttons."""
        _ = self.words.gettext
        against = self.setup.against
        with Vertical(id="panel") as panel:
            panel.border_title = "rummy_fast"
            if self.left is not None:
                text = _("You left a match on {date}.", date=self.left.stem[:10])
                yield Static(text, id="left", markup=False)
            with Grid(id="choices"):
                yield from self._choice(
                    "count", _("Opponents"), [(str(n), n) for n in OPPONENTS], len(against)
                )
                levels = [(f"{name}: {_(what)}", name) for name, what in LEVELS]
                yield from self._choice("level", _("Their level"), levels, against[0])
                rules = [(name, name) for name in Rules.presets()]
                yield from self._choice("rules", _("Rules"), rules, self.setup.rules)
                rounds = [(str(number), number) for number in ROUNDS]
                yield from self._choice("rounds", _("Rounds"), rounds, self.setup.rounds)
                clocks = [(_("as the rules say"), True), (_("no time limit"), False)]
                yield from self._choice("clock", _("Clock"), clocks, self.setup.clock)
                tongues = [(name, code) for code, name in TONGUES.items()]
                yield from self._choice("lang", _("Language"), tongues, self.words.language)
            yield Static(id="trouble", markup=False)
            with Horizontal(id="buttons"):
                if self.left is not None:
                    yield Button(_("Continue"), id="go-on", variant="primary", compact=True)
                yield Button(_("New game"), id="new", variant="primary", compact=True)
                yield Button(_("Leave"), id="leave", compact=True)

    def _choice(
        self, name: str, label: str, options: Sequence[tuple[str, object]], value: object
    ) -> ComposeResult:
        values = [known for _, known in options]
        yield Label(label)
        yield Select(
            options,
            id=name,
            value=value if value in values else values[0],
            allow_blank=False,
            compact=True,
        )

    @on(Select.Changed, "#lang")
    async def _speak(self, event: Select.Changed) -> None:
        """Ask in another language."""
        if event.value != self.words.language:
            self.setup = self._setup()
            self.words = words_for(str(event.value))
            await self.recompose()
            self.query_one("#lang").focus()

    def _value(self, name: str) -> str:
        return str(self.query_one(f"#{name}", Select).value)

    def _setup(self) -> Setup:
        """What is chosen now."""
        return Setup(
            (self._value("level"),) * int(self._value("count")),
            self._value("rules"),
            int(self._value("rounds")),
            clock=self._value("clock") == "True",
        )

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button says."""
        match event.button.id:
            case "go-on":
                self.exit(Chosen(self.words, None))
            case "new":
                self._begin()
            case _:
                self.exit()

    def _begin(self) -> None:
        setup = self._setup()
        seats, most = len(setup.against) + 1, Rules(setup.rules).players[1]
        if seats > most:
            template = N_("These rules are for at most {count} players.")
            self.query_one("#trouble", Static).update(self.words.gettext(template, count=most))
            return
        self.exit(Chosen(self.words, setup))
