"""Known counts, from the file that the Rust tests read as well."""

from typing import Any

import pytest
import rummy_fast as rf
from positions import records

COUNTS = records("counts")


@pytest.mark.parametrize(
    "record", [record for record in COUNTS if record["kind"] == "melds"], ids=str
)
def test_melds(record: dict[str, Any]) -> None:
    found = rf.count_melds(
        record["rules"], jokers=record["jokers"], longest_run=record["longest_run"]
    )
    assert found == record["count"]


@pytest.mark.parametrize(
    "record",
    [record for record in COUNTS if record["kind"] == "arrangements"],
    ids=lambda record: str(record)[:80],
)
def test_arrangements(record: dict[str, Any]) -> None:
    assert rf.count_arrangements(record["tiles"], rules=record["rules"]) == int(record["count"])


def test_forms_of_input() -> None:
    assert {record["kind"] for record in COUNTS} == {"melds", "arrangements"}
    mixed: list[str | rf.Tile] = ["r1", "r2", "r3", "r4", "r5", rf.Tile("r6")]
    given: list[Any] = ["r1-6", rf.Hand("r1-6"), mixed]
    for tiles in given:
        assert rf.count_arrangements(tiles) == 2
    assert rf.count_arrangements("") == 1
    assert rf.count_arrangements("r1 r2") == 0
    assert rf.count_arrangements("r1 r2", rules={"shortest_meld": 2}) == 1
    with pytest.raises(rf.NotationError):
        rf.count_arrangements("k1 k2 k3")
    with pytest.raises(TypeError, match="tiles"):
        rf.count_arrangements(3)  # type: ignore[arg-type]
