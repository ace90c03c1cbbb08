"""What several commands share: options, and how they say what is wrong."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, NoReturn

import typer

import rummy_fast as rf
from rummy_fast.plain import say

USAGE = 2
"""Exit code for a question that cannot be asked."""

JSON_EXAMPLE = '{"preset": "free_jokers", "joker_penalty": 25}'

RulesText = Annotated[
    str, typer.Option("--rules", help=f"A preset's name, or options as JSON: {JSON_EXAMPLE}.")
]
Seed = Annotated[int, typer.Option("--seed", help="Where all chance comes from.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def fail(message: str) -> NoReturn:
    """Say what is wrong with a question and end."""
    typer.echo(say("error: {message}", message=message), err=True)
    raise typer.Exit(USAGE)


@contextmanager
def refusals() -> Iterator[None]:
    """Tell what is wrong with a question in one line."""
    try:
        yield
    except (rf.RummyError, TypeError) as error:
        fail(str(error))
    except OSError as error:
        if error.filename is None:
            raise
        fail(f"{error.filename}: {error.strerror}")


def rules_of(text: str) -> rf.Rules:
    """The rules that an option names."""
    if not text.lstrip().startswith("{"):
        return rf.Rules.from_dict(text)
    try:
        return rf.Rules.from_dict(json.loads(text))
    except json.JSONDecodeError as error:
        fail(say("{option} is not JSON: {error}", option="--rules", error=error))
