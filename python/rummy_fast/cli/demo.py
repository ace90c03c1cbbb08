"""The demonstration: worked examples, then a file of positions held against known answers."""

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
    (N_("a run parted in two"), "b2 b3 b4 b5 b6", "b4"),
)
"""The three worked examples of the booklet; its first one shows a run and a group."""

JOKERS = (
    (N_("the joker is exchanged and played elsewhere"), "r3 J r5", "r4 y9 b9"),
    (N_("a tile of another color frees nothing"), "r3 J r5", "y4 y9 b9"),
    (N_("the freed joker may come back to its meld"), "r3 J r5", "r4"),
    (N_("a joker at the low end"), "J r5 r6", "r4"),
    (N_("the run grows past the joker"), "r5 r6 J", "r8"),
    (N_("three tiles stay, the fourth goes"), "r3 J r5 r6", "y6 b6"),
    (N_("the meld of a joker that stays is not broken up"), "r3 J r5", "r2 y5 b5"),
    (N_("a group frees its joker for either missing color"), "r8 b8 J", "y8 r1 r2"),
    (N_("one in, one added"), "r8 b8 J", "y8 g8 r1 r2"),
    (N_("a group has one tile of each color"), "r8 b8 J", "y8 g8"),
    (N_("a table tile takes the place of the joker"), "r3 J r5 | r4 y4 g4 b4", "y9 b9"),
    (
        N_("no tile frees the joker"),
        "r1 r2 r3 r4 | y1 y2 y3 y4 | g1 g2 g3 g4 | b1 b2 b3 J",
        "r9 y9",
    ),
    (N_("a joker that stays"), "y5 y6 y7 J", "r1 g1"),
    (N_("a tile of four may stand in for the joker"), "r8 b8 y8 J", "y9 y10"),
    (N_("a table tile is lent"), "b8 y8 J | r8 r9 r10 | b9 b10 b11 | y9 y10 y11", "g2 g3"),
    (N_("two jokers in one group"), "r8 J=y8 J=g8", "y8 r1 r2"),
    (N_("one exchange makes the next"), "r3 J r5 | r4 y4 J", "g4 b4 y9 b9 y12 b12"),
    (N_("neither joker can be freed"), "r3 J r5 | r4 y4 J", "y9 b9"),
    (N_("a joker from the hand"), "r5 r6 r7", "J"),
    (N_("a group that must stay"), "b1 b2 J | r1 y1 g1 | r2 y2 g2", "r9 y9"),
)
"""The positions with a joker that the rule book asks the most tiles of."""

PRESETS = ("schmidt", "free_jokers")
FIELDS = ("table", "hand", "opened", "max_tiles")
"""What a position of a file has."""


def examples(pen: Console, words: Words) -> None:
    """Print the worked examples, solved."""
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
    """How a file of positions came out under one preset."""

    positions: int
    agreeing: int
    seconds: float


def _read(path: Path) -> list[dict[str, Any]]:
    """The positions of a file."""
    lines = path.read_bytes().decode("utf-8", "replace").splitlines() or [""]
    records = [read_object(number, line) for number, line in enumerate(lines, 1)]
    for number, record in enumerate(records, 1):
        for name in FIELDS:
            if name not in record:
                raise damaged(number, N_('"{field}" is missing'), field=name)
        known = record["max_tiles"]
        if not isinstance(known, dict) or not all(name in known for name in PRESETS):
            template = N_("max_tiles has no number for each of {presets}")
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
    """Whether an answer has as many tiles as the known one, and is a legal turn."""
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
        pen: Where to print.
        words: The language.
        path: JSON lines whose `max_tiles` gives the known answer for each preset.

    Returns:
        Whether all answers agree.

    Raises:
        RecordError: If a line is no such position.
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
        told = _(
            "{agreeing} of {positions} answers agree",
            agreeing=tally.agreeing,
            positions=tally.positions,
        )
        pen.print(Text(f"  {preset:12} {told}"))
    positions = sum(tally.positions for tally in tallies)
    agreeing = sum(tally.agreeing for tally in tallies)
    rate = positions / sum(tally.seconds for tally in tallies)
    told = _(
        "{agreeing} of {positions} answers agree with the oracle; "
        "{rate} positions a second were solved",
        agreeing=agreeing,
        positions=positions,
        rate=words.number(rate),
    )
    pen.print(Text(f"\n{told}", "bold"))
    return agreeing == positions
