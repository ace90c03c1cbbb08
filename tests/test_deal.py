"""How a round starts: deals from a seed, and positions that are set up."""

import re
from typing import Any

import pytest
import rummy_fast as rf
from rummy_fast.palette import letters


class Pcg:
    """The random number generator of `src/round/deal.rs`, written independently."""

    MASK64 = 2**64 - 1
    MASK128 = 2**128 - 1

    def __init__(self, seed: int) -> None:
        words = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & self.MASK64
            word = ((seed ^ seed >> 30) * 0xBF58476D1CE4E5B9) & self.MASK64
            word = ((word ^ word >> 27) * 0x94D049BB133111EB) & self.MASK64
            words.append(word ^ word >> 31)
        self.increment = (words[2] << 65 | words[3] << 1 | 1) & self.MASK128
        self.state = (words[0] << 64 | words[1]) + self.increment
        self.step()

    def step(self) -> None:
        multiplier = 0x2360ED051FC65DA44385DF649FCCF645
        self.state = (self.state * multiplier + self.increment) & self.MASK128

    def below(self, sides: int) -> int:
        while True:
            self.step()
            turn = self.state >> 122
            word = (self.state >> 64 ^ self.state) & self.MASK64
            word = (word >> turn | word << 64 - turn) & self.MASK64
            product = word * sides
            if product & self.MASK64 >= 2**64 % sides:
                return product >> 64


