"""`rummy-fast arena`: bots against each other on mirrored deals."""

import json as jsons
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn
from rich.table import Table

import rummy_fast as rf
from rummy_fast.cli import show
from rummy_fast.cli.bar import progress
from rummy_fast.cli.common import (
    Force,
    Json,
    Lang,
    Limit,
    PlotFile,
    RulesText,
    Seed,
    errors_exit,
    rules_of,
    spare,
    words_of,
)
from rummy_fast.words import Words
from rummy_fast.writing.files import naming, trouble

if TYPE_CHECKING:
    from rummy_fast.arena.figures import Figure
    from rummy_fast.arena.result import ArenaResult, Merit

STOPPED = 130
"""The exit code after Ctrl-C: as if ended by SIGINT."""
WIDTH = 100
"""The width of the tables, even if the terminal is narrower."""
UNFINISHED = 1
"""The exit code when not all deals could be played."""


def arena(
    *,
    bots: Annotated[
        str,
        typer.Option("--bots", help="The bots: 'search:seconds=0.5,search:positions=6000,greedy'."),
    ] = "search,greedy",
    pairs: Annotated[
        int,
        typer.Option("--pairs", help="The deals for every two bots, each played from every seat."),
    ] = 20,
    seed: Seed = 0,
    rules: RulesText = "schmidt",
    seats: Annotated[int, typer.Option("--seats", help="The number of seats in a round.")] = 2,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Let only the first bot meet the others.")
    ] = False,
    limit: Limit = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", help="The number of processes; by default one per core."),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", help="A file for finished deals, from which to resume."),
    ] = None,
    plot: PlotFile = None,
    force: Force = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Play bots against each other, every deal from every seat. Needs the extra `arena`."""
    words = words_of(lang)
    code, reason = 0, None
    with errors_exit(words):
        book = rules_of(words, rules)
        if plot is not None:
            from rummy_fast.cli import plot as plot_page  # noqa: PLC0415, matplotlib is an extra

            plot_page.check(plot)
            spare(words, plot, force=force)
        with progress(MofNCompleteColumn()) as bar:
            task = bar.add_task(words.gettext("deals"), total=None)
            contest = rf.Arena(
                [name.strip() for name in bots.split(",")],
                pairs=pairs,
                seed=seed,
                rules=book,
                seats=seats,
                gauntlet=gauntlet,
                limit=limit,
                workers=workers,
                save=save,
                on_deal=lambda _: bar.advance(task),
            )
            bar.update(task, total=contest.jobs, completed=contest.finished)
            try:
                contest.play()
            except KeyboardInterrupt:
                code, reason = STOPPED, words.gettext("stopped")
            except rf.ArenaError as error:
                code, reason = UNFINISHED, words.translate(error)
            except OSError as error:
                code, reason = UNFINISHED, trouble(error)
        result = contest.result
        if json:
            typer.echo(jsons.dumps(result.to_dict()))
        else:
            show_result(show.console(), words, result)
        if plot is not None and result.deals:
            from rummy_fast.cli import arena_plot  # noqa: PLC0415

            with naming(plot):
                arena_plot.draw(words, result, plot)
    if reason is not None:
        finished = words.gettext(
            "finished {count} of {all} deals", count=contest.finished, all=contest.jobs
        )
        message = words.gettext("{reason}; {finished}", reason=reason, finished=finished)
        typer.echo(words.gettext("error: {message}", message=message), err=True)
        raise typer.Exit(code)


def show_result(pen: Console, words: Words, result: "ArenaResult") -> None:
    """Print the result of an arena, the best bot first.

    Args:
        pen: The console.
        words: The language.
        result: The result so far.
    """
    _ = words.gettext
    pen.width = max(pen.width, WIDTH)
    pen.print(_standings(words, result))
    if len(result.pairings) > 1:
        pen.print(_pairings(words, result))
    for one in result.ranking:
        if one.fault is not None:
            pen.print(
                words.ngettext(
                    "{bot} lost {count} turn: {fault}",
                    "{bot} lost {count} turns, the first: {fault}",
                    one.faults,
                    bot=one.name,
                    fault=one.fault,
                )
            )
    equal = words.number(100 / result.seats, 1)
    note = _(
        "In brackets: confidence intervals (95 %) over deals. Equal bots each win {equal} %.",
        equal=equal,
    )
    pen.print(note, style="dim")
    if not result.complete:
        pen.print(_("Not all deals are finished."), style="bold")


def _standings(words: Words, result: "ArenaResult") -> Table:
    _ = words.gettext
    deals = len({deal.deal for deal in result.deals})
    table = Table(title=words.ngettext("{count} mirrored deal", "{count} mirrored deals", deals))
    table.add_column(_("player"))
    for title in (*_titles(words), _("rating"), _("ms per turn")):
        table.add_column(title, justify="right")
    for one in result.ranking:
        time = "-" if one.turn_seconds is None else words.number(1000 * one.turn_seconds, 1)
        table.add_row(one.name, *_merit(words, one.merit), words.number(one.rating, 1), time)
    return table


def _titles(words: Words) -> tuple[str, ...]:
    _ = words.gettext
    return _("wins, %"), _("score per round")


def _pairings(words: Words, result: "ArenaResult") -> Table:
    _ = words.gettext
    table = Table(title=_("Pairings"))
    for title in (_("player"), _("against")):
        table.add_column(title)
    for title in _titles(words):
        table.add_column(title, justify="right")
    for one in result.pairings:
        first, second = (result.names[bot] for bot in one.bots)
        table.add_row(first, second, *_merit(words, one.merits[0]))
    return table


def _merit(words: Words, merit: "Merit") -> tuple[str, ...]:
    return (
        _figure(words, merit.win_rate, 100, ""),
        _figure(words, merit.mean_score, 1, "+"),
    )


def _figure(words: Words, figure: "Figure | None", times: int, sign: str) -> str:
    """Write a figure with its interval, which need not be symmetric."""
    if figure is None:
        return "-"
    numbers = (
        (sign if end > 0 else "") + words.number(times * end, 1).replace("inf", "∞")
        for end in (figure.value, figure.low, figure.high)
    )
    return "{} ({} … {})".format(*numbers)
