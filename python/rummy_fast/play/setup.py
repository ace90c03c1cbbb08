"""What a match is made of, and how one begins or goes on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import randbelow
from typing import Final

from rummy_fast import Match, Record, Rules, RummyError
from rummy_fast.bots import bot_name
from rummy_fast.play.game import seat_of
from rummy_fast.words import Words, refusal

BOT_SECONDS: Final = 3.0
"""The seconds a bot may take for a turn while a person waits."""
SEEDS: Final = 2**32
"""Random seeds are below this, short enough to type."""
TIDY: Final = "tidy"
"""The part of a bot's name that makes its turns easy to follow."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a person chooses before a match.

    Attributes:
        against: The bots in the other seats.
        rules: The rules, or the name of a preset.
        rounds: The number of rounds.
        clock: Whether a turn can time out (rule 13).
    """

    against: tuple[str, ...] = ("greedy",)
    rules: Rules | str = "schmidt"
    rounds: int = 1
    clock: bool = True


def _names(words: Words, bots: Sequence[str]) -> list[str | None]:
    """Name the seats; bots of the same name are numbered."""
    seen: Counter[str] = Counter()
    names: list[str | None] = [words.gettext("You")]
    for bot in bots:
        seen[bot] += 1
        names.append(f"{bot} {seen[bot]}" if bots.count(bot) > 1 else bot or None)
    return names


def new_match(
    words: Words, setup: Setup, *, seed: int | None = None, record: Path | None = None
) -> Match:
    """Begin a match; its bots are tidy, since a person follows their turns.

    Args:
        words: The language of the person's name.
        setup: What they chose.
        seed: The seed of everything random; None for a new one.
        record: The file to write the record to; None for none.

    Returns:
        The match, with the person in seat 0.

    Raises:
        RummyError: If a bot does not exist, or the rules or the seed are invalid.
        OSError: If the record cannot be written.
    """
    rules = Rules(setup.rules)
    if not setup.clock:
        rules = rules.replace(turn_seconds=None)
    bots = [bot_name(name) for name in setup.against]
    return Match(
        [None, *(name if TIDY in name.split(":") else f"{name}:{TIDY}" for name in bots)],
        rules,
        rounds=setup.rounds,
        seed=randbelow(SEEDS) if seed is None else seed,
        names=_names(words, bots),
        limit=BOT_SECONDS,
        record=record,
    )


def resumed(path: Path) -> Match:
    """Go on with the match of a record, and continue the record in the same file.

    Args:
        path: The file.

    Returns:
        The match.

    Raises:
        RummyError: If the record is damaged, the match is over, or not one seat is a person's.
        OSError: If it cannot be read or written.
    """
    record = Record.read(path, salvage=True)
    # Raise before the file is written again.
    seat_of(record.bots)
    if record.complete:
        raise refusal(RummyError, "the match is over (rule 16)")
    return record.resume(record=path)
