"""Invalid input: each kind has its own clear error."""

import itertools
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import rummy_fast as rf

LONG = "r6 " * 50_000


@pytest.mark.parametrize(
    ("tile", "message"),
    [
        ("x6", "unknown color 'x' in \"x6\": this deck has r y g b"),
        ("k6", "unknown color 'k'"),
        ("r0", 'number out of range in "r0": this deck has 1 to 13'),
        ("r14", 'number out of range in "r14"'),
        ("r99999999999999999999", "number out of range"),
        ("", "is not a tile"),
        ("r", '"r" is not a tile'),
        ("6", '"6" is not a tile'),
        ("6r6", '"6r6" is not a tile'),
        ("r6r7", '"r6r7" is not a tile'),
        ("r--6", '"r--6" is not a tile'),
        ("r3-5", '"r3-5" is not a tile'),
        ("J=r6", "is not a tile"),
        ("♥6", "is not a tile"),
        ("r\uff16", "is not a tile"),
        ("r6\0", "is not a tile"),
        ("\ud800", "not valid Unicode"),
        ("r" + "6" * 70_000, "number out of range"),
    ],
    ids=lambda value: repr(value[:12]),
)
def test_tile(tile: str, message: str) -> None:
    with pytest.raises(rf.NotationError) as refused:
        rf.Tile.parse(tile)
    assert message in str(refused.value)
    assert len(str(refused.value)) < 300
    with pytest.raises(rf.NotationError):
        rf.solve("", [tile])


