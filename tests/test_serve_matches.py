"""Matches on the server: rooms, records, restarts, and several processes."""

import asyncio
import contextlib
import os
import random
import re
import resource
import shutil
import socket
import stat
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
import rummy_fast as rf
from balancer import Balancer
from crowd import Guest, check, connected, open_tables
from engines import EASY, ROOT
from served import DEADLINE, SCRIPT, Client, Server
from websockets.exceptions import ConnectionClosed, InvalidStatus

BOTS = {"seats": ["greedy", None], "seed": 3, "rules": "schmidt"}


def draw(client: Client, token: str) -> dict[str, object]:
    """Draw a tile as soon as it is the turn of this seat."""
    until = time.monotonic() + DEADLINE
    while True:
        view = client.result("match/view", token=token)
        if view["waiting"] == "guest" and view["to_move"] == view["seat"]:
            break
        assert time.monotonic() < until
        time.sleep(0.01)
    event: dict[str, object] = client.result(
        "match/turn", token=token, turn=view["turn"], kind="draw"
    )["event"]
    return event


def test_a_match_survives_a_kill(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    options = ("--records", str(folder))
    with ExitStack() as stack:
        server = stack.enter_context(Server(*options))
        client = stack.enter_context(server.client())
        opened = client.result("match/new", **BOTS)
        token = opened["tokens"][1]
        events = [draw(client, token) for _ in range(3)]
        before = client.result("match/events", token=token)["events"]
        server.kill()
    with Server(*options) as server, server.client() as client:
        after = client.result("match/events", token=token)
        assert after["match"] == opened["match"]
        assert after["events"][: len(before)] == before
        # The same turn sent again gets the same answer, and is taken once.
        last = events[-1]
        again = client.result("match/turn", token=token, turn=last["turn"], kind="draw")
        assert again["event"] == last
        draw(client, token)
        assert client.result("match/record", host=opened["host"])["record"].startswith("rummy_fast")
        other = client.result("match/new", **BOTS)
        assert other["match"] == opened["match"] + 1
        client.result("match/close", host=opened["host"])
    with Server(*options) as server, server.client() as client:
        assert client.error("match/view", token=token)["data"]["code"] == "unknown_token"
        assert client.result("match/view", token=other["tokens"][1])["seat"] == 1


def test_files_are_private_and_records_can_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with Server("--records", str(folder), "--fsync") as server, server.client() as client:
        opened = client.result("match/new", seats=["greedy", "greedy"], seed=5)
        until = time.monotonic() + DEADLINE
        while client.result("match/view", token=opened["host"])["winners"] is None:
            assert time.monotonic() < until
            time.sleep(0.02)
        text = client.result("match/record", host=opened["host"])["record"]
        _, room = server.post("/room", {"match": BOTS})
        names = sorted(path.name for path in folder.iterdir())
        assert names == sorted(
            ["1.tokens", "1.txt", "2.tokens", "2.txt", "lock", f"{room['room']}.room"]
        )
        for path in folder.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert (folder / "1.txt").read_text("utf-8") == text
    record = rf.Record.read(folder / "1.txt")
    assert record.complete
    assert record.bots == ("greedy", "greedy")


def test_a_record_that_was_cut_is_mended(tmp_path: Path) -> None:
    """Wherever the end is missing, what is left is gone on with."""
    with Server("--records", str(tmp_path)) as server, server.client() as client:
        opened = client.result("match/new", **BOTS)
        for _ in range(2):
            draw(client, opened["tokens"][1])
        server.kill()
    path = tmp_path / "1.txt"
    whole = path.read_bytes()
    # The settings and the first deal are written at once.
    begin = whole.index(b"deal 0")
    for cut in (begin, begin + 20, len(whole) - 1, len(whole) - 30):
        path.write_bytes(whole[:cut])
        with Server("--records", str(tmp_path)) as server, server.client() as client:
            view = client.result("match/view", token=opened["tokens"][1])
            assert view["round"] == 1
            draw(client, opened["tokens"][1])
            server.kill()
        assert rf.Record.read(path).bots == ("greedy", None)


def test_a_damaged_record_does_not_stop_the_others(tmp_path: Path) -> None:
    with Server("--records", str(tmp_path)) as server, server.client() as client:
        opened = [client.result("match/new", **BOTS) for _ in range(3)]
    first = tmp_path / "1.txt"
    first.write_text(first.read_text("utf-8").replace("seed 3", "seed 4"), "utf-8")
    (tmp_path / "2.tokens").write_text("{}", "utf-8")
    (tmp_path / "7.tokens").write_text("{}", "utf-8")
    server = Server("--records", str(tmp_path))
    with server.client() as client:
        assert client.result("match/view", token=opened[2]["tokens"][1])["match"] == 3
        assert client.result("match/new", **BOTS)["match"] == 8
        for one in opened[:2]:
            assert "error" in client.ask("match/view", token=one["tokens"][1])
    written = server.stop().splitlines()
    assert len(written) == 2, written
    assert any(f"{first}: line 8: " in line for line in written)
    assert any(f"{tmp_path / '2.txt'}: " in line for line in written)


def test_a_folder_has_one_server(tmp_path: Path) -> None:
    with Server("--records", str(tmp_path), "--name", "a"):
        done = subprocess.run(
            [str(SCRIPT), "serve", "--port", "0", "--records", str(tmp_path), "--name", "a"],
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            check=False,
        )
        assert done.returncode == 2
        assert done.stderr == (
            f"rummy-fast serve: {tmp_path}: another server of this name records here\n"
        )
        with Server("--records", str(tmp_path), "--name", "b"):
            pass


def test_nobody_is_answered_when_records_cannot_be_written(tmp_path: Path) -> None:
    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))

    with subprocess.Popen(
        [str(SCRIPT), "serve", "--port", "0", "--records", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=small_files,  # noqa: PLW1509, nothing runs in other threads
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().split()[1]
        answered = 0
        with (  # noqa: PT012, draws until nobody answers
            pytest.raises(ConnectionClosed),
            Client(f"ws{url.removeprefix('http')}/ws") as client,
        ):
            opened = client.result("match/new", **BOTS)
            while True:
                answered = int(str(draw(client, opened["tokens"][1])["turn"]))
        _, written = process.communicate(timeout=DEADLINE)
        assert process.returncode == 1
        assert written.startswith(f"rummy-fast serve: {tmp_path / '1.txt'}: File too large")
        assert len(written.splitlines()) == 1
    assert answered > 5
    with Server("--records", str(tmp_path)) as server, server.client() as client:
        view = client.result("match/view", token=opened["tokens"][1])
        assert view["turn"] > answered


def test_rooms(tmp_path: Path) -> None:
    # With this seed the first guest starts, so the match waits for them.
    match = {"seats": [None, "greedy", None, None], "rules": "schmidt", "seed": 8}
    with Server("--records", str(tmp_path)) as server:
        status, opened = server.post("/room", {"match": match, "key": "a"})
        assert status == 201
        assert opened["seat"] == 0
        assert "host" not in opened
        room = opened["room"]
        assert server.get(f"/room/{room}")[0] == 200
        status, second = server.post(f"/room/{room}/join", {"key": "b"})
        assert (status, second["seat"]) == (200, 2)
        # The same key gets the same seat.
        assert server.post(f"/room/{room}/join", {"key": "b"}) == (200, second)
        server.kill()
    with Server("--records", str(tmp_path)) as server:
        assert server.post(f"/room/{room}/join", {"key": "b"}) == (200, second)
        status, third = server.post(f"/room/{room}/join")
        assert (status, third["seat"]) == (200, 3)
        status, refused = server.post(f"/room/{room}/join", {"key": "d"})
        assert status == 409
        assert refused == {"error": {"message": "all seats of this room are taken"}}
        tokens = {opened["token"], second["token"], third["token"]}
        assert len(tokens) == 3
        with server.client(f"/room/{room}/ws") as client:
            for token in tokens:
                assert client.result("match/view", token=token)["turn"] == 1


def test_rooms_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "secret.room").write_text("[]", "utf-8")
    with Server("--records", str(tmp_path / "games"), "--message", "2000") as server:
        for body, status in (
            ({"match": {"seats": [None]}}, 400),
            ({"match": {"seats": ["greedy", "greedy"]}}, 400),
            ({"match": {"seats": [None, "nobody"]}}, 400),
            ({"match": 1}, 400),
            ([], 400),
            ({"match": BOTS, "key": 1}, 400),
            ({"match": BOTS, "key": "k" * 1500}, 400),
            ({"match": BOTS, "key": "k" * 2500}, 413),
        ):
            code, answer = server.post("/room", body)
            assert code == status, (body, answer)
            assert answer["error"]["message"]
        for room in ("0" * 20, "..%2fsecret", "%2e%2e%2fsecret", "secret", "A" * 20):
            assert server.get(f"/room/{room}")[0] == 404
            assert server.ask(f"/room/{room}/join", b"")[0] == 404
            with pytest.raises(InvalidStatus) as refused:
                server.client(f"/room/{room}/ws")
            assert refused.value.response.status_code in {403, 404}
        assert server.ask("/room", b"{", Origin="https://evil.example")[0] == 403
        assert server.ask("/room", b"[" * 1900)[0] == 400
        assert server.post("/room", {"match": BOTS})[0] == 201


@pytest.mark.parametrize("kills", [3])
def test_kills_under_load(tmp_path: Path, kills: int) -> None:
    """Forty sockets in ten matches of four: whatever was told is there after every kill."""
    draws = random.Random(kills)
    server = Server("--records", str(tmp_path))
    port = server.port

    async def run() -> tuple[int, int]:
        nonlocal server

        def url() -> str:
            return server.ws

        seats: list[str | None] = [None, None, None, "greedy"]
        tables = await open_tables(url, 10, seats, rounds=20)
        guests = [Guest(table, seat, think=0.02) for table in tables for seat in range(3)]
        guests += [Guest(table, 0, plays=False) for table in tables]
        assert len(guests) == 40
        tasks = [asyncio.create_task(connected(url, guest.play)) for guest in guests]
        for kill in range(kills):
            # A busy machine may be slow.
            until = time.monotonic() + 30
            while sum(table.turns for table in tables) < 40 * (kill + 1):
                assert time.monotonic() < until
                await asyncio.sleep(0.01)
            await asyncio.sleep(draws.uniform(0, 0.2))
            await asyncio.to_thread(server.kill)
            server = await asyncio.to_thread(Server, "--records", str(tmp_path), port=port)
        for guest in guests:
            guest.stop = True
        done, late = await asyncio.wait(tasks, timeout=3)
        for task in late:
            task.cancel()
        for task in done:
            task.result()
        return sum(table.turns for table in tables), await check(url, tables)

    with ExitStack() as stack:
        stack.callback(lambda: server.stop())  # noqa: PLW0108, the last one
        turns, compared = asyncio.run(run())
    assert turns >= 40 * kills
    assert compared > 3 * turns
    for number in range(1, 11):
        assert rf.Record.read(tmp_path / f"{number}.txt", salvage=True).turns > 0


def balance(port: int) -> None:
    """Open rooms behind a balancer, and play in each."""
    both = Server.__new__(Server)
    both.url = f"http://127.0.0.1:{port}"
    names = set()
    for _ in range(6):
        status, opened = both.post("/room", {"match": {"seats": [None, None]}})
        assert status == 201
        room = opened["room"]
        names.add(room.partition("-")[0])
        _, joined = both.post(f"/room/{room}/join")
        with both.client(f"/room/{room}/ws") as one, both.client(f"/room/{room}/ws") as other:
            tokens = [(one, opened["token"]), (other, joined["token"])]
            first = one.result("match/view", token=opened["token"])["to_move"]
            for client, token in (tokens[first], tokens[1 - first]):
                assert draw(client, token)["kind"] == "turn"
        with both.client() as client:
            assert client.result("solve", **EASY)["count"] == 3
        # Takes a turn of the balancer, so that the next room is elsewhere.
        assert both.get("/health")[0] == 200
    assert names == {"a", "b"}


def test_two_processes_behind_a_balancer() -> None:
    with (
        Server("--name", "a") as first,
        Server("--name", "b") as second,
        Balancer({"a": first.port, "b": second.port}) as balancer,
    ):
        balance(balancer.port)


NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


@pytest.mark.source
@pytest.mark.skipif(NGINX is None, reason="needs nginx")
def test_the_page_configures_nginx(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "serve.md").read_text("utf-8")
    (block,) = re.findall(r"```nginx\n(.*?)```", page, re.DOTALL)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with Server("--name", "a") as first, Server("--name", "b") as second:
        for written, real in ((8000, port), (8001, first.port), (8002, second.port)):
            assert f"127.0.0.1:{written}" in block
            block = block.replace(f"127.0.0.1:{written}", f"127.0.0.1:{real}")
        paths = "".join(
            f"{kind}_temp_path {tmp_path / kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        config = tmp_path / "nginx.conf"
        config.write_text(
            f"daemon off; pid {tmp_path / 'pid'}; error_log stderr; worker_processes 1;\n"
            f"events {{}}\nhttp {{ access_log off; {paths}{block} }}\n",
            "utf-8",
        )
        with subprocess.Popen([str(NGINX), "-c", str(config)], stderr=subprocess.PIPE) as nginx:
            try:
                until = time.monotonic() + DEADLINE
                while True:
                    with (
                        contextlib.suppress(OSError),
                        socket.create_connection(("127.0.0.1", port), 1),
                    ):
                        break
                    assert nginx.poll() is None
                    assert time.monotonic() < until
                    time.sleep(0.05)
                balance(port)
            finally:
                nginx.terminate()
                nginx.communicate(timeout=DEADLINE)


def test_what_nobody_uses_is_let_go(tmp_path: Path) -> None:
    """A match is put aside after a while without calls, and the link of its room opens it again."""
    seconds = 3
    idle = ("--idle", str(seconds / 3600))
    with Server("--records", str(tmp_path), *idle) as server:
        # The guest starts, so the match waits.
        match = {"seats": [None, "greedy"], "rules": "schmidt", "seed": 8}
        room = server.post("/room", {"match": match, "key": "a"})[1]
        path = f"/room/{room['room']}/ws"
        with server.client(path) as client:
            used = client.result("match/new", **BOTS)["host"]
            dealt = client.result("round/new", seats=2)["tokens"][0]
            draw(client, room["token"])
            before = client.result("match/events", token=room["token"])["events"]
            until = time.monotonic() + DEADLINE
            while not (tmp_path / "1.idle").exists():
                # What is used stays.
                client.result("match/record", host=used)
                assert time.monotonic() < until
                time.sleep(0.05)
            for method, token in (("match/view", room["token"]), ("round/view", dealt)):
                assert client.error(method, token=token)["data"]["code"] == "unknown_token"
        server.kill()
    assert not (tmp_path / "1.tokens").exists()
    with Server("--records", str(tmp_path)) as server:
        with server.client() as client:
            error = client.error("match/view", token=room["token"])
            assert error["data"]["code"] == "unknown_token"
        with ExitStack() as stack:
            # Many come back at once.
            clients = [stack.enter_context(server.client(path)) for _ in range(3)]
            for client in clients:
                after = client.result("match/events", token=room["token"])["events"]
                assert after[: len(before)] == before
            draw(clients[0], room["token"])
        assert server.post(f"/room/{room['room']}/join", {"key": "a"})[1]["token"] == room["token"]
    assert (tmp_path / "1.tokens").exists()


def test_rooms_without_files_are_forgotten() -> None:
    """Rooms whose matches are gone take no memory for ever."""
    with Server("--rooms", "2", "--idle", str(0.5 / 3600)) as server:
        match = {"match": {"seats": [None, None]}}
        opened = [server.post("/room", match)[1]["room"] for _ in range(2)]
        status, _ = server.post("/room", match)
        assert status == 503
        until = time.monotonic() + DEADLINE
        while server.post("/room", match)[0] != 201:
            assert time.monotonic() < until
            time.sleep(0.05)
        for room in opened:
            assert server.get(f"/room/{room}")[0] == 404
