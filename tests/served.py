"""A server under test, and clients for it."""

import json
import os
import queue
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

SCRIPT = Path(sys.executable).with_name("rummy-fast")
DEADLINE = 60.0
"""Seconds after which an answer is missing, ample on a busy machine."""

Json = dict[str, Any]


class Server:
    """`rummy-fast serve` on a free port."""

    def __init__(self, *options: str, port: int = 0) -> None:
        self.process = subprocess.Popen(
            [str(SCRIPT), "serve", "--port", str(port), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("rummy_fast http://"), line + self.stop()
        self.url = line.split()[1]
        self.port = int(self.url.rpartition(":")[2])
        self.ws = f"ws{self.url.removeprefix('http')}/ws"

    def kill(self) -> None:
        """End the process at once, as the system does when memory runs out."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> str:
        """End the process, and return what it wrote to standard error."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.communicate(timeout=DEADLINE)[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        written = self.stop()
        if error is None:
            assert not written, written

    def get(self, path: str) -> tuple[int, str]:
        """Get a page: its status and its text."""
        return self._ask(urllib.request.Request(self.url + path))  # noqa: S310, http

    def post(self, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Post JSON: the status, and the JSON of the answer."""
        status, text = self.ask(path, b"" if body is None else json.dumps(body).encode(), **headers)
        return status, json.loads(text)

    def ask(self, path: str, body: bytes, **headers: str) -> tuple[int, str]:
        """Post anything: the status, and the text of the answer."""
        request = urllib.request.Request(self.url + path, body, headers, method="POST")  # noqa: S310, http
        return self._ask(request)

    @staticmethod
    def _ask(request: urllib.request.Request) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(request, timeout=DEADLINE) as answer:  # noqa: S310, http
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def client(self, path: str = "/ws", **options: Any) -> "Client":
        """Connect a client."""
        return Client(f"ws{self.url.removeprefix('http')}{path}", **options)


class Client:
    """A client that sends one request at a time, and keeps notifications."""

    def __init__(self, url: str, **options: Any) -> None:
        self._stack = ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(
            connect(url, open_timeout=DEADLINE, max_size=1 << 25, proxy=None, **options)
        )
        self.notes: queue.SimpleQueue[Json] = queue.SimpleQueue()
        self.last = 0

    def say(self, message: object) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, seconds: float = DEADLINE) -> Any:
        return json.loads(self.socket.recv(seconds))

    def ask(self, method: str, **params: object) -> Json:
        """Send a request and wait for its answer."""
        self.last += 1
        self.say({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        while True:
            message = self.hear()
            if isinstance(message, dict) and message.get("id") == self.last:
                return message
            self.notes.put(message)

    def result(self, method: str, **params: object) -> Any:
        answer = self.ask(method, **params)
        assert "result" in answer, answer
        return answer["result"]

    def error(self, method: str, **params: object) -> Json:
        answer = self.ask(method, **params)
        assert "error" in answer, answer
        error: Json = answer["error"]
        return error

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
