"""Players: what a bot is, and the house bots by name.

A bot is asked with a `View`, so hidden cards cannot leak to it. Bots are made anew for every match.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Protocol

from rummy_fast._core import Careful, Greedy, RummyError, Search, Turn, View
from rummy_fast.words import later, refusal, wrong_type

RANGE: Final = later("{option} = {value}: must be a whole number from {least} to {most}")
"""What is wrong with a number that is out of range."""
MOST_SEED: Final = 2**64 - 1
"""Seeds run from 0 to this."""


class Bot(Protocol):
    """A player.

    What it does must follow from its seed and what it sees. A bot that draws chance from both, not
    from a generator it keeps, plays a match that was interrupted on as it would have.
    """

    @property
    def name(self) -> str:
        """What it is called."""

    def choose(self, view: View, limit: float | None) -> Turn:
        """Decide a turn.

        Args:
            view: What the bot sees; it is its turn.
            limit: Seconds it may take at most; None if it may take any time.

        Returns:
            The turn. In a match a bot that raises, gives back anything else, or a turn that the
            rules refuse, or comes after the bell, loses its turn.
        """


HOUSE: Final[Mapping[str, Callable[[int], Bot]]] = MappingProxyType(
    {"greedy": lambda _: Greedy(), "careful": lambda _: Careful(), "search": Search}
)
"""The house bots: for each name what makes one from a seed."""

PUNCTUAL: Final = (Greedy, Careful, Search)
"""Classes of compiled bots. They mind their limit, so nobody needs to watch them."""


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
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise wrong_type("seed", "a whole number from 0 to 2**64 - 1", seed)
    if not 0 <= seed <= MOST_SEED:
        raise refusal(RummyError, RANGE, option="seed", value=seed, least=0, most="2**64 - 1")
    return seed


def make_bot(name: str, seed: int = 0) -> Bot:
    """Make a house bot.

    Args:
        name: One of `HOUSE`.
        seed: Where it draws its chance from, 0 to 2 ** 64 - 1.

    Returns:
        The bot, fresh for one match.

    Raises:
        RummyError: If there is no such bot, or the seed is out of range.
        TypeError: If an argument is of the wrong type.
    """
    if not isinstance(name, str):
        raise wrong_type("name", "the name of a bot", name)
    maker = HOUSE.get(name.strip().lower())
    if maker is None:
        raise refusal(
            RummyError,
            'unknown bot "{name}": the house bots are {known}',
            name=name[:24],
            known=", ".join(HOUSE),
        )
    return maker(check_seed(seed))
