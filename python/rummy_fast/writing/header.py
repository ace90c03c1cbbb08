"""The settings of a match, and the lines of a record that hold them."""

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
"""The version of the format. Records of other versions are refused."""
FIRST: Final = f"rummy_fast match {VERSION}"
"""The first line of a record."""
GUEST: Final = "guest"
"""The default name of a seat without a bot."""
LONGEST_NAME: Final = 40
"""The most characters of a name."""
MOST_ROUNDS: Final = 1_000_000
MOST_SECONDS: Final = 365 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Header:
    """The settings of a match."""

    rules: Rules
    """The rules."""
    seed: int
    """The seed of the match."""
    rounds: int
    """The number of rounds."""
    limit: float | None
    """The seconds a bot may take for a turn; None for no limit."""
    bots: tuple[str | None, ...]
    """The name of the bot in each seat; None for a guest."""
    names: tuple[str | None, ...]
    """The name given to each seat; None if it has none."""

    def called(self) -> tuple[str, ...]:
        """Give the names of the seats: the given names, or those of the bots."""
        pairs = zip(self.names, self.bots, strict=True)
        return tuple(given or bot or GUEST for given, bot in pairs)

    def lines(self) -> list[str]:
        """Write the settings as lines."""
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
    """Check a number of rounds.

    Args:
        rounds: A whole number from 1 to 1,000,000.

    Returns:
        The number.

    Raises:
        RummyError: If it is out of range.
        TypeError: If it is not a whole number.
    """
    return check_count("rounds", rounds, 1, MOST_ROUNDS)


def check_limit(limit: object) -> float | None:
    """Check a limit.

    Args:
        limit: The seconds, more than 0 and at most a year, or None.

    Returns:
        The limit.

    Raises:
        RummyError: If it is out of range.
        TypeError: If it is not a number.
    """
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, int | float):
        raise wrong_type("limit", "seconds or None", limit)
    if not 0 < limit <= MOST_SECONDS or math.isnan(limit):
        template = N_("{option} = {value}: must be more than 0 and at most {most} seconds (a year)")
        raise refusal(RummyError, template, option="limit", value=limit, most=MOST_SECONDS)
    return float(limit)


def is_name(text: object) -> bool:
    """Tell whether this is a valid name: 1 to 40 printable characters on one line."""
    return (
        isinstance(text, str)
        and 0 < len(text) <= LONGEST_NAME
        and text.isprintable()
        and text == text.strip()
    )


def _word(value: object) -> str:
    """Write the value of an option."""
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
    """Parse the name and the value of an option."""
    name, _, value = word.partition("=")
    plain: dict[str, Any] = {"none": None, "true": True, "false": False}
    return name, plain[value] if value in plain else int(value) if value.isdecimal() else value


def _rules(rules: Rules) -> str:
    """Write rules as the preset with the fewest differing options, and those options."""
    options = rules.to_dict()

    def changed(preset: str) -> list[str]:
        plain = dict(Rules(preset).to_dict())
        return [f"{name}={_word(value)}" for name, value in options.items() if value != plain[name]]

    differences = {preset: changed(preset) for preset in Rules.presets()}
    nearest = min(differences, key=lambda preset: len(differences[preset]))
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
"""The lines after the first, one each: name, pattern and parser."""
SEAT = re.compile(rf"seat {NUMBER} (?:{GUEST}|bot (.+))")
NAME = re.compile(rf"name {NUMBER} (.+)")


class RecordReader:
    """Reads the lines of a header one after the other."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Start at the first line."""
        self._lines = lines
        self.number = 1

    @property
    def line(self) -> str:
        """The next line."""
        if self.number > len(self._lines):
            raise damaged(self.number, N_("the record ends before its first round"))
        return self._lines[self.number - 1]

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read the next line if it matches the pattern."""
        found = pattern.fullmatch(self.line)
        self.number += found is not None
        return found


def read_header(lines: Sequence[str]) -> Header:
    """Parse the lines before the first round.

    Args:
        lines: The whole record; the length of `Header.lines` is the number of lines read.

    Returns:
        The settings.

    Raises:
        RecordError: If a line is missing or wrong.
    """
    if not lines:
        raise damaged(1, N_("the record is empty"))
    if lines[0] != FIRST:
        raise _other_format(lines[0])
    reader = RecordReader(lines)
    reader.number += 1
    found: dict[str, Any] = {}
    for field, pattern, read in FIELDS:
        match = reader.take(pattern)
        if match is None:
            template = N_('expected "{field} ...", found "{found}"')
            raise damaged(reader.number, template, field=field, found=excerpt(reader.line))
        try:
            found[field] = read(match[1])
        except (ValueError, TypeError) as error:
            raise damaged(reader.number - 1, "{reason}", reason=error) from None
    bots: list[str | None] = []
    while match := reader.take(SEAT):
        bots.append(match[2])
        _check_name(reader, match[2] or GUEST)
    names: list[str | None] = [None] * len(bots)
    while match := reader.take(NAME):
        seat = int(match[1])
        if seat >= len(bots):
            raise damaged(reader.number - 1, N_("there is no seat {seat}"), seat=seat)
        names[seat] = match[2]
        _check_name(reader, match[2])
    header = Header(bots=tuple(bots), names=tuple(names), **found)
    for number, (line, expected) in enumerate(zip(lines, header.lines(), strict=False), 1):
        compare(number, line, expected)
    return header


def _check_name(reader: RecordReader, name: str) -> None:
    """Raise if the name in the last line read is not valid."""
    if not is_name(name):
        raise damaged(reader.number - 1, N_('"{name}" is not a valid name'), name=excerpt(name))


def _other_format(line: str) -> RecordError:
    """Make the error for a wrong first line."""
    if version := re.fullmatch(r"rummy_fast match (\d{1,9})", line):
        template = N_("version {found} of the format: this program reads version {known}")
        return damaged(1, template, found=version[1], known=VERSION)
    template = N_('a record begins with "{first}", found "{found}"')
    return damaged(1, template, first=FIRST, found=excerpt(line))
