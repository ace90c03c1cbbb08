"""The solvers behind one interface, and the positions to measure them on."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import crowds
import rummikub_solver as peer
import rummy_fast as rf
from rummy_fast import reference

DATA = Path(__file__).parent.parent / "tests" / "data"
RULES = "free_jokers"
"""The peer supports these rules of jokers only."""
CROWDED = 60
"""The fewest tiles on the table of a crowded position."""
RANDOM = 200
"""The number of random crowded positions for all solvers."""


class Position(NamedTuple):
    """A position, with its answer if known."""

    name: str
    table: str
    hand: str
    most: int | None


def _records(name: str) -> list[dict[str, Any]]:
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _position(record: dict[str, Any], most: int) -> Position:
    return Position(record["id"], " | ".join(record["table"]), record["hand"], most)


def selfplay(rules: str = RULES) -> list[Position]:
    """Read decisions from whole games."""
    return [
        _position(record, record["max_tiles"][rules])
        for record in _records("selfplay")
        if record["opened"]
    ]


def crowded() -> list[Position]:
    """Read the positions of an answer file with many tiles on the table."""
    found = [_position(record, record["max_tiles"]) for record in _records("free_jokers")]
    return [one for one in found if len(one.table.replace("|", " ").split()) >= CROWDED]


def random_crowded(count: int = RANDOM, first: int = 0) -> list[Position]:
    """Make random positions; their answers are unknown, so the solvers are compared."""
    return [
        Position(f"crowded({seed})", *crowds.crowded(seed), None)
        for seed in range(first, first + count)
    ]


SETS: dict[str, Callable[[], list[Position]]] = {
    "selfplay": selfplay,
    "crowded": random_crowded,
    "answer file": crowded,
}


Answer = Callable[[], int]
"""Solves a prepared position and returns the number of tiles played."""


def ours(position: Position, rules: str = RULES, *, tidy: bool = False) -> Answer:
    """Prepare our solver, from parsed objects like the peer's."""
    parsed = rf.Rules(rules, colors="rygb")
    table, hand = rf.Table(position.table, parsed), rf.Hand(position.hand, parsed)
    return lambda: len(rf.solve(table, hand, rules=parsed, tidy=tidy).tiles)


def ours_from_text(position: Position) -> Answer:
    """Prepare our solver, including the parsing of text."""
    return lambda: len(rf.solve(position.table, position.hand, rules=RULES).tiles)


def plain(position: Position) -> Answer:
    """Prepare the reference in plain Python."""
    return lambda: len(reference.solve(position.table, position.hand, rules=RULES).tiles)


_PEER = peer.RuleSet()


def _peer_tiles(text: str) -> list[int]:
    words = text.replace("|", " ").split()
    return [
        53 if word.startswith("J") else "rygb".index(word[0]) * 13 + int(word[1:]) for word in words
    ]


def peers(position: Position) -> Answer:
    """Prepare rummikub-solver with its default back end."""
    state = _PEER.new_game()
    state.add_table(*_peer_tiles(position.table))
    state.add_rack(*_peer_tiles(position.hand))
    state.initial = False

    def answer() -> int:
        found = _PEER.solve(state, peer.SolverMode.TILE_COUNT)
        if found is None:
            return 0
        assert not Counter(found.tiles) - state.rack
        return len(found.tiles)

    return answer


OURS = "rummy_fast"
TEXT = "rummy_fast from text"
REFERENCE = "reference"
PEER = "rummikub-solver 1.0.0"

SOLVERS: dict[str, Callable[[Position], Answer]] = {
    OURS: ours,
    TEXT: ours_from_text,
    REFERENCE: plain,
    PEER: peers,
}
