"""Arbitrary input to the Python side gives an answer or one of its own errors, never another.

Here each test runs for seconds; `make fuzz` runs the same tests guided by coverage.
"""

import copy
import json
import pickle
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO
from typing import Any

import pytest
import rummy_fast as rf
from engines import EASY, QUICKEST, Process
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from positions import DATA, PRESETS, Position, positions, rygb
from test_engine_fuzz import JSON, LETTERS, hold

FEW = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)  # many examples take milliseconds
RECORDS = [path.read_text("utf-8") for path in sorted((DATA / "matches").glob("*.record"))]
LINES = [
    line
    for name in ("rule_cases", "decks")
    for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()[::5]
]
VALUES = JSON | st.sampled_from(
    [*PRESETS, "r6 r7 r8", ["r3 J r5"], "g2", "J", "tiles", 3, 14, True]
)
OPTIONS = st.dictionaries(
    st.sampled_from([*rf.Rules().to_dict(), "preset"]) | st.text(LETTERS, max_size=6),
    VALUES | st.sampled_from(["free", "hand", "undo", "void", "2-8", [2, 3], "random"]),
    max_size=5,
)


def tried(call: Callable[[], Any]) -> Any:
    """Return a call's result; None if it raised an error for a wrong argument."""
    try:
        return call()
    except (rf.RummyError, TypeError) as error:
        if not str(error):
            raise
        return None


