"""Draw the plots of `docs/search.md`, from the package and the figures of `make bench-ideas`."""

import re
from pathlib import Path
from typing import Final

import matplotlib as mpl  # type: ignore[import-not-found, unused-ignore]
import rummy_fast as rf
from matplotlib.axes import Axes  # type: ignore[import-not-found, unused-ignore]
from matplotlib.figure import Figure  # type: ignore[import-not-found, unused-ignore]

DOCS: Final = Path(__file__).parent.parent / "docs"
PICTURES: Final = DOCS / "pictures"
BLUE: Final = "#0072b2"
ORANGE: Final = "#e69f00"
GREEN: Final = "#009e73"


def arrangements() -> dict[int, int]:
    """Count the ways to arrange all tiles from 1 to each highest number into melds."""
    return {
        highest: rf.count_arrangements(
            [f"{color}{value}" for color in "rygb" for value in range(1, highest + 1)] * 2
        )
        for highest in range(3, 14)
    }


def draw_arrangements(place: Axes) -> None:
    """Plot how fast the number of arrangements grows."""
    counted = arrangements()
    place.plot(list(counted), list(counted.values()), "o-", color=BLUE)
    place.set_yscale("log")
    place.set_xticks(list(counted))
    place.set_xlabel("tiles 1 to v of four colors, two copies")
    place.set_ylabel("arrangements into melds")


def ideas(page: str) -> dict[str, tuple[float, float, float]]:
    """Read what switching off each idea costs: in games, on crowded tables, on hard positions."""
    found = re.search(r"<!-- ideas -->\n+```text\n.*?\nnothing .*?\n(.*?)```", page, re.DOTALL)
    if found is None:
        message = "docs/performance.md has no block for ideas"
        raise ValueError(message)
    costs: dict[str, tuple[float, float, float]] = {}
    for line in found[1].splitlines():
        idea, *figures = re.split(r"\s{2,}", line.replace(" x", ""))
        costs[idea] = float(figures[1]), float(figures[5]), float(figures[7])
    return costs


def draw_ideas(place: Axes) -> None:
    """Plot what each idea saves."""
    sorted_costs = dict(
        sorted(ideas((DOCS / "performance.md").read_text("utf-8")).items(), key=lambda one: one[1])
    )
    for shift, column, color, label in (
        (0.27, 0, BLUE, "decisions from games, schmidt"),
        (0, 1, ORANGE, "crowded tables, loose jokers"),
        (-0.27, 2, GREEN, "the hardest from one end, schmidt"),
    ):
        values = [cost[column] for cost in sorted_costs.values()]
        bars = [index + shift for index in range(len(sorted_costs))]
        place.barh(bars, [value - 1 for value in values], 0.27, 1, color=color, label=label)
    place.set_xscale("log")
    ticks = [1, 2, 4, 8, 16, 32]
    place.set_xticks(ticks, [f"{tick} x" for tick in ticks])
    place.set_xticks([], minor=True)
    place.set_yticks(range(len(sorted_costs)), list(sorted_costs))
    place.set_xlabel("instructions with the idea switched off")
    place.legend(loc="lower right", fontsize="small")


PLOTS: Final = {"arrangements": (draw_arrangements, 3.2), "ideas": (draw_ideas, 5.4)}
"""What draws each plot, and its height in inches."""


def draw(folder: Path) -> None:
    """Draw all plots into a folder; equal figures give equal files."""
    mpl.rcParams["svg.hashsalt"] = "rummy_fast"
    mpl.rcParams["svg.fonttype"] = "none"
    for name, (maker, height) in PLOTS.items():
        figure = Figure(figsize=(7.5, height), layout="constrained")
        place = figure.subplots()
        maker(place)
        place.grid(visible=True, alpha=0.3)
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None})


if __name__ == "__main__":
    draw(PICTURES)
