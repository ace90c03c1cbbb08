r"""The lines of a record: how they are written and read.

    rummy_fast match 1
    rules schmidt joker_penalty=30
    seed 7
    rounds 2
    limit none
    seat 0 bot greedy
    seat 1 guest
    name 1 Anna
    round 1 seed 12345 starter 1
    deal 0 r1 r4 ...
    deal 1 ...
    turn 1 seat 1 draws b7
    turn 2 seat 0 plays r10 y10 b10: r10 y10 b10
    turn 3 seat 1 timeout keeps r9 r11 r12: r9 r10 r11 r12 | ...
    turn 4 seat 0 forfeits draws b2 -- raised: ValueError: no idea
    turn 5 seat 1 passes
    end 1 out winners 0 left 0 23 scores 23 -23 totals 23 -23
    result winners 0 totals 23 -23 won 1 0

Every match has exactly one text. To verify a record, each line is written again and compared.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rummy_fast._core import Rules, RummyError, Table
from rummy_fast.clock import Failure
from rummy_fast.result import Happening, MatchResult, RoundResult, RoundStart, TurnTaken
from rummy_fast.words import N_
from rummy_fast.writing.damage import damaged, excerpt
from rummy_fast.writing.header import NUMBER

FAULTS: Final = {
    "forfeits draws": ("raised", "nonsense", "illegal", "gone"),
    "timeout draws": ("overran",),
}
"""The codes of faults that can lose a turn in each way."""


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers)) or "none"


def _tiles(tiles: Iterable[object]) -> str:
    return " ".join(map(str, tiles)) or "nothing"


def lines_of(happening: Happening) -> list[str]:
    """Write something that happened as lines.

    Args:
        happening: What happened.

    Returns:
        One line; several for a deal.
    """
    match happening:
        case RoundStart(number, seed, starter, hands):
            first = f"round {number} seed {seed} starter {starter}"
            return [first, *(f"deal {seat} {hand}" for seat, hand in enumerate(hands))]
        case TurnTaken():
            return [_turn_line(happening)]
        case RoundResult(number=number, outcome=outcome, totals=totals):
            line = f"end {number} {outcome.ending} winners {_numbers(outcome.winners)}"
            line += f" left {_numbers(outcome.left)} scores {_numbers(outcome.scores)}"
            return [f"{line} totals {_numbers(totals)}"]
        case MatchResult(winners=winners, totals=totals, won=won):
            return [
                f"result winners {_numbers(winners)} totals {_numbers(totals)} won {_numbers(won)}"
            ]


def _turn_line(taken: TurnTaken) -> str:
    """Write a turn as a line."""
    event = taken.event
    action = {
        "play": "plays",
        "draw": "draws",
        "pass": "passes",
        "timeout": "timeout keeps" if event.tiles else "timeout draws",
        "forfeit": "forfeits draws",
    }[event.kind]
    if event.tiles:
        action += f" {_tiles(event.tiles)}: {event.table}"
    elif event.kind != "pass":
        action += f" {_tiles(taken.drew)}"
    if taken.fault is not None:
        action += f" -- {taken.fault.code}"
        action += f": {taken.fault.message}" if taken.fault.message else ""
    return f"turn {taken.number} seat {event.seat} {action}"


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """The part of a recorded turn that cannot be derived from the match."""

    kind: str
    """The kind of the event."""
    seat: int
    """The seat."""
    table: Table | None
    """The table after the turn, if tiles were played."""
    failure: Failure | None
    """Why the turn was lost; None if it was not."""


KINDS: Final = {
    "plays": "play",
    "draws": "draw",
    "passes": "pass",
    "timeout keeps": "timeout",
    "timeout draws": "timeout",
    "forfeits draws": "forfeit",
}
TURN = re.compile(
    rf"turn {NUMBER} seat {NUMBER} "
    r"(?:(plays|timeout keeps) [^:]+: (.+)|(passes)|((?:timeout |forfeits )?draws) [^:]+)"
)


def read_turn(number: int, line: str, rules: Rules) -> RecordedTurn:
    """Parse the line of a turn.

    Args:
        number: The number of the line in the record, from 1.
        line: The line.
        rules: The rules of the match.

    Returns:
        The turn.

    Raises:
        RecordError: If the line is not a turn.
    """
    turn, dashes, fault = line.partition(" -- ")
    found = TURN.fullmatch(turn)
    if found is None:
        raise damaged(number, N_('"{found}" is not a turn'), found=excerpt(line))
    verb = found[3] or found[5] or found[6]
    code, _, message = fault.partition(": ")
    if verb == "forfeits draws" and not dashes:
        raise damaged(number, N_("a forfeited turn needs its fault after --"))
    if dashes and code not in FAULTS.get(verb, ()):
        template = N_('"{found}" is not a fault that can lose a turn in this way')
        raise damaged(number, template, found=excerpt(fault))
    try:
        table = Table(found[4], rules) if found[4] else None
    except RummyError as error:
        raise damaged(number, "{reason}", reason=error) from None
    failure = Failure.of(code, message) if dashes else None
    return RecordedTurn(KINDS[verb], int(found[2]), table, failure)
