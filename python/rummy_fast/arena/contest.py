"""The arena: which bots meet, on which deals."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from dataclasses import replace
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

from rummy_fast._core import Round, RummyError
from rummy_fast.arena.contestants import BotLike, read_contestants
from rummy_fast.arena.job import DealPlayed, Job, Pair, seatings
from rummy_fast.arena.ledger import Ledger
from rummy_fast.arena.result import ArenaResult
from rummy_fast.arena.workers import WorkerPool, available_cores
from rummy_fast.arguments import check_count, check_seed
from rummy_fast.bots import derive_seed
from rummy_fast.match import RulesLike
from rummy_fast.words import N_, refusal
from rummy_fast.writing.damage import damaged
from rummy_fast.writing.header import check_limit

DealListener: TypeAlias = Callable[[DealPlayed], object]
"""Called with each deal that two bots have finished."""

NEEDS: Final = ("openskill", "scipy")
"""The libraries of the extra `arena`."""
MOST_WORKERS: Final = 1024
"""The most worker processes."""


class Arena:
    """Plays every bot against every other on mirrored deals.

    Every two bots play the same deals, and each deal from every seat, so the luck of the draw
    cancels out. With two seats they play it in both orders. With more, each of the two sits once in
    each seat while the other fills the rest. In a gauntlet only the first bot meets the others, and
    with more than two seats it is always the one that sits alone.

    Bots are made anew for every round, with a seed derived from the deal and the seat. The same
    seed therefore gives the same result on any number of workers, unless a bot's level is in
    seconds. `rf.Match` with the seed of a deal repeats a round.

    A custom bot is given as an object, which is copied for every round and keeps its own seed, or
    as a function or class that makes one from a seed. It reaches the workers through pickle. A bot
    that fails loses its turns, as in a match; see `Standing.faults`.

    Args:
        bots: 2 to 100 bots: built-in bots by name (see `make_bot`), bot objects, or functions or
            classes that make one.
        pairs: The number of deals for every two bots, 1 to 1,000,000,000.
        seed: The seed of everything random, 0 to 2 ** 64 - 1.
        rules: The rules; `schmidt` if None.
        seats: The number of seats in a round.
        gauntlet: Whether only the first bot meets the others.
        limit: The seconds a bot may take for a turn.
        workers: The number of worker processes, 1 to 1024. If None, as many as give each thread of
            a bot its own core. Ignored if there is an executor.
        executor: A `concurrent.futures.Executor` to play the deals, such as that of a cluster. It
            is not shut down.
        save: A file for the finished deals, as JSON lines. Deals that an arena of the same bots,
            rules and seed has written there are not played again.
        on_deal: Called with each deal that two bots have finished.

    Raises:
        RummyError: If a bot cannot be made, a number is out of range, the rules do not allow so
            many seats, the file belongs to another arena, or a library of the extra is missing.
        TypeError: If an argument is of the wrong type.
        OSError: If the file cannot be read or written.
    """

    def __init__(
        self,
        bots: Sequence[BotLike],
        *,
        pairs: int,
        seed: int = 0,
        rules: RulesLike | None = None,
        seats: int = 2,
        gauntlet: bool = False,
        limit: float | None = None,
        workers: int | None = None,
        executor: Executor | None = None,
        save: str | os.PathLike[str] | None = None,
        on_deal: DealListener = lambda _: None,
    ) -> None:
        """Check the arguments and read the file; play nothing yet."""
        _check_libraries()
        self._contestants = read_contestants(bots, pickled=executor is None)
        self._limit = check_limit(limit)
        self._executor = executor
        self._on_deal = on_deal
        if workers is None:
            threads = max(one.threads for one in self._contestants)
            self._workers = max(1, available_cores() // threads)
        else:
            self._workers = check_count("workers", workers, 1, MOST_WORKERS)
        # Raises if the rules do not allow so many seats.
        book = Round.deal(seats, seed=0, rules=rules).rules
        self._start = ArenaResult(
            names=tuple(one.name for one in self._contestants),
            rules=book,
            seats=seats,
            seed=check_seed(seed),
            pairs=check_count("pairs", pairs, 1),
            gauntlet=bool(gauntlet),
            deals=(),
        )
        self._played: dict[tuple[int, Pair], DealPlayed] = {}
        self._ledger = None if save is None else Ledger(save, self._head())
        self._take_over()

    def __repr__(self) -> str:
        """Show the bots, and how many deals are finished."""
        return f"<Arena of {', '.join(self._start.names)}; deals: {self.finished} of {self.jobs}>"

    @property
    def jobs(self) -> int:
        """The number of deals to play, counted for every two bots."""
        return self._start.pairs * len(self._start.meetings)

    @property
    def finished(self) -> int:
        """The number of deals that are finished."""
        return len(self._played)

    @property
    def result(self) -> ArenaResult:
        """The result of the finished deals."""
        deals = tuple(self._played[key] for key in sorted(self._played))
        return replace(self._start, deals=deals)

    def play(self) -> ArenaResult:
        """Play all remaining deals.

        A deal whose worker process dies is played again, up to three times; an executor does its
        own retries. Ctrl-C stops everything. However it ends, `result` has the finished deals, and
        calling `play` again continues with the rest.

        Returns:
            The result of all deals.

        Raises:
            ArenaError: If a deal cannot be played, or the executor takes no more work.
            RummyError: If another arena is writing to the file.
            OSError: If the file cannot be written.
        """
        pool = WorkerPool(self._executor, self._workers)
        with nullcontext() if self._ledger is None else self._ledger.writing():
            self._take_over()
            with closing(pool.run(self._jobs())) as done:
                for deal in done:
                    self._played[deal.deal, deal.pair] = deal
                    if self._ledger is not None:
                        self._ledger.add(deal)
                    self._on_deal(deal)
        return self.result

    def _seatings(self, pair: Pair) -> tuple[tuple[int, ...], ...]:
        return seatings(pair, self._start.seats, both=not self._start.gauntlet)

    def _seed(self, deal: int) -> int:
        return derive_seed(self._start.seed, "deal", deal)

    def _jobs(self) -> Iterator[Job]:
        """The deals that are not finished, in order."""
        for deal in range(1, self._start.pairs + 1):
            for pair in self._start.meetings:
                if (deal, pair) not in self._played:
                    yield Job(
                        deal=deal,
                        seed=self._seed(deal),
                        pair=pair,
                        contestants=(self._contestants[pair[0]], self._contestants[pair[1]]),
                        seatings=self._seatings(pair),
                        rules=self._start.rules,
                        limit=self._limit,
                    )

    def _head(self) -> dict[str, Any]:
        """The settings that the file must share."""
        start = self._start
        return {
            "bots": start.names,
            "rules": start.rules.to_dict(),
            "seats": start.seats,
            "seed": start.seed,
            "gauntlet": start.gauntlet,
            "limit": self._limit,
        }

    def _take_over(self) -> None:
        """Take over the finished deals of the file."""
        for number, deal in enumerate(self._ledger.read() if self._ledger else (), 2):
            if not self._ours(deal):
                raise damaged(number, N_("this deal does not belong to this arena"))
            # The file may come from an arena with more deals.
            if deal.deal <= self._start.pairs:
                self._played[deal.deal, deal.pair] = deal

    def _ours(self, deal: DealPlayed) -> bool:
        """Whether a deal could belong to this arena."""
        seats = range(self._start.seats)
        return (
            deal.deal > 0
            and deal.seed == self._seed(deal.deal)
            and deal.pair in self._start.meetings
            and tuple(one.seating for one in deal.rounds) == self._seatings(deal.pair)
            and all(len(one.scores) == len(seats) for one in deal.rounds)
            and all(seat in seats for one in deal.rounds for seat in one.winners)
        )


def _check_libraries() -> None:
    """Name a missing library before anything needs it."""
    for name in NEEDS:
        if find_spec(name) is None:
            template = N_("{command} needs {name}: {install}")
            install = "pip install 'rummy_fast[arena]'"
            raise refusal(RummyError, template, command="arena", name=name, install=install)
