"""Exact solver and rules engine for tile rummy, as in Rummikub-style games.

>>> import rummy_fast as rf
>>> play = rf.solve("g2 g3 g4 g5", "g6 y2 b2")
>>> str(play.table)
'y2 g2 b2 | g3 g4 g5 g6'

- Best plays: `solve`, `solve_many`, `candidates`, and their answers `Play` and `Candidates`.
- Rulings: `check_turn` returns a `Verdict` with every `Reason`.
- Values: `Tile`, `Hand`, `Meld`, `Table`, `Rules`.
- A round with a referee: `Round`, `View`, `Turn`, `Event`, `Outcome`.
- Matches: `Match`, `Record`; `review` says what each turn gave away.
- Bots: `Greedy`, `Search` and others, `make_bot`; `Arena` rates them.
- Pictures: `draw`. The same rules and solver in plain Python: `reference`.
"""

from typing import TYPE_CHECKING

from rummy_fast._core import (
    Cancellation,
    Candidates,
    Careful,
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
    RecordError,
    Round,
    Rules,
    RummyError,
    Search,
    SearchCancelledError,
    Step,
    Table,
    TableJoker,
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
    count_openings,
    play_rounds,
    solve,
    solve_many,
)

if TYPE_CHECKING:
    from rummy_fast import draw as draw
    from rummy_fast import reference as reference
    from rummy_fast.arena import Arena as Arena
    from rummy_fast.arena import ArenaError as ArenaError
    from rummy_fast.arena import ArenaResult as ArenaResult
    from rummy_fast.bots import Bot as Bot
    from rummy_fast.bots import make_bot as make_bot
    from rummy_fast.match import Match as Match
    from rummy_fast.record import Record as Record
    from rummy_fast.result import MatchResult as MatchResult
    from rummy_fast.reviews import Review as Review
    from rummy_fast.reviews import review as review

__all__ = [
    "Arena",
    "ArenaError",
    "ArenaResult",
    "Bot",
    "Cancellation",
    "Candidates",
    "Careful",
    "Event",
    "Greedy",
    "Hand",
    "IllegalTurnError",
    "InvalidMeldError",
    "InvalidRulesError",
    "InvalidTableError",
    "Match",
    "MatchResult",
    "Meld",
    "NotationError",
    "Outcome",
    "Play",
    "Reason",
    "Record",
    "RecordError",
    "Review",
    "Round",
    "Rules",
    "RummyError",
    "Search",
    "SearchCancelledError",
    "Step",
    "Table",
    "TableJoker",
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
    "count_openings",
    "draw",
    "make_bot",
    "play_rounds",
    "reference",
    "review",
    "solve",
    "solve_many",
]


_LAZY = {
    "Arena": "arena",
    "ArenaError": "arena",
    "ArenaResult": "arena",
    "Bot": "bots",
    "Match": "match",
    "MatchResult": "result",
    "Record": "record",
    "Review": "reviews",
    "draw": "draw",
    "make_bot": "bots",
    "reference": "reference",
    "review": "reviews",
}
"""Names that are imported on first use, which keeps `import rummy_fast` fast, and their modules."""


def __getattr__(name: str) -> object:
    """Import a name of `_LAZY`."""
    if name not in _LAZY:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module

    module = import_module(f"rummy_fast.{_LAZY[name]}")
    found: object = module if name == _LAZY[name] else getattr(module, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """List the public names, whether they are imported yet or not."""
    return sorted(__all__)
