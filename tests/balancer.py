"""A balancer in front of several servers, as docs/serve.md has it for nginx."""

import asyncio
import re
import threading
from collections.abc import Mapping
from itertools import cycle
from types import TracebackType
from typing import Self

ROOM = re.compile(rb"[A-Z]+ /room/(\w+)-")


class Balancer:
    """Passes connections on: those of a room to its process, all others in turn."""

    def __init__(self, ports: Mapping[str, int]) -> None:
        """Balance between processes by name."""
        self._ports = ports
        self._turns = cycle(ports.values())
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._server: asyncio.Server | None = None

    async def _listen(self) -> int:
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        found = ROOM.match(head)
        port = self._ports[found[1].decode()] if found else next(self._turns)
        answers, asks = await asyncio.open_connection("127.0.0.1", port)
        asks.write(head)
        await asyncio.gather(_copy(reader, asks), _copy(answers, writer))

    def __enter__(self) -> Self:
        """Start."""
        self._thread.start()
        self.port = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        assert self._server is not None
        self._server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()
