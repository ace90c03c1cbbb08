"""The value classes: equality, hash, order, pickle, and immutability."""

import copy
import pickle
from itertools import pairwise
from typing import Any

import pytest
import rummy_fast as rf
from rummy_fast.bots import BUILT_IN

TURN = rf.check_turn("r5 r6 r7", "y5", "r5 r6 r7 | y5 r5")
VALUES: list[Any] = [
    rf.Tile("r6"),
    rf.Tile("J"),
    rf.Tile("w26", rf.Rules(colors=8, values=26)),
    rf.Hand("r6 y2 J"),
    rf.Hand(""),
    rf.Hand("k3 k3 k3", rf.Rules(colors=5, copies=3)),
    rf.Meld("r3 J r5"),
    rf.Meld("r5 J=r6 J=r7"),
    rf.Meld("k3 k4 k5", rf.Rules(colors=5)),
    rf.Table("r3 r4 r5 | r8 y8 g8"),
    rf.Table(""),
    rf.Rules.schmidt(),
    rf.Rules.rummikub_xp().replace(turn_seconds=None, players=5),
    rf.solve("g2 g3 g4 g5", "g6 y2 b2"),
    TURN,
    TURN.reasons[0],
    TURN.reasons[0].wording,
    rf.Reason("locked_meld_broken", "text", "r3 J r5", 2),
    rf.check_turn("r3 J r5", "r4 y9 b9", "r3 r4 r5 | y9 b9 J"),
    rf.TableJoker("exchanged", 0, "r4", "r4", 3),
    rf.TableJoker("stayed", 1, "y8 g8", stays_in=0),
    rf.TableJoker("free", 1, "y8 g8"),
    rf.Play("r1", "r1 r2 r3", 1, proven=False, upper_bound=3, nodes=17),
    rf.Wording("{count} tile", {"count": 2, "all": (rf.Wording("a"), rf.Wording("b"))}, "{count}"),
    rf.solve("g2 g3 g4 g5", "g6 y2 b2").steps()[0],
    rf.Turn.play("r3 r4 r5 | r8 y8 g8"),
    rf.Turn.play("k3 k4 k5", rf.Rules(colors=5)),
    rf.Turn.draw(),
    rf.Turn.pass_(),
    rf.Event(1, "play", "r3 J", "r3 J r5", 0, 12, 70),
    rf.Event(0, "timeout", "", "k3 k4 k5", 3, 17, 0, rf.Rules(colors=5)),
    rf.Outcome("stalemate", [0, 2], [7, -14, 7], [10, 24, 10]),
    rf.Greedy(),
    rf.Careful(),
    rf.Search(7),
    rf.Search(2**64 - 1, positions=300, seconds=0.25, threads=2),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(value: Any, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(value, protocol))  # noqa: S301 - our own pickle
    assert type(again) is type(value)
    assert again == value
    assert hash(again) == hash(value)
    assert repr(again) == repr(value)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_copy(value: Any) -> None:
    assert copy.copy(value) == value
    assert copy.deepcopy([value]) == [value]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_repr_pastes_back(value: Any) -> None:
    assert eval(repr(value), vars(rf).copy()) == value  # noqa: S307 - our own repr


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_equal_only_to_the_same_type(value: Any) -> None:
    assert value == value  # noqa: PLR0124 - tests __eq__
    for other in (None, 0, "", str(value), object()):
        assert value != other
        assert not value == other  # noqa: SIM201 - __eq__ too
    assert len({value, copy.deepcopy(value)}) == 1


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_frozen(value: Any) -> None:
    names = [name for name in dir(value) if not name.startswith("_")]
    assert names
    for name in [*names, "other"]:
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, name, 1)
    with pytest.raises((AttributeError, TypeError)):
        del value.tiles


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_final(value: Any) -> None:
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Mine", (type(value),), {})


def test_order() -> None:
    tiles = [rf.Tile(tile) for tile in ("r1", "r13", "y1", "g5", "b2", "J")]
    assert all(low < high for low, high in pairwise(tiles))
    assert tiles[0] < tiles[1] <= tiles[1] > tiles[0] >= tiles[0]
    melds = [rf.Meld(text) for text in ("r3 r4 r5", "r3 r4 r5 r6", "r3 y3 g3", "y1 y2 y3")]
    assert all(low < high for low, high in pairwise(melds))
    assert rf.Table("r1 r2 r3") < rf.Table("r2 r3 r4")
    pairs: list[Any] = [
        (tiles[0], "r2"),
        (tiles[0], 1),
        (melds[0], tiles[0]),
        (rf.Hand("r1"), "r2"),
    ]
    for pair in pairs:
        with pytest.raises(TypeError):
            sorted(pair)


