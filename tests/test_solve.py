"""What `solve` takes besides a table and a hand, and what a `Play` tells besides its tiles."""

import pickle
from typing import Any

import pytest
import rummy_fast as rf
from positions import HARD_RULES, hard_hand, weights


def middle(preset: str = "schmidt") -> rf.Round:
    """A round in which the seat to move has opened and can play."""
    for seed in range(100):
        table = rf.Round.deal(seed=seed, rules=preset)
        while table.outcome is None:
            view = table.view(table.to_move)
            if view.opened[view.seat] and rf.solve(view):
                return table
            table.take(view.seat, rf.Greedy().choose(view))
    raise AssertionError


@pytest.mark.parametrize("preset", rf.Rules.presets())
def test_solving_a_view(preset: str) -> None:
    table = middle(preset)
    for seat in range(2):
        view = table.view(seat)
        options: Any = {"rules": view.rules, "opened": view.opened[seat]}
        play = rf.solve(view)
        assert play == rf.solve(view.table, view.hand, **options)
        assert (play.before, play.hand) == (view.table, view.hand)
        assert (play.rules, play.opened) == (view.rules, view.opened[seat])
        tidy = rf.solve(view.table, view.hand, tidy=True, objective="points", **options)
        assert rf.solve(view, tidy=True, objective="points") == tidy
        assert rf.candidates(view, most=5) == rf.candidates(
            view.table, view.hand, most=5, **options
        )
        assert rf.solve_many([view, (view.table, view.hand)], rules=preset)[0] == play


def test_a_view_that_has_not_opened_opens() -> None:
    view = rf.Round.deal(seed=3).view(0)
    assert rf.solve(view).opened is False


@pytest.mark.parametrize(
    "extra", [{"hand": "r1"}, {"rules": "schmidt"}, {"opened": True}, {"opened": False}]
)
def test_a_view_comes_with_everything(extra: Any) -> None:
    view = rf.Round.deal(seed=1).view(0)
    for call in (rf.solve, rf.candidates):
        with pytest.raises(TypeError, match="a View has a hand, rules and opened of its own"):
            call(view, **extra)


def test_a_table_does_not_come_with_a_hand() -> None:
    for call in (rf.solve, rf.candidates):
        with pytest.raises(TypeError, match="argument 'hand': expected"):
            call("r1 r2 r3")


def test_the_turn_of_a_play() -> None:
    table = middle()
    play = rf.solve(table.view(table.to_move))
    assert play.turn() == rf.Turn.play(play.table) == play.turn(0)
    assert table.take(table.to_move, play.turn()).kind == "play"
    nothing = rf.solve("r1 r2 r3", "b9")
    assert nothing.turn() == nothing.turn(5) == nothing.turn(None) == rf.Turn.draw()
    assert nothing.turn(0) == rf.Turn.pass_()
    with pytest.raises(rf.RummyError, match="pool_size"):
        nothing.turn(-1)
    wrong: Any = "1"
    with pytest.raises(TypeError, match="pool_size"):
        nothing.turn(wrong)


def test_the_melds_that_a_play_keeps_changes_and_makes() -> None:
    play = rf.solve("g2 g3 g4 g5 | r7 r8 r9", "g6 y2 b2", tidy=True)
    assert [str(meld) for meld in play.kept] == ["r7 r8 r9"]
    assert [str(meld) for meld in play.changed] == ["g2 g3 g4 g5"]
    assert [str(meld) for meld in play.new] == ["y2 g2 b2", "g3 g4 g5 g6"]


def test_equal_melds_are_counted() -> None:
    play = rf.Play("r4", "r1 r2 r3 | r1 r2 r3 r4", 4, before="r1 r2 r3 | r1 r2 r3", hand="r4")
    assert [str(meld) for meld in play.kept] == ["r1 r2 r3"]
    assert [str(meld) for meld in play.changed] == ["r1 r2 r3"]
    assert [str(meld) for meld in play.new] == ["r1 r2 r3 r4"]


