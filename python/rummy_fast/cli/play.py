"""`rummy-fast play`: a person against bots in the terminal."""

import sys
from collections import Counter
from pathlib import Path
from secrets import randbelow
from typing import Annotated

import typer

import rummy_fast as rf
from rummy_fast.cli import show
from rummy_fast.cli.common import RulesText, fail, rules_of
from rummy_fast.cli.match import tell
from rummy_fast.words import LANGUAGES, Words, words

BOT_SECONDS = 3.0
"""Seconds a bot may take for a turn: a person is waiting."""
SEEDS = 2**32
"""A match without a given seed has one below this, short enough to be typed."""

SETTLED = ("against", "rounds", "seed", "rules", "record", "clock")
"""Options that a record has settled."""


def _names(say: Words, bots: list[str]) -> list[str | None]:
    """What the seats are called; bots of one name are numbered."""
    seen: Counter[str] = Counter()
    names: list[str | None] = [say.say("You")]
    for bot in bots:
        seen[bot] += 1
        names.append(f"{bot} {seen[bot]}" if bots.count(bot) > 1 else None)
    return names


def _words(context: typer.Context, lang: str | None) -> Words:
    """The language asked for after the command's name, or before it, or that of the locale."""
    if lang is None and context.parent is not None:
        lang = context.parent.params.get("lang")
    try:
        return words(lang)
    except rf.RummyError as error:
        fail(words().tell(error))


def _resumed(context: typer.Context, say: Words, path: Path) -> rf.Match:
    """The match that a record tells of, which is written on in the same file."""
    for name in SETTLED:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            option = "--clock/--no-clock" if name == "clock" else f"--{name}"
            fail(
                say.say("{option} has no place beside --resume: it is in the record", option=option)
            )
    record = rf.Record.read(path, salvage=True)
    if None not in record.bots:
        fail(say.say("{file}: no seat of this match is a person's", file=path))
    if record.complete:
        fail(say.say("{file}: this match is over", file=path))
    return record.resume(record=path)


def play(
    context: typer.Context,
    *,
    against: Annotated[
        str, typer.Option("--against", help="The bots: 'greedy,greedy' for two of them.")
    ] = "greedy",
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds are played.")] = 1,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", help="Where all chance comes from; another match each time if absent."
        ),
    ] = None,
    rules: RulesText = "schmidt",
    record: Annotated[
        Path | None, typer.Option("--record", help="The file to write the match to, line by line.")
    ] = None,
    clock: Annotated[
        bool, typer.Option("--clock/--no-clock", help="Whether the bell goes (rule 13).")
    ] = True,
    pace: Annotated[
        float, typer.Option("--pace", min=0, max=60, help="Seconds for each step of a bot's turn.")
    ] = 1.2,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="Go on with a match that was recorded.")
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option("--lang", help=f"Language ({', '.join(LANGUAGES)}); the locale's if absent."),
    ] = None,
) -> None:
    """Play against bots. Needs the extra `play`."""
    say = _words(context, lang)
    try:
        from rummy_fast.play.app import PlayApp  # noqa: PLC0415, an extra that is heavy
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] != "textual":
            raise
        install = "pip install 'rummy_fast[play]'"
        needs = say.say(
            "{command} needs {name}: {install}",
            command="rummy-fast play",
            name="textual",
            install=install,
        )
        typer.echo(needs, err=True)
        raise typer.Exit(1) from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        fail(say.say("a terminal is needed to play in"))
    bots = [name.strip() for name in against.split(",")]
    try:
        book = rules_of(rules)
        match = (
            _resumed(context, say, resume)
            if resume is not None
            else rf.Match(
                [None, *bots],
                book if clock else book.replace(turn_seconds=None),
                rounds=rounds,
                seed=randbelow(SEEDS) if seed is None else seed,
                names=_names(say, bots),
                limit=BOT_SECONDS,
                record=record,
            )
        )
    except (rf.RummyError, TypeError) as error:
        fail(say.tell(error))
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}")
    seat = match.header.bots.index(None)
    app = PlayApp(match, say, seat=seat, pace=pace)
    app.run()
    if app.return_code:
        raise typer.Exit(app.return_code)
    if match.result.rounds:
        tell(show.console(), match.result)
    typer.echo(say.say("The seed was {seed}.", seed=match.seed))
