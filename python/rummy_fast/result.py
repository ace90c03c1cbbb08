"""What happens in a match, and its result: scores and winners (rule 16)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from rummy_fast._core import Event, Hand, Outcome, Rules, Tile


@dataclass(frozen=True)
class Fault:
    """A turn that a player lost."""

    round: int
    """The number of the round, from 1."""
    turn: int
    """The number of the turn in the match, from 1."""
    seat: int
    """The seat, from 0."""
    code: str
    """`"raised"`, `"nonsense"`, `"illegal"`, `"overran"` or `"gone"`; see `Failure`."""
    message: str
    """What happened."""

    def to_dict(self) -> dict[str, Any]:
        """Convert to a dict for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class RoundStart:
    """A round was dealt. Not for players: `hands` are hidden from the other seats."""

    number: int
    """The number of the round, from 1."""
    seed: int
    """The seed of its deal."""
    starter: int
    """The seat that plays first."""
    hands: tuple[Hand, ...]
    """The hand dealt to each seat."""


@dataclass(frozen=True)
class TurnTaken:
    """A turn was taken. Not for players: `drew` is hidden from the other seats."""

    round: int
    """The number of the round, from 1."""
    number: int
    """The number of the turn in the match, from 1."""
    event: Event
    """What all seats saw."""
    drew: tuple[Tile, ...]
    """The tiles drawn."""
    fault: Fault | None
    """Why the player lost the turn; None if it did not."""


@dataclass(frozen=True)
class RoundResult:
    """The result of a round."""

    number: int
    """The number of the round, from 1."""
    seed: int
    """The seed of its deal."""
    starter: int
    """The seat that played first."""
    turns: int
    """The number of turns."""
    outcome: Outcome
    """How it ended."""
    totals: tuple[int, ...]
    """The total of each seat after this round."""

    def __repr__(self) -> str:
        """Show the outcome in brief."""
        return (
            f"<RoundResult {self.number}: winners {self.winners}, scores {self.scores},"
            f" {self.turns} turns>"
        )

    @property
    def winner(self) -> int | None:
        """The seat that won; None if several seats share the win, or nobody won."""
        return self.outcome.winners[0] if len(self.outcome.winners) == 1 else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return self.outcome.winners

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat; they sum to 0."""
        return self.outcome.scores

    @property
    def ending(self) -> str:
        """How the round ended; see `Outcome.ending`."""
        return self.outcome.ending

    def to_dict(self) -> dict[str, Any]:
        """Convert to a dict for JSON."""
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
    """The result of a match, or of its rounds so far."""

    names: tuple[str, ...]
    """The names of the seats."""
    rules: Rules
    """The rules."""
    seed: int
    """The seed of the match."""
    rounds: tuple[RoundResult, ...]
    """The rounds, in order."""
    faults: tuple[Fault, ...]
    """The turns that players lost."""

    def __repr__(self) -> str:
        """Show the totals in brief."""
        scores = ", ".join(map("{} {}".format, self.names, self.totals))
        return f"<MatchResult {scores}; rounds: {len(self.rounds)}, faults: {len(self.faults)}>"

    @property
    def totals(self) -> tuple[int, ...]:
        """The total score of each seat; they sum to 0."""
        return self.rounds[-1].totals if self.rounds else (0,) * len(self.names)

    @property
    def won(self) -> tuple[int, ...]:
        """The rounds each seat has won; a shared win counts for each seat that shares it."""
        count = Counter(seat for one in self.rounds for seat in one.winners)
        return tuple(count[seat] for seat in range(len(self.names)))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win by the option `match_winner`; several if they tie."""
        return best(self.rules, self.totals, self.won)

    def to_dict(self) -> dict[str, Any]:
        """Convert to a dict for JSON. It has no times, so the same match gives the same text."""
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
"""What a listener hears of: a deal, a turn, the end of a round, the end of the match."""


def best(rules: Rules, totals: Sequence[int], won: Sequence[int]) -> tuple[int, ...]:
    """Find the winners of a match.

    Args:
        rules: The rules; their option `match_winner` decides.
        totals: The total score of each seat.
        won: The rounds each seat has won.

    Returns:
        The seats that win; several if they tie.
    """
    most_rounds = rules.match_winner != "total"
    by_total = rules.match_winner != "rounds"
    merits = [
        (rounds if most_rounds else 0, total if by_total else 0)
        for rounds, total in zip(won, totals, strict=True)
    ]
    return tuple(seat for seat, merit in enumerate(merits) if merit == max(merits))
