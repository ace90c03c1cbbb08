"""`rummy-fast match`: bots against each other."""

import json as jsons
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn
from rich.table import Table

from rummy_fast.cli import show
from rummy_fast.cli.bar import progress
from rummy_fast.cli.common import Json, RulesText, Seed, refusals, rules_of
from rummy_fast.plain import plural, say

if TYPE_CHECKING:
    from rummy_fast.result import Happening, MatchResult

LISTED = 20
"""Of a match with more rounds only the sums are shown."""


def match(
    *,
    seats: Annotated[
        str, typer.Option("--seats", help="A house bot for each seat: 'greedy,greedy'.")
    ] = "greedy,greedy",
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds are played.")] = 1,
    seed: Seed = 0,
    rules: RulesText = "schmidt",
    limit: Annotated[
        float | None, typer.Option("--limit", help="Seconds a bot may take for a turn.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", help="The file to write the match to, line by line.")
    ] = None,
    json: Json = False,
) -> None:
    """Play a match of bots against each other. The same seed gives the same match."""
    from rummy_fast.match import Match  # noqa: PLC0415, other commands do without
    from rummy_fast.result import RoundResult  # noqa: PLC0415

    with refusals(), progress(MofNCompleteColumn()) as bar:
        task = bar.add_task(say("rounds"), total=rounds)

        def hear(_match: Match, happening: "Happening") -> None:
            if isinstance(happening, RoundResult):
                bar.advance(task)

        bots = [name.strip() for name in seats.split(",")]
        book = rules_of(rules)
        under_way = Match(
            bots, book, rounds=rounds, seed=seed, limit=limit, record=record, on_event=hear
        )
        result = under_way.play()
    if json:
        typer.echo(jsons.dumps(result.to_dict()))
    else:
        tell(show.console(), result)


def tell(pen: Console, result: "MatchResult") -> None:
    """Print how a match went.

    Args:
        pen: Where to print.
        result: The match, which may be under way.
    """
    if 0 < len(result.rounds) <= LISTED:
        pen.print(_rounds(result))
    pen.print(_seats(result))
    names = ", ".join(_named(result, seat) for seat in result.winners)
    if result.rounds:
        pen.print(
            plural("Winner: {names}", "Shared by: {names}", count=len(result.winners), names=names)
        )


def _named(result: "MatchResult", seat: int) -> str:
    return say("seat {seat}, {name}", seat=seat, name=result.names[seat])


def _rounds(result: "MatchResult") -> Table:
    table = Table(title=say("Rounds"))
    for title in (say("round"), say("begins"), say("turns"), say("ending"), say("won by")):
        table.add_column(title, justify="right")
    for seat in range(len(result.names)):
        table.add_column(_named(result, seat), justify="right")
    for one in result.rounds:
        numbers = (one.number, one.starter, one.turns)
        won = ", ".join(map(str, one.winners)) or "-"
        scores = (f"{score:+}" for score in one.scores)
        table.add_row(*map(str, numbers), one.ending, won, *scores)
    return table


def _seats(result: "MatchResult") -> Table:
    count = len(result.rounds)
    table = Table(title=plural("{count} round", "{count} rounds", count=count))
    for title in (say("seat"), say("player")):
        table.add_column(title)
    for title in (say("rounds won"), say("total"), say("a round"), say("faults")):
        table.add_column(title, justify="right")
    for seat, name in enumerate(result.names):
        total = result.totals[seat]
        faults = sum(fault.seat == seat for fault in result.faults)
        mean = f"{total / count:+.1f}" if count else "-"
        table.add_row(str(seat), name, str(result.won[seat]), f"{total:+}", mean, str(faults))
    return table
