"""`rummy-fast engine`: other programs ask, one JSON-RPC message a line."""

import os
import sys
from typing import Annotated

import typer

USAGE = 2
"""Exit code for a question that cannot be asked."""


def engine(
    *,
    threads: Annotated[
        int | None,
        typer.Option("--threads", min=1, max=256, help="Worker threads; one a core if absent."),
    ] = None,
    rounds: Annotated[
        int,
        typer.Option("--rounds", min=1, max=1_000_000, help="How many rounds may be open at once."),
    ] = 10_000,
) -> None:
    """Answer JSON-RPC 2.0 on standard input and output, one message a line (docs/engine.md)."""
    try:
        from rummy_fast.engine.server import Server  # noqa: PLC0415, an extra
    except ModuleNotFoundError as error:
        if error.name not in {"pydantic", "pydantic_core"}:
            raise
        message = f"rummy-fast engine needs {error.name}: pip install 'rummy_fast[engine]'"
        typer.echo(message, err=True)
        raise typer.Exit(USAGE) from None
    # Only messages go out: whatever else is printed, by a bot say, goes to standard error.
    target = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    server = Server(
        sys.stdin.fileno(), target, threads=threads or max(2, os.cpu_count() or 1), rounds=rounds
    )
    if not server.run():
        # A thread that does not end must not keep the process.
        sys.stderr.flush()
        os._exit(0)
