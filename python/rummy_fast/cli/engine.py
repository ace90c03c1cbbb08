"""`rummy-fast engine`: serve other programs, one JSON-RPC message per line."""

import os
import sys
from typing import Annotated

import typer

USAGE = 2
"""The exit code for a missing package."""


def engine(
    *,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            min=1,
            max=256,
            help="The number of worker threads; by default one per core.",
        ),
    ] = None,
    rounds: Annotated[
        int,
        typer.Option("--rounds", min=1, max=1_000_000, help="The most rounds open at once."),
    ] = 10_000,
) -> None:
    """Answer JSON-RPC 2.0 on standard input and output, one message per line."""
    try:
        from rummy_fast.engine.server import Server  # noqa: PLC0415, an extra
    except ModuleNotFoundError as error:
        if error.name not in {"pydantic", "pydantic_core"}:
            raise
        message = f"rummy-fast engine needs {error.name}: pip install 'rummy_fast[engine]'"
        typer.echo(message, err=True)
        raise typer.Exit(USAGE) from None
    # Standard output is for messages only: all other printing goes to standard error.
    target = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    server = Server(
        sys.stdin.fileno(), target, threads=threads or max(2, os.cpu_count() or 1), rounds=rounds
    )
    if not server.run():
        # A thread that does not end must not keep the process alive.
        sys.stderr.flush()
        os._exit(0)
