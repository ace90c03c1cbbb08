"""Tracks every tile through a turn."""

from dataclasses import dataclass

from rummy_fast import Hand, Rules, Step, Table
from rummy_fast.draw.scene import Mark
from rummy_fast.play.draft import Draft
from rummy_fast.play.editor import TurnEditor
from rummy_fast.play.follow import carry_out


@dataclass(frozen=True, slots=True)
class Moves:
    """A turn that was carried out.

    Attributes:
        start: Table and hand before it.
        end: Table and hand after it.
        marks: What the turn did to each tile it moved, by key. A tile lent for an exchange counts
            as moved even if it returns to its meld.
    """

    start: Draft
    end: Draft
    marks: dict[int, Mark]


def moves(before: Table, hand: Hand, steps: tuple[Step, ...], rules: Rules) -> Moves:
    """Carry out a turn, step by step.

    Args:
        before: The table before the turn.
        hand: The hand before the turn.
        steps: The steps of the turn, as `Play.steps` lists them.
        rules: The rules.

    Returns:
        Table and hand before and after it, and the tiles it moved.
    """
    start = draft = TurnEditor(before, hand, rules=rules).start
    marks: dict[int, Mark] = {}
    for step in steps:
        draft, played, moved, freed = carry_out(draft, step, rules)
        marks |= dict.fromkeys(moved - marks.keys(), "moved")
        marks |= dict.fromkeys(played, "played")
        marks |= dict.fromkeys(freed, "freed")
    return Moves(start, draft, marks)
