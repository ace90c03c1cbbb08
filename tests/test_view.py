"""Views: what a seat may see, what stays hidden, and views that are read from dicts."""

import json
import pickle
import re
from typing import Any

import pytest
import rummy_fast as rf
from rounds import through_json, turns


@pytest.mark.parametrize(("preset", "seats"), [("schmidt", 2), ("sabra", 3), ("rummikub_xp", 5)])
def test_views_and_rounds_go_through_json_and_pickle(preset: str, seats: int) -> None:
    round_ = rf.Round.deal(seats, seed=11, rules=preset)
    for number, event in enumerate(turns(round_)):
        assert rf.Event.from_dict(through_json(event.to_dict()), preset) == event
        if number % 7 and not round_.over:
            continue
        for seat in range(seats):
            view = round_.view(seat)
            assert rf.View.from_dict(through_json(view.to_dict())) == view
            assert rf.View(view.to_dict()) == view
            again = pickle.loads(pickle.dumps(view))  # noqa: S301 - our own pickle
            assert again == view
            assert hash(again) == hash(view)
            assert again.to_dict() == view.to_dict()
        assert rf.Round.from_dict(through_json(round_.to_dict())) == round_
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(round_, protocol)) == round_  # noqa: S301
    assert round_.outcome is not None
    assert rf.Outcome.from_dict(through_json(round_.outcome.to_dict())) == round_.outcome


def test_a_view_shows_what_is_public() -> None:
    round_ = rf.Round.set_up(
        ["r9 g1", "y1 y2 y3"], "r6 r7 r8", "b1 b2", opened=[True, False], to_move=0
    )
    event = round_.play(0, "r6 r7 r8 r9")
    view = round_.view(1)
    assert (view.seat, view.seats, view.to_move, view.starter) == (1, 2, 1, 0)
    assert (view.hand, view.table) == (rf.Hand("y1 y2 y3"), rf.Table("r6 r7 r8 r9"))
    assert (view.opened, view.hand_sizes, view.pool_size) == ((True, False), (1, 3), 2)
    assert (view.history, view.outcome, view.rules) == ((event,), None, rf.Rules.schmidt())
    assert repr(view) == (
        "<View: seat 1 of 2, hand 'y1 y2 y3', table 'r6 r7 r8 r9', 1 turn, seat 1 to move>"
    )
    for attribute in ("hands", "pool", "seed", "round"):
        assert not hasattr(view, attribute)
    with pytest.raises(rf.RummyError, match="seat = 2: this round has seats 0 to 1"):
        round_.view(2)
    with pytest.raises(rf.RummyError, match="seat = -1"):
        round_.view(-1)


HIDDEN = re.compile(r"\b[ygb][0-9]+\b|\bJ\b")


def dumps(value: Any) -> list[str]:
    """Every text that could reveal what an object contains."""
    texts = [repr(value), str(value), json.dumps(value.to_dict())]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        pickled = pickle.dumps(value, protocol)
        texts.append(pickled.decode("latin-1"))
        # Binary pickles put lengths and opcodes next to the text.
        texts.append(re.sub(rb"[^ -~]", b" ", pickled).decode("ascii"))
    names = {name for name in dir(value) if not name.startswith("_")} - {"to_dict", "from_dict"}
    return texts + [repr(getattr(value, name)) for name in sorted(names)]


def test_hidden_tiles_do_not_leak() -> None:
    # All tiles that seat 0 may see are red, and no others are.
    round_ = rf.Round.set_up(
        ["r1 r2 r9", "y1 y2 y3", "g1 g2 J"], "r5 r6 r7", "y9 g9 r10 y10 g10 b11", to_move=1
    )
    assert any(HIDDEN.search(text) for text in dumps(round_))
    for seat in (1, 2, 0, 1, 2):
        event = round_.draw(seat)
        for value in (round_.view(0), event, *round_.events):
            for text in dumps(value):
                assert not HIDDEN.search(text), text
    assert "r10" in str(round_.view(0).hand)


