"""The rule book as plain Python: a slow, readable solver and judge of turns.

The reference is written from the rule book alone, so the tests can compare it with the compiled
core. Only the names, ranges and defaults of the options come from there. Read it in the order of
the rule book: `rules` (the options), `tile` and `meld` (rules 4 to 8), `explanation` and `turn`
(rules 9 to 15: the legal turns), and last `solver` (the best turn), which searches with `opening`,
`search`, `runs` and `groups`.
"""

from rummy_fast.reference.errors import (
    InvalidMeldError,
    InvalidRulesError,
    InvalidTableError,
    NotationError,
    RummyError,
)
from rummy_fast.reference.meld import Meld, count_melds, read_meld, read_table
from rummy_fast.reference.opening import max_opening_points
from rummy_fast.reference.rules import PRESETS, Rules
from rummy_fast.reference.solver import Play, solve
from rummy_fast.reference.tile import Tile
from rummy_fast.reference.turn import Verdict, check_turn

__all__ = [
    "PRESETS",
    "InvalidMeldError",
    "InvalidRulesError",
    "InvalidTableError",
    "Meld",
    "NotationError",
    "Play",
    "Rules",
    "RummyError",
    "Tile",
    "Verdict",
    "check_turn",
    "count_melds",
    "max_opening_points",
    "read_meld",
    "read_table",
    "solve",
]
