"""Our times as ratios to those of others, all from one run; what misses its target says so.

Times are of the processor (not the wall clock), except where threads are compared.
"""

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import document
import loops
import measure
import pipe
import rummy_fast as rf
from measure import Row
from solvers import (
    OURS,
    PEER,
    REFERENCE,
    RULES,
    SETS,
    Answer,
    Position,
    ours,
    random_crowded,
    selfplay,
)

PEER_TARGETS = {"selfplay": 1000, "crowded": 3000}
COMPARED = tuple(rf.Rules.presets())
SEPARATE_SEEDS = 1_000_000
"""The search for slow positions uses other positions than the table of solvers."""


class Report:
    """Prints, and keeps what it printed by part."""

    def __init__(self) -> None:
        self.parts: dict[str, list[str]] = {}

    def begin(self, part: str) -> None:
        """What is printed from here on belongs to this part."""
        self.lines = self.parts.setdefault(part, [])

    def say(self, line: str = "") -> None:
        """Print a line."""
        self.lines.append(line)
        print(line, flush=True)

    def write(self, *, whole: bool) -> None:
        """Put everything into the document; of a run of some parts, just those."""
        for part, lines in self.parts.items():
            if whole or part in PARTS:
                document.fill(part, "\n".join(lines))


REPORT = Report()
say = REPORT.say


