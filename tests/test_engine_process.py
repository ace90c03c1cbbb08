"""The engine as a process: pipes, signals, clients that disappear, an engine that is killed."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from pathlib import Path

import pytest
import typer
from engines import DEADLINE, EASY, HARD, SCRIPT, Process, notification, request
from rummy_fast.cli.engine import engine
from rummy_fast.engine import server
from rummy_fast.engine.inlet import Inlet
from rummy_fast.engine.methods import LONGEST_LINE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="poll and signals")

VIEW = {
    "seat": 0,
    "hand": "r1",
    "table": [],
    "opened": [True, True],
    "hand_sizes": [1, 1],
    "pool_size": 1,
    "to_move": 0,
    "starter": 0,
}


def run(text: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [SCRIPT, "engine", *options], input=text, capture_output=True, timeout=60, check=False
    )


def test_a_session_ends_with_its_input() -> None:
    asked = [request(number, "solve", EASY) for number in range(200)]
    done = run("\n".join(map(json.dumps, asked)).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(message["id"] for message in found) == list(range(200))
    assert all(message["result"]["count"] == 3 for message in found)


def test_a_file_and_nothing(tmp_path: Path) -> None:
    file = tmp_path / "session"
    file.write_text(json.dumps(request(1, "solve", EASY)) + "\r\n\r\n", encoding="utf-8-sig")
    with file.open("rb") as source:
        done = subprocess.run(
            [SCRIPT, "engine"], stdin=source, capture_output=True, timeout=60, check=False
        )
    assert json.loads(done.stdout)["result"]["count"] == 3
    done = run(b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_lines_that_are_too_long() -> None:
    padding = b" " * (LONGEST_LINE + 1)
    good = json.dumps(request(1, "solve", EASY)).encode()
    longest = json.dumps(request(2, "solve", {**EASY, "id": ""})).encode()
    longest = longest.replace(b'"id": ""}', b'"id": "%b"}' % (b"x" * (LONGEST_LINE - len(longest))))
    assert len(longest) == LONGEST_LINE
    done = run(b"\n".join([b"[" + padding, padding, good, longest, b"9" * (3 * LONGEST_LINE)]))
    assert done.returncode == 0
    found = [json.loads(line) for line in done.stdout.splitlines()]
    failed = [message["error"] for message in found if message["id"] is None]
    assert [error["code"] for error in failed] == [-32700] * 3
    assert {error["message"] for error in failed} == {
        f"the line is longer than {LONGEST_LINE} bytes"
    }
    assert {message["id"] for message in found} == {None, 1, 2}
    assert len(found) == 5


def test_shutdown_ends_the_process() -> None:
    with Process() as engine:
        engine.say(request(1, "solve", HARD))
        assert engine.result("initialize")["protocol"] == 1
        engine.say(request(2, "shutdown"))
        assert engine.answer(1)["error"]["data"] == {"code": "cancelled"}
        assert engine.answer(2)["result"] == {}
        assert engine.wait() == 0
        assert engine.stdout.read() == b""
        assert engine.stderr.read() == b""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("busy", [False, True])
def test_signals_end_the_process(number: signal.Signals, *, busy: bool) -> None:
    with Process() as engine:
        if busy:
            engine.say(request(1, "solve", HARD))
        assert engine.result("initialize")["protocol"] == 1
        began = time.perf_counter()
        engine.child.send_signal(number)
        assert engine.wait() == 0
        assert time.perf_counter() - began < DEADLINE
        rest = [json.loads(line) for line in engine.stdout.read().splitlines()]
        assert [message["error"]["data"]["code"] for message in rest] == ["cancelled"] * busy
        assert engine.stderr.read() == b""


def test_sigterm_ends_an_engine_whose_client_does_not_read() -> None:
    with Process() as engine:
        assert engine.result("initialize")["protocol"] == 1
        for number in range(400):  # far more than a pipe holds
            engine.say(request(number, "initialize"))
        time.sleep(0.5)
        engine.child.terminate()
        assert engine.wait() == 0


def test_a_client_that_does_not_read_is_answered_when_it_does() -> None:
    with Process() as engine:
        for number in range(400):
            engine.say(request(number, "initialize"))
        engine.say(request("last", "solve", EASY))
        time.sleep(0.2)
        assert [engine.next(9)["id"] for _ in range(400)] == list(range(400))
        assert engine.answer("last")["result"]["count"] == 3


def test_reading_stops_while_a_client_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_WAITING", 10_000)
    (source, requests), (answers, target) = os.pipe(), os.pipe()
    asked = json.dumps(request(1, "initialize")).encode() + b"\n"
    count = 4_000  # more than a pipe and a read hold
    found: list[int] = []

    def write() -> None:
        with os.fdopen(requests, "wb") as pipe:
            pipe.writelines([asked] * count)

    def read() -> None:
        writer.join(4)
        found.append(writer.is_alive())
        with os.fdopen(answers, "rb") as pipe:
            found.append(sum(1 for _ in pipe))

    writer, reader = threading.Thread(target=write), threading.Thread(target=read)
    writer.start()
    reader.start()
    assert server.Server(source, target, threads=1, rounds=1).run()
    os.close(target)
    reader.join()
    writer.join()
    os.close(source)
    assert found == [True, count]


def test_an_endless_line_takes_little_memory() -> None:
    inlet = Inlet(1 << 20)
    chunk = b"x" * (1 << 16)
    tracemalloc.start()
    for _ in range(1000):
        assert not list(inlet.feed(chunk))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 4 << 20
    assert list(inlet.feed(b"y\n{}\n")) == [None, b"{}"]


def test_calls_may_finish_after_the_input_closes() -> None:
    with Process() as engine:
        engine.say(request(1, "solve", {**HARD, "limit": 1}))
        engine.stdin.close()
        assert not engine.answer(1)["result"]["proven"]
        assert engine.wait() == 0


def test_long_calls_are_cancelled_after_the_input_closes() -> None:
    with Process() as engine:
        engine.say(request(1, "solve", HARD))
        began = time.perf_counter()
        engine.stdin.close()
        assert engine.answer(1)["error"]["data"] == {"code": "cancelled"}
        assert engine.wait() == 0
        assert 3 < time.perf_counter() - began < DEADLINE


def test_a_client_that_dies_leaves_nothing_running() -> None:
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
        [sys.executable, "-c", script, SCRIPT, "engine"],
        input=asked,
        capture_output=True,
        timeout=60,
        check=False,
    )
    engine = Path("/proc") / done.stdout.decode().strip()
    if not Path("/proc/self").exists():
        pytest.skip("no /proc")
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


def test_a_client_that_stops_reading_ends_the_engine() -> None:
    with Process() as engine:
        assert engine.result("initialize")["protocol"] == 1
        engine.stdout.close()
        assert engine.wait() == 0
        assert engine.stderr.read() == b""


def test_a_killed_engine_is_noticed() -> None:
    with Process() as engine:
        engine.say(request(1, "solve", HARD))
        assert engine.result("initialize")["protocol"] == 1
        engine.child.kill()
        with pytest.raises(EOFError):
            engine.answer(1)
        assert engine.wait() == -signal.SIGKILL


def test_interleaved_requests_through_the_pipe() -> None:
    with Process("--threads", "2") as engine:
        engine.say(request("long", "candidates", {**HARD, "progress": True}))
        for _ in range(50):
            assert engine.result("solve", EASY)["count"] == 3
        message = engine.hear(lambda one: one.get("method") == "progress")
        assert message["params"]["id"] == "long"
        engine.say(notification("cancel", {"id": "long"}))
        assert engine.answer("long")["error"]["data"] == {"code": "cancelled"}


def test_printing_goes_to_standard_error(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import rummy_fast.bots as bots\n"
        "make = bots.make_bot\n"
        "def loud(*given):\n"
        "    print('noise')\n"
        "    return make(*given)\n"
        "bots.make_bot = loud\n",
        encoding="utf-8",
    )
    asked = json.dumps(request(1, "choose", {"view": VIEW, "bot": "greedy"})).encode()
    done = subprocess.run(
        [SCRIPT, "engine"],
        input=asked,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert json.loads(done.stdout)["result"] == {"turn": {"kind": "draw"}}
    assert done.stderr == b"noise\n"


def test_a_bot_that_never_answers_can_be_cancelled(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import time\n"
        "import rummy_fast.bots as bots\n"
        "def asleep(*_): time.sleep(1000)\n"
        "bots.make_bot = asleep\n",
        encoding="utf-8",
    )
    with Process(environment={"PYTHONPATH": str(tmp_path)}) as child:
        child.say(request(1, "choose", {"view": VIEW, "bot": "greedy"}))
        assert child.result("initialize")["protocol"] == 1
        child.say(notification("cancel", {"id": 1}))
        assert child.answer(1)["error"]["data"] == {"code": "cancelled"}
        child.child.terminate()
        assert child.wait() == 0


def test_options() -> None:
    asked = json.dumps([request(1, "round/new"), request(2, "round/new")]).encode()
    done = run(asked, "--rounds", "1", "--threads", "1")
    found = json.loads(done.stdout)
    assert "result" in found[0]
    assert found[1]["error"]["data"] == {"code": "too_many_rounds"}
    for options in (["--threads", "0"], ["--rounds", "0"], ["--threads", "x"]):
        done = run(b"", *options)
        assert done.returncode == 2
        assert done.stdout == b""
        assert b"--" in done.stderr


def test_a_missing_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Newer versions of typer need pydantic themselves.
    monkeypatch.setitem(sys.modules, "pydantic_core", None)
    for name in [name for name in sys.modules if name.startswith("rummy_fast.engine")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(typer.Exit) as ended:
        engine()
    assert ended.value.exit_code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        "rummy-fast engine needs pydantic_core: pip install 'rummy_fast[engine]'\n"
    )


def test_other_commands_do_not_load_the_engine() -> None:
    script = "import sys, rummy_fast.cli.app; print('rummy_fast.engine' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
