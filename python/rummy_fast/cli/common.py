"""Options and error messages that several commands share."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NoReturn

import typer

import rummy_fast as rf
from rummy_fast.words import LANGUAGES, N_, Words, words_for
from rummy_fast.writing.files import trouble

USAGE = 2
"""The exit code for wrong arguments."""

JSON_EXAMPLE = '{"preset": "free_jokers", "joker_penalty": 25}'


def _lang(context: typer.Context, lang: str | None) -> str | None:
    """Use the option after the command's name, or else the one before it."""
    if lang is None and context.parent is not None:
        return context.parent.params.get("lang")
    return lang


Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        callback=_lang,
        help=f"The language ({', '.join(LANGUAGES)}); by default the locale's. JSON is English.",
    ),
]
RulesText = Annotated[
    str, typer.Option("--rules", help=f"The name of a preset, or options as JSON: {JSON_EXAMPLE}.")
]
Seed = Annotated[int, typer.Option("--seed", help="The seed of everything random.")]
Limit = Annotated[
    float | None, typer.Option("--limit", help="The seconds a bot may take for a turn.")
]
RecordFile = Annotated[Path | None, typer.Option("--record", help="A file to record the match in.")]
PlotFile = Annotated[
    Path | None, typer.Option("--plot", help="A file to draw a plot in (.svg, .png, .pdf).")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")]


def fail(words: Words, message: str) -> NoReturn:
    """Print an error and exit."""
    typer.echo(words.gettext("error: {message}", message=message), err=True)
    raise typer.Exit(USAGE)


def words_of(lang: str | None) -> Words:
    """Load the words of a language, or exit with an error."""
    try:
        return words_for(lang)
    except rf.RummyError as error:
        words = words_for()
        fail(words, words.translate(error))


def spare(words: Words, path: Path | None, *, force: bool) -> None:
    """Exit with an error instead of overwriting a file."""
    if path is not None and path.is_file() and not force:
        template = N_("{file} exists: choose another name, or overwrite it with --force")
        fail(words, words.gettext(template, file=path))


def example(command: str) -> str:
    """The end of a command's help: the presets and an example."""
    return f"Presets for --rules: {', '.join(rf.Rules.presets())}.\n\nExample: {command}"


@contextmanager
def errors_exit(words: Words) -> Iterator[None]:
    """Turn errors into one line on standard error and an exit code."""
    try:
        yield
    except (rf.RummyError, TypeError) as error:
        fail(words, words.translate(error))
    except OSError as error:
        if error.filename is None:
            raise
        fail(words, trouble(error))


def rules_of(words: Words, text: str) -> rf.Rules:
    """Read the rules of an option, or exit with an error."""
    if not text.lstrip().startswith("{"):
        return rf.Rules.from_dict(text)
    try:
        return rf.Rules.from_dict(json.loads(text))
    except json.JSONDecodeError as error:
        fail(words, words.gettext("{option} is not JSON: {error}", option="--rules", error=error))
