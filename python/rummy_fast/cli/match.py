"""`rummy-fast match`: a match between bots."""

import json as jsons
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn
from rich.table import Table

from rummy_fast.cli import show
from rummy_fast.cli.bar import progress
from rummy_fast.cli.common import (
    Force,
    Json,
    Lang,
    Limit,
    RecordFile,
    RulesText,
    Seed,
    errors_exit,
    fail,
    rules_of,
    spare,
    words_of,
)
from rummy_fast.words import Words

if TYPE_CHECKING:
    from rummy_fast.result import Happening, MatchResult

LISTED = 20
"""The most rounds that are listed one by one."""


def match(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[BOT]...", help="The bots, in place of --seats."),
    ] = None,
    *,
    seats: Annotated[
        str,
        typer.Option(
            "--seats", help="A built-in bot for each seat: 'search:positions=20000,greedy'."
        ),
    ] = "greedy,greedy",
    rounds: Annotated[int, typer.Option("--rounds", help="The number of rounds.")] = 1,
    seed: Seed = 0,
    rules: RulesText = "schmidt",
    limit: Limit = None,
    record: RecordFile = None,
    force: Force = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Play a match between bots. The same seed gives the same match."""
    from rummy_fast.match import Match  # noqa: PLC0415, only this command needs it
    from rummy_fast.result import RoundResult  # noqa: PLC0415

    words = words_of(lang)
    with errors_exit(words), progress(MofNCompleteColumn()) as bar:
        task = bar.add_task(words.gettext("rounds"), total=rounds)

        def listen(_match: Match, happening: "Happening") -> None:
            if isinstance(happening, RoundResult):
                bar.advance(task)

        source = context.get_parameter_source("seats")
        if names and source is not None and source.name == "COMMANDLINE":
            fail(words, words.gettext("name the bots once: as arguments or with --seats"))
        bots = [name.strip() for name in (",".join(names) if names else seats).split(",")]
        spare(words, record, force=force)
        book = rules_of(words, rules)
        played = Match(
            bots, book, rounds=rounds, seed=seed, limit=limit, record=record, on_event=listen
        )
        result = played.play()
    if json:
        typer.echo(jsons.dumps(result.to_dict()))
    else:
        show_result(show.console(), words, result)


def show_result(pen: Console, words: Words, result: "MatchResult", *, over: bool = True) -> None:
    """Print the result of a match.

    Args:
        pen: The console.
        words: The language.
        result: The result so far.
        over: Whether the match is over; if not, nobody has won it yet.
    """
    if 0 < len(result.rounds) <= LISTED:
        pen.print(_rounds(words, result))
    pen.print(_seats(words, result))
    if over and result.rounds:
        names = called(result.names)
        winners = ", ".join(names[seat] for seat in result.winners)
        pen.print(words.gettext("The match goes to: {winners}.", winners=winners))


def called(names: Sequence[str]) -> list[str]:
    """Add the seats to their names: bots may have the same name."""
    return [f"{name} ({seat})" for seat, name in enumerate(names)]


def _rounds(words: Words, result: "MatchResult") -> Table:
    _ = words.gettext
    table = Table()
    for title in (_("Round"), _("plays first"), _("turns"), _("winner")):
        table.add_column(title, justify="right")
    names = called(result.names)
    for name in names:
        table.add_column(name, justify="right")
    for one in result.rounds:
        numbers = (one.number, one.starter, one.turns)
        winners = ", ".join(names[seat] for seat in one.winners) or "-"
        table.add_row(*map(str, numbers), winners, *(f"{score:+}" for score in one.scores))
    return table


def _seats(words: Words, result: "MatchResult") -> Table:
    _ = words.gettext
    count = len(result.rounds)
    table = Table(title=words.ngettext("{count} round", "{count} rounds", count))
    table.add_column(_("player"))
    for title in (_("rounds won"), _("Total"), _("mean"), _("faults")):
        table.add_column(title, justify="right")
    for seat, name in enumerate(called(result.names)):
        total = result.totals[seat]
        faults = sum(fault.seat == seat for fault in result.faults)
        mean = ("+" if total > 0 else "") + words.number(total / count, 1) if count else "-"
        table.add_row(name, str(result.won[seat]), f"{total:+}", mean, str(faults))
    return table
