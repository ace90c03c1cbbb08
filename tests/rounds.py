"""Helpers that play whole rounds and pass values through JSON."""

import json
from collections.abc import Iterator
from typing import Any

import rummy_fast as rf

GREEDY = rf.Greedy()


def turns(round_: rf.Round) -> Iterator[rf.Event]:
    """Play a round to its end."""
    while not round_.over:
        seat = round_.to_move
        yield round_.take(seat, GREEDY.choose(round_.view(seat)))


def played(seed: int, seats: int = 2, rules: str = "schmidt") -> rf.Round:
    """Play a round."""
    round_ = rf.Round.deal(seats, seed=seed, rules=rules)
    for _ in turns(round_):
        pass
    return round_


def through_json(value: Any) -> Any:
    """Encode a value as JSON and decode it again."""
    return json.loads(json.dumps(value, allow_nan=False))
