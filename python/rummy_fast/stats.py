"""Measure the game itself: how often a hand can open and how rounds go, with standard errors."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from statistics import fmean, variance
from typing import Any, Final

from rummy_fast._core import Cancellation, Rules, RummyError, count_openings, play_rounds
from rummy_fast.arguments import MOST_SEED, check_count, check_seed
from rummy_fast.words import N_, refusal

DEALS_AT_ONCE: Final = 20_000
ROUNDS_AT_ONCE: Final = 200
"""The work done between two reports of progress."""

DEALS_PER_ROUND: Final = 100
"""A round takes about as long as this many deals."""

Progress = Callable[[float], object]
"""Called with the fraction of the work that is done."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured figure."""

    value: float
    """Its value."""
    error: float
    """Its standard error."""


@dataclass(frozen=True, slots=True)
class Openings:
    """How often a dealt hand can open at once (rule 11)."""

    jokers: int
    """The number of jokers in the deck."""
    deals: int
    """The number of hands dealt."""
    opened: int
    """The number of hands that can open."""

    @property
    def share(self) -> Estimate:
        """The share of hands that can open."""
        share = self.opened / self.deals
        return Estimate(share, sqrt(share * (1 - share) / self.deals))


@dataclass(frozen=True, slots=True)
class Rounds:
    """Rounds in which every seat makes the best play on every turn."""

    seats: int
    """The number of seats."""
    figures: dict[str, list[int]] = field(repr=False)
    """The figures of `play_rounds`, with one entry for each round."""

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return len(self.figures["turns"])

    @property
    def estimates(self) -> dict[str, Estimate]:
        """The estimates by name."""
        turns = self.figures["turns"]
        one = [1] * len(turns)
        return {
            "turns": self._ratio("turns", one),
            "forced_draws": self._ratio("forced", self.figures["opened"]),
            "tiles_a_play": self._ratio("tiles", self.figures["plays"]),
            "tiles_a_turn": self._ratio("tiles", turns),
            "joker_on_table": self._ratio("joker", self.figures["opened"]),
            "stalemates": self._ratio("stalemate", one),
        }

    def _ratio(self, name: str, base: Sequence[int]) -> Estimate:
        """Estimate the ratio of two sums over rounds, which unlike turns are independent."""
        counts = self.figures[name]
        ratio = sum(counts) / sum(base)
        apart = [count - ratio * size for count, size in zip(counts, base, strict=True)]
        return Estimate(ratio, sqrt(variance(apart) / len(apart)) / fmean(base))


@dataclass(frozen=True, slots=True)
class Stats:
    """The measured figures."""

    rules: Rules
    """The rules."""
    seed: int
    """The first seed."""
    openings: tuple[Openings, ...]
    """Without jokers, and with the jokers of the rules."""
    rounds: tuple[Rounds, ...]
    """For each number of seats."""

    def to_dict(self) -> dict[str, Any]:
        """Convert to a dict for JSON, without the single rounds."""
        return {
            "rules": self.rules.to_dict(),
            "seed": self.seed,
            "openings": [asdict(one) | {"share": asdict(one.share)} for one in self.openings],
            "rounds": [
                {"seats": one.seats, "rounds": one.rounds}
                | {name: asdict(figure) for name, figure in one.estimates.items()}
                for one in self.rounds
            ],
        }


def _parts(seed: int, count: int, at_once: int) -> Iterator[tuple[int, int]]:
    """Split deals or rounds into parts; give the first seed and the size of each."""
    for done in range(0, count, at_once):
        yield seed + done, min(at_once, count - done)


def measure(
    deals: int = 1_000_000,
    rounds: int = 2_000,
    *,
    seats: Sequence[int] = (2, 3, 4),
    rules: str | Rules | dict[str, Any] | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = lambda _: None,
    cancel: Cancellation | None = None,
) -> Stats:
    """Deal hands and play rounds on all cores, and measure.

    Args:
        deals: The number of hands to deal, both without jokers and with those of the rules.
        rounds: The number of rounds to play for each number of seats, at least 2.
        seats: The numbers of seats.
        rules: The rules; `schmidt` if None.
        seed: The seed of the first deal; each further deal adds 1.
        threads: The number of threads, 1 to 1024; all cores if None.
        progress: Called with the fraction of the work that is done.
        cancel: A `Cancellation` that stops the work from another thread; None means none.

    Returns:
        The figures.

    Raises:
        RummyError: If a number is out of range, or the rules do not allow so many seats.
        SearchCancelledError: If a `Cancellation` stopped the work.
        TypeError: If an argument is of the wrong type.
    """
    book, first = Rules(rules), check_seed(seed)
    least = 2
    deals = check_count("deals", deals, 1)
    rounds = check_count("rounds", rounds, least)
    if first + max(deals, rounds) > MOST_SEED:
        template = N_("seed = {seed}: the last seed would exceed 2**64 - 1")
        raise refusal(RummyError, template, seed=first)
    # Raise for bad arguments before the slow part.
    for count in seats:
        play_rounds(1, seats=count, rules=book, seed=first, threads=1)
    done, work = 0, deals * len({0, book.jokers}) + rounds * len(seats) * DEALS_PER_ROUND
    openings = []
    for jokers in sorted({0, book.jokers}):
        deck, opened = book.replace(jokers=jokers), 0
        for start, size in _parts(first, deals, DEALS_AT_ONCE):
            opened += count_openings(size, seed=start, rules=deck, threads=threads, cancel=cancel)
            done += size
            progress(done / work)
        openings.append(Openings(jokers, deals, opened))
    played = []
    for count in seats:
        figures: dict[str, list[int]] = {}
        for start, size in _parts(first, rounds, ROUNDS_AT_ONCE):
            found = play_rounds(
                size, seats=count, seed=start, rules=book, threads=threads, cancel=cancel
            )
            for name, numbers in found.items():
                figures.setdefault(name, []).extend(numbers)
            done += size * DEALS_PER_ROUND
            progress(done / work)
        played.append(Rounds(count, figures))
    return Stats(book, first, tuple(openings), tuple(played))
