"""`rummy-fast serve`: the protocol over WebSocket, and what a server must endure."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import rummy_fast as rf
from engines import EASY, HARD
from served import DEADLINE, SCRIPT, Client, Server
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidStatus
from websockets.frames import Frame, Opcode


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


def rss(server: Server) -> int:
    """The memory of the process in bytes."""
    text = Path(f"/proc/{server.process.pid}/status").read_text("ascii")
    line = next(line for line in text.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024


def wait_until_alone(server: Server) -> None:
    """Wait until no connection is open."""
    until = time.monotonic() + DEADLINE
    while json.loads(server.get("/health")[1])["connections"]:
        assert time.monotonic() < until
        time.sleep(0.02)


def test_health(server: Server) -> None:
    status, text = server.get("/health")
    assert status == 200
    assert json.loads(text)["status"] == "ok"
    assert json.loads(text)["version"] == rf.__version__
    assert server.get("/nothing")[0] == 404


def test_calls(server: Server) -> None:
    with server.client() as client:
        assert client.result("initialize", protocol=1)["package"] == "rummy_fast"
        play = rf.solve(EASY["table"][0], EASY["hand"])
        solved = client.result("solve", **EASY)
        assert solved["tiles"] == [str(tile) for tile in play.tiles]
        assert solved["proven"]
        assert client.error("undo")["data"]["code"] == "unknown_method"
        client.socket.send("{\n")
        assert client.hear()["error"]["data"]["code"] == "invalid_json"
        # A line break inside a message is white space, as everywhere in JSON.
        client.socket.send('{"jsonrpc": "2.0", "id": "a",\n "method": "solve",\n "params": {}}\n')
        assert client.hear()["id"] == "a"
        client.say([{"jsonrpc": "2.0", "id": n, "method": "solve", "params": EASY} for n in "xyz"])
        assert [one["id"] for one in client.hear()] == ["x", "y", "z"]


def test_clients_share_rounds(server: Server) -> None:
    with server.client() as host, server.client() as guest:
        dealt = host.result("round/new", seats=2, seed=12, starter=0)
        first, second = dealt["tokens"]
        host.result("round/draw", token=first)
        seen = guest.result("round/view", token=second)
        assert [event["kind"] for event in seen["history"]] == ["draw"]
        assert seen["to_move"] == 1
        # A cancel reaches only calls of its own connection.
        host.say({"jsonrpc": "2.0", "id": "hard", "method": "solve", "params": HARD})
        assert not guest.result("cancel", id="hard")["cancelled"]
        assert host.result("cancel", id="hard")["cancelled"]


def test_shutdown_ends_only_the_connection(server: Server) -> None:
    with server.client() as one, server.client() as other:
        assert one.result("shutdown") == {}
        with pytest.raises(ConnectionClosed):
            one.hear()
        assert other.result("solve", **EASY)["count"] == 3


def test_a_closed_connection_stops_its_calls(server: Server) -> None:
    with server.client() as client:
        for number in range(20):
            client.say({"jsonrpc": "2.0", "id": number, "method": "solve", "params": HARD})
    with server.client() as client:
        begun = time.monotonic()
        assert client.result("solve", **EASY)["count"] == 3
        assert time.monotonic() - begun < 5


@pytest.mark.parametrize("path", ["/ws"])
def test_origins(path: str) -> None:
    with Server("--origin", "https://play.example.org") as server:
        own = f"http://127.0.0.1:{server.port}"
        for origin in (
            None,
            own,
            own.replace("127.0.0.1", "localhost"),
            "https://play.example.org",
        ):
            headers = {"Origin": origin} if origin else {}
            with server.client(path, additional_headers=headers) as client:
                assert client.result("solve", **EASY)["count"] == 3
        for origin in (
            "https://evil.example",
            "http://play.example.org",
            "https://play.example.org.evil.example",
            f"http://127.0.0.1:{server.port + 1}",
            f"https://127.0.0.1:{server.port}",
            "null",
            "",
        ):
            with pytest.raises(InvalidStatus) as refused:
                server.client(path, additional_headers={"Origin": origin})
            assert refused.value.response.status_code == 403, origin


def test_messages_that_are_too_long() -> None:
    with Server("--message", "5000") as server, server.client() as other:
        with server.client() as client:
            client.say({"jsonrpc": "2.0", "id": "x" * 4000, "method": "shut"})
            assert client.hear()["error"]["data"]["code"] == "unknown_method"
            with pytest.raises(ConnectionClosedError) as closed:
                client.ask("solve", table="", hand="r1 " * 2000)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        # In pieces, too.
        with server.client() as client:
            with contextlib.suppress(ConnectionClosed):
                client.socket.send("x" * 1000 for _ in range(10))
            with pytest.raises(ConnectionClosedError) as closed:
                client.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        assert other.result("solve", **EASY)["count"] == 3


def test_binary_frames_close_the_connection(server: Server) -> None:
    with server.client() as client:
        client.socket.send(b"{}")
        with pytest.raises(ConnectionClosedError) as closed:
            client.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1003


def test_text_that_is_not_utf_8(server: Server) -> None:
    with server.client() as client:
        client.socket.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosedError) as closed:
            client.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_connection_that_ends_in_the_middle_of_a_message(server: Server) -> None:
    for data in (
        Frame(Opcode.TEXT, b'{"jsonrpc"', fin=False).serialize(mask=True),
        Frame(Opcode.TEXT, b"x" * 500).serialize(mask=True)[:100],
        b"\x81",
    ):
        client = server.client()
        client.socket.socket.sendall(data)
        client.socket.socket.shutdown(socket.SHUT_RDWR)
        client.socket.socket.close()
    wait_until_alone(server)
    with server.client() as client:
        assert client.result("solve", **EASY)["count"] == 3


def test_too_many_connections() -> None:
    with Server("--connections", "3") as server, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(server.client()) for _ in range(3)]
        with pytest.raises(InvalidStatus) as refused:
            server.client()
        assert refused.value.response.status_code == 503
        assert server.get("/health")[0] == 200
        clients.pop().close()
        until = time.monotonic() + DEADLINE
        while json.loads(server.get("/health")[1])["connections"] == 3:
            assert time.monotonic() < until
        with server.client() as client:
            assert client.result("solve", **EASY)["count"] == 3


def test_long_calls_end_in_time() -> None:
    with Server("--seconds", "0.3", "--threads", "1") as server, server.client() as client:
        begun = time.monotonic()
        found = client.result("solve", **HARD)
        assert not found["proven"]
        assert time.monotonic() - begun < 10


def test_nobody_takes_all_threads() -> None:
    """Many long calls of one client leave room for the short ones of another."""
    with (
        Server("--seconds", "1", "--threads", "2") as server,
        server.client() as greedy,
        server.client() as other,
    ):
        for number in range(60):
            greedy.say({"jsonrpc": "2.0", "id": number, "method": "solve", "params": HARD})
        time.sleep(0.3)
        for _ in range(3):
            begun = time.monotonic()
            assert other.result("solve", **EASY)["count"] == 3
            assert time.monotonic() - begun < 4


def test_calls_a_minute() -> None:
    """Calls beyond the limit wait, and only those of the client that made them."""
    with (
        Server("--calls", "120") as server,
        server.client() as flood,
        server.client() as other,
    ):
        begun = time.monotonic()
        for number in range(128):
            flood.say({"jsonrpc": "2.0", "id": number, "method": "solve", "params": EASY})
        answered = [flood.hear()["id"] for _ in range(128)]
        assert sorted(answered) == list(range(128))
        # 120 at once, and two a second after that.
        assert 3 < time.monotonic() - begun < 30
        begun = time.monotonic()
        assert other.result("solve", **EASY)["count"] == 3
        assert time.monotonic() - begun < 2
        # A batch counts as its messages.
        batch = [
            {"jsonrpc": "2.0", "id": n, "method": "cancel", "params": {"id": 0}} for n in range(124)
        ]
        other.say(batch)
        assert len(other.hear()) == 124
        begun = time.monotonic()
        other.result("cancel", id=0)
        assert time.monotonic() - begun > 1


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
def test_clients_that_do_not_read() -> None:
    """The memory of answers that nobody reads is bounded, and others are served."""
    with Server("--calls", "1000000") as server, contextlib.ExitStack() as stack:
        other = stack.enter_context(server.client())
        other.result("initialize")
        before = rss(server)
        ask = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize"})
        stop = threading.Event()

        def flood(client: Client) -> None:
            # Sending blocks once the server reads no more.
            with contextlib.suppress(ConnectionClosed, OSError):
                while not stop.is_set():
                    client.socket.send(ask)

        clients = [server.client(max_queue=1) for _ in range(4)]
        threads = [threading.Thread(target=flood, args=[client]) for client in clients]
        for thread in threads:
            thread.start()
        for _ in range(30):
            begun = time.monotonic()
            assert other.result("solve", **EASY)["count"] == 3
            assert time.monotonic() - begun < 20
            time.sleep(0.1)
        grown = rss(server) - before
        stop.set()
        for client in clients:
            client.socket.socket.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join(DEADLINE)
            assert not thread.is_alive()
        assert grown < 4 * (24 << 20), grown


def test_signals_end_the_server() -> None:
    for sent in (signal.SIGTERM, signal.SIGINT):
        server = Server()
        with server.client() as client:
            client.say({"jsonrpc": "2.0", "id": 1, "method": "solve", "params": HARD})
            server.process.send_signal(sent)
            written = server.process.communicate(timeout=DEADLINE)
            assert written == ("", "")
            assert server.process.returncode == 0
            with pytest.raises(ConnectionClosed):  # noqa: PT012, the answer may come before
                while True:
                    client.hear()


def run(*options: str, **environment: str) -> tuple[int, str]:
    done = subprocess.run(
        [str(SCRIPT), "serve", *options],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
        env={**os.environ, **environment},
    )
    assert not done.stdout
    return done.returncode, done.stderr


def test_what_cannot_start_says_why_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, message = run("--port", port)
    assert (code, message) == (
        2,
        f"rummy-fast serve: cannot listen on 127.0.0.1 port {port}: Address already in use\n",
    )
    code, message = run("--origin", "example.org")
    assert code == 2
    assert message == "rummy-fast serve: --origin example.org: must be like https://example.org\n"
    (tmp_path / "uvicorn.py").write_text("raise ModuleNotFoundError(name='uvicorn')")
    code, message = run(PYTHONPATH=str(tmp_path))
    assert code == 2
    assert message == "rummy-fast serve needs uvicorn: pip install 'rummy_fast[serve]'\n"


def test_help_names_every_option() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rummy_fast", "serve", "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "200"},
    )
    for option in ("host", "port", "records", "fsync", "origin", "name", "threads"):
        assert f"--{option}" in done.stdout
    for option in ("connections", "rooms", "message", "calls", "seconds"):
        assert f"--{option}" in done.stdout
