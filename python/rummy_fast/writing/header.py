"""The settings of a match."""

import math
from dataclasses import dataclass
from typing import Final

from rummy_fast._core import Rules, RummyError, _header_lines, _is_name
from rummy_fast.arguments import check_count
from rummy_fast.words import N_, refusal, wrong_type

GUEST: Final = "guest"
"""The default name of a seat without a bot."""
LONGEST_NAME: Final = 40
"""The most characters of a name."""
MOST_ROUNDS: Final = 1_000_000
MOST_SECONDS: Final = 365 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Header:
    """The settings of a match."""

    rules: Rules
    """The rules."""
    seed: int
    """The seed of the match."""
    rounds: int
    """The number of rounds."""
    limit: float | None
    """The seconds a bot may take for a turn; None for no limit."""
    bots: tuple[str | None, ...]
    """The name of the bot in each seat; None for a guest."""
    names: tuple[str | None, ...]
    """The name given to each seat; None if it has none."""

    def called(self) -> tuple[str, ...]:
        """Give the names of the seats: the given names, or those of the bots."""
        pairs = zip(self.names, self.bots, strict=True)
        return tuple(given or bot or GUEST for given, bot in pairs)

    def lines(self) -> list[str]:
        """Write the settings as lines."""
        return _header_lines(self.rules, self.seed, self.rounds, self.limit, self.bots, self.names)


def check_rounds(rounds: object) -> int:
    """Check a number of rounds.

    Args:
        rounds: A whole number from 1 to 1,000,000.

    Returns:
        The number.

    Raises:
        RummyError: If it is out of range.
        TypeError: If it is not a whole number.
    """
    return check_count("rounds", rounds, 1, MOST_ROUNDS)


def check_limit(limit: object) -> float | None:
    """Check a limit.

    Args:
        limit: The seconds, more than 0 and at most a year, or None.

    Returns:
        The limit.

    Raises:
        RummyError: If it is out of range.
        TypeError: If it is not a number.
    """
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, int | float):
        raise wrong_type("limit", "seconds or None", limit)
    if not 0 < limit <= MOST_SECONDS or math.isnan(limit):
        template = N_("{option} = {value}: must be more than 0 and at most {most} seconds (a year)")
        raise refusal(RummyError, template, option="limit", value=limit, most=MOST_SECONDS)
    return float(limit)


def is_name(text: object) -> bool:
    """Tell whether this is a valid name: 1 to 40 printable characters on one line."""
    return isinstance(text, str) and text.isprintable() and _is_name(text)
