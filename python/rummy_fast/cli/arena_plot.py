"""The plot of `rummy-fast arena`."""

from pathlib import Path
from typing import TYPE_CHECKING

from rummy_fast.cli.plot import figure
from rummy_fast.words import Words

if TYPE_CHECKING:
    from rummy_fast.arena.result import ArenaResult


def draw(words: Words, result: "ArenaResult", path: Path) -> None:
    """Draw the win rates with their intervals, the best bot at the top.

    Args:
        words: The language.
        result: The result, with at least one deal.
        path: The file.

    Raises:
        OSError: If the file cannot be written.
    """
    rates = [
        (one.name, one.merit.win_rate)
        for one in reversed(result.ranking)
        if one.merit.win_rate is not None
    ]
    page = figure(8, 1.2 + 0.4 * len(rates))
    axes = page.subplots()
    rows = range(len(rates))
    values = [rate.value for _, rate in rates]
    below = [rate.value - rate.low for _, rate in rates]
    above = [rate.high - rate.value for _, rate in rates]
    axes.axvline(1 / result.seats, color="0.7", linewidth=1)
    axes.errorbar(values, rows, xerr=(below, above), fmt="o", capsize=4)
    axes.set(
        xlim=(0, 1), xlabel=words.gettext("share of rounds won, with confidence intervals (95 %)")
    )
    axes.set(ylim=(-0.5, len(rates) - 0.5))
    axes.set_yticks(rows, [name for name, _ in rates])
    page.savefig(path)