def test_the_seed_does_not_leak() -> None:
    seed = 9_876_543_210_123
    round_ = rf.Round.deal(seed=seed)
    round_.draw(round_.to_move)
    assert str(seed) in repr(round_)
    for value in (round_.view(0), round_.view(1), *round_.events):
        for text in dumps(value):
            assert str(seed) not in text
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert seed.to_bytes(8, "little").rstrip(b"\0") not in pickle.dumps(value, protocol)


def test_rounds_that_differ_in_hidden_tiles_give_equal_views() -> None:
    one = rf.Round.set_up(["r1 r9", "y1 r8 y3", "g1 g2 J"], "r5 r6 r7", "y9 g9 b1 r10", to_move=1)
    other = rf.Round.set_up(["r1 r9", "b1 r8 J", "y1 y2 y4"], "r5 r6 r7", "b9 J b2 r10", to_move=1)
    for turn in (rf.Turn.play("r5 r6 r7 r8"), rf.Turn.draw(), rf.Turn.play("r5 r6 r7 r8 r9")):
        assert one.take(one.to_move, turn) == other.take(other.to_move, turn)
        ours, theirs = one.view(0), other.view(0)
        assert ours == theirs
        assert hash(ours) == hash(theirs)
        assert ours.to_dict() == theirs.to_dict()
        assert dumps(ours) == dumps(theirs)
        assert one != other
        assert one.view(1) != other.view(1)


VIEW = {
    "seat": 0,
    "rules": "schmidt",
    "hand": "g1 b1",
    "table": ["r6 r7 r8 r9"],
    "opened": [True, True],
    "hand_sizes": [2, 3],
    "pool_size": 7,
    "to_move": 0,
    "starter": 0,
    "history": [
        {
            "seat": 0,
            "kind": "play",
            "tiles": ["r9"],
            "table": ["r6 r7 r8 r9"],
            "drawn": 0,
            "hand_size": 2,
            "pool_size": 8,
        },
        {
            "seat": 1,
            "kind": "draw",
            "tiles": [],
            "table": ["r6 r7 r8 r9"],
            "drawn": 1,
            "hand_size": 3,
            "pool_size": 7,
        },
    ],
    "outcome": None,
}
EVENT: dict[str, Any] = VIEW["history"][0]  # type: ignore[index]


def test_optional_fields_of_views() -> None:
    view = rf.View.from_dict(VIEW)
    assert view.history[0] == rf.Event(0, "play", "r9", "r6 r7 r8 r9", 0, 2, 8)
    short = {name: VIEW[name] for name in VIEW if name not in {"history", "outcome", "rules"}}
    assert rf.View.from_dict(short).hand == view.hand
    assert rf.View.from_dict(short | {"table": "r6 r7 r8 r9", "hand": ["g1", "b1"]}).seats == 2
    given = VIEW | {"history": view.history, "rules": rf.Rules(), "hand": view.hand}
    assert rf.View.from_dict(given) == view


