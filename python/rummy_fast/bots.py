"""Bots: the protocol that every bot follows, and the built-in bots by name.

A bot gets a `View`, so hidden tiles cannot leak to it. Every match makes new bots.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from rummy_fast._core import (
    Cancellation,
    Careful,
    Greedy,
    RummyError,
    Search,
    Turn,
    View,
    _built_in_bots,
    _derive_seed,
    _read_bot,
    _tidy_turn,
)
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


_KINDS: Final[Mapping[str, type[Any]]] = {"greedy": Greedy, "careful": Careful, "search": Search}


def _built_in(name: str, level: list[tuple[str, bool]], *, keeps_time: bool) -> BuiltIn:
    kind = _KINDS[name]
    # A bot without a level is always the same.
    make = kind if level else lambda _seed: kind()
    numbers = {word: int if whole else float for word, whole in level}
    return BuiltIn(kind, make, MappingProxyType(numbers), keeps_time)


BUILT_IN: Final[Mapping[str, BuiltIn]] = MappingProxyType(
    {name: _built_in(name, level, keeps_time=keeps) for name, level, keeps in _built_in_bots()}
)
"""The built-in bots by name."""


SHORTEST: Final = 0.001
"""The seconds left to a search whose time is up."""


@dataclass(frozen=True, slots=True)
class TidyBot:
    """A built-in bot that touches as few melds as the tiles that it plays allow."""

    bot: Any

    @property
    def name(self) -> str:
        """The name of the bot."""
        return f"{self.bot.name}:tidy"

    def choose(
        self, view: View, limit: float | None = None, *, cancel: Cancellation | None = None
    ) -> Turn:
        """Choose a turn, as the bot does, and tidy it.

        Args:
            view: What the bot sees.
            limit: The seconds it may take; None for no limit.
            cancel: Stops the search from another thread; None means none.

        Returns:
            The turn.
        """
        began = monotonic()
        turn: Turn = self.bot.choose(view, limit, cancel=cancel)
        left = None if limit is None else max(SHORTEST, began + limit - monotonic())
        return _tidy_turn(view, turn, left, cancel=cancel)


def keeps_time(bot: object) -> bool:
    """Tell whether a bot is built in and returns within its limit on its own.

    Args:
        bot: Any bot.

    Returns:
        Whether nobody needs to watch it.
    """
    if type(bot) is TidyBot:
        return keeps_time(bot.bot)
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
    return _derive_seed(seed, what, number)


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
            thinking at the first limit that it reaches, and uses one thread by default. With
            `"tidy"` among the parts, as in `"greedy:tidy"`, it plays the same tiles and touches as
            few melds as it can, so that a person can follow its turns.
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
    kind, tidy, numbers = _read_bot(name.encode("utf-8", "backslashreplace").decode())
    bot = BUILT_IN[kind]
    seed = check_seed(seed)
    given = {word: number for word, number in level.items() if number is not None}
    if given and not bot.level:
        leveled = ", ".join(other for other, known in BUILT_IN.items() if known.level)
        template = N_("{bot} has no level, only {known} has")
        raise refusal(RummyError, template, bot=kind, known=leveled)
    if numbers and given:
        template = N_("the level of {bot} is given twice: in its name and beside it")
        raise refusal(RummyError, template, bot=kind)
    if unknown := set(given) - set(bot.level):
        template = N_(
            'invalid level "{part}": the level of {bot} is one or more of {words}, joined by colons'
        )
        words = ", ".join(f"{word}=..." for word in bot.level)
        raise refusal(RummyError, template, part=min(unknown)[:24], bot=kind, words=words)
    made = bot.make(seed, **(given or numbers))
    return TidyBot(made) if tidy else made
