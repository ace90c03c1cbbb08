"""Compare our times with those of other solvers in one run, and check the targets.

Times are CPU time, not wall-clock time, except where threads are compared.
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path

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
"""The first seed of the search for slow positions, away from those of the other parts."""


class Report:
    """Prints lines and keeps them by part."""

    def __init__(self) -> None:
        self.parts: dict[str, list[str]] = {}

    def begin(self, part: str) -> None:
        """Start a part."""
        self.lines = self.parts.setdefault(part, [])

    def show(self, line: str = "") -> None:
        """Print a line."""
        self.lines.append(line)
        print(line, flush=True)

    def write(self, *, whole: bool) -> None:
        """Fill the parts into the document; without `whole` only those that were asked for."""
        for part, lines in self.parts.items():
            if whole or part in PARTS:
                document.fill(part, "\n".join(lines))


REPORT = Report()
show = REPORT.show


class Targets:
    """The targets, and whether they were reached."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, name: str, found: float, wanted: float, *, least: bool, unit: str = "x") -> None:
        """Add a target; `least` tells whether more is better."""
        reached = found >= wanted if least else found <= wanted
        sign = ">=" if least else "<="
        shown = f"{found:,.2f}{unit}" if found < 100 else f"{found:,.0f}{unit}"
        mark = "reached" if reached else "MISSED"
        self.lines.append(f"{name:58}{shown:>12}   {sign} {wanted:>6,g}{unit}   {mark}")


def milliseconds(seconds: float) -> str:
    """Format a time."""
    return f"{seconds * 1e3:10.4f} ms"


def compare_solvers(every: dict[str, int], targets: Targets) -> tuple[dict[str, list[Row]], int]:
    """Measure all solvers on every group; also count our own wrong answers."""
    measured: dict[str, list[Row]] = {}
    ours_wrong = 0
    for name, positions in SETS.items():
        show()
        show(f"{name}, rules {RULES}")
        show(f"{'':24}{'positions':>10}{'wrong':>7}{'median':>14}{'worst':>14}{'ratios':>20}")
        measured[name] = []
        for row in measure.rows(positions(), every):
            measured[name].append(row)
            base = measured[name][0].of(row)
            count, wrong = len(row.times), len(row.wrong)
            times = f"{milliseconds(row.median):>14}{milliseconds(row.worst):>14}"
            ratios = f"{row.median / base.median:10,.1f}{row.worst / base.worst:10,.1f}"
            show(f"{row.solver:24}{count:10}{wrong:7}{times}{ratios}")
            if row.wrong:
                show(f"{'':24}other answers: {', '.join(row.wrong[:5])}")
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
    """Compare the presets on the same positions."""
    show("presets on the same positions: median and mean, and as ratios to free_jokers")
    for name, positions in {"selfplay": selfplay(), "crowded": random_crowded()}.items():
        times = {preset: measure.under(positions, preset) for preset in COMPARED}
        base = times["free_jokers"]
        for preset, found in times.items():
            middle, mean = measure.median(found), measure.mean(found)
            ratios = f"{middle / measure.median(base):8.2f}{mean / measure.mean(base):8.2f}"
            shown = f"{milliseconds(middle):>14}{milliseconds(mean):>14}{ratios}"
            show(f"{name:12}{preset:14}{shown}")
        for one, other, most in (("schmidt", "free_jokers", 2), ("rummikub_xp", "schmidt", 10)):
            for what, of in (("median", measure.median), ("mean", measure.mean)):
                title = f"{name}: {one} to {other}, {what}"
                targets.add(title, of(times[one]) / of(times[other]), most, least=False)


