"""The engine under test: in this process, and as the installed command."""

import json
import os
import queue
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, cast

from jsonschema import Draft202012Validator
from positions import HARD_RULES, weights
from rummy_fast.engine.dispatch import Dispatch
from rummy_fast.engine.schema import name_of, schema

ROOT = Path(__file__).parent.parent
SCRIPT = Path(sys.executable).with_name("rummy-fast")
DEADLINE = 90.0
"""Seconds after which an answer is missing, ample on a busy machine."""

SCHEMA = schema()
Json = dict[str, Any]

EASY = {"table": ["g2 g3 g4 g5"], "hand": "g6 y2 b2"}


def hard_hand() -> list[str]:
    """Draw tiles of the largest deck whose best play takes minutes to find."""
    deck = [f"{c}{v}" for c in "rygbkopw" for v in range(1, 27) for _ in range(4)] + ["J"] * 8
    return random.Random(1).sample(deck, 300)


HARD = {
    "table": "",
    "hand": " ".join(hard_hand()),
    "rules": HARD_RULES.to_dict(),
    "objective": weights(),
}
"""A search that takes minutes unless it is stopped."""


def validate(message: object, name: str) -> None:
    """Check a message against the schema."""
    _validator(name).validate(message)


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def request(given: object, method: str, params: object = None) -> Json:
    message: Json = {"jsonrpc": "2.0", "id": given, "method": method}
    return message if params is None else {**message, "params": params}


def notification(method: str, params: object = None) -> Json:
    message: Json = {"jsonrpc": "2.0", "method": method}
    return message if params is None else {**message, "params": params}


class Client:
    """Sends requests, and keeps other messages until a test wants them."""

    def __init__(self) -> None:
        self.kept: list[Any] = []
        self.last = 0

    def send(self, line: bytes) -> None:
        raise NotImplementedError

    def next(self, seconds: float) -> Any:
        """Get the next message; raise `queue.Empty` if there is none in time."""
        raise NotImplementedError

    def say(self, message: object) -> None:
        self.send(json.dumps(message).encode())

    def hear(self, wanted: Callable[[Any], bool] = lambda _: True) -> Any:
        """Wait for the first message that is wanted."""
        for place, message in enumerate(self.kept):
            if wanted(message):
                return self.kept.pop(place)
        until = time.monotonic() + DEADLINE
        while True:
            message = self.next(until - time.monotonic())
            if wanted(message):
                return message
            self.kept.append(message)

    def answer(self, given: object) -> Json:
        """Wait for the answer to a request."""
        found = self.hear(lambda one: isinstance(one, dict) and "id" in one and one["id"] == given)
        return cast("Json", found)

    def ask(self, method: str, params: object = None) -> Json:
        """Send a request and wait for its answer; check both against the schema."""
        self.last += 1
        asked = request(f"ask {self.last}", method, params)
        self.say(asked)
        answer = self.answer(asked["id"])
        if "error" in answer:
            validate(answer, "Failure")
        else:
            validate(asked, f"{name_of(method)}Request")
            validate(answer, f"{name_of(method)}Response")
        return answer

    def result(self, method: str, params: object = None) -> Json:
        answer = self.ask(method, params)
        assert "result" in answer, answer
        return cast("Json", answer["result"])

    def error(self, method: str, params: object = None) -> Json:
        answer = self.ask(method, params)
        assert "error" in answer, answer
        return cast("Json", answer["error"])

    def is_silent(self, seconds: float = 0.2) -> bool:
        """Tell whether no message comes for a while."""
        try:
            self.kept.append(self.next(seconds))
        except queue.Empty:
            return not self.kept
        return False


class LocalEngine(Client):
    """The engine in this process, without pipes."""

    def __init__(self, threads: int = 2, rounds: int = 2000) -> None:
        super().__init__()
        self.out: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.dispatch = Dispatch(self.out.put, threads=threads, rounds=rounds)

    def send(self, line: bytes) -> None:
        self.dispatch.receive(line)

    def next(self, seconds: float) -> Any:
        line = self.out.get(timeout=max(0.001, seconds))
        assert b"\n" not in line
        return json.loads(line)

    def close(self) -> None:
        assert self.dispatch.close(DEADLINE)


class Process(Client):
    """The engine as the installed command."""

    def __init__(self, *options: str, environment: dict[str, str] | None = None) -> None:
        super().__init__()
        self.child = subprocess.Popen(
            [SCRIPT, "engine", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
        )
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        assert self.child.stderr is not None
        self.stdin: IO[bytes] = self.child.stdin
        self.stdout: IO[bytes] = self.child.stdout
        self.stderr: IO[bytes] = self.child.stderr

    def send(self, line: bytes) -> None:
        self.stdin.write(line + b"\n")
        self.stdin.flush()

    def next(self, seconds: float) -> Any:  # noqa: ARG002 - pytest has a time limit of its own
        line = self.stdout.readline()
        if not line:
            raise EOFError
        return json.loads(line)

    def wait(self) -> int:
        return self.child.wait(DEADLINE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _: TracebackType | None,
    ) -> None:
        if self.child.poll() is None:
            self.child.kill()
        self.child.wait()
        for pipe in (self.stdin, self.stdout, self.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                continue