@pytest.mark.parametrize("name", ["kept", "changed", "new"])
def test_a_play_without_a_position_has_no_melds_to_compare(name: str) -> None:
    play = rf.Play("r1", "r1 r2 r3", 1)
    with pytest.raises(rf.RummyError, match="construct it with before and hand"):
        getattr(play, name)


def test_the_upper_bound_of_a_proven_play_is_what_it_reaches() -> None:
    arguments: Any = ("g2 g3 g4 g5", "g6 y2 b2 r9")
    assert rf.solve(*arguments).upper_bound == 3
    assert rf.solve(*arguments, objective="points").upper_bound == 10
    assert rf.solve(*arguments, objective={"g6": 0.25, "y2": 2}).upper_bound == 2.25
    assert rf.solve("r1 r2 r3", "b9").upper_bound == 0
    assert rf.solve(*arguments, tidy=True).upper_bound == 3


def test_the_upper_bound_of_a_play_that_is_not_proven() -> None:
    table, hand = "r1 r2 r3 r4 r5 | y1 y2 y3 y4 y5", hard_hand()
    for objective in ("tiles", "points", weights()):
        options: Any = {"rules": HARD_RULES, "objective": objective, "limit": 1e-9}
        play = rf.solve(table, hand, **options)
        if play.proven:
            continue
        full = rf.solve(table, hand, **(options | {"limit": 1}))
        for one in (play, full):
            assert one.upper_bound is not None
        assert play.upper_bound is not None
        assert full.upper_bound is not None
        reached = {"tiles": len(full.tiles), "points": full.points}
        if isinstance(objective, str):
            assert reached[objective] <= full.upper_bound <= play.upper_bound
            assert isinstance(play.upper_bound, int)
        else:
            assert isinstance(play.upper_bound, float)
        break
    else:
        pytest.fail("every search was proven within a nanosecond")


def test_the_upper_bound_leaves_out_tiles_that_fit_nowhere() -> None:
    hand = [tile for tile in hard_hand() if tile[0] not in "wJ" and tile[1:] != "1"]
    options: Any = {"rules": HARD_RULES, "objective": weights(), "limit": 1e-9}
    with_it, without = rf.solve("", [*hand, "w1"], **options), rf.solve("", hand, **options)
    assert not with_it.proven
    assert not without.proven
    assert with_it.upper_bound == without.upper_bound != 0


def test_the_number_of_nodes_measures_the_work() -> None:
    easy = rf.solve("g2 g3 g4 g5", "g6 y2 b2")
    assert easy.nodes == rf.solve("g2 g3 g4 g5", "g6 y2 b2").nodes
    assert easy.nodes is not None
    assert 0 < easy.nodes < 100
    hard = rf.solve("", hard_hand(), rules=HARD_RULES, objective=weights(), limit=0.1)
    assert hard.nodes is not None
    assert hard.nodes > easy.nodes
    (many,) = rf.solve_many([("g2 g3 g4 g5", "g6 y2 b2")])
    assert isinstance(many, rf.Play)
    assert many.nodes == easy.nodes


def test_candidates_have_neither_bound_nor_nodes() -> None:
    first = rf.candidates("g2 g3 g4 g5", "g6 y2 b2")[0]
    assert first.upper_bound is None
    assert first.nodes is None


def test_a_pickled_play_keeps_bound_and_nodes() -> None:
    for play in (
        rf.solve("g2 g3 g4 g5", "g6 y2 b2"),
        rf.solve("", "r1 r2 r3", objective={"r1": 0.5}),
        rf.Play("r1", "r1 r2 r3", 1),
    ):
        again = pickle.loads(pickle.dumps(play))  # noqa: S301 - our own pickle
        assert (again.upper_bound, again.nodes) == (play.upper_bound, play.nodes)
        assert (again.before, again.hand, again.opened, again.rules) == (
            play.before,
            play.hand,
            play.opened,
            play.rules,
        )
