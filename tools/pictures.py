"""Draw docs/pictures: a table, a turn, and how the search works."""

from collections.abc import Callable
from pathlib import Path

import rummy_fast as rf
import search_picture
from rummy_fast import draw

TARGET = Path(__file__).parent.parent / "docs" / "pictures"


def _table() -> str:
    return draw.table("r3 J r5 r6 | r8 y8 g8 b8 | y10-13 | b1 g1 J | g5-9")


def _turn() -> str:
    table = "r3 J r5 | r4 y4 g4 b4 | g8 g9 g10 | y1 y2 y3"
    hand = "y9 b9 g11 r12"
    return draw.turn(table, rf.solve(table, hand), hand=hand, width=820)


PICTURES: dict[str, Callable[[], str]] = {
    "search.svg": search_picture.picture,
    "table.svg": _table,
    "turn.svg": _turn,
}
"""What draws each file, by the name of the file."""


if __name__ == "__main__":
    TARGET.mkdir(exist_ok=True)
    for name, make in PICTURES.items():
        (TARGET / name).write_text(make(), encoding="utf-8", newline="\n")