class Targets:
    """What was wanted, and what came out."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, name: str, found: float, wanted: float, *, least: bool, unit: str = "x") -> None:
        """Note one; `least` says whether more is better."""
        reached = found >= wanted if least else found <= wanted
        sign = ">=" if least else "<="
        shown = f"{found:,.2f}{unit}" if found < 100 else f"{found:,.0f}{unit}"
        mark = "reached" if reached else "MISSED"
        self.lines.append(f"{name:58}{shown:>12}   {sign} {wanted:>6,g}{unit}   {mark}")


def milliseconds(seconds: float) -> str:
    """A time to print."""
    return f"{seconds * 1e3:10.4f} ms"


def compare_solvers(every: dict[str, int], targets: Targets) -> tuple[dict[str, list[Row]], int]:
    """Ours, the reference and the peer on every group; tell how many of our own answers are wrong."""
    measured: dict[str, list[Row]] = {}
    ours_wrong = 0
    for name, positions in SETS.items():
        say()
        say(f"{name}, rules {RULES}")
        say(f"{'':24}{'positions':>10}{'wrong':>7}{'median':>14}{'worst':>14}{'ratios':>20}")
        measured[name] = []
        for row in measure.rows(positions(), every):
            measured[name].append(row)
            base = measured[name][0].of(row)
            count, wrong = len(row.times), len(row.wrong)
            times = f"{milliseconds(row.median):>14}{milliseconds(row.worst):>14}"
            ratios = f"{row.median / base.median:10,.1f}{row.worst / base.worst:10,.1f}"
            say(f"{row.solver:24}{count:10}{wrong:7}{times}{ratios}")
            if row.wrong:
                say(f"{'':24}another answer: {', '.join(row.wrong[:5])}")
            if row.solver.startswith(OURS):
                ours_wrong += wrong
            if row.solver == PEER and name in PEER_TARGETS:
                ratio = row.median / base.median
                title = f"{name}: peer's median to ours"
                targets.add(title, ratio, PEER_TARGETS[name], least=True)
            if row.solver == REFERENCE and name in PEER_TARGETS:
                ratio = row.median / base.median
                targets.add(f"{name}: reference's median to ours", ratio, 100, least=True)
    return measured, ours_wrong


def compare_rules(targets: Targets) -> None:
    """What the presets cost on the same positions."""
    say("presets on the same positions: median and mean, and as ratios to free_jokers")
    for name, positions in {"selfplay": selfplay(), "crowded": random_crowded()}.items():
        times = {preset: measure.under(positions, preset) for preset in COMPARED}
        base = times["free_jokers"]
        for preset, found in times.items():
            middle, mean = measure.median(found), measure.mean(found)
            ratios = f"{middle / measure.median(base):8.2f}{mean / measure.mean(base):8.2f}"
            shown = f"{milliseconds(middle):>14}{milliseconds(mean):>14}{ratios}"
            say(f"{name:12}{preset:14}{shown}")
        for one, other, most in (("schmidt", "free_jokers", 2), ("rummikub_xp", "schmidt", 10)):
            for what, of in (("median", measure.median), ("mean", measure.mean)):
                title = f"{name}: {one} to {other}, {what}"
                targets.add(title, of(times[one]) / of(times[other]), most, least=False)


def find_slowest(crowds: int, targets: Targets) -> None:
    """The slowest of the self-play file and of so many random crowded positions."""
    # The last has no target, and is too slow for as many positions.
    for preset, count in (
        ("free_jokers", crowds),
        ("schmidt", crowds),
        ("rummikub_xp", crowds // 10),
    ):
        games = selfplay("schmidt" if preset == "rummikub_xp" else preset)
        base = measure.median(measure.under(games, preset))
        crowd: Iterator[Position] = (
            one for seed in range(count) for one in random_crowded(1, SEPARATE_SEEDS + seed)
        )
        found = measure.slowest(chain(games, crowd), preset)
        say()
        say(f"the slowest of selfplay and {count:,} random crowded positions, {preset};")
        say(f"multiples of the self-play median {milliseconds(base).strip()}")
        for position, tiles, seconds in found.times:
            name = f"{position.name}: plays {tiles},"
            say(f"# {name:38}{milliseconds(seconds)}{seconds / base:10,.1f} x")
            # To be pasted; too long for the document.
            print(f"rf.solve({position.table!r}, {position.hand!r}, rules={preset!r})")
        firsts = found.firsts
        for part in (0, len(firsts) // 10_000, len(firsts) // 1_000, len(firsts) // 100):
            which = (
                f"met for the first time, all but {part:,}:" if part else "met for the first time:"
            )
            say(f"# {which:38}{milliseconds(firsts[part])}{firsts[part] / base:10,.1f} x")
        title = f"slowest of {count + len(games):,} to self-play median, {preset}"
        if preset != "rummikub_xp":
            targets.add(title, found.times[0].seconds / base, 100, least=False)


def compare_threads(targets: Targets) -> None:
    """`solve_many` on two threads and on one."""
    positions = random_crowded(2_000)
    found = measure.threads(positions, (1, 2))
    one, two = found[1], found[2]
    load = os.getloadavg()[0]
    say(f"solve_many, {len(positions)} crowded positions, {RULES}; load of the machine {load:.1f}")
    for count, spent in found.items():
        a_second = len(positions) / spent.wall
        shown = f"{a_second:10,.0f} positions a second, processor {spent.processor:.3f} s"
        say(f"{count} threads: {shown}")
    more = two.processor / one.processor
    say(f"two threads spend {more:.2f} times the processor time of one")
    wall, free = one.wall / two.wall, measure.speed_up_of_hashing()
    say(f"two threads to one: {wall:.2f} x on the wall clock; two threads that only")
    say(f"hash, meanwhile: {free:.2f} x, which is what the machine has free")
    targets.add("solve_many: two threads to one, wall clock", wall, 1.8, least=True)


def compare_imports(targets: Targets) -> None:
    """Import times, and the wheel."""
    mine, others = (measure.import_time(name) for name in ("rummy_fast", "rummikub_solver"))
    say(f"import: ours {milliseconds(mine)}, peer {milliseconds(others)}")
    targets.add("import: ours to peer's", mine / others, 0.1, least=False)
    size = measure.wheel_size()
    if size:
        targets.add("wheel", size / 1e6, 2, least=False, unit=" MB")


def more_calls(_targets: Targets) -> None:
    """Median and worst of the calls that do more than `solve`."""
    say("other calls, rules schmidt")
    calls: dict[str, Any] = {"solve(tidy=True)": lambda one: ours(one, "schmidt", tidy=True)}
    candidates = measure.optional("candidates")
    if candidates is not None:

        def listing(position: Position) -> Answer:
            table, hand = rf.Table(position.table), rf.Hand(position.hand)
            return lambda: candidates(table, hand, most=64) is not None  # a bool is an int

        calls["candidates(most=64)"] = listing
    for call, prepare in calls.items():
        for name, positions in (("selfplay", selfplay()), ("crowded", random_crowded(100))):
            found = [measure.timed(prepare(one), rounds=2, each=1)[1] for one in positions]
            found.sort()
            middle, worst = found[len(found) // 2], found[-1]
            times = f"median {milliseconds(middle)}, worst {milliseconds(worst)}"
            say(f"{call:22}{name:10}{times}")


def compare_rounds(_targets: Targets) -> None:
    """What a turn costs in the loops that play whole rounds, and how much of it is the solver."""
    for line in loops.lines():
        say(line)


def through_the_pipe(_targets: Targets) -> None:
    """`solve` asked of `rummy-fast engine` beside the direct call, from the same text."""
    positions = [*selfplay("schmidt"), *random_crowded(100)]
    direct, piped = pipe.latencies(positions, "schmidt")
    say("solve by the engine and directly, wall clock, one at a time, rules schmidt")
    for name, times in (("directly", direct), ("through the pipe", piped)):
        times.sort()
        middle, worst = milliseconds(times[len(times) // 2]), milliseconds(times[-1])
        say(f"{name:18}{len(times):6} positions, median {middle}, worst {worst}")
    rate = pipe.rate(positions * 4, "schmidt")
    say(f"{'asked all at once':18}{rate:10,.0f} positions a second")


SMALL_PARTS: dict[str, Callable[[Targets], None]] = {
    "rules": compare_rules,
    "threads": compare_threads,
    "import": compare_imports,
    "calls": more_calls,
    "rounds": compare_rounds,
    "engine": through_the_pipe,
}
PARTS = ("solvers", "slowest", *SMALL_PARTS)


def processor() -> str:
    """The processor of this machine, as Linux names it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def commit() -> str:
    """The commit of the solver, and whether it has changed since."""

    def git(*command: str) -> str:
        done = subprocess.run(("git", *command), check=False, capture_output=True, text=True)  # noqa: S603, S607
        return done.stdout.strip()

    changed = ", changed since" if git("status", "--porcelain", "--", "src") else ""
    return (git("log", "-1", "--format=%h", "--", "src") or "no commit") + changed


