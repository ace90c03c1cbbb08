"""The engines under test: the binary `rummy-engine`, and `rummy-fast engine` as installed."""

import json
import os
import queue
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, cast

import pytest
from jsonschema import Draft202012Validator
from positions import HARD_RULES, weights

ROOT = Path(__file__).parent.parent
SCRIPT = Path(sys.executable).with_name("rummy-fast")
DEADLINE = 90.0
"""Seconds after which an answer is missing, ample on a busy machine."""


def _binary() -> Path | None:
    """The binary: RUMMY_ENGINE if set, or what `make` or cargo built last."""
    if named := os.environ.get("RUMMY_ENGINE"):
        return Path(named)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    name = "rummy-engine.exe" if sys.platform == "win32" else "rummy-engine"
    built = [path for kind in ("release", "debug") if (path := target / kind / name).exists()]
    return max(built, key=lambda path: path.stat().st_mtime, default=None)


def _stale(binary: Path) -> str | None:
    """Say why a binary is not of these sources; None if it is, or was named."""
    built = binary.stat().st_mtime
    sources = (*(ROOT / "src").rglob("*.rs"), ROOT / "Cargo.toml")
    newer = [path for path in sources if path.exists() and path.stat().st_mtime > built]
    if "RUMMY_ENGINE" in os.environ or not newer:
        return None
    return f"{binary} is older than {newer[0]}: cargo build --release --bin rummy-engine"


BINARY = _binary()
STALE = _stale(BINARY) if BINARY else None
COMMANDS: dict[str, tuple[str, ...] | None] = {
    "rummy-engine": (str(BINARY),) if BINARY else None,
    "rummy-fast engine": (str(SCRIPT), "engine"),
}
"""The engines by name, each with its command; None if it was not built."""
QUICKEST = (str(BINARY),) if BINARY and not STALE else (str(SCRIPT), "engine")
"""The engine that starts fastest, for tests that start many."""


@pytest.fixture(params=COMMANDS)
def command(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The command of each engine."""
    found = COMMANDS[request.param]
    if found is None:
        pytest.skip("cargo build --release --bin rummy-engine")
    if STALE and found == (str(BINARY),):
        pytest.fail(STALE)
    return found


SCHEMA = json.loads(subprocess.check_output([*QUICKEST, "schema"]))
Json = dict[str, Any]


def name_of(method: str) -> str:
    """Convert a method to its part of the names of messages: `round/new` is `RoundNew`."""
    return "".join(part.title() for part in method.split("/"))


REQUESTS = [SCHEMA["$defs"][ref["$ref"][8:]] for ref in SCHEMA["$defs"]["ClientMessage"]["anyOf"]]
METHODS = [request["properties"]["method"]["const"] for request in REQUESTS]
PAGE = (ROOT / "docs" / "engine.md").read_text("utf-8")
NUMBERS = {
    code: int(number)
    for code, number in re.findall(r"^\| `(\w+)` \| (-\d+) \|", PAGE, re.MULTILINE)
}
"""The number of each error code; a Rust test compares the page with the engine."""
LONGEST_LINE = 1 << 22
MOST_BATCH = 1_000


def answer_lines(question: str, *problems: Json) -> list[Json]:
    """Ask the line interface."""
    text = "\n".join(map(json.dumps, problems)).encode()
    done = subprocess.run([*QUICKEST, question], input=text, capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


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


class Process(Client):
    """An engine as a process."""

    def __init__(self, *options: str, command: tuple[str, ...] | None = None) -> None:
        super().__init__()
        self.child = subprocess.Popen(
            [*(command or QUICKEST), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        assert self.child.stderr is not None
        self.stdin: IO[bytes] = self.child.stdin
        self.stdout: IO[bytes] = self.child.stdout
        self.stderr: IO[bytes] = self.child.stderr
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.reader: threading.Thread | None = None

    def _read(self) -> None:
        while line := self.stdout.readline():
            self.lines.put(line)
        self.lines.put(b"")

    def send(self, line: bytes) -> None:
        self.stdin.write(line + b"\n")
        self.stdin.flush()

    def next(self, seconds: float) -> Any:
        # A thread, since reading a pipe has no time limit on every platform.
        if self.reader is None:
            self.reader = threading.Thread(target=self._read, daemon=True)
            self.reader.start()
        line = self.lines.get(timeout=max(0.001, seconds))
        if not line:
            self.lines.put(line)
            raise EOFError
        assert line.endswith(b"\n")
        return json.loads(line)

    def rest(self) -> list[Any]:
        """Every message until the engine closes its output."""
        found = []
        while True:
            try:
                found.append(self.next(DEADLINE))
            except EOFError:
                return found

    def wait(self) -> int:
        return self.child.wait(DEADLINE)

    def close(self) -> None:
        """End the engine, which must have nothing more to say."""
        self.stdin.close()
        assert self.rest() == []
        assert self.wait() == 0
        assert self.stderr.read() == b""

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
        if self.reader is not None:
            self.reader.join(DEADLINE)
        for pipe in (self.stdin, self.stdout, self.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                continue
