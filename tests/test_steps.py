"""`play.steps()`: moves that lead from the table before a turn to the table after it."""

import pickle
from collections import Counter

import pytest
import rummy_fast as rf
from positions import records, rygb

KINDS = {"play", "take", "split", "join", "exchange", "shift"}


def carry_out(before: rf.Table, play: rf.Play) -> None:
    """Carry out the steps, heap by heap, and compare the result with the play."""
    heaps = Counter(str(meld) for meld in before)
    played: Counter[rf.Tile] = Counter()
    freed = 0
    for step in play.steps():
        assert step.kind in KINDS
        assert str(step) == step.text
        for heap in step.before:
            assert heaps[heap] > 0, (step, heaps)
            heaps[heap] -= 1
        heaps.update(step.after)
        played.update(step.from_hand)
        if step.kind == "exchange":
            freed += 1
            assert (step.borrowed is None) == (step.from_hand == step.tiles)
        elif step.kind == "play":
            freed -= len(step.tiles) - len(step.from_hand)
            assert freed >= 0, "a joker is played before it is exchanged"
        assert all(str(tile) in step.text for tile in step.from_hand)
    assert freed == 0
    assert +heaps == Counter(str(meld) for meld in play.table)
    assert played == Counter(play.tiles)


def test_an_exchange() -> None:
    steps = rf.solve("r3 J r5", "r4 y9 b9").steps()
    assert [str(step) for step in steps] == [
        "Exchange the joker of r3 J r5 for r4 from the hand: r3 r4 r5",
        "Play y9 b9 from the hand and the freed joker as a new meld: y9 b9 J",
    ]
    exchange, play = steps
    assert (exchange.kind, exchange.before, exchange.after) == (
        "exchange",
        ("r3 J r5",),
        ("r3 r4 r5",),
    )
    assert exchange.tiles == exchange.from_hand == (rf.Tile("r4"),)
    assert exchange.borrowed is None
    assert (play.kind, play.before, play.after) == ("play", (), ("y9 b9 J",))
    assert play.tiles == (rf.Tile("y9"), rf.Tile("b9"), rf.Tile("J"))
    assert play.from_hand == (rf.Tile("y9"), rf.Tile("b9"))


def test_a_borrowed_tile_is_named() -> None:
    play = rf.solve("J r5 r6 r7 | r4 y4 g4 b4 | b10 b11 b12", "y9 b9", tidy=True)
    borrowing = [step for step in play.steps() if step.borrowed is not None]
    assert [step.borrowed for step in borrowing] == ["r4 y4 g4 b4"]
    assert "borrowed" in str(borrowing[0])
    assert not any("b10" in str(step) for step in play.steps())


def test_no_steps_without_a_play() -> None:
    assert rf.solve("r5 r6 r7", "y5 b5").steps() == ()
    assert rf.solve("", "").steps() == ()


@pytest.mark.parametrize("rules", ["schmidt", "free_jokers", "rummikub_eu", "sabra"])
@pytest.mark.parametrize("tidy", [False, True])
def test_self_play(rules: str, tidy: bool) -> None:  # noqa: FBT001 - a parameter of the test
    positions = records("selfplay")
    plays = rf.solve_many(
        [{name: record[name] for name in ("table", "hand", "opened")} for record in positions],
        rules=rygb(rules),
        tidy=tidy,
    )
    steps = 0
    for record, play in zip(positions, plays, strict=True):
        assert isinstance(play, rf.Play)
        carry_out(rf.Table(record["table"]), play)
        steps += len(play.steps())
    assert steps > 100


def test_a_play_keeps_its_position() -> None:
    rules = rf.Rules.free_jokers()
    play = rf.solve("r3 J r5", "r2 y5 b5", rules=rules)
    again = pickle.loads(pickle.dumps(play))  # noqa: S301 - our own pickle
    assert again.steps() == play.steps() != ()
    made = rf.Play("r4", "r3 r4 r5 | y9 b9 J", 4)
    with pytest.raises(rf.RummyError, match="construct it with before and hand"):
        made.steps()
    made = rf.Play("r4 y9 b9", "r3 r4 r5 | y9 b9 J", 22, True, "r3 J r5", "r4 y9 b9")  # noqa: FBT003
    assert made == rf.solve("r3 J r5", "r4 y9 b9")
    carry_out(rf.Table("r3 J r5"), made)
    with pytest.raises(rf.IllegalTurnError):
        rf.Play("r4", "r3 r4 r5", 4, before="r3 J r5", hand="r4").steps()
    with pytest.raises(rf.RummyError, match="give both before and hand"):
        rf.Play("r4", "r3 r4 r5", 4, before="r3 J r5")


def test_steps_are_values() -> None:
    for step in rf.solve("r3 J r5 | r4 y4 g4 b4", "y9 b9").steps():
        assert eval(repr(step), vars(rf).copy()) == step  # noqa: S307 - the repr pastes back
        again = pickle.loads(pickle.dumps(step))  # noqa: S301 - our own pickle
        assert again == step
        assert hash(again) == hash(step)
        with pytest.raises(AttributeError):
            step.kind = "play"  # type: ignore[misc]
    bare = rf.Step("play", "Play them", ["y9", rf.Tile("b9")], [], ["y9 b9 J"])
    assert bare.tiles == (rf.Tile("y9"), rf.Tile("b9"))
    assert bare.from_hand == ()
    with pytest.raises(rf.NotationError):
        rf.Step("play", "Play it", "x9", [], [])
