"""Where `rummy-fast play` keeps its matches, so that none is lost.

A match is recorded line by line as it goes, so it survives a crash, a closed terminal and a killed
process. A lock, which the system releases when a process ends, keeps two games apart.
"""

import atexit
import os
import sys
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import IO, Final

from rummy_fast import Record, RummyError

SUFFIX: Final = ".record"
NEWEST: Final = 50
"""How many records are looked through for an unfinished match."""

_locks: dict[Path, IO[bytes]] = {}


def folder() -> Path:
    """The folder of the matches, in the platform's folder for data."""
    from platformdirs import user_data_path  # noqa: PLC0415, part of the extra `play`

    return user_data_path("rummy_fast", appauthor=False) / "matches"


def new_file() -> Path:
    """Choose the file of a new match, and lock it.

    Returns:
        A file that does not exist yet.

    Raises:
        OSError: If the folder cannot be made.
    """
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    # The local time, since people read the names.
    now = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    for number in count():
        path = place / f"{now}{f'-{number}' if number else ''}{SUFFIX}"
        if not path.exists() and claim(path):
            return path
    raise AssertionError


def claim(path: Path) -> bool:
    """Lock a match for this process.

    Args:
        path: The file of its record.

    Returns:
        Whether no other process plays it.

    Raises:
        OSError: If the lock cannot be written.
    """
    if path in _locks:
        return True
    file = path.with_name(f"{path.name}.lock").open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415, only there

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415, not on Windows

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return False
    _locks[path] = file
    atexit.register(release, path)
    return True


def release(path: Path) -> None:
    """Give a match up: unlock it, and delete its record if no turn was taken.

    Args:
        path: The file of its record.
    """
    with suppress(OSError, RummyError):
        if path in _locks and Record.read(path, salvage=True).turns == 0:
            path.unlink()
    if (file := _locks.pop(path, None)) is not None:
        with suppress(OSError):
            os.unlink(file.name)  # noqa: PTH108, the name is text
        file.close()


def unfinished() -> Path | None:
    """Find the newest match that can go on, and lock it.

    Returns:
        The file of its record; None if there is none, or other processes play them all.
    """
    try:
        paths = sorted(folder().glob(f"*{SUFFIX}"), reverse=True)[:NEWEST]
    except OSError:
        return None
    for path in paths:
        with suppress(OSError, RummyError):
            record = Record.read(path, salvage=True)
            can_go_on = record.turns and not record.complete and record.bots.count(None) == 1
            if can_go_on and claim(path):
                return path
    return None
