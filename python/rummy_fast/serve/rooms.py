"""Rooms: matches that people share by a link.

Whoever opens a room gets the first guest's seat, and each who comes by the link the next one.
"""

import json
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rummy_fast.serve.engine import Engine
from rummy_fast.serve.settings import Settings

ID = re.compile(r"([a-z0-9]{1,20}-)?[a-f0-9]{20}")
"""The id of a room, which is the name of a file, too."""


class RoomError(Exception):
    """There is no such room, or no free seat in it, or it cannot be opened."""

    def __init__(self, status: int, message: str) -> None:
        """Make an error.

        Args:
            status: The status of HTTP.
            message: The reason.
        """
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class Seat:
    """A guest's seat."""

    seat: int
    token: str
    taken: bool = False
    key: str | None = None
    """The secret of the guest who took it, if they gave one."""


@dataclass(frozen=True, slots=True)
class Room:
    """The number of a room's match, and the guests' seats."""

    match: int
    seats: list[Seat]


class Rooms:
    """The guests' seats of all rooms, in files beside the records if there are any."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        """Open rooms with an engine."""
        self._engine = engine
        self._settings = settings
        self._rooms: dict[str, Room] = {}

    async def open(self, params: Mapping[str, object], key: str | None) -> dict[str, Any]:
        """Open a room with a match, and take its first guest's seat.

        Args:
            params: Those of `match/new`.
            key: A secret with which the guest gets the same seat again.

        Raises:
            RoomError: If the match cannot be opened.
        """
        answer = await self._engine.call("match/new", params)
        if "error" in answer:
            status = 503 if answer["error"]["data"]["code"] == "too_many_rounds" else 400
            raise RoomError(status, answer["error"]["message"])
        result = answer["result"]
        tokens = enumerate(result["tokens"])
        seats = [Seat(seat, token) for seat, token in tokens if token is not None]
        if not seats:
            await self._engine.call("match/close", {"host": result["host"]})
            raise RoomError(400, "seats: a room needs a guest's seat, which is null")
        name = f"{self._settings.name}-" if self._settings.name else ""
        room = name + secrets.token_hex(10)
        await self._forget()
        self._save(room, Room(result["match"], seats))
        return {"room": room, "names": result["names"], **await self.join(room, key)}

    async def join(self, room: str, key: str | None) -> dict[str, Any]:
        """Take a free seat, or again the one that was taken with the same key.

        Raises:
            RoomError: If there is no such room, or no free seat in it.
        """
        found = self._load(room) if await self.has(room) else None
        if found is None:
            raise RoomError(404, "there is no such room")
        seats = found.seats
        for seat in seats:
            if key is not None and seat.key == key:
                return {"seat": seat.seat, "token": seat.token}
        for place, seat in enumerate(seats):
            if not seat.taken:
                seats[place] = Seat(seat.seat, seat.token, taken=True, key=key)
                self._save(room, found)
                return {"seat": seat.seat, "token": seat.token}
        raise RoomError(409, "all seats of this room are taken")

    async def has(self, room: str) -> bool:
        """Whether there is a room. If its match was let go, it is opened again.

        Raises:
            RoomError: If the match cannot be opened again.
        """
        found = self._load(room)
        if found is None:
            return False
        try:
            await self._engine.wake(found.match)
        except OSError as error:
            raise RoomError(503, str(error)) from None
        return True

    async def _forget(self) -> None:
        """Forget rooms that are in no file once their matches are gone."""
        if len(self._rooms) >= self._settings.rooms:
            for room, found in list(self._rooms.items()):
                if not await self._engine.wake(found.match):
                    del self._rooms[room]

    def _load(self, room: str) -> Room | None:
        if not ID.fullmatch(room):
            return None
        if self._settings.records is None:
            return self._rooms.get(room)
        try:
            text = (self._settings.records / f"{room}.room").read_text("utf-8")
        except FileNotFoundError:
            return None
        saved = json.loads(text)
        return Room(saved["match"], [Seat(**seat) for seat in saved["seats"]])

    def _save(self, room: str, found: Room) -> None:
        if self._settings.records is None:
            self._rooms[room] = found
            return
        # The old file stays whole until the new one is.
        path = self._settings.records / f"{room}.room"
        new = path.with_suffix(".new")
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(found), file)
            file.flush()
            if self._settings.fsync:
                os.fsync(descriptor)
        new.replace(path)
