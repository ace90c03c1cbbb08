"""The demonstration: worked examples, then a file of positions held against known answers."""

import json
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

import rummy_fast as rf
from rummy_fast.cli import show

BOOKLET = (
    ("a card at either end of a run", "r6 r7 r8", "r5 r9"),
    ("the fourth card of a set", "r8 y8 g8", "b8"),
    ("a card at one end, another taken for a set", "g2 g3 g4 g5", "g6 y2 b2"),
    ("a run parted in two", "b2 b3 b4 b5 b6", "b4"),
)
"""The three worked examples of the booklet; its first one shows a run and a set."""

JOKERS = (
    ("the joker is exchanged and laid elsewhere", "r3 J r5", "r4 y9 b9"),
    ("a card of another colour frees nothing", "r3 J r5", "y4 y9 b9"),
    ("the freed joker may come back to its meld", "r3 J r5", "r4"),
    ("a joker at the low end", "J r5 r6", "r4"),
    ("the run grows past the joker", "r5 r6 J", "r8"),
    ("three cards stay, the fourth goes", "r3 J r5 r6", "y6 b6"),
    ("the meld of a joker that stays is not broken up", "r3 J r5", "r2 y5 b5"),
    ("a set frees its joker for either missing colour", "r8 b8 J", "y8 r1 r2"),
    ("one in, one added", "r8 b8 J", "y8 g8 r1 r2"),
    ("a set has one card of each colour", "r8 b8 J", "y8 g8"),
    ("a table card takes the place of the joker", "r3 J r5 | r4 y4 g4 b4", "y9 b9"),
    ("no card frees the joker", "r1 r2 r3 r4 | y1 y2 y3 y4 | g1 g2 g3 g4 | b1 b2 b3 J", "r9 y9"),
    ("a joker that stays", "y5 y6 y7 J", "r1 g1"),
    ("a card of four may stand in for the joker", "r8 b8 y8 J", "y9 y10"),
    ("a table card is lent", "b8 y8 J | r8 r9 r10 | b9 b10 b11 | y9 y10 y11", "g2 g3"),
    ("two jokers in one set", "r8 J=y8 J=g8", "y8 r1 r2"),
    ("one exchange makes the next", "r3 J r5 | r4 y4 J", "g4 b4 y9 b9 y12 b12"),
    ("neither joker can be freed", "r3 J r5 | r4 y4 J", "y9 b9"),
    ("a joker from the hand", "r5 r6 r7", "J"),
    ("a set that must stay", "b1 b2 J | r1 y1 g1 | r2 y2 g2", "r9 y9"),
)
"""The positions with a joker that the rule book asks the most cards of."""

PRESETS = ("schmidt", "free_jokers")


def examples(pen: Console) -> None:
    """Print the worked examples, solved."""
    for title, positions in (("The booklet's examples", BOOKLET), ("Jokers on the table", JOKERS)):
        pen.print(Text(f"\n{title}", "bold underline"))
        for caption, table, hand in positions:
            pen.print(Text(f"\n{caption}", "italic"))
            before, held = rf.Table.parse(table), rf.Hand.parse(hand)
            show.turn(pen, before, held, rf.solve(before, held))


class Tally(NamedTuple):
    """How a file of positions came out under one preset."""

    positions: int
    agreeing: int
    seconds: float


def _solve_file(records: list[dict[str, Any]], preset: str) -> Tally:
    problems = [
        {"table": record["table"], "hand": record["hand"], "opened": record["opened"]}
        for record in records
    ]
    began = perf_counter()
    plays = rf.solve_many(problems, rules=preset)
    seconds = perf_counter() - began
    agreeing = sum(_agrees(*pair, preset) for pair in zip(records, plays, strict=True))
    return Tally(len(plays), agreeing, seconds)


def _agrees(record: dict[str, Any], play: rf.Play | Exception, preset: str) -> bool:
    """Whether an answer has as many cards as the known one, and is a legal turn."""
    if isinstance(play, Exception) or len(play.tiles) != record["max_tiles"][preset]:
        return False
    return not play or bool(
        rf.check_turn(
            record["table"], record["hand"], play.table, rules=preset, opened=record["opened"]
        )
    )


def file(pen: Console, path: Path) -> bool:
    """Solve a file of positions and print how many answers agree with the known ones.

    Args:
        pen: Where to print.
        path: JSON lines whose `max_tiles` gives the known answer for each preset.

    Returns:
        Whether all answers agree.
    """
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    pen.print(Text(f"\n{path.name}: every position under {len(PRESETS)} presets", "bold underline"))
    tallies = []
    for preset in PRESETS:
        tally = _solve_file(records, preset)
        tallies.append(tally)
        pen.print(f"  {preset:12} {tally.agreeing} of {tally.positions} answers agree")
    positions = sum(tally.positions for tally in tallies)
    agreeing = sum(tally.agreeing for tally in tallies)
    rate = positions / sum(tally.seconds for tally in tallies)
    pen.print(
        Text(
            f"\n{agreeing} of {positions} answers agree with the oracle; "
            f"{rate:,.0f} positions a second were solved",
            "bold",
        )
    )
    return agreeing == positions
