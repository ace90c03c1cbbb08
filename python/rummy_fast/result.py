"""How a match goes: what happened, what it counts, who wins (rule 16)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from rummy_fast._core import Event, Hand, Outcome, Rules, Tile


@dataclass(frozen=True)
class Fault:
    """A turn that a player failed to make."""

    round: int
    """Which round, from 1."""
    turn: int
    """Which turn of the match, from 1."""
    seat: int
    """Whose, from 0."""
    code: str
    """`"raised"`, `"nonsense"`, `"illegal"`, `"overran"` or `"gone"`; see `Failure`."""
    message: str
    """What happened."""

    def to_dict(self) -> dict[str, Any]:
        """Tell everything by name, ready for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class RoundStart:
    """A round has been dealt. For whoever conducts the match: `hands` are hidden from the seats."""

    number: int
    """Which round, from 1."""
    seed: int
    """The seed of its deal."""
    starter: int
    """The seat that begins."""
    hands: tuple[Hand, ...]
    """What each seat was dealt."""


@dataclass(frozen=True)
class TurnTaken:
    """A turn has been taken. For whoever conducts the match: `drew` is hidden from the seats."""

    round: int
    """Which round, from 1."""
    number: int
    """Which turn of the match, from 1."""
    event: Event
    """What everyone saw."""
    drew: tuple[Tile, ...]
    """The tiles drawn."""
    fault: Fault | None
    """Why the turn was lost, if a player failed to make it."""


@dataclass(frozen=True)
class RoundResult:
    """A round that has ended."""

    number: int
    """Which one, from 1."""
    seed: int
    """The seed of its deal."""
    starter: int
    """The seat that began."""
    turns: int
    """How many turns it had."""
    outcome: Outcome
    """How it ended."""
    totals: tuple[int, ...]
    """What each seat has scored in the match, this round included."""

    @property
    def winner(self) -> int | None:
        """The seat that won it; None if several share it, or nobody won."""
        return self.outcome.winners[0] if len(self.outcome.winners) == 1 else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won it."""
        return self.outcome.winners

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat scores; they sum to 0."""
        return self.outcome.scores

    @property
    def ending(self) -> str:
        """How it came about; see `Outcome.ending`."""
        return self.outcome.ending

    def to_dict(self) -> dict[str, Any]:
        """Tell everything by name, ready for JSON."""
        return {
            "winner": self.winner,
            "winners": list(self.winners),
            "scores": list(self.scores),
            "turns": self.turns,
            "ending": self.ending,
            "left": list(self.outcome.left),
            "starter": self.starter,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class MatchResult:
    """What the rounds played so far come to; of a match that is over, how it ended."""

    names: tuple[str, ...]
    """What the seats are called."""
    rules: Rules
    """The rules."""
    seed: int
    """The seed of the match."""
    rounds: tuple[RoundResult, ...]
    """The rounds, in order."""
    faults: tuple[Fault, ...]
    """The turns that players failed to make."""

    @property
    def totals(self) -> tuple[int, ...]:
        """What each seat has scored; they sum to 0."""
        return self.rounds[-1].totals if self.rounds else (0,) * len(self.names)

    @property
    def won(self) -> tuple[int, ...]:
        """How many rounds each seat has won; a shared one counts for each who shares it."""
        count = Counter(seat for one in self.rounds for seat in one.winners)
        return tuple(count[seat] for seat in range(len(self.names)))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win by the option `match_winner`; several share it."""
        return best(self.rules, self.totals, self.won)

    def to_dict(self) -> dict[str, Any]:
        """Tell everything by name, ready for JSON. No times: the same match, the same text."""
        return {
            "seats": list(self.names),
            "rules": self.rules.to_dict(),
            "seed": self.seed,
            "totals": list(self.totals),
            "won": list(self.won),
            "winners": list(self.winners),
            "rounds": [one.to_dict() for one in self.rounds],
            "faults": [fault.to_dict() for fault in self.faults],
        }


Happening: TypeAlias = RoundStart | TurnTaken | RoundResult | MatchResult
"""What a match tells of as it goes: a deal, a turn, the end of a round, the end of the match."""


def best(rules: Rules, totals: Sequence[int], won: Sequence[int]) -> tuple[int, ...]:
    """Say who wins a match.

    Args:
        rules: Whose option `match_winner` decides.
        totals: What each seat has scored.
        won: How many rounds each seat has won.

    Returns:
        The seats that win; several share it.
    """
    most_rounds = rules.match_winner != "total"
    by_total = rules.match_winner != "rounds"
    merits = [
        (rounds if most_rounds else 0, total if by_total else 0)
        for rounds, total in zip(won, totals, strict=True)
    ]
    return tuple(seat for seat, merit in enumerate(merits) if merit == max(merits))