def arguments(given: Iterable[str] | None = None) -> argparse.Namespace:
    """What to measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--peer-every", type=int, default=1, metavar="N", help="ask the peer every Nth position")
    add("--reference-every", type=int, default=10, metavar="N", help="and the reference")
    add("--crowded", type=int, default=10_000, metavar="N", help="positions to look for slow ones")
    add("--only", choices=PARTS, action="append", help="measure this part only")
    add("--document", action="store_true", help="put the figures into docs/performance.md")
    add("--plot", type=Path, metavar="FILE", help="draw the times of all solvers (svg, png)")
    return parser.parse_args(None if given is None else list(given))


def main() -> int:
    """Measure everything."""
    given = arguments()
    parts = given.only or PARTS
    targets = Targets()
    wrong = 0
    REPORT.begin("machine")
    machine = f"{processor()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
    say(f"rummy_fast {rf.__version__} ({commit()}), Python {platform.python_version()}")
    say(f"{platform.system()}, {machine}")
    for part in parts:
        REPORT.begin(part)
        print()
        if part == "solvers":
            every = {REFERENCE: given.reference_every, PEER: given.peer_every}
            measured, wrong = compare_solvers(every, targets)
            if given.plot:
                import plot  # noqa: PLC0415, matplotlib is needed for nothing else

                plot.draw({name: measured[name] for name in ("selfplay", "crowded")}, given.plot)
        elif part == "slowest":
            find_slowest(given.crowded, targets)
        else:
            SMALL_PARTS[part](targets)
    REPORT.begin("targets")
    print("\ntargets")
    for line in targets.lines:
        say(line)
    if wrong:
        print(f"\n{wrong} of our own answers are wrong")
    if given.document:
        REPORT.write(whole=not given.only)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
