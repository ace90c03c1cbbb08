"""`rummy-fast play`: a person against bots in the terminal."""

import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

import rummy_fast as rf
from rummy_fast.cli import show
from rummy_fast.cli.common import Lang, RecordFile, RulesText, errors_exit, fail, rules_of, words_of
from rummy_fast.cli.match import show_result
from rummy_fast.play import saved
from rummy_fast.play.setup import Setup, new_match, resumed
from rummy_fast.words import N_, Words
from rummy_fast.writing.files import trouble

SLOWEST = 60
"""The most seconds for a step of a bot's turn."""
LAST = "last"
"""The word for `--resume` that means the newest match that was left."""
SETTLED = ("against", "rounds", "seed", "rules", "record", "clock")
"""Options that the record determines."""


def _settled(context: typer.Context, refuse: Words | None = None) -> bool:
    """Tell whether an option on the command line determines the match; refuse it on demand."""
    for name in SETTLED:
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE":
            continue
        if refuse is not None:
            option = "--clock/--no-clock" if name == "clock" else f"--{name}"
            template = N_("{option} cannot be combined with --resume: the record has it")
            fail(refuse, refuse.gettext(template, option=option))
        return True
    return False


def _resumed(words: Words, name: str) -> tuple[rf.Match, Path | None]:
    """Go on with the match of a record, in the same file."""
    path = saved.unfinished() if name == LAST else Path(name)
    if path is None:
        fail(words, words.gettext("there is no match to continue"))
    if path.parent == saved.folder() and not saved.claim(path):
        fail(words, words.gettext("{file} is being played in another terminal", file=path))
    return resumed(path), path


def _file(words: Words, record: Path | None) -> Path | None:
    """Choose the file of a new match; None if none can be written."""
    if record is not None:
        if record.is_file() and record.stat().st_size:
            template = N_("{file} exists: continue it with --resume {file}, or choose another name")
            fail(words, words.gettext(template, file=record))
        return record
    try:
        return saved.new_file()
    except OSError as error:
        template = N_("warning: this match is not saved: {message}")
        typer.echo(words.gettext(template, message=trouble(error)), err=True)
        return None


def _check(words: Words, pace: float) -> None:
    """Leave with an error if the game cannot be shown."""
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
        str | None,
        typer.Option("--resume", help="Resume a recorded match: its file, or 'last'."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Play against bots. Needs the extra `play`."""
    words = words_of(lang)
    _check(words, pace)
    setup = Setup(tuple(against.split(",")), rounds=rounds, clock=clock)
    with errors_exit(words):
        if resume is not None:
            _settled(context, refuse=words)
            opened = _resumed(words, resume)
        elif _settled(context):
            setup = replace(setup, rules=rules_of(words, rules))
            path = _file(words, record)
            opened = new_match(words, setup, seed=seed, record=path), path
        else:
            started = _start(words, setup)
            if started is None:
                return
            words, opened = started
    while True:
        match, path = opened
        if _play(words, match, path, pace) != "new":
            break
        with errors_exit(words):
            started = _start(words, setup)
        if started is None:
            break
        words, opened = started
    if match.result.rounds:
        show_result(show.console(), words, match.result, over=match.over)
    typer.echo(words.gettext("The seed was {seed}.", seed=match.seed))


def _start(words: Words, setup: Setup) -> tuple[Words, tuple[rf.Match, Path | None]] | None:
    """Let the person choose a match, or go on with the one that was left; None to leave."""
    from rummy_fast.play.start import StartApp  # noqa: PLC0415, slow to import

    left = saved.unfinished()
    chosen = StartApp(words, setup, left).run()
    if left is not None and (chosen is None or chosen.setup is not None):
        saved.release(left)
    if chosen is None:
        return None
    if chosen.setup is None:
        return chosen.words, _resumed(chosen.words, str(left))
    path = _file(chosen.words, None)
    return chosen.words, (new_match(chosen.words, chosen.setup, record=path), path)


def _play(words: Words, match: rf.Match, path: Path | None, pace: float) -> str | None:
    """Play a match, and say how to go on with it if it is not over.

    Returns:
        What the person wants next.
    """
    from rummy_fast.play.app import PlayApp  # noqa: PLC0415, slow to import

    app = PlayApp(match, words, pace=pace, record=path, again=True)
    try:
        wish = app.run()
    finally:
        if path is not None:
            saved.release(path)
            if not match.over and path.is_file():
                typer.echo(words.gettext("The match is saved. To continue:"))
                typer.echo(f"rummy-fast play --resume {quote(str(path))}")
    if app.return_code:
        raise typer.Exit(app.return_code)
    return wish
