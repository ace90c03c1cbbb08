"""The referee: legal and refused turns, and rounds that go through JSON."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import pytest
import rummy_fast as rf
from positions import PRESETS, rygb
from rounds import GREEDY, played, through_json, turns
from rummy_fast.palette import letters


def state(rules: Any = "schmidt") -> rf.Round:
    """A round in which seat 0 has many plays."""
    return rf.Round.set_up(["g4 r5 y9", "g4 r1"], "g1 g2 g3 | b5 b6 b7 b8", "b1 b2", rules=rules)


def refused(round_: rf.Round, act: Callable[..., object], *arguments: object) -> tuple[str, ...]:
    """The codes of the reasons why a turn is refused, which must not change the round."""
    before, fields = round_.copy(), round_.to_dict()
    with pytest.raises(rf.IllegalTurnError) as caught:
        act(*arguments)
    assert round_ == before
    assert round_.to_dict() == fields
    reasons = caught.value.reasons
    assert str(caught.value) == "; ".join(reason.message for reason in reasons)
    return tuple(reason.code for reason in reasons)


def test_turns() -> None:
    round_ = state()
    assert round_.to_move == 0
    event = round_.play(0, "g1 g2 g3 g4 | b5 b6 b7 b8")
    assert event == rf.Event(0, "play", "g4", "g1 g2 g3 g4 | b5 b6 b7 b8", 0, 2, 2)
    assert event.tiles == (rf.Tile("g4"),)
    assert event.table == round_.table == rf.Table("g1 g2 g3 g4 | b5 b6 b7 b8")
    assert round_.draw(1) == rf.Event(1, "draw", "", round_.table, 1, 3, 1)
    assert round_.take(0, rf.Turn.draw()).drawn == 1
    assert refused(round_, round_.draw, 1) == ("nothing_to_draw",)
    assert round_.pass_(1) == rf.Event(1, "pass", "", round_.table, 0, 3, 0)
    assert round_.take(0, rf.Turn.pass_()).kind == "pass"
    assert round_.over


def test_turns_out_of_turn() -> None:
    round_ = state()
    play = "g1 g2 g3 g4 | b5 b6 b7 b8"
    for seat, code in [
        (1, "wrong_seat"),
        (2, "no_such_seat"),
        (-1, "no_such_seat"),
        (2**80, "no_such_seat"),
    ]:
        assert refused(round_, round_.play, seat, play) == (code,)
        assert refused(round_, round_.play, seat, rf.Table(play)) == (code,)
        assert refused(round_, round_.draw, seat) == (code,)
        assert refused(round_, round_.pass_, seat) == (code,)
        assert refused(round_, round_.take, seat, rf.Turn.draw()) == (code,)
        assert refused(round_, round_.timeout, seat, [play]) == (code,)
        assert refused(round_, round_.forfeit, seat) == (code,)
    assert refused(round_, round_.pass_, 0) == ("cannot_pass",)
    with pytest.raises(rf.IllegalTurnError, match=r"it is the turn of seat 0, not of seat 1"):
        round_.draw(1)
    with pytest.raises(rf.IllegalTurnError, match=r"seat -1: this round has seats 0 to 1"):
        round_.draw(-1)
    over = rf.Round.set_up(["g4", "r1"], "g1 g2 g3", "b1")
    over.play(0, "g1 g2 g3 g4")
    assert over.over
    for act in (over.draw, over.pass_, over.forfeit, over.timeout):
        assert refused(over, act, 1) == ("round_over",)
    assert refused(over, over.play, 0, "g1 g2 g3 g4") == ("round_over",)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("after", "code"),
    [
        ("g1 g2 g3 g4 | b5 b6 b7", "table_tile_missing"),
        ("g1 g2 g3 g4 | b6 b7 b8 | r5", "table_tile_missing"),
        (["g1 g2 g3", "b6 b7 b8 b9"], "tile_not_in_hand"),
        (rf.Table("g1 g2 g3 | b6 b7 b8 b9"), "tile_not_in_hand"),
        ("g1 g2 g3 g4 | b5 b6 b7 b8 | r5 y9", "invalid_meld"),
        ("g1 g2 g3 | b5 b6 b7 b8", "nothing_played"),
        ("", "table_tile_missing"),
        ("hello", "invalid_meld"),
        (["r1 r2 r3"] * 900, "too_many_of_tile"),
    ],
    ids=str,
)
def test_refused_plays(preset: str, after: Any, code: str) -> None:
    round_ = state(rygb(preset))
    assert code in refused(round_, round_.play, 0, after)
    verdict = rf.check_turn(round_.table, round_.hands[0], after, rules=rygb(preset))
    with pytest.raises(rf.IllegalTurnError) as caught:
        round_.play(0, after)
    assert caught.value.reasons == verdict.reasons


@pytest.mark.parametrize("value", [None, 5, b"g1 g2 g3", [5], {"g1 g2 g3": 1}, object()])
def test_a_play_of_another_type(value: Any) -> None:
    round_ = state()
    before = round_.copy()
    for act, arguments in [
        (round_.play, (0, value)),
        (rf.Turn.play, (value,)),
        (round_.timeout, (0, [value])),
        (round_.timeout, (0, 5)),
        (round_.take, (0, value)),
        (round_.repeat, (value,)),
    ]:
        with pytest.raises(TypeError):
            act(*arguments)  # type: ignore[operator]
    assert round_ == before


@pytest.mark.parametrize("seat", [None, "0", 0.0, True, [0]])
def test_a_seat_of_another_type(seat: Any) -> None:
    round_ = state()
    before = round_.copy()
    for act in (round_.draw, round_.pass_, round_.forfeit, round_.timeout, round_.view):
        with pytest.raises(TypeError, match="seat"):
            act(seat)
    with pytest.raises(TypeError, match="seat"):
        round_.play(seat, "")
    assert round_ == before


def test_constructing_turns() -> None:
    assert (rf.Turn.draw().kind, rf.Turn.pass_().kind) == ("draw", "pass")
    play = rf.Turn.play("r1 r2 r3")
    assert (play.kind, play.table) == ("play", rf.Table("r1 r2 r3"))
    assert rf.Turn.draw().table is None
    assert rf.Turn("play", ["r1 r2 r3"]) == play
    for arguments, message in [
        (("play",), "a play needs the table after the turn"),
        (("draw", ""), "a draw has no table"),
        (("pass", "r1 r2 r3"), "a pass has no table"),
        (("jump",), 'unknown kind of turn "jump"'),
    ]:
        with pytest.raises(rf.RummyError, match=message):
            rf.Turn(*arguments)
    with pytest.raises(rf.InvalidTableError, match="meld 1"):
        rf.Turn.play("r1 r2")


@pytest.mark.parametrize(
    ("rules", "snapshots", "played", "drawn"),
    [
        ("schmidt", ["r6 r7 r8 r9", "r6 r7 r8 r9 | g1 b1"], "r9", 0),
        ("schmidt", ["r6 r7 r8 r9 | g1 b1"], "r9", 0),
        (rygb("rummikub"), ["r6 r7 r8 r9 | g1 b1"], "", 3),
        ("schmidt", [rf.Table("r6 r7 r8 r9"), ["r6 r7", "r8"]], "r9", 0),
        ("schmidt", (), "", 1),
        ("sabra", (), "", 3),
    ],
)
def test_timeout(rules: Any, snapshots: Any, played: str, drawn: int) -> None:
    round_ = rf.Round.set_up(["r9 g1 b1", "y1"], "r6 r7 r8", "y5 y6 y7 y8", rules=rules)
    event = round_.timeout(0, snapshots)
    assert (event.kind, event.drawn) == ("timeout", drawn)
    assert rf.Hand(event.tiles) == rf.Hand(played)
    lost = rf.Round.set_up(["r9 g1 b1", "y1"], "r6 r7 r8", "y5 y6 y7 y8", rules=rules).forfeit(0)
    assert (lost.kind, lost.drawn) == ("forfeit", 1 if rules == "schmidt" else 3)


def test_timeout_with_too_many_snapshots() -> None:
    round_ = rf.Round.set_up(["r9", "y1"], "r6 r7 r8", "y6")
    before = round_.copy()
    with pytest.raises(rf.RummyError, match="'snapshots': more than 100000 entries"):
        round_.timeout(0, [""] * 100_001)
    assert round_ == before


def test_timeout_undoes_a_broken_run() -> None:
    round_ = rf.Round.set_up(["y5 b5", "y1"], "r5 r6 r7", "y6")
    event = round_.timeout(0, ["r6 r7 | r5 y5", "r6 r7 | r5 y5 b5"])
    assert (event.tiles, event.drawn, str(round_.hands[0])) == ((), 1, "y5 y6 b5")


@pytest.mark.parametrize(
    ("options", "scores"),
    [({}, (55, -30, -25)), ({"joker_penalty": 30}, (60, -35, -25))],
)
def test_scores(options: dict[str, Any], scores: tuple[int, ...]) -> None:
    rules = rf.Rules(**options)
    round_ = rf.Round.set_up(["g4", "r5 J", "y13 y12"], "g1 g2 g3", "b1", rules=rules)
    round_.play(0, "g1 g2 g3 g4")
    outcome = round_.outcome
    assert outcome is not None
    assert (outcome.ending, outcome.winners, outcome.scores) == ("out", (0,), scores)
    assert outcome.left == (0, -scores[1], 25)
    closing = rules.replace(closing_hand=True)
    closed = rf.Round.set_up(["r1 r2 r3 b1 b2 b3", "r5 J", "y13 y12"], opened=False, rules=closing)
    assert closed.play(0, "r1 r2 r3 | b1 b2 b3").hand_size == 0
    assert closed.outcome is not None
    assert closed.outcome.ending == "closed"
    assert closed.outcome.scores == tuple(2 * score for score in scores)


@pytest.mark.parametrize(
    ("hands", "scores", "winners"),
    [
        (["r10", "y13 y12", "g13 g12"], (30, -15, -15), (0,)),
        (["r4 r6", "y10", "g13 g12 g5"], (0, 20, -20), (1,)),
        (["r10", "y10", "g13 g11"], (7, 7, -14), (0, 1)),
        (["r10", "y10", "g13 g12"], (8, 7, -15), (0, 1)),
    ],
)
@pytest.mark.parametrize("stalemate", ["differences", "void"])
def test_stalemate(
    hands: list[str],
    scores: tuple[int, ...],
    winners: tuple[int, ...],
    stalemate: Literal["differences", "void"],
) -> None:
    round_ = rf.Round.set_up(hands, opened=False, rules=rf.Rules(stalemate=stalemate))
    for seat in range(3):
        assert not round_.over
        assert round_.view(seat).outcome is None
        round_.pass_(seat)
    assert round_.outcome is not None
    if stalemate == "void":
        assert round_.outcome.to_dict() == {
            "ending": "void",
            "winners": [],
            "scores": [0, 0, 0],
            "left": list(round_.outcome.left),
        }
    else:
        assert round_.outcome == rf.Outcome("stalemate", winners, scores, round_.outcome.left)
    assert round_.view(2).outcome == round_.outcome


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_rounds(preset: str, seats: int) -> None:
    rules = rf.Rules(preset)
    for seed in range(3):
        round_ = rf.Round.deal(seats, seed=seed, rules=rules)
        deck: Counter[rf.Tile] = Counter(round_.pool)
        deck.update(tile for hand in round_.hands for tile in hand)
        assert deck.total() == len(letters(rules)) * rules.values * rules.copies + rules.jokers
        for event in turns(round_):
            now = Counter(round_.pool + round_.table.tiles)
            now.update(tile for hand in round_.hands for tile in hand)
            assert now == deck
            assert event == round_.events[-1]
            assert len(round_.events) < 2 * deck.total()
        assert round_.outcome is not None
        assert sum(round_.outcome.scores) == 0
        assert round_.outcome == played(seed, seats, preset).outcome


def test_rounds_that_were_set_up_go_through_json() -> None:
    rules = rf.Rules(colors=5, values=9)
    round_ = rf.Round.set_up(
        ["k3 J", "r1 r2"], "k4 k5 k6", "b1", opened=[True, False], starter=1, rules=rules
    )
    for _ in turns(round_):
        again = rf.Round.from_dict(through_json(round_.to_dict()))
        assert again == round_
        assert (again.starter, again.seed) == (1, None)
    assert len(round_.events) == 1


def test_a_round_that_was_tampered_with() -> None:
    round_ = rf.Round.set_up(["r9 g1 b1", "y1"], "r6 r7 r8", "y5 y6 y7 y8")
    round_.play(0, "r6 r7 r8 r9")
    round_.draw(1)
    round_.forfeit(0)
    good = round_.to_dict()
    assert rf.Round(good) == round_

    def error(index: int, **changes: Any) -> str:
        bad = copy.deepcopy(good)
        bad["events"][index] |= changes
        with pytest.raises(rf.RummyError) as caught:
            rf.Round.from_dict(bad)
        return str(caught.value)

    assert error(0, table=["r6 r7 r8"]).startswith("event 1: no tile was played")
    assert error(0, seat=1).startswith("event 1: it is the turn of seat 0, not of seat 1")
    assert error(0, table=["r6 r7 r8 r9", "y1 y2 y3"]).startswith(
        "event 1: y1 was played but is not"
    )
    assert error(0, tiles=[]) == "event 1: this event does not match its turn in tiles"
    assert error(1, drawn=2) == "event 2: this event does not match its turn in drawn"
    assert error(1, kind="pass").startswith("event 2: you cannot pass: the pool has 4 tiles")
    assert error(2, hand_size=9) == "event 3: this event does not match its turn in hand_size"
    assert error(2, kind="draw", drawn=0).startswith(
        "event 3: this event does not match its turn in drawn"
    )
    bad = copy.deepcopy(good)
    bad["events"][0]["table"] = ["r6 r7 r8"]
    with pytest.raises(rf.IllegalTurnError) as refusal:
        rf.Round.from_dict(bad)
    assert [reason.code for reason in refusal.value.reasons] == ["nothing_played"]
    dealt_ = played(3).to_dict()
    with pytest.raises(rf.RummyError, match=r"^event 1: "):
        rf.Round.from_dict(dealt_ | {"seed": 4})
    with pytest.raises(rf.RummyError, match=r'^round: unknown field "hands"'):
        rf.Round.from_dict(dealt_ | {"hands": ["r1", "r2"]})
    with pytest.raises(rf.RummyError, match=r'^round: field "hands" is missing'):
        rf.Round.from_dict({name: dealt_[name] for name in dealt_ if name not in {"seed", "seats"}})
    with pytest.raises(rf.RummyError, match=r'^round: field "seats" is missing'):
        rf.Round.from_dict({"seed": 4})
    more = copy.deepcopy(dealt_)
    more["events"].append(more["events"][-1])
    with pytest.raises(rf.IllegalTurnError, match=r"^event \d+: the round is over") as caught:
        rf.Round.from_dict(more)
    assert caught.value.reasons[0].code == "round_over"


def test_repeat() -> None:
    round_ = played(5, 3, "rummikub")
    again = rf.Round.deal(3, seed=5, rules="rummikub")
    first, second = round_.events[:2]
    assert refused(again, again.repeat, second) == ("wrong_seat",)
    for event in round_.events:
        assert again.repeat(event) == event
    assert again == round_
    other = rf.Round.deal(3, seed=5, rules="rummikub")
    wrong = rf.Event(
        first.seat, first.kind, first.tiles, first.table, first.drawn, first.hand_size, 0
    )
    with pytest.raises(rf.RummyError, match=r"^this event does not match its turn in pool_size"):
        other.repeat(wrong)
    assert other.events == ()


def test_copies_are_independent() -> None:
    round_ = state()
    for made in (round_.copy(), copy.copy(round_), copy.deepcopy([round_])[0]):
        assert made == round_
        made.draw(0)
        assert made != round_
        assert round_.events == ()
    assert round_ != "round"
    assert round_ != None  # noqa: E711 - __eq__ is what is tested
    with pytest.raises(TypeError, match="unhashable"):
        hash(round_)


def test_rounds_and_events_are_frozen() -> None:
    round_ = state()
    event = round_.draw(0)
    for value, name in [(round_, "to_move"), (event, "seat"), (round_.view(0), "hand")]:
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
        with pytest.raises(AttributeError):
            value.unknown = 1  # type: ignore[attr-defined]
    for kind in (rf.Event, rf.Outcome):
        with pytest.raises(TypeError):
            kind()  # type: ignore[call-arg]


def test_invalid_events_and_outcomes() -> None:
    with pytest.raises(rf.RummyError, match='unknown kind of event "jump"'):
        rf.Event(0, "jump", "", "", 0, 0, 0)
    with pytest.raises(rf.RummyError, match="seat = -1"):
        rf.Event(-1, "draw", "", "", 0, 0, 0)
    with pytest.raises(rf.NotationError, match="k3"):
        rf.Event(0, "draw", "k3", "", 0, 0, 0)
    with pytest.raises(rf.InvalidTableError, match="meld 1"):
        rf.Event(0, "draw", "", "r3 r4", 0, 0, 0)
    with pytest.raises(rf.RummyError, match='event: field "tiles" is missing'):
        rf.Event.from_dict({"seat": 0, "kind": "draw"})
    with pytest.raises(
        rf.RummyError, match="scores = 36893488147419103232: must be a whole number"
    ):
        rf.Outcome("void", [], [2**65], [])
    with pytest.raises(rf.RummyError, match="left = -1"):
        rf.Outcome("void", [], [], [-1])


def test_illegal_turn_errors_have_reasons() -> None:
    assert rf.IllegalTurnError.reasons == ()
    assert rf.IllegalTurnError("mine").reasons == ()
    verdict = rf.check_turn("r5 r6 r7", "y5", "r5 r6 | y5")
    with pytest.raises(rf.IllegalTurnError) as caught:
        verdict.verify()
    assert caught.value.reasons == verdict.reasons
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own pickle
    assert (str(again), again.reasons) == (str(caught.value), verdict.reasons)
    made = rf.Play("y5", "r6 r7 r8", 5, before="r5 r6 r7 r8", hand="y5")
    with pytest.raises(rf.IllegalTurnError) as caught:
        made.steps()
    assert [reason.code for reason in caught.value.reasons] == [
        "table_tile_missing",
        "nothing_played",
    ]


def test_greedy() -> None:
    assert GREEDY.name == "greedy"
    opened = rf.Round.set_up(["g4 r5 y9", "g4 r1"], "g1 g2 g3", "b1")
    assert GREEDY.choose(opened.view(0)) == rf.Turn.play("g1 g2 g3 g4")
    assert GREEDY.choose(opened.view(0), limit=60.0) == rf.Turn.play("g1 g2 g3 g4")
    stuck = rf.Round.set_up(["r5 y9", "g4 r1"], "g1 g2 g3", "b1")
    assert GREEDY.choose(stuck.view(0)) == rf.Turn.draw()
    stuck.draw(0)
    stuck.take(1, GREEDY.choose(stuck.view(1)))
    assert GREEDY.choose(stuck.view(0)) == rf.Turn.pass_()
    # The seat has not opened, and the play does not reach 30 points.
    closed = rf.Round.set_up(["g4 r5 y9", "g4 r1"], "g1 g2 g3", "b1", opened=False)
    assert GREEDY.choose(closed.view(0)) == rf.Turn.draw()
    with pytest.raises(rf.RummyError, match="it is the turn of seat 0, not of seat 1"):
        GREEDY.choose(opened.view(1))
    opened = rf.Round.set_up(["g4", "g4 r1"], "g1 g2 g3", "b1")
    opened.play(0, "g1 g2 g3 g4")
    with pytest.raises(rf.RummyError, match="the round is over"):
        GREEDY.choose(opened.view(0))
    for value in (None, opened, opened.view(0).to_dict()):
        with pytest.raises(TypeError, match="view"):
            GREEDY.choose(value)  # type: ignore[arg-type]
    with pytest.raises(rf.RummyError, match="limit = -1"):
        GREEDY.choose(stuck.view(0), -1.0)
    with pytest.raises(TypeError, match="limit"):
        GREEDY.choose(stuck.view(0), "1")  # type: ignore[arg-type]


def test_one_round_in_many_threads() -> None:
    """Each turn is made once, and no view shows half a turn."""
    round_ = rf.Round.deal(4, seed=8)
    deck = 106

    def play() -> int:
        made = 0
        while not round_.over:
            view = round_.view(round_.to_move)
            assert view.pool_size + sum(view.hand_sizes) + len(view.table.tiles) == deck
            try:
                round_.take(view.seat, GREEDY.choose(view))
                made += 1
            except rf.RummyError:
                continue
        return made

    with ThreadPoolExecutor(4) as pool:
        made = [job.result() for job in [pool.submit(play) for _ in range(4)]]
    assert sum(made) == len(round_.events)
    again = rf.Round.deal(4, seed=8)
    for event in round_.events:
        again.repeat(event)
    assert again == round_
