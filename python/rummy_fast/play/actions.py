"""The actions at the table: names, keys, labels and help."""

from typing import Final, NamedTuple

from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

from rummy_fast.words import N_, Words


class Action(NamedTuple):
    """Something the person can do.

    Attributes:
        name: The screen's method is `action_` followed by this.
        keys: The keys, separated by commas.
        shown: The name of the first key.
        label: The label in the bar; empty if the action is not in the bar.
        help: The line in the help.
    """

    name: str
    keys: str
    shown: str
    label: str
    help: str


ACTIONS: Final = (
    Action(
        "select",
        "space",
        "Space",
        N_("Select"),
        N_("select the tile under the cursor, or deselect it"),
    ),
    Action("play", "e", "e", N_("End turn"), N_("end the turn with the table as it is")),
    Action("draw", "d", "d", N_("Draw"), N_("draw a tile, which ends the turn (rule 9)")),
    Action("pass", "p", "p", N_("Pass"), N_("pass, when the pool is empty (rule 18)")),
    Action("new", "n", "n", N_("New meld"), N_("play the selected tiles as a new meld")),
    Action(
        "put",
        "enter",
        "Enter",
        N_("Add"),
        N_("add the selected tiles to the meld under the cursor"),
    ),
    Action(
        "split",
        "s",
        "s",
        N_("Split"),
        N_("split the meld before the tile under the cursor"),
    ),
    Action(
        "back",
        "b,backspace",
        "b",
        N_("Take back"),
        N_("take the selected tiles back into the hand"),
    ),
    Action(
        "joker",
        "j",
        "j",
        N_("Joker"),
        N_("make the meld's jokers stand for something else"),
    ),
    Action("whole", "a", "a", "", N_("select the whole meld, or all tiles of a color or number")),
    Action("none", "escape", "Esc", "", N_("select nothing")),
    Action("undo", "u,ctrl+z", "u", N_("Undo"), N_("undo the last move")),
    Action("redo", "y,ctrl+y", "y", "", N_("redo it")),
    Action("reset", "x", "x", N_("Start over"), N_("put all tiles back where they were")),
    Action("hint", "h", "h", N_("Hint"), N_("show the best play and its steps")),
    Action(
        "details", "i", "i", N_("Details"), N_("show or hide the steps of each turn in the log")
    ),
    Action("pause", "z", "z", N_("Pause"), N_("stop the clock and the other players")),
    Action("sort", "o", "o", N_("Sort"), N_("sort the hand by color or by number")),
    Action("help", "question_mark,f1", "?", N_("Help"), N_("show this page")),
    Action("leave", "q,ctrl+q", "q", N_("Quit"), N_("leave the match")),
)
"""All actions, in the order of the help."""


def bindings() -> list[Binding]:
    """The key bindings for a screen."""
    return [Binding(action.keys, action.name, show=False) for action in ACTIONS]


GAP = "  "
"""The space between two actions."""


class ActionBar(Static):
    """A bar of clickable actions with their keys; those that are not possible are dim."""

    DEFAULT_CSS = """
    ActionBar { height: auto; color: $text-muted; }
    ActionBar { link-style: none; link-style-hover: reverse; link-color: $text; }
    """

    def __init__(self, words: Words, *, id: str) -> None:  # noqa: A002, the name is Textual's
        """Show every action that has a label."""
        super().__init__(id=id)
        self._words = words
        self._possible: frozenset[str] | None = None

    def allow(self, possible: frozenset[str]) -> None:
        """Show which actions are possible.

        Args:
            possible: Their names.
        """
        if possible != self._possible:
            self._possible = possible
            self._write()

    def _label(self, action: Action) -> Content:
        possible = self._possible is None or action.name in self._possible
        template = (
            f"[@click=screen.{action.name}][b]$key[/b] $label[/]"
            if possible
            else "[dim]$key $label[/]"
        )
        label = self._words.gettext(action.label)
        return Content.from_markup(template, key=action.shown, label=label)

    def on_resize(self) -> None:
        """Wrap the bar between actions, never within one."""
        self._write()

    def _write(self) -> None:
        lines: list[list[Content]] = [[]]
        used = 0
        for action in ACTIONS:
            if not action.label:
                continue
            label = self._label(action)
            if lines[-1] and used + label.cell_length > self.size.width:
                lines.append([])
                used = 0
            lines[-1].append(label)
            used += label.cell_length + len(GAP)
        self.update(Content("\n").join(Content(GAP).join(line) for line in lines))
