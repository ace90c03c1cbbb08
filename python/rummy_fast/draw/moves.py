"""What becomes of every single tile in a turn."""

from dataclasses import dataclass

from rummy_fast import Hand, Rules, Step, Table
from rummy_fast.draw.scene import Mark
from rummy_fast.play.desk import Desk
from rummy_fast.play.draft import Draft
from rummy_fast.play.follow import carry_out


@dataclass(frozen=True, slots=True)
class Moves:
    """A turn carried out.

    Attributes:
        start: How everything lies before.
        end: How everything lies after.
        marks: What became of the tiles that were moved, by key. A tile that is lent for an exchange
            and goes home again was moved.
    """

    start: Draft
    end: Draft
    marks: dict[int, Mark]


def moves(before: Table, hand: Hand, steps: tuple[Step, ...], rules: Rules) -> Moves:
    """Carry a turn out, step by step.

    Args:
        before: The table before the turn.
        hand: The hand before the turn.
        steps: The steps of the turn, as `Play.steps` tells them.
        rules: The rules.

    Returns:
        What became of every tile.
    """
    start = draft = Desk(before, hand, rules=rules).start
    marks: dict[int, Mark] = {}
    for step in steps:
        draft, played, moved, freed = carry_out(draft, step, rules)
        marks |= dict.fromkeys(moved - marks.keys(), "moved")
        marks |= dict.fromkeys(played, "played")
        marks |= dict.fromkeys(freed, "freed")
    return Moves(start, draft, marks)
