"""The bots that take part in an arena, and how each is made anew for a match."""

import pickle
from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, cast

from rummy_fast._core import RummyError, Search
from rummy_fast.bots import Bot, bot_name, make_bot
from rummy_fast.clock import describe, one_line
from rummy_fast.words import N_, refusal, wrong_type
from rummy_fast.writing.header import LONGEST_NAME, is_name

BotFactory: TypeAlias = Callable[[int], Bot]
"""Makes a bot from a seed: a function or a class."""
BotLike: TypeAlias = str | Bot | BotFactory
"""A built-in bot by name, a bot, or a function or class that makes one from a seed."""

FEWEST: Final = 2
"""The fewest bots in an arena."""
MOST: Final = 100
"""The most bots in an arena."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """One bot of an arena. It can be pickled if its source can."""

    name: str
    """Its name, unique in the arena."""
    source: BotLike
    """What it is made from."""

    def make(self, seed: int) -> Bot:
        """Make its bot for one match.

        Args:
            seed: The seed of the bot. A bot given as an object is copied and keeps its own.

        Returns:
            The bot.
        """
        if isinstance(self.source, str):
            return make_bot(self.source, seed)
        if _is_bot(self.source):
            return deepcopy(cast("Bot", self.source))
        return cast("BotFactory", self.source)(seed)

    @property
    def threads(self) -> int:
        """The number of threads its bot searches on; 1 if unknown."""
        bot = self.make(0)
        return bot.threads if isinstance(bot, Search) else 1


def _is_bot(source: object) -> bool:
    return not isinstance(source, type) and callable(getattr(source, "choose", None))


def read_contestants(bots: object, *, pickled: bool) -> tuple[Contestant, ...]:
    """Check the bots of an arena. Each is made once, so that errors show at once.

    Args:
        bots: The bots.
        pickled: Whether they must survive pickling because other processes will play.

    Returns:
        The contestants, in order. Bots of the same name are numbered.

    Raises:
        RummyError: If there are too few or too many, or one cannot be made or has no valid name.
        TypeError: If one is not a `BotLike`.
    """
    if isinstance(bots, str | bytes) or not isinstance(bots, Sequence):
        raise wrong_type("bots", "a list of bots", bots)
    if not FEWEST <= len(bots) <= MOST:
        template = N_("an arena takes {least} to {most} bots, got {count}")
        raise refusal(RummyError, template, count=len(bots), least=FEWEST, most=MOST)
    contestants = [
        _contestant(number, source, pickled=pickled) for number, source in enumerate(bots, 1)
    ]
    names = Counter(one.name for one in contestants)
    seen: Counter[str] = Counter()
    for at, one in enumerate(contestants):
        seen[one.name] += 1
        if names[one.name] > 1:
            contestants[at] = replace(one, name=f"{one.name} {seen[one.name]}")
    return tuple(contestants)


def _contestant(number: int, source: object, *, pickled: bool) -> Contestant:
    def refused(reason: object) -> RummyError:
        return refusal(RummyError, N_("bot {number}: {reason}"), number=number, reason=reason)

    if not isinstance(source, str) and not callable(source) and not _is_bot(source):
        expected = "the name of a built-in bot, a bot with `name` and `choose`, or its factory"
        # Not translated: only a programmer sees it.
        raise TypeError(f"bot {number}: expected {expected}, got {type(source).__name__}")
    contestant = Contestant("", cast("BotLike", source))
    try:
        if pickled:
            pickle.dumps(source)
        bot = contestant.make(0)
        name: object = bot_name(source) if isinstance(source, str) else getattr(bot, "name", None)
    except RummyError as error:
        raise refused(error) from None
    except (Exception, SystemExit) as error:
        raise refused(one_line(describe(error))) from error
    if not _is_bot(bot) or not isinstance(name, str) or not is_name(name):
        template = N_(
            "bot {number}: a bot needs `choose` and a `name` of 1 to {most} characters on one line,"
            " got {found}"
        )
        found = repr(name if _is_bot(bot) else bot)[:LONGEST_NAME]
        raise refusal(RummyError, template, number=number, most=LONGEST_NAME, found=found)
    return replace(contestant, name=name)
