"""The engines as processes: pipes, signals, clients that disappear, engines that are killed.

Every test is run with the binary and with the Python command, which are the same code.
"""

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import long_checks
import pytest
import rummy_fast as rf
from engines import DEADLINE, EASY, HARD, LONGEST_LINE, Process, notification, request
from engines import command as command  # noqa: PLC0414 - a fixture

Command = tuple[str, ...]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and devices of POSIX")
BROKEN_PIPE = 141


def run(command: Command, text: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*command, *options], input=text, capture_output=True, timeout=60, check=False
    )


def said(*messages: object) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


def test_a_session_ends_with_its_input(command: Command) -> None:
    asked = [request(number, "solve", EASY) for number in range(200)]
    done = run(command, said(*asked).rstrip())
    assert (done.returncode, done.stderr) == (0, b"")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(message["id"] for message in found) == list(range(200))
    assert all(message["result"]["count"] == 3 for message in found)


def test_a_file_and_nothing(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "session"
    file.write_text(json.dumps(request(1, "solve", EASY)) + "\r\n\r\n", encoding="utf-8-sig")
    with file.open("rb") as source:
        done = subprocess.run(command, stdin=source, capture_output=True, timeout=60, check=False)
    assert json.loads(done.stdout)["result"]["count"] == 3
    done = run(command, b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_lines_that_are_too_long(command: Command) -> None:
    padding = b" " * (LONGEST_LINE + 1)
    good = json.dumps(request(1, "solve", EASY)).encode()
    longest = json.dumps(request(2, "solve", {**EASY, "id": ""})).encode()
    longest = longest.replace(b'"id": ""}', b'"id": "%b"}' % (b"x" * (LONGEST_LINE - len(longest))))
    assert len(longest) == LONGEST_LINE
    lines = [b"[" + padding, padding, good, longest, b"9" * (3 * LONGEST_LINE)]
    done = run(command, b"\n".join(lines))
    assert done.returncode == 0
    found = [json.loads(line) for line in done.stdout.splitlines()]
    failed = [message["error"] for message in found if message["id"] is None]
    assert [error["code"] for error in failed] == [-32700] * 3
    assert {error["message"] for error in failed} == {
        f"the line is longer than {LONGEST_LINE} bytes"
    }
    assert {message["id"] for message in found} == {None, 1, 2}
    assert len(found) == 5


def test_shutdown_ends_the_process(command: Command) -> None:
    with Process(command=command) as engine:
        engine.say(request(1, "solve", HARD))
        assert engine.result("initialize")["protocol"] == 1
        engine.say(request(2, "shutdown"))
        assert engine.answer(1)["error"]["data"] == {"code": "cancelled"}
        assert engine.answer(2)["result"] == {}
        assert engine.wait() == 0
        assert engine.rest() == []
        assert engine.stderr.read() == b""


@POSIX
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("busy", [False, True])
def test_signals_end_the_process_at_once(
    command: Command, number: signal.Signals, *, busy: bool
) -> None:
    with Process(command=command) as engine:
        if busy:
            engine.say(request(1, "solve", HARD))
        assert engine.result("initialize")["protocol"] == 1
        began = time.perf_counter()
        engine.child.send_signal(number)
        assert engine.wait() == -number
        assert time.perf_counter() - began < 5
        assert engine.rest() == []
        assert engine.stderr.read() == b""


@POSIX
def test_sigterm_ends_an_engine_whose_client_does_not_read(command: Command) -> None:
    with Process(command=command) as engine:
        for number in range(400):  # far more than a pipe holds
            engine.say(request(number, "initialize"))
        time.sleep(0.5)
        engine.child.terminate()
        assert engine.wait() == -signal.SIGTERM


def test_a_client_that_does_not_read_is_answered_when_it_does(command: Command) -> None:
    with Process(command=command) as engine:
        for number in range(400):
            engine.say(request(number, "initialize"))
        engine.say(request("last", "solve", EASY))
        time.sleep(0.2)
        engine.stdin.close()
        found = engine.rest()
        numbers = [message["id"] for message in found if message["id"] != "last"]
        assert numbers == list(range(400))
        assert len(found) == 401
        assert engine.wait() == 0


def test_a_reader_that_takes_its_time_gets_every_answer(command: Command) -> None:
    asked = [request(number, "solve", EASY) for number in range(1000)]
    asked += [request(number, "initialize") for number in range(1000, 1500)]
    with Process(command=command) as engine:
        engine.stdin.write(said(*asked))
        engine.stdin.close()
        time.sleep(1.5)
        found = engine.rest()
        assert sorted(message["id"] for message in found) == list(range(1500))
        assert all("result" in message for message in found)
        assert engine.wait() == 0


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc")
def test_a_flood_is_not_read_while_nobody_reads_the_answers(command: Command) -> None:
    view = "round/view"
    with Process(command=command) as engine:
        opened = engine.result("round/new", {"seed": 1, "starter": 0})
        for turn in range(40):
            engine.result("round/draw", {"token": opened["tokens"][turn % 2]})
        engine.say(request("last", "initialize"))
        assert engine.answer("last")
        batch = said([request(n, view, {"token": opened["tokens"][0]}) for n in range(1000)])
        written = 0

        def flood() -> None:
            nonlocal written
            try:
                while True:
                    engine.child.stdin.write(batch)  # type: ignore[union-attr]
                    written += 1
            except (BrokenPipeError, ValueError):
                return

        # From here on nobody reads but a thread that is too slow.
        engine.lines = BlockedQueue()  # type: ignore[assignment]
        writer = threading.Thread(target=flood, daemon=True)
        writer.start()
        time.sleep(8)
        before = written
        time.sleep(2)
        assert written == before, "it goes on reading"
        status = (Path("/proc") / str(engine.child.pid) / "status").read_text()
        peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        assert int(peak.split()[1]) < 400_000, peak
        engine.child.kill()
        engine.lines.release()  # type: ignore[attr-defined]
        writer.join(DEADLINE)


class BlockedQueue:
    """A queue that takes nothing until it is released."""

    def __init__(self) -> None:
        self.open = threading.Event()

    def put(self, _: bytes) -> None:
        self.open.wait()

    def release(self) -> None:
        self.open.set()


@POSIX
def test_a_client_that_closes_its_end_ends_the_engine(command: Command) -> None:
    with Process(command=command) as engine:
        engine.say(request(1, "solve", HARD))
        engine.stdout.close()
        engine.say(request(2, "initialize"))
        assert engine.wait() == BROKEN_PIPE
        assert engine.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_reported(command: Command) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device
        done = subprocess.run(
            command,
            input=said(request(1, "solve", EASY)),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert b"No space left" in line


@POSIX
@pytest.mark.parametrize(("closed", "name"), [("<&-", b"input"), (">&-", b"output")])
def test_closed_standard_streams_are_reported(command: Command, closed: str, name: bytes) -> None:
    text = said(request(1, "solve", EASY))
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *command],
        input=text,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stdout == b""
    [line] = done.stderr.splitlines()
    assert line.endswith(b": standard %b is closed" % name)


def test_calls_may_finish_after_the_input_closes(command: Command) -> None:
    with Process(command=command) as engine:
        engine.say(request(1, "solve", {**HARD, "limit": 1}))
        engine.stdin.close()
        assert not engine.answer(1)["result"]["proven"]
        assert engine.wait() == 0


def test_long_calls_are_cancelled_after_the_input_closes(command: Command) -> None:
    with Process(command=command) as engine:
        engine.say(request(1, "solve", HARD))
        began = time.perf_counter()
        engine.stdin.close()
        assert engine.answer(1)["error"]["data"] == {"code": "cancelled"}
        assert engine.wait() == 0
        assert 3 < time.perf_counter() - began < DEADLINE


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc")
def test_a_client_that_dies_leaves_nothing_running(command: Command) -> None:
    script = (
        "import subprocess, sys, os, time\n"
        "engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "engine.stdin.write(sys.stdin.buffer.read())\n"
        "engine.stdin.flush()\n"
        "time.sleep(1)\n"  # the search has begun
        "print(engine.pid, flush=True)\n"
        "os._exit(1)\n"
    )
    asked = json.dumps(request(1, "solve", HARD)).encode() + b"\n"
    done = subprocess.run(
        [sys.executable, "-c", script, *command],
        input=asked,
        capture_output=True,
        timeout=60,
        check=False,
    )
    engine = Path("/proc") / done.stdout.decode().strip()
    until = time.monotonic() + 60
    while engine.exists() and time.monotonic() < until:
        try:
            if (engine / "stat").read_text().split()[2] == "Z":
                break
        except (FileNotFoundError, ProcessLookupError):
            break
        time.sleep(0.05)
    else:
        assert not engine.exists(), "the engine is still running"


@POSIX
def test_a_killed_engine_is_noticed(command: Command) -> None:
    with Process(command=command) as engine:
        engine.say(request(1, "solve", HARD))
        assert engine.result("initialize")["protocol"] == 1
        engine.child.kill()
        with pytest.raises(EOFError):
            engine.answer(1)
        assert engine.wait() == -signal.SIGKILL


def test_interleaved_requests_through_the_pipe(command: Command) -> None:
    with Process("--threads", "2", command=command) as engine:
        engine.say(request("long", "candidates", {**HARD, "progress": True}))
        for _ in range(50):
            assert engine.result("solve", EASY)["count"] == 3
        message = engine.hear(lambda one: one.get("method") == "progress")
        assert message["params"]["id"] == "long"
        engine.say(notification("cancel", {"id": "long"}))
        assert engine.answer("long")["error"]["data"] == {"code": "cancelled"}


def test_a_long_check_of_one_seat_stalls_nobody(command: Command) -> None:
    # Every tile of the first seat is dealt from a deck with one copy, so a client can prepare this.
    with Process("--threads", "1", command=command) as engine:
        opened = engine.result("round/new", {"seed": 1, "starter": 0})
        engine.say(request("long", "check", long_turn()))
        for _ in range(20):
            assert engine.result("round/view", {"token": opened["tokens"][0]})["seat"] == 0
        engine.say(notification("cancel", {"id": "long"}))
        assert engine.answer("long")["error"]["data"] == {"code": "cancelled"}
        assert engine.result("solve", EASY)["count"] == 3
        engine.close()


def long_turn() -> dict[str, object]:
    """A turn whose check takes a minute."""
    return {
        "table": long_checks.BEFORE,
        "hand": long_checks.hand(),
        "after": long_checks.AFTER,
        "opened": False,
        "rules": long_checks.RULES.to_dict(),
    }


def test_options(command: Command) -> None:
    asked = said([request(1, "round/new"), request(2, "round/new")])
    done = run(command, asked, "--rounds", "1", "--threads", "1")
    found = json.loads(done.stdout)
    assert "result" in found[0]
    assert found[1]["error"]["data"] == {"code": "too_many_rounds"}
    for options in (["--threads", "0"], ["--rounds", "0"], ["--threads", "x"], ["--depth", "3"]):
        done = run(command, b"", *options)
        assert done.returncode == 2
        assert done.stdout == b""
        [line] = done.stderr.splitlines()
        assert b"--" in line
    done = run(command, b"", "play")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b'there is no command "play"' in done.stderr


def test_help_and_version(command: Command) -> None:
    done = run(command, b"", "--help")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"--rounds" in done.stdout
    done = run(command, b"", "--version")
    assert done.stdout.decode().split()[-1] == rf.__version__