def test_hands_compare_by_inclusion() -> None:
    small, large, other = rf.Hand("r1 r2"), rf.Hand("r1 r1 r2"), rf.Hand("r3 J")
    assert small < large
    assert small <= large
    assert large > small
    assert large >= small
    assert small <= small  # noqa: PLR0124 - reflexive
    assert not small < small  # noqa: PLR0124
    assert not large <= small
    for one, two in ((large, other), (other, large)):
        assert not any((one < two, one <= two, one > two, one >= two))
    assert rf.Hand("") < other
    assert sorted([other, large, small], key=lambda hand: hand.tiles) == [large, small, other]


def test_sums_and_differences_of_hands() -> None:
    hand = rf.Hand("r1 r1 J")
    assert hand + "r2 J" == rf.Hand("r1 r1 r2 J J")
    assert hand + rf.Hand("") == hand
    assert hand - "r1" == rf.Hand("r1 J")
    assert hand - [rf.Tile("r1"), "J"] == rf.Hand("r1")
    assert hand - hand == rf.Hand("")
    play = rf.solve("g2 g3 g4 g5", "g6 y2 b2 r9")
    assert play.hand is not None
    assert play.hand - play.tiles == rf.Hand("r9")
    assert rf.Hand("k9", {"colors": 5}) + "k9" - "k9" == rf.Hand("k9", {"colors": 5})


def test_what_a_hand_refuses_to_add_and_remove() -> None:
    hand = rf.Hand("r1 r1 J")
    with pytest.raises(rf.RummyError, match=r"the hand has r1 r1 J: cannot remove r1 y2$"):
        hand - "r1 r1 r1 y2"
    with pytest.raises(rf.RummyError, match="the hand is empty: cannot remove J"):
        rf.Hand("") - "J"
    with pytest.raises(rf.InvalidTableError, match="r1"):
        hand + "r1 r1 r1"
    for wrong in ("x9", "r27"):
        with pytest.raises(rf.NotationError):
            hand + wrong
        with pytest.raises(rf.NotationError):
            hand - wrong
    nothing: Any
    for nothing in (1, None, object()):
        with pytest.raises(TypeError, match="unsupported operand"):
            hand + nothing
        with pytest.raises(TypeError, match="unsupported operand"):
            hand - nothing


def test_truth_and_membership() -> None:
    assert not rf.Hand("")
    assert not rf.Table("")
    assert rf.Hand("r1")
    assert rf.Tile("r1") in rf.Hand("r1 r2")
    assert rf.Tile("r4") not in rf.Meld("r1 r2 r3")
    assert rf.Meld("r3 r2 r1") in rf.Table("r1 r2 r3")
    assert "r1" in rf.Hand("r1 r2")
    assert "J" not in rf.Hand("r1 r2")
    assert "w26" not in rf.Hand("r1 r2")
    assert "R1" in rf.Meld("r1 r2 r3")
    assert "J" in rf.Meld("r1 J r3")
    assert "r3 r2 r1" in rf.Table("r1 r2 r3")
    assert "w24 w25 w26" not in rf.Table("r1 r2 r3")
    assert "r8 y8 J" in rf.Table("r8 y8 J | r1 r2 r3")
    assert "r8 y8 b8 k8 J" in rf.Table("r8 y8 b8 k8 J", {"colors": 5})
    assert "r1 r2" in rf.Table("r1 r2", {"shortest_meld": 2})


@pytest.mark.parametrize(
    ("where", "wrong"),
    [
        (rf.Hand("r1"), "x9"),
        (rf.Hand("r1"), ""),
        (rf.Hand("r1"), "r1 r2"),
        (rf.Meld("r1 r2 r3"), "r1 r2 r3"),
        (rf.Table("r1 r2 r3"), "r1 x9"),
    ],
)
def test_membership_refuses_text_that_cannot_be_read(where: Any, wrong: str) -> None:
    with pytest.raises(rf.NotationError):
        wrong in where  # noqa: B015


def test_membership_refuses_what_cannot_be_in_it() -> None:
    things: list[Any] = [rf.Hand("r1"), rf.Meld("r1 r2 r3"), rf.Table("r1 r2 r3")]
    for where in things:
        for wrong in (1, None, rf.Hand("r1")):
            with pytest.raises(TypeError, match=r"argument '(tile|meld)': expected text"):
                wrong in where  # noqa: B015
    with pytest.raises(rf.InvalidMeldError):
        "r1 r2" in rf.Table("r1 r2 r3")  # noqa: B015


def test_every_built_in_bot_is_here() -> None:
    kinds = {type(value) for value in VALUES}
    assert kinds >= {known.kind for known in BUILT_IN.values()}
