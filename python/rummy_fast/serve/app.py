"""The paths of the server."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

import rummy_fast as rf
from rummy_fast.serve.engine import Engine
from rummy_fast.serve.page import Page
from rummy_fast.serve.rooms import RoomError, Rooms
from rummy_fast.serve.settings import Settings
from rummy_fast.serve.sockets import Sockets

LONGEST_KEY = 200


class App:
    """What the paths answer."""

    def __init__(self, settings: Settings, engine: Engine) -> None:
        """Serve an engine."""
        self._settings = settings
        self._sockets = Sockets(engine, settings)
        self._rooms = Rooms(engine, settings)
        self._page = Page()

    async def index(self, request: Request) -> Response:
        """Show the page."""
        return self._page.index(request)

    async def file(self, request: Request) -> Response:
        """Send a file of the page."""
        return self._page.file(request)

    async def nowhere(self, _: Request) -> Response:
        """Refuse what is posted to no path."""
        return PlainTextResponse("there is nothing at this path\n", 404)

    async def health(self, _: Request) -> Response:
        """Tell that the server works."""
        state = {"status": "ok", "version": rf.__version__, "connections": self._sockets.open}
        return JSONResponse(state, headers={"Cache-Control": "no-store"})

    async def open_room(self, request: Request) -> Response:
        """Open a room."""
        return await self._about_rooms(request, self._open)

    async def join_room(self, request: Request) -> Response:
        """Take a seat of a room."""
        return await self._about_rooms(request, self._join)

    async def _open(self, _: Request, body: dict[str, Any]) -> Response:
        params = body.get("match")
        if not isinstance(params, dict):
            raise RoomError(400, 'a room needs "match", the params of match/new')
        opened = await self._rooms.open(params, _key(body))
        return JSONResponse(opened, 201)

    async def _join(self, request: Request, body: dict[str, Any]) -> Response:
        return JSONResponse(await self._rooms.join(request.path_params["room"], _key(body)))

    async def _about_rooms(self, request: Request, answer: Callable[..., Any]) -> Response:
        refusal = self._sockets.refusal(request.headers.get("origin"))
        if refusal is not None:
            return refusal
        try:
            response: Response = await answer(request, await self._body(request))
        except RoomError as error:
            return JSONResponse({"error": {"message": str(error)}}, error.status)
        response.headers["Cache-Control"] = "no-store"
        return response

    async def _body(self, request: Request) -> dict[str, Any]:
        """Read the body: a JSON object, or nothing."""
        text = bytearray()
        async for chunk in request.stream():
            text += chunk
            if len(text) > self._settings.message:
                raise RoomError(413, f"at most {self._settings.message} bytes are allowed")
        try:
            body = json.loads(text or b"{}")
        except (ValueError, RecursionError):
            body = None
        if not isinstance(body, dict):
            raise RoomError(400, "the body must be a JSON object")
        return body

    async def room(self, request: Request) -> Response:
        """Show the page to who comes by the link of a room."""
        refusal = await self._refusal(request.path_params["room"])
        return refusal or self._page.room(request)

    async def _refusal(self, room: str) -> Response | None:
        """Say why a room cannot be entered."""
        try:
            if await self._rooms.has(room):
                return None
        except RoomError as error:
            return PlainTextResponse(f"{error}\n", error.status)
        return PlainTextResponse("there is no such room\n", 404)

    async def socket(self, socket: WebSocket) -> None:
        """Serve a connection."""
        room = socket.path_params.get("room")
        refusal = None if room is None else await self._refusal(room)
        if refusal is not None:
            await socket.send_denial_response(refusal)
            return
        await self._sockets.serve(socket)


def _key(body: dict[str, Any]) -> str | None:
    key = body.get("key")
    if key is not None and not (isinstance(key, str) and 0 < len(key) <= LONGEST_KEY):
        raise RoomError(400, f"key must be text of at most {LONGEST_KEY} characters")
    return key


def make_app(settings: Settings, engine: Engine, on_failure: Callable[[str], object]) -> Starlette:
    """Make the application.

    Args:
        settings: The options.
        engine: The engine, which the application closes at its end.
        on_failure: Called if records cannot be written any more.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        engine.serve(on_failure)
        try:
            yield
        finally:
            await engine.close()

    app = App(settings, engine)
    return Starlette(
        routes=[
            Route("/", app.index),
            Route("/health", app.health),
            Route("/room", app.open_room, methods=["POST"]),
            Route("/room/{room}", app.room),
            Route("/room/{room}/join", app.join_room, methods=["POST"]),
            WebSocketRoute("/room/{room}/ws", app.socket),
            WebSocketRoute("/ws", app.socket),
            Route("/{path:path}", app.file),
            # Without it, what is no path would be one that only GET may use.
            Route("/{path:path}", app.nowhere, methods=["POST"]),
        ],
        lifespan=lifespan,
    )
