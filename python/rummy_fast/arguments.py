"""Check the numbers and lists that callers pass."""

from collections.abc import Sequence
from operator import index
from typing import Any, Final, SupportsIndex, cast

from rummy_fast._core import RummyError
from rummy_fast.words import N_, refusal, wrong_type

MOST_SEED: Final = 2**64 - 1
"""Seeds run from 0 to this."""


def check_count(
    name: str, count: object, least: int, most: int = 10**9, *, shown: str | None = None
) -> int:
    """Check a whole number.

    Args:
        name: The name of the argument.
        count: The number: anything with `__index__`, numpy's integers included.
        least: The lowest valid number.
        most: The highest valid number.
        shown: How the error writes the highest number; in digits if None.

    Returns:
        The number.

    Raises:
        RummyError: If it is out of range.
        TypeError: If it is not a whole number.
    """
    if isinstance(count, bool):
        raise wrong_type(name, "a whole number", count)
    try:
        number = index(cast("SupportsIndex", count))
    except TypeError:
        raise wrong_type(name, "a whole number", count) from None
    if not least <= number <= most:
        template = N_("{option} = {value}: must be a whole number from {least} to {most}")
        end = most if shown is None else shown
        raise refusal(RummyError, template, option=name, value=number, least=least, most=end)
    return number


def check_seed(seed: object) -> int:
    """Check a seed.

    Args:
        seed: A whole number from 0 to 2 ** 64 - 1.

    Returns:
        The seed.

    Raises:
        RummyError: If it is out of range.
        TypeError: If it is not a whole number.
    """
    return check_count("seed", seed, 0, MOST_SEED, shown="2**64 - 1")


def check_seats(argument: str, entries: object, seats: int | None = None) -> Sequence[Any]:
    """Check a list with one entry for each seat.

    Args:
        argument: The name of the argument.
        entries: The list.
        seats: The number of seats; any if None.

    Returns:
        The list.

    Raises:
        RummyError: If it has more or fewer entries than there are seats.
        TypeError: If it is not a list.
    """
    if isinstance(entries, str | bytes) or not isinstance(entries, Sequence):
        raise wrong_type(argument, f"a list of {argument}, one for each seat", entries)
    if seats not in {None, len(entries)}:
        template = N_("{argument} has {found} entries for {seats} seats")
        raise refusal(RummyError, template, argument=argument, found=len(entries), seats=seats)
    return entries