@pytest.mark.parametrize(
    ("hand", "error", "message"),
    [
        ("r6 x6", rf.NotationError, "unknown color 'x' in \"x6\""),
        ("r6 r14", rf.NotationError, 'number out of range in "r14"'),
        ("r6-3", rf.NotationError, '"r6-3" does not rise'),
        ("r6 | r7", rf.NotationError, '"|" separates the melds of a table'),
        ("J=r6", rf.NotationError, '"J=r6": a joker stands for a tile only in a meld'),
        (LONG, rf.NotationError, "more than the limit of 65536"),
        ("r6 r6 r6", rf.InvalidTableError, "3 of r6 in the hand: the deck has 2"),
        ("J J J", rf.InvalidTableError, "3 of J in the hand: the deck has 2"),
        (["r6"] * 2000, rf.InvalidTableError, "argument 'hand': more than 1000 items"),
        (itertools.repeat("r6"), rf.InvalidTableError, "argument 'hand': more than 1000 items"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_hand(hand: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as refused:
        rf.solve("", hand)
    assert message in str(refused.value)


def test_hand_without_a_table() -> None:
    with pytest.raises(rf.InvalidTableError, match="3 of r6 in the hand"):
        rf.Hand.parse("r6 r6 r6")
    with pytest.raises(rf.NotationError, match="unknown color"):
        rf.Hand.parse("q6")


@pytest.mark.parametrize(
    ("meld", "message"),
    [
        ("r5 r6", '"r5 r6" has 2 tiles: a meld has at least 3 (rules 4 and 5)'),
        ("r7 r7 b7", '"r7 r7 b7" has r7 twice: the tiles of a group have different colors'),
        ("r7 y7 J r7", "has r7 twice"),
        ("r3 r4 r6", '"r3 r4 r6" has a gap: no tile for r5 (rule 5)'),
        ("r12 r13 r1", '"r12 r13 r1" is not a run: after 13 comes nothing (rule 5)'),
        ("r5 r5 r6", '"r5 r5 r6" has r5 twice: the numbers of a run rise by one'),
        ("r8 y8 g8 b8 J", "has 5 tiles: a group has at most one of each of the 4 colors"),
        ("r8 y8 g8 b8 r8", "has r8 twice"),
        ("r12 r13 J", '"r12 r13 J" goes beyond the numbers 1 to 13'),
        ("J r1 r2", "goes beyond the numbers 1 to 13"),
        ("r5 J J", '"r5 J J" is ambiguous: with one natural tile, write what the jokers'),
        ("J r5 J", "is ambiguous"),
        ("J J J", "has only jokers"),
        ("r5 y6 g7", '"r5 y6 g7" is neither a group (one number) nor a run (one color)'),
        ("r5 J r6", "is not in order"),
        ("J r5 r6 r4", "is not in order"),
    ],
)
def test_meld(meld: str, message: str) -> None:
    with pytest.raises(rf.InvalidMeldError) as refused:
        rf.Meld.parse(meld)
    assert message in str(refused.value)
    with pytest.raises(rf.InvalidTableError) as refused_table:
        rf.solve(["b1 b2 b3", meld], "r1")
    assert f"meld 2: {refused.value}" == str(refused_table.value)
    verdict = rf.check_turn("", "r1 r2 r3 b1 b2 b3", ["b1 b2 b3", meld])
    assert not verdict
    assert verdict.reasons[0].code == "invalid_meld"
    assert message in verdict.reasons[0].message


def test_an_empty_meld() -> None:
    for meld in ("", " ", []):
        with pytest.raises(rf.InvalidMeldError, match="an empty meld"):
            rf.Meld(meld)
    assert rf.Table(["", "r3 r4 r5"]) == rf.Table("r3 r4 r5 |") == rf.Table("r3 r4 r5")


@pytest.mark.parametrize(
    ("table", "error", "message"),
    [
        ("r3 r4 x5", rf.NotationError, "meld 1: unknown color 'x' in \"x5\""),
        ("r3 r4 r5 | r13 r14 r15", rf.NotationError, 'meld 2: number out of range in "r14"'),
        ("r1-3 | r1-3 | r1-3", rf.InvalidTableError, "3 of r1 on the table: the deck has 2"),
        ("r1 J r3 | y1 J y3 | g1 J g3", rf.InvalidTableError, "3 of J on the table"),
        ("r5 r6 | x1", rf.InvalidTableError, 'meld 1: "r5 r6" has 2 tiles'),
        (LONG, rf.NotationError, "more than the limit of 65536"),
        (["r3 r4 r5 | r8 y8 g8"], rf.NotationError, '"|" separates the melds of a table'),
        (itertools.repeat("r3 r4 r5"), rf.InvalidTableError, "argument 'table': more than 1000"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_table(table: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as refused:
        rf.solve(table, "r1")
    assert message in str(refused.value)


def test_table_lists_every_fault() -> None:
    with pytest.raises(rf.InvalidTableError) as refused:
        rf.Table.parse("r5 r6 | r1 r2 r3 | y1 y3 y4")
    assert str(refused.value).count("meld ") >= 2


def test_table_and_hand_exceed_the_deck() -> None:
    message = "3 of r3 on the table and in the hand: the deck has 2"
    for table, hand in (("r3 r4 r5", "r3 r3"), (rf.Table("r3 r4 r5"), rf.Hand("r3 r3"))):
        with pytest.raises(rf.InvalidTableError, match=message):
            rf.solve(table, hand)
        with pytest.raises(rf.InvalidTableError, match=message):
            rf.check_turn(table, hand, "r3 r4 r5")


def test_objects_of_another_deck() -> None:
    rules = rf.Rules(colors=5, copies=3)
    table, hand = rf.Table("k3 k4 k5", rules), rf.Hand("k6", rules)
    assert len(rf.solve(table, hand, rules=rules).tiles) == 1
    with pytest.raises(rf.InvalidTableError, match="k3 k4 k5"):
        rf.solve(table, hand)


def test_empty_input_is_valid() -> None:
    tables: list[Any] = ["", " ", [], (), rf.Table("")]
    hands: list[Any] = ["", " ", [], rf.Hand("")]
    for table in tables:
        for hand in hands:
            play = rf.solve(table, hand)
            assert not play
            assert (play.tiles, play.points, play.proven, len(play.table)) == ((), 0, True, 0)
    assert rf.solve("r3 r4 r5", "").table == rf.Table("r3 r4 r5")
    assert [str(tile) for tile in rf.solve("", "r3 r4 r5").tiles] == ["r3", "r4", "r5"]


def test_hand_of_sixty() -> None:
    hand = "r1-13 y1-13 g1-13 b1-13 r1-6 J J"
    play = rf.solve("", hand)
    assert len(hand.split()) < 60
    assert len(rf.Hand(hand)) == len(play.tiles) == 60
    assert rf.check_turn("", hand, play.table)


NOT_TEXT = [None, 3, 2.5, True, b"r3 r4 r5", bytearray(b"r3"), {"r3": 1}, object(), [3], [None]]


@pytest.mark.parametrize("value", NOT_TEXT, ids=repr)
def test_not_text(value: Any) -> None:
    calls: dict[str, Any] = {
        "table": lambda: rf.solve(value, "r3"),
        "hand": lambda: rf.solve("", value),
        "before": lambda: rf.check_turn(value, "r3", ""),
        "after": lambda: rf.check_turn("", "r3", value),
        "text": lambda: rf.Tile.parse(value),
        "tile": lambda: rf.Tile(value),
        "tiles": lambda: rf.Meld(value),
        "melds": lambda: rf.Table(value),
    }
    for argument, call in calls.items():
        with pytest.raises(TypeError, match=f"argument '{argument}': expected .*, got "):
            call()


def test_wrong_objects_for_each_other() -> None:
    tile: Any = rf.Tile("r3")
    meld: Any = rf.Meld("r3 r4 r5")
    hand: Any = rf.Hand("r3")
    table: Any = rf.Table("r3 r4 r5")
    calls: list[Any] = [
        lambda: rf.solve(tile, "r3"),
        lambda: rf.solve(hand, "r3"),
        lambda: rf.solve("", table),
        lambda: rf.solve("", tile),
        lambda: rf.Meld(tile),
        lambda: rf.Tile(meld),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="expected"):
            call()


def test_missing_and_unknown_arguments() -> None:
    solve: Any = rf.solve
    with pytest.raises(TypeError, match="hand"):
        solve("")
    with pytest.raises(TypeError, match="color"):
        solve("", "", color=1)
    for wrong in ("yes", 1, None):
        with pytest.raises(TypeError, match="argument 'opened': expected True or False, got "):
            solve("", "", opened=wrong)


WRONG_TYPES: list[tuple[str, Callable[[Any], object]]] = [
    ("tidy", lambda value: rf.solve("", "", tidy=value)),
    ("opened", lambda value: rf.solve_many([], opened=value)),
    ("tidy", lambda value: rf.solve_many([], tidy=value)),
    ("opened", lambda value: rf.candidates("", "", opened=value)),
    ("most", lambda value: rf.candidates("", "", most=value)),
    ("opened", lambda value: rf.check_turn("", "", "", opened=value)),
    ("jokers", lambda value: rf.count_melds(jokers=value)),
    ("longest_run", lambda value: rf.count_melds(longest_run=value)),
    ("deals", rf.count_openings),
    ("points", lambda value: rf.Play("", "", value)),
    ("proven", lambda value: rf.Play("", "", 0, value)),
    ("plays", lambda value: rf.Candidates(value, complete=True)),
    ("complete", lambda value: rf.Candidates([], complete=value)),
    ("reasons", rf.Verdict),
    ("code", lambda value: rf.Reason(value, "")),
    ("message", lambda value: rf.Reason("", value)),
    ("subject", lambda value: rf.Reason("", "", value)),
    ("kind", rf.Turn),
    ("kind", lambda value: rf.Event(0, value, "", "", 0, 0, 0)),
    ("ending", lambda value: rf.Outcome(value, [], [], [])),
    ("scores", lambda value: rf.Outcome("void", [], [value], [])),
    ("text", lambda value: rf.Step("play", value, "", (), ())),
    ("before", lambda value: rf.Step("play", "", "", value, ())),
    ("before", lambda value: rf.Step("play", "", "", [value], ())),
    ("template", rf.Wording),
    ("values", lambda value: rf.Wording("", value)),
    ("plural", lambda value: rf.Wording("", {}, value)),
    ("positions", lambda value: rf.Search(positions=value)),
    ("seconds", lambda value: rf.Search(seconds=value)),
    ("threads", lambda value: rf.Search(threads=value)),
    ("view", rf.Greedy().choose),
]


@pytest.mark.parametrize(("argument", "call"), WRONG_TYPES)
def test_type_errors_name_the_argument(argument: str, call: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match=f"argument '{argument}': expected .*, got complex"):
        call(1j)


def test_whole_numbers_are_anything_with_an_index() -> None:
    class Two:
        def __index__(self) -> int:
            return 2

    assert rf.Round.deal(Two(), seed=Two()) == rf.Round.deal(2, seed=2)
    assert rf.Rules(copies=Two()).copies == 2
    assert rf.Search(np.uint64(2**64 - 1)).seed == 2**64 - 1
    assert rf.count_melds(jokers=np.int8(1)) == rf.count_melds(jokers=1)
    assert rf.Outcome("void", [], [np.int64(-5)], [np.int32(5)]).scores == (-5,)
    for wrong in (True, np.True_, 2.0, np.float64(2), "2"):
        with pytest.raises(TypeError, match="argument 'seed': expected a whole number, got"):
            rf.Search(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-1, 2**32, 2**70, -(2**70)])
def test_whole_numbers_out_of_range(number: int) -> None:
    calls: dict[str, Callable[[], object]] = {
        "points": lambda: rf.Play("", "", number),
        "jokers": lambda: rf.count_melds(jokers=number),
        "seat": lambda: rf.Round.deal(seed=1).view(number),
        "drawn": lambda: rf.Event(0, "draw", "", "", number, 0, 0),
    }
    for argument, call in calls.items():
        message = f"{argument} = {number}: must be a whole number from 0 to 4294967295"
        with pytest.raises(rf.RummyError, match=message):
            call()


@pytest.mark.parametrize("limit", [0, -1, -0.0, 1e300, float("inf"), float("nan"), 10**400])
def test_limit_out_of_range(limit: Any) -> None:
    with pytest.raises(rf.RummyError, match=r"limit = .*: must be more than 0"):
        rf.solve("", "r3", limit=limit)
    with pytest.raises(rf.RummyError, match="limit"):
        rf.solve_many([], limit=limit)


@pytest.mark.parametrize("limit", ["1", b"1", True, [], object()], ids=repr)
def test_limit_of_wrong_type(limit: Any) -> None:
    with pytest.raises(TypeError, match="argument 'limit': expected a number of seconds or None"):
        rf.solve("", "r3", limit=limit)


@pytest.mark.parametrize("limit", [1e-9, 1e-300, 1, 3600.0, 31_536_000])
def test_valid_limit(limit: float) -> None:
    assert rf.solve("r3 r4 r5", "r6", limit=limit).table.tiles[:1] == (rf.Tile("r3"),)


@pytest.mark.parametrize("objective", ["most", "", "Tiles", "tiles\0", "points" * 1000])
def test_unknown_objective(objective: Any) -> None:
    with pytest.raises(rf.RummyError, match='expected "tiles", "points", or a mapping'):
        rf.solve("", "r3", objective=objective)


@pytest.mark.parametrize("objective", [None, 3, True, b"tiles", ["tiles"]], ids=repr)
def test_objective_of_wrong_type(objective: Any) -> None:
    with pytest.raises(TypeError, match='\'objective\': expected "tiles", "points", or a mapping'):
        rf.solve("", "r3", objective=objective)


@pytest.mark.parametrize("weight", [float("nan"), -1, -1e-9, 1e7, float("inf"), 10**400])
def test_weight_out_of_range(weight: Any) -> None:
    with pytest.raises(
        rf.RummyError, match=r"weight of r3.*a weight is a number from 0 to 1000000"
    ):
        rf.solve("", "r3", objective={"y1": 1, "r3": weight})


@pytest.mark.parametrize("weight", ["1", None, True, [], 1j], ids=repr)
def test_weight_of_wrong_type(weight: Any) -> None:
    with pytest.raises(TypeError, match="expected the weight of r3 to be a number, got"):
        rf.solve("", "r3", objective={"r3": weight})


def test_weights_of_tiles() -> None:
    numbered: Any = {3: 1}
    twice: Any = {"r3": 1, rf.Tile("r3"): 2}
    mixed: Any = {rf.Tile("y3"): 5.5, "r1": 1}
    with pytest.raises(rf.NotationError, match="unknown color"):
        rf.solve("", "r3", objective={"x3": 1})
    with pytest.raises(TypeError, match="argument 'objective'"):
        rf.solve("", "r3", objective=numbered)
    with pytest.raises(rf.RummyError, match="r3 has two weights"):
        rf.solve("", "r3", objective=twice)
    heavy = rf.solve("", "r1 r2 r3 y3 g3", objective=mixed)
    assert [str(tile) for tile in heavy.tiles] == ["r3", "y3", "g3"]


@pytest.mark.parametrize("threads", [0, -1, 1025, 10**30])
def test_threads_out_of_range(threads: int) -> None:
    with pytest.raises(rf.RummyError, match=r"threads = .*: must be a whole number from 1 to 1024"):
        rf.solve_many([], threads=threads)


@pytest.mark.parametrize("threads", ["2", 2.0, True], ids=repr)
def test_threads_of_wrong_type(threads: Any) -> None:
    with pytest.raises(TypeError, match="argument 'threads': expected a whole number"):
        rf.solve_many([], threads=threads)


def test_one_base_for_all_errors() -> None:
    kinds = (
        rf.NotationError,
        rf.InvalidMeldError,
        rf.InvalidTableError,
        rf.InvalidRulesError,
        rf.IllegalTurnError,
    )
    for kind in kinds:
        assert kind.__bases__ == (rf.RummyError,)
        assert kind.__module__ == "rummy_fast"
        assert kind.__doc__
    assert rf.RummyError.__bases__ == (ValueError,)


def test_errors_can_be_pickled() -> None:
    # Process pools pickle the errors of their workers.
    error = rf.NotationError("why")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own pickle
    assert type(again) is rf.NotationError
    assert str(again) == "why"
