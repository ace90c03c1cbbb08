"""Bots: the protocol that every bot follows, and the built-in bots by name.

A bot gets a `View`, so hidden tiles cannot leak to it. Every match makes new bots.
"""

import re
from collections.abc import Callable, Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from rummy_fast._core import Careful, Greedy, RummyError, Search, Turn, View
from rummy_fast.arguments import check_seed
from rummy_fast.words import N_, refusal, wrong_type


class Bot(Protocol):
    """A player.

    Its turns must depend on nothing but its seed and what it sees. A bot that derives its random
    numbers from these two for each turn, and keeps no generator, can continue an interrupted match
    as if nothing had happened.
    """

    @property
    def name(self) -> str:
        """The name of the bot."""
        ...

    def choose(self, view: View, limit: float | None) -> Turn:
        """Choose a turn.

        Args:
            view: What the bot sees, with its seat to move.
            limit: The seconds it may take; None for no limit.

        Returns:
            The turn. In a match a bot loses its turn if it raises, returns anything else, makes a
            turn that is against the rules, or returns after the timeout.
        """
        ...


class BuiltIn(NamedTuple):
    """A built-in bot, as `BUILT_IN` declares it."""

    kind: type[Any]
    """Its class."""
    make: Callable[..., Bot]
    """Makes one from a seed and, by name, the numbers of its level."""
    level: Mapping[str, Callable[[str], float]] = MappingProxyType({})
    """The parameters of its level by name, each with its parser; empty if it has no level."""
    keeps_time: bool = True
    """Whether it returns within its limit on its own, so that no thread needs to watch it."""


BUILT_IN: Final[Mapping[str, BuiltIn]] = MappingProxyType(
    {
        "greedy": BuiltIn(Greedy, lambda _seed: Greedy()),
        "careful": BuiltIn(Careful, lambda _seed: Careful()),
        "search": BuiltIn(Search, Search, {"positions": int, "seconds": float, "threads": int}),
    }
)
"""The built-in bots by name."""


def keeps_time(bot: object) -> bool:
    """Tell whether a bot is built in and returns within its limit on its own.

    Args:
        bot: Any bot.

    Returns:
        Whether nobody needs to watch it.
    """
    return any(type(bot) is known.kind and known.keeps_time for known in BUILT_IN.values())


def derive_seed(seed: int, what: str, number: int) -> int:
    """Derive a seed from another one.

    Args:
        seed: The seed to derive from.
        what: What the new seed is for, such as `"bot"`.
        number: Which one of these it is for.

    Returns:
        The seed, 0 to 2 ** 64 - 1.
    """
    digest = blake2b(f"{seed} {what} {number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


NUMBER: Final = re.compile(r"-?\d{1,20}(\.\d{1,20})?")
"""A number of a level."""


def bot_name(words: str) -> str:
    """Put the name of a built-in bot, and its level, into canonical form.

    Args:
        words: The name as `make_bot` takes it.

    Returns:
        The name in lower case, without spaces around its parts.
    """
    return ":".join(part.strip() for part in words.lower().split(":"))


def make_bot(name: str, seed: int = 0, **level: float | None) -> Bot:
    """Make a built-in bot.

    Args:
        name: A name from `BUILT_IN`. The level, if the bot has one, may follow, each part after a
            colon: `"search:positions=20000"`, `"search:seconds=1.0:threads=2"`. The bot stops
            thinking at the first limit that it reaches, and uses one thread by default.
        seed: The seed of the bot's random choices, 0 to 2 ** 64 - 1.
        level: The level by keyword, instead of in the name; None counts as not given.

    Returns:
        A new bot, for one match.

    Raises:
        RummyError: If the bot or its level is unknown, the level is given both ways, or a number
            is out of range.
        TypeError: If an argument is of the wrong type.
    """
    if not isinstance(name, str):
        raise wrong_type("name", "the name of a bot", name)
    kind, *parts = bot_name(name).split(":")
    bot = BUILT_IN.get(kind)
    if bot is None:
        template = N_('unknown bot "{name}": the built-in bots are {known}')
        raise refusal(RummyError, template, name=kind[:24], known=", ".join(BUILT_IN))
    seed = check_seed(seed)
    given = {word: number for word, number in level.items() if number is not None}
    if not parts and not given:
        return bot.make(seed)
    if not bot.level:
        leveled = ", ".join(other for other, known in BUILT_IN.items() if known.level)
        template = N_("{bot} has no level, only {known} has")
        raise refusal(RummyError, template, bot=kind, known=leveled)
    if parts and given:
        template = N_("the level of {bot} is given twice: in its name and beside it")
        raise refusal(RummyError, template, bot=kind)
    if unknown := set(given) - set(bot.level):
        raise _invalid_level(kind, min(unknown))
    return bot.make(seed, **(given or _level(kind, parts)))


def _level(kind: str, parts: list[str]) -> dict[str, Any]:
    """Read the parts of a level, such as `positions=20000`."""
    level: dict[str, Any] = {}
    for part in parts:
        word, _, number = (piece.strip() for piece in part.partition("="))
        read = BUILT_IN[kind].level.get(word)
        if read is None or not NUMBER.fullmatch(number) or (read is int and "." in number):
            raise _invalid_level(kind, part)
        if word in level:
            template = N_('the level of {bot} has "{word}" twice')
            raise refusal(RummyError, template, bot=kind, word=word)
        level[word] = read(number)
    return level


def _invalid_level(kind: str, part: str) -> RummyError:
    template = N_(
        'invalid level "{part}": the level of {bot} is one or more of {words}, joined by colons'
    )
    words = ", ".join(f"{word}=..." for word in BUILT_IN[kind].level)
    return refusal(RummyError, template, part=part[:24], bot=kind, words=words)
