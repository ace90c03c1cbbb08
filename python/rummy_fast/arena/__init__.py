"""Any bots against each other on mirrored deals: who wins how often, and how sure that is.

`contest.py` is the arena, `entrants.py` who comes, `job.py` one deal played from every seat,
`crew.py` gets the jobs done and done again, `ledger.py` keeps what is finished in a file,
`result.py` what it comes to, with the intervals of `figures.py` and `ratings.py`.
"""

from rummy_fast.arena.contest import Arena
from rummy_fast.arena.job import ArenaError
from rummy_fast.arena.result import ArenaResult

__all__ = ["Arena", "ArenaError", "ArenaResult"]
