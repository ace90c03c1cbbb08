"""Numbers and lists that callers give: read once, or refused in one way."""

from collections.abc import Sequence
from typing import Any, Final

from rummy_fast._core import RummyError
from rummy_fast.words import N_, refusal, wrong_type

MOST_SEED: Final = 2**64 - 1
"""Seeds run from 0 to this."""


def check_count(
    name: str, count: object, least: int, most: int = 10**9, *, shown: str | None = None
) -> int:
    """Read a number of things.

    Args:
        name: The argument.
        count: A whole number.
        least: The smallest that is taken.
        most: The greatest.
        shown: How the greatest is written; in digits if None.

    Returns:
        The number.

    Raises:
        RummyError: If it is out of range.
        TypeError: If it is no whole number.
    """
    if isinstance(count, bool) or not isinstance(count, int):
        raise wrong_type(name, "a whole number", count)
    if not least <= count <= most:
        template = N_("{option} = {value}: must be a whole number from {least} to {most}")
        end = most if shown is None else shown
        raise refusal(RummyError, template, option=name, value=count, least=least, most=end)
    return count


def check_seed(seed: object) -> int:
    """Read a seed.

    Args:
        seed: A whole number from 0 to 2 ** 64 - 1.

    Returns:
        The seed.

    Raises:
        RummyError: If it is out of range.
        TypeError: If it is no whole number.
    """
    return check_count("seed", seed, 0, MOST_SEED, shown="2**64 - 1")


def check_seats(argument: str, entries: object, seats: int | None = None) -> Sequence[Any]:
    """Read a list with an entry for each seat.

    Args:
        argument: Its name, which says of what.
        entries: The list.
        seats: How many seats there are; if None, the list says it.

    Returns:
        The list.

    Raises:
        RummyError: If it has more or fewer.
        TypeError: If it is no list.
    """
    if isinstance(entries, str | bytes) or not isinstance(entries, Sequence):
        raise wrong_type(argument, f"a list of {argument}, one for each seat", entries)
    if seats not in {None, len(entries)}:
        template = N_("{argument} has {found} entries for {seats} seats")
        raise refusal(RummyError, template, argument=argument, found=len(entries), seats=seats)
    return entries
