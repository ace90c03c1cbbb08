"""Exact solver and rules engine for tile rummy.

>>> import rummy_fast as rf
>>> play = rf.solve("g2 g3 g4 g5", "g6 y2 b2")
>>> str(play.table)
'y2 g2 b2 | g3 g4 g5 g6'
"""

from typing import TYPE_CHECKING

from rummy_fast._core import (
    Cancellation,
    Candidates,
    Event,
    Greedy,
    Hand,
    IllegalTurnError,
    InvalidMeldError,
    InvalidRulesError,
    InvalidTableError,
    Meld,
    NotationError,
    Outcome,
    Play,
    Reason,
    Round,
    Rules,
    RummyError,
    SearchCancelledError,
    Step,
    Table,
    Tile,
    Turn,
    Verdict,
    View,
    Wording,
    __version__,
    candidates,
    check_turn,
    count_arrangements,
    count_melds,
    solve,
    solve_many,
)

if TYPE_CHECKING:
    from types import ModuleType

    from rummy_fast import reference as reference

__all__ = [
    "Cancellation",
    "Candidates",
    "Event",
    "Greedy",
    "Hand",
    "IllegalTurnError",
    "InvalidMeldError",
    "InvalidRulesError",
    "InvalidTableError",
    "Meld",
    "NotationError",
    "Outcome",
    "Play",
    "Reason",
    "Round",
    "Rules",
    "RummyError",
    "SearchCancelledError",
    "Step",
    "Table",
    "Tile",
    "Turn",
    "Verdict",
    "View",
    "Wording",
    "__version__",
    "candidates",
    "check_turn",
    "count_arrangements",
    "count_melds",
    "reference",
    "solve",
    "solve_many",
]


def __getattr__(name: str) -> "ModuleType":
    """Import `reference` when it is first asked for: most programs never need it."""
    if name == "reference":
        from importlib import import_module

        return import_module("rummy_fast.reference")
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
