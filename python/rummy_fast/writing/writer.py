"""Write lines one at a time, so that a crash loses at most the line being written."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TextIO, TypeAlias
from weakref import finalize

from rummy_fast.words import wrong_type
from rummy_fast.writing.files import naming


class Writable(Protocol):
    """Something to write text to, such as an open text file."""

    def write(self, text: str, /) -> object:
        """Write text."""

    def flush(self) -> object:
        """Pass on everything written so far."""


Target: TypeAlias = str | os.PathLike[str] | Writable


class RecordWriter:
    """Writes lines to a file, each one at once.

    An existing file is replaced in one step, after the first lines have been written to a temporary
    file beside it. So a match can be resumed into the file that it was read from.

    Args:
        target: The name of a file, or an open text file.

    Raises:
        TypeError: If it is neither.
    """

    def __init__(self, target: Target) -> None:
        """Write nothing yet."""
        self._path: Path | None = None
        self._name: str | None = None
        self._file: Writable | None = None
        if isinstance(target, str | os.PathLike):
            self._path = Path(os.path.realpath(target))  # `Path.resolve` raises on symlink loops
            self._name = os.fspath(target)
        elif callable(getattr(target, "write", None)):
            self._file = target
        else:
            raise wrong_type("record", "the name of a file or an open text file", target)
        self._open = -1
        self._size = 0
        self._torn = True
        self._pending: list[str] = []

    def begin(self, lines: Sequence[str]) -> None:
        """Create the file with its first lines.

        Args:
            lines: The lines.

        Raises:
            OSError: If they cannot be written.
        """
        if self._path is not None and self._path.exists() and not self._path.is_file():
            # A pipe or the like cannot be replaced.
            file = self._path.open("w", encoding="utf-8", newline="")
            finalize(self, _close, file)
            self._file = file
            self._path = None
        if self._path is None:
            self.add(lines)
            return
        text = _text(lines)
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}.part")
        try:
            beside.write_bytes(text)
            beside.replace(self._path)
        except OSError as error:
            with suppress(OSError):
                beside.unlink()
            raise type(error)(error.errno, error.strerror, self._name) from None
        self._open = os.open(self._path, os.O_WRONLY | getattr(os, "O_BINARY", 0))
        finalize(self, os.close, self._open)
        self._size = len(text)

    def add(self, lines: Iterable[str]) -> None:
        """Append lines. If they cannot be written, the next call tries again.

        Args:
            lines: The lines.

        Raises:
            OSError: If they cannot be written.
        """
        self._pending.extend(lines)
        with naming(self._name):
            self._write(_text(self._pending))
        self._pending.clear()

    def _write(self, text: bytes) -> None:
        if self._file is not None:
            self._file.write(text.decode())
            self._file.flush()
        else:
            # A failed attempt may have left half a line.
            if self._torn:
                os.ftruncate(self._open, self._size)
                os.lseek(self._open, self._size, os.SEEK_SET)
            self._torn = True
            left = text
            while left:
                left = left[os.write(self._open, left) :]
            self._torn = False
            self._size += len(text)


def _close(file: TextIO) -> None:
    """Close a file; errors of earlier writes have been raised already."""
    with suppress(OSError):
        file.close()


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
