"""Draw the charts of the docs, from the package and the figures in docs/performance.md."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import charts
import rummy_fast as rf
from charts import BLUE, GREEN, ORANGE, Bar, Row, Scale

DOCS: Final = Path(__file__).parent.parent / "docs"
PICTURES: Final = DOCS / "pictures"

SOLVERS: Final = {"rummy_fast": BLUE, "rummikub-solver": ORANGE}
SETS: Final = {"selfplay": "Decisions from games", "crowded": "Crowded tables"}
"""What the chart of speed shows, by the names in the figures."""
MEASURED: Final = r"^(\S+(?: \d\S*)?) +\d+ +\d+ +([\d.,]+) ms +[\d.,]+ ms +([\d.,]+)"
"""A line of the figures: solver, positions, wrong answers, median, slowest, ratio of medians."""


class Speed(NamedTuple):
    """The speed of one solver on one kind of positions."""

    solver: str
    median: float
    """In milliseconds."""
    ratio: float
    """The median as a multiple of ours."""


def block(page: str, name: str) -> str:
    """Read a block of figures from docs/performance.md."""
    found = re.search(rf"<!-- {name} -->\n+```text\n(.*?)```", page, re.DOTALL)
    if found is None:
        message = f"docs/performance.md has no block for {name}"
        raise ValueError(message)
    return found[1]


def speeds(page: str) -> dict[str, list[Speed]]:
    """Read the speed of both solvers, by kind of positions."""
    found: dict[str, list[Speed]] = {}
    for part in block(page, "solvers").split("\n\n"):
        name = part.partition(",")[0].strip()
        if name in SETS:
            found[name] = [
                Speed(solver, float(median.replace(",", "")), float(ratio.replace(",", "")))
                for solver, median, ratio in re.findall(MEASURED, part, re.MULTILINE)
                if solver.split()[0] in SOLVERS and "from" not in solver
            ]
    return found


def _time(milliseconds: float) -> str:
    return f"{milliseconds * 1000:.0f} µs" if milliseconds < 1 else f"{milliseconds:.0f} ms"


def speed(page: str) -> str:
    """Draw the median time of both solvers."""
    rows: list[Row] = []
    for name, found in speeds(page).items():
        rows.append(Row(SETS[name]))
        for solver, median, ratio in found:
            text = _time(median)
            if ratio != 1:
                text += f", {float(f'{ratio:.3g}'):,.0f}x as long"
            rows.append(Row(solver, (Bar(median, SOLVERS[solver.split()[0]], text),)))
    ticks = {tick: _time(tick) for tick in (0.001, 0.01, 0.1, 1.0, 10.0, 100.0)}
    title = "Median time of one exact solve, on a logarithmic scale"
    return charts.draw(title, rows, Scale(ticks, 230, 170), height=22)


def count_arrangements() -> dict[int, int]:
    """Count the ways to arrange all tiles from 1 to each highest number into melds."""
    return {
        highest: rf.count_arrangements(
            [f"{color}{value}" for color in "rygb" for value in range(1, highest + 1)] * 2
        )
        for highest in range(3, 14)
    }


def arrangements(_page: str) -> str:
    """Draw how fast the number of arrangements grows."""
    rows = [
        Row(f"tiles 1 to {highest}", (Bar(count, BLUE, f"{count:,}"),))
        for highest, count in count_arrangements().items()
    ]
    ticks = {1.0: "1", 1e3: "thousand", 1e6: "million", 1e9: "billion", 1e12: "trillion"}
    title = "Arrangements into melds (four colors, two copies), on a logarithmic scale"
    return charts.draw(title, rows, Scale(ticks, 130, 260), height=14)


SERIES: Final = (
    (1, BLUE, "games, schmidt"),
    (5, ORANGE, "crowded tables, loose jokers"),
    (7, GREEN, "the hardest positions, schmidt"),
)
"""Columns of the figures for ideas that are drawn: instructions, on three kinds of positions."""


def costs(page: str) -> dict[str, list[float]]:
    """Read what switching off each idea costs, in all columns."""
    _, _, lines = block(page, "ideas").partition("\nnothing ")
    found: dict[str, list[float]] = {}
    for line in lines.splitlines()[1:]:
        idea, *figures = re.split(r"\s{2,}", line.replace(" x", ""))
        found[idea] = [float(figure) for figure in figures]
    return found


def ideas(page: str) -> str:
    """Draw what each idea saves."""
    shown = [column for column, _, _ in SERIES]
    dearest_first = sorted(
        costs(page).items(), key=lambda one: -max(one[1][column] for column in shown)
    )
    rows = [
        Row(idea, tuple(Bar(max(figures[column], 1), color) for column, color, _ in SERIES))
        for idea, figures in dearest_first
    ]
    ticks = {tick: f"{tick:g}x" for tick in (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)}
    return charts.draw(
        "Instructions with one idea switched off, as multiples, on a logarithmic scale",
        rows,
        Scale(ticks, 340, 40),
        height=8,
        legend=tuple((color, meaning) for _, color, meaning in SERIES),
    )


PLOTS: Final[dict[str, Callable[[str], str]]] = {
    "arrangements.svg": arrangements,
    "ideas.svg": ideas,
    "speed.svg": speed,
}
"""What draws each chart from the text of docs/performance.md, by the name of the file."""


if __name__ == "__main__":
    text = (DOCS / "performance.md").read_text("utf-8")
    for name, make in PLOTS.items():
        (PICTURES / name).write_text(make(text), encoding="utf-8", newline="\n")
