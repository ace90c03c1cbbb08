"""Every message of a seat in a whole match, searched for tiles that it must not know."""

import json
import re
import time
from collections import defaultdict
from io import StringIO
from typing import Any

import rummy_fast as rf
from served import DEADLINE, Client, Json, Server

TILE = re.compile(r"(?<![A-Za-z0-9_-])(?:[a-z](?:\d|1\d|2[0-6])|J)(?![A-Za-z0-9_-])")
SEATS: list[str | None] = [None, "greedy", None]


class Recording(Client):
    """Keeps every message, with the number of events that had happened when it was sent."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.frames: list[str] = []

    def hear(self, seconds: float = DEADLINE) -> Any:
        text = self.socket.recv(seconds)
        assert isinstance(text, str)
        self.frames.append(text)
        return json.loads(text)


def events_of(message: Any, last: int) -> int:
    """How many events had happened when a message was sent, as it says itself."""
    if "params" in message:
        return int(message["params"]["event"]["number"]) + 1
    result = message.get("result", {})
    if "events" in result:
        return int(result["next"] if "next" in result else result["events"])
    return int(result["event"]["number"]) + 1 if "event" in result else last


def known_tiles(record: str, seat: int) -> list[set[str]]:
    """What a seat knows after each number of events in its round: its hand, and what was played."""
    known: list[set[str]] = [set()]

    def listen(_: rf.Match, happening: Any) -> None:
        after = set(known[-1])
        kind = type(happening).__name__
        if kind == "RoundStart":
            after = {str(tile) for tile in happening.hands[seat].tiles}
        elif kind == "TurnTaken":
            after |= {str(tile) for tile in happening.event.tiles}
            if happening.event.seat == seat:
                after |= {str(tile) for tile in happening.drew}
        known.append(after)

    rf.Record.parse(record).replay(on_event=listen)
    return known


def leaks(
    frames: list[str], known: list[set[str]], tokens: list[str]
) -> list[tuple[str, set[str]]]:
    """The messages that name a tile that the seat did not know, with the tiles."""
    found, last = [], 0
    secret = re.compile("|".join(map(re.escape, tokens)))
    for text in frames:
        message = json.loads(text)
        # An answer with many events is of several rounds: each event is looked at by itself.
        events = message.get("result", {}).get("events")
        parts = (
            [json.dumps({"params": {"event": one}}) for one in events]
            if isinstance(events, list)
            else [text]
        )
        for part in parts:
            last = events_of(json.loads(part), last)
            named = set(TILE.findall(secret.sub("", part)))
            if named - known[last]:
                found.append((part, named - known[last]))
    return found


def take_turn(client: Client, token: str, counts: dict[str, int]) -> Json:
    """Make the turn of a seat if it is to move, with attempts that are refused; return its view."""
    view: Json = client.result("match/view", token=token)
    if view["waiting"] != "guest" or view["to_move"] != view["seat"]:
        return view
    turn = {"token": token, "turn": view["turn"]}
    first = view["view"]["hand"].split()[0]
    refused = client.ask("match/turn", **turn, kind="play", table=[first])
    assert "error" in refused
    chosen = rf.Greedy().choose(rf.View.from_dict(view["view"]))
    table = {"table": [str(meld) for meld in chosen.table]} if chosen.table is not None else {}
    client.result("match/turn", **turn, kind=chosen.kind, **table)
    counts[chosen.kind] += 1
    return view


def test_no_message_names_a_tile_that_the_seat_does_not_know() -> None:
    counts: dict[str, int] = defaultdict(int)
    with (
        Server() as server,
        Recording(server.ws) as first,
        Recording(server.ws) as last,
        server.client() as host,
    ):
        opened = host.result("match/new", seats=SEATS, rounds=2, seed=4, rules="schmidt")
        seats = {0: first, 2: last}
        for seat, client in seats.items():
            client.result("match/events", token=opened["tokens"][seat])
        until = time.monotonic() + DEADLINE
        while True:
            views = [take_turn(one, opened["tokens"][seat], counts) for seat, one in seats.items()]
            if all(view["winners"] is not None for view in views):
                break
            assert time.monotonic() < until
        for seat, client in seats.items():
            client.result("match/events", token=opened["tokens"][seat], **{"from": 0})
        record = host.result("match/record", host=opened["host"])["record"]
    tokens = [opened["host"], *filter(None, opened["tokens"])]
    assert counts["play"] > 10
    assert counts["draw"] > 10
    for seat, client in seats.items():
        known = known_tiles(record, seat)
        assert len(client.frames) > 100
        assert not leaks(client.frames, known, tokens)
        # The other seat was told of tiles that this one must not know: the search finds them.
        other = next(one for one in seats.values() if one is not client)
        found = leaks(other.frames, known, tokens)
        assert len(found) > 20
    assert StringIO(record).readline().startswith("rummy_fast match")
