"""Plots with matplotlib, and the plot of `rummy-fast stats`."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from rummy_fast._core import RummyError
from rummy_fast.words import N_, Words, refusal

if TYPE_CHECKING:
    from matplotlib.figure import Figure  # type: ignore[import-not-found, unused-ignore]

    from rummy_fast.stats import Rounds, Stats

BIN = 5
"""The number of turns in one step of the plot."""


def figure(width: float, height: float) -> "Figure":
    """Make an empty figure.

    Args:
        width: The width in inches.
        height: The height in inches.

    Returns:
        The figure.

    Raises:
        RummyError: If matplotlib is missing.
    """
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "matplotlib":
            raise
        needed = N_("{command} needs {name}: {install}")
        install = "pip install 'rummy_fast[plot]'"
        values = {"command": "--plot", "name": "matplotlib", "install": install}
        raise refusal(RummyError, needed, **values) from None
    return Figure(figsize=(width, height), layout="constrained")


def check(path: Path) -> None:
    """Check that a plot can be drawn, before the slow part.

    Args:
        path: The file.

    Raises:
        RummyError: If matplotlib is missing or does not know the type of the file.
    """
    known = figure(1, 1).canvas.get_supported_filetypes()
    kind = path.suffix.removeprefix(".").lower()
    if kind not in known:
        template = N_("{file}: the file type must be one of {known}")
        raise refusal(RummyError, template, file=path, known=", ".join(sorted(known)))
    if not path.resolve().parent.is_dir():
        raise refusal(RummyError, N_("{file}: the folder does not exist"), file=path)


def draw(words: Words, found: "Stats", path: Path) -> None:
    """Plot how long rounds last and how often hands can open.

    Args:
        words: The language.
        found: The figures.
        path: The file.

    Raises:
        OSError: If the file cannot be written.
    """
    _ = words.gettext
    page = figure(9, 4)
    left, right = page.subplots(1, 2, width_ratios=(3, 1))
    for played in found.rounds:
        edges, shares = _steps(played)
        mean = played.estimates["turns"]
        label = _(
            "{seats} players, mean {mean}", seats=played.seats, mean=words.number(mean.value, 1)
        )
        left.stairs(shares, edges, label=label, linewidth=1.5)
    left.set(xlabel=_("turns in a round"), ylabel=_("share of rounds"), xlim=(0, None))
    left.legend(frameon=False)
    names = [str(one.jokers) for one in found.openings]
    shares = [one.share.value for one in found.openings]
    errors = [one.share.error for one in found.openings]
    right.bar(names, shares, yerr=errors, color="0.6")
    right.set(xlabel=_("joker"), ylabel=_("share of hands that can open at once"), ylim=(0, 1))
    page.savefig(path)


def _steps(played: "Rounds") -> tuple[list[int], list[float]]:
    """Give the edges of the steps, and the share of rounds in each."""
    counts = Counter(turns // BIN for turns in played.figures["turns"])
    last = max(counts)
    shares = [counts[step] / played.rounds for step in range(last + 1)]
    return [BIN * step for step in range(last + 2)], shares
