"""The engine's clients, and the event loop that serves them."""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from rummy_fast._core import _Client, _Server
from rummy_fast.serve.settings import Settings


class Client:
    """A client of the engine."""

    def __init__(self, client: _Client) -> None:
        """Wrap a client of the compiled engine."""
        self.number = client.number
        self.ready = asyncio.Event()
        """Set when there are lines to take."""
        self._client = client
        self._room = asyncio.Event()

    @property
    def is_ending(self) -> bool:
        """Whether the client has called `shutdown`."""
        return self._client.is_ending

    async def receive(self, line: str) -> None:
        """Handle a line, and wait until the client may send the next one."""
        pause = self._client.receive(line)
        if pause:
            await asyncio.sleep(pause)
        while self._client.is_full:
            self._room.clear()
            await self._room.wait()

    async def lines(self) -> list[str]:
        """Wait for lines to send, and take them."""
        while True:
            self.ready.clear()
            lines = self._client.take()
            self._room.set()
            if lines:
                return lines
            await self.ready.wait()

    def disconnect(self) -> None:
        """Cancel the calls of the client and drop its lines."""
        self._client.disconnect()


class Engine:
    """The engine for all clients of the server."""

    def __init__(self, settings: Settings) -> None:
        """Go on with the matches that were recorded, and start the threads of the engine.

        Raises:
            OSError: If the folder of the records cannot be used.
        """
        self._loop: asyncio.AbstractEventLoop | None = None
        self._clients: dict[int, Client] = {}
        self._on_failure: Callable[[str], object] = lambda _: None
        self._server = _Server(
            self._ready,
            threads=settings.threads,
            rooms=settings.rooms,
            message=settings.message,
            calls=settings.calls,
            seconds=settings.seconds,
            records=settings.records,
            name=settings.name,
            fsync=settings.fsync,
            idle=3600 * settings.idle,
        )
        self.damaged = self._server.damaged
        """What is wrong with records that the engine cannot go on with."""

    def serve(self, on_failure: Callable[[str], object]) -> None:
        """Begin to serve clients, in the event loop that runs.

        Args:
            on_failure: Called if records cannot be written any more, with the reason. Nobody is
                answered from then on.
        """
        self._loop = asyncio.get_running_loop()
        self._on_failure = on_failure
        self._wake([])

    def _ready(self, numbers: list[int]) -> None:
        """Wake clients, from a thread of the engine."""
        if self._loop is not None:
            # The loop is closed at the end of the server.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake, numbers)

    def _wake(self, numbers: list[int]) -> None:
        for number in numbers:
            client = self._clients.get(number)
            if client is not None:
                client.ready.set()
        if not numbers and self._server.failure:
            self._on_failure(self._server.failure)

    def connect(self) -> Client:
        """Add a client."""
        client = Client(self._server.connect())
        self._clients[client.number] = client
        return client

    def disconnect(self, client: Client) -> None:
        """Remove a client."""
        del self._clients[client.number]
        client.disconnect()

    async def call(self, method: str, params: Mapping[str, object]) -> dict[str, Any]:
        """Call a method as a client of its own, and return the answer: a result or an error."""
        client = self.connect()
        try:
            message = {"jsonrpc": "2.0", "id": 0, "method": method, "params": params}
            await client.receive(json.dumps(message))
            answer: dict[str, Any] = json.loads((await client.lines())[0])
            return answer
        finally:
            self.disconnect(client)

    async def wake(self, match: int) -> bool:
        """Open a match again if it was let go; return whether it is open.

        Raises:
            OSError: If its record cannot be read, or there is no room.
        """
        return await asyncio.to_thread(self._server.wake, match)

    async def close(self) -> None:
        """Cancel every call and end the threads."""
        # The threads may have to call `_ready` before they end.
        await asyncio.to_thread(self._server.close)
