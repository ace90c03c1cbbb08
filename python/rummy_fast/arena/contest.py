"""The arena: who meets whom, on which deals."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from dataclasses import replace
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

from rummy_fast._core import Round, RummyError
from rummy_fast.arena.crew import Crew, cores
from rummy_fast.arena.entrants import Comer, read_entrants
from rummy_fast.arena.job import DealPlayed, Job, Pair, seatings
from rummy_fast.arena.ledger import Ledger
from rummy_fast.arena.result import ArenaResult
from rummy_fast.arguments import check_count, check_seed
from rummy_fast.bots import derived
from rummy_fast.match import RulesLike
from rummy_fast.words import N_, refusal
from rummy_fast.writing.damage import damaged
from rummy_fast.writing.header import check_limit

Hear: TypeAlias = Callable[[DealPlayed], object]
"""Is told of each deal that two bots have finished."""

NEEDS: Final = ("openskill", "scipy")
"""Libraries of the extra `arena`."""
MOST_WORKERS: Final = 1024
"""Processes that may be asked for."""


class Arena:
    """Every bot against every other on mirrored deals.

    Any two bots play the same deals, and each deal from every seat: with two seats in both orders;
    with more, each of the two sits once in each seat while the other takes the rest. In a gauntlet
    only the first bot meets the others, and with more than two seats it is the one alone.

    Bots are made anew for every round, from a seed that follows from the deal and the seat. So the
    same seed gives the same result, whoever does the work and in whatever order, unless a level is
    in seconds. A round can be played again: `rf.Match` with the seed of its deal is the same.

    Bots of other makers come as an object, which is copied for every round and keeps its own seed,
    or as a function or class that makes one from a seed. They are sent to the workers with pickle.
    One that fails loses its turns, as in a match; see `Standing.faults`.

    Args:
        bots: Who comes, 2 to 100: built-in bots by name (see `make_bot`), bots, or what makes them.
        pairs: How many deals any two bots play, 1 to 1,000,000,000.
        seed: Where all chance comes from, 0 to 2 ** 64 - 1.
        rules: The rules; `schmidt` if None.
        seats: How many sit in a round.
        gauntlet: Whether only the first bot meets the others.
        limit: Seconds a bot is told that it may take for a turn.
        workers: How many processes do the work, 1 to 1024; if None, so many that each thread of a
            bot has a core. It has no meaning beside an executor.
        executor: Who does the work instead: any `concurrent.futures.Executor`, that of a cluster
            say. It is not shut down.
        save: The file to write finished deals to, as lines of JSON. What an arena of the same bots,
            rules and seed has written there is not played again.
        on_deal: Is told of each deal that two bots have finished.

    Raises:
        RummyError: If a bot cannot be made, a number is out of range, the rules are for fewer or
            more players, the file is of another arena, or a library of the extra is missing.
        TypeError: If an argument is of the wrong type.
        OSError: If the file cannot be read or written.
    """

    def __init__(
        self,
        bots: Sequence[Comer],
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
        on_deal: Hear = lambda _: None,
    ) -> None:
        """Let everyone in; nobody plays yet."""
        _check_libraries()
        self._entrants = read_entrants(bots, sent=executor is None)
        self._limit = check_limit(limit)
        self._executor = executor
        self._on_deal = on_deal
        if workers is None:
            threads = max(one.threads for one in self._entrants)
            self._workers = max(1, cores() // threads)
        else:
            self._workers = check_count("workers", workers, 1, MOST_WORKERS)
        # Refuses rules and numbers of seats that do not go together.
        book = Round.deal(seats, seed=0, rules=rules).rules
        self._start = ArenaResult(
            names=tuple(one.name for one in self._entrants),
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

    @property
    def jobs(self) -> int:
        """How many deals there are to finish, counted for any two bots."""
        return self._start.pairs * len(self._start.meetings)

    @property
    def finished(self) -> int:
        """How many of them are finished."""
        return len(self._played)

    @property
    def result(self) -> ArenaResult:
        """What the deals that are finished come to."""
        deals = tuple(self._played[key] for key in sorted(self._played))
        return replace(self._start, deals=deals)

    def play(self) -> ArenaResult:
        """Play all deals that are left.

        A job whose worker dies is done again, three times at most. Ctrl-C stops everything. What is
        finished is in `result`, however it ends, and `play` goes on with the rest.

        Returns:
            What all deals come to.

        Raises:
            ArenaError: If a deal cannot be played, or the executor takes no more work.
            RummyError: If another arena is writing to the file.
            OSError: If the file cannot be written.
        """
        crew = Crew(self._executor, self._workers)
        with nullcontext() if self._ledger is None else self._ledger.writing():
            self._take_over()
            with closing(crew.run(self._jobs())) as done:
                for deal in done:
                    self._played[deal.deal, deal.pair] = deal
                    if self._ledger is not None:
                        self._ledger.add(deal)
                    self._on_deal(deal)
        return self.result

    def _seatings(self, pair: Pair) -> tuple[tuple[int, ...], ...]:
        return seatings(pair, self._start.seats, both=not self._start.gauntlet)

    def _seed(self, deal: int) -> int:
        return derived(self._start.seed, "deal", deal)

    def _jobs(self) -> Iterator[Job]:
        """What is not finished, deal by deal."""
        for deal in range(1, self._start.pairs + 1):
            for pair in self._start.meetings:
                if (deal, pair) not in self._played:
                    yield Job(
                        deal=deal,
                        seed=self._seed(deal),
                        pair=pair,
                        entrants=(self._entrants[pair[0]], self._entrants[pair[1]]),
                        seatings=self._seatings(pair),
                        rules=self._start.rules,
                        limit=self._limit,
                    )

    def _head(self) -> dict[str, Any]:
        """What the file must agree on."""
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
        """Take over from the file what belongs here."""
        for number, deal in enumerate(self._ledger.read() if self._ledger else (), 2):
            if not self._ours(deal):
                raise damaged(number, N_("this deal is not one of this arena"))
            # An arena of more deals may have written it.
            if deal.deal <= self._start.pairs:
                self._played[deal.deal, deal.pair] = deal

    def _ours(self, deal: DealPlayed) -> bool:
        """Whether a deal could have been played here."""
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
    """Say which library is missing before anything needs it."""
    for name in NEEDS:
        if find_spec(name) is None:
            template = N_("{command} needs {name}: {install}")
            install = "pip install 'rummy_fast[arena]'"
            raise refusal(RummyError, template, command="arena", name=name, install=install)
