"""The engine survives any input, and answers every request with an id exactly once."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from engines import EASY, METHODS, Process, validate
from hypothesis import given, settings
from hypothesis import strategies as st

LETTERS = st.characters(exclude_categories=["Cs"])
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(LETTERS, max_size=8)
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(LETTERS, max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)
TILES = st.lists(st.sampled_from(["r1", "r2", "r3", "b3", "y3", "J", "q9"]), max_size=6)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "table": JSON | st.lists(TILES.map(" ".join), max_size=3),
        "hand": JSON | TILES.map(" ".join),
        "after": JSON | st.lists(TILES.map(" ".join), max_size=3),
        "rules": JSON | st.sampled_from(["schmidt", "sabra"]),
        "opened": JSON | st.booleans(),
        "objective": JSON | st.sampled_from(["tiles", "points"]),
        "most": st.integers(-1, 70) | JSON,
        "token": JSON,
        "host": JSON,
        "states": JSON,
        "seats": st.integers(0, 5) | JSON,
        "seed": st.integers(-1, 2**65) | JSON,
        "view": JSON,
        "bot": JSON | st.just("greedy"),
        "id": JSON,
        "progress": JSON,
    },
)
# `shutdown` ends the engine, and has a test of its own.
NAMES = st.sampled_from([name for name in METHODS if name != "shutdown"])
IDS = st.integers(-(2**40), 2**40) | st.text(LETTERS, max_size=6) | st.none() | st.floats(0, 9)
REQUESTS = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "method": NAMES},
    optional={"params": FIELDS | st.just(EASY) | JSON, "id": IDS},
)
MESSAGES = REQUESTS | JSON
LINES = MESSAGES | st.lists(MESSAGES, max_size=6)
LIMITS = settings(max_examples=300, deadline=None)


def answered(item: Any) -> list[str]:
    """List the ids of the answers that a message must get."""
    if not isinstance(item, dict):
        return ["null"]
    given_id = item.get("id")
    named = isinstance(given_id, int | float | str) and not isinstance(given_id, bool)
    is_request = item.get("jsonrpc") == "2.0" and isinstance(item.get("method"), str)
    if is_request and "id" not in item:
        return []
    return [json.dumps(given_id) if named else "null"]


def expected(message: Any) -> tuple[list[str], bool]:
    """List the ids of all answers to a line, and whether they come as a batch."""
    if isinstance(message, list) and message:
        return [one for item in message for one in answered(item)], True
    return answered(message), False


def hold(engine: Process, message: Any) -> None:
    """Send a message and check that exactly the right answers come."""
    wanted, together = expected(message)
    engine.say(message)
    if together and wanted:
        found = engine.hear(lambda one: isinstance(one, list))
    else:
        found = [engine.hear(lambda one: "id" in one) for _ in wanted]
    assert Counter(json.dumps(one["id"]) for one in found) == Counter(wanted)
    for one in found:
        assert ("result" in one) != ("error" in one)
        if "error" in one:
            validate(one, "Failure")
            assert one["error"]["data"]["code"] != "internal_error", (message, one)
    engine.kept = [one for one in engine.kept if "method" not in one]  # drop progress notifications
    assert not engine.kept


@pytest.fixture(scope="module")
def engine() -> Iterator[Process]:
    with Process() as engine:
        yield engine
        engine.close()


@LIMITS
@given(messages=st.lists(LINES, max_size=6))
def test_every_request_gets_exactly_one_answer(engine: Process, messages: list[Any]) -> None:
    for message in messages:
        hold(engine, message)
    assert engine.result("solve", EASY)["count"] == 3
    engine.kept = [one for one in engine.kept if "method" not in one]
    assert not engine.kept


@LIMITS
@given(noise=st.lists(st.binary(max_size=60), max_size=20))
def test_every_line_of_noise_gets_one_answer(engine: Process, noise: list[bytes]) -> None:
    for line in noise:
        engine.send(line)
        for part in line.split(b"\n"):
            if part.strip(b" \t\r\f"):
                found = engine.hear()
                assert found["id"] is None if isinstance(found, dict) else found
    assert engine.result("solve", EASY)["count"] == 3
    assert not engine.kept


@LIMITS
@given(message=LINES, data=st.data())
def test_truncated_lines(engine: Process, message: Any, data: st.DataObject) -> None:
    whole = json.dumps(message).encode()
    cut = whole[: data.draw(st.integers(0, len(whole)))]
    engine.send(cut)
    assert engine.result("solve", EASY)["count"] == 3
    assert len(engine.kept) <= 1 + cut.count(b"progress")
    engine.kept.clear()
