"""One deal, played by two bots from every seat: the unit of work of a worker."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from rummy_fast._core import Rules, RummyError
from rummy_fast.arena.contestants import Contestant
from rummy_fast.bots import derive_seed
from rummy_fast.clock import describe, one_line
from rummy_fast.match import Match
from rummy_fast.result import Happening, TurnTaken
from rummy_fast.words import N_, refusal

Pair = tuple[int, int]
"""Two bots, by their indices in the arena."""


class ArenaError(RummyError):
    """An arena had to stop. `Arena.result` still has every finished deal."""


@dataclass(frozen=True, slots=True)
class Job:
    """A deal to play, with everything a worker needs."""

    deal: int
    """The number of the deal, from 1."""
    seed: int
    """The seed of the match."""
    pair: Pair
    """The two bots."""
    contestants: tuple[Contestant, Contestant]
    """The same two, ready to be made."""
    seatings: tuple[tuple[int, ...], ...]
    """For each round the bot in each seat."""
    rules: Rules
    """The rules."""
    limit: float | None
    """Seconds a bot may take for a turn."""


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A finished round."""

    seating: tuple[int, ...]
    """The bot in each seat."""
    winners: tuple[int, ...]
    """The seats that won; empty if the round does not count."""
    scores: tuple[int, ...]
    """The score of each seat."""


class Conduct(NamedTuple):
    """How a bot behaved in one deal."""

    turns: int
    """The turns it was asked for."""
    faults: int
    """The turns it lost, for example because it raised or its turn was illegal."""
    fault: str
    """The first fault; empty if there is none."""
    seconds: float
    """Wall-clock time of its turns."""


@dataclass(frozen=True, slots=True)
class DealPlayed:
    """A deal that two bots have played from every seat."""

    deal: int
    """The number of the deal, from 1."""
    seed: int
    """The seed of the match; `rummy-fast match --seed` repeats it."""
    pair: Pair
    """The two bots."""
    rounds: tuple[RoundPlayed, ...]
    """One round for each seating."""
    conduct: tuple[Conduct, Conduct]
    """The conduct of each of the two."""

    def seats_of(self, bot: int) -> Iterator[tuple[float, int]]:
        """Give the results of a bot, seat by seat.

        Args:
            bot: One of the two.

        Yields:
            For each of its seats in each round the share of the win and the score. Seats that win
            together share the win evenly; if nobody won, all seats share it.
        """
        for one in self.rounds:
            for seat, sitting in enumerate(one.seating):
                if sitting == bot:
                    won = one.winners or range(len(one.seating))
                    yield (seat in won) / len(won), one.scores[seat]


def seatings(pair: Pair, seats: int, *, both: bool) -> tuple[tuple[int, ...], ...]:
    """List the seatings of two bots: one sits once in each seat, the other fills the rest.

    Args:
        pair: The bots; the first sits alone.
        seats: The number of seats.
        both: Whether the bots then swap roles. With two seats this changes nothing.

    Returns:
        For each round the bot in each seat.
    """
    ways = [
        tuple(alone if seat == own else other for seat in range(seats))
        for alone, other in (pair, pair[::-1])
        for own in range(seats)
    ]
    return tuple(ways[: 2 * seats if both and seats > len(pair) else seats])


class _ConductListener:
    """Records how the bots behave in matches."""

    def __init__(self) -> None:
        self.turns: Counter[int] = Counter()
        self.faults: Counter[int] = Counter()
        self.seconds: defaultdict[int, float] = defaultdict(float)
        self.first: dict[int, str] = {}
        self.seating: tuple[int, ...] = ()
        self._since = 0.0

    def sit(self, seating: tuple[int, ...]) -> None:
        """Start a round with this seating."""
        self.seating, self._since = seating, perf_counter()

    def __call__(self, _match: Match, happening: Happening, /) -> None:
        if not isinstance(happening, TurnTaken):
            return
        now = perf_counter()
        bot = self.seating[happening.event.seat]
        self.turns[bot] += 1
        self.seconds[bot] += now - self._since
        self._since = now
        if (fault := happening.fault) is not None:
            self.faults[bot] += 1
            self.first.setdefault(bot, f"[{fault.code}] {fault.message}")

    def conduct(self, bot: int) -> Conduct:
        """Sum up the conduct of a bot."""
        fault = self.first.get(bot, "")
        seconds = round(self.seconds[bot], 6)
        return Conduct(self.turns[bot], self.faults[bot], fault, seconds)


def play_deal(job: Job) -> DealPlayed:
    """Play a deal from every seat.

    Args:
        job: The deal and the bots.

    Returns:
        The finished deal.

    Raises:
        ArenaError: If a bot cannot be made.
    """
    listener, rounds = _ConductListener(), []
    makers = dict(zip(job.pair, job.contestants, strict=True))
    for seating in job.seatings:
        try:
            # The same seeds as a match gives to its built-in bots.
            bots = [
                makers[bot].make(derive_seed(job.seed, "bot", seat))
                for seat, bot in enumerate(seating)
            ]
            listener.sit(seating)
            match = Match(bots, job.rules, seed=job.seed, limit=job.limit, on_event=listener)
        except (Exception, SystemExit) as error:  # noqa: BLE001, custom bots raise anything
            reason = error if isinstance(error, RummyError) else one_line(describe(error))
            raise failed_deal(job, reason) from None
        ended = match.play().rounds[0]
        rounds.append(RoundPlayed(seating, ended.winners, ended.scores))
    first, second = job.pair
    conduct = listener.conduct(first), listener.conduct(second)
    return DealPlayed(job.deal, job.seed, job.pair, tuple(rounds), conduct)


def failed_deal(job: Job, reason: object) -> ArenaError:
    """Make the error for a deal that cannot be played.

    Args:
        job: The deal.
        reason: Why.

    Returns:
        The error, ready to be raised.
    """
    first, second = (one.name for one in job.contestants)
    template = N_("deal {deal}, {first} against {second}: {reason}")
    return refusal(ArenaError, template, deal=job.deal, first=first, second=second, reason=reason)
