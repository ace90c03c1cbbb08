"""What the deals of an arena come to."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any

from rummy_fast._core import Rules
from rummy_fast.arena import figures
from rummy_fast.arena.figures import Figure
from rummy_fast.arena.job import DealPlayed, Pair
from rummy_fast.arena.ratings import rate


@dataclass(frozen=True, slots=True)
class Merit:
    """What a bot achieved on some deals, in the mean over its seats."""

    deals: int
    """How many deals."""
    rounds: int
    """In how many rounds it sat; one in which it had several seats counts for each."""
    win_rate: Figure | None
    """The share of rounds that a seat of it won; None without deals."""
    mean_score: Figure | None
    """What a seat of it scored in a round."""

    def to_dict(self) -> dict[str, Any]:
        """Tell everything by name, ready for JSON."""
        told: dict[str, Any] = {"deals": self.deals, "rounds": self.rounds}
        for name, figure in (("win_rate", self.win_rate), ("mean_score", self.mean_score)):
            told |= {name: None, f"{name}_ci": None} if figure is None else figure.to_dict(name)
        return told


@dataclass(frozen=True, slots=True)
class Standing:
    """How a bot stands among all."""

    name: str
    """What it is called."""
    merit: Merit
    """What it achieved against all."""
    rating: float
    """Its rating by openskill: 25 for a bot of which nothing is known."""
    sigma: float
    """How unsure the rating is."""
    faults: int
    """Turns it lost, as it raised or its turn was illegal, say."""
    fault: str | None
    """The first of them."""
    turn_seconds: float | None
    """What a turn took in the mean, by the clock of the wall; None if it had none. It is not told
    in JSON, where the same arena is the same text."""

    def to_dict(self) -> dict[str, Any]:
        """Tell everything but times by name, ready for JSON."""
        rated = {
            "rating": round(self.rating, figures.DIGITS),
            "rating_sigma": round(self.sigma, figures.DIGITS),
        }
        lost = {"faults": self.faults, "fault": self.fault}
        return {"name": self.name} | self.merit.to_dict() | rated | lost


@dataclass(frozen=True, slots=True)
class Pairing:
    """What two bots achieved against each other."""

    bots: Pair
    """The two, by their numbers."""
    merits: tuple[Merit, Merit]
    """What each achieved."""


@dataclass(frozen=True)
class ArenaResult:
    """What the deals that are finished come to."""

    names: tuple[str, ...]
    """What the bots are called."""
    rules: Rules
    """The rules."""
    seats: int
    """How many sit in a round."""
    seed: int
    """The seed of the arena."""
    pairs: int
    """How many deals any two bots were to play."""
    gauntlet: bool
    """Whether only the first bot met the others."""
    deals: tuple[DealPlayed, ...]
    """What is finished, in order, whenever it was."""

    @property
    def meetings(self) -> tuple[Pair, ...]:
        """Who meets whom."""
        count = len(self.names)
        firsts = range(1 if self.gauntlet else count)
        return tuple((first, other) for first in firsts for other in range(first + 1, count))

    @property
    def complete(self) -> bool:
        """Whether all is finished."""
        return len(self.deals) == self.pairs * len(self.meetings)

    @cached_property
    def bots(self) -> tuple[Standing, ...]:
        """How each bot stands, in the order they came."""
        ratings = rate(len(self.names), self.deals)
        return tuple(self._standing(bot, *ratings[bot]) for bot in range(len(self.names)))

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """What any two achieved against each other."""
        found = []
        for pair in self.meetings:
            deals = [deal for deal in self.deals if deal.pair == pair]
            found.append(Pairing(pair, (merit(pair[0], deals), merit(pair[1], deals))))
        return tuple(found)

    @property
    def ranking(self) -> tuple[Standing, ...]:
        """The bots, the one that wins most often first; of equals the one that scores most."""

        def success(one: Standing) -> tuple[float, float]:
            won, score = one.merit.win_rate, one.merit.mean_score
            return (won.value if won else -1.0, score.value if score else 0.0)

        return tuple(sorted(self.bots, key=success, reverse=True))

    def _standing(self, bot: int, rating: float, sigma: float) -> Standing:
        deals = [deal for deal in self.deals if bot in deal.pair]
        conduct = [deal.conduct[deal.pair.index(bot)] for deal in deals]
        turns = sum(one.turns for one in conduct)
        return Standing(
            name=self.names[bot],
            merit=merit(bot, deals),
            rating=rating,
            sigma=sigma,
            faults=sum(one.faults for one in conduct),
            fault=next((one.fault for one in conduct if one.faults), None),
            turn_seconds=sum(one.seconds for one in conduct) / turns if turns else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Tell everything but times by name, ready for JSON."""
        return {
            "bots": [one.to_dict() for one in self.bots],
            "pairings": [
                {
                    "bots": [self.names[bot] for bot in one.bots],
                    "figures": [figure.to_dict() for figure in one.merits],
                }
                for one in self.pairings
            ],
            "rules": self.rules.to_dict(),
            "seats": self.seats,
            "seed": self.seed,
            "pairs": self.pairs,
            "gauntlet": self.gauntlet,
            "complete": self.complete,
        }


def merit(bot: int, deals: Iterable[DealPlayed]) -> Merit:
    """Sum up what a bot achieved.

    Args:
        bot: The bot.
        deals: The deals it played. What it did on one deal against several bots is one observation.

    Returns:
        The means with their intervals.
    """
    by_deal: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    for deal in deals:
        by_deal[deal.deal].extend(deal.seats_of(bot))
    rounds = sum(map(len, by_deal.values()))
    if not rounds:
        return Merit(0, 0, None, None)
    won = [fmean(share for share, _ in seats) for seats in by_deal.values()]
    scored = [fmean(score for _, score in seats) for seats in by_deal.values()]
    return Merit(len(by_deal), rounds, figures.win_rate(won), figures.mean_score(scored))
