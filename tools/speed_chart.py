"""Draw docs/pictures/speed.svg: the speed beside the peer, from docs/performance.md."""

import math
import re
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

DOCS: Final = Path(__file__).parent.parent / "docs"
TARGET: Final = DOCS / "pictures" / "speed.svg"
OURS: Final = "rummy_fast"
PEER: Final = "rummikub-solver"
SETS: Final = {"selfplay": "Decisions from games", "crowded": "Crowded tables"}
"""What the chart shows, by the names in the figures."""

ROW: Final = r"^(\S+(?: \d\S*)?) +\d+ +\d+ +([\d.,]+) ms +[\d.,]+ ms +([\d.,]+)"
"""A line of the figures: solver, positions, wrong answers, median, slowest, ratio of medians."""

WIDTH: Final = 760
LEFT: Final = 230
RIGHT: Final = 590
FIRST: Final = 0.001
LAST: Final = 100.0
"""The ends of the scale in milliseconds."""


class Row(NamedTuple):
    """One solver on one set of positions."""

    solver: str
    median: float
    """In milliseconds."""
    ratio: float
    """The median as a multiple of ours."""


def figures(page: str) -> dict[str, list[Row]]:
    """Read the medians of both solvers from docs/performance.md, by set of positions."""
    block = re.search(r"<!-- solvers -->\n+```text\n(.*?)```", page, re.DOTALL)
    if block is None:
        message = "docs/performance.md has no block for solvers"
        raise ValueError(message)
    found: dict[str, list[Row]] = {}
    for part in block[1].split("\n\n"):
        name = part.partition(",")[0].strip()
        if name in SETS:
            rows = re.findall(ROW, part, re.MULTILINE)
            found[name] = [
                Row(solver, float(median.replace(",", "")), float(ratio.replace(",", "")))
                for solver, median, ratio in rows
                if solver.split()[0] in {OURS, PEER}
            ]
    return found


def _time(milliseconds: float) -> str:
    """Write a time with two digits that mean something."""
    return f"{milliseconds * 1000:.0f} µs" if milliseconds < 1 else f"{milliseconds:.0f} ms"


def _at(milliseconds: float) -> float:
    """Place a time on the logarithmic scale."""
    part = math.log10(milliseconds / FIRST) / math.log10(LAST / FIRST)
    return LEFT + part * (RIGHT - LEFT)


def _text(x: float, y: float, text: str, *, weight: int = 400, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-weight="{weight}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def _bar(y: float, end: float, color: str) -> str:
    return f'<rect x="{LEFT}" y="{y:.0f}" width="{end - LEFT:.0f}" height="22" fill="{color}"/>'


def picture(page: str) -> str:
    """Draw the chart from the text of docs/performance.md."""
    shown = figures(page)
    parts: list[str] = []
    sentences: list[str] = []
    y = 58.0
    for name, rows in shown.items():
        parts.append(_text(20, y, SETS[name], weight=600))
        y += 10
        for solver, median, times in rows:
            end = _at(median)
            color = "#56b4e9" if times == 1 else "#e69f00"
            ratio = "" if times == 1 else f", {float(f'{times:.3g}'):,.0f}x as long"
            parts.extend(
                (
                    _text(LEFT - 12, y + 16, solver, anchor="end"),
                    _bar(y, end, color),
                    _text(end + 8, y + 16, _time(median) + ratio),
                )
            )
            sentences.append(f"{SETS[name]}: {solver} {_time(median)}.")
            y += 30
        y += 28
    ticks = "".join(
        f'<path d="M{_at(tick):.0f} 40V{y - 36:.0f}" stroke="#555" stroke-dasharray="2 4"/>'
        + _text(_at(tick), y - 16, _time(tick), anchor="middle")
        for tick in (0.001, 0.01, 0.1, 1, 10, 100)
    )
    title = "Median time of one exact solve, on a logarithmic scale"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y:.0f}" '
        f'role="img" aria-label="{escape(title)}">\n'
        f"<title>{escape(title)}</title>\n<desc>{escape(' '.join(sentences))}</desc>\n"
        f'<rect width="{WIDTH}" height="{y:.0f}" rx="8" fill="#20252b"/>\n'
        f'<g font-family="system-ui, sans-serif" font-size="14" fill="#f2f2f2">\n'
        f"{_text(20, 26, title)}\n{ticks}\n" + "\n".join(parts) + "\n</g>\n</svg>\n"
    )


if __name__ == "__main__":
    TARGET.write_text(
        picture((DOCS / "performance.md").read_text("utf-8")), encoding="utf-8", newline="\n"
    )
