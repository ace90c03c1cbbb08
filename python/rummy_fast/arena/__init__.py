"""Play bots against each other on mirrored deals; get win rates with confidence intervals.

`contest.py` holds the arena, `contestants.py` its bots, `job.py` one deal played from every seat,
`workers.py` the processes that play deals, `ledger.py` the file of finished deals, `result.py` the
result, with the intervals of `figures.py` and the ratings of `ratings.py`.
"""

from rummy_fast.arena.contest import Arena
from rummy_fast.arena.job import ArenaError
from rummy_fast.arena.result import ArenaResult

__all__ = ["Arena", "ArenaError", "ArenaResult"]
