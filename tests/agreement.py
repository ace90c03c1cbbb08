"""Random small positions on which the fast solver, the reference and brute force must agree."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import brute
import rummy_fast as rf
from rummy_fast import reference
from test_reference import DECKS, POLICIES, small_position

MORE_DECKS = [(2, 5, 1, 4, 3), (3, 3, 1, 5, 3), (4, 2, 1, 6, 3), (2, 4, 1, 8, 2), (8, 2, 1, 3, 3)]
"""Decks with many jokers or all colors: colors, numbers, copies, jokers, shortest meld."""
OPTIONS = ("colors", "values", "copies", "jokers", "shortest_meld")


class Case(NamedTuple):
    """A position with its rules and the melds of its deck."""

    table: list[str]
    hand: str
    melds: list[brute.Shape]
    rules: dict[str, Any]
    opened: bool
    objective: str | dict[str, float]

    def __str__(self) -> str:
        """The call that reproduces the case."""
        return (
            f"solve({' | '.join(self.table)!r}, {self.hand!r}, rules={self.rules}, "
            f"opened={self.opened}, objective={self.objective!r})"
        )


def cases(seed: int) -> Iterator[Case]:
    """An endless series of cases, determined by the seed."""
    rng = random.Random(seed)
    while True:
        deck = rng.choice(DECKS + MORE_DECKS)
        table, hand, melds = small_position(rng, deck)
        rules = {
            **dict(zip(OPTIONS, deck, strict=True)),
            "locked_meld": rng.choice(POLICIES),
            "exchange_from": rng.choice(("anywhere", "hand")),
            "freed_joker": rng.choice(("any_meld", "new_meld")),
            "joker_penalty": rng.choice((0, 3, 25)),
            "opening_min": rng.choice((0, 8, 12)),
        }
        weights = {tile: float(rng.randrange(5)) for tile in hand.split()}
        objective: str | dict[str, float] = rng.choice(("tiles", "points", weights))
        yield Case(table, hand, melds, rules, rng.random() < 0.85, objective)


def worth(tiles: Counter[str], case: Case) -> tuple[float, float]:
    """The worth of playing some tiles under the case's objective."""
    if isinstance(case.objective, dict):
        return sum(case.objective[tile] * n for tile, n in tiles.items()), tiles.total()
    penalty = case.rules["joker_penalty"]
    points = sum((penalty if tile == "J" else int(tile[1:])) * n for tile, n in tiles.items())
    if case.objective == "tiles":
        return tiles.total(), points
    return points, tiles.total()


def disagreement(case: Case) -> str | None:
    """Solve a case in all three ways; return a message if the answers differ."""
    rules = rf.Rules(case.rules)
    where = (case.table, case.hand)
    options: dict[str, Any] = {"opened": case.opened, "objective": case.objective}
    fast = rf.solve(*where, rules=rules, **options)
    plain = reference.solve(*where, rules=case.rules, **options)
    table = rf.Table(case.table, rules)

    def judge(result: list[str]) -> bool:
        return rf.check_turn(table, case.hand, result, rules=rules, opened=case.opened).legal

    answers = {
        "fast": worth(Counter(map(str, fast.tiles)), case),
        "reference": worth(Counter(map(str, plain.tiles)), case),
        "brute force": brute.best(*where, case.melds, judge, lambda tiles: worth(tiles, case)),
    }
    if len(set(answers.values())) > 1:
        return f"{case}: {answers}"
    if not fast:
        return None
    result = [str(meld) for meld in fast.table]
    rulings = {
        "fast": judge(result),
        "reference": reference.check_turn(
            *where, result, rules=case.rules, opened=case.opened
        ).legal,
    }
    return None if all(rulings.values()) else f"{case}: {result} is legal? {rulings}"


def run(seed: int, count: int) -> tuple[int, list[str]]:
    """Try some cases of a seed; return how many had a play, and the disagreements."""
    found = []
    played = 0
    for case in islice(cases(seed), count):
        wrong = disagreement(case)
        if wrong is not None:
            found.append(wrong)
        played += bool(rf.solve(case.table, case.hand, rules=case.rules, opened=case.opened))
    return played, found
