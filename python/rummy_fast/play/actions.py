"""What can be done at the table: names, keys and words, for the keys, the bar and the help."""

from typing import Final, NamedTuple

from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

from rummy_fast.words import N_, Words


class Action(NamedTuple):
    """Something that can be done.

    Attributes:
        name: The method of the screen is `action_` and this.
        keys: The keys, parted by commas.
        shown: How the first key is called.
        label: What stands in the bar; nothing if it is not there.
        help: What the help says.
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
        N_("select the tile under the cursor, or no longer"),
    ),
    Action("play", "e", "e", N_("End turn"), N_("end the turn: the tiles stay as they lie")),
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
        N_("cut the meld in two before the tile under the cursor"),
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
        N_("let the jokers of the meld stand for something else"),
    ),
    Action("whole", "a", "a", "", N_("select the whole meld, or all tiles of a color or number")),
    Action("none", "escape", "Esc", "", N_("select nothing")),
    Action("undo", "u,ctrl+z", "u", N_("Undo"), N_("take the last move back")),
    Action("redo", "y,ctrl+y", "y", "", N_("make it again")),
    Action("reset", "x", "x", N_("Start over"), N_("put all tiles where they were")),
    Action("hint", "h", "h", N_("Hint"), N_("show the best play and its steps")),
    Action("sort", "o", "o", N_("Sort"), N_("sort the hand by color or by number")),
    Action("help", "question_mark,f1", "?", N_("Help"), N_("show this page")),
    Action("leave", "q,ctrl+q", "q", N_("Quit"), N_("leave the match")),
)
"""Everything that can be done, in the order of the help."""


def bindings() -> list[Binding]:
    """The keys, for a screen."""
    return [Binding(action.keys, action.name, show=False) for action in ACTIONS]


GAP = "  "
"""Stands between two actions."""


class ActionBar(Static):
    """The actions with their keys. They can be clicked."""

    DEFAULT_CSS = """
    ActionBar { height: auto; color: $text-muted; }
    ActionBar { link-style: none; link-style-hover: reverse; link-color: $text; }
    """

    def __init__(self, words: Words, *, id: str) -> None:  # noqa: A002, the name is Textual's
        """Show all actions that have a label."""
        super().__init__(id=id)
        self._labels = [
            Content.from_markup(
                f"[@click=screen.{action.name}][b]$key[/b] $label[/]",
                key=action.shown,
                label=words.gettext(action.label),
            )
            for action in ACTIONS
            if action.label
        ]

    def on_resize(self) -> None:
        """Fold the bar between actions, never within one."""
        lines: list[list[Content]] = [[]]
        used = 0
        for label in self._labels:
            if lines[-1] and used + label.cell_length > self.size.width:
                lines.append([])
                used = 0
            lines[-1].append(label)
            used += label.cell_length + len(GAP)
        self.update(Content("\n").join(Content(GAP).join(line) for line in lines))
