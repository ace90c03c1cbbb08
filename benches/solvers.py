"""The three solvers behind one call, and the positions they are measured on."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import rummikub_solver as peer
import rummy_fast as rf
from rummy_fast import reference

DATA = Path(__file__).parent.parent / "tests" / "data"
RULES = "free_jokers"
"""The peer knows no other treatment of jokers."""
CROWDED = 60
"""Cards on the table and in the hand from which a position counts as crowded."""


class Position(NamedTuple):
    """A position with its known answer."""

    name: str
    table: str
    hand: str
    most: int

    @property
    def cards(self) -> int:
        """Cards in the hand and on the table."""
        return len(self.table.replace("|", " ").split()) + len(self.hand.split())


def _records(name: str) -> list[dict[str, Any]]:
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _position(record: dict[str, Any], most: int) -> Position:
    return Position(record["id"], " | ".join(record["table"]), record["hand"], most)


def selfplay() -> list[Position]:
    """Decisions from whole games."""
    return [
        _position(record, record["max_tiles"][RULES])
        for record in _records("selfplay")
        if record["opened"]
    ]


def crowded() -> list[Position]:
    """Random positions with many cards."""
    found = [_position(record, record["max_tiles"]) for record in _records("free_jokers")]
    return [position for position in found if position.cards >= CROWDED]


SETS: dict[str, Callable[[], list[Position]]] = {"selfplay": selfplay, "crowded": crowded}


Answer = Callable[[], int]
"""Solves a prepared position and tells how many cards are laid."""


def ours(position: Position) -> Answer:
    """Our solver, from parsed objects as the peer's are."""
    table, hand, rules = rf.Table(position.table), rf.Hand(position.hand), rf.Rules(RULES)
    return lambda: len(rf.solve(table, hand, rules=rules).tiles)


def ours_from_text(position: Position) -> Answer:
    """Our solver, text included."""
    return lambda: len(rf.solve(position.table, position.hand, rules=RULES).tiles)


def plain(position: Position) -> Answer:
    """The reference in plain Python."""
    return lambda: len(reference.solve(position.table, position.hand, rules=RULES).tiles)


_PEER = peer.RuleSet()


def _peer_tiles(text: str) -> list[int]:
    words = text.replace("|", " ").split()
    return [
        53 if word.startswith("J") else "rygb".index(word[0]) * 13 + int(word[1:]) for word in words
    ]


def peers(position: Position) -> Answer:
    """rummikub-solver with its default back end."""
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


SOLVERS: dict[str, Callable[[Position], Answer]] = {
    "rummy_fast": ours,
    "rummy_fast from text": ours_from_text,
    "reference": plain,
    "rummikub-solver 1.0.0": peers,
}
