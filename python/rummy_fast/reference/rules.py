"""Rules: every number and every choice of the rule book, section 4."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_args, get_type_hints

from rummy_fast.reference.errors import InvalidRulesError

PALETTE = "rygbkopw"
"""The letters of the colors, in the order in which colors are added to a deck."""

PRESETS = ("schmidt", "rummikub", "rummikub_eu", "sabra", "rummikub_xp", "free_jokers")


@dataclass(frozen=True)
class Rules:
    """The options of rules.md section 4; the defaults are the `schmidt` preset."""

    colors: int = 4
    """Rule 1: how many colors, the first of `PALETTE`."""
    values: int = 13
    """Rule 1: the tiles of a color are numbered 1 to this."""
    copies: int = 2
    """Rule 1: how often each tile is in the deck."""
    jokers: int = 2
    """Rule 1: how many jokers are in the deck."""
    shortest_meld: int = 3
    """Rules 4 and 5: the fewest tiles of a group or a run."""
    players: tuple[int, int] = (2, 4)
    """Rule 2: the fewest and the most players."""
    hand_size: int = 14
    """Rule 2: how many tiles are dealt."""
    starter: Literal["random", "rotate", "winner"] = "random"
    """Rule 3: who starts a round."""
    opening_min: int = 30
    """Rule 11: what the first tiles played must be worth."""
    opening_table: Literal["next_turn", "same_turn"] = "next_turn"
    """Rule 11: when a player who opens may touch the table."""
    closing_hand: bool = False
    """Rule 17: whether playing the whole hand at once needs no `opening_min`."""
    locked_meld: Literal["frozen", "keep_three", "identity", "free"] = "keep_three"
    """Rule 15: what binds the meld of a joker that was not exchanged."""
    exchange_from: Literal["anywhere", "hand"] = "anywhere"
    """Rule 14: where the tile that replaces a joker may come from."""
    freed_joker: Literal["any_meld", "new_meld"] = "any_meld"
    """Rule 14 and section 4: where an exchanged joker may be played."""
    joker_penalty: int = 25
    """Rule 8: what a joker left in the hand counts in the final count."""
    turn_seconds: int | None = 120
    """Rule 13: the clock of a turn."""
    timeout: Literal["keep_last_legal", "undo"] = "keep_last_legal"
    """Rule 13: what becomes of an unfinished turn."""
    timeout_draw: int = 1
    """Rule 13: how many tiles are drawn for it."""
    stalemate: Literal["differences", "void"] = "differences"
    """Rule 18: how a round counts that nobody finished."""
    match_winner: Literal["total", "rounds", "rounds_then_total"] = "total"
    """Rule 16: what decides a match."""

    def __post_init__(self) -> None:
        """Refuse what section 4 does not allow.

        Raises:
            InvalidRulesError: An option is unknown or out of its range.
        """
        for name, low, high in (
            ("colors", 2, 8),
            ("values", 2, 26),
            ("copies", 1, 4),
            ("jokers", 0, 8),
            ("shortest_meld", 2, 6),
            ("hand_size", 1, None),
            ("opening_min", 0, None),
            ("joker_penalty", 0, None),
            ("timeout_draw", 0, None),
        ):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int):
                raise InvalidRulesError(f"{name} must be a whole number, not {number!r}")
            if number < low or (high is not None and number > high):
                upper = "" if high is None else f" and at most {high}"
                raise InvalidRulesError(f"{name} must be at least {low}{upper}, not {number}")
        for name, hint in get_type_hints(Rules).items():
            if getattr(hint, "__origin__", None) is Literal:
                known = get_args(hint)
                if getattr(self, name) not in known:
                    allowed = ", ".join(known)
                    raise InvalidRulesError(
                        f"{name} must be one of {allowed}, not {getattr(self, name)!r}"
                    )
        if self.shortest_meld > max(self.colors, self.values):
            raise InvalidRulesError(
                f"no meld could exist: shortest_meld {self.shortest_meld} is more than"
                f" {self.colors} colors and {self.values} numbers"
            )

    @classmethod
    def schmidt(cls) -> Rules:
        """Schmidt Rummy, Art.-Nr. 51508: the booklet, and the default."""
        return cls()

    @classmethod
    def rummikub(cls) -> Rules:
        """Rummikub as sold in the United States."""
        return cls(
            locked_meld="identity",
            freed_joker="new_meld",
            joker_penalty=30,
            turn_seconds=60,
            timeout="undo",
            timeout_draw=3,
            match_winner="rounds_then_total",
        )

    @classmethod
    def rummikub_eu(cls) -> Rules:
        """Rummikub as sold in Europe."""
        return replace(
            cls.rummikub(), locked_meld="free", freed_joker="any_meld", match_winner="total"
        )

    @classmethod
    def sabra(cls) -> Rules:
        """Sabra rules: jokers are exchanged from the hand and their melds stay as they are."""
        return cls(
            opening_table="same_turn",
            locked_meld="frozen",
            exchange_from="hand",
            joker_penalty=30,
            timeout="undo",
            timeout_draw=3,
        )

    @classmethod
    def rummikub_xp(cls) -> Rules:
        """Rummikub XP: three copies, four jokers, up to six players."""
        return replace(cls.rummikub(), copies=3, jokers=4, players=(2, 6), match_winner="rounds")

    @classmethod
    def free_jokers(cls) -> Rules:
        """The model of the papers: a joker on the table is a loose tile."""
        return cls(locked_meld="free", joker_penalty=30, turn_seconds=None, timeout="undo")

    @classmethod
    def from_dict(cls, given: str | Mapping[str, Any]) -> Rules:
        """Read rules as JSON has them.

        Args:
            given: The name of a preset, or `{"preset": name, option: value, ...}`; without
                "preset" the options change `schmidt`.

        Returns:
            The rules.

        Raises:
            InvalidRulesError: The preset or an option is unknown, or a value is out of range.
        """
        options: dict[str, Any] = {"preset": given} if isinstance(given, str) else dict(given)
        preset = options.pop("preset", None) or "schmidt"
        if preset not in PRESETS:
            raise InvalidRulesError(f"unknown preset {preset!r}; known: {', '.join(PRESETS)}")
        base: Rules = getattr(cls, preset)()
        unknown = sorted(set(options) - {field.name for field in fields(cls)})
        if unknown:
            raise InvalidRulesError(f"unknown option {unknown[0]!r}")
        if isinstance(options.get("players"), list):
            options["players"] = tuple(options["players"])
        return replace(base, **options)

    def to_dict(self) -> dict[str, Any]:
        """The options as `from_dict` reads them."""
        return asdict(self)

    @classmethod
    def of(cls, rules: object) -> Rules:
        """Read rules in any of the forms that `solve` takes.

        Args:
            rules: `Rules`, the name of a preset, a mapping, None for `schmidt`, or any object
                with a `to_dict` method. Options of such an object that bear on no turn may be
                spelt its own way; they are left out.

        Returns:
            The rules.
        """
        if isinstance(rules, Rules):
            return rules
        if rules is None:
            return cls()
        if isinstance(rules, str | Mapping):
            return cls.from_dict(rules)
        to_dict = getattr(rules, "to_dict", None)
        if to_dict is None:
            raise InvalidRulesError(f"not rules: {rules!r}")
        options: dict[str, Any] = to_dict()
        return cls.from_dict({k: v for k, v in options.items() if k in _OF_A_TURN})


_OF_A_TURN = frozenset(
    (
        "preset",
        "colors",
        "values",
        "copies",
        "jokers",
        "shortest_meld",
        "opening_min",
        "opening_table",
        "closing_hand",
        "locked_meld",
        "exchange_from",
        "freed_joker",
        "joker_penalty",
    )
)
"""The options that bear on a single turn."""
