"""`rummy-fast demo`: worked examples, and a file of positions checked against known answers."""

from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

import rummy_fast as rf
from rummy_fast.cli import show
from rummy_fast.words import N_, Words
from rummy_fast.writing.damage import damaged, read_object

BOOKLET = (
    (N_("a tile at either end of a run"), "r6 r7 r8", "r5 r9"),
    (N_("the fourth tile of a group"), "r8 y8 g8", "b8"),
    (N_("a tile at one end, another taken for a group"), "g2 g3 g4 g5", "g6 y2 b2"),
    (N_("a run split in two"), "b2 b3 b4 b5 b6", "b4"),
)
"""The worked examples of the booklet."""

JOKERS = (
    (N_("the joker is exchanged and played elsewhere"), "r3 J r5", "r4 y9 b9"),
    (N_("a tile of another color frees nothing"), "r3 J r5", "y4 y9 b9"),
    (N_("the freed joker may come back to its meld"), "r3 J r5", "r4"),
    (N_("a joker at the low end"), "J r5 r6", "r4"),
    (N_("the run grows past the joker"), "r5 r6 J", "r8"),
    (N_("three tiles stay, the fourth moves"), "r3 J r5 r6", "y6 b6"),
    (N_("a meld whose joker stays is not broken up"), "r3 J r5", "r2 y5 b5"),
    (N_("a group frees its joker for either missing color"), "r8 b8 J", "y8 r1 r2"),
    (N_("one tile frees the joker, another joins the group"), "r8 b8 J", "y8 g8 r1 r2"),
    (N_("a group has one tile of each color"), "r8 b8 J", "y8 g8"),
    (N_("a table tile takes the place of the joker"), "r3 J r5 | r4 y4 g4 b4", "y9 b9"),
    (
        N_("no tile frees the joker"),
        "r1 r2 r3 r4 | y1 y2 y3 y4 | g1 g2 g3 g4 | b1 b2 b3 J",
        "r9 y9",
    ),
    (N_("a joker that stays"), "y5 y6 y7 J", "r1 g1"),
    (N_("one of four tiles may replace the joker"), "r8 b8 y8 J", "y9 y10"),
    (N_("a table tile is borrowed"), "b8 y8 J | r8 r9 r10 | b9 b10 b11 | y9 y10 y11", "g2 g3"),
    (N_("two jokers in one group"), "r8 J=y8 J=g8", "y8 r1 r2"),
    (N_("one exchange makes the next one possible"), "r3 J r5 | r4 y4 J", "g4 b4 y9 b9 y12 b12"),
    (N_("neither joker can be freed"), "r3 J r5 | r4 y4 J", "y9 b9"),
    (N_("a joker from the hand"), "r5 r6 r7", "J"),
    (N_("a group that must stay"), "b1 b2 J | r1 y1 g1 | r2 y2 g2", "r9 y9"),
)
"""Positions of the rule book with jokers, to be played for the most tiles."""

PRESETS = ("schmidt", "free_jokers")
FIELDS = ("table", "hand", "opened", "max_tiles")
"""The fields of a position in a file."""


def examples(pen: Console, words: Words) -> None:
    """Solve the worked examples and print them."""
    _ = words.gettext
    chapters = (
        (_("The booklet's examples"), BOOKLET),
        (_("Jokers on the table"), JOKERS),
    )
    for title, positions in chapters:
        pen.print(Text(f"\n{title}", "bold underline"))
        for caption, table, hand in positions:
            pen.print(Text(f"\n{_(caption)}", "italic"))
            before, held = rf.Table.parse(table), rf.Hand.parse(hand)
            show.turn(pen, words, before, held, rf.solve(before, held))


class Tally(NamedTuple):
    """The result of a file of positions under one preset."""

    positions: int
    agreeing: int
    seconds: float


def _read(path: Path) -> list[dict[str, Any]]:
    """Read the positions of a file."""
    lines = path.read_bytes().decode("utf-8", "replace").splitlines() or [""]
    records = [read_object(number, line) for number, line in enumerate(lines, 1)]
    for number, record in enumerate(records, 1):
        for name in FIELDS:
            if name not in record:
                raise damaged(number, N_('"{field}" is missing'), field=name)
        known = record["max_tiles"]
        if not isinstance(known, dict) or not all(name in known for name in PRESETS):
            template = N_("max_tiles needs a number for each of {presets}")
            raise damaged(number, template, presets=", ".join(PRESETS))
    return records


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
    """Tell whether an answer is legal and plays as many tiles as the known one."""
    if isinstance(play, Exception) or len(play.tiles) != record["max_tiles"][preset]:
        return False
    return not play or bool(
        rf.check_turn(
            record["table"], record["hand"], play.table, rules=preset, opened=record["opened"]
        )
    )


def file(pen: Console, words: Words, path: Path) -> bool:
    """Solve a file of positions and print how many answers agree with the known ones.

    Args:
        pen: The console.
        words: The language.
        path: A file of JSON lines whose `max_tiles` has the known answer for each preset.

    Returns:
        Whether all answers agree.

    Raises:
        RecordError: If a line is not such a position.
        OSError: If the file cannot be read.
    """
    _ = words.gettext
    records = _read(path)
    title = _(
        "{file}: every position under {presets} presets", file=path.name, presets=len(PRESETS)
    )
    pen.print(Text(f"\n{title}", "bold underline"))
    tallies = []
    for preset in PRESETS:
        tally = _solve_file(records, preset)
        tallies.append(tally)
        message = _(
            "{agreeing} of {positions} answers agree",
            agreeing=tally.agreeing,
            positions=tally.positions,
        )
        pen.print(Text(f"  {preset:12} {message}"))
    positions = sum(tally.positions for tally in tallies)
    agreeing = sum(tally.agreeing for tally in tallies)
    rate = positions / sum(tally.seconds for tally in tallies)
    message = _(
        "{agreeing} of {positions} answers agree with the oracle; solved {rate} positions a second",
        agreeing=agreeing,
        positions=positions,
        rate=words.number(rate),
    )
    pen.print(Text(f"\n{message}", "bold"))
    return agreeing == positions
