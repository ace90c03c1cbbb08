"""Means over deals with confidence intervals.

Deals are independent; the rounds of one mirrored deal are not. So each deal is one observation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, inf, isfinite, sqrt
from statistics import fmean
from typing import Any, Final

DIGITS: Final = 6
"""Decimals in JSON: the last digits of a float differ between platforms."""
CONFIDENCE: Final = 0.95
"""The confidence level of the intervals."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over deals with its 95 % confidence interval."""

    value: float
    """The mean."""
    low: float
    """The lower end; minus infinity if there is only one deal."""
    high: float
    """The upper end; infinity if there is only one deal."""

    @property
    def ci(self) -> list[float | None]:
        """The interval for JSON, which has no infinity: None instead."""
        return [round(end, DIGITS) if isfinite(end) else None for end in (self.low, self.high)]

    def to_dict(self, name: str) -> dict[str, Any]:
        """Convert to JSON fields.

        Args:
            name: The name of the figure.

        Returns:
            The value as `name` and the interval as `name_ci`.
        """
        return {name: round(self.value, DIGITS), f"{name}_ci": self.ci}


def quantile(deals: int) -> float:
    """Give half the width of an interval, in standard errors.

    Args:
        deals: The number of deals the error was estimated from, 2 or more.

    Returns:
        The quantile of Student's t with one degree of freedom less; 1.96 in the limit.
    """
    from scipy.special import stdtrit  # noqa: PLC0415, only in the extra, and slow to import

    return float(stdtrit(deals - 1, (1 + CONFIDENCE) / 2))


def mean_score(scores: Sequence[float]) -> Figure:
    """Average scores, with the interval of Student's t.

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
    """Average win rates, with Wilson's interval for the effective number of deals.

    Wilson's interval stays within 0 and 1 and is good for few observations, but it assumes that
    each is 0 or 1. Mirrored deals vary less, because luck cancels out. So the number of deals is
    divided by the design effect: the observed variance over that of zeros and ones with the same
    mean (Dean and Pagano, 2015, doi:10.1093/jssam/smv024). A few deals may agree by chance, so the
    variance includes one extra deal that varies as much as possible.

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
    # A term of Wilson's interval: z squared over the effective number of deals.
    part = quantile(count) ** 2 * effect / count
    middle = (mean + part / 2) / (1 + part)
    half = sqrt(part * most + part**2 / 4) / (1 + part)
    return Figure(mean, max(0.0, middle - half), min(1.0, middle + half))