@st.composite
def edited(draw: st.DrawFn, texts: list[str]) -> str:
    """One of some texts with a few pieces deleted, doubled or inserted."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        begin, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        end = min(end, begin + draw(st.sampled_from([0, 1, 3, 20, 300])))
        put = draw(st.sampled_from(["", text[begin:end] * 2]) | st.text(LETTERS, max_size=4))
        text = text[:begin] + put + text[end:]
    return text


@st.composite
def changed(draw: st.DrawFn, fields: dict[str, Any]) -> dict[str, Any]:
    """A dict with a few values replaced or deleted at any depth."""
    whole: dict[str, Any] = json.loads(json.dumps(fields))
    for _ in range(draw(st.integers(1, 3))):
        inner: Any = whole
        while True:
            keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(inner[key], dict | list) and draw(st.booleans()):
                inner = inner[key]
                continue
            if draw(st.booleans()):
                inner[key] = draw(VALUES)
            else:
                del inner[key]
            break
    return whole


def flipped(line: str) -> bytes:
    """A line as bytes, without line feeds."""
    return line.encode("utf-8", "surrogatepass").replace(b"\n", b" ")


@pytest.fixture(scope="module")
def engine() -> Iterator[Process]:
    with Process() as engine:
        yield engine


@FEW
@given(st.lists(edited(LINES) | JSON.map(json.dumps), max_size=5), st.binary(max_size=40))
def test_lines(texts: list[str], noise: bytes) -> None:
    raw = b"\n".join([*map(flipped, texts), noise])
    for question, key in (("solve", "tiles"), ("check", "legal")):
        limit = ["--limit", "0.2"] if question == "solve" else []
        done = subprocess.run(
            [*QUICKEST, question, *limit], input=raw, capture_output=True, check=True
        )
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        asked = raw.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        assert len(answers) == sum(bool(line.strip(b" \t\n\r\x0c")) for line in asked)
        assert all(("error" in one) != (key in one) for one in answers)


@FEW
@given(text=edited([json.dumps({"jsonrpc": "2.0", "id": 1, "method": "solve", "params": EASY})]))
def test_engine_lines(engine: Process, text: str) -> None:
    try:
        message = json.loads(flipped(text).decode(), parse_constant=float.fromhex)
    except ValueError:
        engine.send(flipped(text))
        assert not text.strip() or engine.hear(lambda one: "id" in one)["error"]
    else:
        hold(engine, message)
    assert engine.result("solve", EASY)["count"] == 3


@FEW
@given(edited(RECORDS), st.booleans())
def test_edited_records(text: str, salvage: bool) -> None:  # noqa: FBT001, hypothesis gives it
    try:
        record = rf.Record.parse(text, salvage=salvage)
    except rf.RecordError as error:
        assert 1 <= error.line <= text.count("\n") + 1  # noqa: PT017, it may be read
        return
    again = StringIO()
    record.write(again)
    assert again.getvalue() == (text[: text.rfind("\n") + 1] if salvage else text)
    assert record.replay().turns == record.turns


@FEW
@given(OPTIONS)
@example({"preset": "sabra", "colors": 8, "values": 26, "copies": 4, "jokers": 8})
def test_rules(options: dict[str, Any]) -> None:
    for make in (
        lambda: rf.Rules.from_dict(options),
        lambda: rf.Rules(**options),
        lambda: rf.Rules().replace(**options),
    ):
        if (rules := tried(make)) is None:
            continue
        assert rf.Rules.from_dict(rules.to_dict()) == rules
        assert eval(repr(rules), {"Rules": rf.Rules}) == rules  # noqa: S307 - reprs paste back
        assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301 - our own pickle


@FEW
@given(st.tuples(VALUES, VALUES, VALUES, VALUES), OPTIONS)
def test_anything(given_: tuple[Any, ...], options: dict[str, Any]) -> None:
    first, second, third, fourth = given_
    calls: list[Callable[[], object]] = [
        lambda: rf.Tile(first),
        lambda: rf.Hand(first),
        lambda: rf.Meld(first, rules=second),
        lambda: rf.Table(first, rules=second),
        lambda: rf.solve(first, second, rules=options, limit=0.1),
        lambda: rf.solve(first, second, objective=third, opened=fourth, limit=0.1),
        lambda: rf.check_turn(first, second, third, rules=fourth),
        lambda: rf.Round.deal(first, seed=second, rules=third, starter=fourth),
        lambda: rf.Turn(first, second, third),
        lambda: rf.candidates(first, second, rules=third, opened=fourth, most=4, limit=0.1),
    ]
    for call in calls:
        tried(call)


def round_of(preset: str, turns: int) -> rf.Round:
    """A round after some turns."""
    round_ = rf.Round.deal(seed=turns, rules=preset)
    bot = rf.Greedy()
    while not round_.over and turns:
        round_.take(round_.to_move, bot.choose(round_.view(round_.to_move), None))
        turns -= 1
    return round_


def same(thing: Any) -> None:
    """Check that copies are equal, with the same repr and hash."""
    for again in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):  # noqa: S301
        assert type(again) is type(thing)
        assert again == thing
        assert repr(again) == repr(thing)
        if type(thing).__hash__ is not None:
            assert hash(again) == hash(thing)


@FEW
@given(positions(4, 8), st.sampled_from(PRESETS), st.integers(0, 60))
def test_copies(position: Position, preset: str, turns: int) -> None:
    verdict = rf.check_turn(*position, " | ".join(position.table), rules=rygb(preset))
    play = rf.solve(*position, rules=rygb(preset), limit=0.2)
    round_ = round_of(preset, turns)
    things: list[object] = [rf.Table(position.table), rf.Hand(position.hand), verdict, play]
    for thing in [*things, round_, round_.view(0), round_.outcome, *round_.events[-2:]]:
        same(thing)


@FEW
@given(st.sampled_from(PRESETS), st.integers(0, 40), st.data())
def test_dicts(preset: str, turns: int, data: st.DataObject) -> None:
    round_ = round_of(preset, turns)
    for thing in (round_, round_.view(1), round_.outcome):
        if thing is None:
            continue
        fields = data.draw(changed(thing.to_dict()))
        read = tried(partial(type(thing).from_dict, fields))
        if read is None:
            continue
        assert type(thing).from_dict(read.to_dict()) == read


def test_there_is_something_to_mutate() -> None:
    assert len(RECORDS) >= 2
    assert len(LINES) > 30
    with pytest.raises(rf.RummyError):
        rf.Rules.from_dict({"colors": 9})
