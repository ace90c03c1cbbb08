"""`rummy-fast review`: what each turn of a match gave away."""

import json as jsons
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn
from rich.table import Table
from rich.text import Text

from rummy_fast.cli import show
from rummy_fast.cli.bar import progress
from rummy_fast.cli.common import Json, Lang, Seed, errors_exit, fail, words_of
from rummy_fast.words import N_, Words
from rummy_fast.writing.files import naming

if TYPE_CHECKING:
    from rummy_fast.reviews import Review


def review(
    file: Annotated[Path, typer.Argument(help="The record.")],
    *,
    html: Annotated[Path | None, typer.Option("--html", help="A file to write a page to.")] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the file of --html if it exists.")
    ] = False,
    samples: Annotated[
        int, typer.Option("--samples", help="The samples on which turns are compared.")
    ] = 200,
    seed: Seed = 0,
    hidden: Annotated[
        bool,
        typer.Option("--hidden", help="Use the tiles of all hands, which the seats did not see."),
    ] = False,
    threads: Annotated[
        int | None,
        typer.Option("--threads", help="The number of threads; by default one per core."),
    ] = None,
    salvage: Annotated[
        bool,
        typer.Option("--salvage", help="Drop an incomplete last line, which a crash may leave."),
    ] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Review a recorded match: what each turn gave away, and what would have been better."""
    import rummy_fast as rf  # noqa: PLC0415, the function has the name of this one

    pen, words = show.console(), words_of(lang)
    if html is not None and html.is_file() and not force:
        template = N_("{file} exists: replace it with --force, or choose another name")
        fail(words, words.gettext(template, file=html))
    with errors_exit(words):
        record = rf.Record.read(file, salvage=salvage)
        with progress(MofNCompleteColumn()) as bar:
            task = bar.add_task(words.gettext("turns"), total=record.turns)
            found = rf.review(
                record,
                samples=samples,
                seed=seed,
                hidden=hidden,
                threads=threads or os.cpu_count() or 1,
                progress=lambda done: bar.update(task, completed=done),
            )
        if html is not None:
            page = found.html(lang=words.language)
            with naming(html):
                html.write_text(page, encoding="utf-8", newline="\n")
    if json:
        typer.echo(jsons.dumps(found.to_dict()))
    else:
        _show(pen, words, found)


def _show(pen: Console, words: Words, found: "Review") -> None:
    """Print the turns that gave away much, and the accuracy of each seat."""
    from rummy_fast.reviews import LABELS  # noqa: PLC0415, only this command needs it
    from rummy_fast.reviews.sentences import better, called, did, lapse, percent  # noqa: PLC0415

    _ = words.gettext
    labeled = [turn for turn in found.turns if turn.label is not None]
    for turn in labeled:
        pen.print(Text(lapse(words, found, turn), "bold"))
        pen.print(Text("      " + did(words, found, turn) + " " + better(words, turn)))
    if not labeled:
        pen.print(_("No turn gave away significantly much."))
    labels = {"blunder": _("blunders"), "mistake": _("mistakes"), "inaccuracy": _("inaccuracies")}
    table = Table()
    table.add_column(_("player"))
    for title in (_("accuracy"), *(labels[label] for label in LABELS)):
        table.add_column(title, justify="right")
    for seat, name in enumerate(called(found)):
        kept = found.accuracy[seat]
        counts = [str(found.count(seat, label)) for label in LABELS]
        table.add_row(name, "-" if kept is None else percent(words, kept, 1), *counts)
    pen.print(table)
