"""Run the session of docs/engine.md through the engine, and check messages against the schema."""

import json
import re
from typing import Any

import pytest
from engines import (
    DEADLINE,
    EASY,
    HARD,
    METHODS,
    PAGE,
    SCHEMA,
    Process,
    name_of,
    notification,
    request,
    validate,
)
from engines import command as command  # noqa: PLC0414 - a fixture
from jsonschema import Draft202012Validator, ValidationError

SAID = re.findall(r"^(-->|<--) (.*)$", PAGE, re.MULTILINE)
STANDS_FOR: dict[str, Any] = {
    "<300 tiles>": HARD["hand"],
    "<the largest deck>": HARD["rules"],
    "<a weight for each tile>": HARD["objective"],
}


def filled(message: Any, tokens: dict[str, str]) -> Any:
    """Replace the words in angle brackets of a message of the page."""
    match message:
        case str() if message.startswith("<"):
            return STANDS_FOR[message] if message in STANDS_FOR else tokens[message]
        case list():
            return [filled(item, tokens) for item in message]
        case dict():
            return {name: filled(item, tokens) for name, item in message.items()}
        case _:
            return message


def learnt(message: Any, tokens: dict[str, str]) -> None:
    """Store the tokens of a round or match, and its record, under their names on the page."""
    result = message.get("result") if isinstance(message, dict) else None
    if isinstance(result, dict) and "tokens" in result:
        tokens["<host>"] = result["host"]
        seats = enumerate(result["tokens"])
        tokens |= {f"<seat {seat}>": token for seat, token in seats if token is not None}
    if isinstance(result, dict) and "record" in result:
        tokens["<the record>"] = result["record"]


def shown(message: Any, tokens: dict[str, str]) -> str:
    """Write a message of the engine as the page shows it."""
    if isinstance(message, dict) and message.get("method") == "progress":
        message["params"]["seconds"] = 0.25
    text = json.dumps(message)
    for name, token in tokens.items():
        text = text.replace(token, name)
    return text


def test_the_session_of_the_page(command: tuple[str, ...]) -> None:
    tokens: dict[str, str] = {}
    methods = set()
    with Process(command=command) as engine:
        for way, text in SAID:
            if way == "-->":
                try:
                    message = json.loads(text)
                except ValueError:
                    engine.send(text.encode())
                    continue
                items = message if isinstance(message, list) else [message]
                methods |= {item["method"] for item in items}
                engine.say(filled(message, tokens))
                continue
            message = engine.next(DEADLINE)
            learnt(message, tokens)
            pattern = ".*".join(re.escape(part) for part in text.split("..."))
            line = shown(message, tokens)
            assert re.fullmatch(pattern, line), line
        assert engine.rest() == []
        assert engine.wait() == 0
    assert methods > set(METHODS) - {"round/pass", "round/timeout"}
    assert len(SAID) > 40


def test_the_page_has_every_method() -> None:
    for method in METHODS:
        assert f"`{method}`" in PAGE, method


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    names = {f"{name_of(method)}{kind}" for method in METHODS for kind in ("Request", "Response")}
    assert names < set(SCHEMA["$defs"])


GOOD = [
    request(1, "solve", EASY),
    notification("cancel", {"id": 1}),
    [request("a", "shutdown"), request("b", "round/new", {"seats": 3, "rules": "sabra"})],
    {"jsonrpc": "2.0", "id": None, "error": {"code": -1, "message": "", "data": {"code": "x"}}},
]
BAD: list[Any] = [
    request(1, "solve", {"table": ""}),
    request(1, "solve", {**EASY, "opened": 1}),
    request(1, "nope", {}),
    request({}, "shutdown"),
    request(1, "round/view", {"token": 5}),
    request(1, "round/new", {"seat": 2}),
    {"id": 1, "method": "shutdown"},
    [],
    "shutdown",
]


@pytest.mark.parametrize("message", GOOD)
def test_valid_messages(message: Any) -> None:
    Draft202012Validator(SCHEMA).validate(message)


@pytest.mark.parametrize("message", BAD)
def test_invalid_messages(message: Any) -> None:
    with pytest.raises(ValidationError):
        Draft202012Validator(SCHEMA).validate(message)


def test_the_validator_rejects_messages() -> None:
    with pytest.raises(ValidationError):
        validate(request(1, "solve", {}), "SolveRequest")
