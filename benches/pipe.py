"""`solve` through the pipes of the engine, its JSON lines, and its answers while it is busy."""

import json
import os
import random
import statistics
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import IO, TYPE_CHECKING, NamedTuple, cast

import rummy_fast as rf

if TYPE_CHECKING:
    from solvers import Position

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
ENGINE = TARGET / "release" / "rummy-engine"
"""What `make engine` builds."""
SELFPLAY = ROOT / "tests" / "data" / "selfplay.jsonl"


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
def engine(*options: str) -> Iterator[Pipes]:
    """Start an engine."""
    with subprocess.Popen(  # noqa: S603, our own binary
        [ENGINE, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        pipes = Pipes(child.stdin, child.stdout)
        assert pipes.ask(b'{"jsonrpc":"2.0","id":0,"method":"initialize"}\n')
        yield pipes
        child.stdin.close()
        assert child.wait() == 0


def asked(given: int, position: "Position", rules: str) -> bytes:
    """Make the request for a position."""
    params = {"table": position.table, "hand": position.hand, "rules": rules}
    message = {"jsonrpc": "2.0", "id": given, "method": "solve", "params": params}
    return json.dumps(message).encode() + b"\n"


def latencies(
    positions: list["Position"], rules: str, rounds: int = 3
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


def rate(positions: list["Position"], rules: str) -> float:
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


def lines_to_calls(copies: int = 20, rounds: int = 3) -> float:
    """Compare `rummy-engine solve` with `solve_many` on the same parsed problems, wall clock.

    Args:
        copies: How many times the self-play file is read in a row.
        rounds: The number of runs; the fastest of each counts.

    Returns:
        The ratio of the times. That of the process includes its start.
    """
    text = SELFPLAY.read_bytes() * copies
    problems = [
        {
            "table": rf.Table(one["table"]),
            "hand": rf.Hand(one["hand"]),
            "opened": one.get("opened", True),
        }
        for one in map(json.loads, text.splitlines())
    ]
    through, direct = [], []
    for _ in range(rounds):
        began = perf_counter()
        plays = rf.solve_many(problems)
        between = perf_counter()
        command = [str(ENGINE), "solve"]
        done = subprocess.run(command, input=text, capture_output=True, check=True)  # noqa: S603
        through.append(perf_counter() - between)
        direct.append(between - began)
        counts = [json.loads(line)["count"] for line in done.stdout.splitlines()]
        assert counts == [len(play.tiles) for play in plays if isinstance(play, rf.Play)]
    return min(through) / min(direct)


def busy_to_idle(calls: int = 400) -> float:
    """Compare a cheap call through the pipe while all workers are busy and while they are idle."""
    deck = [f"{c}{v}" for c in "rygbkopw" for v in range(1, 27) for _ in range(4)] + ["J"] * 8
    chance = random.Random(1)  # noqa: S311, it keeps no secrets
    hand = chance.sample(deck, 300)
    rules = {"preset": "free_jokers", "colors": 8, "values": 26, "copies": 4, "jokers": 8}
    weights = {tile: chance.random() for tile in deck}
    hard = {"table": "", "hand": " ".join(hand), "rules": rules | {"shortest_meld": 5}}
    long = {"jsonrpc": "2.0", "method": "solve", "params": {**hard, "objective": weights}}
    cheap = b'{"jsonrpc":"2.0","id":1,"method":"cancel","params":{"id":"x"}}\n'

    def median(pipes: Pipes) -> float:
        times = []
        for _ in range(calls):
            began = perf_counter()
            pipes.ask(cheap)
            times.append(perf_counter() - began)
        return statistics.median(times)

    threads = os.cpu_count() or 1
    with engine("--threads", str(threads)) as pipes:
        idle = median(pipes)
        for number in range(threads):
            pipes.requests.write(json.dumps({**long, "id": f"long {number}"}).encode() + b"\n")
        pipes.requests.flush()
        busy = median(pipes)
        pipes.requests.write(b'{"jsonrpc":"2.0","method":"shutdown"}\n')
        pipes.requests.flush()
        pipes.answers.read()
    return busy / idle


def start_up(rounds: int = 20) -> float:
    """Measure the processor time of an engine without input, in seconds: the median."""
    return statistics.median(cpu_time() for _ in range(rounds))


def cpu_time() -> float:
    """Run an engine without input, and return the seconds of processor time it took."""
    source, end = os.pipe()
    os.close(end)
    child = os.posix_spawn(
        ENGINE, [str(ENGINE)], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, source, 0)]
    )
    os.close(source)
    _, status, used = os.wait4(child, 0)
    assert status == 0
    return used.ru_utime + used.ru_stime
