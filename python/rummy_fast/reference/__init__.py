"""The rule book as plain Python: a slow, readable solver and judge, standard library only.

Everything here is written from the rule book alone and shares nothing with the compiled core,
which is held against it. To read it as the rules read, begin with `rules` (the options), `tile`
and `meld` (rules 4-8), then `explanation` and `turn` (rules 9-15: what a legal turn is), and last
`solver` (the best turn) with `opening`, `sweep`, `runs` and `groups`, which do its searching.
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
