"""`rummy-fast stats`: what the game is like, beside what others found."""

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
    Json,
    Lang,
    PlotFile,
    RulesText,
    Seed,
    fail,
    refusals,
    rules_of,
    words_of,
)
from rummy_fast.words import N_, Words
from rummy_fast.writing.files import naming

if TYPE_CHECKING:
    from rummy_fast.stats import Estimate, Stats

KNOWN_OPENINGS = {0: "34.7, 34.9", 2: "50.1"}
"""Of a hundred hands of the usual deck, by the jokers in it, those that others found to open."""
USUAL = {"colors": 4, "values": 13, "copies": 2, "hand_size": 14, "opening_min": 30}
"""What the rules must say for known figures to be shown."""


def stats(
    *,
    deals: Annotated[
        int, typer.Option("--deals", help="Hands to deal, without and with jokers.")
    ] = 1_000_000,
    rounds: Annotated[
        int, typer.Option("--rounds", help="Rounds to play for each number of seats.")
    ] = 2_000,
    seats: Annotated[
        str, typer.Option("--seats", help="How many play: one number or several.")
    ] = "2,3,4",
    seed: Seed = 0,
    rules: RulesText = "schmidt",
    threads: Annotated[
        int | None, typer.Option("--threads", help="Threads to use; all cores if absent.")
    ] = None,
    plot: PlotFile = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Count how often a hand can open, and how rounds go when all make the best play every turn."""
    from rummy_fast.stats import measure  # noqa: PLC0415, other commands do without

    words = words_of(lang)
    with refusals(words):
        counts = _counts(words, seats)
        book = rules_of(words, rules)
        if plot is not None:
            from rummy_fast.cli import plot as plot_page  # noqa: PLC0415, matplotlib is an extra

            plot_page.check(plot)
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
        if plot is not None:
            with naming(plot):
                plot_page.draw(words, found, plot)
    if json:
        typer.echo(jsons.dumps(found.to_dict()))
    else:
        tell(show.console(), words, found)


def _counts(words: Words, text: str) -> list[int]:
    """The numbers of seats."""
    numbers = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() for word in numbers):
        template = N_('{option} "{text}": must be numbers such as 2,3,4')
        fail(words, words.gettext(template, option="--seats", text=text))
    return list(map(int, numbers))


def tell(pen: Console, words: Words, found: "Stats") -> None:
    """Print what was counted.

    Args:
        pen: Where to print.
        words: The language.
        found: What was counted.
    """
    _ = words.gettext
    options = found.rules.to_dict()
    usual = all(options[name] == value for name, value in USUAL.items())
    table = Table(title=_("Hands that can open at once"))
    for title in (_("joker"), _("hands"), _("can open, %"), _("by others")):
        table.add_column(title, justify="right")
    for one in found.openings:
        known = KNOWN_OPENINGS.get(one.jokers) if usual else None
        hands = words.number(one.deals)
        table.add_row(str(one.jokers), hands, _percent(words, one.share), known or "-")
    pen.print(table)
    table = Table(title=_("Rounds in which all make the best play every turn"))
    count = words.number(found.rounds[0].rounds)
    table.add_column(_("in {count} rounds", count=count))
    for played in found.rounds:
        table.add_column(_("{seats} players", seats=played.seats), justify="right")
    table.add_column(_("by others"), justify="right")
    for name, (title, shown, known) in ROWS.items():
        figures = (shown(words, played.estimates[name]) for played in found.rounds)
        table.add_row(_(title), *figures, known if usual else "-")
    pen.print(table)
    pen.print(_("± one standard error; * of the turns after the opening"), style="dim")


def _number(words: Words, figure: "Estimate") -> str:
    return f"{words.number(figure.value, 2)} ± {words.number(figure.error, 2)}"


def _percent(words: Words, figure: "Estimate") -> str:
    return f"{words.number(100 * figure.value, 2)} ± {words.number(100 * figure.error, 2)}"


ROWS: dict[str, tuple[str, Callable[[Words, "Estimate"], str], str]] = {
    "turns": (N_("turns"), _number, "63, 40, 33"),
    "forced_draws": (N_("nothing to play, % *"), _percent, "54.5"),
    "tiles_a_play": (N_("tiles, if any are played"), _number, "2.7"),
    "tiles_a_turn": (N_("tiles a turn"), _number, "-"),
    "joker_on_table": (N_("joker on the table, % *"), _percent, "91"),
    "stalemates": (N_("nobody goes out, %"), _percent, "-"),
}
"""For each figure its title, how it is shown, and what others found."""
