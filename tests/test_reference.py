"""The plain Python reference against the answer files, brute force, and counts done by hand."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import brute
import pytest
from positions import rygb
from rummy_fast import reference
from rummy_fast.reference import Rules, check_turn, count_melds, max_opening_points, solve

DATA = Path(__file__).parent / "data"
POLICIES = ("frozen", "keep_three", "identity", "free")


def records(name: str, every: int = 1, most: int = 10**6) -> list[dict[str, Any]]:
    """Take every nth record of an answer file, of those with at most `most` tiles."""
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    small = [r for r in found if len(" ".join([*r["table"], r["hand"]]).split()) <= most]
    assert small, "a test without records tests nothing"
    return small[::every]


def by_rules(record: dict[str, Any], field: str) -> list[tuple[Any, Any]]:
    """The rules that a record covers, with its answer for each."""
    if "rules" in record:
        return [(record["rules"], record[field])]
    return list(record[field].items())


def play(record: dict[str, Any], rules: Any, objective: str = "tiles") -> reference.Play:
    """Solve a record, and check that the play is a legal turn."""
    where = (record["table"], record["hand"])
    found = solve(*where, rules=rules, opened=record["opened"], objective=objective)
    assert found.proven
    if found:
        verdict = check_turn(*where, list(found.table), rules=rules, opened=record["opened"])
        assert verdict.legal, (record["id"], found, verdict)
    return found


# The answer files


@pytest.mark.parametrize("record", records("rule_cases"), ids=lambda r: r["id"])
def test_rule_cases(record: dict[str, Any]) -> None:
    if "result" in record:
        for rules, legal in by_rules(record, "legal"):
            turn = (record["table"], record["hand"], record["result"])
            assert check_turn(*turn, rules=rules).legal == legal, rules
    else:
        for rules, most in by_rules(record, "max_tiles"):
            assert len(play(record, rules).tiles) == most, rules


@pytest.mark.parametrize("record", records("field_cases"), ids=lambda r: r["id"])
def test_field_cases(record: dict[str, Any]) -> None:
    for rules, most in by_rules(record, "max_tiles"):
        assert len(play(record, rules).tiles) == most
    for preset, most in record.get("max_points_jokers_zero", {}).items():
        zero = {"preset": preset, "joker_penalty": 0}
        assert play(record, zero, "points").points == most


def test_openings() -> None:
    for record in records("openings", every=4):
        found = play(record, record["rules"])
        assert len(found.tiles) == record["max_tiles"], record["id"]
        dearest = max_opening_points(record["hand"], rules=record["rules"])
        assert dearest == record["max_opening_points"], record["id"]


@pytest.mark.parametrize(
    ("name", "every", "most"),
    [
        ("schmidt", 4, 45),
        ("free_jokers", 2, 60),
        ("sabra", 2, 60),
        ("selfplay", 12, 70),
        ("decks", 3, 50),
    ],
)
def test_answer_files(name: str, every: int, most: int) -> None:
    for record in records(name, every, most):
        for rules, tiles in by_rules(record, "max_tiles"):
            assert len(play(record, rules).tiles) == tiles, (record["id"], rules)
        if "max_points" in record:
            points = play(record, record["rules"], "points").points
            assert points == record["max_points"], record["id"]


# Brute force

DECKS = [  # colors, numbers, copies, jokers, shortest meld
    (3, 5, 2, 1, 3),
    (3, 5, 2, 2, 3),
    (3, 5, 2, 3, 3),
    (4, 4, 2, 2, 3),
    (4, 4, 1, 3, 3),
    (5, 4, 1, 3, 3),
    (6, 3, 1, 2, 3),
    (3, 4, 2, 2, 2),
    (3, 6, 1, 3, 4),
    (2, 8, 2, 2, 3),
]


def small_position(
    rng: random.Random, deck: tuple[int, int, int, int, int]
) -> tuple[list[str], str, list[brute.Shape]]:
    """A random table, mostly with jokers, a random hand, and the melds of the deck."""
    colors, values, copies, jokers, shortest = deck
    melds = brute.shapes(colors, values, shortest, jokers)
    palette = brute.COLORS[:colors]
    left = Counter({f"{c}{v}": copies for c in palette for v in range(1, values + 1)})
    left["J"] = jokers
    table: list[str] = []
    for _ in range(rng.randint(1, 3)):
        fitting = [
            (needed, text)
            for needed, text in melds
            if len(text.split()) <= 5
            and all(left[tile] >= n for tile, n in needed)
            and ("J" in text or table or rng.random() < 0.2)
        ]
        if fitting and sum(len(meld.split()) for meld in table) < 8:
            needed, text = rng.choice(fitting)
            left -= Counter(dict(needed))
            table.append(text)
    rest = sorted(left.elements())
    rng.shuffle(rest)
    return table, " ".join(rest[: rng.randint(1, 4)]), melds


def small_rules(deck: tuple[int, ...], number: int, **options: Any) -> Rules:
    """Rules for a small deck; `number` varies the other options."""
    names = ("colors", "values", "copies", "jokers", "shortest_meld")
    choices = {
        "opening_min": 8,
        "closing_hand": number % 3 == 0,
        "opening_table": ("next_turn", "same_turn")[number % 2],
        "joker_penalty": (0, 3, 25)[number % 3],
    }
    return Rules.from_dict({**dict(zip(names, deck, strict=True)), **choices, **options})


def assert_equals_brute_force(
    table: list[str], hand: str, melds: list[brute.Shape], rules: Rules, *, opened: bool
) -> tuple[float, float]:
    """Compare the reference with brute force on one position; return the worth of the best play."""

    def judge(result: list[str]) -> bool:
        return check_turn(table, hand, result, rules=rules, opened=opened).legal

    def worth(tiles: Counter[str]) -> tuple[float, float]:
        points = {tile: int(tile[1:] or rules.joker_penalty) for tile in tiles}
        return tiles.total(), sum(points[tile] * n for tile, n in tiles.items())

    found = solve(table, hand, rules=rules, opened=opened)
    played = worth(Counter(found.tiles))
    assert played == brute.best(table, hand, melds, judge, worth), (table, hand, rules)
    assert not found or judge(list(found.table))
    by_points = solve(table, hand, rules=rules, opened=opened, objective="points")
    assert not by_points or judge(list(by_points.table))
    dearest = worth(Counter(by_points.tiles))[::-1]
    best = brute.best(table, hand, melds, judge, lambda tiles: worth(tiles)[::-1])
    assert dearest == best, (table, hand, rules)
    return played


@pytest.mark.parametrize("exchange_from", ["anywhere", "hand"])
@pytest.mark.parametrize("freed_joker", ["any_meld", "new_meld"])
def test_equals_brute_force(exchange_from: str, freed_joker: str) -> None:
    rng = random.Random(f"{exchange_from} {freed_joker}")
    plays = 0
    for number in range(25):
        deck = DECKS[number % len(DECKS)]
        table, hand, melds = small_position(rng, deck)
        opened = rng.random() < 0.85
        most = []
        for policy in POLICIES:
            options = {"exchange_from": exchange_from, "freed_joker": freed_joker}
            rules = small_rules(deck, number, locked_meld=policy, **options)
            played = assert_equals_brute_force(table, hand, melds, rules, opened=opened)
            most.append(played)
        assert most == sorted(most), "a looser policy never plays less"
        plays += most[-1] > (0, 0)
    assert plays > 8, "there must be something to play in enough positions"


# Properties


def test_more_tiles_are_never_worse() -> None:
    for record in records("schmidt", every=9, most=35):
        fewer = record | {"hand": " ".join(record["hand"].split()[1:])}
        for rules in reference.PRESETS:
            assert len(play(fewer, rygb(rules)).tiles) <= len(play(record, rygb(rules)).tiles)


def test_policies_from_strict_to_loose() -> None:
    for record in records("schmidt", every=4, most=40):
        most = [len(play(record, {"locked_meld": policy}).tiles) for policy in POLICIES]
        assert most == sorted(most), record["id"]


def test_table_and_hand_are_conserved() -> None:
    for record in records("free_jokers", every=5, most=50):
        found = play(record, "free_jokers")
        words = " ".join(record["table"]).split()
        before = Counter("J" if word.startswith("J") else word for word in words)
        words = " ".join(found.table).split()
        after = Counter("J" if word.startswith("J") else word for word in words)
        assert after == before + Counter(found.tiles)


# Counts


def test_count_melds() -> None:
    assert count_melds() == 329
    assert count_melds(max_run=5) == 185
    assert count_melds(max_run=5, max_jokers=1) == 185 + 494
    assert count_melds(max_run=5, max_jokers=2) == 1173
    # 2 colors, 4 numbers: r123 r234 r1234, and the same in yellow; no group
    assert count_melds({"colors": 2, "values": 4}) == 6
    for colors, values in combinations(range(3, 8), 2):
        runs = colors * sum(values - length + 1 for length in range(3, values + 1))
        groups = values * (2**colors - 1 - colors - colors * (colors - 1) // 2)
        assert count_melds({"colors": colors, "values": values}) == runs + groups


# Opening


@pytest.mark.parametrize(
    ("hand", "tiles", "worth"),
    [
        ("r10 y10 b10", 3, 30),
        ("r9 y9 b9", 0, 27),
        ("r1 r2 r3 g8 g9 g10", 6, 33),
        ("r10 y10 J", 3, 30),
        ("r9 r10 J", 3, 30),
        ("r12 r13 J", 3, 36),
        ("r10 J J", 3, 33),
        ("r8 J J", 0, 27),
        ("r9 J J", 3, 30),
        ("r5 r6 r7 r8 J", 5, 35),
        ("r8 b8 g8 J", 4, 32),
    ],
)
def test_opening_worth(hand: str, tiles: int, worth: int) -> None:
    assert max_opening_points(hand) == worth
    for preset in reference.PRESETS:
        found = solve("", hand, rules=rygb(preset), opened=False)
        assert len(found.tiles) == tiles
        assert (
            not found or check_turn("", hand, found.table, rules=rygb(preset), opened=False).legal
        )


def test_a_joker_counts_as_the_tile_it_stands_for() -> None:
    hand = "r9 r10 J"
    for preset in reference.PRESETS:
        assert check_turn("", hand, "r9 r10 J", rules=rygb(preset), opened=False).legal
        assert not check_turn("", hand, "J r9 r10", rules=rygb(preset), opened=False).legal


def test_opening_uses_own_tiles_only() -> None:
    result = "y9 g9 b9 | r9 r10 r11"
    assert not check_turn("r9 y9 g9 b9", "r10 r11", result, opened=False).legal
    assert check_turn("r9 y9 g9 b9", "r10 r11", result).legal
    exchanged = "r3 r4 r5 | r10 y10 J"
    for preset in reference.PRESETS:
        turn = ("r3 J r5", "r4 r10 y10", exchanged)
        assert not check_turn(*turn, rules=rygb(preset), opened=False).legal
        assert check_turn(*turn, rules=rygb(preset)).legal


def test_opening_and_table_in_the_same_turn() -> None:
    where = ("y4 y5 y6", "r10 y10 b10 y7")
    assert len(solve(*where, opened=False).tiles) == 3
    assert len(solve(*where, rules="sabra", opened=False).tiles) == 4
    # The tiles of the opening may then move on: here two tens join runs on the table.
    where = ("r7 r8 r9 | y7 y8 y9 | b7 b8 b9", "r10 y10 b10 b1 y1")
    result = "r7 r8 r9 r10 | y7 y8 y9 y10 | b7 b8 b9 b10"
    assert check_turn(*where, result, rules="sabra", opened=False).legal


def test_closing_the_hand() -> None:
    where = ("", "r1 r2 r3 b1 b2 b3")
    assert not solve(*where, opened=False)
    assert not check_turn(*where, "r1 r2 r3 | b1 b2 b3", opened=False).legal
    closing = {"closing_hand": True}
    assert len(solve(*where, opened=False, rules=closing).tiles) == 6
    assert check_turn(*where, "r1 r2 r3 | b1 b2 b3", opened=False, rules=closing).legal
    more = ("", "r1 r2 r3 b1 b2 b3 b9")
    assert not check_turn(*more, "r1 r2 r3 | b1 b2 b3", opened=False, rules=closing).legal


# The interface


def test_weights() -> None:
    where = ("", "r1 r2 r3 y1 g1")
    assert solve(*where, objective={"y1": 5, "r2": 1}).tiles == ("r1", "y1", "g1")
    assert solve(*where, objective={"y1": 5, "r2": 6}).tiles == ("r1", "r2", "r3")
    assert len(solve("", "r1 r2 r3 r4", objective={}).tiles) == 4
    with pytest.raises(ValueError, match="weight of y1"):
        solve(*where, objective={"y1": -1})


def test_a_limit_leaves_the_table_unchanged() -> None:
    record = max(records("schmidt"), key=lambda r: len(" ".join(r["table"])))
    start = time.process_time()
    found = solve(record["table"], record["hand"], limit=0)
    assert time.process_time() - start < 5
    assert not found.proven
    assert not found.tiles
    assert len(found.table) == len(record["table"])


def test_forms_of_input() -> None:
    class Tile:
        def __str__(self) -> str:
            return "r9"

    class Table:
        def __str__(self) -> str:
            return "R6-8 | Y3 J y5"

        def __iter__(self) -> None:
            raise AssertionError("an object is read by its text")

    class Other:
        def to_dict(self) -> dict[str, Any]:
            return {"preset": "schmidt", "joker_penalty": 7, "players": "2-4"}

    found = solve(Table(), [Tile(), "J"], rules=Other(), objective="points")
    assert found.tiles == ("r9", "J")
    assert found.points == 16
    assert solve(["r6 r7 r8", "y3 J y5"], "r9 J").tiles == found.tiles


def test_canonical_output() -> None:
    assert solve("g2 g3 g4 g5", "g6 y2 b2") == reference.Play(
        tiles=("y2", "g6", "b2"), table=("y2 g2 b2", "g3 g4 g5 g6"), points=10, proven=True
    )
    assert solve("j b8 R8 | r3 J r5", "").table == ("r3 J r5", "r8 b8 J")
    (meld,) = solve("", "r10 J J", opened=False).table
    assert meld.count("J=") == 2, "with a single natural tile, the jokers say what they stand for"


@pytest.mark.parametrize(
    ("table", "hand", "error", "message"),
    [
        ("r3 r4 x5", "", reference.NotationError, "'x5' is not"),
        ("r12 r13 r14", "", reference.NotationError, "r14"),
        ("r3 r4", "", reference.InvalidMeldError, "3 tiles or more"),
        ("r12 r13 r1", "", reference.InvalidMeldError, "neither a run"),
        ("r12 r13 J", "", reference.InvalidMeldError, "neither a run"),
        ("r7 r7 b7", "", reference.InvalidMeldError, "neither a run"),
        ("r3 J=r5 r5", "", reference.InvalidMeldError, "neither a run"),
        ("r5 J J", "", reference.InvalidMeldError, "ambiguous"),
        ("J J J", "", reference.InvalidMeldError, "not a joker"),
        ("r3 r4 r5 | ", "", reference.NotationError, "empty meld"),
        ("", "r5 r5 r5", reference.InvalidTableError, "r5 is there 3 times"),
        ("r5 J r7 | y5 J y7", "J", reference.InvalidTableError, "J is there 3 times"),
    ],
)
def test_errors(table: str, hand: str, error: type[ValueError], message: str) -> None:
    with pytest.raises(error, match=message):
        solve(table, hand)


def test_rules() -> None:
    for preset in reference.PRESETS:
        rules = Rules.from_dict(preset)
        assert Rules.from_dict(rules.to_dict()) == rules
    assert Rules.from_dict({"preset": "free_jokers", "joker_penalty": 25}).joker_penalty == 25
    for wrong in (
        "canasta",
        {"shades": 4},
        {"colors": 9},
        {"values": 1},
        {"locked_meld": "loose"},
        {"joker_penalty": True},
        {"colors": 3, "values": 4, "shortest_meld": 5},
    ):
        with pytest.raises(reference.InvalidRulesError):
            Rules.from_dict(wrong)
