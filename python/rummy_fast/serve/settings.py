"""The options of the server."""

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """The options of the server, with their defaults."""

    host: str = "127.0.0.1"
    port: int = 8000
    records: Path | None = None
    """The folder of the records; None to keep none."""
    fsync: bool = False
    """Whether an answer waits until the record is on the disk."""
    origins: tuple[str, ...] = field(default=())
    """Pages of other origins that may connect."""
    name: str = ""
    """The name of this process, with which the ids of its rooms begin."""
    threads: int = 2
    connections: int = 2000
    """The most open sockets."""
    rooms: int = 1_000
    """The most open matches, and the most open rounds."""
    message: int = 1 << 20
    """The most bytes of a message."""
    calls: int = 6000
    """The calls a minute of each connection."""
    seconds: float = 10.0
    """The most seconds of work on a call."""
    idle: float = 24.0
    """The hours without any call after which rounds and matches are let go."""

    def allowed_origins(self) -> frozenset[str]:
        """The origins that may connect: the server's own, and those of `origins`."""
        own = {"127.0.0.1", "localhost", "[::1]", host_in_url(self.host)}
        return frozenset(f"http://{host}:{self.port}" for host in own) | {
            normal(origin) for origin in self.origins
        }


def host_in_url(host: str) -> str:
    """Write a host as URLs do."""
    return f"[{host}]" if ":" in host else host


def normal(origin: str) -> str:
    """Write an origin as browsers send it: in lower case, without the scheme's own port.

    Raises:
        ValueError: If it is not an origin.
    """
    parts = urlsplit(origin.strip().lower())
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"}:
        raise ValueError(origin)
    usual = {"http": 80, "https": 443}[parts.scheme]
    port = "" if parts.port in {None, usual} else f":{parts.port}"
    return f"{parts.scheme}://{host_in_url(parts.hostname)}{port}"
