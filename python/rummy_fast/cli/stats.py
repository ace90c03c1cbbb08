"""`rummy-fast stats`: figures of the game, beside published ones."""

import json as jsons
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import TaskProgressColumn
from rich.table import Table

from rummy_fast.cli import show
from rummy_fast.cli.bar import progress
from rummy_fast.cli.common import (
    Force,
    Json,
    Lang,
    PlotFile,
    RulesText,
    Seed,
    errors_exit,
    fail,
    rules_of,
    spare,
    words_of,
)
from rummy_fast.words import N_, Words
from rummy_fast.writing.files import naming

if TYPE_CHECKING:
    from rummy_fast.stats import Estimate, Stats

KNOWN_OPENINGS = {0: "34.7, 34.9", 2: "50.1"}
"""Published percentages of hands of the standard deck that can open, by its jokers."""
STANDARD = {"colors": 4, "values": 13, "copies": 2, "hand_size": 14, "opening_min": 30}
"""The options under which the published figures hold."""


def stats(
    *,
    deals: Annotated[
        int, typer.Option("--deals", help="The hands to deal, both without and with jokers.")
    ] = 1_000_000,
    rounds: Annotated[
        int, typer.Option("--rounds", help="The rounds to play for each number of seats.")
    ] = 2_000,
    seats: Annotated[
        str, typer.Option("--seats", help="The numbers of seats, separated by commas.")
    ] = "2,3,4",
    seed: Seed = 0,
    rules: RulesText = "schmidt",
    threads: Annotated[
        int | None,
        typer.Option("--threads", help="The number of threads; by default one per core."),
    ] = None,
    plot: PlotFile = None,
    force: Force = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Measure how often a hand can open, and how rounds of best plays go."""
    from rummy_fast.stats import measure  # noqa: PLC0415, only this command needs it

    words = words_of(lang)
    with errors_exit(words):
        counts = _counts(words, seats)
        book = rules_of(words, rules)
        draw_plot = None
        if plot is not None:
            from rummy_fast.cli import plot as plot_page  # noqa: PLC0415, matplotlib is an extra

            plot_page.check(plot)
            spare(words, plot, force=force)
            draw_plot = plot_page.draw
        with progress(TaskProgressColumn()) as bar:
            task = bar.add_task(words.gettext("deals and rounds"), total=1)
            found = measure(
                deals,
                rounds,
                seats=counts,
                rules=book,
                seed=seed,
                threads=threads,
                progress=lambda done: bar.update(task, completed=done),
            )
        if plot is not None and draw_plot is not None:
            with naming(plot):
                draw_plot(words, found, plot)
    if json:
        typer.echo(jsons.dumps(found.to_dict()))
    else:
        show_result(show.console(), words, found)


def _counts(words: Words, text: str) -> list[int]:
    """Parse the numbers of seats."""
    numbers = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() for word in numbers):
        template = N_('{option} "{text}": must be numbers such as 2,3,4')
        fail(words, words.gettext(template, option="--seats", text=text))
    return list(map(int, numbers))


def show_result(pen: Console, words: Words, found: "Stats") -> None:
    """Print the figures.

    Args:
        pen: The console.
        words: The language.
        found: The figures.
    """
    _ = words.gettext
    options = dict(found.rules.to_dict())
    standard = all(options[name] == value for name, value in STANDARD.items())
    table = Table(title=_("Hands that can open at once"))
    for title in (_("joker"), _("hands"), _("can open, %"), _("published")):
        table.add_column(title, justify="right")
    for one in found.openings:
        known = KNOWN_OPENINGS.get(one.jokers) if standard else None
        hands = words.number(one.deals)
        table.add_row(str(one.jokers), hands, _percent(words, one.share), known or "-")
    pen.print(table)
    table = Table(title=_("Rounds in which every seat always makes the best play"))
    count = words.number(found.rounds[0].rounds)
    table.add_column(_("in {count} rounds", count=count))
    for played in found.rounds:
        table.add_column(_("{seats} players", seats=played.seats), justify="right")
    table.add_column(_("published"), justify="right")
    for name, (title, shown, known) in ROWS.items():
        figures = (shown(words, played.estimates[name]) for played in found.rounds)
        table.add_row(_(title), *figures, known if standard else "-")
    pen.print(table)
    pen.print(_("± one standard error; * of the turns after the opening"), style="dim")


def _number(words: Words, figure: "Estimate") -> str:
    return f"{words.number(figure.value, 2)} ± {words.number(figure.error, 2)}"


def _percent(words: Words, figure: "Estimate") -> str:
    return f"{words.number(100 * figure.value, 2)} ± {words.number(100 * figure.error, 2)}"


ROWS: dict[str, tuple[str, Callable[[Words, "Estimate"], str], str]] = {
    "turns": (N_("turns"), _number, "63, 40, 33"),
    "forced_draws": (N_("forced draws, % *"), _percent, "54.5"),
    "tiles_a_play": (N_("tiles per play"), _number, "2.7"),
    "tiles_a_turn": (N_("tiles per turn"), _number, "-"),
    "joker_on_table": (N_("joker on the table, % *"), _percent, "91"),
    "stalemates": (N_("stalemates, %"), _percent, "-"),
}
"""For each figure its title, its format, and published values."""
