"""What several commands share: options, and how they say what is wrong."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NoReturn

import typer

import rummy_fast as rf
from rummy_fast.words import LANGUAGES, Words, words_for
from rummy_fast.writing.files import trouble

USAGE = 2
"""Exit code for a question that cannot be asked."""

JSON_EXAMPLE = '{"preset": "free_jokers", "joker_penalty": 25}'


def _lang(context: typer.Context, lang: str | None) -> str | None:
    """The language asked for after the command's name, or else before it."""
    if lang is None and context.parent is not None:
        return context.parent.params.get("lang")
    return lang


Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        callback=_lang,
        help=f"Language ({', '.join(LANGUAGES)}); the locale's if absent. JSON stays English.",
    ),
]
RulesText = Annotated[
    str, typer.Option("--rules", help=f"A preset's name, or options as JSON: {JSON_EXAMPLE}.")
]
Seed = Annotated[int, typer.Option("--seed", help="Where all chance comes from.")]
Limit = Annotated[float | None, typer.Option("--limit", help="Seconds a bot may take for a turn.")]
RecordFile = Annotated[
    Path | None, typer.Option("--record", help="The file to write the match to, line by line.")
]
PlotFile = Annotated[
    Path | None, typer.Option("--plot", help="The file to draw to (.svg, .png, .pdf).")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def fail(words: Words, message: str) -> NoReturn:
    """Say what is wrong with a question and end."""
    typer.echo(words.gettext("error: {message}", message=message), err=True)
    raise typer.Exit(USAGE)


def words_of(lang: str | None) -> Words:
    """The words of the language that was asked for."""
    try:
        return words_for(lang)
    except rf.RummyError as error:
        words = words_for()
        fail(words, words.translate(error))


@contextmanager
def refusals(words: Words) -> Iterator[None]:
    """Tell what is wrong with a question in one line."""
    try:
        yield
    except (rf.RummyError, TypeError) as error:
        fail(words, words.translate(error))
    except OSError as error:
        if error.filename is None:
            raise
        fail(words, trouble(error))


def rules_of(words: Words, text: str) -> rf.Rules:
    """The rules that an option names."""
    if not text.lstrip().startswith("{"):
        return rf.Rules.from_dict(text)
    try:
        return rf.Rules.from_dict(json.loads(text))
    except json.JSONDecodeError as error:
        fail(words, words.gettext("{option} is not JSON: {error}", option="--rules", error=error))
