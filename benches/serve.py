"""Loads `rummy-fast serve` on this machine: 1,000 sockets in 250 matches, and 50 kills under load.

The clients share the machine with the server. The thousand of them run in one process, so what they
see includes the time until their process comes to read an answer. Another client, the probe, plays
in a process of its own: what it sees is the server. Times are told as multiples of a solve in the
same run.
"""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import rummy_fast as rf
from crowd import Connection, Guest, Table, check, connected, open_tables
from positions import records
from served import Server

SEATS: list[str | None] = [None, None, None, "greedy"]
SOLVES = 300


def positions() -> list[dict[str, object]]:
    """Decisions of whole games, as params of `solve`."""
    found: list[dict[str, object]] = [
        {key: one[key] for key in ("table", "hand", "opened", "rules") if key in one}
        for one in records("selfplay")
    ]
    return found[:SOLVES]


async def solve_times(url: Callable[[], str]) -> list[float]:
    """How long an idle server takes to answer a `solve`, in seconds."""
    times: list[float] = []

    async def use(connection: Connection) -> bool:
        for params in positions():
            begun = time.perf_counter()
            await connection.result("solve", **params)
            times.append(time.perf_counter() - begun)
        return True

    await connected(url, use)
    return times


class Crowd:
    """Four sockets at each table: three guests beside a built-in bot, and one who watches."""

    def __init__(self, url: Callable[[], str], tables: list[Table], think: float) -> None:
        """Sit down."""
        self.guests = [
            Guest(table, seat, think=think * random.uniform(0.5, 1.5))  # noqa: S311, no secret
            for table in tables
            for seat in range(3)
        ] + [Guest(table, 0, plays=False) for table in tables]
        self.tasks = [asyncio.create_task(connected(url, guest.play)) for guest in self.guests]

    async def leave(self) -> None:
        """Stop, and raise what any guest found wrong."""
        for guest in self.guests:
            guest.stop = True
        _, late = await asyncio.wait(self.tasks, timeout=10)
        for task in late:
            task.cancel()
        for result in await asyncio.gather(*self.tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result


def percentile(times: list[float], share: float) -> float:
    """The time that this share of them does not exceed."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


async def _probe(url: str, seconds: float) -> list[float]:
    end = time.monotonic() + seconds
    times: list[float] = []
    while time.monotonic() < end:
        (table,) = await open_tables(lambda: url, 1, [None, "greedy"], 1)
        guest = Guest(table, 0, think=0.02)
        playing = asyncio.create_task(connected(lambda: url, guest.play))
        await asyncio.wait([playing], timeout=max(0.0, end - time.monotonic()))
        guest.stop = True
        playing.cancel()
        times += guest.latencies
    return times


def probe(url: str, seconds: float) -> list[float]:
    """How long the server takes to answer the turns of a client that nothing else slows down."""
    return asyncio.run(_probe(url, seconds))


def report(name: str, times: list[float], one: float) -> None:
    """Print percentiles of times."""
    for share in (0.5, 0.99):
        found = percentile(times, share)
        figures = f"{found * 1e3:.1f} ms, {found / one:.1f} solves"
        print(f"turn of {name}, p{share * 100:.0f} of {len(times)}: {figures}")


async def load_test(matches: int, seconds: float, think: float) -> None:
    """Play for some seconds, and report the latencies."""
    with tempfile.TemporaryDirectory() as folder, Server("--records", folder) as server:
        one = statistics.median(await solve_times(lambda: server.ws))
        tables = await open_tables(lambda: server.ws, matches, SEATS, 4)
        crowd = Crowd(lambda: server.ws, tables, think)
        # All have taken their seats.
        while not all(guest.latencies for guest in crowd.guests[: len(tables) * 3 : 3]):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        for guest in crowd.guests:
            guest.latencies.clear()
        begun = time.monotonic()
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            loop = asyncio.get_running_loop()
            alone = await loop.run_in_executor(pool, probe, server.ws, seconds)
        await crowd.leave()
        elapsed = time.monotonic() - begun
        compared = await check(lambda: server.ws, tables)
    times = [time for guest in crowd.guests for time in guest.latencies]
    rate = len(times) / elapsed
    print(f"{len(crowd.guests)} sockets in {matches} matches, {think} s to think before a turn")
    print(
        f"{len(times)} turns of guests, {rate:.0f} a second; {compared} events compared, none lost"
    )
    print(f"one solve over an idle socket: {one * 1e3:.2f} ms (median of {SOLVES})")
    report("the crowd", times, one)
    report("the probe", alone, one)


async def kill_test(matches: int, kills: int, think: float) -> None:
    """Kill the server again and again, and look for what is lost."""
    draws = random.Random(kills)  # noqa: S311, no secret
    with tempfile.TemporaryDirectory() as folder:
        server = Server("--records", folder)
        port = server.port
        try:
            tables = await open_tables(lambda: server.ws, matches, SEATS, 20)
            crowd = Crowd(lambda: server.ws, tables, think)
            for _ in range(kills):
                # Everybody is back, and plays.
                before = sum(table.turns for table in tables)
                while sum(table.turns for table in tables) < before + matches:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
                await asyncio.sleep(draws.uniform(0, 1.0))
                await asyncio.to_thread(server.kill)
                server = await asyncio.to_thread(Server, "--records", folder, port=port)
            await asyncio.sleep(2)
            await crowd.leave()
            compared = await check(lambda: server.ws, tables)
        finally:
            server.stop()
        turns = sum(table.turns for table in tables)
        for number in range(1, matches + 1):
            rf.Record.read(Path(folder) / f"{number}.txt")
    sockets = len(crowd.guests)
    print(f"{kills} kills under {sockets} sockets")
    print(f"{turns} turns answered, {compared} events compared, none lost")


def main() -> None:
    """Run both tests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--think", type=float, default=2)
    parser.add_argument("--kills", type=int, default=50)
    chosen = parser.parse_args()
    if chosen.seconds:
        asyncio.run(load_test(chosen.matches, chosen.seconds, chosen.think))
    if chosen.kills:
        asyncio.run(kill_test(chosen.matches, chosen.kills, chosen.think))


if __name__ == "__main__":
    main()
