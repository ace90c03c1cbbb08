"""`rummy-fast serve`: serve many clients over WebSocket."""

import os
import re
from pathlib import Path
from typing import Annotated

import typer

USAGE = 2
"""The exit code for wrong arguments and a missing package."""

NAME = re.compile("[a-z0-9]{1,20}")

EXTRA = {"starlette", "uvicorn", "websockets"}


def _fail(message: str) -> typer.Exit:
    typer.echo(f"rummy-fast serve: {message}", err=True)
    return typer.Exit(USAGE)


def _reason(error: OSError, host: str, port: int) -> str:
    """Say what could not be opened."""
    if error.errno is None or error.filename is not None:
        return str(error)
    # Python adds the address to the message of the system.
    return f"cannot listen on {host} port {port}: {os.strerror(error.errno)}"


def serve(
    *,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port; 0 for any free one.")
    ] = 8000,
    records: Annotated[
        Path | None,
        typer.Option("--records", help="A folder to record matches in, and to go on with them."),
    ] = None,
    fsync: Annotated[
        bool,
        typer.Option("--fsync", help="Answer only when the record is on the disk, not before."),
    ] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", help="The origin of a page that may connect; repeatable."),
    ] = None,
    name: Annotated[
        str, typer.Option("--name", help="The name of this process, for a balancer.")
    ] = "",
    threads: Annotated[
        int | None,
        typer.Option("--threads", min=1, max=256, help="Worker threads; by default one per core."),
    ] = None,
    connections: Annotated[
        int, typer.Option("--connections", min=1, max=100_000, help="The most open connections.")
    ] = 2000,
    rooms: Annotated[
        int,
        typer.Option("--rooms", min=1, max=1_000, help="The most open matches, and rounds."),
    ] = 1_000,
    message: Annotated[
        int,
        typer.Option("--message", min=1024, max=1 << 22, help="The most bytes of a message."),
    ] = 1 << 20,
    calls: Annotated[
        int,
        typer.Option("--calls", min=1, max=1_000_000, help="The calls a minute per connection."),
    ] = 6000,
    seconds: Annotated[
        float,
        typer.Option("--seconds", min=0.01, max=86_400, help="The most seconds of work on a call."),
    ] = 10.0,
    idle: Annotated[
        float,
        typer.Option(
            "--idle", min=0.0001, help="The hours without any call after which matches are let go."
        ),
    ] = 24.0,
) -> None:
    """Serve the engine's protocol over WebSocket, and matches that people share by a link."""
    try:
        from rummy_fast.serve.run import Service, warn  # noqa: PLC0415, an extra
        from rummy_fast.serve.settings import Settings  # noqa: PLC0415, as above
    except ModuleNotFoundError as error:
        if error.name not in EXTRA:
            raise
        needed = f"rummy-fast serve needs {error.name}: pip install 'rummy_fast[serve]'"
        typer.echo(needed, err=True)
        raise typer.Exit(USAGE) from None
    settings = Settings(
        host=host,
        port=port,
        records=records,
        fsync=fsync,
        origins=tuple(origin or ()),
        name=name,
        threads=threads or max(2, os.cpu_count() or 1),
        connections=connections,
        rooms=rooms,
        message=message,
        calls=calls,
        seconds=seconds,
        idle=idle,
    )
    try:
        settings.allowed_origins()
    except ValueError as error:
        raise _fail(f"--origin {error}: must be like https://example.org") from None
    if name and not NAME.fullmatch(name):
        raise _fail(f"--name {name}: must be 1 to 20 lower-case letters and digits")
    try:
        service = Service(settings)
    except OSError as error:
        raise _fail(_reason(error, host, port)) from None
    for damage in service.damaged:
        warn(damage)
    typer.echo(f"rummy_fast {service.url}")
    failure = service.run()
    if failure is not None:
        warn(failure)
        raise typer.Exit(1)