def find_slowest(crowds: int, targets: Targets) -> None:
    """Find the slowest of the self-play file and of random crowded positions."""
    # The last preset has no target, and is too slow for as many positions.
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
        show()
        show(f"the slowest of selfplay and {count:,} random crowded positions, {preset};")
        show(f"multiples of the self-play median {milliseconds(base).strip()}")
        for position, tiles, seconds in found.times:
            name = f"{position.name}: plays {tiles},"
            show(f"# {name:38}{milliseconds(seconds)}{seconds / base:10,.1f} x")
            # For pasting; too long for the document.
            print(f"rf.solve({position.table!r}, {position.hand!r}, rules={preset!r})")
        firsts = found.firsts
        for part in (0, len(firsts) // 10_000, len(firsts) // 1_000, len(firsts) // 100):
            which = f"cold cache, all but {part:,}:" if part else "cold cache:"
            show(f"# {which:38}{milliseconds(firsts[part])}{firsts[part] / base:10,.1f} x")
        title = f"slowest of {count + len(games):,} to self-play median, {preset}"
        if preset != "rummikub_xp":
            targets.add(title, found.times[0].seconds / base, 100, least=False)


def compare_threads(targets: Targets) -> None:
    """Compare `solve_many` on two threads and on one."""
    positions = random_crowded(2_000)
    found = measure.threads(positions, (1, 2))
    one, two = found[1], found[2]
    load = os.getloadavg()[0]
    show(f"solve_many, {len(positions)} crowded positions, {RULES}; load of the machine {load:.1f}")
    for count, spent in found.items():
        a_second = len(positions) / spent.wall
        shown = f"{a_second:10,.0f} positions per second, CPU {spent.processor:.3f} s"
        show(f"{count} threads: {shown}")
    more = two.processor / one.processor
    show(f"two threads use {more:.2f} times the CPU time of one")
    wall, free = one.wall / two.wall, measure.speed_up_of_hashing()
    show(f"two threads to one: {wall:.2f} x wall-clock time; two threads that only")
    show(f"hash at the same time: {free:.2f} x, the free capacity of the machine")
    targets.add("solve_many: two threads to one, wall clock", wall, 1.8, least=True)


def compare_imports(targets: Targets) -> None:
    """Compare import times, and measure the wheel."""
    mine, others = (measure.import_time(name) for name in ("rummy_fast", "rummikub_solver"))
    show(f"import: ours {milliseconds(mine)}, peer {milliseconds(others)}")
    targets.add("import: ours to peer's", mine / others, 0.1, least=False)
    size = measure.wheel_size()
    if size:
        targets.add("wheel", size / 1e6, 2, least=False, unit=" MB")


def more_calls(targets: Targets) -> None:
    """Measure the calls that do more than `solve`, as multiples of its median."""
    show("other calls, rules schmidt; the median as a multiple of that of solve")
    calls: dict[str, Callable[[Position], Answer]] = {
        "solve": lambda one: ours(one, "schmidt"),
        "solve(tidy=True)": lambda one: ours(one, "schmidt", tidy=True),
        "candidates(most=64)": lambda one: _listing(one, "schmidt"),
    }
    for name, positions in (("selfplay", selfplay("schmidt")), ("crowded", random_crowded(100))):
        base = 0.0
        for call, prepare in calls.items():
            found = [measure.timed(prepare(one), rounds=3, each=1)[1] for one in positions]
            middle, worst = statistics.median(found), max(found)
            base = base or middle
            times = f"median {milliseconds(middle)}, worst {milliseconds(worst)}"
            show(f"{call:22}{name:10}{times}{middle / base:8.1f} x{worst / base:8.1f} x")
            if call.startswith("candidates"):
                title = f"{name}: candidates(most=64) to solve, median"
                targets.add(title, middle / base, 15, least=False)
            if "tidy" in call:
                for what, time, most in (("median", middle, 5), ("slowest", worst, 50)):
                    targets.add(f"{name}: {call} to solve, {what}", time / base, most, least=False)


def _listing(position: Position, rules: str) -> Answer:
    """Prepare a list of candidates, from parsed objects."""
    parsed = rf.Rules(rules)
    table, hand = rf.Table(position.table, parsed), rf.Hand(position.hand, parsed)
    return lambda: len(rf.candidates(table, hand, most=64, rules=parsed))


def compare_checks(targets: Targets) -> None:
    """Compare checking the best play with finding it, from parsed objects."""
    show("solve, and check_turn of its play; as multiples of the median solve")
    for rules in ("schmidt", "free_jokers"):
        parsed = rf.Rules(rules)
        times: dict[str, list[float]] = {}
        for position in selfplay(rules):
            table, hand = rf.Table(position.table, parsed), rf.Hand(position.hand, parsed)
            play = rf.solve(table, hand, rules=parsed)
            if not play:
                continue
            calls: dict[str, Answer] = {"solve": ours(position, rules)}
            for name, after in (("table", play.table), ("text", str(play.table))):
                calls[f"check, after as {name}"] = partial(_check, table, hand, after, parsed)
            for call, answer in calls.items():
                times.setdefault(call, []).append(measure.timed(answer)[1])
        base = statistics.median(times["solve"])
        for call, found in times.items():
            middle = statistics.median(found)
            ratio = f"{middle / base:8.2f} x, {len(found)} plays"
            show(f"{rules:14}{call:24}median {milliseconds(middle)}{ratio}")
            if call != "solve":
                targets.add(f"{rules}: {call}, to solve", middle / base, 0.25, least=False)


def _check(table: rf.Table, hand: rf.Hand, after: rf.Table | str, rules: rf.Rules) -> int:
    return rf.check_turn(table, hand, after, rules=rules).legal


def compare_rounds(_targets: Targets) -> None:
    """Measure the time of a turn in whole rounds, and the share of the solver."""
    for line in loops.lines():
        show(line)


def through_the_pipe(targets: Targets) -> None:
    """Compare `rummy-engine` with direct calls, and with itself when it is busy."""
    positions = [*selfplay("schmidt"), *random_crowded(100)]
    direct, piped = pipe.latencies(positions, "schmidt")
    show("solve by the engine and directly, wall clock, one at a time, rules schmidt")
    for name, times in (("directly", direct), ("through the pipe", piped)):
        times.sort()
        middle, worst = milliseconds(times[len(times) // 2]), milliseconds(times[-1])
        show(f"{name:18}{len(times):6} positions, median {middle}, worst {worst}")
    rate = pipe.rate(positions * 4, "schmidt")
    show(f"{'all at once':18}{rate:10,.0f} positions per second")
    lines, busy, start = pipe.lines_to_calls(), pipe.busy_to_idle(), pipe.start_up()
    show(f"JSON lines of the self-play file, to solve_many on parsed problems {lines:8.2f} x")
    show(f"a cheap call while all workers are busy, to an idle engine          {busy:8.2f} x")
    show(f"processor time of rummy-engine without input              {milliseconds(start)}")
    targets.add("engine: JSON lines, to solve_many", lines, 1.5, least=False)
    targets.add("engine: a cheap call while busy, to idle", busy, 3, least=False)
    targets.add("engine: start, processor time", start * 1e3, 5, least=False, unit="ms")


SMALL_PARTS: dict[str, Callable[[Targets], None]] = {
    "rules": compare_rules,
    "threads": compare_threads,
    "import": compare_imports,
    "calls": more_calls,
    "checks": compare_checks,
    "rounds": compare_rounds,
    "engine": through_the_pipe,
}
PARTS = ("solvers", "slowest", *SMALL_PARTS)


def processor() -> str:
    """Name the processor of this machine, as Linux does."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def commit() -> str:
    """Give the last commit of the solver, and whether it has changed since."""

    def git(*command: str) -> str:
        done = subprocess.run(("git", *command), check=False, capture_output=True, text=True)  # noqa: S603, S607
        return done.stdout.strip()

    changed = ", changed since" if git("status", "--porcelain", "--", "src") else ""
    return (git("log", "-1", "--format=%h", "--", "src") or "no commit") + changed


def arguments(given: Iterable[str] | None = None) -> argparse.Namespace:
    """Parse the options."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add(
        "--peer-every",
        type=int,
        default=1,
        metavar="N",
        help="measure the peer on every Nth position",
    )
    add(
        "--reference-every",
        type=int,
        default=10,
        metavar="N",
        help="measure the reference on every Nth position",
    )
    add(
        "--crowded",
        type=int,
        default=10_000,
        metavar="N",
        help="the number of positions to search for slow ones",
    )
    add("--only", choices=PARTS, action="append", help="measure only this part")
    add("--document", action="store_true", help="fill the figures into docs/performance.md")
    add("--plot", type=Path, metavar="FILE", help="plot the times of all solvers (svg, png)")
    return parser.parse_args(None if given is None else list(given))


def main() -> int:
    """Measure everything."""
    given = arguments()
    parts = given.only or PARTS
    targets = Targets()
    wrong = 0
    REPORT.begin("machine")
    machine = f"{processor()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
    show(f"rummy_fast {rf.__version__} ({commit()}), Python {platform.python_version()}")
    show(f"{platform.system()}, {machine}")
    for part in parts:
        REPORT.begin(part)
        print()
        if part == "solvers":
            every = {REFERENCE: given.reference_every, PEER: given.peer_every}
            measured, wrong = compare_solvers(every, targets)
            if given.plot:
                import plot  # noqa: PLC0415, only the plot needs matplotlib

                plot.draw({name: measured[name] for name in ("selfplay", "crowded")}, given.plot)
        elif part == "slowest":
            find_slowest(given.crowded, targets)
        else:
            SMALL_PARTS[part](targets)
    REPORT.begin("targets")
    print("\ntargets")
    for line in targets.lines:
        show(line)
    if wrong:
        print(f"\n{wrong} of our own answers are wrong")
    if given.document:
        REPORT.write(whole=not given.only)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
