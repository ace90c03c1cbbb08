"""Who comes to an arena, and how each is made anew for a match."""

import pickle
from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, cast

from rummy_fast._core import RummyError, Search
from rummy_fast.bots import Bot, bot_name, make_bot
from rummy_fast.clock import one_line, told
from rummy_fast.words import N_, refusal, wrong_type
from rummy_fast.writing.header import LONGEST_NAME, is_name

Maker: TypeAlias = Callable[[int], Bot]
"""Makes a bot from a seed: a function, or a class."""
Comer: TypeAlias = str | Bot | Maker
"""Who can come: a built-in bot by name, a bot, or what makes one."""

FEWEST: Final = 2
"""Bots that an arena needs."""
MOST: Final = 100
"""Bots that an arena takes."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One that has come. It goes to the workers, so it can be pickled if its bot can."""

    name: str
    """What it is called."""
    comer: Comer
    """What it is made from."""

    def make(self, seed: int) -> Bot:
        """Make its bot for one match.

        Args:
            seed: Where the bot draws its chance from. A bot that came as an object keeps its own.

        Returns:
            The bot.
        """
        if isinstance(self.comer, str):
            return make_bot(self.comer, seed)
        if _is_bot(self.comer):
            return deepcopy(cast("Bot", self.comer))
        return cast("Maker", self.comer)(seed)

    @property
    def threads(self) -> int:
        """How many threads its bot thinks on, as far as that is known."""
        bot = self.make(0)
        return bot.threads if isinstance(bot, Search) else 1


def _is_bot(comer: object) -> bool:
    return not isinstance(comer, type) and callable(getattr(comer, "choose", None))


def read_entrants(bots: object, *, sent: bool) -> tuple[Entrant, ...]:
    """Read who comes. Each is made once, so that what cannot be made is known at once.

    Args:
        bots: Who comes.
        sent: Whether they will be sent to other processes with pickle.

    Returns:
        They, in order; those of one name are numbered.

    Raises:
        RummyError: If there are too few or too many, or one cannot be made or has no name.
        TypeError: If one is nothing that a bot can be made from.
    """
    if isinstance(bots, str | bytes) or not isinstance(bots, Sequence):
        raise wrong_type("bots", "a list of bots", bots)
    if not FEWEST <= len(bots) <= MOST:
        template = N_("{count} bots: an arena is for {least} to {most}")
        raise refusal(RummyError, template, count=len(bots), least=FEWEST, most=MOST)
    entrants = [_entrant(number, comer, sent=sent) for number, comer in enumerate(bots, 1)]
    names = Counter(one.name for one in entrants)
    seen: Counter[str] = Counter()
    for at, one in enumerate(entrants):
        seen[one.name] += 1
        if names[one.name] > 1:
            entrants[at] = replace(one, name=f"{one.name} {seen[one.name]}")
    return tuple(entrants)


def _entrant(number: int, comer: object, *, sent: bool) -> Entrant:
    def refused(reason: object) -> RummyError:
        return refusal(RummyError, N_("bot {number}: {reason}"), number=number, reason=reason)

    if not isinstance(comer, str) and not callable(comer) and not _is_bot(comer):
        expected = "the name of a built-in bot, a bot with `name` and `choose`, or what makes one"
        # Only a programmer meets it.
        raise TypeError(f"bot {number}: expected {expected}, got {type(comer).__name__}")
    entrant = Entrant("", cast("Comer", comer))
    try:
        if sent:
            pickle.dumps(comer)
        bot = entrant.make(0)
        name: object = bot_name(comer) if isinstance(comer, str) else getattr(bot, "name", None)
    except RummyError as error:
        raise refused(error) from None
    except (Exception, SystemExit) as error:
        raise refused(one_line(told(error))) from error
    if not _is_bot(bot) or not isinstance(name, str) or not is_name(name):
        template = N_(
            "bot {number}: a bot has `choose` and a name of 1 to {most} signs on one line,"
            " got {found}"
        )
        found = repr(name if _is_bot(bot) else bot)[:LONGEST_NAME]
        raise refusal(RummyError, template, number=number, most=LONGEST_NAME, found=found)
    return replace(entrant, name=name)
