"""What can be done at the table: names, keys and words, for the keys, the bar and the help."""

from typing import Final, NamedTuple

from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

from rummy_fast.words import Words, later


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
        later("Select"),
        later("select the tile under the cursor, or no longer"),
    ),
    Action("play", "e", "e", later("End turn"), later("end the turn: the tiles stay as they lie")),
    Action("draw", "d", "d", later("Draw"), later("draw a tile, which ends the turn (rule 9)")),
    Action("pass", "p", "p", later("Pass"), later("pass, when the pool is empty (rule 18)")),
    Action("new", "n", "n", later("New meld"), later("play the selected tiles as a new meld")),
    Action(
        "put",
        "enter",
        "Enter",
        later("Add"),
        later("add the selected tiles to the meld under the cursor"),
    ),
    Action(
        "split",
        "s",
        "s",
        later("Split"),
        later("cut the meld in two before the tile under the cursor"),
    ),
    Action(
        "back",
        "b,backspace",
        "b",
        later("Take back"),
        later("take the selected tiles back into the hand"),
    ),
    Action(
        "joker",
        "j",
        "j",
        later("Joker"),
        later("let the jokers of the meld stand for something else"),
    ),
    Action(
        "whole", "a", "a", "", later("select the whole meld, or all tiles of a color or number")
    ),
    Action("none", "escape", "Esc", "", later("select nothing")),
    Action("undo", "u,ctrl+z", "u", later("Undo"), later("take the last move back")),
    Action("redo", "y,ctrl+y", "y", "", later("make it again")),
    Action("reset", "x", "x", later("Start over"), later("put all tiles where they were")),
    Action("hint", "h", "h", later("Hint"), later("show the best play and its steps")),
    Action("sort", "o", "o", later("Sort"), later("sort the hand by color or by number")),
    Action("help", "question_mark,f1", "?", later("Help"), later("show this page")),
    Action("leave", "q,ctrl+q", "q", later("Quit"), later("leave the match")),
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
                label=words.say(action.label),
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
