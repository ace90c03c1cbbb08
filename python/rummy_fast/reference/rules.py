"""Rules: every number and every choice of the rule book, section 4.

The values of the presets and the ranges of the options are data of the project, declared once and
read from there. What the options mean is implemented here on its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from rummy_fast._core import Rules as Declared
from rummy_fast.reference.errors import InvalidRulesError

PALETTE: Final = "rygbkopw"
"""The letters of all colors, in the order in which tiles sort."""

_PAIR: Final = re.compile(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?")

PRESETS: Final = tuple(Declared.presets())
"""The names of the presets, the default first."""


@dataclass(frozen=True)
class Rules:
    """The options of the rule book; `Rules.of(None)` is the default preset."""

    colors: int | str
    """Rule 1: how many colors the deck has, the first ones of `PALETTE`, or their letters."""
    values: int
    """Rule 1: the highest number; each color has the numbers from 1 to this."""
    copies: int
    """Rule 1: how many copies of each tile the deck has."""
    jokers: int
    """Rule 1: how many jokers the deck has."""
    shortest_meld: int
    """Rules 4 and 5: the fewest tiles of a group or a run."""
    players: tuple[int, int]
    """Rule 2: the fewest and the most players."""
    hand_size: int
    """Rule 2: how many tiles each player is dealt."""
    starter: str
    """Rule 3: who begins a round."""
    opening_min: int
    """Rule 11: the points that an opening must be worth."""
    opening_table: str
    """Rule 11: when a player who opens may first use the table."""
    closing_hand: bool
    """Rule 17: whether a whole hand played at once needs no opening."""
    locked_meld: str
    """Rule 15: what must stay with a joker that was not exchanged."""
    exchange_from: str
    """Rule 14: where the tile that replaces a joker may come from."""
    freed_joker: str
    """Rule 14 and section 4: where an exchanged joker may be played."""
    joker_penalty: int
    """Rule 8: the points of a joker in the final count."""
    turn_seconds: int | None
    """Rule 13: the seconds a turn may take."""
    timeout: str
    """Rule 13: what happens to an unfinished turn at the timeout."""
    timeout_draw: int
    """Rule 13: how many tiles are drawn then."""
    stalemate: str
    """Rule 18: how a round ends that nobody can finish."""
    match_winner: str
    """Rule 16: who wins a match."""

    def __post_init__(self) -> None:
        """Check every option.

        Raises:
            InvalidRulesError: If a value is of the wrong type or out of range, or no meld is
                possible.
        """
        for name, schema in Declared.options().items():
            _check(name, getattr(self, name), schema)
        if self.shortest_meld > max(len(self.palette), self.values):
            raise InvalidRulesError(
                f"no meld is possible: shortest_meld {self.shortest_meld} is more than"
                f" {len(self.palette)} colors and {self.values} numbers"
            )

    @property
    def palette(self) -> tuple[int, ...]:
        """The colors of the deck, as rising indexes into `PALETTE`."""
        if isinstance(self.colors, int):
            return tuple(range(self.colors))
        return tuple(sorted(PALETTE.index(letter) for letter in self.colors))

    @property
    def letters(self) -> str:
        """The letters of the colors."""
        return self.colors if isinstance(self.colors, str) else PALETTE[: self.colors]

    @classmethod
    def from_dict(cls, given: str | Mapping[str, Any]) -> Rules:
        """Make rules from options by name.

        Args:
            given: The name of a preset, or `{"preset": name, option: value, ...}`; without
                "preset" the options change `schmidt`.

        Returns:
            The rules.

        Raises:
            InvalidRulesError: If the preset or an option is unknown, or a value is out of range.
        """
        options: dict[str, Any] = {"preset": given} if isinstance(given, str) else dict(given)
        preset = options.pop("preset", None) or PRESETS[0]
        if preset not in PRESETS:
            raise InvalidRulesError(f"unknown preset {preset!r}; known: {', '.join(PRESETS)}")
        unknown = sorted(set(options) - {field.name for field in fields(cls)})
        if unknown:
            raise InvalidRulesError(f"unknown option {unknown[0]!r}")
        values: dict[str, Any] = {**Declared(preset).to_dict(), **options}
        given_colors = values["colors"]
        if isinstance(given_colors, str) and (letters := _letters(given_colors)):
            values["colors"] = len(letters) if PALETTE.startswith(letters) else letters
        return cls(**{**values, "players": _pair(values["players"])})

    def to_dict(self) -> dict[str, Any]:
        """Return the options by name; `from_dict` reads them back."""
        return asdict(self)

    @classmethod
    def of(cls, rules: object) -> Rules:
        """Read rules in any of the forms that `solve` takes.

        Args:
            rules: `Rules`, the name of a preset, a mapping, None for `schmidt`, or any object
                with a `to_dict` method.

        Returns:
            The rules.

        Raises:
            InvalidRulesError: If this is none of them, or as for `from_dict`.
        """
        if isinstance(rules, Rules):
            return rules
        if rules is None:
            return cls.from_dict({})
        if isinstance(rules, str | Mapping):
            return cls.from_dict(rules)
        to_dict = getattr(rules, "to_dict", None)
        if to_dict is None:
            raise InvalidRulesError(f"expected rules, got {rules!r}")
        options: dict[str, Any] = to_dict()
        return cls.from_dict(options)


def _letters(colors: str) -> str:
    """Read letters of colors; empty if they are not different colors."""
    letters = re.sub(r"[\s,]", "", colors).lower()
    return letters if len(set(letters)) == len(letters) and set(letters) <= set(PALETTE) else ""


def _pair(players: object) -> object:
    """Read `players` as a pair: from a list, a number, or text such as `"2-4"`."""
    if isinstance(players, list):
        return tuple(players)
    if isinstance(players, int):
        return (players, players)
    if isinstance(players, str) and (match := _PAIR.fullmatch(players)):
        return (int(match[1]), int(match[2] or match[1]))
    return players


def _check(name: str, value: object, schema: Mapping[str, Any]) -> None:
    """Check a value against the schema of its option.

    Raises:
        InvalidRulesError: If it is of the wrong type or out of range.
    """
    if "enum" in schema:
        if value not in schema["enum"]:
            allowed = ", ".join(schema["enum"])
            raise InvalidRulesError(f"{name} must be one of {allowed}, not {value!r}")
    elif schema["type"] == "array":
        if not isinstance(value, tuple) or len(value) != schema["minItems"]:
            raise InvalidRulesError(f"{name} must be a pair, not {value!r}")
        for item in value:
            _check(name, item, schema["items"])
    elif "pattern" in schema and isinstance(value, str):
        _check_letters(name, value, schema["pattern"])
    elif schema["type"] == "boolean":
        if not isinstance(value, bool):
            raise InvalidRulesError(f"{name} must be true or false, not {value!r}")
    elif value is not None or "null" not in schema["type"]:
        _check_number(name, value, schema["minimum"], schema["maximum"])


def _check_letters(name: str, letters: str, pattern: str) -> None:
    if not re.fullmatch(pattern, letters) or len(set(letters)) < len(letters):
        raise InvalidRulesError(f"{name} must be different letters of {PALETTE}, not {letters!r}")


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidRulesError(f"{name} must be a whole number, not {value!r}")
    if not least <= value <= most:
        raise InvalidRulesError(f"{name} must be {least} to {most}, not {value}")
