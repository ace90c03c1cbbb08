r"""The lines of a record: how a match is written down, and how a line is read.

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

There is one way to write a match. A line that is read is written again, and must be the same.
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
"""The faults that a turn may be lost by."""


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers)) or "none"


def _tiles(tiles: Iterable[object]) -> str:
    return " ".join(map(str, tiles)) or "nothing"


def lines_of(happening: Happening) -> list[str]:
    """The lines in which something is written down.

    Args:
        happening: What happened.

    Returns:
        One line, or those of a deal.
    """
    match happening:
        case RoundStart(number, seed, starter, hands):
            first = f"round {number} seed {seed} starter {starter}"
            return [first, *(f"deal {seat} {hand}" for seat, hand in enumerate(hands))]
        case TurnTaken():
            return [_turn_line(happening)]
        case RoundResult(number=number, outcome=outcome, totals=totals):
            told = f"end {number} {outcome.ending} winners {_numbers(outcome.winners)}"
            told += f" left {_numbers(outcome.left)} scores {_numbers(outcome.scores)}"
            return [f"{told} totals {_numbers(totals)}"]
        case MatchResult(winners=winners, totals=totals, won=won):
            return [
                f"result winners {_numbers(winners)} totals {_numbers(totals)} won {_numbers(won)}"
            ]


def _turn_line(taken: TurnTaken) -> str:
    """The line of a turn."""
    event = taken.event
    said = {
        "play": "plays",
        "draw": "draws",
        "pass": "passes",
        "timeout": "timeout keeps" if event.tiles else "timeout draws",
        "forfeit": "forfeits draws",
    }[event.kind]
    if event.tiles:
        said += f" {_tiles(event.tiles)}: {event.table}"
    elif event.kind != "pass":
        said += f" {_tiles(taken.drew)}"
    if taken.fault is not None:
        said += f" -- {taken.fault.code}"
        said += f": {taken.fault.message}" if taken.fault.message else ""
    return f"turn {taken.number} seat {event.seat} {said}"


@dataclass(frozen=True, slots=True)
class Said:
    """What a line says of a turn, as far as it cannot be worked out."""

    kind: str
    """The kind of its event."""
    seat: int
    """Whose turn it is."""
    table: Table | None
    """For tiles that are played, the table after."""
    failure: Failure | None
    """Why the turn was lost, if it was by a fault."""


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


def read_turn(number: int, line: str, rules: Rules) -> Said:
    """Read the line of a turn.

    Args:
        number: Which line of the record it is, from 1.
        line: The line.
        rules: The rules of the match.

    Returns:
        What it says.

    Raises:
        RecordError: If it is no such line.
    """
    told, dashes, fault = line.partition(" -- ")
    said = TURN.fullmatch(told)
    if said is None:
        raise damaged(number, N_('"{found}" is no turn'), found=excerpt(line))
    verb = said[3] or said[5] or said[6]
    code, _, message = fault.partition(": ")
    if verb == "forfeits draws" and not dashes:
        raise damaged(number, N_("a turn that is forfeited says by which fault"))
    if dashes and code not in FAULTS.get(verb, ()):
        template = N_('"{found}" is no fault by which a turn is lost so')
        raise damaged(number, template, found=excerpt(fault))
    try:
        table = Table(said[4], rules) if said[4] else None
    except RummyError as error:
        raise damaged(number, "{reason}", reason=error) from None
    failure = Failure.of(code, message) if dashes else None
    return Said(KINDS[verb], int(said[2]), table, failure)
