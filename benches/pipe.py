"""`solve` through the pipes of `rummy-fast engine`."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import IO, NamedTuple, cast

import rummy_fast as rf
from solvers import Position

SCRIPT = Path(sys.executable).with_name("rummy-fast")


class Pipes(NamedTuple):
    """The pipes of requests and answers."""

    requests: IO[bytes]
    answers: IO[bytes]

    def ask(self, message: bytes) -> dict[str, object]:
        self.requests.write(message)
        self.requests.flush()
        answer = json.loads(self.answers.readline())
        return cast("dict[str, object]", answer["result"])


@contextmanager
def engine() -> Iterator[Pipes]:
    """Start an engine."""
    with subprocess.Popen(  # noqa: S603, our own command
        [SCRIPT, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        pipes = Pipes(child.stdin, child.stdout)
        assert pipes.ask(b'{"jsonrpc":"2.0","id":0,"method":"initialize"}\n')
        yield pipes
        child.stdin.close()
        assert child.wait() == 0


def asked(given: int, position: Position, rules: str) -> bytes:
    """Make the request for a position."""
    params = {"table": position.table, "hand": position.hand, "rules": rules}
    message = {"jsonrpc": "2.0", "id": given, "method": "solve", "params": params}
    return json.dumps(message).encode() + b"\n"


def latencies(
    positions: list[Position], rules: str, rounds: int = 3
) -> tuple[list[float], list[float]]:
    """Time each position directly and through the pipe, in seconds: the least of some runs."""
    direct, piped = [], []
    with engine() as pipes:
        for number, position in enumerate(positions):
            message = asked(number, position, rules)
            alone, through = [], []
            for _ in range(rounds):
                began = perf_counter()
                play = rf.solve(position.table, position.hand, rules=rules)
                between = perf_counter()
                answer = pipes.ask(message)
                through.append(perf_counter() - between)
                alone.append(between - began)
                assert answer["table"] == [str(meld) for meld in play.table]
            direct.append(min(alone))
            piped.append(min(through))
    return direct, piped


def rate(positions: list[Position], rules: str) -> float:
    """Measure positions per second without waiting for answers."""
    messages = [asked(number, position, rules) for number, position in enumerate(positions)]
    with engine() as pipes:
        began = perf_counter()
        writer = threading.Thread(target=_send, args=(pipes.requests, messages))
        writer.start()
        for _ in messages:
            assert "result" in json.loads(pipes.answers.readline())
        spent = perf_counter() - began
        writer.join()
        return len(messages) / spent


def _send(requests: IO[bytes], messages: list[bytes]) -> None:
    requests.writelines(messages)
    requests.flush()
