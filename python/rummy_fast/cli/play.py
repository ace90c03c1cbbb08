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
from rummy_fast.cli.common import Lang, RecordFile, RulesText, fail, refusals, rules_of, words_of
from rummy_fast.cli.match import tell
from rummy_fast.play.game import seat_of
from rummy_fast.words import N_, Words, refusal

BOT_SECONDS = 3.0
"""Seconds a bot may take for a turn: a person is waiting."""
SLOWEST = 60
"""Most seconds for a step of a bot's turn."""
SEEDS = 2**32
"""A match without a given seed has one below this, short enough to be typed."""

SETTLED = ("against", "rounds", "seed", "rules", "record", "clock")
"""Options that a record has settled."""


def _names(words: Words, bots: list[str]) -> list[str | None]:
    """What the seats are called; bots of one name are numbered."""
    seen: Counter[str] = Counter()
    names: list[str | None] = [words.gettext("You")]
    for bot in bots:
        seen[bot] += 1
        names.append(f"{bot} {seen[bot]}" if bots.count(bot) > 1 else None)
    return names


def _resumed(context: typer.Context, words: Words, path: Path) -> rf.Match:
    """The match that a record tells of, which is written on in the same file."""
    for name in SETTLED:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            option = "--clock/--no-clock" if name == "clock" else f"--{name}"
            template = N_("{option} has no place beside --resume: it is in the record")
            fail(words, words.gettext(template, option=option))
    record = rf.Record.read(path, salvage=True)
    # Refused before the file is written anew.
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
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds are played.")] = 1,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", help="Where all chance comes from; another match each time if absent."
        ),
    ] = None,
    rules: RulesText = "schmidt",
    record: RecordFile = None,
    clock: Annotated[
        bool, typer.Option("--clock/--no-clock", help="Whether a turn can time out (rule 13).")
    ] = True,
    pace: Annotated[
        float, typer.Option("--pace", help="Seconds for each step of a bot's turn.")
    ] = 1.2,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="Go on with a match that was recorded.")
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
        fail(words, _("a terminal is needed to play in"))
    if not 0 <= pace <= SLOWEST:
        template = N_("{option} = {value}: must be from {least} to {most} seconds")
        fail(words, _(template, option="--pace", value=pace, least=0, most=SLOWEST))
    bots = [name.strip() for name in against.split(",")]
    with refusals(words):
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
    from rummy_fast.play.app import PlayApp  # noqa: PLC0415, heavy, and not needed to refuse

    app = PlayApp(match, words, pace=pace)
    app.run()
    if app.return_code:
        raise typer.Exit(app.return_code)
    if match.result.rounds:
        tell(show.console(), words, match.result)
    typer.echo(_("The seed was {seed}.", seed=match.seed))
