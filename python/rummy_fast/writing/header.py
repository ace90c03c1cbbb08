"""What is settled before the first round of a match, and the lines it is written in."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rummy_fast._core import Rules, RummyError
from rummy_fast.arguments import check_count, check_seed
from rummy_fast.words import N_, refusal, wrong_type
from rummy_fast.writing.damage import RecordError, compare, damaged, excerpt

VERSION: Final = 1
"""Of the format. A record of another version is refused."""
FIRST: Final = f"rummy_fast match {VERSION}"
"""The first line of a record."""
PRESETS: Final = ("schmidt", "rummikub", "rummikub_eu", "sabra", "rummikub_xp", "free_jokers")
GUEST: Final = "guest"
"""What a seat without a bot is called unless it has a name."""
LONGEST_NAME: Final = 40
"""Characters a name may have."""
MOST_ROUNDS: Final = 1_000_000
MOST_SECONDS: Final = 365 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Header:
    """What is settled before the first round."""

    rules: Rules
    """The rules."""
    seed: int
    """The seed of the match."""
    rounds: int
    """How many rounds are played."""
    limit: float | None
    """Seconds a bot may take for a turn; None if it may take any time."""
    bots: tuple[str | None, ...]
    """For each seat the name of its bot; None if it is played from outside."""
    names: tuple[str | None, ...]
    """For each seat the name it was given, if it was."""

    def called(self) -> tuple[str, ...]:
        """What the seats are called: their given names, or those of their bots."""
        pairs = zip(self.names, self.bots, strict=True)
        return tuple(given or bot or GUEST for given, bot in pairs)

    def lines(self) -> list[str]:
        """The lines it is written in."""
        bots = (f"bot {bot}" if bot else GUEST for bot in self.bots)
        return [
            FIRST,
            f"rules {_rules(self.rules)}",
            f"seed {self.seed}",
            f"rounds {self.rounds}",
            f"limit {_word(self.limit)}",
            *(f"seat {seat} {bot}" for seat, bot in enumerate(bots)),
            *(f"name {seat} {name}" for seat, name in enumerate(self.names) if name),
        ]


def check_rounds(rounds: object) -> int:
    """Read a number of rounds.

    Args:
        rounds: A whole number from 1 to 1,000,000.

    Returns:
        The number.

    Raises:
        RummyError: If it is out of range.
        TypeError: If it is no whole number.
    """
    return check_count("rounds", rounds, 1, MOST_ROUNDS)


def check_limit(limit: object) -> float | None:
    """Read a limit.

    Args:
        limit: Seconds, more than 0 and at most a year, or None.

    Returns:
        The limit.

    Raises:
        RummyError: If it is out of range.
        TypeError: If it is no number.
    """
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, int | float):
        raise wrong_type("limit", "seconds or None", limit)
    # Also refuses what is no number.
    if not 0 < limit <= MOST_SECONDS or math.isnan(limit):
        template = N_("limit = {value}: must be seconds, more than 0 and at most {most} (a year)")
        raise refusal(RummyError, template, value=limit, most=MOST_SECONDS)
    return float(limit)


def is_name(text: object) -> bool:
    """Whether this can be a name: some signs on one line that can be seen."""
    return (
        isinstance(text, str)
        and 0 < len(text) <= LONGEST_NAME
        and text.isprintable()
        and text == text.strip()
    )


def _word(value: object) -> str:
    """The value of an option as it is written."""
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case list():
            return "-".join(map(str, value))
        case _:
            return str(value)


def _option(word: str) -> tuple[str, Any]:
    """The name and the value of an option that was written."""
    name, _, value = word.partition("=")
    plain: dict[str, Any] = {"none": None, "true": True, "false": False}
    return name, plain[value] if value in plain else int(value) if value.isdecimal() else value


def _rules(rules: Rules) -> str:
    """A preset and what differs from it; of the presets, the one that the fewest options do."""
    options = rules.to_dict()

    def changed(preset: str) -> list[str]:
        plain = Rules(preset).to_dict()
        return [f"{name}={_word(value)}" for name, value in options.items() if value != plain[name]]

    differences = {preset: changed(preset) for preset in PRESETS}
    nearest = min(PRESETS, key=lambda preset: len(differences[preset]))
    return " ".join([nearest, *differences[nearest]])


def _read_rules(text: str) -> Rules:
    preset, *words = text.split(" ")
    return Rules(preset, **dict(map(_option, words)))


NUMBER: Final = r"(0|[1-9]\d{0,19})"
FIELDS: Final[tuple[tuple[str, re.Pattern[str], Callable[[str], object]], ...]] = (
    ("rules", re.compile(r"rules (.+)"), _read_rules),
    ("seed", re.compile(rf"seed {NUMBER}"), lambda text: check_seed(int(text))),
    ("rounds", re.compile(rf"rounds {NUMBER}"), lambda text: check_rounds(int(text))),
    (
        "limit",
        re.compile(r"limit (none|[0-9.e+-]+)"),
        lambda text: None if text == "none" else check_limit(float(text)),
    ),
)
"""The lines after the first, one of each: how they look, and how they are read."""
SEAT = re.compile(rf"seat {NUMBER} (?:{GUEST}|bot (.+))")
NAME = re.compile(rf"name {NUMBER} (.+)")


class _Lines:
    """The lines of a header, one after the other."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self.number = 1

    @property
    def line(self) -> str:
        """The line that is to be read."""
        if self.number > len(self._lines):
            raise damaged(self.number, N_("the record ends before its first round"))
        return self._lines[self.number - 1]

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read a line if it looks like this."""
        said = pattern.fullmatch(self.line)
        self.number += said is not None
        return said


def read_header(lines: Sequence[str]) -> Header:
    """Read the lines before the first round.

    Args:
        lines: The whole record; `Header.lines` of what is found says how many of them were read.

    Returns:
        The header, each line of which stands there just so.

    Raises:
        RecordError: If a line is missing or not what it should be.
    """
    if not lines:
        raise damaged(1, N_("the record is empty"))
    if lines[0] != FIRST:
        raise _other_format(lines[0])
    reader = _Lines(lines)
    reader.number += 1
    found: dict[str, Any] = {}
    for field, pattern, read in FIELDS:
        said = reader.take(pattern)
        if said is None:
            template = N_('expected "{field} ...", found "{found}"')
            raise damaged(reader.number, template, field=field, found=excerpt(reader.line))
        try:
            found[field] = read(said[1])
        except (ValueError, TypeError) as error:
            raise damaged(reader.number - 1, "{reason}", reason=error) from None
    bots: list[str | None] = []
    while said := reader.take(SEAT):
        bots.append(said[2])
        _check_name(reader, said[2] or GUEST)
    names: list[str | None] = [None] * len(bots)
    while said := reader.take(NAME):
        seat = int(said[1])
        if seat >= len(bots):
            raise damaged(reader.number - 1, N_("there is no seat {seat}"), seat=seat)
        names[seat] = said[2]
        _check_name(reader, said[2])
    header = Header(bots=tuple(bots), names=tuple(names), **found)
    for number, (line, same) in enumerate(zip(lines, header.lines(), strict=False), 1):
        compare(number, line, same)
    return header


def _check_name(reader: _Lines, name: str) -> None:
    """Refuse the name in the line that was just read if it is none."""
    if not is_name(name):
        raise damaged(reader.number - 1, N_('"{name}" cannot be a name'), name=excerpt(name))


def _other_format(line: str) -> RecordError:
    """What is wrong with a first line."""
    if version := re.fullmatch(r"rummy_fast match (\d{1,9})", line):
        template = N_("version {found} of the format: this program reads version {known}")
        return damaged(1, template, found=version[1], known=VERSION)
    template = N_('a record begins with "{first}", found "{found}"')
    return damaged(1, template, first=FIRST, found=excerpt(line))
