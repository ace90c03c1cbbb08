"""The answer files: every record gets the right answer, and every answer is a legal turn."""

from typing import Any

import pytest
import rummy_fast as rf
from positions import PRESETS, records, rygb

RANDOM = ["free_jokers", "schmidt", "sabra"]
"""The files of random positions."""


def solved(
    found: list[dict[str, Any]], objective: str = "tiles", **options: Any
) -> list[tuple[dict[str, Any], rf.Play]]:
    """Solve records; check each play against the rules."""
    problems = [
        {name: record[name] for name in ("table", "hand", "opened")}
        | {"rules": rf.Rules(record.get("rules"), **options), "objective": objective}
        for record in found
    ]
    pairs = []
    for record, problem, play in zip(found, problems, rf.solve_many(problems), strict=True):
        assert isinstance(play, rf.Play), (record["id"], play)
        assert play.proven, record["id"]
        check(record, problem["rules"], play)
        pairs.append((record, play))
    assert pairs
    return pairs


def check(record: dict[str, Any], rules: rf.Rules, play: rf.Play) -> None:
    """Check an answer against the rules."""
    if not play:
        assert play.table == rf.Table(record["table"], rules), record["id"]
        return
    verdict = rf.check_turn(
        record["table"], record["hand"], play.table, rules=rules, opened=record["opened"]
    )
    assert verdict, (record["id"], play, verdict)
    jokers = [tile for tile in play.tiles if tile.is_joker]
    naturals = sum(tile.value or 0 for tile in play.tiles)
    assert play.points == naturals + rules.joker_penalty * len(jokers), record["id"]


def wrong(pairs: list[tuple[dict[str, Any], rf.Play]], field: str) -> list[tuple[Any, ...]]:
    """The records whose answers differ from the file's."""
    return [
        (record["id"], record[field], play)
        for record, play in pairs
        if record[field] != (len(play.tiles) if field == "max_tiles" else play.points)
    ]


@pytest.mark.parametrize("name", [*RANDOM, "decks", "openings"])
def test_most_tiles(name: str) -> None:
    assert wrong(solved(records(name)), "max_tiles") == []


@pytest.mark.parametrize("name", RANDOM)
def test_most_points(name: str) -> None:
    assert wrong(solved(records(name), "points"), "max_points") == []


def test_dearest_opening() -> None:
    # The file counts a joker as the tile it stands for, so only hands without one compare. It also
    # has a value where that is too little to open.
    found = [
        {**record, "max_points": most if (most := record["max_opening_points"]) >= 30 else 0}
        for record in records("openings")
        if "J" not in record["hand"]
    ]
    assert len(found) > 100
    assert wrong(solved(found, "points"), "max_points") == []


def test_dearest_opening_with_jokers() -> None:
    found = [record for record in records("openings") if "J" in record["hand"]]
    assert len(found) > 50
    for record, play in solved(found):
        assert bool(play) == (record["max_opening_points"] >= 30), record["id"]
        assert sum(meld.value for meld in play.table) <= record["max_opening_points"]


def answered(name: str, field: str) -> list[str]:
    """The presets that a file has answers for."""
    return [
        preset
        for preset in PRESETS
        if any(preset in record.get(field, {}) for record in records(name))
    ]


BY_PRESET = {
    name: answered(name, "max_tiles") for name in ("selfplay", "field_cases", "rule_cases")
}
"""The files that have answers by preset, with these presets."""


def test_the_files_have_answers_by_preset() -> None:
    assert {name: len(presets) for name, presets in BY_PRESET.items()} == {
        "selfplay": 2,
        "field_cases": 1,
        "rule_cases": 5,
    }


@pytest.mark.parametrize(
    ("name", "preset"),
    [(name, preset) for name, presets in BY_PRESET.items() for preset in presets],
)
def test_most_tiles_by_preset(name: str, preset: str) -> None:
    found = [
        {**record, "rules": rygb(preset), "max_tiles": record["max_tiles"][preset]}
        for record in records(name)
        if preset in record.get("max_tiles", {})
    ]
    assert wrong(solved(found), "max_tiles") == []


def test_most_points_without_a_joker_penalty() -> None:
    found = [
        {
            **record,
            "rules": "free_jokers",
            "max_points": record["max_points_jokers_zero"]["free_jokers"],
        }
        for record in records("field_cases")
        if "max_points_jokers_zero" in record
    ]
    assert len(found) == 35
    assert wrong(solved(found, "points", joker_penalty=0), "max_points") == []


@pytest.mark.parametrize("preset", answered("rule_cases", "legal"))
def test_legality(preset: str) -> None:
    found = [record for record in records("rule_cases") if "legal" in record]
    assert len(found) == 11
    for record in found:
        verdict = rf.check_turn(
            record["table"],
            record["hand"],
            record["result"],
            rules=rygb(preset),
            opened=record["opened"],
        )
        assert verdict.legal == record["legal"][preset], (record["id"], verdict)
        assert bool(verdict) == verdict.legal == (verdict.reasons == ())


def test_solve_and_solve_many_agree() -> None:
    found = records("schmidt")[::10]
    problems = [(record["table"], record["hand"]) for record in found]
    plays = rf.solve_many(problems)
    for problem, play in zip(problems, plays, strict=True):
        assert rf.solve(*problem) == play
        assert rf.solve(rf.Table(problem[0]), rf.Hand(problem[1])) == play
