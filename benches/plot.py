"""The plot of `docs/performance.md`."""

from pathlib import Path

import matplotlib as mpl  # type: ignore[import-not-found, unused-ignore]
from matplotlib.figure import Figure  # type: ignore[import-not-found, unused-ignore]
from measure import Row
from solvers import OURS, PEER, REFERENCE

COLORS = {OURS: "#0072b2", REFERENCE: "#e69f00", PEER: "#d55e00"}


def draw(measured: dict[str, list[Row]], path: Path) -> None:
    """Plot, for each group of positions, the share that each solver has solved by a time."""
    # Make the file reproducible.
    mpl.rcParams["svg.hashsalt"] = "rummy_fast"
    mpl.rcParams["svg.fonttype"] = "none"
    figure = Figure(figsize=(10.5, 3.6), layout="constrained")
    places = figure.subplots(1, len(measured), sharey=True, sharex=True, squeeze=False)[0]
    for place, (name, found) in zip(places, measured.items(), strict=True):
        for row in found:
            if row.solver not in COLORS:
                continue
            times = sorted(time.seconds * 1e3 for time in row.times)
            parts = [(index + 1) / len(times) for index in range(len(times))]
            label = f"{row.solver} ({len(times)})"
            place.step(times, parts, where="post", color=COLORS[row.solver], label=label)
        place.set_xscale("log")
        place.set_title(name)
        place.set_xlabel("milliseconds per solve")
        place.grid(visible=True, alpha=0.3)
        place.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), fontsize="small", ncols=3)
    places[0].set_ylabel("share of positions")
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
