"""Means over deals and how sure they are.

The rounds of a mirrored deal are not independent, deals are: a deal is one observation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, inf, isfinite, sqrt
from statistics import fmean
from typing import Any, Final

DIGITS: Final = 6
"""Decimals that are told in JSON: the last ones of a float differ between platforms."""
SURE: Final = 0.95
"""How often an interval holds the truth."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over deals with its 95 % interval."""

    value: float
    """The mean."""
    low: float
    """Where the interval begins; minus infinity if a single deal says nothing."""
    high: float
    """Where it ends; infinity likewise."""

    @property
    def ci(self) -> list[float | None]:
        """The interval, ready for JSON, which knows no infinity."""
        return [round(end, DIGITS) if isfinite(end) else None for end in (self.low, self.high)]

    def to_dict(self, name: str) -> dict[str, Any]:
        """Tell it under a name.

        Args:
            name: The name.

        Returns:
            The value and the interval.
        """
        return {name: round(self.value, DIGITS), f"{name}_ci": self.ci}


def quantile(deals: int) -> float:
    """How many standard errors wide half of an interval is.

    Args:
        deals: From how many deals the error was estimated, 2 or more.

    Returns:
        Student's t with one degree of freedom less: more than 1.96 when the deals are few.
    """
    from scipy.special import stdtrit  # noqa: PLC0415, of an extra, and heavy

    return float(stdtrit(deals - 1, (1 + SURE) / 2))


def mean_score(scores: Sequence[float]) -> Figure:
    """The mean of scores, with Student's interval.

    Args:
        scores: One for each deal, 1 or more.

    Returns:
        The mean.
    """
    count, mean = len(scores), fmean(scores)
    if count == 1:
        return Figure(mean, -inf, inf)
    variance = fsum((score - mean) ** 2 for score in scores) / (count - 1)
    half = quantile(count) * sqrt(variance / count)
    return Figure(mean, mean - half, mean + half)


def win_rate(rates: Sequence[float]) -> Figure:
    """The mean of win rates, with Wilson's interval for an effective number of deals.

    Wilson's interval stays within 0 and 1 and is good for few observations, but it is made for
    observations that are 0 or 1. Mirrored deals scatter less, as luck evens out. So the number of
    deals is divided by the design effect: the variance seen to that of zeros and ones with the same
    mean (Dean and Pagano, 2015, doi:10.1093/jssam/smv024). That a few deals happen to agree is no
    proof that all do, so the variance counts one more deal, which scatters as much as it can.

    Args:
        rates: One for each deal, from 0 to 1; 1 or more.

    Returns:
        The mean.
    """
    count, mean = len(rates), fmean(rates)
    if count == 1:
        return Figure(mean, 0.0, 1.0)
    most = mean * (1 - mean)
    seen = fsum((rate - mean) ** 2 for rate in rates)
    effect = (seen / most + 1) / count if most else 1.0
    # The terms of Wilson's interval: z squared by the effective number of deals.
    part = quantile(count) ** 2 * effect / count
    middle = (mean + part / 2) / (1 + part)
    half = sqrt(part * most + part**2 / 4) / (1 + part)
    return Figure(mean, max(0.0, middle - half), min(1.0, middle + half))