@pytest.mark.parametrize("name", sorted(set(VIEW) - {"history", "outcome", "rules"}))
def test_missing_fields_of_views(name: str) -> None:
    fields = {field: VIEW[field] for field in VIEW if field != name}
    with pytest.raises(rf.RummyError, match=f'^view: field "{name}" is missing$'):
        rf.View.from_dict(fields)
    with pytest.raises(rf.RummyError, match=f'^view: field "{name}" is missing$'):
        rf.View(fields | {name: None})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 5}, 'view: unknown field "seed": the fields are seat, rules, hand'),
        ({"seat": 2}, "seat = 2: there are seats 0 to 1"),
        ({"seat": -1}, "seat = -1: must be a whole number"),
        ({"pool_size": 2**40}, "pool_size = 1099511627776: must be"),
        ({"pool_size": 98}, "107 tiles in the hands, on the table and in the pool: "),
        ({"hand": "g1"}, "hand_sizes says 2 for seat 0, but the size of hand is 1"),
        ({"hand": "r6 r6 r6"}, "4 of r6 on the table and in the hand"),
        ({"hand": "q1"}, "unknown color 'q'"),
        ({"table": ["r6 r7"]}, "meld 1:"),
        ({"opened": [True]}, "opened needs 2 to 4 entries, one for each seat, got 1"),
        (
            {"opened": [True, False, True]},
            "hand_sizes needs one entry for each of the 3 seats, got 2",
        ),
        ({"opened": [False, True]}, "history: event 1: its seat played tiles"),
        ({"hand_sizes": [2, 4]}, "history: event 2: hand_size"),
        ({"hand_sizes": [2, 0]}, "seat 1 has no tiles"),
        ({"to_move": 1}, "history: event 2: to_move does not follow from its seat"),
        ({"rules": "whist"}, 'unknown preset "whist"'),
        ({"rules": {"color": 5}}, "unknown option"),
        ({"history": [EVENT | {"kind": "cheat"}]}, 'unknown kind of event "cheat"'),
        ({"history": [EVENT | {"tile": "r9"}]}, 'event: unknown field "tile"'),
        ({"history": [EVENT | {"seat": 7}]}, "history: event 1: its seat does not exist"),
        ({"history": [EVENT | {"drawn": -1}]}, "drawn = -1: must be"),
        ({"history": [EVENT]}, "history: event 1: to_move does not follow from its seat"),
        ({"outcome": {}}, 'outcome: field "ending" is missing'),
        (
            {"outcome": {"ending": "won", "winners": [], "scores": [], "left": []}},
            'unknown ending "won"',
        ),
        (
            {"outcome": {"ending": "out", "winners": [], "scores": [], "left": []}},
            'winners: the ending "out" needs exactly one winner',
        ),
        (
            {"outcome": {"ending": "stalemate", "winners": [], "scores": [], "left": []}},
            "outcome: left needs one entry for each seat",
        ),
    ],
)
def test_invalid_views(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(rf.RummyError, match="^" + re.escape(message)):
        rf.View.from_dict(VIEW | changes)


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"seat": "0"}, "seat"),
        ({"seat": True}, "seat"),
        ({"seat": 0.0}, "seat"),
        ({"hand": 5}, "hand"),
        ({"table": 5}, "table"),
        ({"opened": [1, 1]}, "opened"),
        ({"opened": True}, "opened"),
        ({"hand_sizes": 2}, "hand_sizes"),
        ({"hand_sizes": ["2", "3"]}, "hand_sizes"),
        ({"history": "none"}, "history"),
        ({"history": [5]}, "event"),
        ({"history": [EVENT | {"kind": 5}]}, "kind"),
        ({"history": [EVENT | {"tiles": 5}]}, "tiles"),
        ({"outcome": "out"}, "outcome"),
        ({"outcome": {"ending": 1, "winners": [], "scores": [], "left": []}}, "ending"),
        ({"outcome": {"ending": "void", "winners": [], "scores": [1.5], "left": []}}, "scores"),
        ({"outcome": {"ending": "void", "winners": 1, "scores": [], "left": []}}, "winners"),
        ({"rules": 5}, "rules"),
        ({5: 6}, "view"),
    ],
)
def test_views_of_wrong_types(changes: dict[Any, Any], name: str) -> None:
    with pytest.raises(TypeError, match=name):
        rf.View.from_dict({**VIEW, **changes})


@pytest.mark.parametrize("value", [None, 5, "view", [], [("seat", 0)]])
def test_fields_that_are_not_a_dict(value: Any) -> None:
    for read in (rf.View, rf.View.from_dict, rf.Round, rf.Round.from_dict):
        with pytest.raises(TypeError, match="dict"):
            read(value)
    with pytest.raises(TypeError, match="dict"):
        rf.Event.from_dict(value)
    with pytest.raises(TypeError, match="dict"):
        rf.Outcome.from_dict(value)
