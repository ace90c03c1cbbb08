"""The result of an arena: standings, pairings, ratings."""

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
    """The results of a bot over some deals, averaged over its seats."""

    deals: int
    """The number of deals."""
    rounds: int
    """The number of rounds it played; a round in which it has several seats counts for each."""
    win_rate: Figure | None
    """The share of rounds that its seats won; None without deals."""
    mean_score: Figure | None
    """The mean score of its seats in a round; None without deals."""

    def to_dict(self) -> dict[str, Any]:
        """Convert to a dict for JSON."""
        fields: dict[str, Any] = {"deals": self.deals, "rounds": self.rounds}
        for name, figure in (("win_rate", self.win_rate), ("mean_score", self.mean_score)):
            fields |= {name: None, f"{name}_ci": None} if figure is None else figure.to_dict(name)
        return fields


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of one bot against all others."""

    name: str
    """Its name."""
    merit: Merit
    """Its results against all others."""
    rating: float
    """Its openskill rating; 25 for a bot without rounds."""
    sigma: float
    """The standard deviation of the rating."""
    faults: int
    """The turns it lost, for example because it raised or its turn was illegal."""
    fault: str | None
    """The first fault; None if there is none."""
    turn_seconds: float | None
    """The mean wall-clock time of a turn; None without turns. It is left out of the JSON, which
    depends only on the seed."""

    def to_dict(self) -> dict[str, Any]:
        """Convert to a dict for JSON, without times."""
        rated = {
            "rating": round(self.rating, figures.DIGITS),
            "rating_sigma": round(self.sigma, figures.DIGITS),
        }
        lost = {"faults": self.faults, "fault": self.fault}
        return {"name": self.name} | self.merit.to_dict() | rated | lost


@dataclass(frozen=True, slots=True)
class Pairing:
    """The results of two bots against each other."""

    bots: Pair
    """The two, by their indices."""
    merits: tuple[Merit, Merit]
    """The results of each."""


@dataclass(frozen=True)
class ArenaResult:
    """The result of the finished deals of an arena."""

    names: tuple[str, ...]
    """The names of the bots."""
    rules: Rules
    """The rules."""
    seats: int
    """The number of seats in a round."""
    seed: int
    """The seed of the arena."""
    pairs: int
    """The number of deals for every two bots."""
    gauntlet: bool
    """Whether only the first bot met the others."""
    deals: tuple[DealPlayed, ...]
    """The finished deals, in order of deal and pair."""

    def __repr__(self) -> str:
        """Show the win rates in brief."""
        rates = []
        for bot, name in enumerate(self.names):
            shares = [share for deal in self.deals for share, _ in deal.seats_of(bot)]
            rates.append(f"{name} {fmean(shares):.3f}" if shares else name)
        done, jobs = len(self.deals), self.pairs * len(self.meetings)
        return f"<ArenaResult {', '.join(rates)}; deals: {done} of {jobs}>"

    @property
    def meetings(self) -> tuple[Pair, ...]:
        """The pairs of bots that meet."""
        count = len(self.names)
        firsts = range(1 if self.gauntlet else count)
        return tuple((first, other) for first in firsts for other in range(first + 1, count))

    @property
    def complete(self) -> bool:
        """Whether all deals are finished."""
        return len(self.deals) == self.pairs * len(self.meetings)

    @cached_property
    def bots(self) -> tuple[Standing, ...]:
        """The standing of each bot, in the order given."""
        ratings = rate(len(self.names), self.deals)
        return tuple(self._standing(bot, *ratings[bot]) for bot in range(len(self.names)))

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """The results of every two bots that meet."""
        found = []
        for pair in self.meetings:
            deals = [deal for deal in self.deals if deal.pair == pair]
            found.append(Pairing(pair, (merit(pair[0], deals), merit(pair[1], deals))))
        return tuple(found)

    @property
    def ranking(self) -> tuple[Standing, ...]:
        """The standings by win rate, best first; equal win rates by mean score."""

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
        """Convert to a dict for JSON, without times."""
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
    """Average the results of a bot.

    Args:
        bot: The bot.
        deals: Its deals. The same deal against several bots is one observation.

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
