"""The lines of a record; `src/record.rs` describes and writes them."""

from dataclasses import dataclass

from rummy_fast._core import Table, _deal_lines, _end_line, _result_line, _turn_line
from rummy_fast.clock import Failure
from rummy_fast.result import Happening, MatchResult, RoundResult, RoundStart, TurnTaken


def lines_of(happening: Happening) -> list[str]:
    """Write something that happened as lines.

    Args:
        happening: What happened.

    Returns:
        One line; several for a deal.
    """
    match happening:
        case RoundStart(number, seed, starter, hands):
            return _deal_lines(number, seed, starter, hands)
        case TurnTaken(number=number, event=event, drew=drew, fault=fault):
            lost = None if fault is None else (fault.code, fault.message)
            return _turn_line(number, event, drew, lost)
        case RoundResult(number=number, outcome=outcome, totals=totals):
            return _end_line(number, outcome, totals)
        case MatchResult(winners=winners, totals=totals, won=won):
            return _result_line(winners, totals, won)


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """The part of a recorded turn that cannot be derived from the match."""

    kind: str
    """The kind of the event."""
    seat: int
    """The seat."""
    table: Table | None
    """The table after the turn, if tiles were played."""
    fault: tuple[str, str] | None
    """Code and message of the fault; None if the turn was not lost."""

    @property
    def failure(self) -> Failure | None:
        """Why the turn was lost; None if it was not."""
        return None if self.fault is None else Failure(*self.fault)
