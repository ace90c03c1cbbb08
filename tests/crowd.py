"""Many guests at once, who play matches over sockets and notice everything that is lost."""

import asyncio
import itertools
import json
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import rummy_fast as rf
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

GONE = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError)
"""How a connection to a server that was killed may fail."""

Json = dict[str, Any]


@dataclass
class Table:
    """A match, and everything that its guests were ever told."""

    url: str
    host: str
    tokens: list[str | None]
    told: dict[int, dict[int, Json]] = field(default_factory=dict)
    """What each seat was told of each event, by the number of the event."""
    turns: int = 0
    """The turns of guests that were answered."""


class Connection:
    """A socket that matches answers to requests, and keeps notifications."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._waiting: dict[int, asyncio.Future[Json]] = {}
        self._ids = itertools.count(1)
        self.notices: asyncio.Queue[Json | None] = asyncio.Queue()
        """The events that the server told of; None once the connection is lost."""
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                message = json.loads(text)
                if "method" in message:
                    assert message["method"] == "match/event", message
                    self.notices.put_nowait(message["params"])
                else:
                    self._waiting.pop(message["id"]).set_result(message)
        except GONE:
            pass
        finally:
            for waiting in self._waiting.values():
                waiting.cancel()
            self.notices.put_nowait(None)

    async def ask(self, method: str, **params: object) -> Json:
        number = next(self._ids)
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        await self._socket.send(json.dumps(message))
        try:
            return await answer
        except asyncio.CancelledError:
            if answer.cancelled():
                raise TimeoutError("the connection is lost") from None
            raise

    async def result(self, method: str, **params: object) -> Any:
        answer = await self.ask(method, **params)
        assert "result" in answer, (method, answer)
        return answer["result"]


async def connected(
    url: Callable[[], str], use: Callable[[Connection], Coroutine[Any, Any, bool]]
) -> None:
    """Use a connection, and connect again whenever it is lost, until it was used to the end."""
    while True:
        with suppress(*GONE):
            async with connect(url(), proxy=None, open_timeout=30, ping_interval=None) as socket:
                if await use(Connection(socket)):
                    return
        await asyncio.sleep(0.05)


class Guest:
    """Plays a seat of a table."""

    def __init__(self, table: Table, seat: int, *, plays: bool = True, think: float = 0.0) -> None:
        """Take a seat, to play or only to watch, thinking some seconds before every turn."""
        self._table = table
        self._seat = seat
        self._plays = plays
        self._think = think
        self._next = 0
        self.latencies: list[float] = []
        """How long the server took to answer each turn, in seconds."""
        self.stop = False

    def _hear(self, event: Json) -> None:
        """Check that an event is the next one, and what this seat was told of it before."""
        known = self._table.told.setdefault(self._seat, {})
        number = event["number"]
        assert known.setdefault(number, event) == event, (known[number], event)
        if event["kind"] == "turn":
            assert (event["drew"] is None) == (event["event"]["seat"] != self._seat)

    def _follow(self, event: Json) -> None:
        """Hear of the next event."""
        assert event["number"] == self._next, "an event was lost, or came twice"
        self._hear(event)
        self._next += 1

    async def _catch_up(self, connection: Connection) -> None:
        """Hear of all events so far, and follow those to come."""
        token = self._table.tokens[self._seat]
        while True:
            heard = await connection.result("match/events", token=token, **{"from": self._next})
            for event in heard["events"]:
                self._follow(event)
            if not heard["events"]:
                return

    async def play(self, connection: Connection) -> bool:
        """Play until the match is over; returns whether it is."""
        token = self._table.tokens[self._seat]
        await self._catch_up(connection)
        seats = len(self._table.tokens)
        to_move = None
        while not self.stop:
            if to_move in {None, self._seat}:
                view = await connection.result("match/view", token=token)
                if view["winners"] is not None:
                    return True
                if view["to_move"] == self._seat and self._plays:
                    await asyncio.sleep(self._think)
                    await self._take(connection, view)
            notice = await connection.notices.get()
            if notice is None:
                return False
            event = notice["event"]
            self._follow(event)
            if event["kind"] == "turn":
                to_move = (event["event"]["seat"] + 1) % seats
            elif event["kind"] == "round":
                to_move = event["starter"]
            elif event["kind"] == "over":
                return True
        return True

    async def _take(self, connection: Connection, view: Json) -> None:
        """Take a turn, perhaps again after the connection was lost."""
        seen = view["view"]
        opened = seen["opened"][self._seat]
        play = rf.solve(seen["table"] or "", seen["hand"], rules=seen["rules"], opened=opened)
        wish: Json = {"kind": "draw" if seen["pool_size"] else "pass"}
        if play:
            wish = {"kind": "play", "table": [str(meld) for meld in play.table]}
        begun = time.perf_counter()
        answer = await connection.ask(
            "match/turn", token=self._table.tokens[self._seat], turn=view["turn"], **wish
        )
        self.latencies.append(time.perf_counter() - begun)
        if "error" in answer:
            # Another socket of this seat was faster.
            assert answer["error"]["data"]["reasons"][0]["code"] == "turn_taken", answer
            return
        self._hear(answer["result"]["event"])
        self._table.turns += 1


async def open_tables(
    url: Callable[[], str], count: int, seats: list[str | None], rounds: int
) -> list[Table]:
    """Open matches."""
    tables: list[Table] = []

    async def use(connection: Connection) -> bool:
        while len(tables) < count:
            opened = await connection.result(
                "match/new", seats=seats, rounds=rounds, seed=len(tables), rules="free_jokers"
            )
            tables.append(Table(url(), opened["host"], opened["tokens"]))
        return True

    await connected(url, use)
    return tables


async def check(url: Callable[[], str], tables: list[Table]) -> int:
    """Compare all that was ever told with what the server tells now; returns how much it was."""
    compared = 0

    async def use(connection: Connection) -> bool:
        nonlocal compared
        for table in tables:
            for seat, told in table.told.items():
                start, now = 0, {}
                while True:
                    heard = await connection.result(
                        "match/events",
                        token=table.tokens[seat],
                        follow=False,
                        **{"from": start},
                    )
                    now.update({event["number"]: event for event in heard["events"]})
                    start = heard["next"]
                    if not heard["events"]:
                        break
                assert list(now) == list(range(len(now)))
                for number, event in told.items():
                    assert now.get(number) == event, (number, event, now.get(number))
                    compared += 1
        return True

    await connected(url, use)
    return compared
