"""`rummy-fast play`: a person against bots in the terminal."""

import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from secrets import randbelow
from typing import Annotated

import typer

import rummy_fast as rf
from rummy_fast.cli import show
from rummy_fast.cli.common import Lang, RecordFile, RulesText, errors_exit, fail, rules_of, words_of
from rummy_fast.cli.match import show_result
from rummy_fast.play.game import seat_of
from rummy_fast.words import N_, Words, refusal

BOT_SECONDS = 3.0
"""The seconds a bot may take for a turn while a person waits."""
SLOWEST = 60
"""The most seconds for a step of a bot's turn."""
SEEDS = 2**32
"""Random seeds are below this, short enough to type."""

SETTLED = ("against", "rounds", "seed", "rules", "record", "clock")
"""Options that the record determines."""


def _names(words: Words, bots: list[str]) -> list[str | None]:
    """Name the seats; bots of the same name are numbered."""
    seen: Counter[str] = Counter()
    names: list[str | None] = [words.gettext("You")]
    for bot in bots:
        seen[bot] += 1
        names.append(f"{bot} {seen[bot]}" if bots.count(bot) > 1 else None)
    return names


def _resumed(context: typer.Context, words: Words, path: Path) -> rf.Match:
    """Resume the match of a record, and continue the record in the same file."""
    for name in SETTLED:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            option = "--clock/--no-clock" if name == "clock" else f"--{name}"
            template = N_("{option} cannot be combined with --resume: the record has it")
            fail(words, words.gettext(template, option=option))
    record = rf.Record.read(path, salvage=True)
    # Raise before the file is written again.
    seat_of(record.bots)
    if record.complete:
        raise refusal(rf.RummyError, "the match is over (rule 16)")
    return record.resume(record=path)


def play(
    context: typer.Context,
    *,
    against: Annotated[
        str, typer.Option("--against", help="The bots: 'greedy,greedy' for two of them.")
    ] = "greedy",
    rounds: Annotated[int, typer.Option("--rounds", help="The number of rounds.")] = 1,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", help="The seed of everything random; a new one each time by default."
        ),
    ] = None,
    rules: RulesText = "schmidt",
    record: RecordFile = None,
    clock: Annotated[
        bool, typer.Option("--clock/--no-clock", help="Whether a turn can time out (rule 13).")
    ] = True,
    pace: Annotated[
        float, typer.Option("--pace", help="The seconds for each step of a bot's turn.")
    ] = 1.2,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="Resume a recorded match.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Play against bots. Needs the extra `play`."""
    words = words_of(lang)
    _ = words.gettext
    if find_spec("textual") is None:
        install = "pip install 'rummy_fast[play]'"
        template = N_("{command} needs {name}: {install}")
        needs = _(template, command="rummy-fast play", name="textual", install=install)
        typer.echo(needs, err=True)
        raise typer.Exit(1)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        fail(words, _("rummy-fast play needs a terminal"))
    if not 0 <= pace <= SLOWEST:
        template = N_("{option} = {value}: must be from {least} to {most} seconds")
        fail(words, _(template, option="--pace", value=pace, least=0, most=SLOWEST))
    bots = [name.strip() for name in against.split(",")]
    with errors_exit(words):
        book = rules_of(words, rules)
        match = (
            _resumed(context, words, resume)
            if resume is not None
            else rf.Match(
                [None, *bots],
                book if clock else book.replace(turn_seconds=None),
                rounds=rounds,
                seed=randbelow(SEEDS) if seed is None else seed,
                names=_names(words, bots),
                limit=BOT_SECONDS,
                record=record,
            )
        )
    from rummy_fast.play.app import PlayApp  # noqa: PLC0415, slow to import

    app = PlayApp(match, words, pace=pace)
    app.run()
    if app.return_code:
        raise typer.Exit(app.return_code)
    if match.result.rounds:
        show_result(show.console(), words, match.result, over=match.over)
    typer.echo(_("The seed was {seed}.", seed=match.seed))
