"""Connections: one message of the protocol in each text frame."""

import asyncio

from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket

from rummy_fast.serve.engine import Client, Engine
from rummy_fast.serve.settings import Settings

NOT_TEXT = 1003
"""The code that closes a connection after a binary frame."""


class Sockets:
    """The open connections."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        """Serve clients of an engine."""
        self._engine = engine
        self._limit = settings.connections
        self._origins = settings.allowed_origins()
        self.open = 0

    def refusal(self, origin: str | None) -> Response | None:
        """Say why a page of an origin may not connect."""
        if origin is None or origin.lower() in self._origins:
            # Programs other than browsers send none.
            return None
        message = "pages of this origin may not connect: see --origin of rummy-fast serve\n"
        return PlainTextResponse(message, 403)

    async def serve(self, socket: WebSocket) -> None:
        """Serve a connection until it is closed."""
        refusal = self.refusal(socket.headers.get("origin"))
        if refusal is None and self.open >= self._limit:
            message = f"{self._limit} connections are open, the most allowed\n"
            refusal = PlainTextResponse(message, 503)
        if refusal is not None:
            await socket.send_denial_response(refusal)
            return
        self.open += 1
        client = self._engine.connect()
        try:
            await socket.accept()
            await _exchange(socket, client)
        finally:
            self.open -= 1
            self._engine.disconnect(client)


async def _exchange(socket: WebSocket, client: Client) -> None:
    """Pass lines in both directions until one of them ends."""
    tasks = [
        asyncio.create_task(_read(socket, client)),
        asyncio.create_task(_write(socket, client)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        # How a connection was lost does not matter.
        await asyncio.gather(*tasks, return_exceptions=True)


async def _read(socket: WebSocket, client: Client) -> None:
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        if text is None:
            await socket.close(NOT_TEXT, "messages are text frames")
            return
        await client.receive(text)


async def _write(socket: WebSocket, client: Client) -> None:
    while True:
        for line in await client.lines():
            await socket.send_text(line)
        if client.is_ending:
            await socket.close()
            return
