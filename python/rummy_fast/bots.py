"""Players: what a bot is, and the built-in bots by name.

A bot is asked with a `View`, so hidden tiles cannot leak to it. Bots are made anew for every match.
"""

import re
from collections.abc import Callable, Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, Final, Protocol

from rummy_fast._core import Careful, Greedy, RummyError, Search, Turn, View
from rummy_fast.arguments import check_seed
from rummy_fast.words import N_, refusal, wrong_type


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
            rules refuse, or comes after the timeout, loses its turn.
        """


BUILT_IN: Final[Mapping[str, Callable[[int], Bot]]] = MappingProxyType(
    {"greedy": lambda _: Greedy(), "careful": lambda _: Careful(), "search": Search}
)
"""The built-in bots: for each name what makes one from a seed."""

PUNCTUAL: Final = (Greedy, Careful, Search)
"""Classes of compiled bots. They mind their limit, so nobody needs to watch them."""


def derive_seed(seed: int, what: str, number: int) -> int:
    """Derive a seed from another.

    Args:
        seed: The seed it follows from.
        what: What it is for, such as `"bot"`.
        number: For which of them.

    Returns:
        The seed, 0 to 2 ** 64 - 1.
    """
    digest = blake2b(f"{seed} {what} {number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


LEVEL: Final[Mapping[str, Callable[[str], float]]] = MappingProxyType(
    {"positions": int, "seconds": float, "threads": int}
)
"""What sets the level of `search`: for each word what reads its number."""
NUMBER: Final = re.compile(r"-?\d{1,20}(\.\d{1,20})?")
"""How a number of a level looks."""


def bot_name(words: str) -> str:
    """The name of a built-in bot with its level.

    Args:
        words: As `make_bot` takes them.

    Returns:
        The words in small letters, without blanks.
    """
    return ":".join(part.strip() for part in words.lower().split(":"))


def make_bot(name: str, seed: int = 0) -> Bot:
    """Make a built-in bot.

    Args:
        name: One of `BUILT_IN`; `search` may be followed by its level, each part after a colon:
            `"search:positions=20000"`, `"search:seconds=1.0:threads=2"`. What is reached first ends
            its thinking; one thread if not said.
        seed: Where it draws its chance from, 0 to 2 ** 64 - 1.

    Returns:
        The bot, fresh for one match.

    Raises:
        RummyError: If there is no such bot or level, or a number is out of range.
        TypeError: If an argument is of the wrong type.
    """
    if not isinstance(name, str):
        raise wrong_type("name", "the name of a bot", name)
    kind, *parts = bot_name(name).split(":")
    maker = BUILT_IN.get(kind)
    if maker is None:
        raise refusal(
            RummyError,
            'unknown bot "{name}": the built-in bots are {known}',
            name=kind[:24],
            known=", ".join(BUILT_IN),
        )
    check_seed(seed)
    if not parts:
        return maker(seed)
    if kind != "search":
        raise refusal(RummyError, "{bot} has no level, only search has", bot=kind)
    return Search(seed, **_level(parts))


def _level(parts: list[str]) -> dict[str, Any]:
    """Read a level: words such as `positions=20000`."""
    level: dict[str, Any] = {}
    for part in parts:
        word, _, number = (piece.strip() for piece in part.partition("="))
        read = LEVEL.get(word)
        if read is None or not NUMBER.fullmatch(number) or (read is int and "." in number):
            template = N_(
                'the level "{part}" of search is none: it is set by positions=20000, seconds=0.5,'
                " threads=2 or several of these, with colons between them"
            )
            raise refusal(RummyError, template, part=part[:24])
        if word in level:
            template = N_('the level of search says "{word}" twice')
            raise refusal(RummyError, template, word=word)
        level[word] = read(number)
    return level
