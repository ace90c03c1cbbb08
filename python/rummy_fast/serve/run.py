"""Runs the application on a port."""

import asyncio
import logging
import signal
import socket
import sys
from dataclasses import replace

import uvicorn

from rummy_fast.serve.app import make_app
from rummy_fast.serve.engine import Engine
from rummy_fast.serve.settings import Settings, host_in_url

BACKLOG = 2048
"""How many connections may wait to be accepted."""

SPARE = 64
"""The connections beyond the limit that are told so; more are cut."""

GRACE = 3
"""The seconds that connections have to close when the server ends."""

QUIET = ("Invalid UTF-8", "ASGI callable returned without", "Cancel ")
"""What uvicorn logs about connections that were refused, or were open at the end of the server."""


class Service:
    """A server that is ready: the port is open, and recorded matches go on."""

    def __init__(self, settings: Settings) -> None:
        """Open the port and the records.

        Raises:
            OSError: If one of them cannot be opened.
        """
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        self._listener = socket.create_server(
            (settings.host, settings.port), family=family, backlog=BACKLOG
        )
        host, port = self._listener.getsockname()[:2]
        self.url = f"http://{host_in_url(host)}:{port}"
        """The address of the server."""
        self._settings = replace(settings, port=port)
        self._engine = Engine(self._settings)
        self.damaged = self._engine.damaged
        """What is wrong with records that the server cannot go on with."""
        self._failure: str | None = None

    def run(self) -> str | None:
        """Serve until SIGINT or SIGTERM, or until records cannot be written; return why."""
        settings = self._settings
        config = uvicorn.Config(
            make_app(settings, self._engine, self._fail),
            ws="websockets-sansio",
            ws_max_size=settings.message,
            limit_concurrency=settings.connections + SPARE,
            backlog=BACKLOG,
            timeout_graceful_shutdown=GRACE,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
        )
        logging.getLogger("uvicorn.error").addFilter(_is_news)
        # uvicorn raises the signal again once it has ended.
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, lambda *_: None)
        self._server = uvicorn.Server(config)
        self._server.run(sockets=[self._listener])
        return self._failure

    def _fail(self, reason: str) -> None:
        self._failure = reason
        self._server.should_exit = True


def _is_news(record: logging.LogRecord) -> bool:
    """Whether a message of uvicorn is about an error of the server."""
    cancelled = record.exc_info and record.exc_info[0] is asyncio.CancelledError
    return not cancelled and not str(record.msg).startswith(QUIET)


def warn(message: str) -> None:
    """Print a line to standard error."""
    sys.stderr.write(f"rummy-fast serve: {message}\n")
