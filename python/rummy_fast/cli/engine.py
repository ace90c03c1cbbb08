"""`rummy-fast engine`: `rummy-engine`, the JSON-RPC engine in Rust, behind the Python command."""

import signal
import sys
from typing import NoReturn

import typer

from rummy_fast import _core


def run_engine(program: str, *arguments: str) -> NoReturn:
    """Run a command line of `rummy-engine` on standard input and output, and exit with its code.

    Args:
        program: The name of the program, for messages.
        arguments: The arguments after it.

    Raises:
        typer.Exit: Always, with the exit code.
    """
    if sys.stdout is not None:
        sys.stdout.flush()
    # Python would only note the signal, and no Python code runs to see the note.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    raise typer.Exit(_core._run_engine(program, list(arguments)))  # noqa: SLF001 - it is ours


def engine(context: typer.Context) -> None:
    """Answer JSON-RPC 2.0 on standard input and output, one message per line."""
    run_engine("rummy-fast engine", *context.args)
