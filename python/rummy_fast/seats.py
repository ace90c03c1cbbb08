"""Who sits in the seats of a match."""

from typing import TypeAlias, cast

from rummy_fast._core import RummyError
from rummy_fast.arguments import check_seats
from rummy_fast.bots import Bot, bot_name, derive_seed, make_bot
from rummy_fast.words import N_, refusal
from rummy_fast.writing.header import LONGEST_NAME, is_name

Player: TypeAlias = Bot | str | None
"""Who sits in a seat: a bot, the name of a built-in bot, or None for a guest."""


def players_of(bots: object, seed: int) -> list[Bot | None]:
    """Check who sits in each seat, and make the built-in bots.

    Args:
        bots: Who sits in each seat, as for `Match`.
        seed: The seed of the match.

    Returns:
        The bot in each seat; None for a guest.

    Raises:
        RummyError: If a built-in bot does not exist.
        TypeError: If somebody is neither a bot, a name nor None.
    """
    listed = check_seats("bots", bots)
    return [_player(seat, player, seed) for seat, player in enumerate(listed)]


def _player(seat: int, player: object, seed: int) -> Bot | None:
    if player is None:
        return None
    if isinstance(player, str):
        try:
            return make_bot(player, derive_seed(seed, "bot", seat))
        except RummyError as error:
            template = N_("seat {seat}: {reason}")
            raise refusal(RummyError, template, seat=seat, reason=error) from None
    if isinstance(player, type) or not callable(getattr(player, "choose", None)):
        what = f"the class {player.__name__}" if isinstance(player, type) else type(player).__name__
        expected = "a bot with `name` and `choose`, the name of a built-in bot, or None"
        # Not translated: only a programmer sees it.
        raise TypeError(f"seat {seat}: expected {expected}, got {what}")
    return cast("Bot", player)


def name_of_bot(seat: int, bot: Bot | None, given: Player) -> str | None:
    """Find the name of the bot in a seat.

    Args:
        seat: The seat.
        bot: The bot; None for a guest.
        given: The bot as it was given.

    Returns:
        Its name; None for a guest.

    Raises:
        RummyError: If the name is invalid.
    """
    if bot is None:
        return None
    # A built-in bot given by name keeps that name, which includes its level.
    name: object = bot_name(given) if isinstance(given, str) else getattr(bot, "name", None)
    if isinstance(name, str) and is_name(name):
        return name
    raise _invalid_name(seat, name)


def _invalid_name(seat: int, name: object) -> RummyError:
    """Make the error for an invalid name."""
    template = N_(
        "seat {seat}: a name has 1 to {most} characters on one line, without spaces at the ends,"
        " got {found}"
    )
    shown = repr(name)[:LONGEST_NAME]
    return refusal(RummyError, template, seat=seat, most=LONGEST_NAME, found=shown)


def names_of(names: object, seats: int) -> tuple[str | None, ...]:
    """Check the names given to the seats.

    Args:
        names: The names as given; None for no names.
        seats: The number of seats.

    Returns:
        The name of each seat; None where the bot's own name is to be used.

    Raises:
        RummyError: If a name is invalid, or there is not one entry for each seat.
    """
    if names is None:
        return (None,) * seats
    listed = check_seats("names", names, seats)
    for seat, name in enumerate(listed):
        if name is not None and not is_name(name):
            raise _invalid_name(seat, name)
    return tuple(listed)
