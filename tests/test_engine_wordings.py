"""Sentences of the engine as template and values, for clients that translate them."""

import gettext
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rummy_fast as rf
from engines import EASY, Json, Process
from sentences import TURNS

CATALOG = Path(rf.__file__).parent / "words" / "locale" / "de" / "LC_MESSAGES" / "rummy_fast.mo"


@pytest.fixture(scope="module")
def engine() -> Iterator[Process]:
    with Process() as engine:
        engine.result("initialize", {"wordings": True})
        yield engine


@pytest.fixture(scope="module")
def german() -> gettext.GNUTranslations:
    with CATALOG.open("rb") as file:
        return gettext.GNUTranslations(file)


def said(value: Any) -> str:
    """Fill the template of a sentence, as a front end does."""
    if isinstance(value, list):
        return "; ".join(map(said, value))
    if not isinstance(value, dict):
        return str(value)
    values = {name: said(part) for name, part in value["values"].items()}
    plural = "plural" in value and values["count"] != "1"
    return str(value["plural" if plural else "template"]).format(**values)


def templates(value: Any) -> Iterator[str]:
    """All templates in a sentence."""
    if isinstance(value, list):
        for part in value:
            yield from templates(part)
    elif isinstance(value, dict):
        yield value["template"]
        yield from templates(list(value["values"].values()))


def in_catalog(value: Any, german: gettext.GNUTranslations) -> bool:
    """Whether every template is translated; `{all}` only joins sentences."""
    found = [template for template in templates(value) if template.strip("{}") != "all"]
    return bool(found) and all(german.gettext(template) != template for template in found)


def check(turn: Any) -> Json:
    return {
        "table": turn.table,
        "hand": turn.hand,
        "after": turn.after,
        "rules": turn.rules,
        "opened": turn.opened,
    }


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.code)
def test_reasons(engine: Process, german: gettext.GNUTranslations, turn: Any) -> None:
    reasons = engine.result("check", check(turn))["reasons"]
    assert reasons
    for reason in reasons:
        assert said(reason["wording"]) == reason["message"]
        assert in_catalog(reason["wording"], german)


def test_steps(engine: Process, german: gettext.GNUTranslations) -> None:
    turn = {"table": "r3 J r5", "hand": "r4 y9 b9", "after": "r3 r4 r5 | y9 b9 J"}
    steps = engine.result("steps", turn)["steps"]
    assert len(steps) == 2
    for step in steps:
        assert said(step["wording"]) == step["text"]
        assert in_catalog(step["wording"], german)


@pytest.mark.parametrize(
    "problem",
    [
        {"table": "r4 y4 | g2 g3 g5 | q1", "hand": "x"},
        {"table": "r4 y4", "hand": ""},
        {"table": "", "hand": "r1 r1 r1"},
        {"table": "", "hand": "r14"},
    ],
)
def test_errors(engine: Process, german: gettext.GNUTranslations, problem: Json) -> None:
    error = engine.error("solve", problem)
    assert said(error["data"]["wording"]) == error["message"]
    assert in_catalog(error["data"]["wording"], german)


def test_an_illegal_turn(engine: Process) -> None:
    tokens = engine.result("round/new", {"seats": 2, "seed": 12, "starter": 0})["tokens"]
    error = engine.error("round/play", {"token": tokens[0], "table": "r13 y13"})
    reasons = error["data"]["reasons"]
    assert len(reasons) > 1
    assert [said(reason["wording"]) for reason in reasons] == [it["message"] for it in reasons]
    assert said(error["data"]["wording"]) == error["message"]


def test_the_last_initialize_decides() -> None:
    faulty = {**EASY, "hand": "q1"}
    with Process() as engine:
        assert "wording" not in engine.error("solve", faulty)["data"]
        engine.result("initialize", {"wordings": True})
        assert "wording" in engine.error("solve", faulty)["data"]
        engine.result("initialize")
        assert "wording" not in engine.error("solve", faulty)["data"]
