"""Fast = reference = brute force on random small positions; `make soak` tries many more."""

from typing import Any, Literal, NamedTuple

import pytest
import rummy_fast as rf
from agreement import run
from positions import rygb
from rummy_fast import reference


@pytest.mark.parametrize("seed", range(4))
def test_fast_reference_and_brute_force_agree(seed: int) -> None:
    played, wrong = run(seed, 500)
    assert wrong == []
    assert played > 150, "there must be something to play in enough positions"


class Found(NamedTuple):
    """A position on which the solvers once disagreed, with its answer."""

    table: str
    hand: str
    rules: str | dict[str, Any]
    objective: Literal["tiles", "points"]
    tiles: int
    points: int


FROZEN = {
    "values": 4,
    "copies": 1,
    "jokers": 3,
    "locked_meld": "frozen",
    "freed_joker": "new_meld",
}
FOUND = [
    # A freed joker was taken for the one that stayed.
    Found(
        table="b9 J b11 | r13 y13 g13 | r12 y12 g12 J",
        hand="b9 r9 y13 r9 r1 b11 b12 r7 y1 b2",
        rules=rygb("rummikub_xp"),
        objective="points",
        tiles=3,
        points=32,
    ),
    Found(
        table="r2 r3 r4 r5 r6 | y10 g10 b10 | r2 y2 g2 b2 | r11 y11 g11 b11 | r5 y5 g5 J | y2 J y4"
        " | r4 y4 g4 b4 | g9 g10 g11 | r13 g13 J | r6 r7 r8 r9 r10 | r7 g7 b7",
        hand="y9 b9 y3 g8 g13 y10 b10 r13 g4 r5 g11 y2 g1",
        rules=rygb("rummikub_xp"),
        objective="tiles",
        tiles=10,
        points=82,
    ),
    Found(
        table="y4 g4 J | b8 J b10 b11 b12 | r8 g8 b8 J | r4 y4 b4 | b10 b11 b12 | r4 g4 b4"
        " | r6 r7 r8 r9 | y13 g13 J",
        hand="r5 y13 g13 y1 y8",
        rules=rygb("rummikub_xp"),
        objective="tiles",
        tiles=4,
        points=39,
    ),
    # The reference counted a tile twice that freed two jokers of a frozen group.
    Found(
        table="J=r4 J=y4 J=g4 b4",
        hand="g4 r2",
        rules=FROZEN,
        objective="tiles",
        tiles=2,
        points=6,
    ),
]


@pytest.mark.parametrize("found", FOUND)
def test_former_disagreements_are_fixed(found: Found) -> None:
    table, hand, rules, objective, tiles, points = found
    for solve in (rf.solve, reference.solve):
        play = solve(table, hand, rules=rules, objective=objective)
        assert (len(play.tiles), play.points, play.proven) == (tiles, points, True)
        result = [str(meld) for meld in play.table]
        assert rf.check_turn(table, hand, result, rules=rules).legal
        assert reference.check_turn(table, hand, result, rules=rules).legal
