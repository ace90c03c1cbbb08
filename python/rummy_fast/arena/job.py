"""One deal, played by two bots from every seat: what a worker does."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from rummy_fast._core import Rules, RummyError
from rummy_fast.arena.entrants import Entrant
from rummy_fast.bots import derived
from rummy_fast.clock import one_line, told
from rummy_fast.match import Match
from rummy_fast.result import Happening, TurnTaken
from rummy_fast.words import N_, refusal

Pair = tuple[int, int]
"""Two bots, by their numbers in the arena."""


class ArenaError(RummyError):
    """An arena could not go on. What is finished is not lost: `Arena.result` has it."""


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker is given."""

    deal: int
    """Which deal, from 1."""
    seed: int
    """The seed of the match."""
    pair: Pair
    """The two bots."""
    entrants: tuple[Entrant, Entrant]
    """The same, to be made."""
    seatings: tuple[tuple[int, ...], ...]
    """How they sit down, one after the other: for each seat the bot."""
    rules: Rules
    """The rules."""
    limit: float | None
    """Seconds a bot may take for a turn."""


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A round that has ended."""

    seating: tuple[int, ...]
    """For each seat the bot."""
    winners: tuple[int, ...]
    """The seats that won; none if the round is void."""
    scores: tuple[int, ...]
    """What each seat scored."""


class Conduct(NamedTuple):
    """How a bot behaved on a deal."""

    turns: int
    """Turns it was asked for."""
    faults: int
    """Turns it lost, as it raised or its turn was illegal, say."""
    fault: str
    """The first of them; empty if there is none."""
    seconds: float
    """What its turns took by the clock of the wall."""


@dataclass(frozen=True, slots=True)
class DealPlayed:
    """A deal that two bots have played from every seat."""

    deal: int
    """Which deal, from 1."""
    seed: int
    """The seed of the match: `rummy-fast match` plays it again."""
    pair: Pair
    """The two bots."""
    rounds: tuple[RoundPlayed, ...]
    """A round for each way they sit."""
    conduct: tuple[Conduct, Conduct]
    """How each of the two behaved."""

    def seats_of(self, bot: int) -> Iterator[tuple[float, int]]:
        """What the seats of a bot came to.

        Args:
            bot: One of the two.

        Yields:
            For each seat in each round, the share of the win and the score. A win that seats share
            is parted evenly, among all seats if nobody won.
        """
        for one in self.rounds:
            for seat, sitting in enumerate(one.seating):
                if sitting == bot:
                    won = one.winners or range(len(one.seating))
                    yield (seat in won) / len(won), one.scores[seat]


def seatings(pair: Pair, seats: int, *, both: bool) -> tuple[tuple[int, ...], ...]:
    """How two bots sit down: one sits once in each seat, the other takes the rest.

    Args:
        pair: The bots; the first is the one alone.
        seats: How many there are.
        both: Whether they then change roles. With two seats that changes nothing.

    Returns:
        For each round and each seat the bot.
    """
    ways = [
        tuple(alone if seat == own else other for seat in range(seats))
        for alone, other in (pair, pair[::-1])
        for own in range(seats)
    ]
    return tuple(ways[: 2 * seats if both and seats > len(pair) else seats])


class _Watch:
    """Notes how bots behave in a match."""

    def __init__(self) -> None:
        self.turns: Counter[int] = Counter()
        self.faults: Counter[int] = Counter()
        self.seconds: defaultdict[int, float] = defaultdict(float)
        self.first: dict[int, str] = {}
        self.seating: tuple[int, ...] = ()
        self._since = 0.0

    def sit(self, seating: tuple[int, ...]) -> None:
        """A round begins."""
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
        """How a bot behaved."""
        fault = self.first.get(bot, "")
        seconds = round(self.seconds[bot], 6)
        return Conduct(self.turns[bot], self.faults[bot], fault, seconds)


def play_deal(job: Job, _attempt: int = 0) -> DealPlayed:
    """Play a deal from every seat.

    Args:
        job: The deal and the bots.
        _attempt: How often it was tried before. An executor that knows a call by its arguments
            sees a new one.

    Returns:
        How it went.

    Raises:
        ArenaError: If a bot cannot be made.
    """
    watch, rounds = _Watch(), []
    makers = dict(zip(job.pair, job.entrants, strict=True))
    for seating in job.seatings:
        try:
            # The seeds are those that a match gives to built-in bots.
            bots = [
                makers[bot].make(derived(job.seed, "bot", seat)) for seat, bot in enumerate(seating)
            ]
            watch.sit(seating)
            match = Match(bots, job.rules, seed=job.seed, limit=job.limit, on_event=watch)
        except (Exception, SystemExit) as error:  # noqa: BLE001, bots of other makers raise anything
            reason = error if isinstance(error, RummyError) else one_line(told(error))
            raise lost(job, reason) from None
        ended = match.play().rounds[0]
        rounds.append(RoundPlayed(seating, ended.winners, ended.scores))
    first, second = job.pair
    conduct = watch.conduct(first), watch.conduct(second)
    return DealPlayed(job.deal, job.seed, job.pair, tuple(rounds), conduct)


def lost(job: Job, reason: object) -> ArenaError:
    """Make the error for a deal that cannot be played.

    Args:
        job: The deal.
        reason: What is wrong.

    Returns:
        The error, to be raised.
    """
    first, second = (one.name for one in job.entrants)
    template = N_("deal {deal}, {first} against {second}: {reason}")
    return refusal(ArenaError, template, deal=job.deal, first=first, second=second, reason=reason)