def dealt(rules: rf.Rules, seats: int, seed: int) -> tuple[list[list[str]], list[str], int]:
    """Deal in plain Python: hands, pool, starter."""
    numbers = range(1, rules.values + 1)
    tiles = [f"{c}{n}" for c in letters(rules) for n in numbers for _ in range(rules.copies)]
    tiles += ["J"] * rules.jokers
    random = Pcg(seed)
    for last in range(len(tiles) - 1, 0, -1):
        other = random.below(last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    size = rules.hand_size
    hands = [tiles[seat * size : (seat + 1) * size] for seat in range(seats)]
    return hands, tiles[seats * size :], random.below(seats)


@pytest.mark.parametrize("seed", [0, 1, 2, 12345, 2**32, 2**63, 2**64 - 1])
@pytest.mark.parametrize(("preset", "seats"), [("schmidt", 2), ("sabra", 4), ("rummikub_xp", 6)])
def test_deals_follow_the_documentation(preset: str, seats: int, seed: int) -> None:
    rules = rf.Rules(preset)
    round_ = rf.Round.deal(seats, seed=seed, rules=rules)
    hands, pool, starter = dealt(rules, seats, seed)
    assert list(round_.hands) == [rf.Hand(hand, rules) for hand in hands]
    assert [str(tile) for tile in round_.pool] == pool
    assert round_.starter == round_.to_move == starter
    assert (round_.seats, round_.seed, round_.rules) == (seats, seed, rules)
    assert (round_.events, round_.outcome, round_.over) == ((), None, False)
    assert (round_.opened, round_.table) == ((False,) * seats, rf.Table(""))


def test_the_deal_of_a_seed_never_changes() -> None:
    round_ = rf.Round.deal(seed=0)
    assert [str(hand) for hand in round_.hands] == [
        "r9 r10 r11 y1 y1 y6 y7 y13 g2 g7 g9 g9 g10 g13",
        "r1 r7 r12 y9 y10 y12 g1 g4 g5 g7 g11 b1 b1 b12",
    ]
    assert " ".join(str(tile) for tile in round_.pool[:8]) == "g13 b5 y13 r9 g2 r13 r7 b12"
    assert round_.starter == 1
    assert rf.Round.deal(2, seed=0, starter=0).hands == round_.hands


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": -1}, "seed = -1: must be a whole number from 0 to 2**64 - 1"),
        ({"seed": 2**64}, "seed = 18446744073709551616: must be"),
        ({"seed": 1, "seats": 1}, "seats = 1: these rules are for 2 to 4 players (rule 2)"),
        ({"seed": 1, "seats": 5}, "seats = 5: these rules are for 2 to 4 players (rule 2)"),
        ({"seed": 1, "seats": 0}, "seats = 0: "),
        ({"seed": 1, "seats": -2}, "seats = -2: must be a whole number from 0"),
        ({"seed": 1, "seats": 2**70}, "seats = 1180591620717411303424: must be"),
        ({"seed": 1, "seats": 7, "rules": "rummikub_xp"}, "seats = 7: these rules are for 2 to 6"),
        ({"seed": 1, "starter": 2}, "starter = 2: this round has seats 0 to 1"),
        ({"seed": 1, "starter": -1}, "starter = -1: must be a whole number"),
        (
            {"seed": 1, "rules": rf.Rules(hand_size=60)},
            "dealing 60 to each of 2 seats takes 120 tiles: the deck has 106 (rules 1 and 2)",
        ),
    ],
)
def test_invalid_deals(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(rf.RummyError, match="^" + re.escape(message)):
        rf.Round.deal(**arguments)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({}, "seed"),
        ({"seed": None}, "seed"),
        ({"seed": 1.0}, "seed"),
        ({"seed": "1"}, "seed"),
        ({"seed": True}, "seed"),
        ({"seed": 1, "seats": "2"}, "seats"),
        ({"seed": 1, "seats": True}, "seats"),
        ({"seed": 1, "seats": 2.5}, "seats"),
        ({"seed": 1, "starter": "0"}, "starter"),
        ({"seed": 1, "rules": 3}, "rules"),
    ],
)
def test_deals_of_wrong_types(arguments: dict[str, Any], name: str) -> None:
    with pytest.raises(TypeError, match=name):
        rf.Round.deal(**arguments)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"hands": ["r5"]}, rf.RummyError, "seats = 1: these rules"),
        ({"hands": []}, rf.RummyError, "seats = 0: these rules"),
        ({"hands": ["r5", ""]}, rf.RummyError, "seat 1 has no tiles: the round would be over"),
        ({"to_move": 2}, rf.RummyError, "to_move = 2: this round has seats 0 to 1"),
        ({"to_move": -1}, rf.RummyError, "to_move = -1"),
        ({"starter": 2}, rf.RummyError, "starter = 2: this round has seats 0 to 1"),
        (
            {"opened": [True]},
            rf.RummyError,
            "opened needs one entry for each of the 2 seats, got 1",
        ),
        (
            {"hands": ["r5 r5", "r5"]},
            rf.InvalidTableError,
            "3 of r5 in the hands, on the table and in the pool: the deck has 2 (rule 1)",
        ),
        ({"pool": "J J J"}, rf.InvalidTableError, "3 of J in the hands"),
        ({"table": "r5 r6 r7 | r5 r6 r7", "pool": ["r6"]}, rf.InvalidTableError, "3 of r6"),
        ({"table": "r5 r6"}, rf.InvalidTableError, "meld 1:"),
        ({"table": ["r5 r6 r7", "r5"]}, rf.InvalidTableError, "meld 2:"),
        ({"hands": ["r5", "x5"]}, rf.NotationError, "unknown color 'x' in \"x5\""),
        ({"hands": ["r5", "r14"]}, rf.NotationError, "number out of range"),
        ({"pool": "J=r5"}, rf.NotationError, '"J=r5": a joker stands for'),
        ({"rules": "whist"}, rf.InvalidRulesError, 'unknown preset "whist"'),
    ],
)
def test_invalid_positions(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    good: dict[str, Any] = {"hands": ["r1 r2", "y1 y2"]}
    assert rf.Round.set_up(**good).seats == 2
    with pytest.raises(error, match="^" + re.escape(message)):
        rf.Round.set_up(**(good | arguments))


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"hands": "r5 | r6"}, "hands"),
        ({"hands": None}, "hands"),
        ({"hands": {"r5": 1, "r6": 1}}, "hands"),
        ({"hands": [5, 6]}, "hands"),
        ({"table": 5}, "table"),
        ({"pool": 5}, "pool"),
        ({"pool": [5]}, "pool"),
        ({"pool": b"r5"}, "pool"),
        ({"opened": "yes"}, "opened"),
        ({"opened": [1, 0]}, "opened"),
        ({"opened": 1}, "opened"),
        ({"to_move": "0"}, "to_move"),
        ({"starter": 0.0}, "starter"),
    ],
)
def test_positions_of_wrong_types(arguments: dict[str, Any], name: str) -> None:
    good: dict[str, Any] = {"hands": ["r1 r2", "y1 y2"]}
    with pytest.raises(TypeError, match=name):
        rf.Round.set_up(**(good | arguments))


def test_set_up_accepts_text_and_objects() -> None:
    tiles = [rf.Tile("r5"), rf.Tile("J")]
    round_ = rf.Round.set_up(
        [tiles, rf.Hand("y1")],
        rf.Table("r1 r2 r3"),
        ["g5", rf.Tile("b3"), "g4"],
        opened=(True, False),
        to_move=1,
    )
    assert round_.hands == (rf.Hand("r5 J"), rf.Hand("y1"))
    assert [str(tile) for tile in round_.pool] == ["g5", "b3", "g4"]
    assert (round_.opened, round_.to_move, round_.starter) == ((True, False), 1, 1)
    assert round_.seed is None
    # Tiles are drawn in the order in which they are given, as text too.
    assert round_.draw(1).pool_size == 2
    assert round_.hands[1] == rf.Hand("y1 g5")
    text = rf.Round.set_up(["r5", "r6"], pool="g5 b3-4 J")
    assert [str(tile) for tile in text.pool] == ["g5", "b3", "b4", "J"]
    assert rf.Round.set_up(["r5", "r6"], opened=False).opened == (False, False)
    assert rf.Round.set_up(["r5", "r6"]).opened == (True, True)
